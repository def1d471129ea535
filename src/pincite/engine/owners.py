"""Who owns each failed claim, and why: the last step over a batch of checked answers.

What the record, the gold case or the judgements already tell costs nothing. For the rest `diagnose.search`
asks the judge a few questions more, and only about claims that fail.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from pincite.diagnose.owner import (
    Support,
    judged_support,
    owner_of,
    recorded_owner,
    refuted_in_prompt,
    said_in_part,
)
from pincite.diagnose.pairing import about
from pincite.diagnose.reasons import Fix, Grounds, evidence
from pincite.diagnose.search import NEAR, Found, Sought, search
from pincite.engine.lost import among, share_of_words, sought
from pincite.engine.preparation import ClaimWork, Prepared
from pincite.engine.required import gold_support, required_places
from pincite.engine.rows import key_in_mapping
from pincite.evidence.naming import evidence_of
from pincite.evidence.resolution import Resolver
from pincite.evidence.right_marker import right_marker
from pincite.judges.matrix import Judgement, in_rounds
from pincite.judges.protocol import Judge
from pincite.metrics.failure import fails, is_open
from pincite.model import EvidenceRef, Passage
from pincite.model.result import AnswerResult, ClaimRow

_Place = tuple[int, int]
"""Number of the answer in the batch, number of the claim in the answer."""


class _Failed(Struct, frozen=True, kw_only=True):
    """One failed claim with everything that is known about it."""

    one: Prepared
    work: ClaimWork
    judgement: Judgement
    row: ClaimRow


def with_owners(
    results: Sequence[AnswerResult],
    prepared: Sequence[Prepared],
    judgements: Sequence[Sequence[Judgement]],
    judge: Judge,
) -> list[AnswerResult]:
    """The results with the failure owner of each failed claim, and the evidence for it."""
    failed: dict[_Place, _Failed] = {}
    for number, (result, one, judged) in enumerate(zip(results, prepared, judgements, strict=True)):
        for place, (row, work, judgement) in enumerate(zip(result.claims, one.work, judged, strict=True)):
            if is_open(row) or fails(row):
                failed[number, place] = _Failed(one=one, work=work, judgement=judgement, row=row)
    owned: dict[_Place, ClaimRow] = {}
    lost: dict[_Place, Sought] = {}
    for at, claim in failed.items():
        told = _at_hand(claim)
        if told is None:
            lost[at] = sought(claim.one, claim.work, claim.judgement)
        else:
            owned[at] = told
    found = in_rounds([search(one) for one in lost.values()], judge)
    for at, one_found in zip(lost, found, strict=True):
        owned[at] = _searched(failed[at], one_found)
    return [
        structs.replace(
            result,
            claims=tuple(owned.get((number, place), row) for place, row in enumerate(result.claims)),
        )
        for number, result in enumerate(results)
    ]


def _at_hand(claim: _Failed) -> ClaimRow | None:
    """The row with its owner, where record, gold or judgements tell it; None where somebody has to look."""
    row, work, one = claim.row, claim.work, claim.one
    recorded = recorded_owner(row, key_in_mapping=key_in_mapping(work.links, one.answer))
    if recorded is not None:
        return _with(claim, Grounds(owner=recorded, by="record"))
    gold = _gold(claim)
    if gold is not None:
        return gold
    support = judged_support(row)
    if not support.prompt:
        return None
    return _with(claim, Grounds(owner=owner_of(row, support), by="judge", support=support), _seen(claim))


def _seen(claim: _Failed) -> tuple[EvidenceRef, ...]:
    """The passages of the prompt that say the claim, or a part of it."""
    return tuple(map(_place, claim.judgement.supporting))


def _gold(claim: _Failed) -> ClaimRow | None:
    """The row with the owner that the required text of the gold case shows.

    A claim that says something else than the expected claim about the same thing has its owner from that
    one's sources: where they were in the prompt, the answer got them wrong, whatever it cites.
    """
    one, row, name = claim.one, claim.row, claim.work.claim.claim_id
    expected = one.matched.get(name)
    wrong = row.gold is not None and row.gold.label == "contradiction"
    if expected is None and one.case is not None:
        paired = {gold.claim_id for gold in one.matched.values()}
        left = [gold for gold in one.case.expected_claims if gold.claim_id not in paired]
        expected, wrong = about(claim.work.claim, left), True
    support = None if expected is None else gold_support(expected, one.resolver, claim.work.links)
    if expected is None or support is None:
        return None
    if wrong and support.prompt:
        support = structs.replace(support, cited=True)
    grounds = Grounds(owner=owner_of(row, support), by="gold", support=support, refuted=wrong)
    return _with(claim, grounds, required_places(expected, one.resolver))


def _searched(claim: _Failed, found: Found) -> ClaimRow:
    """The row with the owner that the search shows."""
    row = claim.row
    refuted = refuted_in_prompt(row)
    partly = False
    places: tuple[EvidenceRef, ...] = ()
    if found.label == "full" or (found.label == "contradiction" and not refuted):
        support = _reached(claim, found)
        places = _places(found)
        refuted = found.label == "contradiction"
    elif refuted:
        support = Support(prompt=True, cited=True)
    else:
        support = _missed(claim, found)
        if said_in_part(row) and support.corpus is False:
            support = structs.replace(support, prompt=True, cited=not _mostly_elsewhere(claim))
            partly, places = True, _seen(claim)
    grounds = Grounds(
        owner=owner_of(row, support),
        by="judge",
        support=support,
        refuted=refuted,
        partly=partly,
        found=found,
    )
    return _with(claim, grounds, places)


def _mostly_elsewhere(claim: _Failed) -> bool:
    """Whether the claim's citations say nothing of it, and another passage of the prompt most of it."""
    cited = any(link.label not in ("none", None) for link in claim.row.citations)
    reading = claim.work.claim.reading
    return not cited and any(
        share_of_words(reading, passage.text) >= NEAR for passage in claim.judgement.supporting
    )


def _missed(claim: _Failed, found: Found) -> Support:
    """What it means that nothing was found: a stage lacks it only where nothing near was left open."""
    support = judged_support(claim.row)
    read, listed = _was_read(claim), _was_listed(claim.one, found)
    return structs.replace(
        support,
        corpus=False if read and listed and "corpus" in found.complete else None,
        retrieved=False if read and "retrieved" in found.complete else None,
    )


def _was_read(claim: _Failed) -> bool:
    """Whether the judge left nothing open about the prompt, as far as one was recorded."""
    return claim.one.answer.prompt_chunks is None or judged_support(claim.row).prompt is False


def _was_listed(one: Prepared, found: Found) -> bool:
    """The same for the passages that were retrieved and left out of the prompt."""
    return one.answer.retrieved_chunks is None or "retrieved" in found.complete


def _reached(claim: _Failed, found: Found) -> Support:
    """How far the passages that decide a claim came on their way to the prompt.

    Where the judge left something open that came further than they did, it may decide the claim as well:
    then only the corpus is known to hold it.
    """
    one = claim.one
    prompt, retrieved = one.answer.prompt_chunks, one.answer.retrieved_chunks
    in_prompt = [among(part, prompt or ()) for part in found.parts]
    on_the_way = [
        seen or among(part, retrieved or ()) for part, seen in zip(found.parts, in_prompt, strict=True)
    ]
    one_document = len({(part.chunk.document_id, part.chunk.document_revision) for part in found.parts}) == 1
    split = found.across and one_document
    # Of a text that chunk borders cut, any piece shows that its place was found.
    came = any(on_the_way) if split else all(on_the_way)
    in_front = not split and all(in_prompt)
    listed = _was_listed(one, found) or (came and not split)
    if not in_front and not (_was_read(claim) and listed):
        return Support(corpus=True, document=True if one_document else None, cited=False)
    return Support(
        corpus=True,
        document=True if one_document else None,
        chunk=None if found.across and not one_document else not split,
        retrieved=True if came else None if retrieved is None else False,
        prompt=None if prompt is None else in_front,
        cited=False,
    )


def _places(found: Found) -> tuple[EvidenceRef, ...]:
    """The passages that decide, one of them with the stretch that the judge named."""
    spot = found.spot
    if spot is None or len(found.parts) != 1:
        return tuple(map(_place, found.parts))
    return (evidence_of(found.parts[0].chunk, spot.start, spot.end),)


def _place(passage: Passage) -> EvidenceRef:
    if passage.start == 0 and passage.end == len(passage.chunk.text):
        return evidence_of(passage.chunk)
    return evidence_of(passage.chunk, passage.start, passage.end)


def _with(claim: _Failed, grounds: Grounds, places: tuple[EvidenceRef, ...] = ()) -> ClaimRow:
    """The row with its owner; `places` are those that support or refute the claim."""
    if grounds.owner == "citation_mapping":
        grounds = structs.replace(grounds, fix=_fix(claim.one.resolver, places))
    return structs.replace(
        claim.row, failure_owner=grounds.owner, owner_evidence=evidence(claim.row, grounds, places)
    )


def _fix(resolver: Resolver, places: tuple[EvidenceRef, ...]) -> Fix | None:
    """The marker that would lead to the passage of the prompt that supports the claim, and its position."""
    keys = [(place.document_id, place.document_revision, place.chunk_id) for place in places]
    for number, chunk in enumerate(resolver.answer.prompt_chunks or (), 1):
        if chunk.key in keys:
            return Fix(marker=right_marker(resolver, chunk), position=number)
    return None
