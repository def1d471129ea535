"""An answer cut into statements: blocks into sentences, sentences into propositions, each with its
reading.

What is left beside the statements is quiet: headings, labels, lead-ins, entries of a reference list. A
heading or label that carries a figure or a marker is a statement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pincite.claims.frames import tidy
from pincite.claims.headers import of_row
from pincite.claims.kinds import EXPRESSIONS, asks, is_label, lead_in
from pincite.claims.lexicon import Lexicon, lexicon
from pincite.claims.pieces import CJK, Piece
from pincite.claims.predicates import Words, numeral
from pincite.claims.pronouns import Memory
from pincite.claims.proposition import readings, with_lead_in, with_topic
from pincite.claims.references import Group
from pincite.claims.scope import Sentence, Unit
from pincite.claims.splitting import split
from pincite.claims.titles import is_bold, names_only, opens_list
from pincite.model import Span
from pincite.model.claim import Structure
from pincite.text.blocks import Block
from pincite.text.sentences import sentences as sentences_of


class Statement(Struct, frozen=True, kw_only=True):
    """One proposition: where it stands, how it reads by itself, and whether its sentence is a question."""

    unit: Unit
    structure: Structure
    reading: str | None = None
    question: bool = False


class Outline(Struct, frozen=True):
    """The statements of an answer with the sentences they stand in."""

    statements: tuple[Statement, ...]
    sentences: tuple[Sentence, ...]


_SIGN: Final = re.compile(
    r"[ \t]*(?:[-*+•‣◦▪▫●○■◆·∙⁃–—]|\(?(?:\d{1,9}|[a-zA-Z]|[ivxIVX]{1,4})[.)、．]|[①-⑳]"
    r"|[一二三四五六七八九十]{1,3}[、．])[ \t]*(?:\[[ xX]\][ \t]+)?"
)
_HASHES: Final = re.compile(r"[ \t]*#{1,6}[ \t]*")
_NUMBERING: Final = re.compile(
    r"(?:(?:step|part|chapter|section|schritt|teil|kapitel|étape|partie|paso|parte)\s+)?"
    r"(?:\d+(?:\.\d+)*[.):]?|[IVX]+[.):])\s+",
    re.IGNORECASE,
)
_EMPHASIS: Final = re.compile(r"[*_]{1,3}")
_ALPHANUMERIC: Final = re.compile(r"[^\W_]")
_WORD: Final = re.compile(r"\w+")
_RUNNING: Final = re.compile(r"[a-zà-ÿ)\] ][.!?]\s+[A-ZÀ-Þ]")
_UNIT_SIGN: Final = re.compile(r"[€$£¥%‰°]")
_STOP: Final = re.compile(r"[.!?。！？…][\"'”’»)\]\s*_]*$")
_COLON: Final = re.compile(r"[:：][\s*_]*$")
_KEY_VALUE: Final = re.compile(r"[^:：\n]{2,60}[:：]\s*\S")
_CJK_LABEL: Final = 8
_BODY: Final = frozenset(("paragraph", "list_item", "quote", "heading", "html"))


class Page(Struct, frozen=True, kw_only=True):
    """An answer prepared for reading: `plain` has the text's length, with markers and inline signs blanked.

    `language` chooses the lexicon; `speech` is the same where the language is sure, else empty. `cited` are
    the stretches that stored citations name, in order.
    """

    text: str
    plain: str
    blocks: tuple[Block, ...]
    groups: tuple[Group, ...]
    signs: tuple[Span, ...]
    quiet: tuple[Span, ...]
    language: str
    speech: str
    question: str | None
    cited: tuple[Span, ...] = ()


def list_sign(text: str, block: Block) -> Span:
    """The bullet or number at the start of a list item."""
    sign = _SIGN.match(text, block.start, block.end)
    return Span(block.start, sign.end() if sign is not None else block.start)


def outline(page: Page) -> Outline:
    """The statements of the answer, in order."""
    return _Outliner(page).outline()


class _Outliner:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.lex: Lexicon | None = lexicon(page.language)
        self.statements: list[Statement] = []
        self.sentences: list[Sentence] = []
        self.memory = Memory()
        self.introducing = {block.lead_in for block in page.blocks if block.lead_in is not None}
        self.parents = {block.parent for block in page.blocks if block.kind == "list_item"}
        self._starts = [group.start for group in page.groups]
        self._next = 0
        self._seen = 0

    def outline(self) -> Outline:
        for number, block in enumerate(self.page.blocks):
            if block.kind == "table_row" and not self._reads_as_prose(block):
                self._row(number, block)
            elif block.kind == "table_header":
                self._sentence_only(number, block)
            elif block.kind in _BODY or block.kind == "table_row":
                self._prose(number, block)
        return Outline(tuple(self.statements), tuple(self.sentences))

    def _groups(self, start: int, end: int) -> list[Group]:
        groups = self.page.groups
        first = self._first(start)
        found = []
        while first < len(groups) and groups[first].start < end:
            found.append(groups[first])
            first += 1
        return found

    def _first(self, start: int) -> int:
        low, high = 0, len(self._starts)
        while low < high:
            middle = (low + high) // 2
            if self._starts[middle] < start:
                low = middle + 1
            else:
                high = middle
        return low

    def _sentence_only(self, number: int, block: Block) -> int:
        self.sentences.append(Sentence(number, block.start, block.end))
        return len(self.sentences) - 1

    def _add(self, start: int, end: int, sentence: int, structure: Structure, **more: object) -> None:
        reading = more.get("reading")
        self.statements.append(
            Statement(
                unit=Unit(start, end, sentence, aside=structure == "parenthetical"),
                structure=structure,
                reading=reading if isinstance(reading, str) else None,
                question=bool(more.get("question")),
            )
        )

    def _reads_as_prose(self, block: Block) -> bool:
        """Whether a row without a header only holds a bar by chance (a page title) in running text."""
        return not block.header and _RUNNING.search(self.page.plain, block.start, block.end) is not None

    def _row(self, number: int, block: Block) -> None:
        """A table row is one claim; its text ends before the cells that hold only markers."""
        plain, text = self.page.plain, self.page.text
        place = self._sentence_only(number, block)
        body = plain[block.start : block.end].rstrip(" \t|")
        end = block.start + len(body)
        if not _ALPHANUMERIC.search(body):
            return
        rest = text[end : block.end]
        bar = len(rest) - len(rest.lstrip(" \t"))
        if text[block.start] == "|" and rest[bar : bar + 1] == "|":
            end += bar + 1
        cells = [tidy(cell.of(plain)) for cell in block.cells]
        self._add(block.start, end, place, "table_row", reading=of_row(cells, block.header))

    def _prose(self, number: int, block: Block) -> None:
        page = self.page
        start = block.start
        if block.kind == "list_item":
            start = list_sign(page.text, block).end
        elif block.kind == "heading":
            self.memory.forget()
            hashes = _HASHES.match(page.text, start, block.end)
            start = hashes.end() if hashes is not None else start
            if not self._heading_speaks(number, block, start):
                return
        spans = self._joined(sentences_of(page.text, start, block.end, masked=self._signs(start, block.end)))
        for index, span in enumerate(spans):
            self._sentence(number, block, span, last=index + 1 == len(spans), alone=len(spans) == 1)

    def _joined(self, spans: Sequence[Span]) -> list[Span]:
        """A stretch without a letter that holds a unit ("12,4 Mio." + "€") goes on with the sentence
        before.
        """
        found: list[Span] = []
        for span in spans:
            body = span.of(self.page.plain)
            if found and not _ALPHANUMERIC.search(body) and _UNIT_SIGN.search(body):
                found[-1] = Span(found[-1].start, span.end)
            else:
                found.append(span)
        return found

    def _signs(self, start: int, end: int) -> list[Span]:
        signs = self.page.signs
        while self._next < len(signs) and signs[self._next].end <= start:
            self._next += 1
        found = []
        for index in range(self._next, len(signs)):
            if signs[index].start >= end:
                break
            found.append(signs[index])
        return found

    def _cited(self, start: int, end: int) -> list[Span]:
        """The cited stretches inside a sentence: sentences come in order, so those before are passed once."""
        cited = self.page.cited
        while self._seen < len(cited) and cited[self._seen].end <= start:
            self._seen += 1
        found = []
        for index in range(self._seen, len(cited)):
            if cited[index].start >= end:
                break
            if cited[index].end > start:
                found.append(cited[index])
        return found

    def _heading_speaks(self, number: int, block: Block, start: int) -> bool:
        """Whether a heading says something: it has a marker, or a figure that is more than a number or a
        year.
        """
        if self._groups(start, block.end):
            return True
        body = self.page.plain[start : block.end].strip()
        numbering = _NUMBERING.match(body)
        if numbering is not None:
            body = body[numbering.end() :]
        if asks(body) or not any(c.isdigit() for c in body):
            return False
        return self._predicate(body) or (
            _KEY_VALUE.match(body) is not None and not body.endswith((":", "："))
        )

    def _predicate(self, body: str) -> bool:
        if self.lex is None:
            return True
        if CJK.search(body):
            return len(body) > 6
        words = Words(body, 0, self.lex)
        return words.main_verb(0, len(words)) >= 0

    def _sentence(self, number: int, block: Block, span: Span, *, last: bool, alone: bool) -> None:
        page = self.page
        body = page.plain[span.start : span.end]
        if not _ALPHANUMERIC.search(body) or any(q.start <= span.start < q.end for q in page.quiet):
            if self._groups(span.start, span.end):
                self.sentences.append(Sentence(number, span.start, span.end))
            return
        self.sentences.append(Sentence(number, span.start, span.end))
        place = len(self.sentences) - 1
        groups = self._groups(span.start, span.end)
        if self._is_quiet(number, block, body, groups, last=last, alone=alone):
            return
        start = span.start + len(body) - len(body.lstrip())
        start = lead_in(page.plain, start, span.end, page.speech)
        marks = [group.span for group in groups]
        cited = self._cited(start, span.end)
        pieces = split(page.plain, start, span.end, marks, page.language, page.speech, cited)
        question = asks(body)
        texts = readings(page.plain, pieces, page.language, self.memory)
        for index, (piece, reading) in enumerate(zip(pieces, texts, strict=True)):
            first = piece.start
            if piece.join in ("semicolon", "concession", "subject"):
                first = lead_in(page.plain, piece.start, piece.end, page.speech)
            if not _ALPHANUMERIC.search(page.plain, first, piece.end):
                continue
            if piece.join == "concession" and reading is None and index:
                before = pieces[index - 1]
                declined = tidy(page.plain[before.start : before.end])
                reading = with_topic(tidy(page.plain[first : piece.end]), declined, page.language)
            self._add(
                *self._with_signs(first, piece.end),
                place,
                _structure(block, piece, len(pieces)),
                reading=self._reading(number, block, piece, reading, index, alone=alone and len(pieces) == 1),
                question=question and index + 1 == len(pieces),
            )

    def _with_signs(self, start: int, end: int) -> tuple[int, int]:
        """The stretch with the emphasis signs that stand right around it: "**Fee:** €5" keeps both pairs."""
        text, plain = self.page.text, self.page.plain
        while start > 0 and text[start - 1] in "*_~`" and plain[start - 1] == " ":
            start -= 1
        while end < len(text) and text[end] in "*_~`" and plain[end] == " ":
            end += 1
        return start, end

    def _is_quiet(
        self, number: int, block: Block, body: str, groups: Sequence[Group], *, last: bool, alone: bool
    ) -> bool:
        """Whether a sentence is only a label or a lead-in."""
        text = body.strip()
        label = alone and not groups and self._is_title(number, block, text)
        if last and text[-1:] in ":：*_" and _COLON.search(text) and self._leads(number):
            opens = opens_list(text) or self._breaks_off(text)
            if groups and not opens:
                return False
            return label or (not _has_figure(text) and (opens or not self._predicate(text)))
        if label:
            return True
        if groups or block.kind == "heading" or _STOP.search(text) or _has_figure(text):
            return False
        if CJK.search(text):
            return text[-1] in ":：" and len(text) <= _CJK_LABEL
        if alone and is_bold(self.page.text[block.start : block.end]):
            return is_label(text)
        if number and _COLON.search(
            self.page.text[self.page.blocks[number - 1].start : block.start].rstrip()
        ):
            return False  # lines under a lead-in are items, though no sign says so
        if alone and len(self.page.blocks) == 1:
            return False
        if block.kind == "list_item" and (number not in self.parents or block.lead_in is not None):
            return block.lead_in is None and len(text.split()) <= 2
        return is_label(text) and not self._predicate(text)

    def _is_title(self, number: int, block: Block, text: str) -> bool:
        """Whether a line is a heading in all but form: bold, with a colon, or over a list."""
        blocks = self.page.blocks
        if block.kind != "paragraph" or number + 1 >= len(blocks) or "\n" in text:
            return False
        leads = blocks[number + 1].kind in ("list_item", "table_header", "table_row")
        bold = is_bold(self.page.text[block.start : block.end])
        colon = text[-1:] in ":："
        return (
            (leads or bold or colon) and names_only(text, leads=leads) and not self._says(text.strip(" :："))
        )

    def _says(self, label: str) -> bool:
        return len(label) > _CJK_LABEL if CJK.search(label) else self._predicate(label)

    def _breaks_off(self, text: str) -> bool:
        """Whether a lead-in ends in its verb ("Es gilt:")."""
        words = _WORD.findall(text.lower())
        if self.lex is None or not words:
            return False
        return words[-1] not in self.lex.noun_like and self.lex.roles.get(words[-1]) in ("aux", "third")

    def _leads(self, number: int) -> bool:
        """Whether the block introduces a list, a table, or the code or quotation that follows it."""
        blocks = self.page.blocks
        if number in self.introducing:
            return True
        return number + 1 < len(blocks) and blocks[number + 1].kind in ("code", "quote")

    def _reading(
        self, number: int, block: Block, piece: Piece, reading: str | None, index: int, *, alone: bool
    ) -> str | None:
        if alone and piece.end - piece.start < 12 and self.page.question:
            statement = tidy(self.page.plain[piece.start : piece.end])
            if statement.lower() in EXPRESSIONS:
                return f"{self.page.question} {statement}"
        if block.lead_in is not None and index == 0:
            lead = self._lead(block.lead_in, 0)
            if lead:
                statement = tidy(self.page.plain[piece.start : piece.end])
                return with_lead_in(lead, reading or statement, self.page.language) or reading
        return reading

    def _lead(self, number: int, depth: int) -> str:
        """The lead-in in words, with the one above it where it is no sentence of its own."""
        page = self.page
        if not 0 <= number < len(page.blocks) or depth > 4:
            return ""
        block = page.blocks[number]
        start = list_sign(page.text, block).end if block.kind == "list_item" else block.start
        body = page.plain[start : block.end]
        spans = sentences_of(page.plain, start, block.end)
        if spans:
            body = page.plain[spans[-1].start : spans[-1].end]
        text = _EMPHASIS.sub("", tidy(body)).lstrip("#").rstrip(" :：")
        if block.lead_in is not None:
            above = self._lead(block.lead_in, depth + 1)
            if above and not self._predicate(text):
                return f"{above}: {text}"
        return text


def _has_figure(text: str) -> bool:
    return any(numeral(word.lower()) for word in _WORD.findall(text[:200]))


def _structure(block: Block, piece: Piece, pieces: int) -> Structure:
    if piece.join == "parenthesis":
        return "parenthetical"
    if block.kind == "heading":
        return "heading"
    if pieces > 1:
        return "clause"
    return "list_item" if block.kind == "list_item" else "sentence"
