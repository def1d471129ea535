"""Which claims to label: strata by label, severity and doubt, each with its sampling weight.

A plain random sample of a good system is nearly all `full`, and says little about how often the judge is
wrong elsewhere. Strata make rare and doubtful verdicts more likely to be drawn; the weights undo that in
every rate.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from math import ceil, sqrt

from msgspec import Struct

from pincite.model.result import ClaimRow
from pincite.stats.bootstrap import SEED

DOUBTFUL = 0.65
"""A confidence below this counts as doubt."""
SEVERE_SHARE = 0.05
SEVERE_FEWEST = 10
REVIEW = "review"
"""The stratum of claims that were chosen for review; they are no sample of the run, and correct no rate."""

_SEVERE = ("critical", "high")


class Stratum(Struct, frozen=True, kw_only=True):
    """Claims with one kind of verdict; each drawn one stands for `weight` = `size` / `drawn` of them."""

    name: str
    label: str
    severity: str
    doubt: str
    size: int
    drawn: int

    @property
    def weight(self) -> float:
        return self.size / self.drawn


class Drawn(Struct, frozen=True, kw_only=True):
    """One claim to label, without any word of the verdict on it: `stratum` is a bare name.

    `weight` is None for a claim that was not drawn by chance.
    """

    answer_id: str
    case_id: str | None
    claim_id: str
    start: int
    end: int
    text: str
    citation_ids: tuple[str, ...]
    weight: float | None
    stratum: str


class Sample(Struct, frozen=True, kw_only=True):
    """The claims to label in the order in which to label them, and the strata that they were drawn from.

    `population` claims could have been drawn: verifiable ones with a citation that resolves.
    """

    claims: tuple[Drawn, ...]
    strata: tuple[Stratum, ...]
    population: int


def sample_claims(rows: Iterable[ClaimRow], size: int, *, seed: int = SEED) -> Sample:
    """About so many claims, drawn by stratum with the square root of the stratum's size.

    Between shares in proportion (which leave rare verdicts out) and equal ones (which cost precision in the
    whole), the square root is a compromise: Bankier, Power allocations, The American Statistician 42 (1988).
    Every stratum gives at least two claims, or all that it has.
    """
    strata: dict[tuple[str, str, str], list[ClaimRow]] = {}
    for row in rows:
        if labelable(row):
            strata.setdefault(_stratum(row), []).append(row)
    # Their numbers must not tell the label, so they do not follow its spelling.
    keys = sorted(strata, key=lambda key: _hashed(f"{seed}\0stratum\0{key}"))
    counts = _allocation([len(strata[key]) for key in keys], size)
    drawn: list[tuple[str, Drawn]] = []
    told = []
    for number, (key, count) in enumerate(zip(keys, counts, strict=True), 1):
        chosen = sorted(strata[key], key=lambda row: _rank(row, seed, "draw"))[:count]
        stratum = Stratum(
            name=f"s{number}", label=key[0], severity=key[1], doubt=key[2], size=len(strata[key]), drawn=count
        )
        told.append(stratum)
        drawn += [(_rank(row, seed, "order"), task(row, stratum.name, stratum.weight)) for row in chosen]
    return Sample(
        claims=tuple(one for _, one in sorted(drawn, key=lambda one: one[0])),
        strata=tuple(told),
        population=sum(map(len, strata.values())),
    )


def labelable(row: ClaimRow) -> bool:
    """Whether a person could say something about the claim that no rule knows: its sources can be read."""
    return row.verifiability == "verifiable" and any(
        link.resolution == "resolved" and link.reason != "no_evidence_text" for link in row.citations
    )


def severe_queue(rows: Iterable[ClaimRow], *, seed: int = SEED) -> Sample:
    """What has to be reviewed on critical and high claims.

    Every claim that is not full or was left open, and of the full ones 5 %, at least ten, by the seed.
    """
    severe = [row for row in rows if labelable(row) and row.severity in _SEVERE]
    full = [row for row in severe if row.label == "full"]
    others = [row for row in severe if row.label != "full"]
    count = min(len(full), max(SEVERE_FEWEST, ceil(SEVERE_SHARE * len(full))))
    chosen = sorted(full, key=lambda row: _rank(row, seed, "draw"))[:count] + others
    strata = (
        Stratum(name=REVIEW, label="full", severity="severe", doubt="any", size=len(full), drawn=count),
        Stratum(
            name=REVIEW, label="not full", severity="severe", doubt="any", size=len(others), drawn=len(others)
        ),
    )
    return Sample(
        claims=tuple(
            task(row, REVIEW, None) for row in sorted(chosen, key=lambda row: _rank(row, seed, "order"))
        ),
        strata=tuple(stratum for stratum in strata if stratum.drawn),
        population=len(severe),
    )


def _stratum(row: ClaimRow) -> tuple[str, str, str]:
    return (row.label or row.status, "severe" if row.severity in _SEVERE else "other", _doubt(row))


def _doubt(row: ClaimRow) -> str:
    """The least confident of the claim's verdicts decides."""
    told = [link.confidence for link in row.citations if link.confidence is not None]
    if not told:
        return "unknown"
    return "doubtful" if min(told) < DOUBTFUL else "sure"


def _allocation(sizes: Sequence[int], total: int) -> list[int]:
    """How many to draw of each stratum; never more than it has. Largest remainders first."""
    counts = [min(size, 2) for size in sizes]
    while (left := total - sum(counts)) > 0:
        room = [place for place, size in enumerate(sizes) if counts[place] < size]
        if not room:
            break
        weight = sum(sqrt(sizes[place]) for place in room)
        shares = {place: left * sqrt(sizes[place]) / weight for place in room}
        whole = {place: min(int(share), sizes[place] - counts[place]) for place, share in shares.items()}
        if not any(whole.values()):
            for place in sorted(room, key=lambda place: (-shares[place], place))[:left]:
                counts[place] += 1
            break
        for place, count in whole.items():
            counts[place] += count
    return counts


def _rank(row: ClaimRow, seed: int, purpose: str) -> str:
    return _hashed(f"{seed}\0{purpose}\0{row.answer_id}\0{row.claim_id}")


def _hashed(told: str) -> str:
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def task(row: ClaimRow, stratum: str, weight: float | None) -> Drawn:
    """The claim as a line to label."""
    return Drawn(
        answer_id=row.answer_id,
        case_id=row.case_id,
        claim_id=row.claim_id,
        start=row.start,
        end=row.end,
        text=row.text,
        citation_ids=tuple(link.citation_id for link in row.citations),
        weight=weight,
        stratum=stratum,
    )
