"""What kind of value a question or an abstention asks for, and whether a passage holds such a value for
it.

A lexical judgement, made only where it is plain: every word that says what the value is of stands
beside a value of that kind, in one sentence or table; a verb or role may be another one of the same
field ("won", "took first place"). A question that asks for anything else is not judged.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal, cast

from pincite.claims.fields import covered, field_words, fields_in
from pincite.claims.lexicon import LANGUAGES, lexicon
from pincite.model import Figure, Span
from pincite.text.figures import figures
from pincite.text.names import names, same_name
from pincite.text.sentences import sentences
from pincite.text.words import content_words, language, tokens

Sought = Literal[
    "age",
    "payer",
    "frequency",
    "permission",
    "duration",
    "money",
    "date",
    "percent",
    "count",
    "quantity",
    "person",
    "place",
]


@lru_cache(maxsize=1)
def _asks() -> tuple[tuple[Sought, re.Pattern[str]], ...]:
    return tuple(
        (cast(Sought, kind), re.compile("|".join(f"(?:{one})" for one in entry["patterns"]), re.IGNORECASE))
        for kind, entry in _table()["asks"].items()
    )


@lru_cache(maxsize=1)
def _kind_words() -> frozenset[str]:
    return frozenset(word for text in _table()["kind_words"].values() for word in content_words(text))


@lru_cache(maxsize=1)
def dimensions() -> frozenset[str]:
    """Words that name what is measured ("depth"), which the value itself may show ("430 m deep")."""
    return content_words(_table()["dimensions"]["words"])


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    return tomllib.loads(files("pincite.claims").joinpath("sought.toml").read_text(encoding="utf-8"))


_DURATIONS: Final = frozenset(("s", "month", "year", "day", "week", "workday", "working day", "business day"))
# What asks, points or speaks about sources in Chinese and Japanese; the rest says what is asked about.
_CJK_ASKING: Final = re.compile(
    r"[?？。，、]|是|多少|多长|多久|多重|多高|多大|什么|怎么|哪|吗|几|请问|为|的|虽然|但是?|没有?|未|无法?|不|中|里|从|根据|找到|提到|提及|说明|记载"
    r"|确定|回答|文档|文件|资料|来源|上下文|材料|信息|提供|を|は|が|の|に|で|と|も|いくら|いつ|どのくらい|何|ですか|ます|ません|でき|あり|ない"
    r"|具体|明确|确切|准确|精确|数字|数值|重量|高度|深度|长度|温度|明記|具体的な?|数値|深さ|高さ|長さ|重さ|か$|資料|文書|情報|文脈|記載|言及|確認|提供された|から|最大|最高|数量|价格|费用|金额|期限|寿命|価格|料金|費用"
)


def sought(text: str) -> Sought | None:
    """The kind of value that a question, or what an abstention declares missing, asks for; None for
    anything else.
    """
    line = text.strip().lstrip("¿")
    return next((kind for kind, pattern in _asks() if pattern.search(line)), None)


@lru_cache(maxsize=2048)
def subject_words(text: str, *, verbs: bool = False) -> frozenset[str]:
    """The words that say what the value is of: content words without the kind of value, and without verbs.

    Dates and persons stand in most passages, so for them the verb ("founded") has to be there too.
    """
    code = language(text)
    if code in ("zh", "ja"):
        return frozenset(
            token.norm
            for piece in _CJK_ASKING.sub(" ", text).split()
            for token in tokens(piece)
            if len(piece) >= 2
        )
    words = content_words(text) - _kind_words()
    return frozenset(
        token.norm
        for token in tokens(text)
        if token.norm in words and len(token.norm) > 1 and (verbs or not _is_verb(token.text, code))
    )


def _is_verb(raw: str, code: str) -> bool:
    name = code if code in LANGUAGES else "en"
    lex = lexicon(name)
    if lex is None or (name == "de" and raw[:1].isupper()):
        return False
    word = raw.lower()
    return lex.roles.get(word) is not None and word not in lex.noun_like


@lru_cache(maxsize=8)
def _told(name: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in _table()["told"][name]["patterns"]), re.IGNORECASE)


@lru_cache(maxsize=1)
def _sides() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in _table()["sides"].values())


def _another_side(question: str, unit: str) -> bool:
    """Whether the question asks for one dimension and the unit gives only others."""
    asked = [pattern for pattern in _sides() if pattern.search(question)]
    if not asked or any(pattern.search(unit) for pattern in asked):
        return False
    return any(pattern.search(unit) for pattern in _sides())


_IN_WORDS: Final = frozenset(("payer", "frequency", "permission"))
"""Kinds of answer that are told in words and not by a figure or a name."""
_BY_DEED: Final = frozenset(("payer", "permission", "age"))
"""Kinds that are asked of a deed: its verb ("smoking", "rent a boat") says what the answer is of."""
_FOUND_BY_ROLE: Final = frozenset(("date", "person", "place"))
"""Dates and names stand in most passages: a value of these kinds needs what it is the date or name of."""


def holds_value(
    question: str, passage: str, *, heading: str = "", seeking: Sought | None = None
) -> Span | None:
    """Where the passage holds a value of the sought kind beside all that the question names, or None.

    `heading` (a title, a section) may supply words but no value. One word in four may be missing, but
    for a date, a person or a place none of the verbs and roles.
    """
    kind = seeking or sought(question)
    if kind is None:
        return None
    by_role = kind in _FOUND_BY_ROLE
    by_deed = kind in _BY_DEED
    roles = set(fields_in(question)) if by_role else set()
    if kind == "place":
        roles = roles - {"site"} or {"site"}
    spoken = field_words(question)
    wanted = subject_words(question, verbs=by_role or by_deed)
    if kind in _IN_WORDS:
        wanted -= _asked_in(question, kind)
    if by_role:
        wanted = frozenset(word for word in wanted if not roles & spoken.get(word, frozenset()))
    if not wanted and len(roles) < 2:
        return None
    above = content_words(heading)
    for start, end in _units(passage):
        unit = passage[start:end]
        words = _words_of(unit)
        said = covered(wanted, question, words | above, unit)
        if len(said) < 0.75 * len(wanted) or (wanted and not wanted & words):
            continue
        places = fields_in(unit)
        if not roles <= places.keys() or (by_role and _other_namesake(question, unit)):
            continue
        if kind == "quantity" and _another_side(question, unit):
            continue
        place = _value(kind, unit, question, near=[places[role] for role in roles])
        if place is not None:
            return place.shift(start)
    return None


def _asked_in(question: str, kind: Sought) -> frozenset[str]:
    """The words of a question that ask for an answer told in words ("pays", "allowed")."""
    spans = [match.span() for match in _told(kind).finditer(question)]
    spans += [
        match.span() for name, pattern in _asks() if name == kind for match in pattern.finditer(question)
    ]
    if kind == "permission":  # the pattern spans what is asked about
        spans = [match.span() for match in _told(kind).finditer(question)]
    return frozenset(
        token.norm for token in tokens(question) if any(a <= token.start and token.end <= b for a, b in spans)
    )


def _other_namesake(question: str, unit: str) -> bool:
    """Whether a name of the question stands in the unit only as part of another one ("Bangkok Noi")."""
    there = names(unit)
    for asked in names(question):
        sharing = [name.text for name in there if _words_of(name.text) & _words_of(asked.text)]
        if sharing and not any(same_name(asked.text, name) for name in sharing):
            return True
    return False


def _words_of(text: str) -> frozenset[str]:
    return frozenset(token.norm for token in tokens(text))


def _units(passage: str) -> Iterable[tuple[int, int]]:
    """Sentences; a passage with table rows is one unit."""
    if " | " in passage or passage.count("\t") > 2:
        return ((0, len(passage)),)
    return ((span.start, span.end) for span in sentences(passage))


def _value(kind: Sought, unit: str, question: str, near: Sequence[Span] = ()) -> Span | None:
    """The first value of the kind in the unit that the question does not hold; of names the nearest one."""
    if kind in _IN_WORDS:
        match = _told(kind).search(unit)
        return Span(match.start(), match.end()) if match is not None else None
    if kind in ("person", "place"):
        asked = _words_of(question)
        found = [
            Span(name.start, name.end)
            for name in names(unit)
            if name.kind in _NAMES[kind] and not _words_of(name.text) & asked
        ]
        if kind == "place":
            found = [one for one in found if _LOCATED.search(unit[max(0, one.start - 20) : one.start])]
            found += [Span(match.start(), match.end()) for match in _ADDRESS.finditer(unit)]
        if not near:
            return found[0] if found else None
        return min(found, key=lambda span: min(_gap(span, other) for other in near), default=None)
    known = {(figure.value, figure.date) for figure in figures(question)}
    for figure in figures(unit):
        if kind == "age":
            if _is_age(figure, unit):
                return Span(figure.start, figure.end)
        elif (figure.value, figure.date) not in known and _fits(kind, figure):
            return Span(figure.start, figure.end)
    return None


_NAMES: Final = {
    "person": frozenset(("person", "organisation", "name")),
    "place": frozenset(("place", "organisation", "name")),
}
_LOCATED: Final = re.compile(
    r"\b(?:in|at|on|near|of|to|outside|beside|from|im|am|an|bei|nahe|aus|à|en|au|près de|de|cerca de)"
    r" (?:the |der |la |le )?$",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(
    r"\b\d{1,4}[a-z]?,? (?:[A-Z][\w'’-]+ ){1,3}"
    r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Square|Way|Drive|Place|Row|Quay)\b"
    r"|\b[A-ZÄÖÜ]\w*(?:straße|strasse|str\.|weg|platz|gasse|allee) \d+"
    r"|\b\d+,? (?:rue|avenue|place|quai|boulevard) |\b(?:[Cc]alle|[Aa]venida|[Pp]laza) [A-ZÁÉÍÓÚ]\w+"
)


def _gap(left: Span, right: Span) -> int:
    """How many characters lie between two stretches."""
    return max(right.start - left.end, left.start - right.end, 0)


def _is_age(figure: Figure, unit: str) -> bool:
    years = figure.unit == "month" and _YEARS.match(figure.unit_text) is not None
    if figure.kind != "number" and not years:
        return False
    before, after = (
        unit[max(0, figure.start - _AROUND) : figure.start],
        unit[figure.end : figure.end + _AROUND],
    )
    if _told("age_after").match(after) is not None:
        return True
    return years and _told("age_before").search(before) is not None


_AROUND: Final = 40
_YEARS: Final = re.compile(r"y|jahr|an|añ|岁|歳|年", re.IGNORECASE)


def _fits(kind: Sought, figure: Figure) -> bool:
    if kind == "duration":
        return figure.kind == "measure" and figure.unit in _DURATIONS
    if kind == "money":
        return figure.kind == "money"
    if kind == "date":
        return figure.kind in ("date", "time")
    if kind == "percent":
        return figure.kind in ("percent", "points")
    if kind == "count":
        return figure.kind in ("number", "measure")
    return figure.kind in ("measure", "money", "percent") or (kind == "quantity" and figure.kind == "number")


def shares(words: frozenset[str], asking: str, text: str) -> float:
    """The share of these words of `asking` that the text says, itself or by field; 0 without words."""
    return len(covered(words, asking, _words_of(text), text)) / len(words) if words else 0.0


def has_value(kind: Sought, texts: Sequence[str]) -> bool:
    """Whether a value of this kind stands in one of the texts."""
    return any(_value(kind, text, "") is not None for text in texts)
