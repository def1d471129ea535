"""Citations of web pages, whose offsets normally cover the link in the answer and not the claim."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from msgspec import Struct, structs

from pincite.evidence.addresses import is_web_address
from pincite.importers.at import At
from pincite.importers.protocol import ImportFinding, Sidecar
from pincite.importers.records import citation, joined
from pincite.importers.spans import UNITS, Reconciled, recognised, reconciled
from pincite.text.markers import scan_markers

_PAIRS: Final = ("()", "[]", "【】", "\ue200\ue201")
_OPENERS: Final = "".join(pair[0] for pair in _PAIRS)
_CLOSERS: Final = "".join(pair[1] for pair in _PAIRS)
_FEWEST_WORDS: Final = 3


class Link(Struct, frozen=True):
    """One cited page: where it stands in `text`, and the page.

    `place` is the link or marker itself if `printed`, else the claim that it covers; `path` is the JSON path
    of the annotation and `raw` the annotation.
    """

    place: Reconciled
    printed: bool
    url: str
    path: str
    raw: Any

    def moved(self, by: int) -> Link:
        """The link in a text in front of which `by` characters were put."""
        return structs.replace(self, place=self.place.shift(by))


def plain_url(url: str) -> str:
    """An address without the `utm_` parameters that providers add to it."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    kept = [one for one in parts.query.split("&") if one and not one.lower().startswith("utm_")]
    return urlunsplit(parts._replace(query="&".join(kept)))


def read_link(text: str, start: int | None, end: int | None, url: str, at: At) -> Link:
    """A page cited between two offsets that are said to count characters.

    The reading whose slice is a link, a marker or names the page's host is the right one. Failing that the
    numbers may cover the claim itself: they have to begin and end with a word in one unit alone.
    """
    host = _host(url)
    place = recognised(text, start, end, lambda piece: is_link(piece, host), where=at.path)
    if place.known or start is None or end is None:
        return Link(place, True, plain_url(url), at.path, at.value)
    readings: dict[tuple[int | None, int | None], Reconciled] = {}
    for unit in UNITS[:2]:
        claim = reconciled(text, start, end, unit=unit, where=at.path)
        if _is_claim(text, claim):
            readings.setdefault((claim.start, claim.end), claim)
    if len(readings) == 1:
        return Link(next(iter(readings.values())), False, plain_url(url), at.path, at.value)
    return Link(place, True, plain_url(url), at.path, at.value)


def is_link(piece: str, host: str) -> bool:
    """Whether a slice of an answer is a link or a marker, whole, or an address of the host."""
    shown = piece.strip()
    if shown[:1] in _OPENERS and shown[:1]:
        return shown[-1] in _CLOSERS and all(
            shown.count(opener) == shown.count(closer) for opener, closer in _PAIRS
        )
    return bool(host) and host in shown and " " not in shown


def linked(
    text: str, links: Iterable[Link], sidecar: Sidecar
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[ImportFinding]]:
    """Citations, the passages that the user's documents hold of the pages, and findings.

    A page that is cited twice by the same words of the answer is cited once. Where one marker stands for
    several pages in a row, its keys name them in order.
    """
    citations: list[dict[str, Any]] = []
    passages: dict[str, list[dict[str, Any]]] = {}
    findings: list[ImportFinding] = []
    seen: set[tuple[str, ...]] = set()
    all_links = list(links)
    keys = _keys(text, all_links)
    for number, link in enumerate(all_links, 1):
        findings += link.place.findings
        marker = None
        if link.printed and link.place.known:
            marker = text[link.place.start : link.place.end].strip()
            if (marker, link.url) in seen:
                continue
            seen.add((marker, link.url))
        passages.setdefault(link.url, joined(sidecar, link.url, uri=link.url))
        metadata = {"span": "unknown"} if not link.place.known else None
        citations.append(
            citation(
                keys.get(number - 1, f"cite-{number}"),
                document_id=link.url,
                uri=link.url if is_web_address(link.url) else None,
                marker=marker,
                span=None if marker is not None or not link.place.known else link.place,
                raw=link.raw,
                metadata=metadata,
            )
        )
    bare = [url for url, chunks in passages.items() if not chunks]
    if bare:
        message = "the payload holds no text of a cited page"
        where = next(link.path for link in all_links if link.url in bare)
        findings.append(ImportFinding("no_evidence_text", message, where, {"pages": bare[:20]}))
    return citations, [chunk for chunks in passages.values() for chunk in chunks], findings


def _keys(text: str, links: list[Link]) -> dict[int, str]:
    """For links that share one marker of several keys: which key is whose."""
    groups: dict[tuple[int, int], list[int]] = {}
    for index, link in enumerate(links):
        if link.printed and link.place.start is not None and link.place.end is not None:
            groups.setdefault((link.place.start, link.place.end), []).append(index)
    if all(len(group) == 1 for group in groups.values()):
        return {}
    markers = {(one.start, one.end): one.keys for one in scan_markers(text).markers}
    return {
        index: key
        for place, group in groups.items()
        if len(markers.get(place, ())) == len(group)
        for index, key in zip(group, markers[place], strict=True)
    }


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _is_claim(text: str, claim: Reconciled) -> bool:
    if claim.start is None or claim.end is None:
        return False
    first, last = claim.start, claim.end
    if len(text[first:last].split()) < _FEWEST_WORDS:
        return False
    begins = not (text[first - 1 : first].isalnum() and text[first : first + 1].isalnum())
    ends = not (text[last - 1 : last].isalnum() and text[last : last + 1].isalnum())
    return begins and ends
