"""Whether four digits or two dates are years, and words that show it."""

from __future__ import annotations

import re
from typing import Final

from pincite.text.figures.dates import When
from pincite.text.figures.quantities import Quantity
from pincite.text.figures.sheet import Sheet
from pincite.text.figures.spelling import spelled

YEAR_WORDS: Final = spelled(
    "in since by of from until till before after during year early late mid to through and the circa",
    "season summer winter spring autumn fall around im jahr jahre seit bis von vor nach en depuis ano",
    "desde hasta annee avant apres calendar fiscal years",
)
BETWEEN: Final = frozenset({"between", "zwischen", "entre"})
COUNTED: Final = spelled(
    "people persons employees men women children students patients workers members words calories copies",
    "units participants subjects cases deaths jobs homes houses soldiers troops years days hours points",
    "votes seats shares residents inhabitants citizens species nests samples pages customers users",
    "families households times",
)
_MONTH_CUES: Final = YEAR_WORDS | {"on", "le", "el", "am", "dated"}
_VERBS_TOO: Final = frozenset({"may", "march", "mars", "mar", "dec", "jan"})
_YEAR_BEHIND: Final = re.compile(r" (?:19|20)[0-9]{2}(?![0-9])")
_ABOUT: Final = frozenset({"around", "about", "circa", "ca"})


def put_year(sheet: Sheet, quantity: Quantity) -> bool:
    """Write a bare 1900 or 2024 down as a year unless it counts something."""
    written = int(quantity.written)
    if not 1000 <= written <= 2199 or quantity.end - quantity.start != 4:
        return False
    noun = sheet.noun(quantity.end)
    if noun in COUNTED:
        return False
    last = sheet.source.word_before(quantity.start)
    bound = sheet.bound(quantity.start, quantity.end)
    dated = last in YEAR_WORDS
    limited = bound in ("above", "below", "about") or (bound is not None and noun.endswith("s"))
    if limited and not dated and last not in _ABOUT:
        return False
    if not dated and (written < 1500 or (not 1900 <= written <= 2060 and noun.endswith("s"))):
        return False
    sheet.add(
        quantity.start, quantity.end, "date", date=f"{written:04d}", bound=bound, written=quantity.written
    )
    return True


def year_before_amount(sheet: Sheet, quantity: Quantity) -> bool:
    """In "from 170 in 2022 to 360" the 2022 is a year and no lower end."""
    if not quantity.plain or quantity.unit is not None or quantity.end - quantity.start != 4:
        return False
    last = sheet.source.word_before(quantity.start)
    return 1500 <= quantity.written <= 2100 and last in ("in", "im", "en", "year", "fiscal")


def verb_may(sheet: Sheet, when: When) -> bool:
    """Behind a number a lower-case "may" is a verb ("6 to 12 may take"), unless the text has no capitals."""
    written = sheet.text[when.start : when.end]
    return when.date[0] == "-" and written.endswith(("may", "march")) and not sheet.source.without_capitals


def names_month(sheet: Sheet, start: int, word: str) -> bool:
    """In lower case "may 30 people" and "march 20 miles" are verbs unless a preposition stands before."""
    if word not in _VERBS_TOO or sheet.text[start].isupper():
        return True
    if word == "mars" and _YEAR_BEHIND.match(sheet.folded, start + len(word)) is not None:
        return True  # a mars 2023
    return sheet.source.word_before(start) in _MONTH_CUES


def year_range(sheet: Sheet, when: When) -> bool:
    """Write down two years joined by a dash or a word; two counts ("1500 to 2000 people") are left alone."""
    if sheet.word_behind(when.end) in COUNTED:
        return False
    joint = sheet.folded[when.start + 4 : when.end - 2]
    pair = any(word in joint for word in (" and ", " und ", " et ", " y "))
    if pair and sheet.source.word_before(when.start) not in BETWEEN:
        when = When(when.start, when.start + 4, when.date[:4])  # "in 2019 and 2021" names two years
    sheet.add_date(when)
    return True
