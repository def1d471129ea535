"""All, none, only, most: does the claim's quantity hold where the evidence counts, limits or excepts?"""

from __future__ import annotations

import re
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import LOCAL_MATTER, local, share
from pincite.judges.rules.permission import permission
from pincite.judges.rules.scopes import scopes
from pincite.judges.rules.terms import Term
from pincite.model.figure import Figure
from pincite.text.qualifiers import Cue

SAME_MATTER: Final = 0.4
# A dropped condition is only held against a claim whose other words come from this very unit.
CONDITION_MATTER: Final = 0.55


def quantity(a: Alignment) -> list[Finding]:
    """Conflicts and strengthenings of quantifiers, exceptions and conditions."""
    mine = {cue.value: cue for cue in reversed(a.claim.cues) if cue.kind == "quantifier"}
    for key in a.chosen[:2]:
        matter = share(a, key)
        if matter < SAME_MATTER:
            continue
        finding = (
            _universal(a, key, mine)
            or _exclusive(a, key, mine)
            or _proportion(a, key, mine)
            or _exact(a, key, mine)
            or _some_for_most(a, key, mine)
            or (_condition(a, key, mine) if matter >= CONDITION_MATTER else None)
        )
        if finding is not None:
            return [finding]
    return []


def _unit_cues(a: Alignment, key: UnitKey) -> tuple[Cue, ...]:
    reading = a.source(key)
    unit = reading.units[key[1]]
    return reading.cues_in(unit.start, unit.end)


def _said(a: Alignment, key: UnitKey, cue: Cue) -> str:
    return a.source(key).text[cue.start : cue.end]


def _universal(a: Alignment, key: UnitKey, mine: dict[str, Cue]) -> Finding | None:
    every = mine.get("all")
    if every is None or any(cue.kind == "exception" for cue in a.claim.cues):
        return None
    if _EVERY_OTHER.match(a.claim.text, every.start) is not None:
        return None
    claimed = a.claim.text[every.start : every.end]
    reading = a.source(key)
    for cue in [*_unit_cues(a, key), *_following(a, key)]:
        if local(a, key, min(cue.start, reading.units[key[1]].end - 1)) < LOCAL_MATTER:
            continue
        if cue.kind == "exception":
            return Finding(
                "conflict",
                "exception",
                f"claim says '{claimed}', source excepts: '{_tail(reading, cue)}'",
                key,
            )
        if (
            cue.kind == "quantifier"
            and cue.value in ("most", "few")
            and "most" not in mine
            and local(a, key, cue.start, reach=0) >= LOCAL_MATTER
        ):
            return Finding(
                "conflict", "quantifier", f"claim says '{claimed}', source says '{_said(a, key, cue)}'", key
            )
        if cue.kind == "quantifier" and cue.value in ("some", "many") and _governs_hit(a, key, cue):
            return Finding(
                "strengthened", "quantifier", f"claim says '{claimed}', source '{_said(a, key, cue)}'", key
            )
    for negation in scopes(reading).inside(key[1]):
        if negation.conditional and local(a, key, negation.cue.start) >= LOCAL_MATTER:
            said = _tail(reading, negation.cue)
            return Finding(
                "conflict", "condition", f"claim says '{claimed}', source sets a condition: '{said}'", key
            )
    part = _part_of_whole(reading, key)
    if part is not None and part[0] < 1:
        return Finding("conflict", "quantifier", f"claim says '{claimed}', source counts '{part[1]}'", key)
    return None


_EVERY_OTHER: Final = re.compile(
    r"(?:every|each|jede[rsn]?|chaque|cada|todos los)\s+(?:other|second|third|fourth|fifth|tenth"
    r"|zweite|dritte|deux|dos"
    r"|tres|trois|\d)",
    re.IGNORECASE,
)


# Words that open an exception to the very sentence in which they stand.
_OF_ITS_OWN: Final = re.compile(
    r"unless|except|es sei denn|außer|sauf|à moins|salvo|excepto|a menos|除非", re.IGNORECASE
)


def _following(a: Alignment, key: UnitKey) -> list[Cue]:
    """An exception stated in a sentence of its own right after: "However, ... are excepted", ただし. One that
    opens with "unless" and shares no word with the claim is an exception to what it goes on to say."""
    reading = a.source(key)
    after = key[1] + 1
    if after >= len(reading.units):
        return []
    unit = reading.units[after]
    matched = a.matched((key[0], after))
    inside = [term for term in reading.terms_in(after) if not term.light]
    about = any(term.at in matched for term in inside)

    def of_the_rule(cue: Cue) -> bool:
        if _OF_ITS_OWN.fullmatch(reading.text, cue.start, cue.end) is None:
            return True
        return about and all(term.at in matched for term in inside if term.end <= cue.start)

    return [
        cue
        for cue in reading.cues_in(unit.start, min(unit.end, unit.start + 30))
        if cue.kind == "exception" and of_the_rule(cue)
    ]


def _tail(reading: Analysis, cue: Cue) -> str:
    unit = reading.units[reading.unit_at(cue.start)]
    return reading.text[cue.start : min(unit.end, cue.end + 40)].strip()


def _governs_hit(a: Alignment, key: UnitKey, cue: Cue) -> bool:
    matched = a.matched(key)
    right = [term for term in a.unit_terms(key) if term.start >= cue.end][:2]
    return any(term.at in matched for term in right)


_OF: Final = re.compile(
    r"\b(?P<part>\d+|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:out\s+)?(?:of|von|sur"
    r"|de)\s+(?:the\s+|its\s+|all\s+|den\s+|les\s+|los\s+|las\s+)?"
    r"(?P<whole>\d+)\b|\b(?:of|von|sur|de)\s+(?:the\s+|its\s+|all\s+|den\s+|les\s+|los\s+"
    r"|las\s+)?(?P<whole2>\d+)\s(?P<between>[^.;]{1,60}?)[,:]?\s(?:only\s+)?"
    r"(?P<part2>\d+|one|two|three|four|five|six|seven|eight|nine|ten|none)\b",
    re.IGNORECASE,
)
_AMONG: Final = re.compile(
    r"(?<!\d)(?P<whole>\d+)\w{0,2}(?:のうち|中|の内)[、，]?有?(?P<part>\d+)", re.IGNORECASE
)
_SMALL: Final = {
    "none": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
_PERCENT: Final = re.compile(
    r"(?<!\d)(\d+(?:[.,]\d+)?)\s?(?:%|percent|per cent|prozent|pour cent|por ciento)", re.IGNORECASE
)


def _part_of_whole(reading: Analysis, key: UnitKey) -> tuple[float, str] | None:
    """The first "m of n" of the unit as a share, with its words."""
    unit = reading.units[key[1]]
    match = _OF.search(reading.text, unit.start, unit.end)
    if match is None:
        counted = _AMONG.search(reading.text, unit.start, unit.end)
        if counted is None or int(counted["part"]) > int(counted["whole"]) or int(counted["whole"]) == 0:
            return None
        return int(counted["part"]) / int(counted["whole"]), counted.group()
    part = match.group("part") or match.group("part2")
    whole = int(match.group("whole") or match.group("whole2"))
    number = _SMALL.get(part.casefold())
    value = int(part) if number is None else number
    if whole == 0 or value > whole:
        return None
    return value / whole, match.group()


# "The most prevalent" ranks, "often" counts times: neither is a share of the things that are counted.
_NO_SHARE: Final = re.compile(
    r"\b(?:the most|often|frequently|usually|generally|typically|normally|as a rule|rarely|seldom)$",
    re.IGNORECASE,
)


def _proportion(a: Alignment, key: UnitKey, mine: dict[str, Cue]) -> Finding | None:
    """Most, few or none against a share that the evidence states."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    cue = mine.get("most") or mine.get("few") or mine.get("none")
    if cue is not None and _NO_SHARE.search(a.claim.text[max(0, cue.start - 8) : cue.end]) is not None:
        return None
    if cue is None or cue.value not in ("most", "few", "none") or len(mine) > 2:
        return None
    part = _part_of_whole(reading, key)
    if part is None:
        value = _percent_beside(a, key, unit.start, unit.end)
        if value is None:
            return None
        part = value
    holds = {"most": part[0] > 0.5, "few": part[0] < 0.5, "none": part[0] == 0}[cue.value]
    if holds:
        return next(
            (
                Finding("explained", "proportion", part[1], key, 0.0, term.at)
                for term in a.claim.terms
                if term.start < cue.end and cue.start < term.end
            ),
            None,
        )
    claimed = a.claim.text[cue.start : cue.end]
    return Finding("conflict", "proportion", f"claim says '{claimed}', source counts '{part[1]}'", key)


def _percent_beside(a: Alignment, key: UnitKey, start: int, end: int) -> tuple[float, str] | None:
    """The percentage of the unit that stands nearest before or at a matched verb or noun of the claim."""
    reading = a.source(key)
    shares = list(_PERCENT.finditer(reading.text, start, end))
    if not shares:
        return None
    matched = [reading.terms[hit.term] for hits in a.hits if (hit := hits.get(key)) is not None]
    best = min(
        shares,
        key=lambda m: min(
            (abs(t.start - m.end()) for t in matched if t.start >= m.end()), default=len(reading.text)
        ),
    )
    return float(best.group(1).replace(",", ".")) / 100, best.group()


_COORDINATION: Final = re.compile(r"\b(?:and|or|und|oder|et|ou|y|o)\b|[、和或]|及び|または", re.IGNORECASE)


def _exclusive(a: Alignment, key: UnitKey, mine: dict[str, Cue]) -> Finding | None:
    only = mine.get("only")
    if only is None:
        return None
    if any(figure.start - only.end <= 1 and figure.start >= only.end for figure in a.claim.figures):
        return None  # "only 12 members": a comment on a small number, no restriction
    if any(cue.kind == "quantifier" and cue.value == "only" for cue in _unit_cues(a, key)):
        return None
    claimed = a.claim.text[only.start : only.end]
    rival = _rival(a, key, only)
    if rival is not None:
        return Finding("conflict", "exclusive", f"claim says '{claimed}', source also names '{rival}'", key)
    return Finding("strengthened", "exclusive", f"source does not say '{claimed}'", key)


def _rival(a: Alignment, key: UnitKey, only: Cue) -> str | None:
    """Another party that the evidence joins to the one that the claim singles out."""
    reading = a.source(key)
    singled = _singled_out(a.claim, only)
    for term in singled:
        hit = a.hits[term.at].get(key)
        if hit is None:
            continue
        stands = reading.terms[hit.term]
        matched = a.matched(key)
        for joint in _COORDINATION.finditer(
            reading.text, reading.units[key[1]].start, reading.units[key[1]].end
        ):
            near = [
                other
                for other in a.unit_terms(key)
                if other.at not in matched
                and not other.verb
                and not other.light
                and min(abs(other.start - joint.end()), abs(other.end - joint.start())) <= 15
            ]
            if near and min(abs(stands.start - joint.end()), abs(stands.end - joint.start())) <= 5:
                return reading.text[near[0].start : near[0].end]
    return None


def _singled_out(claim: Analysis, only: Cue) -> list[Term]:
    after = [term for term in claim.terms if term.start >= only.end]
    before = [term for term in claim.terms if term.end <= only.start]
    word = claim.text[only.start : only.end].casefold()
    return (
        before[-2:]
        if word in ("alone", "allein", "exclusively", "solely", "seul", "seule") and before
        else after[:3]
    )


def _some_for_most(a: Alignment, key: UnitKey, mine: dict[str, Cue]) -> Finding | None:
    """ "Some" may be most, but does not say so."""
    if "most" not in mine or _NO_SHARE.search(a.claim.text[: mine["most"].end]) is not None:
        return None
    for cue in _unit_cues(a, key):
        if cue.kind == "quantifier" and cue.value in ("some", "many") and _governs_hit(a, key, cue):
            if _said(a, key, cue).casefold() in ("occasionally", "sometimes", "partly", "partially"):
                continue
            claimed = a.claim.text[mine["most"].start : mine["most"].end]
            said = _said(a, key, cue)
            return Finding("strengthened", "quantifier", f"claim says '{claimed}', source '{said}'", key)
    return None


# "Taller than 1.60 m" leaves out 1.60 m itself.
_BEYOND: Final = re.compile(
    r"\b(?:\w+er|more|less|fewer|over|above|below|under|mehr|weniger)\s(?:than\s)?$", re.IGNORECASE
)


def _exact(a: Alignment, key: UnitKey, mine: dict[str, Cue]) -> Finding | None:
    """Exactly 10 against at least 10 or about 10."""
    cue = mine.get("exactly")
    if cue is None:
        return None
    reading = a.source(key)
    unit = reading.units[key[1]]
    for figure in a.claim.figures:
        if not 0 <= figure.start - cue.end <= 3:
            continue
        for other in reading.figures_in(unit.start, unit.end):
            if _spans(other, figure):
                what = f"source gives a range, '{other.text.strip()}', claim 'exactly {figure.text.strip()}'"
                return Finding("conflict", "exactness", what, key)
            if other.value != figure.value:
                continue
            if other.bound in ("above", "below") or _BEYOND.search(
                reading.text[max(0, other.start - 24) : other.start]
            ):
                return Finding(
                    "conflict", "exactness", f"source says '{other.bound} {other.text}', claim 'exactly'", key
                )
            if other.bound == "about":
                return Finding(
                    "strengthened", "exactness", "source gives an approximate figure, claim an exact one", key
                )
    return None


def _spans(other: Figure, figure: Figure) -> bool:
    """Whether a range of the evidence holds the claim's one value."""
    if other.high is None or figure.high is not None or other.unit != figure.unit:
        return False
    return other.value is not None and figure.value is not None and other.value <= figure.value <= other.high


def _condition(a: Alignment, key: UnitKey, mine: dict[str, Cue]) -> Finding | None:
    """A condition or exception of the evidence that a general claim leaves out."""
    if any(cue.kind in ("condition", "exception") for cue in a.claim.cues):
        return None
    if permission(a.claim) > 0 or "some" in mine:
        return None
    reading = a.source(key)
    matched = a.matched(key)
    for cue in _unit_cues(a, key):
        if cue.kind not in ("condition", "exception"):
            continue
        clause = reading.clause_at(cue.start)
        governed = [
            term
            for term in a.unit_terms(key)
            if term.start >= cue.end and term.clause == clause and not term.light
        ][:6]
        main = [reading.terms[at] for at in matched if reading.terms[at] not in governed]
        if not governed or not main or any(term.at in matched for term in governed):
            continue
        if min(abs(term.clause - clause) for term in main) > 1:
            continue
        said = _tail(reading, cue)
        return Finding("strengthened", "condition", f"the claim drops the condition '{said}'", key)
    return None
