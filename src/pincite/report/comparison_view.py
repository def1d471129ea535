"""A comparison as people read it: sentences, claims under plain titles, tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from pincite.gate.comparison import ClaimChange, ClaimState, Comparison, MetricDifference, Unpaired
from pincite.gate.comparison.comparison import KINDS, REASONS, ChangeKind, Step
from pincite.metrics.definitions import HEADLINE, Form
from pincite.report.calibration_view import Table
from pincite.report.numbers import amount, percent
from pincite.report.redaction import REDACTED
from pincite.report.shown import one_line

TITLES: dict[ChangeKind, str] = {
    "newly_contradicted": "newly contradicted",
    "newly_unsupported": "newly unsupported",
    "newly_supported": "newly supported",
    "changed_label": "changed label otherwise",
    "changed_status": "decided in one run only",
    "changed_targets": "changed citation targets",
    "changed_owner": "changed owner",
}
_WIDEST = 60
"""Columns of a part's value; JSON has all of it."""

ELSEWHERE = "contradicted in head, in a claim that base does not have"
_KEYS = {
    "seg": "how answers are cut into claims",
    "scope": "which claims a citation covers",
    "pack": "how much of a passage is read",
    "judge": "who judges",
    "rubric": "what the judge is told",
    "policy": "what needs a citation, severities, credits",
    "scorer": "how metrics are counted",
    "seed": "the draws of the intervals",
    "signature": "one of them cannot be read",
}


class Item(Struct, frozen=True, kw_only=True):
    """One claim: where it is, what became of it, its words, and what else is to be said."""

    place: str
    what: str
    text: str
    notes: tuple[str, ...] = ()
    blocking: bool = False


class Section(Struct, frozen=True, kw_only=True):
    """Claims under one title, `hidden` of them beyond the cap. `kind` is None for claims without a pair."""

    kind: ChangeKind | None
    title: str
    items: tuple[Item, ...]
    hidden: int = 0


class View(Struct, frozen=True, kw_only=True):
    """Everything that a human format shows, in its order. `notes` stand below the metrics."""

    runs: tuple[str, str]
    banner: tuple[str, ...]
    sections: tuple[Section, ...]
    counts: str
    supported: str
    metrics: Table
    notes: tuple[str, ...]
    tables: tuple[Table, ...]


def view(comparison: Comparison, *, cap: int | None = 20, every_metric: bool = False) -> View:
    """The view of a comparison: at most `cap` claims a section, and the metrics that moved or lead."""
    return View(
        runs=(_run("base", comparison), _run("head", comparison)),
        banner=tuple(_banner(comparison)),
        sections=tuple(_sections(comparison, cap)),
        counts=_counts(comparison),
        supported=_supported(comparison),
        metrics=_metrics(comparison, every_metric),
        notes=tuple(_notes(comparison, every_metric)),
        tables=tuple(_tables(comparison)),
    )


def without_words(comparison: Comparison) -> Comparison:
    """The comparison with `[redacted]` for the words of every claim."""
    return structs.replace(
        comparison,
        changes=tuple(
            structs.replace(change, base=_wordless(change.base), head=_wordless(change.head))
            for change in comparison.changes
        ),
        unpaired_base=tuple(
            structs.replace(one, claim=_wordless(one.claim)) for one in comparison.unpaired_base
        ),
        unpaired_head=tuple(
            structs.replace(one, claim=_wordless(one.claim)) for one in comparison.unpaired_head
        ),
    )


def _wordless(state: ClaimState) -> ClaimState:
    return structs.replace(state, text=REDACTED)


def _run(name: str, comparison: Comparison) -> str:
    side = comparison.base if name == "base" else comparison.head
    told = f"{name} {side.run_id}  {side.created_at}  {_several(side.answers, 'answer')}"
    told += f", {_several(side.claims, 'claim')}"
    return f"{told}, interrupted" if side.partial else told


def _banner(comparison: Comparison) -> Iterator[str]:
    """What makes the two runs' numbers unlike, before any of them."""
    if comparison.signature_differs:
        yield "SIGNATURES DIFFER: the numbers of the two runs are not made alike"
        for key in comparison.signature_differs:
            yield f"{key}: {_KEYS[key]}" if key in _KEYS else key
        if comparison.attribution is None:
            yield "--attribute says which part moved the score"
    told = comparison.rescored
    if told is not None:
        yield (
            f"both runs were scored again from their stored answers with extractor {told.extractor},"
            f" scope {told.scope}: this version of pincite holds no other"
        )
        yield f"recorded were {told.recorded_base} in base and {told.recorded_head} in head"
        for name, moved in (("base", told.base_moved), ("head", told.head_moved)):
            some = [f"{metric} {change:+.4g}" for metric, change in moved.items() if change]
            yield f"that alone moved in {name}: {', '.join(some) or 'nothing'}"


def _sections(comparison: Comparison, cap: int | None) -> Iterator[Section]:
    """Each claim once, under the worst that became of it."""
    for kind in KINDS:
        some = [change for change in comparison.changes if change.kinds[0] == kind]
        if some:
            yield _section(kind, TITLES[kind], [_item(change) for change in some], cap)
        if kind == "newly_contradicted":
            alone = [_alone(one) for one in comparison.unpaired_head if one.blocking]
            if alone:
                yield _section(None, ELSEWHERE, alone, cap)


def _section(kind: ChangeKind | None, title: str, items: Sequence[Item], cap: int | None) -> Section:
    shown = [item for place, item in enumerate(items) if cap is None or place < cap or item.blocking]
    return Section(kind=kind, title=title, items=tuple(shown), hidden=len(items) - len(shown))


def _item(change: ClaimChange) -> Item:
    base, head = change.base, change.head
    notes = []
    if base.text != head.text:
        notes.append(f"base says: {base.text}")
    if "changed_targets" in change.kinds:
        notes.append(f"cites {_targets(base)} -> {_targets(head)}")
    if base.failure_owner != head.failure_owner:
        notes.append(f"owner {base.failure_owner or 'nobody'} -> {head.failure_owner or 'nobody'}")
    return Item(
        place=f"{change.case} claim {head.claim_id}, {change.severity}",
        what=f"{_label(base)} -> {_label(head)}",
        text=head.text,
        notes=tuple(notes),
        blocking=change.blocking,
    )


def _alone(one: Unpaired) -> Item:
    return Item(
        place=f"{one.case} claim {one.claim.claim_id}, {one.severity}",
        what=_label(one.claim),
        text=one.claim.text,
        notes=(REASONS[one.why], f"cites {_targets(one.claim)}"),
        blocking=one.blocking,
    )


def _label(state: ClaimState) -> str:
    beside = " (beside a contradicting citation)" if state.contradicting and state.label == "full" else ""
    return f"{state.label or state.status.replace('_', ' ')}{beside}"


def _targets(state: ClaimState) -> str:
    return ", ".join(state.targets) or "nothing"


def _counts(comparison: Comparison) -> str:
    """Every kind with its number; a claim may be of several kinds."""
    told = [f"{TITLES[kind]} {len(comparison.of_kind(kind)):,}" for kind in KINDS]
    return f"of {_several(comparison.pairing.claims, 'paired claim')}: {', '.join(told)}"


def _supported(comparison: Comparison) -> str:
    told = comparison.supported
    return (
        f"fully supported: {told.both:,} in both, {told.only_base:,} only in base,"
        f" {told.only_head:,} only in head, {told.neither:,} in neither;"
        f" exact McNemar p = {told.p_value:.3g} (this one test, claims taken as independent)"
    )


def _metrics(comparison: Comparison, every: bool) -> Table:
    rows = [
        _row(metric)
        for metric in sorted(comparison.metrics, key=lambda metric: metric.name not in HEADLINE)
        if metric.verdict is not None and (every or metric.name in HEADLINE or metric.verdict != "no change")
    ]
    return Table(
        title="Metrics, on what is paired; differences of shares in points",
        header=("metric", "base", "head", "difference", "interval", "answers", "verdict"),
        rows=tuple(rows),
    )


def _row(metric: MetricDifference) -> tuple[str, ...]:
    interval = "-"
    if metric.low is not None and metric.high is not None:
        interval = f"{_signed(metric.low, metric.form)} to {_signed(metric.high, metric.form)}"
    return (
        metric.name,
        _value(metric.base, metric.form),
        _value(metric.head, metric.form),
        "-" if metric.difference is None else _signed(metric.difference, metric.form),
        interval,
        f"{metric.answers:,} ({metric.up:,} up, {metric.down:,} down)",
        metric.verdict or "",
    )


def _notes(comparison: Comparison, every: bool) -> Iterator[str]:
    yield (
        f"{_several(comparison.looked_at, 'metric')} looked at, {comparison.moved} moved; the intervals"
        " (95 %) hold for all of them together; what includes zero or rests on fewer than ten claims is noise"
    )
    left_open = {metric.name: metric.left_open for metric in comparison.metrics}.get("claim_support", 0)
    if left_open:
        yield f"{_several(left_open, 'paired claim')} that a run left open enter no difference in support"
    left_out = max((metric.left_out for metric in comparison.metrics), default=0)
    if left_out:
        yield f"answers with unpaired claims, left out of what is counted inside claims: {left_out:,}"
    silent: dict[str, list[str]] = {}
    for metric in comparison.metrics:
        if metric.why and (every or not metric.why.startswith("nothing to compare")):
            silent.setdefault(metric.why, []).append(metric.name)
    for why, names in silent.items():
        yield f"not compared ({why}): {', '.join(names)}"


def _tables(comparison: Comparison) -> Iterator[Table]:
    pairing = comparison.pairing
    reasons = [why for why in REASONS if why in pairing.unpaired_base or why in pairing.unpaired_head]
    if reasons:
        yield Table(
            title="Unpaired claims, in no difference",
            header=("why", "base", "head"),
            rows=tuple(
                (
                    REASONS[why],
                    f"{pairing.unpaired_base.get(why, 0):,}",
                    f"{pairing.unpaired_head.get(why, 0):,}",
                )
                for why in reasons
            ),
        )
    if comparison.parts:
        yield Table(
            title="Parts that differ",
            header=("part", "base", "head"),
            rows=tuple(
                (one.part, one_line(one.base, _WIDEST), one_line(one.head, _WIDEST))
                for one in comparison.parts
            ),
        )
    yield from _attribution(comparison)


def _attribution(comparison: Comparison) -> Iterator[Table]:
    told = comparison.attribution
    if told is None:
        return
    names = [name for name in HEADLINE if name in told.rest.change]
    forms = {metric.name: metric.form for metric in comparison.metrics}
    apart = "; ".join(f"{one.part} not isolated: {one.why}" for one in told.not_isolated)
    note = "each step exchanges one part of base for head's, after those above it"
    yield Table(
        title="What moved the score, part by part",
        header=("part", *names, "claims changed", "verdict"),
        rows=tuple(_step(step, names, forms) for step in (*told.steps, told.rest)),
        note=f"{note}; {apart}" if apart else note,
    )


def _step(step: Step, names: Sequence[str], forms: dict[str, Form]) -> tuple[str, ...]:
    changes = [step.change.get(name) for name in names]
    return (
        step.part,
        *(
            "-" if change is None else _signed(change, forms.get(name, "proportion"))
            for name, change in zip(names, changes, strict=True)
        ),
        f"{step.changed:,}",
        step.verdict,
    )


def _value(value: float | None, form: Form) -> str:
    if value is None:
        return "no data"
    if form == "proportion":
        return percent(value)
    return amount(value) if form == "count" else f"{value:.2f}"


def _signed(value: float, form: Form) -> str:
    """A difference with its sign; of shares in percentage points."""
    if form == "proportion":
        return f"{_zero(round(100 * value, 1)):+.1f}"
    if form == "count":
        return f"{_zero(round(value, 1)):+,.0f}" if float(value).is_integer() else f"{round(value, 1):+,.1f}"
    return f"{_zero(round(value, 2)):+.2f}"


def _zero(value: float) -> float:
    """Without the sign of a negative zero."""
    return value + 0.0


def _several(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
