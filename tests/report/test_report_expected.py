"""Expected claims in reports: the worst first, capped, apart from support, redacted where asked."""

from __future__ import annotations

from pincite.model.result import AnswerFacts, AnswerResult, ClaimRow, ExpectedRow, GoldMark
from pincite.model.verdict import Label
from pincite.report.expected import Gold, GoldCollector, markdown_lines, terminal_lines
from pincite.report.redaction import REDACTED, redacted


def row(name: str, label: str | None = "none", **more: object) -> ExpectedRow:
    settings: dict[str, object] = {"claim_id": name, "text": f"Text of {name}.", "label": label, **more}
    return ExpectedRow(**settings)  # type: ignore[arg-type]


def claim(label: Label | None, gold: Label | None) -> ClaimRow:
    mark = GoldMark(label=gold, status="judged" if gold else "undecided")
    return ClaimRow(answer_id="a", claim_id="c", start=0, end=4, text="text", label=label, gold=mark)


def result(*expected: ExpectedRow, claims: tuple[ClaimRow, ...] = (), case: str = "q") -> AnswerResult:
    return AnswerResult(
        answer_id="a", case_id=case, text="", claims=claims, facts=AnswerFacts(expected=expected)
    )


def gold(*results: AnswerResult, cap: int = 50) -> Gold:
    collector = GoldCollector(cap)
    for one in results:
        collector.add(one)
    found = collector.gold()
    assert found is not None
    return found


def test_without_expected_claims_there_is_nothing_to_show() -> None:
    collector = GoldCollector()
    collector.add(result(claims=(claim("full", None),)))
    assert collector.gold() is None
    assert list(terminal_lines(None)) == list(markdown_lines(None)) == []


def test_what_is_not_said_stands_worst_first_and_the_rest_is_counted() -> None:
    found = gold(
        result(row("g1", severity="low"), row("g2", "full", claim="c1", by="overlap", overlap=0.8)),
        result(
            row("g1", "contradiction", severity="critical"), row("g2", "partial", severity="high"), case="r"
        ),
        result(row("g1", None, severity="critical"), case="s"),
        cap=2,
    )
    assert (found.expected, found.said, found.open_, found.not_said) == (5, 1, 1, 3)
    assert [(one.name, one.expected.claim_id) for one in found.unsaid] == [("r", "g1"), ("r", "g2")]
    told = "\n".join(terminal_lines(found))
    assert "1 of 5 expected claims said, for 1 the judge cannot tell" in told
    assert "critical  r g1: Text of g1. (the answer says otherwise)" in told
    assert "+ 1 more" in told
    page = "\n".join(markdown_lines(found))
    assert "| critical | r | g1: Text of g1. | the answer says otherwise |" in page
    assert "+ 1 more in `facts.jsonl`." in page
    assert "1 is matched with a claim of the answer, 1 by words and 0 by the judge" in page


def test_a_pair_that_the_judge_does_not_confirm_is_shown_with_its_claim() -> None:
    found = gold(result(row("g1", "partial", claim="g1", by="overlap", overlap=0.731)))
    assert found.unsaid[0].why == "said in part; matched with claim g1 by words, 73% in common"


def test_right_and_supported_are_two_questions() -> None:
    claims = (
        claim("full", "full"),
        claim("none", "full"),
        claim("full", "contradiction"),
        claim("none", "contradiction"),
        claim("full", "none"),
        claim("full", None),
    )
    found = gold(result(row("g1", "full"), claims=claims))
    assert (found.right, found.right_supported, found.wrong, found.wrong_supported) == (2, 1, 2, 1)
    assert found.undecided == 2
    page = "\n".join(markdown_lines(found))
    assert "| right | 1 | 1 |" in page and "| wrong | 1 | 1 |" in page and "leave 2 claims open" in page


def test_text_of_a_case_is_escaped_and_cannot_steer_the_terminal() -> None:
    nasty = row("g1", text="a | <b> [x](http://evil) \x1b[31m\nred")
    page = "\n".join(markdown_lines(gold(result(nasty))))
    assert "<b>" not in page and "[x](" not in page and "\x1b" not in page
    assert "\x1b" not in "\n".join(terminal_lines(gold(result(nasty))))


def test_redaction_takes_the_words_and_leaves_the_rest() -> None:
    before = result(row("g1", "partial", claim="c1", by="judge", overlap=0.5))
    (after,) = redacted(before).facts.expected
    assert after.text == REDACTED
    assert (after.claim_id, after.label, after.claim, after.by) == ("g1", "partial", "c1", "judge")
