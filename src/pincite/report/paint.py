"""Colour, as one small object that adds it or leaves the text alone."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pincite.report.groups import Tone

Style = Literal["fail", "partial", "judge", "pass", "info", "bold", "dim"]

_SGR: dict[Style, str] = {
    "fail": "31;1",
    "partial": "33;1",
    "judge": "35;1",
    "pass": "32;1",
    "info": "36",
    "bold": "1",
    "dim": "2",
}


class Paint(Struct, frozen=True):
    """`paint("fail", text)` is `text`, in red when colour is on. A word or letter always says the same."""

    on: bool = False

    def __call__(self, style: Style | Tone, text: str) -> str:
        return f"\x1b[{_SGR[style]}m{text}\x1b[0m" if self.on and text else text
