"""Words of size beside a figure: said by its unit, unless the passage gives the figure for another size."""

from __future__ import annotations

import pytest

from pincite.judges.rules import weigh

CASES = [
    ("The ridge trail is 26 km long.", "Ridge trail: 26 km, allow two days.", "full"),
    ("The ridge trail is 26 km wide.", "Ridge trail: 26 km, allow two days.", "partial"),
    ("El puente mide 310 metros.", "Longitud del puente: 310 m.", "full"),
    ("El puente mide 310 metros de altura.", "Longitud del puente: 310 m.", "partial"),
    ("The nucleus is 5.6 km across.", "Imaging gives a mean diameter of 5.6 km for the nucleus.", "full"),
    ("The nucleus is 5.6 km deep.", "Imaging gives a mean diameter of 5.6 km for the nucleus.", "partial"),
    ("Die Wand ist 24 cm dick.", "Die Wand hat eine Stärke von 24 cm.", "full"),
    ("Die Wand ist 24 cm hoch.", "Die Wand hat eine Stärke von 24 cm.", "partial"),
    ("La tour mesure 48 mètres de large.", "La tour a une hauteur de 48 m.", "partial"),
    ("The wreck is 40 m long.", "The wreck lies 40 m below the surface.", "partial"),
]


@pytest.mark.parametrize(("claim", "text", "label"), CASES)
def test_a_size_is_the_one_of_the_figure(claim: str, text: str, label: str) -> None:
    assert weigh(claim, (text,))[0].label == label
