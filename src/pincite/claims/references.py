"""Displayed references: every marker key of the answer, per occurrence, and citations that are shown
otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pincite.model import Answer, Citation, Reference, Span
from pincite.text.markers import Marker

_BETWEEN: Final = re.compile(r"\s*(?:[,;，、；&]|and|und|et|y|和|与|と)?\s*")


class Group(Struct, frozen=True):
    """Markers that stand side by side: they say one thing about one stretch of text.

    `content` is the stretch that an element encloses (`<cite id="x">these words</cite>`); such a group
    stands at its closing sign and covers what it encloses.
    """

    start: int
    end: int
    references: tuple[Reference, ...]
    content: Span | None = None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


def grouped(text: str, markers: Sequence[Marker]) -> tuple[Group, ...]:
    """Markers joined into groups: nothing but a comma, "and" or one line break stands between two of a
    group.
    """
    groups: list[list[Marker]] = []
    found: list[Group] = []
    for marker in markers:
        if marker.content is not None:
            found.append(Group(marker.content_end, marker.end, of_marker(marker), marker.content))
        elif groups and _adjacent(text, groups[-1][-1].end, marker.start):
            groups[-1].append(marker)
        else:
            groups.append([marker])
    for group in groups:
        references = tuple(reference for marker in group for reference in of_marker(marker))
        found.append(Group(group[0].start, group[-1].end, references))
    return tuple(sorted(found, key=lambda group: (group.start, group.end)))


def _adjacent(text: str, end: int, start: int) -> bool:
    return text.count("\n", end, start) <= 1 and _BETWEEN.fullmatch(text, end, start) is not None


def of_marker(marker: Marker) -> tuple[Reference, ...]:
    """One reference for each key; a broken marker without a key is one malformed reference.

    A marker that says that no source is needed has no keys and makes no reference.
    """
    keys = marker.keys or ((marker.text,) if marker.malformed else ())
    return tuple(
        Reference(key=key, marker=marker.text, start=marker.start, end=marker.end, malformed=marker.malformed)
        for key in keys
    )


def of_spans(answer: Answer) -> tuple[tuple[Citation, Reference], ...]:
    """Citations that name the stretch of the answer they cover."""
    return tuple(
        (
            citation,
            Reference(
                key=citation.citation_id,
                marker=citation.marker,
                start=citation.span.start,
                end=citation.span.end,
                source="span",
            ),
        )
        for citation in answer.citations
        if citation.span is not None
    )


def explicit(key: str) -> Reference:
    return Reference(key=key, source="explicit")


def listed(answer: Answer) -> tuple[Reference, ...]:
    """All citations of an answer that attaches none of them to anything."""
    return tuple(
        Reference(key=citation.citation_id, marker=citation.marker, source="listed")
        for citation in answer.citations
    )


def names(citation: Citation, reference: Reference) -> bool:
    """Whether the marker is the presentation of this citation."""
    if citation.marker:
        return reference.marker == citation.marker
    return reference.key == citation.citation_id
