"""Parts of a sentence that the writer set apart with markers of their own, and lead-ins of items and rows."""

from __future__ import annotations

import re

import pytest

from pincite.claims.extraction import extract
from pincite.claims.headers import of_row
from pincite.claims.policy import default_policy
from pincite.claims.proposition import with_lead_in
from pincite.model import Answer, Chunk


def claims(text: str) -> list[str]:
    chunks = tuple(Chunk(document_id="d", chunk_id=str(n), text="x") for n in range(4))
    answer = Answer(answer_id="a", text=text, prompt_chunks=chunks)
    return [claim.text for claim in extract(answer, default_policy()).claims]


# A bar stands where a new claim begins.
APART = """
Sie versorgt rund 1.400 Haushalte [1] und |gehört mehrheitlich der Stadt [2].
Die Anlage liegt im Norden [1] und |speist den Strom ins Netz [2].
Der Turm misst 61 m [1] und |dient heute als Museum [2].
Das Werk beschäftigt 300 Leute [1] und |exportiert nach Asien [2].
Das Haus wurde 1911 gebaut [1], |gehört der Stadt [2] und |steht leer [3].
Der Verein zählt 200 Mitglieder [1] und |bietet Kurse an [2].
Die Miete beträgt 940 Euro [1], |die Heizung ist enthalten [2].
Der Kurs kostet 90 Euro [1], |Studenten zahlen die Hälfte [2].
Er wurde 1950 geboren [1] und |lebt in Graz [2].
Die Firma baut Pumpen [1] und |vertreibt sie weltweit [2].
Das Gerät wiegt 3 kg [1], |hat ein Display [2] und |kostet 90 Euro [2].
Die Brücke ist 300 m lang [1] und |verbindet zwei Ufer [2].
About 48,000 records were copied [2], |among them passport numbers [2].
The trial had 312 participants [2], |roughly two thirds of them women [2].
The fleet has 40 buses [1], |most of them electric [2].
The list names 12 sites [1], |three of them in Spain [2].
The club has 200 members [1], |half of them students [2].
The museum holds 900 works [1], |some of them on loan [2].
The firm runs 12 shops [1], |all in the north [2].
The bridge is 300 m long [1], |among the longest in the state [2].
The plan covers dental care [1], |with a limit of €500 a year [2].
The law was passed in 2011 [1], |with 60 votes in favour [2].
The plant closed in 2019 [1], |leaving 300 people without work [2].
Sales fell by 4% [1], |reaching their lowest level since 2003 [2].
The tower was built in 1889 [1], |making it the oldest in town [2].
The mill burnt down in 1874 [1], |killing four people [2].
The course is free [1] but |requires registration [2].
The course is free [1]; |places are limited [2].
Treatment starts with 20 mg [1] and |is doubled after two weeks [1].
Members get in free [1], |pay less in the shop [2] and |receive the newsletter [3].
The river is 90 km long [1] and |flows into the Elba [2].
The river rises in the hills [1], |passes two towns [2] and |ends in a lake [3].
Admission is free [1], |children need an adult [2].
The battery lasts ten hours [1], |charging takes two [2].
Le musée compte 900 œuvres [1], |dont 40 prêtées par l'État [2].
Le pont mesure 300 m [1] et |relie deux rives [2].
Le pont date de 1911 [1], |appartient à la ville [2] et |reste fermé [3].
La salle accueille 200 personnes [1] et |dispose d'un bar [2].
L'usine emploie 300 personnes [1] et |exporte vers l'Asie [2].
La sala tiene 200 plazas [1] y |dispone de bar [2].
El puente mide 300 m [1], |pertenece al municipio [2] y |está cerrado [3].
El museo guarda 900 obras [1], |entre ellas 40 cedidas [2].
La fábrica emplea a 300 personas [1] y |exporta a Asia [2].
门票为四十元［1］，|学生免费入场［2］。
这座桥长三百米［1］，|建于1911年［2］。
橋の長さは300メートルで【1】、|1911年に完成しました【2】。
""".strip().splitlines()

TOGETHER = """
You may not sublet [1] unless the owner agrees [2].
The fee is waived [1] if the room is clean [2].
The shop closed [1] because sales fell [2].
Revenue was 5 million [1], which is a record [2].
The pump [1] and the motor [2] are covered.
The kit contains a charger [1], a cable [2] and a case [3].
The kit contains a charger [1] and a cable [2].
The museum shows works by Lind [1] and Holm [2].
The bus stops in Lund [1], Malmö [2] and Ystad [3].
Staff in Graz [1] and Linz [2] get a bonus.
Both the tenant [1] and the owner [2] must sign.
Smith [1] and Lang [2] agree on this.
Between 2011 [1] and 2014 [2] the price doubled.
The price rose from €12 [1] to €15 [2].
According to [1], the price rose.
The fee depends on age [1] and income [2].
The course is open to women [1] over 18 [2].
The tower [1], built in 1889 [2], is closed.
The kit, including the case [1], costs €90 [2].
Die Pumpe [1] und der Motor [2] sind gedeckt.
Das Set enthält ein Kabel [1] und eine Tasche [2].
Die Miete steigt [1], wenn der Index steigt [2].
Der Bus hält in Graz [1], Linz [2] und Wien [3].
Das Haus mit Garten [1] und Garage [2] ist verkauft.
Die Preise für Kinder [1] und Senioren [2] sinken.
Le kit contient un câble [1] et une housse [2].
Le loyer augmente [1] si l'indice augmente [2].
La pompe [1] et le moteur [2] sont couverts.
El kit contiene un cable [1] y una funda [2].
La bomba [1] y el motor [2] están cubiertos.
El alquiler sube [1] si sube el índice [2].
除周一外［1］，博物馆每天开放［2］。
ポンプ【1】、モーター【2】は保証の対象です。
""".strip().splitlines()

_MARK = re.compile(r"\s*(?:\[\d\]|［\d］|【\d】)")
_EDGE = re.compile(r"^[\s,;，、。.]+|(?:[\s,;，、。.]|\b(?:and|but|und|et|y))+$")


def bare(text: str) -> str:
    return _EDGE.sub("", _MARK.sub("", text))


@pytest.mark.parametrize("line", APART)
def test_set_apart(line: str) -> None:
    found = [bare(claim) for claim in claims(line.replace("|", ""))]
    assert found == [bare(part) for part in line.split("|")]


@pytest.mark.parametrize("line", TOGETHER)
def test_one_claim(line: str) -> None:
    assert len(claims(line)) == 1


@pytest.mark.parametrize(
    ("lead", "item", "language", "expected"),
    [
        # the lead-in opens the statement that the item ends
        ("The kit contains:", "a charger", "en", "The kit contains: a charger"),
        # words that only announce the list go
        ("The kit contains the following:", "a charger", "en", "The kit contains: a charger"),
        ("The day permit covers the following items:", "two rods", "en", "The day permit covers: two rods"),
        ("The fee includes these services:", "breakfast", "en", "The fee includes: breakfast"),
        ("Members get, among other things:", "a map", "en", "Members get: a map"),
        ("The tenant's main duties are as follows:", "rent", "en", "The tenant's main duties are: rent"),
        ("Das Paket enthält Folgendes:", "Frühstück", "de", "Das Paket enthält: Frühstück"),
        ("Zum Paket gehören die folgenden Leistungen:", "Frühstück", "de", "Zum Paket gehören: Frühstück"),
        ("Le forfait comprend les éléments suivants :", "le vol", "fr", "Le forfait comprend: le vol"),
        ("El paquete incluye lo siguiente:", "el vuelo", "es", "El paquete incluye: el vuelo"),
        # a lead-in that says nothing of its own adds nothing
        ("Here are the details:", "rent of €940", "en", None),
        ("Key facts:", "rent of €940", "en", None),
        ("The most important points are:", "rent of €940", "en", None),
        ("In short:", "rent of €940", "en", None),
        ("The main steps are as follows:", "open the lid", "en", None),
        ("Das Wichtigste:", "Miete 940 Euro", "de", None),
        ("Voici les points principaux :", "loyer de 940 euros", "fr", None),
        ("Resumen:", "alquiler de 940 euros", "es", None),
        ("要点如下：", "月租940元", "zh", None),
        # an item that is a sentence stands alone
        ("The following rules apply:", "Leave is 28 days", "en", None),
        ("The permit covers the following:", "Guests may fish from the bank", "en", None),
        # a condition stays
        ("For full-time staff:", "leave is 28 days", "en", "For full-time staff: leave is 28 days"),
        ("Not included:", "flights", "en", "Not included: flights"),
        ("The policy does not cover the following:", "floods", "en", "The policy does not cover: floods"),
        ("Exceptions:", "dogs", "en", "Exceptions: dogs"),
    ],
)
def test_an_item_takes_what_it_needs(lead: str, item: str, language: str, expected: str | None) -> None:
    assert with_lead_in(lead, item, language) == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (("Item", "Value"), "Flow; 3.2 m³/s"),
        (("Mesure", "Valeur"), "Flow; 3.2 m³/s"),
        (("Merkmal", "Wert"), "Flow; 3.2 m³/s"),
        (("Característica", "Valor"), "Flow; 3.2 m³/s"),
        (("项目", "数值"), "Flow; 3.2 m³/s"),
        (("項目", "値"), "Flow; 3.2 m³/s"),
        (("Feature", "Details"), "Flow; 3.2 m³/s"),
        (("Aspect", "Description"), "Flow; 3.2 m³/s"),
        (("Property", "2024"), "Flow; 2024: 3.2 m³/s"),
        (("River", "Value"), "River: Flow; 3.2 m³/s"),
        (("Parameter", "Upstream"), "Flow; Upstream: 3.2 m³/s"),
        (("Item", "Maximum value"), "Flow; Maximum value: 3.2 m³/s"),
    ],
)
def test_a_bare_header_adds_nothing(header: tuple[str, ...], expected: str) -> None:
    assert of_row(["Flow", "3.2 m³/s"], header) == expected
