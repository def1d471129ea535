"""The combiner: weights, threshold and band, fitted on pairs that the model has never seen.

Every set counts the same, and within it both sides do, so that one threshold serves sets of any make. How
well that carries over is shown by leaving out one set at a time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy
from msgspec import Struct
from numpy.typing import NDArray

from pincite.judges.local.combiner import Combiner, Weight
from pincite.judges.local.features import FEATURES_VERSION, NAMES, features
from pincite.judges.local.model import Encoder
from pincite.judges.rules.judge import weighed
from pincite.model import Chunk, Passage, Question
from training.sets import COMBINER, fraction, rows

Array = NDArray[Any]
MOST = 600
"""Pairs that one set may bring."""
RIDGE = 30.0
"""Strength of the penalty on weights, in pairs; of 1 to 10,000 the best on sets left out, 10 to 100 alike."""
OPEN = 0.04
"""Share of decided pairs, the closest calls, that the band leaves undecided."""


class Row(Struct, frozen=True):
    """One pair as the combiner sees it."""

    dataset: str
    full: bool
    label: str
    values: tuple[float, ...]
    contradiction: float


def question(pair_id: str, claim: str, texts: Sequence[str]) -> Question:
    return Question(
        question_id=pair_id,
        claim=claim,
        passages=tuple(
            Passage(chunk=Chunk(document_id=pair_id, chunk_id=str(n), text=text), start=0, end=len(text))
            for n, text in enumerate(texts)
        ),
    )


def asked(data: Path, cases: Sequence[Path]) -> dict[str, list[tuple[Question, str]]]:
    """The questions with their labels by set: the sets kept from the model, and labelled cases of our own."""
    found: dict[str, list[tuple[Question, str]]] = {}
    for name in COMBINER:
        some = sorted(rows(data, name), key=lambda row: fraction("combine", row["id"]))[:MOST]
        found[name] = [(question(str(r["id"]), r["claim"], [r["evidence"]]), r["label"]) for r in some]
    for path in cases:
        found[f"cases:{path.stem}"] = list(_from_cases(path))
    return found


def _from_cases(path: Path) -> Iterable[tuple[Question, str]]:
    """Each expected claim with a label, against all texts that its answer cites."""
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        cited = {(one["documentId"], one["chunkId"]) for one in case["citations"]}
        texts = [one["text"] for one in case["documents"] if (one["documentId"], one["chunkId"]) in cited]
        for n, claim in enumerate(case["expected"]["claims"]):
            if texts and claim["label"] in ("full", "partial", "none", "contradiction"):
                yield question(f"{case['id']}/{n}", claim["text"], texts), claim["label"]


def rows_of(
    sets: dict[str, list[tuple[Question, str]]], encoder: Encoder, say: Callable[[str], None]
) -> list[Row]:
    made: list[Row] = []
    for name, some in sets.items():
        read = [weighed(one) for one, _ in some]
        scores = encoder.score(
            [("\n\n".join(one.texts), q.claim) for one, (q, _) in zip(read, some, strict=True)]
        )
        for one, (q, label), score in zip(read, some, scores, strict=True):
            if one.basis is not None:
                values = features(q.claim, one.texts, one.basis, score)
                made.append(Row(name, label == "full", label, values, score.contradiction))
        say(f"{name}: {len(some)} pairs")
    return made


def fitted(some: Sequence[Row]) -> Combiner:
    """Weights by penalised logistic regression (Newton's method), then threshold and band."""
    x, y, w = _matrix(some), numpy.array([row.full for row in some], float), _weights(some)
    mean, scale = x.mean(axis=0), numpy.maximum(x.std(axis=0), 1e-6)
    beta = _logistic((x - mean) / scale, y, w)
    weights = tuple(
        Weight(name, round(float(m), 6), round(float(s), 6), round(float(b), 6))
        for name, m, s, b in zip(NAMES, mean, scale, beta[1:], strict=True)
    )
    bare = Combiner(
        features_version=FEATURES_VERSION,
        bias=round(float(beta[0]), 6),
        weights=weights,
        full=0.5,
        open=0.5,
        contradiction=0.5,
    )
    support = numpy.array([bare.support(row.values) for row in some])
    cut = _cut(support, y > 0.5, w)
    low = float(numpy.quantile(support[support < cut], 1 - OPEN / 2)) if (support < cut).any() else cut
    high = float(numpy.quantile(support[support >= cut], OPEN / 2)) if (support >= cut).any() else cut
    return Combiner(
        features_version=FEATURES_VERSION,
        bias=bare.bias,
        weights=weights,
        full=round(max(high, cut), 4),
        open=round(min(low, cut), 4),
        contradiction=_contradiction(some),
    )


def left_out(some: Sequence[Row]) -> dict[str, float]:
    """Balanced accuracy on each set with the combiner fitted on all the others, cut in the band's middle."""
    found: dict[str, float] = {}
    for name in sorted({row.dataset for row in some}):
        combiner = fitted([row for row in some if row.dataset != name])
        middle = (combiner.full + combiner.open) / 2
        mine = [row for row in some if row.dataset == name]
        said = numpy.array([combiner.support(row.values) >= middle for row in mine])
        true = numpy.array([row.full for row in mine])
        if true.any() and not true.all():
            found[name] = float((said[true].mean() + (~said[~true]).mean()) / 2)
    return found


def _matrix(some: Sequence[Row]) -> Array:
    return numpy.array([row.values for row in some], float)


def _weights(some: Sequence[Row]) -> Array:
    counts: dict[tuple[str, bool], int] = {}
    for row in some:
        counts[row.dataset, row.full] = counts.get((row.dataset, row.full), 0) + 1
    weights = numpy.array([1 / counts[row.dataset, row.full] for row in some])
    return numpy.asarray(weights / weights.mean())


def _logistic(x: Array, y: Array, w: Array) -> Array:
    """Newton's method on the weighted log-likelihood with a ridge penalty; the bias is not penalised."""
    full = numpy.hstack([numpy.ones((len(x), 1)), x])
    penalty = numpy.full(full.shape[1], RIDGE)
    penalty[0] = 0.0
    beta = numpy.zeros(full.shape[1])
    for _ in range(50):
        p = 1 / (1 + numpy.exp(-full @ beta))
        gradient = full.T @ (w * (y - p)) - penalty * beta
        curve = (full * (w * p * (1 - p))[:, None]).T @ full + numpy.diag(penalty)
        step = numpy.linalg.solve(curve, gradient)
        beta = beta + step
        if numpy.abs(step).max() < 1e-9:
            break
    return beta


def _cut(support: Array, full: Array, w: Array) -> float:
    """The threshold of the highest weighted balanced accuracy; of equal ones the middle."""
    grid = numpy.round(numpy.arange(0.2, 0.8001, 0.01), 2)
    gains = []
    for cut in grid:
        said = support >= cut
        kept = (w * (said & full)).sum() / (w * full).sum()
        caught = (w * (~said & ~full)).sum() / (w * ~full).sum()
        gains.append((kept + caught) / 2)
    best = [cut for cut, gain in zip(grid, gains, strict=True) if gain >= max(gains) - 0.001]
    return float(best[len(best) // 2])


def _contradiction(some: Sequence[Row]) -> float:
    """From which probability on the model's contradiction is right nine times in ten, of what is not full."""
    told = [row for row in some if row.label in ("contradiction", "none", "partial")]
    for cut in numpy.round(numpy.arange(0.5, 0.981, 0.02), 2):
        chosen = [row for row in told if row.contradiction >= cut]
        if len(chosen) >= 50 and sum(row.label == "contradiction" for row in chosen) >= 0.9 * len(chosen):
            return float(cut)
    return 0.98
