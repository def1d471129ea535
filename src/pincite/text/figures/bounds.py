"""What the words around a figure make of it: a maximum, a minimum, a strict limit, or about so much."""

from __future__ import annotations

import re
from typing import Final

from pincite.text.figures.folding import fold
from pincite.text.figures.spelling import spelled

_BEFORE: Final[dict[str, tuple[str, ...]]] = {
    "max": (
        "at most|up to|max|maximum|a maximum of|maximum of|maximal|no more than|not more than|not exceed",
        "not exceeding|not to exceed|as much as|as many as|no later than|not later than|no longer than",
        "at the most",
        "capped at|limited to|ceiling of|not greater than|does not exceed|must not exceed",
        "shall not exceed|cap of",
        "höchstens|bis zu|nicht mehr als|nicht über|spätestens|längstens|höchstbetrag von|≤|<=|within",
        "au plus|au maximum|jusqu'à|maximum de|pas plus de|ne pas dépasser|plafonné à|dans la limite de",
        "au plus tard|como máximo|hasta|máximo|un máximo de|no más de|no superior a|a más tardar",
        "innerhalb von",
        "dans les|dans un délai de|en un plazo de",
    ),
    "min": (
        "at least|min|minimum|a minimum of|minimum of|minimal|no less than|not less than|no fewer than",
        "not fewer than|no earlier than|as little as|as few as|at the least|from at least|≥|>=|a minimum",
        "mindestens|wenigstens|zumindest|nicht weniger als|frühestens|au moins|au minimum|minimum de",
        "pas moins de|por lo menos|al menos|como mínimo|mínimo|no menos de|un mínimo de",
    ),
    "above": (
        "more than|over|above|exceeds|exceed|exceeded|exceeding|greater than|higher than|larger than",
        "longer than|older than|beyond|in excess of|surpassed|surpasses|topped|just over|well over",
        "upwards of",
        "slightly more than|slightly over|>|mehr als|über|übersteigt|größer als|älter als|länger als|plus de",
        "supérieur à|supérieure à|au-delà de|dépasse|más de|superior a|mayor que|mayor de|por encima de",
        "excede",
        "better than|bigger than|starting above",
    ),
    "below": (
        "less than|under|below|fewer than|lower than|smaller than|younger than|shorter than|just under",
        "well under|well below|short of|<|weniger als|unter|kleiner als|jünger als|kürzer als|knapp|moins de",
        "inférieur à|inférieure à|menos de|inferior a|menor que|menor de|por debajo de",
    ),
    "about": (
        "about|around|approximately|approx|roughly|circa|ca|c|some|nearly|almost|close to|nearing",
        "approaching",
        "an estimated|estimated|estimated at|in the region of|on the order of|or so|somewhere around",
        "an average of|~|≈|etwa|rund|ungefähr|zirka|fast|nahezu|gegen|schätzungsweise|annähernd|um die",
        "environ|près de|presque|à peu près|quelque|autour de|unos|unas|aproximadamente|alrededor de",
        "cerca de",
        "casi|aproximado de",
    ),
}
_BEHIND: Final[dict[str, tuple[str, ...]]] = {
    "min": (
        "or more|or over|or older|or above|or greater|or higher|or longer|and over|and above|and older",
        "and up",
        "minimum|min|plus|oder mehr|und mehr|oder älter|mindestens|ou plus|et plus|o más|y más|or later",
        "at a minimum|at least|and more",
    ),
    "max": (
        "or less|or fewer|or under|or younger|or below|or lower|and under|maximum|max|at most|oder weniger",
        "höchstens|ou moins|au maximum|au plus|o menos|como máximo|máximo|tops|at the most|or earlier",
    ),
    "about": ("or so|approximately|approx|circa|environ|aproximadamente|ungefähr|roughly|or thereabouts",),
}
_CJK_BEFORE: Final = {
    "max": "不超过|不超過|最多|至多|最高|不得超过|不高于|不大于|上限|最大|最長|最长|不多于|限于",
    "min": "不少于|不低于|至少|最少|最低|不少於|少なくとも|最小|不小于|起码",
    "above": "超过|超過|多于|高于|大于|逾",
    "below": "不到|少于|低于|小于|不足|未满",
    "about": "约|約|大约|大約|大概|近|およそ|ほぼ|约为|左右约",
}
_CJK_BEHIND: Final = {
    "min": "以上|起",
    "max": "以下|以内|以內|まで|之内",
    "above": "を超え|超|を上回|多",
    "below": "未満|未满|を下回|に満たない",
    "about": "左右|前後|前后|程度|上下|ほど|くらい|ぐらい|余り|あまり|近く|强|弱|余",
}


def _phrases(table: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {fold(phrase): bound for bound, rows in table.items() for row in rows for phrase in row.split("|")}


def _cjk_phrases(table: dict[str, str]) -> dict[str, str]:
    return {phrase: bound for bound, row in table.items() for phrase in row.split("|")}


_PHRASES_BEFORE: Final = _phrases(_BEFORE)
_PHRASES_BEHIND: Final = _phrases(_BEHIND)
_CJK_PHRASES_BEFORE: Final = _cjk_phrases(_CJK_BEFORE)
_CJK_PHRASES_BEHIND: Final = _cjk_phrases(_CJK_BEHIND)
# Words that may stand between the bound and its number without changing what it says.
_FILLERS: Final = spelled(
    "the a an of to is about total von de der als only just another per day age aged rates value limit",
    "dose daily permitted allowed",
)
_LAST: Final = frozenset(phrase.rpartition(" ")[2] for phrase in _PHRASES_BEFORE) | _FILLERS
_FIRST: Final = frozenset(phrase.partition(" ")[0] for phrase in _PHRASES_BEHIND)
_COUNTERS: Final = frozenset("人名个個项項件家次回本台歳岁円元年月天日")
_WORDS: Final = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|[<>≤≥~≈]=?")
_NEGATIONS: Final = spelled("not no nicht pas never nor")
_NEGATED: Final = {"above": "max", "below": "min"}
# A denial stands at most this many words before the bound that it turns.
_DENIED: Final = 4
_TOLERANCE: Final = re.compile(r" ?plus(?:/| or | oder | ou |-)m")
_EDGE: Final = " \u00a0:(\n$€£."


def bound_before(folded: str, start: int) -> str | None:
    """The bound that the words before `start` state, or None."""
    left = folded[max(0, start - 44) : start].rstrip(_EDGE)
    if not left:
        return None
    last = left[-1]
    if last > "\u2fff":
        return _from_cjk_before(left)
    if last.isalpha():
        word = left[left.rfind(" ") + 1 :]
        if word not in _LAST and "\u00a0" not in word and "'" not in word and "-" not in word:
            return None
    elif last not in "<>≤≥~≈=":
        return None
    cut = max(left.rfind("; "), left.rfind("\n"), left.rfind("|"), left.rfind(", "))
    words = _WORDS.findall(left, cut + 1)
    # A stop may end an abbreviation ("approx. 5") or a sentence, over which no denial reaches.
    opens = len(words) - len(_WORDS.findall(left, max(cut, left.rfind(". ")) + 1))
    for skip in range(min(4, len(words))):
        if skip and words[-skip] not in _FILLERS:
            break
        bound = _ending_with(words[: len(words) - skip], opens)
        if bound is not None:
            return bound
    return None


def _ending_with(words: list[str], opens: int) -> str | None:
    """The bound that the words end with; their sentence begins with the word at `opens`."""
    for length in (4, 3, 2, 1):
        if length > len(words):
            continue
        bound = _PHRASES_BEFORE.get(" ".join(words[-length:]))
        if bound is not None:
            # "Not above", "do not store above", "must not be kept above".
            if bound in _NEGATED and not _NEGATIONS.isdisjoint(
                words[max(opens, len(words) - length - _DENIED) : -length]
            ):
                return _NEGATED[bound]
            return bound
    return None


def bound_behind(folded: str, end: int) -> str | None:
    """The bound that the words after `end` state, or None."""
    right = folded[end : end + 26]
    if not right:
        return None
    first = right[0]
    if first == "+":
        return "min"
    if first > "\u2fff":
        if first in _COUNTERS:
            right = right[1:]
        return next(
            (bound for length in (4, 3, 2, 1) if (bound := _CJK_PHRASES_BEHIND.get(right[:length]))), None
        )
    if first not in " \u00a0-(" or right[:2] == " -":
        return None
    if _TOLERANCE.match(right):
        return None
    words = _WORDS.findall(right)
    if "(" in right[:2]:
        words = words[:2]
    # "14 days or more": one noun may stand between.
    for skip, word in enumerate(words[:2]):
        if word in _FIRST:
            for length in (3, 2) if skip else (3, 2, 1):
                bound = _PHRASES_BEHIND.get(" ".join(words[skip : skip + length]))
                if bound is not None:
                    return bound
    return None


def _from_cjk_before(left: str) -> str | None:
    return next(
        (bound for length in (4, 3, 2, 1) if (bound := _CJK_PHRASES_BEFORE.get(left[-length:]))), None
    )
