"""Errors about our own run.

They never mix with findings, which are about the user's answers (see `pincite.codes`).

    PinciteError            anything that stops us from doing what was asked
    ├── InputError          a file or record cannot be read as what it should be
    ├── ConfigError         a flag, environment variable, policy or config file is wrong
    ├── DependencyError     an optional package is needed and absent
    └── JudgeError          a judge cannot be started or reached
"""

from __future__ import annotations


class PinciteError(Exception):
    """Something stopped the run.

    `slug` names the kind of error and leads to its documentation; `where` is a place (`file:line` and JSON
    path, or a config key); `hint` is one command or edit that mends it.
    """

    slug = "error"

    def __init__(self, message: str, *, where: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        lines = [f"error[{self.slug}]: {self.message}"]
        if self.where:
            lines.append(f"  where: {self.where}")
        if self.hint:
            lines.append(f"  fix: {self.hint}")
        return "\n".join(lines)


class InputError(PinciteError):
    """A file or record cannot be read as what it should be."""

    slug = "input"


class ConfigError(PinciteError):
    """A flag, environment variable, policy or config file is wrong."""

    slug = "config"


class DependencyError(PinciteError):
    """An optional package is needed and absent; the hint is the exact install line."""

    slug = "dependency"


class JudgeError(PinciteError):
    """A judge cannot be started or reached."""

    slug = "judge"
