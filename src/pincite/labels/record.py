"""One label that a person gave, as it is stored and read."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field, structs

from pincite.io.codec import decode, encode_row
from pincite.io.fields import text_id
from pincite.io.jsonl import Source, read_records
from pincite.io.rejection import Notices, RecordError, Rejection

HumanLabel = Literal["full", "partial", "none", "contradiction", "unsupported", "undecided", "not_verifiable"]
"""`unsupported`: not full, and no more was asked. `undecided`: the rater cannot tell. `not_verifiable`: there
is nothing to verify."""

Id = str | int
Time = Annotated[str, Meta(description="ISO 8601 date and time")]


class LabelRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of a labels file.

    `citation_ids` names the citations that were judged: one of several for a link of its own, null or all of
    them for the claim. `retracts` names an earlier label that its rater took back; such a record needs no
    label. `adjudicates` names the labels between which this one decides. `weight` is the inverse of the
    chance with which the claim was drawn.
    """

    answer_id: Id
    claim_id: Id
    start: int
    end: int
    label: HumanLabel | None = None
    case_id: Id | None = None
    text: str | None = None
    citation_ids: list[Id] | None = None
    rater: str | None = None
    at: Time | None = None
    guideline_version: Id | None = None
    raw_label: str | int | float | None = None
    note: str | None = None
    cause: Annotated[str | None, Meta(description="why it is not full, or why raters differ")] = None
    assisted: Annotated[
        bool, Meta(description="the rater saw a verdict; never used for calibration or agreement")
    ] = False
    label_id: str | None = None
    retracts: str | None = None
    adjudicates: list[str] | None = None
    weight: float | None = None
    stratum: str | None = None
    metadata: dict[str, Any] | None = None


class Label(Struct, frozen=True, kw_only=True):
    """One label. `citation_ids` is None where the claim as a whole was judged."""

    label_id: str
    answer_id: str
    claim_id: str
    start: int
    end: int
    label: HumanLabel | None
    rater: str
    text: str | None = None
    citation_ids: tuple[str, ...] | None = None
    at: str | None = None
    guideline_version: str | None = None
    raw_label: str | int | float | None = None
    note: str | None = None
    cause: str | None = None
    assisted: bool = False
    retracts: str | None = None
    adjudicates: tuple[str, ...] = ()
    weight: float | None = None
    stratum: str | None = None
    case_id: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def unit(self) -> Unit:
        citations = None if self.citation_ids is None else tuple(sorted(self.citation_ids))
        return Unit(self.answer_id, self.claim_id, citations)

    @property
    def moment(self) -> float:
        """When it was given, in seconds; a label without a time counts as the earliest."""
        if self.at is None:
            return 0.0
        when = datetime.fromisoformat(self.at)
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()


class Unit(Struct, frozen=True, order=True):
    """What was labelled: a claim, or some of its citations."""

    answer_id: str
    claim_id: str
    citation_ids: tuple[str, ...] | None = None


def read_labels(
    sources: Source | Iterable[Source], *, rater: str | None = None, notices: Notices | None = None
) -> Iterator[Label | Rejection]:
    """Every label of every source, and a rejection in the place of each record that is none.

    `rater` is taken where a record names none; without it such a record is rejected. A record whose label is
    null (the source had nothing to say) is passed over, with a notice. Raises InputError when a source cannot
    be opened.
    """
    for raw in read_records(sources):
        if isinstance(raw, Rejection):
            yield raw
            continue
        try:
            record = decode(raw.data, LabelRecord, "label", notices)
            if record.label is None and record.retracts is None:
                if notices is not None:
                    notices.add("some label records hold no label; they are passed over")
                continue
            yield build_label(record, rater=rater)
        except RecordError as error:
            yield error.rejection(raw.where, prefix=raw.prefix)


def build_label(record: LabelRecord, *, rater: str | None = None) -> Label:
    """The label of a record; without a `label_id` it gets one that follows from its content.

    Raises RecordError for an empty id, a span that is none, a time that is none, or a missing rater.
    """
    ids = {}
    for name in ("answer_id", "claim_id"):
        value = text_id(getattr(record, name))
        if value is None:
            raise RecordError(f"$.{name}", expected="an id", got="an empty string")
        ids[name] = value
    if not 0 <= record.start <= record.end:
        raise RecordError(
            "$.start", message=f"$.start: {record.start}..{record.end} is no stretch of an answer"
        )
    if record.text is not None and len(record.text) != record.end - record.start:
        raise RecordError(
            "$.text",
            message=f"$.text: {len(record.text)} characters, but start and end are"
            f" {record.end - record.start} apart",
            hint="offsets count code points of the answer's text",
        )
    rated_by = record.rater or rater
    if not rated_by:
        raise RecordError(
            "$.rater",
            expected="the rater's name",
            got="nothing",
            message="$.rater: the key is missing, expected the rater's name",
            hint="name the rater of the whole file with --rater",
        )
    if record.weight is not None and not 0 < record.weight < 1e12:
        raise RecordError("$.weight", expected="a number above 0", got=str(record.weight))
    citations = None
    if record.citation_ids is not None:
        citations = tuple(dict.fromkeys(str(one) for one in record.citation_ids)) or None
    label = Label(
        label_id=record.label_id or "",
        answer_id=ids["answer_id"],
        claim_id=ids["claim_id"],
        start=record.start,
        end=record.end,
        label=record.label,
        rater=rated_by,
        text=record.text,
        citation_ids=citations,
        at=_time(record.at),
        guideline_version=text_id(record.guideline_version),
        raw_label=record.raw_label,
        note=record.note,
        cause=record.cause,
        assisted=record.assisted,
        retracts=record.retracts,
        adjudicates=tuple(record.adjudicates or ()),
        weight=record.weight,
        stratum=record.stratum,
        case_id=text_id(record.case_id),
        metadata=record.metadata or {},
    )
    return label if label.label_id else structs.replace(label, label_id=content_id(label))


def _time(value: str | None) -> str | None:
    if value is None:
        return None
    try:
        datetime.fromisoformat(value)
    except ValueError:
        raise RecordError(
            "$.at", expected="ISO date and time such as 2026-10-03T14:05:00Z", got=repr(value[:40])
        ) from None
    return value


def content_id(label: Label) -> str:
    """Twenty characters that follow from everything else in the label.

    The same label written twice has one id, so that importing a file again adds nothing and the files of
    several people merge without a conflict.
    """
    digest = hashlib.sha256(encode_row(structs.replace(label, label_id=""))).digest()
    return base64.b32encode(digest)[:20].decode().lower()


def encode_label(label: Label) -> bytes:
    """One line of a labels file, without the line break; what a label does not have is left out."""
    values = msgspec.to_builtins(label)
    # False by identity: 0 is a place, and equal to it.
    return encode_row(
        {
            key: value
            for key, value in values.items()
            if not (value is None or value is False or value in ((), [], {}))
        }
    )
