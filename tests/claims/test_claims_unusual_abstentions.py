"""Abstentions in less usual words, told by what they say of the sources, and claims that sound like them."""

from __future__ import annotations

import pytest

from pincite.claims.abstention import declines

# language|statement
DECLINING = """
en|Who signed the deed cannot be made out from these pages
en|Which mill bought the grain is not apparent from what I was given
en|The year of the flood cannot be gathered from the excerpts
en|From these pages it does not emerge who paid
en|The passages give no answer to that
en|The price does not appear in any of the excerpts
en|Nothing here tells me who signed
en|The text is mute on the cost
en|On the cost, the documents keep silent
en|How high the dam is does not follow from the sources
en|The question of who pays is left open by the contract
en|My material ends before that year
en|These pages stop short of naming the owner
en|That goes beyond the supplied extracts
en|The provided pages do not go that far
en|I have nothing on the opening date
en|I am afraid the documents leave that open
en|None of this tells us when the bridge was built
en|That information is missing here
en|There is no telling from these pages who signed
en|It is not evident from the leaflet how long the course lasts
en|The material at hand does not let me say who won
en|Whether dogs are allowed cannot be decided on the basis of these passages
en|The owner's name has not been included in the extracts
en|the deed's signatory isn't given anywhere in these pages
en|The sources I was given do not reach that far
de|Wer die Urkunde unterschrieb, geht aus den Seiten nicht hervor
de|Wer unterschrieben hat, lässt sich diesen Seiten nicht entnehmen
de|Dazu schweigen die Unterlagen
de|Aus dem Material ist nicht zu ersehen, wer zahlt
de|Über den Preis ist in den Auszügen nichts zu finden
de|Das geben die Auszüge nicht her
de|Die vorliegenden Seiten reichen nicht so weit
de|Zum Preis liegt mir nichts vor
de|Die Frage nach dem Preis bleibt in den Quellen offen
de|Wann die Brücke gebaut wurde, ist den Texten nicht zu entnehmen
fr|Les pages fournies ne permettent pas de savoir qui a signé
fr|Rien dans ces extraits n'indique le prix
fr|Le nom du signataire ne ressort pas de ces pages
fr|Les documents restent muets sur ce point
fr|Cette information ne figure pas dans les extraits
fr|On ne trouve pas le prix dans les documents fournis
fr|Impossible de dire, d'après ces pages, qui a signé
es|Las fuentes no aclaran quién firmó
es|Quién firmó la escritura no se desprende de estas páginas
es|No consta en los documentos quién pagó
es|Los extractos guardan silencio sobre el precio
es|Nada en estas páginas indica el precio
es|En las páginas facilitadas no aparece el nombre
es|No es posible saber a partir de los textos quién firmó
zh|这些页面没有说明是谁签署的
zh|从提供的资料中看不出谁签了字
zh|资料里找不到价格
zh|文中未提及签署人
zh|现有材料不足以回答这个问题
ja|提供された資料からは署名者は読み取れません
ja|署名者については資料に書かれていません
ja|この抜粋では価格は分かりません
ja|資料には該当する記述が見当たりません
"""

TELLING = """
en|The seal cannot be made out from the street
en|The harbour cannot be seen from these windows
en|The policy does not allow dogs
en|The report says that no changes were made
en|The fee is not included in the price
en|The pages of the register were never signed
en|The clerk could not read the deed
en|The witness kept silent on the cost
en|The owner could not be found
en|The table does not fit through the door
en|The path does not go that far
en|The road stops short of the lake
en|The name does not come up in the minutes of 1912 because he had left
en|The material ends before the seam
en|The letter was missing from the archive
en|Permission does not follow from the lease alone
en|The court left the question open
en|The gallery has no answer to the crowds
de|Die Brücke reicht nicht so weit
de|Der Zeuge schweigt zum Preis
de|Die Gebühr geht nicht an den Verein
de|Der Schlüssel ist nicht zu finden
fr|La règle ne permet pas de fumer
es|El alcalde no aclara quién firmó
es|La puerta no aparece en el plano de 1900
zh|他没有签字
ja|彼は署名していません
"""


@pytest.mark.parametrize("line", DECLINING.strip().splitlines())
def test_it_declines(line: str) -> None:
    language, text = line.split("|", 1)
    assert declines(text, language)


@pytest.mark.parametrize("line", TELLING.strip().splitlines())
def test_it_tells_something(line: str) -> None:
    language, text = line.split("|", 1)
    assert not declines(text, language)
