"""What the program knows and what the pages say."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import click
import pytest

from pincite.cli import COMMANDS, group
from pincite.cli.settings import SETTINGS
from pincite.codes import CATALOGUE
from pincite.metrics.definitions import METRICS

DOCS = Path(__file__).parents[2] / "docs"
LINK = re.compile(r"\]\(([^)#\s]+)")


def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["reference/codes.md", "reference/commands.md", "reference/metrics.md"])
def test_generated_pages_are_current(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == generate().page(name), "run python docs/generate.py"


def test_every_command_option_key_and_variable_is_in_the_reference() -> None:
    text = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"## pincite {name}" in text
        command = group.get_command(click.Context(group), name)
        assert command is not None
        for param in command.params:
            if isinstance(param, click.Option):
                assert all(f"`{option}" in text or f"{option}`" in text for option in param.opts), param.opts
    for setting in SETTINGS:
        assert f"`{setting.name}`" in text
        assert f"`{setting.variable}`" in text


def test_every_code_and_metric_is_in_the_reference() -> None:
    codes = (DOCS / "reference" / "codes.md").read_text(encoding="utf-8")
    metrics = (DOCS / "reference" / "metrics.md").read_text(encoding="utf-8")
    assert all(f"[{code}]" in codes and f"`{entry.name}`" in codes for code, entry in CATALOGUE.items())
    assert all(f"| `{entry.name}` |" in metrics for entry in METRICS)


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")) + sorted(DOCS.parent.glob("*.md")), ids=str)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_import_page_is_linked_once_from_the_start_and_from_its_index() -> None:
    pages = {page.name for page in (DOCS / "how-to" / "import").glob("*.md")} - {"index.md"}
    start = LINK.findall((DOCS / "index.md").read_text(encoding="utf-8"))
    assert {f"how-to/import/{name}" for name in pages} <= set(start)
    index = (DOCS / "how-to" / "import" / "index.md").read_text(encoding="utf-8")
    listed = [name for name in LINK.findall(index) if name in pages]
    assert sorted(set(listed)) == sorted(pages)
    rows = [line for line in index.splitlines() if line.startswith("| ") and line.rstrip().endswith(".md) |")]
    assert len(rows) == len(set(rows)) == len(pages)
