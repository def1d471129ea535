"""The scope rule, paragraph by paragraph of the contract, on whole answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.claims.extraction import Extraction, extract
from pincite.claims.policy import default_policy
from pincite.model import Answer, Chunk, Citation, ExplicitClaim, Span

POLICY = default_policy()


def run(text: str, *citations: Citation, claims: tuple[ExplicitClaim, ...] | None = None) -> Extraction:
    chunks = tuple(Chunk(document_id=f"d{n}", chunk_id=str(n), text="x") for n in range(1, 10))
    answer = Answer(answer_id="a", text=text, prompt_chunks=chunks, citations=citations, claims=claims)
    return extract(answer, POLICY)


def covered(text: str, *citations: Citation) -> list[tuple[str, list[str]]]:
    found = run(text, *citations)
    return [(claim.text, [reference.key for reference in claim.references]) for claim in found.claims]


def doubts(text: str) -> int:
    return sum(finding.code == "PC103" for finding in run(text).findings)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the clause before it, back to the previous group
        (
            "Rent is due in May [1]. Heat is extra [2].",
            [("Rent is due in May", ["1"]), ("Heat is extra", ["2"])],
        ),
        (
            "Pro adds storage [1] and lowers prices [2].",
            [("Pro adds storage", ["1"]), ("lowers prices", ["2"])],
        ),
        # else to the start of the sentence
        (
            "The pump [1] and the motor [2] are covered.",
            [("The pump [1] and the motor [2] are covered", ["1", "2"])],
        ),
        # a conjunction without a marker: both claims lie before it
        ("Model A weighs 3 kg and costs €90 [1].", [("Model A weighs 3 kg", ["1"]), ("costs €90", ["1"])]),
        # a subordinate clause never separates
        (
            "You may not sublet [1] unless the owner agrees [2].",
            [("You may not sublet [1] unless the owner agrees", ["1", "2"])],
        ),
        # after the stop, with or without a space
        ("Rent is due.[1] Heat is extra. [2]", [("Rent is due", ["1"]), ("Heat is extra", ["2"])]),
        # lists, ranges and neighbours are one group
        (
            "Rent is due [1][2]. Heat is extra [3, 4].",
            [("Rent is due", ["1", "2"]), ("Heat is extra", ["3", "4"])],
        ),
        ("All three are covered [1-3].", [("All three are covered", ["1", "2", "3"])]),
        # never forward
        ("Rent is due [1]. Heat is extra.", [("Rent is due", ["1"]), ("Heat is extra", [])]),
        ("Rent is due [1] and falls due monthly.", [("Rent is due", ["1"]), ("falls due monthly", [])]),
        # as the subject of the sentence
        ("[1] reports that rents fell.", [("reports that rents fell", ["1"])]),
        ("According to [1], rents fell.", [("According to [1], rents fell", ["1"])]),
        # never over a blank line
        ("Rent is due.\n\n[1]", [("Rent is due", [])]),
        ("Rent is due.\n\nHeat is extra [1].", [("Rent is due", []), ("Heat is extra", ["1"])]),
        # an aside in brackets
        (
            "The dam holds 3 km³ (it was built in 1950 [2]) [1].",
            [("The dam holds 3 km³", ["1"]), ("it was built in 1950", ["2"])],
        ),
    ],
)
def test_sentences(text: str, expected: list[tuple[str, list[str]]]) -> None:
    assert covered(text) == expected


def test_only_group_at_the_end_of_a_paragraph_covers_all_of_it_once() -> None:
    text = "Places are drawn by lot. Siblings go together. The draw is public [1]."
    assert [keys for _, keys in covered(text)] == [["1"], ["1"], ["1"]]
    assert doubts(text) == 1
    assert doubts("The draw is public [1].") == 0
    two = "Places are drawn by lot [2]. Siblings go together. The draw is public [1]."
    assert [keys for _, keys in covered(two)] == [["2"], [], ["1"]]
    assert doubts(two) == 0


def test_paragraph_rule_passes_over_what_cannot_be_checked() -> None:
    text = "That is a good question. The draw is public [1]."
    assert covered(text) == [("That is a good question", []), ("The draw is public", ["1"])]
    assert doubts(text) == 0


def test_lead_in_covers_its_list_and_items_add_their_own() -> None:
    text = "The kit contains [1]:\n- a charger\n- a cable [2]"
    assert covered(text) == [("a charger", ["1"]), ("a cable", ["1", "2"])]
    without_colon = "The kit is complete [1].\n\n- a charger with plug\n- a cable [2]"
    assert dict(covered(without_colon))["a charger with plug"] == []


def test_lead_in_reaches_through_nested_lists() -> None:
    text = "Leave is granted as follows [1]:\n- Full-time staff:\n  - 28 days\n  - two days for moving [2]"
    assert dict(covered(text)) == {"28 days": ["1"], "two days for moving": ["1", "2"]}


def test_cell_covers_its_row() -> None:
    text = "| Ticket | Price |\n|---|---|\n| Single [1] | €3 |\n| Day | €9 [2] |\n| Week | €20 |"
    assert covered(text) == [
        ("| Single [1] | €3 |", ["1"]),
        ("| Day | €9", ["2"]),
        ("| Week | €20 |", []),
    ]
    source = "| Ticket | Price | Source |\n|---|---|---|\n| Single | €3 | [1] |"
    assert covered(source) == [("| Single | €3 |", ["1"])]


def test_marker_in_the_header_row_covers_the_rows_with_doubt() -> None:
    text = "| Ticket | Price [1] |\n|---|---|\n| Single | €3 |"
    assert covered(text) == [("| Single | €3 |", ["1"])]
    assert doubts(text) == 1


def test_code_quotations_and_reference_lists_do_not_cite() -> None:
    assert covered("The default is 30 seconds:\n```\nx = 30  # [1]\n```") == [
        ("The default is 30 seconds", [])
    ]
    assert covered("The clause says “see item [3] of the list” [1].") == [
        ("The clause says “see item [3] of the list”", ["1"])
    ]
    listed = "Rent is due [1].\n\nReferences\n[1] The lease, page 4"
    assert covered(listed) == [("Rent is due", ["1"])]
    assert len(run(listed).references) == 1


def test_span_of_a_citation_wins_over_its_marker() -> None:
    text = "Rent is due in May. Heat is extra [1]."
    one = Citation(citation_id="1", span=Span(0, 18))
    found = run(text, one)
    assert [[r.source for r in claim.references] for claim in found.claims] == [["span"], []]
    assert [r.source for r in found.references] == ["marker", "span"]


def test_span_over_a_marker_only_is_attached_as_the_marker_is() -> None:
    text = "Rent is due in May [1]. Heat is extra."
    one = Citation(citation_id="1", span=Span(19, 22))
    assert [[r.key for r in c.references] for c in run(text, one).claims] == [["1"], []]


def test_citations_attached_to_nothing_cover_the_whole_answer() -> None:
    found = run("Rent is due. Heat is extra.", Citation(citation_id="x"), Citation(citation_id="y"))
    assert [[r.key for r in claim.references] for claim in found.claims] == [["x", "y"], ["x", "y"]]
    assert {r.source for r in found.references} == {"listed"}
    assert [finding.code for finding in found.findings] == ["PC103"]


def test_a_marker_anywhere_keeps_listed_citations_off() -> None:
    found = run("Rent is due [1]. Heat is extra.", Citation(citation_id="1"), Citation(citation_id="2"))
    assert [[r.key for r in claim.references] for claim in found.claims] == [["1"], []]
    assert [r.key for r in found.references] == ["1"]


def test_every_key_is_a_displayed_reference_per_occurrence() -> None:
    keys = [r.key for r in run("Rent is due [1][1]. Heat is extra [1, 3].").references]
    assert keys == ["1", "1", "1", "3"]


def test_marker_style_changes_nothing() -> None:
    plain = covered("Rent is due [1]. Heat is extra [2].")
    assert plain == covered("Rent is due 【1】. Heat is extra 【2】.")
    assert [keys for _, keys in plain] == [k for _, k in covered("Rent is due.[1] Heat is extra.[2]")]


_BITS = st.lists(
    st.sampled_from(
        [
            "Rent is due",
            " and heat is extra",
            "[1]",
            "[2][3]",
            ". ",
            "\n\n",
            "\n- ",
            ":",
            " unless it rains",
            "| a | b [1] |\n|---|---|\n",
            "```\nx[4]\n```",
            "(",
            ")",
            "“",
            "”",
            "# Head\n",
            "这是规定【1】。",
            "> ",
        ]
    ),
    max_size=20,
)


@given(_BITS.map("".join))
def test_a_marker_never_reaches_forward_over_a_blank_line_or_out_of_code(text: str) -> None:
    found = run(text)
    for claim in found.claims:
        for reference in claim.references:
            assert reference in found.references
            assert reference.start is not None
            if reference.start >= claim.end and "|" not in text and ":" not in text:
                assert "\n\n" not in text[claim.end : reference.start]
    assert all(reference.key != "4" for reference in found.references)
