"""The scan: every style over one text, then what stands in code, quotations and definitions sorted out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import structs

from pincite.model.span import Span
from pincite.text.blocks import code_spans
from pincite.text.inline import mathematics
from pincite.text.markers.brackets import BracketReader
from pincite.text.markers.broken import broken_brackets
from pincite.text.markers.definitions import definitions
from pincite.text.markers.elements import elements
from pincite.text.markers.marker import Marker, MarkerScan
from pincite.text.markers.scholarly import scholarly
from pincite.text.pairs import quoted_stretches

_SIGN: Final = re.compile("[\\[\\]【［〔<\\\\\ue200()（]|cite|##\\d|[⁰¹²³⁴-⁹]")
_OPENING: Final = re.compile(r"[\[【［〔(（]")
# A link in parentheses after the statement, as OpenAI's web search writes it.
_LINKED: Final = re.compile(
    r"\((?:\[\[?[^\[\]\n]{1,200}\]?\]\(https?://[^\s()]{1,800}(?:\([^\s()]{0,100}\)[^\s()]{0,400})?\)[,;\s]{0,3}){1,12}\)"
)
_LINK_URL: Final = re.compile(r"\]\((https?://[^\s]+?)\)(?=[,;\s)\[]|$)")
_PLAIN_LINK: Final = re.compile(r"(?<!!)\[([^\[\]\n]{1,200})\]\((https?://[^\s()]{1,800})\)")
_JOINING: Final = re.compile(r"[ \t]?[–—-][ \t]?")
_UTM: Final = "utm_source="


def scan_markers(text: str, *, known: Collection[str] = ()) -> MarkerScan:
    """Find every citation marker in an answer.

    `known` are the citation ids and literal markers stored with the answer. A known literal is a marker
    wherever it stands outside code, quotations and definitions, and a known id is one in brackets or
    parentheses; an id that is a plain number adds nothing to the rules for numbers.
    """
    if _SIGN.search(text) is None and not known:
        return MarkerScan()
    return _scanned(text, frozenset(known))


@lru_cache(maxsize=2048)
def _scanned(text: str, known: frozenset[str]) -> MarkerScan:
    defined = definitions(text)
    code = code_spans(text)
    maths = tuple(mathematics(text)) if "$" in text or "\\" in text else ()
    in_code = _Inside(code)
    opening = (
        frozenset(m.start() for m in _OPENING.finditer(text) if in_code.at(m.start()))
        if code
        else frozenset[int]()
    )
    labels = frozenset(marker.keys[0] for marker in defined)
    found: list[Marker] = []
    coded: list[Marker] = []
    for marker, inside in BracketReader(text, known, labels).markers(opening):
        (coded if inside else found).append(marker)
    for marker in (*elements(text, known), *_links(text, known), *_literals(text, known)):
        (coded if in_code.at(marker.start) else found).append(marker)
    found.extend(marker for marker in broken_brackets(text) if not in_code.at(marker.start))
    excluded = _Inside(_merged([*maths, *_quotations(text), *(marker.span for marker in defined)]))
    found = _joined(text, _settled(marker for marker in found if not excluded.at(marker.start)))
    literal = [
        m
        for m in scholarly(text, known, alone=not found)
        if not excluded.at(m.start) and not in_code.at(m.start)
    ]
    if literal:
        found = _settled([*found, *literal])
    outside = _Inside(maths)
    return MarkerScan(tuple(found), tuple(_settled(m for m in coded if not outside.at(m.start))), defined)


class _Inside:
    """Whether a position lies in one of some sorted spans that do not overlap."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._starts = [span.start for span in spans]
        self._ends = [span.end for span in spans]

    def at(self, position: int) -> bool:
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and position < self._ends[index]


def _merged(spans: Iterable[Span]) -> list[Span]:
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start < joined[-1].end:
            if span.end > joined[-1].end:
                joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


def _quotations(text: str) -> list[Span]:
    """Quotations, up to a marker that stands after their last stop ("… the lorry.[2]")."""
    spans: list[Span] = []
    whole = len(text.strip())
    for start, end in quoted_stretches(text):
        # An answer that is set in quotation marks as a whole quotes nothing.
        if end - start == whole:
            continue
        tail = _AFTER_STOP.search(text, max(start, end - 60), end)
        spans.append(Span(start, tail.start(1) if tail is not None else end))
    return spans


_AFTER_STOP: Final = re.compile(r"[.!?,。]((?:[\[【［][\d,，\s–-]{1,40}[\]】］])+)[\"”“»」』]$")


def _settled(markers: Iterable[Marker]) -> list[Marker]:
    """In order, without overlaps: the earlier one stays, then the longer; a longer stored literal wins."""
    ranked = sorted(markers, key=lambda m: (m.start, m.malformed, m.style == "literal", -m.end))
    kept: list[Marker] = []
    for marker in ranked:
        if not kept or marker.start >= kept[-1].end:
            kept.append(marker)
        elif marker.style == "literal" and kept[-1].style != "literal" and marker.end > kept[-1].end:
            kept[-1] = marker
        elif kept[-1].content_start >= 0 and kept[-1].content_start <= marker.start < kept[-1].content_end:
            # A marker within the words that an element encloses stands for itself; the element keeps its
            # claim.
            continue
    return kept


def _joined(text: str, markers: Sequence[Marker]) -> list[Marker]:
    """`[1]–[3]` is the range from one to three."""
    kept: list[Marker] = []
    for marker in markers:
        before = kept[-1] if kept else None
        if (
            before is not None
            and before.style == marker.style == "bracket_number"
            and len(before.keys) == len(marker.keys) == 1
            and before.end < marker.start <= before.end + 3
            and _JOINING.fullmatch(text, before.end, marker.start) is not None
            and 0 < int(marker.keys[0]) - int(before.keys[0]) < 100
        ):
            keys = tuple(str(number) for number in range(int(before.keys[0]), int(marker.keys[0]) + 1))
            kept[-1] = structs.replace(
                before, end=marker.end, text=text[before.start : marker.end], keys=keys, style="bracket_range"
            )
        else:
            kept.append(marker)
    return kept


def _links(text: str, known: Collection[str]) -> Iterable[Marker]:
    if "](" not in text:
        return
    for match in _LINKED.finditer(text):
        urls = tuple(dict.fromkeys(_LINK_URL.findall(match.group()[:-1] + " ")))
        if urls and (_UTM in match.group() or any(url in known for url in urls)):
            yield Marker(match.start(), match.end(), match.group(), urls, "link")
    if known:
        for match in _PLAIN_LINK.finditer(text):
            if match.group(2) in known:
                yield Marker(match.start(), match.end(), match.group(), (match.group(2),), "link")


def _literals(text: str, known: Collection[str]) -> Iterable[Marker]:
    """The stored markers that are more than a bracketed number; plain words count only in brackets."""
    for literal in known:
        bare = (
            literal[:1].isalnum()
            and literal[-1:].isalnum()
            and not literal.startswith(("http://", "https://"))
        )
        if len(literal) < 2 or bare or literal not in text or _PLAIN_NUMBER.fullmatch(literal) is not None:
            continue
        inner = _BRACKETED.fullmatch(literal)
        key = inner.group(1) if inner is not None else literal
        at = text.find(literal)
        while at >= 0:
            end = at + len(literal)
            yield Marker(at, end, literal, (key,), "literal")
            at = text.find(literal, end)


_BRACKETED: Final = re.compile(r"[\[(【{（［]\s*([^\[\](){}【】（）［］]*\S)\s*[\])】}）］]")


_PLAIN_NUMBER: Final = re.compile(r"[\[【［]?\s*\d{1,3}(?:\s*[,，–-]\s*\d{1,3})*\s*[\]】］]?")
