"""The combiner: one logistic regression over the features, small enough to be read."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct


class Weight(Struct, frozen=True):
    """One feature's part: (value - mean) / scale * weight."""

    name: str
    mean: float
    scale: float
    weight: float


class Combiner(Struct, frozen=True, kw_only=True):
    """Joins the features to the probability that the evidence fully supports the claim.

    At least `full` means supported, below `open` not; between the two it says undecided. `contradiction` is
    the model's probability from which a claim that is not supported counts as contradicted.
    """

    features_version: str
    bias: float
    weights: tuple[Weight, ...]
    full: float
    open: float
    contradiction: float

    @classmethod
    def flat(cls, features_version: str, names: Sequence[str]) -> Combiner:
        """One that knows nothing: every feature counts 0."""
        weights = tuple(Weight(name, 0.0, 1.0, 0.0) for name in names)
        return cls(
            features_version=features_version,
            bias=0.0,
            weights=weights,
            full=0.5,
            open=0.5,
            contradiction=0.5,
        )

    def support(self, values: Sequence[float]) -> float:
        """The probability, rounded so that the last bits of a float never decide."""
        total = self.bias + sum(part for _, part in self.parts(values))
        return round(1 / (1 + math.exp(-max(-30.0, min(30.0, total)))), 4)

    def parts(self, values: Sequence[float]) -> list[tuple[str, float]]:
        """What each feature adds to the log-odds."""
        return [
            (one.name, (value - one.mean) / one.scale * one.weight)
            for one, value in zip(self.weights, values, strict=True)
        ]
