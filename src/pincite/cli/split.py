"""`pincite split`: gold cases parted so that no part knows anything of another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.settings import options
from pincite.cli.streams import say
from pincite.errors import ConfigError, InputError

if TYPE_CHECKING:
    from pincite.cases.keys import Key, Kind
    from pincite.cases.line import CaseLine
    from pincite.cases.parting import Parting
    from pincite.cases.partition import Part, Partition, Shared

_BY = ("question", "family", "document", "entity", "template", "conversation", "time")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_FAR = 0.05
_SHOWN = 3


@click.command(
    epilog="\b\nExamples:\n"
    "  pincite split cases.jsonl -o split --parts dev=0.6,test=0.2,sealed=0.2\n"
    "  pincite split cases.jsonl -o split --by family,question,time\n"
    "  pincite split --verify split",
    short_help="Part gold cases so that no part knows anything of another.",
)
@click.argument("cases", nargs=-1)
@click.option("-o", "--output", metavar="DIR", help="Where the parts go, as DIR/dev.jsonl and so on.")
@click.option(
    "--parts",
    metavar="NAME=SHARE,...",
    default="dev=0.6,test=0.2,sealed=0.2",
    help="The parts and their shares; one called sealed gets a seal.  [default: dev=0.6,test=0.2,sealed=0.2]",
)
@click.option(
    "--by",
    metavar="KIND,...",
    multiple=True,
    help="What no two parts may share: question, family, document, entity, template, conversation; time puts"
    " later days into later parts.  [default: question,family,document,template,conversation]",
)
@click.option(
    "--common",
    metavar="KIND:VALUE",
    multiple=True,
    help="A document or name that may stand in all parts (document:handbook); repeatable.",
)
@click.option("--seed", metavar="N", type=int, default=7, help="Seed of the draw.  [default: 7]")
@click.option("--verify", metavar="DIR", help="Instead, check the seals and the leakage of a split.")
@options("quiet", "debug")
def command(
    cases: tuple[str, ...],
    output: str | None,
    parts: str,
    by: tuple[str, ...],
    common: tuple[str, ...],
    seed: int,
    verify: str | None,
    **_: Any,
) -> int:
    """Part gold CASES. What shares a key of a declared kind stays together, over as many steps as it takes.

    The directory gets one file a part, split.json (seed, kinds, sizes, digests) and, beside a sealed part,
    its SHA-256 in the form that `sha256sum -c` reads. Nothing that is there already is replaced.

    \b
    Exit codes: 0 done, or verified; 1 a part is empty, a seal is broken, parts share what they must not;
    2 could not run.
    """
    if verify is not None:
        if cases or output:
            raise ConfigError(
                "it takes no cases and writes nothing", where="--verify", hint="name only the split"
            )
        return _verified(verify)
    if not cases or output is None:
        raise ConfigError(
            "it takes cases and a directory", where="CASES", hint="pincite split cases.jsonl -o split"
        )
    from pincite.cases.parting import parting
    from pincite.cases.partition import partition

    wanted = _parts(parts)
    kinds, by_time = _kinds(by)
    lines = _lines(cases, by_time=by_time)
    done = partition(
        [line.case for line in lines],
        wanted,
        kinds=kinds,
        common=_common(common),
        by_time=by_time,
        seed=seed,
    )
    written = parting(lines, done, kinds=kinds, common=_common(common), by_time=by_time, seed=seed)
    _write(Path(output), written)
    say("\n".join(_told(done, lines, written)))
    empty = [part.name for part, size in zip(done.parts, done.sizes(), strict=True) if not size]
    for name in empty:
        say(f"part {name} is empty: the blocks are too large; declare less with --by, or --common")
    return 1 if empty else 0


def _parts(text: str) -> list[Part]:
    from pincite.cases.partition import Part

    found: dict[str, float] = {}
    for piece in text.split(","):
        name, _, share = piece.strip().partition("=")
        try:
            value = float(share)
        except ValueError:
            value = 0.0
        if not _NAME.fullmatch(name) or not 0 < value < 1:
            raise ConfigError(
                f"expected NAME=SHARE with a share between 0 and 1, got {piece.strip()!r}",
                where="--parts",
                hint="dev=0.6,test=0.2,sealed=0.2",
            )
        if name.lower() in {one.lower() for one in found} or name.lower() == "split":
            raise ConfigError(f"{name!r} cannot be used", where="--parts", hint="give each part its own name")
        found[name] = value
    if abs(sum(found.values()) - 1) > 1e-6:
        raise ConfigError(f"the shares add up to {sum(found.values()):g}, not to 1", where="--parts")
    return [Part(name=name, share=share, sealed=name.lower() == "sealed") for name, share in found.items()]


def _kinds(given: tuple[str, ...]) -> tuple[tuple[Kind, ...], bool]:
    from pincite.cases.keys import KINDS, USUAL
    from pincite.io.suggestions import nearest

    names = [name.strip() for text in given for name in text.split(",") if name.strip()]
    for name in names:
        if name not in _BY:
            close = nearest(name, _BY)
            hint = f"did you mean {close}?" if close else f"one of {', '.join(_BY)}"
            raise ConfigError(f"nothing is parted by {name!r}", where="--by", hint=hint)
    kinds = tuple(kind for kind in KINDS if kind in names)
    return (kinds if names else USUAL), "time" in names


def _common(given: tuple[str, ...]) -> frozenset[Key]:
    from pincite.cases.keys import KINDS, plain

    keys: set[Key] = set()
    for text in given:
        kind, _, value = text.partition(":")
        known = next((one for one in KINDS if one == kind), None)
        if known is None or not value.strip():
            raise ConfigError(
                f"expected KIND:VALUE, got {text!r}",
                where="--common",
                hint=f"KIND is one of {', '.join(KINDS)}",
            )
        keys.add((known, value.strip() if known == "document" else plain(value)))
    return frozenset(keys)


def _lines(files: Sequence[str], *, by_time: bool = False) -> list[CaseLine]:
    """The cases of all files. One that cannot be read stops the split: it would be in no part."""
    from pincite.cases.line import read_lines
    from pincite.io.rejection import Rejection

    lines: list[CaseLine] = []
    seen: dict[str, str] = {}
    for line in read_lines(files):
        if isinstance(line, Rejection):
            raise InputError(
                f"a case cannot be read: {line.message}",
                where=line.where,
                hint=line.hint or "`pincite cases lint` names everything that is wrong with the file",
            )
        if line.case_id in seen:
            raise InputError(
                f"the case {line.case_id!r} is also at {seen[line.case_id]}",
                where=line.where,
                hint="give each case an id of its own",
            )
        seen[line.case_id] = line.where
        if not line.dated or (by_time and line.record.as_of is None):
            raise InputError(
                f"the case {line.case_id!r} has no as_of date" if line.dated else "as_of is no ISO date",
                where=line.where,
                hint="write it as 2024-03-31, or leave time out of --by",
            )
        lines.append(line)
    if not lines:
        raise InputError("there are no cases", where=", ".join(files))
    return lines


def _write(directory: Path, written: Parting) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, data in written.files.items():
            path = directory / name
            if path.exists() and path.read_bytes() != data:
                raise ConfigError(
                    "another split is here", where=str(path), hint="name another directory; none is replaced"
                )
        for name, data in written.files.items():
            (directory / name).write_bytes(data)
    except OSError as error:
        raise ConfigError(f"cannot write: {error.strerror}", where=str(error.filename or directory)) from None


def _told(done: Partition, lines: Sequence[CaseLine], written: Parting) -> Iterator[str]:
    """Sizes, the largest block, and what the parts share."""
    from pincite.report.shown import one_line

    total = len(lines)
    for part, size in zip(done.parts, done.sizes(), strict=True):
        off = size / total - part.share
        note = f", wanted {part.share:.0%}" if abs(off) > _FAR else ""
        seal = f", sealed {written.sha256[part.name][:16]}" if part.sealed else ""
        yield f"{part.name}: {size} of {total} cases ({size / total:.0%}{note}){seal}"
    largest = done.blocks[0]
    if len(largest.members) > 1:
        ties = ", ".join(f"{kind} {value!r}" for kind, value in largest.ties[:_SHOWN])
        tied = f", tied by {ties}" if ties else ""
        yield one_line(f"{len(done.blocks)} blocks; the largest has {len(largest.members)} cases{tied}")
    else:
        yield f"{len(done.blocks)} blocks of one case"
    yield from _leakage(done.shared)


def _leakage(shared: Sequence[Shared]) -> Iterator[str]:
    from pincite.report.shown import one_line

    for one in shared:
        word = "kept apart" if one.declared else "not declared"
        if not one.keys:
            yield f"shared {one.kind}: none ({word})"
            continue
        some = "; ".join(f"{value!r} in {', '.join(parts)}" for value, parts in one.examples[:_SHOWN])
        more = f"; + {one.keys - _SHOWN} more" if one.keys > _SHOWN else ""
        yield one_line(f"shared {one.kind}: {one.keys} ({word}): {some}{more}")


def _verified(directory: str) -> int:
    """Whether a split still is what it was: seals unbroken, and nothing declared shared between parts."""
    import msgspec

    from pincite.cases.parting import MANIFEST, Split, verify

    root = Path(directory)
    try:
        split = msgspec.json.decode(_bytes(root / MANIFEST), type=Split)
    except msgspec.DecodeError as error:
        raise InputError(f"not a split: {error}", where=str(root / MANIFEST)) from None
    verdict = verify(
        split,
        {part.name: _bytes(root / part.file) for part in split.parts},
        {part.name: _part(root / part.file) for part in split.parts},
    )
    say("\n".join([*verdict.lines, *_leakage(verdict.shared)]))
    code = 0 if verdict.sound else 1
    say(f"{'FAIL' if code else 'PASS'}  {'; '.join(verdict.reasons)}  [exit {code}]")
    return code


def _part(path: Path) -> list[CaseLine]:
    """The cases of a part. One with broken lines cannot be vouched for."""
    from pincite.cases.line import read_lines
    from pincite.io.rejection import Rejection

    lines = []
    for line in read_lines([str(path)]):
        if isinstance(line, Rejection):
            raise InputError(f"a case cannot be read: {line.message}", where=line.where, hint=line.hint)
        lines.append(line)
    return lines


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            f"cannot read the split: {error.strerror}",
            where=str(path),
            hint="name a directory that `pincite split -o DIR` wrote",
        ) from None
