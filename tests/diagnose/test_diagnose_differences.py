from __future__ import annotations

import pytest

from pincite.diagnose.differences import Difference, differences, nearest_sentence


@pytest.mark.parametrize(
    ("claim", "passage", "found"),
    [
        ("It lasts 30 days", "It lasts 14 days.", [("quantity", "30 days", "14 days")]),
        ("The dose is 5 mg", "The dose is 5 g.", [("unit", "5 mg", "5 g")]),
        ("It began on 3 May 2024", "It began on 4 May 2024.", [("date", "3 May 2024", "4 May 2024")]),
        (
            "Uploads in the Lisbon region failed",
            "Uploads in the Porto region failed.",
            [("entity", "Lisbon", "Porto")],
        ),
        ("Pets are allowed", "Pets are not allowed.", [("negation", None, "not")]),
        (
            "Tickets can be returned",
            "Tickets can be returned unless they were used, at any desk.",
            [("condition", None, "unless they were used")],
        ),
        ("Tickets can be returned within 14 days", "Tickets can be returned within two weeks.", []),
        ("Tickets can be returned", "", []),
    ],
)
def test_what_differs_is_named(
    claim: str, passage: str, found: list[tuple[str, str | None, str | None]]
) -> None:
    wanted = [Difference(kind=kind, claim=mine, source=theirs) for kind, mine, theirs in found]  # type: ignore[arg-type]
    assert list(differences(claim, [passage])) == wanted


def test_the_nearest_sentence_is_the_one_with_most_words_of_the_claim() -> None:
    passages = ["The pool is open. Pets are not allowed in the pool.", "Pets eat."]
    assert nearest_sentence("Pets are allowed in the pool", passages) == "Pets are not allowed in the pool."
    assert nearest_sentence("Pets", []) == ""
