"""The run directory: claims and facts as they come, findings sorted at the end, summary and manifest last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import msgspec
from msgspec import structs

from pincite.engine.manifest import Manifest
from pincite.engine.worst_first import WorstFirst
from pincite.errors import ConfigError
from pincite.io.codec import encode_row
from pincite.io.rows import encode_claim
from pincite.model.result import AnswerResult, AnswerRow
from pincite.model.summary import Summary

CLAIMS = "claims.jsonl"
FACTS = "facts.jsonl"
FINDINGS = "findings.jsonl"
SUMMARY = "summary.json"
MANIFEST = "manifest.json"
REPORT = "report.md"
FILES = (CLAIMS, FACTS, FINDINGS, SUMMARY, MANIFEST, REPORT)


class Rows:
    """Collects the rows of a run: claims and facts go straight into the directory (if any), findings are
    sorted."""

    def __init__(self, run_id: str, directory: str | Path | None = None) -> None:
        self.run_id = run_id
        self.directory = None if directory is None else Path(directory)
        self._claims = None
        self._facts = None
        if self.directory is not None:
            with _writable(self.directory):
                self.directory.mkdir(parents=True, exist_ok=True)
                for name in (FINDINGS, SUMMARY, MANIFEST, REPORT):
                    # A run that breaks off must not stand beside the numbers of an earlier one.
                    (self.directory / name).unlink(missing_ok=True)
                self._claims = (self.directory / CLAIMS).open("wb")
                self._facts = (self.directory / FACTS).open("wb")
        self._findings = WorstFirst()

    def __enter__(self) -> Rows:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._findings.close()
        if self._claims is not None and self._facts is not None and self.directory is not None:
            with _writable(self.directory):
                self._claims.close()
                self._facts.close()

    def add(self, result: AnswerResult) -> None:
        claims = {claim.claim_id: claim for claim in result.claims}
        if self._claims is not None and self._facts is not None and self.directory is not None:
            with _writable(self.directory):
                self._facts.write(encode_row(answer_row(result, self.run_id)) + b"\n")
                for claim in result.claims:
                    self._claims.write(encode_claim(structs.replace(claim, run_id=self.run_id)) + b"\n")
        for finding in result.findings:
            self._findings.add(finding, claims.get(finding.claim_id or ""))

    def findings(self) -> Iterator[bytes]:
        """All findings so far as JSON, worst first."""
        return self._findings.rows()

    def finish(self, summary: Summary, manifest: Manifest) -> None:
        """Write everything that is known only at the end. Without a directory there is nothing to write."""
        if self.directory is None or self._claims is None or self._facts is None:
            return
        with _writable(self.directory):
            self._claims.flush()
            self._facts.flush()
            with (self.directory / FINDINGS).open("wb") as file:
                for row in self.findings():
                    file.write(row + b"\n")
            for name, value in ((SUMMARY, summary), (MANIFEST, manifest)):
                (self.directory / name).write_bytes(msgspec.json.format(encode_row(value), indent=2) + b"\n")


def answer_row(result: AnswerResult, run_id: str) -> AnswerRow:
    """What the run keeps of an answer besides its claims and findings."""
    return AnswerRow(
        run_id=run_id,
        answer_id=result.answer_id,
        case_id=result.case_id,
        where=result.where,
        facts=result.facts,
    )


@contextmanager
def _writable(directory: Path) -> Iterator[None]:
    """Raises ConfigError when the place cannot be written: no right to, no room left, a folder in the way."""
    try:
        yield
    except OSError as error:
        raise ConfigError(
            f"cannot write the run directory: {error.strerror}",
            where=str(error.filename or directory),
            hint="name another directory with -o",
        ) from None
