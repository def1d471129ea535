"""The measurement of a packed model, as values for its card: sets that it never saw, and changed claims."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from pincite.judges.local.files import load_files
from pincite.judges.local.judge import LocalJudge
from pincite.judges.overlap import overlap
from pincite.judges.rules.judge import judge as rules
from pincite.model import Question, Verdict
from pincite.stats.classification import Binary, auroc
from training.combine import question
from training.mutations import HELD_OUT, mutated
from training.sets import COMBINER, Example, declared, fraction, rows


class Told(Struct, frozen=True):
    """One pair: what people said, and what each of the three decides (None: undecided) and scores; `exact` is
    the local judge with its weights as they were trained, not in eight bits.
    """

    dataset: str
    gold: str
    local: bool | None
    exact: bool | None
    support: float
    rules: bool | None
    overlap: float


class SetResult(Struct, frozen=True, kw_only=True):
    """Balanced accuracies over the decided pairs, and how well the scores order (AUROC). `changed` are the
    pairs that the local judge decides otherwise with weights of eight bits.
    """

    name: str
    n: int
    decided: int
    local: float | None
    exact: float | None
    changed: int
    local_auroc: float | None
    rules: float | None
    overlap: float | None
    overlap_auroc: float | None
    kept: float | None
    caught: dict[str, float]


class Family(Struct, frozen=True):
    """Changed claims of one kind that were accepted as fully supported."""

    name: str
    trained: bool
    n: int
    accepted: float
    overlap: float


def told(judge: LocalJudge, exact: LocalJudge, some: Sequence[tuple[str, Question, str]]) -> list[Told]:
    asked = [one for _, one, _ in some]
    found = []
    for (name, one, gold), verdict, precise in zip(
        some, judge.judge_batch(asked), exact.judge_batch(asked), strict=True
    ):
        other = rules(one)
        texts = [passage.text for passage in one.passages]
        found.append(
            Told(
                name,
                gold,
                _full(verdict),
                _full(precise),
                verdict.support if verdict.support is not None else float(verdict.label == "full"),
                _full(other),
                overlap(one.claim, texts) or 0.0,
            )
        )
    return found


def _full(verdict: Verdict) -> bool | None:
    return None if verdict.label is None else verdict.label == "full"


def measured(
    data: Path, package: Path, exact: Path, *, most: int, say: Callable[[str], None]
) -> tuple[list[SetResult], float]:
    """Every measured set, and the overlap threshold that is best on the combiner's sets.

    `exact` is the folder of the same model with float weights.
    """
    judge, precise = LocalJudge(load_files(package)), LocalJudge(load_files(exact))
    cut = _overlap_cut(data)
    results = []
    for name, (use, _) in sorted(declared(data).items()):
        if use == "train":
            continue
        chosen = sorted(rows(data, name), key=lambda row: fraction("measure", row["id"]))[:most]
        some = [(name, question(str(r["id"]), r["claim"], [r["evidence"]]), r["label"]) for r in chosen]
        result = _result(name, told(judge, precise, some), cut)
        results.append(result)
        say(f"{name}: {result.n} pairs, local {result.local}, rules {result.rules}, overlap {result.overlap}")
    return results, cut


def _overlap_cut(data: Path) -> float:
    """The overlap that parts supported from other pairs best, each combiner set counting the same."""
    sets = []
    for name in COMBINER:
        chosen = sorted(rows(data, name), key=lambda row: fraction("combine", row["id"]))[:600]
        sets.append([(overlap(r["claim"], [r["evidence"]]) or 0.0, r["label"] == "full") for r in chosen])

    def gain(cut: float) -> float:
        found = [balanced([(score >= cut, full) for score, full in one]) for one in sets]
        return sum(one for one in found if one is not None)

    return max((n / 100 for n in range(30, 100)), key=gain)


def balanced(pairs: Sequence[tuple[bool | None, bool]]) -> float | None:
    """Balanced accuracy over the decided ones."""
    sums = Counter((full, said) for said, full in pairs if said is not None)
    binary = Binary(sums[True, True], sums[True, False], sums[False, True], sums[False, False])
    return binary.balanced_accuracy


def _result(name: str, some: Sequence[Told], cut: float) -> SetResult:
    by_gold: dict[str, list[bool]] = defaultdict(list)
    for one in some:
        if one.local is not None:
            by_gold[one.gold].append(one.local)
    full = [one.gold == "full" for one in some]
    return SetResult(
        name=name,
        n=len(some),
        decided=sum(one.local is not None for one in some),
        local=balanced([(one.local, one.gold == "full") for one in some]),
        exact=balanced([(one.exact, one.gold == "full") for one in some]),
        changed=sum(one.local != one.exact for one in some),
        local_auroc=auroc([one.support for one in some], full).value,
        rules=balanced([(one.rules, one.gold == "full") for one in some]),
        overlap=balanced([(one.overlap >= cut, one.gold == "full") for one in some]),
        overlap_auroc=auroc([one.overlap for one in some], full).value,
        kept=_share(by_gold.get("full", ())),
        caught={
            gold: 1 - share
            for gold, said in sorted(by_gold.items())
            if gold != "full" and (share := _share(said)) is not None
        },
    )


def _share(said: Sequence[bool]) -> float | None:
    return sum(said) / len(said) if said else None


def families(data: Path, package: Path, cut: float, *, most: int) -> list[Family]:
    """Claims of sets that the model never saw, changed: how many of each kind are accepted all the same."""
    seen = [
        Example(name, str(r.get("group") or r["id"]), r["evidence"], r["claim"], r["label"])
        for name in COMBINER
        for r in rows(data, name)
    ]
    changed = [(family, one) for family, one in mutated(seen, seed=11, most=most) if one.label != "full"]
    judge = LocalJudge(load_files(package))
    some = [
        (family, question(f"{n}", one.claim, [one.evidence]), one.label)
        for n, (family, one) in enumerate(changed)
    ]
    by_family: dict[str, list[Told]] = defaultdict(list)
    for one in told(judge, judge, some):
        by_family[one.dataset].append(one)
    return [
        Family(
            name,
            name not in HELD_OUT,
            len(found),
            sum(one.local is True for one in found) / len(found),
            sum(one.overlap >= cut for one in found) / len(found),
        )
        for name, found in sorted(by_family.items())
    ]
