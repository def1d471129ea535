"""The file of gold cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pincite.io.codec import decode, encode_row
from pincite.io.fields import checked_date, text_id
from pincite.io.jsonl import Source, read_records
from pincite.io.rejection import Notices, RecordError, Rejection
from pincite.io.wire import CaseRecord, SourceRecord
from pincite.model import Case, ExpectedClaim, SupportingSource


def read_cases(
    sources: Source | Iterable[Source], *, notices: Notices | None = None
) -> Iterator[Case | Rejection]:
    """Every case of every source, and a rejection in the place of each record that is none.

    A `case_id` that was there before is rejected. Raises InputError when a source cannot be opened.
    """
    seen: set[str] = set()
    for raw in read_records(sources):
        if isinstance(raw, Rejection):
            yield raw
            continue
        try:
            case = build_case(decode(raw.data, CaseRecord, "case", notices))
            _check_new(case, seen)
        except RecordError as error:
            yield error.rejection(raw.where, prefix=raw.prefix)
            continue
        yield case


def cases_from(values: Iterable[Case | Mapping[str, Any]]) -> Iterator[Case | Rejection]:
    """Cases that a program holds: `Case` values or mappings in the input format."""
    seen: set[str] = set()
    for number, value in enumerate(values, 1):
        try:
            case = (
                value
                if isinstance(value, Case)
                else build_case(decode(encode_row(value), CaseRecord, "case"))
            )
            _check_new(case, seen)
        except RecordError as error:
            yield error.rejection(f"cases:{number}")
            continue
        yield case


def _check_new(case: Case, seen: set[str]) -> None:
    if case.case_id in seen:
        shown = repr(case.case_id[:60])
        raise RecordError(
            "$.case_id",
            expected="an id of its own",
            got=shown,
            message=f"$.case_id: {shown} is the id of an earlier case",
            hint="the earlier one is kept",
        )
    seen.add(case.case_id)


def build_case(record: CaseRecord) -> Case:
    """The model's value of a record. Raises RecordError for an empty id or a date that is none."""
    case_id = text_id(record.case_id)
    if case_id is None:
        raise RecordError("$.case_id", expected="an id", got="an empty string")
    return Case(
        case_id=case_id,
        question=record.question,
        answerable=record.answerable is not False,
        as_of=checked_date(record.as_of, "$.as_of"),
        expected_claims=tuple(
            ExpectedClaim(
                claim_id=text_id(claim.claim_id) or f"e{number}",
                text=claim.text,
                citation_required=claim.citation_required is not False,
                severity=claim.severity,
                supporting_sources=tuple(map(_source, claim.supporting_sources or ())),
            )
            for number, claim in enumerate(record.expected_claims or (), 1)
        ),
        near_miss_sources=tuple(map(_source, record.near_miss_sources or ())),
        criticality=record.criticality,
        slice=record.slice,
        family=record.family,
        template=record.template,
        notes=record.notes,
        dataset_revision=text_id(record.dataset_revision),
        metadata=record.metadata or {},
    )


def _source(record: SourceRecord) -> SupportingSource:
    return SupportingSource(
        document_id=str(record.document_id),
        document_revision=text_id(record.document_revision),
        required_text=record.required_text,
    )
