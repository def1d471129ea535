"""Which claim of an answer is which expected claim of its case: one to one, by words or by the judge.

A pair gives the claim its identity across runs, the gold's severity, and the sources that must support it.
Whether the claim is right is another question (`pincite.diagnose.gold`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from pincite.judges.matrix import ask
from pincite.judges.protocol import Judge
from pincite.model import Chunk, Claim, ExpectedClaim, Passage, Question, Verdict
from pincite.model.result import PairedBy
from pincite.text.figures import compare
from pincite.text.qualifiers import cues
from pincite.text.words import content_words

Pairing = Literal["overlap", "judge"]

PAIRINGS: MappingProxyType[Pairing, str] = MappingProxyType({"overlap": "overlap@1", "judge": "judge@1"})
"""Names and versions of the rules, for the manifest."""

CANDIDATES = 3
"""The judge is asked about so many claims for each expected one, those with the most words in common."""

_ENOUGH = 0.5


class Pair(Struct, frozen=True, kw_only=True):
    """One claim and the expected claim that it is, as places in their lists.

    `overlap` is the Dice coefficient of their content words, whatever decided.
    """

    claim: int
    expected: int
    by: PairedBy
    overlap: float


class Pairable(Struct, frozen=True, kw_only=True):
    """The claims of one answer and those that its case expects; `key` begins the ids of its questions."""

    key: str
    claims: tuple[Claim, ...]
    expected: tuple[ExpectedClaim, ...]
    question: str | None = None


def pair(claims: Sequence[Claim], expected: Sequence[ExpectedClaim]) -> tuple[Pair, ...]:
    """Pairs by words: the largest overlap first, then the earlier claim.

    Overlap is at least 0.5; two claims whose figures or polarity differ are never the same claim.
    """
    scores = _overlaps(claims, expected)
    pairs: dict[int, Pair] = {}
    taken: set[int] = set()
    for (i, j), score in sorted(scores.items(), key=lambda item: (-item[1], item[0])):
        if i not in pairs and j not in taken and _same_words(claims[i], expected[j], score):
            pairs[i] = Pair(claim=i, expected=j, by="overlap", overlap=score)
            taken.add(j)
    return tuple(pairs[i] for i in sorted(pairs))


def about(claim: Claim, expected: Sequence[ExpectedClaim]) -> ExpectedClaim | None:
    """The expected claim that speaks of the same thing, most of its words in common, whatever it says of it.

    It is no pair: figures or polarity may differ. It tells where the truth about the claim stands.
    """
    scores = _overlaps([claim], expected)
    best = max(scores.items(), key=lambda item: (item[1], -item[0][1]), default=None)
    return expected[best[0][1]] if best is not None and best[1] >= _ENOUGH else None


def pair_by_judge(batch: Sequence[Pairable], judge: Judge) -> list[tuple[Pair, ...]]:
    """Pairs where each of the two follows from the other; as many pairs as there can be.

    For each expected claim the few claims with the most words in common are asked about, first whether the
    claim follows from it, then the other way round where that is so. Where the judge leaves a direction open
    and refutes neither, the words decide, and the pair says so.
    """
    scores = [_overlaps(one.claims, one.expected) for one in batch]
    near = [_candidates(some) for some in scores]
    there = ask(
        judge, [_question(one, ij, "a") for one, some in zip(batch, near, strict=True) for ij in some]
    )
    going = [
        [ij for ij in some if there[_id(one, ij, "a")].label == "full" or _open(there[_id(one, ij, "a")])]
        for one, some in zip(batch, near, strict=True)
    ]
    back = ask(
        judge, [_question(one, ij, "b") for one, some in zip(batch, going, strict=True) for ij in some]
    )
    found = []
    for one, score, some in zip(batch, scores, going, strict=True):
        edges: dict[tuple[int, int], PairedBy] = {}
        for i, j in some:
            both = (there[_id(one, (i, j), "a")], back[_id(one, (i, j), "b")])
            if all(verdict.label == "full" for verdict in both):
                edges[i, j] = "judge"
            elif all(verdict.label == "full" or _open(verdict) for verdict in both) and _same_words(
                one.claims[i], one.expected[j], score[i, j]
            ):
                edges[i, j] = "overlap"
        found.append(
            tuple(
                Pair(claim=i, expected=j, by=edges[i, j], overlap=score[i, j])
                for i, j in _matching(edges, score)
            )
        )
    return found


def _overlaps(claims: Sequence[Claim], expected: Sequence[ExpectedClaim]) -> dict[tuple[int, int], float]:
    words = [content_words(claim.reading) for claim in claims]
    wanted = [content_words(gold.text) for gold in expected]
    return {
        (i, j): _dice(words[i], wanted[j])
        for i, claim in enumerate(claims)
        if claim.verifiability == "verifiable"
        for j in range(len(expected))
    }


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def _same_words(claim: Claim, expected: ExpectedClaim, overlap: float) -> bool:
    return overlap >= _ENOUGH and not _conflict(claim.reading, expected.text)


def _conflict(claim: str, expected: str) -> bool:
    """Different figures or polarity. A figure that only one of them names is detail, not conflict."""
    if _denials(claim) % 2 != _denials(expected) % 2:
        return True
    return any(match.match == "missing" and match.difference for match in compare(claim, (expected,)))


def _denials(text: str) -> int:
    return sum(cue.kind == "negation" for cue in cues(text))


def _candidates(scores: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
    """For each expected claim the claims nearest to it in words; without common words the first ones, since
    they may say it in another language."""
    of: dict[int, list[tuple[int, int]]] = {}
    for i, j in sorted(scores, key=lambda ij: (-scores[ij], ij)):
        some = of.setdefault(j, [])
        if len(some) < CANDIDATES:
            some.append((i, j))
    return sorted(ij for some in of.values() for ij in some)


def _id(one: Pairable, ij: tuple[int, int], way: str) -> str:
    return f"{one.key}/pair-{ij[0]}-{ij[1]}-{way}"


def _question(one: Pairable, ij: tuple[int, int], way: str) -> Question:
    """Does the claim follow from the expected one ("a"), or the other way round ("b")?"""
    claim, gold = one.claims[ij[0]].reading, one.expected[ij[1]].text
    said, known = (claim, gold) if way == "a" else (gold, claim)
    return Question(
        question_id=_id(one, ij, way),
        claim=said,
        passages=(gold_passage("expected" if way == "a" else "answer", known),),
        question=one.question,
        severity=one.claims[ij[0]].severity,
    )


def gold_passage(name: str, text: str) -> Passage:
    """A text of the case or the answer as evidence."""
    chunk = Chunk(document_id=f"gold-{name}", chunk_id=name, text=text)
    return Passage(chunk=chunk, start=0, end=len(text))


def _open(verdict: Verdict) -> bool:
    return verdict.status != "judged" or verdict.label is None


def _matching(
    edges: Mapping[tuple[int, int], PairedBy], scores: Mapping[tuple[int, int], float]
) -> list[tuple[int, int]]:
    """A one-to-one choice of edges, as many as possible (augmenting paths: Kuhn 1955).

    The edges are tried by overlap, so that of equally many pairs those nearer in words are found first; the
    result depends on nothing but the edges and scores.
    """
    order = sorted(edges, key=lambda ij: (-scores[ij], ij))
    of_expected: dict[int, list[int]] = {}
    for i, j in order:
        of_expected.setdefault(j, []).append(i)
    taken: dict[int, int] = {}
    for j in of_expected:
        # Along the shortest way on which every pair made so far can move on, the last one to a free claim.
        came: dict[int, int] = {}
        waiting = [j]
        while waiting:
            other = waiting.pop(0)
            fresh = [i for i in of_expected[other] if i not in came]
            came.update((i, other) for i in fresh)
            free = next((i for i in fresh if i not in taken), None)
            if free is not None:
                _move_on(free, j, came, taken)
                break
            waiting += [taken[i] for i in fresh]
    return sorted(taken.items())


def _move_on(claim: int, first: int, came: Mapping[int, int], taken: dict[int, int]) -> None:
    """Give each expected claim on the way the claim that it was reached for, back to the first."""
    while True:
        expected = came[claim]
        before = next((i for i, j in taken.items() if j == expected and i != claim), None)
        taken[claim] = expected
        if expected == first or before is None:
            return
        claim = before
