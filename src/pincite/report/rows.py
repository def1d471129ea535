"""The `json` and `jsonl` formats: the same rows as the run directory holds, with no colour and no caps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from pincite.model.summary import Summary
from pincite.report.outcome import Outcome

_encode = msgspec.json.Encoder().encode


def json_document(summary: Summary, verdict: Outcome, rows: Iterable[bytes]) -> Iterator[bytes]:
    """One JSON document: the keys of `summary.json`, then `verdict` and `findings`, worst first.

    The findings are passed through one by one, so that a long list never stands in memory.
    """
    yield _encode(summary)[:-1]
    yield b',"verdict":' + _encode(
        {
            "state": verdict.state,
            "exit_code": verdict.exit_code,
            "forgiven": verdict.forgiven,
            "reasons": verdict.reasons,
        }
    )
    yield b',"findings":['
    for place, row in enumerate(rows):
        yield (b",\n" if place else b"\n") + row
    yield b"\n]}\n"


def jsonl(rows: Iterable[bytes]) -> Iterator[bytes]:
    """One finding a line."""
    for row in rows:
        yield row + b"\n"
