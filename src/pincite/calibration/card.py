"""The calibration card: what a judge reached on which labelled data, as a file that later runs cite."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct, field, structs

from pincite.calibration.corrected import CorrectedRate, FalseAccepts
from pincite.calibration.measures import Block, Measures
from pincite.calibration.threshold import Threshold, threshold_digest
from pincite.errors import ConfigError, InputError
from pincite.io.codec import encode_row
from pincite.model.verdict import JudgeIdentity
from pincite.stats.estimate import Estimate
from pincite.version import __version__

CARD_VERSION = "1"
NOT_CALIBRATED = "not calibrated"


class DataFile(Struct, frozen=True, kw_only=True):
    """A file that the labels came from, and the SHA-256 of its bytes."""

    path: str
    role: str
    sha256: str


class Part(Struct, frozen=True, kw_only=True):
    """One set: its numbers, and those of its categories. `development` pairs are in none of them."""

    pairs: int
    development: int
    numbers: Block
    categories: dict[str, Block] = field(default_factory=dict)


class SetMeans(Struct, frozen=True, kw_only=True):
    """The balanced accuracy as a plain mean over the sets in which it is defined, whatever their size."""

    sets: int
    judge: float | None = None
    at_threshold: float | None = None
    baseline: float | None = None


class RunEvidence(Struct, frozen=True, kw_only=True):
    """A run whose claims were labelled: corrected rates, and what review of severe claims found."""

    run_id: str
    signature: str
    corrected: dict[str, CorrectedRate] = field(default_factory=dict)
    severe: FalseAccepts | None = None
    left_out: dict[str, int] = field(default_factory=dict)


class Card(Struct, frozen=True, kw_only=True):
    """One judge on labelled data. Everything that could change a number is named; `digest` covers all of it.

    `overall` pools all pairs outside the development part, `sets` takes them apart. `threshold` was chosen
    for the judge on the development part, `baseline_threshold` for word overlap on the same pairs. `words`
    says in sentences what the numbers mean.
    """

    schema_version: str = CARD_VERSION
    kind: Literal["calibration_card"] = "calibration_card"
    created_at: str
    pincite_version: str = __version__
    signature: str
    judge: JudgeIdentity
    baseline: JudgeIdentity
    data: tuple[DataFile, ...]
    seed: int
    development_share: float
    limit: int | None = None
    pairs: int
    development: int
    threshold: Threshold
    baseline_threshold: Threshold
    overall: Part
    means: SetMeans
    sets: dict[str, Part]
    words: tuple[str, ...] = ()
    run: RunEvidence | None = None
    digest: str = ""


def signature(judge: JudgeIdentity, baseline: JudgeIdentity, *, seed: int, share: float) -> str:
    """The recipe of a card's numbers, in the manner of a run's signature."""
    parts = {
        "judge": f"{judge.name}@{judge.digest[:8]}",
        "rubric": judge.rubric_digest[:8],
        "question": "full-or-not",
        "unit": "pair",
        "baseline": f"{baseline.name}@{baseline.version}",
        "development": f"{share:g}",
        "ci": "cluster-bs2000",
        "seed": str(seed),
        "card": CARD_VERSION,
    }
    return "|".join(("pincite-calibration", *(f"{key}:{value}" for key, value in parts.items())))


def sealed(card: Card) -> Card:
    """The card with its digest."""
    return structs.replace(card, digest=_digest(card))


def _digest(card: Card) -> str:
    return hashlib.sha256(encode_row(structs.replace(card, digest=""))).hexdigest()


def encode_card(card: Card) -> bytes:
    """The card as an indented JSON file."""
    return msgspec.json.format(encode_row(card), indent=2) + b"\n"


def read_card(path: str | Path) -> Card:
    """Read a card back.

    Raises InputError when the file is not one, or was changed after it was written.
    """
    where = str(path)
    try:
        card = msgspec.json.decode(Path(path).read_bytes(), type=Card)
    except OSError as error:
        raise InputError(f"cannot read the calibration card: {error.strerror}", where=where) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(
            f"not a calibration card: {error}",
            where=where,
            hint="name a card that `pincite calibrate -o DIR` wrote",
        ) from None
    if card.digest != _digest(card):
        raise InputError(
            "the calibration card was changed after it was written",
            where=where,
            hint="run `pincite calibrate` again",
        )
    return card


def cited(card: Card | None, judge: JudgeIdentity, *, run_id: str | None = None) -> dict[str, Any] | str:
    """What a run's summary says of its judge's calibration: the card's numbers, or "not calibrated".

    A judge whose threshold the card chose is cited with the numbers at that threshold. Where the card comes
    from labels on this very run, it also has the corrected rates. Raises ConfigError when the card is about
    another judge: its numbers would be those of somebody else.
    """
    if card is None:
        return NOT_CALIBRATED
    numbers: Measures | None = card.overall.numbers.judge
    versus = card.overall.numbers.versus
    threshold = None
    if judge.digest != card.judge.digest or judge.rubric_digest != card.judge.rubric_digest:
        threshold = card.threshold.value
        if threshold is None or judge.digest != threshold_digest(card.judge, threshold):
            raise ConfigError(
                f"the calibration card is about {_told(card.judge)}, the judge of this run is {_told(judge)}",
                where="calibration",
                hint="run `pincite calibrate` with this judge",
            )
        numbers, versus = card.overall.numbers.at_threshold, card.overall.numbers.threshold_versus
    assert numbers is not None
    return {
        "card": card.digest[:16],
        "date": card.created_at[:10],
        "n": numbers.n,
        "decided": numbers.decided,
        "sets": sorted(card.sets),
        "kappa": _interval(numbers.kappa),
        "balanced_accuracy": _interval(numbers.balanced_accuracy),
        "beats_overlap": None if versus is None else versus.better == "first",
        "threshold": threshold,
        "corrected": {
            name: {
                **_interval(rate.prediction_powered.estimate),
                "method": rate.prediction_powered.method,
                "labelled": rate.prediction_powered.labelled,
            }
            for name, rate in card.run.corrected.items()
        }
        if card.run is not None and card.run.run_id == run_id
        else None,
    }


def _told(judge: JudgeIdentity) -> str:
    return f"{judge.name} {judge.version} ({judge.digest[:8]})"


def _interval(estimate: Estimate) -> dict[str, float | None]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def told(entry: dict[str, Any] | str | None) -> str:
    """The citation in one line: `kappa 0.81 (0.74 to 0.87, n=200, 2026-10-03)`, or `not calibrated`."""
    if entry is None or isinstance(entry, str):
        return NOT_CALIBRATED
    kappa = entry["kappa"]
    if kappa["value"] is None:
        return f"kappa not defined (n={entry['n']}, {entry['date']})"
    inside = [f"n={entry['n']}", str(entry["date"])]
    if kappa["low"] is not None:
        inside.insert(0, f"{kappa['low']:.2f} to {kappa['high']:.2f}")
    line = f"kappa {kappa['value']:.2f} ({', '.join(inside)})"
    return line if entry["beats_overlap"] is not False else f"{line}; does not beat word overlap"
