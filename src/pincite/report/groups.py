"""Plain words for the kinds of finding, as people meet them before they know any code."""

from __future__ import annotations

from typing import Literal

Tone = Literal["fail", "partial", "judge", "pass", "info"]

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "source says something else",
        ("PC502", "PC301", "PC302", "PC303", "PC401", "PC402", "PC403", "PC404", "PC405", "PC406"),
    ),
    ("source not found", ("PC201", "PC212", "PC202", "PC101", "PC205", "PC206", "PC211")),
    ("source is old", ("PC203", "PC207")),
    ("source says nothing", ("PC501", "PC504", "PC209", "PC208", "PC210", "PC213")),
    ("source says only a part", ("PC503",)),
    ("no source given", ("PC601", "PC106")),
    ("answered or declined", ("PC703", "PC702", "PC704", "PC701")),
    ("instructions in the text", ("PC506", "PC507")),
    ("marks and records", ("PC104", "PC105", "PC204", "PC103", "PC102", "PC505")),
    ("judge trouble", ("PC901", "PC902", "PC903", "PC904")),
)

_GROUP = {code: title for title, codes in GROUPS for code in codes}

# What is red even when a low claim severity has turned it into a warning.
_FAILURES = frozenset(
    code
    for title, codes in GROUPS[:3]
    for code in codes
    if code not in ("PC406", "PC101", "PC206", "PC207", "PC211")
)


def group(code: str) -> str:
    """The plain title under which a code is shown."""
    return _GROUP.get(code, "marks and records")


def tone(code: str, severity: str) -> Tone:
    """The colour of a finding: judge trouble is never red, information never a warning."""
    if code.startswith("PC9"):
        return "judge"
    if severity == "error" or code in _FAILURES:
        return "fail"
    return "partial" if severity == "warning" else "info"
