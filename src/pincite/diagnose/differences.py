"""What differs between a claim and the text it rests on: figures, units, dates, names, negations, conditions.

Each difference is said only where it can be pointed at. That none is listed does not mean that the text
supports the claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from pincite.model import FigureMatch
from pincite.text.figures import compare
from pincite.text.names import names, same_name
from pincite.text.qualifiers import Cue, cues
from pincite.text.sentences import sentences
from pincite.text.words import content_words

Kind = Literal["quantity", "unit", "date", "entity", "negation", "condition"]

_UNITS = ("unit", "scale", "currency", "percent_vs_points")
_CLAUSE = 80
"""So many characters of a condition are quoted."""


class Difference(Struct, frozen=True, kw_only=True):
    """One difference; `claim` and `source` are the words on either side, None where a side has none."""

    kind: Kind
    claim: str | None = None
    source: str | None = None


def differences(claim: str, passages: Sequence[str]) -> tuple[Difference, ...]:
    """What differs between a claim and the passages, beginning with its figures."""
    if not passages:
        return ()
    sentence = nearest_sentence(claim, passages)
    return (
        *_figures(compare(claim, tuple(passages))),
        *_names(claim, passages, sentence),
        *_negation(claim, sentence),
        *_conditions(claim, sentence),
    )


def nearest_sentence(claim: str, passages: Sequence[str]) -> str:
    """The sentence of the passages that shares most content words with the claim, the first of equal ones."""
    words = content_words(claim)
    best = (0, "")
    for passage in passages:
        for span in sentences(passage):
            sentence = span.of(passage)
            shared = len(words & content_words(sentence))
            if shared > best[0]:
                best = shared, sentence
    return best[1]


def _figures(matches: Sequence[FigureMatch]) -> list[Difference]:
    found = []
    for match in matches:
        if match.match != "missing":
            continue
        kind: Kind = "quantity"
        if match.figure.kind in ("date", "time"):
            kind = "date"
        elif match.difference in _UNITS:
            kind = "unit"
        source = match.evidence.text if match.evidence is not None else None
        found.append(Difference(kind=kind, claim=match.figure.text, source=source))
    return found


def _names(claim: str, passages: Sequence[str], sentence: str) -> list[Difference]:
    """Names of the claim that are in no passage, each with the name that stands in its place, if one does."""
    theirs = [other.text for passage in passages for other in names(passage)]
    mine = names(claim)
    rivals = [
        other.text
        for other in names(sentence)
        if all(same_name(one.text, other.text) is False for one in mine)
    ]
    found = []
    for name in mine:
        if any(name.text in passage for passage in passages):
            continue
        if any(same_name(name.text, other) is not False for other in theirs):
            continue
        rival = rivals.pop(0) if rivals else None
        found.append(Difference(kind="entity", claim=name.text, source=rival))
    return found


def _negation(claim: str, sentence: str) -> list[Difference]:
    mine, theirs = _of_kind(claim, "negation"), _of_kind(sentence, "negation")
    if not sentence or len(mine) % 2 == len(theirs) % 2:
        return []
    return [Difference(kind="negation", claim=_first(mine, claim), source=_first(theirs, sentence))]


def _conditions(claim: str, sentence: str) -> list[Difference]:
    """A condition or exception that only one side states."""
    mine = _of_kind(claim, "condition", "exception")
    theirs = _of_kind(sentence, "condition", "exception")
    if not sentence or bool(mine) == bool(theirs):
        return []
    if theirs:
        return [Difference(kind="condition", source=_clause(sentence, theirs[0]))]
    return [Difference(kind="condition", claim=_clause(claim, mine[0]))]


def _of_kind(text: str, *kinds: str) -> list[Cue]:
    return [cue for cue in cues(text) if cue.kind in kinds]


def _first(found: Sequence[Cue], text: str) -> str | None:
    return text[found[0].start : found[0].end] if found else None


def _clause(text: str, cue: Cue) -> str:
    end = min((at for sign in ",;" if (at := text.find(sign, cue.end)) >= 0), default=len(text))
    return text[cue.start : min(end, cue.start + _CLAUSE)].rstrip(" .")
