"""Progress on stderr: one line that renews itself on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

Choice = Literal["auto", "bar", "plain", "none"]
Tick = Callable[[int, int], None]
"""Told after each answer: how many claims it had and how many findings it got."""

INTERVAL_S = 30.0


@contextmanager
def progress(choice: Choice, environ: Mapping[str, str]) -> Iterator[Tick]:
    """Show progress while the block runs; `auto` is a bar on a terminal and plain lines elsewhere."""
    if choice == "auto":
        choice = "bar" if sys.stderr.isatty() and not environ.get("CI") else "plain"
    if choice == "bar":
        with _bar() as tick:
            yield tick
    elif choice == "plain":
        yield Plain(time.monotonic)
    else:
        yield lambda claims, findings: None


class Count:
    """What has been done so far. The number of answers to come is not known before they are read."""

    def __init__(self) -> None:
        self.answers = self.claims = self.findings = 0

    def add(self, claims: int, findings: int) -> None:
        self.answers += 1
        self.claims += claims
        self.findings += findings

    def __str__(self) -> str:
        return f"{self.answers:,} answers, {self.claims:,} claims, {self.findings:,} findings"


class Plain:
    """A line every half minute, so that a short run says nothing."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._started = self._told = clock()
        self._count = Count()

    def __call__(self, claims: int, findings: int) -> None:
        self._count.add(claims, findings)
        now = self._clock()
        if now - self._told >= INTERVAL_S:
            self._told = now
            rate = self._count.claims / (now - self._started)
            print(f"pincite: {self._count}, {rate:,.0f} claims/s", file=sys.stderr, flush=True)


@contextmanager
def _bar() -> Iterator[Tick]:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("reading")
        count = Count()

        def tick(claims: int, findings: int) -> None:
            count.add(claims, findings)
            shown.update(task, description=str(count))

        yield tick
