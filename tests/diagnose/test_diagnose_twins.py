from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.diagnose.twins import MOST, questions, trial, twins
from pincite.model import Chunk, Passage, Verdict


@pytest.mark.parametrize(
    ("claim", "passage", "texts"),
    [
        (
            "Tickets can be returned within 30 days",
            "Tickets can be returned within 30 days.",
            ["Tickets can be returned within 50 days", "Tickets can not be returned within 30 days"],
        ),
        # The other figure stands in the passage: a twin that is true is none.
        (
            "The small tank holds 30 litres",
            "The small tank holds 30 litres, the large one 50 litres.",
            ["The small tank holds 60 litres", "It is not the case that the small tank holds 30 litres"],
        ),
        (
            "Uploads in the Lisbon region failed",
            "Uploads in the Lisbon region failed. Those in Porto did not.",
            [
                "Uploads in the Porto region failed",
                "It is not the case that uploads in the Lisbon region failed",
            ],
        ),
        ("Pets are not allowed", "Pets are not allowed.", ["Pets are allowed"]),
        # A negation needs grammar, which only English has here.
        ("Die Kasse bleibt zu", "Die Kasse bleibt am Montag zu, weil das Haus nicht offen ist.", []),
    ],
)
def test_twins_change_one_thing(claim: str, passage: str, texts: list[str]) -> None:
    assert [twin.text for twin in twins(claim, [passage])] == texts


_WORDS = st.sampled_from(
    ["The", "tank", "holds", "30", "litres", "in", "Lisbon", "is", "not", "May", "2024", "5 %"]
)


@given(st.lists(_WORDS, min_size=1, max_size=12).map(" ".join), st.lists(_WORDS, max_size=12).map(" ".join))
def test_a_twin_never_says_the_same(claim: str, passage: str) -> None:
    found = twins(claim, [passage])
    assert len(found) <= MOST
    for twin in found:
        assert twin.text != claim
        if twin.kind == "figure":
            assert twin.now not in passage


def test_the_judge_is_asked_about_the_claim_and_each_twin_in_the_same_light() -> None:
    passage = Passage(chunk=Chunk(document_id="d", chunk_id="1", text="It holds 30 litres."), start=0, end=19)
    changed = twins("It holds 30 litres", [passage.text])
    asked = questions("It holds 30 litres", changed, [passage], "How much?")
    assert [one.claim for one in asked] == ["It holds 30 litres", *(one.text for one in changed)]
    assert all((one.passages, one.question) == ((passage,), "How much?") for one in asked)
    labels = ("full", "full", "none")
    verdicts = [Verdict(question_id=str(n), label=label) for n, label in enumerate(labels)]  # type: ignore[arg-type]
    told = trial(changed, verdicts)
    assert (told.label, told.accepted, len(told.tried)) == ("full", 1, 2)
