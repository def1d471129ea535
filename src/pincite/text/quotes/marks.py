"""Quotation marks: which stretches of a text are quoted.

The main European and East Asian styles, also nested and mixed with typewriter marks. Apostrophes, inch and
second marks are no quotation marks; a mark without a partner in its paragraph quotes nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from pincite.text.stopwords import word_set

_CLOSERS: dict[str, frozenset[str]] = {
    '"': frozenset('"”'),
    '""': frozenset(['""']),  # doubled in tables of comma-separated values
    "“": frozenset('”“"'),
    "„": frozenset('“”"'),
    "”": frozenset("”"),
    "‟": frozenset("”"),
    "‘": frozenset("’'"),
    "‚": frozenset("‘’'"),
    "‛": frozenset("’"),
    "'": frozenset("'’"),
    "«": frozenset("»"),
    "»": frozenset("«»"),
    "‹": frozenset("›"),
    "›": frozenset("‹"),
    "「": frozenset("」"),
    "『": frozenset("』"),
    "〝": frozenset("〞〟"),
    "＂": frozenset("＂"),
    "``": frozenset(["''"]),
}
_SINGLE = frozenset("'’‘‚‛")

_HAS_MARK = re.compile("[\"“„”‟‘‚‛'«»‹›「『〝＂`]")
_EVENT = re.compile(r"\n[ \t\r]*\n|``|''|\"\"|[\"“„”‟‘‚‛'’«»‹›「」『』〝〞〟＂]")
_NO_OPENING = re.compile(r"(?:tis|twas|twill|em|til|till|cause|bout|round|cos|n)\b|\d0s\b", re.IGNORECASE)
_UNSPACED = re.compile("[\u3005-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]")
_ELLIPSIS = re.compile(r"[\[(（［]?\s?(?:…+|\.(?:[ \u00a0]?\.){2,})\s?[\])）］]?")
_SINGLE_MARK = re.compile("[‘’‚']")

_EDGES = ".,;:!?()[]{}'\"’“”‘-–—&/*"
_SMALL_WORDS = word_set(
    """
    a an and as at but by for from in into is nor of off on or over per so the to up via vs with
    without its de du des la le les et en un une à au aux pour sur dans d l del los las y e el con
    por para o der die das den dem und oder für von vom zu zum zur im mit auf aus bei nach über
    unter ein eine
    """
)

SHORT_WORDS = 3
SHORT_CHARACTERS = 6

_DEEPEST = 8
"""So many quotations may stand open at once; an older one is given up."""
_AHEAD = 400
"""So far, in characters, a doubtful mark is compared with those that follow."""


class QuoteSpan(Struct, frozen=True):
    """One quotation: `text` is `source[inner_start:inner_end]`, `start`..`end` takes in the marks.

    `style` is the pair of marks; `depth` is 0 for a quotation that stands in no other.
    """

    start: int
    end: int
    inner_start: int
    inner_end: int
    text: str
    style: str
    depth: int = 0

    @property
    def short(self) -> bool:
        """Too short to be held to its wording: a name, a button, a term in scare quotes."""
        return is_short(self.text)


class _Open(Struct):
    mark: str
    start: int
    inner: int


def is_short(text: str) -> bool:
    """Whether a quoted text has fewer than three words (six characters in scripts without spaces)."""
    text = _ELLIPSIS.sub(" ", text)
    unspaced = len(_UNSPACED.findall(text))
    if unspaced and unspaced * 2 >= sum(map(str.isalnum, text)):
        return unspaced < SHORT_CHARACTERS
    words = 0
    for word in text.split():
        if any(map(str.isalnum, word)):
            words += 1
            if words >= SHORT_WORDS:
                return False
    return True


def is_title(text: str) -> bool:
    """Whether a text is set like a title: every word but the small ones has a capital, at least two words
    do.
    """
    if text.isupper():
        return False
    words = [word for word in (word.strip(_EDGES) for word in text.split()) if word]
    if sum(word[0].isupper() for word in words) < 2 or words[0][0].islower():
        return False
    return all(word[0].isupper() or word[0].isdigit() or word in _SMALL_WORDS for word in words)


def quotations(text: str) -> tuple[QuoteSpan, ...]:
    """The quotations of a text in order of their start; nested ones follow the one they stand in."""
    if _HAS_MARK.search(text) is None:
        return ()
    return _quotations(text)


@lru_cache(maxsize=1024)
def _quotations(text: str) -> tuple[QuoteSpan, ...]:
    stack: list[_Open] = []
    pairs: list[tuple[int, int, int, int, str]] = []
    latex = "``" in text
    for event in _EVENT.finditer(text):
        mark, start, end = event.group(), event.start(), event.end()
        if mark[0] == "\n":
            stack.clear()
        elif mark == '""' and _partner(stack, mark) is None and _partner(stack, '"') is not None:
            for at in (start, start + 1):  # the inner and the outer quotation end together
                _close(text, at, at + 1, '"', stack, pairs)
        elif mark == "''" and not latex:
            continue
        elif not _close(text, start, end, mark, stack, pairs) and _opens(text, start, end, mark, bool(stack)):
            stack.append(_Open(mark, start, end))
            del stack[:-_DEEPEST]
    pairs.sort(key=lambda pair: (pair[0], -pair[1]))
    spans: list[QuoteSpan] = []
    ends: list[int] = []
    for start, end, inner_start, inner_end, style in pairs:
        while ends and ends[-1] <= start:
            ends.pop()
        inner = text[inner_start:inner_end]
        spans.append(QuoteSpan(start, end, inner_start, inner_end, inner, style, len(ends)))
        ends.append(end)
    return tuple(spans)


def _close(
    text: str,
    start: int,
    end: int,
    mark: str,
    stack: list[_Open],
    pairs: list[tuple[int, int, int, int, str]],
) -> bool:
    """Close the innermost quotation that this mark can end here; what stands open inside it is given up."""
    place = _partner(stack, mark)
    if place is None or not _closes(text, start, end, mark, stack[place].mark):
        return False
    opened = stack[place]
    del stack[place:]
    if text[opened.inner : start].strip():
        pairs.append((opened.start, end, opened.inner, start, opened.mark + mark))
    return True


def _partner(stack: list[_Open], mark: str) -> int | None:
    for place in range(len(stack) - 1, -1, -1):
        if mark in _CLOSERS[stack[place].mark]:
            return place
    return None


def _word(character: str) -> bool:
    return character.isalnum() and _UNSPACED.match(character) is None


def _closes(text: str, at: int, end: int, mark: str, opened: str) -> bool:
    """Whether a mark that could close `opened` does so here: it must not look like an apostrophe or an
    opening.
    """
    before = text[at - 1]
    after = text[end : end + 1]
    if mark in ("''", "」", "』", "〞", "〟") or (opened == "«" and mark == "»"):
        return True
    if mark == "“" and opened == "“":
        return _word(before) and not _word(after)
    if _word(after) and (before.isspace() or _word(before) or mark in _SINGLE):
        return False
    if mark in _SINGLE:
        return not before.isspace() and not _possessive(text, at, mark)
    return not (mark == '"' and before.isdigit() and _inch(text, at))


def _possessive(text: str, at: int, mark: str) -> bool:
    """`the parties’ agreement`: an apostrophe, if a better closing mark still follows."""
    following = text[at + 1 : at + 3]
    if text[at - 1] not in "sxzS" or following[:1] != " " or not following[1:].islower():
        return False
    ahead = text[at + 1 : at + _AHEAD].partition("\n\n")[0]
    for match in _SINGLE_MARK.finditer(ahead):
        place = at + 1 + match.start()
        left, right = text[place - 1], text[place + 1 : place + 2]
        if _word(left) and _word(right):
            continue
        return match.group() in (mark, "’") and not left.isspace() and not _word(right)
    return False


def _inch(text: str, at: int) -> bool:
    """Inside a quotation a mark after a digit is an inch mark if a closing mark still follows."""
    ahead = text[at + 1 : at + _AHEAD].partition("\n\n")[0]
    following = ahead.find('"')
    if following < 1 or not ahead.lstrip(" -")[:1].islower():
        return False
    return not ahead[following - 1].isspace() and not _word(ahead[following + 1 : following + 2])


def _opens(text: str, at: int, end: int, mark: str, nested: bool) -> bool:
    if mark not in _CLOSERS:
        return False
    before = text[at - 1] if at else " "
    after = text[end : end + 1]
    if not after:
        return False
    if mark in "“„‟«‹「『〝" or mark == "``":
        return True
    spaced = before.isspace() or before in "([{—–-:/"
    if mark in "‘‚‛":
        return not _word(before)
    if mark == "'":
        clear = after.isalnum() or after in "([$€£§…"
        return (spaced or before in '"“„«「') and clear and not _NO_OPENING.match(text, at + 1)
    if mark in "”»›":
        return spaced and not after.isspace()
    if _word(before):
        return False
    # a tokenised text sets its marks between spaces
    tokenised = before.isspace() and not nested and not text[max(0, at - 4) : at].rstrip()[-1:].isdigit()
    return tokenised or not after.isspace()
