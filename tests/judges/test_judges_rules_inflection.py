"""Dictionary forms of inflected words."""

from __future__ import annotations

import pytest

from pincite.judges.rules.inflection import bases, german_verb
from pincite.judges.rules.kinship import family
from pincite.text.words import norm_of

SAME = [
    ("aufgebaut", "aufzubauen"),
    ("eingereicht", "einzureichen"),
    ("zurückgegeben", "zurückzugeben"),
    ("zurückgegeben", "Rückgabe"),
    ("abgenommen", "Abnahme"),
    ("abgeschlossen", "Abschluss"),
    ("angemeldet", "Anmeldung"),
    ("verschoben", "verschieben"),
]
OTHER = [("aufgebaut", "abzubauen"), ("Abnahme", "Abgabe"), ("Aufgabe", "abgeben"), ("Gemeinde", "meinen")]
FORMS = [
    ("signalée", "signaler"),
    ("signalent", "signaler"),
    ("finissent", "finir"),
    ("vendu", "vendre"),
    ("entregado", "entregar"),
    ("abrieron", "abrir"),
    ("beginnt", "beginnen"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_forms_of_one_german_verb_are_kin(one: str, other: str) -> None:
    assert german_verb(norm_of(one)) == german_verb(norm_of(other)) or family(norm_of(one), norm_of(other))


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_other_particles_make_other_verbs(one: str, other: str) -> None:
    assert not family(norm_of(one), norm_of(other))


@pytest.mark.parametrize(("form", "infinitive"), FORMS)
def test_the_dictionary_form_is_among_the_guesses(form: str, infinitive: str) -> None:
    assert norm_of(infinitive) in (norm_of(form), *bases(norm_of(form)))
