"""The `json` and `jsonl` formats: the same rows as the run directory holds, with no colour and no caps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from pincite.gate.result import GateResult
from pincite.io.codec import encode_row
from pincite.model.summary import Summary
from pincite.report.outcome import Outcome

_encode = msgspec.json.Encoder().encode


def json_document(summary: Summary, verdict: Outcome, rows: Iterable[bytes]) -> Iterator[bytes]:
    """One JSON document: the keys of `summary.json`, then `verdict` and `findings`, worst first.

    The findings are passed through one by one, so that a long list never stands in memory.
    """
    yield _encode(summary)[:-1]
    yield b',"verdict":' + _verdict(verdict)
    yield b',"findings":['
    for place, row in enumerate(rows):
        yield (b",\n" if place else b"\n") + row
    yield b"\n]}\n"


def _verdict(verdict: Outcome) -> bytes:
    return _encode(
        {
            "state": verdict.state,
            "exit_code": verdict.exit_code,
            "forgiven": verdict.forgiven,
            "decision": verdict.decision,
            "reasons": verdict.reasons,
        }
    )


def gate_document(summary: Summary, result: GateResult, verdict: Outcome) -> bytes:
    """One JSON document on a gate: the run's id and signature, the result, the verdict."""
    head = _encode({"run_id": summary.run_id, "signature": summary.signature})[:-1]
    gate = encode_row(msgspec.to_builtins(result))
    return b"".join((head, b',"gate":', gate, b',"verdict":', _verdict(verdict), b"}\n"))


def with_gate(document: bytes, result: GateResult) -> bytes:
    """The bytes of a `summary.json` with the result in it, and everything else as it was."""
    summary = msgspec.json.decode(document)
    summary["gate"] = msgspec.json.decode(encode_row(msgspec.to_builtins(result)))
    return msgspec.json.format(_encode(summary), indent=2) + b"\n"


def jsonl(rows: Iterable[bytes]) -> Iterator[bytes]:
    """One finding a line."""
    for row in rows:
        yield row + b"\n"
