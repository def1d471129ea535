"""Files of every shape as payloads."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.importers import payloads
from pincite.importers.payloads import Payload, canonical, read_payloads
from pincite.io.rejection import Rejection


def whole(head: list[Any]) -> bool:
    """Lists of events are one payload."""
    return all(isinstance(one, dict) and "event" in one for one in head)


def read(path: Path, **more: Any) -> list[Payload | Rejection]:
    return list(read_payloads(path, whole, **more))


def shape(found: list[Payload | Rejection]) -> list[tuple[int, str, Any]]:
    places = []
    for one in found:
        assert isinstance(one, Payload), one
        places.append((one.line, one.path, one.value))
    return places


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("\n \n", []),
        ('{"a": 1}', [(1, "$", {"a": 1})]),
        ('\n{\n "a": 1\n}\n', [(2, "$", {"a": 1})]),
        ('{"a": 1,\n "b": 2}', [(1, "$", {"a": 1, "b": 2})]),
        ('{"a": 1}\n\n{"a": 2}\n', [(1, "$", {"a": 1}), (3, "$", {"a": 2})]),
        ('[{"a": 1}, {"a": 2}]', [(1, "$[0]", {"a": 1}), (1, "$[1]", {"a": 2})]),
        ('[\n {"a": 1},\n {"a": 2}\n]', [(1, "$[0]", {"a": 1}), (1, "$[1]", {"a": 2})]),
        ('[{"event": 1}, {"event": 2}]', [(1, "$", [{"event": 1}, {"event": 2}])]),
        ('{"event": 1}\n{"event": 2}\n', [(1, "$", [{"event": 1}, {"event": 2}])]),
        ('[{"event": 1}]\n[{"event": 2}]\n', [(1, "$", [{"event": 1}]), (2, "$", [{"event": 2}])]),
        ('{\n"a": 1}\n{\n"a": 2}', [(1, "$", {"a": 1}), (3, "$", {"a": 2})]),
        ('\ufeff{"a": NaN}', [(1, "$", {"a": None})]),
        (
            'event: x\ndata: {"event": 1}\n\n: ping\n\ndata: {"event":\ndata: 2}\n\ndata: [DONE]\n\n',
            [(1, "$", [{"event": 1}, {"event": 2}])],
        ),
        (
            'data: {"event": 1}\n\ndata: [DONE]\n\ndata: {"event": 2}\n',
            [(1, "$", [{"event": 1}]), (5, "$", [{"event": 2}])],
        ),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_every_shape_of_file(tmp_path: Path, text: str, expected: list[Any], packed: bool) -> None:
    path = tmp_path / "log"
    data = text.encode()
    path.write_bytes(gzip.compress(data) if packed else data)
    assert shape(read(path)) == expected


def test_csv_is_a_list_of_rows(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text('q;a\n"one\nline";2\n', encoding="utf-8")
    assert shape(read(path, media="csv")) == [(1, "$", [{"q": "one\nline", "a": "2"}])]
    path.write_bytes(b'q,a\n"open,2\n')
    (fault,) = read(path, media="csv")
    assert isinstance(fault, Rejection)
    assert "not CSV" in fault.message


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = type("Stdin", (), {"buffer": io.BytesIO(b'{"a": 1}')})
    monkeypatch.setattr("sys.stdin", stdin)
    assert shape(list(read_payloads("-", whole))) == [(1, "$", {"a": 1})]


@pytest.mark.parametrize(
    ("data", "where", "said"),
    [
        (b'{"a": 1}\n{"a": }\n{"a": 3}\n', "log:2:7", "not JSON"),
        (b'{"a": 1,\n "b": }', "log:2:7", "not JSON"),
        (b'{"a": 1,\n', "log:", "not JSON"),
        (b'{"a": "\xff"}', "log:1", "not UTF-8"),
        (b"plain words", "log:1:1", "not JSON"),
        (b'data: {"event": 1}\n\ndata: {"event"\n\n', "log:3:", "not JSON"),
        ("﻿{}".encode("utf-16"), "log:1", "UTF-16"),
        (b"[" * 5000, "log:1", "deep"),
        (b'{"a": ' + b"[" * 200 + b"]" * 200 + b"}", "log:1", "deep"),
        (gzip.compress(b'{"a": 1}\n' * 999, mtime=0)[:-12], "log:", "cannot be read any further"),
        (b'{"a": 1' + b"0" * 5000 + b"}", "log:1", "not JSON"),
    ],
)
def test_faults_name_the_line_and_the_rest_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, where: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("log").write_bytes(data)
    found = list(read_payloads("log", whole))
    (fault,) = [one for one in found if isinstance(one, Rejection)]
    assert fault.where.startswith(where)
    assert said in fault.message
    if data.startswith(b'{"a": 1}\n{'):
        assert [one.value for one in found if isinstance(one, Payload)] == [{"a": 1}, {"a": 3}]


def test_what_has_to_be_held_has_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payloads, "LARGEST", 100)
    path = tmp_path / "log"
    path.write_bytes(b'{"a": 1}\n' * 100)
    assert len(read(path)) == 100
    path.write_bytes(b'{"a": "' + b"x" * 200 + b'"}\n{"a": 1}\n')
    assert any(isinstance(one, Rejection) and "MiB" in one.message for one in read(path))
    path.write_bytes(gzip.compress(b"[" + b"\n" * 500 + b"]"))
    with pytest.raises(InputError, match="JSON lines"):
        read(path)


def test_json_lines_are_read_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b'{"a": 1}\n' * 30 + b"broken")
    stream = read_payloads(path, whole)
    assert isinstance(next(stream), Payload)


def test_missing_files_and_directories(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(InputError):
            read(path)


@pytest.mark.parametrize(
    "value", [{"b": 1, "a": [1.5, None]}, {"a": 10**30}, {"a": "\ud800"}, [float("nan")]]
)
def test_equal_payloads_have_equal_bytes(value: Any) -> None:
    assert canonical(value) == canonical(json.loads(json.dumps(value)))
    if isinstance(value, dict):
        assert canonical(dict(reversed(value.items()))) == canonical(value)
