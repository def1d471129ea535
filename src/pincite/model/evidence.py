"""What a citation resolves to, and the passage a judge is shown."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pincite.model.citation import Citation, Reference
from pincite.model.document import Chunk, Document

Resolution = Literal["resolved", "unresolved", "malformed"]


class Passage(Struct, frozen=True, kw_only=True):
    """A stretch of one stored chunk, and the stated context that may be read once with it.

    `chunk.text[start:end]` is the exact cited span. `title`, `section`, `table_header`, `before` and `after`
    are context (packaging v1): they come from the same document and are empty when there is none.
    """

    chunk: Chunk
    start: int
    end: int
    title: str = ""
    section: str = ""
    table_header: str = ""
    before: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        if self.start == 0 and self.end == len(self.chunk.text):
            return self.chunk.text
        return self.chunk.text[self.start : self.end]


class Resolved(Struct, frozen=True, kw_only=True):
    """One reference followed to its stored evidence.

    `passages` holds every chunk under the key (several when a key is used twice with different texts); it is
    empty when nothing resolved or when the text was never recorded (`reason` "no_evidence_text").
    `in_context` is None when the prompt was not recorded.
    """

    reference: Reference
    citation_id: str
    citation: Citation | None = None
    resolution: Resolution = "resolved"
    in_context: bool | None = None
    document: Document | None = None
    passages: tuple[Passage, ...] = ()
    reason: str | None = None

    @property
    def chunk(self) -> Chunk | None:
        return self.passages[0].chunk if self.passages else None
