"""Every code has a page, and the example on it raises the code."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import pincite
from pincite.codes import CATALOGUE
from pincite.explanations import ERRORS, explanation, named

EXAMPLE = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)
HEADINGS = (
    "## Why it matters",
    "## What the check can and cannot tell",
    "## How to fix it",
    "## How to suppress it",
    "## Example",
)


def example(code: str) -> dict[str, Any]:
    blocks = EXAMPLE.findall(explanation(code))
    assert len(blocks) == 1
    found = json.loads(blocks[0])
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_has_a_page_with_all_its_parts(code: str) -> None:
    text = explanation(code)
    assert text.startswith(f"# {code} `{CATALOGUE[code].name}`\n")
    assert [heading for heading in HEADINGS if heading not in text] == []
    assert f'ignore = ["{code}"]' in text


@pytest.mark.parametrize("code", CATALOGUE)
def test_the_example_raises_what_it_says(code: str) -> None:
    shown = example(code)
    run = pincite.check([shown["answer"]], corpus=shown.get("corpus"), cases=shown.get("cases"))
    raised = {finding.code for result in run.results for finding in result.findings}
    assert set(shown["expect"]) <= raised
    if "needs" not in shown:
        assert shown["expect"] == [code]


@pytest.mark.parametrize("slug", ERRORS)
def test_every_error_has_a_page(slug: str) -> None:
    assert explanation(slug).startswith("# ")


def test_every_error_class_is_explained() -> None:
    classes = [pincite.InputError, pincite.ConfigError, pincite.DependencyError, pincite.JudgeError]
    assert {error.slug for error in classes} <= set(ERRORS)


@pytest.mark.parametrize(
    ("topic", "names"),
    [
        ("PC401", ["PC401"]),
        ("stale_revision", ["PC203"]),
        ("Config", ["config"]),
        ("pc30", ["PC301", "PC302", "PC303"]),
        ("PC8", []),
        ("nothing", []),
        ("", []),
    ],
)
def test_topics(topic: str, names: list[str]) -> None:
    assert named(topic) == names
