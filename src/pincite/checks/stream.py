"""The streamed pieces add up to the final answer (PC105)."""

from __future__ import annotations

from pincite.model import Answer, Finding, Span, found

_SHOWN = 30


def check_stream(answer: Answer) -> list[Finding]:
    """PC105 when the joined deltas differ from the answer by more than whitespace around the whole."""
    if answer.stream is None:
        return []
    streamed = "".join(answer.stream)
    final, shown = answer.text.rstrip(), streamed.rstrip()
    if final.lstrip() == shown.lstrip():
        return []
    at = _first_difference(final, shown)
    if at == len(shown):
        what = f"the stream ends before {_piece(final, at)}"
    elif at == len(final):
        what = f"the stream goes on after the answer's end with {_piece(shown, at)}"
    else:
        what = f"the stream says {_piece(shown, at)} where the answer says {_piece(final, at)}"
    return [
        found(
            "PC105",
            f"the streamed text and the answer differ from character {at}: {what}",
            span=Span(at, len(final)) if at < len(final) else None,
            offset=at,
            streamed=shown[at : at + _SHOWN],
            answer=final[at : at + _SHOWN],
            delta=_delta_at(answer.stream, at),
        )
    ]


def _first_difference(left: str, right: str) -> int:
    """The index of the first character in which two texts differ, by halving: linear in all."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _delta_at(stream: tuple[str, ...], at: int) -> int | None:
    """The number of the delta that holds the character, counted from 0; None after the last."""
    for index, delta in enumerate(stream):
        if at < len(delta):
            return index
        at -= len(delta)
    return None


def _piece(text: str, at: int) -> str:
    cut = text[at : at + _SHOWN]
    return f"{cut!r}" + ("..." if at + _SHOWN < len(text) else "")
