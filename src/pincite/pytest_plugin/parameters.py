"""One test for each gold case or recorded answer of some files."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar

import pytest

from pincite.errors import PinciteError
from pincite.io.answers import read_answers
from pincite.io.cases import read_cases
from pincite.io.rejection import SHOWN, Rejection
from pincite.model import Answer, Case

_Record = TypeVar("_Record")


def parametrise(metafunc: pytest.Metafunc, mark: pytest.Mark) -> None:
    """Give a test its cases or answers. A file that is missing, empty or unreadable fails the collection."""
    of_cases = mark.name == "pincite_cases"
    argument = mark.kwargs.get("argument", "case" if of_cases else "answer")
    unknown = sorted(set(mark.kwargs) - {"argument"})
    if unknown or not mark.args or not all(isinstance(pattern, str) for pattern in mark.args):
        _refuse(f"{mark.name} takes the names of files, and argument=", mark)
    paths = _paths(mark, metafunc.config.rootpath)
    try:
        if of_cases:
            cases: list[Case] = _usable(read_cases(paths), mark)
            values: Sequence[Case | Answer] = cases
            ids = [case.case_id for case in cases]
        else:
            answers: list[Answer] = _usable(read_answers(paths), mark)
            values, ids = answers, _names(answers)
    except PinciteError as error:
        _refuse(str(error), mark)
    if not values:
        _refuse("there is nothing in the files", mark)
    metafunc.parametrize(argument, values, ids=ids)


def case_of(item: pytest.Item) -> Case | None:
    """The case that a test is parametrised with."""
    values = getattr(getattr(item, "callspec", None), "params", {})
    found = [value for value in values.values() if isinstance(value, Case)]
    return found[0] if len(found) == 1 else None


def _paths(mark: pytest.Mark, root: Path) -> list[str]:
    found: list[str] = []
    for pattern in mark.args:
        some = sorted(glob.glob(pattern, root_dir=root, recursive=True))  # noqa: PTH207 - patterns may be absolute
        if not some:
            _refuse(f"{pattern!r} names no file in {root}", mark)
        # Relative to where pytest was started: that is how findings name the place of an answer.
        found += [os.path.relpath(root / name) for name in some]
    return list(dict.fromkeys(found))


def _usable(records: Iterable[_Record | Rejection], mark: pytest.Mark) -> list[_Record]:
    read, refused = [], []
    for record in records:
        if isinstance(record, Rejection):
            refused.append(str(record))
        else:
            read.append(record)
    if refused:
        more = [f"and {len(refused) - SHOWN:,} more"] if len(refused) > SHOWN else []
        _refuse("\n".join([f"{len(refused):,} cannot be read", *refused[:SHOWN], *more]), mark)
    return read


def _names(answers: Sequence[Answer]) -> list[str]:
    """The cases' ids where no two answers share one, else the answers' own."""
    cases = [answer.case_id for answer in answers]
    shared = len(set(cases)) < len(cases) or None in cases
    return [answer.answer_id if shared else answer.case_id or "" for answer in answers]


def _refuse(message: str, mark: pytest.Mark) -> NoReturn:
    patterns = ", ".join(map(repr, mark.args))
    pytest.fail(f"{mark.name.removeprefix('pincite_')}({patterns}): {message}", pytrace=False)
