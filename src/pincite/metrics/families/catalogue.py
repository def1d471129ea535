"""The families that there are, by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from types import MappingProxyType

from pincite.errors import ConfigError
from pincite.metrics.families.alce import ALCE, ALCE_FIXED
from pincite.metrics.families.family import Family
from pincite.metrics.families.liu2023 import LIU2023
from pincite.metrics.families.longcite import LONGCITE
from pincite.metrics.families.trec_rag_2024 import TREC_RAG_2024

FAMILIES: MappingProxyType[str, Family] = MappingProxyType(
    {family.name: family for family in (LIU2023, ALCE, ALCE_FIXED, TREC_RAG_2024, LONGCITE)}
)


def families_of(names: Iterable[str], *, where: str = "family") -> tuple[Family, ...]:
    """The families of these names, each once, in the order of the catalogue.

    Raises ConfigError for a name that is none; `where` is the setting that it came from.
    """
    asked = [name.strip() for name in names]
    for name in asked:
        if name not in FAMILIES:
            near = difflib.get_close_matches(name, FAMILIES, n=1)
            raise ConfigError(
                f"unknown family {name!r}",
                where=where,
                hint=f"did you mean {near[0]!r}?" if near else f"families are {', '.join(FAMILIES)}",
            )
    return tuple(family for family in FAMILIES.values() if family.name in asked)
