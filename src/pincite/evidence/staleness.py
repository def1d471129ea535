"""Whether a cited revision was in force: by what is recorded, never by comparing names or by the clock."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pincite.evidence.dates import later
from pincite.evidence.resolution import Resolver
from pincite.model import Document, Resolved

StaleReason = Literal["withdrawn", "superseded", "later_revision", "other_revision_in_prompt"]
EffectReason = Literal["not_yet", "expired"]


class Standing(Struct, frozen=True, kw_only=True):
    """What is known about the validity of a cited source at the as-of date.

    `versioned` is False when neither the citation nor the stored text names a revision. `stale` and
    `ineffective` say why, or None. `newer` are the revisions that replace the cited one, as far as known, and
    `prompt_held` those that the prompt holds in its place.
    """

    versioned: bool = False
    revision: str | None = None
    stale: StaleReason | None = None
    newer: tuple[str, ...] = ()
    prompt_held: tuple[str, ...] = ()
    ineffective: EffectReason | None = None
    effective_from: str | None = None
    effective_until: str | None = None
    status: str | None = None
    authority: str | None = None


def standing(resolver: Resolver, resolved: Resolved) -> Standing:
    """The standing of the source behind one resolved reference."""
    if resolved.resolution != "resolved":
        return Standing()
    chunk = resolved.chunk
    document = resolved.document
    citation = resolved.citation
    revision = chunk.document_revision if chunk is not None else None
    if revision is None and citation is not None:
        revision = citation.document_revision
    if revision is None and document is not None:
        revision = document.document_revision
    held = _prompt_held(resolver, resolved, revision)
    stale, newer = _stale(resolver, document)
    if stale is None and held:
        stale, newer = "other_revision_in_prompt", held
    begins = (chunk.effective_from if chunk is not None else None) or (
        document.effective_from if document else None
    )
    ends = (chunk.effective_until if chunk is not None else None) or (
        document.effective_until if document else None
    )
    ineffective: EffectReason | None = None
    if later(begins, resolver.as_of):
        ineffective = "not_yet"
    elif later(resolver.as_of, ends):
        ineffective = "expired"
    return Standing(
        versioned=revision is not None,
        revision=revision,
        stale=stale,
        newer=newer,
        prompt_held=held,
        ineffective=ineffective,
        effective_from=begins,
        effective_until=ends,
        status=document.status if document is not None else None,
        authority=document.authority if document is not None else None,
    )


def in_force(resolver: Resolver, document: Document) -> bool:
    """Whether nothing shows that a revision was withdrawn, replaced or out of effect at the as-of date."""
    stale, _ = _stale(resolver, document)
    return (
        stale is None
        and not later(document.effective_from, resolver.as_of)
        and not later(resolver.as_of, document.effective_until)
    )


def _stale(resolver: Resolver, document: Document | None) -> tuple[StaleReason | None, tuple[str, ...]]:
    if document is None:
        return None, ()
    if document.status == "withdrawn":
        return "withdrawn", _successors(document)
    if document.status == "superseded" or document.superseded_by:
        return (None, ()) if _still_in_force(resolver, document) else ("superseded", _successors(document))
    newer = _took_effect_later(resolver, document)
    return ("later_revision", newer) if newer else (None, ())


def _prompt_held(resolver: Resolver, resolved: Resolved, revision: str | None) -> tuple[str, ...]:
    """Other revisions of the document in the prompt, if it does not hold the cited one as well."""
    document_id = _document_id(resolved)
    if revision is None or document_id is None:
        return ()
    held = {chunk.document_revision for chunk in resolver.shelf.in_prompt(document_id)}
    if revision in held or None in held:
        return ()
    return tuple(sorted(one for one in held if one is not None))


def _still_in_force(resolver: Resolver, document: Document) -> bool:
    """Whether the records show that the replacement came only after the as-of date.

    `status` describes the day on which the corpus was taken; an answer for an earlier day is judged by that
    day. Without an as-of date or without effective dates nothing shows it.
    """
    if resolver.as_of is None or resolver.corpus is None:
        return False
    if document.superseded_by is not None:
        successor = resolver.corpus.document(document.document_id, document.superseded_by)
        successor = successor or resolver.corpus.document(document.superseded_by, None)
        if successor is not None and successor is not document and successor.effective_from is not None:
            return later(successor.effective_from, resolver.as_of) is True
    return (
        document.effective_until is not None
        and later(document.effective_from, resolver.as_of) is False
        and later(resolver.as_of, document.effective_until) is False
    )


def _took_effect_later(resolver: Resolver, document: Document) -> tuple[str, ...]:
    if resolver.as_of is None or resolver.corpus is None or document.effective_from is None:
        return ()
    return tuple(
        one.document_revision or "unversioned"
        for one in resolver.corpus.revisions(document.document_id)
        if one is not document
        and one.status not in ("draft", "withdrawn")
        and later(one.effective_from, document.effective_from)
        and later(one.effective_from, resolver.as_of) is False
    )


def _successors(document: Document) -> tuple[str, ...]:
    return (document.superseded_by,) if document.superseded_by else ()


def _document_id(resolved: Resolved) -> str | None:
    if resolved.chunk is not None:
        return resolved.chunk.document_id
    return resolved.citation.document_id if resolved.citation is not None else None
