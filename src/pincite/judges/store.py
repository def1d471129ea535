"""The file of stored verdicts: SQLite, read and written by several processes at once."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from pincite.errors import ConfigError, JudgeError
from pincite.model import Verdict

FORMAT: Final = 1
_BUSY_SECONDS: Final = 30.0
_VARIABLES: Final = 500
_READ_ONLY: Final = ("mode=ro", "immutable=1")


class StoredSpan(Struct, frozen=True):
    """An evidence span without the ids of its chunk: passage number, and offsets from the passage's start."""

    passage: int
    start: int
    end: int


class Row(Struct, frozen=True):
    """A verdict without what belongs to one question."""

    verdict: Verdict
    evidence: StoredSpan | None = None


class VerdictStore:
    """The file. Safe for several threads and processes; raises JudgeError when it cannot be used."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self._lock = threading.Lock()
        self._decoder = msgspec.json.Decoder(Row)
        self._connection = self._open_to_read() if read_only else self._open()
        self.close = weakref.finalize(self, self._connection.close)

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise self._trouble(error) from error
        try:
            _write_ahead(connection)
            # A killed process loses nothing; only a power cut may lose the last verdicts.
            connection.execute("PRAGMA synchronous=NORMAL")
            with _transaction(connection):
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
                if version == tables == 0:
                    connection.execute(
                        "CREATE TABLE verdicts (key BLOB PRIMARY KEY, row BLOB NOT NULL) WITHOUT ROWID"
                    )
                    connection.execute(f"PRAGMA user_version={FORMAT}")
                    version = FORMAT
            self._expect(version)
            connection.execute("SELECT key FROM verdicts LIMIT 1").fetchone()
        except sqlite3.Error as error:
            connection.close()
            raise self._trouble(error) from error
        except JudgeError:
            connection.close()
            raise
        return connection

    def _open_to_read(self) -> sqlite3.Connection:
        if not self.path.is_file():
            raise ConfigError(
                "there are no stored verdicts to replay",
                where=str(self.path),
                hint="run once without offline, or name the file with cache",
            )
        trouble: sqlite3.Error | None = None
        # A file in a directory without write access cannot be shared, but it can be read.
        for mode in _READ_ONLY:
            connection = sqlite3.connect(
                f"{self.path.absolute().as_uri()}?{mode}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
            try:
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                connection.execute("SELECT key FROM verdicts LIMIT 1").fetchone()
            except sqlite3.Error as error:
                connection.close()
                trouble = trouble or error
                continue
            try:
                self._expect(version)
            except JudgeError:
                connection.close()
                raise
            return connection
        raise self._trouble(trouble) from trouble

    def _expect(self, version: int) -> None:
        if version != FORMAT:
            raise JudgeError(
                "the file holds something else than verdicts"
                if version == 0
                else f"the stored verdicts have format {version}, this version reads {FORMAT}",
                where=str(self.path),
                hint="name another file with cache",
            )

    def _trouble(self, error: BaseException | None) -> JudgeError:
        return JudgeError(
            f"the stored verdicts cannot be used: {error}",
            where=str(self.path),
            hint="delete the file (its verdicts are then asked for again), or name another with cache",
        )

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Row]:
        """The rows under these keys, as far as they are there and readable."""
        found: dict[bytes, Row] = {}
        with self._lock:
            for start in range(0, len(keys), _VARIABLES):
                some = keys[start : start + _VARIABLES]
                marks = ",".join("?" * len(some))
                query = f"SELECT key, row FROM verdicts WHERE key IN ({marks})"
                for key, row in self._connection.execute(query, some):
                    with contextlib.suppress(msgspec.MsgspecError):
                        found[key] = self._decoder.decode(row)
        return found

    def put(self, rows: Sequence[tuple[bytes, Row]]) -> None:
        """Keep rows, all in one transaction; a row that could not be read is replaced."""
        encoded = [(key, msgspec.json.encode(row)) for key, row in rows]
        with self._lock, _transaction(self._connection):
            self._connection.executemany("INSERT OR REPLACE INTO verdicts VALUES (?, ?)", encoded)


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Readers and one writer at a time. The switch itself does not wait for others who are opening the
    file."""
    end = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.02)


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
