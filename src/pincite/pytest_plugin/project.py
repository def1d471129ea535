"""The settings of the project under test, and what they name: judge, policy, corpus, gold cases.

They are those of `pincite check` in the root folder: `pincite.toml`, `[tool.pincite]`, `PINCITE_*`. What is
to be written, shown or decided (`output`, `report`, `format`, `fail_on`, `gate`) is left to the tests.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec import structs

from pincite.claims.policy import Policy, load_policy
from pincite.cli.config import Config, resolve
from pincite.cli.evaluation import judge_options
from pincite.cli.settings import SETTINGS
from pincite.engine.setting import Setting
from pincite.errors import InputError
from pincite.evidence.corpus import Corpus
from pincite.io.cases import read_cases
from pincite.io.corpus import documents_from, read_documents
from pincite.io.rejection import Rejection
from pincite.judges.naming import named_judge
from pincite.judges.protocol import Judge
from pincite.model import Case, Chunk, Document
from pincite.report.selection import Selection

_UNUSED = ("output", "report", "format", "fail_on", "gate", "baseline", "family")

Documents = str | Path | Iterable[Document | Mapping[str, Any]]

_Record = TypeVar("_Record")
_KEY = pytest.StashKey["Project"]()


def project_of(config: pytest.Config) -> Project:
    """The project of a session, read when a test first needs it."""
    if _KEY not in config.stash:
        config.stash[_KEY] = Project(config)
    return config.stash[_KEY]


class Project:
    """What the tests of a session share. Raises PinciteError for a setting or a file that is wrong."""

    def __init__(self, config: pytest.Config) -> None:
        self._started_in = config.invocation_params.dir
        flags = {
            "judge": config.getoption("--pincite-judge"),
            "offline": config.getoption("--pincite-offline") or None,
        }
        unused = {f"PINCITE_{name.upper()}" for name in _UNUSED}
        environ = {name: value for name, value in os.environ.items() if name not in unused}
        resolved = resolve(flags, directory=config.rootpath, environ=environ)
        self.config: Config = structs.replace(
            resolved, values={**resolved.values, **self._whole_paths(resolved)}
        )
        self._judges: dict[str, Judge] = {}
        self._corpora: dict[str, Corpus] = {}

    def _whole_paths(self, resolved: Config) -> dict[str, Any]:
        """Paths that stay the same when a test changes the working directory."""
        whole = {}
        for setting in SETTINGS:
            told = resolved.values[setting.name]
            if setting.kind not in ("path", "paths") or not told.value:
                continue
            outside = told.origin.startswith(("--", "PINCITE_"))
            base = self._started_in if outside else resolved.folder
            if setting.kind == "path":
                value: Any = str(base / told.value)
            else:
                value = tuple(str(base / one) for one in told.value)
            whole[setting.name] = structs.replace(told, value=value)
        return whole

    @cached_property
    def policy(self) -> Policy:
        return load_policy(self.config["policy"])

    @cached_property
    def _cases(self) -> dict[str, Case]:
        return {case.case_id: case for case in _usable(read_cases(self.config["cases"]))}

    @cached_property
    def _corpus(self) -> Corpus | None:
        paths = self.config["corpus"]
        return Corpus(_usable(read_documents(paths))) if paths else None

    def setting(
        self, *, judge: str | Judge | None, corpus: Documents | Corpus | None, case: Case | None
    ) -> Setting:
        """How one answer is to be checked; None stands for what the project says."""
        return Setting(
            policy=self.policy,
            judge=self._judge(self.config["judge"] if judge is None else judge),
            corpus=self._corpus if corpus is None else self._documents(corpus),
            cases=self._cases if case is None else {case.case_id: case},
            pairing=self.config["gold_pairing"],
        )

    def selection(self, allow: tuple[str, ...]) -> Selection:
        """Which findings count, besides those that a test lets pass."""
        config = self.config
        return Selection(
            select=config["select"],
            ignore=(*config["ignore"], *allow),
            suppressions=config.suppressions,
        )

    def stored(self, document_id: str, revision: str | None, chunk_id: str) -> Chunk | None:
        """A chunk of the project's corpus, for showing it."""
        corpus = self._corpus
        return None if corpus is None else next(iter(corpus.chunks(document_id, revision, chunk_id)), None)

    def _judge(self, judge: str | Judge) -> Judge:
        if not isinstance(judge, str):
            return judge
        if judge not in self._judges:
            self._judges[judge] = named_judge(judge, judge_options(self.config))
        return self._judges[judge]

    def _documents(self, corpus: Documents | Corpus) -> Corpus:
        if isinstance(corpus, Corpus):
            return corpus
        if not isinstance(corpus, str | Path):
            return Corpus(_usable(documents_from(corpus)))
        path = str(self._started_in / corpus)
        if path not in self._corpora:
            self._corpora[path] = Corpus(_usable(read_documents(path)))
        return self._corpora[path]


def _usable(records: Iterable[_Record | Rejection]) -> Iterable[_Record]:
    for record in records:
        if isinstance(record, Rejection):
            raise InputError(record.message, where=record.where, hint=record.hint)
        yield record
