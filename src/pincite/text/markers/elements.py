"""Markers that are elements or commands: `<cite>`, `<co>`, superscripts, TeX, private signs of ChatGPT."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from pincite.text.markers.marker import Marker
from pincite.text.markers.numbers import LARGEST, read_numbers
from pincite.text.stopwords import word_set

_TURN: Final = re.compile(r"turn\d+[a-z]+\d+")
_PRIVATE: Final = re.compile("\ue200(?:file)?cite(?:\ue202[^\ue200-\ue202]{0,100}){1,50}\ue201")
_STRIPPED: Final = re.compile(r"(?:file)?cite(?:turn\d{1,4}[a-z]{2,10}\d{1,4})+")
_LITERAL: Final = re.compile(
    r"(?:\\ue200(?:file)?cite)?(?:\\ue202turn\d{1,4}[a-z]{2,10}\d{1,4})+(?:\\ue201)?", re.IGNORECASE
)
_HASHED: Final = re.compile(r"##(\d{1,3})\$\$")
_CONTENT_REFERENCE: Final = re.compile(r"(?::contentReference)?\[oaicite:(\d{1,4})\](?:\{index=\d{1,4}\})?")
_COMMAND: Final = re.compile(
    r"\\(?!nocite)[A-Za-z]{0,12}[cC]ite[A-Za-z]{0,8}\*?(?:\[[^\]\n]{0,100}\]){0,2}\{(?P<keys>[^{}\n]{1,300})\}"
)
_TAG: Final = re.compile(
    r"<(?P<name>cite|citation|cit|ref|reference|source|src|doc|document)\b(?P<attributes>[^<>]{0,300}?)(?P<closed>/)?>",
    re.IGNORECASE,
)
_ATTRIBUTE: Final = re.compile(
    r"\b(?:id|ids|doc|docs|doc_id|document|document_id|source|source_id|sources|ref|refs|key|keys|index|chunk|chunk_id"
    r"|number|n|name)\s*=\s*(?:\"([^\"]{1,200})\"|'([^']{1,200})'|([^\s\"'<>/]{1,200}))",
    re.IGNORECASE,
)
_STATEMENT_RANGES: Final = re.compile(r"\s*(?:\[\d{1,4}(?:-\d{1,4})?\]\s*+(?:,\s*+)?)+")
_STATEMENT_RANGE: Final = re.compile(r"\[(\d{1,4})(?:-(\d{1,4}))?\]")
_MOST_ENCLOSED: Final = 2000
_CO_NEW: Final = re.compile(r"<co>(?P<body>[^<>]{0,2000})</co:\s*(?P<keys>[\d:,\s\[\]]{1,200})>")
_CO_OLD: Final = re.compile(
    r"<co:\s*(?P<keys>[\d,\s]{1,100})>(?P<body>[^<>]{0,2000})</co:\s*(?P<again>[\d,\s]{1,100})>"
)
_CO_PART: Final = re.compile(r"(\d+):\[([\d,\s]*)\]|(\d+)")
_SUP: Final = re.compile(r"<sup\b[^<>]{0,100}>(?P<body>.{1,200}?)</sup>", re.IGNORECASE)
_ANY_TAG: Final = re.compile(r"<[^<>]{0,200}>")
_HIGH: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUPERSCRIPT: Final = re.compile(
    rf"(?<![{_HIGH}⁻⁺])[{_HIGH}]{{1,3}}(?:[˒‚,·⁻–-][{_HIGH}]{{1,3}}){{0,30}}(?![{_HIGH}⁻⁺ⁿ])"
)
_LOWERED: Final = str.maketrans(
    dict(zip(_HIGH, "0123456789", strict=True)) | {"˒": ",", "‚": ",", "·": ",", "⁻": "-"}
)
# Measures and functions that carry exponents.
_RAISED_WORDS: Final = word_set("""
    sec min mol rad bar sin cos tan cot log exp lim det rank inches inch feet foot metres meters metre meter
    miles mile yards yard kilometres kilometers centimetres centimeters quadratmeter meter mètres metros chi
""")
_NOTE_SIGNS: Final = frozenset(".,;:!?”\"’'»]】。，！？；：」』…")


def elements(text: str, known: Collection[str]) -> Iterator[Marker]:
    """Every marker of these styles, in no particular order."""
    if "cite" in text or "\\ue202" in text.lower():
        yield from _chatgpt(text)
    if "##" in text:
        for match in _HASHED.finditer(text):
            yield Marker(match.start(), match.end(), match.group(), (str(int(match.group(1))),), "hash_n", 0)
    if "\\" in text:
        yield from _commands(text)
    if "<" in text:
        yield from _tags(text, known)
        yield from _cohere(text)
        yield from _raised_tags(text)
    if not text.isascii():
        yield from _raised_signs(text, known)


def _chatgpt(text: str) -> Iterator[Marker]:
    if "oaicite" in text:
        for match in _CONTENT_REFERENCE.finditer(text):
            yield Marker(match.start(), match.end(), match.group(), (str(int(match.group(1))),), "oaicite", 0)
    styles = ((_PRIVATE, "pua_cite"), (_LITERAL, "pua_cite_literal"), (_STRIPPED, "pua_cite_stripped"))
    for pattern, style in styles:
        for match in pattern.finditer(text):
            if style == "pua_cite_stripped" and text[match.start() - 1 : match.start()] == "\ue200":
                continue
            keys = tuple(dict.fromkeys(_TURN.findall(match.group())))
            malformed = not keys
            yield Marker(match.start(), match.end(), match.group(), keys, style, 0, malformed)


def _commands(text: str) -> Iterator[Marker]:
    for match in _COMMAND.finditer(text):
        keys = tuple(dict.fromkeys(key.strip() for key in match.group("keys").split(",") if key.strip()))
        yield Marker(match.start(), match.end(), match.group(), keys, "latex", None, not keys)


def _tags(text: str, known: Collection[str]) -> Iterator[Marker]:
    for match in _TAG.finditer(text):
        name = match.group("name").lower()
        values = [a or b or c for a, b, c in _ATTRIBUTE.findall(match.group("attributes"))]
        inner = match.end()
        closing = None
        if not match.group("closed"):
            closing = _SAME_TAG[name].search(text, inner, inner + _MOST_ENCLOSED)
            if closing is not None and closing.group(1) != "/":
                closing = None
        end, body = (closing.end(), text[inner : closing.start()]) if closing is not None else (inner, "")
        marker = _tag(text[match.start() : end], match.start(), inner, name, values, body, known)
        if marker is not None and (values or closing is not None):
            yield marker


_SAME_TAG: Final = {
    name: re.compile(rf"<(/?){name}\b[^<>]{{0,300}}>", re.IGNORECASE)
    for name in ("cite", "citation", "cit", "ref", "reference", "source", "src", "doc", "document")
}


def _tag(
    whole: str, start: int, inner: int, name: str, values: list[str], body: str, known: Collection[str]
) -> Marker | None:
    end = start + len(whole)
    if values:
        keys = tuple(dict.fromkeys(k for k in re.split(r"[,;\s]+", values[0]) if k)) or (values[0],)
        if values[0] in known:
            keys = (values[0],)
        enclosed = (inner, inner + len(body)) if body.strip() and read_numbers(body) is None else (-1, -1)
        return Marker(start, end, whole, keys, "cite_element", None, False, *enclosed)
    if name == "cite" and not body.strip():
        return Marker(start, end, whole, (), "statement_cite", 0)
    if name == "cite" and _STATEMENT_RANGES.fullmatch(body) is not None:
        found: dict[str, None] = {}
        for first, last in _STATEMENT_RANGE.findall(body):
            for number in range(int(first), min(int(last or first), int(first) + LARGEST) + 1):
                found[f"C{number}"] = None
        return Marker(start, end, whole, tuple(found), "statement_cite", 0)
    numbers = read_numbers(body.strip().strip("[]"))
    if numbers is not None and numbers.largest <= LARGEST:
        return Marker(start, end, whole, numbers.keys, "cite_element", 1, numbers.broken)
    if body.strip() in known:
        return Marker(start, end, whole, (body.strip(),), "cite_element")
    return None


def _cohere(text: str) -> Iterator[Marker]:
    if "<co" not in text:
        return
    for pattern in (_CO_NEW, _CO_OLD):
        for match in pattern.finditer(text):
            keys: dict[str, None] = {}
            for call, results, alone in _CO_PART.findall(match.group("keys")):
                if alone:
                    keys[alone] = None
                for result in results.split(",") if call else ():
                    if result.strip():
                        keys[f"{call}:{result.strip()}"] = None
            body = match.span("body") if match.group("body") else (-1, -1)
            yield Marker(
                match.start(), match.end(), match.group(), tuple(keys), "cohere_co", 0, not keys, *body
            )


def _raised_tags(text: str) -> Iterator[Marker]:
    for match in _SUP.finditer(text):
        body = match.group("body")
        bare = _ANY_TAG.sub("", body).strip()
        bracketed = bare.startswith("[") or bare != body.strip()
        numbers = read_numbers(bare.strip("[]"))
        if numbers is None or numbers.largest > LARGEST:
            continue
        if bracketed or _carries_note(text, match.start()):
            yield Marker(
                match.start(), match.end(), match.group(), numbers.keys, "html_sup", 1, numbers.broken
            )


def _raised_signs(text: str, known: Collection[str]) -> Iterator[Marker]:
    for match in _SUPERSCRIPT.finditer(text):
        if not _carries_note(text, match.start()):
            continue
        lowered = match.group().translate(_LOWERED)
        numbers = read_numbers(lowered)
        if numbers is None or numbers.broken or numbers.largest > LARGEST:
            continue
        keys = numbers.keys
        # ¹² is note twelve, or notes one and two: what is stored decides.
        if lowered.isdigit() and len(lowered) > 1 and lowered not in known and set(lowered) <= set(known):
            keys = tuple(dict.fromkeys(lowered))
        yield Marker(match.start(), match.end(), match.group(), keys, "unicode_sup", 1)


_LETTERS_BEFORE: Final = re.compile(r"[^\W\d_]+$")


def _carries_note(text: str, at: int) -> bool:
    """Whether a raised number after `text[:at]` is a note and no exponent, ordinal or charge."""
    before = text[at - 1 : at]
    if before in _NOTE_SIGNS and before:
        return not (before in ".," and text[at - 2 : at - 1].isdigit() and text[at : at + 1].isdigit())
    if before == ")":
        opening = text.rfind("(", max(0, at - 60), at)
        return opening > 0 and text[opening - 1] == " " and not re.search(r"[\d+*/=^-]", text[opening:at])
    if before >= "\u2e80":
        return before.isalpha() and before not in "米尺里寸"
    letters = _LETTERS_BEFORE.search(text, max(0, at - 40), at)
    if letters is None or len(letters.group()) < 3:
        return False
    return (
        letters.group().casefold() not in _RAISED_WORDS
        and not text[letters.start() - 1 : letters.start()].isdigit()
    )
