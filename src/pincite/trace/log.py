"""The file that answers are recorded in: append-only JSON lines that several writers share.

A record is one line, written by one `write` at the end of the file while the writer holds the file's lock. A
writer that is killed in the middle of it leaves a line without its end; the next writer ends that line before
it writes its own, so that one record is lost and never two. Readers reject the torn line and name it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec
from msgspec import Struct

from pincite.errors import ConfigError, InputError

if sys.platform != "win32":
    import fcntl

_GZIP = b"\x1f\x8b"
_BINARY = getattr(os, "O_BINARY", 0)  # Windows would write other line breaks
PATIENCE = 5.0
"""Seconds after which a writer gives its record up: the request that it belongs to must not wait for ever."""

_OURS = 0o600
"""Answers hold what people asked: a new file is for its owner alone."""


class Log:
    """Appends lines to one file, from any number of threads and processes.

    The file is opened for each line, so that it may be moved away at any time (log rotation) and a fork needs
    no care. With `sync` every line is on the disk before `append` returns; without it a line survives the end
    of the process but not of the machine. Where the system has no file locks (Windows), one process at a time
    may write.

    Raises ConfigError for a path that cannot be appended to as a text (`-`, `.gz`).
    """

    def __init__(self, path: str | PathLike[str], *, sync: bool = False) -> None:
        self.path = Path(path)
        self._sync = sync
        self._own = threading.Lock()
        if str(path) == "-" or self.path.suffix == ".gz":
            raise ConfigError(
                f"answers cannot be recorded into {str(path)!r}",
                where="path",
                hint="name a .jsonl file; compress it once it is complete",
            )

    def append(self, line: bytes) -> None:
        """Write one line, given without its line break. Raises OSError when it cannot be written."""
        with (
            self._own if sys.platform == "win32" else nullcontext(),
            _locked(self.path, patience=PATIENCE) as opened,
        ):
            size = os.fstat(opened).st_size
            ended = size == 0 or _last_byte(opened, size) == b"\n"
            data = (b"" if ended else b"\n") + line + b"\n"
            try:
                _write(opened, data)
                if self._sync:
                    os.fsync(opened)
            except OSError:
                # A full disk: half a line helps nobody, and nobody else has written since.
                os.ftruncate(opened, size)
                raise


def _last_byte(opened: int, size: int) -> bytes:
    os.lseek(opened, size - 1, os.SEEK_SET)
    return os.read(opened, 1)


def _write(opened: int, data: bytes) -> None:
    written = os.write(opened, data)
    while written < len(data):
        written += os.write(opened, data[written:])


@contextmanager
def _locked(path: Path, *, patience: float | None = None) -> Iterator[int]:
    """The file, open for reading and appending, locked against other writers.

    If the file was moved away while we waited for the lock, the one that now has the name is taken. With
    `patience` (seconds) a missing file is made, and TimeoutError is raised when the lock stays taken.
    """
    flags = os.O_RDWR | os.O_APPEND | (os.O_CREAT if patience is not None else 0) | _BINARY
    while True:
        opened = os.open(path, flags, _OURS)
        try:
            if sys.platform != "win32":
                _lock(opened, patience)
                if not _still(opened, path):
                    continue
                try:
                    yield opened
                finally:
                    # A child that was forked meanwhile shares the lock; closing alone would leave it there.
                    fcntl.flock(opened, fcntl.LOCK_UN)
            else:
                yield opened
            return
        finally:
            os.close(opened)


if sys.platform != "win32":

    def _lock(opened: int, patience: float | None) -> None:
        """Take the lock. A writer holds it for microseconds; one that was stopped holds it for ever."""
        if patience is None:
            fcntl.flock(opened, fcntl.LOCK_EX)
            return
        end, pause = time.monotonic() + patience, 0.0001
        while True:
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() > end:
                    raise TimeoutError(f"the file has been locked for {patience:g} s") from None
                time.sleep(pause)
                pause = min(pause * 1.5, 0.01)


def _still(opened: int, path: Path) -> bool:
    try:
        now = path.stat()
    except FileNotFoundError:
        return False
    mine = os.fstat(opened)
    return (now.st_dev, now.st_ino) == (mine.st_dev, mine.st_ino)


class Repair(Struct, frozen=True, kw_only=True):
    """What a repair found: whole lines kept, and the numbers (from 1) of the torn ones.

    `kept_in` is the file that the torn lines were moved to, or None if there were none.
    """

    whole: int
    torn: tuple[int, ...]
    kept_in: Path | None


def repair(path: str | PathLike[str]) -> Repair:
    """Take the lines that are no JSON out of a file of answers and keep them in `FILE.torn`.

    Writers wait meanwhile. The file keeps its name and mode; it is replaced as a whole, so that a repair that
    is killed changes nothing.

    Raises InputError when the file cannot be read or written.
    """
    file = Path(path)
    try:
        with _locked(file) as opened:
            return _repaired(file, opened)
    except FileNotFoundError:
        raise InputError(f"no such file: {file}", where=str(file)) from None
    except OSError as error:
        raise InputError(f"cannot repair {file}: {error.strerror}", where=str(file)) from None


def _repaired(file: Path, opened: int) -> Repair:
    part = file.with_name(f".{file.name}.repaired")
    torn: list[int] = []
    loose: list[bytes] = []
    whole = 0
    line = b"\n"
    mode = os.fstat(opened).st_mode & 0o777
    with os.fdopen(os.dup(opened), "rb") as lines:
        _check_lines(lines, file)
        with _written(part, "wb", mode) as kept:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                ended = line if line.endswith(b"\n") else line + b"\n"
                if _is_json(line):
                    kept.write(ended)
                    whole += 1
                else:
                    torn.append(number)
                    loose.append(ended)
    beside = file.with_name(f"{file.name}.torn")
    if torn:
        with _written(beside, "ab", mode) as others:
            others.writelines(loose)
    if torn or not line.endswith(b"\n"):
        part.replace(file)
    else:
        part.unlink()
    return Repair(whole=whole, torn=tuple(torn), kept_in=beside if torn else None)


def _check_lines(lines: BinaryIO, file: Path) -> None:
    """Refuse what is no file of lines: each of its lines would count as torn."""
    head = lines.read(4096)
    lines.seek(0)
    first = head.lstrip().partition(b"\n")[0].strip()
    if head[:2] == _GZIP:
        raise InputError(f"{file} is compressed", where=str(file), hint="unpack it first")
    if first[:1] == b"[" or first == b"{":
        raise InputError(f"{file} is one JSON document, not a record a line", where=str(file))


@contextmanager
def _written(path: Path, mode: Literal["ab", "wb"], permissions: int) -> Iterator[BinaryIO]:
    """A file that is on the disk once the block has ended."""
    flags = os.O_WRONLY | os.O_CREAT | _BINARY | (os.O_APPEND if mode == "ab" else os.O_TRUNC)
    with os.fdopen(os.open(path, flags, permissions), mode) as opened:
        yield opened
        opened.flush()
        os.fsync(opened.fileno())


def _is_json(line: bytes) -> bool:
    """Whether a line ends where its record does; NaN, which some writers let pass, is the reader's matter."""
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        try:
            json.loads(line)
        except (ValueError, RecursionError):
            return False
    return True
