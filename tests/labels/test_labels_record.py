"""One label: what is read, what is refused, and that it survives being written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.io.rejection import Notices, Rejection
from pincite.labels.record import Label, LabelRecord, build_label, encode_label, read_labels

SMALL = {"answer_id": "a", "claim_id": "c1", "start": 3, "end": 12, "label": "partial", "rater": "anna"}
WHOLE = {
    **SMALL,
    "text": "Bats fly.",
    "citation_ids": ["2", 1, "2"],
    "at": "2026-10-03T14:05:00Z",
    "guideline_version": 2,
    "raw_label": "B",
    "note": "half of it",
    "cause": "scope",
    "assisted": True,
    "weight": 3.5,
    "stratum": "s2",
    "case_id": "q7",
    "seconds": 8.5,
}


def read(folder: Path, *records: Any, **more: Any) -> list[Label | Rejection]:
    path = folder / "labels.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    return list(read_labels(str(path), **more))


def test_a_whole_label(tmp_path: Path) -> None:
    (found,) = read(tmp_path, WHOLE)
    assert isinstance(found, Label)
    assert found.citation_ids == ("2", "1") and found.unit.citation_ids == ("1", "2")
    assert (found.guideline_version, found.raw_label, found.assisted) == ("2", "B", True)
    assert (found.cause, found.weight, found.stratum) == ("scope", 3.5, "s2")
    assert (found.case_id, found.metadata) == ("q7", {"seconds": 8.5})
    assert len(found.label_id) == 20


@pytest.mark.parametrize("record", [SMALL, WHOLE, {**SMALL, "start": 0, "raw_label": 0, "citation_ids": []}])
def test_a_label_survives_being_written(tmp_path: Path, record: dict[str, Any]) -> None:
    (found,) = read(tmp_path, record)
    assert isinstance(found, Label)
    (again,) = read(tmp_path, json.loads(encode_label(found)))
    assert again == found


def test_the_id_follows_from_the_content() -> None:
    one = build_label(msgspec.convert(SMALL, LabelRecord))
    assert one == build_label(msgspec.convert(SMALL, LabelRecord))
    other = build_label(msgspec.convert({**SMALL, "rater": "ben"}, LabelRecord))
    assert one.label_id != other.label_id


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"label": "supported"}, "$.label: expected one of"),
        ({"answer_id": ""}, "$.answer_id: expected an id"),
        ({"start": 12, "end": 3}, "$.start: 12..3 is no stretch"),
        ({"start": -1}, "$.start: -1..12 is no stretch"),
        ({"text": "Bats"}, "$.text: 4 characters, but start and end are 9 apart"),
        ({"rater": None}, "$.rater: the key is missing"),
        ({"at": "yesterday"}, "$.at: expected ISO date and time"),
        ({"weight": 0}, "$.weight: expected a number above 0"),
        ({"start": "3"}, "$.start: expected integer, got string"),
    ],
)
def test_what_is_no_label_is_refused_with_its_place(tmp_path: Path, change: Any, message: str) -> None:
    good, bad = read(tmp_path, SMALL, {**SMALL, **change})
    assert isinstance(good, Label) and isinstance(bad, Rejection)
    assert bad.where.endswith("labels.jsonl:2") and message in str(bad)


def test_a_rater_can_be_named_for_the_whole_file(tmp_path: Path) -> None:
    nameless = {key: value for key, value in SMALL.items() if key != "rater"}
    named, own = read(tmp_path, nameless, SMALL, rater="ben")
    assert isinstance(named, Label) and isinstance(own, Label)
    assert (named.rater, own.rater) == ("ben", "anna")


def test_records_without_a_label_are_passed_over_with_a_notice(tmp_path: Path) -> None:
    notices = Notices()
    found = read(tmp_path, {**SMALL, "label": None}, SMALL, notices=notices)
    assert len(found) == 1
    assert notices.messages == ("some label records hold no label; they are passed over",)


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    import io

    for found in read_labels(io.BytesIO(data + b"\n")):
        assert isinstance(found, Label | Rejection)
