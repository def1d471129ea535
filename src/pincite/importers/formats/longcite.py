"""LongCite results: statements with ranges of context sentences, both ends included, counted from 0.

Read from `statements_with_citations`, else from the elements of the raw answer
(`<statement>...<cite>[0-2]</cite></statement>`). The context is one document, its `<C0>` signs taken out;
character positions count in it. The answer's text is the statements, as they stand in the raw answer if that
is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

from msgspec import Struct

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.excerpts import excerpt
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.records import chunk
from pincite.importers.spans import Reconciled, reconciled
from pincite.io.rejection import RecordError
from pincite.model import Span

_SIGN: Final = re.compile(r"<C(\d{1,7})>")
_CITE: Final = re.compile(r"<cite>([^<>]{0,400})</cite>")
_RANGE: Final = re.compile(r"\[(\d{1,7})(?:-(\d{1,7}))?\]")
_DOCUMENT: Final = "context"


class _Context(Struct, frozen=True):
    """The context without its signs, and where each numbered sentence stands in it."""

    text: str
    sentences: dict[int, Span]

    def span(self, first: int, last: int) -> Span | None:
        """From the start of one sentence to the end of another, both included."""
        start, end = self.sentences.get(first), self.sentences.get(last)
        if start is None or end is None or end.end <= start.start:
            return None
        return Span(start.start, end.end)


class _Statement(Struct, frozen=True):
    """A statement with the places of its citations, or with ranges of sentences if read from elements."""

    text: str
    at: At
    citations: tuple[At, ...] = ()
    ranges: tuple[tuple[int, int], ...] = ()


def recognises(payload: Any) -> bool:
    """Statements with citations, or a raw answer of statements beside its context."""
    if not isinstance(payload, dict):
        return False
    raw = payload.get("answer")
    return isinstance(payload.get("statements_with_citations"), list) or (
        "splited_context" in payload and isinstance(raw, str) and "<statement>" in raw
    )


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a result."""
    root = At(payload)
    root.object()
    signed = root.first("splited_context", "splitted_context").text_or_none()
    context = None if signed is None else _context(signed)
    own = root.first("id", "idx", "query_id").id_or_none()
    shown = None if context is None else [chunk(context.text, _DOCUMENT, chunk_id="1")]
    draft = Draft(sidecar, shown)
    statements = _statements(root)
    text, spans = _joined(statements, root["answer"], draft)
    for number, (statement, span) in enumerate(zip(statements, spans, strict=True), 1):
        for place in statement.citations:
            _cite(place, number, span, context, draft)
        for first, last in statement.ranges:
            _cite_range(first, last, number, span, context, draft, statement.at)
    yield draft.imported(
        text, answer_id=own, case_id=own, question=root.first("query", "question").text_or_none()
    )


def _context(signed: str) -> _Context:
    signs = list(_SIGN.finditer(signed))
    pieces = [signed[: signs[0].start()] if signs else signed]
    sentences: dict[int, Span] = {}
    at = len(pieces[0])
    for sign, following in zip_longest(signs, signs[1:]):
        piece = signed[sign.end() : following.start() if following else len(signed)]
        sentences.setdefault(int(sign[1]), Span(at, at + len(piece)))
        pieces.append(piece)
        at += len(piece)
    return _Context("".join(pieces), sentences)


def _statements(root: At) -> list[_Statement]:
    listed = root["statements_with_citations"]
    if listed:
        found = [
            _Statement(one["statement"].text(), one, tuple(one["citation"].each_or_none()))
            for one in listed.each()
        ]
    else:
        found = list(_elements(root["answer"]))
    if not any(one.text.strip() for one in found):
        raise (listed or root["answer"]).fault("statements with a text")
    return found


def _elements(raw: At) -> Iterator[_Statement]:
    """The statements of a raw answer; one that is closed by another opening sign counts too."""
    text = raw.text()
    for piece in re.split(r"</?statement>", text):
        plain = _CITE.sub("", piece)
        if plain.strip():
            cites = (range_ for cite in _CITE.finditer(piece) for range_ in _RANGE.finditer(cite[1]))
            ranges = tuple((int(one[1]), int(one[2] or one[1])) for one in cites)
            yield _Statement(plain.strip(), raw, ranges=ranges)


def _joined(statements: list[_Statement], raw: At, draft: Draft) -> tuple[str, list[Reconciled | None]]:
    """The answer's text and where each statement stands: in the raw answer without its elements, if all of
    them are there in order, else joined by line breaks.
    """
    if isinstance(raw.value, str):
        plain = _CITE.sub("", re.sub(r"</?statement>", "", raw.value))
        spans = _in_order(statements, plain)
        if spans is not None:
            return plain, spans
    draft.note("text_rebuilt", "the answer's text is its statements, joined by line breaks", raw.path)
    pieces, spans, at = [], [], 0
    for one in statements:
        pieces.append(one.text)
        spans.append(Reconciled(at, at + len(one.text)) if one.text.strip() else None)
        at += len(one.text) + 1
    return "\n".join(pieces), spans


def _in_order(statements: list[_Statement], plain: str) -> list[Reconciled | None] | None:
    spans: list[Reconciled | None] = []
    at = 0
    for one in statements:
        wanted = one.text.strip()
        start = plain.find(wanted, at)
        if start < 0:
            return None
        at = start + len(wanted)
        spans.append(Reconciled(start, at) if wanted else None)
    return spans


def _cite(place: At, number: int, span: Reconciled | None, context: _Context | None, draft: Draft) -> None:
    """One citation: by its characters, checked against the text that it repeats, else by its sentences."""
    first = place["start_sentence_idx"].integer_or_none()
    last = place["end_sentence_idx"].integer_or_none()
    repeated = place["cite"].text_or_none()
    name = f"s{number}.{first}-{last}" if first is not None else f"s{number}"
    if context is None:
        _cite_without_context(place, name, span, repeated, draft)
        return
    start, end = place["start_char_idx"].integer_or_none(), place["end_char_idx"].integer_or_none()
    if end is not None:
        evidence = reconciled(context.text, start, end, repeated, where=place.path)
    elif first is not None and last is not None and (found := context.span(first, last)) is not None:
        evidence = reconciled(context.text, found.start, found.end, repeated, where=place.path)
    else:
        evidence = Reconciled(None, None)
        draft.note("unknown_span", "the citation names no place in the context", place.path)
    draft.findings += evidence.findings
    draft.cite(
        name,
        span=span,
        raw=place.value,
        document_id=_DOCUMENT,
        chunk_id="1",
        evidence_span=evidence.span,
    )


def _cite_without_context(
    place: At, name: str, span: Reconciled | None, repeated: str | None, draft: Draft
) -> None:
    if repeated and repeated.strip():
        found = excerpt(draft, repeated, _DOCUMENT, where=place.path)
    else:
        found = draft.named(_DOCUMENT, where=place.path)
    draft.cite(name, span=span, raw=place.value, **found)


def _cite_range(
    first: int,
    last: int,
    number: int,
    span: Reconciled | None,
    context: _Context | None,
    draft: Draft,
    at: At,
) -> None:
    found = None if context is None else context.span(first, last)
    if context is not None and found is None:
        message = f"the statement cites sentences {first} to {last}, which the context does not have"
        draft.note("dangling_reference", message, at.path, first=first, last=last)
        draft.cite(f"s{number}.{first}-{last}", span=span)
        return
    named = {"document_id": _DOCUMENT, "chunk_id": "1"} if context else draft.named(_DOCUMENT, where=at.path)
    evidence = None if found is None else {"start": found.start, "end": found.end}
    draft.cite(f"s{number}.{first}-{last}", span=span, evidence_span=evidence, **named)


IMPORTER: Final = Importer(
    name="longcite",
    title="LongCite results",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
    options=("excerpts",),
)
