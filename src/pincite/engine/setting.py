"""What decides how answers are checked, and the clock beside it."""

from __future__ import annotations

import time
from collections.abc import Mapping

from msgspec import Struct, field

from pincite.claims.policy import Policy
from pincite.diagnose.pairing import Pairing
from pincite.evidence.bibliography import Bibliography
from pincite.evidence.corpus import Corpus
from pincite.judges.protocol import Judge
from pincite.metrics.families import Family
from pincite.model import Case


class Setting(Struct, frozen=True, kw_only=True):
    """Everything that decides how answers are checked, besides the answers.

    `pairing` is how the claims of an answer are matched with those that its case expects.
    """

    policy: Policy
    judge: Judge
    corpus: Corpus | None = None
    bibliography: Bibliography | None = None
    cases: Mapping[str, Case] = field(default_factory=dict)
    families: tuple[Family, ...] = ()
    pairing: Pairing = "overlap"


class Clock:
    """Seconds per stage, summed over a run. The only thing here that is not a pure function of its input."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.perf_counter()

    def start(self) -> None:
        self._last = time.perf_counter()

    def stop(self, stage: str) -> None:
        now = time.perf_counter()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._last
        self._last = now

    def add(self, seconds: Mapping[str, float]) -> None:
        """Seconds that another process has spent."""
        for stage, spent in seconds.items():
            self.seconds[stage] = self.seconds.get(stage, 0.0) + spent
