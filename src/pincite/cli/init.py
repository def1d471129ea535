"""`pincite init`: a starter kit in a project that is there already. Nothing of the project is overwritten."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

import click

from pincite.cli.config import PROJECT_FILE, has_section
from pincite.cli.streams import say
from pincite.errors import ConfigError

SETTINGS = "pincite.toml"
KIT: dict[str, str] = {
    SETTINGS: "pincite.toml",
    "citations/README.md": "README.md",
    "citations/policy.toml": "policy.toml",
    "citations/corpus.jsonl": "corpus.jsonl",
    "citations/cases.jsonl": "cases.jsonl",
    "citations/answers.jsonl": "answers.jsonl",
    "citations/record.py": "record.py",
    "citations/test_citations.py": "test_citations.py",
}
"""Where each file goes, and what it is called in `pincite.starter`."""

CI: dict[str, dict[str, str]] = {
    "github": {".github/workflows/citations.yml": "github.yml"},
    "gitlab": {"citations/gitlab-ci.yml": "gitlab.yml"},
    "none": {},
}


@click.command(
    epilog="\b\nExamples:\n  pincite init\n  pincite init services/assistant --ci gitlab --dry-run",
    short_help="Put a starter kit into a project.",
)
@click.argument("directory", default=".", metavar="[DIR]")
@click.option(
    "--ci",
    type=click.Choice(tuple(CI)),
    default="github",
    help="For which service a job is written.  [default: github]",
)
@click.option(
    "--force", metavar="FILE", multiple=True, help="Replace this file of the kit if it is there; repeatable."
)
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--debug", is_flag=True, help="Show the traceback of an internal error.")
def command(directory: str, ci: str, force: tuple[str, ...], dry_run: bool, debug: bool) -> int:
    """Put settings, a gate, gold cases, an example that runs at once, and a CI job into DIR (default: here).

    A file that is there stays as it is, and is named. The cases are ten that fit the example and fifty to
    fill in (42 answerable, eight not), each with a note on what to ask.

    \b
    Exit codes: 0 done, also when files were left; 2 could not write.
    """
    place = Path(directory)
    kit = {**KIT, **CI[ci]}
    wanted = {_of_kit(name, kit, place) for name in force}
    texts = {target: _text(source) for target, source in kit.items()}
    _look(place, texts)
    settings_elsewhere = SETTINGS not in wanted and has_section(place / PROJECT_FILE)
    wrote = 0
    for target, text in texts.items():
        path = place / target
        if target == SETTINGS and settings_elsewhere and not os.path.lexists(path):
            said = "left      pyproject.toml has [tool.pincite], which this file would take the place of"
            say(f"{said}: {path}")
            continue
        done = _state(path, text, target in wanted)
        if done in ("wrote", "replaced"):
            wrote += 1
            if not dry_run:
                _write(path, text)
        told = {"wrote": "would write", "replaced": "would replace"}.get(done, done) if dry_run else done
        why = f"  (it is there; --force {target} replaces it)" if done == "left" else ""
        say(f"{told:9} {path}{why}")
    _next_steps(place, wrote, dry_run)
    return 0


def _of_kit(name: str, kit: dict[str, str], place: Path) -> str:
    """The file of the kit that a name means: as the kit has it, or with the folder before it."""
    given = Path(name)
    for target in kit:
        if given in (Path(target), place / target):
            return target
    from pincite.io.suggestions import nearest

    close = nearest(name, kit)
    hint = f"did you mean {close}?" if close is not None else f"the kit has {', '.join(kit)}"
    raise ConfigError(f"the kit has no file {name!r}", where="--force", hint=hint)


def _text(source: str) -> bytes:
    return (files("pincite.starter") / source).read_bytes()


def _look(place: Path, targets: dict[str, bytes]) -> None:
    """Raises ConfigError before anything is written where something could not be."""
    for target in targets:
        path = place / target
        if path.is_dir():
            raise ConfigError(
                "a folder is in the way of a file", where=str(path), hint="move it, or name DIR"
            )
        for above in path.parents:
            if os.path.lexists(above) and not above.is_dir():
                raise ConfigError(
                    "a file is in the way of a folder", where=str(above), hint="move it, or name DIR"
                )


def _state(path: Path, text: bytes, forced: bool) -> str:
    if not os.path.lexists(path):
        return "wrote"
    try:
        same = path.read_bytes() == text
    except OSError:
        same = False
    return "unchanged" if same else "replaced" if forced else "left"


def _write(path: Path, text: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    except OSError as error:
        raise ConfigError(f"cannot write the file: {error.strerror}", where=str(path)) from None


def _next_steps(place: Path, wrote: int, dry_run: bool) -> None:
    if dry_run:
        say(f"\n{wrote} files to write, nothing was written")
        return
    say(f"\n{wrote} files written" + ("; next:" if wrote else ""))
    if not wrote:
        return
    if place != Path():
        say(f"  cd {place}")
    say("  pincite check citations/answers.jsonl --gate -o pincite-run")
    say("  pincite cases lint citations/cases.jsonl --corpus citations/corpus.jsonl")
    say("  citations/README.md says what to replace by your own")
