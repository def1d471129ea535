"""The shared file: whole lines from many threads and processes, and what a killed writer leaves."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pincite.errors import ConfigError, InputError
from pincite.io.answers import read_answers
from pincite.io.rejection import Rejection
from pincite.model import Answer
from pincite.trace import Recorder
from pincite.trace.log import Log, repair

LINE = b'{"text": "t", "prompt_chunks": []}'

_WRITER = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pincite.trace import Recorder

path, process, threads, each = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
recorder = Recorder(path, strict=True)

def work(thread):
    for number in range(each):
        with recorder.answer("q", answer_id=f"{process}-{thread}-{number}") as t:
            t.prompt(["passage " * (200 * (number % 7 + 1))])
            t.answer("said [1].")

with ThreadPoolExecutor(threads) as pool:
    list(pool.map(work, range(threads)))
"""

_ENDLESS = """
import sys
from pincite.trace import Recorder

recorder = Recorder(sys.argv[1], strict=True)
number = 0
while True:
    with recorder.answer("q", answer_id=f"{sys.argv[2]}-{number}") as t:
        t.prompt(["passage " * 40_000])
        t.answer("said [1].")
    number += 1
"""


def test_eight_threads_in_each_of_four_processes_lose_and_tear_nothing(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    running = [
        subprocess.Popen([sys.executable, "-c", _WRITER, str(path), str(process), "8", "12"])
        for process in range(4)
    ]
    assert [one.wait(120) for one in running] == [0, 0, 0, 0]
    answers = list(read_answers(path))
    assert not [one for one in answers if isinstance(one, Rejection)]
    ids = [one.answer_id for one in answers if isinstance(one, Answer)]
    assert sorted(ids) == sorted(f"{p}-{t}-{n}" for p in range(4) for t in range(8) for n in range(12))


def test_a_killed_writer_costs_one_record_at_most(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    for attempt in range(3):
        before = path.stat().st_size if path.exists() else 0
        writer = subprocess.Popen([sys.executable, "-c", _ENDLESS, str(path), str(attempt)])
        deadline = time.monotonic() + 60
        while (not path.exists() or path.stat().st_size < before + 2_000_000) and time.monotonic() < deadline:
            time.sleep(0.01)
        writer.send_signal(signal.SIGKILL)
        writer.wait(30)
    recorder = Recorder(path, strict=True)
    with recorder.answer("q", answer_id="last") as t:
        t.answer("said")
    read = list(read_answers(path))
    good = [one.answer_id for one in read if isinstance(one, Answer)]
    torn = [one for one in read if isinstance(one, Rejection)]
    assert good[-1] == "last"
    assert len(torn) <= 3
    assert all("too early" in one.message and one.where.startswith(f"{path}:") for one in torn)
    for attempt in range(3):
        numbers = [int(name.split("-")[1]) for name in good if name.startswith(f"{attempt}-")]
        assert numbers == list(range(len(numbers))), "only the record being written may be missing"
        assert numbers


@pytest.mark.parametrize(
    ("left", "whole", "torn"),
    [
        (b"", 1, 0),
        (LINE + b"\n", 2, 0),
        (LINE, 2, 0),  # all of the record is there and only its line break is missing
        (LINE[:-5], 1, 1),
        (LINE + b"\n" + LINE[:9], 2, 1),
        ('{"text": "ü'.encode()[:-1], 1, 1),  # cut inside a character
    ],
)
def test_the_next_writer_ends_what_was_left(left: bytes, whole: int, torn: int, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_bytes(left)
    Log(path).append(LINE)
    read = list(read_answers(path))
    assert sum(isinstance(one, Answer) for one in read) == whole
    assert sum(isinstance(one, Rejection) for one in read) == torn
    done = repair(path)
    assert (done.whole, len(done.torn)) == (whole, torn)
    assert [json.loads(line)["text"] for line in path.read_text().splitlines()] == ["t"] * whole
    if torn:
        assert done.kept_in is not None
        assert done.kept_in.read_bytes().removesuffix(b"\n") in left
        assert repair(path).torn == ()


def test_a_new_file_is_for_its_owner_and_an_old_one_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    Log(path, sync=True).append(LINE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o640)
    with path.open("ab") as file:
        file.write(b"{torn\n")
    repair(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_bytes() == LINE + b"\n"


def test_a_file_that_was_moved_away_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    log = Log(path)
    log.append(LINE)
    path.rename(tmp_path / "answers.1.jsonl")
    log.append(LINE)
    assert path.read_bytes() == LINE + b"\n"


def test_a_lock_that_is_never_given_back_costs_the_record_and_not_the_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl", reason="this system has no file locks")
    monkeypatch.setattr("pincite.trace.log.PATIENCE", 0.05)
    path = tmp_path / "answers.jsonl"
    recorder = Recorder(path)
    with path.open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with recorder.answer("q") as t:
            t.answer("x")
    assert (recorder.problems, recorder.recorded) == (1, 0)
    with recorder.answer("q") as t:
        t.answer("y")
    assert [one.text for one in read_answers(path) if isinstance(one, Answer)] == ["y"]


def test_a_write_that_fails_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "answers.jsonl"
    log = Log(path)
    log.append(LINE)
    write = os.write

    def full(opened: int, data: bytes) -> int:
        if len(data) > 10:
            return write(opened, data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space"):
        log.append(LINE)
    monkeypatch.undo()
    assert path.read_bytes() == LINE + b"\n"


@pytest.mark.parametrize("name", ["-", "answers.jsonl.gz"])
def test_what_cannot_be_appended_to_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="cannot be recorded"):
        Log(name)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'[\n{"text": "t"}\n]', "one JSON document"),
        (b"{\n", "one JSON document"),
        (b"\x1f\x8b00", "compressed"),
    ],
)
def test_a_file_that_holds_no_lines_is_not_repaired(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        repair(path)
    assert path.read_bytes() == content


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        repair(tmp_path / "none.jsonl")
