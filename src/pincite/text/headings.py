"""Texts that name a matter without saying anything about it, and table rows without their header.

A heading, a title, a table of contents, an entry of a reference list, a list of links, a single word or a
question cannot carry a claim. A row of figures says nothing while no column has a name.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from pincite.text.quotes import is_title

HeadingKind = Literal["word", "heading", "contents", "references", "links", "question"]

LONGEST = 4000
"""A longer text is never taken for a heading, unless every line of it is a link or a reference."""
LONGEST_REFERENCE = 500
LONGEST_QUESTION = 300
_LONGEST_WORDS = 80
_LONGEST_HEADING = 200
HEADING_WORDS = 12

_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_STOPPED = re.compile(r"[.!?;:,。！？；：，、]\W*$")
_MARKUP = re.compile(r"^#{1,6}\s+|^<h[1-6][^>]*>|</h[1-6]>$|^\*\*(?=[^*]+\*\*$)|\*\*$|^__(?=[^_]+__$)|__$")
_HEADED = re.compile(r"^#{1,6}\s+\S|^<h[1-6][^>]*>.*</h[1-6]>$", re.IGNORECASE)
_NUMBERED = re.compile(
    r"^(?:(?:chapter|section|part|article|annex|appendix|kapitel|abschnitt|teil|artikel|anhang|chapitre"
    r"|section|partie"
    r"|capítulo|sección|parte|anexo)\s+(?:\d+|[IVXLC]+)[.:]?\s*|§+\s*\d+\w?[.:]?\s+"
    r"|\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+"
    r"|第[\d一二三四五六七八九十百]+[章節节条編编部]\s*)",
    re.IGNORECASE,
)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|ist|sind|est|sont|es|son)\b", re.IGNORECASE)
_LABELLED = re.compile(
    r"^(?:title|titel|titre|título|heading|section|chapter|标题|表題|題名)\s*[:：]\s*", re.IGNORECASE
)
_CONTENTS = re.compile(
    r"^\W*(?:table\s+of\s+contents|contents|inhalt(?:sverzeichnis|sübersicht)?|table\s+des\s+matières"
    r"|sommaire|índice"
    r"|tabla\s+de\s+contenidos?|目录|目錄|目次)\s*(?:[:：\n]|$)",
    re.IGNORECASE,
)
_LEADER = re.compile(r"(?:\.{3,}|…{1,}|(?:\s\.){3,}|\t|\s{3,})\s*(?:\d{1,4}|[ivxl]{1,6})$")
_REFERENCES = re.compile(
    r"^\W*(?:references?|bibliography|works\s+cited|further\s+reading|literatur(?:verzeichnis|hinweise)?"
    r"|quellen(?:verzeichnis)?"
    r"|références|bibliographie|referencias|bibliografía|参考文献|參考文獻|引用文献)\s*(?:[:：\n]|$)",
    re.IGNORECASE,
)
_AUTHORS = re.compile(
    r"^(?:\[\d+\]|\d+\.|[-•*])?\s*[^\W\d_][\w’'-]+(?:,\s(?:[^\W\d_a-z]\.[\s-]?){1,3}|\s[A-Z]{1,3})(?:[,;&(]"
    r"|\s(?:and|et|und|y)\s|\s?\()"
)
_PUBLISHED = re.compile(
    r"\b(?:19|20)\d\d[a-z]?\b.*(?:\b(?:vol|pp?|no|nr)\.|\bdoi\b|https?://|\bJournal\b|\bProceedings\b|\bIn:"
    r"|\bPress\b|\bVerlag\b"
    r"|\bZeitschrift\b|\bRevue\b|\bRevista\b|\d+\s?\(\d+\)|\d+:\s?\d+|\d+[-–]\d+)",
    re.IGNORECASE | re.DOTALL,
)
_LINK = re.compile(r"\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)|<?(?:https?://|www\.)[^\s>)\]]+>?")
_LINK_FILL = re.compile(
    r"^(?:[\s\W]|\b(?:see|also|links?|more|read|visit|and|home|source|sources|siehe|auch|voir|aussi|véase"
    r"|también|weblinks)\b)*$",
    re.IGNORECASE,
)
_QUESTION_LABEL = re.compile(
    r"^\s*(?:(?:FAQ|Q|F|Question|Frage|Pregunta|问题?|質問)\s*\d*\s*[.:：)]\s*)", re.IGNORECASE
)


@lru_cache(maxsize=1024)
def heading_only(text: str) -> HeadingKind | None:
    """What sort of empty evidence a text is, or None when it may say something (also when that is unsure)."""
    stripped = text.strip()
    if not stripped or len(stripped) > LONGEST * 4:
        return None
    lines = [line.strip() for line in stripped.splitlines() if line.strip()]
    if _links(stripped, lines):
        return "links"
    if _REFERENCES.match(stripped) or all(map(_reference, lines)):
        return "references"
    if len(stripped) > LONGEST:
        return None
    if _contents(stripped, lines):
        return "contents"
    if stripped[-1] in "?？" and _question(stripped):
        return "question"
    if all(_HEADED.match(line) for line in lines):
        return "heading"
    if _few_words(stripped):
        return "word"
    return "heading" if len(lines) == 1 and _heading(lines[0]) else None


def _links(text: str, lines: list[str]) -> bool:
    if "http" not in text and "www." not in text and "](" not in text:
        return False
    if not any(_LINK.search(line) for line in lines):
        return False
    return all(_LINK_FILL.match(_LINK.sub(" ", line)) for line in lines)


def _reference(line: str) -> bool:
    """An entry of a reference list: authors by surname and initial, a year, and where it was published."""
    return len(line) < LONGEST_REFERENCE and bool(_AUTHORS.match(line) and _PUBLISHED.search(line))


def _contents(text: str, lines: list[str]) -> bool:
    if _CONTENTS.match(text):
        return len(text) > 20 or len(lines) > 1 or not _few_words(text)
    if len(lines) < 3:
        return False
    leaders = sum(_LEADER.search(line[-60:]) is not None for line in lines)
    return leaders * 10 >= len(lines) * 7 and all(len(line) < 120 for line in lines)


def _question(text: str) -> bool:
    """Nothing but questions: each opens like one, and no sentence stands between them that could answer."""
    for part in re.split(r"[?？]", _QUESTION_LABEL.sub("", text))[:-1]:
        part = part.strip(" \t\n\"'“”„«»‘’)]-–—•*")
        if not part or len(part) > LONGEST_QUESTION or _ANSWERS.search(part):
            return False
        if not (_UNSPACED.search(part) or _ASKS.match(part)):
            return False
    return True


def _few_words(text: str) -> bool:
    """One or two words (four characters where there are no spaces) and no figure."""
    if len(text) > _LONGEST_WORDS or any(map(str.isdigit, text)) or "|" in text or ":" in text:
        return False
    if _UNSPACED.search(text):
        return len(text) <= 4 and text[-1] not in "。！"
    words = len(_WORD.findall(text))
    return words == 1 or (words == 2 and text[-1] not in ".!")


def _heading(line: str) -> bool:
    """One line set as a heading: marked up, numbered, all in capitals, or capitalised like a title."""
    if len(line) > _LONGEST_HEADING:
        return False
    marked = _MARKUP.search(line) is not None
    plain = _MARKUP.sub("", _MARKUP.sub("", line)).strip()
    plain = _LABELLED.sub("", plain)
    numbered = _NUMBERED.match(plain)
    body = plain[numbered.end() :] if numbered else plain
    if "|" in body:
        cells = [cell.strip() for cell in body.strip("|").split("|")]
        return (
            len(cells) >= 2
            and not any(map(str.isdigit, body))
            and all(0 < len(c.split()) <= 4 for c in cells)
        )
    if not body or _STOPPED.search(body) or any(map(str.isdigit, body)) or ": " in body or "：" in body:
        return False
    if _UNSPACED.search(body):
        return bool(numbered) and len(body) <= 20
    words = _WORD.findall(body)
    if not words or len(words) > HEADING_WORDS:
        return False
    if marked or (numbered and body[0].isupper()):
        return True
    if body.isupper():
        return len(words) >= 2
    # a name with its role ("Ada Okoro - Chair", a row of a cast list) and a short sentence say something
    named = " - " in body or " – " in body or "\t" in body or _VERB.search(body)
    return len(words) >= 3 and is_title(body) and not named


_ANSWERS = re.compile(r"[.!。！](?:\s|$)|[:：]\s")
_ASKS = re.compile(
    r"(?:[\d.)]+\s+)?(?:and\s+|but\s+|so\s+|und\s+|et\s+|y\s+)?(?:¿|(?:who|whom|whose|what|what's|when"
    r"|where|why|how|which|is|isn't|are"
    r"|aren't|was|were|do|does|did|don't|doesn't|can|could|will|would|shall|should|may|might|must|has|have"
    r"|had|am|in\s+what|at\s+what"
    r"|to\s+what|for\s+how|wer|wen|wem|was|wann|wo|woher|wohin|warum|weshalb|wieso|wie|wieviel"
    r"|welche[rsmn]?|ist|sind|hat|haben|kann"
    r"|können|darf|dürfen|muss|müssen|soll|sollen|gibt|wird|werden|bis\s+wann|qui|que|quoi|quand|où"
    r"|pourquoi|comment|combien"
    r"|quelle?s?|quels?|est-ce|est-il|peut-on|puis-je|faut-il|dois-je|doit-on|y\s+a-t-il|à\s+quel\w*|qué"
    r"|quién|cuándo|dónde"
    r"|cómo|cuánt[oa]s?|cuál|por\s+qué)\b)",
    re.IGNORECASE,
)
_CELLS = re.compile(r"[|\t]| {3,}")
_FIGURE = re.compile(
    r"^[(+\-−–~<>≤≥]*\s?(?:[$€£¥]|[A-Z]{3}\s)?\s?\d[\d.,’'\s]*(?:\s?(?:%|‰|[^\W\d_]{1,4}\.?|[$€£¥]))?\)?$"
)
_YEAR = re.compile(r"^\D{0,4}(?:19|20)\d\d\D{0,4}$|^(?:Q[1-4]|H[12]|FY)\b.{0,8}$")
_DATE = re.compile(r"^(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d)$")
_LABEL = re.compile(r"[^\W\d_]{2,}\s?[:=]")
_RULE = re.compile(r"^[|:\-+=\s]+$")

ROW_FIGURES = 2
"""A line is a row of figures when so many of its cells are figures."""


def header_missing(text: str) -> bool:
    """Whether a text has rows of figures and names none of their columns.

    A row has at least three cells (set apart by bars, tabs or wide spaces), two of them figures. Columns
    are named by a row without figures (years count as names) above it, or by labels inside the cells.
    """
    if "|" not in text and "\t" not in text and "   " not in text:
        return False
    rows = [
        [cell.strip() for cell in _CELLS.split(line) if any(map(str.isalnum, cell))]
        for line in text.splitlines()
        if not _RULE.match(line)
    ]
    rows = [row for row in rows if len(row) >= 2]
    figured = [row for row in rows if _row_of_figures(row)]
    if not figured or any(_LABEL.search(cell) for row in figured for cell in row):
        return False
    return not _names_columns(rows[0], rows[1:])


def _row_of_figures(row: list[str]) -> bool:
    figures = sum(_is_figure(cell) for cell in row)
    dates = sum(_DATE.match(cell) is not None for cell in row)
    return len(row) > ROW_FIGURES and figures >= 1 and figures + dates >= ROW_FIGURES


def _names_columns(first: list[str], rest: list[list[str]]) -> bool:
    """Whether a row is a header: without figures (years may stand in it), or with words over columns of
    figures.
    """
    if not any(_is_figure(cell) for cell in first):
        return True
    return any(
        len(row) == len(first)
        and any(_is_figure(below) and not _is_figure(above) for above, below in zip(first, row, strict=True))
        for row in rest
    )


def _is_figure(cell: str) -> bool:
    return _FIGURE.match(cell) is not None and _YEAR.match(cell) is None and _DATE.match(cell) is None
