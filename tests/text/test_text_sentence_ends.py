"""Where a full stop ends a sentence: after abbreviations, units, answers of one word."""

from __future__ import annotations

import pytest

from pincite.text.sentences import sentences

# A bar stands where a sentence ends.
ENDS = """
Cabin bags weigh max. 8 kg.|Larger ones go in the hold.
Up to max. €5 per day is charged.
Keep it at min. -5 °C and max. 30 °C.
The max. weight is 8 kg.|The min. weight is 2 kg.
Pressure must reach min. 3 bar.|Then stop.
It takes approx. 40 minutes incl. 5 min. of rest.
The price is €40 excl. 7 % tax.
See art. 12, fig. 3, cf. table 4 and sec. 2.
Use vol. 3, ed. 2, p. 14.
Cf. no. 5 and no. 6 of the list.
House no. 5 burnt down.|No. 6 did not.
Rooms nos. 4 and 5 are free.
Tel. 555 1234 is the desk.
The firm was founded c. 1450.|It is old.
Serve with avg. 20 g of salt.
Load tot. 12 t per axle.
The trip is 12 km (approx. 7 mi.) long.
No.|Recording is not allowed.
No.|Dogs are not admitted.
No. 5 is free.
No. 5 and No. 7 are free.
Yes.|The desk opens at 9.
Is it allowed?|No.|Only staff may enter.
May I film?|No.|Filming needs a permit.
The answer is no.|Recording is banned.
He was asked and said no.|Recording went on.
Is it free?|Yes.|Children pay nothing.
No.|Visitors under 12 need a ticket.
No.|Parking costs €5.
Is smoking allowed?|No.|Smoking is banned.
Der Zug hat max. 300 Plätze.|Er fährt stündlich.
Die Gebühr beträgt mind. 5 Euro.
Das gilt für Art. 6 Abs. 1 lit. a der Verordnung.
Vgl. S. 14 und S. 15.|Danach folgt mehr.
Siehe Abs. 2 Ziff. 4 und Kap. 3.
Es kostet ca. 5 Euro inkl. 19 % Steuer.|Kinder zahlen nichts.
Die Reise kostet zzgl. 30 Euro Gebühr.
Der Wert liegt bei durchschn. 12 mg.
Das Haus hat insg. 40 Zimmer.
Das Buch hat 300 S. und kostet 20 Euro.
Nein.|Das ist verboten.
Nein.|Hunde sind nicht erlaubt.
Ja.|Kinder zahlen nichts.
Nr. 5 ist frei.|Nr. 6 nicht.
Die Feier ist am 3. Mai.|Beginn ist um 9 Uhr.
Der Ofen erreicht max. 250 Grad, z. B. 200 Grad.
Das Gerät wiegt rd. 12 kg.
Das Amt hat tägl. 8 Stunden offen.
Er zahlt monatl. 40 Euro.
C'est à env. 20 km, p. ex. à Lyon.
Il pèse max. 3 kg.|Il est léger.
Il faut min. 18 ans.
Voir art. 5, al. 2, p. 30.
Le no. 5 est connu.|Le no. 6 ne l'est pas.
Non.|Les chiens sont interdits.
Oui.|Le tarif est de 5 euros.
Le trajet dure env. 2 h.|Il est direct.
Cf. art. 12 du code.
Son aprox. 30 km, núm. 5.|Luego se baja.
Véase pág. 12, art. 4.
Pesa máx. 8 kg.|El resto va aparte.
La edad es mín. 18 años.
No.|Está prohibido grabar.
No.|Los perros no entran.
Sí.|El plazo es de 5 días.
El edificio mide aprox. 40 m.|Tiene 10 plantas.
El apdo. 5 lo dice.|El núm. 6 no.
The limit is 5 min.|Later it rises.
It lasts 45 min.|The break is 10 min.
He came in Jan.|She left.
The lab holds 20 ml.|The rest is lost.
Mix approx. half a tsp. of rennet.
Add 2 tbsp. of oil and 1 tsp. of salt.
The arm, i.e. Kolb Inc., employs approx. 1.2 thousand people.
The rate is 5 % p.a.|The fee is 3 %.
Bring your passport, ticket, etc.|The desk opens at 9.
They sell pens, ink etc. at the desk.
The room seats 40 pers. at most.
The load is 4 t max.|The road is closed.
会议在五点。|不。|禁止录音。
いいえ。|録音は禁止です。
""".strip().splitlines()


@pytest.mark.parametrize("line", ENDS)
def test_where_sentences_end(line: str) -> None:
    text = line.replace("|", "" if line[0] > "\u2fff" else " ")
    assert [span.of(text) for span in sentences(text)] == line.split("|")
