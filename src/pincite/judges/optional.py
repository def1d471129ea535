"""Packages that only some judges need."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pincite.errors import DependencyError


def require(module: str, *, extra: str, needed_by: str) -> Any:
    """Import an optional module where it is needed.

    Raises DependencyError with the line that installs it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        absent = error.name or module
        raise DependencyError(
            f"{needed_by} needs the package {absent.partition('.')[0]!r}, which is not installed",
            where="judge",
            hint=f"pip install 'pincite[{extra}]'",
        ) from error
