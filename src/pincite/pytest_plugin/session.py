"""What the tests of a session have checked, gathered from their reports.

It lives in the process that hears every report: the only one, or the controller of the workers. A report that
arrives twice (a test that is run again) replaces the earlier one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pincite.pytest_plugin import CHECKED

if TYPE_CHECKING:
    from pincite.pytest_plugin.closing import Closing


class Session:
    """Hears the reports, and closes the session with a run directory and a section of the summary."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._told: dict[tuple[str, str], list[str]] = {}
        self._closing: Closing | None = None
        self._trouble: str | None = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        checked = getattr(report, CHECKED, None)
        if checked:
            self._told[report.nodeid, report.when] = checked

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        directory = self._config.getoption("--pincite-report")
        if self._config.getoption("collectonly") or not (self._told or directory):
            return
        from pincite.errors import PinciteError
        from pincite.pytest_plugin.closing import Closing

        try:
            self._closing = Closing(self._config, self._in_order())
            if directory:
                cut = session.exitstatus == pytest.ExitCode.INTERRUPTED
                partial = bool(cut or session.shouldstop or session.shouldfail)
                self._closing.write(self._config.invocation_params.dir / directory, partial=partial)
        except PinciteError as error:
            # A session whose numbers could not be written is no passed one.
            self._trouble = str(error)
            session.exitstatus = pytest.ExitCode.USAGE_ERROR

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._closing is None and self._trouble is None:
            return
        terminalreporter.section("citation summary")
        if self._closing is not None:
            for line in self._closing.lines(terminalreporter):
                terminalreporter.write_line(line)
        if self._trouble is not None:
            terminalreporter.write_line(self._trouble)

    def _in_order(self) -> list[str]:
        """The checks by test, so that neither the order of tests nor the workers change a byte."""
        order = ("setup", "call", "teardown")
        places = sorted(self._told, key=lambda place: (place[0], order.index(place[1])))
        return [text for place in places for text in self._told[place]]
