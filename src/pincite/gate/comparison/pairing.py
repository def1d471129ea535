"""Which answers and claims of two runs are the same one.

Answers are joined by their case (an answer without one by its id), claims inside them by the gold claim that
both match, else by their words and how often these occur. What has no partner is set apart with the reason.
A claim that is cut differently out of the same answer is never joined, whatever gold claim it matches: what
the extractor does to a claim says nothing about the system.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from msgspec import Struct

from pincite.engine.run import Run
from pincite.gate.comparison.comparison import Joined, UnpairedReason
from pincite.model.result import AnswerRow, ClaimIdentity, ClaimRow
from pincite.text.fingerprint import fingerprint

_REDACTED = "[redacted]"


class AnswerView(Struct, frozen=True, eq=False):
    """One answer of a run: its claims with what names them elsewhere, and its facts if they were kept."""

    case: str
    answer_id: str
    claims: tuple[ClaimRow, ...]
    identities: tuple[ClaimIdentity, ...]
    row: AnswerRow | None

    @property
    def text_digest(self) -> str | None:
        return None if self.row is None else self.row.facts.text_digest


_COUNTED = (
    "severity", "verifiability", "citation_required", "label", "status", "reason", "citations", "group",
    "context", "figures", "quotes",
)  # fmt: skip


class ClaimPair(Struct, frozen=True, eq=False):
    """One claim as both runs have it."""

    base: ClaimRow
    head: ClaimRow
    joined: Joined

    @property
    def counts_alike(self) -> bool:
        """Whether everything that a metric counts is the same in both."""
        return all(getattr(self.base, name) == getattr(self.head, name) for name in _COUNTED)


class Lone(Struct, frozen=True, eq=False):
    """A claim without a partner. `identity` is how it would have been found."""

    claim: ClaimRow
    identity: ClaimIdentity
    why: UnpairedReason


class AnswerPair(Struct, frozen=True, eq=False):
    """The same answer in both runs, or one that only one of them has."""

    case: str
    base: AnswerView | None
    head: AnswerView | None
    claims: tuple[ClaimPair, ...] = ()
    lone_base: tuple[Lone, ...] = ()
    lone_head: tuple[Lone, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether every claim has a partner."""
        return not self.lone_base and not self.lone_head

    @property
    def same_text(self) -> bool | None:
        """Whether both runs are about the same answer, word for word; None if a run does not say."""
        if self.base is None or self.head is None:
            return False
        if self.base.text_digest is None or self.head.text_digest is None:
            return None
        return self.base.text_digest == self.head.text_digest


def paired_answers(base: Run, head: Run, *, same_extractor: bool) -> tuple[AnswerPair, ...]:
    """All answers of both runs, in the order of their cases' names, so that no order of input matters."""
    sides = _by_case(base), _by_case(head)
    pairs: list[AnswerPair] = []
    for case in sorted(sides[0].keys() | sides[1].keys()):
        for one, other in _aligned(sides[0].get(case, []), sides[1].get(case, [])):
            pairs.append(_joined(case, one, other, same_extractor))
    return tuple(pairs)


def _by_case(run: Run) -> dict[str, list[AnswerView]]:
    """Answers by case. Facts name all answers; without them, those that have claims are known."""
    rows: dict[str, list[ClaimRow]] = {}
    for claim in run.claims:
        rows.setdefault(claim.answer_id, []).append(claim)
    facts = {row.answer_id: row for row in run.answers}
    cases: dict[str, list[AnswerView]] = {}
    for answer_id in dict.fromkeys([*facts, *rows]):
        claims, row = tuple(rows.get(answer_id, ())), facts.get(answer_id)
        named = row.case_id if row is not None else claims[0].case_id
        case = named or answer_id
        view = AnswerView(case, answer_id, claims, _identities(claims, row), row)
        cases.setdefault(case, []).append(view)
    return cases


def _identities(claims: Sequence[ClaimRow], row: AnswerRow | None) -> tuple[ClaimIdentity, ...]:
    """As the run stored them; else from the words that stand in `claims.jsonl`."""
    stored = () if row is None else row.facts.claims
    if [one.claim_id for one in stored] == [claim.claim_id for claim in claims]:
        return stored
    return tuple(
        ClaimIdentity(
            claim_id=claim.claim_id,
            fingerprint="" if claim.text == _REDACTED else fingerprint(claim.text),
            gold_claim=None if claim.gold is None else claim.gold.claim_id,
        )
        for claim in claims
    )


def _aligned(
    base: Sequence[AnswerView], head: Sequence[AnswerView]
) -> Iterable[tuple[AnswerView | None, AnswerView | None]]:
    """Several answers to one case: those of the same id, then the others in their order."""
    there = {view.answer_id: view for view in head}
    here = {view.answer_id for view in base}
    yield from ((view, there[view.answer_id]) for view in base if view.answer_id in there)
    yield from zip_longest(
        (view for view in base if view.answer_id not in there),
        (view for view in head if view.answer_id not in here),
    )


def _joined(case: str, base: AnswerView | None, head: AnswerView | None, same_extractor: bool) -> AnswerPair:
    if base is None or head is None:
        return AnswerPair(
            case,
            base,
            head,
            lone_base=_alone(base),
            lone_head=_alone(head),
        )
    bare = AnswerPair(case, base, head)
    pairs: list[ClaimPair] = []
    lone_base: list[Lone] = []
    lone_head: list[Lone] = []
    taken: set[int] = set()
    partner = _partners(base, head)
    for place, claim in enumerate(base.claims):
        other = partner.get(place)
        if other is None:
            lone_base.append(
                Lone(claim, base.identities[place], _why(bare, base.identities[place], same_extractor))
            )
            continue
        taken.add(other)
        found, joined = head.claims[other], _how(base.identities[place], head.identities[other])
        apart = _apart(claim, found, bare, base.identities[place], head.identities[other], same_extractor)
        if apart is None:
            pairs.append(ClaimPair(claim, found, joined))
        else:
            lone_base.append(Lone(claim, base.identities[place], apart))
            lone_head.append(Lone(found, head.identities[other], apart))
    lone_head += [
        Lone(claim, head.identities[place], _why(bare, head.identities[place], same_extractor))
        for place, claim in enumerate(head.claims)
        if place not in taken
    ]
    return AnswerPair(case, base, head, tuple(pairs), tuple(lone_base), tuple(lone_head))


def _alone(view: AnswerView | None) -> tuple[Lone, ...]:
    if view is None:
        return ()
    return tuple(
        Lone(claim, identity, "no_answer")
        for claim, identity in zip(view.claims, view.identities, strict=True)
    )


def _partners(base: AnswerView, head: AnswerView) -> dict[int, int]:
    """The place of each base claim's partner: by gold claim, else by words, the first with the first."""
    gold = {one.gold_claim: place for place, one in enumerate(head.identities) if one.gold_claim is not None}
    found = {
        place: gold[one.gold_claim]
        for place, one in enumerate(base.identities)
        if one.gold_claim is not None and one.gold_claim in gold
    }
    taken = set(found.values())
    words: dict[str, list[int]] = {}
    for place, one in reversed(list(enumerate(head.identities))):
        if one.fingerprint and place not in taken:
            words.setdefault(one.fingerprint, []).append(place)
    for place, one in enumerate(base.identities):
        if place not in found and words.get(one.fingerprint):
            found[place] = words[one.fingerprint].pop()
    return found


def _how(base: ClaimIdentity, head: ClaimIdentity) -> Joined:
    return "gold" if base.gold_claim is not None and base.gold_claim == head.gold_claim else "text"


def _apart(
    base: ClaimRow,
    head: ClaimRow,
    answer: AnswerPair,
    base_identity: ClaimIdentity,
    head_identity: ClaimIdentity,
    same_extractor: bool,
) -> UnpairedReason | None:
    """Why two claims that go by one name are not compared, if they are not."""
    if base_identity.fingerprint != head_identity.fingerprint:
        if answer.same_text:
            return "segmentation"
        if not same_extractor:
            return "segmentation_or_wording"
    if (base.verifiability, base.citation_required) != (head.verifiability, head.citation_required):
        return "reclassified"
    return None


def _why(answer: AnswerPair, identity: ClaimIdentity, same_extractor: bool) -> UnpairedReason:
    if not identity.fingerprint:
        return "redacted"
    same = answer.same_text
    if same is None:
        return "unknown"
    if same:
        return "segmentation"
    return "wording" if same_extractor else "segmentation_or_wording"
