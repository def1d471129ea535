"""The rules judge: no model, deterministic, the default of the core install."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pincite.judges.rules.alignment import Alignment, Source, UnitKey, align, is_several, unaligned
from pincite.judges.rules.analysis import Analysis, analyse
from pincite.judges.rules.attachment import attachment
from pincite.judges.rules.cause import cause
from pincite.judges.rules.cessation import cessation
from pincite.judges.rules.damage import damaged, open_reading
from pincite.judges.rules.deadline import deadline
from pincite.judges.rules.decision import Decision, covered, decide
from pincite.judges.rules.degree import degree
from pincite.judges.rules.derived import derived
from pincite.judges.rules.divided import divided
from pincite.judges.rules.exceptions import beyond, exceptional
from pincite.judges.rules.exclusive import exclusive
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.foreign import decide_foreign, foreign
from pincite.judges.rules.gaps import Gaps
from pincite.judges.rules.implied import implied
from pincite.judges.rules.limits import limits
from pincite.judges.rules.material import Material, material
from pincite.judges.rules.opposites import prefixed
from pincite.judges.rules.order import order
from pincite.judges.rules.permission import agreed
from pincite.judges.rules.polarity import polarity
from pincite.judges.rules.portion import portion
from pincite.judges.rules.quantity import quantity
from pincite.judges.rules.quoted import quoted
from pincite.judges.rules.reported import reported
from pincite.judges.rules.rivals import rivals
from pincite.judges.rules.roles import roles
from pincite.judges.rules.statement import statement
from pincite.judges.rules.strength import strength
from pincite.judges.rules.transposed import transposed
from pincite.judges.rules.validity import validity
from pincite.judges.rules.values import anchors, values, within
from pincite.judges.rules.wrapped import Wrapped, wrapped
from pincite.model.figure import FigureMatch
from pincite.model.verdict import EvidenceSpan, JudgeIdentity, Question, Verdict
from pincite.text.figures import compare
from pincite.text.words import language

NAME: Final = "rules"
VERSION: Final = "1"
_RUBRIC: Final = "contract-3"
# Below this coverage no comparison of wording can change the verdict; only the figures are looked at.
UNRELATED: Final = 0.15
# A claim of more words than this is a text that nothing has cut. It is not laid beside its evidence word by
# word: that would take as long as the two lengths multiplied.
MOST_TERMS: Final = 1000


class Basis(Struct, frozen=True):
    """What a verdict rests on: the decision, the alignment behind it, the figures of the claim, and the share
    of the claim that the evidence holds, each word counted by its place (`matter`)."""

    decision: Decision
    alignment: Alignment
    figures: tuple[FigureMatch, ...]
    matter: float = 0.0


class Weighed(Struct, frozen=True):
    """A verdict with the texts that were read and its basis; None where there was nothing to read."""

    verdict: Verdict
    texts: tuple[str, ...]
    basis: Basis | None


@cache
def identity_of_rules() -> JudgeIdentity:
    digest = hashlib.sha256()
    room = resources.files("pincite.judges.rules")
    for folder in (room, room.joinpath("lexicon")):
        for entry in sorted(folder.iterdir(), key=lambda item: item.name):
            if entry.name.endswith((".py", ".txt")):
                digest.update(entry.name.encode())
                digest.update(entry.read_bytes())
    rubric = hashlib.sha256(_RUBRIC.encode()).hexdigest()
    return JudgeIdentity(name=NAME, version=VERSION, digest=digest.hexdigest(), rubric_digest=rubric)


class RulesJudge:
    """Labels a claim by aligning it with its passages and comparing what the words between them decide."""

    @property
    def identity(self) -> JudgeIdentity:
        return identity_of_rules()

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        return [judge(question) for question in questions]


def judge(question: Question) -> Verdict:
    """The verdict on one question; a pure function of it."""
    return weighed(question).verdict


def weighed(question: Question) -> Weighed:
    """The verdict on one question with what it rests on, for a judge that builds on this one."""
    read = tuple(material(passage, question.context) for passage in question.passages)
    texts = tuple(one.text for one in read)
    if not any(text.strip() for text in texts):
        nothing = Verdict(
            question_id=question.question_id, label="none", rationale="no text is cited", judge=NAME
        )
        return Weighed(nothing, texts, None)
    around = _wrapping(question.claim, texts)
    claim = reading_of(question.claim if around is None else around.text, texts[0])
    sources = tuple(
        Source(number, analyse(one.text, claim.language), one.titles) for number, one in enumerate(read)
    )
    basis = (
        _weigh(claim, sources) if len(sources) > 1 else _alone(claim, sources[0].analysis, sources[0].titles)
    )
    decision = basis.decision
    if decision.label != "full" and len(sources) == 1 and _verbatim(claim, sources):
        decision = Decision("full", "judged", "the cited text says it word for word", 0.95, decision.unit)
    if len(sources) > 1 and decision.label == "full":
        decision = _outright(claim, sources) or decision
    if around is not None and around.denied:
        decision = _denied(decision)
    verdict = Verdict(
        question_id=question.question_id,
        label=decision.label,
        status=decision.status,
        reason=decision.reason,
        confidence=decision.confidence,
        evidence=_evidence(question, read, basis.alignment, decision.unit),
        rationale=decision.rationale,
        judge=NAME,
    )
    return Weighed(verdict, texts, replace(basis, decision=decision))


def weigh(claim: str, texts: tuple[str, ...]) -> tuple[Decision, Alignment]:
    """The decision on a claim and its evidence texts, with the alignment it rests on."""
    around = _wrapping(claim, texts)
    read = reading_of(claim if around is None else around.text, texts[0] if texts else "")
    basis = _weigh(
        read, tuple(Source(number, analyse(text, read.language)) for number, text in enumerate(texts))
    )
    denied = around is not None and around.denied
    return _denied(basis.decision) if denied else basis.decision, basis.alignment


def _wrapping(claim: str, texts: Sequence[str]) -> Wrapped | None:
    """What only affirms or denies the claim as a whole, unless the evidence says it in the same words."""
    around = wrapped(claim)
    if around is None or any(around.words in text.casefold() for text in texts):
        return None
    return around


def _denied(decision: Decision) -> Decision:
    """The decision on the denial of a statement, from that on the statement itself."""
    if decision.label == "full":
        what = "the claim denies what the cited text says"
        return replace(decision, label="contradiction", rationale=what, mechanism="negation")
    if decision.label == "contradiction":
        return replace(decision, label="full", mechanism="")
    # What is said in part is denied in part or as a whole: that cannot be told.
    return replace(decision, label="none") if decision.label == "partial" else decision


def reading_of(claim: str, evidence: str) -> Analysis:
    """The claim read in its own language, else in that of its evidence."""
    return analyse(claim, language(evidence))


_ENDS: Final = " \t\n.。!"
EXCEPTING: Final = frozenset(("exception", "exclusive", "condition"))
"""Findings about what a rule leaves out, void where claim and evidence divide the same whole."""
OUTRIGHT: Final = frozenset(
    ("negation", "opposite", "permission", "obligation", "exclusive", "quantifier", "attribution")
)
"""Conflicts of words, which another passage cannot undo. A figure's may be undone: a row by its header."""


def _outright(claim: Analysis, sources: tuple[Source, ...]) -> Decision | None:
    """What one of several passages says against the claim, whatever the others add."""
    for source in sources:
        alone = _alone(claim, source.analysis, source.titles).decision
        if alone.label == "contradiction" and alone.mechanism in OUTRIGHT:
            return replace(alone, unit=None)
    return None


@lru_cache(maxsize=1024)
def _alone(claim: Analysis, reading: Analysis, titles: int) -> Basis:
    """One passage by itself; kept, because it may be asked about once more beside others."""
    return _weigh(claim, (Source(0, reading, titles),))


def _verbatim(claim: Analysis, sources: tuple[Source, ...]) -> bool:
    """Whether a passage is the claim, letter by letter: too short to be read as a statement, it is one."""
    said = claim.text.strip(_ENDS).casefold()
    return bool(said) and any(source.analysis.text.strip(_ENDS).casefold() == said for source in sources)


_TOO_LONG: Final = Decision(
    None, "undecided", "the claim is too long to be read as one statement", None, None, "claim_too_long"
)


def _weigh(claim: Analysis, sources: tuple[Source, ...]) -> Basis:
    if len(claim.terms) > MOST_TERMS:
        return Basis(_TOO_LONG, unaligned(claim, sources), ())
    matches = tuple(
        replace(match, match="derived", difference=None)
        if match.match == "missing"
        and (
            within(match)
            or implied(match, claim.text, sources)
            or beyond(match, claim, [source.analysis for source in sources])
        )
        else match
        for match in compare(claim.text, tuple(source.analysis.text for source in sources))
    )
    alignment = align(claim, sources, anchors(matches, sources))
    findings = divided(alignment, _findings(alignment, matches), matches)
    best = (
        alignment.source(alignment.chosen[0])
        if alignment.chosen
        else sources[0].analysis
        if sources
        else None
    )
    if best is not None and foreign(claim, best):
        return Basis(decide_foreign(alignment, findings, matches), alignment, matches)
    explained = frozenset(finding.term for finding in findings if finding.kind == "explained")
    gaps = Gaps(alignment, matches, explained)
    unreadable = open_reading(alignment, matches, gaps)
    if unreadable is not None:
        findings = [unreadable, *findings]
    matched = sum(1 for match in matches if match.match != "missing")
    matter = covered(alignment, gaps, matched, len(matches))
    return Basis(decide(alignment, findings, gaps, matches), alignment, matches, matter)


def _findings(a: Alignment, matches: tuple[FigureMatch, ...]) -> list[Finding]:
    if a.coverage < UNRELATED:
        return values(a, matches)
    if damaged(a, matches):
        return [Finding("unreadable", "damage", "the stored text is too damaged to read the figure")]
    if is_several(a.claim):
        # Which of several statements a cue belongs to cannot be told.
        return [*quoted(a), *values(a, matches)]
    excepted = exceptional(a)
    complement = any(finding.kind == "explained" for finding in excepted)
    return [
        *quoted(a),
        *excepted,
        *polarity(a),
        *agreed(a),
        *prefixed(a),
        *cessation(a),
        *order(a),
        *deadline(a),
        # "Closed only in May" is what "open except in May" says.
        *(found for found in quantity(a) if not complement or found.mechanism not in EXCEPTING),
        *portion(a),
        *roles(a),
        *transposed(a),
        *exclusive(a),
        *rivals(a),
        *values(a, matches),
        *attachment(a, matches),
        *derived(a, matches),
        *validity(a),
        *reported(a),
        *strength(a),
        *degree(a),
        *cause(a),
        *statement(a),
        *limits(a),
    ]


def _evidence(
    question: Question, read: Sequence[Material], a: Alignment, key: UnitKey | None
) -> EvidenceSpan | None:
    """The unit that decides, else the best one that stands in the cited text."""
    for number, unit in ([key] if key is not None else []) + list(a.chosen):
        place = a.sources[number].analysis.units[unit]
        span = read[number].cited(place.start, place.end)
        if span is None:
            continue
        passage = question.passages[number]
        start, end = passage.start + span[0], passage.start + span[1]
        chunk = passage.chunk
        return EvidenceSpan(
            document_id=chunk.document_id,
            document_revision=chunk.document_revision,
            chunk_id=chunk.chunk_id,
            start=start,
            end=end,
            text=chunk.text[start:end],
        )
    return None
