"""The library's entry: paths or values in, a run out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pincite.claims.policy import Policy, load_policy
from pincite.engine.run import Run, check_all
from pincite.engine.setting import Setting
from pincite.errors import InputError
from pincite.evidence.bibliography import Bibliography
from pincite.evidence.corpus import Corpus
from pincite.io.answers import answers_from, read_answers
from pincite.io.bibliography import read_works
from pincite.io.cases import cases_from, read_cases
from pincite.io.corpus import documents_from, read_documents
from pincite.io.rejection import Rejection
from pincite.judges.naming import named_judge
from pincite.judges.protocol import Judge
from pincite.metrics.families import families_of
from pincite.model import Answer, Case, Document

_Record = TypeVar("_Record")


def check(
    answers: str | Path | Iterable[Answer | Mapping[str, Any]],
    *,
    corpus: str | Path | Iterable[Document | Mapping[str, Any]] | None = None,
    cases: str | Path | Iterable[Case | Mapping[str, Any]] | None = None,
    judge: str | Judge = "rules",
    config: str | Path | Policy | None = None,
    families: Iterable[str] = (),
    bibliography: str | Path | Iterable[str | Path] | None = None,
) -> Run:
    """See `pincite.check`."""
    setting = Setting(
        policy=config if isinstance(config, Policy) else load_policy(config),
        judge=named_judge(judge) if isinstance(judge, str) else judge,
        corpus=_corpus(corpus),
        bibliography=None if bibliography is None else Bibliography(_usable(read_works(bibliography))),
        cases=_cases(cases),
        families=families_of(families, where="families"),
    )
    records = read_answers(answers) if isinstance(answers, str | Path) else answers_from(answers)
    return check_all(_usable(records), setting)


def _corpus(source: str | Path | Iterable[Document | Mapping[str, Any]] | None) -> Corpus | None:
    if source is None:
        return None
    records = read_documents(source) if isinstance(source, str | Path) else documents_from(source)
    return Corpus(_usable(records))


def _cases(source: str | Path | Iterable[Case | Mapping[str, Any]] | None) -> dict[str, Case]:
    if source is None:
        return {}
    records = read_cases(source) if isinstance(source, str | Path) else cases_from(source)
    return {case.case_id: case for case in _usable(records)}


def _usable(records: Iterable[_Record | Rejection]) -> Iterable[_Record]:
    """The records, up to the first that cannot be read."""
    for record in records:
        if isinstance(record, Rejection):
            raise InputError(record.message, where=record.where, hint=record.hint)
        yield record
