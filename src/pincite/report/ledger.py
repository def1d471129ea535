"""Every answer and every finding of a run, kept on disk, for the formats that show them all.

The terminal and the Markdown reports show a few findings and need no more than a collector in memory. JUnit
has a row for each answer, SARIF and Code Quality name the file, the claim and the passage of each finding:
this ledger has them in a temporary SQLite file, so that a run over a million answers needs no more memory
than one over a hundred.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from types import TracebackType

import msgspec
from msgspec import Struct, structs

from pincite.diagnose.worst import order
from pincite.io.codec import encode_row
from pincite.model import Finding
from pincite.model.claim import Severity
from pincite.model.result import AnswerResult, ClaimRow
from pincite.report.excerpt import Excerpt, Lookup
from pincite.report.shown import CUT, one_line
from pincite.report.view import Collector, Entry
from pincite.text.fingerprint import fingerprint

REACH = 240
"""Characters kept on each side of a marked stretch: what an alert or a test report has room for."""

NAME_LENGTH = 200


class Located(Struct, frozen=True, kw_only=True):
    """One finding with what names it outside of the run.

    `claim` is the claim's text, empty for a finding about a whole answer. `identity` is equal for the same
    finding in another run: a hash of the code, the claim's words and the passage, and of nothing that moves.
    """

    finding: Finding
    where: str
    claim: str
    claim_severity: Severity
    answer: Excerpt
    source: Excerpt | None
    identity: str
    owner: str | None = None


class AnswerLine(Struct, frozen=True, kw_only=True):
    """One answer: what is wrong with it, what the judge could not do, and whether anything was evaluated.

    `name` is its case or its own id, unique in the run.
    """

    name: str
    where: str
    evaluated: bool
    declined: bool
    expected_to_decline: bool
    entries: tuple[Entry, ...] = ()
    trouble: tuple[Entry, ...] = ()


_LINE = msgspec.json.Decoder(AnswerLine)
_LOCATED = msgspec.json.Decoder(Located)


class Ledger:
    """Takes results one by one; gives answers in the order of the input and findings worst first."""

    def __init__(self) -> None:
        # An empty name is SQLite's temporary on-disk database: it spills to disk and vanishes on close.
        self._base = sqlite3.connect("", isolation_level=None)
        self._base.execute("PRAGMA synchronous=OFF")
        self._base.execute(
            "CREATE TABLE answer (place INTEGER PRIMARY KEY, name TEXT UNIQUE, row BLOB NOT NULL)"
        )
        self._base.execute("CREATE TABLE finding (rank BLOB NOT NULL, code TEXT NOT NULL, row BLOB NOT NULL)")
        self._base.execute("BEGIN")
        self.answers = 0

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._base.close()

    def add(self, result: AnswerResult, lookup: Lookup) -> None:
        """Take one answer."""
        collector = Collector(cap=None, claim_cap=0)
        collector.add(result, lookup)
        shown = collector.findings()
        claims = {claim.claim_id: claim for claim in result.claims}
        verifiable = [claim for claim in result.claims if claim.verifiability == "verifiable"]
        line = AnswerLine(
            name=self._free_name(result),
            where=result.where or "",
            evaluated=any(claim.status != "unjudged" for claim in verifiable),
            declined=result.facts.abstained,
            expected_to_decline=result.facts.answerable is False,
            entries=tuple(map(_trimmed, shown.entries)),
            trouble=tuple(map(_trimmed, shown.trouble)),
        )
        self._base.execute("INSERT INTO answer VALUES (?, ?, ?)", (self.answers, line.name, encode_row(line)))
        self.answers += 1
        for entry in (*line.entries, *line.trouble):
            for finding in (entry.finding, *entry.also):
                self._add_finding(finding, entry, claims.get(finding.claim_id or ""), result)

    def lines(self) -> Iterator[AnswerLine]:
        """The answers, in the order of the input."""
        for (row,) in self._base.execute("SELECT row FROM answer ORDER BY place"):
            yield _LINE.decode(row)

    def findings(self, *, trouble: bool = False, limit: int | None = None) -> Iterator[Located]:
        """The findings about the answers, worst first; with `trouble` those about the judge instead."""
        rows = self._base.execute(
            f"SELECT row FROM finding WHERE {_trouble(trouble)} ORDER BY rank, rowid LIMIT ?",
            (-1 if limit is None else limit,),
        )
        for (row,) in rows:
            yield _LOCATED.decode(row)

    def count(self, *, trouble: bool = False) -> int:
        """How many findings there are of either kind."""
        rows = self._base.execute(f"SELECT COUNT(*) FROM finding WHERE {_trouble(trouble)}")
        return int(rows.fetchone()[0])

    def codes(self) -> tuple[str, ...]:
        """The codes that were raised."""
        return tuple(
            code for (code,) in self._base.execute("SELECT DISTINCT code FROM finding ORDER BY code")
        )

    def _free_name(self, result: AnswerResult) -> str:
        """The case's id, else the answer's; with the answer's beside it when the name is taken."""
        name = wanted = one_line(result.case_id or result.answer_id, NAME_LENGTH) or "answer"
        if self._taken(name):
            name = f"{wanted} ({one_line(result.answer_id, NAME_LENGTH)})"
        number = self.answers + 1
        while self._taken(name):
            name = f"{wanted} (answer {number})"
            number += 1
        return name

    def _taken(self, name: str) -> bool:
        return self._base.execute("SELECT 1 FROM answer WHERE name = ?", (name,)).fetchone() is not None

    def _add_finding(
        self, finding: Finding, entry: Entry, claim: ClaimRow | None, result: AnswerResult
    ) -> None:
        located = Located(
            finding=finding,
            where=entry.where,
            claim="" if claim is None else one_line(claim.text[: 4 * REACH], 2 * REACH),
            claim_severity="medium" if claim is None else claim.severity,
            answer=entry.answer,
            source=entry.source,
            identity=identity(finding, claim, result),
            owner=entry.owner,
        )
        rank = order(finding, claim).encode("utf-8", "replace")
        self._base.execute("INSERT INTO finding VALUES (?, ?, ?)", (rank, finding.code, encode_row(located)))


def identity(finding: Finding, claim: ClaimRow | None, result: AnswerResult) -> str:
    """Thirty-two hex digits of the code, the claim's words and the passage.

    Lines, offsets, revisions and ids of claims are left out, since they move when other things change. A
    finding about a whole answer is named by its case, else by the answer's id.
    """
    if claim is None:
        subject = f"answer {result.case_id or result.answer_id}"
    else:
        known = {one.claim_id: one.fingerprint for one in result.facts.claims}
        subject = f"claim {known.get(claim.claim_id) or fingerprint(claim.text)}"
    told = "\x1f".join((finding.code, subject, *_passage(finding, claim)))
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _passage(finding: Finding, claim: ClaimRow | None) -> tuple[str, str]:
    """Document and chunk of what a finding is about: its evidence, else the link that it names."""
    if finding.evidence is not None:
        return finding.evidence.document_id, finding.evidence.chunk_id
    links = () if claim is None else claim.citations
    named = [link for link in links if link.citation_id == finding.citation_id]
    link = named[0] if named else links[0] if len(links) == 1 else None
    return ("", "") if link is None else (link.document_id or "", link.chunk_id or "")


def _trouble(wanted: bool) -> str:
    return "code LIKE 'PC9%'" if wanted else "code NOT LIKE 'PC9%'"


def _trimmed(entry: Entry) -> Entry:
    source = None if entry.source is None else _cut(entry.source)
    return structs.replace(entry, answer=_cut(entry.answer), source=source)


def _cut(excerpt: Excerpt) -> Excerpt:
    """The excerpt within reach of its mark."""
    text, start, end = excerpt.text, excerpt.start, excerpt.end
    if start is None or end is None:
        return structs.replace(excerpt, text=text[: 2 * REACH] + (CUT if len(text) > 2 * REACH else ""))
    end = min(max(end, start), start + 4 * REACH)
    low, high = max(start - REACH, 0), min(end + REACH, len(text))
    lead, tail = CUT if low > 0 else "", CUT if high < len(text) else ""
    moved = len(lead) - low
    return structs.replace(excerpt, text=lead + text[low:high] + tail, start=start + moved, end=end + moved)
