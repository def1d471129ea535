"""Severe claims: critical and high ones that are unsupported, contradicted or undecided, and where they go.

They are looked at one by one, whatever the averages. A contradiction on a critical claim always blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from msgspec import Struct

from pincite.errors import ConfigError
from pincite.gate.rule import one_of
from pincite.io.suggestions import nearest
from pincite.metrics.failure import is_open
from pincite.model.claim import Severity
from pincite.model.result import ClaimRow

State = Literal["contradicted", "unsupported", "undecided"]
Route = Literal["block", "review", "allow"]

STATES: tuple[State, ...] = get_args(State)
ROUTES: tuple[Route, ...] = get_args(Route)
SEVERE: tuple[Severity, ...] = ("critical", "high")


class Routing(Struct, frozen=True, kw_only=True):
    """Where severe claims go. block fails the gate, review leaves it undecided, allow only shows them.

    `unsupported` is any label but `full`, uncited claims included; `undecided` is unjudged too.
    """

    critical: tuple[Route, Route, Route] = ("block", "block", "review")
    high: tuple[Route, Route, Route] = ("block", "review", "review")

    def route(self, severity: Severity, state: State) -> Route:
        """The route of a claim of one of the severe severities."""
        return (self.critical if severity == "critical" else self.high)[STATES.index(state)]


def state_of(claim: ClaimRow) -> State | None:
    """The severe state that a claim is in, or None for one that is supported or cannot be checked.

    A second citation that contradicts counts even where another one supports the claim in full.
    """
    if claim.verifiability != "verifiable":
        return None
    if claim.label == "contradiction" or contradicting_links(claim):
        return "contradicted"
    if is_open(claim):
        return "undecided"
    if claim.status == "judged" and claim.label != "full":
        return "unsupported"
    return None


def contradicting_links(claim: ClaimRow) -> int:
    """Links that contradict the claim and are no necessary member of a union that supports it."""
    group = claim.group
    necessary = group.necessary if group is not None and group.label == "full" else ()
    return sum(
        link.resolution == "resolved"
        and link.status == "judged"
        and link.label == "contradiction"
        and link.citation_id not in necessary
        for link in claim.citations
    )


def read_routing(raw: Any, where: str) -> Routing:
    """The table `[gate.severe]`: `critical` and `high`, each a route for all states or a table by state.

    Raises ConfigError for a key or route that is none, and for a critical contradiction that would not block.
    """
    if not isinstance(raw, Mapping):
        raise ConfigError(f"expected a table, got {raw!r}", where=where, hint='write critical = "block"')
    base = Routing()
    for key in raw:
        if key not in SEVERE:
            close = nearest(key, SEVERE)
            hint = f"did you mean {close}?" if close else f"severe claims are {' and '.join(SEVERE)}"
            raise ConfigError(f"unknown key {key!r}", where=f"{where}.{key}", hint=hint)
    routing = Routing(
        critical=_routes(raw, "critical", base.critical, where),
        high=_routes(raw, "high", base.high, where),
    )
    if routing.critical[0] != "block":
        raise ConfigError(
            "a contradiction on a critical claim always blocks",
            where=f"{where}.critical",
            hint='write critical = { contradicted = "block", ... }',
        )
    return routing


def _routes(
    raw: Mapping[str, Any], key: str, base: tuple[Route, Route, Route], where: str
) -> tuple[Route, Route, Route]:
    here = f"{where}.{key}"
    given = raw.get(key, {})
    if isinstance(given, str):
        route: Route = one_of(raw, key, ROUTES, where)
        return (base[0] if key == "critical" else route, route, route)
    if not isinstance(given, Mapping):
        raise ConfigError(f"expected a route or a table, got {given!r}", where=here)
    for state in given:
        if state not in STATES:
            close = nearest(state, STATES)
            hint = f"did you mean {close}?" if close else f"a severe claim is {', '.join(STATES)}"
            raise ConfigError(f"unknown key {state!r}", where=f"{here}.{state}", hint=hint)
    routes: list[Route] = [
        one_of(given, state, ROUTES, here) or standard for state, standard in zip(STATES, base, strict=True)
    ]
    return (routes[0], routes[1], routes[2])
