"""The judge's general vocabulary: synonyms, wider words, opposites, translations, irregular forms.

The lists are plain text beside this module, written for general and office language; no entry belongs to a
particular test. Every entry is stored under the norm that `pincite.text.words` gives it, so that spelling and
inflection are evened out in one place.
"""

from __future__ import annotations

import gc
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from msgspec import Struct

from pincite.judges.rules.inflection import bases
from pincite.text.words import ALSO_ENGLISH, STOP_WORDS, fold, stem, tokens

_FIELDS: Final = ("en", "de", "fr", "es", "zh", "ja")
_CJK_START: Final = "\u3041"
# Words of grammar, as norms: those of the other languages as far as no English word is spelt so.
GRAMMAR: Final = STOP_WORDS["en"] | (
    frozenset(stem(word) for code in ("de", "fr", "es") for word in STOP_WORDS[code])
    - frozenset(map(stem, ALSO_ENGLISH))
)
# Where the groups of German, French and Spanish words are numbered from.
FOREIGN_GROUPS: Final = (100_000, 200_000, 300_000)
_SYNONYMS: Final = ("synonyms", "synonyms_de", "synonyms_fr", "synonyms_es")


class Phrase(Struct, frozen=True, gc=False):
    """Words that act as one term. `groups`, `axes` and `concepts` as in `Lexicon`."""

    norms: tuple[str, ...]
    groups: frozenset[int]
    axes: tuple[tuple[int, int], ...]
    concepts: frozenset[int]


class Lexicon(Struct, frozen=True, eq=False):
    """Look-ups by norm.

    `groups`: synonym lines a word stands in. `wider`: words that may be claimed of it, `narrower` the
    reverse; `regions`: the parts of the world that a country lies in, whose rules hold for it. `axes`:
    (axis, +1 or -1) for the ends of opposite pairs. `concepts`: lines of the translation table. `phrases`:
    multi-word entries by first norm, longest first. `strings`: Chinese and Japanese entries, longest first,
    with axes and concepts.
    """

    base: dict[str, str]
    groups: dict[str, frozenset[int]]
    wider: dict[str, frozenset[str]]
    narrower: dict[str, tuple[str, ...]]
    regions: dict[str, tuple[str, ...]]
    axes: dict[str, tuple[tuple[int, int], ...]]
    concepts: dict[str, frozenset[int]]
    phrases: dict[str, tuple[Phrase, ...]]
    strings: dict[str, tuple[tuple[tuple[int, int], ...], frozenset[int]]]
    verbs: frozenset[str]
    light: frozenset[str]


def _lines(name: str) -> list[str]:
    text = resources.files("pincite.judges.rules").joinpath("lexicon", f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def listed(name: str) -> frozenset[str]:
    """One of the named word lists of `words.txt`."""
    return _listings()[name]


@cache
def _listings(file: str = "words") -> dict[str, frozenset[str]]:
    paragraphs = "\n".join(_lines(file)).replace("\n  ", " ").splitlines()
    parted = (paragraph.partition(":") for paragraph in paragraphs)
    return {name: frozenset(entries.split()) for name, _, entries in parted}


@cache
def generic(name: str) -> frozenset[str]:
    """One of the classes of `generic.txt` that say little, as norms."""
    return frozenset(lexicon().base.get(n, n) for word in _listings("generic")[name] for n in _norms(word))


@cache
def seasons() -> dict[str, frozenset[int]]:
    """The months of each season, by the norm of its name."""
    return {
        _norms(name)[0]: frozenset(map(int, entries))
        for name, entries in _listings("generic").items()
        if all(map(str.isdigit, entries))
    }


@cache
def attributes() -> dict[str, tuple[tuple[str, str, bool], ...]]:
    """What size of a figure a word names, by norm: dimension, attribute, whether a bare figure is read so."""
    found: dict[str, list[tuple[str, str, bool]]] = {}
    base = lexicon().base
    for head, entries in _listings("attributes").items():
        dimension, attribute = head.split()
        entry = (dimension, attribute.rstrip("*"), attribute.endswith("*"))
        for norm in {base.get(norm, norm) for word in entries for norm in _norms(word)}:
            found.setdefault(norm, []).append(entry)
    return {norm: tuple(entries) for norm, entries in found.items()}


@cache
def irregular_forms() -> frozenset[str]:
    """The irregular forms of English verbs, as written."""
    return frozenset(form for line in _lines("irregular") for form in line.split(":")[1].split())


def _norms(entry: str) -> tuple[str, ...]:
    return tuple(token.norm for token in tokens(entry))


_LEAVE: Final = frozenset(
    map(
        stem,
        ("entitled", "allowed", "permitted", "eligible", "prohibited", "forbidden", "required", "obliged"),
    )
)
# How a noun is made of the verb that the lists hold: participation, arrival, payment, refusal, measurable.
_DERIVED: Final = (
    "ations",
    "ation",
    "ition",
    "ion",
    "ment",
    "al",
    "ance",
    "ence",
    "ness",
    "ity",
    "able",
    "ible",
    "ive",
    "ly",
)
# Words by which a phrase says the opposite of its other words, as norms.
_NEGATING: Final = (
    "no not without free nothing none never nicht nichts kein keine ohne ne pas rien sans aucun jamais sin"
    " nada ningun ninguna nunca"
)
NEGATIVES: Final = frozenset(map(stem, _NEGATING.split()))
_PARTICLES: Final = NEGATIVES | {"up", "out", "off", "down", "away", "over", "back"}
# Groups of a phrase and its words are numbered from here on, those of other languages than English below.
PHRASE_GROUPS: Final = 1_000_000
_FOREIGN_PHRASES: Final = 500_000


class _Builder:
    """Collects entries under their norms while the files are read."""

    def __init__(self) -> None:
        self.base: dict[str, str] = {}
        self.known: dict[str, str] = {}
        self.groups: dict[tuple[str, ...], set[int]] = {}
        self.axes: dict[tuple[str, ...], set[tuple[int, int]]] = {}
        self.concepts: dict[tuple[str, ...], set[int]] = {}
        self.strings: dict[str, tuple[set[tuple[int, int]], set[int]]] = {}

    def key(self, entry: str) -> tuple[str, ...]:
        """The norms of an entry. Most are plain words that need no tokeniser and come more than once."""
        found = []
        for word in entry.split():
            norm = self.known.get(word)
            if norm is None:
                if not word.isalpha():
                    return tuple(self.base.get(norm, norm) for norm in _norms(entry))
                norm = stem(fold(word))
                norm = self.known[word] = self.base.get(norm, norm)
            found.append(norm)
        return tuple(found)

    def irregular(self) -> None:
        for line in _lines("irregular"):
            head, forms = line.split(":")
            target = stem(fold(head.strip()))
            for form in forms.split():
                norm = stem(fold(form))
                if norm != target:
                    self.base.setdefault(norm, target)

    def synonyms(self) -> None:
        for first, name in zip((0, *FOREIGN_GROUPS), _SYNONYMS, strict=True):
            for number, line in enumerate(_lines(name), start=first):
                for entry in line.split(","):
                    key = self.key(entry)
                    if key:
                        self.groups.setdefault(key, set()).add(number)

    def nominals(self) -> None:
        """A word made of another says what that says, and the two stand for each other."""
        for number, line in enumerate(_lines("nominals"), start=1):
            head, forms = line.split(":")
            base = self.key(head)
            groups = {-number, *self.groups.get(base, ())}
            axes, concepts = self.axes.get(base), self.concepts.get(base)
            for key in dict.fromkeys((base, *map(self.key, forms.split()))):
                self.groups.setdefault(key, set()).update(groups)
                if axes and key != base:
                    self.axes.setdefault(key, set()).update(axes)
                if concepts and key != base:
                    self.concepts.setdefault(key, set()).update(concepts)

    def opposites(self) -> None:
        for axis, line in enumerate(_lines("opposites")):
            for sign, end in zip((1, -1), line.split("|"), strict=True):
                for entry in end.split(","):
                    self._add_axis(entry.strip(), (axis, sign))

    def _add_axis(self, entry: str, axis: tuple[int, int]) -> None:
        if entry and entry[0] >= _CJK_START:
            self.strings.setdefault(entry, (set(), set()))[0].add(axis)
        elif key := self.key(entry):
            self.axes.setdefault(key, set()).add(axis)

    def translations(self) -> None:
        for number, line in enumerate(_lines("translations")):
            for code, field in zip(_FIELDS, line.split(";"), strict=True):
                for entry in filter(str.strip, field.split(",")):
                    if code in ("zh", "ja"):
                        self.strings.setdefault(entry.strip(), (set(), set()))[1].add(number)
                    elif key := self.key(entry):
                        self.concepts.setdefault(key, set()).add(number)

    def _inherited(self, key: tuple[str, ...], leave: list[tuple[str, ...]]) -> set[tuple[int, int]]:
        """A phrase built on a word of leave or ban ("be entitled to") says what the word says."""
        return {axis for one in leave if one[0] in key for axis in self.axes[one]}

    def _constituents(self) -> None:
        """A phrase may stand for a word of it ("object to", "licence fee"), but not for another phrase with
        that word; one with a particle ("turn off") is a word of its own."""
        light = {norm for line in _lines("light") for norm in map(stem, line.split())}
        for number, key in enumerate([key for key in self.groups if len(key) > 1], start=1):
            content = [norm for norm in key if norm not in light and norm not in GRAMMAR]
            if self.axes.get(key) or not _PARTICLES.isdisjoint(key):
                continue
            foreign = all(FOREIGN_GROUPS[0] <= group for group in self.groups[key])
            group = number + (_FOREIGN_PHRASES if foreign else PHRASE_GROUPS)
            for norm in content:
                if (norm,) in self.groups or not norm.endswith(_DERIVED):
                    for one in (key, (norm,)):
                        self.groups.setdefault(one, set()).add(group)

    def build(self) -> Lexicon:
        wider: dict[str, set[str]] = {}
        narrower: dict[str, set[str]] = {}
        regions: dict[str, set[str]] = {}
        for line in _lines("broader"):
            head, words = line.split(":")
            target = self.key(head)[-1]
            for word in words.split():
                for norm in self.key(word):
                    wider.setdefault(norm, set()).add(target)
                    narrower.setdefault(target, set()).add(norm)
                    if head[0].isupper():
                        regions.setdefault(norm, set()).add(target)
        self._constituents()
        keys = {*self.groups, *self.axes, *self.concepts}
        leave: list[tuple[str, ...]] = [key for key in self.axes if len(key) == 1 and key[0] in _LEAVE]
        phrases: dict[str, list[Phrase]] = {}
        for key in keys:
            if len(key) > 1:
                phrases.setdefault(key[0], []).append(
                    Phrase(
                        key,
                        frozenset(self.groups.get(key, ())),
                        tuple(sorted(self.axes.get(key) or self._inherited(key, leave))),
                        frozenset(self.concepts.get(key, ())),
                    )
                )
        return Lexicon(
            base=self.base,
            groups={key[0]: frozenset(value) for key, value in self.groups.items() if len(key) == 1},
            # In a fixed order: the first of several matches that are equally sure is the one that is kept.
            narrower={norm: tuple(sorted(value)) for norm, value in narrower.items()},
            regions={norm: tuple(sorted(value)) for norm, value in regions.items()},
            wider={norm: frozenset(value) for norm, value in wider.items()},
            axes={key[0]: tuple(sorted(value)) for key, value in self.axes.items() if len(key) == 1},
            concepts={key[0]: frozenset(value) for key, value in self.concepts.items() if len(key) == 1},
            phrases={
                first: tuple(sorted(found, key=lambda p: (-len(p.norms), p.norms)))
                for first, found in phrases.items()
            },
            strings={
                string: (tuple(sorted(axes)), frozenset(concepts))
                for string, (axes, concepts) in sorted(self.strings.items(), key=lambda item: -len(item[0]))
            },
            verbs=frozenset(self.base.get(n, n) for line in _lines("verbs") for n in map(stem, line.split())),
            light=frozenset(self.base.get(n, n) for line in _lines("light") for n in map(stem, line.split())),
        )


@cache
def lexicon() -> Lexicon:
    """The vocabulary, read once a process."""
    # The many small sets made here all stay: looking for garbage among them takes a third of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        builder = _Builder()
        builder.irregular()
        builder.synonyms()
        builder.opposites()
        builder.translations()
        builder.nominals()
        return builder.build()
    finally:
        if collecting:
            gc.enable()


@lru_cache(maxsize=65536)
def root(norm: str) -> str:
    """The listed word that a derived or inflected word is made of: participation of participate; itself
    when none is listed.
    """
    words = lexicon()
    if norm in words.groups or norm in words.axes:
        return norm
    for candidate in _made_of(norm):
        if candidate in words.groups or candidate in words.axes:
            return candidate
    return norm


@lru_cache(maxsize=65536)
def groups_of(norm: str) -> frozenset[int]:
    """The synonym lines that a word stands in, else the word that it is made of."""
    groups = lexicon().groups
    found = groups.get(norm)
    if found is None:
        found = next((groups[base] for base in _made_of(norm) if base in groups), None)
    return found or frozenset()


@lru_cache(maxsize=65536)
def concepts_of(norm: str) -> frozenset[int]:
    """The lines of the translation table that a word stands in, else its dictionary form."""
    words = lexicon()
    found = words.concepts.get(norm)
    if found is None and len(norm) >= _LEAST_INFLECTED:
        found = next((words.concepts[base] for base in bases(norm) if base in words.concepts), None)
    return found or frozenset()


_LEAST_PART: Final = 4


@lru_cache(maxsize=16384)
def concepts_in(compound: str) -> frozenset[int]:
    """The concepts of the two words that a German compound is made of: Werksproduktion, Tageskarte."""
    found = concepts_of(compound)
    if found or len(compound) < 2 * _LEAST_PART:
        return found
    known = lexicon().concepts
    for cut in range(_LEAST_PART, len(compound) - _LEAST_PART + 1):
        head, rest = compound[cut:], compound[:cut]
        if head in known:
            joined = (
                known.get(rest) or known.get(rest.removesuffix("s")) or known.get(rest.removesuffix("en"))
            )
            return known[head] | (joined or frozenset())
    return found


_LEAST_INFLECTED: Final = 4


def _made_of(norm: str) -> list[str]:
    found = []
    for ending in _DERIVED:
        if norm.endswith(ending) and len(norm) - len(ending) >= 4:
            stem = norm[: -len(ending)]
            found += [stem, stem + "at", stem + "y"]
    return found + bases(norm) if len(norm) >= _LEAST_INFLECTED else found
