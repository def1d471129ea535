"""`report.md`: the verdict, four numbers, the worst claims with the sentence and its source, every metric.

Text from answers and sources is escaped piece by piece; nothing in it can become a link, a picture or HTML.
"""

from __future__ import annotations

from collections.abc import Iterator

from pincite.calibration.card import told
from pincite.model.summary import Summary
from pincite.report.excerpt import Excerpt
from pincite.report.expected import markdown_lines
from pincite.report.gate import gate_of, head, section
from pincite.report.groups import group
from pincite.report.numbers import SMALL_NOTE, Row, all_rows, all_small, family_lines, first_screen
from pincite.report.outcome import Outcome
from pincite.report.shown import CUT, markdown, one_line
from pincite.report.view import Card, Entry, Findings

_REACH = 300
"""Characters shown on each side of a marked stretch."""


def lines(
    findings: Findings, summary: Summary, verdict: Outcome, *, title: str = "Citation check"
) -> Iterator[str]:
    """The report, line by line."""
    yield f"# {markdown(title)}"
    yield ""
    yield from head(verdict.word, verdict.reasons)
    yield from metrics(first_screen(summary))
    decided = gate_of(summary)
    if decided is not None:
        yield from section(decided)
    yield from severe(summary)
    yield from _worst(findings)
    yield from markdown_lines(findings.gold)
    yield from codes(findings)
    yield "## All metrics"
    yield ""
    yield from metrics(all_rows(summary))
    yield from families(summary)
    yield from parts(summary)
    yield from trouble(findings)
    yield "## Signature"
    yield ""
    yield "Two numbers can be compared when their signatures are the same."
    yield ""
    yield from fenced(summary.signature)
    yield ""
    yield f"Judge against people: {markdown(told(summary.judge.get('calibration')))}."
    yield ""
    yield f"Run `{one_line(summary.run_id).replace('`', '')}`."


def fenced(text: str) -> Iterator[str]:
    """A code block that its own text cannot close."""
    longest = max((len(run) for run in "".join(c if c == "`" else " " for c in text).split()), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}text"
    yield from (one_line(line) for line in text.splitlines())
    yield fence


def metrics(rows: tuple[Row, ...]) -> Iterator[str]:
    """A table of metrics."""
    yield "| metric | value | 95 % interval | n | coverage | notes |"
    yield "|---|---:|---|---|---|---|"
    for row in rows:
        coverage = row.coverage.removeprefix("coverage ")
        cells = (row.title, row.value, row.interval, row.n.removeprefix("n="), coverage, row.notes)
        yield f"| {' | '.join(markdown(cell) for cell in cells)} |"
    yield ""
    if all_small(rows):
        yield f"{SMALL_NOTE[0].upper()}{SMALL_NOTE[1:]}."
        yield ""


def severe(summary: Summary) -> Iterator[str]:
    """Failures on critical and high claims are never capped, so they are named in one line each."""
    if not summary.severe_failures:
        return
    yield f"## Failures on critical and high claims ({len(summary.severe_failures)})"
    yield ""
    for one in sorted(summary.severe_failures, key=lambda one: one.severity != "critical"):
        label = one.label or one.status
        found = f": {', '.join(one.findings)}" if one.findings else ""
        owner = f", owner {one.failure_owner}" if one.failure_owner else ""
        case = markdown(one.case_id or one.answer_id)
        yield f"- {one.severity}: {case}, claim {markdown(one.claim_id)}, {label}{found}{owner}"
    yield ""


def _worst(findings: Findings) -> Iterator[str]:
    shown, hidden = len(findings.cards), findings.hidden_cards
    yield "## Worst claims"
    yield ""
    if not shown:
        yield "No claim has a finding above `info`."
        yield ""
        return
    if hidden:
        yield f"The {shown} worst of {shown + hidden}; `findings.jsonl` has all of them."
        yield ""
    for place, card in enumerate(findings.cards, 1):
        yield from claim_card(place, card)


def claim_card(place: int, card: Card, *, level: int = 3) -> Iterator[str]:
    """One claim with its answer's sentence, its sources and its findings, under a heading of this level."""
    head = card.findings[0]
    yield f"{'#' * level} {place}. {head.code} {head.name}: {group(head.code)}"
    yield ""
    facts = [f"At {markdown(card.where)}", f"case {markdown(card.case_id)}" if card.case_id else ""]
    if card.claim is not None:
        claim = card.claim
        facts += [
            f"claim {markdown(claim.claim_id)}",
            f"severity {claim.severity}",
            f"label {claim.label or claim.status.replace('_', ' ')}",
            f"owner {claim.failure_owner.replace('_', ' ')}" if claim.failure_owner else "",
        ]
    yield " · ".join(fact for fact in facts if fact)
    yield ""
    yield f"> answer: {_marked(card.answer)}"
    for source in card.sources:
        yield ">"
        yield f"> {markdown(source.heading)}: {_marked(source)}"
    yield ""
    for finding in card.findings:
        yield f"- `{finding.code}` {finding.severity}: {markdown(finding.message)}"
    yield ""


def _marked(excerpt: Excerpt) -> str:
    """The excerpt on one line with the marked stretch in bold, cut on both sides where it is long."""
    if excerpt.start is None or excerpt.end is None:
        return markdown(_cut(excerpt.text, 2 * _REACH))
    before, marked = excerpt.text[: excerpt.start], excerpt.text[excerpt.start : excerpt.end]
    after = excerpt.text[excerpt.end :]
    if len(before) > _REACH:
        before = CUT + before[-_REACH:]
    pieces = (_spaced(before), f"<b>{_spaced(_cut(marked, 4 * _REACH))}</b>", _spaced(_cut(after, _REACH)))
    return "".join(pieces).strip()


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit] + CUT


def _spaced(text: str) -> str:
    """Escaped, with a space at either end kept as one."""
    lead = " " if text[:1].isspace() else ""
    tail = " " if text[-1:].isspace() and text.strip() else ""
    return lead + markdown(text) + tail


def codes(findings: Findings) -> Iterator[str]:
    """How often each code was raised, under its heading."""
    if not findings.codes:
        return
    yield "## Findings by code"
    yield ""
    yield "| code | what it says | errors | warnings | info |"
    yield "|---|---|---:|---:|---:|"
    for row in findings.codes:
        if not row.code.startswith("PC9"):
            yield f"| `{row.code}` | {group(row.code)} | {row.error} | {row.warning} | {row.info} |"
    yield ""


def families(summary: Summary) -> Iterator[str]:
    """The published families that were asked for, each in its own terms."""
    told = family_lines(summary)
    if not told:
        return
    yield "## Published families"
    yield ""
    for name, numbers in told:
        yield f"- `{name}`: {markdown(numbers)}"
    yield ""


def parts(summary: Summary) -> Iterator[str]:
    """The first four numbers by slice and by criticality."""
    for title, parts in (("By slice", summary.slices), ("By criticality", summary.criticality)):
        if not parts:
            continue
        yield f"## {title}"
        yield ""
        names: list[str] = []
        rows = []
        for name, part in parts.items():
            cells = first_screen(Summary(run_id="", signature="", counts=part.counts, metrics=part.metrics))
            names = names or [cell.title for cell in cells]
            values = {cell.title: f"{cell.value} ({cell.n})" for cell in cells}
            rows.append((name, [values.get(title, "") for title in names]))
        yield f"| | {' | '.join(names)} |"
        yield "|---" * (len(names) + 1) + "|"
        for name, cells_of in rows:
            yield f"| {markdown(name)} | {' | '.join(markdown(cell) for cell in cells_of)} |"
        yield ""


def trouble(findings: Findings) -> Iterator[str]:
    """What the judge could not do: no failure of the product, so it stands apart from the claims above."""
    if not findings.total_trouble:
        return
    yield "## Judge trouble"
    yield ""
    yield f"The judge could not decide or failed {findings.total_trouble} times: no failures of the product."
    yield ""
    for entry in findings.trouble:
        yield f"- {_trouble_line(entry)}"
    left = findings.total_trouble - len(findings.trouble)
    if left > 0:
        yield f"- + {left} more in `findings.jsonl`"
    yield ""


def _trouble_line(entry: Entry) -> str:
    finding = entry.finding
    where = markdown(finding.case_id or finding.answer_id or entry.where)
    claim = f", claim {markdown(finding.claim_id)}" if finding.claim_id else ""
    return f"`{finding.code}` {where}{claim}: {markdown(finding.message)}"
