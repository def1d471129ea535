"""The pages on cloud formats name formats and options that exist, and every format has its page."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from cloud_samples import ALL, read, sample

from pincite.cli.import_ import command
from pincite.importers.catalogue import MODULES

PAGES = Path(__file__).parents[2] / "docs" / "how-to" / "import"
CLOUD = ("google", "cohere", "bedrock", "azure")
COMMANDS = re.compile(r"^\$ pincite import (\S+)(.*)$|`pincite import (\S+)([^`]*)`", re.MULTILINE)
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("page", CLOUD)
def test_commands(page: str) -> None:
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    options = {option for param in command.params for option in param.opts}
    found = [(one[0] or one[2], one[1] or one[3]) for one in COMMANDS.findall(text)]
    assert found
    for name, rest in found:
        assert name in MODULES
        assert {word for word in rest.split() if word.startswith("-")} <= options


@pytest.mark.parametrize("page", CLOUD)
def test_snippets_are_python(page: str) -> None:
    for code in CODE.findall((PAGES / f"{page}.md").read_text(encoding="utf-8")):
        ast.parse(code)


def test_every_format_has_its_page() -> None:
    told = "".join((PAGES / f"{page}.md").read_text(encoding="utf-8") for page in CLOUD)
    assert all(f"`{one.format}`" in told for one in ALL)


def test_search_rows_of_the_client_are_recognised() -> None:
    """The client gives rows without the envelope of the REST call."""
    rows = sample("azure_ai_search_results")["value"]
    (found,) = read(
        "azure-ai-search", {"question": "?", "answer": "Ask [kb-fees-0].", "results": {"value": rows}}
    )
    assert found.record["citations"][0]["document_id"] == "kb-fees"
