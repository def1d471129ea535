"""Before and after, more and less, first and second: does the claim keep the order of the evidence?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.finding import Finding, FindingKind
from pincite.judges.rules.ground import local, share
from pincite.judges.rules.lexicon import lexicon
from pincite.judges.rules.scopes import scopes
from pincite.judges.rules.terms import Term
from pincite.text.qualifiers import Cue
from pincite.text.words import fold, stem

# Order is compared only if the unit holds this share of the claim.
SAME_MATTER: Final = 0.4


def order(a: Alignment) -> list[Finding]:
    """Conflicts of sequence, of comparison and of rank; and the words of sequence that are borne out."""
    for key in a.chosen:
        if share(a, key) < SAME_MATTER:
            continue
        finding = _sequence(a, key)
        if finding is not None and finding.kind == "explained":
            return _borne_out(a, key)
        finding = finding or _comparison(a, key) or _rank(a, key) or _ordinal(a, key)
        if finding is not None:
            return [finding]
    return []


def _borne_out(a: Alignment, key: UnitKey) -> list[Finding]:
    """The claim's words that say "before" and "must", where the evidence has the same sequence in others."""
    cues = [
        cue for cue in a.claim.cues if cue.kind == "order" or (cue.kind == "modality" and cue.value == "must")
    ]
    return [
        Finding("explained", "sequence", "the source has the same sequence", key, term=term.at)
        for term in a.claim.terms
        if any(term.start < cue.end and cue.start < term.end for cue in cues)
    ]


# "Only after", "only once": a condition that also says what comes first.
_ONLY_AFTER: Final = re.compile(
    r"only (?:after|once|when)|(?:erst|nur) (?:nach(?:dem)?|wenn)|qu['’]apres|solo (?:despues|tras)|只有"
    r"|でなければ",
    re.IGNORECASE,
)


def _order_cues(reading: Analysis, start: int, end: int) -> list[Cue]:
    found = []
    for cue in reading.cues_in(start, end):
        if cue.kind == "order":
            turned = _ADVERB.match(reading.text, cue.start)
            value = cue.value if turned is None else "before" if cue.value == "after" else "after"
            found.append(Cue("order", value, cue.start, cue.end, cue.language))
        elif cue.kind == "condition" and _ONLY_AFTER.match(reading.text, cue.start):
            found.append(Cue("order", "after", cue.start, cue.end, cue.language))
    found += [
        Cue("order", "before", match.end() - 1, match.end(), reading.language)
        for match in _THEN.finditer(reading.text, start, end)
    ]
    return found


# "A and afterwards B", "B; previously A": the adverb governs nothing, it looks back on what was said.
_ADVERB: Final = re.compile(
    r"(?:afterwards?|subsequently|thereafter|previously|beforehand|danach|anschließend|nachher|vorher|zuvor|ensuite"
    r"|ultérieurement|auparavant)\b|その後",
    re.IGNORECASE,
)
_THEN: Final = re.compile(
    r"(?:(?:,|\band|\bund|\bet|\by) (?:then|dann|puis|luego)\b|, (?:puis|luego)\b)|然后|随后", re.IGNORECASE
)


# "Not until", "not before": what follows comes first.
_UP_TO: Final = re.compile(r"until|till|before|prior to|bevor|ehe|vor|avant|antes|hasta", re.IGNORECASE)


def _turned(reading: Analysis, cue: Cue) -> bool:
    """Whether a denial before the order word in its clause turns it round: "cannot enrol until they pay"."""
    if cue.value != "before" or _UP_TO.match(reading.text, cue.start) is None:
        return False
    clause = reading.clause_at(cue.start)
    return any(
        n.conditional and clause - reading.clause_at(n.cue.start) <= 1 and not _aside(reading, n.cue)
        for n in scopes(reading).between(cue.start - _DENIAL_REACH, cue.start)
    )


def _aside(reading: Analysis, denial: Cue) -> bool:
    """Whether a denial says who or how, not what may be done: "who cannot work", "though not mandatory"."""
    said = reading.text
    return (
        _RELATIVE.search(said, max(0, denial.start - _RELATIVE_REACH), denial.start) is not None
        or _NEEDED.match(said, denial.end) is not None
    )


_RELATIVE: Final = re.compile(
    r"(?:\b(?:who|whoever|which|whose|qui|quien|quienes)|,\s(?:die|der|das|welche[rs]?))(?:\s[\w'’-]+){0,2}\s$",
    re.IGNORECASE,
)
_RELATIVE_REACH: Final = 40
_NEEDED: Final = re.compile(
    r"\W{1,3}(?:\w+ )?(?:mandatory|compulsory|required|necessary|obligatory|nötig|notwendig|erforderlich"
    r"|zwingend|vorgeschrieben|obligatoires?|nécessaires?|necesari[oa]s?|obligatori[oa]s?)\b",
    re.IGNORECASE,
)


# A denial stands at most this many characters before the order word that it turns round.
_DENIAL_REACH: Final = 80


def _sides(
    reading: Analysis, cue: Cue, terms: Sequence[Term], others: list[Cue]
) -> tuple[list[Term], list[Term]]:
    """What stands before the cue word and what it governs, up to the next order cue or clause boundary."""
    if cue.language in ("ja", "zh"):
        # The governed phrase stands to the left: "hearing-before".
        start = max((c.end for c in others if c.end <= cue.start), default=0)
        clause = reading.clause_at(cue.start)
        left = [t for t in terms if start <= t.start and t.end <= cue.start + 1 and t.clause == clause]
        return [t for t in terms if t.start >= cue.end], left[-4:]
    stop = min((c.start for c in others if c.start >= cue.end), default=len(reading.text))
    clause = reading.clause_at(cue.start)
    right = [t for t in terms if cue.end <= t.start < stop and t.clause == clause]
    left = [t for t in terms if t.end <= cue.start]
    if not left:
        # "After the hearing, statements may be filed": the rest follows the comma, or else the verb.
        left = [t for t in terms if t.clause > clause]
        verb = None if left else _FINITE.search(reading.text, cue.end, stop)
        if verb is not None:
            cut = _second_phrase(reading, cue.end, verb.start())
            left = [t for t in right if t.start >= cut]
            right = [t for t in right if t.end <= cut]
    elif (
        cue.language == "de"
        and right
        and _CLOSING_VERB.match(reading.text, right[-1].start)
        and _CONJUNCTION.match(reading.text, cue.start) is None
    ):
        # "Darf erst nach der Prüfung geöffnet werden": the verb of the main clause comes last.
        left, right = [*left, right[-1]], right[:-1]
    return left, right[:5]


# A German participle or infinitive that ends its clause.
_CLOSING_VERB: Final = re.compile(
    r"[a-zäöüß]\w+(?:t|en)(?: (?:werden|worden|wurden?|wird|haben|hat|sein))*\s*(?:[.,;:!?]|$)"
)
_CONJUNCTION: Final = re.compile(r"nachdem|bevor|ehe|sobald|seit\b", re.IGNORECASE)
_ARTICLE: Final = re.compile(
    r"\b(?<!of )(?<!in )(?<!at )(?<!for )(?<!to )(?<!with )(?:the|a|an|les?|la|el|los|las)\s", re.IGNORECASE
)


def _second_phrase(reading: Analysis, start: int, verb: int) -> int:
    """Where the subject begins behind a fronted phrase: "before the vote | the minutes were read"."""
    if reading.language == "de":
        return verb
    articles = list(_ARTICLE.finditer(reading.text, start, verb))
    return articles[1].start() if len(articles) > 1 else verb


_FINITE: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|must|may|can|shall|will|should|ist|sind|war|waren|wird|werden"
    r"|wurden?"
    r"|hat|haben|hatten?|muss|müssen|kann|können|darf|dürfen|est|sont|doit|doivent|peut|fut|furent"
    r"|es|son|fue|fueron|debe|deben|puede)\b",
    re.IGNORECASE,
)


def _sequence(a: Alignment, key: UnitKey) -> Finding | None:
    """One says before, the other after, of the same thing."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    mine = _order_cues(a.claim, 0, len(a.claim.text))
    theirs = _order_cues(reading, unit.start, unit.end)
    if not mine or not theirs:
        return None
    terms = a.unit_terms(key)
    negated = scopes(reading).negated
    for cue in mine:
        left, right = _sides(a.claim, cue, a.claim.terms, mine)
        against: Cue | None = None
        agreed = False
        for other in theirs:
            their_left, their_right = _sides(reading, other, terms, theirs)
            straight = _shared(a, key, right, their_right)
            crossed = min(_shared(a, key, right, their_left), _shared(a, key, left, their_right))
            if straight == 0 and crossed == 0:
                continue
            same = (other.value == cue.value) != (_turned(reading, other) != _turned(a.claim, cue))
            if straight == 0:
                same = not same
            if _refused(reading, key, other, negated):
                same = not same
            if same:
                agreed = True
            elif straight or crossed >= 1:
                against = other
        if against is not None and not agreed:
            said, says = reading.text[against.start : against.end], a.claim.text[cue.start : cue.end]
            return Finding("conflict", "sequence", f"source says '{said}', claim says '{says}'", key)
        if agreed:
            return Finding("explained", "sequence", "the source has the same sequence", key)
    return None


def _refused(reading: Analysis, key: UnitKey, cue: Cue, negated: frozenset[int]) -> bool:
    """Whether what follows the order phrase in its clause is denied: "requests made after the move are not
    considered".
    """
    clause = reading.clause_at(cue.start)
    denials = sum(
        1
        for n in scopes(reading).inside(key[1])
        if n.cue.start > cue.end and reading.clause_at(n.cue.start) == clause
    )
    return denials % 2 == 1  # "cannot be ruled out" denies a denial


def _shared(a: Alignment, key: UnitKey, mine: list[Term], theirs: list[Term]) -> int:
    ends = {term.at for term in theirs}
    return sum(
        1
        for term in mine
        if term.weight > 0.2 and (hit := a.hits[term.at].get(key)) is not None and hit.term in ends
    )


_THAN: Final = re.compile(
    r"(?<!other )(?<!rather )(?<!anders )\b(?:than|als|que)\b(?!\s*[\d$€£¥])|比|より", re.IGNORECASE
)
_COMPARATIVE: Final = re.compile(
    r"\b(?:\w+er|more|less|fewer|worse|mehr|weniger|\w+ere[rns]?|plus|moins|m[aá]s|menos|mayor|menor"
    r"|mejor|peor)\b",
    re.IGNORECASE,
)
_than_in: Final = lru_cache(maxsize=8192)(_THAN.search)
# The comparative word stands within this many characters before "than".
DEGREE_REACH: Final = 60


def _comparison(a: Alignment, key: UnitKey) -> Finding | None:
    """A is more than B in one, B is more than A in the other."""
    pivot = _than_in(a.claim.text)
    if pivot is None:
        return None
    reading = a.source(key)
    unit = reading.units[key[1]]
    other = _than_in(reading.text, unit.start, unit.end)
    if other is None:
        return None
    mine, theirs = _degree(a.claim, 0, pivot.start()), _degree(reading, unit.start, other.start())
    if not mine or not theirs:
        return None
    if any((axis, -sign) in theirs for axis, sign in mine):
        direction = -1
    elif any(end in theirs for end in mine):
        direction = 1
    else:
        return None
    terms = a.unit_terms(key)
    right = [t for t in a.claim.terms if t.start >= pivot.end() and t.norm not in _FILLERS]
    their_left = [t for t in terms if t.end <= other.start()]
    their_right = [t for t in terms if t.start >= other.end()]
    straight, crossed = (
        _only(a, key, right, their_right, their_left),
        _only(a, key, right, their_left, their_right),
    )
    if (direction > 0 and crossed > straight) or (direction < 0 and straight > crossed):
        return Finding("conflict", "comparison", "the comparison runs the other way in the source", key)
    return None


_FILLERS: Final = frozenset(("one", "on", "that", "those"))


def _only(a: Alignment, key: UnitKey, mine: list[Term], here: list[Term], there: list[Term]) -> int:
    """Shared words that stand on one side of the source's comparison and not on the other."""
    norms = {term.norm for term in there}
    return _shared(a, key, mine, [term for term in here if term.norm not in norms])


def _degree(reading: Analysis, start: int, end: int) -> set[tuple[int, int]]:
    """The ends of opposite pairs that the comparative words before "than" stand for."""
    axes = lexicon().axes
    found: set[tuple[int, int]] = set()
    for match in _COMPARATIVE.finditer(reading.text, max(start, end - DEGREE_REACH), end):
        found.update(axes.get(stem(fold(match.group())), ()))
    return found


_ORDINAL: Final = re.compile(
    r"\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)|zweit|dritt"
    r"|viert|deuxi[eè]me|troisi[eè]me"
    r"|segund[oa]|tercer[oa]?|one of the|among the|eine[rs]? der|l'un des|l'une des"
    r"|un[oa] de l[oa]s)[\s-]*(?:[\w-]+\s+)?$",
    re.IGNORECASE,
)
_SUPERLATIVE: Final = re.compile(
    r"\b(?:\w+est|most \w+|least \w+|best|worst|\w+ste[rns]?|plus \w+|m[aá]s \w+)\b|最", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def _superlatives(text: str) -> tuple[re.Match[str], ...]:
    return tuple(_SUPERLATIVE.finditer(text))


def _rank(a: Alignment, key: UnitKey) -> Finding | None:
    """The largest against the second-largest; the first against one of the first."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    for match in _superlatives(a.claim.text):
        before = _ORDINAL.search(a.claim.text[: match.start()])
        word = match.group()
        at = reading.text.casefold().find(word.casefold(), unit.start, unit.end)
        if at < 0:
            continue
        their_rank = _ORDINAL.search(reading.text[unit.start : at])
        if (before is None) == (their_rank is None):
            continue
        if their_rank is not None:
            said = reading.text[unit.start + their_rank.start() : at + len(word)]
            among = re.match(r"one|among|ein|l'un|un", their_rank.group(), re.IGNORECASE) is not None
            kind: FindingKind = "strengthened" if among else "conflict"
            return Finding(kind, "rank", f"source says '{said}', claim says '{word}'", key)
    return None


# Ordinals are compared only if nearly all other words agree.
ORDINAL_MATTER: Final = 0.7


def _ordinal(a: Alignment, key: UnitKey) -> Finding | None:
    """The first against the second of the same thing."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    theirs = [f for f in reading.figures_in(unit.start, unit.end) if f.kind == "ordinal"]
    if len(theirs) != 1 or local(a, key, theirs[0].start) < ORDINAL_MATTER:
        return None
    for figure in a.claim.figures:
        if figure.kind == "ordinal" and figure.value is not None and figure.value != theirs[0].value:
            what = f"source says '{theirs[0].text}', claim says '{figure.text}'"
            return Finding("conflict", "rank", what, key)
    return None
