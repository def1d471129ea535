"""`pincite import`: answers as other products record them, as answers.jsonl."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from pincite.cli.replacement import written
from pincite.cli.settings import options
from pincite.cli.streams import lost, tell
from pincite.errors import ConfigError, InputError

if TYPE_CHECKING:
    from pincite.importers.protocol import Imported, ImportFinding
    from pincite.importers.reading import Evidence
    from pincite.io.rejection import Intake, Notices, Rejection
    from pincite.model import Answer

REJECTED = 2


@click.command(
    epilog="\b\nExamples:\n"
    "  pincite import openai-responses log.jsonl -o answers.jsonl --documents corpus.jsonl\n"
    "  pincite import auto response.json --request request.json | pincite check -",
    short_help="Turn answers as other products record them into answers to check.",
)
@click.argument("name", metavar="FORMAT", required=False)
@click.argument("files", metavar="FILE...", nargs=-1)
@click.option("-o", "--output", metavar="FILE", help="Write to a file instead of stdout.")
@click.option(
    "--documents", metavar="FILE", multiple=True,
    help="Documents (as --corpus reads them) whose text stands in for what the payload lacks; repeatable.",
)  # fmt: skip
@click.option(
    "--request", "requests", metavar="FILE", multiple=True,
    help="What was sent to the provider, or a tool's results: one for all payloads, or one each; repeatable.",
)  # fmt: skip
@click.option(
    "--map", "mapping", metavar="KEY=NAME", multiple=True, help="A setting of the format; repeatable."
)
@click.option("--findings", metavar="FILE", help="Write what was noticed, one JSON line each.")
@click.option("--list", "shown", is_flag=True, help="List the formats.")
@options("skip_invalid", "quiet", "debug")
def command(
    name: str | None,
    files: tuple[str, ...],
    output: str | None,
    documents: tuple[str, ...],
    requests: tuple[str, ...],
    mapping: tuple[str, ...],
    findings: str | None,
    shown: bool,
    skip_invalid: bool | None,
    quiet: bool | None,
    **_: Any,
) -> int:
    """Turn answers as other products record them into lines of answers.jsonl.

    FILE is JSON, an array, JSON lines, an event stream, or any of these gzipped; - is stdin. FORMAT `auto`
    takes the one format that recognises a payload. What a citation means is never guessed: offsets are held
    against the text that they repeat, and what does not fit is kept and told on stderr.

    \b
    Exit codes: 0 all payloads were read; 2 could not run, or some could not be read.
    """
    if shown:
        for line in _formats():
            click.echo(line)
        return 0
    if name is None or not files:
        raise click.UsageError(f"missing argument {'FORMAT' if name is None else 'FILE...'!r}")
    from pincite.importers.reading import import_files
    from pincite.io.codec import encode_row
    from pincite.io.rejection import Intake
    from pincite.report.shown import inert_json

    settings = settings_of(name, mapping)
    _keep_apart((output or "-", findings), (*files, *documents, *requests))
    stored, intake = Intake(), Intake()
    evidence = gathered(documents, requests, settings, stored)
    noticed = Noticed()
    answers, filed = 0, output not in (None, "-")
    with _opened(output) as out, _opened(findings) if findings else nullcontext() as notes:
        for one in intake.accepted(import_files(name, files, evidence)):
            row = encode_row(one.record) + b"\n"
            out.write(row if filed else inert_json(row))
            answers += 1
            noticed.add(one.findings)
            if notes is not None:
                for finding in one.findings:
                    notes.write(encode_row(_line(one, finding)) + b"\n")
    rejected = 0
    for one_intake in (stored, intake):
        rejected += one_intake.rejected
        if one_intake.rejected:
            tell(f"error[input]: {one_intake.summary()}")
    if not quiet:
        tell(f"{answers} answer{'s' * (answers != 1)} imported")
        noticed.tell()
    return REJECTED if rejected and not skip_invalid else 0


class Noticed:
    """Counts what was noticed, by kind and message."""

    def __init__(self) -> None:
        self._kinds: dict[str, dict[str, int]] = {}

    def add(self, findings: Iterable[ImportFinding]) -> None:
        for one in findings:
            messages = self._kinds.setdefault(one.slug, {})
            messages[one.message] = messages.get(one.message, 0) + 1

    def tell(self) -> None:
        """A line on stderr for each kind: how often it came up, and its most frequent message."""
        for slug, messages in sorted(self._kinds.items()):
            most = max(messages, key=lambda message: messages[message])
            more = f" (+ {len(messages) - 1} other)" if len(messages) > 1 else ""
            tell(f"  {sum(messages.values())} x {slug}: {most}{more}")


class Foreign:
    """Reads the answers of another format for `pincite check --from`."""

    def __init__(
        self, name: str, *, documents: Sequence[str], requests: Sequence[str], mapping: Sequence[str]
    ) -> None:
        from pincite.importers.catalogue import importer
        from pincite.importers.reading import AUTO
        from pincite.io.rejection import Intake

        if name != AUTO:
            importer(name)
        self._name = name
        # What of the corpus cannot be read is told by the check, which reads it too.
        self._evidence = gathered(documents, requests, settings_of(name, mapping), Intake())
        self._noticed = Noticed()

    def answers(self, sources: Sequence[str], notices: Notices) -> Iterator[Answer | Rejection]:
        """The answers of the files, in order."""
        from pincite.importers.reading import foreign_answers, import_files
        from pincite.io.rejection import Rejection

        def watched() -> Iterator[Imported | Rejection]:
            for one in import_files(self._name, sources, self._evidence):
                if not isinstance(one, Rejection):
                    self._noticed.add(one.findings)
                yield one

        return foreign_answers(watched(), notices=notices)

    def tell(self) -> None:
        """Say on stderr what was noticed."""
        self._noticed.tell()


def settings_of(name: str, mapping: Sequence[str]) -> dict[str, str]:
    """What `--map` says. Raises ConfigError for a setting without a value, and for one that nobody takes."""
    from pincite.importers.catalogue import check_options
    from pincite.importers.reading import AUTO

    settings: dict[str, str] = {}
    for item in mapping:
        key, sign, value = item.partition("=")
        if not sign or not key.strip() or not value.strip():
            raise ConfigError(f"expected KEY=NAME, got {item!r}", where="--map")
        settings[key.strip()] = value.strip()
    check_options(None if name == AUTO else name, settings)
    return settings


def gathered(
    documents: Sequence[str], requests: Sequence[str], settings: Mapping[str, str], stored: Intake
) -> Evidence:
    """The evidence beside the payloads; documents that cannot be read are counted in `stored`.

    Raises InputError for a file that cannot be opened and for a request that cannot be read, as requests and
    payloads belong together by their order.
    """
    from pincite.importers.payloads import read_payloads
    from pincite.importers.reading import Evidence
    from pincite.io.corpus import read_documents
    from pincite.io.rejection import Rejection

    sent = []
    for file in requests:
        for payload in read_payloads(file, lambda _: False):
            if isinstance(payload, Rejection):
                raise InputError(f"a request cannot be read: {payload.message}", where=payload.where)
            sent.append(payload.value)
    return Evidence(
        documents=tuple(stored.accepted(read_documents(documents))), requests=tuple(sent), options=settings
    )


def _line(imported: Imported, finding: ImportFinding) -> dict[str, Any]:
    """A finding as a line of the findings file: what, in which answer, where in the payload."""
    stamp = imported.record["metadata"]["import"]
    return {
        "answer_id": imported.record.get("answer_id"),
        "where": stamp["where"],
        "payload": stamp["path"],
        "path": finding.where,
        "slug": finding.slug,
        "message": finding.message,
        "data": finding.data,
    }


def _formats() -> Iterator[str]:
    from pincite.importers.catalogue import importer, names

    found = [importer(name) for name in names()]
    width = max(len(one.name) for one in found)
    evidence = {
        "yes": "with the evidence",
        "partly": "with part of the evidence",
        "no": "without the evidence",
    }
    for one in found:
        yield f"{one.name:<{width}}  {one.title} ({evidence[one.carries_evidence]})"


def _keep_apart(outputs: Iterable[str | None], inputs: Iterable[str]) -> None:
    """Refuse to write over what is read, and to write two things into one file."""
    read = {Path(name).resolve() for name in inputs if name != "-"}
    taken: set[Path | str] = set()
    for name in outputs:
        if name is None:
            continue
        file = name if name == "-" else Path(name).resolve()
        if file in read:
            raise ConfigError(f"{name} is also read", where="-o", hint="write to another file")
        if file in taken:
            raise ConfigError(f"{name} is named twice", where="--findings", hint="write to another file")
        taken.add(file)


@contextmanager
def _opened(path: str | None) -> Iterator[BinaryIO]:
    """Standard output, or a file that takes its name only once it is complete."""
    if path is None or path == "-":
        try:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        except OSError as error:
            lost(error)
        return
    try:
        with written(Path(path)) as opened:
            yield opened
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", where=path) from None
