"""The variance of a ratio of sums over clusters, from moments that can be added up while data streams by."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from pincite.stats.intervals import normal_quantile


class RatioMoments(Struct):
    """What has to be remembered of the pairs (numerator y, denominator x) of all clusters.

    All fields are whole numbers, so adding is exact and its order cannot matter. `clusters` counts those
    with a denominator.
    """

    clusters: int = 0
    y: int = 0
    x: int = 0
    yy: int = 0
    xy: int = 0
    xx: int = 0

    def add(self, y: int, x: int) -> None:
        """One more cluster; one without a denominator takes no part in the ratio."""
        if x:
            self.clusters += 1
            self.y += y
            self.x += x
            self.yy += y * y
            self.xy += x * y
            self.xx += x * x

    def merge(self, other: RatioMoments) -> None:
        self.clusters += other.clusters
        self.y += other.y
        self.x += other.x
        self.yy += other.yy
        self.xy += other.xy
        self.xx += other.xx

    def scatter(self) -> int:
        """X^2 times the sum of squared residuals y - (Y/X) x: a whole number, 0 when all clusters agree."""
        return self.yy * self.x**2 - 2 * self.xy * self.x * self.y + self.xx * self.y**2

    def variance(self) -> float | None:
        """The linearised (Taylor) variance of Y/X, after Cochran, Sampling Techniques (1977), ch. 6.

        `n / (n - 1) * sum((y - (Y/X) x)^2) / X^2` over n clusters. None for fewer than two.
        """
        if self.clusters < 2 or not self.x:
            return None
        return self.clusters * self.scatter() / ((self.clusters - 1) * self.x**4)

    def interval(self, *, level: float = 0.95) -> tuple[float, float] | None:
        """The normal interval around Y/X with the linearised variance; None for fewer than two clusters."""
        variance = self.variance()
        if variance is None:
            return None
        half = normal_quantile(level) * sqrt(variance)
        return (self.y / self.x - half, self.y / self.x + half)
