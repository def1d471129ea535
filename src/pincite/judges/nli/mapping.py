"""What the outputs of a classification model mean. A model that does not say so is not guessed at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pincite.errors import ConfigError
from pincite.model import Label

_FULL: Final = """
    entailment entailed entails entail supported supports support fully_supported consistent factual
    factually_consistent attributable faithful full grounded
"""
_CONTRADICTION: Final = """
    contradiction contradictory contradicts contradicted contradict refuted refutes refute
"""
_NONE: Final = """
    neutral none not_enough_info not_enough_information nei not_entailment not_entailed non_entailment
    unsupported not_supported inconsistent hallucination hallucinated not_attributable unfaithful not_factual
    ungrounded not_grounded baseless
"""
_MEANINGS: Final[dict[str, Label]] = {
    **dict.fromkeys(_FULL.split(), "full"),
    **dict.fromkeys(_CONTRADICTION.split(), "contradiction"),
    **dict.fromkeys(_NONE.split(), "none"),
}


class Probabilities(Struct, frozen=True):
    full: float
    contradiction: float


class Mapping(Struct, frozen=True, kw_only=True):
    """The label of each output, in order. A single output is the log-odds of `full`."""

    outputs: tuple[Label, ...]

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that the model can give."""
        return tuple(
            label
            for label in ("full", "none", "contradiction")
            if label in self.outputs or (label == "none" and len(self.outputs) == 1)
        )

    def probabilities(self, logits: Sequence[float]) -> Probabilities:
        if len(self.outputs) == 1:
            return Probabilities(_sigmoid(logits[0]), 0.0)
        top = max(logits)
        weights = [math.exp(value - top) for value in logits]
        total = sum(weights)
        shares = {"full": 0.0, "contradiction": 0.0, "none": 0.0}
        for label, weight in zip(self.outputs, weights, strict=True):
            shares[label] += weight / total
        return Probabilities(shares["full"], shares["contradiction"])


def _sigmoid(value: float) -> float:
    if value >= 0:
        return 1 / (1 + math.exp(-value))
    return math.exp(value) / (1 + math.exp(value))


def mapping(names: Sequence[str], given: Sequence[str] = (), *, where: str) -> Mapping:
    """The mapping that a model's own output names (`id2label`) say, or the one that is given instead.

    Raises ConfigError when a name has no known meaning, or when no output means support.
    """
    told = [name.strip().lower().replace("-", "_").replace(" ", "_") for name in (given or names)]
    hint = (
        f"say in nli_labels what the {len(names)} outputs mean, in their order: full, contradiction or none"
    )
    if given and names and len(given) != len(names):
        raise ConfigError(
            f"the model has {len(names)} outputs, nli_labels names {len(given)}", where=where, hint=hint
        )
    outputs: list[Label] = []
    for name in told:
        meaning = _MEANINGS.get(name)
        if meaning is None:
            shown = ", ".join(names) or "no names"
            raise ConfigError(
                f"it is not known what the model's output {name!r} means (outputs: {shown})",
                where=where,
                hint=hint,
            )
        outputs.append(meaning)
    if "full" not in outputs or (len(outputs) > 1 and set(outputs) == {"full"}):
        raise ConfigError("no output of the model tells support from its absence", where=where, hint=hint)
    return Mapping(outputs=tuple(outputs))
