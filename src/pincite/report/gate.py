"""A gate's result in words: one phrase a rule, a block for the terminal, a section for Markdown.

All of it is made from `summary.gate`, so that no format can say something else than the others.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pincite.codes import CATALOGUE
from pincite.gate.against import names_claims
from pincite.gate.measure import measure_named
from pincite.gate.observation import ClaimRef
from pincite.gate.result import GateResult, Result, RuleResult
from pincite.metrics.definitions import Form
from pincite.model.summary import Summary
from pincite.report.groups import Tone
from pincite.report.numbers import amount, percent
from pincite.report.paint import Paint
from pincite.report.shown import markdown, one_line

IN_LINE = 3
"""Rules of one kind that the verdict line names."""

NAMED = 5
"""Claims that are named behind a rule on the terminal."""

UNNAMED = "no single claim stands behind this measure"

HEADING = "## Gate"

WORDS: dict[Result, str] = {"fail": "FAIL", "undecided": "UNDECIDED", "pass": "PASS"}
_TONES: dict[Result, Tone] = {"fail": "fail", "undecided": "partial", "pass": "pass"}
_SIGNS = {("min", "pass"): ">=", ("min", "fail"): "<", ("max", "pass"): "<=", ("max", "fail"): ">"}
_SHARES = ("max_unjudged_rate",)


def gate_of(summary: Summary) -> GateResult | None:
    """The gate's result that a summary holds."""
    return None if summary.gate is None else msgspec.convert(summary.gate, GateResult)


def reasons(result: GateResult) -> tuple[str, ...]:
    """What led to the decision, for the verdict line: what fails, else what is undecided."""
    failed = [row for row in result.rules if row.result == "fail"]
    open_ = [row for row in result.rules if row.result == "undecided"]
    told = failed or sorted(open_, key=_follows)
    parts = [phrase(row) for row in told[:IN_LINE]]
    if len(told) > IN_LINE:
        left = len(told) - IN_LINE
        word = ("fails" if left == 1 else "fail") if failed else "undecided"
        parts.append(f"{_several(left, 'more rule')} {word}")
    if failed and open_:
        parts.append(f"{len(open_)} undecided")
    parts.append(
        f"{sum(row.result == 'pass' for row in result.rules)} of {_several(len(result.rules), 'rule')} ok"
    )
    return (f"{result.decision}: {parts[0]}", *parts[1:])


def _follows(row: RuleResult) -> bool:
    """Whether a rule only repeats what is said of the run as a whole."""
    return row.cause == "too_many_unjudged" and row.metric not in _SHARES


def phrase(row: RuleResult) -> str:
    """A rule with its value, its limit, and how the two stand: `PC502 contradicted 3 > 0 allowed`."""
    subject = _subject(row)
    if row.cause == "review":
        return f"{_number(row, row.value or 0)} {subject}: {row.reason}{_mapped(row)}"
    if row.found == "undecided" and row.cause not in ("instrument", "across"):
        value = "" if row.value is None else f" {_number(row, row.value)} (limit {_number(row, row.bound)})"
        return f"{subject}{value} undecided: {row.reason}{_mapped(row)}"
    if row.limit in ("max_drop", "max_rise"):
        return _difference(row, subject)
    value, bound = _value(row), _number(row, row.bound)
    if row.cause == "across":
        return f"{subject} {value} is on both sides of {bound}{_mapped(row)}"
    over = "fail" if row.cause == "instrument" or row.found == "fail" else "pass"
    end = "ok" if over == "pass" else "required" if row.limit == "min" else "allowed"
    return f"{subject} {value} {_SIGNS[row.limit, over]} {bound} {end}{_mapped(row)}"


def _subject(row: RuleResult) -> str:
    entry = CATALOGUE.get(row.metric)
    name = f"{row.metric} {entry.name}" if entry is not None else row.metric
    if row.metric in ("findings", "new_findings") or row.metric.startswith("severe_"):
        # The rule's own name says which ones it counts.
        name = row.name.rsplit(" <= ", 1)[0].rsplit(" >= ", 1)[0]
        return one_line(name)
    if row.slice is not None:
        name += f" in slice {row.slice!r}"
    if row.criticality is not None:
        name += f" on {row.criticality} claims"
    return one_line(name)


def _value(row: RuleResult) -> str:
    """The value, with the stretch that was compared where it is one."""
    if row.value is None:
        return "no data"
    shown = _number(row, row.value)
    if row.low is None or row.high is None or row.low == row.high:
        return shown
    kind = "95 %" if row.use in ("lower-bound", "upper-bound") else "open claims:"
    return f"{shown} ({kind} {_number(row, row.low)} to {_number(row, row.high)})"


def _difference(row: RuleResult, subject: str) -> str:
    assert row.baseline is not None and row.value is not None
    moved = row.baseline - row.value if row.limit == "max_drop" else row.value - row.baseline
    word = "drops" if row.limit == "max_drop" else "rises"
    if moved < 0:
        word, moved = ("rises" if word == "drops" else "drops"), -moved
    sign = {"pass": "ok", "fail": "is too much"}.get(row.found, "may be too much")
    by, start = _number(row, round(moved, 12)), _number(row, row.baseline)
    allowed = f"{_number(row, row.bound)} allowed: {sign}{_mapped(row)}"
    return f"{subject} {word} by {by} from {start} to {_value(row)}, {allowed}"


def _mapped(row: RuleResult) -> str:
    """What the policy made of an open question."""
    return "" if row.found == row.result else f" (counts as a {row.result} by the policy)"


def _number(row: RuleResult, value: float) -> str:
    form = _form(row.metric)
    if form == "proportion":
        return percent(value)
    return amount(value) if form == "count" else f"{value:.2f}"


def _form(metric: str) -> Form:
    measure = measure_named(metric)
    return measure.form if measure is not None else "proportion" if metric in _SHARES else "count"


def _several(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def lines(result: GateResult, paint: Paint) -> Iterator[str]:
    """The block for the terminal: every rule, and the claims behind those that do not hold."""
    yield paint("bold", f"gate  {_counted(result)}")
    for row in result.rules:
        word = WORDS[row.result] if row.result != "pass" else "ok"
        yield f"  {paint(_TONES[row.result], word)}{'':{max(10 - len(word), 1)}}{phrase(row)}"
        if unnamed(row):
            yield f"  {'':10}{UNNAMED}"
        if row.claims:
            named = ", ".join(place(ref) for ref in row.claims[:NAMED])
            left = len(row.claims) - NAMED + row.more
            yield f"  {'':10}{named}" + (f" + {left} more" if left > 0 else "")
    for one in result.severe:
        if one.accepted is not None:
            told = f"{place(one.claim)} ({one.claim.severity}, {one.state})"
            yield f"  accepted  {told}: {one_line(one.accepted)}"
    yield ""


def _counted(result: GateResult) -> str:
    parts = [
        f"{sum(row.result == kind for row in result.rules)} {word}"
        for kind, word in (("fail", "fail"), ("undecided", "undecided"), ("pass", "ok"))
        if any(row.result == kind for row in result.rules)
    ]
    source = "" if result.declared else ", by the rules that ship (no [gate] is declared)"
    return f"{_several(len(result.rules), 'rule')}: {', '.join(parts)}{source}"


def unnamed(row: RuleResult) -> bool:
    """Whether a rule does not hold and no claim can be named for it, by the nature of what it measures."""
    return row.value is not None and row.result != "pass" and not row.claims and not names_claims(row.metric)


def place(ref: ClaimRef) -> str:
    """A claim by its case (or answer) and id."""
    name = one_line(ref.case_id or ref.answer_id)
    return f"{name} {one_line(ref.claim_id)}" if ref.claim_id else name


def head(word: str, told: tuple[str, ...]) -> Iterator[str]:
    """The verdict as the first paragraph of a report."""
    yield f"**{markdown(word)}** — {markdown('; '.join(told))}"
    yield ""


def rewritten(report: str, result: GateResult, word: str, told: tuple[str, ...]) -> str:
    """A `report.md` with this verdict and this section in place of those that it had.

    Sections begin with `## `, which no escaped text of a report does.
    """
    sections: list[list[str]] = [[]]
    for line in report.splitlines():
        if line.startswith("## "):
            sections.append([])
        sections[-1].append(line)
    opening, *others = sections
    others = [lines for lines in others if lines[0] != HEADING]
    verdict = next((place for place, line in enumerate(opening) if line.startswith("**")), None)
    if verdict is not None:
        opening[verdict : verdict + 2] = head(word, told)
    parts = [*opening, *section(result), *(line for lines in others for line in lines)]
    return "\n".join(parts) + "\n"


def section(result: GateResult) -> Iterator[str]:
    """The section of `report.md`."""
    yield HEADING
    yield ""
    yield f"Decision: `{result.decision}`. {markdown(_counted(result))}. Policy `{result.policy}`."
    yield ""
    yield "| result | rule | what was found |"
    yield "|---|---|---|"
    for row in result.rules:
        word = WORDS[row.result] if row.result != "pass" else "ok"
        yield f"| {word} | {markdown(row.name)} | {markdown(phrase(row))} |"
    yield ""
    for row in result.rules:
        if unnamed(row):
            yield f"Claims behind *{markdown(row.name)}*: none; {UNNAMED}."
            yield ""
        if row.claims:
            yield f"Claims behind *{markdown(row.name)}*:"
            yield ""
            yield from (f"- {_reference(ref)}" for ref in row.claims)
            if row.more:
                yield f"- + {row.more:,} more"
            yield ""
    accepted = [one for one in result.severe if one.accepted is not None]
    if accepted:
        yield f"Severe claims that somebody has accepted ({len(accepted)}):"
        yield ""
        yield from (
            f"- {_reference(one.claim)}, {one.state}: {markdown(one.accepted or '')}" for one in accepted
        )
        yield ""


def _reference(ref: ClaimRef) -> str:
    what = ref.label or ref.status.replace("_", " ")
    codes = f": {', '.join(ref.findings)}" if ref.findings else ""
    owner = f", owner {ref.failure_owner.replace('_', ' ')}" if ref.failure_owner else ""
    return f"{markdown(place(ref))}, {ref.severity}, {what}{codes}{owner}"
