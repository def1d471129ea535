"""Lines that only name what follows are no claims, nor is what stands for an empty list of sources."""

from __future__ import annotations

import pytest

from pincite.claims.extraction import extract
from pincite.claims.policy import default_policy
from pincite.claims.titles import is_bold, names_only
from pincite.model import Answer


def uncited(text: str) -> list[str]:
    """The claims that need a citation and have none."""
    claims = extract(Answer(answer_id="a", text=text), default_policy()).claims
    return [claim.text for claim in claims if claim.citation_required and not claim.references]


@pytest.mark.parametrize(
    "text",
    [
        "**Fibre 300**\n- Download 300 Mbit/s [1]\n\n**Fibre 1000**\n- static address [2]",
        "Fibre 300\n- Download 300 Mbit/s [1]\n\nFibre 1000\n- static address [2]",
        "Fibre 300:\n- Download 300 Mbit/s [1]",
        "**12 May 2024**\n- Opening at 9:00 [1]\n\n**13 May 2024**\n- Workshops [2]",
        "**Étape 2**\n- Fermer la vanne [1]",
        "**Modell X 200 (2023)**\n- wiegt 3 kg [1]",
        "**Windows 11**\n\nThe program needs 4 GB of memory [1].",
        "**型号 300**\n- 重量为3公斤 [1]",
        "Model 12 (discontinued)\n| Day | Bus |\n|---|---|\n| Mon | 5 [1] |",
    ],
)
def test_a_line_that_names_what_follows(text: str) -> None:
    assert uncited(text) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("**12 months**\n\nThe contract runs for 12 months [1].", "**12 months**"),
        ("**€450 per year**\n\nThis is the fee [1].", "**€450 per year**"),
        ("**Fee: 450 euros**\n- due in May [1]", "**Fee: 450 euros**"),
        ("**The fee is 450 euros**\n- due in May [1]", "**The fee is 450 euros**"),
        ("**Rule 4 applies**\n- always [1]", "**Rule 4 applies**"),
    ],
)
def test_a_bold_line_that_says_something(text: str, claim: str) -> None:
    assert uncited(text) == [claim]


@pytest.mark.parametrize(
    "sources",
    [
        "Sources:\n(none listed)",
        "References\nNone provided.",
        "## Sources\n_No sources listed_",
        "Sources:\nn/a",
        "Sources:\n–",
        "Quellen:\nkeine",
        "Sources :\n(aucune)",
        "Fuentes:\nninguna",
        "来源：\n无",
        "出典：\nなし",
    ],
)
def test_an_empty_list_of_sources(sources: str) -> None:
    assert uncited(f"The boat runs every hour [1].\n\n{sources}") == []


def test_a_sentence_after_a_title_with_sources_is_a_claim() -> None:
    text = "The boat runs every hour [1].\n\nSources of the river:\nNone of the springs is open."
    assert uncited(text) == ["None of the springs is open"]


@pytest.mark.parametrize(
    ("line", "leads", "named"),
    [
        ("Fibre 300", False, True),
        ("12 May 2024", True, True),
        ("12 May 2024", False, False),
        ("300", True, False),
        ("Rent: 900", True, False),
        ("5 % of the price", True, False),
        ("a line of so many words that it can be no name of anything", True, False),
    ],
)
def test_names_only(line: str, leads: bool, named: bool) -> None:
    assert names_only(line, leads=leads) is named


def test_bold_as_a_whole() -> None:
    assert is_bold("**Fibre 300**")
    assert is_bold("__Fibre 300__:")
    assert not is_bold("**Fibre** 300")


def test_a_broken_range_is_reported_once() -> None:
    findings = extract(Answer(answer_id="a", text="The hall is open [5-1]."), default_policy()).findings
    assert [finding.code for finding in findings] == ["PC101"]
