"""A claim's figures against cited text: exact, converted, rounded, derived, missing, and what differs."""

from __future__ import annotations

import pytest

from pincite.text.figures import compare

Row = tuple[str, str, str | None]


def rows(claim: str, *passages: str, headers: tuple[str, ...] = ()) -> list[Row]:
    return [(m.figure.text, m.match, m.difference) for m in compare(claim, passages, headers=headers)]


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        ("It has 3 witnesses.", "Three witnesses sign it.", ("3", "exact", None)),
        ("The fee is €12,480.", "La commune verse 12\u202f480 €.", ("€12,480", "exact", None)),
        ("It was $2.3bn.", "It was 2,300 million USD.", ("$2.3bn", "converted", None)),
        ("It took two hours.", "It took 120 minutes.", ("two hours", "converted", None)),
        ("It lasts 18 months.", "Es dauert anderthalb Jahre.", ("18 months", "converted", None)),
        ("It covers 365 days.", "It covers one year.", ("365 days", "converted", None)),
        ("It weighs 10 pounds.", "It weighs 10 lb.", ("10 pounds", "exact", None)),
        ("It raised 10 pounds.", "It raised £10.", ("10 pounds", "exact", None)),
        ("It is 5 miles away.", "It is 8 km away.", ("5 miles", "converted", None)),
        ("It needs 1 GB.", "It needs 1024 MB.", ("1 GB", "converted", None)),
        ("Glucose was 1,260 mg/l.", "Glucose: 126 mg/dl", ("1,260 mg/l", "converted", None)),
        ("Glucose was 12,600 mg/l.", "Glucose: 126 mg/dl", ("12,600 mg/l", "missing", "value")),
        (
            "The level was 5 milligrams per decilitre.",
            "Level: 5 mg/dl",
            ("5 milligrams per decilitre", "exact", None),
        ),
        ("The level was 2 mmol pro Liter.", "Level: 2 mmol/l", ("2 mmol pro Liter", "exact", None)),
        ("It costs 24.9 cents per kWh.", "Price: 24.9 ct/kWh", ("24.9 cents", "exact", None)),
        ("A third of it left.", "About 33.3% of it left.", ("A third", "rounded", None)),
        (
            "The default is 30 seconds.",
            "Sets the timeout in seconds. Default: 30.",
            ("30 seconds", "exact", None),
        ),
        ("Section 8 requires it.", "8. The customer may not transfer it.", ("8", "exact", None)),
        ("In 2000 it closed.", "It closed in 2000.", ("2000", "exact", None)),
        ("In March 2020 it opened.", "It opened on 5 March 2020.", ("March 2020", "exact", None)),
        ("It opened on 5 March.", "It opened on 5 March 2020.", ("5 March", "exact", None)),
        ("It happened in the 1990s.", "It happened in 1998.", ("1990s", "derived", None)),
        ("It happened in the 19th century.", "It happened in 1861.", ("19th", "derived", None)),
        ("It was in Q1 2024.", "It was on 11 February 2024.", ("Q1 2024", "derived", None)),
        ("It is at 5 pm.", "It is at 17:00.", ("5 pm", "exact", None)),
        ("公司注册资本为五千万元", "公司注册资本5000万元。", ("五千万元", "converted", None)),
    ],
)
def test_what_agrees(claim: str, passage: str, expected: Row) -> None:
    assert rows(claim, passage) == [expected]


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        ("It has 3.3 million residents.", "It has 3,287,415 residents.", "rounded"),
        ("It has about 3.3 million residents.", "It has 3,287,415 residents.", "rounded"),
        ("It has 3.2 million residents.", "It has 3,287,415 residents.", "missing"),
        ("It has about 3.8 million residents.", "It has 3,287,415 residents.", "missing"),
        ("Some 2,000 came.", "There were 1,987 of them.", "rounded"),
        ("Some 3,000 came.", "There were 1,987 of them.", "missing"),
        ("The response was 58%.", "The response was 58.3%.", "rounded"),
        ("The response was 59%.", "The response was 58.3%.", "missing"),
        ("The response was 58.3%.", "The response was 58%.", "missing"),
        ("The price is €12.", "The price is €12.40.", "missing"),
        ("The price is about €12.", "The price is €12.40.", "rounded"),
        ("At most 12 kg may be loaded.", "At most 12.4 kg may be loaded.", "missing"),
        ("The tax rate is 12%.", "The tax rate is 12.4%.", "missing"),
        ("The response rate is 12%.", "The response rate is 12.4%.", "rounded"),
        ("Bake it at roughly 177 °C.", "Cure it at 350 °F.", "rounded"),
        ("Bake it at 177 °C.", "Cure it at 350 °F.", "converted"),
        ("Bake it at 197 °C.", "Cure it at 350 °F.", "missing"),
    ],
)
def test_rounding(claim: str, passage: str, expected: str) -> None:
    assert [row[1] for row in rows(claim, passage)] == [expected]


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Fewer than 5,000 nests were found.", "Observers found 4,973 nests."),
        ("More than 200 mm of rain fell.", "Rainfall: Orlen 212 mm, Bask 143 mm."),
        ("More than three quarters agreed.", "79% agreed."),
        ("The rate rose by 25 percent.", "The rate rose from 4.0% to 5.0%."),
        ("VAT went up by two percentage points.", "VAT was raised from 19% to 21%."),
        ("Revenue grew by 10%.", "Revenue: 50 million (2023), 55 million (2024)."),
        ("Together they hold 30 shares.", "Ann holds 10 shares and Bo holds 20 shares."),
        ("Sales rose by 5 million.", "Sales were 50 million in 2023 and 55 million in 2024."),
        ("The usual dose goes up to 10 mg.", "The usual dose is 5–10 mg."),
        ("A 30-year-old can join.", "Residents aged 18 to 64 can join."),
        ("30% of them failed.", "12 of 40 of them failed."),
        ("28% did not agree.", "72% agreed."),
        ("It is three times as long.", "One is 15 m long, the other 5 m."),
        ("She lived for 30 years.", "Born in 1850, she died in 1880."),
        ("It ran before 2010.", "It ran in 2006."),
        ("There were three venues: A, B and C.", "The venues were A, B and C."),
    ],
)
def test_simple_arithmetic(claim: str, passage: str) -> None:
    assert {row[1] for row in rows(claim, passage)} <= {"derived", "exact"}
    assert "derived" in {row[1] for row in rows(claim, passage)}


@pytest.mark.parametrize(
    ("claim", "passage", "difference"),
    [
        (
            "It weighs 1,250 kg with the battery in the case.",
            "The net weight of the drill is 1.250 kg.",
            "value",
        ),
        ("Take 250 mg once a day.", "Recommended dose: 250 micrograms once daily.", "unit"),
        ("It takes 14 months.", "It takes 14 days.", "unit"),
        ("The credit line is €40 million.", "A credit line of USD 40 million.", "currency"),
        ("It cost $5 billion.", "It cost $5 million.", "scale"),
        (
            "Costs came to €8,410.",
            "Cost report (EUR thousand) | 2024\nPersonnel | 8,410\nMaterials | 2,275",
            "scale",
        ),
        ("Capital is $640,000.", "Capital (USD in millions)\nPaid-in capital | 640\nOther | 12", "scale"),
        (
            "Satisfaction fell by 6 percent.",
            "It fell by 6 percentage points, from 60% to 54%.",
            "percent_vs_points",
        ),
        ("Profit was 5 million.", "Result | 2024\nProfit | (5 million)\nProfit | -5 million", "sign"),
        ("It closes on March 4, 2025.", "It closes on 3 April 2025.", "date"),
        ("It lasts until 31 May.", "It lasts until 31 March.", "date"),
        ("It opened on 5 March 2020.", "It opened in March 2020.", "precision"),
        ("In 2023 it closed.", "In 2024 it closed.", "value"),
        ("It counts 184 pages.", "It counts 148 pages.", "value"),
        ("Room 214 is closed.", "Room 241 is closed.", "value"),
        ("He finished third.", "He finished second.", "value"),
        ("It stores up to 0.5 TB.", "It stores up to 500 MB.", "value"),
    ],
)
def test_what_differs(claim: str, passage: str, difference: str) -> None:
    found = compare(claim, (passage,))
    assert [(match.match, match.difference) for match in found] == [("missing", difference)]
    assert found[0].evidence is not None
    assert found[0].passage == 0


def test_nothing_comparable_is_missing_without_a_difference() -> None:
    assert rows("It costs €90.", "It weighs 3 kg.") == [("€90", "missing", None)]
    assert rows("It costs €90.") == [("€90", "missing", None)]


def test_the_claims_own_arithmetic_has_to_be_right() -> None:
    passage = "Revenue: 50 million (2023), 55 million (2024)."
    assert rows("Revenue grew by 15%, from 50 to 55 million.", passage)[0] == ("15%", "missing", "value")
    assert rows("Revenue grew by 10%, from 50 to 55 million.", passage)[0] == ("10%", "derived", None)
    assert rows("Revenue fell by 10%, from 50 to 55 million.", passage)[0] == ("10%", "missing", "sign")
    claim = "The rate rose by 1 percent, from 4% to 5%."
    assert rows(claim, "From 4% to 5%.")[0] == ("1 percent", "missing", "percent_vs_points")


def test_a_loss_is_a_negative_number() -> None:
    table = "Income (EUR thousand) | 2024\nOperating result | (1,482)\nRevenue | 21,903"
    assert rows("There was an operating loss of €1.482 million.", table)[0][1:] == ("exact", None)
    assert rows("There was an operating profit of €1.482 million.", table)[0][1:] == ("missing", "sign")
    assert rows("Cash changed by −3.2 million.", "There was a decrease of 3.2 million.")[0][1] == "exact"
    assert rows("It fell to 5 °C.", "Minimum temperature: -5 °C")[0][1:] == ("missing", "sign")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "The minimum supply voltage is 5.5 V.",
            "Conditions | MIN | TYP | MAX | Unit\nSupply voltage | 2.7 | – | 5.5 | V",
        ),
        ("Children may take at most 4 g per day.", "Group | Maximum per day\nAdults | 4 g\nChildren | 1 g"),
        ("Customers in Asia have 45 days.", "Returns: Americas 10 days, Europe 45 days, Asia 21 days."),
        ("The act was adopted in 2021.", "The act was adopted in 2019 and amended in 2021."),
        (
            "Brenner Logistik GmbH is registered under HRB 40718.",
            "Brenner Handel GmbH, Uferweg 3, HRB 40718.\nBrenner Logistik GmbH, Hafenring 12, HRB 51260.",
        ),
        ("Papers are due on 9 May.", "Papers: 2 May.\nSlides: 9 May."),
        ("Line 7 runs every 10 minutes.", "Line 4: every 10 minutes. Line 7: every 15 minutes."),
        ("Plan A includes 50 GB.", "Plan | Storage\nA | 10 GB\nB | 50 GB"),
        ("North had 12 cases.", "Cases: North 15, South 12, West 9."),
        ("Der Preis für Erwachsene beträgt 4 Euro.", "Eintritt: Erwachsene 9 Euro, Kinder 4 Euro"),
        (
            "In calendar year 2024, revenue was $412 million.",
            "Fiscal 2024 revenue: $412 million. Calendar 2024 revenue was $437 million.",
        ),
    ],
)
def test_the_digits_stand_for_something_else(claim: str, passage: str) -> None:
    assert "position" in [row[2] for row in rows(claim, passage) if row[1] == "exact"]


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Europe has 45 days.", "Returns: Americas 10 days, Europe 45 days, Asia 21 days."),
        ("Customers in Brazil have 45 days.", "Returns: Americas 10 days, Europe 45 days, Asia 21 days."),
        (
            "Sales grew to $441 million.",
            "Consolidated sales were $441 million, an increase from $437 million.",
        ),
        ("It was changed in 2021.", "The act was adopted in 2019 and amended in 2021."),
        ("Line 4 runs every 10 minutes.", "Line 4: every 10 minutes. Line 7: every 15 minutes."),
        ("Plan B includes 50 GB.", "Plan | Storage\nA | 10 GB\nB | 50 GB"),
        ("Adults may take 4 g per day.", "Group | Maximum per day\nAdults | 4 g\nChildren | 1 g"),
    ],
)
def test_an_uncertain_place_is_left_open(claim: str, passage: str) -> None:
    assert {row[1:] for row in rows(claim, passage)} == {("exact", None)}


def test_opposed_limits_are_named() -> None:
    assert rows("It starts above 10 staff.", "It starts with at least 10 staff.") == [
        ("10", "exact", "bound")
    ]
    assert rows("It takes at most 5 days.", "It takes at least 5 days.") == [("5 days", "exact", "bound")]
    assert rows("It takes at most 5 days.", "It takes a maximum of 5 days.") == [("5 days", "exact", None)]


def test_an_open_notation_is_named() -> None:
    assert rows("The call closes on 3 April 2025.", "The closing of the call and of all: 03/04/2025.") == [
        ("3 April 2025", "exact", "ambiguous")
    ]
    assert rows("The part weighs 1250 kg in all.", "1.250 kg") == [("1250 kg", "exact", "ambiguous")]


def test_passages_are_read_together() -> None:
    found = compare("The hearing is on 9 October in room 214.", ("It is on 9 October.", "It is in room 214."))
    assert [(match.match, match.passage) for match in found] == [("exact", 0), ("exact", 1)]


def test_a_year_may_stand_apart_from_its_day() -> None:
    assert rows("It met on 9 October 2024.", "Minutes of 2024. It met on 9 October.")[0][1] == "derived"
    assert rows("It met on 9 October 2025.", "Minutes of 2024. It met on 9 October.")[0][1] == "missing"


def test_headers_belong_to_their_passages() -> None:
    found = rows(
        "Personnel costs were €8.41 million in 2024.",
        "Personnel | 8,410",
        headers=("Cost (EUR thousand) | 2024",),
    )
    assert [row[1] for row in found] == ["converted", "exact"]


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("It is the second largest port.", "It is a large port."),
        ("Apollo 11 landed there.", "It landed there."),
        ("Two people wrote it.", "Ann and Bo wrote it."),
        ("It ended twenty years ago.", "It ended in 1997."),
        ("One project is included.", "A project is included."),
        ("4. Know what it wants.", "Get to know it."),
        ("Section 12 requires it.", "The clause requires it."),
    ],
)
def test_what_no_rule_decides_is_left_out(claim: str, passage: str) -> None:
    assert rows(claim, passage) == []


def test_two_alarms_are_not_level_two_alarms() -> None:
    assert rows("Two alarms went off.", "Level 2 alarms went off in 9 homes.") == [
        ("Two", "missing", "value")
    ]
    assert rows("200 alarms went off.", "Unit 200 failed in 9 homes.") == [("200", "missing", None)]


def test_an_age_outside_the_only_range_names_the_range() -> None:
    (match,) = compare("A 65-year-old can still join.", ("Residents aged 18 to 64 can join.",))
    assert (match.match, match.difference) == ("missing", "bound")
    assert match.evidence is not None
    assert match.evidence.text == "18 to 64"


def test_every_figure_of_a_plain_claim_is_matched_in_order() -> None:
    claim = "In 2024 revenue was $5 million, up 3% from 2023."
    found = compare(claim, (claim,))
    assert [match.figure.text for match in found] == ["2024", "$5 million", "3%", "2023"]
    assert {match.match for match in found} == {"exact"}


def test_of_very_many_pairs_of_figures_only_equal_ones_are_told() -> None:
    row = " | ".join(f"{number}.5" for number in range(10))
    table = "\n".join(f"row {at} | {row}" for at in range(400))
    claim = "; ".join(f"{number}.25 kg" for number in range(200))
    assert compare(claim, (table,)) == ()  # one of them may be rounded or derived: it is not called missing
    (match,) = compare(f"{claim}; 300", (f"{table}\ncost 300",))
    assert (match.figure.text, match.match) == ("300", "exact")
    assert [match.match for match in compare("0.25 kg", (table,))] == ["missing"]
