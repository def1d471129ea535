"""Parts of the claim that the evidence does not mention."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.frames import lead_end
from pincite.judges.rules.materiality import LAST, Materiality, predicate
from pincite.judges.rules.terms import Term
from pincite.model.figure import Figure, FigureMatch
from pincite.text.words import tokens

# A part of the claim (a conjunct, an adjunct) with nothing in the evidence is a gap from this share of the
# claim's weight on; below it, natural claims are as often full as not (fitted on the training pairs).
GAP_SHARE: Final = 0.22
# The same when every figure of the claim is matched.
FREE_SHARE: Final = 0.3
# In claims of more full words than this, single conjuncts are too often worded freely.
CONJUNCT_CLAIM: Final = 10
# A word of less weight than this opens no conjunct.
CONJUNCT: Final = 0.9


class Gaps:
    """`missing` are the claim terms without a counterpart; `share` is their weighted share (`plain` the same
    without the emphasis on the end); `findings` name the parts that are missing as a whole."""

    def __init__(
        self, a: Alignment, matches: Sequence[FigureMatch], explained: frozenset[int] = frozenset()
    ) -> None:
        self.missing: list[Term] = []
        worth = Materiality(a, matches)
        lost = plain = total = 0.0
        for term in a.claim.terms:
            total += term.weight
            if a.hit(term.at) is not None or term.at in explained:
                continue
            excuse = worth.excuse(term)
            if excuse is not None:
                lost += term.weight * excuse
                plain += term.weight * excuse
                continue
            lost += term.weight * worth.factor(term)
            plain += term.weight
            self.missing.append(term)
        unread = _unread_figures(a, matches)
        total += len(unread)
        self.total = total
        self.share = min(1.0, (lost + LAST * len(unread)) / total) if total else 0.0
        self.plain = (plain + len(unread)) / total if total else 0.0
        self.findings = _parts(a, self.missing, total, FREE_SHARE if worth.anchored else GAP_SHARE)
        self.findings += [
            Finding("missing", "part", f"no mention of '{text}'", None, 1 / total) for text in unread
        ]
        self.findings += [
            Finding("missing", "size", f"the source names another size than '{_written(a, term)}'")
            for term in worth.other_sizes
        ]
        self.findings += [
            Finding("missing", "deed", f"the source does not say '{_written(a, term)}'")
            for term in worth.other_deeds
        ]
        self.subject_only = _subject_only(a, worth.figures)


def _written(a: Alignment, term: Term) -> str:
    return a.claim.text[term.start : term.end]


def _unread_figures(a: Alignment, matches: Sequence[FigureMatch]) -> list[str]:
    """Figures that the comparison left open (ordinals in words) and whose words are not in the evidence."""
    compared = {match.figure.start for match in matches}
    found = []
    for figure in a.claim.figures:
        if figure.start in compared or (figure.kind == "number" and figure.value == 1):
            continue
        if any(
            cue.kind == "quantifier" and figure.start < cue.end
            for cue in a.claim.cues_in(figure.start - CUE_REACH, figure.end)
        ):
            continue
        if (figure.kind != "ordinal" and _definite(a.claim.text, figure.start)) or _enumerated(a, figure):
            continue
        words = [token.norm for token in tokens(figure.text)]
        if not any(all(word in _norms(source.analysis.text) for word in words) for source in a.sources):
            found.append(figure.text.strip())
    return found


# "The two halls", "the other three": how many they are is taken as known, not claimed.
_DEFINITE: Final = re.compile(
    r"\b(?:the|these|those|both|all|other|remaining|its|their|die|der|den|diese|alle|beiden|übrigen|restlichen"
    r"|les|ces|des|autres|los|las|estos|estas|otros|otras|demás)$",
    re.IGNORECASE,
)
# A cue is hardly longer than this, and no word of the above is.
CUE_REACH: Final = 80
_DEFINITE_REACH: Final = 16


def _definite(text: str, start: int) -> bool:
    end = start
    while end and text[end - 1].isspace():
        end -= 1
    return end < start and _DEFINITE.search(text, max(0, end - _DEFINITE_REACH), end) is not None


_ITEM: Final = re.compile(r"[,，、;]|\b(?:and|or|und|oder|et|ou|y|o)\b", re.IGNORECASE)


def _enumerated(a: Alignment, figure: Figure) -> bool:
    """ "The second field is the user name": whether a word of the claim stands at that place of a list."""
    if figure.kind != "ordinal" or figure.value is None or not a.chosen:
        return False
    key = a.chosen[0]
    reading = a.source(key)
    unit = reading.units[key[1]]
    cuts = [match.start() for match in _ITEM.finditer(reading.text, unit.start, unit.end)]
    return (
        any(
            sum(1 for cut in cuts if cut < reading.terms[hit.term].start) == figure.value - 1
            for term in a.claim.terms
            if not term.light and (hit := a.hits[term.at].get(key)) is not None
        )
        and len(cuts) >= 2
    )


@lru_cache(maxsize=4096)
def _norms(text: str) -> frozenset[str]:
    return frozenset(token.norm for token in tokens(text))


def _subject_only(a: Alignment, figures: int) -> bool:
    """Whether nothing that the claim says of its subject is matched, only the subject itself."""
    begin = predicate(a.claim)
    if figures or begin < 0:
        return False
    return not any(
        term.start >= begin and not term.light and a.hit(term.at) is not None for term in a.claim.terms
    )


# A subject of at least this many words that the evidence has nothing of is another subject.
SUBJECT_WORDS: Final = 2


def _other_subject(a: Alignment, missing: list[Term]) -> Finding | None:
    """The claim's subject, when the evidence has none of its words."""
    begin, lead = predicate(a.claim), lead_end(a.claim.text)
    subject = [term for term in a.claim.terms if lead <= term.start and term.end <= begin and not term.light]
    lost = {term.at for term in missing}
    if len(subject) < SUBJECT_WORDS or any(term.at not in lost for term in subject):
        return None
    text = a.claim.text[subject[0].start : subject[-1].end]
    return Finding("missing", "subject", f"no mention of '{text}'")


_JOINT: Final = re.compile(
    r"(?:\b(?:and|or|und|oder|sowie|et|ou|y|e|o)\b|[,，、和及与])\W*(?:[^\W\d_]+\W+){0,1}$", re.IGNORECASE
)


@lru_cache(maxsize=16384)
def _joined(text: str, start: int) -> bool:
    """Whether the word there opens a conjunct of its own: "a charger and a carrying case"."""
    return _JOINT.search(text[max(0, start - 24) : start]) is not None


# From this many words on a conjunct is a statement of its own.
CONJUNCT_WORDS: Final = 3
# So many of them must be such as cannot be left unsaid.
CONJUNCT_LOST: Final = 2
_AND: Final = re.compile(r"\b(?:and|und|sowie|et|y|e)\b", re.IGNORECASE)


def _conjunct(a: Alignment, missing: list[Term]) -> list[Term]:
    """The words of a conjunct that the evidence has nothing of, whatever it has of the rest of the claim:
    "covers the fare *and offers free parking at the office*"."""
    lost = {term.at for term in missing}
    for match in _AND.finditer(a.claim.text):
        inside = [
            term
            for term in a.claim.terms_of_clause(a.claim.clause_at(match.end()))
            if term.start >= match.end() and not term.light
        ]
        gone = [term for term in inside if a.hit(term.at) is None]
        if (
            len(gone) == len(inside) >= CONJUNCT_WORDS
            and sum(1 for t in gone if t.at in lost) >= CONJUNCT_LOST
        ):
            return inside
    return []


def _parts(a: Alignment, missing: list[Term], total: float, least: float) -> list[Finding]:
    conjunct = next(
        (term for term in missing if term.weight >= CONJUNCT and _joined(a.claim.text, term.start)), None
    )
    words = sum(1 for term in a.claim.terms if not term.light)
    if words < CONJUNCT_CLAIM and (other := _other_subject(a, missing)) is not None:
        return [other]
    if conjunct is not None and words < CONJUNCT_CLAIM:
        text = a.claim.text[conjunct.start : conjunct.end]
        return [Finding("missing", "conjunct", f"no mention of '{text}'", None, conjunct.weight / total)]
    whole = _conjunct(a, missing)
    if whole:
        text = a.claim.text[whole[0].start : whole[-1].end]
        return [
            Finding(
                "missing", "conjunct", f"no mention of '{text}'", None, sum(t.weight for t in whole) / total
            )
        ]
    held = {term.part for term in a.claim.terms if not term.light and a.hit(term.at) is not None}
    lost: dict[int, list[Term]] = {}
    lead = lead_end(a.claim.text)
    for term in missing:
        if term.start >= lead:
            lost.setdefault(term.part, []).append(term)
    found = []
    for part, terms in lost.items():
        if part in held:
            continue
        weight = sum(term.weight for term in terms)
        if total and weight / total >= least:
            text = a.claim.text[terms[0].start : terms[-1].end]
            found.append(Finding("missing", "part", f"no mention of '{text}'", None, weight / total))
    return found
