"""Answers as they are read: one record, many records, or values that a program already holds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pincite.evidence.keys import bare
from pincite.evidence.offsets import UNIT_KEY, OffsetError, OffsetUnit, code_points
from pincite.io.codec import decode, scrubbed
from pincite.io.fields import checked_date, chunk, text_id
from pincite.io.jsonl import RawRecord, Source, read_records
from pincite.io.rejection import Notices, RecordError, Rejection
from pincite.io.wire import (
    AnswerRecord,
    AnySpan,
    ChunkRecord,
    CitationRecord,
    ClaimRecord,
    SpanRecord,
    StreamRecord,
)
from pincite.model import Answer, Chunk, Citation, ExplicitClaim, Span, ToolCall


def read_answers(
    sources: Source | Iterable[Source], *, notices: Notices | None = None
) -> Iterator[Answer | Rejection]:
    """Every answer of every source in order, and a rejection in the place of each record that is none.

    Memory does not grow with the number of JSON lines, apart from a few bytes for each answer id.
    Raises InputError when a source cannot be opened.
    """
    ids = _Ids()
    for raw in read_records(sources):
        if isinstance(raw, Rejection):
            yield raw
            continue
        yield _answer(raw, ids, notices)


def answers_from(
    values: Iterable[Answer | Mapping[str, Any] | str | bytes], *, notices: Notices | None = None
) -> Iterator[Answer | Rejection]:
    """Answers that a program holds: `Answer` values, mappings in the input format, or JSON texts."""
    ids = _Ids()
    for number, value in enumerate(values, 1):
        try:
            if isinstance(value, Answer):
                yield ids.checked(_sound(value), given=True, prefix="$")
                continue
            data = value if isinstance(value, bytes) else _json(value)
        except RecordError as error:
            yield error.rejection(f"answers:{number}")
            continue
        yield _answer(RawRecord(data, "answers", number), ids, notices)


def decode_answer(
    data: bytes, *, number: int = 1, where: str | None = None, notices: Notices | None = None
) -> Answer:
    """One JSON object as an answer; `number` is its line, for the default id.

    Raises RecordError with the JSON path of the fault.
    """
    record = decode(data, AnswerRecord, "answer", notices)
    return build_answer(record, number=number, where=where)


def _json(value: Mapping[str, Any] | str) -> bytes:
    """A value of a program as the JSON that a file would hold, so that both are read by the same rules."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace")
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return msgspec.json.encode(scrubbed(dict(value)))
    except (TypeError, RecursionError, OverflowError, ValueError) as error:
        raise RecordError(
            "$", expected="JSON", message=f"$: not a value that JSON can hold: {error}"
        ) from None


def _sound(answer: Answer) -> Answer:
    """A program's own value, held to the rules that a file is held to.

    Raises RecordError for a span outside the answer's text.
    """
    for index, citation in enumerate(answer.citations):
        if citation.span is not None:
            _checked(citation.span, answer.text, "code_point", f"$.citations[{index}].span")
    for index, claim in enumerate(answer.claims or ()):
        _checked(Span(claim.start, claim.end), answer.text, "code_point", f"$.claims[{index}]")
    try:
        msgspec.json.encode(answer, enc_hook=repr)
    except UnicodeEncodeError:
        return msgspec.convert(scrubbed(msgspec.to_builtins(answer, enc_hook=repr)), Answer)
    return answer


def _answer(raw: RawRecord, ids: _Ids, notices: Notices | None) -> Answer | Rejection:
    try:
        record = decode(raw.data, AnswerRecord, "answer", notices)
        answer = build_answer(record, number=raw.line, where=raw.where)
    except RecordError as error:
        return error.rejection(raw.where, prefix=raw.prefix)
    return ids.checked(answer, given=text_id(record.answer_id) is not None, prefix=raw.prefix)


class _Ids:
    """Answer ids already taken: eight bytes of each, so that a million fit into little memory."""

    def __init__(self) -> None:
        self._taken: set[int] = set()
        self._repeats: dict[str, int] = {}

    def checked(self, answer: Answer, *, given: bool, prefix: str) -> Answer | Rejection:
        """The answer, if its id is new. A default id that is taken gets a number; a given one is rejected."""
        if self._take(answer.answer_id):
            return answer
        if given:
            return Rejection(
                where=answer.where or "answers",
                path=f"{prefix}.answer_id",
                expected="an id of its own",
                got=repr(answer.answer_id[:60]),
                message=f"{prefix}.answer_id: {answer.answer_id[:60]!r} is the id of an earlier answer",
                hint="the earlier one is kept",
            )
        number = self._repeats.get(answer.answer_id, 1) + 1
        while not self._take(f"{answer.answer_id}#{number}"):
            number += 1
        self._repeats[answer.answer_id] = number
        return msgspec.structs.replace(answer, answer_id=f"{answer.answer_id}#{number}")

    def _take(self, answer_id: str) -> bool:
        digest = hashlib.blake2b(answer_id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        mark = int.from_bytes(digest)
        if mark in self._taken:
            return False
        self._taken.add(mark)
        return True


def build_answer(record: AnswerRecord, *, number: int, where: str | None = None) -> Answer:
    """The model's value of a record: defaults filled in, all offsets in code points.

    Raises RecordError when an offset or a date cannot be what it should be.
    """
    unit: OffsetUnit = record.offset_unit or "code_point"
    case_id = text_id(record.case_id)
    prompt = _chunks(record.prompt_chunks, "$.prompt_chunks")
    retrieved = _chunks(record.retrieved_chunks, "$.retrieved_chunks")
    citations: tuple[Citation, ...] = ()
    if record.citations:
        citations = _citations(record.citations, record.text, unit, (*(prompt or ()), *(retrieved or ())))
    return Answer(
        answer_id=text_id(record.answer_id) or case_id or f"line-{number}",
        case_id=case_id,
        question=record.question,
        as_of=checked_date(record.as_of, "$.as_of"),
        text=record.text,
        prompt_chunks=prompt,
        retrieved_chunks=retrieved,
        citations=citations,
        claims=None if record.claims is None else _claims(record.claims, record.text, unit),
        prompt=record.prompt,
        stream=None if record.stream is None else tuple(_delta(event) for event in record.stream),
        tool_calls=tuple(
            ToolCall(
                step_id=str(call.step_id),
                name=call.name,
                status=call.status or "ok",
                result_chunk_ids=tuple(map(str, call.result_chunk_ids or ())),
            )
            for call in record.tool_calls or ()
        ),
        metadata=record.metadata or {},
        where=where,
    )


def _chunks(records: Sequence[str | ChunkRecord] | None, path: str) -> tuple[Chunk, ...] | None:
    if records is None:
        return None
    return tuple(chunk(record, f"{path}[{index}]", index + 1) for index, record in enumerate(records))


def _delta(event: str | StreamRecord) -> str:
    return event if isinstance(event, str) else event.delta or ""


def _citations(
    records: Sequence[CitationRecord], text: str, unit: OffsetUnit, chunks: tuple[Chunk, ...]
) -> tuple[Citation, ...]:
    given = {str(record.citation_id) for record in records if record.citation_id not in (None, "")}
    return tuple(
        _citation(record, f"$.citations[{index}]", _citation_id(record, index + 1, given), text, unit, chunks)
        for index, record in enumerate(records)
    )


def _citation_id(record: CitationRecord, number: int, taken: set[str]) -> str:
    """The given id; else what stands in the marker, else the number in the list, made unique."""
    given = text_id(record.citation_id)
    if given is not None:
        return given
    base = (bare(record.marker) if record.marker else "") or str(number)
    name, repeat = base, 1
    while name in taken:
        repeat += 1
        name = f"{base}#{repeat}"
    taken.add(name)
    return name


def _citation(
    record: CitationRecord,
    path: str,
    citation_id: str,
    text: str,
    unit: OffsetUnit,
    chunks: tuple[Chunk, ...],
) -> Citation:
    span = None if record.span is None else _checked(_raw_span(record.span), text, unit, f"{path}.span")
    metadata = record.metadata or {}
    evidence = None
    if record.evidence_span is not None:
        raw = _raw_span(record.evidence_span)
        evidence = _evidence_span(record, raw, unit, chunks, f"{path}.evidence_span")
        if evidence is None:
            # Its chunk is only in the corpus: the resolver converts the span when it gets there.
            evidence = raw
            metadata = {**metadata, UNIT_KEY: unit} if unit != "code_point" else metadata
    return Citation(
        citation_id=citation_id,
        document_id=text_id(record.document_id),
        document_revision=text_id(record.document_revision),
        chunk_id=text_id(record.chunk_id),
        marker=record.marker or None,
        span=span,
        evidence_span=evidence,
        quoted_span=record.quoted_span or None,
        snippet=record.snippet,
        page=record.page,
        section=record.section,
        uri=record.uri or None,
        step_id=text_id(record.step_id),
        origin=record.origin or "generation",
        metadata=metadata,
    )


def _evidence_span(
    record: CitationRecord, span: Span, unit: OffsetUnit, chunks: tuple[Chunk, ...], path: str
) -> Span | None:
    """The span in code points of the recorded chunk that the citation names; None if there is none."""
    document_id, chunk_id = text_id(record.document_id), text_id(record.chunk_id)
    revision = text_id(record.document_revision)
    fault: OffsetError | None = None
    for one in chunks if document_id is not None or chunk_id is not None else ():
        if document_id not in (None, one.document_id) or chunk_id not in (None, one.chunk_id):
            continue
        if revision is not None and one.document_revision not in (None, revision):
            continue
        try:
            return code_points(one.text, span, unit)
        except OffsetError as error:
            fault = fault or error
    if fault is not None:
        raise RecordError(
            path, expected="a span of the cited chunk", got=str(fault), message=f"{path}: {fault}"
        )
    return None


def _raw_span(span: AnySpan) -> Span:
    return Span(span.start, span.end) if isinstance(span, SpanRecord) else Span(*span)


def _checked(span: Span, text: str, unit: OffsetUnit, path: str) -> Span:
    """The span in code points. Raises RecordError when it does not fit the text."""
    try:
        return code_points(text, span, unit)
    except OffsetError as error:
        raise RecordError(
            path, expected="a span of the answer", got=str(error), message=f"{path}: {error}"
        ) from None


def _claims(records: Sequence[ClaimRecord], text: str, unit: OffsetUnit) -> tuple[ExplicitClaim, ...]:
    claims = []
    for index, record in enumerate(records):
        span = _checked(Span(record.start, record.end), text, unit, f"$.claims[{index}]")
        claims.append(
            ExplicitClaim(
                start=span.start,
                end=span.end,
                citation_ids=tuple(map(str, record.citation_ids or ())),
                claim_id=text_id(record.claim_id),
                text=record.text,
                kind=record.kind,
                verifiable=record.verifiable,
                citation_required=record.citation_required,
                severity=record.severity,
            )
        )
    return tuple(claims)
