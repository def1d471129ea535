"""A fixed sample of cited claims for people to read, with the margin that it carries.

Strata here only make sure that each kind of claim is there in its proportion. Every claim has the same
chance, so a rate in the sample is the rate of the whole without weighting.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from math import floor

from msgspec import Struct

from pincite.labels.sampling import Drawn, labelable, task
from pincite.model.result import ClaimRow
from pincite.stats.bootstrap import SEED
from pincite.stats.intervals import wilson

STRATA = ("slice", "kind", "severity", "evidence_kind", "citations")
"""What a sample can be stratified by. `citations`: one, or several."""
USUAL = ("slice", "kind")


class Quota(Struct, frozen=True, kw_only=True):
    """One stratum: what its claims have in common, how many there are, and how many were drawn."""

    name: str
    values: dict[str, str]
    size: int
    drawn: int


class Audit(Struct, frozen=True, kw_only=True):
    """The claims to read, in the order in which to read them.

    `population` claims could have been drawn, of `answers` answers; those drawn are of `answers_drawn`.
    """

    claims: tuple[Drawn, ...]
    quotas: tuple[Quota, ...]
    population: int
    answers: int
    answers_drawn: int

    @property
    def digest(self) -> str:
        """SHA-256 over what was drawn: which claims of which answers, in order."""
        told = "\n".join(f"{one.answer_id}\0{one.claim_id}\0{one.start}\0{one.end}" for one in self.claims)
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def audit_sample(
    rows: Iterable[ClaimRow], size: int, *, by: Collection[str] = USUAL, seed: int = SEED
) -> Audit:
    """Draw claims that have a citation whose text can be read, stratified in proportion.

    A stratum gets its proportional number rounded down or up; which of the two is drawn by the seed, so that
    in the end every claim has the chance `size / population` (systematic rounding over the ordered strata:
    Cox, A constructive procedure for unbiased controlled rounding, 1987, in one dimension). Within a stratum
    the claims with the lowest hash of seed and id are taken: the order of the rows changes nothing.
    """
    strata: dict[tuple[str, ...], list[ClaimRow]] = {}
    names = tuple(name for name in STRATA if name in by)
    for row in rows:
        if labelable(row):
            strata.setdefault(tuple(_value(row, name) for name in names), []).append(row)
    population = sum(map(len, strata.values()))
    wanted = min(size, population)
    weight = population / wanted if wanted else None
    start = int(_hashed(f"{seed}\0start")[:12], 16) / 16**12
    quotas, drawn, before = [], [], 0
    for number, key in enumerate(sorted(strata), 1):
        some = strata[key]
        # Whole numbers before the division: the last stratum must end exactly at `wanted`.
        first = floor(before * wanted / population + start)
        before += len(some)
        count = floor(before * wanted / population + start) - first
        name = f"q{number}"
        quotas.append(
            Quota(name=name, values=dict(zip(names, key, strict=True)), size=len(some), drawn=count)
        )
        chosen = sorted(some, key=lambda row: _rank(row, seed, "draw"))[:count]
        drawn += [(_rank(row, seed, "order"), task(row, name, weight)) for row in chosen]
    claims = tuple(one for _, one in sorted(drawn, key=lambda pair: pair[0]))
    return Audit(
        claims=claims,
        quotas=tuple(quotas),
        population=population,
        answers=len({row.answer_id for some in strata.values() for row in some}),
        answers_drawn=len({one.answer_id for one in claims}),
    )


def margin(share: float, n: int, population: int | None = None, *, level: float = 0.95) -> float:
    """Half the width of the Wilson interval around a share that was found in `n` independent units.

    With a `population` the finite population correction is applied: `n` counts as n (N - 1) / (N - n) units,
    and a census has no margin. Raises ValueError unless 0 <= share <= 1 and 0 <= n <= population.
    """
    if not 0 <= share <= 1 or n < 0 or (population is not None and n > population):
        raise ValueError(f"no margin for a share of {share!r} in {n!r} of {population!r}")
    if population is not None and n == population:
        return 0.0
    units = n * (population - 1) / (population - n) if population is not None else n
    low, high = wilson(share * units, units, level=level)
    return (high - low) / 2


def _value(row: ClaimRow, name: str) -> str:
    if name == "citations":
        return "one" if len(row.citations) == 1 else "several"
    return str(getattr(row, name) or "none")


def _rank(row: ClaimRow, seed: int, purpose: str) -> str:
    return _hashed(f"{seed}\0{purpose}\0{row.answer_id}\0{row.claim_id}\0{row.start}")


def _hashed(told: str) -> str:
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
