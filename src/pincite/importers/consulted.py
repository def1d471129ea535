"""Answers whose markers number a list of pages that a search gave back (Perplexity)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pincite.importers.at import At
from pincite.importers.links import plain_url
from pincite.importers.protocol import ImportFinding, Sidecar
from pincite.importers.records import citation, cut, excerpt, joined
from pincite.text.markers import Marker, scan_markers


class Page(Struct, frozen=True):
    """A page of the list; `snippet` is what the search showed of it, None if nothing."""

    url: str
    title: str | None = None
    snippet: str | None = None
    revision: str | None = None
    published: str | None = None


def page_of(result: At) -> Page:
    """A search result as a page. Raises RecordError for one without an address."""
    return Page(
        plain_url(result["url"].text()),
        result["title"].text_or_none(),
        result["snippet"].text_or_none(),
        result["last_updated"].text_or_none(),
        result["date"].text_or_none(),
    )


class Consulted(Struct, frozen=True):
    """Citations and passages of an answer, and what was noticed."""

    citations: list[dict[str, Any]]
    passages: list[dict[str, Any]]
    findings: list[ImportFinding]


def numbered(text: str) -> Iterator[tuple[Marker, int]]:
    """Every number in a bracketed marker of the text, with its marker."""
    for marker in scan_markers(text).markers:
        if marker.base == 1:
            for key in marker.keys:
                if key.isdigit():
                    yield marker, int(key)


def consulted(text: str, pages: Mapping[int, Page], sidecar: Sidecar, *, where: str = "$") -> Consulted:
    """The numbers in the text followed into the list of pages.

    Only what the text cites becomes a citation: the list holds what was consulted. A number without a page is
    left as it is and reported. The text of a page is the user's document at its address, else the search
    snippet, which may be a small part of it.
    """
    used = dict.fromkeys(number for _, number in numbered(text))
    findings: list[ImportFinding] = []
    dangling = [number for number in used if number not in pages]
    if used and not pages:
        message = "the answer has numbered markers, and the payload no list of pages that they could mean"
        findings.append(ImportFinding("no_source_list", message, where, {"markers": dangling[:20]}))
    elif dangling:
        message = "a marker has a number that the list of pages does not have"
        findings.append(ImportFinding("dangling_reference", message, where, {"markers": dangling[:20]}))
    citations = [
        citation(str(number), document_id=pages[number].url, uri=pages[number].url, marker=f"[{number}]")
        for number in used
        if number in pages
    ]
    passages: list[dict[str, Any]] = []
    snippets = 0
    seen: set[str] = set()
    for number in sorted(pages):
        page = pages[number]
        if page.url in seen:
            continue
        seen.add(page.url)
        stored = joined(sidecar, page.url, uri=page.url)
        if not stored and page.snippet:
            snippets += number in used
            stored = [_snippet(page, number, sidecar)]
        passages += stored
    if snippets:
        message = "the evidence is a search snippet, not the page: what it does not say, the page still may"
        findings.append(ImportFinding("snippet_evidence", message, where, {"pages": snippets}))
    cited = {pages[number].url for number in used if number in pages}
    findings += cut((one for one in passages if one["document_id"] in cited), where)
    texts = {one["document_id"] for one in passages}
    bare = [number for number in used if number in pages and pages[number].url not in texts]
    if bare:
        message = "the payload holds no text of a cited page"
        findings.append(ImportFinding("no_evidence_text", message, where, {"pages": bare[:20]}))
    return Consulted(citations, passages, findings)


def _snippet(page: Page, number: int, sidecar: Sidecar) -> dict[str, Any]:
    return excerpt(
        page.snippet or "",
        page.url,
        "snippet",
        sidecar,
        document_revision=page.revision,
        chunk_id="snippet",
        rank=number,
        title=page.title,
        uri=page.url,
        metadata={"published": page.published} if page.published is not None else None,
    )


def listed(urls: Sequence[str], pages: Sequence[Page]) -> dict[int, Page]:
    """Pages by number, from 1: the search results, and by address alone what only the plain list has."""
    found = dict(enumerate(pages, 1))
    by_address = {page.url: page for page in reversed(pages)}
    for number, url in enumerate(map(plain_url, urls), 1):
        # The plain list is what the numbers count; a result belongs to its own address.
        if number not in found or found[number].url != url:
            found[number] = by_address.get(url) or Page(url)
    return found
