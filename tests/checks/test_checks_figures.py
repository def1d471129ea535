"""Findings about figures: their codes, places and messages."""

from __future__ import annotations

import pytest

from pincite.checks.figures import check_figures
from pincite.model import Chunk, Claim, Finding, Passage
from pincite.text.figures import compare


def findings(claim: str, *passages: str, start: int = 0, cut: int = 0) -> list[Finding]:
    made = Claim(claim_id="c1", start=start, end=start + len(claim), text=claim, statement=claim)
    shown = [
        Passage(
            chunk=Chunk(document_id=f"d{at}", document_revision="r1", chunk_id="c", text="x" * cut + text),
            start=cut,
            end=cut + len(text),
        )
        for at, text in enumerate(passages)
    ]
    return check_figures(made, compare(claim, passages), shown)


@pytest.mark.parametrize(
    ("claim", "passage", "code", "message"),
    [
        (
            "It counts 184 pages.",
            "It counts 148 pages.",
            "PC401",
            "figure differs: answer 184, source says 148",
        ),
        ("It costs €90.", "It weighs 3 kg.", "PC401", "figure is not in the cited text: €90"),
        (
            "Take 250 mg once a day.",
            "Recommended dose: 250 micrograms once daily.",
            "PC402",
            "unit differs: answer 250 mg, source says 250 micrograms",
        ),
        (
            "It lasts until 31 May.",
            "It lasts until 31 March.",
            "PC403",
            "date differs: answer 31 May, source says 31 March",
        ),
        (
            "Costs came to €8,410.",
            "Cost report (EUR thousand) | 2024\nPersonnel | 8,410",
            "PC404",
            "scale differs: answer €8,410, source says 8,410 thousand EUR",
        ),
        (
            "Satisfaction fell by 6 percent.",
            "It fell by 6 percentage points.",
            "PC405",
            "percent and percentage points confused: answer 6 percent, source says 6 percentage points",
        ),
        (
            "It opened on 5 March 2020.",
            "It opened in March 2020.",
            "PC401",
            "date is more exact than its source: answer 5 March 2020, source says March 2020",
        ),
        (
            "The credit line is €40 million.",
            "A credit line of USD 40 million.",
            "PC401",
            "currency differs: answer €40 million, source says USD 40 million",
        ),
        (
            "Revenue grew by 15%, from 50 to 55 million.",
            "Revenue: 50 million (2023), 55 million (2024).",
            "PC401",
            "figure does not follow from the figures beside it: 15%",
        ),
    ],
)
def test_codes_and_messages(claim: str, passage: str, code: str, message: str) -> None:
    (finding,) = findings(claim, passage)
    assert (finding.code, finding.message, finding.claim_id) == (code, message, "c1")
    assert finding.severity == "error"


def test_the_span_is_in_the_answer_and_the_evidence_in_the_chunk() -> None:
    claim, passage = "It counts 184 pages.", "It counts 148 pages."
    (finding,) = findings(claim, passage, start=30, cut=7)
    assert finding.answer_span is not None
    assert (finding.answer_span.start, finding.answer_span.end) == (40, 43)
    assert finding.evidence is not None
    assert (finding.evidence.chunk_id, finding.evidence.start, finding.evidence.end) == ("c", 17, 20)
    assert finding.data == {"answer": "184", "source": "148", "difference": "value"}


def test_without_a_counterpart_the_only_passage_is_named_without_a_place() -> None:
    (alone,) = findings("It costs €90.", "It weighs 3 kg.")
    assert alone.evidence is not None
    assert (alone.evidence.document_id, alone.evidence.start) == ("d0", None)
    (several,) = findings("It costs €90.", "It weighs 3 kg.", "It is red.")
    assert several.evidence is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("It counts 148 pages.", "It counts 148 pages."),
        ("It took two hours.", "It took 120 minutes."),
        ("It has 3.3 million residents.", "It has 3,287,415 residents."),
        ("VAT went up by two percentage points.", "VAT was raised from 19% to 21%."),
        ("The act was adopted in 2021.", "The act was adopted in 2019 and amended in 2021."),
        ("It starts above 10 staff.", "It starts with at least 10 staff."),
    ],
)
def test_what_matches_raises_nothing(claim: str, passage: str) -> None:
    assert findings(claim, passage) == []


def test_one_finding_for_each_figure() -> None:
    found = findings("It weighs 3 kg and costs €90 or $95.", "It weighs 3 kg.")
    assert [finding.data["answer"] for finding in found] == ["€90", "$95"]
