"""Sentences of a text, with citation markers given to the sentence before them.

Plain cases are decided by rule: what stands before the full stop and what follows it. Where neither tells
(a short word before a capital, `Inc.` before a name), the Punkt model of nupunkt is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pincite.model.span import Span
from pincite.text.abbreviations import EITHER, MEASURED, MONTHS, NAMES, NUMBERED, OPEN, OPENERS
from pincite.text.pairs import quoted_stretches
from pincite.text.words import STOP_WORDS, fold, language

if TYPE_CHECKING:
    from collections.abc import Callable

# Stands for each character of a masked marker: whitespace for every rule, but known as a marker.
_MASK: Final = "\x1f"
_FIGURE_NEXT: Final = re.compile(r"[€$£¥±≥≤<>~≈+\-−–]{0,3} ?\d")
_FIGURE_BEFORE: Final = re.compile(r"\d\s*$")
_CLOSERS: Final = "\"'”’»«“)\\]}*_〉》」』）】］"
# Possessive quantifiers and look-behinds keep a long run of dots or blanks from being scanned again and
# again. A candidate is looked for by its first sign, so that the search skips from sign to sign.
_SIGN: Final = re.compile(r"[。！？｡.!?…\r\n]")
_CANDIDATE: Final = re.compile(
    rf"(?P<cjk>[。！？｡]+[{_CLOSERS}]*)"
    rf"|(?P<stop>(?<![.!?…])[.!?…]++[{_CLOSERS}{_MASK}]*+)(?P<gap>\s*+)"
    r"|(?P<line>[\r\n]\s*+)"
)
_LAST_WORD: Final = re.compile(r"[^\W_](?:[^\W_]|[.'’](?=[^\W_])|[º°ª])*$")
_NEXT_WORD: Final = re.compile(r"[\"'“”‘’„«»(\[*_¿¡\s]*([^\W_]+)?")
_SPACED_ABBREVIATION: Final = re.compile(
    r"(?<![^\W_])(?:z\. ?b|d\. ?h|u\. ?a|v\. ?a|i\. ?d\. ?r|i\. ?s\. ?v|s\. ?o|s\. ?u|z\. ?t|u\. ?u|m\. ?e"
    r"|e\. ?g|i\. ?e|p\. ?ej|p\. ?ex)$",
    re.IGNORECASE,
)
_DOUBLED: Final = re.compile(r"([A-Z])\1$")
_ENUMERATOR: Final = re.compile(r"[\s*_(]*(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})$")
_ITEM_START: Final = re.compile(
    r"(?:[-*+•‣◦▪–—·]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]\s|[一二三四五六七八九十①-⑳])"
)
_TIME_ZONE: Final = re.compile(r"(?:[ECMP][DS]?T|GMT|UTC|CES?T|BST)\b")
_BRACKETED: Final = re.compile(r"\([^()\n]{1,300}\)|（[^（）\n]{1,300}）")
_SHORT_LINE: Final = 40


def sentences(
    text: str, start: int = 0, end: int | None = None, *, masked: Sequence[Span] = ()
) -> tuple[Span, ...]:
    """The sentences of `text[start:end]`, in order, trimmed; together they hold every non-blank character.

    The `masked` spans (markers) are read as blanks: they never end a sentence or keep one going. A masked
    span between two sentences belongs to the first, unless it is the subject of the second ("It failed. [2]
    shows that …"); one before the first sentence belongs to that.
    """
    stop = len(text) if end is None else min(end, len(text))
    inside = [(max(m.start, start), min(m.end, stop)) for m in masked if m.end > start and m.start < stop]
    inside.sort()
    piece = _masked(text, start, stop, inside)
    pairs = list(_trimmed(piece, _cuts(piece)))
    if not pairs:
        return (Span(inside[0][0], max(b for _, b in inside)),) if inside else ()
    found = [[start + left, start + right] for left, right in pairs]
    at = 0
    for left, right in inside:
        while at + 1 < len(found) and found[at + 1][0] <= left:
            at += 1
        if at + 1 < len(found) and left >= found[at][1] and _is_subject(text, left, found[at + 1][0]):
            at += 1
        found[at][0] = min(found[at][0], left)
        found[at][1] = max(found[at][1], right)
    return tuple(Span(left, right) for left, right in found)


def _is_subject(text: str, marker: int, following: int) -> bool:
    """Whether a marker with a blank before it is followed by a word in lower case."""
    return text[following].islower() and text[marker - 1].isspace()


def _masked(text: str, start: int, stop: int, inside: Sequence[tuple[int, int]]) -> str:
    if not inside:
        return text[start:stop]
    pieces: list[str] = []
    at = start
    for left, right in inside:
        if right > at:
            pieces.append(text[at : max(left, at)])
            pieces.append(_MASK * (right - max(left, at)))
            at = right
    pieces.append(text[at:stop])
    return "".join(pieces)


def _trimmed(piece: str, cuts: Sequence[int]) -> Iterator[tuple[int, int]]:
    left = 0
    for right in (*cuts, len(piece)):
        body = piece[left:right]
        bare = body.strip()
        if bare:
            first = left + len(body) - len(body.lstrip())
            yield first, first + len(bare)
        left = right


@lru_cache(maxsize=1024)
def _cuts(piece: str) -> tuple[int, ...]:
    """Where a new sentence starts, apart from the beginning."""
    found: list[int] = []
    closed = _closed(piece)
    at = 0
    for match in _candidates(piece):
        place, kind = match.start(), match.lastgroup
        if kind == "line":
            # The blanks before a line break belong to it.
            while place and piece[place - 1] in " \t":
                place -= 1
        last = match.end("stop") if kind == "gap" else match.end()
        while at < len(closed) and closed[at][1] <= place:
            at += 1
        # Nothing ends within a bracket or a quotation; at its very end, closing sign included, it may.
        if at < len(closed) and closed[at][0] < place and last < closed[at][1]:
            continue
        since = found[-1] if found else 0
        if kind == "gap":
            cut = _stops(piece, since, match)
        elif kind == "line":
            cut = _line_ends(piece, since, place, match)
        else:
            # A quotation that began within the sentence may be followed by the rest of it (「…。」と言った).
            quoted = at < len(closed) and since < closed[at][0] < place and last == closed[at][1]
            cut = not (quoted and last < len(piece) and piece[last].isalpha())
        if cut:
            found.append(last)
    return tuple(found)


def _candidates(piece: str) -> Iterator[re.Match[str]]:
    at, end = 0, len(piece.rstrip())
    while (sign := _SIGN.search(piece, at, end)) is not None:
        at = sign.end()
        match = _CANDIDATE.match(piece, sign.start(), end)
        if match is not None:
            at = match.end()
            yield match


def _closed(piece: str) -> list[tuple[int, int]]:
    """Brackets and quotations that close, in order; of two that overlap the first counts."""
    spans = [m.span() for m in _BRACKETED.finditer(piece)] if "(" in piece or "（" in piece else []
    spans.extend(quoted_stretches(piece))
    spans.sort()
    kept: list[tuple[int, int]] = []
    for left, right in spans:
        if not kept or left >= kept[-1][1]:
            kept.append((left, right))
    return kept


def _stops(piece: str, since: int, match: re.Match[str]) -> bool:
    """Whether a sentence ends at a Latin stop."""
    gap, stop, place = match.group("gap"), match.group("stop"), match.start()
    marked = _MASK in stop or _MASK in gap
    if not gap and not marked:
        return len(stop) == 1 and _parts_words(piece, place)
    if match.end() == match.endpos:
        return False
    if gap.count("\n") > 1:
        return True
    if piece[match.end()] in ".,;:!?":
        return False
    following = _NEXT_WORD.match(piece, match.end())
    word = (following.group(1) or "") if following else ""
    lower = word[:1].islower()
    if stop[0] != "." or stop.startswith(".."):
        return not lower or (marked and stop[0] in "!?")
    before = piece[max(since, place - 40) : place].rstrip()
    ended = _LAST_WORD.search(before, before.rfind(" ") + 1)
    last = ended.group() if ended else ""
    if place - since <= 8 and _ENUMERATOR.fullmatch(piece, since, place) is not None:
        return False
    # A full stop after a marker belongs to no abbreviation.
    if piece[place - 1 : place] == _MASK:
        return not lower
    if _always_goes_on(last) or (len(last) <= 2 and _SPACED_ABBREVIATION.search(before) is not None):
        return False
    if last.casefold() in MEASURED and _FIGURE_NEXT.match(piece, match.end()) is not None:
        counted = _FIGURE_BEFORE.search(before[: -len(last)]) is not None
        return bool(counted and word) and _ends_before(last, word, opens=False)
    if lower:
        return marked and len(last) > 1 and not _may_go_on(last)
    if not last or not word:
        return True
    initial = len(word) == 1 and following is not None and piece[following.end() : following.end() + 1] == "."
    opens = _opens(word) and not initial
    if last.isdigit():
        # An ordinal before a month, or before any German noun: "3. April", "der 2. Weltkrieg".
        fraction = before[-len(last) - 1 : -len(last)] in (".", ",", ":", "'", "’", "-", "–")
        ordinal = len(last) <= 2 and word[0].isupper() and not fraction
        return not (ordinal and (fold(word) in _MONTHS or (not opens and language(piece) == "de")))
    # A unit after a figure is no abbreviation: "8 kg. Larger ones".
    unit = last.islower() and (len(last) > 1 or last in "dghlmst") and not _may_go_on(last)
    if unit and _FIGURE_BEFORE.search(before[: -len(last)]) is not None:
        return len(last) > 1 or not (word[0].isdigit() or initial)
    return _ends_before(last, word, opens=opens)


def _always_goes_on(last: str) -> bool:
    # All in capitals it is an acronym of its own: MS is no Ms.
    return last.casefold() in OPEN and not (len(last) > 1 and last.isupper())


def _may_go_on(last: str) -> bool:
    name = last.casefold()
    return name in EITHER or name in NUMBERED or "." in last


def _ends_before(last: str, word: str, *, opens: bool) -> bool:
    """Whether a sentence that ends in `last.` ends before `word`, which is no lower-case word."""
    if len(last) == 1 or last.casefold() in NUMBERED:
        if word[0].isdigit():
            return False
        # A number is counted with a figure or a letter; before any other word "no" is an answer.
        if last.casefold() == "no" and word[1:2].islower():
            return True
        return opens or (len(last) > 1 and len(word) > 1 and _punkt_parts(last, word))
    if last.casefold() in ("a.m", "p.m"):
        return _TIME_ZONE.match(word) is None
    if opens or fold(last) in _MONTHS:
        return True
    if _may_go_on(last):
        return last != "al" and _punkt_parts(last, word)
    if _DOUBLED.match(last) is not None and _DOUBLED.match(word) is not None:
        return False
    doubtful = len(last) <= 4 and last.isalpha() and word[0].isupper()
    if doubtful and (last[0].isupper() or _VOWEL.search(last) is None) and fold(last) not in _FUNCTION_WORDS:
        return _punkt_parts(last, word)
    return True


_VOWEL: Final = re.compile("[aeiouyäöüáéíóúàèêôœ]")
_FUNCTION_WORDS: Final = frozenset[str]().union(*(STOP_WORDS[code] for code in ("en", "de", "fr", "es")))
_OPENING_WORDS: Final = (_FUNCTION_WORDS | OPENERS) - NAMES
_MONTHS: Final = frozenset(fold(month) for month in MONTHS)


def _opens(word: str) -> bool:
    return word[0].isupper() and fold(word) in _OPENING_WORDS


@lru_cache(maxsize=1)
def _punkt() -> Callable[[str], list[tuple[int, int]]]:
    import nupunkt

    return nupunkt.sent_spans


@lru_cache(maxsize=16384)
def _punkt_parts(last: str, word: str) -> bool:
    """What the Punkt model says of `last. word`."""
    return len(_punkt()(f"We saw the {last}. {word} was there.")) > 1


def _line_ends(piece: str, since: int, place: int, match: re.Match[str]) -> bool:
    """Whether a sentence without a stop ends at a line break: at a blank line, before an item, or where the
    next word would still have fitted into the line, so that the break is no wrapping."""
    gap, after = match.group(), match.end()
    if gap.count("\n") > 1 or gap.count("\r") > gap.count("\n") + 1:
        return True
    before = piece[max(since, place - 40) : place].rstrip()
    if not before:
        return False
    if before[-1] in ".!?…:：;。！？" or _ITEM_START.match(piece, after) is not None:
        return True
    following = _NEXT_WORD.match(piece, after)
    word = (following.group(1) or "") if following else ""
    ended = _LAST_WORD.search(before, before.rfind(" ") + 1)
    if not word or word[0].islower() or ended is None or fold(ended.group()) in _FUNCTION_WORDS:
        return False
    line = place - max(since, piece.rfind("\n", since, place) + 1)
    return line < _SHORT_LINE or line + 1 + len(word) <= _longest_line(piece)


@lru_cache(maxsize=64)
def _longest_line(piece: str) -> int:
    return max(map(len, piece.splitlines()), default=0)


def _parts_words(piece: str, place: int) -> bool:
    """Whether a stop without a blank after it ends a sentence: only before a word that opens one."""
    left = piece[max(0, place - 40) : place].rpartition(" ")[2]
    word = _PLAIN_WORD.match(piece, place + 1)
    return (
        len(left) >= 3
        and left.isalpha()
        and left[-2:].islower()
        and word is not None
        and _opens(word.group())
    )


_PLAIN_WORD: Final = re.compile(r"[^\W\d_]+(?=\s)")
