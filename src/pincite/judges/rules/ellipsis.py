"""What an entry leaves unsaid and a claim says: the verb, the subject of its document, its topic.

"Children 5 euros" says that children pay 5 euros, "3.3 – faster start" that the program starts faster since
version 3.3, and "Monday: juniors" answers "training times".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.lexicon import listed
from pincite.judges.rules.materiality import predicate
from pincite.judges.rules.terms import Term
from pincite.model.figure import FigureMatch

_LABEL: Final = re.compile(r"[^:：|\n]{1,60}(?:[:：|]|\s[–—]\s)")
_FINITE: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|must|may|can|shall|will|does|do|did|ist|sind|war|waren|wird|werden|wurden?"
    r"|hat|haben|muss|kann|darf|est|sont|ont|était|doit|peut|es|son|fue|era|ha|han|debe|puede)\b",
    re.IGNORECASE,
)
_BE: Final = re.compile(
    r"\b(?:is|are|was|were|been|being|wird|werden|wurden?|worden|est|sont|été|fut|furent|fue|fueron|sido|se)\s+$",
    re.IGNORECASE,
)
_TOPICS: Final = re.compile(
    r"(?:times?|hours|schedules?|timetables?|dates?|deadlines?|fees?|prices?|rates?|costs?|courses?|lessons?|overview"
    r"|summary|details?|facts?|answers?|results?|requirements?|features?|notes?|contacts?|specifications?"
    r"|[a-zäöü]*(?:zeiten|termine|fristen|preise|gebühren|kosten|tarife|kurse|überblick|zusammenfassung|ergebnisse)"
    r"|horaires|dates|délais|tarifs|prix|frais|cours|résumé|détails|résultats"
    r"|horarios?|fechas|plazos|precios|tarifas|gastos|costes|cursos|clases|resumen|resultados|datos)$",
    re.IGNORECASE,
)
_TOPIC: Final = re.compile(r"\W*([^:：\n.]{3,40}?)\s?[:：]\s+(?=\S)")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_STEM: Final = 4
_ARTICLE: Final = re.compile(r"\b(?:the|le|la|les|el|los|las|der|die|das)\s$", re.IGNORECASE)
_NUMBERED: Final = frozenset(
    ("version", "release", "edition", "ausgabe", "auflage", "édition", "edición", "versión")
)
_ENDING: Final = {
    "de": ("t", "te", "ten", "en"),
    "fr": ("e", "ent", "it", "a", "ait", "aient", "èrent", "irent"),
    "": ("ent", "ieren", "ten", "an"),
    "es": ("a", "e", "an", "en", "ó", "aron", "ieron", "aba", "aban", "ía", "ían"),
}


def left_out(a: Alignment, matches: Sequence[FigureMatch]) -> list[Finding]:
    """The claim's words that an entry goes without, as explained."""
    missing = [term for term in a.claim.terms if not term.light and a.hit(term.at) is None]
    if not missing or not a.chosen:
        return []
    topic = topic_end(a.claim.text)
    found = [term for term in missing if term.start < topic]
    rest = [term for term in missing if term.start >= topic]
    if rest and _entry(a, a.chosen[0]) and all(match.match != "missing" for match in matches):
        found += _unsaid(a, rest, matches, topic)
    return [Finding("explained", "ellipsis", "an entry says it without the word", term=t.at) for t in found]


@lru_cache(maxsize=4096)
def topic_end(claim: str) -> int:
    """Where a topic ends that leads in a statement ("Training times: juniors train on Monday"); 0 if none
    does. A label that says for whom or where the statement holds is no topic."""
    match = _TOPIC.match(claim)
    if match is None:
        return 0
    words = _WORD.findall(match.group(1))
    if not words:
        return 0
    said = {word[:_STEM].casefold() for word in _WORD.findall(claim, match.end()) if len(word) >= _STEM}
    again = any(word[:_STEM].casefold() in said for word in words if len(word) > _STEM)
    return match.end() if again or _TOPICS.match(words[-1]) or _TOPICS.match(words[0]) else 0


def _entry(a: Alignment, key: UnitKey) -> bool:
    """Whether the unit is a row or a label with its value, without a finite verb."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    if _FINITE.search(reading.text, unit.start, unit.end) is not None:
        return False
    return unit.kind == "row" or _LABEL.match(reading.text, unit.start, unit.end) is not None


def _unsaid(a: Alignment, rest: list[Term], matches: Sequence[FigureMatch], topic: int) -> list[Term]:
    """The verb, the subject and the word before a number, if nothing else is missing."""
    held = sum(1 for term in a.claim.terms if not term.light and a.hit(term.at) is not None)
    figures = sum(1 for match in matches if match.match != "missing")
    if not held or held + figures < 2:
        return []
    verbs = [term for term in rest if not term.axes and _verb(a.claim, term, topic)]
    others = [term for term in rest if term not in verbs and not _numbers(a.claim, term)]
    begin = predicate(a.claim)
    subject = [
        term
        for term in others
        if not term.name
        and term.end <= begin
        and _ARTICLE.search(a.claim.text, max(0, term.start - 5), term.start)
    ]
    if len(verbs) > 1 or len(others) > len(subject) or len(subject) > 1 or (subject and not figures):
        return []
    return rest


def _numbers(claim: Analysis, term: Term) -> bool:
    """ "Version 3.3": the word that says what is numbered."""
    word = claim.text[term.start : term.end].casefold()
    return word in _NUMBERED and any(0 < figure.start - term.end <= 2 for figure in claim.figures)


_LOSING: Final = listed("losing")


def _verb(claim: Analysis, term: Term, topic: int) -> bool:
    """Whether the word is the claim's verb, by its place: behind the subject or an auxiliary, before a figure
    or a word of grammar."""
    word = claim.text[term.start : term.end]
    if term.name or word[:1].isupper() or term.norm in _LOSING:
        return False
    if term.verb:
        return True
    passive = _BE.search(claim.text, max(0, term.start - 12), term.start) is not None
    if passive or claim.language == "en":
        return passive and claim.language in ("en", "") and word.endswith(("ed", "d", "t", "n"))
    if not word.endswith(_ENDING.get(claim.language, ())):
        return False
    before = claim.terms[term.at - 1] if term.at else None
    if before is None or before.start < topic or _FINITE.search(claim.text) is not None:
        return False
    follows = claim.terms[term.at + 1] if term.at + 1 < len(claim.terms) else None
    beside = claim.text[before.end : term.start] in (" ", " se ", " nos ")
    return beside and (follows is None or claim.text[term.end : follows.start] != " ")
