"""Quotations that turn what the source says, and quotations in other words that do not."""

from __future__ import annotations

import pytest

from pincite.judges.rules.judge import weigh

TURNED = [
    (
        'The house rules say: "Members under 16 may use the pool without an instructor"',
        "Members under 16 must be accompanied by an instructor in every part of the centre."
        " Adult members may use the pool without an instructor.",
    ),
    (
        'The statute says "Residents of the old town may park in the yard overnight"',
        "Residents of the old town need a permit from the office."
        " Guests of the hotel may park in the yard overnight.",
    ),
    (
        "Die Ordnung sagt: „Kinder unter zehn Jahren dürfen das Boot ohne Begleitung benutzen“",
        "Kinder unter zehn Jahren müssen eine Weste tragen."
        " Erwachsene dürfen das Boot ohne Begleitung benutzen.",
    ),
    (
        "Le règlement dit : « Les visiteurs mineurs peuvent entrer sans payer le samedi »",
        "Les visiteurs mineurs doivent être accompagnés. Les habitants peuvent entrer sans payer le samedi.",
    ),
    (
        "El informe advierte de «un riesgo elevado de rotura»",
        "El informe técnico concluye que existe un riesgo reducido de rotura.",
    ),
    (
        "Der Prüfer spricht von „einem geringen Risiko für Anwohner“",
        "Der Prüfer spricht von einem hohen Risiko für Anwohner.",
    ),
    ("Selon elle, « le traitement est mal toléré »", "Selon les auteurs, le traitement est bien toléré."),
    (
        'The review found "a poor grasp of the rules"',
        "The review found a good grasp of the rules among staff.",
    ),
    (
        'The letter says "payment is due before the delivery"',
        "The letter says that payment is due after the delivery.",
    ),
    ("报告称“事故风险很高”", "报告称事故风险很低。"),
    (
        'The mayor called the project "a waste of public money"',
        "At the opening the mayor called the project a milestone for the whole town.",
    ),
    (
        'The critic described the novel as "tedious and badly plotted"',
        "In the Courier the critic described the novel as a triumph of wit.",
    ),
    (
        "Der Trainer nannte das Spiel „eine Schande für den Verein“",
        "Nach dem Abpfiff nannte der Trainer das Spiel einen großen Schritt nach vorn.",
    ),
    (
        "La ministre a qualifié la réforme de « catastrophe pour les écoles »",
        "La ministre a qualifié la réforme de progrès historique.",
    ),
    (
        "El juez calificó el acuerdo de «burla a la justicia»",
        "El juez calificó el acuerdo de equilibrado y razonable.",
    ),
]

HELD = [
    (
        "The harbour rules state: “Vessels shall not exceed four knots inside the breakwater”",
        "HARBOUR RULES\n3.2  Vessels shall not exceed\n     four knots inside  the breakwater."
        "\n3.3  No anchoring.",
    ),
    (
        'The letter says "the therapy begins on Monday at nine"',
        "Your therapy starts on Monday at nine o'clock.",
    ),
    (
        'The guide says "Dogs are welcome. Cats stay outside"',
        "Dogs are welcome. Bring a lead. Cats stay outside.",
    ),
    (
        'The sign reads "large dogs must be kept on a lead"',
        "The sign reads: big dogs must be kept on a lead.",
    ),
    ("El informe señala «un riesgo elevado de rotura»", "El informe señala un riesgo alto de rotura."),
    ('The note says "the valve is not closed at night"', "The note says the valve is open at night."),
]

NO_CONFLICT = [
    # the words are not there, and nothing else is said in their place
    ('The mayor called the project "a waste of public money"', "The mayor opened the project in May."),
    (
        'The critic never called the novel "tedious and badly plotted"',
        "The critic described the novel as a triumph.",
    ),
    (
        'The mayor called the project "a milestone for the entire town"',
        "The mayor called the project a town milestone.",
    ),
]


@pytest.mark.parametrize(("claim", "evidence"), TURNED)
def test_a_quotation_that_turns_the_source(claim: str, evidence: str) -> None:
    assert weigh(claim, (evidence,))[0].label == "contradiction"


@pytest.mark.parametrize(("claim", "evidence"), HELD)
def test_a_quotation_that_holds_in_substance(claim: str, evidence: str) -> None:
    assert weigh(claim, (evidence,))[0].label == "full"


@pytest.mark.parametrize(("claim", "evidence"), NO_CONFLICT)
def test_a_quotation_that_is_merely_not_there(claim: str, evidence: str) -> None:
    assert weigh(claim, (evidence,))[0].label != "contradiction"
