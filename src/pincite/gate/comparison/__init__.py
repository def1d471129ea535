"""Two runs compared, claim by claim: what is newly supported, unsupported or contradicted, and what is noise.

from pincite import load_run
from pincite.gate.comparison import compare_runs

comparison = compare_runs(load_run("base"), load_run("head"))
comparison.verdict, comparison.blocking, comparison.of_kind("newly_contradicted")
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pincite.engine.run import SEED, Run
from pincite.gate.comparison.changes import changes, supported, unpaired
from pincite.gate.comparison.comparison import (
    ClaimChange,
    ClaimState,
    Comparison,
    McNemar,
    MetricDifference,
    Overall,
    Pairing,
    PartDifference,
    RunSide,
    Unpaired,
    UnpairedReason,
    Verdict,
)
from pincite.gate.comparison.differences import metric_differences
from pincite.gate.comparison.pairing import AnswerPair, Lone, paired_answers
from pincite.gate.comparison.parts import part_differences, same_extractor, signature_differences

__all__ = [
    "ClaimChange",
    "ClaimState",
    "Comparison",
    "McNemar",
    "MetricDifference",
    "Overall",
    "Pairing",
    "PartDifference",
    "RunSide",
    "Unpaired",
    "Verdict",
    "compare_runs",
]


def compare_runs(base: Run, head: Run, *, seed: int = SEED) -> Comparison:
    """Compare two runs on what they share; neither is changed, and nothing is read from disk.

    Joined are claims of the same case that match the same gold claim, else that have the same words. All
    others are unpaired and in no difference. The result depends on the two runs and the seed of the bootstrap
    alone, not on the order of their answers.
    """
    differing = signature_differences(base.summary.signature, head.summary.signature)
    alike = same_extractor(differing)
    answers = paired_answers(base, head, same_extractor=alike)
    found = changes(answers)
    lone_base, lone_head = unpaired(answers)
    metrics = metric_differences(base, head, answers, same_extractor=alike, seed=seed)
    pairing = _pairing(answers)
    return Comparison(
        base=_side(base),
        head=_side(head),
        seed=seed,
        signature_differs=differing,
        parts=part_differences(base.manifest, head.manifest),
        pairing=pairing,
        changes=found,
        unpaired_base=lone_base,
        unpaired_head=lone_head,
        supported=supported(answers),
        metrics=metrics,
        looked_at=sum(metric.verdict is not None for metric in metrics),
        moved=sum(metric.verdict not in (None, "no change") for metric in metrics),
        verdict=_verdict(pairing, found, lone_head, metrics),
    )


def _side(run: Run) -> RunSide:
    return RunSide(
        run_id=run.summary.run_id,
        created_at=run.manifest.created_at,
        signature=run.summary.signature,
        answers=run.summary.counts.answers,
        claims=run.summary.counts.claims,
        partial=run.manifest.partial,
    )


def _pairing(answers: tuple[AnswerPair, ...]) -> Pairing:
    both = [answer for answer in answers if answer.base is not None and answer.head is not None]
    joined = Counter(pair.joined for answer in both for pair in answer.claims)
    return Pairing(
        answers=len(both),
        answers_only_base=sum(answer.head is None for answer in answers),
        answers_only_head=sum(answer.base is None for answer in answers),
        claims=joined.total(),
        by_gold=joined["gold"],
        by_text=joined["text"],
        unpaired_base=_reasons(lone for answer in answers for lone in answer.lone_base),
        unpaired_head=_reasons(lone for answer in answers for lone in answer.lone_head),
    )


def _reasons(lone: Iterable[Lone]) -> dict[UnpairedReason, int]:
    return dict(sorted(Counter(one.why for one in lone).items()))


def _verdict(
    pairing: Pairing,
    found: tuple[ClaimChange, ...],
    lone_head: tuple[Unpaired, ...],
    metrics: tuple[MetricDifference, ...],
) -> Overall:
    """Worse if anything is, better if something is and nothing is worse."""
    verdicts = {metric.verdict for metric in metrics}
    blocked = any(one.blocking for one in found) or any(one.blocking for one in lone_head)
    if blocked or "worse" in verdicts:
        return "worse"
    if not pairing.claims and (pairing.unpaired_base or pairing.unpaired_head or not pairing.answers):
        return "nothing paired"
    if "better" in verdicts:
        return "better"
    return "noise" if found or verdicts - {None, "no change"} else "no change"
