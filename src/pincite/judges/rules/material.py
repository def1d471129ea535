"""What the judge reads of a passage: the cited text made readable, and its stated context when that is asked
for.

Instructions hidden in the text are blanked, words that a line break has parted are joined; both can be
traced back to the stored text.
"""

from __future__ import annotations

import re
from array import array
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pincite.model.evidence import Passage
from pincite.text.injection import neutralise

_BROKEN: Final = re.compile(r"(?<=[^\W\d_])[-\u00ad‐]\r?\n[ \t]*(?=[^\W\d_])")


class Readable(Struct, frozen=True, eq=False):
    """`text` with joined words; `origin[i]` is the place of its character i in the stored text, None when the
    two have the same offsets."""

    text: str
    origin: array[int] | None

    def back(self, start: int, end: int) -> tuple[int, int]:
        """The stored span of a span of `text`."""
        if self.origin is None or start >= end:
            return start, end
        return self.origin[start], self.origin[end - 1] + 1


@lru_cache(maxsize=4096)
def readable(text: str) -> Readable:
    """The text without injected instructions and without line-break hyphens."""
    clean = neutralise(text)
    if "\n" not in clean or _BROKEN.search(clean) is None:
        return Readable(clean, None)
    pieces: list[str] = []
    origin = array("l")
    at = 0
    for match in _BROKEN.finditer(clean):
        pieces.append(clean[at : match.start()])
        origin.extend(range(at, match.start()))
        at = match.end()
    pieces.append(clean[at:])
    origin.extend(range(at, len(clean)))
    return Readable("".join(pieces), origin)


class Material(Struct, frozen=True, eq=False):
    """One passage as it is read: `text[lead:lead + len(body.text)]` is the cited text, `text[:titles]` the
    title and section above it, which speak for all that follows.
    """

    text: str
    body: Readable
    lead: int = 0
    titles: int = 0

    def cited(self, start: int, end: int) -> tuple[int, int] | None:
        """The span in the cited text, None for context."""
        if start < self.lead or end > self.lead + len(self.body.text):
            return None
        return self.body.back(start - self.lead, end - self.lead)


def material(passage: Passage, context: bool) -> Material:
    """The passage as the judge reads it, with its stated context if `context` is set."""
    body = readable(passage.text)
    if not context:
        return Material(body.text, body)
    titles = "".join(f"{line}\n" for line in (passage.title, passage.section) if line)
    header = f"{passage.table_header}\n" if passage.table_header else ""
    before = f"{passage.before} " if passage.before else ""
    after = f" {passage.after}" if passage.after else ""
    lead = neutralise(f"{titles}{header}{before}")
    return Material(f"{lead}{body.text}{neutralise(after)}", body, len(lead), len(titles))
