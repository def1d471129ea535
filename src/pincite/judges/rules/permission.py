"""What a text allows, forbids, requires and leaves free."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, local
from pincite.judges.rules.lexicon import lexicon
from pincite.judges.rules.scopes import Negation, Scopes, scopes
from pincite.text.qualifiers import Cue
from pincite.text.words import stem

# This share of the claim in one clause leaves no doubt that the clause is about it.
OWN_CLAUSE: Final = 0.6


@cache
def _axis_of(word: str) -> int:
    return lexicon().axes[stem(word)][0][0]


def permissions(reading: Analysis, start: int, end: int) -> list[tuple[int, int]]:
    """What the stretch allows (+1) and forbids or calls impossible (-1), each with its offset; what it
    forbids only on a condition is left out.
    """
    found = scopes(reading)
    stated: list[tuple[int, int]] = []
    for axis in (_axis_of("allow"), _axis_of("possible")):
        for at in reading.by_axis.get(axis, ()):
            term = reading.terms[at]
            if start <= term.start < end:
                sign = next(s for x, s in term.axes if x == axis)
                stated.append((-sign if at in found.negated else sign, term.start))
    for cue in reading.cues_in(start, end):
        if cue.kind == "negation" and _BANS.fullmatch(reading.text, cue.start, cue.end):
            if not any(n.conditional for n in found.between(cue.start, cue.end)):
                stated.append((-1, cue.start))
        elif cue.kind == "modality" and cue.value == "may":
            if _swallowed(reading, cue):
                stated.append((-1, cue.start))
                continue
            denials = _denials(reading, found, cue)
            if not any(n.conditional for n in denials):
                stated.append((-1 if denials else 1, cue.start))
        elif cue.kind == "modality" and cue.language == "en" and _MUST_NOT.match(reading.text, cue.start):
            stated.append((-1, cue.start))
    return stated


# Denials that forbid by themselves.
_BANS: Final = re.compile(
    r"cannot|can['’]t|不得|不可|不能|不允许|禁止|不可以|てはなら\w+|てはなりません|てはいけ\w+|できない"
    r"|できません",
    re.IGNORECASE,
)
_NOT: Final = re.compile(r"\b(?:not|n['’]t|nicht|no|ne|pas|never|nie)\b", re.IGNORECASE)
_MUST_NOT: Final = re.compile(r"must\s?(?:not|n['’]t|never)\b", re.IGNORECASE)
# "Nobody may", "no dog may": who is left over is nobody.
_NOBODY: Final = re.compile(
    r"no|none|nobody|no one|neither|kein\w*|niemand|nadie|ning[uú]n\w*|aucune?|nul(?:le)?|personne ne",
    re.IGNORECASE,
)
# A subject is hardly longer than this.
_SUBJECT: Final = 40


def _swallowed(reading: Analysis, cue: Cue) -> bool:
    """Whether modal and denial are one phrase of the vocabulary ("no puede", "dürfen nicht"), so that no
    negation stands beside the modal."""
    return any(
        " " in term.norm and term.end > cue.start and _NOT.search(reading.text, term.start, term.end)
        for term in reading.terms_between(cue.start - _PHRASE, cue.end)
    )


# How far before the modal such a phrase begins.
_PHRASE: Final = 8


def _denials(reading: Analysis, found: Scopes, cue: Cue) -> list[Negation]:
    """What denies a modal verb: a word right behind it, in French and Spanish before it, in German anywhere
    behind it in its clause; or a subject that is nobody."""
    denials = [n for n in found.between(cue.start - 1, cue.end + 3) if n.cue.end > cue.start]
    clause = reading.clause_at(cue.start)
    before = [
        n for n in found.between(cue.start - _SUBJECT, cue.start) if reading.clause_at(n.cue.start) == clause
    ]
    if cue.language in ("fr", "es"):
        denials += [n for n in before if cue.start - n.cue.end <= 1]
    elif cue.language == "de":
        denials += [
            n
            for n in found.between(cue.end, cue.end + 3 * _SUBJECT)
            if reading.clause_at(n.cue.start) == clause and not n.privative
        ]
    return denials + [n for n in before if _NOBODY.fullmatch(reading.text, n.cue.start, n.cue.end)]


def both_forbid(a: Alignment, key: UnitKey) -> bool:
    """Whether claim and unit forbid or advise against, each in its words; what they forbid may then be denied
    or named."""
    return (permission(a.claim) < 0 and _near(a, key, permissions) == {-1}) or (
        _advice(a.claim) < 0 and _near(a, key, advices) == {-1}
    )


_AGAINST: Final = re.compile(
    r"\b(?:advis\w+ against|advice against|recommend\w* against|counsel\w* against|caution\w* against"
    r"|warn\w* (?:\w+ ){0,3}?(?:against|off|not to)|discourag\w+"
    r"|(?:rät|raten|riet|rieten)\b[^.;]{0,60}?\bab\b|abgeraten|abzuraten|warn(?:t|en|te|ten) (?:\w+ )?vor"
    r"|gewarnt vor"
    r"|déconseill\w+|met(?:tent)? en garde|desaconsej\w+|advierten? (?:contra|que no))"
    r"|不建议|不推荐|不宜|劝阻|推奨し(?:ない|ません)|推奨されて?い?(?:ない|ません)|勧め(?:ない|ません)"
    r"|お勧めでき(?:ない|ません)",
    re.IGNORECASE,
)


def advices(reading: Analysis, start: int, end: int) -> list[tuple[int, int]]:
    """What the stretch recommends (+1) and advises against (-1), each with its offset."""
    against = [match.span() for match in _AGAINST.finditer(reading.text, start, end)]
    stated = [(-1, begin) for begin, _ in against]
    found = scopes(reading)
    for cue in reading.cues_in(start, end):
        if cue.kind != "modality" or cue.value != "should":
            continue
        if any(begin <= cue.start < stop for begin, stop in against):
            continue
        near = found.between(cue.start - _BEFORE_ADVICE, cue.end + 2)
        denied = any(n.cue.end <= cue.start or n.cue.start >= cue.end for n in near)
        stated.append((-1 if denied else 1, cue.start))
    return stated


# "Is not recommended", "do not generally recommend".
_BEFORE_ADVICE: Final = 16


@lru_cache(maxsize=4096)
def _advice(reading: Analysis) -> int:
    """+1 if the text recommends something, -1 if it advises against something, else 0."""
    signs = {sign for sign, _ in advices(reading, 0, len(reading.text))}
    return signs.pop() if len(signs) == 1 else 0


def advised(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim recommends what the evidence advises against, or the other way round."""
    mine = _advice(a.claim)
    if mine == 0 or _near(a, key, advices) != {-mine}:
        return None
    said, says = ("recommends", "advises against") if mine > 0 else ("advises against", "recommends")
    return Finding("conflict", "permission", f"claim {said} what the source {says}", key)


_Stated = Callable[[Analysis, int, int], list[tuple[int, int]]]


def _near(a: Alignment, key: UnitKey, stated: _Stated) -> set[int]:
    """What the unit states beside the claim's words."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    return {
        sign
        for sign, offset in stated(reading, unit.start, unit.end)
        if local(a, key, offset) >= LOCAL_MATTER
    }


def agreed(a: Alignment) -> list[Finding]:
    """The claim's words of leave, ban or duty, borne out by other words of the evidence that say the same:
    "prohibited" by "may not", "mandatory" by "must"."""
    if not a.chosen:
        return []
    key = a.chosen[0]
    found: list[Finding] = []
    for mine, axes, stated in (
        (permission(a.claim), ("allow", "possible"), permissions),
        (_obligation(a.claim), ("mandatory",), obligations),
    ):
        if mine == 0 or _near(a, key, stated) != {mine}:
            continue
        numbers = {_axis_of(word) for word in axes}
        cues = [
            c
            for c in a.claim.cues
            if (c.kind == "modality" and c.value in ("may", "must"))
            or (c.kind in ("modality", "negation") and c.language in ("zh", "ja"))
        ]
        found += [
            Finding("explained", "permission", "the source says so in other words", key, term=term.at)
            for term in a.claim.terms
            if any(axis in numbers for axis, _ in term.axes)
            or any(term.start < cue.end and cue.start < term.end for cue in cues)
        ]
    return found


@lru_cache(maxsize=4096)
def permission(reading: Analysis) -> int:
    """+1 if the text allows something, -1 if it forbids something, 0 if it does neither or both."""
    signs = {sign for sign, _ in permissions(reading, 0, len(reading.text))}
    return signs.pop() if len(signs) == 1 else 0


def _leave_word(claim: Analysis) -> int:
    """The claim's own word of leave, which says nothing of what is allowed; -1 when it has none."""
    axis = _axis_of("allow")
    return next(iter(claim.by_axis.get(axis, ())), -1)


def permitted(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim allows what the evidence forbids, or the other way round."""
    mine = permission(a.claim)
    if mine == 0:
        return None
    reading = a.source(key)
    unit = reading.units[key[1]]
    if any(n.conditional for n in scopes(reading).inside(key[1])):
        return None
    theirs = [
        (sign, local(a, key, offset), local(a, key, offset, without=_leave_word(a.claim), reach=0))
        for sign, offset in permissions(reading, unit.start, unit.end)
    ]
    # What its own clause says of the claim's matter goes before what the clauses beside it say.
    signs = {sign for sign, _, own in theirs if own >= OWN_CLAUSE} or {
        sign for sign, near, _ in theirs if near >= LOCAL_MATTER
    }
    if not signs or mine in signs:
        return None
    said, says = ("allows", "forbids") if mine > 0 else ("forbids", "allows")
    return Finding("conflict", "permission", f"claim {said} what the source {says}", key)


@lru_cache(maxsize=4096)
def _denial_ends(reading: Analysis) -> frozenset[int]:
    return frozenset(negation.cue.end for negation in scopes(reading).negations)


def obligations(reading: Analysis, start: int, end: int) -> list[tuple[int, int]]:
    """What the stretch requires (+1) and leaves free (-1), each with its offset."""
    found = scopes(reading)
    axis = _axis_of("mandatory")
    ends = _denial_ends(reading)
    stated: list[tuple[int, int]] = []
    for at in reading.by_axis.get(axis, ()):
        term = reading.terms[at]
        if start <= term.start < end:
            sign = next(s for x, s in term.axes if x == axis)
            stated.append((-sign if at in found.negated else sign, term.start))
    for cue in reading.cues_in(start, end):
        if cue.kind != "modality" or cue.value != "must":
            continue
        before = not ends.isdisjoint(range(cue.start - _BEFORE_DUTY.get(cue.language, 1), cue.start + 1))
        denials = found.between(cue.end, cue.end + (3 * _SUBJECT if cue.language == "de" else 2))
        after = any(reading.clause_at(n.cue.start) == reading.clause_at(cue.start) for n in denials)
        if after and cue.language != "de":
            continue  # "must not" forbids; that is the business of permission
        stated.append((-1 if before or after else 1, cue.start))
    return stated


# "No se exige", "n'est pas nécessaire": the first half of the denial stands this many characters before.
_BEFORE_DUTY: Final = {"es": 4, "fr": 10}


def duty_words(reading: Analysis) -> list[int]:
    """The terms that say that something is required."""
    axis = _axis_of("mandatory")
    return [at for at in reading.by_axis.get(axis, ()) if (axis, 1) in reading.terms[at].axes]


@lru_cache(maxsize=4096)
def _obligation(reading: Analysis) -> int:
    """+1 if the text requires something, -1 if it leaves something free, 0 if it does neither or both."""
    signs = {sign for sign, _ in obligations(reading, 0, len(reading.text))}
    return signs.pop() if len(signs) == 1 else 0


def obligation(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim requires what the evidence leaves free, or the other way round."""
    mine = _obligation(a.claim)
    if mine == 0:
        return None
    reading = a.source(key)
    unit = reading.units[key[1]]
    theirs = [
        sign for sign, at in obligations(reading, unit.start, unit.end) if local(a, key, at) >= LOCAL_MATTER
    ]
    if not theirs or mine in theirs:
        return None
    said, says = ("requires", "leaves free") if mine > 0 else ("leaves free", "requires")
    return Finding("conflict", "obligation", f"claim {said} what the source {says}", key)
