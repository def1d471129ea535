"""Claim and evidence in different languages: what names, figures, translations and cognates can decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pincite.judges.rules.alignment import Alignment
from pincite.judges.rules.analysis import Analysis
from pincite.judges.rules.decision import Decision
from pincite.judges.rules.finding import Finding
from pincite.judges.rules.lexicon import FOREIGN_GROUPS, PHRASE_GROUPS, lexicon
from pincite.model.figure import FigureMatch
from pincite.model.verdict import Label

# Of the claim's words that the translation table knows, this share has to be found if figures agree as well.
WITH_FIGURES: Final = 0.3
# Without figures nearly all known words have to be found, and they have to make up half of the claim.
WITHOUT_FIGURES: Final = 0.65
KNOWN_SHARE: Final = 0.5
# Below this weight of known words the figures decide alone.
KNOWN_WORDS: Final = 2.0
# The same beside a figure that two texts do not share by chance: a day, a value of four digits.
TELLING_SHARE: Final = 0.0
TELLING_DIGITS: Final = 4
_CJK: Final = ("zh", "ja")


def foreign(claim: Analysis, source: Analysis) -> bool:
    """Whether the two texts are in different languages, as far as that can be told."""
    one, other = claim.language, source.language
    if one and other:
        return one != other
    if (
        claim.figures
        and source.figures
        and len(source.terms) <= _SHORT
        and _unknown(source)
        and not _shared(claim, source)
    ):
        return True
    known = one or other
    if known in _CJK:
        unknown = source if one else claim
        return not any("\u3041" <= c <= "\u9fff" for c in unknown.text)
    return False


# A label with a figure is too short for its language to be told.
_SHORT: Final = 6


def _unknown(source: Analysis) -> bool:
    """Whether no word of the text is in the English lists."""
    wider = lexicon().wider
    return not any(
        term.light or term.norm in wider or any(not _foreign(group) for group in term.groups)
        for term in source.terms
    )


def _foreign(group: int) -> bool:
    """Whether a group of synonyms is of another language than English."""
    return FOREIGN_GROUPS[0] <= group < PHRASE_GROUPS


def _shared(claim: Analysis, source: Analysis) -> bool:
    return any(
        term.norm in source.by_norm or not term.groups.isdisjoint(source.by_group)
        for term in claim.terms
        if not term.light
    )


def _telling(match: FigureMatch) -> bool:
    """Whether the figure is hardly met twice by chance."""
    figure = match.figure
    if figure.kind == "date":
        return figure.date is not None and len(figure.date) == len("2024-03-05")
    return sum(c.isdigit() for c in figure.text) >= TELLING_DIGITS and match.match in ("exact", "converted")


def decide_foreign(a: Alignment, findings: Sequence[Finding], matches: Sequence[FigureMatch]) -> Decision:
    """Full with low confidence when all figures agree and the known words do; a conflict where one is found;
    undecided where the table knows too little."""
    unit = a.chosen[0] if a.chosen else None
    known = found = total = 0.0
    for term in a.claim.terms:
        total += term.weight
        hit = a.hit(term.at)
        if term.light and hit is None:
            continue
        if hit is not None:
            found += term.weight
        if term.concepts or hit is not None or term.name:
            known += term.weight
    share = found / known if known else 0.0
    matched = [match for match in matches if match.match != "missing"]
    conflict = next((f for f in findings if f.kind == "conflict"), None)
    if conflict is not None and (share >= WITH_FIGURES or not known):
        return Decision("contradiction", "judged", conflict.what, 0.6, conflict.unit or unit)
    weaker = next((f for f in findings if f.kind in ("strengthened", "silent")), None)
    missing = next((f for f in findings if f.kind == "missing"), None)
    if missing is not None:
        label: Label = "partial" if matched and share >= WITH_FIGURES else "none"
        return Decision(label, "judged", missing.what, 0.5, unit)
    enough = TELLING_SHARE if any(_telling(match) for match in matched) else WITH_FIGURES
    if matched and len(matched) == len(matches) and (share >= enough or known < KNOWN_WORDS):
        if weaker is not None:
            return Decision("partial", "judged", weaker.what, 0.5, weaker.unit or unit)
        return Decision("full", "judged", "figures and known words agree across languages", 0.6, unit)
    if known >= KNOWN_SHARE * total and share >= WITHOUT_FIGURES:
        return Decision("full", "judged", "the known words agree across languages", 0.55, unit)
    return Decision(
        None, "undecided", "claim and source are in different languages", None, unit, "cross_language"
    )
