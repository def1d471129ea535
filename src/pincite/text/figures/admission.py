"""Values that the claim calls admitted, beside the range or the least age that the evidence admits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Final

import msgspec

from pincite.model import Figure
from pincite.text.figures.combining import related
from pincite.text.figures.pool import Candidate, Pool
from pincite.text.figures.spelling import spelled
from pincite.text.figures.terms import Cues
from pincite.text.figures.tolerances import ranges_with_tolerance
from pincite.text.figures.wording import words_of
from pincite.text.words import stem

_AGE: Final = re.compile(r"aged?|alt|years? old|year-old|ans|anos|jahrig|岁|歳|age")
_IS: Final = re.compile(r"(?<![a-z])(?:is|are|turns?|turned|ist|wird|a|tiene|aged) $")
_MAY: Final = spelled(
    "can may eligible allowed entitled qualify qualifies permitted darf kann peut puede join apply admitted",
    "zulassig erlaubt gestattet autorise permis permitido admitido suitable acceptable accepted admissible",
    "comply complies compliant conforms conform fits fit meets meet satisfies satisfy passes acceptable",
    "durfen konnen erfullt erfullen geeignet entspricht entsprechen akzeptiert genugt zugelassen passt",
    "peuvent convient remplit remplissent respecte respectent conforme accepte acceptee admis admise",
    "pueden cumple cumplen apto apta aceptable admite acepta aceptado conforme permitida admitida",
)
_INSIDE: Final = spelled("within range span zone bereich innerhalb plage fourchette rango dentro intervalo")
_CJK_MAY: Final = (
    "可以", "允许", "许可", "符合", "合格", "满足", "范围内", "できる", "可能", "範囲内", "満たす", "適合",
    "使える",
)  # fmt: skip
_HAS: Final = re.compile(r"(?:weighing|measuring|wiegt|pesant|pesa|de un peso de|mit einem gewicht von) $")
_MINIMUM_AGE: Final = re.compile(
    r"minimum age|youngest age|mindestalter|age minimum|age minimal|edad minima|最低年[龄齢]"
)
_FROM_AGE: Final = re.compile(
    r"(?<![a-z])(?:from(?: the)?(?: age(?: of)?)?|ab(?: dem alter von)?|des(?: l'age de)?"
    r"|a partir d(?:e|e l'age de|e los))"
    r" (?:age )?$"
)
_OF_AGE: Final = re.compile(
    r"(?<![a-z])(?:age[ds]?|old(?:er)?|[a-z]*alter|jahre[n]?|ans|anos|edad)(?![a-z])|岁|歳"
)
_BREAK: Final = re.compile(r"[.!?](?=\s|$)|[;\n。；]|:(?=\s)")
_FROM: Final = re.compile(r"(?<![a-z])(?:from|von|de|desde) $")
_TO: Final = re.compile(r" (?:to|bis|a|hasta) ")
_OLDEST: Final = 130
_UNRANGED: Final = frozenset({"date", "identifier", "time"})


def in_range(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """A 30-year-old may apply where 18 to 64 is admitted; 4 °C is within 2 to 8 °C."""
    years = _claimed_age(figure, cues)
    if years is not None:
        ranged = not _MAY & cues.set  # "a 7-year-old needs a junior pass" is borne out by a range only
        least = _least_age(figure, pool, cues) if _MAY & cues.set else None
        if least is not None and years >= (_in_years(least.figure) or 0):
            return least
        return next(
            (
                item
                for item in _ages(pool)
                if (item.figure.high is not None or not ranged) and _admits(item.figure, figure, years)
            ),
            None,
        )
    limits = _limits(figure, pool, cues)
    if limits:
        return next((item for item in limits if _keeps(item.figure, figure)), None)
    if not _admitted(figure, cues):
        return None
    return next((item for item in _ranges(figure, pool) if _holds(item.figure, figure)), None)


def shut_out(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """The one range or the least age of the evidence that a value called admitted does not keep."""
    years = _claimed_age(figure, cues)
    limits = _limits(figure, pool, cues) if years is None else []
    if len(limits) == 1:
        return None if _keeps(limits[0].figure, figure) else limits[0]
    if years is None:
        ranges = _ranges(figure, pool) if _admitted(figure, cues) and not _has(figure, cues) else []
        return ranges[0] if len(ranges) == 1 and not _holds(ranges[0].figure, figure) else None
    least = _least_age(figure, pool, cues)
    if least is not None:
        return least if years < (_in_years(least.figure) or 0) else None
    ages = [
        item
        for item in pool.items
        if item.figure.high is not None
        and item.figure.unit in ("", "month")
        and item.figure.kind in ("number", "measure")
    ]
    return ages[0] if len(ages) == 1 else None


# The value picks a case ("a dog of 6 kg", "groups of 15"), unless the noun before it names a size or a limit.
_CASE: Final = re.compile(
    r"(?<![a-zß])([a-zß]{3,})(?: (?:who|that|which)(?: is| are| weighs?)?| weighing| measuring| of| with"
    r"| mit| von| de| con| pesant| wiegend)? $"
)
_NO_CASE: Final = spelled(
    "limit limits maximum minimum max min cap ceiling weight length height width depth age distance speed",
    "price fee sum total amount gewicht lange hohe breite tiefe alter abstand preis betrag poids longueur",
    "hauteur largeur prix montant peso longitud altura anchura edad precio importe weigh weighs measure",
    "measures than least most about over under only just not exactly have has between from and",
)
_ALLOWED: Final = frozenset({"max", "min", "above", "below"})


def _limits(figure: Figure, pool: Pool, cues: Cues) -> list[Candidate]:
    """The limits and ranges that the evidence sets for the case which the claim picks by its value."""
    if figure.value is None or figure.high is not None or figure.bound is not None:
        return []
    if figure.kind not in ("measure", "number") or figure.unit in ("×", "s", "month"):
        return []
    case = _CASE.search(cues.folded, max(0, figure.start - 40), figure.start)
    if case is None or case.group(1) in _NO_CASE:
        return []
    if figure.unit:
        if " " not in case.group(0).strip() or not _admits_word(cues):
            return []
        return [
            item
            for item in pool.items
            if item.figure.unit == figure.unit
            and item.figure.high is None
            and item.figure.bound in _ALLOWED
            and related(item, pool, cues)
        ]
    if not case.group(0).endswith(" of ") and not case.group(0).endswith((" von ", " de ")):
        return []
    return [
        item
        for item in pool.items
        if not item.figure.unit and item.figure.high is not None and _leads(item, pool, case.group(1))
    ]


def _admits_word(cues: Cues) -> bool:
    return bool(cues.set & _MAY) or (not cues.ascii and any(mark in cues.folded for mark in _CJK_MAY))


def _leads(item: Candidate, pool: Pool, word: str) -> bool:
    """Whether the evidence has the same word before its range: groups of 10 to 20."""
    lead = _CASE.search(pool.folded(item), max(0, item.figure.start - 40), item.figure.start)
    return lead is not None and stem(lead.group(1)) == stem(word)


def _keeps(limit: Figure, figure: Figure) -> bool:
    if limit.high is not None:
        return _holds(limit, figure)
    if limit.value is None or figure.value is None:
        return False
    if limit.bound == "max":
        return figure.value <= limit.value
    if limit.bound == "below":
        return figure.value < limit.value
    return figure.value > limit.value if limit.bound == "above" else figure.value >= limit.value


def _has(figure: Figure, cues: Cues) -> bool:
    """Whether the value is a property by which the claim picks its case: a child weighing 25 kg."""
    return _HAS.search(cues.folded, max(0, figure.start - 40), figure.start) is not None


def _admitted(figure: Figure, cues: Cues) -> bool:
    """Whether the claim gives the value of something that is admitted, not the limit itself."""
    if figure.value is None or figure.high is not None or figure.bound is not None:
        return False
    if figure.kind != "measure" or figure.unit in ("×", "s", "month"):
        return False
    if _has(figure, cues):
        return True
    return bool(cues.set & (_MAY | _INSIDE)) or (
        not cues.ascii and any(mark in cues.folded for mark in _CJK_MAY)
    )


def _ages(pool: Pool) -> Iterator[Candidate]:
    """The candidates, and before them "from 6 to 15 years" as one range."""
    for one, two in pairwise(pool.items):
        first, last = one.figure, two.figure
        if last.unit != "month" or first.unit not in ("", "month") or one.passage != two.passage:
            continue
        if first.written is None or last.written is None or first.high is not None or one.passage is None:
            continue
        folded = pool.folded(one)
        if not _TO.fullmatch(folded, first.end, last.start) or first.written >= last.written:
            continue
        if _FROM.search(folded, max(0, first.start - 8), first.start):
            text = pool.passages[one.passage][first.start : last.end]
            factor = (last.value or 0) / last.written
            joined = msgspec.structs.replace(
                first,
                text=text,
                end=last.end,
                unit="month",
                value=first.written * factor,
                high=last.value,
                bound=None,
            )
            yield msgspec.structs.replace(one, figure=joined)
    yield from pool.items


def _ranges(figure: Figure, pool: Pool) -> list[Candidate]:
    stated = [item for item in pool.items if item.figure.high is not None and item.figure.unit == figure.unit]
    made = [item for item in ranges_with_tolerance(pool) if item.figure.unit == figure.unit]
    return [*stated, *made]


def _holds(other: Figure, figure: Figure) -> bool:
    if other.value is None or other.high is None or figure.value is None:
        return False
    return other.value <= figure.value <= other.high


def _claimed_age(figure: Figure, cues: Cues) -> Fraction | None:
    """The age in years, when the claim says of somebody of that age that he may do something."""
    years = figure.written if figure.unit == "month" else figure.value
    if years is None or figure.high is not None or years > _OLDEST or figure.unit not in ("", "month"):
        return None
    old = figure.unit == "month" and "old" in figure.unit_text and figure.bound is None
    if not old and not _MAY & cues.set:
        return None
    aged = _AGE.search(cues.folded, max(0, figure.start - 16), figure.end + 16)
    if aged is None and not (figure.unit == "" and not figure.noun and figure.bound is None):
        return None
    if aged is None and _IS.search(cues.folded, max(0, figure.start - 8), figure.start) is None:
        return None
    return years


def _in_years(figure: Figure) -> Fraction | None:
    return None if figure.value is None else figure.value / 12 if figure.unit == "month" else figure.value


def _least_age(figure: Figure, pool: Pool, cues: Cues) -> Candidate | None:
    """The least age of the evidence; of several the one whose entry says what the claim says."""
    found = []
    for item in pool.items:
        other = item.figure
        if other.high is not None or item.passage is None or other.kind not in ("number", "measure"):
            continue
        if other.unit not in ("", "month"):
            continue
        _, start, end = pool.sentence(item)
        folded = pool.folded(item)
        least = _MINIMUM_AGE.search(folded, start, end) or (
            (other.bound == "min" or _FROM_AGE.search(folded, max(start, other.start - 30), other.start))
            and _OF_AGE.search(folded, start, end)
        )
        if not least:
            continue
        if other.unit == "month" or not other.noun:
            found.append(item)
    if len(found) == 1:
        return found[0]
    scored = sorted(
        ((len(_entry(item, pool) & cues.content), -item.order, item) for item in found), key=_rank
    )
    if len(scored) < 2 or scored[-1][0] == scored[-2][0]:
        return None
    return scored[-1][2]


def _rank(row: tuple[int, int, Candidate]) -> tuple[int, int]:
    return row[0], row[1]


def _entry(item: Candidate, pool: Pool) -> frozenset[str]:
    """The words of a list entry before its value: "half marathon, 18 years"."""
    folded, start = pool.folded(item), item.figure.start
    begin = max((match.end() for match in _BREAK.finditer(folded, max(0, start - 80), start)), default=0)
    return words_of(folded[begin:start])


def _admits(other: Figure, figure: Figure, years: Fraction) -> bool:
    if other.value is None or other.kind in _UNRANGED:
        return False
    if other.unit == figure.unit and figure.value is not None:
        ours = figure.value
    elif not other.unit:
        ours = years
    elif other.unit == "month" and other.written is not None and other.value == other.written * 12:
        ours = years * 12
    else:
        return False
    if other.high is not None:
        return other.value <= ours <= other.high
    if other.unit != "month":
        return False
    return (
        ours > other.value
        if other.bound in ("min", "above")
        else other.bound in ("max", "below") and ours < other.value
    )
