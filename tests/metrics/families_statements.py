"""Statements for the tests of the families: short to write by hand, and a strategy for whole answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from msgspec import structs

from pincite.metrics.families import FAMILIES, Cited, Family, FamilyTally, Said, Statement
from pincite.metrics.families.figures import family_metrics
from pincite.model.evidence import Resolution
from pincite.model.summary import Metric
from pincite.model.verdict import Label

LABELS: tuple[Label, ...] = get_args(Label)
OUTAGES = ("timeout", "error", "parse_error", "budget", "no_evidence_text")


def said(word: str) -> Said:
    """A label, or the reason why there is none."""
    return Said(next(label for label in LABELS if label == word), "") if word in LABELS else Said(None, word)


def cited(word: str) -> Cited:
    """`1:full` is the source 1 that is full alone, `9:unresolved` a key that leads nowhere."""
    key, _, state = word.partition(":")
    broken: dict[str, Resolution] = {"unresolved": "unresolved", "malformed": "malformed"}
    if state in broken:
        return Cited(key=key, resolution=broken[state])
    return Cited(key=key, said=said(state))


def sentence(citations: str = "", union: str = "none", *, verifiable: bool = True, **rest: str) -> Statement:
    """A sentence with citations, what they say together, and, as `without_KEY`, what the others say."""
    return Statement(
        citations=tuple(cited(word) for word in citations.split()),
        together=said(union),
        rest={name.removeprefix("without_"): said(word) for name, word in rest.items()},
        verifiable=verifiable,
        needs_citation=verifiable,
    )


GREETING = sentence(verifiable=False)


def metrics(family: Family | str, *answers: Sequence[Statement], draws: int = 2) -> dict[str, Metric]:
    """The numbers of a family over answers."""
    chosen = FAMILIES[family] if isinstance(family, str) else family
    tally = FamilyTally.of([chosen])
    for place, statements in enumerate(answers):
        tally.add(f"a{place:03}", {chosen.name: chosen.measure(statements)})
    return family_metrics(chosen, tally.sums[chosen.name], draws=draws)


@st.composite
def statements(draw: DrawFn) -> Statement:
    """A sentence with everything judged: what it cites, together, and without each source."""
    labels = st.sampled_from(LABELS).map(lambda label: Said(label, ""))
    sources = [
        Cited(key=str(place), said=draw(labels))
        if draw(st.integers(0, 5))
        else Cited(key=str(place), resolution="unresolved")
        for place in range(draw(st.integers(0, 4)))
    ]
    twice = draw(st.lists(st.sampled_from(sources), max_size=2)) if sources else []
    valid = [one for one in sources if one.valid]
    verifiable = draw(st.booleans())
    return Statement(
        citations=(*sources, *twice),
        together=draw(labels) if len(valid) > 1 else valid[0].said if valid else Said("none", ""),
        rest={one.key: draw(labels) for one in valid},
        verifiable=verifiable,
        needs_citation=verifiable and draw(st.booleans()),
    )


@st.composite
def interrupted(draw: DrawFn, one: Statement, *, reasons: Sequence[str] = OUTAGES) -> Statement:
    """The same sentence with some of its verdicts missing."""

    def lost(word: Said) -> Said:
        return Said(None, draw(st.sampled_from(reasons))) if draw(st.booleans()) else word

    sources = {
        cited_.key: structs.replace(cited_, said=lost(cited_.said)) if cited_.valid else cited_
        for cited_ in one.citations
    }
    return structs.replace(
        one,
        citations=tuple(sources[cited_.key] for cited_ in one.citations),
        together=lost(one.together) if any(each.valid for each in sources.values()) else one.together,
        rest={key: lost(word) for key, word in one.rest.items()},
    )


def runs(*, most: int = 6) -> st.SearchStrategy[list[list[Statement]]]:
    """Whole runs: answers of some sentences each."""
    return st.lists(st.lists(statements(), max_size=4), max_size=most)
