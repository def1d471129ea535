"""What a stored run was made from, found again: its files by their digests, its judge and its policy by name.

Nothing is taken for the same because it has the same name. A file that was changed since, a judge that is
another version by now, a policy that is not at hand: each says so, and is not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pincite.claims.policy import Policy, default_policy, load_policy
from pincite.diagnose.pairing import PAIRINGS, Pairing
from pincite.engine.manifest import digest_of_file
from pincite.engine.run import Run
from pincite.errors import ConfigError, InputError, PinciteError
from pincite.evidence.bibliography import Bibliography
from pincite.evidence.corpus import Corpus
from pincite.io.answers import read_answers
from pincite.io.bibliography import read_works
from pincite.io.cases import read_cases
from pincite.io.corpus import read_documents
from pincite.io.rejection import Rejection
from pincite.judges.protocol import Judge
from pincite.model import Answer, Case

_Record = TypeVar("_Record")

MakeJudge = Callable[[str], Judge]


class MissingError(Exception):
    """A part of a stored run that cannot be had again; the message says why."""


class Pool:
    """Files that were named by hand, known by their content: whoever moved one need not say whose it is."""

    def __init__(self, paths: Iterable[str], runs: Sequence[Run]) -> None:
        """Raises InputError for a file that cannot be read, or that neither run was made from."""
        wanted = {one.sha256 for run in runs for one in run.manifest.inputs}
        policies = {_policy_digest(run) for run in runs}
        self._files: dict[str, str] = {}
        self._policies: dict[str, Policy] = {}
        for path in paths:
            digest = _digest(path)
            policy = _policy_in(path)
            if policy is not None and policy.digest in policies:
                self._policies[policy.digest] = policy
            elif digest in wanted:
                self._files[digest] = path
            else:
                raise InputError(
                    "neither run was made from this file as it is now",
                    where=path,
                    hint="name the files that the runs were made from, unchanged since",
                )

    def file(self, sha256: str, path: str) -> str:
        """Where a file with this content is. Raises MissingError when it is nowhere to be had."""
        if sha256 in self._files:
            return self._files[sha256]
        if not Path(path).is_file():
            raise MissingError(f"{path} is not there")
        if digest_of_file(path) != sha256:
            raise MissingError(f"{path} has changed since")
        return path

    def policy(self, digest: str) -> Policy:
        known = default_policy()
        if digest == known.digest:
            return known
        if digest not in self._policies:
            raise MissingError("its policy file is not at hand")
        return self._policies[digest]


class Sources:
    """The parts of one stored run. Each raises MissingError when it cannot be had as it was."""

    def __init__(self, run: Run, pool: Pool, make_judge: MakeJudge) -> None:
        self._run = run
        self._pool = pool
        self._make_judge = make_judge
        self._versions: Mapping[str, Any] = msgspec.to_builtins(run.manifest.versions)

    def answers(self) -> list[Answer]:
        """The recorded answers, in their order; of a limited or interrupted run those that it got to."""
        paths = self._paths("answers")
        if not paths:
            raise MissingError("the run names no file of answers")
        held = self._run.summary.counts.answers
        found = list(islice(_usable(read_answers(paths)), held))
        if len(found) < held:
            # A file in another format (`check --from`) has none of them for us.
            raise MissingError(f"{', '.join(paths)}: only {len(found)} of its {held} answers can be read")
        return found

    def corpus(self) -> Corpus | None:
        paths = self._paths("corpus")
        if not paths and self._versions.get("corpus") is not None:
            raise MissingError("the run names no file of its corpus")
        return Corpus(_usable(read_documents(paths))) if paths else None

    def bibliography(self) -> Bibliography | None:
        paths = self._paths("bibliography")
        return Bibliography(_usable(read_works(paths))) if paths else None

    def cases(self) -> dict[str, Case]:
        paths = self._paths("cases")
        if not paths and self._versions.get("cases") is not None:
            raise MissingError("the run names no file of its cases")
        return {case.case_id: case for case in _usable(read_cases(paths))}

    def pairing(self) -> Pairing:
        recorded = self._versions.get("gold_pairing")
        for name, version in PAIRINGS.items():
            if version == recorded:
                return name
        raise MissingError(f"gold pairing {recorded} is of another version of pincite")

    def policy(self) -> Policy:
        digest = _policy_digest(self._run)
        try:
            return self._pool.policy(digest)
        except MissingError:
            paths = self._paths("policy")
            if not paths:
                raise
        policy = load_policy(paths[0])
        if policy.digest != digest:
            raise MissingError(f"{paths[0]} is read otherwise by this version of pincite")
        return policy

    def judge(self) -> Judge:
        recorded = self._versions.get("judge") or {}
        name = str(recorded.get("name", ""))
        try:
            judge = self._make_judge(name)
        except PinciteError as error:
            raise MissingError(f"the judge {name} cannot be made: {error.message}") from None
        if judge.identity.digest != recorded.get("digest"):
            raise MissingError(f"the judge {name} is another version, or has other settings, now")
        return judge

    def _paths(self, role: str) -> list[str]:
        return [
            self._pool.file(one.sha256, one.path) for one in self._run.manifest.inputs if one.role == role
        ]


def _policy_digest(run: Run) -> str:
    recorded = msgspec.to_builtins(run.manifest.versions).get("policy")
    return str(recorded.get("digest")) if isinstance(recorded, dict) else ""


def _digest(path: str) -> str:
    try:
        return digest_of_file(path)
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror}", where=path) from None


def _policy_in(path: str) -> Policy | None:
    if Path(path).suffix.lower() != ".toml":
        return None
    try:
        return load_policy(path)
    except ConfigError:
        return None


def _usable(records: Iterable[_Record | Rejection]) -> Iterator[_Record]:
    """The records that could be read: those that the run could not use are not in it either."""
    return (record for record in records if not isinstance(record, Rejection))
