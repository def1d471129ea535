"""The pytest plugin: a fixture that asserts citations, one test a case, a summary at the end of the session.

    def test_refunds(pincite):
        answer, passages = ask("Can an annual plan be refunded?")
        pincite.assert_cited(answer, passages)

Only pytest is needed to load this module. Everything else is imported by the first test that asks for the
fixture or is parametrised with one of the marks.

What a test has checked travels with its report, so that a session under xdist needs no second way: the
controller hears every report once, and so does a session without workers.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pincite.pytest_plugin.citations import Citations

GROUP = "pincite"
CHECKED = "pincite_checked"
"""The attribute of a report with what its test has checked: one JSON text an answer."""
OPEN = "pincite_open"
"""The attribute of a report that failed for want of a verdict, and for no fault of the answer."""

WAITING = pytest.StashKey[list[str]]()
"""What a test has checked since its last report."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup(GROUP, "citations")
    group.addoption(
        "--pincite-report",
        metavar="DIR",
        help="write everything that was checked as a run directory, as `pincite check -o DIR` does",
    )
    group.addoption("--pincite-judge", metavar="NAME", help="who judges, instead of the project's setting")
    group.addoption(
        "--pincite-offline", action="store_true", help="no network: stored verdicts and local judges only"
    )
    group.addoption(
        "--pincite-undecided",
        choices=("error", "xfail"),
        default="error",
        help="what a test is whose claims the judge could not decide  [default: error]",
    )


def pytest_configure(config: pytest.Config) -> None:
    for mark, argument in (("pincite_cases", "case"), ("pincite_answers", "answer")):
        config.addinivalue_line(
            "markers",
            f"{mark}(*patterns, argument={argument!r}): run the test once for each {argument} in the files, "
            "which are named relative to the root folder",
        )
    if not hasattr(config, "workerinput"):
        from pincite.pytest_plugin.session import Session

        config.pluginmanager.register(Session(config), "pincite-session")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marks = list(metafunc.definition.iter_markers("pincite_cases"))
    marks += metafunc.definition.iter_markers("pincite_answers")
    if marks:
        from pincite.pytest_plugin.parameters import parametrise

        for mark in marks:
            parametrise(metafunc, mark)


@pytest.fixture(name="pincite")
def pincite_fixture(request: pytest.FixtureRequest) -> Citations:
    """Checks the citations of answers: `pincite.assert_cited(answer, passages)`."""
    from pincite.pytest_plugin.citations import Citations

    return Citations(request.node)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    waiting = item.stash.get(WAITING, None)
    if waiting is None:
        return report
    setattr(report, CHECKED, list(waiting))
    waiting.clear()
    if report.failed and call.excinfo is not None:
        from pincite.errors import PinciteError
        from pincite.testing import Undecided

        setattr(report, OPEN, isinstance(call.excinfo.value, (Undecided, PinciteError)))
    return report


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    if report.failed and getattr(report, OPEN, False):
        return "error", "E", "ERROR"
    return None
