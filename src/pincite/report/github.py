"""Workflow commands of GitHub Actions: findings as annotations on the lines of the answers file.

A step shows ten annotations of a kind and drops the rest without a word, so at most ten lines are written,
worst first, and where there are more findings the last line says how many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pincite.codes import FindingSeverity
from pincite.report.excerpt import Excerpt
from pincite.report.outcome import Outcome
from pincite.report.place import Places
from pincite.report.shown import CUT, one_line, plain
from pincite.report.view import Entry, Findings

MOST: Final = 10
"""Annotations a step may have."""

_COMMANDS: Final[dict[FindingSeverity, str]] = {"error": "error", "warning": "warning", "info": "notice"}
_MESSAGE: Final = 400
_QUOTED: Final = 240
_TITLE: Final = 200


def lines(findings: Findings, verdict: Outcome, places: Places, *, more: str = "the report") -> Iterator[str]:
    """The annotations, then the verdict for the log; `more` names where all findings are.

    What is mere information makes no annotation, and is not counted as left out. Judge trouble is told in one
    notice, however often it came. A verdict that is more than its findings (a gate, rejected input) comes
    first.
    """
    room = MOST
    if verdict.state not in ("pass", "fail") or (verdict.decision is not None and verdict.state == "fail"):
        room -= 1
        level = "error" if verdict.exit_code in (1, 2, 130) or verdict.forgiven else "warning"
        yield _command(
            level, {"title": f"pincite {verdict.word}"}, one_line("; ".join(verdict.reasons), _MESSAGE)
        )
    told = findings.count("error") + findings.count("warning")
    entries = [entry for entry in findings.entries if entry.finding.severity != "info"]
    rest = bool(findings.total_trouble) or told > sum(map(_weight, entries[:room]))
    shown = entries[: room - rest]
    for entry in shown:
        yield _annotation(entry, places)
    left = told - sum(map(_weight, shown))
    if rest:
        parts = [f"+ {left:,} more in {more}"] if left else []
        if findings.total_trouble:
            parts.append(
                f"judge trouble: {findings.total_trouble:,} (undecided or failed, no fault of the answers)"
            )
        yield _command("notice", {"title": "pincite"}, "; ".join(parts))
    yield plain(verdict.line)


def message(text: str) -> str:
    """The text of a command, with what would end it escaped."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def value(text: str) -> str:
    """The value of a command's property, where colons and commas mean something too."""
    return message(text).replace(":", "%3A").replace(",", "%2C")


def _weight(entry: Entry) -> int:
    """The findings at `warning` or above that one annotation tells."""
    return sum(one.severity != "info" for one in (entry.finding, *entry.also))


def _annotation(entry: Entry, places: Places) -> str:
    finding = entry.finding
    place = places(entry.where)
    about = f"case {finding.case_id}" if finding.case_id else f"answer {finding.answer_id}"
    claim = f", claim {finding.claim_id}" if finding.claim_id else ""
    properties = {"title": one_line(f"{finding.code} {finding.name} ({about}{claim})", _TITLE)}
    if place.recorded:
        properties = {"file": place.path, "line": str(place.line), **properties}
    parts = [one_line(finding.message, _MESSAGE)]
    parts += [one_line(f"also {other.code}: {other.message}", _MESSAGE) for other in entry.also]
    if entry.answer.text:
        parts.append(f"answer: {_quoted(entry.answer)}")
    if entry.source is not None:
        parts.append(f"{one_line(entry.source.heading, _QUOTED)}: {_quoted(entry.source)}")
    if entry.owner:
        parts.append(f"owner: {one_line(entry.owner.replace('_', ' '))}")
    return _command(_COMMANDS[finding.severity], properties, "\n".join(parts))


def _command(name: str, properties: dict[str, str], text: str) -> str:
    told = ",".join(f"{key}={value(one_line(text))}" for key, text in properties.items())
    return f"::{name} {told}::{message(text)}"


def _quoted(excerpt: Excerpt) -> str:
    """The line around the mark, with the marked stretch between signs."""
    if excerpt.start is None or excerpt.end is None:
        return one_line(excerpt.text, _QUOTED)
    before, after = excerpt.text[: excerpt.start], excerpt.text[excerpt.end :]
    marked = excerpt.text[excerpt.start : excerpt.end]
    reach = _QUOTED // 3
    lead = CUT + before[-reach:] if len(before) > reach else before
    tail = after[:reach] + CUT if len(after) > reach else after
    return one_line(f"{lead}>>>{one_line(marked, _QUOTED)}<<<{tail}")
