"""Whether a bracket stands where a citation can stand, judged by the characters around it."""

from __future__ import annotations

import re
from typing import Final

from pincite.text.stopwords import STOP_WORDS, word_set
from pincite.text.words import fold

_CODE_NAMES: Final = word_set("""
    array arr arrays row rows col cols column lst list lists vec vector mat matrix tuple dict map argv args
    arg params data df idx index conf config cfg buf buffer tmp ptr str obj elem element elements val values
    value cell cells node nodes nums items item keys result results output outputs input inputs self this
    request response process
""")
_CODE_NAMES_ANYWHERE: Final = word_set(
    "array arr row col lst vec mat argv args arg params df idx conf cfg buf tmp ptr str obj elem val nums"
)
_UNITS: Final = word_set("""
km cm mm dm hm nm ft in yd mi sec min mol rad bar kg mg
""")
_SECTION: Final = re.compile(
    r"(?:\b(?:sections?|sec\.|articles?|art\.|chapters?|paragraphs?|para\.|clauses?|rules?|verses?|psalms?|genesis"
    r"|exodus|matthew|mark|luke|john|acts|romans|kapitel|absatz|abs\.|artikel)|§)\s*$",
    re.IGNORECASE,
)
_WORD_BEFORE: Final = re.compile(r"[\w.'’]+$")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_YEAR_IN_BRACKETS: Final = re.compile(r"\((?:1[5-9]|20)\d\d\)")
_FUNCTION_WORDS: Final = frozenset[str]().union(*(STOP_WORDS[code] for code in ("en", "de", "fr", "es")))
_CAMEL: Final = re.compile(r"[a-z][A-Z]")
_MORE_MARKERS: Final = re.compile(r"(?:[ ]?,?[ ]?[\[【［][\d,，\-–\s]{1,40}[\]】］])*")
_CLAUSE_END: Final = re.compile(
    r"[ \t]*(?:$|[\r\n.,;:!?)\"”’»|。，；：！？）」』…<]|[*_]{1,3}(?:\W|$)|[–—-]\s)"
)
_METHOD: Final = re.compile(r"\.[a-z_]\w*\(")
_ASSIGNED: Final = re.compile(r"\s*(?:[-+*/|&^]?=(?!=)|==|:=|<-|\+\+)")
_REGEX_AFTER: Final = re.compile(r"[+{?\\$^]|\*(?!\*|[\s.,;:!?)]|$)")
_OPERATION_AFTER: Final = re.compile(r"\s*[+*/%<>]\s*(?:\d|[\[(]|[a-z]\b)")
_OPERATION_BEFORE: Final = re.compile(r"\s[+*/=]\s*$")
_OPERATOR_BEFORE: Final = frozenset("=$#@^/&+<\x1b\\")
_SENTENCE_SIGNS: Final = frozenset(".!?:;,)”\"’'»]】］。，！？；：）」』*_")


def can_cite(text: str, start: int, end: int, *, ranged: bool = False) -> bool:
    """Whether a bracket of numbers at `text[start:end]` may be a marker."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if after == "(" or _METHOD.match(text, end) is not None:
        return False
    if _glued_after(text, start, end):
        return False
    if ranged and _REGEX_AFTER.match(text, end) is not None:
        return False
    if _OPERATION_AFTER.match(text, end) is not None:
        return False
    if before and (
        before in _OPERATOR_BEFORE or _OPERATION_BEFORE.search(text, max(0, start - 6), start) is not None
    ):
        return False
    if (
        before == "("
        and after == ")"
        and start >= 2
        and (text[start - 2].isalnum() or text[start - 2] == "_")
    ):
        return False
    if before == ")":
        return _after_bracket(text, start, end)
    if before == "_" or _is_western_word(before):
        return _after_word(text, start, end)
    return True


def _is_western_word(character: str) -> bool:
    return character.isalnum() and character < "\u2e80"


def _glued_after(text: str, start: int, end: int) -> bool:
    """Whether a letter or digit follows at once: [2]rotaxane is a name, [9]have lacks a blank."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if after == "_" or not _is_western_word(after):
        return after == "_"
    if after.isupper() and before in _SENTENCE_SIGNS:
        return False
    word = _LETTERS.match(text, end)
    return not (word is not None and before.isspace() and fold(word.group()) in _FUNCTION_WORDS)


def _after_bracket(text: str, start: int, end: int) -> bool:
    """f(x)[1] indexes the result of a call; "white cells (WBC)[1]" and "The Return(2020)[1]" cite."""
    opening = text.rfind("(", max(0, start - 80), start)
    if opening <= 0 or not (text[opening - 1].isalnum() or text[opening - 1] == "_"):
        return True
    if _YEAR_IN_BRACKETS.fullmatch(text, opening, start) is not None:
        return True
    callee = _WORD_BEFORE.search(text, max(0, opening - 40), opening)
    name = callee.group() if callee is not None else ""
    return at_clause_end(text, end) and not name.islower() and "_" not in name


def _after_word(text: str, start: int, end: int) -> bool:
    match = _WORD_BEFORE.search(text, max(0, start - 40), start)
    word = match.group() if match else ""
    ends = at_clause_end(text, end)
    if word.strip(".,'’").replace(".", "").isdigit():
        digits = word.strip(".,'’")
        previous = text[max(0, start - len(word) - 24) : start - len(word)]
        if _SECTION.search(previous) is not None:
            return False
        return ends or len(digits) >= 3 or previous[-1:] in (",", "$", "€", "£")
    if "_" in word or "." in word.strip(".") or _CAMEL.search(word) is not None:
        # Ph.D.[1] and U.S.[2] end in a stop or are all capitals; obj.rows[1] is code.
        return (
            ends and "_" not in word and (word.replace(".", "").isupper() or _CAMEL.search(word) is not None)
        )
    if _ASSIGNED.match(text, end) is not None:
        return False
    if len(word) == 1:
        return ends and word.isupper() and start >= 2 and text[start - 2] == " "
    name = word.casefold()
    if name in _UNITS:
        return re.search(r"\d\s*$", text[max(0, start - len(word) - 6) : start - len(word)]) is None
    return name not in (_CODE_NAMES_ANYWHERE if ends else _CODE_NAMES)


def at_clause_end(text: str, end: int) -> bool:
    """Whether only further markers lie between `end` and a stop, comma, closing sign or the line's end."""
    more = _MORE_MARKERS.match(text, end)
    return _CLAUSE_END.match(text, more.end() if more else end) is not None
