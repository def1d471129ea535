"""Editorial signs in a quotation: ellipses and square brackets, and what they may stand for.

An ellipsis leaves words out of one passage, in order. It may not swallow a negation or an exception of the
sentence that it shortens, nor join the subject of one sentence with the predicate of another. A bracket may
replace a pronoun or a noun, a capital or an ending, not a figure or a negation.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from pincite.text.qualifiers import cues
from pincite.text.wording import Wording, compare, wording

GapKind = Literal["edge", "ellipsis", "bracket", "adjacent", "ending"]

_SIGN = re.compile(
    r"[\[(（［]\s*(?:…+|\.(?:[ \u00a0]?\.){2,})\s*[\])）］]"  # [...] (…)
    r"|…+|\.(?:[ \u00a0]?\.){2,}"
    r"|[\[［]([^\[\]［］\n]{0,80})[\]］]"
)
_MARKER = re.compile(r"\s*\^?\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\s*")
_NOTE = re.compile(
    r"\s*(?:sic!?|\w*\.? ?(?:emphasis|hervorhebung|italics?|italique|soulign|énfasis|cursiva|übersetzung"
    r"|translation)\b.*)",
    re.IGNORECASE,
)
_STOP = re.compile(
    r"(?<!\b[A-Za-z])(?<!\b(?:[DM]r|No|St|vs|Ms|al|Nr|ca|cf|eg|ie))(?<!\b(?:bzw|Art|Abs|Mrs|Inc|Ltd|art|Sec"
    r"|sec))"
    r"[.!?][\"'”’»)\]]*(?=\s|$)"
    r"|[。！？]|\n[ \t]*\n|\n(?=[ \t]*(?:[-*•]|\d{1,3}[.)])\s)"
)
_OPEN_END = re.compile(r"[.!?。！？:;][\"'”’»)\]]*\s*$|\n\s*$|^\s*$")

_CANDIDATES = 12
_BRACKET_WORDS = 5
_STEPS = 400


class Fragment(Struct, frozen=True, eq=False):
    """A stretch that is quoted literally and the editorial sign before it."""

    words: Wording
    text: str
    gap: GapKind
    content: str = ""


class Joined(Struct, frozen=True):
    """Where the fragments stand, or (`fault`) why they may not be joined, with the place of the longest."""

    start: int
    end: int
    fault: str = ""


def has_signs(quote: str) -> bool:
    return "[" in quote or "…" in quote or ".." in quote or ". ." in quote or "［" in quote


def fragments(quote: str) -> tuple[tuple[Fragment, ...], tuple[GapKind, str]]:
    """The literal stretches of a quotation, and the editorial sign after the last one."""
    parts: list[Fragment] = []
    gap: GapKind = "edge"
    content = ""
    at = 0
    for sign in _SIGN.finditer(quote):
        kind, inside = _kind(quote, sign)
        piece = quote[at : sign.start()]
        at = sign.end()
        if _has_words(piece):
            parts.append(Fragment(wording(piece), piece, gap, content))
            gap, content = kind, inside
        elif kind == "ellipsis" or gap == "edge":
            gap, content = kind, inside or content
        else:
            content = content or inside
        if kind == "adjacent" and inside:
            # "[t]he": the letter goes back to its word
            at = sign.start(1)
            quote = quote[: sign.start()] + " " + inside + quote[sign.end() :]
            return _merged(parts, gap, quote[sign.start() :])
    piece = quote[at:]
    if _has_words(piece):
        parts.append(Fragment(wording(piece), piece, gap, content))
        gap, content = "edge", ""
    return tuple(parts), (gap, content)


def _merged(
    parts: list[Fragment], gap: GapKind, rest: str
) -> tuple[tuple[Fragment, ...], tuple[GapKind, str]]:
    following, after = fragments(rest)
    if not following:
        return tuple(parts), after
    head = following[0]
    first = Fragment(head.words, head.text, "edge" if not parts else gap, "")
    return (*parts, first, *following[1:]), after


def _has_words(piece: str) -> bool:
    return any(map(str.isalnum, piece))


def _kind(quote: str, sign: re.Match[str]) -> tuple[GapKind, str]:
    inside = sign.group(1)
    if inside is None:
        return "ellipsis", ""
    if _MARKER.fullmatch(inside) or _NOTE.fullmatch(inside):
        return "adjacent", ""
    after = quote[sign.end() : sign.end() + 1]
    if len(inside) == 1 and inside.isalpha() and after.isalpha():
        return "adjacent", inside
    if len(inside) <= 3 and quote[: sign.start()][-1:].isalpha() and not after.isalpha():
        return "ending", inside
    return "bracket", inside


def join(parts: tuple[Fragment, ...], after: tuple[GapKind, str], passage: Wording) -> Joined | None:
    """Fit the fragments into the passage in order; None when one of them is not there at all."""
    places: list[list[int]] = []
    for number, part in enumerate(parts):
        follows_ending = number + 1 < len(parts) and parts[number + 1].gap == "ending"
        open_ending = follows_ending or (number + 1 == len(parts) and after[0] == "ending")
        found = _places(part, passage, open_ending=open_ending)
        if not found:
            return None
        places.append(found)
    state = _Search(parts, places, passage)
    state.walk(0, [])
    if state.best is None:
        longest = max(range(len(parts)), key=lambda number: len(parts[number].words.keys))
        at = places[longest][0]
        end = passage.ends[at + len(parts[longest].words.keys) - 1]
        fault = state.fault or "the parts stand in another order in the source"
        return Joined(passage.starts[at], end, fault)
    first, last = state.best[0], state.best[-1]
    start = passage.starts[first]
    end = passage.ends[last + len(parts[-1].words.keys) - 1]
    fault = _edge_fault(parts[0].gap, parts[0].content, _before(passage, first))
    fault = fault or _edge_fault(after[0], after[1], "")
    return Joined(start, end, fault)


def _places(part: Fragment, passage: Wording, *, open_ending: bool) -> list[int]:
    keys = part.words.keys
    if not open_ending:
        found = passage.runs(f" {' '.join(keys)} ", _CANDIDATES * 4)
        return [at for at in found if compare(part.words, passage, at) == ""][:_CANDIDATES]
    found = passage.runs(f" {' '.join(keys)}", _CANDIDATES * 4)
    return [at for at in found if len(passage.keys[at + len(keys) - 1]) <= len(keys[-1]) + 4][:_CANDIDATES]


class _Search:
    """A bounded walk over the places of the fragments, which keeps the first permitted arrangement."""

    def __init__(self, parts: tuple[Fragment, ...], places: list[list[int]], passage: Wording) -> None:
        self.parts = parts
        self.places = places
        self.passage = passage
        self.best: list[int] | None = None
        self.fault = ""
        self.steps = 0

    def walk(self, number: int, chosen: list[int]) -> None:
        if number == len(self.parts):
            self.best = chosen
            return
        for at in self.places[number]:
            self.steps += 1
            if self.best is not None or self.steps > _STEPS:
                return
            fault = self._fault(number, chosen[-1], at) if chosen else ""
            if fault is None:
                continue
            if fault:
                self.fault = self.fault or fault
                continue
            self.walk(number + 1, [*chosen, at])

    def _fault(self, number: int, previous: int, at: int) -> str | None:
        """Why this gap may not be left; "" when it may; None when the place lies before the last one."""
        left, right = self.parts[number - 1], self.parts[number]
        end = previous + len(left.words.keys)
        if at < end:
            return None
        passage = self.passage
        gap = passage.text[passage.ends[end - 1] : passage.starts[at]]
        if right.gap == "ellipsis":
            return _edge_fault("bracket", right.content, "") or _ellipsis_fault(
                left.text, gap, passage.text[: passage.starts[at]]
            )
        if right.gap == "bracket":
            return _bracket_fault(right.content, gap, at - end)
        return "" if at == end else "words are left out"


def _before(passage: Wording, first: int) -> str:
    """The three words before a place, as far as they belong to its sentence."""
    start = passage.starts[max(0, first - 3)]
    text = passage.text[start : passage.starts[first]]
    stops = list(_STOP.finditer(text))
    return text[stops[-1].end() :] if stops else text


def _polarity(text: str) -> str:
    """The word in a stretch that turns or limits a sentence, or ""."""
    for cue in cues(text):
        if cue.kind in ("negation", "exception") or (
            cue.kind == "quantifier" and cue.value in ("none", "only")
        ):
            return text[cue.start : cue.end]
    return ""


def _ellipsis_fault(left: str, gap: str, before: str) -> str:
    stops = list(_STOP.finditer(gap))
    if not stops:
        swallowed = _polarity(gap)
        return f"the ellipsis leaves out “{swallowed}”" if swallowed else ""
    complete = not gap[: stops[0].start()].strip(" \t\r\n\"'”’»)")
    opens = _OPEN_END.search(before[-12:]) is not None
    if not complete:
        swallowed = _polarity(gap[: stops[0].start()])
        if swallowed:
            return f"the ellipsis leaves out “{swallowed}”"
    if opens:
        return ""
    swallowed = _polarity(gap[stops[-1].end() :])
    if swallowed:
        return f"the ellipsis leaves out “{swallowed}”"
    shown = left.rstrip(" \t\r\n\"'”’»)")[-1:] in tuple(".!?。！？")
    if complete and shown:
        return ""
    return "the ellipsis joins parts of two sentences"


def _bracket_fault(content: str, gap: str, words: int) -> str:
    if words > _BRACKET_WORDS or _STOP.search(gap):
        return "words are left out"
    if [*wording(content).keys] == [*wording(gap).keys]:
        return ""
    return _edge_fault("bracket", content, gap)


def _edge_fault(kind: GapKind, content: str, replaced: str) -> str:
    if kind != "bracket":
        return ""
    if any(map(str.isdigit, content)):
        return f"the bracket [{content.strip()}] puts in a figure"
    if _polarity(content):
        return f"the bracket [{content.strip()}] changes the sense"
    swallowed = _polarity(replaced)
    if swallowed:
        return f"the bracket [{content.strip()}] replaces “{swallowed}”"
    return ""
