"""Two runs compared: nothing is noise's, everything mirrors, and cutting claims differently gains nothing."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from comparison_runs import LABELS, SIGNATURE, Short, answer, claim, flipped, made, run, sample, shorts
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pincite.engine.run import Run
from pincite.gate.comparison import Comparison, compare_runs
from pincite.model.result import AnswerResult, ClaimIdentity, ClaimRow, GoldMark, LinkRow
from pincite.model.verdict import Label
from pincite.text.fingerprint import fingerprint

OTHER_EXTRACTOR = structs.replace(SIGNATURE, seg="rules@2")


def truth(random: Random, share: float, size: int = 200) -> list[str]:
    wrong = ("partial", "none", "contradiction")
    return ["full" if random.random() < share else random.choice(wrong) for _ in range(size)]


def verdicts(comparison: Comparison) -> dict[str, str | None]:
    return {metric.name: metric.verdict for metric in comparison.metrics}


@given(shorts(), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_run_and_itself_show_no_change_whatever_the_seed(short: Short, seed: int) -> None:
    one = made(short)
    told = compare_runs(one, one, seed=seed)
    assert told.verdict == "no change"
    assert not told.changes and not told.blocking and not told.moved
    assert not told.unpaired_base and not told.unpaired_head
    assert set(verdicts(told).values()) <= {"no change", None}
    assert told.supported.p_value == 1


@pytest.mark.parametrize("share", [0.5, 0.85, 0.95])
def test_three_percent_of_labels_flipped_is_noise(share: float) -> None:
    """200 claims of medium severity, two in an answer: six labels replaced by others at random."""
    seen: Counter[str] = Counter()
    for seed in range(8):
        random = Random(seed)
        states = truth(random, share)
        head = flipped(states, 0.03, random)
        seen[compare_runs(run(sample(states)), run(sample(head)), seed=seed).verdict] += 1
    assert seen == {"noise": 8}


def test_a_fall_of_many_claims_is_no_noise() -> None:
    states = truth(Random(3), 0.85)
    head = ["none" if place % 8 == 0 and state == "full" else state for place, state in enumerate(states)]
    told = compare_runs(run(sample(states)), run(sample(head)))
    assert told.verdict == "worse"
    assert {"citation_precision", "claim_support"} <= {metric.name for metric in told.worse}
    back = compare_runs(run(sample(head)), run(sample(states)))
    assert back.verdict == "better"
    assert [metric.name for metric in back.better] == [metric.name for metric in told.worse]


def test_one_critical_contradiction_blocks_whatever_the_averages() -> None:
    before = [*sample(["none"] * 60), answer("q-x", claim("the dose is 5 mg", "full", severity="critical"))]
    after = [
        *sample(["full"] * 60),
        answer("q-x", claim("the dose is 5 mg", "contradiction", severity="critical")),
    ]
    told = compare_runs(run(before), run(after))
    assert len(told.better) > 3
    assert told.verdict == "worse"
    (change,) = told.of_kind("newly_contradicted")
    assert change.blocking and change.case == "q-x" and told.blocking == (change,)


@pytest.mark.parametrize(
    ("severity", "blocks"), [("critical", True), ("high", True), ("medium", False), ("low", False)]
)
def test_a_contradiction_in_an_added_claim_blocks_by_severity(severity: Any, blocks: bool) -> None:
    base = sample(["full"] * 40)
    added = [*sample(["full"] * 40), answer("q-new", claim("it is free", "contradiction", severity=severity))]
    told = compare_runs(run(base), run(added))
    assert bool(told.blocking) is blocks
    assert told.verdict == ("worse" if blocks else "no change")
    assert told.pairing.unpaired_head == {"no_answer": 1}


def test_a_contradicting_citation_beside_a_supporting_one_blocks() -> None:
    good = claim("rent is 900", severity="high")
    bad = LinkRow(citation_id="2", document_id="d", chunk_id="c9", label="contradiction")
    told = compare_runs(
        run([answer("q", good)]), run([answer("q", structs.replace(good, citations=(*good.citations, bad)))])
    )
    (change,) = told.changes
    assert change.kinds == ("newly_contradicted", "changed_targets")
    assert change.blocking and (change.base.label, change.head.label) == ("full", "full")


def test_a_contradiction_that_base_had_in_another_cut_is_not_new() -> None:
    whole = claim("rent is 900 and due on Monday", "contradiction", severity="critical")
    first, second = claim("rent is 900", "contradiction", severity="critical"), claim("due on Monday", "full")
    text = whole.text
    told = compare_runs(
        run([answer("q", whole, text=text)]),
        run([answer("q", first, structs.replace(second, start=16), text=text)]),
    )
    assert not told.blocking
    assert told.pairing.unpaired_head == {"segmentation": 2}
    assert told.verdict == "nothing paired"


def told_of(comparison: Comparison, *, mirrored: bool) -> dict[str, Any]:
    """Everything that has a counterpart in the comparison the other way round, as one of them tells it.

    What blocks stands first in head and is no property of the mirror, so the lists are put in one order.
    """

    def ends(one: Any, other: Any) -> tuple[Any, Any]:
        return (other, one) if mirrored else (one, other)

    def signed(value: float | None) -> float | None:
        return None if value is None else (-value if mirrored else value) + 0.0

    opposite = {"better": "worse", "worse": "better"} if mirrored else {}
    supported = comparison.supported
    return {
        "changes": sorted(
            repr((*ends(change.base, change.head), change.severity, change.joined))
            for change in comparison.changes
        ),
        "unpaired": ends(
            *(
                sorted(repr((one.case, one.claim, one.why)) for one in side)
                for side in (comparison.unpaired_base, comparison.unpaired_head)
            )
        ),
        "supported": (ends(supported.only_base, supported.only_head), supported.both, supported.p_value),
        "metrics": [
            (
                metric.name,
                ends(metric.base, metric.head),
                signed(metric.difference),
                ends(signed(metric.low), signed(metric.high)),
                ends(metric.up, metric.down),
                opposite.get(metric.verdict or "", metric.verdict),
            )
            for metric in comparison.metrics
        ],
        "moved": (comparison.looked_at, comparison.moved),
    }


@given(shorts(least=10), shorts(least=10), st.integers(0, 99))
@settings(max_examples=25, deadline=None)
def test_swapping_base_and_head_mirrors_everything(base: Short, head: Short, seed: int) -> None:
    one, other = made(base), made(head)
    there, back = compare_runs(one, other, seed=seed), compare_runs(other, one, seed=seed)
    assert told_of(there, mirrored=False) == told_of(back, mirrored=True)


@given(shorts(), st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_the_order_of_answers_does_not_matter(short: Short, random: Random) -> None:
    one = made(short)
    answers = list(one.answers)
    random.shuffle(answers)
    place = {row.answer_id: number for number, row in enumerate(answers)}
    shuffled = structs.replace(
        one,
        answers=tuple(answers),
        claims=tuple(sorted(one.claims, key=lambda row: place[row.answer_id])),
    )
    other = run(sample(["full", "none"] * 6))
    assert compare_runs(one, other) == compare_runs(shuffled, other)


def uncut(states: list[str], case: int) -> AnswerResult:
    """An answer whose claims all match a gold claim; to every other question there is no answer."""
    rows = [claim(f"part {place} of {case}", state) for place, state in enumerate(states)]
    gold = {row.claim_id: row.claim_id for row in rows}
    return answer(f"q{case:02d}", *rows, gold=gold, answerable=case % 2 == 0)


def recut(one: AnswerResult, random: Random) -> AnswerResult:
    """The same answer cut into other claims, with any labels and any gold matches.

    Some claims are merged with their neighbour, some split in two; one that is left keeps its label.
    """
    cut: list[ClaimRow] = []
    rows = list(one.claims)
    while rows:
        row = rows.pop(0)
        how = random.choice(("keep", "merge", "split"))
        label = random.choice(LABELS)
        if how == "merge" and rows:
            last = rows.pop(0)
            cut.append(_cut(one, row.start, last.end, label))
        elif how == "split":
            middle = row.start + len(row.text) // 2
            cut += [_cut(one, row.start, middle, label), _cut(one, middle, row.end, "full")]
        else:
            cut.append(row)
    if tuple(cut) == one.claims:
        return one
    gold = [row.claim_id for row in one.claims]
    facts = structs.replace(
        one.facts,
        claims=tuple(
            ClaimIdentity(
                claim_id=row.claim_id,
                fingerprint=fingerprint(row.text),
                gold_claim=row.claim_id if row.claim_id in gold else random.choice(gold),
            )
            for row in cut
        ),
        claimed_characters=random.randint(0, one.facts.verifiable_characters),
        abstained=random.random() < 0.5,
        answered=random.random() < 0.5,
        references=one.facts.references[: random.randint(0, len(one.facts.references))],
        claims_decided_by_gold=len(cut),
        claims_correct_by_gold=len(cut),
    )
    return structs.replace(one, claims=tuple(cut), facts=facts)


def _cut(one: AnswerResult, start: int, end: int, label: Label) -> ClaimRow:
    words = f"{one.text[start:end]} ({start}-{end})"
    return structs.replace(
        claim(words, label), answer_id=one.answer_id, case_id=one.case_id, start=start, end=end
    )


@given(
    st.lists(st.lists(st.sampled_from(LABELS), min_size=1, max_size=4), min_size=1, max_size=12),
    st.integers(0, 10**6),
)
@settings(max_examples=60, deadline=None)
def test_changed_segmentation_never_raises_a_number(states: list[list[str]], seed: int) -> None:
    random = Random(seed)
    base = [uncut(some, case) for case, some in enumerate(states)]
    told = compare_runs(run(base), run([recut(one, random) for one in base]))
    assert not told.changes
    assert {metric.difference for metric in told.metrics} <= {None, 0.0}
    assert told.verdict in ("no change", "nothing paired")
    assert set(told.pairing.unpaired_head) <= {"segmentation"}


@given(shorts(), shorts())
@settings(max_examples=20, deadline=None)
def test_what_has_no_partner_is_in_no_difference(base: Short, head: Short) -> None:
    """Whatever happens to unpaired claims, the differences of claims stay where they were."""
    one, other = made(base), made(head)
    there = compare_runs(one, other)
    lone = {(row.claim.answer_id, row.claim.claim_id) for row in there.unpaired_head}

    def worse(row: ClaimRow) -> ClaimRow:
        if (row.answer_id, row.claim_id) not in lone:
            return row
        made = claim(row.text, "none")
        return structs.replace(row, label=made.label, status=made.status, citations=made.citations)

    changed = structs.replace(
        other, claims=tuple(map(worse, other.claims)), summary=structs.replace(other.summary, metrics={})
    )
    by_claim = {"citation_precision", "claim_support", "support_score", "citation_completeness"}
    again = compare_runs(one, changed)
    assert [m.difference for m in there.metrics if m.name in by_claim] == [
        m.difference for m in again.metrics if m.name in by_claim
    ]


def test_a_claim_that_one_run_left_open_raises_nothing() -> None:
    told = compare_runs(
        run(sample(["full"] * 30 + ["none"] * 30)), run(sample(["full"] * 30 + ["undecided"] * 30))
    )
    support = next(metric for metric in told.metrics if metric.name == "claim_support")
    assert (support.base, support.head, support.verdict, support.left_open) == (1.0, 1.0, "no change", 30)
    assert support.run_base == 0.5 and support.run_head == 1.0
    assert len(told.of_kind("changed_status")) == 30
    assert told.verdict == "noise"


def test_a_claim_that_needs_no_citation_any_more_is_set_apart() -> None:
    before = run([answer("q", claim("it is nice", "none"))])
    after = run([answer("q", claim("it is nice", "full", citation_required=False))])
    told = compare_runs(before, after)
    assert told.pairing.claims == 0
    assert told.pairing.unpaired_base == told.pairing.unpaired_head == {"reclassified": 1}


@pytest.mark.parametrize(
    ("text", "signature", "joined", "why"),
    [
        ("another answer", SIGNATURE, 1, {}),
        ("another answer", OTHER_EXTRACTOR, 0, {"segmentation_or_wording": 1}),
        (None, SIGNATURE, 0, {"segmentation": 1}),
    ],
)
def test_a_gold_claim_in_other_words_is_joined_only_if_the_answer_changed(
    text: str | None, signature: Any, joined: int, why: dict[str, int]
) -> None:
    first, second = claim("loans run 21 days"), claim("a loan lasts three weeks", "none")
    base = answer("q", first, gold={first.claim_id: "g1"}, text="one answer")
    head = answer("q", second, gold={second.claim_id: "g1"}, text=text or "one answer")
    told = compare_runs(run([base]), run([head], signature=signature))
    assert told.pairing.by_gold == joined
    assert told.pairing.unpaired_head == why
    if joined:
        assert told.changes[0].kinds == ("newly_unsupported",)


def test_claims_with_the_same_words_are_joined_in_their_order() -> None:
    twice = [claim("see the terms", "full"), structs.replace(claim("see the terms", "none"), claim_id="c2")]
    told = compare_runs(run([answer("q", *twice)]), run([answer("q", *twice[:1])]))
    assert told.pairing.claims == 1 and not told.changes
    assert [one.claim.claim_id for one in told.unpaired_base] == ["c2"]


def test_several_answers_to_one_case_are_one_cluster() -> None:
    def asked(name: str, state: str) -> AnswerResult:
        made = answer("q", claim("loans run 21 days", state))
        return structs.replace(
            made,
            answer_id=name,
            claims=tuple(structs.replace(row, answer_id=name) for row in made.claims),
        )

    told = compare_runs(
        run([asked("a", "full"), asked("b", "full"), asked("x", "full")]),
        run([asked("b", "none"), asked("y", "full")]),
    )
    assert (told.pairing.answers, told.pairing.answers_only_base) == (2, 1)
    (change,) = told.changes
    assert (change.base.answer_id, change.head.answer_id) == ("b", "b")
    assert {metric.answers for metric in told.metrics if metric.verdict} == {1}


def test_every_kind_of_change_is_named() -> None:
    def made(states: str) -> Run:
        a, b, c, d, e = states.split()
        return run(
            [
                answer(
                    "q",
                    claim("one", a),
                    claim("two", b),
                    claim("three", c),
                    claim("four", d),
                    claim("five", e),
                    claim("six", "none", chunk=f"chunk-{a}", failure_owner=f"owner-{a}"),
                )
            ]
        )

    told = compare_runs(made("full none full partial none"), made("none full contradiction none undecided"))
    assert {change.head.claim_id: change.kinds for change in told.changes} == {
        "one": ("newly_unsupported",),
        "two": ("newly_supported",),
        "three": ("newly_contradicted", "newly_unsupported"),
        "four": ("changed_label",),
        "five": ("changed_status",),
        "six": ("changed_targets", "changed_owner"),
    }
    assert (told.supported.only_base, told.supported.only_head) == (2, 1)
    assert told.changes[0].head.claim_id == "three"


def test_without_facts_the_metrics_of_answers_say_so() -> None:
    one = run(sample(["full", "none"] * 10))
    bare = structs.replace(one, answers=())
    told = compare_runs(bare, one)
    silent = {metric.name for metric in told.metrics if metric.why.startswith("base has no facts.jsonl")}
    assert {"invalid_citation_rate", "citation_density"} <= silent
    assert verdicts(told)["citation_precision"] == "no change"
    assert told.pairing.by_text == 20 and told.verdict == "no change"


def test_without_facts_claims_are_joined_by_the_gold_claim_in_their_row() -> None:
    mark = GoldMark(claim_id="g1", by="overlap", overlap=0.8)
    base, head = (
        structs.replace(run([answer("q", claim(words, gold=mark))]), answers=())
        for words in ("loans run 21 days", "each loan runs for 21 days")
    )
    assert compare_runs(base, head).pairing.by_gold == 1


def test_rows_that_do_not_add_up_are_not_compared() -> None:
    one = run(sample(["full", "none"] * 10))
    metric = structs.replace(one.summary.metrics["claim_support"], numerator=11)
    summary = structs.replace(one.summary, metrics=one.summary.metrics | {"claim_support": metric})
    told = compare_runs(one, structs.replace(one, summary=summary))
    why = {metric.name: metric.why for metric in told.metrics}
    assert why["claim_support"] == "the rows of head do not add up to its summary"
    assert verdicts(told)["claim_support"] is None


def test_scores_with_other_credits_are_not_compared() -> None:
    one = run(sample(["full", "none"] * 10))
    other = structs.replace(
        one,
        summary=structs.replace(
            one.summary, thresholds={"credit": "full 2, partial 0, none 0, contradiction -1"}
        ),
    )
    told = compare_runs(one, other)
    assert {m.name: m.why for m in told.metrics}[
        "support_score"
    ] == "the two runs do not give the same credits"


def test_redacted_claims_are_found_by_what_was_stored() -> None:
    one = run(sample(["full", "none"] * 10))
    hidden = structs.replace(one, claims=tuple(structs.replace(row, text="[redacted]") for row in one.claims))
    assert compare_runs(one, hidden).pairing.claims == 20
    told = compare_runs(structs.replace(hidden, answers=()), one)
    assert told.pairing.unpaired_base == {"redacted": 20}


def test_the_parts_that_differ_are_named() -> None:
    judge = {"name": "rules", "version": "1", "digest": "a" * 64, "rubric_digest": "b" * 64, "parts": {}}
    old: dict[str, Any] = {
        "corpus": "c" * 64,
        "judge": judge,
        "answers": {"model": ["m1"], "retriever": ["bm25"]},
    }
    new = old | {"judge": judge | {"name": "overlap"}, "answers": {"model": ["m2"], "retriever": ["bm25"]}}
    other = structs.replace(SIGNATURE, judge="overlap@00000000", policy="22222222")
    told = compare_runs(
        run(sample(["full"] * 4), versions=old), run(sample(["full"] * 4), versions=new, signature=other)
    )
    assert told.signature_differs == ("judge", "policy")
    assert [(one.part, one.base, one.head) for one in told.parts] == [
        ("judge", "rules@1 aaaaaaaaaaaa", "overlap@1 aaaaaaaaaaaa"),
        ("generator: model", "m1", "m2"),
    ]


def test_a_signature_that_cannot_be_read_counts_as_another() -> None:
    one = run(sample(["full"] * 4))
    assert compare_runs(one, run(sample(["full"] * 4), signature="odd")).signature_differs == ("signature",)
    odd = run(sample(["full"] * 4), signature="odd")
    assert compare_runs(odd, odd).signature_differs == ()


@given(shorts(least=10), shorts(least=10))
@settings(max_examples=10, deadline=None)
def test_a_comparison_is_plain_data(base: Short, head: Short) -> None:
    told = compare_runs(made(base), made(head))
    assert msgspec.json.decode(msgspec.json.encode(told), type=Comparison) == told
