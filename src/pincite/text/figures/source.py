"""A text with what its figures depend on, found at need: language, decimal sign, order of day and month."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from pincite.text.figures.dates import DayOrder
from pincite.text.figures.folding import fold
from pincite.text.figures.numerals import convention
from pincite.text.figures.sheets import language_of
from pincite.text.figures.spelling import spelled

_WORD: Final = re.compile(r"[^\W\d_]+")
_LEFT: Final = 40
_ENGLISH: Final = (" the ", " of ", " and ")


# Words of tables and forms, where there are no sentences to tell the language by.
_LABELS: Final = {
    "de": spelled(
        "tsd mio mrd teur kosten umsatz ergebnis betrag summe gesamt prozent gewicht anzahl preis menge jahr",
        "lange breite hohe tiefe dicke durchmesser flache inhalt leistung stuck einwohner gesamtlange",
        "nutzlast fassungsvermogen drehzahl reichweite abstand entfernung monat monate stunden tage",
    ),
    "fr": spelled(
        "chiffre affaires exercice montant frais resultat poids nombre annee prix quantite depenses milliers",
        "longueur largeur hauteur profondeur epaisseur diametre puissance habitants duree capacite charge",
    ),
    "es": spelled("importe ingresos gastos ejercicio facturacion resultado peso cantidad precio millones"),
    "en": spelled(
        "revenue costs income amount weight quantity price thousand thousands million millions sales year",
        "length width height depth thickness diameter power inhabitants duration capacity load payload speed",
    ),
}


# Letters and endings of words by which a label of a few words tells its language.
_LETTERS: Final = {"de": "äöüß", "es": "ñáíóú¿¡", "fr": "çèêëàâîôûœ"}
_GERMAN_ENDINGS: Final = (
    "lange", "breite", "hohe", "tiefe", "gewicht", "ung", "heit", "keit", "dauer", "zahl", "menge", "stunden",
)  # fmt: skip
# Words of one language only; "la" and "les" tell no more than that the decimal sign is a comma.
_ONLY: Final = {
    "de": spelled(
        "der das die ein eine und ist sind hat wiegt misst fasst kostet betragt leistet rund etwa je von"
    ),
    "fr": spelled("le les une du des et est pese mesure coute compte environ pres la"),
    "es": spelled("el los las una y es pesa mide cuesta tiene casi unos unas la"),
}
_SHORT_WORD: Final = 6


def _language_of_labels(text: str, folded: str) -> str:
    words = frozenset(_WORD.findall(folded))
    counts = {code: len(words & labels) for code, labels in _LABELS.items()}
    best = max(counts, key=counts.__getitem__)
    others = [count for code, count in counts.items() if code != best]
    if counts[best] > max(others):
        return best
    told = _told(text, words)
    return told.pop() if not counts[best] and len(told) == 1 else ""


def _told(text: str, words: frozenset[str]) -> set[str]:
    """The languages that the grammatical words, the letters or the endings of a few words speak for."""
    spoken = {code for code in _LETTERS if not words.isdisjoint(_ONLY[code])}
    if not words.isdisjoint(_ENGLISH_WORDS) and not spoken:
        return set()
    lower = text.lower()
    told = spoken or {code for code, letters in _LETTERS.items() if any(char in lower for char in letters)}
    if not told:
        long = [word for word in words if len(word) > _SHORT_WORD]
        told = {"de"} if any(word.endswith(_GERMAN_ENDINGS) for word in long) else set()
    return told


_ENGLISH_WORDS: Final = spelled(
    "the of and for with per is was by on at from to has have an height width length depth size"
)


class Source:
    """One text being read. `folded` has the same length as `text`."""

    def __init__(self, text: str, language: str = "") -> None:
        self.text = text
        self.folded = fold(text)
        self._language = language or None
        self._decimal: str | None = None
        self.order = DayOrder(self.folded, self.language)

    def language(self) -> str:
        if self._language is None:
            sample = self.folded[:2000]
            english = sum(sample.count(word) for word in _ENGLISH) >= 3
            self._language = (
                "en" if english else language_of(self.text) or _language_of_labels(self.text[:2000], sample)
            )
        return self._language

    def decimal(self) -> str:
        if self._decimal is None:
            self._decimal = convention(self.folded, self.language_of_numbers)
        return self._decimal

    def language_of_numbers(self) -> str:
        """The language, or one of several that all have a decimal comma."""
        told = self.language()
        return told or next(iter(sorted(_told(self.text, frozenset(_WORD.findall(self.folded[:2000]))))), "")

    @cached_property
    def without_capitals(self) -> bool:
        return self.text.islower()

    def word_before(self, start: int) -> str:
        """The last folded word before `start` on the same line, or ""."""
        left = self.folded[max(0, start - _LEFT) : start]
        words = _WORD.findall(left, left.rfind("\n") + 1)
        return words[-1] if words else ""
