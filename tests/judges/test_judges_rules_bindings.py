"""Who acts on whom, which member of a set is meant, whose statement it is, and what two figures give."""

from __future__ import annotations

import pytest

from pincite.judges.rules import weigh

WRONG = [
    (
        "transposed",
        "The tanker rammed the trawler",
        "The trawler rammed the tanker at dawn.",
        "contradiction",
    ),
    (
        "transposed",
        "The line carries gas from Narvik to Kiruna",
        "The line carries gas from Kiruna to Narvik.",
        "contradiction",
    ),
    (
        "transposed",
        "Der Verein überlässt dem Verband die Halle",
        "Der Verband überlässt dem Verein die Halle.",
        "contradiction",
    ),
    ("exclusive", "The market is held on Tuesday", "The market is held on Saturday.", "contradiction"),
    ("exclusive", "The ferry resumes in May", "The ferry resumes in October.", "contradiction"),
    ("exclusive", "会议在星期二举行", "会议在星期五举行。", "contradiction"),
    (
        "presence",
        "The tent comes with pegs and a groundsheet",
        "The tent contains poles and pegs; groundsheets are not supplied.",
        "contradiction",
    ),
    (
        "presence",
        "Drivers without a permit may park",
        "Parking is open only to drivers with a permit.",
        "contradiction",
    ),
    (
        "opposites",
        "The parcel had a sealed lid",
        "The parcel was tied with string, but its lid was unsealed.",
        "contradiction",
    ),
    (
        "negation",
        "The firm intends to sell the yard before the autumn",
        "The firm does not intend to sell the yard before the autumn.",
        "contradiction",
    ),
    (
        "rivals",
        "The plans are checked by the harbour committee",
        "The plans are checked by the safety committee.",
        "none",
    ),
    (
        "strength",
        "The council has decided to sell the mill",
        "The council is considering whether to sell the mill.",
        "partial",
    ),
    (
        "cause",
        "Longer sleep lowers the risk of gout",
        "Longer sleep was associated with a lower risk of gout in this study.",
        "partial",
    ),
    (
        "statement",
        "Parcels are delivered overnight",
        "Registered parcels are delivered overnight.",
        "partial",
    ),
]


@pytest.mark.parametrize(("mechanism", "claim", "evidence", "label"), WRONG)
def test_a_wrong_binding_is_not_full(mechanism: str, claim: str, evidence: str, label: str) -> None:
    decision, _ = weigh(claim, (evidence,))
    assert decision.label == label, (mechanism, decision.rationale)


RIGHT = [
    ("The trawler was rammed by the tanker", "The tanker rammed the trawler at dawn."),
    ("The line carries gas from Kiruna to Narvik", "The line carries gas to Narvik, from Kiruna."),
    ("A lack of bolts stopped the work", "Owing to a shortage of bolts, the work was stopped."),
    ("No hall has fewer than 12 doors", "Hall | Doors\nA | 12\nB | 15"),
    ("The leak went unnoticed for days", "The leak was only noticed days afterwards."),
    ("38 crews finished the race", "All but two of the 40 crews finished the race."),
    ("The bridge opened in 1931", "The bridge was begun in 1928. It opened three years later."),
    ("On average each crew sank 5 wells", "In the year 20 crews sank 100 wells."),
    ("The press makes 6,000 sheets an hour", "The press makes 100 sheets per minute."),
    ("Rainfall more than doubled", "Rainfall rose from 40 mm to 95 mm."),
]


@pytest.mark.parametrize(("claim", "evidence"), RIGHT)
def test_the_same_said_otherwise_is_no_contradiction(claim: str, evidence: str) -> None:
    decision, _ = weigh(claim, (evidence,))
    assert decision.label != "contradiction", decision.rationale
