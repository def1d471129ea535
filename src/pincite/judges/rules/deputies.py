"""Another office by a word before or behind its name: the deputy chair is not the chair."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.lexicon import root
from pincite.text.words import norm_of

# The words of one class mean the same office. "d" deputies, "a" acting ones, "l" learners, "h" honorary ones.
_MARKS: Final = {
    "d": (
        r"\b(?:(?:deputy|vice|assistant|associate|substitute)[ -]|under-)(?P<{0}1>[^\W\d_]{{3,}})"
        r"|\bstellvertretende[nrms]?\s+(?P<{0}2>[^\W\d_]{{3,}})|\bstv\.\s*(?P<{0}3>[^\W\d_]{{3,}})"
        r"|\b(?:vize|vice|sous)-?(?P<{0}4>[^\W\d_]{{4,}})"
        r"|\b(?P<{0}5>[^\W\d_]{{4,}})\s+(?:adjointe?s?|suppléante?s?|adjunt[oa]s?|suplentes?)\b"
        r"|(?:副|助理)(?P<{0}6>[\u3400-\u9fff][长長任席]|教授|经理|书记|知事|大臣|首相|理事)"
    ),
    "a": (
        r"\b(?:acting|interim)\s+(?P<{0}1>[^\W\d_]{{3,}})|\bkommissarische[nrms]?\s+(?P<{0}2>[^\W\d_]{{3,}})"
        r"|\b(?P<{0}3>[^\W\d_]{{4,}})\s+(?:par\s+intérim|intérimaires?|interin[oa]s?|en\s+funciones)\b"
        r"|代理(?P<{0}4>[\u3400-\u9fff]{{2}})"
    ),
    "l": (
        r"\b(?:trainee|apprentice)\s+(?P<{0}1>[^\W\d_]{{3,}})"
        r"|\b(?:angehende[nrms]?)\s+(?P<{0}2>[^\W\d_]{{3,}})"
        r"|\b(?P<{0}3>[^\W\d_]{{4,}})\s+(?:stagiaires?|en\s+prácticas|en\s+formación)\b"
        r"|(?:见习|实习|見習い?)(?P<{0}4>[\u3400-\u9fff]{{2}})"
    ),
    "h": (
        r"\bhonorary\s+(?P<{0}1>[^\W\d_]{{3,}})|\behren-?(?P<{0}2>[^\W\d_]{{5,}})"
        r"|\b(?P<{0}3>[^\W\d_]{{4,}})\s+(?:honoraires?|honorari[oa]s?|emeritus|emérit[oa])\b"
        r"|(?:名誉|名譽|荣誉)(?P<{0}4>[\u3400-\u9fff]{{2}})"
    ),
}
_MARKED: Final = re.compile("|".join(form.format(name) for name, form in _MARKS.items()), re.IGNORECASE)
# A text without any of these has none of the words; most have none.
_SIGNS: Final = (
    "deputy", "vice", "assist", "associate", "substitute", "under-", "stellvertretend", "stv.", "vize",
    "sous", "adjoint", "suppléant", "adjunt", "suplente", "副", "助理", "acting", "interim", "kommissarisch",
    "intérim", "interin", "funciones", "代理", "trainee", "apprentice", "angehende", "stagiaire",
    "prácticas", "formación", "honor", "ehren", "emerit", "emérit",
    "见习", "实习", "見習", "名誉", "名譽", "荣誉",
)  # fmt: skip
# Words for people by what they do; "associate" and "vice" stand before other words as well.
_OFFICE: Final = re.compile(
    r"(?:[eo]rs?|ents?|ants?|ists?|m[ae]n|person|ians?|chairs?|heads?|chiefs?|judges?|nurses?|deans?|captains?"
    r"|consuls?|secretar(?:y|ies)|principals?|leiter(?:in)?|in|innen|ende[rn]?|eurs?|euses?|trices?|ministres?"
    r"|maires?|juges?|chefs?|nt[ae]s?|ari[oa]s?|or[ae]s|jef[ae]s?|alcaldes?a?|juez[ae]?s?|maestr[oa]s?|médicos?)$",
    re.IGNORECASE,
)
_CJK_START: Final = "\u3041"


def deputies(a: Alignment) -> Finding | None:
    """Silence of a source that says of the chair what the claim says of the deputy, or the reverse."""
    if not a.chosen:
        return None
    key = a.chosen[0]
    reading = a.source(key)
    unit = reading.units[key[1]]
    said = {mark for mark in _marks(reading.text) if unit.start <= mark[0] < unit.end}
    mine = _marks(a.claim.text)
    if not said and not mine:
        return None
    heads = {(kind, head) for _, kind, head in said}
    for start, kind, head in mine:
        if (kind, head) not in heads and _bare(reading, key, head, {at for at, _, _ in said}):
            return _silent(a.claim.text, start, head, key)
    own = {(kind, head) for _, kind, head in mine}
    for start, kind, head in sorted(said):
        if (
            kind == "d"
            and (kind, head) not in own
            and _named(a.claim, head)
            and not _bare(reading, key, head, {start})
        ):
            return _silent(reading.text, start, head, key)
    return None


def _silent(text: str, start: int, head: str, key: UnitKey) -> Finding:
    office = text[start : start + 40].split(",")[0].strip()
    return Finding("silent", "office", f"'{office}' is another office than '{head}' alone", key)


@lru_cache(maxsize=8192)
def _marks(text: str) -> tuple[tuple[int, str, str], ...]:
    """The places, classes and head norms of the offices of a text that carry such a word."""
    folded = text.casefold()
    if not any(sign in folded for sign in _SIGNS):
        return ()
    found = []
    for match in _MARKED.finditer(text):
        name = match.lastgroup or ""
        word = match.group(name)
        if word[0] >= _CJK_START or _OFFICE.search(word) is not None:
            found.append((match.start(), name[:1], _head(word)))
    return tuple(found)


def _head(word: str) -> str:
    return word if word[0] >= _CJK_START else root(norm_of(word.casefold()))


def _bare(reading: Analysis, key: UnitKey, head: str, marked: set[int]) -> bool:
    """Whether the unit has the office without such a word."""
    unit = reading.units[key[1]]
    if head[0] >= _CJK_START:
        at = reading.text.find(head, unit.start, unit.end)
        return at >= 0 and not any(0 < at - start <= 2 for start in marked)
    for term in reading.terms_in(key[1]):
        if root(term.norm) == head and not any(
            start <= term.start < start + len(head) + 24 and _covers(reading.text, start, term.start)
            for start in marked
        ):
            return True
    return False


def _covers(text: str, start: int, at: int) -> bool:
    match = _MARKED.match(text, start)
    return match is not None and at < match.end()


def _named(claim: Analysis, head: str) -> bool:
    if head[0] >= _CJK_START:
        return head in claim.text
    return any(root(term.norm) == head for term in claim.terms)
