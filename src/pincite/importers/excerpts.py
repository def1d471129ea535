"""Evidence of which only the cited words are at hand."""

from __future__ import annotations

from typing import Any

from pincite.importers import records
from pincite.importers.draft import Draft
from pincite.importers.spans import located


def excerpt(
    draft: Draft,
    cited: str,
    document_id: str,
    *,
    title: str | None = None,
    uri: str | None = None,
    where: str = "$",
) -> dict[str, Any]:
    """The keys by which a citation names the cited words of a source.

    They are a stretch of the user's own document where they stand in one place of it, else a passage of their
    own.
    """
    stored = records.joined(draft.sidecar, document_id, uri=uri, title=title)
    hits = [(one, place) for one in stored if (place := located(one["text"], cited)).known]
    if len(hits) == 1:
        found, place = hits[0]
        return {**draft.passage(found, where=where), "evidence_span": place.span}
    names = {"chunk_id": "cited", "title": title, "uri": uri}
    own = records.excerpt(cited.strip(), document_id, "cited_text", draft.sidecar, **names)
    return draft.passage(own, where=where)
