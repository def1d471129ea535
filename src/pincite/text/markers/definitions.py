"""Reference lists, footnote texts and link targets: they say what a key stands for and cite nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pincite.text.markers.marker import Marker

_TARGET: Final = re.compile(r"^[ \t]{0,3}\[\^?(?P<label>[^\]\n]{1,80})\]:[ \t]*(?=\S)", re.MULTILINE)
_LINE: Final = re.compile(r"[^\n]*\n?")
_TITLE: Final = re.compile(
    r"[ \t]*(?:#{1,6}[ \t]*)?[*_]{0,3}(?:references?(?: list)?|sources?(?: (?:cited|used|list))?|citations?"
    r"|bibliography|works cited|literature(?: cited)?|footnotes?|endnotes?"
    r"|quellen(?:verzeichnis|angaben|nachweise?)?|literatur(?:verzeichnis)?|einzelnachweise|fußnoten|belege|références|bibliographie|sources|referencias|fuentes"
    r"|bibliografía|参考文献|参考资料|参考資料|引用文献|引用|来源|資料来源|出典|脚注|注释)"
    r"[*_]{0,3}[ \t]*[:：]?[*_]{0,3}(?P<rest>[^\n]*)",
    re.IGNORECASE,
)
_ENTRY: Final = re.compile(
    r"[ \t]*(?:[-*+•][ \t]+)?(?:[*_]{0,2}[\[【［]\^?(?P<key>\d{1,3}|[\w.:-]{1,60})[\]】］][*_]{0,2}:?"
    r"|(?P<number>\d{1,3})[.):、]|\^(?P<caret>\d{1,3}):?)[ \t]*(?P<body>\S.*)"
)
_PLAIN_ENTRY: Final = re.compile(r"[ \t]*(?:[-*+•][ \t]+\S|https?://|<https?://)")
# Smith, J. (2019). Title. | Smith, John. "Title." 2019. | Smith J, Lee K. Title. 2019;1:2.
_AUTHOR_ENTRY: Final = re.compile(
    r"[ \t]*(?:[a-z]{2,3} ){0,2}[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]+(?:[ -][A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]+)?"
    r"(?:, [A-ZÀ-ÖØ-ÞĀ-Ž]| [A-Z]{1,3}[,.])"
    r"[^\n]{0,400}?\b(?:1[5-9]|20)\d\d\b"
)
# What stands in the place of entries: "(none listed)", "None.", "n/a"; in brackets any short remark.
_PLACEHOLDER: Final = re.compile(
    r"[ \t]*[*_]{0,2}(?:[(（][^()（）\n]{1,60}[)）]|[–—-]|(?:none|nil|n/?a"
    r"|no (?:\w+ )?(?:sources?|references?|citations?)"
    r"|not (?:available|applicable|given|provided|listed|specified)|keine?|ohne|entfällt|aucune?|néant"
    r"|ningun[oa]|sin (?:fuentes|referencias)|no (?:disponible|aplica))\b[^.\n]{0,40}"
    r"|无|無|なし|暂无)[.。]?[*_]{0,2}[ \t]*$",
    re.IGNORECASE,
)
_HEADING: Final = re.compile(r"[ \t]*#{1,6}[ \t]")
_URL: Final = re.compile(r"https?://|www\.|doi\.org|10\.\d{4,}/")
_WORDS: Final = re.compile(r"[^\W\d_]{3,}")
_STATEMENT: Final = re.compile(r"[\[【［]\d{1,3}[\]】］]")


def definitions(text: str) -> tuple[Marker, ...]:
    """Every definition, a whole line each, in order; the title of a reference list is no part of them."""
    found = {line.start: line for line in _targets(text)}
    if _mentions_list(text):
        lines = [(m.start(), m.end()) for m in _LINE.finditer(text) if m.end() > m.start()]
        for entry in (*_titled_list(text, lines), *_trailing_list(text, lines)):
            found.setdefault(entry.start, entry)
    return tuple(found[start] for start in sorted(found))


def _mentions_list(text: str) -> bool:
    return _HINT.search(text) is not None


_HINT: Final = re.compile(
    r"(?:^|\n)(?:[ \t#*_]*(?:ref|sour|cit|bib|wor|lit|foo|end|que|ein|fuß|bel|réf|fue"
    r"|参|引|来|資|出|脚|注)|[ \t]*[\[【［]\d|[ \t]*[-*+•][ \t]+[\[【［]\d)",
    re.IGNORECASE,
)


def _targets(text: str) -> list[Marker]:
    if "]:" not in text:
        return []
    found: list[Marker] = []
    for match in _TARGET.finditer(text):
        end = text.find("\n", match.end())
        found.append(_definition(text, match.start(), end if end >= 0 else len(text), match.group("label")))
    return found


def _definition(text: str, start: int, end: int, key: str) -> Marker:
    body = text[start:end]
    start += len(body) - len(body.lstrip())
    end = start + len(body.strip())
    return Marker(start, end, text[start:end], (str(int(key)) if key.isdigit() else key,), "definition")


def _titled_list(text: str, lines: Sequence[tuple[int, int]]) -> list[Marker]:
    """The entries under a line such as "References" up to the next heading."""
    for at in range(len(lines) - 1, -1, -1):
        start, end = lines[at]
        title = _TITLE.fullmatch(text[start:end].rstrip("\r\n"))
        if title is None:
            continue
        rest = title.group("rest").strip()
        if rest:
            entry = _ENTRY.match(rest)
            if entry is None or entry.group("number") or _WORDS.search(_STATEMENT.sub("", rest)) is None:
                continue
            keys = _STATEMENT.findall(rest)
            return [
                _definition(text, start, end, keys[0].strip("[]【】［］") if keys else ""),
                *_entries(text, lines[at + 1 :]),
            ]
        found = _entries(text, lines[at + 1 :])
        if found:
            return found
    return []


def _entries(text: str, lines: Sequence[tuple[int, int]]) -> list[Marker]:
    found: list[Marker] = []
    for start, end in lines:
        line = text[start:end]
        if not line.strip():
            continue
        if _HEADING.match(line) is not None:
            break
        entry = _ENTRY.match(line)
        if entry is not None:
            key = entry.group("key") or entry.group("number") or entry.group("caret")
            found.append(_definition(text, start, end, key))
        elif _PLAIN_ENTRY.match(line) is not None or _AUTHOR_ENTRY.match(line) is not None:
            found.append(_definition(text, start, end, ""))
        elif found and line[0] in " \t":
            found.append(_definition(text, start, end, found[-1].keys[0]))
        elif not found and _PLACEHOLDER.match(line.rstrip("\r\n")) is not None:
            return [_definition(text, start, end, "")]
        else:
            break
    return found


def _trailing_list(text: str, lines: Sequence[tuple[int, int]]) -> list[Marker]:
    """Entries `[n] …` that end the text without a title, each with an address or a number cited before."""
    at = len(lines)
    entries: list[tuple[int, int, str, str]] = []
    while at > 0:
        start, end = lines[at - 1]
        line = text[start:end]
        if line.strip():
            entry = _ENTRY.match(line)
            if entry is None or not (entry.group("key") or "").isdigit():
                break
            entries.append((start, end, entry.group("key"), entry.group("body")))
        at -= 1
    if not entries or at == 0:
        return []
    entries.reverse()
    before = text[: entries[0][0]]
    cited = {number.strip("[]【】［］") for number in _STATEMENT.findall(before)}
    numbers = [int(key) for _, _, key, _ in entries]
    rising = all(a < b for a, b in pairwise(numbers))
    if not rising or not all(key in cited or _URL.search(body) for _, _, key, body in entries):
        return []
    if any(_STATEMENT.search(body) for _, _, _, body in entries):
        return []
    return [_definition(text, start, end, key) for start, end, key, _ in entries]
