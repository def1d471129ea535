from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from io_records import MINIMAL, lines, rejected

from pincite.errors import InputError
from pincite.io.answers import read_answers
from pincite.io.rejection import Intake, Rejection
from pincite.model import Answer


@pytest.mark.parametrize(
    ("data", "where", "said"),
    [
        (b'{"text": "x", "prompt_chunks": []', "<stream>:1:34", "ends too early"),
        (b'{"text": "x", "prompt_chunks": []} more', "<stream>:1:36", "trailing characters"),
        (b'{"text": "\xff", "prompt_chunks": []}', "<stream>:1:11", "not UTF-8"),
        (b'{"text": "a\x00", "prompt_chunks": []}', "<stream>:1:12", "not JSON"),
        ('{"text": "\U0001f600", \'a\': 1}'.encode(), "<stream>:1:15", "not JSON"),
        (b'{"text": "x", "prompt_chunks": None}', "<stream>:1:32", "write null, true and false"),
        (
            b'{"text": "x", "prompt_chunks": [{"text": "a", "chunk_id": ' + b"9" * 5000 + b"}]}",
            "<stream>:1",
            "too large",
        ),
        (b'{"text": "x", "prompt_chunks": [], "metadata": {"n": 1e999}}', "<stream>:1", "too large"),
        (
            b'{"text": "x", "prompt_chunks": [], "metadata": ' + b"[" * 90 + b"]" * 90 + b"}",
            "<stream>:1",
            "nested",
        ),
        (
            b'{"text": "x", "prompt_chunks": [], "prompt": ' + b"[" * 5000 + b"]" * 5000 + b"}",
            "<stream>:1",
            "nested",
        ),
        (b"@nonsense", "<stream>:1:1", "not JSON"),
    ],
)
def test_broken_lines(data: bytes, where: str, said: str) -> None:
    fault = rejected(data)
    assert fault.where == where
    assert said in str(fault)


def test_good_lines_around_bad_ones_are_read() -> None:
    intake = Intake()
    stream = lines(MINIMAL, b"{", b"", b"  \r", MINIMAL | {"text": 3}, MINIMAL)
    answers = list(intake.accepted(read_answers(stream)))
    assert [answer.where for answer in answers] == ["<stream>:1", "<stream>:6"]
    assert (intake.rejected, intake.total) == (2, 4)
    assert intake.summary().splitlines()[0] == "2 of 4 lines rejected"


def test_only_the_first_twenty_faults_are_kept() -> None:
    intake = Intake()
    assert not list(intake.accepted(read_answers(lines(MINIMAL | {"text": 1}, *[{"text": 1}] * 29))))
    assert len(intake.first) == 20
    assert intake.summary().splitlines()[0] == "30 of 30 lines rejected"
    assert intake.summary().splitlines()[-1] == "  + 10 more"


def test_no_summary_without_rejections() -> None:
    intake = Intake()
    list(intake.accepted(read_answers(lines(MINIMAL))))
    assert intake.summary() == ""


def test_lines_of_several_files_never_share_an_id(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text(json.dumps(MINIMAL))
    answers = list(read_answers([tmp_path / "a.jsonl", str(tmp_path / "b.jsonl")]))
    assert [one.answer_id for one in answers if isinstance(one, Answer)] == ["line-1", "line-1#2"]


def test_files_of_every_form_give_the_same_answers(tmp_path: Path) -> None:
    records = [MINIMAL | {"answer_id": str(number)} for number in range(3)]
    plain = "\n".join(map(json.dumps, records))
    forms = {
        "lines.jsonl": plain.encode(),
        "marked.jsonl": b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode(),
        "packed.jsonl.gz": gzip.compress(plain.encode()),
        "packed_without_suffix": gzip.compress(plain.encode()),
        "array.json": json.dumps(records, indent=1).encode(),
        "array.json.gz": gzip.compress(json.dumps(records).encode()),
        "spaced.jsonl": b"\n\n" + plain.replace("\n", "\n\n").encode() + b"\n \n",
    }
    for name, data in forms.items():
        (tmp_path / name).write_bytes(data)
        found = list(read_answers(tmp_path / name))
        assert [one.answer_id for one in found if isinstance(one, Answer)] == ["0", "1", "2"], name


def test_an_object_over_several_lines_is_one_record() -> None:
    (answer,) = read_answers(io.BytesIO(json.dumps(MINIMAL, indent=2).encode()))
    assert isinstance(answer, Answer)


def test_faults_inside_an_array_have_line_and_index() -> None:
    data = b'[\n{"text": "x", "prompt_chunks": []},\n\n{"text": 3,\n "prompt_chunks": []}, {"text": 1}]'
    good, second, third = read_answers(io.BytesIO(data))
    assert isinstance(good, Answer) and good.where == "<stream>:2"
    assert isinstance(second, Rejection) and isinstance(third, Rejection)
    assert (second.where, second.path) == ("<stream>:4", "$[1].text")
    assert (third.where, third.path) == ("<stream>:5", "$[2].text")


def test_an_array_that_is_not_closed_is_read_as_lines() -> None:
    fault, good = read_answers(io.BytesIO(b"[1, 2\n" + json.dumps(MINIMAL).encode()))
    assert isinstance(fault, Rejection)
    assert isinstance(good, Answer)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"[]", b"\xef\xbb\xbf"])
def test_files_without_records(data: bytes) -> None:
    assert list(read_answers(io.BytesIO(data))) == []


def test_a_cut_gzip_file_gives_what_it_holds_and_says_so() -> None:
    data = gzip.compress(b"\n".join([json.dumps(MINIMAL).encode()] * 3))[:-4]
    *good, fault = read_answers(io.BytesIO(data))
    assert all(isinstance(one, Answer) for one in good)
    assert isinstance(fault, Rejection)
    assert "cannot be read any further" in fault.message


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_utf16_files_are_refused_once(mark: bytes) -> None:
    (fault,) = read_answers(io.BytesIO(mark + "x\ny".encode("utf-16-le")))
    assert isinstance(fault, Rejection)
    assert fault.hint == "save it as UTF-8"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = SimpleNamespace(buffer=lines(MINIMAL, b"{"))
    monkeypatch.setattr(sys, "stdin", stdin)
    good, fault = read_answers("-")
    assert isinstance(good, Answer) and good.where == "<stdin>:1"
    assert isinstance(fault, Rejection) and fault.where.startswith("<stdin>:2")


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(read_answers(tmp_path / "absent.jsonl"))
    with pytest.raises(InputError, match="is a folder"):
        list(read_answers(tmp_path))
    with pytest.raises(InputError, match="cannot read"):
        list(read_answers("a\x00b"))


def test_lines_are_read_one_by_one() -> None:
    """The first answer is there before the second line exists: nothing waits for the end of the stream."""

    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            data = json.dumps(MINIMAL | {"answer_id": str(self.given)}).encode() + b"\n"
            self.given += 1
            buffer[: len(data)] = data
            return len(data)

    pipe = Pipe()
    answers = read_answers(io.BufferedReader(pipe))
    assert isinstance(next(answers), Answer)
    assert pipe.given <= 2
