"""Logic words in the rules judge: exceptions, denials, shares, limits, duties, sequences.

Each kind has faulty claims and fine ones of the same shape.
"""

from __future__ import annotations

import collections
import json
import pathlib

import pytest

from pincite.judges.rules.analysis import analyse
from pincite.judges.rules.exceptions import exemptions
from pincite.judges.rules.judge import judge, weigh
from pincite.judges.rules.scopes import scopes
from pincite.judges.rules.wrapped import wrapped
from pincite.model.document import Chunk
from pincite.model.evidence import Passage
from pincite.model.verdict import Question

ROWS = [
    json.loads(line)
    for line in pathlib.Path(__file__).with_name("logic_cases.jsonl").read_text("utf-8").splitlines()
]
KINDS = sorted({row["kind"] for row in ROWS})


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_logic_words_of_a_kind_make_of_a_claim(kind: str) -> None:
    wrong = []
    for row in ROWS:
        if row["kind"] == kind:
            decision, _ = weigh(row["claim"], (row["evidence"],))
            if (decision.label or "undecided") not in row["labels"]:
                wrong.append(
                    (row["claim"], row["evidence"], row["labels"], decision.label, decision.rationale)
                )
    assert wrong == []


def test_every_kind_has_fine_claims_beside_faulty_ones() -> None:
    fine = collections.Counter(row["kind"] for row in ROWS if row["labels"] == ["full"])
    faulty = collections.Counter(row["kind"] for row in ROWS if "full" not in row["labels"])
    assert all(fine[kind] >= 2 and faulty[kind] >= 2 for kind in KINDS)


@pytest.mark.parametrize(
    ("claim", "denied"),
    [
        ("It is not the case that dogs are allowed.", True),
        ("It is true that dogs are allowed.", False),
        ("Es stimmt nicht, dass Hunde erlaubt sind.", True),
        ("Il est faux que les chiens soient admis.", True),
        ("Es cierto que los perros están admitidos.", False),
        ("桥梁关闭的说法并不属实。", True),
    ],
)
def test_a_wrapping_is_blanked_out_and_offsets_stay(claim: str, denied: bool) -> None:
    around = wrapped(claim)
    assert around is not None
    assert around.denied is denied
    assert len(around.text) == len(claim)
    assert all(mine in (other, " ") for mine, other in zip(around.text, claim, strict=True))


@pytest.mark.parametrize(
    "claim", ["Dogs are allowed.", "No dogs are allowed.", "It is a fine day.", "不允许带狗。", ""]
)
def test_a_plain_claim_has_no_wrapping(claim: str) -> None:
    assert wrapped(claim) is None


def test_a_denied_claim_keeps_the_span_of_its_evidence() -> None:
    text = "The hall is old. The bridge is closed."
    passage = Passage(chunk=Chunk(document_id="d", chunk_id="c", text=text), start=0, end=len(text))
    claim = "It is not true that the bridge is closed."
    verdict = judge(Question(question_id="q", claim=claim, passages=(passage,)))
    assert verdict.label == "contradiction"
    assert verdict.evidence is not None
    assert verdict.evidence.text == "The bridge is closed."


@pytest.mark.parametrize(
    ("text", "undone", "left"),
    [
        ("No cadet failed to finish.", 2, 0),
        ("There was nobody who did not sign.", 2, 0),
        ("No house is without a cellar.", 2, 0),
        ("Nobody who did not pay may enter.", 0, 2),
        ("No visitor may enter without a ticket.", 0, 2),
        ("Three cadets failed to finish.", 0, 1),
        ("Il ne peut partir qu'après le repas.", 0, 0),
    ],
)
def test_denials_that_undo_each_other(text: str, undone: int, left: int) -> None:
    found = scopes(analyse(text, "fr" if text.startswith("Il ") else "en"))
    assert (len(found.undone), len(found.negations)) == (undone, left)


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("It applies on all lines, but not on the ferry.", ["on the ferry"]),
        ("All lines except the ferry run at night.", ["the ferry"]),
        ("Das Haus ist täglich außer montags geöffnet.", ["montags"]),
        ("Le supplément s'applique partout, sauf au ferry.", ["au ferry"]),
        ("除六岁以下儿童外，所有游客均须购票。", ["六岁以下儿童"]),
        ("It applies not only on the ferry.", []),
        ("The hall is open, but it is not heated.", []),
        ("Helmets are compulsory; guests are exempt.", []),
    ],
)
def test_what_an_exception_leaves_out(text: str, left_out: list[str]) -> None:
    assert [one.words for one in exemptions(analyse(text), 0)] == left_out
