"""Years that the evidence defines itself: a financial year or a season that runs from one month to another.

With the definition, "FY 2023" is April 2022 to March 2023, and what the text gives for FY 2022 is not what it
gives for those months. Without a definition, or where it is open which year a label is named after, nothing
is decided.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from pincite.model import Figure
from pincite.text.figures.dates import MONTHS
from pincite.text.figures.folding import fold
from pincite.text.figures.pool import Candidate, Pool

_YEAR_WORD: Final = re.compile(
    r"(?<![a-z])(?:(?:fiscal|financial|business|academic|school|accounting|reporting|league|marketing|crop"
    r"|tax) years?"
    r"|seasons?|[a-z]*(?:geschaftsjahr|wirtschaftsjahr|haushaltsjahr|schuljahr|studienjahr)(?:es)?|saison|exercices?"
    r"|annee (?:scolaire|fiscale)|ejercicios?|temporadas?|ano (?:fiscal|escolar))(?![a-z])"
    r"|财年|财政年度|会計年度|年度|赛季|シーズン"
)
_BEGINS: Final = re.compile(
    r"(?<![a-z])(?:starts?|begins?|beginnt|startet|fangt|commence|debute|empieza|comienza|inicia)(?![a-z])|开始|始ま"
)
_ENDS: Final = re.compile(
    r"(?<![a-z])(?:ends?|closes?|endet|schliesst|schließt|termine|finit|cloture|s'acheve|termina|acaba|finaliza|cierra)"
    r"(?![a-z])|结束|終わ"
)
_RUNS: Final = re.compile(
    r"(?<![a-z])(?:runs?|lasts?|goes|is|covers?|extends?|from|lauft|reicht|dauert|geht|von|va|court|dure|s'etend|du|de|des"
    r"|desde|abarca|dura)(?![a-z])|从|から"
)
_NAMED: Final = re.compile(
    r"(?<![a-z])(?:named|called|benannt|bezeichnet|heisst|heißt|nomme|designe|denomina|nombra|lleva)(?![a-z])|命名|呼"
)
_BY_END: Final = re.compile(
    r"(?<![a-z])(?:ends?|closes?|endet|termine|finit|s'acheve|termina|acaba|finaliza)(?![a-z])|结束|終"
)
_WORD: Final = re.compile(r"[a-z]{3,10}")
_SENTENCE: Final = re.compile(r"[^.;!?\n。；]+(?:\.[ ][a-z][^.;!?\n。；]*)*")
_CJK_MONTH: Final = re.compile(r"(?<![0-9])(1[0-2]|[1-9])月")
_YEAR_AFTER: Final = re.compile(r"[,.]? ?(?:de |of )?[12][0-9]{3}")
_SLASHED: Final = re.compile(r"[0-9]\s?[/-]\s?[0-9]")
_LONGEST_GAP: Final = 24
_MOST_BETWEEN: Final = 24


class YearRule(Struct, frozen=True):
    """The month in which the year begins, and whether a single number names the year of its end; None where
    the text does not say."""

    first: int
    by_end: bool | None


def year_rule(passages: Sequence[str]) -> YearRule | None:
    """The one definition that the passages give."""
    found: YearRule | None = None
    by_end: bool | None = None
    for text in passages:
        folded = fold(text)
        if _YEAR_WORD.search(folded) is None:
            continue
        for sentence in _SENTENCE.finditer(folded):
            piece = sentence.group()
            word = _YEAR_WORD.search(piece)
            if word is None:
                continue
            first = _first_month(piece, word.end())
            if first and found is not None and found.first != first:
                return None
            found = YearRule(first, None) if first else found
            named = _NAMED.search(piece)
            if named is not None:
                by_end = _BY_END.search(piece, named.end()) is not None
    return None if found is None else YearRule(found.first, by_end)


def _first_month(piece: str, at: int) -> int:
    """The month in which the year begins, 0 if the sentence does not tell."""
    months = [
        MONTHS[match.group()]
        for match in _WORD.finditer(piece, at)
        if match.group() in MONTHS and _YEAR_AFTER.match(piece, match.end()) is None
    ] or [int(match.group(1)) for match in _CJK_MONTH.finditer(piece, at)]
    if len(months) == 2 and (months[1] % 12) + 1 == months[0]:
        return months[0] if _RUNS.search(piece) or _BEGINS.search(piece) else 0
    if len(months) != 1:
        return 0
    if _ENDS.search(piece, at) is not None:
        return months[0] % 12 + 1
    return months[0] if _BEGINS.search(piece, at) is not None else 0


def months_of_year(figures: Sequence[Figure], folded: str) -> tuple[Figure, Figure, int, int] | None:
    """Two dates of the claim that are the first and the last month of twelve, with the first month's year."""
    for one, two in pairwise(figures):
        if one.date is None or two.date is None or len(one.date) != 7 or len(two.date) != 7:
            continue
        if not (one.date[:4].isdigit() and two.date[:4].isdigit()) or "Q" in one.date + two.date:
            continue
        if two.start - one.end > _LONGEST_GAP or "." in folded[one.end : two.start]:
            continue
        start, end = (int(date[:4]) * 12 + int(date[5:]) - 1 for date in (one.date, two.date))
        if end - start == 11:
            return one, two, start // 12, start % 12 + 1
    return None


def _starts(figure: Figure, rule: YearRule) -> int | None:
    """The calendar year in which the labelled year begins; None where the label is none, or open."""
    if figure.date is None:
        return None
    head = figure.date.removeprefix("FY")
    fiscal = figure.date.startswith("FY")
    slashed = _SLASHED.search(figure.text) is not None
    if not fiscal and not (slashed and len(head) == 9 and head[4] == "/"):
        return None
    if not head[:4].isdigit() or (fiscal and len(head) != 4):
        return None
    year = int(head[:4])
    if not fiscal:
        return year
    if slashed or rule.by_end or (rule.first == 1):
        return year - 1 if rule.first != 1 else year
    return year if rule.by_end is False else None


class DefinedYear(Struct, frozen=True):
    """The twelve months that the claim is about, and the labels of the evidence: those of these months, and
    those of others."""

    dates: tuple[Figure, Figure]
    same: tuple[Candidate, ...]
    other: tuple[Candidate, ...]


def defined_year(own: Sequence[Figure], folded: str, pool: Pool) -> DefinedYear | None:
    """What the evidence calls the twelve months of the claim, if it defines its years."""
    months = months_of_year(own, folded)
    if months is None:
        return None
    rule = year_rule(pool.passages)
    if rule is None or rule.first != months[3]:
        return None
    starts = [(item, start) for item in pool.items if (start := _starts(item.figure, rule)) is not None]
    same = tuple(item for item, start in starts if start == months[2])
    other = tuple(item for item, start in starts if start != months[2])
    return DefinedYear(months[:2], same, other) if starts else None


def labelled_by_other(year: DefinedYear, candidate: Candidate, pool: Pool) -> bool:
    """Whether a value stands beside the label of other months, while theirs has a value of its own."""
    label = _label_of(candidate, (*year.same, *year.other), pool)
    if label is None or label not in year.other or not year.same:
        return False
    return any(
        _label_of(item, (*year.same, *year.other), pool) in year.same
        for item in pool.items
        if item.figure.unit == candidate.figure.unit and item.figure.date is None
    )


def _label_of(candidate: Candidate, labels: Sequence[Candidate], pool: Pool) -> Candidate | None:
    """The label right before a value, or right behind it where the sentence begins with a value."""
    folded, figure = pool.folded(candidate), candidate.figure
    passage, start, end = pool.sentence(candidate)
    here = [item for item in labels if item.passage == passage and start <= item.figure.start < end]
    alike = [
        item for item in pool.beside(candidate) if item.figure.unit == figure.unit and not item.figure.date
    ]
    first = min(item.figure.start for item in (candidate, *alike))
    behind = bool(here) and first < min(item.figure.start for item in here)
    for item in here:
        left, right = (figure, item.figure) if behind else (item.figure, figure)
        gap = folded[left.end : right.start]
        if 0 <= right.start - left.end <= _MOST_BETWEEN and not set(gap) & set(",;\n"):
            return item
    return None
