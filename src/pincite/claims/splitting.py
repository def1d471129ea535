"""Cutting a sentence into propositions that can be checked apart.

Two predicates that stand alone are two claims; a conjunction of phrases is one. A subordinate clause is
never cut off, and a condition that could hold for both parts keeps them together. Where a marker stands
between two parts, or the stretch of one stored citation ends and that of another begins, the writer has set
them apart, and less is asked of the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pincite.claims.abstention import may_decline, turns
from pincite.claims.clauses import ClauseCutter
from pincite.claims.lexicon import Lexicon, lexicon
from pincite.claims.pieces import CJK, EDGE, Piece, trimmed
from pincite.claims.predicates import Words
from pincite.claims.stretches import Stretches
from pincite.model import Span

_FEW_WORDS: Final = 3
_AHEAD: Final = 80  # so far, in characters, what follows a cut is looked at
_ASIDE: Final = re.compile(r"\(([^()]{12,})\)\s*\Z")
_CJK_SUBORDINATE: Final = re.compile(
    r"(?:但(?:前提|条件)|除非|除了?|如果|若|因为|由于|只要|只有|当|其中|以及|和|与|或|ただし|もし|なぜなら|また(?:は)?|および|と)"
)
_CJK_EXCEPTION: Final = re.compile("[^，。；、]{0,20}(?:除外|例外|不在此限|を除く|を除き)")
_CJK_PREDICATE: Final = re.compile(
    r"[是为有在可能应须会将被已达于了为占称位设建用含需收]|\d|[一二三四五六七八九十百千万]"
    r"|(?:で|し|て|り|です|ます|した|る|た|く|あり|なり)$"
)
_ADVERSATIVE: Final = re.compile(
    r"(?:but|yet|though|although|aber|jedoch|allerdings|doch|mais|pero|但是?|不过|然而|しかし)(?:[,，、]\s*|\s+|(?=[\u3040-\u9fff]))(?=\S)",
    re.IGNORECASE,
)


def split(
    text: str,
    start: int,
    end: int,
    groups: Sequence[Span],
    language: str,
    speech: str = "",
    cited: Sequence[Span] = (),
) -> tuple[Piece, ...]:
    """The propositions of the sentence `text[start:end]`, in order.

    `text` has its markers blanked; `groups` are the marker groups inside the sentence, in order, each a
    span of blanks. Every piece keeps its qualifiers. A sentence that cannot be cut is one piece.
    `language` chooses the lexicon, `speech` the words of declining ("" tries all languages). `cited` are the
    stretches of the text that stored citations name.
    """
    spans: Sequence[Span] = (Span(start, end),)
    if may_decline(text[start:end], speech):
        spans = turns(text, start, end, speech)
    pieces: list[Piece] = []
    for span in spans:
        inner = [group for group in groups if span.start <= group.start < span.end]
        cut = _cut(text, span.start, span.end, inner, language, cited)
        if pieces and cut:
            first = cut[0]
            turn = _ADVERSATIVE.match(text, first.start, first.end)
            start_ = turn.end() if turn is not None else first.start
            cut = [Piece(start=start_, end=first.end, join="concession"), *cut[1:]]
        pieces += cut
    return tuple(pieces)


def _cut(
    text: str, start: int, end: int, groups: Sequence[Span], language: str, cited: Sequence[Span]
) -> list[Piece]:
    lex = lexicon(language)
    pieces = _pieces(text, start, end, groups, lex)
    unspaced = CJK.search(text, start, end) is not None
    if len(cited) > 1 and (unspaced or lex is not None):
        stretches = Stretches(text, start, end, cited, None if unspaced else lex)
        if len(stretches.spans) > 1:
            finer = _pieces(text, start, end, sorted({*groups, *stretches.marks()}), lex)
            pieces = finer if stretches.allow(pieces, finer) else pieces
    return _with_asides(text, pieces, lex, groups)


def _pieces(text: str, start: int, end: int, groups: Sequence[Span], lex: Lexicon | None) -> list[Piece]:
    body = text[start:end]
    pieces: list[Piece] = []
    if CJK.search(body):
        pieces = _cut_unspaced(text, start, end, groups)
    elif lex is None:
        pieces = _cut_plain(text, start, end, groups)
    elif groups or ";" in body or _may_join(body, lex):
        pieces = ClauseCutter(text, start, end, groups, lex).pieces()
    else:
        pieces = [piece for piece in [trimmed(text, start, end, "start")] if piece is not None]
    return pieces


def _may_join(body: str, lex: Lexicon) -> bool:
    return any(f" {word} " in body for word in (*lex.conjunctions, *lex.adversatives))


def _cut_plain(text: str, start: int, end: int, groups: Sequence[Span]) -> list[Piece]:
    """A language without a lexicon: cut at semicolons, and at markers between parts of some length."""
    edges = {start, end}
    edges.update(start + match.end() for match in re.finditer(r";\s", text[start:end]))
    edges.update(group.end for group in groups if group.end < end)
    pieces: list[Piece] = []
    for left, right in pairwise(sorted(edges)):
        if pieces and len(text[left:right].split()) < _FEW_WORDS:
            pieces[-1] = trimmed(text, pieces[-1].start, right, pieces[-1].join) or pieces[-1]
            continue
        piece = trimmed(text, left, right, "semicolon" if pieces else "start")
        if piece is not None:
            pieces.append(piece)
    return pieces


def _cut_unspaced(text: str, start: int, end: int, groups: Sequence[Span]) -> list[Piece]:
    """Chinese and Japanese: cut at semicolons, and at a marker before a comma where both sides are
    propositions.
    """
    edges = [start + match.end() for match in re.finditer("[；;]", text[start:end])]
    for group in groups:
        rest = text[group.end : min(end, group.end + _AHEAD)].lstrip()
        if group.end < end and rest[:1] in "，、,；;。":
            edges.append(group.end)
    pieces: list[Piece] = []
    left = start
    for edge in sorted({*edges, end}):
        piece = trimmed(text, left, edge, "subject" if pieces else "start")
        if piece is None:
            left = edge
            continue
        rest = text[edge : min(end, edge + _AHEAD)].strip(EDGE)
        body = text[piece.start : piece.end].rstrip()
        ready = edge == end or (
            len(body) >= 4
            and _CJK_PREDICATE.search(body) is not None
            and len(rest) >= 3
            and _CJK_SUBORDINATE.match(rest) is None
            and _CJK_SUBORDINATE.match(body) is None
            and _CJK_EXCEPTION.match(rest) is None
            and not _noun_list(rest, body)
        )
        if ready:
            pieces.append(piece)
            left = edge
    return pieces


def _noun_list(rest: str, body: str) -> bool:
    """Japanese items joined by 、: a body that ends in a bare noun is no clause."""
    return (
        bool(re.search("[ぁ-ん]", body + rest))
        and not re.search(r"(?:で|し|て|り|す|た|る|く|い|つ|き)\s*$", body)
        and not re.search(r"\d|[一二三四五六七八九十]", body)
    )


def _with_asides(text: str, pieces: list[Piece], lex: Lexicon | None, groups: Sequence[Span]) -> list[Piece]:
    """An aside in brackets at the end of a piece that is a clause with a marker of its own becomes its own
    piece.
    """
    if lex is None or not any("(" in text[piece.start : piece.end] for piece in pieces):
        return pieces
    found: list[Piece] = []
    for piece in pieces:
        aside = _ASIDE.search(text[piece.start : piece.end])
        if aside is None or not any(
            piece.start + aside.start(1) < group.start <= piece.start + aside.end(1) for group in groups
        ):
            found.append(piece)
            continue
        inner = Words(aside.group(1), 0, lex)
        before = trimmed(text, piece.start, piece.start + aside.start(), piece.join)
        after = trimmed(text, piece.start + aside.start(1), piece.start + aside.end(1), "parenthesis")
        if inner.main_verb(0, len(inner)) < 1 or before is None or after is None:
            found.append(piece)
        else:
            found += [before, after]
    return found
