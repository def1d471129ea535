"""What a family works on: one sentence of an answer with the labels of its citations, alone and together.

A family knows nothing of texts, judges or claims. Everything that it needs of a sentence is in one
`Statement`, so that each published definition is a few lines over statements, and can be computed from human
labels just as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from pincite.model.evidence import Resolution
from pincite.model.verdict import Label


class Said(Struct, frozen=True, gc=False):
    """A label, or None and the reason why there is none (`undecided`, `timeout`, `no_evidence_text`, ...)."""

    label: Label | None = None
    reason: str = "unjudged"

    @property
    def open(self) -> bool:
        return self.label is None


NOTHING = Said("none", "")


class Cited(Struct, frozen=True, kw_only=True):
    """One displayed citation of a sentence, and what its source alone says of the sentence.

    Two citations with one `key` show the same source twice. A citation that resolves to nothing has a key
    too, and says `none`.
    """

    key: str
    said: Said = NOTHING
    resolution: Resolution = "resolved"

    @property
    def valid(self) -> bool:
        return self.resolution == "resolved"


class Statement(Struct, frozen=True, kw_only=True):
    """One sentence before a family.

    `citations` stand in the order in which they are displayed, one an occurrence. `together` is what was
    judged of all valid sources together, and `rest` of the others without the source of a key; it is known
    where it decides something: the union is full and no source is full alone. `verifiable` says that the
    sentence states something that can be checked, `needs_citation` that the policy asks for a citation.
    """

    citations: tuple[Cited, ...] = ()
    together: Said = NOTHING
    rest: dict[str, Said] = field(default_factory=dict)
    verifiable: bool = True
    needs_citation: bool = True

    @property
    def union(self) -> Said:
        """What all sources say together, those that are full alone included."""
        return joint(self.citations, self.together)

    @property
    def cited(self) -> bool:
        return bool(self.citations)

    @property
    def valid(self) -> bool:
        """Whether every citation leads to a source."""
        return all(one.valid for one in self.citations)

    @property
    def sources(self) -> tuple[Cited, ...]:
        """Each source once, where it is first shown."""
        return distinct(self.citations)

    def without(self, cited: Cited) -> Said:
        """What the other sources say together without this one.

        It is `full` when one of them is. As long as one of them is open, it could be.
        """
        others = [one for one in self.sources if one.key != cited.key]
        return joint(others, self.rest.get(cited.key, Said() if others else NOTHING))


def distinct(citations: Sequence[Cited]) -> tuple[Cited, ...]:
    """The first citation of each source."""
    first: dict[str, Cited] = {}
    for one in citations:
        first.setdefault(one.key, one)
    return tuple(first.values())


def joint(sources: Sequence[Cited], together: Said) -> Said:
    """What several sources say, given what the judge said of all of them together.

    A source that is full alone makes the whole full. A whole that is not full stays open while one of its
    sources is open: that one might have carried the statement.
    """
    if together.label == "full" or any(one.said.label == "full" for one in sources):
        return Said("full", "")
    waiting = next((one.said for one in sources if one.said.open), None)
    return together if waiting is None else waiting
