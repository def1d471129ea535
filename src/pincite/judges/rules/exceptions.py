"""Who and what a text leaves out of its rule: "except the ferry", "but not lunch", "children are exempt".

Three things follow from an exemption. A claim that gives the rule of what is left out is wrong; so is one
that gives the rule of all without exception; and a claim that gives the opposite of the rule of just what is
left out says the same in other words ("open every day except Monday", "closed on Mondays").
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.exempt import BOUNDARY, exempt_in, exempt_named, exempt_subject, exempting
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.ground import share
from pincite.judges.rules.kinship import opposed
from pincite.judges.rules.presence import STRUCK, affirmed_elsewhere
from pincite.judges.rules.scopes import scopes
from pincite.judges.rules.terms import Term
from pincite.model.figure import Figure, FigureMatch
from pincite.text.qualifiers import Cue

# A match as sure as this is no mere end of an opposite pair.
SURE: Final = 0.85
_CJK_START: Final = "\u3041"
# What is left out is a short phrase.
_WIDEST: Final = 5
# The sentence of the rule holds this share of the claim, which may name who follows it at length.
RULE_MATTER: Final = 0.3


class Exemption(Struct, frozen=True):
    """What one exception leaves out: the stretch that names it, and its terms."""

    start: int
    end: int
    words: str
    terms: tuple[Term, ...]


# "Exempt", "exception": the predicate or the name of an exception, not the word that opens one.
_PREDICATE: Final = re.compile(
    r"exempt|excepted|exceptions?$|ausnahmen?$|unless|es sei denn|sofern|wenn|a moins|à moins|a menos"
    r"|salvo que"
    r"|例外|不适用|另有|この限り|適用|ただし|但し|除非",
    re.IGNORECASE,
)
# ", but not on the ferry": a denial without a verb of its own takes that of the rule.
_ELLIPTIC: Final = re.compile(
    r"[,;–—(，]\s*(?:(?:but|though|although|however|and|yet|jedoch|aber|allerdings|doch|mais|pero"
    r"|aunque)\s+)?"
    r"(?:not (?!only|just|merely|even|yet|until|all|every|always|necessarily|least|so\b|because\b"
    r"|as\b)"
    r"(?:including |counting )?|nicht (?!nur|einmal|alle|immer|zuletzt|mehr)(?:jedoch |aber )?"
    r"|pas (?!seulement|tous|toujours|plus)|no (?=en |el |la |los |las |para |a ))",
    re.IGNORECASE,
)
_FINITE: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|must|may|can|will|shall|should|ist|sind|war|waren|wird"
    r"|werden|hat|haben|muss|kann|darf|est|sont|peut|doit|es|son|puede|debe)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def exemptions(reading: Analysis, unit: int) -> tuple[Exemption, ...]:
    """What the exceptions of one unit leave out."""
    place = reading.units[unit]
    found = [
        one
        for cue in reading.cues_in(place.start, place.end)
        if cue.kind == "exception" and _PREDICATE.match(reading.text, cue.start, cue.end) is None
        if (one := _left_out(reading, cue, place.start, place.end)) is not None
    ]
    for match in _ELLIPTIC.finditer(reading.text, place.start, place.end):
        one = _phrase(reading, match.end(), place.end)
        if (
            one is None
            or _FINITE.search(one.words) is not None
            or any(_acts(reading, term) for term in one.terms)
        ):
            continue
        # "Not to sale items" repeats the "to" of the rule; "not to interfere" has a verb of its own.
        if not one.words.startswith("to ") or " to " in reading.text[place.start : match.start()]:
            found.append(one)
    return tuple(found)


_POSTPOSED: Final = re.compile(r"除外|以外|を?除|ausgenommen", re.IGNORECASE)


def _acts(reading: Analysis, term: Term) -> bool:
    """Whether the word is a verb here: behind "not" a form in -s can only be a plural."""
    return term.verb and not reading.text[term.start : term.end].endswith("s")


_OPENED: Final = re.compile(r"[,;(—–]\s*\Z")
_OUTSIDE: Final = re.compile("(?:以?外|之外)")


def _left_out(reading: Analysis, cue: Cue, start: int, end: int) -> Exemption | None:
    """The phrase behind the cue; in Chinese and Japanese often before it."""
    text = reading.text
    if cue.language in ("zh", "ja"):
        outside = _OUTSIDE.search(text, cue.end, min(end, cue.end + 24))
        if outside is not None and text[cue.start] == "除":
            return _made(reading, cue.end, outside.start())
    if _POSTPOSED.match(text, cue.start) is not None and _OPENED.search(text, start, cue.start) is None:
        before = max((m.end() for m in BOUNDARY.finditer(text, start, cue.start)), default=start)
        if before < cue.start:
            return _made(reading, before, cue.start)
    return _phrase(reading, cue.end, end)


def _phrase(reading: Analysis, start: int, end: int) -> Exemption | None:
    stop = BOUNDARY.search(reading.text, start, end)
    return _made(reading, start, end if stop is None else stop.start())


def _made(reading: Analysis, start: int, end: int) -> Exemption | None:
    terms: list[Term] = []
    for term in reading.terms_between(start, end):
        if (terms and _closes(reading, term)) or len(terms) >= _WIDEST:
            end = term.start
            break
        if term.end <= end:
            terms.append(term)
    words = reading.text[start:end].strip(" ,;.'’")
    return Exemption(start, end, words, tuple(terms)) if words else None


_PARTICIPLE: Final = re.compile(r"(?:\w{0,6}ge|be|ver|er|ent|zer)\w{2,}(?:t|en)")


def _closes(reading: Analysis, term: Term) -> bool:
    """Whether the word is the verb of the rule again, which German puts last."""
    if reading.language != "de":
        return term.verb
    word = reading.text[term.start : term.end]
    return _PARTICIPLE.fullmatch(word) is not None and BOUNDARY.match(reading.text, term.end) is not None


@lru_cache(maxsize=4096)
def _silent(reading: Analysis) -> bool:
    """Whether the text leaves nothing out."""
    return (
        not any(cue.kind in ("exception", "negation") for cue in reading.cues)
        and exempt_in(reading.text) is None
    )


# Words that deny or leave out on their own: such a claim may say the same as the exception.
_DENYING: Final = re.compile(
    r"\b(?:un\w{3,}|non|exclu\w+|exempt\w*|excus\w+|free|waiv\w+|dispens\w+|befreit|frei|ausgeschlossen"
    r"|ausgenommen|exon[eé]r\w+|exent\w+|eximid\w+|interdit\w*|prohib\w+|verboten|forbidden|banned|only"
    r"|lack\w*"
    r"|alone|nur|seul\w*|sol[oa]|sólo|differ\w+|separate\w*|instead|anders|other)\b|免|除|禁止|只|仅",
    re.IGNORECASE,
)


def named(a: Alignment, key: UnitKey, one: Exemption) -> bool:
    """Whether the claim names what the exemption leaves out, all its full words, and nothing else says it of
    them."""
    full = [term for term in one.terms if not term.light]
    if not full or one.words[0] >= _CJK_START:
        words = one.words.lstrip("但而不过")
        return (
            len(words) >= (2 if words[:1] >= _CJK_START else 4)
            and words.casefold() in a.claim.text.casefold()
        )
    struck = {hit.term for hits in a.hits if (hit := hits.get(key)) is not None and hit.strength >= STRUCK}
    return all(term.at in struck and not affirmed_elsewhere(a, key, term.at) for term in full)


def named_exempt(a: Alignment, key: UnitKey) -> bool:
    """Whether the claim names what an exception of the unit leaves out."""
    return any(named(a, key, one) for one in exemptions(a.source(key), key[1]))


def exceptional(a: Alignment) -> list[Finding]:
    """What the exceptions of the evidence say against the claim, and what of it they bear out."""
    if not a.chosen or share(a, a.chosen[0]) < RULE_MATTER:
        return []
    key = a.chosen[0]
    excepting = any(cue.kind == "exception" for cue in a.claim.cues)
    if not excepting and _silent(a.source(key)):
        return []
    denying = bool(scopes(a.claim).negations) or _DENYING.search(a.claim.text) is not None
    found = complement(a, key)
    if found:
        return found
    if excepting:
        return _same_exception(a, key)
    if denying:
        return []
    conflict = _of_the_exempt(a, key) or _of_the_excused(a, key) or _without_exception(a, key)
    return [] if conflict is None else [conflict]


def _of_the_exempt(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim gives the rule of what the evidence leaves out."""
    reading = a.source(key)
    for one in exemptions(reading, key[1]):
        head = Exemption(one.start, one.end, one.words, tuple(t for t in one.terms if not t.light)[:1])
        bounds = _bounds(reading, one)
        if not named(a, key, head) or (
            bounds and not any(_within(figure, bounds[0]) for figure in a.claim.figures)
        ):
            continue
        inside = {term.at for term in one.terms}
        rule = [
            term
            for term in a.claim.terms
            if (hit := a.hits[term.at].get(key)) is not None and hit.term not in inside
        ]
        if rule:
            what = f"the source leaves that out: '{reading.text[one.start : one.end].strip()}'"
            return Finding("conflict" if named(a, key, one) else "strengthened", "exception", what, key)
    return None


def _bounds(reading: Analysis, one: Exemption) -> tuple[Figure, ...]:
    return reading.figures_in(one.start, one.end)


def _within(figure: Figure, bound: Figure) -> bool | None:
    """Whether a value is one of those left out ("under six"); None where the two cannot be compared."""
    test = _BOUNDS.get(bound.bound or "")
    if test is None or figure.value is None or bound.value is None or figure.unit != bound.unit:
        return None
    return test(figure.value, bound.value)


_BOUNDS: Final[dict[str, Callable[[Fraction, Fraction], bool]]] = {
    "below": operator.lt,
    "max": operator.le,
    "above": operator.gt,
    "min": operator.ge,
}


def beyond(match: FigureMatch, claim: Analysis, readings: Sequence[Analysis]) -> bool:
    """Whether the evidence leaves out those up to a bound, and the claim's value lies beyond it: a rule from
    which children under six are exempt holds for one of seven."""
    if not any(cue.kind == "exception" for reading in readings for cue in reading.cues):
        return False
    norms = {term.norm for term in claim.terms if not term.light}
    for reading in readings:
        for unit in range(len(reading.units)):
            for one in exemptions(reading, unit):
                bounds = _bounds(reading, one)
                if len(bounds) == 1 and _within(match.figure, bounds[0]) is False:
                    return any(term.norm in norms for term in one.terms)
    return False


def _of_the_excused(a: Alignment, key: UnitKey) -> Finding | None:
    """The same where a sentence of its own says who need not follow the rule."""
    where = exempt_named(a, key)
    if where is None or where == key or not any(key in hits and where not in hits for hits in a.hits):
        return None
    unit = a.source(where).units[where[1]]
    said = a.source(where).text[unit.start : unit.end].strip()
    return Finding("conflict", "exception", f"the source exempts them: '{said}'", where)


def complement(a: Alignment, key: UnitKey) -> list[Finding]:
    """The claim gives the opposite of the rule of just what one side leaves out: its words are borne out."""
    reading = a.source(key)
    opposite = _opposites(a, key)
    if not opposite:
        return []
    if named_exempt(a, key):
        return [_explained(key, term) for term in opposite]
    for one in exemptions(a.claim, 0):
        names = [term for term in one.terms if not term.light]
        only = any(c.kind == "quantifier" and c.value == "only" for c in reading.cues_of(key[1]))
        if only and names and all(key in a.hits[term.at] for term in names):
            rest = [t for t in a.claim.terms if t not in names and key not in a.hits[t.at]]
            return [_explained(key, term) for term in rest]
    return []


def _explained(key: UnitKey, term: Term) -> Finding:
    return Finding("explained", "complement", "the exception says it the other way round", key, term=term.at)


def against(term: Term, other: Term) -> bool:
    """Whether the two are opposite ends, and not also the same."""
    return any((axis, -sign) in other.axes and (axis, sign) not in other.axes for axis, sign in term.axes)


def _opposites(a: Alignment, key: UnitKey) -> list[Term]:
    """The claim's words that the unit has the opposite of."""
    reading = a.source(key)
    found = []
    for term in a.claim.terms:
        hit = a.hits[term.at].get(key)
        if hit is not None and hit.strength >= SURE and not against(term, reading.terms[hit.term]):
            continue
        ends = [reading.terms[at] for axis, _ in term.axes for at in reading.by_axis.get(axis, ())]
        ends += [reading.terms[at] for at in opposed(term.norm, reading)]
        if any(end.unit == key[1] and (against(term, end) or not term.axes) for end in ends):
            found.append(term)
    return found


_REGARDLESS: Final = re.compile(
    r"\b(?:whatever|whoever|regardless|irrespective|anyone|anybody|no matter|ungeachtet|egal"
    r"|quel(?:le)?s? que"
    r"|sea cual|sin excepción)\b|无论|不论|不管|任何|問わず|かかわらず",
    re.IGNORECASE,
)


def _without_exception(a: Alignment, key: UnitKey) -> Finding | None:
    """The claim gives the rule of all; a sentence after it exempts some of them."""
    every = any(cue.kind == "quantifier" and cue.value == "all" for cue in a.claim.cues)
    if not every and _REGARDLESS.search(a.claim.text) is None:
        return None
    for where, match in exempting(a, key):
        reading = a.source(where)
        unit = reading.units[where[1]]
        who = exempt_subject(reading, unit.start, match.start())
        matched = a.matched(where)
        if who and not all(term.at in matched for term in who):
            said = reading.text[unit.start : match.end()].strip()
            return Finding("conflict", "exception", f"claim names no exception, source says '{said}'", where)
    return None


def _same_exception(a: Alignment, key: UnitKey) -> list[Finding]:
    """ "Unless they are younger than 14" beside "children who have not yet turned 14 are exempt": the words
    that open the claim's exception are borne out when its figures are."""
    cue = next(cue for cue in a.claim.cues if cue.kind == "exception")
    figures = [figure for figure in a.claim.figures if figure.start >= cue.end]
    for where, _ in exempting(a, key):
        reading = a.source(where)
        unit = reading.units[where[1]]
        theirs = {figure.value: figure for figure in reading.figures_in(unit.start, unit.end)}
        if not figures or any(figure.value not in theirs for figure in figures):
            continue
        negated = scopes(reading).inside(where[1])
        if all(theirs[f.value].bound == f.bound or (f.bound == "below" and negated) for f in figures):
            return [
                _explained(where, term)
                for term in a.claim.terms
                if term.start >= cue.start and (term.light or term.axes)
            ]
    return []
