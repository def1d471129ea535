"""Where the required text of gold sources stands: in the corpus, the retrieved chunks, the prompt, the cited.

The text is looked up as quotes are: word for word after normalisation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pincite.diagnose.owner import Support
from pincite.evidence.naming import evidence_of
from pincite.evidence.resolution import Resolver
from pincite.evidence.spans import quoted_place
from pincite.model import Case, Chunk, EvidenceRef, ExpectedClaim, Resolved, SupportingSource


class Found(Struct, frozen=True, kw_only=True):
    """How many of `wanted` required texts stand at each stage; None for a stage that was not recorded."""

    wanted: int = 0
    corpus: int | None = None
    retrieved: int | None = None
    prompt: int | None = None


def found_in_stages(case: Case | None, resolver: Resolver) -> Found:
    """The required texts of a case, counted stage by stage."""
    sources = [source for claim in (case.expected_claims if case else ()) for source in _with_text(claim)]
    if not sources:
        return Found()
    answer = resolver.answer
    return Found(
        wanted=len(sources),
        corpus=None
        if resolver.corpus is None
        else sum(_holds(_stored(resolver, source), source) for source in sources),
        retrieved=None
        if answer.retrieved_chunks is None
        else sum(_holds(answer.retrieved_chunks, source) for source in sources),
        prompt=None
        if answer.prompt_chunks is None
        else sum(_holds(answer.prompt_chunks, source) for source in sources),
    )


def gold_support(expected: ExpectedClaim, resolver: Resolver, links: Sequence[Resolved]) -> Support | None:
    """Which stages hold the text that must support a claim; None when the gold names no text.

    A stage supports the claim when it holds the required text of every source. `chunk` tells whether each
    text lies whole in one chunk of its document; of one that does not, a stage of the way to the prompt has
    to hold only a piece for the place to have been found, and the prompt every piece.
    """
    sources = _with_text(expected)
    if not sources:
        return None
    answer = resolver.answer
    cited = [passage.chunk for link in links for passage in link.passages]
    corpus = document = chunk = None
    if resolver.corpus is not None:
        chunk = all(_holds(_stored(resolver, source), source) for source in sources)
        document = chunk or all(_in_text(resolver, source) for source in sources)
        corpus = document
    retrieved = _all(answer.retrieved_chunks, sources)
    if retrieved is False and document and chunk is False:
        found = answer.retrieved_chunks or ()
        retrieved = all(_holds(found, one) or _touches(found, resolver, one) for one in sources)
    prompt = _all(answer.prompt_chunks, sources)
    if prompt is False and document and chunk is False:
        seen = answer.prompt_chunks or ()
        prompt = all(_holds(seen, one) or _holds_joined(seen, one) for one in sources)
        retrieved = retrieved if retrieved is not None or not prompt else True
    return Support(
        corpus=corpus,
        document=document,
        chunk=chunk,
        retrieved=retrieved,
        prompt=prompt,
        cited=_all(cited, sources),
    )


def required_places(expected: ExpectedClaim, resolver: Resolver) -> tuple[EvidenceRef, ...]:
    """Where the required texts of an expected claim stand: in the prompt, else retrieved, else stored."""
    places = []
    answer = resolver.answer
    for source in _with_text(expected):
        stages = (answer.prompt_chunks or (), answer.retrieved_chunks or (), _stored(resolver, source))
        place = next(
            (
                evidence_of(chunk, span.start, span.end)
                for chunks in stages
                for chunk in chunks
                if _is_of(chunk, source) and (span := quoted_place(source.required_text or "", chunk.text))
            ),
            None,
        )
        if place is not None:
            places.append(place)
        else:
            places += [evidence_of(chunk) for chunk in _pieces(resolver, source)]
    return tuple(places)


def _touches(chunks: Iterable[Chunk], resolver: Resolver, source: SupportingSource) -> bool:
    """Whether one of the chunks is a piece of the place over which the required text runs."""
    keys = {chunk.key for chunk in _pieces(resolver, source)}
    return any(chunk.key in keys for chunk in chunks)


def _pieces(resolver: Resolver, source: SupportingSource) -> tuple[Chunk, ...]:
    """The fewest neighbouring chunks of the stored document that hold the required text together."""
    chunks = _stored(resolver, source)
    text = source.required_text or ""
    for count in range(2, 5):
        for first in range(len(chunks) - count + 1):
            some = chunks[first : first + count]
            if quoted_place(text, _joined(some)) is not None:
                return some
    return ()


def _holds_joined(chunks: Iterable[Chunk], source: SupportingSource) -> bool:
    some = [chunk for chunk in chunks if _is_of(chunk, source)]
    return quoted_place(source.required_text or "", _joined(some)) is not None


def _joined(chunks: Iterable[Chunk]) -> str:
    return "\n".join(chunk.text.strip() for chunk in chunks)


def _with_text(claim: ExpectedClaim) -> list[SupportingSource]:
    return [source for source in claim.supporting_sources if source.required_text]


def _all(chunks: Sequence[Chunk] | None, sources: Iterable[SupportingSource]) -> bool | None:
    return None if chunks is None else all(_holds(chunks, source) for source in sources)


def _stored(resolver: Resolver, source: SupportingSource) -> tuple[Chunk, ...]:
    corpus = resolver.corpus
    return () if corpus is None else corpus.chunks_of(source.document_id, source.document_revision)


def _holds(chunks: Iterable[Chunk], source: SupportingSource) -> bool:
    return any(
        _is_of(chunk, source) and quoted_place(source.required_text or "", chunk.text) is not None
        for chunk in chunks
    )


def _is_of(chunk: Chunk, source: SupportingSource) -> bool:
    return chunk.document_id == source.document_id and source.document_revision in (
        None,
        chunk.document_revision,
    )


def _in_text(resolver: Resolver, source: SupportingSource) -> bool:
    """Whether the whole text of a stored document, chunk borders aside, holds the required text."""
    if resolver.corpus is None:
        return False
    for document in resolver.corpus.revisions(source.document_id):
        if source.document_revision not in (None, document.document_revision):
            continue
        text = (
            document.text if document.text is not None else "\n".join(chunk.text for chunk in document.chunks)
        )
        if quoted_place(source.required_text or "", text) is not None:
            return True
    return False
