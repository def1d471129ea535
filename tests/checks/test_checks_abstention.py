"""PC701 to PC704: declining rightly, wrongly, and declining and answering all the same."""

from __future__ import annotations

import pytest

from pincite.checks.abstention import check_abstention
from pincite.claims.extraction import extract
from pincite.claims.policy import default_policy
from pincite.model import Answer, Case, Chunk, Finding


def found(
    question: str | None, text: str, *chunks: str, case: Case | None = None, recorded: bool = True
) -> list[Finding]:
    prompt = tuple(Chunk(document_id="d", chunk_id=str(n), text=chunk) for n, chunk in enumerate(chunks))
    answer = Answer(answer_id="a", text=text, question=question, prompt_chunks=prompt if recorded else None)
    return check_abstention(answer, extract(answer, default_policy()), case)


def codes(question: str | None, text: str, *chunks: str, case: Case | None = None) -> list[str]:
    return [finding.code for finding in found(question, text, *chunks, case=case)]


@pytest.mark.parametrize(
    ("question", "text", "chunk"),
    [
        # the value is there, in other words
        (
            "How long is the warranty?",
            "The manual does not state the warranty period.",
            "The maker grants a warranty of 24 months.",
        ),
        (
            "How long may data be kept?",
            "I could not find a retention period.",
            "Data are erased no later than six months after that.",
        ),
        (
            "What is the maximum number of nodes?",
            "Sorry, I don't have information on that in the context.",
            "Limits: nodes per cluster, 64.",
        ),
        (
            "When was the bridge opened?",
            "The passages do not say when.",
            "The bridge was opened to traffic on 3 May 1998.",
        ),
        (
            "Who signed the lease?",
            "The lease excerpt does not say who signed it.",
            "The lease was signed by Maria Ferrer.",
        ),
        (
            "How many employees does the firm have?",
            "The report does not say how many.",
            "The firm has 340 employees.",
        ),
        # a table
        (
            "Quel est le chiffre d’affaires 2024 ?",
            "Les sources ne contiennent pas cette information.",
            "Exercice | 2023 | 2024\nChiffre d’affaires (M€) | 18,2 | 19,6",
        ),
        (
            "Wie hoch ist die Gebühr für Hunde?",
            "Dazu enthalten die Unterlagen keine Angaben.",
            "Für Hunde wird eine Gebühr von 40 Euro erhoben.",
        ),
        ("¿Cuánto dura el curso?", "No he encontrado la duración del curso.", "El curso dura 6 semanas."),
        ("電池の寿命は？", "資料からは確認できません。", "電池の寿命は約500時間です。"),
    ],
)
def test_false_abstention_when_a_prompt_chunk_holds_the_value(question: str, text: str, chunk: str) -> None:
    findings = found(question, text, "Nothing of use here.", chunk)
    assert [finding.code for finding in findings] == ["PC701", "PC702"]
    evidence = findings[1].evidence
    assert evidence is not None
    assert evidence.chunk_id == "1"
    assert evidence.start is not None
    assert evidence.end is not None
    assert chunk[evidence.start : evidence.end].strip()


@pytest.mark.parametrize(
    ("question", "text", "chunk"),
    [
        # no value of that kind
        (
            "Who wrote the 1987 report?",
            "Naming the author is not possible with the material at hand.",
            "The 1987 report led to a revision of the act.",
        ),
        (
            "Quel est le montant de l’amende ?",
            "Les documents fournis ne précisent pas le montant.",
            "Le stationnement gênant est puni d’une amende.",
        ),
        (
            "電池の寿命は？",
            "提供された資料からは、電池の寿命を確認できません。",
            "本製品は充電式電池を内蔵しています。",
        ),
        # the value of something else
        (
            "How long is the warranty?",
            "The manual does not state the warranty period.",
            "The battery lasts 10 hours. The warranty does not cover it.",
        ),
        ("When was the bridge opened?", "The passages do not say when.", "The bridge was painted in 1998."),
        (
            "Wie hoch ist die Gebühr für Hunde?",
            "Dazu enthalten die Unterlagen keine Angaben.",
            "Für Katzen wird eine Gebühr von 40 Euro erhoben.",
        ),
        # nothing that can be judged by words
        (
            "Does the vacuum have a filter?",
            "The manual excerpt does not mention a filter.",
            "The vacuum has a 6 m cable.",
        ),
        ("Why did it close?", "The sources give no reason.", "It closed in 2019 after 40 years."),
    ],
)
def test_abstention_stands_when_the_value_is_not_there(question: str, text: str, chunk: str) -> None:
    assert codes(question, text, chunk) == ["PC701"]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the toll?", "The sources don't state it exactly; still, the toll is €12 [1]."),
        (
            "What is the dose for cats?",
            "Although the leaflet does not cover cats, a dose of 5 mg per kg is appropriate [1].",
        ),
        ("What is the toll?", "Not found in the sources, but the toll is €12."),
        ("What is the toll?", "I could not find the toll in the documents. However, it is usually €12."),
        ("Who wrote it?", "The sources do not name the author. It was probably written by Anna Lind."),
        (
            "Is there parking?",
            "Le document ne précise pas s'il y a un parking. Cependant, un parking gratuit se trouve "
            "derrière l'hôtel [1].",
        ),
        ("价格是多少？", "虽然资料没有提到价格，但价格为500元［1］。"),
    ],
)
def test_declined_and_answered_all_the_same(question: str, text: str) -> None:
    findings = found(question, text, "x")
    assert [finding.code for finding in findings] == ["PC704"]
    assert findings[0].claim_id is not None


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who may use a car?", "The contents list a chapter on cars [1], but I was given none of its pages."),
        (
            "What is the fee for dogs?",
            "The documents do not specify the fee for dogs, but cats pay a fee of €5 [1].",
        ),
        ("What is the rent?", "The sources don't mention the rent [1]; the deposit is €900 [2]."),
        ("What does it cost?", "The price is not stated in the excerpts. The plan includes 5 GB [1]."),
        (
            "What does it cost?",
            "Although the sources do not give the price, they say that shipping is free [1].",
        ),
        ("How long is it?", "I don't have information on that. The documents only cover installation [1]."),
    ],
)
def test_partial_answer_that_declines_one_aspect(question: str, text: str) -> None:
    assert codes(question, text, "x") == ["PC701"]


def test_gold_case_decides_where_words_cannot() -> None:
    answerable, unanswerable = Case(case_id="c"), Case(case_id="c", answerable=False)
    declined = "I could not find that in the documents."
    assert codes("Why?", declined, "x", case=answerable) == ["PC701", "PC702"]
    assert codes("Why?", declined, "x", case=unanswerable) == ["PC701"]
    assert codes("Why?", "It closed for repairs [1].", "x", case=unanswerable) == ["PC703"]
    assert codes("Why?", "It closed for repairs [1].", "x", case=answerable) == []
    both = "I could not find that, but it closed for repairs [1]."
    assert codes("Why?", both, "x", case=unanswerable) == ["PC704", "PC703"]
    partial = "It closed for repairs [1]. The documents do not say when it will open."
    assert codes("Why?", partial, "x", case=answerable) == ["PC701"]


def test_without_question_prompt_or_abstention_nothing_is_guessed() -> None:
    assert codes(None, "I could not find that in the documents.") == ["PC701"]
    assert [f.code for f in found("How long?", "The documents do not say.", recorded=False)] == ["PC701"]
    assert codes("How long?", "It lasts 5 days.", "It lasts 5 days.") == []
    assert codes("Dose?", "Please talk to your doctor.", "x") == []
