"""What a claim may add without saying anything new, and what stays a gap."""

from __future__ import annotations

import pytest

from pincite.judges.rules import weigh
from pincite.judges.rules.misread import repaired

# One kind of word a row: an excused one, and the same place filled with something new.
CASES = [
    ("Passengers must wear a helmet on the ridge.", "On the ridge a helmet must be worn.", "full"),
    ("Site engineers get a company phone.", "Staff in band 4 get a company phone.", "partial"),
    ("A fee of 40 euros is charged per permit.", "The fee is 40 euros per permit.", "full"),
    ("The fee is 40 euros and includes lunch.", "The fee is 40 euros.", "partial"),
    ("The mill opened in autumn 2022.", "The mill opened in October 2022.", "full"),
    ("A finished export can be downloaded for 90 days.", "Audit entries are kept for 90 days.", "none"),
    ("Training times: Juniors train on Monday.", "Monday 17:00: juniors.", "full"),
    ("Training times: Seniors train on Monday.", "Monday 17:00: juniors.", "partial"),
    ("The museum charges students 3 euros.", "Admission for students: 3 euros.", "full"),
    ("The kiln was found during work on a drain.", "The kiln was found when a drain was laid.", "full"),
    ("The kiln was found during work on a road.", "The kiln was found when a drain was laid.", "partial"),
    ("Plus pays 2.4%.", "Plus plan: 2.4% interest, minimum balance 1,000 euros.", "full"),
    ("The guidelines make clear that late entries are refused.", "Late entries are not accepted.", "full"),
    (
        "The firm pays 80% of the travel pass and offers free parking near the head office.",
        "The firm pays 80% of the cost of the travel pass of each employee.",
        "partial",
    ),
    ("The clause applies to the building.", "The c1ause app1ies to the bui1ding.", "full"),
]


@pytest.mark.parametrize(("claim", "text", "label"), CASES)
def test_only_what_is_new_is_missed(claim: str, text: str, label: str) -> None:
    assert weigh(claim, (text,))[0].label == label


def test_repair_keeps_the_length_and_the_figures() -> None:
    text = "The c1ause of 10 May app1ies to 100 tenants."
    assert repaired(text) == "The clause of 10 May applies to 100 tenants."
    assert repaired("Model a1b costs 10.") == "Model a1b costs 10."
