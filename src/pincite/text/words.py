"""Words: tokens with offsets, stop words, light stems, and the language of a text.

`norm` makes two spellings of one word equal: case and accents are folded and inflection is cut lightly. It
is a function of the word alone, never of the text around it, so that norms of two texts can be compared
whatever language either of them seems to be in. Chinese and Japanese text, which has no spaces, becomes
overlapping character bigrams.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pincite.model.span import Span
from pincite.text.stopwords import STOP_WORDS, word_set

__all__ = [
    "ALSO_ENGLISH",
    "STOP_WORDS",
    "Token",
    "content_words",
    "fold",
    "language",
    "mask",
    "norm_of",
    "stem",
    "tokens",
]


class Token(Struct, frozen=True, gc=False):
    """One word, number or CJK bigram: `text` as written at `start:end`, `norm` its form for matching."""

    start: int
    end: int
    text: str
    norm: str

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


# Han with its extensions and iteration marks, kana with the prolonged sound mark, half-width katakana.
_KANA: Final = "\u3041-\u309f\u30a0-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_HAN: Final = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_CJK: Final = _HAN + _KANA
# One alternative starts per character class, so that the scan is linear. A number keeps its separators as
# written (1.234,56 and 58·3); a word keeps inner apostrophes; hyphens part words.
_TOKEN: Final = re.compile(
    rf"(?P<cjk>[{_CJK}]+)"
    r"|(?P<number>\d+(?:[.,·:'’]\d+)*(?:(?:st|nd|rd|th)\b)?)"
    rf"|(?P<word>[^\W\d_{_CJK}](?:[^\W_{_CJK}]|[\u0300-\u036f\u00ad])*(?:['’][^\W\d_{_CJK}]+)*)"
)
# The same for ASCII, and for text without CJK characters and underscores: the classes are much quicker.
_ASCII_TOKEN: Final = re.compile(
    r"[0-9]+(?:[.,:'][0-9]+)*(?:(?:st|nd|rd|th)\b)?|[A-Za-z][A-Za-z0-9]*(?:'[A-Za-z]+)*"
)
_PLAIN_TOKEN: Final = re.compile(
    r"\d+(?:[.,·:'’]\d+)*(?:(?:st|nd|rd|th)\b)?|[^\W\d][\w\u0300-\u036f\u00ad]*(?:['’][^\W\d]+)*"
)
_NOT_PLAIN: Final = re.compile(f"[{_CJK}_]")
_ELISION: Final = re.compile(r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|presqu)['’](?=\w)", re.IGNORECASE)
_HIRAGANA_ONLY: Final = re.compile("[\u3041-\u309f]+")
_VOWEL: Final = re.compile("[aeiouy]")
_ADJECTIVE: Final = re.compile("(lich|isch|igkeit|ig|bar|los|sam|haft|ung)(?:ere?n?|en?|em|es)$")
_SIBILANT_PLURAL: Final = ("sses", "xes", "ches", "shes", "zzes")


@lru_cache(maxsize=65536)
def fold(word: str) -> str:
    """The word in folded case, without accents, ligatures, width variants and soft hyphens."""
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.replace("’", "'").casefold())
    # Only the accents of European scripts go: a voiced kana and an Indic vowel sign are letters of their own.
    bare = "".join(c for c in decomposed if c != "\u00ad" and not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", bare).casefold()


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The folded word with its inflection cut: plurals, -ing, -ed, German -e and -en, French -aux.

    Agent nouns keep their -er (an employer is not an employee). The result is a key, not a word.
    """
    root = word[:-2] if word.endswith("'s") else word.rstrip("'")
    if len(root) <= 3 or not root.isalpha():
        return root
    adjective = _ADJECTIVE.search(root)
    if adjective is not None and adjective.start() >= 3:
        return root[: adjective.end(1)]
    root = _without_ending(_singular(root))
    if root.endswith("en") and len(root) >= 5:
        root = root[:-2]
    elif root.endswith(("ern", "eln")) and len(root) >= 6:
        root = root[:-1]
    return root[:-1] if root.endswith("e") and len(root) >= 4 else root


def _singular(word: str) -> str:
    if word.endswith("aux") and len(word) >= 6:
        return word[:-3] + "al"
    if not word.endswith("s"):
        return word
    if word.endswith("ies") and len(word) >= 5:
        return word[:-3] + "y"
    if word.endswith(_SIBILANT_PLURAL):
        return word[:-2]
    return word if word.endswith(("ss", "us", "is")) else word[:-1]


def _without_ending(word: str) -> str:
    for ending in ("ing", "ied", "eed", "ed"):
        if not word.endswith(ending):
            continue
        base = word[: -len(ending)]
        if len(base) < 3 or _VOWEL.search(base) is None:
            return word
        if ending == "ied":
            return base + "y"
        if ending == "eed":
            return base + "ee"
        return base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
    return word


_MOST_WORDS: Final = 65536


class _Norms(dict[str, str]):
    """The norm of each token as written, worked out when it is first met."""

    def __missing__(self, text: str) -> str:
        if len(self) >= _MOST_WORDS:
            self.clear()
        # An elided article ("l'") keeps its sign.
        norm = fold(text) if text.endswith(("'", "’")) else stem(fold(text))
        self[text] = norm
        return norm


_NORMS: Final = _Norms()


def norm_of(text: str) -> str:
    """The norm of one token as written, as `tokens` gives it."""
    return _NORMS[text]


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """The words, numbers and CJK bigrams of the text, in order; only bigrams of one run overlap."""
    ascii_only = text.isascii()
    if ("_" in text) if ascii_only else (_NOT_PLAIN.search(text) is not None):
        return tuple(_any_tokens(text))
    found: list[Token] = []
    signs = "'" in text or "’" in text
    norms = _NORMS
    at = 0
    # A token begins at the first place from which its own text can be read on: no place before it begins one.
    for piece in (_ASCII_TOKEN if ascii_only else _PLAIN_TOKEN).findall(text):
        at = text.find(piece, at)
        end = at + len(piece)
        if signs and ("'" in piece or "’" in piece):
            start, piece = _elided(found, at, piece)
            found.append(Token(start, end, piece, norms[piece]))
        else:
            found.append(Token(at, end, piece, norms[piece]))
        at = end
    return tuple(found)


def _elided(found: list[Token], start: int, piece: str) -> tuple[int, str]:
    """The place and text of a word behind its elided articles, which become tokens of their own."""
    while (elision := _ELISION.match(piece)) is not None:
        sign = elision.group()
        found.append(Token(start, start + len(sign), sign, fold(sign)))
        start, piece = start + len(sign), piece[len(sign) :]
    return start, piece


def _any_tokens(text: str) -> list[Token]:
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind, piece = match.lastgroup, match.group()
        start, end = match.span()
        if kind == "word":
            start, piece = _elided(found, start, piece)
            found.append(Token(start, end, piece, norm_of(piece)))
        elif kind == "number" or len(piece) == 1:
            found.append(Token(start, end, piece, fold(piece)))
        else:
            for at in range(len(piece) - 1):
                pair = piece[at : at + 2]
                found.append(Token(start + at, start + at + 2, pair, fold(pair)))
    return found


class _Content(dict[str, str]):
    """The norm of each token as written, "" for the stop words of a language."""

    def __init__(self, stops: frozenset[str]) -> None:
        super().__init__()
        self._stops = stops

    def __missing__(self, text: str) -> str:
        if len(self) >= _MOST_WORDS:
            self.clear()
        stop = fold(text) in self._stops or _HIRAGANA_ONLY.fullmatch(text) is not None
        norm = self[text] = "" if stop else norm_of(text)
        return norm


_ANY_STOP: Final = frozenset().union(*STOP_WORDS.values())
_CONTENT: Final = {code: _Content(STOP_WORDS.get(code, _ANY_STOP)) for code in ("", *STOP_WORDS)}


@lru_cache(maxsize=4096)
def content_words(text: str) -> frozenset[str]:
    """The norms of the tokens that are no stop words of the text's language (of any, if that is unsure)."""
    content = _CONTENT[language(text)]
    return frozenset([content[token.text] for token in tokens(text)]) - {""}


_LATIN: Final = ("en", "de", "fr", "es")


# Frequent words of content that are spelt so in one language only.
_TELLING: Final = {
    "en": word_set("two three four five six seven eight nine ten years days months percent total costs"),
    "de": word_set(
        "zwei drei vier funf sechs sieben acht neun zehn jahre tage monate prozent mio mrd ca nr abs bzw"
    ),
    "fr": word_set(
        "deux trois quatre cinq six sept huit neuf dix ans jours mois environ heures euros moins"
        " doit doivent mille"
    ),
    "es": word_set("dos tres cuatro cinco seis siete ocho nueve diez anos dias meses euros horas menos mil"),
}


# Stop words that English text has as words or names too (the civil war, a car, Los Angeles).
ALSO_ENGLISH: Final = word_set(
    "war car die man hat bin den von son sans me los las el des del de la le per du o al u e ca sean solo t'"
    " ha van sin fin fast her will was plus pour on or but comment"
)


def _weights() -> dict[str, tuple[tuple[str, float], ...]]:
    # A word that several languages share is weaker evidence for each of them.
    shared: dict[str, list[str]] = {}
    for code in _LATIN:
        for word in STOP_WORDS[code]:
            shared.setdefault(word, []).append(code)
    for word in ALSO_ENGLISH:
        shared.setdefault(word, []).append("en")
    for code, words in _TELLING.items():
        for word in words:
            shared.setdefault(word, []).append(code)
    return {word: tuple((code, 1 / len(codes) ** 2) for code in codes) for word, codes in shared.items()}


_EVIDENCE: Final = _weights()
_LETTERS: Final = {
    "ß": "de",
    "ä": "de",
    "ö": "de",
    "ü": "de",
    "ñ": "es",
    "¿": "es",
    "¡": "es",
    "ó": "es",
    "í": "es",
    "á": "es",
    "ç": "fr",
    "œ": "fr",
    "è": "fr",
    "ê": "fr",
    "à": "fr",
    "ù": "fr",
    "ô": "fr",
    "û": "fr",
}
_LETTER: Final = re.compile("[" + "".join(_LETTERS) + "]", re.IGNORECASE)
_KANA_CHARACTER: Final = re.compile(f"[{_KANA}]")
_HAN_CHARACTER: Final = re.compile(f"[{_HAN}]")
_LATIN_WORD: Final = re.compile(r"[^\W\d_]+(?:['’](?=\w))?")
_ASCII_WORD: Final = re.compile(r"[A-Za-z]+(?:'(?=\w))?")
_SAMPLE: Final = 800


class _Telling(dict[str, tuple[tuple[str, float], ...]]):
    """What each word as written says about the language."""

    def __missing__(self, word: str) -> tuple[tuple[str, float], ...]:
        if len(self) >= _MOST_WORDS:
            self.clear()
        # A single capital is an initial.
        initial = len(word) == 1 and word.isupper()
        said = self[word] = () if initial else _EVIDENCE.get(fold(word), ())
        return said


_SAID: Final = _Telling()


@lru_cache(maxsize=8192)
def language(text: str) -> str:
    """`en`, `de`, `fr`, `es`, `zh` or `ja`, or `""` when unsure, by script and stop words.

    The first 800 characters are read.

    Han without any kana is taken for Chinese: a Japanese title that is all kanji cannot be told from it.
    """
    sample = text[:_SAMPLE]
    words = (_ASCII_WORD if sample.isascii() else _LATIN_WORD).findall(sample)
    if not sample.isascii():
        kana, han = len(_KANA_CHARACTER.findall(sample)), len(_HAN_CHARACTER.findall(sample))
        latin = sum(1 for word in words if word[0] < "\u0250")
        if kana + han >= 2 and kana + han >= 2 * latin:
            return "ja" if kana * 20 >= han and kana else "zh"
    scores = dict.fromkeys(_LATIN, 0.0)
    for word in words:
        for code, weight in _SAID[word]:
            scores[code] += weight
    if not sample.isascii():
        for letter in _LETTER.findall(sample)[:20]:
            scores[_LETTERS[letter.lower()]] += 0.5
    best, second = sorted(scores.values(), reverse=True)[:2]
    if best < 1 or best < 1.5 * second:
        return ""
    return max(scores, key=scores.__getitem__)


def mask(text: str, spans: Iterable[Span]) -> str:
    """The text with every span blanked by spaces of equal length; line breaks stay."""
    pieces: list[str] = []
    at = 0
    for start, end in sorted((span.start, span.end) for span in spans):
        if end <= at:
            continue
        first = max(start, at)
        pieces.append(text[at:first])
        pieces.append(_BLANKED.sub(" ", text[first:end]))
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


_BLANKED: Final = re.compile(r"[^\n\r]")
