"""Scale words: what a thousand, a Milliarde or a 万 multiplies by."""

from __future__ import annotations

from typing import Final

# Folded spelling -> power of ten. Single letters count only where a rule allows them (2.3bn, 12k, £4m).
SCALE_WORDS: Final[dict[str, int]] = {
    "hundred": 2,
    "thousand": 3,
    "thousands": 3,
    "tausend": 3,
    "tsd": 3,
    "mille": 3,
    "millier": 3,
    "milliers": 3,
    "mil": 3,
    "miles": 3,
    "million": 6,
    "millions": 6,
    "millionen": 6,
    "millon": 6,
    "millones": 6,
    "mio": 6,
    "mln": 6,
    "mill": 6,
    "mn": 6,
    "mm": 6,
    "milliarde": 9,
    "milliarden": 9,
    "milliard": 9,
    "milliards": 9,
    "mrd": 9,
    "mds": 9,
    "billion": 9,
    "billions": 9,
    "bn": 9,
    "bln": 9,
    "bio": 12,
    "billionen": 12,
    "billon": 12,
    "billones": 12,
    "trillion": 12,
    "trillions": 12,
    "trn": 12,
    "tn": 12,
    "lakh": 5,
    "lakhs": 5,
    "crore": 7,
    "crores": 7,
    "quadrillion": 15,
}
# Scales that are also units or plain words: read as a scale only beside a currency.
MONEY_SCALES: Final[dict[str, int]] = {"m": 6, "b": 9, "md": 9, "t": 3, "mm": 6, "k": 3}
# Written right behind the digits: 12k, 2.3bn.
ATTACHED_SCALES: Final[dict[str, int]] = {"k": 3, "mn": 6, "bn": 9, "tn": 12, "mio": 6, "mrd": 9, "mln": 6}
# English words that a language other than English uses for another thing, or that are units too.
AMBIGUOUS_SCALES: Final = frozenset({"mm", "miles", "mil", "mille", "mill", "hundred"})

CJK_SCALES: Final[dict[str, int]] = {
    "百万": 6,
    "千万": 7,
    "百億": 10,
    "百亿": 10,
    "千億": 11,
    "千亿": 11,
    "万亿": 12,
    "万億": 12,
    "十万": 5,
    "十億": 9,
    "十亿": 9,
    "百": 2,
    "千": 3,
    "万": 4,
    "萬": 4,
    "億": 8,
    "亿": 8,
    "兆": 12,
}
