"""One recorded answer on one screen: what was asked, found, cut, shown to the model, said and cited."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pincite.evidence.naming import chunk_name, shown
from pincite.model import Answer, Chunk, Resolved
from pincite.report.shown import one_line, plain, width

_Item = tuple[str, str]
_LABEL: Final = 11
_MOST: Final = 8
_REASONS: Final[dict[str, str]] = {
    "no_such_document": "the document is in no recorded passage",
    "no_such_source": "no recorded passage has this id, title or address",
    "no_such_chunk": "the document has no such passage",
    "no_such_revision": "the document has no such revision",
    "no_citation": "no stored citation has this marker or id",
    "out_of_range": "the prompt holds fewer passages",
    "other_page": "no recorded passage is on this page",
    "ambiguous_id": "it fits more than one document",
    "names_nothing": "the stored citation names nothing",
    "malformed_marker": "the marker is broken",
    "no_evidence_text": "its text was not recorded",
    "no_map": "it numbers the results of a tool session",
}


def lines(
    answer: Answer, resolved: Sequence[Resolved], *, room: int | None = 100, everything: bool = False
) -> Iterator[str]:
    """The answer in lines of at most `room` columns (None: as long as they come).

    `resolved` are its displayed references, followed. Without `everything` long lists are cut with a count.
    """
    page = _Page(room, None if everything else _MOST)
    yield from page.head(answer)
    yield ""
    yield from page.text("question", answer.question or "(not recorded)")
    yield from page.text("answer", answer.text or "(none was given)")
    yield ""
    yield from page.listed("retrieved", *_retrieved(answer))
    yield from page.listed("prompt", *_prompt(answer))
    yield from page.listed("citations", *_citations(resolved))
    if answer.tool_calls:
        yield from page.listed("tools", *_tools(answer))
    if answer.stream is not None:
        same = "the same text" if "".join(answer.stream) == answer.text else "ANOTHER text than the answer"
        yield from page.text("stream", f"{len(answer.stream)} events, {same}")
    yield from page.text("time", _times(answer.metadata.get("timings")) or "(not recorded)")
    costs = _costs(answer.metadata.get("costs"))
    if costs:
        yield from page.text("cost", costs)


class _Page:
    """Lines of a given width under labels."""

    def __init__(self, room: int | None, most: int | None) -> None:
        self._room = None if room is None else max(room, 40)
        self._most = most

    def head(self, answer: Answer) -> Iterator[str]:
        metadata = answer.metadata
        told = {
            "case": answer.case_id,
            "as of": answer.as_of,
            "recorded": metadata.get("recorded_at"),
            "status": metadata.get("status"),
            "error": metadata.get("error"),
        }
        parts = [f"{name} {plain(value)}" for name, value in told.items() if value and isinstance(value, str)]
        yield self._cut(f"answer {plain(answer.answer_id)}  ", answer.where or "")
        if parts:
            yield self._cut("", ",  ".join(parts))

    def text(self, label: str, text: str) -> Iterator[str]:
        """A text in full, wrapped."""
        wrapped: list[str] = []
        for line in text.splitlines() or [""]:
            wide = 10**6 if self._room is None else self._room - _LABEL
            wrapped += textwrap.wrap(plain(line), wide) or [""]
        for number, line in enumerate(wrapped):
            yield f"{label if number == 0 else '':<{_LABEL}}{line}".rstrip()

    def listed(self, label: str, summary: str, items: Sequence[_Item] = ()) -> Iterator[str]:
        """A list under its summary; of each item the words are cut and never what stands before them."""
        yield f"{label:<{_LABEL}}{summary}"
        kept = items if self._most is None else items[: self._most]
        for head, words in kept:
            yield self._cut(f"{'':<{_LABEL}}{plain(head)}  ", words).rstrip()
        if len(items) > len(kept):
            yield f"{'':<{_LABEL}}+ {len(items) - len(kept)} more: --all"

    def _cut(self, head: str, words: str) -> str:
        line = one_line(words)
        room = None if self._room is None else max(self._room - width(head), 12)
        return head + (line if room is None else one_line(line, room))


def _retrieved(answer: Answer) -> tuple[str, list[_Item]]:
    """The ranked list, with what became of each passage."""
    if answer.retrieved_chunks is None:
        return "(not recorded)", []
    found = answer.retrieved_chunks
    if answer.prompt_chunks is None:
        return f"{_counted(len(found), 'passage')}; the prompt was not recorded", [
            (f"{number:>2}  {_named(chunk)}", chunk.text) for number, chunk in enumerate(found, 1)
        ]
    places = {chunk.key: number for number, chunk in reversed(list(enumerate(answer.prompt_chunks, 1)))}
    texts = {chunk.key: chunk.text for chunk in answer.prompt_chunks}
    items = []
    cut = 0
    for number, chunk in enumerate(found, 1):
        place = places.get(chunk.key)
        cut += place is None
        fate = "cut   " if place is None else f"-> [{place}]"
        changed = "" if place is None or texts[chunk.key] == chunk.text else "  CHANGED on the way"
        items.append((f"{number:>2}  {fate:<6}  {_named(chunk)}{changed}", chunk.text))
    return f"{_counted(len(found), 'passage')}, {cut} cut before the prompt", items


def _prompt(answer: Answer) -> tuple[str, list[_Item]]:
    if answer.prompt_chunks is None:
        return "(not recorded)", []
    known = None if answer.retrieved_chunks is None else {chunk.key for chunk in answer.retrieved_chunks}
    items = []
    new = 0
    for number, chunk in enumerate(answer.prompt_chunks, 1):
        added = known is not None and chunk.key not in known
        new += added
        head = f"{f'[{number}]':<4}  {_named(chunk)}{'  NOT among the retrieved' if added else ''}"
        items.append((head, chunk.text))
    more = f", {new} not among the retrieved" if new else ""
    return _counted(len(answer.prompt_chunks), "passage") + more, items


def _citations(resolved: Sequence[Resolved]) -> tuple[str, list[_Item]]:
    if not resolved:
        return "none displayed", []
    items = []
    broken = 0
    for one in resolved:
        broken += one.resolution != "resolved"
        reason = _REASONS.get(one.reason or "", one.reason or "")
        chunk = one.chunk
        if one.resolution != "resolved":
            items.append((f"{shown(one)}  -> NOTHING", reason))
        elif chunk is None:
            items.append((f"{shown(one)}  -> a source without text", reason))
        else:
            outside = "  NOT in the prompt" if one.in_context is False else ""
            items.append((f"{shown(one)}  -> {chunk_name(chunk)}{outside}", chunk.text))
    more = f", {broken} resolve{'s' * (broken == 1)} to nothing" if broken else ""
    return f"{len(resolved)} displayed{more}", items


def _tools(answer: Answer) -> tuple[str, list[_Item]]:
    spent = {
        step["step_id"]: step.get("ms")
        for step in answer.metadata.get("steps") or ()
        if isinstance(step, Mapping) and "step_id" in step
    }
    items = []
    for call in answer.tool_calls:
        ms = spent.get(call.step_id)
        took = f"  {_ms(ms)}" if _is_number(ms) else ""
        gave = _counted(len(call.result_chunk_ids), "passage")
        items.append((f"{call.step_id}  {call.name or 'tool'}  {call.status}{took}  {gave}", ""))
    failed = sum(call.status != "ok" for call in answer.tool_calls)
    return _counted(len(answer.tool_calls), "call") + (f", {failed} failed" if failed else ""), items


def _named(chunk: Chunk) -> str:
    return chunk_name(chunk) + ("" if chunk.score is None else f"  {chunk.score:.3g}")


def _times(timings: Any) -> str:
    if not isinstance(timings, Mapping):
        return ""
    parts = [
        f"{str(name).removesuffix('_ms')} {_ms(value)}"
        for name, value in timings.items()
        if _is_number(value)
    ]
    return ", ".join([*parts, *(["TIMED OUT"] if timings.get("timed_out") is True else [])])


def _costs(costs: Any) -> str:
    if not isinstance(costs, Mapping):
        return ""
    return "; ".join(f"{stage}: {', '.join(_amounts(spent))}" for stage, spent in costs.items())


def _amounts(spent: Any) -> Iterable[str]:
    if isinstance(spent, Mapping):
        return [
            f"{value:,} {unit}" if _is_number(value) else f"{value} {unit}" for unit, value in spent.items()
        ]
    return [str(spent)]


def _ms(value: Any) -> str:
    return f"{value:,.0f} ms" if value >= 10 else f"{value:.3g} ms"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
