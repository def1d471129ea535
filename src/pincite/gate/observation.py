"""What a gate sees of a run besides its numbers: findings counted for each rule, and the claims behind them.

Answers stream by once. Counts are exact; of the claims behind a rule the worst are kept, severe claims all.
"""

from __future__ import annotations

import re
from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct, field

from pincite.engine.run import Run
from pincite.gate.against import CODES, misplaced, units_against, units_of_mapping
from pincite.gate.baseline import Baseline, Key, key, names_of
from pincite.gate.policy import GatePolicy
from pincite.gate.routing import SEVERE, Route, State, state_of
from pincite.gate.rule import CRITICALITIES, EVERY_SLICE, Rule
from pincite.metrics.failure import is_open
from pincite.model import Finding
from pincite.model.claim import Severity
from pincite.model.result import AnswerFacts, AnswerRow, ClaimRow
from pincite.model.verdict import Label, Status

SHOWN = 20
"""Claims that are named behind one rule."""

INTERRUPTED = "the run was interrupted"

Acceptance = Callable[[ClaimRow, State], str | None]
"""The reason for which somebody has accepted a severe claim in this state, or None."""

_DIGITS = re.compile(r"[0-9]+")
_JUDGE = "PC9"


class ClaimRef(Struct, frozen=True, kw_only=True):
    """A claim by its ids, with what is wrong with it; `claim_id` None for a whole answer."""

    answer_id: str
    case_id: str | None = None
    claim_id: str | None = None
    severity: Severity = "medium"
    label: Label | None = None
    status: Status = "judged"
    findings: tuple[str, ...] = ()
    failure_owner: str | None = None


class SevereClaim(Struct, frozen=True, kw_only=True):
    """A critical or high claim in a severe state, where it goes, and for which reason it was accepted.

    `misplaced`: only the reference is wrong.
    """

    claim: ClaimRef
    state: State
    route: Route
    accepted: str | None = None
    misplaced: bool = False


class Worst:
    """The gravest claims, and how many there were in all."""

    def __init__(self) -> None:
        self.total = 0
        self._kept: list[tuple[tuple[int, str, int, str], ClaimRef]] = []

    def add(self, place: tuple[int, str, int, str], ref: ClaimRef) -> None:
        self.total += 1
        if len(self._kept) < SHOWN or place < self._kept[-1][0]:
            insort(self._kept, (place, ref), key=lambda one: one[0])
            del self._kept[SHOWN:]

    @property
    def refs(self) -> tuple[ClaimRef, ...]:
        return tuple(ref for _, ref in self._kept)


class Seen(Struct):
    """What was seen for one rule in one scope.

    `findings` that the rule counts, and their codes; `mapping` units that count against it because of a wrong
    reference; claims that count `against` it, and those that are `open`.
    """

    findings: int = 0
    codes: set[str] = field(default_factory=set)
    mapping: int = 0
    against: Worst = field(default_factory=Worst)
    open: Worst = field(default_factory=Worst)


class Watch:
    """Sees every answer of a run once. `baselines` are needed by rules on new findings."""

    def __init__(
        self,
        policy: GatePolicy,
        *,
        baselines: Mapping[str | None, Baseline] | None = None,
        accepted: Acceptance | None = None,
    ) -> None:
        self._policy = policy
        self._accepted = accepted or (lambda claim, state: None)
        self._seen: dict[tuple[Rule, str | None], Seen] = {}
        self._known: dict[Rule, Counter[Key]] = {
            rule: Counter(baselines[rule.baseline].findings)
            for rule in policy.rules
            if rule.measure.source == "new_findings" and baselines and rule.baseline in baselines
        }
        self._severe: list[tuple[tuple[int, str, int, str], SevereClaim]] = []

    def add(self, row: AnswerRow, claims: Sequence[ClaimRow], findings: Iterable[Finding]) -> None:
        """One answer: its facts, its claims, and those of its findings that count."""
        some = tuple(findings)
        for claim in claims:
            self._route(claim)
        by_id = {claim.claim_id: claim for claim in claims}
        names = names_of(row, list(claims)) if self._known else {}
        for rule in self._policy.rules:
            if rule.slice not in (None, EVERY_SLICE, row.facts.slice):
                continue
            if rule.slice == EVERY_SLICE and row.facts.slice is None:
                continue
            scope = None if rule.slice is None else row.facts.slice
            seen = self._seen.setdefault((rule, scope), Seen())
            if rule.measure.source in ("findings", "new_findings"):
                self._count(rule, seen, row, by_id, some, names)
            else:
                _point(rule, seen, row, by_id, some)

    def seen(self, rule: Rule, scope: str | None) -> Seen:
        """What was seen for a rule in one slice, None for the whole run."""
        return self._seen.get((rule, scope), Seen())

    @property
    def severe(self) -> tuple[SevereClaim, ...]:
        """All severe claims, the critical ones first."""
        return tuple(one for _, one in sorted(self._severe, key=lambda entry: entry[0]))

    def _route(self, claim: ClaimRow) -> None:
        if claim.severity not in SEVERE:
            return
        state = state_of(claim)
        if state is not None:
            one = SevereClaim(
                claim=_ref(claim),
                state=state,
                route=self._policy.severe.route(claim.severity, state),
                accepted=self._accepted(claim, state),
                misplaced=state == "unsupported" and misplaced(claim),
            )
            self._severe.append((_place(claim), one))

    def _count(
        self,
        rule: Rule,
        seen: Seen,
        row: AnswerRow,
        claims: Mapping[str, ClaimRow],
        findings: Sequence[Finding],
        names: Mapping[str, str],
    ) -> None:
        known = self._known.get(rule)
        blamed: dict[str | None, None] = {}
        for finding in findings:
            if not _wanted(rule, finding):
                continue
            if rule.criticality is not None and _severity(finding, row, claims) != rule.criticality:
                continue
            if known is not None and known[name := key(finding, names)]:
                known[name] -= 1
                continue
            seen.findings += 1
            seen.codes.add(finding.code)
            blamed.setdefault(finding.claim_id)
        for claim_id in blamed:
            _blame(seen.against, row, claims.get(claim_id or ""), findings)


def watch_run(watch: Watch, run: Run) -> None:
    """Let a watch see a stored run. Of an answer whose facts were not kept, its claims say what they can."""
    claims: dict[str, list[ClaimRow]] = {}
    findings: dict[str, list[Finding]] = {}
    for claim in run.claims:
        claims.setdefault(claim.answer_id, []).append(claim)
    for finding in run.findings:
        findings.setdefault(finding.answer_id, []).append(finding)
    rows = {row.answer_id: row for row in run.answers}
    for answer_id in dict.fromkeys([*rows, *claims, *findings]):
        some = claims.get(answer_id, [])
        row = rows.get(answer_id) or _told_by(answer_id, some, findings.get(answer_id, []))
        watch.add(row, some, findings.get(answer_id, []))


def _told_by(answer_id: str, claims: Sequence[ClaimRow], findings: Sequence[Finding]) -> AnswerRow:
    case_id = next(iter((*(one.case_id for one in claims), *(one.case_id for one in findings))), None)
    slice_name = next((claim.slice for claim in claims if claim.slice is not None), None)
    return AnswerRow(answer_id=answer_id, case_id=case_id, facts=AnswerFacts(slice=slice_name))


def missing_rows(run: Run) -> str | None:
    """What is not there of a stored run, or None: rules on its claims would look at too few of them."""
    if run.manifest.partial:
        return INTERRUPTED
    for name, found, counted in (
        ("claims", len(run.claims), run.summary.counts.claims),
        ("answers", len(run.answers) or run.summary.counts.answers, run.summary.counts.answers),
    ):
        if found != counted:
            return f"the run counts {counted} {name} and holds {found}"
    told = {(finding.answer_id, finding.code) for finding in run.findings}
    lost = sum(any((claim.answer_id, code) not in told for code in claim.findings) for claim in run.claims)
    return f"the run lacks findings of {lost} claims" if lost else None


def _wanted(rule: Rule, finding: Finding) -> bool:
    """Whether a rule counts a finding. Judge trouble is no finding about an answer unless it is asked for."""
    if rule.codes == ("PC",) and finding.code.startswith(_JUDGE):
        return False
    return finding.code.startswith(rule.codes) and rule.severity in (None, finding.severity)


def _severity(finding: Finding, row: AnswerRow, claims: Mapping[str, ClaimRow]) -> Severity:
    """The severity of what a finding is about; a whole answer is as severe as its worst claim."""
    claim = claims.get(finding.claim_id or "")
    if claim is not None:
        return claim.severity
    held = [one.severity for one in claims.values()]
    if row.facts.criticality is not None:
        held.append(row.facts.criticality)
    return min(held, key=CRITICALITIES.index, default="medium")


def _point(
    rule: Rule,
    seen: Seen,
    row: AnswerRow,
    claims: Mapping[str, ClaimRow],
    findings: Sequence[Finding],
) -> None:
    """Remember the claims that count against a rule on numbers, and those that could."""
    name = rule.measure.name
    for claim in claims.values():
        if rule.criticality not in (None, claim.severity):
            continue
        if units_against(name, claim):
            seen.against.add(_place(claim), _ref(claim))
        if is_open(claim):
            seen.open.add(_place(claim), _ref(claim))
        if rule.measure.blame == "mixed":
            seen.mapping += units_of_mapping(name, claim)
    codes = CODES.get(name, ())
    blamed = dict.fromkeys(one.claim_id for one in findings if codes and one.code.startswith(codes))
    for claim_id in blamed:
        _blame(seen.against, row, claims.get(claim_id or ""), findings)


def _blame(worst: Worst, row: AnswerRow, claim: ClaimRow | None, findings: Sequence[Finding]) -> None:
    if claim is not None:
        worst.add(_place(claim), _ref(claim))
        return
    severity: Severity = row.facts.criticality or "medium"
    codes = tuple(dict.fromkeys(one.code for one in findings if one.claim_id is None))
    place = (CRITICALITIES.index(severity), _natural(row.case_id or row.answer_id), 0, row.answer_id)
    worst.add(
        place, ClaimRef(answer_id=row.answer_id, case_id=row.case_id, severity=severity, findings=codes)
    )


def _ref(claim: ClaimRow) -> ClaimRef:
    return ClaimRef(
        answer_id=claim.answer_id,
        case_id=claim.case_id,
        claim_id=claim.claim_id,
        severity=claim.severity,
        label=claim.label,
        status=claim.status,
        findings=claim.findings,
        failure_owner=claim.failure_owner,
    )


def _place(claim: ClaimRow) -> tuple[int, str, int, str]:
    severity = CRITICALITIES.index(claim.severity)
    return (severity, _natural(claim.case_id or claim.answer_id), claim.start, claim.answer_id)


def _natural(text: str) -> str:
    """A text that puts `q-9` before `q-10`."""
    return _DIGITS.sub(lambda hit: hit.group().zfill(12), text)
