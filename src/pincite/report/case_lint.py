"""What the linter of case files says, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.cases.report import Report
from pincite.report.shown import one_line


def lines(report: Report) -> Iterator[str]:
    """One line an issue, one a file, what was not looked at, and the verdict."""
    for one in report.issues:
        yield one_line(str(one))
    for file in report.files:
        facts = [
            _several(file.cases, "case"),
            f"{file.unreadable} unreadable" if file.unreadable else "",
            f"revision {file.dataset_revision}" if file.dataset_revision else "",
            f"digest {file.digest[:16]}" if file.digest else "",
        ]
        yield one_line(f"{file.file}: {', '.join(fact for fact in facts if fact)}")
    for name in report.not_checked:
        yield f"not checked: {name}"
    word = "INVALID INPUT" if report.exit_code == 2 else "FAIL" if report.exit_code else "PASS"
    counts = f"{_several(report.errors, 'error')}, {_several(report.warnings, 'warning')}"
    yield f"{word}  {counts}  [exit {report.exit_code}]"


def _several(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
