"""The lines of a text sorted into Markdown blocks (CommonMark with tables), read by markdown-it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

BlockKind = Literal[
    "paragraph",
    "heading",
    "list_item",
    "table_header",
    "table_row",
    "code",
    "quote",
    "rule",
    "html",
    "definition",
]


class Leaf(Struct):
    """Whole lines, `first` to `last` (exclusive), of one block, with what surrounds it."""

    kind: BlockKind
    first: int
    last: int
    depth: int = 0
    item: int | None = None  # number of the list item whose own text this is
    inside: int | None = None  # number of the list item around it
    group: int | None = None  # number of its list or table


_SENTENCE_END: Final = re.compile(r"[.!?。！？:：;\]】］][\"'”’»)*_]*\s*$")
_LONG_TITLE: Final = 100
# Elements that make an HTML block of their own in CommonMark; any other tag only wraps text.
_HTML_BLOCK: Final = re.compile(
    r"\s*<(?:!|\?|/?(?:address|article|aside|blockquote|body|center|details|dialog|div|dl|fieldset|figure|footer"
    r"|form|h[1-6]|head|header|hr|html|iframe|link|main|menu|nav|ol|p|pre|script|section|style|summary|svg|table"
    r"|tbody|td|textarea|tfoot|th|thead|tr|ul|video)\b)",
    re.IGNORECASE,
)


def markdown_leaves(text: str, lines: Sequence[str]) -> list[Leaf]:
    """The leaf blocks in order; lines that only hold signs or link definitions are in none of them."""
    return _Walk(lines).leaves(_parser().parse(text))


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


class _Walk:
    """One pass over the parser's tokens that keeps the stack of lists, items and quotes."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._leaves: list[Leaf] = []
        self._around: list[tuple[str, int]] = []  # ("quote" | "list" | "item", number)
        self._texts: set[int] = set()  # items whose own text has been met
        self._numbers = 0
        self._table: int | None = None

    def leaves(self, tokens: Sequence[Token]) -> list[Leaf]:
        for token in tokens:
            self._token(token)
        return self._leaves

    def _token(self, token: Token) -> None:
        name = token.type
        if name in ("bullet_list_open", "ordered_list_open", "list_item_open", "blockquote_open"):
            self._numbers += 1
            sort = {"list_item_open": "item", "blockquote_open": "quote"}.get(name, "list")
            self._around.append((sort, self._numbers))
        elif name in ("bullet_list_close", "ordered_list_close", "list_item_close", "blockquote_close"):
            self._around.pop()
        elif name == "table_open":
            self._numbers += 1
            self._table = self._numbers
        elif name == "table_close":
            self._table = None
        elif token.map is not None and token.nesting >= 0:
            self._leaf(name, token, *token.map)

    def _leaf(self, name: str, token: Token, first: int, last: int) -> None:
        if name == "paragraph_open":
            self._text(first, last)
        elif name == "heading_open":
            self._heading(token, first, last)
        elif name == "thead_open":
            # The line of dashes under the header belongs to it.
            self._add("table_header", first, first + 2, group=self._table)
        elif name == "tr_open" and not (self._leaves and first < self._leaves[-1].last):
            if "|" in self._lines[first]:
                self._add("table_row", first, last, group=self._table)
            else:
                self._text(first, last)
        elif name in ("fence", "code_block"):
            self._add("code", first, last)
        elif name == "hr":
            self._add("rule", first, last)
        elif name == "html_block":
            if _HTML_BLOCK.match(self._lines[first]) is not None:
                self._add("html", first, last)
            else:
                self._text(first, last)

    def _heading(self, token: Token, first: int, last: int) -> None:
        if token.markup != "-":
            self._add("heading", first, last, depth=int(token.tag[1:]))
            return
        # A sentence over a line of dashes was meant as a paragraph and a rule.
        title = " ".join(self._lines[first : last - 1])
        if len(title) > _LONG_TITLE or _SENTENCE_END.search(title) is not None:
            self._text(first, last - 1)
            self._add("rule", last - 1, last)
        else:
            self._add("heading", first, last, depth=2)

    def _text(self, first: int, last: int) -> None:
        sort, number = self._around[-1] if self._around else ("", 0)
        if sort == "item" and number not in self._texts:
            self._texts.add(number)
            self._add("list_item", first, last, item=number, group=self._around[-2][1])
        else:
            self._add("quote" if any(s == "quote" for s, _ in self._around) else "paragraph", first, last)

    def _add(
        self,
        kind: BlockKind,
        first: int,
        last: int,
        *,
        depth: int | None = None,
        item: int | None = None,
        group: int | None = None,
    ) -> None:
        level = sum(1 for sort, _ in self._around if sort != "item")
        around = (
            n for sort, n in reversed(self._around) if sort == "item" and n != item and n in self._texts
        )
        level = level if depth is None else depth
        self._leaves.append(Leaf(kind, first, last, level, item, next(around, None), group))
