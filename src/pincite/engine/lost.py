"""Where to look for the support of a failed claim: what the prompt left out, and what never came near."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import structs

from pincite.diagnose.search import CANDIDATES, JOINED, Candidate, Sought
from pincite.engine.preparation import NEAR, ClaimWork, Prepared
from pincite.evidence.candidates import candidates
from pincite.evidence.index import Hit, Index
from pincite.evidence.resolution import Resolver
from pincite.evidence.staleness import in_force
from pincite.judges.matrix import Judgement
from pincite.model import Chunk, Document, Passage
from pincite.text.words import content_words, language


def sought(one: Prepared, work: ClaimWork, judgement: Judgement) -> Sought:
    """The search for what supports one claim. Nothing is ranked before the search asks for it."""
    resolver, claim = one.resolver, work.claim
    partly = judgement.context is not None and judgement.context.label == "partial"
    return Sought(
        key=f"{one.answer.answer_id}/{claim.claim_id}",
        claim=claim.reading,
        question=one.answer.question,
        severity=claim.severity,
        retrieved=lambda: _retrieved(claim.reading, resolver),
        corpus=lambda: _stored(claim.reading, resolver),
        joined=lambda: _joined(claim.reading, resolver),
        halves=tuple(
            Candidate(passage=_packaged(resolver, passage), parts=(passage,))
            for passage in judgement.supporting
            if partly
        ),
    )


def among(passage: Passage, chunks: Iterable[Chunk]) -> bool:
    """Whether a passage stands in one of the recorded chunks, wherever their borders are."""
    text = passage.text.strip()
    return any(chunk.document_id == passage.chunk.document_id and text in chunk.text for chunk in chunks)


def _retrieved(reading: str, resolver: Resolver) -> tuple[Candidate, ...] | None:
    recorded = resolver.answer.retrieved_chunks
    if recorded is None:
        return None
    prompt = resolver.answer.prompt_chunks or ()
    wholes = [Passage(chunk=chunk, start=0, end=len(chunk.text)) for chunk in recorded]
    left_out = [whole for whole in wholes if not among(whole, prompt)]
    ranked = candidates(reading, [whole.chunk for whole in left_out], CANDIDATES)
    near = [one for one in ranked if one.coverage >= NEAR] or ranked[:1]
    return tuple(
        Candidate(
            passage=_packaged(resolver, left_out[one.index]),
            parts=(left_out[one.index],),
            coverage=share_of_words(reading, one.chunk.text),
        )
        for one in near
    )


def _stored(reading: str, resolver: Resolver) -> tuple[Candidate, ...] | None:
    """Passages of revisions in force that were not retrieved; () when all that speak of it were.

    None when no passage shares a word with the claim and none is in its language either.
    """
    if resolver.corpus is None:
        return None
    answer = resolver.answer
    known = (*(answer.prompt_chunks or ()), *(answer.retrieved_chunks or ()))

    def fresh(passage: Passage, document: Document) -> bool:
        return not among(passage, known) and in_force(resolver, document)

    index = resolver.corpus.index
    hits = index.nearest(reading, CANDIDATES, fresh)
    if not hits and not index.nearest(reading, 1) and language(reading) not in index.languages:
        return None
    near = [hit for hit in hits if hit.coverage >= NEAR] or hits[:1]
    return tuple(
        Candidate(
            passage=_packaged(resolver, hit.passage),
            parts=(hit.passage,),
            coverage=share_of_words(reading, hit.passage.text),
        )
        for hit in near
    )


def _joined(reading: str, resolver: Resolver) -> tuple[Candidate, ...]:
    """The nearest chunks of the corpus, each read on over the border that adds most of the claim's words."""
    if resolver.corpus is None:
        return ()
    index = resolver.corpus.index
    words = content_words(reading)

    def in_chunks(_: Passage, document: Document) -> bool:
        return len(document.chunks) > 1 and in_force(resolver, document)

    pairs: dict[tuple[int, ...], Candidate] = {}
    for hit in index.nearest(reading, 2 * JOINED, in_chunks):
        pair = _with_neighbour(hit, index, words)
        if pair is not None and len(pairs) < JOINED:
            pairs.setdefault(tuple(id(part.chunk) for part in pair), _over_the_border(pair, resolver))
    return tuple(pairs.values())


def _with_neighbour(hit: Hit, index: Index, words: frozenset[str]) -> tuple[Passage, Passage] | None:
    """A chunk and the one beside it, in the order of the document; None if neither adds a word."""
    missing = words - content_words(hit.passage.text)
    best: tuple[int, tuple[Passage, Passage]] | None = None
    for place, other in index.neighbours(hit.place):
        added = len(missing & content_words(other.text))
        if added and (best is None or added > best[0]):
            best = added, (hit.passage, other) if place > hit.place else (other, hit.passage)
    return None if best is None else best[1]


def _over_the_border(pair: Sequence[Passage], resolver: Resolver) -> Candidate:
    """Two neighbouring chunks as one passage; what they share is there once."""
    first, second = (part.chunk for part in pair)
    rest = second.text
    if first.start is not None and second.start is not None:
        rest = rest[max(0, first.start + len(first.text) - second.start) :]
    whole = structs.replace(
        first,
        chunk_id=f"{first.chunk_id}+{second.chunk_id}",
        text=f"{first.text.rstrip()}\n{rest.lstrip()}",
        end=None,
        digest=None,
    )
    packed = _packaged(resolver, pair[0])
    return Candidate(
        passage=structs.replace(packed, chunk=whole, start=0, end=len(whole.text)), parts=tuple(pair)
    )


def share_of_words(reading: str, text: str) -> float:
    """How many of the claim's words a passage has, figures aside: those differ where it refutes the claim."""
    words = {word for word in content_words(reading) if not any(map(str.isdigit, word))}
    return len(words & content_words(text)) / len(words) if words else 0.0


def _packaged(resolver: Resolver, passage: Passage) -> Passage:
    """The passage with its title, section and table header; neighbouring sentences are not its own text."""
    return structs.replace(resolver.packaged(passage), before="", after="")
