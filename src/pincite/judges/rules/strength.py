"""Does the claim say it more surely than the evidence does?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, SAME_MATTER, local, share
from pincite.judges.rules.lexicon import listed
from pincite.judges.rules.permission import duty_words, permission
from pincite.judges.rules.scopes import scopes
from pincite.judges.rules.terms import Term
from pincite.text.qualifiers import Cue
from pincite.text.words import stem

# Which hedges of a claim are weak enough to go with a hedge of the evidence.
_WEAK_ENOUGH: Final = {
    "may": ("may", "likely", "suggested", "expected", "should"),
    "likely": ("may", "likely", "suggested", "expected"),
    "suggested": ("may", "likely", "suggested", "expected"),
    "expected": ("may", "likely", "suggested", "expected", "should"),
    "should": ("may", "should", "expected", "suggested"),
}
_HEAD_TERMS: Final = 2
_LONG_HEAD: Final = 6


# "Can be returned" gives leave; it does not hedge a fact.
_CAN_BE: Final = re.compile(r"can be\b|kann .{0,40}werden\b|peut être\b|pueden? ser\b", re.IGNORECASE)


# "May sign on only after": leave that is given on a condition.
_LEAVE_ON: Final = re.compile(
    r"\b(?:only (?:after|once|when|if|with|where)|erst|nur (?:nach|wenn|mit|bei)|qu['’]après"
    r"|seulement (?:après|si)"
    r"|s[oó]lo (?:después|tras|si|con))\b",
    re.IGNORECASE,
)


_CAN: Final = re.compile(
    r"can|kann|können|peut|peuvent|puede|pueden|可以|可|能够|でき\w+|ことができ\w+", re.IGNORECASE
)
# "Can reduce pain" hedges an effect; "can walk there" says what is open to people.
_EFFECTS: Final = frozenset(map(stem, listed("effects")))


def _effect(reading: Analysis, key: UnitKey, cue: Cue) -> bool:
    return any(term.norm in _EFFECTS for term in _head(reading, key, cue))


# What is only weighed, charged, proposed or compatible is neither decided nor done nor shown.
_OPEN: Final = re.compile(
    r"\b(?:consider(?:s|ed|ing)?|contemplat\w+|weighing(?: up)?|explor(?:es|ing) (?:whether|the|a)"
    r"|debat\w+ whether"
    r"|deliberat\w+|under (?:consideration|discussion|review)|in talks|accused|charged with|suspected|under"
    r" investigation|on suspicion|alleg\w+|consistent with|compatible with|draft|proposals?|proposed"
    r"|proposes"
    r"|applied (?:for|to)|hopes?|hoping|wants? to|would like|intends?|plans? to|planning|is to be decided"
    r"|erwäg\w+|prüft|überleg\w+|geplant|beabsichtig\w+|vorgeschlagen|angeklagt|verdächtig\w*|vorgeworfen"
    r"|envisag\w+|étudi(?:e|ent)|projett\w+|accusé\w*|soupçonné\w*|propos(?:e|é|ée)|compatibles? avec"
    r"|estudia\w*|contempla\w*|plantea\w*|acusad\w+|propuest\w+|propone\w*|sospech\w+)\b"
    r"|考虑|正在研究|拟|涉嫌|検討|見込み|予定|疑い|容疑|案",
    re.IGNORECASE,
)
# Words after an opening of that kind that the claim has to repeat one of.
_OPENED: Final = 4


@lru_cache(maxsize=8192)
def _openings(text: str, start: int, end: int) -> tuple[re.Match[str], ...]:
    return tuple(_OPEN.finditer(text, start, end))


def _opened(a: Alignment, key: UnitKey) -> Finding | None:
    """The evidence only weighs or alleges what the claim states."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    if _openings(a.claim.text, 0, len(a.claim.text)):
        return None
    matched = a.matched(key)
    for cue in _openings(reading.text, unit.start, unit.end):
        inside = a.unit_terms(key)
        if any(term.start == cue.start() and term.at in matched for term in inside):
            continue
        after = [t for t in inside if t.start >= cue.end() and not t.light][:_OPENED]
        if not after or sum(1 for term in after if term.at in matched) * 2 <= len(after):
            continue
        if local(a, key, cue.start()) < LOCAL_MATTER:
            continue
        return Finding(
            "strengthened", "commitment", f"source only says '{cue.group()}'; the claim drops it", key
        )
    return None


def strength(a: Alignment) -> list[Finding]:
    """Hedges of the evidence (may, suggests, expected, should, considers) that the claim has dropped."""
    if not a.chosen:
        return []
    if share(a, a.chosen[0]) >= SAME_MATTER and not any(cue.kind == "modality" for cue in a.claim.cues):
        opened = _opened(a, a.chosen[0])
        if opened is not None:
            return [opened]
    held = {cue.value for cue in a.claim.cues if cue.kind == "modality"}
    for key in a.chosen[:2]:
        if share(a, key) < SAME_MATTER:
            continue
        reading = a.source(key)
        for cue in reading.cues_of(key[1]):
            if cue.kind != "modality" or cue.value not in _WEAK_ENOUGH:
                continue
            if cue.value == "may" and (_denied(reading, cue) or _CAN_BE.match(reading.text, cue.start)):
                continue
            if cue.value == "may" and _LEAVE_ON.search(reading.text, cue.end, reading.units[key[1]].end):
                continue
            if (
                cue.value == "may"
                and _CAN.fullmatch(reading.text, cue.start, cue.end)
                and not _effect(reading, key, cue)
            ):
                continue
            if held.intersection(_WEAK_ENOUGH[cue.value]) or not _governs(a, key, cue):
                continue
            if local(a, key, cue.start) < LOCAL_MATTER:
                continue
            if cue.value == "may" and permission(a.claim) != 0:
                continue
            said = reading.text[cue.start : cue.end]
            weaker = Finding(
                "strengthened", "modality", f"source only says '{said}'; the claim drops it", key
            )
            # The claim's word of duty is the stronger form of the hedge, not a part that nothing speaks of.
            duty = duty_words(a.claim) if cue.value == "should" else []
            return [weaker, *(Finding("explained", "modality", weaker.what, key, term=at) for at in duty)]
    return []


def _denied(reading: Analysis, cue: Cue) -> bool:
    """ "May not" forbids; it is no hedge."""
    return any(
        n.cue.start in (cue.start, cue.end, cue.end + 1)
        for n in scopes(reading).between(cue.start, cue.end + 2)
    )


def _governs(a: Alignment, key: UnitKey, cue: Cue) -> bool:
    """Whether the hedge stands over words that the claim repeats."""
    reading = a.source(key)
    head = _head(reading, key, cue)
    matched = a.matched(key)
    return bool(head) and any(term.at in matched for term in head)


def _head(reading: Analysis, key: UnitKey, cue: Cue) -> list[Term]:
    inside = reading.terms_in(key[1])
    if cue.language == "ja":
        return [term for term in inside if term.end <= cue.start][-_HEAD_TERMS:]
    clause = reading.clause_at(cue.start)
    right = [term for term in inside if term.start >= cue.end and term.clause == clause]
    if cue.value == "should" and not right:
        # "It is recommended that", "ist zu empfehlen": what is recommended follows "that" or stands before.
        beyond = [term for term in inside if term.start >= cue.end and term.clause == clause + 1]
        return beyond[:_HEAD_TERMS] or [term for term in inside if term.clause == clause]
    if cue.value in ("suggested", "expected"):
        return right[:_LONG_HEAD] or [term for term in inside if term.clause == clause]
    if cue.language == "de":
        # The verb that the modal governs closes the clause.
        return right[-_HEAD_TERMS:]
    for count, term in enumerate(right, 1):
        if not term.light or term.axes:
            return right[:count]
    return right
