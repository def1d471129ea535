"""Several judges, cheap ones first: what the first cannot tell for sure is asked of the next."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import structs

from pincite.errors import ConfigError
from pincite.judges.protocol import Judge
from pincite.judges.usage import Usage, usage_of
from pincite.model import JudgeIdentity, Label, Question, Verdict
from pincite.model.verdict import Opinion

VERSION: Final = "1"
ESCALATE_BELOW: Final = 0.7
_SEVERE: Final = ("critical", "high")
_ORDER: Final[tuple[Label, ...]] = ("full", "partial", "none", "contradiction")


class CascadeJudge:
    """Asks the judges in turn until one is sure.

    A question goes on to the next judge when the verdict is undecided or missing, when its claim is of
    severity critical or high, or when the judge's confidence lies below `escalate_below` (a verdict without
    confidence is taken as sure). The last judge that was asked decides: where it fails, the question is
    unjudged, and an earlier, weaker verdict does not stand in for it.

    Every verdict that more than one judge gave an opinion on holds all of them in `opinions`; `contested` is
    true where their labels differ. Nothing else has to be registered: that is how disagreements are told
    (PC903).
    """

    reads_severity = True

    def __init__(self, judges: Sequence[Judge], *, escalate_below: float = ESCALATE_BELOW) -> None:
        if len(judges) < 2:
            raise ConfigError("a cascade needs at least two judges", where="judge", hint="cascade:rules,NAME")
        if not 0 <= escalate_below <= 1:
            raise ConfigError(
                f"escalate_below cannot be {escalate_below}", where="escalate_below", hint="give 0 to 1"
            )
        self._judges = tuple(judges)
        self._escalate_below = escalate_below
        self._identity = self._identify()

    @property
    def network(self) -> bool:
        return any(bool(getattr(judge, "network", False)) for judge in self._judges)

    @property
    def identity(self) -> JudgeIdentity:
        return self._identity

    def _identify(self) -> JudgeIdentity:
        members = [judge.identity for judge in self._judges]
        parts = {"escalate_below": f"{self._escalate_below:g}"}
        for number, member in enumerate(members, 1):
            parts[f"judge_{number}"] = f"{member.name}@{member.version}@{member.digest}"
            parts[f"rubric_{number}"] = member.rubric_digest
        told = json.dumps([VERSION, parts], sort_keys=True)
        rubrics = "\n".join(member.rubric_digest for member in members)
        can = {label for member in members for label in member.labels}
        return JudgeIdentity(
            name="cascade:" + ",".join(member.name for member in members),
            version=VERSION,
            digest=hashlib.sha256(told.encode()).hexdigest(),
            rubric_digest=hashlib.sha256(rubrics.encode()).hexdigest(),
            labels=tuple(label for label in _ORDER if label in can),
            parts=parts,
        )

    @property
    def usage(self) -> dict[str, Usage]:
        """By the members' names."""
        return {name: usage for judge in self._judges for name, usage in usage_of(judge).items()}

    def close(self) -> None:
        for judge in self._judges:
            close = getattr(judge, "close", None)
            if close is not None:
                close()

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        verdicts: dict[int, Verdict] = {}
        self.judge_each(questions, verdicts.__setitem__)
        return [verdicts[place] for place in range(len(questions))]

    def judge_each(self, questions: Sequence[Question], told: Callable[[int, Verdict], None]) -> None:
        """`told(place, verdict)` as soon as a question needs no further judge."""
        opinions: dict[int, list[Verdict]] = {place: [] for place in range(len(questions))}
        open_ = list(opinions)
        for rank, judge in enumerate(self._judges):
            if not open_:
                return
            asked = open_
            answers = _told_by(judge, [questions[place] for place in asked])
            open_ = []
            for place, verdict in zip(asked, answers, strict=True):
                opinions[place].append(verdict)
                if rank + 1 < len(self._judges) and self._goes_on(questions[place], verdict):
                    open_.append(place)
                else:
                    told(place, _joined(opinions.pop(place)))

    def _goes_on(self, question: Question, verdict: Verdict) -> bool:
        if verdict.status != "judged" or question.severity in _SEVERE:
            return True
        return verdict.confidence is not None and verdict.confidence < self._escalate_below


def _told_by(judge: Judge, questions: Sequence[Question]) -> list[Verdict]:
    """One verdict a question, matched by id. A judge that raises has judged none of them."""
    try:
        given = {verdict.question_id: verdict for verdict in judge.judge_batch(questions)}
        reason, rationale = "parse_error", "the judge gave no verdict"
    except Exception as error:
        given, reason, rationale = {}, "error", f"{type(error).__name__}: {error}"
    name = judge.identity.name
    return [
        given.get(question.question_id)
        or Verdict(
            question_id=question.question_id,
            status="unjudged",
            reason=reason,
            rationale=rationale,
            judge=name,
        )
        for question in questions
    ]


def _joined(verdicts: Sequence[Verdict]) -> Verdict:
    """The last verdict, with what the others said."""
    last = verdicts[-1]
    if len(verdicts) == 1:
        return last
    opinions = tuple(
        Opinion(
            judge=one.judge,
            label=one.label,
            status=one.status,
            reason=one.reason,
            confidence=one.confidence,
            rationale=one.rationale,
        )
        for one in verdicts
    )
    rationale = "; ".join(_said(one) for one in verdicts)
    return structs.replace(last, rationale=rationale, opinions=opinions)


def _said(verdict: Verdict) -> str:
    said = verdict.label or verdict.status
    sure = f" ({verdict.confidence:.2f})" if verdict.confidence is not None else ""
    return f"{verdict.judge}: {said}{sure}" + (f", {verdict.rationale}" if verdict.rationale else "")
