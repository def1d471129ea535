"""PC601: claims that need a citation and have none."""

from __future__ import annotations

from pincite.checks.uncited import check_uncited
from pincite.claims.extraction import extract
from pincite.claims.policy import default_policy
from pincite.model import Answer, Finding


def found(text: str) -> list[Finding]:
    answer = Answer(answer_id="a", text=text)
    return check_uncited(answer, extract(answer, default_policy()).claims)


def test_one_finding_for_each_uncited_claim() -> None:
    text = "Rent is due [1]. Heat is extra. The deposit is €900."
    findings = found(text)
    assert [f.code for f in findings] == ["PC601", "PC601"]
    assert [f.claim_id for f in findings] == ["c2", "c3"]
    assert [f.answer_span.of(text) for f in findings if f.answer_span] == [
        "Heat is extra",
        "The deposit is €900",
    ]


def test_an_answer_that_cites_nothing_gets_one_that_lists_its_claims() -> None:
    (finding,) = found("Bats navigate by echo. They emit calls.")
    assert [claim["text"] for claim in finding.data["claims"]] == ["Bats navigate by echo", "They emit calls"]
    assert finding.claim_id is None


def test_what_needs_no_citation_raises_nothing() -> None:
    assert found("That is a good question. Please talk to your doctor first.") == []
    assert found("I could not find that in the documents.") == []
    assert found("Rent is due [1].") == []
    assert found("") == []


def test_a_malformed_marker_is_a_citation_still() -> None:
    assert found("Rent is due [1].\n\nHeat is extra [9].") == []
