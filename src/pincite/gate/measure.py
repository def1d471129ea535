"""What a rule can be about: every metric, the plain counts of a run, two rates of the judge, and findings.

Each measure says which direction is the bad one, so that a limit on the wrong side is refused, and what a
miss is evidence of, from which the decision follows.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from pincite.codes import CATALOGUE, by_name
from pincite.metrics.definitions import METRICS, Better, Form

# semantics: what the sources say. mapping: which source is pointed at. mixed: either, seen from the claims.
# instrument: our own reading and judging, which is never the product's failure.
Blame = Literal["semantics", "mapping", "mixed", "instrument"]
Source = Literal["metric", "count", "rate", "findings", "new_findings"]


class Measure(Struct, frozen=True, kw_only=True):
    """One thing that can be measured. `by_claim`: it has a value by criticality; `by_slice`: by slice."""

    name: str
    source: Source
    form: Form = "count"
    better: Better = "lower"
    blame: Blame = "semantics"
    by_claim: bool = True
    by_slice: bool = True
    codes: tuple[str, ...] = ()


_MIXED = (
    "citation_precision",
    "citation_precision_strict",
    "citation_precision_resolved",
    "citation_completeness",
    "claim_support",
)
_MAPPING = (
    "invalid_citation_rate",
    "fabricated_source_rate",
    "not_in_context_rate",
    "stale_source_rate",
    "source_validity",
    "uncited_required_rate",
    "near_miss_citations",
    "evidence_cited",
)
_BLAME: dict[str, Blame] = {
    **dict.fromkeys(_MIXED, "mixed"),
    **dict.fromkeys(_MAPPING, "mapping"),
    "claim_coverage": "instrument",
}

_METRICS = tuple(
    Measure(
        name=entry.name,
        source="metric",
        form=entry.form,
        better=entry.better,
        blame=_BLAME.get(entry.name, "semantics"),
        by_claim=entry.by_claim,
    )
    for entry in METRICS
)

_COUNTS = (
    Measure(name="answers", source="count", better="higher", blame="instrument", by_claim=False),
    Measure(name="claims", source="count", better="higher", blame="instrument"),
    Measure(name="verifiable", source="count", better="higher", blame="instrument"),
    Measure(name="required", source="count", better="higher", blame="instrument"),
    Measure(name="supported", source="count", better="higher"),
    Measure(name="contradicted", source="count"),
    Measure(name="uncited_required", source="count", blame="mapping"),
    Measure(name="undecided", source="count", blame="instrument"),
    Measure(name="unjudged", source="count", blame="instrument"),
    Measure(name="abstentions", source="count", better="neither", by_claim=False),
    Measure(name="rejected", source="count", blame="instrument", by_claim=False, by_slice=False),
)
_RATES = tuple(
    Measure(name=name, source="rate", form="proportion", blame="instrument")
    for name in ("undecided_rate", "unjudged_rate")
)
_FINDINGS = (
    Measure(name="findings", source="findings", codes=("PC",)),
    Measure(name="new_findings", source="new_findings", codes=("PC",)),
)

MEASURES: MappingProxyType[str, Measure] = MappingProxyType(
    {entry.name: entry for entry in (*_METRICS, *_COUNTS, *_RATES, *_FINDINGS)}
)

# Which reference is meant: markers, resolution, context, revision, the passage beside, nothing cited.
_MAPPING_CODES = ("PC1", "PC2", "PC504", "PC505", "PC601")


def measure_named(name: str) -> Measure | None:
    """The measure with this name; a finding code, code prefix or code name counts those findings."""
    if name in MEASURES:
        return MEASURES[name]
    entry = by_name(name.lower())
    prefix = entry.code if entry is not None else name.upper()
    if not prefix.startswith("PC") or not any(code.startswith(prefix) for code in CATALOGUE):
        return None
    return Measure(name=prefix, source="findings", codes=(prefix,), blame=blame_of_codes(prefix))


def blame_of_codes(*codes: str) -> Literal["semantics", "mapping", "instrument"]:
    """What findings of these codes are evidence of: mapping only if all of them are."""
    if codes and all(code.startswith("PC9") for code in codes):
        return "instrument"
    if codes and all(code.startswith(_MAPPING_CODES) for code in codes):
        return "mapping"
    return "semantics"


def names() -> tuple[str, ...]:
    """Every name that a rule can have, for suggestions."""
    return (*MEASURES, *CATALOGUE, *(entry.name for entry in CATALOGUE.values()))
