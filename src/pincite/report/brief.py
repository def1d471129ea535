"""The report in brief: one Markdown of at most 60 KiB for a step summary or a comment on a pull request.

Forges refuse or cut longer ones (GitHub: 64 KiB a comment). Sections that do not fit are left out whole, from
the bottom, and a note names them. The first line is a hidden marker by which a comment is found again and
edited in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct, structs

from pincite.model.summary import Summary
from pincite.report import markdown
from pincite.report.gate import WORDS, gate_of, head, phrase
from pincite.report.numbers import all_rows, first_screen
from pincite.report.outcome import Outcome
from pincite.report.shown import markdown as escaped
from pincite.report.shown import one_line
from pincite.report.view import Card, Findings

LIMIT: Final = 60 * 1024
"""Bytes in UTF-8."""

MOST_CLAIMS: Final = 10
MOST_SEVERE: Final = 20
MOST_RULES: Final = 30
MOST_SOURCES: Final = 3
MOST_FINDINGS: Final = 5

_URL: Final = re.compile(r"https?://[!#-'*-;=?-Z_a-z~]+")
_ROOM_FOR_NOTE: Final = 1024
_MESSAGE: Final = 300


class Section(Struct, frozen=True):
    """A part of the brief that is shown whole or not at all."""

    title: str
    lines: tuple[str, ...]


def marker(key: str = "check") -> str:
    """The hidden first line; `key` tells the comments of several checks apart."""
    return f"<!-- pincite:{re.sub(r'[^A-Za-z0-9_.]', '_', key)} -->"


def lines(
    findings: Findings,
    summary: Summary,
    verdict: Outcome,
    *,
    title: str = "Citation check",
    key: str = "check",
    link: str | None = None,
    more: Sequence[Section] = (),
    limit: int = LIMIT,
) -> Iterator[str]:
    """The brief, line by line: `more` stands right under the numbers, `link` leads to the whole report."""
    sections = [
        Section("verdict", (marker(key), *_head(title, verdict, summary))),
        Section("gate", tuple(_gate(summary))),
        *more,
        Section("worst claims", tuple(_worst(findings))),
        Section("severe failures", tuple(_severe(summary))),
        Section("where to read on", tuple(_origin(summary, link))),
        Section("findings by code", tuple(_collapsed("Findings by code", markdown.codes(findings)))),
        Section("judge trouble", tuple(markdown.trouble(findings))),
        Section("slices", tuple(_collapsed("By slice and criticality", markdown.parts(summary)))),
        Section("families", tuple(markdown.families(summary))),
        Section("all metrics", tuple(_collapsed("All metrics", markdown.metrics(all_rows(summary))))),
    ]
    yield from fitted([section for section in sections if section.lines], limit)


def fitted(sections: Sequence[Section], limit: int = LIMIT) -> Iterator[str]:
    """The sections that fit into `limit` bytes together, from the top, and a note about the others."""
    sizes = [sum(len(line.encode("utf-8", "replace")) + 1 for line in section.lines) for section in sections]
    kept = len(sections)
    while kept > 1 and sum(sizes[:kept]) > limit - (_ROOM_FOR_NOTE if kept < len(sections) else 0):
        kept -= 1
    for section in sections[:kept]:
        yield from section.lines
    if kept < len(sections):
        names = ", ".join(one_line(section.title, 60) for section in sections[kept:])
        yield f"*Left out for length: {escaped(names)[: _ROOM_FOR_NOTE - 100]}. The report has them.*"


def _head(title: str, verdict: Outcome, summary: Summary) -> Iterator[str]:
    yield f"## {escaped(title)}"
    yield ""
    yield from head(verdict.word, verdict.reasons)
    yield from markdown.metrics(first_screen(summary))


def _gate(summary: Summary) -> Iterator[str]:
    """What each rule found, failing ones first; the report names the claims behind them."""
    gate = gate_of(summary)
    if gate is None:
        return
    yield f"### Gate: {gate.status}, {gate.decision.replace('_', ' ')}"
    yield ""
    yield "| result | what was found |"
    yield "|---|---|"
    for row in gate.rules[:MOST_RULES]:
        yield f"| {WORDS[row.result]} | {escaped(one_line(phrase(row), _MESSAGE))} |"
    yield ""
    if len(gate.rules) > MOST_RULES:
        yield f"+ {len(gate.rules) - MOST_RULES:,} more rules in the report"
        yield ""


def _worst(findings: Findings) -> Iterator[str]:
    cards = findings.cards[:MOST_CLAIMS]
    if not cards:
        return
    total = len(findings.cards) + findings.hidden_cards
    yield "### Worst claims" + (f" ({len(cards)} of {total:,})" if total > len(cards) else "")
    yield ""
    for place, card in enumerate(cards, 1):
        yield from markdown.claim_card(place, _short(card), level=4)


def _short(card: Card) -> Card:
    """A few sources and findings: one claim with fifty must not push everything else out."""
    findings = [
        structs.replace(finding, message=one_line(finding.message, _MESSAGE))
        for finding in card.findings[:MOST_FINDINGS]
    ]
    return structs.replace(card, sources=card.sources[:MOST_SOURCES], findings=tuple(findings))


def _severe(summary: Summary) -> Iterator[str]:
    """A line each, as many as a reader of a pull request would go through; the report never caps them."""
    rows = [line for line in markdown.severe(summary) if line.startswith("- ")]
    if not rows:
        return
    yield f"### Failures on critical and high claims ({len(rows):,})"
    yield ""
    yield from rows[:MOST_SEVERE]
    if len(rows) > MOST_SEVERE:
        yield f"- + {len(rows) - MOST_SEVERE:,} more in the report"
    yield ""


def _origin(summary: Summary, link: str | None) -> Iterator[str]:
    if link is not None and _URL.fullmatch(link):
        yield f"[The whole report and its data]({link})"
        yield ""
    yield from markdown.fenced(summary.signature)
    yield ""


def _collapsed(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Lines that a click opens; headings inside would only repeat the title."""
    inside = list(lines)
    if not inside:
        return
    yield f"<details><summary>{escaped(title)}</summary>"
    yield ""
    yield from (f"**{line.lstrip('# ')}**" if line.startswith("#") else line for line in inside)
    yield "</details>"
    yield ""
