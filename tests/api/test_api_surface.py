"""The public surface: what is exported, and what importing costs."""

from __future__ import annotations

import subprocess
import sys

import pincite

FORBIDDEN = (
    "numpy",
    "onnxruntime",
    "openai",
    "anthropic",
    "starlette",
    "markdown_it",
    "nupunkt",
    "rapidfuzz",
)


def loaded_by(code: str) -> set[str]:
    """Top-level modules that a fresh interpreter has loaded after running `code`."""
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{code}\nimport sys; print(' '.join({{name.split('.')[0] for name in sys.modules}}))",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(told.stdout.split())


def test_all_is_sorted_and_true() -> None:
    assert list(pincite.__all__) == sorted(pincite.__all__)
    for name in pincite.__all__:
        assert getattr(pincite, name) is not None


def test_importing_the_package_loads_only_msgspec() -> None:
    extra = loaded_by("import pincite") - loaded_by("import msgspec") - {"pincite"}
    foreign = {name for name in extra if name not in sys.stdlib_module_names}
    assert not foreign


def test_help_loads_no_heavy_module() -> None:
    seen = loaded_by("from pincite.cli import run; run(['--help'])")
    assert not seen & set(FORBIDDEN)
