"""The `full` format: what the answer says over what the source says, each with the stretch marked.

    error[PC401]: figure differs from the cited passage
      --> data/answers.jsonl:14  case q-0142  claim 3
       |
       | Revenue rose 32% in 2024 [2], driven by exports.
       |              ^^^ answer: 32%
       |
      ::: passage [2] "Annual report 2024", p. 4
       | Revenue for the year rose 23% to EUR 4.5bn.
       |                           --- source: 23%
       = note: the figures differ
       = judge: rules 1 (certain)   help: `pincite explain PC401`

At most two windows and three notes.
"""

from __future__ import annotations

from collections.abc import Iterator

from pincite.report.excerpt import Excerpt
from pincite.report.groups import tone
from pincite.report.paint import Paint, Style
from pincite.report.shown import frame, inert, one_line, width
from pincite.report.view import Entry

_BAR = "   | "
_NOTE = "   = "
_OPENING_COLUMNS = 160


def lines(entry: Entry, paint: Paint, columns: int | None) -> Iterator[str]:
    """The finding as lines; `columns` None never cuts a line to a width."""
    finding = entry.finding
    colour = tone(finding.code, finding.severity)
    level = paint(colour, f"{finding.severity}[{finding.code}]")
    yield f"{level}: {paint('bold', one_line(finding.message))}"
    place = [one_line(entry.where)]
    if finding.case_id:
        place.append(f"case {one_line(finding.case_id)}")
    elif finding.answer_id and finding.answer_id != entry.where:
        place.append(f"answer {one_line(finding.answer_id)}")
    if finding.claim_id:
        place.append(f"claim {one_line(finding.claim_id)}")
    yield "  --> " + "  ".join(place)
    if entry.answer.text:
        yield _BAR.rstrip()
        yield from _window(entry.answer, "^", paint, colour, columns)
    if entry.source is not None:
        yield _BAR.rstrip()
        yield f"  ::: {entry.source.heading}"
        yield from _window(entry.source, "-", paint, "info", columns)
    for note in entry.notes[:2]:
        yield from _wrapped(f"note: {note}", columns)
    judge = f"judge: {entry.judge}   " if entry.judge else ""
    yield f"{_NOTE}{judge}help: `pincite explain {finding.code}`"


def _window(excerpt: Excerpt, sign: str, paint: Paint, colour: Style, columns: int | None) -> Iterator[str]:
    room = None if columns is None else columns - len(_BAR)
    if excerpt.start is None or excerpt.end is None:
        yield _BAR + one_line(excerpt.text, _OPENING_COLUMNS if room is None else min(room, _OPENING_COLUMNS))
        return
    shown = frame(excerpt.text, excerpt.start, excerpt.end, room)
    yield _BAR + shown.line
    mark = sign * shown.columns
    gap = " " * shown.column
    label = f" {excerpt.label}" if excerpt.label else ""
    if room is not None and shown.column + shown.columns + width(label) > room:
        yield f"{_BAR}{gap}{paint(colour, mark)}"
        if label:
            back = max(min(shown.column, room - width(label) + 1), 0)
            yield f"{_BAR}{' ' * back}{paint(colour, label.lstrip())}"
        return
    yield f"{_BAR}{gap}{paint(colour, mark + label)}"


def _wrapped(note: str, columns: int | None) -> Iterator[str]:
    """A note over as many lines as it takes, the later ones set in under the first."""
    lead, line = _NOTE, ""
    room = None if columns is None else max(columns - len(_NOTE), 20)
    for word in note.split(" "):
        if room is not None and line and width(line) + 1 + width(word) > room:
            yield inert(lead + line)
            lead, line = " " * (len(_NOTE) + 2), word
            room = max((columns or 0) - len(lead), 20)
        else:
            line = f"{line} {word}" if line else word
    yield inert(lead + line)
