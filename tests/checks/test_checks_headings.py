"""PC209 and PC213: evidence that names a matter and says nothing about it."""

from __future__ import annotations

import pytest

from pincite.checks.headings import check_header, check_headings, header_missing
from pincite.model import Chunk, Claim, Passage, Reference, Resolved

CLAIM = "The arched design saves 30 percent of the steel."


def claim(text: str = CLAIM) -> Claim:
    return Claim(claim_id="c1", start=5, end=5 + len(text), text=text, statement=text)


def passage(text: str, *, start: int = 0, table_header: str = "", before: str = "") -> Passage:
    chunk = Chunk(document_id="d", chunk_id="c1", text=text)
    return Passage(chunk=chunk, start=start, end=len(text), table_header=table_header, before=before)


def link(*passages: Passage) -> Resolved:
    return Resolved(reference=Reference(key="1"), citation_id="1", passages=passages)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Cotton", "a single word or name"),
        ("## Arched designs", "a heading"),
        (
            "References: Aalto, Arched designs and steel use, Journal of Bridges 12.",
            "an entry of a reference list",
        ),
        ("FAQ 7: Does the arched design save steel?", "a question without an answer"),
        ("Table of contents: 1 Arched designs, 2 Steel", "a table of contents"),
        ("https://a.example/arched-designs", "a list of links"),
    ],
)
def test_heading_only_evidence(text: str, said: str) -> None:
    (finding,) = check_headings(claim(), link(passage(text)))
    assert (finding.code, finding.citation_id) == ("PC209", "1")
    assert finding.message == f"the cited passage is only {said}"
    assert finding.answer_span == claim().span
    assert finding.evidence is not None
    assert finding.evidence.end == len(text)


def test_evidence_with_a_statement_is_quiet() -> None:
    assert check_headings(claim(), link(passage("The arched design saves steel."))) == []
    assert check_headings(claim(), link()) == []
    assert check_headings(claim(), link(passage("Cotton"), passage("Duties on cotton went up."))) == []


ROW = "H-006 | N. Okoro | Seed | 275,000 | 120,000"
HEADER = "No. | Holder | Class | Shares | Options"


def test_a_row_without_its_header() -> None:
    one = claim("N. Okoro holds 275,000 shares.")
    (finding,) = check_header(one, link(passage(ROW)))
    assert (finding.code, finding.severity) == ("PC213", "warning")
    assert check_header(claim("N. Okoro is a shareholder."), link(passage(ROW))) == []
    assert check_header(one, link(passage(f"{HEADER}\n{ROW}"))) == []
    assert check_header(one, link(passage(ROW, table_header=HEADER))) == []
    assert check_header(one, link(passage(ROW, before=HEADER))) == []
    assert check_header(one, link(passage(f"{HEADER}\n{ROW}", start=len(HEADER) + 1))) == []


def test_another_citation_may_hold_the_header() -> None:
    one = claim("N. Okoro holds 275,000 shares.")
    assert (
        check_header(one, link(passage(ROW)), others=[passage(f"{HEADER}\nH-001 | B. Amari | A | 900 | 0")])
        == []
    )
    assert check_header(one, link(passage(ROW)), others=[passage("Shares were issued in May.")]) != []


def test_header_missing_of_a_passage() -> None:
    assert header_missing(passage(ROW))
    assert not header_missing(passage("The fee is 20 euros."))
