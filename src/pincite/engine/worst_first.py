"""Findings in worst-first order without holding them in memory.

A temporary SQLite table sorts them on disk, so a run over a million answers needs no more memory than one
over a hundred.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from pincite.diagnose.worst import order
from pincite.io.rows import encode_finding
from pincite.model import Finding
from pincite.model.result import ClaimRow


class WorstFirst:
    """Add findings in any order, read them worst first; ties keep the order in which they came."""

    def __init__(self) -> None:
        # An empty name is SQLite's temporary on-disk database: it spills to disk and vanishes on close.
        self._base = sqlite3.connect("", isolation_level=None)
        self._base.execute("PRAGMA synchronous=OFF")
        self._base.execute("CREATE TABLE finding (rank TEXT NOT NULL, row BLOB NOT NULL)")
        self._base.execute("BEGIN")
        self.count = 0

    def close(self) -> None:
        self._base.close()

    def add(self, finding: Finding, claim: ClaimRow | None) -> None:
        self._base.execute(
            "INSERT INTO finding VALUES (?, ?)", (order(finding, claim), encode_finding(finding))
        )
        self.count += 1

    def rows(self) -> Iterator[bytes]:
        """The findings as JSON, one a row, worst first."""
        for (row,) in self._base.execute("SELECT row FROM finding ORDER BY rank, rowid"):
            yield row
