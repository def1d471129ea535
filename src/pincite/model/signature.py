"""The recipe of a number: every moving part that could change it, as one line that parses back."""

from __future__ import annotations

from msgspec import Struct

from pincite.errors import InputError

_KEYS = ("seg", "scope", "pack", "judge", "rubric", "labels", "unit", "ci", "seed", "policy", "scorer")


class Signature(Struct, frozen=True, kw_only=True):
    """`pincite|seg:rules@1|scope:1|pack:1|judge:rules@1a2b3c4d|...`; `str` and `parse` are inverse."""

    seg: str
    scope: str
    pack: str
    judge: str
    rubric: str
    labels: str = "4"
    unit: str = "claim"
    ci: str = "cluster-bs2000"
    seed: str = "7"
    policy: str
    scorer: str

    def __str__(self) -> str:
        return "|".join(["pincite", *(f"{key}:{getattr(self, key)}" for key in _KEYS)])

    @classmethod
    def parse(cls, line: str) -> Signature:
        """Read a signature back.

        Raises InputError when a part is missing, doubled or unknown.
        """
        head, *parts = line.strip().split("|")
        pairs = [part.partition(":")[::2] for part in parts]
        names = [name for name, _ in pairs]
        if head != "pincite" or sorted(names) != sorted(_KEYS):
            raise InputError(
                f"not a signature: {line!r}",
                hint=f"a signature is 'pincite' and then {', '.join(_KEYS)}, as key:value joined by '|'",
            )
        return cls(**dict(pairs))

    def differs(self, other: Signature) -> tuple[str, ...]:
        """The parts in which two signatures differ, in their written order."""
        return tuple(key for key in _KEYS if getattr(self, key) != getattr(other, key))
