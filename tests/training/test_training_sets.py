"""What the model may learn from, and that nothing measured gets in."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from training.sets import COMBINER, Example, Guard, capped, declared, fraction, key, trained

README = """\
| set | use | pairs | labels | licence found |
|---|---|---|---|---|
| shop | train | 3 | full 3 | MIT |
| check_covid | train | 1 | full 1 | MIT |
| held | measure only | 2 | full 2 | none in the repository |
"""
MEASURED = ["The ferry leaves the northern harbour at dawn.", "Tickets cost nine euros."]


def row(number: int, claim: str, evidence: str) -> str:
    return json.dumps({"id": f"r{number}", "claim": claim, "evidence": evidence, "label": "partial"})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "pairs").mkdir()
    (tmp_path / "README.md").write_text(README, encoding="utf-8")
    learned = [
        "Lamps come in pairs.",
        "the FERRY leaves the northern harbour, at dawn",
        "Shops close at six.",
    ]
    for name, claims in (("shop", learned), ("check_covid", ["Masks help."]), ("held", MEASURED)):
        lines = [row(n, claim, f"Evidence {n} of {name}.") for n, claim in enumerate(claims)]
        (tmp_path / "pairs" / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def example(claim: str, evidence: str = "Evidence of no concern.") -> Example:
    return Example("shop", "g", evidence, claim, "full")


def test_use_and_licence_are_read_from_the_table(data: Path) -> None:
    assert declared(data)["held"] == ("measure only", "none in the repository")
    assert declared(data)["shop"] == ("train", "MIT")


def test_measured_claims_and_the_combiners_sets_are_left_out(data: Path) -> None:
    examples, notes = trained(data)
    assert [one.claim for one in examples] == ["Lamps come in pairs.", "Shops close at six."]
    assert {one.label for one in examples} == {"unsupported"}
    assert {note.name: (note.use, note.kept) for note in notes} == {
        "check_covid": ("combiner", 0),
        "shop": ("model", 2),
    }
    assert "check_covid" in COMBINER


@pytest.mark.parametrize(
    ("one", "refused"),
    [
        (example(MEASURED[0]), True),
        (example("THE ferry leaves the northern harbour at dawn"), True),
        (example("The ferry leaves the northern harbour at dusk."), False),
        (example("The old ferry leaves the northern harbour at dawn."), True),
        (example("Buses leave the station every hour."), False),
        (example("Lamps burn.", "Evidence 1 of held."), True),
    ],
)
def test_copies_and_light_edits_are_refused(data: Path, one: Example, refused: bool) -> None:
    assert Guard(data, ["held"]).refuses(one) is refused


def test_a_key_forgets_what_separates_copies() -> None:
    assert key("Café, OPEN!") == key("cafe open")


def test_a_cap_takes_whole_examples_by_seed_and_keeps_the_order() -> None:
    some = [example(f"Claim {n}.") for n in range(50)]
    sizes = dict.fromkeys(range(50), 10)
    kept = capped(some, sizes, 95, 7)
    assert len(kept) == 9 and kept == sorted(kept)
    assert kept == capped(some, sizes, 95, 7) != capped(some, sizes, 95, 8)
    assert capped(some, sizes, 10_000, 7) == list(range(50))


def test_fractions_spread() -> None:
    tenths = Counter(int(10 * fraction("seed", n)) for n in range(2000))
    assert set(tenths) == set(range(10)) and min(tenths.values()) > 120
