"""Whether a quotation stands in a passage: literally, or not.

Fuzzy alignment only finds the place to show beside a quotation that is not there; it never accepts one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from rapidfuzz.distance import Indel, LCSseq

from pincite.text.difference import describe
from pincite.text.quotes.elision import fragments, has_signs, join
from pincite.text.quotes.marks import is_title
from pincite.text.quotes.noise import find_noisy, may_be_noisy
from pincite.text.wording import Difference, Wording, compare, wording

HitState = Literal["verbatim", "altered", "stitched", "absent"]

SIMILAR = 0.5
"""Share of the quotation's words that must be found in order for a place to count as the altered source."""
PIECE_WORDS = 3
"""A stitched quotation consists of pieces of at least so many words."""
NEAR_WORDS = 6
"""Up to so many words between two pieces of one sentence are an omission, not a second place."""
MOST_PIECES = 4
MOST_HITS = 5000
"""The place of the nearest wording is told by at most so many words of the passage."""

_SENTENCE_STOPS = (". ", "! ", "? ", "。", "！", "？", "\n")


class QuoteHit(Struct, frozen=True):
    """Where a quotation stands, as offsets into the passage (None when it stands nowhere).

    "altered": the nearest wording stands at `start:end` and `difference` says what differs. "stitched":
    pieces from separate places; `start:end` is the longest one. `slight` marks an alteration of
    punctuation only; `similarity` is the share of the quotation's words that the place has in order.
    `severed` marks a stitched quotation that makes one statement of parts of two: a piece breaks off inside
    its sentence, and the next one comes from inside another.
    """

    state: HitState
    start: int | None = None
    end: int | None = None
    difference: str | None = None
    slight: bool = False
    similarity: float = 0.0
    severed: bool = False


def find_quote(quote: str, passage: str) -> QuoteHit:
    """The best place of a quotation in one passage."""
    return find_in((passage,), quote)[1]


def find_in(passages: Sequence[str], quote: str) -> tuple[int | None, QuoteHit]:
    """The best place of a quotation among several passages, and the index of the passage.

    A literal place in any of them wins; else pieces of several passages make a stitched quotation; else the
    most similar place.
    """
    best: tuple[int | None, QuoteHit] = (None, QuoteHit("absent"))
    for index, passage in enumerate(passages):
        hit = _literal(quote, passage)
        if hit.state == "verbatim":
            return index, hit
        if hit.state == "altered" and (best[0] is None or hit.slight > best[1].slight):
            best = index, hit
    if best[1].slight:
        return best
    words = wording(quote)
    if best[0] is None and len(words.keys) >= 2 * PIECE_WORDS:
        stitched = _stitched(words, [wording(passage) for passage in passages])
        if stitched is not None:
            return stitched
    if best[0] is not None:
        return best
    return _nearest(quote, words, passages)


def _literal(quote: str, passage: str) -> QuoteHit:
    """Verbatim, or altered where the words are there but not as quoted, or absent."""
    words = wording(quote)
    if not words.keys:
        return QuoteHit("absent")
    hit = _run(words, wording(passage))
    if hit.state == "verbatim":
        return hit
    if has_signs(quote):
        edited = _edited(quote, passage)
        if edited is not None and (edited.state == "verbatim" or hit.state == "absent"):
            return edited
    if hit.state == "absent" and "- " in passage:
        loose = _run(wording(quote, loose=True), wording(passage, loose=True))
        if loose.state == "verbatim":
            return loose
    if hit.state == "absent" and may_be_noisy(passage):
        source = wording(passage)
        at = find_noisy(words, source)
        if at is not None:
            return QuoteHit(
                "verbatim",
                source.starts[at],
                source.ends[at + len(words.keys) - 1],
                "optical noise in the source",
            )
    return hit


PUNCTUATION = "only the punctuation differs"


def _run(words: Wording, source: Wording) -> QuoteHit:
    """A run of the same words, judged by what else differs."""
    least: Difference = "word"
    place: int | None = None
    order: tuple[Difference, ...] = ("", "case", "punctuation", "sentence", "word")
    for at in source.runs(f" {' '.join(words.keys)} ", 64):
        difference = compare(words, source, at)
        if place is None or order.index(difference) < order.index(least):
            least, place = difference, at
        if not difference:
            break
    if place is None:
        return QuoteHit("absent")
    start, end = source.starts[place], source.ends[place + len(words.keys) - 1]
    if not least:
        return QuoteHit("verbatim", start, end)
    if least == "case":
        return QuoteHit("verbatim", start, end, "only capital letters differ")
    if least == "punctuation" or (least == "sentence" and is_title(words.text)):
        return QuoteHit("altered", start, end, PUNCTUATION, slight=True, similarity=1.0)
    return QuoteHit(
        "altered",
        start,
        end,
        describe(words.text, source.text[start:end]) or "its end differs",
        similarity=1.0,
    )


def _edited(quote: str, passage: str) -> QuoteHit | None:
    parts, after = fragments(quote)
    if not parts:
        return None
    joined = join(parts, after, wording(passage))
    if joined is None:
        return None
    if joined.fault:
        return QuoteHit("altered", joined.start, joined.end, joined.fault, similarity=1.0)
    return QuoteHit("verbatim", joined.start, joined.end)


def _stitched(words: Wording, sources: Sequence[Wording]) -> tuple[int, QuoteHit] | None:
    """A quotation that falls into literal pieces from separate places."""
    pieces: list[tuple[int, int, int, int]] = []  # passage, place, first word, count
    first = 0
    while first < len(words.keys):
        piece = _longest(words, first, sources)
        if piece is None or len(pieces) == MOST_PIECES:
            return None
        pieces.append((*piece[:2], first, piece[2]))
        first += piece[2]
    if len(pieces) < 2 or any(piece[3] < PIECE_WORDS for piece in pieces):
        return None
    if not any(_apart(one, other, sources) for one, other in pairwise(pieces)):
        return None
    index, at, first, count = max(pieces, key=lambda piece: piece[3])
    source = sources[index]
    said = " + ".join(
        f"“{words.text[words.starts[start] : words.ends[start + size - 1]]}”" for _, _, start, size in pieces
    )
    severed = any(
        _apart(one, other, sources) and _severed(words, one, other, sources)
        for one, other in pairwise(pieces)
    )
    start, end = source.starts[at], source.ends[at + count - 1]
    return index, QuoteHit("stitched", start, end, f"joined from {said}", severed=severed)


def _severed(
    words: Wording,
    one: tuple[int, int, int, int],
    other: tuple[int, int, int, int],
    sources: Sequence[Wording],
) -> bool:
    """Whether one sentence of the quotation joins pieces from the inside of two sentences."""
    if _stops(words, other[2] - 1):
        return False
    before, after = sources[one[0]], sources[other[0]]
    last = one[1] + one[3] - 1
    breaks_off = last + 1 < len(before.keys) and not _stops(before, last)
    return breaks_off and other[1] > 0 and not _stops(after, other[1] - 1)


def _longest(words: Wording, first: int, sources: Sequence[Wording]) -> tuple[int, int, int] | None:
    """The passage, the place and the length of the longest run of words from `first` that stands anywhere.

    A run that is found stays found when it is cut, so the length is searched by halving.
    """
    best: tuple[int, int, int] | None = None
    low, high = 1, len(words.keys) - first
    while low <= high:
        count = (low + high) // 2
        needle = f" {' '.join(words.keys[first : first + count])} "
        for index, source in enumerate(sources):
            places = source.runs(needle, 1)
            if places:
                best = (index, places[0], count)
                low = count + 1
                break
        else:
            high = count - 1
    return best


def _apart(
    one: tuple[int, int, int, int], other: tuple[int, int, int, int], sources: Sequence[Wording]
) -> bool:
    if one[0] != other[0]:
        return True
    end, start = one[1] + one[3], other[1]
    if start < end or start - end > NEAR_WORDS:
        return True
    source = sources[one[0]]
    return any(_stops(source, index) for index in range(end - 1, start))


def _nearest(quote: str, words: Wording, passages: Sequence[str]) -> tuple[int | None, QuoteHit]:
    """The most similar place, to show what differs."""
    if not words.keys:
        return None, QuoteHit("absent")
    best: tuple[float, int, int, int] | None = None
    for index, passage in enumerate(passages):
        source = wording(passage)
        place = _window(words, source)
        if place is None:
            continue
        start, end, score = place
        if best is None or score > best[0]:
            best = (score, index, source.starts[start], source.ends[end - 1])
    if best is None or best[0] < SIMILAR:
        return None, QuoteHit("absent")
    similarity, index, start, end = best
    said = describe(quote, passages[index][start:end])
    return index, QuoteHit("altered", start, end, said, similarity=similarity)


def _window(words: Wording, source: Wording) -> tuple[int, int, float] | None:
    """The run of source words that shares most with the quotation, trimmed to what they share."""
    size = len(words.keys) + 2
    hits = _hits(words, source)
    if not hits:
        return None
    start = _densest(hits, size)
    window = source.keys[start : start + size]
    if LCSseq.similarity(words.keys, window) == 0:
        return None
    blocks = [op for op in Indel.opcodes(words.keys, window) if op.tag == "equal"]
    shared = sum(block.dest_end - block.dest_start for block in blocks)
    # words replaced at either end belong to the place as well, as far as its sentence goes
    first = blocks[0].dest_start
    for _ in range(blocks[0].src_start):
        if start + first == 0 or _stops(source, start + first - 1):
            break
        first -= 1
    end = blocks[-1].dest_end
    for _ in range(len(words.keys) - blocks[-1].src_end):
        if start + end == len(source.keys) or _stops(source, start + end - 1):
            break
        end += 1
    return start + first, start + end, shared / len(words.keys)


def _hits(words: Wording, source: Wording) -> list[int]:
    """Where words of the quotation stand in the passage, in order. The rarest come first, and beyond so many
    places the commonest are left out: they tell no place from another."""
    places = _places(source)
    found: list[int] = []
    for there in sorted((places[key] for key in sorted(places.keys() & frozenset(words.keys))), key=len):
        if found and len(found) + len(there) > MOST_HITS:
            break
        found += there
    return sorted(found)


@lru_cache(maxsize=256)
def _places(source: Wording) -> dict[str, list[int]]:
    """The places of each word."""
    found: dict[str, list[int]] = {}
    for at, key in enumerate(source.keys):
        found.setdefault(key, []).append(at)
    return found


def _densest(hits: Sequence[int], size: int) -> int:
    """Where the first of the stretches of `size` words begins that hold most hits. It is the first at which
    its last word is a hit, or the beginning of the text."""
    best = start = first = 0
    for count, last in enumerate(hits, 1):
        begin = max(0, last - size + 1)
        while hits[first] < begin:
            first += 1
        if count - first > best:
            best, start = count - first, begin
    return start


def _stops(source: Wording, index: int) -> bool:
    """Whether a sentence ends after this word."""
    between = source.text[source.ends[index] : source.starts[index + 1]]
    return any(stop in between for stop in _SENTENCE_STOPS)
