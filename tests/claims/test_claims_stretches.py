"""Cuts at the borders of cited stretches: a border makes no proposition, it only sets two apart.

In the tables `<...>` is a stretch that a stored citation names.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.claims.extraction import Extraction, extract
from pincite.claims.policy import default_policy
from pincite.model import Answer, Chunk, Citation, ExplicitClaim, Span

POLICY = default_policy()


def run(marked: str, claims: tuple[ExplicitClaim, ...] | None = None) -> Extraction:
    text, spans, opened = "", [], 0
    for letter in marked:
        if letter == "<":
            opened = len(text)
        elif letter == ">":
            spans.append(Span(opened, len(text)))
        else:
            text += letter
    return extracted(text, spans, claims)


def extracted(text: str, spans: list[Span], claims: tuple[ExplicitClaim, ...] | None = None) -> Extraction:
    answer = Answer(
        answer_id="a",
        text=text,
        claims=claims,
        citations=tuple(Citation(citation_id=f"{n}", span=span) for n, span in enumerate(spans, 1)),
        prompt_chunks=(Chunk(document_id="d", chunk_id="1", text="x"),),
    )
    return extract(answer, POLICY)


def cited(marked: str) -> list[tuple[str, str]]:
    return [(c.text, " ".join(r.key for r in c.references)) for c in run(marked).claims]


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        (
            "<You may borrow twelve items at once>, and <a loan runs for 21 days>.",
            [("You may borrow twelve items at once", "1"), ("a loan runs for 21 days", "2")],
        ),
        (  # the joining words may stand in either stretch
            "<You may borrow twelve items at once, and >< a loan runs for 21 days.>",
            [("You may borrow twelve items at once", "1"), ("a loan runs for 21 days", "2")],
        ),
        (
            "<You may borrow twelve items at once><, and a loan runs for 21 days>.",
            [("You may borrow twelve items at once", "1"), ("a loan runs for 21 days", "2")],
        ),
        (  # a shared subject
            "<The pump weighs 3 kg> and <costs €90>.",
            [("The pump weighs 3 kg", "1"), ("costs €90", "2")],
        ),
        (  # two sources of one part
            "<<You may borrow twelve items>, and <a loan lasts 21 days>.",
            [("You may borrow twelve items", "1"), ("a loan lasts 21 days", "2")],
        ),
        (
            "<Der Verein hat 40 Mitglieder>, und <der Beitrag beträgt 20 Euro>.",
            [("Der Verein hat 40 Mitglieder", "1"), ("der Beitrag beträgt 20 Euro", "2")],
        ),
        ("<每人可以借十二本书>，<借期为21天>。", [("每人可以借十二本书", "1"), ("借期为21天", "2")]),
        (  # a part that nobody cited is a claim without a source
            "<The pump weighs 3 kg>, <the case costs €90>, and the bag costs €12.",
            [("The pump weighs 3 kg", "1"), ("the case costs €90", "2"), ("the bag costs €12", "")],
        ),
    ],
)
def test_each_proposition_takes_its_own_citation(marked: str, expected: list[tuple[str, str]]) -> None:
    assert cited(marked) == expected


@pytest.mark.parametrize(
    "marked",
    [
        "<The box holds a charger> and <a case with a zip>.",  # a phrase
        "<A loan ends in June>, <unless it has been renewed by post>.",  # a subordinate clause
        "<The pump weighs 3 kg>, <including the hose of 2 metres>.",  # an addition
        "<You may keep the book>, <which nobody else has asked for>.",
        "If you are a member, <you may borrow twelve items>, and <a loan runs for 21 days>.",
        "<You may borrow twelve items>, and <a loan runs for 21 days>, unless the desk is closed.",
        "<You may borrow twelve items>, and <a loan runs for 21 days> for all members.",  # whose?
        "It is not the case that <members borrow twelve items>, and <a loan runs for 21 days>.",
        "<You may borrow twelve items>, or <a loan runs for 21 days>.",
        "<You may borrow twelve items><, or a loan runs for 21 days>.",
        "<You may borrow twel>ve items, and a <loan runs for 21 days>.",  # borders inside words and phrases
        "<每人可以借十二本书>，<如果有借书证>。",
    ],
)
def test_what_is_no_proposition_of_its_own_leaves_the_sentence_whole(marked: str) -> None:
    (claim,) = run(marked).claims
    text = marked.replace("<", "").replace(">", "")
    assert claim.text == text.rstrip(".。")
    assert {reference.key for reference in claim.references} <= {"1", "2"}


def test_a_whole_sentence_keeps_both_citations() -> None:
    assert cited("<A loan ends in June>, <unless it has been renewed by post>.") == [
        ("A loan ends in June, unless it has been renewed by post", "1 2")
    ]


def test_a_lead_in_is_read_with_every_part() -> None:
    found = run("For members, <the loan lasts 21 days>, and <the fee is €5>.")
    assert [claim.reading for claim in found.claims] == [
        "For members, the loan lasts 21 days",
        "For members, the fee is €5",
    ]


def test_overlapping_stretches_are_one() -> None:
    text = "You may borrow twelve items, and a loan runs for 21 days."
    found = extracted(text, [Span(0, len(text)), Span(0, 27)])
    assert [claim.text for claim in found.claims] == [text[:-1]]


def test_given_claims_win_and_a_figure_outside_them_is_named() -> None:
    marked = "<You may borrow twelve items at once>, and <a loan runs for 21 days>."
    found = run(marked, (ExplicitClaim(start=0, end=35, citation_ids=("1",)),))
    assert [claim.text for claim in found.claims] == ["You may borrow twelve items at once"]
    assert [finding.code for finding in found.findings] == ["PC106"]


_WORDS = st.lists(
    st.sampled_from(
        [
            *("You may borrow 12 items", "a loan runs for 21 days", "the fee is €5", "unless", "If you pay,"),
            *(" and ", ", and ", ", ", " or ", "; ", ". ", " ", "[1]", "**", "`x`", "\n\n", "- ", "(", ")"),
            *("借期为21天", "，", "。", "和", "“twelve", "”", "%", "🙂", "| a | b |\n", "\u0301"),
        ]
    ),
    max_size=14,
).map("".join)


@given(_WORDS, st.lists(st.tuples(st.integers(0, 150), st.integers(0, 60)), max_size=5))
def test_every_character_stays_accounted_for(text: str, places: list[tuple[int, int]]) -> None:
    found = extracted(text, [Span(start, start + length) for start, length in places])
    assert "".join(text[s.start : s.end] for s in found.segments) == text
    assert all(a.end <= b.start for a, b in pairwise(found.claims))
    whole = extracted(text, [])
    for letter in "1250":  # what was in a claim without borders is in one with them
        before = "".join(claim.text for claim in whole.claims).count(letter)
        assert "".join(claim.text for claim in found.claims).count(letter) >= before


def test_many_stretches_take_linear_time() -> None:
    sentence = "You may borrow 12 items, and a loan runs for 21 days. "
    spans = [
        Span(n * len(sentence) + a, n * len(sentence) + b)
        for n in range(1500)
        for a, b in ((0, 23), (29, 52))
    ]
    assert len(extracted(sentence * 1500, spans).claims) == 3000
