"""The local judge: the rules and a small model, joined by the combiner.

The combiner decides whether the evidence fully supports the claim. The rules decide alone what the model
cannot read: other languages than English, a claim that is too long for it, text too damaged for the rules
themselves. And what the rules found to be in conflict is never called supported: a model of this size must
not talk a wrong figure away. What is not supported is contradicted, partly supported or not mentioned:
there the rules' label holds where they found one, and the model may add a contradiction that the rules did
not see.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from pincite.evidence.packaging import PACKAGING_VERSION
from pincite.judges.local.features import FEATURES_VERSION, features
from pincite.judges.local.files import LocalModel, load_files
from pincite.judges.local.model import Encoder
from pincite.judges.local.selection import SELECTION_VERSION
from pincite.judges.nli.mapping import Probabilities
from pincite.judges.rules.judge import Weighed, identity_of_rules, weighed
from pincite.model import JudgeIdentity, Label, Question, Verdict
from pincite.text.words import language

NAME: Final = "local"
VERSION: Final = "1"
_RUBRIC: Final = "contract-3"
_TELLING: Final = 2
_STEP: Final = 0.0001
_LANGUAGES: Final = ("en", "")
"""What the model was trained on; "" is a text too short to tell."""
_UNREADABLE: Final = ("evidence_unreadable", "claim_too_long")
_WORDS: Final = {
    "model_full": "the model's entailment",
    "model_contradiction": "the model's contradiction",
    "rules_full": "the rules' support",
    "rules_partial": "the rules' partial support",
    "rules_contradiction": "the rules' conflict",
    "rules_open": "the rules' doubt",
    "rules_coverage": "matched terms",
    "rules_best": "matched terms in one sentence",
    "words": "shared words",
    "words_in_unit": "shared words in one sentence",
    "pairs": "shared word pairs",
    "triples": "shared runs of words",
    "figures_missing": "missing figures",
    "figures_conflict": "differing figures",
    "names_missing": "missing names",
    "denial": "a negation on one side",
    "evidence_length": "the evidence's length",
}


class LocalJudge:
    """Rules and model together. The model is loaded with the first question, and once a process."""

    network = False

    def __init__(self, model: LocalModel, *, reload: Callable[[], LocalJudge] | None = None) -> None:
        self._model = model
        self._reload = reload
        self._encoder: Encoder | None = None

    def __reduce__(self) -> tuple[Callable[..., LocalJudge], tuple[Any, ...]]:
        return (self._reload, ()) if self._reload is not None else (LocalJudge, (self._model,))

    @property
    def identity(self) -> JudgeIdentity:
        parts = {
            "weights": self._model.digest,
            "model": f"{self._model.manifest.name} {self._model.manifest.version}",
            "rules": identity_of_rules().digest,
            "features": FEATURES_VERSION,
            "selection": SELECTION_VERSION,
            "packaging": PACKAGING_VERSION,
        }
        told = json.dumps([VERSION, parts], sort_keys=True)
        return JudgeIdentity(
            name=NAME,
            version=VERSION,
            digest=hashlib.sha256(told.encode()).hexdigest(),
            rubric_digest=hashlib.sha256(_RUBRIC.encode()).hexdigest(),
            parts=parts,
        )

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        read = [weighed(question) for question in questions]
        asked = [n for n, one in enumerate(read) if _readable(questions[n].claim, one)]
        scores: dict[int, Probabilities] = {}
        if asked:
            encoder = self._encoder = self._encoder or Encoder(self._model)
            asked = [n for n in asked if encoder.fits(questions[n].claim)]
            pairs = [("\n\n".join(read[n].texts), questions[n].claim) for n in asked]
            scores = dict(zip(asked, encoder.score(pairs), strict=True))
        return [
            self._verdict(question, one, scores.get(n))
            for n, (question, one) in enumerate(zip(questions, read, strict=True))
        ]

    def _verdict(self, question: Question, read: Weighed, score: Probabilities | None) -> Verdict:
        said = read.verdict
        if read.basis is None or score is None:
            return _named(said, said.label, said.rationale, said.confidence, None)
        combiner = self._model.combiner
        values = features(question.claim, read.texts, read.basis, score)
        support = combiner.support(values)
        why = f"{support:.2f} by {_telling(combiner.parts(values), support >= combiner.full)}"
        if said.label == "contradiction":
            # Just outside the band, however sure the model is.
            support = min(support, round(combiner.open - _STEP, 4))
        if combiner.open <= support < combiner.full:
            return Verdict(
                question_id=question.question_id,
                status="undecided",
                reason="close",
                evidence=said.evidence,
                rationale=why,
                support=support,
                judge=NAME,
            )
        label = _label(said.label, support >= combiner.full, score, combiner.contradiction)
        # Where the two differ a reader needs both: the words the rules missed, and what spoke against them.
        told = f"{said.rationale} ({why})" if label == said.label else f"{why}; the rules: {said.rationale}"
        return _named(said, label, told, None, support)


def _readable(claim: str, read: Weighed) -> bool:
    """Whether the model has a say: there is something to read, in its language, for rules and model alike."""
    if read.basis is None or read.verdict.reason in _UNREADABLE:
        return False
    return all(language(text) in _LANGUAGES for text in (claim, *read.texts))


def _label(rules: Label | None, full: bool, score: Probabilities, contradiction: float) -> Label:
    if full:
        return "full"
    if rules in ("contradiction", "none") and score.contradiction < contradiction:
        return rules
    if score.contradiction >= contradiction:
        return "contradiction"
    return "partial" if rules == "partial" else "none"


def _named(
    said: Verdict, label: Label | None, rationale: str, confidence: float | None, support: float | None
) -> Verdict:
    if support is not None:
        confidence = round(support if label == "full" else 1 - support, 4)
    return Verdict(
        question_id=said.question_id,
        label=label,
        status=said.status if support is None else "judged",
        reason=said.reason if support is None else None,
        confidence=confidence,
        evidence=said.evidence,
        rationale=rationale,
        support=support,
        judge=NAME,
    )


def _telling(parts: Sequence[tuple[str, float]], full: bool) -> str:
    """The features that decided most, by name."""
    sign = 1 if full else -1
    ranked = sorted(parts, key=lambda part: (-sign * part[1], part[0]))[:_TELLING]
    return " and ".join(_WORDS[name] for name, _ in ranked)


@cache
def _shared() -> LocalJudge:
    return LocalJudge(load_files(), reload=local_judge)


def local_judge() -> LocalJudge:
    """The judge of the installed model, one for the process.

    Raises DependencyError where it is not installed, JudgeError where its files are not what they should be.
    """
    return _shared()
