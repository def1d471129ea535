"""Twins of a claim that say something else in nearly the same words: would the judge notice?

Each changes one thing: a figure, a name, or whether it is so at all. A judge that supports the claim and its
twin alike has not read what it decides on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from pincite.model import Label, Passage, Question, Verdict
from pincite.model.verdict import Status
from pincite.text.figures import figures
from pincite.text.names import names, same_name
from pincite.text.words import language

MOST = 5
"""The most twins of one claim: two figures, two names, one negation."""

_STAND_IN = {"person": "Ida Harlow", "organisation": "Harlow Group", "acronym": "HRW"}
_NEGATED = re.compile(r"\b(is|are|was|were|can|could|may|must|will|would|should|has to|have to) (not )?")
_DENIED = "It is not the case that "


class Twin(Struct, frozen=True, kw_only=True):
    """A changed claim: what was changed, from what to what, and the text that it makes."""

    kind: Literal["figure", "name", "negation"]
    was: str
    now: str
    text: str


class Tried(Struct, frozen=True, kw_only=True):
    """A twin and what the judge said of it against the evidence of the claim."""

    twin: Twin
    label: Label | None = None
    status: Status = "judged"


class Trial(Struct, frozen=True, kw_only=True):
    """The judge on a claim and its twins. `accepted` of the twins it calls fully supported."""

    label: Label | None = None
    status: Status = "judged"
    tried: tuple[Tried, ...] = ()

    @property
    def accepted(self) -> int:
        return sum(one.label == "full" for one in self.tried)


def twins(claim: str, passages: Sequence[str]) -> tuple[Twin, ...]:
    """Up to `MOST` twins; a figure or name is never changed into one that the passages hold for it."""
    evidence = "\n".join(passages)
    told = language(claim)
    code = told or language(f"{claim}\n{evidence}")
    return (
        *_figures(claim, evidence),
        # Every German noun has a capital; without the language, none of them can be told from a name.
        *(() if code == "de" != told else _names(claim, passages)),
        *(_negations(claim) if code in ("en", "") else ()),
    )


def questions(
    claim: str, changed: Sequence[Twin], passages: Sequence[Passage], asked: str | None
) -> list[Question]:
    """The claim and its twins, against the same passages; their ids are the numbers 0, 1, 2, ..."""
    texts = [claim, *(one.text for one in changed)]
    return [
        Question(
            question_id=str(number),
            claim=text,
            passages=tuple(passages),
            question=asked,
            context=any(one.title or one.section or one.table_header or one.before for one in passages),
        )
        for number, text in enumerate(texts)
    ]


def trial(changed: Sequence[Twin], verdicts: Sequence[Verdict]) -> Trial:
    """What came of it; `verdicts` are those on the claim and on its twins, in order."""
    first, *rest = verdicts
    return Trial(
        label=first.label,
        status=first.status,
        tried=tuple(
            Tried(twin=twin, label=verdict.label, status=verdict.status)
            for twin, verdict in zip(changed, rest, strict=True)
        ),
    )


def _figures(claim: str, evidence: str) -> list[Twin]:
    found = []
    for figure in figures(claim):
        now = _another(figure.text, evidence)
        if now is not None:
            found.append(_changed("figure", claim, figure.start, figure.end, now))
    return found[:2]


def _another(figure: str, evidence: str) -> str | None:
    """The same figure with its first digit changed, so that the difference is never a rounding."""
    at = next((place for place, sign in enumerate(figure) if sign.isdecimal() and sign.isascii()), None)
    if at is None:
        return None
    for step in (2, 3, 4, 5, 6):
        digit = (int(figure[at]) + step - 1) % 9 + 1
        now = f"{figure[:at]}{digit}{figure[at + 1 :]}"
        if now != figure and now not in evidence:
            return now
    return None


def _names(claim: str, passages: Sequence[str]) -> list[Twin]:
    """Each name replaced by another of the passages, the hardest twin, else by one that is in no text."""
    mine = names(claim)
    others = [
        other
        for passage in passages
        for other in names(passage)
        if all(same_name(one.text, other.text) is False for one in mine)
    ]
    found = []
    for name in mine:
        if name.kind == "code":
            continue
        alike = (one.text for one in others if one.kind == name.kind)
        now = next(alike, _STAND_IN.get(name.kind, "Harlow"))
        found.append(_changed("name", claim, name.start, name.end, now))
    return found[:2]


def _negations(claim: str) -> list[Twin]:
    """The opposite, in English: elsewhere a negation cannot be placed without grammar."""
    hit = _NEGATED.search(claim)
    if hit is not None:
        verb = hit.group(1)
        now = f"{verb} " if hit.group(2) else f"{verb} not "
        return [_changed("negation", claim, hit.start(), hit.end(), now)]
    named = any(one.start == 0 for one in names(claim)) or claim[:2].isupper()
    rest = claim if named else claim[:1].lower() + claim[1:]
    return [Twin(kind="negation", was="", now=_DENIED.strip(), text=f"{_DENIED}{rest}")]


def _changed(kind: Literal["figure", "name", "negation"], claim: str, start: int, end: int, now: str) -> Twin:
    return Twin(
        kind=kind, was=claim[start:end].strip(), now=now.strip(), text=f"{claim[:start]}{now}{claim[end:]}"
    )
