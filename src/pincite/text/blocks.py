"""Blocks of a text: paragraphs, headings, list items, table rows, code, with code-point offsets.

The Markdown is read by markdown-it (CommonMark with tables). On top of it come forms that answers and
stored passages use although Markdown does not know them: bullets such as • and –, enumerations such as (a)
and 一、, and tables whose rows are only parted by bars.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, pairwise
from typing import Final

from msgspec import Struct, structs

from pincite.model.span import Span
from pincite.text.inline import inline_code, mathematics
from pincite.text.loose import Part, cells_of, item_classes, loose_parts
from pincite.text.markdown import BlockKind, Leaf, markdown_leaves

__all__ = ["Block", "BlockKind", "blocks", "code_spans"]


class Block(Struct, frozen=True, kw_only=True):
    """One block; `start` and `end` exclude outer blanks and include the signs (`-`, `#`, `>`, bars).

    A list item holds its own text only: nested items and further paragraphs are blocks of their own whose
    `parent` is the item. A table row has the spans of its `cells` (an empty cell is an empty span) and the
    column names of its table in `header`; its `parent` is the header's block. `depth` is the level of a
    heading, else the number of lists and quotes around the block. `lead_in` is the block ending in a colon
    that introduces the list or table. A `definition` gives the target of a link or the text of a footnote.
    All indices count blocks in the tuple that `blocks` returns.
    """

    kind: BlockKind
    start: int
    end: int
    depth: int = 0
    cells: tuple[Span, ...] = ()
    header: tuple[str, ...] = ()
    lead_in: int | None = None
    parent: int | None = None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?")
# What Markdown or `loose` could take for structure: signs at the start of a line, or a bar that parts
# columns.
_STRUCTURE: Final = re.compile(
    r"^(?:[ \t]*(?:[#>\-*+•‣◦▪▫●○■◆·∙⁃–—|`~<=_(\[（①-⑳]"
    r"|(?:[a-zA-Z]{1,4}|\d{1,9}|[一二三四五六七八九十]{1,3})[.)、．])| {4}| {0,3}\t)",
    re.MULTILINE,
)
_COLON: Final = re.compile(r"[:：](?:[*_\s]|[\[［【][\d,，、 \-–]{1,20}[\]］】])*$")
_PREFIX: Final = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?[ \t>]*")
_SIGNS_ONLY: Final = re.compile(r"[\s>#*+\-=_]*(?:\d{1,9}[.)])?\s*")
_EMPHASIS: Final = re.compile(r"[*_`]+")
_CODE_SIGNS: Final = ("`", "$", "\\", "~~~", "\t", "\n    ", "\r    ")


@lru_cache(maxsize=512)
def blocks(text: str) -> tuple[Block, ...]:
    """The blocks in order; they never overlap, and every non-blank character is in exactly one."""
    edges = [0]
    for match in _LINE.finditer(text):
        if match.end() > edges[-1]:
            edges.append(match.end())
    lines = [text[left:right].rstrip("\r\n") for left, right in pairwise(edges)]
    if " | " not in text and "\r" not in text and _STRUCTURE.search(text) is None:
        leaves = _paragraphs(lines)
    else:
        leaves = _with_leftovers(_with_loose_parts(markdown_leaves(text, lines), lines), lines)
    return _assembled(text, edges, lines, leaves)


def _paragraphs(lines: Sequence[str]) -> list[Leaf]:
    leaves: list[Leaf] = []
    open_ = False
    for at, line in enumerate(lines):
        blank = not line or line.isspace()
        if blank:
            open_ = False
        elif open_:
            leaves[-1].last = at + 1
        else:
            leaves.append(Leaf("paragraph", at, at + 1))
            open_ = True
    return leaves


def _with_loose_parts(leaves: Sequence[Leaf], lines: Sequence[str]) -> list[Leaf]:
    """Paragraphs and list items parted further where they hold a list or table that Markdown does not see."""
    classes = item_classes(lines)
    numbers = count(-1, -1)  # apart from the numbers that the parser's lists have
    found: list[Leaf] = []
    for leaf in leaves:
        parts = _parts(leaf, lines, classes)
        if len(parts) == 1 and parts[0].kind == "paragraph":
            found.append(leaf)
            continue
        for part in parts:
            found.append(_loose_leaf(part, leaf, found[-1] if found else None, numbers))
    return found


def _parts(leaf: Leaf, lines: Sequence[str], classes: frozenset[str]) -> list[Part]:
    own = lines[leaf.first : leaf.last]
    if leaf.kind == "paragraph":
        return loose_parts(own, classes)
    whole = Part("paragraph", 0, len(own))
    if leaf.kind != "list_item" or len(own) == 1:
        return [whole]
    # The item's first line carries its own sign; only what follows can be a list within the item.
    rest = [part._replace(first=part.first + 1, last=part.last + 1) for part in loose_parts(own[1:], classes)]
    if rest[0].kind != "paragraph":
        return [Part("paragraph", 0, 1), *rest]
    return [Part("paragraph", 0, rest[0].last), *rest[1:]]


def _loose_leaf(part: Part, leaf: Leaf, before: Leaf | None, numbers: Iterator[int]) -> Leaf:
    first, last = leaf.first + part.first, leaf.first + part.last
    if leaf.kind == "list_item" and part.first == 0:
        return structs.replace(leaf, last=last)
    inside = leaf.item if leaf.item is not None else leaf.inside
    listed, tabular = part.kind == "list_item", part.kind in ("table_header", "table_row")
    made = Leaf(part.kind, first, last, leaf.depth + listed, next(numbers) if listed else None, inside)
    if listed or tabular:
        goes_on = before is not None and before.group is not None and before.group < 0
        if (
            goes_on
            and before is not None
            and part.kind != "table_header"
            and (before.kind == "list_item") == listed
        ):
            made.group = before.group
        else:
            made.group = next(numbers)
    return made


def _with_leftovers(leaves: Sequence[Leaf], lines: Sequence[str]) -> list[Leaf]:
    """Every non-blank line in exactly one leaf: the parser drops link definitions and bare signs."""
    found: list[Leaf] = []
    at = 0

    def fill(until: int) -> None:
        for line in range(at, until):
            if not lines[line] or lines[line].isspace():
                continue
            kind: BlockKind = "rule" if _SIGNS_ONLY.fullmatch(lines[line]) else "definition"
            found.append(Leaf(kind, line, line + 1))

    for leaf in leaves:
        fill(leaf.first)
        at = max(at, leaf.first)
        if leaf.last > at:
            found.append(structs.replace(leaf, first=at))
            at = leaf.last
    fill(len(lines))
    return found


def _assembled(
    text: str, edges: Sequence[int], lines: Sequence[str], leaves: Sequence[Leaf]
) -> tuple[Block, ...]:
    found: list[Block] = []
    items: dict[int, int] = {}
    headers: dict[int, tuple[int, tuple[str, ...]]] = {}
    lead_ins: dict[int, int | None] = {}
    for leaf in leaves:
        start, end = edges[leaf.first], edges[leaf.last]
        body = text[start:end]
        start, end = start + len(body) - len(body.lstrip()), start + len(body.rstrip())
        if start >= end:
            continue
        here = len(found)
        parent = items.get(leaf.inside) if leaf.inside is not None else None
        lead_in: int | None = None
        if leaf.group is not None:
            if leaf.group not in lead_ins:
                lead_ins[leaf.group] = _introduction(text, found)
            lead_in = lead_ins[leaf.group]
        cells: tuple[Span, ...] = ()
        header: tuple[str, ...] = ()
        if leaf.kind in ("table_header", "table_row"):
            cells = _cells(lines[leaf.first], edges[leaf.first], within=leaf.depth > 0)
            if leaf.kind == "table_header":
                header = tuple(_EMPHASIS.sub("", cell.of(text)).strip() for cell in cells)
                headers[leaf.group or 0] = (here, header)
            else:
                parent, header = headers.get(leaf.group or 0, (parent, ()))
        if leaf.item is not None:
            items[leaf.item] = here
        found.append(
            Block(
                kind=leaf.kind,
                start=start,
                end=end,
                depth=leaf.depth,
                cells=cells,
                header=header,
                lead_in=lead_in,
                parent=parent,
            )
        )
    return tuple(found)


def _introduction(text: str, found: Sequence[Block]) -> int | None:
    if not found or found[-1].kind not in ("paragraph", "heading", "list_item", "quote"):
        return None
    last = found[-1]
    return len(found) - 1 if _COLON.search(text, max(last.start, last.end - 200), last.end) else None


def _cells(line: str, offset: int, *, within: bool) -> tuple[Span, ...]:
    prefix = _PREFIX.match(line) if within else None
    return tuple(Span(offset + a, offset + b) for a, b in cells_of(line, prefix.end() if prefix else 0))


@lru_cache(maxsize=512)
def code_spans(text: str) -> tuple[Span, ...]:
    """Fenced, indented and inline code, and TeX mathematics, in order and without overlaps."""
    if not text.startswith("    ") and not any(sign in text for sign in _CODE_SIGNS):
        return ()
    found: list[Span] = []
    for block in blocks(text):
        if block.kind == "code":
            found.append(block.span)
        elif "`" in text:
            found.extend(inline_code(text, block.start, block.end))
    found.extend(mathematics(text))
    return _merged(found)


def _merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Sorted, with overlapping spans joined."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start < joined[-1].end:
            if span.end > joined[-1].end:
                joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return tuple(joined)
