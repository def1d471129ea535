"""What the combiner is told about a claim and its evidence: the model's word, the rules' word, shared words.

Every feature is a plain number that can be worked out by hand from the two texts and the two decisions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pincite.judges.local.selection import units
from pincite.judges.nli.mapping import Probabilities
from pincite.judges.rules.judge import Basis
from pincite.text.names import names
from pincite.text.qualifiers import cues
from pincite.text.words import content_words, tokens

FEATURES_VERSION: Final = "1"
NAMES: Final = (
    "model_full",  # log-odds of entailment
    "model_contradiction",  # log-odds of contradiction
    "rules_full",
    "rules_partial",
    "rules_contradiction",
    "rules_open",  # undecided
    "rules_coverage",  # weighted share of the claim's terms in the units that carry it
    "rules_best",  # the same in the best unit alone
    "words",  # share of the claim's content words in the evidence
    "words_in_unit",  # the same in the best sentence or row
    "pairs",  # share of the claim's pairs of neighbouring words in the evidence
    "triples",
    "figures_missing",  # figures without a match, at most 3
    "figures_conflict",  # of these, figures that differ from a near counterpart, at most 2
    "names_missing",  # share of the claim's names of which a word is absent
    "denial",  # one of the two holds a negation, the other does not
    "evidence_length",  # log of its characters
)
_MOST_READ: Final = 4000


def features(
    claim: str, texts: Sequence[str], basis: Basis, probabilities: Probabilities
) -> tuple[float, ...]:
    """The numbers of NAMES, in that order."""
    evidence = "\n\n".join(texts)
    label = basis.decision.label
    missing = [match for match in basis.figures if match.match == "missing"]
    return (
        log_odds(probabilities.full),
        log_odds(probabilities.contradiction),
        float(label == "full"),
        float(label == "partial"),
        float(label == "contradiction"),
        float(label is None),
        basis.alignment.coverage,
        basis.alignment.best,
        *_shared(claim, texts),
        *_runs(claim, evidence),
        float(min(3, len(missing))),
        float(min(2, sum(match.difference is not None for match in missing))),
        _names_missing(claim, evidence),
        float(_denies(claim) != _denies(evidence[:_MOST_READ])),
        math.log1p(len(evidence)),
    )


def log_odds(share: float) -> float:
    """The logarithm of p / (1 - p), p kept a little away from the ends."""
    kept = min(0.999, max(0.001, share))
    return math.log(kept / (1 - kept))


def _shared(claim: str, texts: Sequence[str]) -> tuple[float, float]:
    words = content_words(claim)
    if not words:
        return 0.5, 0.5
    held = {word for text in texts for word in words & content_words(text)}
    best = max((len(words & unit.words) for text in texts for unit in units(text)), default=0)
    return len(held) / len(words), best / len(words)


def _runs(claim: str, evidence: str) -> tuple[float, float]:
    said, read = _norms(claim), _norms(evidence)
    return _share(said, read, 2), _share(said, read, 3)


@lru_cache(maxsize=1024)
def _norms(text: str) -> tuple[str, ...]:
    return tuple(token.norm for token in tokens(text))


@lru_cache(maxsize=1024)
def _grams(read: tuple[str, ...], size: int) -> frozenset[tuple[str, ...]]:
    return frozenset(zip(*(read[n:] for n in range(size)), strict=False))


def _share(said: tuple[str, ...], read: tuple[str, ...], size: int) -> float:
    runs = list(zip(*(said[n:] for n in range(size)), strict=False))
    held = _grams(read, size)
    return sum(run in held for run in runs) / len(runs) if runs else 0.5


def _names_missing(claim: str, evidence: str) -> float:
    found = {name.text for name in names(claim)}
    if not found:
        return 0.0
    read = evidence.casefold()
    return sum(any(word.casefold() not in read for word in name.split()) for name in found) / len(found)


@lru_cache(maxsize=1024)
def _denies(text: str) -> bool:
    return any(cue.kind == "negation" for cue in cues(text))
