"""What judging cost: calls, tokens, money, and what the cache saved."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from pincite.judges.protocol import Judge


class Usage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Counts of one judge since it was made.

    `calls` were sent to the endpoint, `failed_calls` of them brought no reply. Tokens are those that the
    endpoint reported. `usd` is None without prices. `peak_in_flight` is the most calls that were open at
    once; `left_out` names request parameters that the server refused.
    """

    calls: int = 0
    failed_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None
    peak_in_flight: int = 0
    left_out: tuple[str, ...] = ()
    cache_hits: int = 0
    cache_misses: int = 0
    cache_trouble: str | None = None


def usage_of(judge: Judge) -> dict[str, Usage]:
    """Usage by judge name: one entry a member of a cascade, none for a judge that counts nothing."""
    told = getattr(judge, "usage", None)
    if isinstance(told, Usage):
        return {judge.identity.name: told}
    if isinstance(told, dict):
        return {str(name): usage for name, usage in told.items() if isinstance(usage, Usage)}
    return {}


def cost_of(judge: Judge) -> dict[str, Any]:
    """Usage as plain values, for the manifest."""
    return {name: msgspec.to_builtins(usage) for name, usage in usage_of(judge).items()}
