"""Extraction on whole answers: claims, the account of all other text, claims that came with the answer."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.claims.extraction import Extraction, extract, plain_text
from pincite.claims.policy import default_policy, parse_policy
from pincite.model import Answer, Case, Chunk, Citation, Claim, ExplicitClaim, Span

POLICY = default_policy()


def run(
    text: str,
    *,
    question: str | None = None,
    claims: tuple[ExplicitClaim, ...] | None = None,
    citations: tuple[Citation, ...] = (),
    case: Case | None = None,
) -> Extraction:
    answer = Answer(
        answer_id="a",
        text=text,
        question=question,
        claims=claims,
        citations=citations,
        prompt_chunks=(Chunk(document_id="d", chunk_id="1", text="x"),),
    )
    return extract(answer, POLICY, case=case)


def texts(found: Extraction, *, verifiable: bool = True) -> list[str]:
    wanted = "verifiable" if verifiable else "not_verifiable"
    return [claim.text for claim in found.claims if claim.verifiability == wanted]


def kinds(found: Extraction, text: str) -> dict[str, str]:
    return {text[s.start : s.end].strip(): s.kind for s in found.segments if s.kind != "blank"}


def test_every_character_is_accounted_for() -> None:
    text = "## Fees\n\nIn short: the fee is €5 [1], and the deposit is €20.\n\n```\nfee = 5\n```\n"
    found = run(text)
    assert "".join(text[s.start : s.end] for s in found.segments) == text
    assert kinds(found, text) == {
        "## Fees": "not_verifiable",
        "In short:": "not_verifiable",
        "the fee is €5": "claim",
        "[1]": "marker",
        ", and": "not_verifiable",
        "the deposit is €20": "claim",
        "```\nfee = 5\n```": "code",
    }


def test_statement_has_the_offsets_of_the_text() -> None:
    found = run("The **fee** [1] is `5` *euros*, see [the lease](https://x.example/a_b) [2].")
    claim = found.claims[0]
    assert len(claim.statement) == len(claim.text)
    assert " ".join(claim.statement.replace(",", " ").split()) == "The fee is 5 euros see the lease"
    for word in ("fee", "euros", "lease"):
        at = claim.statement.index(word)
        assert claim.text[at : at + len(word)] == word


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("snake_case and 5*3 stay", "snake_case and 5*3 stay"),
        ("**bold** _it_ ~~no~~", "  bold    it    no  "),
        ("> quoted\n> twice", "  quoted\n  twice"),
        ("a `code` b", "a  code  b"),
    ],
)
def test_inline_signs_are_blanked(text: str, plain: str) -> None:
    assert plain_text(text, ()) == plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- Umsatz: 12,4 Mio. € [1]\n- Mitarbeiter: 85 [2]", ["Umsatz: 12,4 Mio. €", "Mitarbeiter: 85"]),
        ("1. Rent is due in May.\n2. Heat is extra.", ["Rent is due in May", "Heat is extra"]),
        (
            "The lab is led by R. Amsel, Ph.D., who joined in 2016 [1].",
            ["The lab is led by R. Amsel, Ph.D., who joined in 2016"],
        ),
        (
            "湖の最大水深は44メートルです【1】。面積は12平方キロメートルです【2】。",
            ["湖の最大水深は44メートルです", "面積は12平方キロメートルです"],
        ),
        ("It is cold: -5 °C. -7 °C is colder.", ["It is cold: -5 °C", "-7 °C is colder"]),
        ("> Rent is due in May [1].", ["Rent is due in May"]),
        ("Paris", ["Paris"]),
    ],
)
def test_claims_without_their_signs(text: str, expected: list[str]) -> None:
    assert texts(run(text)) == expected


@pytest.mark.parametrize(
    ("heading", "is_claim"),
    [
        ("## Fees", False),
        ("## 2. Background", False),
        ("## Results 2023", False),
        ("## What does it cost in 2024?", False),
        ("## Annual leave: 28 days", True),
        ("## The fee is €5", True),
        ("## Fees [1]", True),
    ],
)
def test_headings(heading: str, is_claim: bool) -> None:
    found = run(f"{heading}\n\nRent is due.")
    assert len(texts(found)) == 1 + is_claim


def test_labels_and_lead_ins_are_quiet_unless_they_say_something() -> None:
    assert texts(run("**Key points**\n\nRent is due.")) == ["Rent is due"]
    assert texts(run("The kit contains:\n- a charger")) == ["a charger"]
    assert texts(run("There are 3 plans:\n- Free\n- Pro [1]"))[0] == "There are 3 plans"
    assert texts(run("The second field is the user name [1]:\n```\nx\n```")) == [
        "The second field is the user name"
    ]


def test_what_cannot_be_checked_is_kept_as_a_claim_of_its_kind() -> None:
    found = run("That is a good question. Rent is due [1]. Would you like more?")
    assert texts(found, verifiable=False) == ["That is a good question", "Would you like more"]
    assert [c.citation_required for c in found.claims] == [False, True, False]


def test_bare_yes_is_a_claim_only_alone() -> None:
    alone = run("No.", question="Are recordings allowed?")
    assert [c.proposition for c in alone.claims] == ["Are recordings allowed? No"]
    assert alone.claims[0].verifiability == "verifiable"
    assert texts(run("No. Recording is prohibited [1].", question="Is it allowed?")) == [
        "Recording is prohibited"
    ]


def test_abstention_is_seen() -> None:
    found = run("The fee is €5 [1], but the documents do not say when it is due.")
    assert found.abstained
    assert [
        span.of("The fee is €5 [1], but the documents do not say when it is due.")
        for span in found.abstention_spans
    ] == ["the documents do not say when it is due"]
    assert texts(found) == ["The fee is €5"]


def test_readings_reach_the_claims() -> None:
    found = run("| Ticket | Price |\n|---|---|\n| Single | €3 [1] |")
    assert found.claims[0].proposition == "Ticket: Single; €3"
    items = run("The kit contains:\n- a charger [1]")
    assert items.claims[0].proposition == "The kit contains: a charger"


def test_broken_markers_and_markers_in_code() -> None:
    found = run("Rent is due [1. Heat is extra.\n```\nrow[1]\n```")
    codes = [finding.code for finding in found.findings]
    assert codes.count("PC102") == 1
    coded = next(f for f in found.findings if f.code == "PC102")
    assert [mark["text"] for mark in coded.data["markers"]] == ["[1]"]
    broken = [reference for reference in found.references if reference.malformed]
    assert codes.count("PC101") == len(broken)


def test_severity_from_policy_then_criticality() -> None:
    policy = parse_policy('[[severity]]\npattern = "overdose"\nlevel = "critical"', base=POLICY)
    answer = Answer(answer_id="a", text="An overdose is likely. Rent is due.")
    severities = [claim.severity for claim in extract(answer, policy).claims]
    assert severities == ["critical", "medium"]
    case = Case(case_id="c", criticality="low")
    assert [claim.severity for claim in extract(answer, policy, case=case).claims] == ["critical", "low"]


# --- claims that came with the answer ---


def explicit(start: int, end: int, *ids: str, text: str | None = None) -> ExplicitClaim:
    return ExplicitClaim(start=start, end=end, citation_ids=ids, text=text)


def test_given_claims_win() -> None:
    text = "Rent is due in May [9]. Heat is extra."
    found = run(text, claims=(explicit(0, 18, "a", "b"),), citations=(Citation(citation_id="a"),))
    assert [(c.text, [r.key for r in c.references], c.structure) for c in found.claims] == [
        ("Rent is due in May", ["a", "b"], "explicit")
    ]
    assert [r.key for r in found.references] == ["9", "a", "b"]
    assert kinds(found, text)["Heat is extra"] == "unclaimed"


def test_given_claims_without_a_mapping_take_the_markers() -> None:
    found = run("Rent is due in May [1]. Heat is extra.", claims=(explicit(0, 18), explicit(24, 37)))
    assert [[r.key for r in c.references] for c in found.claims] == [["1"], []]


def test_wrong_span_is_a_finding_and_the_span_is_evaluated() -> None:
    found = run("Rent is due in May.", claims=(explicit(0, 11, "1", text="Rent was due"),))
    assert [c.text for c in found.claims] == ["Rent is due"]
    (finding,) = found.findings
    assert finding.code == "PC104"
    assert finding.answer_span == Span(0, 11)


def test_span_outside_the_answer_is_found_by_its_text_or_left_out() -> None:
    text = "Rent is due. Heat is extra."
    found = run(
        text, claims=(explicit(90, 99, "1", text="Heat is extra"), explicit(-1, 4, "1", text="nowhere"))
    )
    assert [c.text for c in found.claims] == ["Heat is extra"]
    assert [f.code for f in found.findings] == ["PC104", "PC104"]


def test_figures_and_quotations_outside_given_claims_are_found() -> None:
    text = "Rent is due in May. The deposit is €900. He said “pay it by the first”. Nice."
    found = run(text, claims=(explicit(0, 18, "1"),))
    spans = [f.answer_span for f in found.findings if f.code == "PC106"]
    assert [span.of(text) for span in spans if span is not None] == [
        "The deposit is €900",
        "He said “pay it by the first”",
    ]
    covering = run(text, claims=(explicit(0, len(text), "1"),))
    assert covering.findings == ()


def test_given_values_are_kept() -> None:
    one = ExplicitClaim(
        start=0,
        end=11,
        claim_id="k",
        kind="opinion",
        verifiable=True,
        citation_required=False,
        severity="high",
    )
    claim = run("Rent is due.", claims=(one,)).claims[0]
    assert (claim.claim_id, claim.kind, claim.verifiability, claim.citation_required, claim.severity) == (
        "k",
        "opinion",
        "verifiable",
        False,
        "high",
    )


# --- properties ---

_BITS = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(
            [
                "[1]",
                "[1, 2]",
                "[^3]",
                "【4†source】",
                "(a 2020)",
                "\n\n",
                "\n- ",
                "\n1. ",
                "# ",
                "| a | b |\n|---|---|\n| 1 | 2 [1] |\n",
                "```\n",
                "**",
                "_",
                "`",
                "$",
                "“",
                "”",
                "„",
                "「",
                "」",
                ":",
                ";",
                ". ",
                "。",
                "，",
                "and it costs €5 ",
                "und muss ",
                "et se ",
                "The documents do not say ",
                "[text](http://x.y/z)",
                "<cite id=1>x</cite>",
                "\u200b",
                "\u0301",
                "🙂",
                "\r\n",
                "\x00",
                "References\n",
            ]
        ),
    ),
    max_size=14,
)


def check(text: str, found: Extraction) -> None:
    assert "".join(text[s.start : s.end] for s in found.segments) == text
    assert all(a.end == b.start for a, b in pairwise(found.segments))
    for claim in found.claims:
        assert text[claim.start : claim.end] == claim.text
        assert len(claim.statement) == len(claim.text)
        assert claim.citation_required <= (claim.verifiability == "verifiable")
    for span in found.abstention_spans:
        assert 0 <= span.start < span.end <= len(text)


@given(_BITS.map("".join))
def test_any_answer_is_accounted_for(text: str) -> None:
    found = run(text)
    check(text, found)
    claims: tuple[Claim, ...] = found.claims
    assert [c.claim_id for c in claims] == [f"c{n + 1}" for n in range(len(claims))]
    assert all(a.end <= b.start for a, b in pairwise(claims))
    assert all(reference in found.references for claim in claims for reference in claim.references)


@given(
    _BITS.map("".join),
    st.lists(
        st.tuples(st.integers(-2, 60), st.integers(-2, 60), st.sampled_from([(), ("1",), ("zz",)])),
        max_size=4,
    ),
)
def test_any_given_claims_are_placed_or_named(
    text: str, given_claims: list[tuple[int, int, tuple[str, ...]]]
) -> None:
    claims = tuple(ExplicitClaim(start=a, end=b, citation_ids=ids) for a, b, ids in given_claims)
    found = run(text, claims=claims or None)
    check(text, found)
    if claims:
        named = sum(finding.code == "PC104" for finding in found.findings)
        assert len(found.claims) + named == len(claims)


@given(st.integers(0, 40), st.integers(0, 40), _BITS.map("".join))
def test_any_citation_span_is_read(start: int, end: int, text: str) -> None:
    citation = Citation(citation_id="1", span=Span(start, end))
    check(text, run(text, citations=(citation,)))


def test_long_answers_take_linear_time() -> None:
    sentence = "The fee is €5 [1] and it is due in May [2], but the documents do not say why. "
    found = run(sentence * 400)
    assert len(found.claims) == 1200
