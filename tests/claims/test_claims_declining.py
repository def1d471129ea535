"""Other constructions by which an answer declines, and what only resembles them."""

from __future__ import annotations

import pytest

from pincite.claims.abstention import abstentions

DECLINING = """
Impossible d’indiquer la date d’ouverture du tunnel à partir des extraits dont je dispose.
Impossible de chiffrer le coût avec les documents fournis.
Impossible d’affirmer quoi que ce soit sur la base de ces textes.
Difficile de répondre avec les seuls extraits fournis.
Pas d’indication sur le prix dans les documents.
Aucune trace du nom de l’architecte dans les sources.
Les extraits restent muets sur ce point.
Les documents passent sous silence la durée du bail.
La date exacte n’est indiquée nulle part.
Il manque dans les documents l’information sur le prix.
Les éléments dont je dispose ne suffisent pas pour répondre.
Je regrette, mais cette information fait défaut.
Le montant reste inconnu au vu des sources.
On ne trouve aucune mention du loyer dans le bail fourni.
Faute d’éléments dans les sources, je ne peux répondre.
Impossible to say from the excerpts how tall the mast is.
Hard to say from the passages provided.
No information on opening hours in the material.
No details about the price in the excerpts.
No word on pricing in the documents.
No figure for the depth appears in the passages.
The deadline cannot be determined from what was provided.
Nothing was found in the sources on parking.
Nothing about parking in the sources.
The depth of the cave is nowhere given in the passages.
The author's name could not be found in the material.
The question of who paid is left unanswered by the sources.
I'm afraid the material at hand doesn't answer that.
I regret that I cannot answer this from the documents.
Unfortunately, this is beyond what the passages tell us.
That question cannot be answered with the passages supplied.
The context offers no clue as to who won.
The excerpts give no hint of the price.
There is no way to tell from the text.
Sorry, the passages leave me without an answer.
I couldn't find an explicit figure in the sources.
I wasn't able to locate the price in the documents.
We found no reference to the price in the sources.
I must pass on this one: the documents are silent.
The information needed to answer is not contained in the documents.
Which year it opened is not something the sources tell us.
Based on the documents, I cannot say.
Anhand der Auszüge nicht zu beantworten.
Keine Angabe zum Preis in den Unterlagen.
Zum Preis findet sich in den Unterlagen nichts.
Zur Höhe schweigen die Quellen.
Leider lässt sich die Frage mit den vorliegenden Texten nicht beantworten.
Darüber geben die Auszüge keinen Aufschluss.
Wer gewonnen hat, bleibt nach den Quellen offen.
Unmöglich zu sagen, wie tief die Höhle laut Unterlagen ist.
Mir fehlen dazu die Angaben.
Es fehlt in den Unterlagen jede Angabe zum Preis.
Den Quellen zufolge ist der Preis unbekannt.
Hierzu liegen keine Informationen vor.
Der Preis ist den Unterlagen nicht zu entnehmen.
Imposible indicar la fecha con los fragmentos de que dispongo.
No hay constancia del precio en los documentos.
Sin datos sobre el precio en las fuentes.
Los documentos guardan silencio sobre el plazo.
El texto no aclara quién ganó.
Las fuentes no permiten saber la fecha.
La fecha no figura en ninguno de los textos.
Faltan datos en las fuentes para responder.
Se desconoce el precio según los documentos.
No me es posible responder con la información disponible.
仅凭这些资料难以回答。
资料中查不到开放时间。
关于价格，资料只字未提。
现有材料不足以回答这个问题。
很抱歉，文档里没有价格信息。
资料对此没有交代。
抱歉，我无法从所给的段落中得出答案。
資料だけではお答えできません。
資料のどこにも料金は書かれていません。
料金に関する記述は見当たりません。
残念ながら、資料からは分かりかねます。
提供された文書では深さは不明です。
その点は資料からは読み取れません。
お尋ねの件は資料に含まれていません。
""".strip().splitlines()

ASSERTING = """
It is impossible to open the door from the inside.
Impossible d’ouvrir la porte de l’intérieur.
Il est impossible de modifier la réservation après le paiement.
Impossible de réserver par téléphone.
Aucune réduction n’est accordée aux groupes.
Aucun animal dans les chambres.
Les documents ne suffisent pas pour obtenir le visa.
Le bailleur reste muet pendant un mois.
Il manque une pièce dans le dossier du locataire.
La date d’ouverture n’est pas encore fixée.
No dogs in the park.
No details about customers are passed on.
No information is sold to third parties.
No refund is given after 14 days.
No documents are required for the visit.
Nothing was found in the search of the flat.
Nothing is charged for children.
There is no way to open the case without a key.
There is no way to stop the process.
The deadline cannot be extended.
The depth cannot be measured with a rope.
The name could not be changed.
The tenant left the letter unanswered.
The company gave no hint of a merger.
The witness offered no clue as to the motive.
The archive holds no letters from 1850.
The library has no books on the subject.
The ministry passed over the report in silence.
The court found no reference to the contract price.
The painter is unknown.
The author of the song is unknown.
The cause of the fire is not known.
Das Konto ist nicht zu belasten.
Unmöglich ist der Aufstieg ohne Seil.
Der Preis ist nicht zu ändern.
Die Quellen versiegen im Sommer.
Die Quelle liefert im Sommer kein Wasser.
Dem Antrag fehlen die Unterlagen.
Es fehlt ein Bad im Obergeschoss.
Keine Angst vor Hunden.
Die Urheberin ist unbekannt.
Imposible aparcar en el centro.
Los testigos guardan silencio.
Se desconoce la causa del incendio.
Faltan dos jugadores en el equipo.
El plazo no se prorroga.
Sin azúcar y sin gluten.
文件不足三份的不予受理。
难以回答的问题有三道。
作者不明。
他对此没有表态。
この橋は歩いて渡れません。
原因は不明です。
資料は返却できません。
料金は含まれていません。
""".strip().splitlines()


@pytest.mark.parametrize("text", DECLINING)
def test_declining(text: str) -> None:
    assert abstentions(text)


@pytest.mark.parametrize("text", ASSERTING)
def test_asserting(text: str) -> None:
    assert abstentions(text) == ()
