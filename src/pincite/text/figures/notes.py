"""What a table header, a caption or a label says of the figures below or behind it: units and scales."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pincite.text.figures.scales import CJK_SCALES, SCALE_WORDS
from pincite.text.figures.spelling import spelled
from pincite.text.figures.units import UNITS, Unit

PARENTHESES: Final = re.compile(r"[(\[（]([^()\[\]（）]{1,60})[)\]）]")
_NOTE_WORD: Final = re.compile(
    r"[a-zμ.]*[€$£¥][a-z]{0,2}|u\.s\.|[a-zμ°º²³]+|'?0{3,6}s?|%|‰|[\u3040-\u9fff]+|/"
)
_RATE: Final = re.compile(r"([a-zμ€$£²³0-9]{1,6})/[a-z²³0-9 ]{1,12}")
_SCALES: Final = {
    **SCALE_WORDS, "000": 3, "'000": 3, "000s": 3, "'000s": 3, "000000": 6, "k": 3,
    "tausend": 3, "milliers": 3, "miles": 3, "mil": 3, "millares": 3,
}  # fmt: skip
_PREFIXED: Final = {"k": 3, "m": 6, "mio": 6, "mn": 6, "bn": 9, "b": 9, "t": 3, "md": 9, "mrd": 9}
_FREE: Final = spelled(
    "in of expressed amounts amount figures all values value data and the unless otherwise stated en de",
    "des d angaben betrage werte alle montants cifras importes expresado expresados u s us unit units per",
    "are shown currency except from for as reported nominal total",
)
EXCEPT: Final = ("per share", "eps", "je aktie", "par action", "por accion", "一株", "per unit")
_STRAY: Final = spelled("m t s a v w h d x l g j min mal times kr real fold mi")


class Note(Struct, frozen=True, gc=False):
    """What a header says of the figures below; `about` limits it to rows with one of these words."""

    factor: Fraction = Fraction(1)
    unit: Unit | None = None
    about: frozenset[str] = frozenset()


@lru_cache(maxsize=4096)
def notes(piece: str, label: bool) -> tuple[Note, ...]:
    """What a header cell, a row label (`label`) or a caption says about unit and scale.

    "(USD in millions, shares in thousands)" makes two notes, the second only about shares. In a label only
    what stands in parentheses, behind "in", or is a sign counts: "Euro area" is no unit.
    """
    made: list[Note] = []
    inner = [match.group(1) for match in PARENTHESES.finditer(piece)]
    for part in inner:
        made.extend(_parts(part))
    if not made and "in " in piece:
        behind = re.search(r"\bin ([^|()]{2,30})$", piece)
        if behind is not None:
            made.extend(_parts(behind.group(1)))
    if not made and label:
        made.extend(_parts(_unit_at_end(piece)))
    if not made and not label and len(piece) < 60:
        made.extend(note for note in _parts(piece) if note.factor != 1)
    return tuple(made)


def _unit_at_end(piece: str) -> str:
    """The last word of a label if it is a sign, a currency or a short unit ("Ownership %", "Weight kg")."""
    words = piece.split()
    last = words[-1] if words else ""
    if last in ("%", "‰") or _is_currency(last):
        return last
    return last if len(words) > 1 and last in UNITS and last not in _STRAY and len(last) <= 4 else ""


def _is_currency(word: str) -> bool:
    unit = UNITS.get(word)
    return unit is not None and unit.kind == "money" and (len(word) == 3 or not word.isalpha())


def _parts(piece: str) -> list[Note]:
    made = []
    for exception in EXCEPT:
        at = piece.find(exception)
        if at > 0:
            piece = piece[:at]
            piece = piece[: max(piece.rfind(","), piece.rfind("except"), 0)]
    for part in re.split(r"[,;，、：:]", piece):
        note = _note(part)
        if note is not None:
            made.append(note)
    return made


def _note(part: str) -> Note | None:
    factor, unit = Fraction(1), UNITS.get(part.strip()) if part.strip() not in _STRAY - {"m"} else None
    about: set[str] = set()
    if unit is None and (rate := _RATE.fullmatch(part.strip())) is not None:
        unit = UNITS.get(rate.group(1))  # t/ha, kWh/year: what stands above the stroke is measured
    if unit is not None:
        return Note(Fraction(1), unit)
    for word in _NOTE_WORD.findall(part):
        if word in _SCALES:
            factor *= 10 ** _SCALES[word]
            continue
        known = UNITS.get(word)
        if known is not None and word not in _STRAY:
            unit = unit or known
            continue
        prefixed = _prefixed(word)
        if prefixed is not None:
            factor, unit = prefixed
            continue
        if word > "\u2fff":
            scaled = _cjk_note(word)
            if scaled is not None:
                factor, unit = scaled
            continue
        if word == "m" and unit is not None and unit.kind == "money":
            factor *= 10**6
        elif word not in _FREE and len(word) > 1:
            about.add(word)
    if factor == 1 and unit is None:
        return None
    # "shares in thousands" speaks of shares; "capital in USD millions" of everything: it names a currency.
    limited = frozenset(about) if unit is None else frozenset()
    return Note(factor, unit, limited)


def _prefixed(word: str) -> tuple[Fraction, Unit] | None:
    """m€, $m, k$, €bn: a currency sign with a letter for the scale."""
    for sign in "€$£¥":
        if sign in word:
            letters = word.replace(sign, "").removeprefix("us").removeprefix(".")
            power = _PREFIXED.get(letters)
            if power is not None:
                return Fraction(10**power), UNITS[sign]
    return None


def _cjk_note(word: str) -> tuple[Fraction, Unit | None] | None:
    word = word.removeprefix("单位").removeprefix("単位").removeprefix("人民币")
    for name in sorted(CJK_SCALES, key=len, reverse=True):
        if word.startswith(name):
            return Fraction(10 ** CJK_SCALES[name]), UNITS.get(word[len(name) :])
    unit = UNITS.get(word)
    return None if unit is None else (Fraction(1), unit)
