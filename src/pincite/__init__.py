"""Pincite: does the cited passage say what the answer says?

    import pincite

    run = pincite.check("answers.jsonl", corpus="corpus.jsonl")
    run.summary.metrics["citation_precision"].value

    pincite.check_answer("Loans run 30 days [1].", ["Each loan runs for 21 days."]).findings

Importing this package loads nothing but msgspec; what a call needs is imported when it is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.errors import ConfigError, DependencyError, InputError, JudgeError, PinciteError
from pincite.model import Answer, Case, Document, Figure, Finding
from pincite.model.result import AnswerResult, ClaimRow
from pincite.version import __version__

if TYPE_CHECKING:
    from pincite.claims.policy import Policy
    from pincite.engine.run import Run
    from pincite.judges.protocol import Judge

__all__ = [
    "AnswerResult",
    "ClaimRow",
    "ConfigError",
    "DependencyError",
    "Finding",
    "InputError",
    "JudgeError",
    "PinciteError",
    "__version__",
    "check",
    "check_answer",
    "load_run",
    "missing_figures",
]

Source = str | Path


def check(
    answers: Source | Iterable[Answer | Mapping[str, Any]],
    *,
    corpus: Source | Iterable[Document | Mapping[str, Any]] | None = None,
    cases: Source | Iterable[Case | Mapping[str, Any]] | None = None,
    judge: str | Judge = "rules",
    config: Source | Policy | None = None,
    families: Iterable[str] = (),
    bibliography: Source | Iterable[Source] | None = None,
) -> Run:
    """Check answers and give back everything about them: results, claims, findings, summary, manifest.

    `answers`, `corpus` and `cases` are each a path (JSONL, JSON, `.jsonl.gz`) or values; mappings are read by
    the rules of the files. `judge` is a judge's name or a judge; `config` a policy file or a policy.

    `families` names published metric families to compute besides ("liu2023", "alce", "alce_fixed",
    "trec_rag_2024", "longcite"); they come in `summary.families`.

    `bibliography` is a file or files (.bib, CSL .json, .csv) to look references in free text up in.

    Raises InputError for the first record that cannot be read, ConfigError for a judge, policy or family that
    is not one.
    """
    from pincite.engine.api import check as checked

    return checked(
        answers,
        corpus=corpus,
        cases=cases,
        judge=judge,
        config=config,
        families=families,
        bibliography=bibliography,
    )


def check_answer(text: str, passages: Iterable[str], *, question: str | None = None) -> AnswerResult:
    """Check one answer against the passages that the model saw; `[n]` names the n-th of them.

    Raises InputError when `passages` is no list of texts.
    """
    if isinstance(passages, str | bytes | Mapping) or not isinstance(passages, Iterable):
        raise InputError(
            f"passages is a list of texts, got {type(passages).__name__}",
            where="passages",
            hint="check_answer(text, [passage])",
        )
    record = {"answer_id": "answer", "text": text, "question": question, "prompt_chunks": list(passages)}
    return check([record]).results[0]


def missing_figures(claim: str, passage: str) -> list[Figure]:
    """The figures, dates and amounts of a claim that have no counterpart in a passage.

    Offsets are those of the claim. Conversions, correct roundings and simple arithmetic count as
    counterparts.
    """
    from pincite.text.figures import compare

    return [match.figure for match in compare(claim, (passage,)) if match.match == "missing"]


def load_run(path: Source) -> Run:
    """Read a run directory that `pincite check -o DIR` wrote.

    Raises InputError when it is not one.
    """
    from pincite.engine.run import load_run as loaded

    return loaded(path)
