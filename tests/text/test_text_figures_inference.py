"""Figures that follow from cited figures by one exact step, beside twins that do not."""

from __future__ import annotations

import pytest

from pincite.text.figures import compare, figures

Row = tuple[str, str, str]


def found(claim: str, figure: str, *passages: str) -> tuple[str, str | None]:
    """The match and the difference of one figure of the claim."""
    made = [m for m in compare(claim, passages) if m.figure.text == figure]
    return (made[0].match, made[0].difference) if made else ("left out", None)


SHARES = [
    ("Two thirds of the patients were women.", "Of 312 patients 207 were women.", "Two thirds", "derived"),
    (
        "Roughly two thirds of them were women.",
        "312 took part (207 women, 105 men).",
        "two thirds",
        "derived",
    ),
    ("Roughly half of them were women.", "312 took part (207 women, 105 men).", "half", "left out"),
    ("Some three quarters were women.", "312 took part (207 women, 105 men).", "three quarters", "missing"),
    (
        "A quarter of the budget goes to roads.",
        "Of the €20 million budget, €5 million goes to roads.",
        "A quarter",
        "derived",
    ),
    (
        "A fifth of the budget goes to roads.",
        "Of the €20 million budget, €5 million goes to roads.",
        "A fifth",
        "missing",
    ),
    (
        "Roughly a quarter of the animals had it.",
        "We sampled 412 animals on nine farms. 104 of them had it.",
        "a quarter",
        "derived",
    ),
    (
        "Roughly a third of the animals had it.",
        "We sampled 412 animals on nine farms. 104 of them had it.",
        "a third",
        "missing",
    ),
    (
        "A quarter of the budget goes to roads.",
        "The budget is €20 million, of which €5 million is for roads.",
        "A quarter",
        "derived",
    ),
    (
        "A third of the budget goes to roads.",
        "The budget is €20 million, of which €5 million is for roads.",
        "A third",
        "missing",
    ),
    ("66% of the members voted.", "There are 312 members; 207 of the 312 voted.", "66%", "derived"),
    ("68% of the members voted.", "There are 312 members; 207 of the 312 voted.", "68%", "missing"),
    (
        "Drei Viertel der Prüflinge haben bestanden.",
        "Von 120 Prüflingen haben 90 bestanden.",
        "Drei Viertel",
        "derived",
    ),
    (
        "Zwei Drittel der Prüflinge haben bestanden.",
        "Von 120 Prüflingen haben 90 bestanden.",
        "Zwei Drittel",
        "missing",
    ),
    ("Deux tiers des élèves ont réussi.", "Sur 120 élèves, 80 ont réussi.", "Deux tiers", "derived"),
    ("Trois quarts des élèves ont réussi.", "Sur 120 élèves, 80 ont réussi.", "Trois quarts", "missing"),
    ("El 75 % de los alumnos aprobó.", "De 120 alumnos aprobaron 90.", "75 %", "derived"),
    ("El 70 % de los alumnos aprobó.", "De 120 alumnos aprobaron 90.", "70 %", "missing"),
    (
        "Turnout was below 50%.",
        "Of the 18,400 people entitled to vote, 8,912 cast a ballot. Turnout fell.",
        "50%",
        "derived",
    ),
    (
        "Turnout was below 45%.",
        "Of the 18,400 people entitled to vote, 8,912 cast a ballot. Turnout fell.",
        "45%",
        "missing",
    ),
    (
        "Fewer than one in ten batteries failed.",
        "In the test 7 of 96 batteries failed.",
        "one in ten",
        "derived",
    ),
    (
        "More than one in ten batteries failed.",
        "In the test 7 of 96 batteries failed.",
        "one in ten",
        "missing",
    ),
    (
        "One in eight samples was positive.",
        "12.5% of the samples were positive.",
        "One in eight",
        "converted",
    ),
    ("One in four samples was positive.", "12.5% of the samples were positive.", "One in four", "missing"),
    ("12.5% of samples were positive.", "One in eight samples was positive.", "12.5%", "converted"),
    ("1 in 5 pupils walks.", "20% of pupils walk.", "1 in 5", "converted"),
    ("Jeder Achte war betroffen, einer von acht.", "12,5 % waren betroffen.", "einer von acht", "converted"),
    (
        "Une personne sur dix est touchée.",
        "10 % des personnes sont touchées.",
        "Une personne sur dix",
        "converted",
    ),
    ("Uno de cada cinco alumnos falta.", "Falta el 20 % de los alumnos.", "Uno de cada cinco", "converted"),
]

COUNTS = [
    ("29 participants completed it.", "All but two of the 31 participants completed it.", "29", "derived"),
    ("28 participants completed it.", "All but two of the 31 participants completed it.", "28", "missing"),
    ("Twenty-nine schools took part.", "All but two of its 31 schools took part.", "Twenty-nine", "derived"),
    ("All but two of the 31 schools took part.", "29 of the 31 schools took part.", "two", "derived"),
    ("Es kamen 29 Mitglieder.", "Alle bis auf zwei der 31 Mitglieder kamen.", "29", "derived"),
    ("Es kamen 27 Mitglieder.", "Alle bis auf zwei der 31 Mitglieder kamen.", "27", "missing"),
    ("29 membres sont venus.", "Tous les 31 membres sauf deux sont venus.", "29", "derived"),
    (
        "Vinieron 29 miembros.",
        "Vinieron todos los 31 miembros del consejo menos dos de ellos.",
        "29",
        "derived",
    ),
    ("20 of the flats are empty.", "Half of the 40 flats are empty.", "20", "derived"),
    ("25 of the flats are empty.", "Half of the 40 flats are empty.", "25", "missing"),
    (
        "100 people answered.",
        "The survey reached 400 people; 25% of the 400 people answered.",
        "100",
        "derived",
    ),
    (
        "120 people answered.",
        "The survey reached 400 people; 25% of the 400 people answered.",
        "120",
        "missing",
    ),
    ("Roads cost €5 million.", "A quarter of the €20 million is spent on roads.", "€5 million", "derived"),
    ("Roads cost €6 million.", "A quarter of the €20 million is spent on roads.", "€6 million", "missing"),
    (
        "Blue and Green together hold 105 seats.",
        "Seats: Blue 61, Green 44, Independents 15; total 120.",
        "105",
        "derived",
    ),
    (
        "Blue and Green together hold 95 seats.",
        "Seats: Blue 61, Green 44, Independents 15; total 120.",
        "95",
        "missing",
    ),
    ("On average each volunteer planted 25 trees.", "40 volunteers planted 1,000 trees.", "25", "derived"),
    ("On average each volunteer planted 30 trees.", "40 volunteers planted 1,000 trees.", "30", "missing"),
    (
        "Revenue per employee was €200,000.",
        "Revenue was €84 million. The group had 420 employees.",
        "€200,000",
        "derived",
    ),
    (
        "Revenue per employee was €210,000.",
        "Revenue was €84 million. The group had 420 employees.",
        "€210,000",
        "missing",
    ),
]

MULTIPLES = [
    ("Sales doubled.", "Sales rose from 20 million euros to 40 million euros.", "doubled", "derived"),
    (
        "Sales more than doubled.",
        "Sales rose from €0.4 million to €0.9 million.",
        "more than doubled",
        "derived",
    ),
    (
        "Sales more than doubled.",
        "Sales rose from €0.4 million to €0.7 million.",
        "more than doubled",
        "missing",
    ),
    ("Sales tripled.", "Sales rose from 20 million euros to 40 million euros.", "tripled", "missing"),
    ("Sales tripled.", "Sales rose from 20 million euros to 60 million euros.", "tripled", "derived"),
    ("Der Umsatz hat sich verdoppelt.", "Der Umsatz stieg von 2 auf 4 Mio. Euro.", "verdoppelt", "derived"),
    (
        "Der Umsatz hat sich verdreifacht.",
        "Der Umsatz stieg von 2 auf 4 Mio. Euro.",
        "verdreifacht",
        "missing",
    ),
    (
        "Le chiffre d'affaires a doublé.",
        "Le chiffre d'affaires est passé de 2 à 4 millions d'euros.",
        "doublé",
        "derived",
    ),
    ("Las ventas se duplicaron.", "Las ventas pasaron de 2 a 4 millones de euros.", "duplicaron", "derived"),
    ("销售额翻倍。", "销售额从200万元增加到400万元。", "翻倍", "derived"),
    ("売上高は倍増した。", "売上高は200万円から400万円に増えた。", "倍増", "derived"),
    (
        "The number of complaints halved.",
        "Complaints: 80 complaints in 2022, 40 complaints in 2023.",
        "halved",
        "derived",
    ),
    (
        "There were a third less complaints.",
        "Complaints: 90 complaints in 2022, 60 complaints in 2023.",
        "a third less",
        "derived",
    ),
    (
        "There were a quarter less complaints.",
        "Complaints: 90 complaints in 2022, 60 complaints in 2023.",
        "a quarter less",
        "missing",
    ),
    (
        "Twice as many people came by train.",
        "80 people came by train and 40 people by car.",
        "Twice as many",
        "derived",
    ),
    (
        "Half as many people came by car.",
        "80 people came by train and 40 people by car.",
        "Half as many",
        "derived",
    ),
    ("The speed doubled.", "The speed limit is 50 km/h and the fee is €40.", "doubled", "left out"),
    ("He opened a double room.", "He paid €40 and €70.", "double", "left out"),
    ("36 more people came this year.", "132 people came this year and 96 people last year.", "36", "derived"),
    ("46 more people came this year.", "132 people came this year and 96 people last year.", "46", "missing"),
]

TIMES = [
    (
        "The breach lasted eleven days.",
        "The breach of 2 June was only noticed on 13 June.",
        "eleven days",
        "derived",
    ),
    (
        "The breach lasted twelve days.",
        "The breach of 2 June was only noticed on 13 June.",
        "twelve days",
        "missing",
    ),
    (
        "The trial ran for six weeks.",
        "The trial started on Monday, 1 April and finished on Sunday, 12 May.",
        "six weeks",
        "derived",
    ),
    (
        "The trial ran for five weeks.",
        "The trial started on Monday, 1 April and finished on Sunday, 12 May.",
        "five weeks",
        "missing",
    ),
    (
        "Building began in 1863.",
        "It was designed in 1861. Building began two years later.",
        "1863",
        "derived",
    ),
    (
        "Building began in 1864.",
        "It was designed in 1861. Building began two years later.",
        "1864",
        "missing",
    ),
    (
        "Der Bau begann 1863.",
        "Der Entwurf stammt aus dem Jahr 1861. Zwei Jahre später begann der Bau.",
        "1863",
        "derived",
    ),
    (
        "Der Bau begann 1865.",
        "Der Entwurf stammt aus dem Jahr 1861. Zwei Jahre später begann der Bau.",
        "1865",
        "missing",
    ),
    (
        "Les travaux ont débuté en 1863.",
        "Conçu en 1861. Les travaux ont débuté deux ans plus tard.",
        "1863",
        "derived",
    ),
    ("La obra empezó en 1863.", "Se diseñó en 1861. La obra empezó dos años después.", "1863", "derived"),
    ("工程于1863年开工。", "灯塔设计于1861年。两年后开工。", "1863年", "derived"),
    ("1863年に着工した。", "1861年に設計され、2年後に着工した。", "1863年", "derived"),
    (
        "It was designed in 1859.",
        "Building began in 1861. It had been designed two years earlier.",
        "1859",
        "derived",
    ),
    (
        "It is due in May 2024.",
        "It was ordered in March 2024 and is due two months later.",
        "May 2024",
        "derived",
    ),
    (
        "It is due in June 2024.",
        "It was ordered in March 2024 and is due two months later.",
        "June 2024",
        "missing",
    ),
    (
        "It is due on 17 March 2024.",
        "It was sent on 3 March 2024 and is due 14 days later.",
        "17 March 2024",
        "derived",
    ),
    (
        "It is open for eight hours a day.",
        "Opening hours: daily 10:00–18:00. Last entry 17:15.",
        "eight hours",
        "derived",
    ),
    (
        "It is open for nine hours a day.",
        "Opening hours: daily 10:00–18:00. Last entry 17:15.",
        "nine hours",
        "missing",
    ),
    (
        "A certificate is needed after more than three days.",
        "A certificate is needed from the fourth day.",
        "three days",
        "derived",
    ),
    (
        "A certificate is needed after more than five days.",
        "A certificate is needed from the fourth day.",
        "five days",
        "missing",
    ),
]

COMPOSITES = [
    ("Rest it for 105 minutes.", "Resting time: 1 h 45 min.", "105 minutes", "converted"),
    ("Rest it for 115 minutes.", "Resting time: 1 h 45 min.", "115 minutes", "missing"),
    ("It takes 1 h 45 min.", "It takes 105 minutes.", "1 h 45 min", "converted"),
    ("It takes 1 hour and 45 minutes.", "It takes 105 minutes.", "1 hour and 45 minutes", "converted"),
    ("Es dauert 1 Stunde 45 Minuten.", "Es dauert 105 Minuten.", "1 Stunde 45 Minuten", "converted"),
    ("Le train met 1 h 35.", "By train: 95 minutes.", "1 h 35", "converted"),
    ("Le train met 1 h 35.", "By train: 85 minutes.", "1 h 35", "missing"),
    ("用时105分钟。", "用时1小时45分钟。", "105分钟", "converted"),
    ("所要時間は105分間です。", "所要時間は1時間45分間です。", "105分間", "converted"),
    ("She is 160 cm tall.", "She is 5 ft 3 in tall.", "160 cm", "converted"),
    ("She is 170 cm tall.", "She is 5 ft 3 in tall.", "170 cm", "missing"),
    ("It weighs 3,200 g.", "It weighs 3 kg 200 g.", "3,200 g", "converted"),
    ("The term is 18 months.", "The term is 1 year 6 months.", "18 months", "converted"),
    ("The term is 16 months.", "The term is 1 year and 6 months.", "16 months", "missing"),
    ("La durée est de 18 mois.", "La durée est de 1 an et 6 mois.", "18 mois", "converted"),
]

RATES = [
    (
        "Trains run every 20 minutes.",
        "There are three trains an hour, evenly spaced.",
        "20 minutes",
        "derived",
    ),
    (
        "Trains run every 15 minutes.",
        "There are three trains an hour, evenly spaced.",
        "15 minutes",
        "missing",
    ),
    ("There are three trains an hour.", "Trains run every 20 minutes.", "three", "derived"),
    ("A snapshot is taken every six hours.", "It takes snapshots four times a day.", "six hours", "derived"),
    (
        "A snapshot is taken every five hours.",
        "It takes snapshots four times a day.",
        "five hours",
        "missing",
    ),
    ("The rent is €11,280 a year.", "The rent is €940 a month.", "€11,280", "derived"),
    ("The rent is €11,820 a year.", "The rent is €940 a month.", "€11,820", "missing"),
    (
        "Die Miete beträgt 11.280 Euro im Jahr.",
        "Die Miete beträgt 940 Euro im Monat.",
        "11.280 Euro",
        "derived",
    ),
    ("Le loyer est de 11 280 € par an.", "Le loyer est de 940 € par mois.", "11 280 €", "derived"),
    ("El alquiler es de 11.280 € al año.", "El alquiler es de 940 € al mes.", "11.280 €", "derived"),
    ("房租每年11280元。", "房租每月940元。", "11280元", "derived"),
    ("It fills 3,000 bottles an hour.", "Capacity: 50 bottles filled per minute.", "3,000", "derived"),
    ("It fills 3,500 bottles an hour.", "Capacity: 50 bottles filled per minute.", "3,500", "missing"),
    (
        "The deposit equals three months' rent.",
        "Rent: €800 per month. Deposit: €2,400.",
        "three months",
        "derived",
    ),
    (
        "The deposit equals two months' rent.",
        "Rent: €800 per month. Deposit: €2,400.",
        "two months",
        "missing",
    ),
    ("The loan runs for 10 years.", "The loan is repaid in 120 monthly instalments.", "10 years", "derived"),
    ("The loan runs for 12 years.", "The loan is repaid in 120 monthly instalments.", "12 years", "missing"),
]

CONTAINMENT = [
    (
        "Keeping it at 4 °C is within the permitted range.",
        "Keep it between 2 °C and 8 °C.",
        "4 °C",
        "derived",
    ),
    (
        "Keeping it at 9 °C is within the permitted range.",
        "Keep it between 2 °C and 8 °C.",
        "9 °C",
        "missing",
    ),
    ("It may be kept at 4 °C.", "Store at 2–8 °C.", "4 °C", "derived"),
    ("It may be kept at 12 °C.", "Store at 2–8 °C.", "12 °C", "missing"),
    ("Es darf bei 4 °C gelagert werden.", "Bei 2 bis 8 °C lagern.", "4 °C", "derived"),
    ("Somebody aged 30 may join.", "Open to people aged 18 to 64.", "30", "derived"),
    ("Somebody aged 70 may join.", "Open to people aged 18 to 64.", "70", "missing"),
    (
        "A 7-year-old needs a junior pass.",
        "Passes: mini up to 5 years, junior from 6 to 15 years, adult from 16 years.",
        "7-year-old",
        "derived",
    ),
    (
        "A child weighing 25 kg is given 10 ml.",
        "Weight | Dose\n10–19 kg | 5 ml\n20–29 kg | 10 ml",
        "25 kg",
        "derived",
    ),
    (
        "A child weighing 35 kg is given 10 ml.",
        "Weight | Dose\n10–19 kg | 5 ml\n20–29 kg | 10 ml",
        "35 kg",
        "missing",
    ),
    (
        "A runner who is 17 may start in the half marathon.",
        "Minimum age: 10 km, 14 years; half marathon, 18 years; marathon, 20 years.",
        "17",
        "missing",
    ),
    (
        "No class has fewer than 18 pupils.",
        "Pupils | Total\nClass A | 24\nClass B | 18\nClass C | 30",
        "18",
        "exact",
    ),
    (
        "All classes have fewer than 50 pupils.",
        "Class A has 24 pupils, class B 18 pupils and class C 30 pupils.",
        "50",
        "derived",
    ),
    (
        "All classes have fewer than 25 pupils.",
        "Class A has 24 pupils, class B 18 pupils and class C 30 pupils.",
        "25",
        "missing",
    ),
    (
        "At least one class has more than 28 pupils.",
        "Class A has 24 pupils, class B 18 pupils and class C 30 pupils.",
        "28",
        "derived",
    ),
    (
        "At least one class has more than 40 pupils.",
        "Class A has 24 pupils, class B 18 pupils and class C 30 pupils.",
        "40",
        "missing",
    ),
]

NOTATION = [
    ("It holds 0.75 mg.", "Sample 7: nitrite .75 mg.", "0.75 mg", "exact"),
    (
        "Gemessen wurden 0,75 mg Nitrit pro Liter.",
        "Laboratory sheet: nitrite .75 mg per litre.",
        "0,75 mg",
        "exact",
    ),
    ("It holds 75 mg.", "Sample 7: nitrite .75 mg.", "75 mg", "missing"),
    ("The levy is €0.35.", "The levy is 35 cents.", "€0.35", "converted"),
    ("The levy is €0.35.", "The levy is 35 euro cents.", "€0.35", "converted"),
    ("The levy is €3.50.", "The levy is 35 cents.", "€3.50", "missing"),
    ("The levy is 35 euros.", "The levy is 35 cents.", "35 euros", "missing"),
    ("The levy is 35 cents.", "The levy is 35 euros.", "35 cents", "missing"),
    ("The levy is 35 euros.", "Die Abgabe beträgt 35 Cent.", "35 euros", "missing"),
    ("It costs 4,900 Swedish kronor.", "Price: SEK 4 900 per year.", "4,900 Swedish kronor", "exact"),
    ("It costs 4,700 Swedish kronor.", "Price: SEK 4 900 per year.", "4,700 Swedish kronor", "missing"),
    ("The rate is 0.3%.", "The rate is 3 per thousand.", "0.3%", "converted"),
    ("The rate is 3%.", "The rate is 3 per thousand.", "3%", "missing"),
    ("The flow is 12 m³/s.", "Le débit est de 12 mètres cubes par seconde.", "12 m³/s", "exact"),
    ("The flow is 15 m³/s.", "Le débit est de 12 mètres cubes par seconde.", "15 m³/s", "missing"),
    ("Add ½ tsp of salt.", "Add half a teaspoon of salt.", "½ tsp", "exact"),
    ("Add 2 tbsp of oil.", "Add two tablespoons of oil.", "2 tbsp", "exact"),
    ("Add 2 tbsp of oil.", "Add two teaspoons of oil.", "2 tbsp", "missing"),
    ("Add 2 tbsp of oil.", "Add six teaspoons of oil.", "2 tbsp", "converted"),
    (
        "Travellers under the age of 26 pay half.",
        "Les voyageurs de moins de 26 ans paient moitié prix.",
        "26",
        "exact",
    ),
    (
        "Travellers under the age of 25 pay half.",
        "Les voyageurs de moins de 26 ans paient moitié prix.",
        "25",
        "missing",
    ),
    ("The fee is $40.", "The fee is 40 Canadian dollars.", "$40", "exact"),
    ("A dozen eggs are needed.", "You need 12 eggs.", "A dozen", "exact"),
    ("It weighs 3 kilos.", "It weighs 3 kilogrammes.", "3 kilos", "exact"),
    (
        "Net financial expense was €4.7m.",
        "Financial result (net), € million: -4.7 (previous year: -3.9).",
        "€4.7m",
        "exact",
    ),
    (
        "It was €3.9m a year earlier, an expense.",
        "Financial result (net), € million: -4.7 (previous year: -3.9).",
        "€3.9m",
        "exact",
    ),
    (
        "Net financial expense was €4.7bn.",
        "Financial result (net), € million: -4.7 (previous year: -3.9).",
        "€4.7bn",
        "missing",
    ),
    (
        "Net financial income was €4.7m.",
        "Financial result (net), € million: -4.7 (previous year: -3.9).",
        "€4.7m",
        "missing",
    ),
    (
        "Barley yielded 6.3 tonnes per hectare.",
        "Crop yields (t/ha)\nCrop | 2022 | 2023\nBarley | 6.0 | 6.3",
        "6.3 tonnes",
        "exact",
    ),
    (
        "Barley yielded 6.7 tonnes per hectare.",
        "Crop yields (t/ha)\nCrop | 2022 | 2023\nBarley | 6.0 | 6.3",
        "6.7 tonnes",
        "missing",
    ),
    (
        "The team plan costs $29 a month.",
        "plan,price_usd_per_month,storage_gb\nbasic,9,50\nteam,29,500",
        "$29",
        "exact",
    ),
    (
        "The team plan has 500 GB.",
        "plan,price_usd_per_month,storage_gb\nbasic,9,50\nteam,29,500",
        "500 GB",
        "exact",
    ),
    (
        "The team plan has 600 GB.",
        "plan,price_usd_per_month,storage_gb\nbasic,9,50\nteam,29,500",
        "600 GB",
        "missing",
    ),
]

SLOTS = [
    ("Parental leave lasts six weeks.", "Parental leave lasts three months.", "six weeks", "value"),
    ("The notice period is six weeks.", "The notice period is three months.", "six weeks", "value"),
    ("8% of the samples were positive.", "One in eight samples was positive.", "8%", "value"),
    ("It may carry at most 7 tonnes.", "The maximum payload is 7.2 t.", "7 tonnes", "value"),
    (
        "A runner who is 17 may start in the half marathon.",
        "Minimum age: 10 km, 14 years; half marathon, 18 years; marathon, 20 years.",
        "17",
        "bound",
    ),
    ("Somebody aged 17 may join.", "The minimum age is 18.", "17", "bound"),
    ("It may be kept at 12 °C.", "Store at 2–8 °C.", "12 °C", "bound"),
    (
        "Blue and Green together hold 95 seats.",
        "Seats: Blue 61, Green 44, Independents 15; total 120.",
        "95",
        "value",
    ),
    ("The fee is A$40.", "The fee is 40 Canadian dollars.", "A$40", "currency"),
    ("Die Frist beträgt sechs Wochen.", "Die Frist beträgt drei Monate.", "sechs Wochen", "value"),
    ("Le délai est de six semaines.", "Le délai est de trois mois.", "six semaines", "value"),
    (
        "El plazo de la notificación es de seis semanas.",
        "El plazo de la notificación es de tres meses.",
        "seis semanas",
        "value",
    ),
    ("期限为六周。", "期限为三个月。", "六周", "value"),
    ("期限は6週間です。", "期限は3か月です。", "6週間", "value"),
]


@pytest.mark.parametrize(
    ("claim", "passage", "figure", "expected"),
    [*SHARES, *COUNTS, *MULTIPLES, *TIMES, *COMPOSITES, *RATES, *CONTAINMENT, *NOTATION],
)
def test_what_follows_and_what_does_not(claim: str, passage: str, figure: str, expected: str) -> None:
    assert found(claim, figure, passage)[0] == expected


@pytest.mark.parametrize(("claim", "passage", "figure", "difference"), SLOTS)
def test_another_value_of_the_same_quantity_is_named(
    claim: str, passage: str, figure: str, difference: str
) -> None:
    assert found(claim, figure, passage) == ("missing", difference)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("25% of the staff left.", "Sales: 20 units in May, 80 units in June."),
        ("It employs 105 people.", "Seats: Blue 61, Green 44, Independents 15; total 120."),
        ("It costs €11,280 a month.", "It costs €940 a month."),
        ("It sold 20 houses.", "Half of the 40 flats are empty."),
        ("It closed in 1863.", "He was born in 1861. She was two years younger."),
        ("It takes eight hours.", "The bus leaves at 10:00. The shop closes at 18:00."),
        ("It is 25 kg.", "Weight | Dose\n10–19 kg | 5 ml\n20–29 kg | 10 ml"),
        ("It costs 280 euros.", "Item,price\nRevenue of 11,280 euros"),
        ("Each child got 25 sweets.", "40 volunteers planted 1,000 trees."),
    ],
)
def test_chance_agreement_is_not_taken(claim: str, passage: str) -> None:
    assert "derived" not in {match.match for match in compare(claim, (passage,))}


def test_ratio_words_are_no_figures_of_a_text_by_themselves() -> None:
    assert figures("Sales more than doubled.") == ()
    assert compare("Sales more than doubled.", ("Sales rose.",)) == ()
