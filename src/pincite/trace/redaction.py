"""Redaction: a function of the user's over every text of a record, before anything is written or derived.

Ids, markers, dates and numbers stay as they are, so that citations still find their passages. A redacted text
may have another length: offsets into it are moved along, a stretch that lies in a replaced one being widened
to the whole replacement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

Redact = Callable[[str], str]

_KEPT: Final = frozenset((
    "answer_id", "case_id", "as_of", "offset_unit", "document_id", "document_revision", "chunk_id",
    "citation_id", "citation_ids", "claim_id", "marker", "step_id", "result_chunk_ids", "origin", "status",
    "kind", "severity", "digest", "retrieved_at", "effective_from", "effective_until", "recorded_at",
))  # fmt: skip
_KEPT_IN_METADATA: Final = frozenset(("recorded_at", "step_id"))
"""Metadata is the user's own: a key there need not mean what it means in the format."""


def redacted(record: dict[str, Any], redact: Redact) -> dict[str, Any]:
    """The record with every text redacted. Raises whatever `redact` raises, and TypeError for no text."""
    checked = _checked(redact)
    new = {key: _redacted(key, value, checked) for key, value in record.items()}
    if record.get("stream"):
        # A name may be cut in two by the stream, and neither half would be known as one.
        whole = "".join(event["delta"] for event in record["stream"])
        same = new["text"] if whole == record["text"] else checked(whole)
        unchanged = same == whole
        new["stream"] = record["stream"] if unchanged else [{"delta": same}]
    for name in ("prompt_chunks", "retrieved_chunks"):
        for old, chunk in zip(record.get(name) or (), new.get(name) or (), strict=True):
            _settled(old, chunk)
    for call, made in zip(record.get("tool_calls", ()), new.get("tool_calls", ()), strict=True):
        made["result_chunk_ids"] = [_redacted("chunk", chunk, checked) for chunk in call["result_chunk_ids"]]
    _moved(record, new)
    return new


def _checked(redact: Redact) -> Redact:
    # The passages of the prompt stand in the retrieved list as well: each text is redacted once.
    known: dict[str, str] = {}

    def checked(text: str) -> str:
        if text not in known:
            result = redact(text)
            if not isinstance(result, str):
                raise TypeError(f"redact gave {type(result).__name__} and not a text")
            known[text] = result
        return known[text]

    return checked


def _redacted(key: str, value: Any, redact: Redact, kept: frozenset[str] = _KEPT) -> Any:
    if key in kept:
        return value
    if key == "metadata":
        kept = _KEPT_IN_METADATA
    if isinstance(value, str):
        return redact(value) if value else value
    if isinstance(value, dict):
        return {name: _redacted(str(name), item, redact, kept) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_redacted(key, item, redact, kept) for item in value]
    return value


def _settled(old: dict[str, Any], new: dict[str, Any]) -> None:
    """A chunk whose text has changed no longer has the digest and the place that it had."""
    if old["text"] != new["text"]:
        new.pop("digest", None)
        if len(old["text"]) != len(new["text"]):
            new.pop("start", None)
            new.pop("end", None)


def _moved(old: dict[str, Any], new: dict[str, Any]) -> None:
    """Offsets of citations and claims, where the text under them has changed."""
    if old["text"] != new["text"]:
        move = _mover(old["text"], new["text"], old.get("offset_unit"))
        for claim in new.get("claims") or ():
            if _numbers(claim.get("start"), claim.get("end")):
                claim["start"], claim["end"] = move(claim["start"], claim["end"])
        _move_each(new.get("citations") or (), "span", move)
    if not any(one.get("evidence_span") for one in new.get("citations") or ()):
        return
    texts = {}
    for name in ("retrieved_chunks", "prompt_chunks"):
        for before, after in zip(old.get(name) or (), new.get(name) or (), strict=True):
            if before.get("chunk_id") is not None:
                texts[(before.get("document_id"), before["chunk_id"])] = (before["text"], after["text"])
    for citation in new["citations"]:
        pair = texts.get((citation.get("document_id"), citation.get("chunk_id")))
        if pair is not None and pair[0] != pair[1]:
            _move_each([citation], "evidence_span", _mover(*pair, old.get("offset_unit")))


def _move_each(citations: Sequence[dict[str, Any]], key: str, move: Callable[[int, int], Any]) -> None:
    for citation in citations:
        span = citation.get(key)
        if isinstance(span, dict) and _numbers(span.get("start"), span.get("end")):
            start, end = move(span["start"], span["end"])
            citation[key] = {"start": start, "end": end}
        elif isinstance(span, list | tuple) and len(span) == 2 and _numbers(*span):
            citation[key] = list(move(*span))


def _numbers(*values: Any) -> bool:
    return all(isinstance(value, int) for value in values)


def _mover(old: str, new: str, unit: str | None) -> Callable[[int, int], tuple[int, int]]:
    """A function from a stretch of the old text to the same one of the new; offsets count in `unit`."""
    from rapidfuzz.distance import Indel

    coding = {"utf16": "utf-16-le", "utf8": "utf-8"}.get(unit or "")
    width = 2 if unit == "utf16" else 1

    def inward(offset: int) -> int:
        if coding is None:
            return offset
        return len(old.encode(coding, "surrogatepass")[: offset * width].decode(coding, "ignore"))

    def outward(offset: int) -> int:
        return offset if coding is None else len(new[:offset].encode(coding, "surrogatepass")) // width

    blocks = _joined([(code.tag, code.src_start, code.src_end, code.dest_start, code.dest_end)
                      for code in Indel.opcodes(old, new)])  # fmt: skip

    def at(offset: int, *, end: bool) -> int:
        for tag, start, stop, first, last in blocks:
            inside = start < offset <= stop if end else start <= offset < stop
            if inside:
                if tag == "equal":
                    return first + offset - start
                return last if end else first
        return 0 if offset <= 0 else len(new)

    def move(start: int, end: int) -> tuple[int, int]:
        first = at(inward(start), end=False)
        return outward(first), outward(max(first, at(inward(end), end=True)))

    return move


def _joined(
    blocks: Sequence[tuple[str, int, int, int, int]],
) -> Sequence[tuple[str, int, int, int, int]]:
    """Changes with little left between them as one: a replaced name often shares a letter with its mark."""
    joined: list[tuple[str, int, int, int, int]] = []
    for tag, start, stop, first, last in blocks:
        kind = "equal" if tag == "equal" else "other"
        if joined and joined[-1][0] == "other" and (kind == "other" or stop - start < 3):
            _, begun, _, opened, _ = joined[-1]
            joined[-1] = ("other", begun, stop, opened, last)
        else:
            joined.append((kind, start, stop, first, last))
    return joined
