"""Rows for the tests of this room: short to write by hand, and a strategy for whole answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from pincite.model.claim import Severity
from pincite.model.figure import Figure, FigureMatch, Match, QuoteMatch, QuoteState
from pincite.model.result import (
    AnswerFacts,
    AnswerResult,
    ClaimRow,
    ContextRow,
    GroupRow,
    LinkRow,
    ReferenceRow,
)
from pincite.model.verdict import Label

LABELS: tuple[Label, ...] = get_args(Label)
SEVERITIES: tuple[Severity, ...] = get_args(Severity)

# How a short word in a test stands for the state of a link or claim.
_STATES: dict[str, dict[str, Any]] = {
    **{label: {"label": label, "status": "judged"} for label in LABELS},
    "undecided": {"label": None, "status": "undecided", "reason": "two readings"},
    "timeout": {"label": None, "status": "unjudged", "reason": "timeout"},
    "no_text": {"label": None, "status": "unjudged", "reason": "no_evidence_text"},
    "not_required": {"label": None, "status": "not_applicable", "reason": "citation_not_required"},
}


def link(state: str, citation_id: str = "1") -> LinkRow:
    """A link in a state: a label, "undecided", "timeout", "no_text", "unresolved" or "malformed".

    A tilde before it ("~none") marks a link to a near-miss source.
    """
    state, near = state.removeprefix("~"), state.startswith("~")
    if state == "unresolved":
        return LinkRow(citation_id=citation_id, resolution="unresolved", label="none")
    if state == "malformed":
        return LinkRow(citation_id=citation_id, resolution="malformed", label="none")
    return LinkRow(citation_id=citation_id, in_context=True, near_miss=near, **_STATES[state])


def claim(
    state: str, links: str = "", *, union: Label | None = None, necessary: str = "", **more: Any
) -> ClaimRow:
    """A claim in a state with links in theirs, separated by blanks and numbered from 1.

    `union` is the label of the group, the claim's own if not given; `necessary` names its members.
    """
    citations = tuple(link(word, str(place)) for place, word in enumerate(links.split(), 1))
    settings: dict[str, Any] = _STATES[state] | {
        "answer_id": "a",
        "claim_id": "c",
        "start": 0,
        "end": 4,
        "text": "text",
        "citations": citations,
    }
    if citations:
        settings["group"] = GroupRow(
            citation_ids=tuple(row.citation_id for row in citations),
            label=union or _STATES[state]["label"],
            necessary=tuple(necessary.split()),
        )
    return ClaimRow(**(settings | more))


def answer(*claims: ClaimRow, answer_id: str = "a", findings: Any = (), **facts: Any) -> AnswerResult:
    return AnswerResult(
        answer_id=answer_id, text="text", claims=claims, findings=findings, facts=AnswerFacts(**facts)
    )


def figure(match: Match) -> FigureMatch:
    return FigureMatch(figure=Figure(text="3", start=0, end=1, kind="number", value=Fraction(3)), match=match)


def quote(state: QuoteState) -> QuoteMatch:
    return QuoteMatch(text="three whole words", start=0, end=17, state=state)


def reference(resolution: Any = "resolved", **more: Any) -> ReferenceRow:
    return ReferenceRow(citation_id="1", source="marker", resolution=resolution, **more)


def joint_state(states: list[str]) -> str:
    """A claim state that goes with the states of its links when the union adds nothing."""
    if not states:
        return "none"
    if "full" in states:
        return "full"
    for state in ("undecided", "timeout", "no_text", "contradiction", "partial"):
        if state in states:
            return state
    return "none"


@st.composite
def claims(draw: DrawFn) -> ClaimRow:
    words = draw(
        st.lists(
            st.sampled_from((*LABELS, "undecided", "timeout", "no_text", "unresolved", "malformed")),
            max_size=4,
        )
    )
    required = draw(st.booleans())
    state = joint_state(words)
    more: dict[str, Any] = {}
    if words and "full" not in words and draw(st.booleans()):
        # A full union that no member reaches alone.
        state = "full"
        members = [str(place) for place, _ in enumerate(words, 1)]
        more["necessary"] = " ".join(draw(st.lists(st.sampled_from(members), unique=True)))
    elif not words and not required:
        state = "not_required"
    return claim(
        state,
        " ".join(words),
        citation_required=required,
        verifiability="verifiable" if draw(st.integers(0, 9)) else "not_verifiable",
        severity=draw(st.sampled_from(SEVERITIES)),
        context=draw(
            st.sampled_from(
                (
                    None,
                    ContextRow(label="full"),
                    ContextRow(label="none"),
                    ContextRow(status="undecided"),
                    ContextRow(status="unjudged"),
                )
            )
        ),
        figures=tuple(map(figure, draw(st.lists(st.sampled_from(get_args(Match)), max_size=3)))),
        quotes=tuple(map(quote, draw(st.lists(st.sampled_from(get_args(QuoteState)), max_size=2)))),
        **more,
    )


@st.composite
def references(draw: DrawFn) -> ReferenceRow:
    fabricated = draw(st.booleans())
    return reference(
        draw(st.sampled_from(("resolved", "resolved", "unresolved", "malformed"))),
        in_context=draw(st.sampled_from((True, False, None))),
        versioned=draw(st.booleans()),
        stale=draw(st.booleans()),
        fabricated=fabricated,
        could_be_looked_up=fabricated or draw(st.booleans()),
        invalid_source=draw(st.booleans()),
    )


@st.composite
def results(draw: DrawFn, *, answer_id: str = "a") -> AnswerResult:
    gold = draw(st.booleans())
    expected = draw(st.integers(0, 4)) if gold else 0
    undecided = draw(st.integers(0, expected))
    in_claims = draw(st.integers(0, 400))
    tokens = draw(st.integers(0, 90))
    evidence = draw(st.integers(0, 3)) if gold else 0
    decided_by_gold = draw(st.integers(0, 3)) if gold else 0
    found = st.none() | st.integers(0, evidence)
    return answer(
        *draw(st.lists(claims(), max_size=4)),
        answer_id=answer_id,
        references=tuple(draw(st.lists(references(), max_size=4))),
        words=draw(st.integers(0, 200)),
        verifiable_characters=in_claims + draw(st.integers(0, 50)),
        claimed_characters=in_claims,
        claim_tokens=tokens,
        copied_tokens=draw(st.integers(0, tokens)),
        abstained=draw(st.booleans()),
        answered=draw(st.booleans()),
        answerable=draw(st.booleans()) if gold else None,
        slice=draw(st.sampled_from((None, "north", "south"))),
        expected_claims=expected,
        expected_undecided=undecided,
        expected_entailed=draw(st.integers(0, expected - undecided)),
        claims_decided_by_gold=decided_by_gold,
        claims_correct_by_gold=draw(st.integers(0, decided_by_gold)),
        claims_undecided_by_gold=draw(st.integers(0, 2)) if gold else 0,
        evidence_expected=evidence,
        evidence_in_corpus=draw(found) if gold else None,
        evidence_in_retrieved=draw(found) if gold else None,
        evidence_in_prompt=draw(found) if gold else None,
    )


def runs(*, least: int = 0, most: int = 14) -> st.SearchStrategy[list[AnswerResult]]:
    """Whole runs of answers with ids of their own."""
    return st.integers(least, most).flatmap(
        lambda size: st.tuples(*(results(answer_id=f"a{place:02d}") for place in range(size))).map(list)
    )
