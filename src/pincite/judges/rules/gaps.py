"""Parts of the claim that the evidence does not mention."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.analysis import Term
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.lexicon import listed
from pincite.model.figure import Figure, FigureMatch
from pincite.text.words import tokens

# A part of the claim (a conjunct, an adjunct) with nothing in the evidence is a gap from this share of the
# claim's weight on; below it, natural claims are as often full as not (fitted on the training pairs).
GAP_SHARE: Final = 0.22
# In claims of more full words than this, single conjuncts are too often worded freely.
CONJUNCT_CLAIM: Final = 10
# New information stands at the end: of short claims with one unmatched word, those whose last word is
# unmatched are full in 44 of 100 cases, the others in 59. A conjunct ("and a carrying case") says something
# of its own however long the claim is.
CONJUNCT: Final = 0.9
END_FOCUS: Final = 1.6
ELSEWHERE: Final = 0.9
# A verb may be said in other words when the words around it are matched: it then counts this much.
OTHER_VERB: Final = 0.35
# Two shared nouns do not make a statement: a verb is only excused beside this many matched words and figures.
OTHER_MATCHED: Final = 3


class Gaps:
    """`missing` are the claim terms without a counterpart; `share` is their weighted share (`plain` the same
    without the emphasis on the end); `findings` name the parts that are missing as a whole."""

    def __init__(
        self, a: Alignment, matches: Sequence[FigureMatch], explained: frozenset[int] = frozenset()
    ) -> None:
        self.missing: list[Term] = []
        figures = sum(1 for match in matches if match.match != "missing")
        complete = bool(matches) and figures == len(matches)
        last = max((term.at for term in a.claim.terms if not term.light), default=-1)
        verbs = _spare_verbs(a)
        lost = plain = total = 0.0
        for term in a.claim.terms:
            total += term.weight
            if a.hit(term.at) is not None or term.at in explained:
                continue
            if (
                (verbs > 0 and _other_verb(a, term, figures))
                or _sign_word(a, term, matches)
                or (matches and _figure_verb(a, term))
                or (complete and _label_subject(a, term))
            ):
                lost += term.weight * OTHER_VERB
                plain += term.weight * OTHER_VERB
                verbs -= term.verb
                continue
            lost += term.weight * (END_FOCUS if term.at == last else ELSEWHERE)
            plain += term.weight
            self.missing.append(term)
        unread = _unread_figures(a, matches)
        total += len(unread)
        self.total = total
        self.share = min(1.0, (lost + END_FOCUS * len(unread)) / total) if total else 0.0
        self.plain = (plain + len(unread)) / total if total else 0.0
        self.findings = _parts(a, self.missing, total)
        self.findings += [
            Finding("missing", "part", f"no mention of '{text}'", None, 1 / total) for text in unread
        ]
        self.subject_only = _subject_only(a, figures)


def _unread_figures(a: Alignment, matches: Sequence[FigureMatch]) -> list[str]:
    """Figures that the comparison left open (ordinals in words) and whose words are not in the evidence."""
    compared = {match.figure.start for match in matches}
    found = []
    for figure in a.claim.figures:
        if figure.start in compared or (figure.kind == "number" and figure.value == 1):
            continue
        if any(
            cue.kind == "quantifier" and cue.start < figure.end and figure.start < cue.end
            for cue in a.claim.cues
        ):
            continue
        if _enumerated(a, figure):
            continue
        words = [token.norm for token in tokens(figure.text)]
        if not any(all(word in _norms(source.analysis.text) for word in words) for source in a.sources):
            found.append(figure.text.strip())
    return found


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


_FINITE: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|must|may|can|shall|will|should|does|do|did|ist|sind|war|wird"
    r"|werden|hat|haben|muss|kann|darf"
    r"|est|sont|ont|doit|peut|es|son|fue|ha|han|debe|puede)\b"
)


def _predicate(a: Alignment) -> int:
    """Where the claim's predicate begins: its first finite verb; -1 when none can be told."""
    finite = _FINITE.search(a.claim.text)
    later = [term for term in a.claim.terms if term.verb and term.at > 0]
    inflected = [term for term in later if a.claim.text[term.start : term.end].endswith(("s", "ed"))]
    starts = [term.start for term in inflected or later]
    if finite is not None and finite.start() > 0:
        starts.append(finite.start())
    return min(starts, default=-1)


def _subject_only(a: Alignment, figures: int) -> bool:
    """Whether nothing that the claim says of its subject is matched, only the subject itself."""
    predicate = _predicate(a)
    if figures or predicate < 0:
        return False
    return not any(
        term.start >= predicate and not term.light and a.hit(term.at) is not None for term in a.claim.terms
    )


# A subject of at least this many words that the evidence has nothing of is another subject.
SUBJECT_WORDS: Final = 2


def _other_subject(a: Alignment, missing: list[Term]) -> Finding | None:
    """The claim's subject, when the evidence has none of its words."""
    predicate = _predicate(a)
    subject = [term for term in a.claim.terms if term.end <= predicate and not term.light]
    if len(subject) < SUBJECT_WORDS or any(term not in missing for term in subject):
        return None
    text = a.claim.text[subject[0].start : subject[-1].end]
    return Finding("missing", "subject", f"no mention of '{text}'")


def _other_verb(a: Alignment, term: Term, figures: int) -> bool:
    """Whether the evidence has an unmatched verb of its own where the claim has this one."""
    if not term.verb or not a.chosen:
        return False
    others = [other for other in a.claim.terms if other.at != term.at and a.hit(other.at) is not None]
    full = sum(1 for other in others if not other.light)
    if full + figures < OTHER_MATCHED and not (figures and others):
        return False
    return any(other.part == term.part for other in others)


def _spare_verbs(a: Alignment) -> int:
    """How many verbs of the best unit stand for no word of the claim: each may be the claim's verb in other
    words.
    """
    matched = {(key, hit.term) for hits in a.hits for key, hit in hits.items() if key in a.chosen}
    return sum(
        1
        for key in a.chosen[:2]
        for other in a.unit_terms(key)
        if other.verb and (key, other.at) not in matched
    )


# A verb this near to a figure links it to its subject: weighs 3 kg, takes 20 minutes, due on 2 May.
_FIGURE_REACH: Final = 14


def _figure_verb(a: Alignment, term: Term) -> bool:
    """Whether the missing word only ties a figure to its subject."""
    return (term.verb or term.light or term.norm in ("due", "compt", "dur", "worth")) and any(
        0 <= figure.start - term.end <= _FIGURE_REACH for figure in a.claim.figures
    )


_LOSING: Final = listed("losing")


def _sign_word(a: Alignment, term: Term, matches: Sequence[FigureMatch]) -> bool:
    """Whether the word says "loss" or "decrease" of a figure that the evidence writes with a minus or in
    brackets.
    """
    return term.norm in _LOSING and any(
        match.evidence is not None
        and match.passage is not None
        and (match.evidence.negative or _bracketed(a, match))
        for match in matches
    )


def _bracketed(a: Alignment, match: FigureMatch) -> bool:
    """Whether the figure stands in brackets, as losses do in accounts."""
    if match.evidence is None or match.passage is None or match.passage >= len(a.sources):
        return False
    text = a.sources[match.passage].analysis.text
    return (
        text[match.evidence.start - 1 : match.evidence.start] == "("
        and text[match.evidence.end : match.evidence.end + 1] == ")"
    )


_LABEL: Final = re.compile(r"[^:：|.]{1,60}[:：]\s")


def _label_subject(a: Alignment, term: Term) -> bool:
    """Whether the missing word is the claim's subject and the evidence a bare "label: value", whose subject
    is that of its document.
    """
    if term.name or not a.chosen or any(other.at < term.at and not other.light for other in a.claim.terms):
        return False
    key = a.chosen[0]
    unit = a.source(key).units[key[1]]
    if unit.kind != "row" and _LABEL.match(a.source(key).text, unit.start, unit.end) is None:
        return False
    return any(not other.light and a.hit(other.at) is not None for other in a.claim.terms)


_JOINT: Final = re.compile(
    r"(?:\b(?:and|or|und|oder|sowie|et|ou|y|e|o)\b|[,，、和及与])\W*(?:[^\W\d_]+\W+){0,1}$", re.IGNORECASE
)


def _joined(a: Alignment, term: Term) -> bool:
    """Whether the word opens a conjunct of its own: "a charger and a carrying case"."""
    return _JOINT.search(a.claim.text[max(0, term.start - 24) : term.start]) is not None


def _parts(a: Alignment, missing: list[Term], total: float) -> list[Finding]:
    conjunct = next((term for term in missing if term.weight >= CONJUNCT and _joined(a, term)), None)
    words = sum(1 for term in a.claim.terms if not term.light)
    if words < CONJUNCT_CLAIM and (other := _other_subject(a, missing)) is not None:
        return [other]
    if conjunct is not None and words < CONJUNCT_CLAIM:
        text = a.claim.text[conjunct.start : conjunct.end]
        return [Finding("missing", "conjunct", f"no mention of '{text}'", None, conjunct.weight / total)]
    lost: dict[int, list[Term]] = {}
    for term in missing:
        lost.setdefault(term.part, []).append(term)
    found = []
    for part, terms in lost.items():
        if any(term.part == part and not term.light and a.hit(term.at) is not None for term in a.claim.terms):
            continue
        weight = sum(term.weight for term in terms)
        if total and weight / total >= GAP_SHARE:
            text = a.claim.text[terms[0].start : terms[-1].end]
            found.append(Finding("missing", "part", f"no mention of '{text}'", None, weight / total))
    return found
