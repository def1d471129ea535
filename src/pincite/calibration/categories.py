"""What kind of difficulty a pair holds, found from its words: judges fail in kinds, not on average."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.calibration.pairs import GoldLabel
from pincite.text.figures import figures
from pincite.text.qualifiers import cues

CATEGORIES = (
    "negation",
    "quantity",
    "temporal",
    "modality",
    "table",
    "multi_source",
    "long_evidence",
    "ambiguous",
    "partial",
)
LONG = 4000
"""Characters from which evidence counts as long."""


def categories(
    claim: str, evidence: Sequence[str], *, gold: GoldLabel | None = None, ratings: Sequence[str] = ()
) -> tuple[str, ...]:
    """The categories of a pair, in the order of `CATEGORIES`.

    `quantity` is a figure in the claim that is no date or time, `temporal` a date or time, `table` evidence
    in cells, `multi_source` more than one passage, `ambiguous` people who disagree, `partial` a pair that is
    labelled so.
    """
    kinds = {figure.kind for figure in figures(claim)}
    signs = {cue.kind for cue in cues(claim)}
    found = {
        "negation": "negation" in signs,
        "quantity": bool(kinds - {"date", "time", "identifier", "ordinal"}),
        "temporal": bool(kinds & {"date", "time"}),
        "modality": "modality" in signs,
        "table": any(text.count("|") >= 2 for text in evidence),
        "multi_source": len(evidence) > 1,
        "long_evidence": sum(map(len, evidence)) >= LONG,
        "ambiguous": len(set(ratings)) > 1,
        "partial": gold == "partial",
    }
    return tuple(name for name in CATEGORIES if found[name])
