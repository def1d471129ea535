"""How much of the claims is copied from the sources word for word."""

from __future__ import annotations

from collections.abc import Sequence

RUN = 8


def copied_tokens(
    claims: Sequence[Sequence[str]], sources: Sequence[Sequence[str]], *, run: int = RUN
) -> tuple[int, int]:
    """(tokens of the claims copied in runs of `run` or more, tokens of the claims).

    A copied run stands in the same order, without a gap, in one claim and in one source. Tokens compare as
    they are given, so fold case and accents first if that is meant. One pass over the sources, whatever the
    number of claims.
    """
    total = sum(map(len, claims))
    wanted = {window for claim in claims for window in _windows(claim, run)}
    if not wanted:
        return (0, total)
    found: set[tuple[str, ...]] = set()
    for source in sources:
        found |= wanted.intersection(_windows(source, run))
    copied = 0
    for claim in claims:
        end = 0
        for start, window in enumerate(_windows(claim, run)):
            if window in found:
                copied += start + run - max(end, start)
                end = start + run
    return (copied, total)


def _windows(tokens: Sequence[str], run: int) -> zip[tuple[str, ...]]:
    """All stretches of `run` tokens in a row."""
    return zip(*(tokens[skip:] for skip in range(run)), strict=False)
