"""PC406: another name where the source has one, and silence in every doubtful case."""

from __future__ import annotations

import pytest

from pincite.checks.names import check_names
from pincite.model import Chunk, Claim, Passage, Reference, Resolved


def claim(text: str) -> Claim:
    return Claim(claim_id="c1", start=10, end=10 + len(text), text=text, statement=text)


def link(text: str, title: str = "") -> Resolved:
    chunk = Chunk(document_id="d", chunk_id="c1", text=text)
    return Resolved(
        reference=Reference(key="1"),
        citation_id="1",
        passages=(Passage(chunk=chunk, start=0, end=len(text), title=title),),
    )


EVIDENCE = "Fees fell. The research grant was awarded to Lund University in spring. Staff rejoiced."


def test_another_name_in_the_same_place() -> None:
    one = claim("The research grant was awarded to Uppsala University in spring.")
    (finding,) = check_names(one, [link(EVIDENCE)])
    assert finding.code == "PC406"
    assert (
        finding.message
        == "the claim says “Uppsala University” where the cited passage says “Lund University”"
    )
    assert finding.answer_span is not None
    assert finding.answer_span.start == 10 + one.text.index("Uppsala")
    assert finding.evidence is not None
    assert EVIDENCE[finding.evidence.start : finding.evidence.end] == "Lund University"


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("The research grant was awarded to Lund University in spring.", EVIDENCE),
        ("The research grant was awarded to the University of Lund in spring.", EVIDENCE),
        ("The new library was opened by Uppsala University in winter.", EVIDENCE),  # says something else
        ("The research grant was awarded to Norvik in spring.", EVIDENCE),  # another kind of name
        ("The research grant was awarded by Uppsala University in spring.", EVIDENCE),  # another role
        (
            "The research grant was awarded to Uppsala University in spring.",
            "The research grant was awarded to Lund University and Oslo University in spring.",
        ),  # two rivals
        (
            "The research grant was awarded to Uppsala University in spring.",
            EVIDENCE + " Uppsala University had applied too.",
        ),  # the name is there: a matter for the judge
        (
            "The research grant was awarded to Britain in spring.",
            "The research grant was awarded to the United Kingdom in spring.",
        ),
        ("Grants go to Uppsala University.", "Grants go to Lund University."),  # too little said
        ("The research grant was awarded to Uppsala University in spring.", ""),
        ("no names here at all, only words", EVIDENCE),
        (
            "Der Zuschuss wurde im Frühjahr an die Uppsala Universität vergeben.",
            "The research grant was awarded to Lund University in spring.",
        ),  # another language
    ],
)
def test_silence(text: str, evidence: str) -> None:
    assert check_names(claim(text), [link(evidence)]) == []


def test_the_title_of_the_passage_counts() -> None:
    one = claim("The research grant was awarded to Uppsala University in spring.")
    assert check_names(one, [link(EVIDENCE, title="Uppsala University, annual report")]) == []
    assert check_names(one, []) == []
