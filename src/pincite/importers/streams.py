"""A streamed answer held against its final form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal

from msgspec import Struct

from pincite.importers.at import At
from pincite.importers.protocol import ImportFinding
from pincite.importers.records import whole_text
from pincite.io.rejection import RecordError

State = Literal["complete", "cut_off", "differs"]

# The beginnings of markers in all styles that providers print; linear, and looked for at the end only.
_HALF: Final = re.compile(
    r"(?:【[^】\n]{0,200}|\ue200[^\ue201\n]{0,200}|\[[^\[\]\n]{0,20}|\(\[[^\n]{0,400}(?<!\)))\Z"
)
_TAIL: Final = 500


class Streamed(Struct, frozen=True):
    """The pieces of a stream, in order, and how it ended.

    "complete": the pieces add up to the final text. "cut_off": no final text came, and the pieces are all
    there is. "differs": the final text is another one, so that numbers which count in the pieces mean nothing
    in it.
    """

    deltas: tuple[str, ...]
    state: State
    findings: tuple[ImportFinding, ...] = ()

    @property
    def text(self) -> str:
        """What was streamed."""
        return whole_text(self.deltas)

    @property
    def stream(self) -> list[dict[str, str]]:
        """The pieces as a native record writes them."""
        return [{"delta": one} for one in self.deltas]

    @property
    def metadata(self) -> dict[str, Any]:
        """What `metadata.import` says of the stream."""
        return {"stream": self.state}


def streamed(
    deltas: Iterable[str], final: str | None, *, where: str = "$", findings: Iterable[ImportFinding] = ()
) -> Streamed:
    """The pieces held against the final text; None says that none came."""
    pieces = tuple(deltas)
    text = whole_text(pieces)
    told = list(findings)
    state: State = "complete"
    if final is None:
        state = "cut_off"
        told.append(ImportFinding("stream_cut_off", "the stream ends before its last event", where))
        if half_marker(text):
            told.append(ImportFinding("half_marker", "the text ends inside a citation marker", where))
    elif pieces and text.strip() != whole_text((final,)).strip():
        state = "differs"
        at = next((n for n, pair in enumerate(zip(text, final, strict=False)) if pair[0] != pair[1]), None)
        at = min(len(text), len(final)) if at is None else at
        message = (
            f"the streamed pieces and the final text differ from character {at} on; the final text counts"
        )
        told.append(ImportFinding("stream_differs", message, where, {"at": at}))
    return Streamed(pieces, state, tuple(told))


def half_marker(text: str) -> bool:
    """Whether a text ends inside a citation marker."""
    return _HALF.search(text[-_TAIL:]) is not None


class Told(Struct, frozen=True):
    """A message or response put together from its events; `place` holds it, with the path of the first."""

    place: At
    stream: Streamed


def told_by(place: At, begin: str, tell: Callable[[list[At]], Told]) -> Iterator[Told | RecordError]:
    """What `tell` makes of each run of events; an event of the type `begin` begins a new one."""
    found = [*place.each()]
    if not found:
        raise RecordError(place.path, expected="an array of events", got="an empty array")
    events: list[At] = []
    for event in (*found, None):
        if events and (event is None or event["type"].value == begin):
            try:
                yield tell(events)
            except RecordError as error:
                yield error
            events = []
        if event is not None:
            events.append(event)
