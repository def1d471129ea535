"""Where a text gives orders to a judge, and the text with those stretches blanked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from pincite.text.injection.addresses import ADDRESSES, DIALOGUE, ROLE_LINE, ROLE_TAG, ROLE_TOKENS
from pincite.text.injection.cues import (
    ABOUT,
    CONDITION,
    MENTION,
    OPPOSITE,
    REGARDLESS,
    SAMPLE,
    VERDICT_ORDER,
)
from pincite.text.injection.disguise import decoded, readable, spaced_instructions
from pincite.text.injection.english import ENGLISH
from pincite.text.injection.languages import OTHER_LANGUAGES
from pincite.text.injection.pattern import CLAUSE_OPENS, InjectionKind, Pattern
from pincite.text.injection.standing import STANDING
from pincite.text.quotes import quotations

_WORD = re.compile(r"[^\W_]+")
_PUNCTUATION = str.maketrans(dict.fromkeys("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", " "))
_UNSPACED_SCRIPT = re.compile("[\u3040-\u9fff]")
_UNSPACED = "\u3000"
"""Stands among the words of a text for a script without spaces."""
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_ROLE_WORDS = frozenset(("system", "assistant", "developer", "instruction", "instructions"))
_PATTERNS = (*ENGLISH, *STANDING, *OTHER_LANGUAGES)
_STOP = ".!?;\n。！？；"
_RANK: tuple[InjectionKind, ...] = ("assertion", "directive", "override", "verdict", "role")
"""Of several kinds in one stretch the last one names it."""
_SENTENCE = 400
"""So far, in characters, a sentence is followed to either side."""
_SPACED_LETTERS = 4
_LONG_WORD = 18
"""Encoded text has a word at least so long; a spaced instruction so many single letters."""
_NEAR = 160
"""Two instructions so near to each other make one stretch, with what stands between them."""
_ADDRESSED = 200
"""So far after words that turn to a judge, in characters, an order is looked for."""
_CONTENT = 1500
"""So much after a fake tag is looked at."""


class Injection(Struct, frozen=True):
    """`source[start:end]` is aimed at a judge or model. `disguised`: hidden from a human reader."""

    kind: InjectionKind
    start: int
    end: int
    text: str
    disguised: bool = False


class _Hit(Struct, frozen=True, order=True):
    start: int
    end: int
    kind: InjectionKind


@lru_cache(maxsize=1024)
def injections(text: str) -> tuple[Injection, ...]:
    """The instruction-like stretches of a text, in order, none of them overlapping.

    A text that talks about such instructions (a security guide, a rubric, a page on marking exams) has
    none: what stands in quotation marks and is introduced as an example is mentioned, not used; an
    instruction with a condition or with its opposite beside it is a rubric.
    """
    plain = readable(text)
    folded = plain.text.replace("İ", "I").lower()  # no other letter changes its length
    words = _words(folded)
    hits = [
        *_orders(plain.text, folded, words),
        *_roles(plain.text, words),
        *_addresses(plain.text, folded, words),
    ]
    if len(words & _LETTERS) >= _SPACED_LETTERS:
        hits.extend(_Hit(start, end, "override") for start, end in spaced_instructions(plain.text))
    encoded = decoded(text) if max(map(len, words), default=0) >= _LONG_WORD else []
    if not hits and not encoded:
        return ()
    found: list[Injection] = []
    for hit in _merged(sorted(hits)):
        start, end = plain.span(hit.start, hit.end)
        found.append(
            Injection(
                hit.kind,
                start,
                end,
                text[start:end],
                _hidden(plain.disguised, text[start:end], plain.text[hit.start : hit.end]),
            )
        )
    for start, end, content in encoded:
        if injections(content) and not any(one.start < end and start < one.end for one in found):
            found.append(Injection("directive", start, end, text[start:end], True))
    return tuple(sorted(found, key=lambda one: one.start))


def neutralise(text: str) -> str:
    """The text with every injected stretch blanked: same length, line breaks kept."""
    found = injections(text)
    if not found:
        return text
    pieces: list[str] = []
    at = 0
    for one in found:
        pieces.append(text[at : one.start])
        pieces.append("".join("\n" if character == "\n" else " " for character in one.text))
        at = one.end
    pieces.append(text[at:])
    return "".join(pieces)


def _hidden(disguised: bool, source: str, plain: str) -> bool:
    return disguised and source != plain


def _orders(text: str, folded: str, words: frozenset[str]) -> Iterator[_Hit]:
    for pattern in _PATTERNS:
        if not _holds(pattern, folded, words):
            continue
        for match in pattern.regex.finditer(folded):
            start, end = match.span()
            if start and text[start].isascii() and text[start].isalnum() and text[start - 1].isalnum():
                continue
            if pattern.kind == "verdict":
                if not _sampled(text, start, end, text[start:end]):
                    yield _Hit(start, end, "verdict")
                continue
            if pattern.imperative and not CLAUSE_OPENS.search(text[max(0, start - 20) : start]):
                continue
            if not _loud(text, match):
                continue
            left, right = _sentence(text, start, end)
            if not _rubric(pattern.kind, text[left:right]) and not _mentioned(pattern.kind, text, start, end):
                yield _Hit(_clause(text, left, start), right, pattern.kind)


def _holds(pattern: Pattern, folded: str, words: frozenset[str]) -> bool:
    """Whether the text has what the pattern needs; Chinese and Japanese words have no spaces around them."""
    for group in pattern.needs:
        if words.isdisjoint(group) and (
            _UNSPACED not in words or not any(word in folded for word in group if word > "\u3000")
        ):
            return False
    return True


def _words(folded: str) -> frozenset[str]:
    """The words of a text, with the brackets that open an object or a tag."""
    if folded.isascii():
        words = folded.translate(_PUNCTUATION).split()
    else:
        words = _WORD.findall(folded)
        if _UNSPACED_SCRIPT.search(folded):
            words.append(_UNSPACED)
    words.extend(bracket for bracket in "{<" if bracket in folded)
    return frozenset(words)


def _loud(text: str, match: re.Match[str]) -> bool:
    """A common word is a verdict only in capitals or in quotation marks, and so is any word without a
    lead-in.
    """
    groups = match.groupdict()
    if "verdict" not in groups:
        return True
    if groups["verdict"] is not None:
        word = text[match.start("verdict") : match.end("verdict")]
        return word.isupper() or text[match.start("verdict") - 1] in "\"'“‘«`"
    return groups["loud"] is None or text[match.end() - 4 : match.end()].isupper()


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    left = max((text.rfind(stop, max(0, start - _SENTENCE), start) for stop in _STOP), default=-1) + 1
    right = min(
        (place for stop in _STOP if (place := text.find(stop, max(start, end - 1), end + _SENTENCE)) >= 0),
        default=min(len(text), end + _SENTENCE),
    )
    left = max(left, start - _SENTENCE, 0)
    return left, min(len(text), right + 1)


def _clause(text: str, left: int, start: int) -> int:
    """The imperative takes the words that lead it in (“Note to the judge:”), not what the source says
    before.
    """
    while left < start and text[left].isspace():
        left += 1
    lead = text[left:start]
    if any(pattern.regex.search(lead.lower()) for pattern in ADDRESSES):
        return left
    return start if "," in lead or ":" in lead or len(lead) > 60 else left


def _rubric(kind: InjectionKind, sentence: str) -> bool:
    """A conditional order, or one that names the opposite verdict too, tells how to mark, not what."""
    if kind != "directive" or REGARDLESS.search(sentence):
        return False
    return bool(CONDITION.search(sentence) or OPPOSITE.search(sentence))


def _mentioned(kind: InjectionKind, text: str, start: int, end: int) -> bool:
    left, right = _sentence(text, start, end)
    around = text[left:start] + " " + text[end:right]
    before = text[max(0, start - 300) : start]
    about = ABOUT.search(before) or ABOUT.search(around)
    if _quoted(text, start, end):
        return bool(about or MENTION.search(around) or MENTION.search(before[-80:]))
    if kind != "override":
        return False
    return bool(MENTION.search(text[left:start]) or (about and ABOUT.search(around)))


def _quoted(text: str, start: int, end: int) -> bool:
    window = max(0, start - 300)
    stretch = text[window : end + 300]
    for quote in quotations(stretch):
        if quote.start + window <= start and end <= quote.end + window:
            return True
    tick = text.rfind("`", window, start + 1)
    return tick >= 0 and text.find("`", end, end + 200) >= 0 and "\n\n" not in text[tick:end]


def _sampled(text: str, start: int, end: int, matched: str) -> bool:
    """A verdict object shown as an example of a format, or one that is a plain record."""
    line = max(text.rfind("\n", 0, start), start - 80)
    before = text[max(0, line) : start]
    if SAMPLE.search(before) and not ABOUT.search(before):
        return True
    if not matched.lstrip().startswith("{"):
        return bool(OPPOSITE.search(matched))
    strong = re.search(
        r"(?:label|verdict|judge?ment|entailment|decision)[\"']?\s*[:=]\s*[\"']?"
        r"(?:(?:fully|completely)?[\s_-]*supported|entailed|entailment|full|verified|faithful|grounded|true"
        r"|correct|yes)\b",
        matched,
        re.IGNORECASE,
    )
    explained = re.search(
        r"\b(?:confidence|reason|rationale|explanation|claim_id|justification)\b", matched, re.IGNORECASE
    )
    return not (strong or explained)


def _roles(text: str, words: frozenset[str]) -> Iterator[_Hit]:
    """Fake turns of a conversation with a model, and hidden comments, that hold an order."""
    if "<" in text or "[" in text or "&lt;" in text:
        for match in ROLE_TOKENS.finditer(text):
            if not _mentioned("role", text, match.start(), match.end()):
                yield _Hit(match.start(), _sentence(text, match.end(), match.end())[1], "role")
        for match in ROLE_TAG.finditer(text):
            closing = re.compile(
                rf"(?:<|&lt;|\[)\s?/\s?{match.group(2)}[^>\]\n]{{0,20}}(?:>|&gt;|\])", re.IGNORECASE
            )
            ended = closing.search(text, match.end(), match.end() + _CONTENT)
            inner = ended.start() if ended else _sentence(text, match.end(), match.end())[1]
            if _ordering(text[match.end() : inner]) and not _mentioned("role", text, match.start(), inner):
                yield _Hit(match.start(), ended.end() if ended else inner, "role")
        for start, end in _comments(text):
            if _ordering(text[start : min(end, start + _CONTENT)]):
                yield _Hit(start, end, "role")
    if words.isdisjoint(_ROLE_WORDS):
        return
    for match in DIALOGUE.finditer(text):
        end = _sentence(text, match.end(), match.end())[1]
        if _ordering(match.group() + text[match.end() : end]):
            yield _Hit(match.start(), end, "role")
    for match in ROLE_LINE.finditer(text):
        line = text.find("\n", match.end())
        end = len(text) if line < 0 else line
        end = min(end, match.end() + _CONTENT)
        if _ordering(text[match.end() : end]):
            start = match.start() + (match.group()[0] == "\n")
            yield _Hit(start, end, "role")


def _comments(text: str) -> Iterator[tuple[int, int]]:
    at = text.find("<!--")
    while at >= 0:
        end = text.find("-->", at + 4)
        if end < 0:
            return
        yield at, end + 3
        at = text.find("<!--", end + 3)


def _ordering(content: str) -> bool:
    """Whether a text tells what to find, and is no rubric."""
    return VERDICT_ORDER.search(content) is not None and not _rubric("directive", content)


def _addresses(text: str, folded: str, words: frozenset[str]) -> Iterator[_Hit]:
    for pattern in ADDRESSES:
        if not _holds(pattern, folded, words):
            continue
        for match in pattern.regex.finditer(folded):
            start = match.start()
            if start and text[start].isascii() and text[start - 1].isalnum():
                continue
            right = _sentence(text, match.end(), match.end())[1]
            order = VERDICT_ORDER.search(text, match.end(), min(len(text), match.end() + _ADDRESSED))
            if order is None:
                continue
            right = max(right, _sentence(text, order.end(), order.end())[1])
            if not _rubric("directive", text[match.end() : right]) and not _mentioned(
                "directive", text, start, right
            ):
                yield _Hit(start, right, "directive")


def _merged(hits: list[_Hit]) -> Iterator[_Hit]:
    """Neighbouring hits as one stretch; a stretch of nothing but assertions is none."""
    current: _Hit | None = None
    for hit in hits:
        if current is not None and hit.start <= current.end + _NEAR:
            kind = max(current.kind, hit.kind, key=_RANK.index)
            current = _Hit(current.start, max(current.end, hit.end), kind)
            continue
        if current is not None and current.kind != "assertion":
            yield current
        current = hit
    if current is not None and current.kind != "assertion":
        yield current
