"""The source exists: references that resolve to nothing (PC201), and sources that were made up (PC212)."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.evidence.keys import names_a_source
from pincite.evidence.naming import answer_span, cut_short, document_name, listed, shown
from pincite.evidence.resolution import Resolver
from pincite.model import Citation, Finding, Resolved, found


def check_identity(resolver: Resolver, resolved: Sequence[Resolved]) -> list[Finding]:
    """One finding for each occurrence of a reference that resolves to nothing.

    PC212 takes the place of PC201 when the reference names a document or address that is in no prompt,
    retrieved chunk or corpus, or a work that is in none of these and in no supplied bibliography; without
    either, and for numbers that nothing explains, only PC201 can be said.
    """
    return [_finding(resolver, one) for one in resolved if one.resolution == "unresolved"]


def _finding(resolver: Resolver, one: Resolved) -> Finding:
    name = _invented(resolver, one)
    if name is not None:
        held = "corpus" if resolver.free is None else "corpus or bibliography"
        if resolver.corpus is None:
            held = "bibliography"
        return found(
            "PC212",
            f"citation {shown(one)} names {name}, which is in no prompt, retrieved chunk or {held}",
            citation_id=one.citation_id,
            span=answer_span(one),
            source=name,
            reason=one.reason,
        )
    why = _of_key(resolver, one) if one.citation is None else _of_citation(resolver, one, one.citation)
    looked_up = resolver.looked_up(one.reference, one.citation)
    if looked_up is not None and looked_up.outcome == "undecided":
        why += f"; {len(looked_up.match.works)} works of the bibliography come near, none fits"
    return found(
        "PC201",
        f"citation {shown(one)} resolves to nothing: {why}",
        citation_id=one.citation_id,
        span=answer_span(one),
        reason=one.reason,
    )


def _invented(resolver: Resolver, one: Resolved) -> str | None:
    """The source that a reference names and that exists nowhere, where this can be said."""
    if resolver.answer.prompt_chunks is None:
        return None
    looked_up = resolver.looked_up(one.reference, one.citation)
    if looked_up is not None and looked_up.outcome == "missing":
        return cut_short(looked_up.text)
    if resolver.corpus is None:
        return None
    if one.citation is None:
        known = one.reason == "no_such_source" and names_a_source(one.reference.key)
        return one.reference.key if known else None
    if one.reason != "no_such_document":
        return None
    return one.citation.document_id or one.citation.uri


def _of_key(resolver: Resolver, one: Resolved) -> str:
    answer = resolver.answer
    if one.reason == "no_citation":
        ids = [citation.citation_id for citation in answer.citations]
        return f"no stored citation has this marker or id, only {listed(ids)}"
    if one.reason == "out_of_range":
        held = len(answer.prompt_chunks or ())
        if answer.prompt_chunks is None or (one.reference.key.strip("[]") == "0" and held):
            return "sources are counted from 1"
        return f"the prompt holds {held} chunk{'' if held == 1 else 's'}"
    if one.reason == "other_page":
        return "no stored passage is on this page"
    if one.reason == "ambiguous_id":
        return "more than one document fits it"
    if one.reason == "no_map":
        return "it numbers the results of a tool session, and no stored citation says of which"
    return "no prompt chunk has this id, title or address"


def _of_citation(resolver: Resolver, one: Resolved, citation: Citation) -> str:
    document_id = citation.document_id or ""
    if one.reason == "names_nothing":
        return "the stored citation names no document, chunk or address"
    if one.reason == "ambiguous_id":
        return f"{citation.chunk_id or citation.uri} fits more than one document"
    if one.reason == "no_such_revision" and resolver.corpus is not None:
        stored = [one.document_revision or "unversioned" for one in resolver.corpus.revisions(document_id)]
        return f"{document_id} has no revision {citation.document_revision}, only {listed(stored)}"
    if one.reason == "other_page":
        return f"{document_id} is stored without page {citation.page}"
    if one.reason == "no_such_chunk":
        if citation.document_id is None:
            return f"no chunk has the id {citation.chunk_id}"
        held = [chunk.chunk_id for chunk in resolver.shelf.in_prompt(document_id)]
        only = f", the prompt holds {listed(held)}" if held else ""
        return (
            f"{document_name(document_id, citation.document_revision)} has no chunk {citation.chunk_id}{only}"
        )
    return f"{citation.document_id or citation.uri} is in no recorded chunk"
