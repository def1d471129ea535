"""Where a finding is, as the forges want it: a path from the root of the repository, and a line."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path, PurePath
from urllib.parse import quote

from msgspec import Struct

_WHERE = re.compile(r"(?s)(.*?)(?::([0-9]+))?")
_ROOT_VARIABLES = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


class Place(Struct, frozen=True, kw_only=True):
    """A line of an input file.

    `path` has forward slashes and is relative to the repository's root if the file lies inside it. `recorded`
    is False when there is no such file: standard input, values from memory.
    """

    path: str
    line: int
    recorded: bool = True

    @property
    def inside(self) -> bool:
        """Whether the file is one of the repository's."""
        return self.recorded and not PurePath(self.path).is_absolute()

    @property
    def uri(self) -> str:
        """The path as a relative URI reference; a file outside the repository has a `file:` URI."""
        if not self.recorded:
            return quote(self.path.strip("<>") or "unknown", safe="")
        if PurePath(self.path).is_absolute():
            return Path(self.path).as_uri()
        return quote(self.path, safe="/~!$&'()*+,;=@")


class Places:
    """Reads the `where` of answers; `folder` is where relative paths start, `root` that of the repository."""

    def __init__(self, folder: Path, root: Path | None = None) -> None:
        self._folder = folder
        self._root = root or folder
        self._known: dict[str, Place] = {}

    def __call__(self, where: str) -> Place:
        name, line = _split(where)
        known = self._known.get(name)
        if known is None:
            # One entry a file, and there are few of those; only an id without a file could repeat forever.
            known = self._located(name)
            if len(self._known) < 1000:
                self._known[name] = known
        return Place(path=known.path, line=line, recorded=known.recorded)

    def _located(self, name: str) -> Place:
        if not name or (name.startswith("<") and name.endswith(">")):
            return Place(path=name or "<memory>", line=1, recorded=False)
        # Only the text of the path is tidied: links are left as the repository has them.
        full = PurePath(os.path.normpath(self._folder / name))
        try:
            return Place(path=full.relative_to(os.path.normpath(self._root)).as_posix(), line=1)
        except ValueError:
            return Place(path=full.as_posix(), line=1)


def repository_root(folder: Path, environ: Mapping[str, str]) -> Path:
    """The root that a forge's runner names, if `folder` lies in it; else the nearest folder with `.git`."""
    for variable in _ROOT_VARIABLES:
        named = environ.get(variable)
        if named and folder.is_relative_to(named):
            return Path(named)
    for parent in (folder, *folder.parents):
        if (parent / ".git").exists():
            return parent
    return folder


def run_page(environ: Mapping[str, str]) -> str | None:
    """The page of the CI run that we are part of, where its artefacts are; None outside of CI."""
    if environ.get("CI_JOB_URL"):
        return f"{environ['CI_JOB_URL']}/artifacts/browse"
    parts = [environ.get(name) for name in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID")]
    if not all(parts):
        return None
    server, repository, run = parts
    return f"{server}/{repository}/actions/runs/{run}#artifacts"


def _split(where: str) -> tuple[str, int]:
    hit = _WHERE.fullmatch(where)
    assert hit is not None
    name, line = hit.groups()
    return name, max(int(line[:9]), 1) if line else 1
