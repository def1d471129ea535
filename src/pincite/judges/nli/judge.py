"""The NLI judge: does the evidence entail the claim, contradict it, or neither?

Evidence that does not fit the model is read in windows of whole sentences. The most entailing window decides
for `full`; only when none entails can the most contradicting one decide for `contradiction`; else the label
is `none`. A model of this kind does not know `partial`: where a claim follows in part it says `none`.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from pincite.evidence.packaging import PACKAGING_VERSION, EvidenceText, evidence_text
from pincite.judges.nli.mapping import Probabilities, mapping
from pincite.judges.nli.scorer import Scorer
from pincite.judges.nli.windows import windows
from pincite.model import EvidenceSpan, JudgeIdentity, Label, Question, Span, Verdict
from pincite.text.sentences import sentences
from pincite.text.words import content_words

VERSION: Final = "1"
_RUBRIC: Final = "nli:max-entailment-over-windows"
_LEAST_ROOM: Final = 16
_BATCH: Final = 32


class _Pair(Struct, frozen=True):
    """One window of one question's evidence."""

    place: int
    window: Span
    evidence: str
    claim: str
    size: int


class NliJudge:
    """A judge from a scorer. `labels` say what the outputs mean, in their order, where the model does not.

    Raises ConfigError when the meaning of an output is not known.
    """

    network = False

    def __init__(
        self,
        scorer: Scorer,
        *,
        labels: Sequence[str] = (),
        threshold: float = 0.5,
        reload: tuple[Callable[..., NliJudge], tuple[Any, ...]] | None = None,
    ) -> None:
        self._scorer = scorer
        self._given = tuple(labels)
        self._threshold = threshold
        self._reload = reload
        self._mapping = mapping(scorer.outputs, labels, where=f"nli:{scorer.name}")
        self._identity = self._identify()

    def __reduce__(self) -> tuple[Callable[..., NliJudge], tuple[Any, ...]]:
        return self._reload or (_remade, (self._scorer, self._given, self._threshold))

    @property
    def identity(self) -> JudgeIdentity:
        return self._identity

    def _identify(self) -> JudgeIdentity:
        parts = {
            "weights": self._scorer.digest,
            "outputs": ",".join(self._mapping.outputs),
            "threshold": f"{self._threshold:g}",
            "window_tokens": str(self._scorer.room),
            "packaging": PACKAGING_VERSION,
        }
        told = json.dumps([VERSION, parts], sort_keys=True)
        return JudgeIdentity(
            name=f"nli:{self._scorer.name}",
            version=VERSION,
            digest=hashlib.sha256(told.encode()).hexdigest(),
            rubric_digest=hashlib.sha256(_RUBRIC.encode()).hexdigest(),
            labels=self._mapping.labels,
            parts=parts,
        )

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        texts = [evidence_text(question) for question in questions]
        pairs = [
            pair
            for place, (question, text) in enumerate(zip(questions, texts, strict=True))
            for pair in self._pairs(place, question, text)
        ]
        scores: dict[int, list[tuple[Span, Probabilities]]] = {}
        for batch in _batches(pairs):
            logits = self._scorer.score([(pair.evidence, pair.claim) for pair in batch])
            for pair, row in zip(batch, logits, strict=True):
                told = (pair.window, self._mapping.probabilities(row))
                scores.setdefault(pair.place, []).append(told)
        return [
            self._verdict(question, text, sorted(scores.get(place, []), key=lambda one: one[0].start))
            for place, (question, text) in enumerate(zip(questions, texts, strict=True))
        ]

    def _pairs(self, place: int, question: Question, text: EvidenceText) -> Iterator[_Pair]:
        if not any(passage.text.strip() for passage in question.passages):
            return
        claim = len(self._scorer.tokens(question.claim))
        room = self._scorer.room - self._scorer.overhead - claim
        if room < _LEAST_ROOM:
            return
        tokens = self._scorer.tokens(text.text)
        starts = [start for start, _ in tokens]
        for window in windows(text.text, tokens, room):
            evidence = text.text[window.start : window.end]
            inside = bisect_left(starts, window.end) - bisect_left(starts, window.start)
            yield _Pair(place, window, evidence, question.claim, inside + claim)

    def _verdict(
        self, question: Question, text: EvidenceText, scores: Sequence[tuple[Span, Probabilities]]
    ) -> Verdict:
        if not scores:
            return self._without_scores(question)
        entailing, best = max(scores, key=lambda one: one[1].full)
        contradicting, worst = max(scores, key=lambda one: one[1].contradiction)
        label: Label = "none"
        window, confidence = None, 1 - max(best.full, worst.contradiction)
        if best.full >= self._threshold:
            label, window, confidence = "full", entailing, best.full
        elif worst.contradiction >= self._threshold:
            label, window, confidence = "contradiction", contradicting, worst.contradiction
        read = f" in {len(scores)} windows" if len(scores) > 1 else ""
        return Verdict(
            question_id=question.question_id,
            label=label,
            confidence=round(confidence, 4),
            support=round(best.full, 4),
            evidence=_span(question, text, window) if window is not None else None,
            rationale=f"entailed {best.full:.2f}, contradicted {worst.contradiction:.2f}{read}",
            judge=self.identity.name,
        )

    def _without_scores(self, question: Question) -> Verdict:
        name = self.identity.name
        if not any(passage.text.strip() for passage in question.passages):
            return Verdict(
                question_id=question.question_id, label="none", rationale="no text is cited", judge=name
            )
        return Verdict(
            question_id=question.question_id,
            status="unjudged",
            reason="error",
            rationale="the claim is too long for the model",
            judge=name,
        )


def _remade(scorer: Scorer, labels: tuple[str, ...], threshold: float) -> NliJudge:
    return NliJudge(scorer, labels=labels, threshold=threshold)


def _batches(pairs: Sequence[_Pair]) -> Iterator[list[_Pair]]:
    """Pairs of like length together, longest first, in an order that does not depend on the questions'."""
    ordered = sorted(pairs, key=lambda pair: (-pair.size, pair.claim, pair.evidence))
    for start in range(0, len(ordered), _BATCH):
        yield ordered[start : start + _BATCH]


def _span(question: Question, text: EvidenceText, window: Span) -> EvidenceSpan | None:
    """The sentence of the window that shares most words with the claim, if it lies in a cited span.

    The model gives one score a window; where no sentence of several shares a word, none is singled out.
    """
    words = content_words(question.claim)
    spans = sentences(text.text, window.start, window.end)
    shared = [len(words & content_words(text.text[span.start : span.end])) for span in spans]
    if not spans or (len(spans) > 1 and not any(shared)):
        return None
    chosen = spans[shared.index(max(shared))]
    place = text.locate(chosen.start, chosen.end)
    if place is None:
        return None
    number, start, end = place
    chunk = question.passages[number].chunk
    return EvidenceSpan(
        document_id=chunk.document_id,
        document_revision=chunk.document_revision,
        chunk_id=chunk.chunk_id,
        start=start,
        end=end,
        text=chunk.text[start:end],
    )
