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


def idle_baseline(config: Config, policy: GatePolicy) -> str | None:
    """What to say where a baseline is named that no rule asks for."""
    if not config.on_command_line("baseline") or None in policy.baselines:
        return None
    return "--baseline has no effect: no rule is held against it (max_drop, max_rise, new_findings)"


class Gate:
    """The gate of a command: its policy, what it compares with, and the watch over the run.

    `directories` are those of the runs that it compares with.
    """

    def __init__(self, config: Config) -> None:
        self.policy: GatePolicy = read_policy(config.gate, where=config.gate_at)
        self.directories: tuple[Path, ...] = tuple(path for _, path in _paths(self.policy, config))
        self.baselines: Mapping[str | None, Baseline] = dict(_baselines(self.policy, config))
        self.watch = Watch(self.policy, baselines=self.baselines, accepted=_acceptance(config))


def _paths(policy: GatePolicy, config: Config) -> list[tuple[str | None, Path]]:
    """Where the runs are that rules are held against; `--baseline` is there only where it was given."""
    named = [
        (name, config["baseline"] if name is None else config.folder / name) for name in policy.baselines
    ]
    return [(name, Path(path)) for name, path in named if path is not None]


def _baselines(policy: GatePolicy, config: Config) -> list[tuple[str | None, Baseline]]:
    """Every run that a rule is held against. Raises InputError for one that cannot be read."""
    return [(name, baseline_of(str(path), load_run(path))) for name, path in _paths(policy, config)]


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
