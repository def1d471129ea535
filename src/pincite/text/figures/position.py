"""Whether a figure that is in the evidence certainly belongs to another row, column, role or subject.

A place (a table row or column, an item of a list, a clause, a line) is excluded by the claim when the claim
has none of the words that tell this place from a rival, all of those that tell the rival from it, and the
rival holds another figure of the same kind. Anything less is left open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pincite.model import Figure
from pincite.text.figures.folding import fold
from pincite.text.figures.periods import period
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.tables import Cell, Table, tables
from pincite.text.figures.terms import time_cue
from pincite.text.figures.wording import words_of

_LETTER: Final = re.compile(r"[a-zß\u3040-\u30ff\u4e00-\u9fff]")
_CLAUSE: Final = re.compile(
    r"[.!?](?=\s|$)|[;\n。；：！？，、]|[,:](?=\s)"
    r"|\s(?:and|but|while|whereas|und|aber|wahrend|et|mais|tandis|y|pero|mientras)\s"
)
_SENTENCE: Final = re.compile(r"[.!?](?=\s|$)|[;\n。；！？]")
_LETTERED: Final = re.compile(r"(?<=[^\W\d_] )([A-Z])(?![\w'’])")  # plan A, permit B
_MOST_PLACES: Final = 8
_NEIGHBOURS: Final = 120
_APART: Final = 400  # characters between rivals of one list or paragraph
_LONGEST: Final = 160  # characters of a clause whose words may be compared
_WIDEST: Final = 5  # columns of a table whose heads may be told apart by their words


def elsewhere(
    figure: Figure, candidates: Sequence[Candidate], claim: str, found: Sequence[Figure], pool: Pool
) -> bool:
    """True when every candidate stands in a place that the claim excludes; False when that is not certain."""
    if any(item.passage is None for item in candidates) or figure.bound in ("above", "below"):
        return False
    kind = candidates[0].figure.kind, candidates[0].figure.unit
    if pool.kinds.get(kind, 0) < 2 or len(candidates) > _MOST_PLACES:
        return False
    folded = fold(claim)
    beside = _beside(folded, figure, found)
    rivals = [
        [other for other in _around(item, pool) if _rival(item, other) and _worth(other.figure) not in beside]
        for item in candidates
    ]
    if not all(rivals):
        return False
    if figure.kind == "date" and time_cue(folded, figure.start):
        return False
    said = _claim_words(claim, folded, figure, found)
    small = _small_count(figure)
    return all(
        _excluded(item, others, said, pool, small=small)
        for item, others in zip(candidates, rivals, strict=True)
    )


def _beside(folded: str, figure: Figure, found: Sequence[Figure]) -> frozenset[object]:
    """What the claim states in the same clause: which of the clause's words tell its place and which tell
    the figure's cannot be told."""
    start, end = _clause(folded, figure, _CLAUSE)
    return frozenset(
        _worth(other)
        for other in found
        if other is not figure and start <= other.start < end and _alike(figure, other)
    )


def _worth(figure: Figure) -> object:
    return figure.date if figure.date is not None else figure.value


def _small_count(figure: Figure) -> bool:
    """Small counts recur everywhere; only a label right before one can tell its place."""
    value = figure.value
    return not figure.unit and figure.kind in ("number", "ordinal") and value is not None and abs(value) <= 20


def _claim_words(claim: str, folded: str, figure: Figure, found: Sequence[Figure]) -> frozenset[str]:
    """The words of the claim that may name the figure's place: of its clause, if others have one like it."""
    start, end = 0, len(folded)
    if any(other is not figure and _alike(figure, other) for other in found):
        start, end = _clause(folded, figure, _CLAUSE)
    letters = {f"#{letter.lower()}" for letter in _LETTERED.findall(claim, start, end)}
    return words_of(folded[start : figure.start] + " " + folded[figure.end : end]) | letters


def _around(item: Candidate, pool: Pool) -> Sequence[Candidate]:
    """The candidates near one in the order of the text."""
    return pool.items[max(0, item.order - _NEIGHBOURS) : item.order + _NEIGHBOURS]


def _alike(one: Figure, two: Figure) -> bool:
    if one.kind != two.kind or one.unit != two.unit:
        return False
    return one.kind != "identifier" or one.noun == two.noun


def _rival(item: Candidate, other: Candidate) -> bool:
    """Another figure of the same kind in the same passage."""
    one, two = item.figure, other.figure
    if other.passage != item.passage or one is two or not _alike(one, two):
        return False
    if one.date is not None and two.date is not None:
        first, second = period(one.date), period(two.date)
        return first is not None and second is not None and first.kind == second.kind and one.date != two.date
    return one.value != two.value


def _clause(folded: str, figure: Figure, breaks: re.Pattern[str]) -> tuple[int, int]:
    start, end = 0, len(folded)
    for match in breaks.finditer(folded, max(0, figure.start - 400), min(len(folded), figure.end + 400)):
        if match.end() <= figure.start:
            start = match.end()
        elif match.start() >= figure.end:
            end = match.start()
            break
    return max(start, figure.start - 400), min(end, figure.end + 400)


def _excluded(
    item: Candidate, rivals: list[Candidate], said: frozenset[str], pool: Pool, *, small: bool
) -> bool:
    assert item.passage is not None
    text = pool.passages[item.passage]
    table = tables(text).at(item.figure.start)
    if table is not None:
        return not small and _other_cell(table, item, rivals, said)
    folded = fold(text)
    figure = item.figure
    near = [other.figure for other in rivals if abs(other.figure.start - figure.start) < _APART]
    if any(_other_item(folded, figure, rival, said) for rival in near):
        return True
    return not small and any(
        _other_sentence(folded, figure, rival, said) or _other_line(folded, figure, rival, said)
        for rival in near
    )


# --- tables -----------------------------------------------------------------------------------------------


def _other_cell(table: Table, item: Candidate, rivals: list[Candidate], said: frozenset[str]) -> bool:
    cell = table.cell_at(item.figure.start)
    if cell is None or cell.column == 0 or not _alone(cell, item.figure):
        return False
    for other in rivals:
        theirs = table.cell_at(other.figure.start) if table.start <= other.figure.start < table.end else None
        if theirs is None:
            continue
        if theirs.column == cell.column and _other_row(table, cell, theirs, said):
            return True
        if (
            theirs.row == cell.row
            and len(table.columns) <= _WIDEST + 1
            and _told_apart(words_of(table.column_name(cell)), words_of(table.column_name(theirs)), said)
        ):
            return True
    return False


def _alone(cell: Cell, figure: Figure) -> bool:
    """Whether the cell holds the figure and nothing else, so that row and column say what it is."""
    rest = cell.label.replace(fold(figure.text), "", 1)
    return not any(char.isalnum() for char in rest) and any(char.isdigit() for char in cell.label)


def _other_row(table: Table, cell: Cell, theirs: Cell, said: frozenset[str]) -> bool:
    """The claim names the other row by its label and nothing at all of this one."""
    label, rival = _label(table, cell), _label(table, theirs)
    if not _told_apart(label, rival, said):
        return False
    own = words_of(" ".join(part.label for part in table.rows[cell.row] if part.column != cell.column))
    other = words_of(" ".join(part.label for part in table.rows[theirs.row]))
    return not any(_LETTER.search(word) for word in (own - other) & said)


def _label(table: Table, cell: Cell) -> frozenset[str]:
    """The words of the first cell of the row that has letters, unless that is the cell itself or no name."""
    for part in table.rows[cell.row]:
        if _LETTER.search(part.label):
            if part.column == cell.column or (len(part.label) <= 2 and part.column):
                return frozenset()
            return frozenset({f"#{part.label}"}) if len(part.label) == 1 else words_of(part.label)
    return frozenset()


def _told_apart(own: frozenset[str], theirs: frozenset[str], said: frozenset[str]) -> bool:
    telling, mine = theirs - own, own - theirs
    return bool(telling and mine) and telling <= said and not mine & said


# --- prose and lists --------------------------------------------------------------------------------------


def _other_item(folded: str, figure: Figure, rival: Figure, said: frozenset[str]) -> bool:
    """Items of a list or parts of a sentence that are a label and its figure: "Europe 45 days, Asia 21"."""
    start, end = _labelled(folded, figure)
    if start <= rival.start < end:
        return False
    low, high = _labelled(folded, rival)
    own, theirs = words_of(folded[start : figure.start]), words_of(folded[low : rival.start])
    behind, beyond = words_of(folded[figure.end : end]), words_of(folded[rival.end : high])
    if not (0 < len(own) <= 5 and 0 < len(theirs) <= 5) or len(behind) > 1 or len(beyond) > 1:
        return False
    if "(" in folded[start : figure.start] or "(" in folded[low : rival.start]:
        return False
    if not _told_apart(own, theirs, said) or behind & said:
        return False
    # "Line 4" and "line 7" share a word; otherwise the claim has to share none at all with this label, since
    # a paraphrase of it would share some.
    return not own & said or not any(_LETTER.search(word) for word in own ^ theirs)


def _labelled(folded: str, figure: Figure) -> tuple[int, int]:
    """The clause of a figure; "Slides: 9 May" is one although a colon parts it."""
    start, end = _clause(folded, figure, _CLAUSE)
    if start and folded[start - 1] in ":：" and not words_of(folded[start : figure.start]):
        breaks = [match.end() for match in _CLAUSE.finditer(folded, max(0, start - 80), start - 1)]
        start = breaks[-1] if breaks else max(0, start - 80)
    return start, end


def _other_sentence(folded: str, figure: Figure, rival: Figure, said: frozenset[str]) -> bool:
    """Whole sentences: the claim has all words of the rival's and none of this one's own."""
    start, end = _clause(folded, figure, _SENTENCE)
    if start <= rival.start < end:
        return False
    low, high = _clause(folded, rival, _SENTENCE)
    if end - start > _LONGEST or high - low > _LONGEST or min(abs(low - end), abs(start - high)) > 3:
        return False
    comma = folded.rfind(", ", low, rival.start)
    if 0 <= comma - low < 24 and _SENTENCE.match(folded, low - 1 if low else 0):
        low = comma + 2  # "For comparison, ..."
    own = words_of(folded[start : figure.start] + " " + folded[figure.end : end])
    theirs = words_of(folded[low : rival.start] + " " + folded[rival.end : high])
    if not _told_apart(own, theirs, said) or not any(_LETTER.search(word) for word in theirs - own):
        return False
    return len(theirs - own) >= 2 or len(own & theirs & said) >= 2


def _other_line(folded: str, figure: Figure, rival: Figure, said: frozenset[str]) -> bool:
    """Entries of a register: lines of the same build whose first part is the subject."""
    start, end = folded.rfind("\n", 0, figure.start) + 1, folded.find("\n", figure.end)
    low, high = folded.rfind("\n", 0, rival.start) + 1, folded.find("\n", rival.end)
    if start == low:
        return False
    line, other = (
        folded[start : len(folded) if end < 0 else end],
        folded[low : len(folded) if high < 0 else high],
    )
    if (
        len(line) > _LONGEST
        or len(other) > _LONGEST
        or line.count(",") != other.count(",")
        or "," not in line
    ):
        return False
    own, theirs = words_of(line.partition(",")[0]), words_of(other.partition(",")[0])
    return _told_apart(own, theirs, said) and not (words_of(line) - words_of(other)) & said
