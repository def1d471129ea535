from __future__ import annotations

import random

import msgspec
import pytest
from report_samples import (
    OUTLOOK,
    REPORT,
    at,
    chinese_result,
    lookup,
    revenue_result,
    simple,
    uncited_result,
)

from pincite.codes import CATALOGUE
from pincite.model import Answer, Chunk
from pincite.model.result import AnswerResult, ClaimRow
from pincite.report.excerpt import clip, link_excerpt, lookup_in, passage_heading
from pincite.report.groups import GROUPS, group, tone
from pincite.report.view import Collector


def collected(*results: AnswerResult, cap: int | None = 20) -> Collector:
    collector = Collector(cap=cap)
    for result in results:
        collector.add(result, lookup())
    return collector


def test_a_label_folds_into_the_finding_that_says_why() -> None:
    findings = collected(revenue_result()).findings()
    first = findings.entries[0]
    assert first.finding.code == "PC401"
    assert [other.code for other in first.also] == ["PC502"]
    assert [entry.finding.code for entry in findings.entries] == ["PC401", "PC501"]
    assert (findings.total, findings.hidden) == (3, 0)


def test_a_label_about_another_citation_stays_apart() -> None:
    result = revenue_result()
    contradicted, figure, silent = result.findings
    other = msgspec.structs.replace(contradicted, citation_id="7")
    changed = msgspec.structs.replace(result, findings=(other, figure, silent))
    assert [e.finding.code for e in collected(changed).findings().entries] == ["PC502", "PC401", "PC501"]


def test_a_lesser_finding_stands_in_front_of_no_graver_one() -> None:
    result = revenue_result()
    contradicted, figure, silent = result.findings
    lesser = msgspec.structs.replace(figure, severity="warning")
    changed = msgspec.structs.replace(result, findings=(contradicted, lesser, silent))
    assert [e.finding.code for e in collected(changed).findings().entries] == ["PC502", "PC401", "PC501"]


def test_a_rationale_that_the_message_repeats_is_no_note() -> None:
    result = revenue_result()
    contradicted, figure, silent = result.findings
    entry = collected(result).findings().entries[0]
    assert "digits transposed" in entry.notes
    told = msgspec.structs.replace(
        contradicted, message="citation [2] says something else: digits transposed"
    )
    changed = msgspec.structs.replace(result, findings=(told, figure, silent))
    assert "digits transposed" not in collected(changed).findings().entries[0].notes


def test_excerpts_mark_what_the_finding_is_about() -> None:
    entry = collected(revenue_result()).findings().entries[0]
    assert entry.source is not None
    assert entry.answer.text[entry.answer.start : entry.answer.end] == "32%"
    assert entry.source.text[entry.source.start : entry.source.end] == "23%"
    assert (entry.answer.label, entry.source.label) == ("answer: 32%", "source: 23%")
    assert entry.source.heading == 'passage [2] "Annual report 2024", revision 2024, p. 4'


def test_a_link_without_evidence_shows_the_opening_of_its_passage() -> None:
    entry = collected(revenue_result()).findings().entries[1]
    assert entry.source is not None
    assert entry.source.start is None
    assert entry.source.text == OUTLOOK.text


def test_an_unknown_passage_shows_the_recorded_evidence() -> None:
    link = revenue_result().claims[0].citations[0]
    excerpt = link_excerpt(link, lambda *_: None)
    assert excerpt is not None
    assert excerpt.text == "23%"


def test_judge_trouble_is_counted_apart() -> None:
    findings = collected(revenue_result(), uncited_result()).findings()
    assert [entry.finding.code for entry in findings.trouble] == ["PC901"]
    assert findings.total_trouble == 1
    assert findings.total == 4
    assert findings.count("info") == 0


def many(count: int) -> list[AnswerResult]:
    return [
        AnswerResult(
            answer_id=f"a{number}",
            text="text",
            claims=(ClaimRow(answer_id=f"a{number}", claim_id="c1", start=0, end=4, text="text"),),
            findings=(simple("PC401" if number % 3 else "PC601", answer_id=f"a{number}", claim_id="c1"),),
        )
        for number in range(count)
    ]


@pytest.mark.parametrize("cap", [0, 1, 7, 40])
def test_the_cap_keeps_the_worst_whatever_the_order_of_arrival(cap: int) -> None:
    results = many(30)
    everything = collected(*results, cap=None).findings()
    shuffled = random.Random(3).sample(results, len(results))
    capped = collected(*shuffled, cap=cap).findings()
    assert capped.entries == everything.entries[:cap]
    assert capped.hidden == max(30 - cap, 0)
    assert capped.codes == everything.codes


def test_cards_group_by_claim_and_leave_information_out() -> None:
    findings = collected(revenue_result(), chinese_result(), uncited_result()).findings()
    shown = [(card.answer_id, [finding.code for finding in card.findings]) for card in findings.cards]
    assert shown == [("a14", ["PC502", "PC401"]), ("a20", ["PC401"]), ("a14", ["PC501"]), ("a31", ["PC601"])]


def test_chunks_are_looked_up_in_the_answer_first() -> None:
    older = Chunk(document_id="outlook", chunk_id="c9", text="stored elsewhere")
    answer = Answer(answer_id="a", text="x", prompt_chunks=(REPORT,), retrieved_chunks=(OUTLOOK,))
    find = lookup_in(answer, lambda *key: older if key == older.key else None)
    assert find(*REPORT.key) is REPORT
    assert find(*OUTLOOK.key) is OUTLOOK
    empty = lookup_in(Answer(answer_id="a", text="x"), lambda *key: older if key == older.key else None)
    assert empty(*OUTLOOK.key) is older
    assert empty(*REPORT.key) is None


def test_clip_keeps_the_lines_of_a_stretch() -> None:
    text = "first line\nsecond line\nthird"
    span = at(text, "second")
    line, start, end = clip(text, span.start, span.end)
    assert (line, line[start:end]) == ("second line", "second")
    long = "a" * 10_000 + "32" + "b" * 10_000
    piece, start, end = clip(long, 10_000, 10_002)
    assert piece[start:end] == "32"
    assert len(piece) < 5000


@pytest.mark.parametrize(
    ("chunk", "heading"),
    [
        (Chunk(document_id="d", chunk_id="c", text=""), "passage [1] d, chunk c"),
        (
            Chunk(document_id="d", chunk_id="c", text="", title="T", section="S"),
            'passage [1] "T", section "S"',
        ),
        (
            Chunk(document_id="d", document_revision="r4", chunk_id="c", text="", page="iv"),
            "passage [1] d, revision r4, p. iv",
        ),
    ],
)
def test_headings_name_the_passage(chunk: Chunk, heading: str) -> None:
    assert passage_heading("1", chunk) == heading


def test_every_code_has_one_group() -> None:
    placed = [code for _, codes in GROUPS for code in codes]
    assert sorted(placed) == sorted(CATALOGUE)
    assert group("PC502") == "source says something else"
    assert group("PC201") == "source not found"
    assert group("PC203") == "source is old"
    assert group("PC501") == "source says nothing"


def test_judge_trouble_is_never_red_and_a_failure_stays_red() -> None:
    assert tone("PC902", "error") == "judge"
    assert tone("PC401", "warning") == "fail"
    assert tone("PC503", "warning") == "partial"
    assert tone("PC503", "error") == "fail"
    assert tone("PC701", "info") == "info"
