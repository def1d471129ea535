"""Where the support of a failed claim got lost: the passages that never reached the prompt are asked about.

A lexical ranking narrows the candidates, the judge decides. At most `MOST` questions a claim: a few passages
that were retrieved and left out of the prompt, a few of the rest of the corpus, then two readings of several
passages together. The search ends with the first support.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from pincite.judges.matrix import Talk
from pincite.model import EvidenceSpan, Label, Passage, Question, Verdict
from pincite.model.claim import Severity

CANDIDATES = 3
"""How many single passages of a stage are asked about, at most."""

JOINED = 2
"""How many readings across the borders of chunks are asked about, at most."""

MOST = 2 * CANDIDATES + JOINED + 1
"""The most questions about one failed claim."""

NEAR = 0.6
"""A passage that seems to refute the claim is about the same thing only from this share of its words on."""

Stage = Literal["retrieved", "corpus"]


class Candidate(Struct, frozen=True, kw_only=True):
    """A passage to ask about, packaged with its stated context.

    `parts` are the stored passages that it is made of: several when it is read across the borders of chunks.
    `coverage` is the share of the claim's content words that it holds, figures aside.
    """

    passage: Passage
    parts: tuple[Passage, ...]
    coverage: float = 0.0


class Sought(Struct, frozen=True, kw_only=True):
    """A failed claim that nothing in the prompt is known to support.

    `retrieved` gives the passages that were retrieved and are not in the prompt, `corpus` those of the corpus
    that were not even retrieved, best first; None for a stage that was not recorded, and for a corpus in
    other languages. `joined` gives passages read together with their neighbours. `halves` are
    passages of the prompt that say a part of the claim.
    """

    key: str
    claim: str
    question: str | None = None
    severity: Severity = "medium"
    retrieved: Callable[[], tuple[Candidate, ...] | None]
    corpus: Callable[[], tuple[Candidate, ...] | None]
    joined: Callable[[], tuple[Candidate, ...]]
    halves: tuple[Candidate, ...] = ()


class Found(Struct, frozen=True, kw_only=True):
    """What the search came to.

    `parts` are the stored passages that decide: with `label` `full` they support the claim, with
    `contradiction` one refutes it; empty when nothing was found. `spot` is the place in a single one that the
    judge names. `across` says that only passages read together support it. `complete` names the stages of
    which every candidate was judged without doubt.
    """

    label: Label | None = None
    parts: tuple[Passage, ...] = ()
    spot: EvidenceSpan | None = None
    across: bool = False
    complete: frozenset[Stage] = frozenset()
    asked: int = 0


def search(sought: Sought) -> Talk[Found]:
    """Look for the support of one claim, stage by stage."""
    asked = 0
    halves = list(sought.halves)
    refuting: tuple[Candidate, Verdict] | None = None
    complete: set[Stage] = set()
    for stage, candidates in _stages(sought):
        verdicts = yield from _ask(sought, stage, [(one.passage,) for one in candidates])
        asked += len(candidates)
        for one, verdict in zip(candidates, verdicts, strict=True):
            if verdict.label == "full":
                return Found(
                    label="full",
                    parts=_narrowed(one, verdict),
                    spot=verdict.evidence,
                    complete=frozenset(complete),
                    asked=asked,
                )
            if verdict.label == "partial":
                halves.append(one)
            elif verdict.label == "contradiction" and refuting is None and one.coverage >= NEAR:
                refuting = one, verdict
        if all(verdict.status == "judged" for verdict in verdicts):
            complete.add(stage)
    together = _together(halves, sought.joined())
    if together:
        verdicts = yield from _ask(sought, "joined", [passages for passages, _ in together])
        asked += len(together)
        for (_, parts), verdict in zip(together, verdicts, strict=True):
            if verdict.label == "full":
                return Found(
                    label="full", parts=parts, across=True, complete=frozenset(complete), asked=asked
                )
        if any(verdict.status != "judged" for verdict in verdicts):
            complete.clear()
    if refuting is None:
        return Found(complete=frozenset(complete), asked=asked)
    return Found(
        label="contradiction",
        parts=_narrowed(*refuting),
        spot=refuting[1].evidence,
        complete=frozenset(complete),
        asked=asked,
    )


def _narrowed(candidate: Candidate, verdict: Verdict) -> tuple[Passage, ...]:
    """A window of a long text as the place in it that the judge names: chunks may have cut elsewhere."""
    passage, spot = candidate.passage, verdict.evidence
    if spot is None or len(passage.text) == len(passage.chunk.text):
        return candidate.parts
    return (Passage(chunk=passage.chunk, start=spot.start, end=spot.end),)


def _stages(sought: Sought) -> Iterator[tuple[Stage, tuple[Candidate, ...]]]:
    retrieved = sought.retrieved()
    if retrieved is not None:
        yield "retrieved", retrieved[:CANDIDATES]
    stored = sought.corpus()
    if stored is not None:
        yield "corpus", stored[:CANDIDATES]


def _together(
    halves: Sequence[Candidate], joined: Sequence[Candidate]
) -> list[tuple[tuple[Passage, ...], tuple[Passage, ...]]]:
    """The best two passages that each say a part, and those that go over the border of a chunk."""
    sets: list[tuple[tuple[Passage, ...], tuple[Passage, ...]]] = [
        ((one.passage,), one.parts) for one in joined[:JOINED]
    ]
    if len(halves) >= 2:
        one, two = halves[:2]
        sets.insert(0, ((one.passage, two.passage), (*one.parts, *two.parts)))
    return sets


def _ask(sought: Sought, tag: str, sets: Sequence[tuple[Passage, ...]]) -> Talk[list[Verdict]]:
    """One question a set of passages, with their stated context where there is some."""
    if not sets:
        return []
    questions = [
        Question(
            question_id=f"{sought.key}/owner-{tag}-{number}",
            claim=sought.claim,
            passages=passages,
            question=sought.question,
            context=any(one.title or one.section or one.table_header for one in passages),
            severity=sought.severity,
        )
        for number, passages in enumerate(sets)
    ]
    verdicts = yield questions
    return [verdicts[question.question_id] for question in questions]
