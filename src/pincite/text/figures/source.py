"""A text with what its figures depend on, found at need: language, decimal sign, order of day and month."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from pincite.text.figures.dates import DayOrder
from pincite.text.figures.folding import fold
from pincite.text.figures.numerals import convention
from pincite.text.figures.spelling import spelled
from pincite.text.words import language as language_of

_WORD: Final = re.compile(r"[^\W\d_]+")
_LEFT: Final = 40
_ENGLISH: Final = (" the ", " of ", " and ")


# Words of tables and forms, where there are no sentences to tell the language by.
_LABELS: Final = {
    "de": spelled(
        "tsd mio mrd teur kosten umsatz ergebnis betrag summe gesamt prozent gewicht anzahl preis menge jahr"
    ),
    "fr": spelled(
        "chiffre affaires exercice montant frais resultat poids nombre annee prix quantite depenses milliers"
    ),
    "es": spelled("importe ingresos gastos ejercicio facturacion resultado peso cantidad precio millones"),
    "en": spelled(
        "revenue costs income amount weight quantity price thousand thousands million millions sales year"
    ),
}


def _language_of_labels(folded: str) -> str:
    words = frozenset(_WORD.findall(folded))
    counts = {code: len(words & labels) for code, labels in _LABELS.items()}
    best = max(counts, key=counts.__getitem__)
    others = [count for code, count in counts.items() if code != best]
    return best if counts[best] > max(others) else ""


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
            self._language = "en" if english else language_of(self.text) or _language_of_labels(sample)
        return self._language

    def decimal(self) -> str:
        if self._decimal is None:
            self._decimal = convention(self.folded, self.language)
        return self._decimal

    @cached_property
    def without_capitals(self) -> bool:
        return self.text.islower()

    def word_before(self, start: int) -> str:
        """The last folded word before `start` on the same line, or ""."""
        left = self.folded[max(0, start - _LEFT) : start]
        words = _WORD.findall(left, left.rfind("\n") + 1)
        return words[-1] if words else ""
