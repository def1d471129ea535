"""Kinds of statement, by rule, in six languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.claims.kinds import asks, is_order, lead_in, recognise


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "That is a good question", "acknowledgement"),
        ("en", "I'd be happy to help", "acknowledgement"),
        ("en", "Hello", "greeting"),
        ("en", "Please talk to your doctor first", "deferral"),
        ("en", "I recommend the larger plan", "opinion"),
        ("en", "I'm not sure about the date", "explicit_uncertainty"),
        ("en", "For more information, see the section below", "navigation"),
        ("en", "Let's look at the numbers", "transition"),
        ("en", "You asked about the deposit", "restated_question"),
        ("en", "I could not find the price in the documents", "abstention"),
        ("de", "Das ist eine gute Frage", "acknowledgement"),
        ("de", "Bitte fragen Sie Ihren Arzt", "deferral"),
        ("fr", "Consultez votre médecin", "deferral"),
        ("es", "Consulte a su médico", "deferral"),
        ("zh", "请咨询医生", "deferral"),
        ("ja", "医師に相談してください", "deferral"),
        ("zh", "好问题", "acknowledgement"),
        ("en", "Please have the cat examined by a vet", "deferral"),
        ("en", "You should get the boiler checked by a qualified engineer", "deferral"),
        ("en", "It would be best to take your dog to a veterinary clinic", "deferral"),
        ("en", "You may want to book an appointment with a physiotherapist", "opinion"),
        ("en", "A lawyer can advise you on your individual case", "deferral"),
        ("en", "Have the contract reviewed by a solicitor before you sign", "deferral"),
        ("de", "Bitte lassen Sie die Katze von einem Tierarzt untersuchen", "deferral"),
        ("de", "Sie sollten den Hund einer Tierärztin zeigen lassen", "deferral"),
        ("fr", "Faites examiner le chat par un vétérinaire", "deferral"),
        ("fr", "Il vaut mieux consulter un avocat", "deferral"),
        ("es", "Lleve al gato al veterinario", "deferral"),
        ("es", "Haga revisar la instalación por un electricista", "deferral"),
        ("zh", "请带猫去看兽医", "deferral"),
        ("ja", "猫を獣医に診てもらってください", "deferral"),
        ("en", "Best regards, your support team", "acknowledgement"),
        ("en", "Have a great day", "acknowledgement"),
        ("en", "Good luck with your exam", "acknowledgement"),
        ("en", "Get well soon", "acknowledgement"),
        ("en", "If anything is unclear, just ask", "acknowledgement"),
        ("en", "I can also compare the two tariffs if you like", "acknowledgement"),
        ("en", "Glad I could help", "acknowledgement"),
        ("de", "Gute Besserung", "acknowledgement"),
        ("de", "Mit freundlichen Grüßen", "acknowledgement"),
        ("fr", "Bonne journée", "acknowledgement"),
        ("es", "¡Buena suerte", "acknowledgement"),
        ("zh", "祝您好运", "acknowledgement"),
        ("ja", "よろしくお願いいたします", "acknowledgement"),
        ("en", "It is always a good idea to read the full contract", "opinion"),
        ("en", "It is worth comparing several offers", "opinion"),
    ],
)
def test_statements_that_are_not_about_the_matter(language: str, text: str, kind: str) -> None:
    assert recognise(text, cited=False, language=language).kind == kind


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "The levy funds playgrounds", "fact"),
        ("en", "The grant is €12,480", "figure"),
        ("en", "The pool opened on 5 March 2020", "date"),
        ("en", "The court held that “penalties are void”", "quote"),
        ("en", "Recording is not allowed", "policy"),
        ("en", "Students are eligible", "eligibility"),
        ("en", "Line 4 was closed because of flooding", "causal"),
        ("en", "Line A is faster than line B", "comparison"),
        ("en", "Take 250 mg once a day", "instruction"),
        ("en", "You have 12 days of leave left", "user_state"),
        ("en", "The fumes are toxic", "safety"),
        ("de", "Die Miete muss im Mai bezahlt werden", "policy"),
        ("fr", "La ligne est fermée en raison de travaux", "causal"),
        ("zh", "因为下雨，活动取消", "causal"),
        ("ja", "録音は禁止です", "policy"),
    ],
)
def test_kinds_of_claim(language: str, text: str, kind: str) -> None:
    assert recognise(text, cited=False, language=language).kind == kind


def test_a_citation_makes_a_claim_of_an_opinion_but_not_of_an_abstention() -> None:
    assert recognise("I think the fee is fair", cited=False, language="en").kind == "opinion"
    assert recognise("I think the fee is fair", cited=True, language="en").kind == "fact"
    abstention = "The manual excerpt does not mention a filter"
    assert recognise(abstention, cited=True, language="en").kind == "abstention"
    assert recognise("Please ask your doctor", cited=True, language="en").kind == "instruction"


@pytest.mark.parametrize(
    ("text", "checkable"),
    [
        ("Fast for 12 hours before the test", True),
        ("Drink plenty of water afterwards", True),
        ("Restart the service", True),
        ("Please take your time", False),
        ("Don't worry", False),
        ("Always be careful", False),
    ],
)
def test_an_order_needs_something_that_can_be_checked(text: str, checkable: bool) -> None:
    found = recognise(text, cited=False, language="en")
    assert found.kind == "instruction"
    assert found.checkable is checkable


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Open the lid", True),
        ("Fast for 12 hours", True),
        ("Plan members get discounts", False),
        ("Record profits were made", False),
        ("The lid opens", False),
        ("Use of the pool is free", False),
    ],
)
def test_orders(text: str, order: bool) -> None:
    assert is_order(text, "en") is order


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Would you like more?", True),
        ("Möchten Sie mehr?", True),
        ("还需要吗？", True),
        ("“Who pays?”", True),
        ("The theory asks “who says what?”", False),
        ("The fee is due.", False),
    ],
)
def test_questions(text: str, question: bool) -> None:
    assert asks(text) is question


@pytest.mark.parametrize(
    ("language", "text", "rest"),
    [
        ("en", "In short: only Pro has backups", "only Pro has backups"),
        ("en", "However, please note that fees apply", "fees apply"),
        ("en", "Based on the provided documents, the fee is €5", "the fee is €5"),
        ("en", "According to the contract, the fee is €5", "According to the contract, the fee is €5"),
        ("en", "In 2020, sales fell", "In 2020, sales fell"),
        ("en", "Yes", "Yes"),
        ("de", "Kurz gesagt: es ist verboten", "es ist verboten"),
        ("fr", "En bref, c'est interdit", "c'est interdit"),
        ("es", "En resumen, está prohibido", "está prohibido"),
        ("zh", "总之，禁止入内", "禁止入内"),
        ("ja", "つまり、禁止です", "禁止です"),
    ],
)
def test_lead_ins_are_no_part_of_the_claim_but_qualifiers_are(language: str, text: str, rest: str) -> None:
    assert text[lead_in(text, 0, len(text), language) :] == rest


@given(st.text(max_size=120), st.booleans(), st.sampled_from(["en", "de", "fr", "es", "zh", "ja", ""]))
def test_any_text_has_a_kind(text: str, cited: bool, language: str) -> None:
    assert recognise(text, cited=cited, language=language).kind
    assert 0 <= lead_in(text, 0, len(text), language) <= len(text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The cat was examined by a vet"),
        ("en", "Applicants must be examined by a doctor of the health office"),
        ("en", "The best regards were sent by the mayor"),
        ("en", "Have the brakes checked every 20,000 km"),
        ("en", "Please return the form to the registrar by 5 May"),
        ("en", "Good luck charms are sold at the shrine"),
        ("en", "Enjoy free entry on Sundays"),
        ("en", "It is a good idea to book ahead, because the tower admits 20 visitors an hour"),
        ("en", "A lawyer advised the council on the sale"),
        ("en", "It's worth noting that the museum is closed on Mondays"),
        ("en", "You may want to note that the museum is closed on Mondays"),
        ("de", "Bitte senden Sie den Antrag an das Amt"),
        ("de", "Die Katze muss von einem Tierarzt geimpft werden"),
        ("fr", "Le chat a été examiné par un vétérinaire"),
        ("es", "El gato fue examinado por el veterinario"),
    ],
)
def test_a_claim_that_only_sounds_like_advice_or_courtesy(language: str, text: str) -> None:
    kind = recognise(text, cited=False, language=language).kind
    assert kind not in ("deferral", "acknowledgement", "opinion", "greeting")
