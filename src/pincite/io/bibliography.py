"""Bibliographies as works that can be looked up: BibTeX, CSL-JSON (Zotero, Pandoc) and CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final

from pincite.errors import InputError
from pincite.evidence.bibliography import Work
from pincite.io.bibtex import read_bibtex
from pincite.io.latex import plain_text
from pincite.io.rejection import Notices, Rejection
from pincite.io.suggestions import nearest

_YEAR: Final = re.compile(r"(?<!\d)(?:1[0-9]|20)\d\d(?!\d)")
_AND: Final = re.compile(r"\s+and\s+")
_PARTICLE: Final = re.compile(r"(?:^|\s)(?P<family>(?:[a-zà-öø-ÿ'’]+\s+)+\S.*)$")
_SUFFIX: Final = re.compile(r",?\s+(?:Jr|Sr|II|III|IV)\.?$")
_COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "title": ("title", "name", "titel", "titre", "título", "titulo"),
    "authors": ("authors", "author", "creator", "creators", "autor", "autoren", "auteur", "autores"),
    "year": ("year", "date", "publication year", "published", "issued", "jahr", "année", "año"),
    "doi": ("doi",),
    "uri": ("url", "uri", "link"),
    "key": ("key", "id", "citation key", "citekey", "document_id"),
}  # fmt: skip

_FORMATS: Final = "BibTeX (.bib), CSL-JSON (.json) or a table (.csv) is expected"

Read = Callable[[str, str], Iterator["Work | Rejection"]]


def read_works(
    sources: str | PathLike[str] | Iterable[str | PathLike[str]], *, notices: Notices | None = None
) -> Iterator[Work | Rejection]:
    """Every work of every file, and a rejection in the place of each that cannot be read.

    Entries that hold nothing to be found by (settings of a style, notes) are left out, with a notice.
    The suffix says what a file is (`.bib`, `.json`, `.csv`, `.tsv`), else its first character. Raises
    InputError for a file that cannot be opened or is none of these.
    """
    for source in (sources,) if isinstance(sources, str | PathLike) else sources:
        name = fspath(source)
        text = _text(Path(source))
        for work in _reader(name, text)(text, name):
            if isinstance(work, Rejection) or work.title or work.authors or work.doi or work.uri:
                yield work
            elif notices is not None:
                notices.add(f"{name} has entries without title, author, DOI and address; they are left out")


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"no such file: {path}", where=str(path)) from None
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path} is not UTF-8: {error.reason}", where=str(path), hint="save it as UTF-8"
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {error}", where=str(path)) from None


def _reader(name: str, text: str) -> Read:
    suffix = Path(name).suffix.lower()
    start = text.lstrip()[:1]
    if suffix in (".bib", ".bibtex") or (suffix not in (".json", ".csv", ".tsv") and start == "@"):
        return _of_bibtex
    if suffix == ".json" or (suffix not in (".csv", ".tsv", ".jsonl") and start in ("[", "{")):
        return _of_csl
    if suffix in (".csv", ".tsv"):
        return _of_csv
    raise InputError(
        f"{name} is no bibliography that can be read",
        where=name,
        hint=_FORMATS,
    )


def _of_bibtex(text: str, name: str) -> Iterator[Work | Rejection]:
    for entry in read_bibtex(text, name):
        if isinstance(entry, Rejection):
            yield entry
            continue
        fields = entry.fields
        where = f"{name}:{entry.line}"
        title = ": ".join(filter(None, (plain_text(fields.get(part, "")) for part in ("title", "subtitle"))))
        people = fields.get("author") or fields.get("editor") or fields.get("institution") or ""
        every = [one.strip() for one in _AND.split(" ".join(people.split())) if one.strip()]
        work = Work(
            title=title,
            key=entry.key or None,
            authors=tuple(filter(None, (_family(one) for one in every if one != "others"))),
            more_authors="others" in every,
            year=_year(fields.get("date") or fields.get("year") or ""),
            doi=plain_text(fields.get("doi", "")) or None,
            uri=fields.get("url", "").strip() or None,
            where=where,
        )
        if entry.kind not in ("set", "xdata"):
            yield work


def _family(name: str) -> str:
    """The family name of one author: `Family, Given`, `Given von Family`, or a body in braces."""
    if name.startswith("{") and name.endswith("}") and "," not in name:
        return plain_text(name)
    comma = _outside_braces(name, ",")
    if comma >= 0:
        return plain_text(name[:comma])
    if name.endswith("}") and "{" in name:
        # Edwin V. {Bell, II}
        braced = plain_text(name[name.rindex("{") :])
        return braced.partition(",")[0] if " " in braced else _last(name)
    return _last(name)


def _outside_braces(text: str, sign: str) -> int:
    """Where a sign stands outside braces, or -1."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if letter == sign and depth == 0:
            return at
    return -1


def _last(name: str) -> str:
    """The last word of a name, with the particles before it."""
    plain = _SUFFIX.sub("", plain_text(name))
    with_particle = _PARTICLE.search(plain)
    if with_particle is not None:
        return with_particle["family"]
    return plain.rpartition(" ")[2]


def _of_csl(text: str, name: str) -> Iterator[Work | Rejection]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is not JSON: {error}", where=name, hint=_FORMATS) from None
    items = document.get("items", [document]) if isinstance(document, dict) else document
    if not isinstance(items, list):
        raise InputError(f"{name}: expected a list of items, got {type(items).__name__}", where=name)
    for number, item in enumerate(items):
        path = f"$[{number}]"
        if not isinstance(item, dict):
            yield Rejection(
                where=name,
                path=path,
                expected="object",
                got=type(item).__name__,
                message=f"{path}: expected object",
            )
            continue
        title = item.get("title")
        people = item.get("author") or item.get("editor") or []
        families = (
            [_csl_name(person) for person in people if isinstance(person, dict)]
            if isinstance(people, list)
            else []
        )
        work = Work(
            title=" ".join(title.split()) if isinstance(title, str) else "",
            key=_scalar(item.get("citation-key")) or _scalar(item.get("id")),
            authors=tuple(filter(None, families)),
            year=_csl_year(item.get("issued")),
            doi=_scalar(item.get("DOI")),
            uri=_scalar(item.get("URL")),
            where=f"{name}: {path}",
        )
        yield work


def _csl_name(person: Mapping[str, Any]) -> str:
    parts = (person.get("non-dropping-particle"), person.get("family") or person.get("literal"))
    return " ".join(part.strip() for part in parts if isinstance(part, str) and part.strip())


def _csl_year(issued: Any) -> int | None:
    if isinstance(issued, dict):
        parts = issued.get("date-parts")
        if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
            return _year(str(parts[0][0]))
        issued = issued.get("raw") or issued.get("literal") or ""
    return _year(str(issued)) if isinstance(issued, str | int) else None


def _of_csv(text: str, name: str) -> Iterator[Work | Rejection]:
    head = text.partition("\n")[0]
    sign = max((",", ";", "\t"), key=head.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
    try:
        header = [column.strip().casefold() for column in next(rows, [])]
        at = {
            field: next((header.index(one) for one in known if one in header), None)
            for field, known in _COLUMNS.items()
        }
        if at["title"] is None:
            close = nearest("title", header)
            raise InputError(
                f"{name} has no column 'title', only {', '.join(header) or 'none'}",
                where=f"{name}:1",
                hint=f"is it {close!r}?" if close else "name the columns title, authors, year, doi, url, key",
            )
        for row in rows:
            where = f"{name}:{rows.line_num}"

            def cell(field: str, row: list[str] = row) -> str:
                place = at[field]
                return row[place].strip() if place is not None and place < len(row) else ""

            if not any(value.strip() for value in row):
                continue
            work = Work(
                title=" ".join(cell("title").split()),
                key=cell("key") or None,
                authors=_listed_people(cell("authors")),
                year=_year(cell("year")),
                doi=cell("doi") or None,
                uri=cell("uri") or None,
                where=where,
            )
            yield work
    except csv.Error as error:
        yield Rejection(
            where=f"{name}:{rows.line_num}", message=f"the table cannot be read any further: {error}"
        )


def _listed_people(cell: str) -> tuple[str, ...]:
    """Authors of a cell: parted by semicolons or `and`, else by commas where every part is a whole name."""
    if ";" in cell or _AND.search(cell):
        people = re.split(r"\s*;\s*|\s+and\s+", cell)
    elif cell.count(",") > 1 or all(" " in part.strip() for part in cell.split(",")):
        people = cell.split(",")
    else:
        people = [cell]
    return tuple(filter(None, (_family(one.strip()) for one in people if one.strip())))


def _year(text: str) -> int | None:
    found = _YEAR.search(text)
    return int(found[0]) if found else None


def _scalar(value: Any) -> str | None:
    return (
        str(value).strip() or None if isinstance(value, str | int) and not isinstance(value, bool) else None
    )
