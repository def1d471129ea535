"""Abstentions: many wordings in six languages, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.claims.abstention import abstentions, declines, missing, turns
from pincite.model import Span

ABSTENTIONS = """
The documents provided contain no information about the warranty.
I'm sorry, but I was unable to find that in the sources.
The report does not say who was responsible.
Nothing in the provided passages speaks to the question of tax.
It is not possible to determine the exact date from the given context.
Naming the buyer is not possible with the material at hand.
The exact figure is not stated.
The passages are silent on that point.
No mention of a refund is made in the passages.
None of the sources gives a price.
The text leaves open who signed it.
I was given none of its pages.
We were not given the appendix.
Who approved the budget remains unclear from the minutes.
I can't tell from these documents.
There's nothing in the manual about descaling.
The given context does not allow me to determine the number.
What the fee is cannot be read from the excerpt.
That detail isn't in the pages I was shown.
The year of construction is missing from the material.
A definitive answer would require documents that I do not have.
The minutes give no reason for the delay.
Not found in the sources.
Die Unterlagen enthalten keine Angaben zur Höhe der Gebühr.
Dazu enthalten die Unterlagen keine Angaben.
Aus den vorliegenden Quellen geht nicht hervor, wer unterschrieben hat.
Dazu konnte ich in den Dokumenten nichts finden.
Das lässt sich anhand der Unterlagen nicht beantworten.
Das steht nicht in den Unterlagen.
Ein Preis wird im Datenblatt nicht genannt.
Les documents fournis ne précisent pas le montant.
Je n'ai pas trouvé cette information dans les documents.
Aucune information sur le prix n'est disponible.
Il est impossible de répondre à partir des documents.
Rien dans le dossier n'indique le nom de l'acheteur.
Los documentos no especifican el importe de la multa.
No he podido encontrar la fecha en las fuentes.
Esa información no aparece en los documentos.
No tengo información suficiente para responder.
文档中没有提到保修期。
根据提供的资料，无法确定作者是谁。
资料里找不到相关规定。
提供された資料からは、電池の寿命を確認できません。
その点については資料に記載がありません。
申し訳ありませんが、情報が見つかりませんでした。
""".strip().splitlines()

NO_ABSTENTIONS = """
The policy does not allow subletting.
The report says no changes were made.
The minutes record that no vote was taken.
The contract does not include catering.
The policy does not cover flood damage.
The vacuum does not have a filter.
The company does not disclose its prices.
The study did not find a difference.
There is no evidence that vitamin C prevents colds.
There is no charge for cancellation.
There is no definitive answer to this question.
The documents must not be copied.
Data are not shared with third parties.
Please talk to your doctor.
Der Vertrag enthält keine Kündigungsfrist.
Die Unterlagen müssen nicht eingereicht werden.
Die Gebühr wird nicht erstattet.
Le contrat ne permet pas la sous-location.
Les documents ne sont pas remboursés.
La tasa no se aplica a los pensionistas.
Los documentos no se devuelven.
报告指出没有提供补贴。
文件不得复印。
この券は払い戻しできません。
資料のコピーはできません。
""".strip().splitlines()


@pytest.mark.parametrize("text", ABSTENTIONS)
def test_abstentions_are_recognised(text: str) -> None:
    assert abstentions(text)


@pytest.mark.parametrize("text", NO_ABSTENTIONS)
def test_denials_and_advice_are_none(text: str) -> None:
    assert abstentions(text) == ()


@pytest.mark.parametrize(
    ("text", "declined"),
    [
        (
            "The fee is €5, but the documents do not say when it is due.",
            "but the documents do not say when it is due",
        ),
        ("The sources don't state it; still, the toll is €12.", "The sources don't state it"),
        (
            "Although the leaflet does not cover cats, 5 mg is given.",
            "Although the leaflet does not cover cats",
        ),
        ("虽然资料没有提到价格，但价格为五元。", "虽然资料没有提到价格"),
    ],
)
def test_only_the_clause_that_declines_is_one(text: str, declined: str) -> None:
    assert [span.of(text) for span in abstentions(text)] == [declined]


def test_however_between_commas_is_no_turn() -> None:
    text = "What they should be, however, is not apparent from the given context."
    assert turns(text, 0, len(text), "en") == (Span(0, len(text)),)


def test_what_is_declared_missing() -> None:
    assert missing("The documents do not state the retention period") == {"retention", "period"}
    assert missing("I could not find that in the sources") == frozenset()


@given(st.text(max_size=300))
def test_spans_lie_in_the_text_in_order(text: str) -> None:
    at = 0
    for span in abstentions(text):
        assert at <= span.start < span.end <= len(text)
        at = span.end


@given(
    st.lists(
        st.sampled_from(["the ", "documents ", "do ", "not ", "no ", "information ", "I ", "find ", "in "]),
        max_size=400,
    )
)
def test_long_runs_of_likely_words_are_read_in_time(words: list[str]) -> None:
    assert declines("".join(words), "en") in (True, False)
