"""What stands over items and rows, cut to what they need: lead-ins without words that only announce a list,
rows without names of columns that say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pincite.claims.frames import tidy
from pincite.claims.lexicon import word_set
from pincite.text.words import content_words, tokens

# Words at the end of a lead-in, or before a noun in it, that say no more than that a list comes.
_ANNOUNCED: Final = re.compile(
    r"[\s,]*\b(?:(?:the |these )?following(?: [\w-]+){0,2}|as follows|these(?: [\w-]+)?|among other things"
    r"|(?:listed |given |shown )?below|folgendes|(?:die |der |das )?folgende[nrms]?(?: [\w-]+){0,2}|wie folgt"
    r"|unter anderem|(?:les|ces) [\w-]+ suivante?s|ce qui suit|ci-dessous|entre autres|lo siguiente"
    r"|(?:los|las) (?:siguientes [\w-]+|[\w-]+ siguientes)|entre otros|entre otras cosas)\s*$"
    r"|(?:如下|(?:以下|下列|下記|次の)[^，。、]{0,4})$",
    re.IGNORECASE,
)
_INNER: Final = re.compile(r"\b(?:following|folgende[nrms]?|suivante?s|siguientes)\s+", re.IGNORECASE)
# "To clean the pump, you can follow these steps": what matters is what the steps are for.
_URGED: Final = re.compile(
    r",\s*(?:please\s+|just\s+)?(?:(?:you|we|one)\s+(?:can|should|could|may|must|need to)\s+)?"
    r"(?:follow|consider|take|try|use|do|complete)$",
    re.IGNORECASE,
)
_ANNOUNCING: Final = """
follow consider try take use do please you can should could may must key main principal major important most
basic fact facts figure figures point points detail details step steps summary overview short brief
information info answer highlight highlights aspect aspects feature features thing things list note notes
result results finding findings takeaway takeaways item items here below sum conclusion breakdown data
Wichtigste Wichtigsten Überblick Kurz Zusammenfassung Punkte Fakten Details Übersicht Schritte Antwort
Angaben kurz voici points principaux détails résumé bref étapes informations essentiel réponse resumen
puntos principales detalles pasos información datos respuesta aquí
"""
_CJK_ANNOUNCING: Final = re.compile(
    r"(?:主要|关键|具体|重要)?(?:要点|如下|内容|信息|概要|総括|ポイント|まとめ|概述|总结)?"
)


def introduced_by(lead: str) -> str:
    """A lead-in without what only announces its list; empty when nothing else is left."""
    head = _URGED.sub("", _INNER.sub("", _ANNOUNCED.sub("", lead)).strip(" ,:："))
    if _CJK_ANNOUNCING.fullmatch(head):
        return ""
    return head if content_words(head) - _announcing() else ""


@lru_cache(maxsize=1)
def _announcing() -> frozenset[str]:
    return frozenset(token.norm for token in tokens(_ANNOUNCING))


_PRICE: Final = re.compile(
    r"(?:(?:total|unit|gesamt|einzel)?\s*(?:prices?|costs?|fees?|amounts?|preise?|kosten|betrag|gebühr|prix|coûts?|montants?|tarifs?|precios?"
    r"|costes?|importes?)|价格|费用|金额|价钱|料金|価格|金額)(?:\s*\(?(?:€|\$|£|¥|eur|usd|gbp|chf|jpy)\)?)?",
    re.IGNORECASE,
)
_CURRENCY: Final = re.compile(r"[€$£¥元円]|\b(?:EUR|USD|GBP|CHF|JPY|euros?|dollars?)\b", re.IGNORECASE)


def _shown(name: str, cell: str) -> bool:
    """Whether the cell itself shows what its column is called."""
    return _PRICE.fullmatch(tidy(name)) is not None and _CURRENCY.search(cell) is not None


def _telling(name: str) -> bool:
    """Whether a column's name says more than that a thing or a value stands there."""
    word = _EDGES.sub("", name).casefold()
    return bool(word) and word not in _BARE


_EDGES: Final = re.compile(r"^[\s*_:#]+|[\s*_:：]+$")
_BARE: Final = word_set(
    """
    value values valeur valeurs wert werte valor valores 数值 值 値 内容 detail details détail détails
    detalle detalles angabe angaben description beschreibung descripción 描述 说明 説明 詳細 information
    informations info información informationen answer antwort réponse respuesta data daten données
    datos donnée result results item items element élément elemento parameter paramètre parámetro
    feature features merkmal eigenschaft caractéristique característica aspect aspekt aspecto
    property properties propriété propiedad attribute field category kategorie catégorie categoría
    topic thema sujet tema mesure messgröße kenngröße indicator indicador indicateur kennzahl metric
    项目 項目 指标 参数 类别 source sources quelle quellen fuente fuentes 来源 出典 reference references
    referenz
    référence note notes comment comments bemerkung remarque nota no. nr. #
    """
)


def of_row(cells: Sequence[str], header: Sequence[str]) -> str | None:
    """A table row with the names of its columns: "Ticket: Single; Weight: 3 kg". None without a header.

    A column of prices whose cell shows a currency needs no name, and a name like "Value" or "Item" says
    nothing.
    """
    pairs = [
        f"{tidy(name)}: {tidy(cell)}" if _telling(name) and not _shown(name, cell) else tidy(cell)
        for cell, name in zip(cells, [*header, *[""] * len(cells)], strict=False)
        if cell.strip()
    ]
    return "; ".join(pairs) if header and pairs else None
