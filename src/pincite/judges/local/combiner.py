"""The combiner: one logistic regression over the features, small enough to be read.

What a feature counts depends on how long the evidence is: that a sentence has every word of a claim says
much, that ten pages have them says little. So each has a weight and what is added to it with length.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

LENGTH = "evidence_length"
"""The feature that the weights of all depend on."""


class Weight(Struct, frozen=True):
    """One feature's part: z * (weight + longer * length), where z is (value - mean) / scale and `length` is
    the same of the evidence's length.
    """

    name: str
    mean: float
    scale: float
    weight: float
    longer: float = 0.0

    def z(self, value: float) -> float:
        return (value - self.mean) / self.scale


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
        placed = [(one, one.z(value)) for one, value in zip(self.weights, values, strict=True)]
        length = next((z for one, z in placed if one.name == LENGTH), 0.0)
        return [(one.name, z * (one.weight + one.longer * length)) for one, z in placed]
