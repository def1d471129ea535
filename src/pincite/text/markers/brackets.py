"""Markers in square, full-width and lenticular brackets, and those in parentheses that name a source."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from pincite.text.markers.marker import Marker
from pincite.text.markers.naming import LOCATOR, SEE, Reading, numbered, read_name, read_parenthesised, stored
from pincite.text.markers.numbers import LARGEST, Numbers, is_data, read_numbers
from pincite.text.markers.surroundings import at_clause_end, can_cite

_BRACKET: Final = re.compile(r"[\[【［〔]([^\[\]【】［］〔〕\n\r]{0,300})[\]】］〕]")
# [[1, 2], [3, 4]]
_NESTED: Final = re.compile(r"\[(?:\[[\d,\s.-]{0,60}\]\s{0,3},\s{0,3}){1,50}\[[\d,\s.-]{0,60}\]\]")
_PARENTHESIS: Final = re.compile(r"[(（]([^()（）\n\r]{1,200})[)）]")
_LINK_TARGET: Final = re.compile(
    r"\(<?https?://[^\s()<>]{1,800}(?:\([^\s()]{0,200}\)[^\s()<>]{0,400})?>?(?:[ \t]+\"[^\"\n]{0,200}\")?\)"
)
_DAGGER: Final = re.compile(r"\s*(?P<key>\d{1,4}(?::\d{1,4})?|turn\d+[a-z]+\d+)\s*(?:†.*)?")
_LABEL: Final = re.compile(r"\^(?P<label>\d{1,4}|[A-Za-z][\w.-]{0,60})\^?")
_LOCATED: Final = re.compile(rf"(?:#|№|n[or]\.\s*)?(\d{{1,3}}){LOCATOR}?", re.IGNORECASE)
# Words that stand where a source's name should.
_BLANK_WORD: Final = re.compile(
    r"(?:citations?|cite|sources?|refs?|references?|docs?|id)\s*:?"
    r"|(?:doc|source|citation|id|ref)[\s:_#-]*(?:[nNxX#]|\?+)|\?+|\^|#|†.*",
    re.IGNORECASE,
)
_MISSING: Final = re.compile(
    r"(?:(?:insert|add) (?:a )?)(?:citation|source|reference)s?(?: here)?"
    r"|citations? (?:needed|missing|required)|sources? (?:needed|missing|required)|references? needed"
    r"|(?:beleg|quelle)n? fehl(?:t|en)|source manquante|réf\. nécessaire|cita requerida|来源请求|要出典",
    re.IGNORECASE,
)
_BROKEN: Final = Reading((), "broken", None, True)
_EMPTY_CONTEXT: Final = re.compile(
    r"(?:\b(?:lists?|arrays?|tuple|set|returns?|is|are|an?|the|your|our|empty|leere[rns]?|vide|vacía|vacío|to"
    r"|equals?|boxes|box|brackets|option)|[=:(,])\s*$",
    re.IGNORECASE,
)
_ITEM_SIGN: Final = re.compile(r"(?:^|\n)[ \t]*(?:[-*+•]|\d{1,3}[.)])?[ \t]*$")


class BracketReader:
    """Reads the brackets of one text; `known` are the ids and literal markers stored with the answer."""

    def __init__(self, text: str, known: Collection[str], defined: Collection[str]) -> None:
        self._text = text
        self._known = known
        self._defined = defined  # labels that a link definition or footnote in the text gives
        self._last_end = -1  # end of the bracket read last, and whether it was a marker
        self._last_cited = False
        self._last_group = False

    def markers(self, in_code: Collection[int]) -> Iterator[tuple[Marker, bool]]:
        """Every marker in brackets, with whether it stands in code; `in_code` are positions of brackets."""
        text = self._text
        arrays = [m.span() for m in _NESTED.finditer(text)] if "[[" in text else []
        for match in _BRACKET.finditer(text):
            start, end = match.span()
            while arrays and arrays[0][1] <= start:
                arrays.pop(0)
            if arrays and arrays[0][0] <= start:
                continue
            coded = start in in_code
            content = match.group(1)
            found = self._coded(start, end, content) if coded else self._read(start, end, content)
            adjacent = start == self._last_end
            if found is not None and adjacent and not self._last_cited and self._last_group and not coded:
                found = None
            self._last_cited = found is not None
            # `a[0][1]`: an index after a rejected index is one as well.
            self._last_group = found is None and read_numbers(content) is not None
            self._last_end = found.end if found is not None else end
            if found is not None:
                yield found, coded
        if "(" in text or "（" in text:
            for match in _PARENTHESIS.finditer(text):
                if match.group()[0] == "(" and text[match.start() - 1 : match.start()] == "]":
                    continue
                reading = read_parenthesised(match.group(1), self._known)
                if reading is None and _MISSING.fullmatch(match.group(1).strip()) is not None:
                    reading = _BROKEN
                if reading is not None:
                    yield self._make(match.start(), match.end(), reading), match.start() in in_code

    def _make(self, start: int, end: int, reading: Reading) -> Marker:
        return Marker(start, end, self._text[start:end], *reading)

    def _coded(self, start: int, end: int, content: str) -> Marker | None:
        numbers = read_numbers(content)
        if numbers is None:
            reading = numbered(content) or stored(content, self._known)
            return self._make(start, end, reading) if reading is not None else None
        if numbers.broken or numbers.largest > LARGEST or len(numbers.parts) > 6:
            return None
        return self._make(start, end, Reading(numbers.keys, numbers.style, 1))

    def _read(self, start: int, end: int, content: str) -> Marker | None:
        text = self._text
        before = text[start - 1 : start]
        if before == "\\" and content.endswith("\\"):
            # \[1\]: brackets escaped by a Markdown writer.
            content, start = content[:-1], start - 1
        if text[start] == "【" and (reading := _lenticular(content)) is not None:
            return self._make(start, end, reading)
        if before == "[" and text[end : end + 1] == "]":
            return self._doubled(start, end, content)
        # After `]` the bracket may be the reference of a Markdown link: [the rules][1].
        if before == "]" and not self._last_cited and content.strip() in self._defined:
            return None
        body = SEE.sub("", content.strip())
        numbers = read_numbers(body) if body else None
        if numbers is not None:
            return self._numbers(start, end, body, numbers)
        if text[end : end + 1] == "(" and text[end - 1] == "]":
            return None
        named = self._footnote(start, end, content) or self._located(start, end, body)
        named = named or read_name(content, self._known) or _daggered(content)
        if named is not None:
            return self._make(start, end, named)
        return self._blank(start, end, content)

    def _numbers(self, start: int, end: int, body: str, numbers: Numbers) -> Marker | None:
        text = self._text
        if text[end : end + 1] == ":" and self._starts_line(start):
            return None
        if is_data(numbers, text, start, end, self._known):
            return None
        if not can_cite(text, start, end, ranged=numbers.style == "bracket_range"):
            return None
        # One bracket too many: [[1] or [1]].
        left, right = start - (text[start - 1 : start] == "["), end + (text[end : end + 1] == "]")
        if (left, right) != (start, end):
            sure = len(numbers.parts) == 1 and self._sure(left, right)
            return self._make(left, right, Reading(numbers.keys, numbers.style, 1, True)) if sure else None
        keys = numbers.keys
        if numbers.broken:
            backwards = all(first > last for first, last in numbers.parts)
            if not self._sure(start, end) or (backwards and not at_clause_end(text, end)):
                return None
            if body.startswith("-"):
                keys = (body,)
        return self._make(start, end, Reading(keys, numbers.style, 1, numbers.broken))

    def _starts_line(self, at: int) -> bool:
        line = self._text.rfind("\n", max(0, at - 4), at)
        if line < 0 and at > 3:
            return False
        return not self._text[line + 1 : at].strip()

    def _sure(self, start: int, end: int) -> bool:
        """Whether a broken bracket stands where only a citation would: after a word and a blank."""
        before = self._text[start - 1 : start]
        if not before or (before.isalnum() and before < "\u2e80") or before in "([{=,":
            return False
        if _EMPTY_CONTEXT.search(self._text, max(0, start - 24), start) is not None:
            return False
        return at_clause_end(self._text, end) or self._text[end : end + 1] == " "

    def _doubled(self, start: int, end: int, content: str) -> Marker | None:
        """`[[1]](url)`, `[[1]]` and `[[citation:3]]`; `[[Loan rules]]` is a wiki link."""
        text = self._text
        outer, until = start - 1, end + 1
        if text[outer - 1 : outer] == "!":
            return None
        numbers = read_numbers(content)
        if numbers is None:
            inner = numbered(content) or stored(content, self._known)
            if inner is None and _MISSING.fullmatch(content.strip()) is not None:
                inner = _BROKEN
            return self._make(outer, until, inner) if inner is not None else None
        if numbers.broken or numbers.largest > LARGEST:
            return None
        if (target := _LINK_TARGET.match(text, until)) is not None:
            return self._make(outer, target.end(), Reading(numbers.keys, "double_bracket_link", 1))
        if not can_cite(text, outer, until):
            return None
        return self._make(outer, until, Reading(numbers.keys, "double_bracket", 1))

    def _footnote(self, start: int, end: int, content: str) -> Reading | None:
        match = _LABEL.fullmatch(content)
        if match is None:
            return None
        label = match.group("label")
        # [^abc] is a class of characters unless the text defines it.
        if not label.isdigit() and label not in self._defined and label not in self._known:
            return None
        after = self._text[end : end + 1]
        if after in ("+", "*", "{", "?") or (after == ":" and self._starts_line(start)):
            return None
        if label.isdigit():
            return Reading((str(int(label)),), "footnote", 1)
        return Reading((label,), "footnote")

    def _located(self, start: int, end: int, body: str) -> Reading | None:
        """`1, p. 5` and `#2`."""
        match = _LOCATED.fullmatch(body)
        if match is None or not can_cite(self._text, start, end):
            return None
        return Reading((str(int(match.group(1))),), "bracket_number", 1)

    def _blank(self, start: int, end: int, content: str) -> Marker | None:
        """A bracket that was meant to cite and names nothing."""
        bare = content.strip()
        if _MISSING.fullmatch(bare) is not None:
            return self._make(start, end, _BROKEN)
        if bare and (_BLANK_WORD.fullmatch(bare) is None or self._text[start - 1 : start] == "!"):
            return None
        if _ITEM_SIGN.search(self._text, max(0, start - 12), start) is not None or not self._sure(start, end):
            return None
        # "[]" may go on a sentence; a blank to be filled in or a placeholder may as well.
        if content and not at_clause_end(self._text, end):
            return None
        return self._make(start, end, _BROKEN)


def _lenticular(content: str) -> Reading | None:
    match = _DAGGER.fullmatch(content)
    if match is not None and ("†" in content or not match.group("key").isdigit()):
        key = match.group("key")
        return Reading((key,), "lenticular", 0 if ":" in key else None)
    numbers = read_numbers(content)
    if numbers is not None:
        if numbers.largest > LARGEST:
            return None
        return Reading(numbers.keys, numbers.style, 1, numbers.broken)
    if not content.strip() or content.strip().casefold() == "source" or content.startswith("†"):
        return Reading((), "lenticular", None, True)
    return None


def _daggered(content: str) -> Reading | None:
    match = _DAGGER.fullmatch(content) if "†" in content else None
    return Reading((match.group("key"),), "lenticular") if match is not None else None
