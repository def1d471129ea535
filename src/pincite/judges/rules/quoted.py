"""Quotations of the claim whose words the evidence has otherwise: joined from parts of different statements,
turned by an exchanged word, or put into the mouth of somebody whose words the evidence gives.

A quotation in other words that mean the same is no conflict, nor is one that is merely not there.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import Final

from rapidfuzz.distance import Levenshtein

from pincite.judges.rules.alignment import Alignment, UnitKey
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.kinship import negated_form
from pincite.text.quotes import QuoteHit, QuoteSpan, find_quote, is_short, is_title, quotations
from pincite.text.stopwords import word_set
from pincite.text.wording import wording
from pincite.text.words import tokens

_quotations: Final = lru_cache(maxsize=4096)(quotations)
_find: Final = lru_cache(maxsize=4096)(find_quote)


def quoted(a: Alignment) -> list[Finding]:
    """The conflicts of the claim's quotations with the evidence."""
    found = []
    for quote in _quotations(a.claim.text):
        if is_short(quote.text) or quote.depth:
            continue
        hits = [_find(quote.text, source.analysis.text) for source in a.sources]
        if any(hit.state == "verbatim" for hit in hits):
            continue
        elided = "…" in quote.text or "..." in quote.text
        if any(map(_severed, hits)) or (elided and any(map(_rearranged, hits))):
            what = "the quotation joins parts that the source keeps apart"
            found.append(Finding("conflict", "quotation", what))
            continue
        for source, hit in zip(a.sources, hits, strict=True):
            turned = _turned(quote.text, source.analysis.text, hit)
            if turned is not None:
                what = f"the quotation has '{turned[0]}' where the source has '{turned[1]}'"
                found.append(Finding("conflict", "quotation", what))
                break
        else:
            if all(hit.state == "absent" for hit in hits) and not is_title(quote.text):
                found += _named_otherwise(a, quote)
    return found


def _severed(hit: QuoteHit) -> bool:
    return hit.severed


def _rearranged(hit: QuoteHit) -> bool:
    return hit.state == "stitched" or (
        hit.state == "altered" and hit.difference is not None and "order" in hit.difference
    )


# --- a word exchanged for its opposite ---

# With a negation more or less, the opposite word may say the same.
_DENYING: Final = word_set(
    """
    not no never nor neither cannot nicht kein keine keinen nie ne pas aucun jamais ni nunca 不 没 未 非 无
    """
)
_MOST_CHANGES: Final = 2
_SAME: Final = 0.6
"""So much of the quotation is unchanged where one word of it was exchanged."""


def _turned(quote: str, passage: str, hit: QuoteHit) -> tuple[str, str] | None:
    """The words of the quotation and of the source, all others the same, that are opposites of each other."""
    if hit.state != "altered" or hit.slight or hit.start is None or hit.similarity < _SAME:
        return None
    mine, theirs = wording(quote), wording(passage[hit.start : hit.end])
    changes = [op for op in Levenshtein.opcodes(mine.keys, theirs.keys) if op.tag != "equal"]
    if len(changes) > _MOST_CHANGES:
        return None
    opposed = None
    for op in changes:
        said, stands = mine.keys[op.src_start : op.src_end], theirs.keys[op.dest_start : op.dest_end]
        if not _DENYING.isdisjoint((*said, *stands)) and len(said) != len(stands):
            return None
        if len(said) == len(stands) == 1 and _opposite(said[0], stands[0]):
            opposed = said[0], stands[0]
    return opposed


def _opposite(one: str, other: str) -> bool:
    left, right = _norm(one), _norm(other)
    if negated_form(left, right):
        return True
    table = _exchanged()
    ends = table.get(left, frozenset()) | table.get(one, frozenset())
    others = table.get(right, frozenset()) | table.get(other, frozenset())
    if ends & others:
        return False
    return any(axis == same and end != far for axis, end in ends for same, far in others)


@lru_cache(maxsize=8192)
def _norm(word: str) -> str:
    return next((token.norm for token in tokens(word)), word)


@lru_cache(maxsize=1)
def _exchanged() -> dict[str, frozenset[tuple[int, int]]]:
    """For each word and its norm: the axes it stands on and the end of each."""
    table = resources.files("pincite.judges.rules").joinpath("lexicon", "exchanged.txt").read_text("utf-8")
    found: dict[str, set[tuple[int, int]]] = {}
    lines = (line for line in table.splitlines() if line and not line.startswith("#"))
    for axis, line in enumerate(lines):
        for end, words in enumerate(line.split("|")):
            for word in words.split(","):
                for form in {word.strip(), _norm(word.strip())}:
                    found.setdefault(form, set()).add((axis, end))
    return {word: frozenset(places) for word, places in found.items()}


# --- another name for the same thing ---

_NAMING: Final = re.compile(
    r"\b(?:call(?:s|ed|ing)?|describ(?:es?|ed|ing)|term(?:s|ed)|label(?:s|led|ed)|dubb?(?:s|ed)|hail(?:s|ed)"
    r"|brand(?:s|ed)|denounc(?:es?|ed)|characteri[sz](?:es?|ed)|refer(?:s|red) to"
    r"|nann?te\w*|nennt|nennen|genannt"
    r"|bezeichne\w*|beschr(?:ie|ei)b\w*|qualifi(?:e|é|a|ait|ent)\w*|décri(?:t|vent|vait|vit)"
    r"|appelle\w*|appelé\w*"
    r"|calific(?:a|ó|an|aron|ado|ada)|describ(?:e|ió|en|ieron)|llam(?:a|ó|an|aron|ado|ada)|tach(?:a|ó|an|aron))\b",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"\b(?:not|never|no|nobody|cannot|nicht|nie|niemand|kein\w*|ne|jamais|no|nunca|nadie)\b|n['’]t?\b",
    re.IGNORECASE,
)
_FRAME: Final = 2
"""So many words around the quotation, who says it and of what, stand in the source's statement."""
_NEAR: Final = 60


def _named_otherwise(a: Alignment, quote: QuoteSpan) -> list[Finding]:
    """A conflict where the source's own statement has the same person call the same thing something else."""
    text = a.claim.text
    naming = list(_NAMING.finditer(text, max(0, quote.start - _NEAR), quote.start))
    if not naming or _DENIED.search(text[: quote.start]) is not None:
        return []
    verb = naming[-1]
    inside = [term for term in a.claim.terms if quote.start <= term.start < quote.end and not term.light]
    around = [
        term
        for term in a.claim.terms
        if not term.light and not quote.start <= term.start < quote.end and term.start != verb.start()
    ]
    for key in a.chosen:
        if len(around) < _FRAME or any(key in a.hits[term.at] for term in inside):
            continue
        if all(key in a.hits[term.at] for term in around) and _calls(a, key, text[verb.end() : quote.start]):
            what = "the quotation is not what the source has that person call it"
            return [Finding("conflict", "quotation", what, key)]
    return []


def _calls(a: Alignment, key: UnitKey, named: str) -> bool:
    """Whether the unit names it: a verb of naming, the thing's words after it, and then more words."""
    reading = a.source(key)
    unit = reading.units[key[1]]
    text = reading.text[unit.start : unit.end]
    verb = _NAMING.search(text)
    if verb is None or _DENIED.search(text) is not None:
        return False
    rest = {token.norm for token in tokens(text[verb.end() :])}
    things = {token.norm for token in tokens(named)}
    return len(things & rest) > 0 and len(rest - things) > 0
