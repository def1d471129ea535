"""What `check --gate` and `gate` share: the policy of the config file, its baselines, accepted claims."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pincite.cli.config import Config
from pincite.engine.run import load_run
from pincite.gate.baseline import Baseline, baseline_of
from pincite.gate.observation import Acceptance, Watch
from pincite.gate.policy import GatePolicy, read_policy
from pincite.gate.routing import State
from pincite.model.result import ClaimRow
from pincite.report.selection import names_claim


class Gate:
    """The gate of a command: its policy, what it compares with, and the watch over the run."""

    def __init__(self, config: Config) -> None:
        self.policy: GatePolicy = read_policy(config.gate, where=config.gate_at)
        self.baselines: Mapping[str | None, Baseline] = dict(_baselines(self.policy, config))
        self.watch = Watch(self.policy, baselines=self.baselines, accepted=_acceptance(config))


def _baselines(policy: GatePolicy, config: Config) -> list[tuple[str | None, Baseline]]:
    """Every run that a rule is held against. Raises InputError for one that cannot be read."""
    found: list[tuple[str | None, Baseline]] = []
    for name in policy.baselines:
        path = config["baseline"] if name is None else str(config.folder / name)
        if path is not None:
            found.append((name, baseline_of(path, load_run(Path(path)))))
    return found


def _acceptance(config: Config) -> Acceptance:
    """A suppression also accepts a severe claim, where it names a code for the state that the claim is in."""

    def accepted(claim: ClaimRow, state: State) -> str | None:
        for one in config.suppressions:
            fits = any(code.startswith(one.ignore) for code in claim_codes(claim, state))
            if fits and names_claim(one, claim):
                return one.reason
        return None

    return accepted


def claim_codes(claim: ClaimRow, state: State) -> tuple[str, ...]:
    """The codes under which a severe state is reported."""
    if state == "contradicted":
        return ("PC502",)
    if state == "undecided":
        return ("PC901", "PC902")
    if not claim.citations:
        return ("PC601",)
    if any(link.resolution == "resolved" for link in claim.citations):
        return ("PC503",) if claim.label == "partial" else ("PC501",)
    return ("PC201",)
