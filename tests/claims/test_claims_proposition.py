"""Self-contained readings: shared subjects, elided verbs, pronouns, lead-ins, rows."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.claims.frames import tidy
from pincite.claims.headers import of_row
from pincite.claims.pronouns import Memory
from pincite.claims.proposition import readings, with_lead_in, with_topic
from pincite.claims.splitting import split
from pincite.model import Span
from pincite.text.words import mask

_MARKER = re.compile(r"(?:\[\d\])+")


def read(*sentences: str, language: str = "en") -> list[str | None]:
    """The readings of the last sentence after the ones before it."""
    memory = Memory()
    found: list[str | None] = []
    for text in sentences:
        groups = [Span(*match.span()) for match in _MARKER.finditer(text)]
        plain = mask(text, groups)
        found = readings(plain, split(plain, 0, len(text), groups, language), language, memory)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Model A weighs 3 kg and costs €90.", [None, "Model A costs €90"]),
        ("The firm must register and pay a fee.", [None, "The firm must pay a fee"]),
        ("The act was adopted in 2019 and amended in 2021.", [None, "The act was amended in 2021"]),
        ("In 2020, revenue rose and costs fell.", [None, "In 2020, costs fell"]),
        (
            "Papers are due on 2 May [1], slides on 9 May [2].",
            [None, "slides are due on 9 May"],
        ),
        (
            "Revenue was 5 million in 2022 [1], 6 million in 2023 [2].",
            [None, "Revenue was 6 million in 2023"],
        ),
        (
            "Days carry over until 31 May [2], including during probation [2].",
            [None, "Days carry over, including during probation"],
        ),
    ],
)
def test_what_a_part_shares_is_supplied(text: str, expected: list[str | None]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("language", "sentences", "expected"),
    [
        ("en", ["Bats navigate by echo.", "They emit calls."], "Bats emit calls"),
        ("en", ["The tax rate is 5%.", "Its rise is small."], "The tax rate's rise is small"),
        ("en", ["Ana Lind is a judge.", "In 2020, she retired."], "In 2020, Ana Lind retired"),
        (
            "de",
            ["Der Antrag ist schriftlich.", "Er muss im Mai eingehen."],
            "Der Antrag muss im Mai eingehen",
        ),
        (
            "fr",
            ["Le rapport date de 2022.", "Il recommande une enquête."],
            "Le rapport recommande une enquête",
        ),
        # what cannot be told stays as it is
        ("en", ["The tax rate is 5%.", "They rise in May."], None),
        ("en", ["Bats navigate by echo.", "It is clear that they do."], None),
        ("en", ["The house was sold.", "He moved out."], None),
        ("en", ["There are two plans.", "It ends in May."], None),
        ("en", ["Diaz's wife is a judge.", "She retired."], None),
    ],
)
def test_pronouns(language: str, sentences: list[str], expected: str | None) -> None:
    assert read(*sentences, language=language) == [expected]


def test_further_predicate_after_a_pronoun_gets_the_name() -> None:
    assert read("Ana Lind is a judge.", "She was born in May and moved to Rome.") == [
        "Ana Lind was born in May",
        "Ana Lind moved to Rome",
    ]


@pytest.mark.parametrize(
    ("lead", "item", "expected"),
    [
        ("The kit contains:", "a charger", "The kit contains: a charger"),
        ("For full-time staff:", "leave is 28 days", "For full-time staff: leave is 28 days"),
        ("The following rules apply:", "Leave is 28 days", None),
        ("", "a charger", None),
    ],
)
def test_item_is_read_with_its_lead_in(lead: str, item: str, expected: str | None) -> None:
    assert with_lead_in(lead, item, "en") == expected


def test_row_is_read_with_its_columns() -> None:
    assert of_row(["Single", "€3", ""], ("Ticket", "Price", "Source")) == "Ticket: Single; €3"
    assert of_row(["Single", "3"], ("Ticket", "Price")) == "Ticket: Single; Price: 3"
    assert of_row(["Single", "€3"], ()) is None
    assert of_row(["Single", "€3", "extra"], ("Ticket", "")) == "Ticket: Single; €3; extra"


@pytest.mark.parametrize(
    ("declined", "language", "expected"),
    [
        ("Although the leaflet does not cover cats", "en", "5 mg is given for cats"),
        ("Obwohl die Beilage Katzen nicht erwähnt", "de", None),
        ("The sources don't mention the rent", "en", None),
        ("Although the sources do not mention it", "en", None),
    ],
)
def test_what_is_not_covered_is_what_is_asserted(declined: str, language: str, expected: str | None) -> None:
    assert with_topic("5 mg is given", declined, language) == expected


@given(st.text(max_size=80), st.text(max_size=80), st.sampled_from(["en", "de", "fr", "es", "zh", ""]))
def test_any_text_has_one_reading_a_piece(first: str, second: str, language: str) -> None:
    memory = Memory()
    for text in (first, second):
        pieces = split(text, 0, len(text), [], language)
        assert len(readings(text, pieces, language, memory)) == len(pieces)


@given(st.text(max_size=60))
def test_tidy_is_one_line_without_outer_blanks(text: str) -> None:
    line = tidy(text)
    assert line == line.strip()
    assert "\n" not in line
