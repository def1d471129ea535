"""The scope rule: which claims a marker covers. One deterministic function of the text.

Explicit claims come before a citation's span, and that before markers. For markers:

1. Adjacent markers, lists and ranges are one group.
2. A group covers the clause before it in its sentence: back to the previous group, if a proposition of
   its own begins in between, else as far as that group reaches, so at last to the start of the
   sentence. A subordinate clause or a phrase never begins a proposition; its claim takes the groups on
   both sides.
3. A group after the full stop belongs to the sentence before. A group that opens a sentence as its
   subject ("[2] reports that ...") covers that sentence; one that only stands before a sentence covers
   nothing.
4. A group in brackets with an aside covers the aside.
5. A group that is the only one in its paragraph and stands at its end covers all sentences of the
   paragraph (PC103 says so once).
6. A lead-in that ends in a colon covers its list or table; an item's or row's own marker is added to
   it. A marker in a cell covers its row, one in the header row all rows (PC103).
7. Nothing reaches forward, over a blank line, or out of code, links, intervals and quotations.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pincite.claims.references import Group
from pincite.model import Span
from pincite.text.blocks import Block

VERSION: Final = "1"

_DEEPEST: Final = 8
_CLOSED: Final = re.compile(r"[\s.!?。！？…)\]}*_\"”’»」』:：|]*")


class Sentence(Struct, frozen=True):
    """A sentence, item or row of the block with this index."""

    block: int
    start: int
    end: int


class Unit(Struct, frozen=True):
    """Where a proposition stands; `aside` if in brackets at the end of another."""

    start: int
    end: int
    sentence: int
    aside: bool = False


class Doubt(Struct, frozen=True):
    """A group whose scope is ambiguous (PC103), and how it was read."""

    span: Span
    reading: str


class Attachment(Struct, frozen=True):
    """For each unit the indices of the groups that cover it, in order, and the doubtful ones."""

    groups: tuple[tuple[int, ...], ...]
    doubts: tuple[Doubt, ...] = ()


class Layout:
    """Units, sentences and groups of one answer, with what looking them up by place takes."""

    def __init__(
        self,
        text: str,
        units: Sequence[Unit],
        sentences: Sequence[Sentence],
        groups: Sequence[Group],
        blocks: Sequence[Block],
    ) -> None:
        self.text, self.units, self.sentences = text, units, sentences
        self.groups, self.blocks = groups, blocks
        self._starts = [group.start for group in groups]
        self._ends = [unit.end for unit in units]
        self.of_sentence: list[list[int]] = [[] for _ in sentences]
        for index, unit in enumerate(units):
            self.of_sentence[unit.sentence].append(index)
        self.in_block: dict[int, list[int]] = {}
        for place, sentence in enumerate(sentences):
            self.in_block.setdefault(sentence.block, []).append(place)
        self._inherited: dict[int, tuple[int, ...]] = {}

    def inside(self, start: int, end: int) -> range:
        """The indices of the groups that start in this stretch."""
        return range(bisect_left(self._starts, start), bisect_left(self._starts, end))

    def within_sentences(self) -> list[list[int]]:
        """Rules 2 to 4: for each unit the groups of its own sentence that cover it."""
        covering: list[list[int]] = [[] for _ in self.units]
        for place, sentence in enumerate(self.sentences):
            inside = self.inside(sentence.start, sentence.end)
            if inside:
                self._sentence(sentence, self.of_sentence[place], inside, covering)
        for n, group in enumerate(self.groups):
            if group.content is not None:
                for k in self.overlapped(group.content):
                    covering[k].append(n)
        return covering

    def _sentence(
        self, sentence: Sentence, own: Sequence[int], inside: range, covering: Sequence[list[int]]
    ) -> None:
        units = self.units
        asides = [k for k in own if units[k].aside]
        stretch: Sequence[int] = ()
        since, at = sentence.start, 0
        for n in inside:
            group = self.groups[n]
            if group.content is not None:
                continue
            aside = next((k for k in asides if self._in_aside(units[k], group)), None)
            if aside is not None:
                covering[aside].append(n)
                continue
            first = at
            while at < len(own) and units[own[at]].start < group.start:
                at += 1
            new = [k for k in own[first:at] if units[k].start >= since and not units[k].aside]
            if new:
                stretch = new
            elif not stretch and own and self._opens_as_subject(group, units[own[0]]):
                stretch = own[:1]
            for k in stretch:
                covering[k].append(n)
            since = group.start

    def _in_aside(self, unit: Unit, group: Group) -> bool:
        return unit.start <= group.start and ")" not in self.text[unit.end : group.start]

    def _opens_as_subject(self, group: Group, unit: Unit) -> bool:
        between = self.text[group.end : unit.start]
        return not between.strip() and self.text[unit.start : unit.start + 1].islower()

    def overlapped(self, span: Span) -> list[int]:
        """The units of which a stretch covers half, or which hold half of the stretch."""
        found = []
        # Units are in order; only an aside may start inside another, so one step back is enough.
        first = max(0, bisect_left(self._ends, span.start) - 1)
        for k in range(first, len(self.units)):
            unit = self.units[k]
            if unit.start >= span.end:
                break
            shared = min(unit.end, span.end) - max(unit.start, span.start)
            if shared > 0 and 2 * shared >= min(unit.end - unit.start, span.end - span.start):
                found.append(k)
        return found

    def across_sentences(self, within: Sequence[Sequence[int]], verifiable: Sequence[bool]) -> Attachment:
        """Rules 5 and 6 on top of what `within_sentences` found."""
        covering = [list(found) for found in within]
        doubts: list[Doubt] = []
        for number, places in self.in_block.items():
            doubt = self._paragraph(number, places, covering, verifiable)
            if doubt is not None:
                doubts.append(doubt)
        for number, places in self.in_block.items():
            inherited = self._above(number, covering, 0)
            for k in (k for place in places for k in self.of_sentence[place] if verifiable[k]):
                covering[k] += [n for n in inherited if n not in covering[k]]
        doubts += self._headers()
        return Attachment(tuple(tuple(sorted(found)) for found in covering), tuple(doubts))

    def _paragraph(
        self, number: int, places: Sequence[int], covering: Sequence[list[int]], verifiable: Sequence[bool]
    ) -> Doubt | None:
        block = self.blocks[number]
        inside = [n for p in places for n in self.inside(self.sentences[p].start, self.sentences[p].end)]
        if len(inside) != 1 or block.kind in ("table_row", "table_header"):
            return None
        group = self.groups[inside[0]]
        if group.content is not None or _CLOSED.fullmatch(self.text, group.end, block.end) is None:
            return None
        own = [k for place in places for k in self.of_sentence[place]]
        gained = [k for k in own if verifiable[k] and inside[0] not in covering[k]]
        for k in gained:
            covering[k].append(inside[0])
        if not gained:
            return None
        return Doubt(group.span, "the marker ends its paragraph and is read as covering all of it")

    def _above(self, number: int, covering: Sequence[Sequence[int]], depth: int) -> tuple[int, ...]:
        """The groups of the lead-in above a block, of that lead-in's own lead-in, and of a table's header
        row.
        """
        if number in self._inherited:
            return self._inherited[number]
        block = self.blocks[number]
        found: list[int] = []
        if block.kind == "table_row" and block.parent is not None:
            header = self.blocks[block.parent]
            found += self.inside(header.start, header.end)
        above = block.lead_in
        if above is not None and 0 <= above < number and depth < _DEEPEST:
            if above in self.in_block:
                place = self.in_block[above][-1]
                own = self.of_sentence[place]
                sentence = self.sentences[place]
                inside = self.inside(sentence.start, sentence.end)
                found += [n for n in inside if n not in found and (not own or n in covering[own[-1]])]
            found += [n for n in self._above(above, covering, depth + 1) if n not in found]
        self._inherited[number] = tuple(found)
        return self._inherited[number]

    def _headers(self) -> list[Doubt]:
        parents = {block.parent for block in self.blocks if block.kind == "table_row"}
        headers = [self.blocks[parent] for parent in parents if parent is not None]
        return [
            Doubt(self.groups[n].span, "the marker in the header row is read as covering all rows")
            for header in sorted(headers, key=lambda block: block.start)
            for n in self.inside(header.start, header.end)
        ]
