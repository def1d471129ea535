"""Qualifiers: the right cue, at the right place, in six languages; and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.qualifiers import cues

FOUND = [
    ("The file must not be opened.", "must", "modality", "must"),
    ("The file must not be opened.", "not", "negation", "not"),
    ("They don't open it.", "don't", "negation", "not"),
    ("It may rain.", "may", "modality", "may"),
    ("The data suggest a link.", "suggest", "modality", "suggested"),
    ("It is expected to rise.", "expected", "modality", "expected"),
    ("Guests should book.", "should", "modality", "should"),
    ("Every room is taken.", "Every", "quantifier", "all"),
    ("Prohibited without exception.", "without exception", "quantifier", "all"),
    ("The mayor alone decides.", "alone", "quantifier", "only"),
    ("More than half agreed.", "More than half", "quantifier", "most"),
    ("All but one, except Monday.", "except", "exception", "except"),
    ("Open unless it rains.", "unless", "exception", "except"),
    ("Free provided you book.", "provided", "condition", "if"),
    ("File it prior to the hearing.", "prior to", "order", "before"),
    ("Pay no later than May 3.", "no later than", "order", "before"),
    ("It closed because of rain.", "because of", "cause", "because"),
    ("Stress is linked to pain.", "linked", "cause", "associated"),
    ("Das gilt nicht für Kinder.", "nicht", "negation", "not"),
    ("Alle zahlen, ausgenommen Kinder.", "ausgenommen", "exception", "except"),
    ("Die Frist endet vor dem Fest.", "vor", "order", "before"),
    ("Der Eintritt ist nur für Mitglieder frei.", "nur", "quantifier", "only"),
    ("La règle ne s'applique pas aux enfants.", "ne", "negation", "not"),
    ("Les visites sont libres sauf le lundi.", "sauf", "exception", "except"),
    ("La tasa no se aplica a los niños.", "no", "negation", "not"),
    ("Todos los niños pagan, salvo los menores.", "salvo", "exception", "except"),
    ("门票可退，优惠票除外。", "除外", "exception", "except"),
    ("会议室禁止吸烟。", "禁止", "negation", "not"),
    ("この薬は服用できません。", "できません", "negation", "not"),
    ("学生を除き、全員が対象です。", "除き", "exception", "except"),
]


@pytest.mark.parametrize(("text", "piece", "kind", "value"), FOUND)
def test_a_cue_is_found_where_it_stands(text: str, piece: str, kind: str, value: str) -> None:
    assert (kind, value, piece) in [(cue.kind, cue.value, text[cue.start : cue.end]) for cue in cues(text)]


MISLEADING = [
    ("Delivery takes no more than 3 days.", "negation"),
    ("See No. 5 on the list.", "negation"),
    ("The law of May 2020 applies.", "modality"),
    ("He signed the will in 1990.", "modality"),
    ("They sell not only bread.", "negation"),
    ("Höchstens, also nicht mehr als 3 Tage.", "negation"),
    ("价格不超过五元。", "negation"),
    ("申請しなければならない。", "negation"),
    ("雨が降るかもしれません。", "negation"),
]


@pytest.mark.parametrize(("text", "kind"), MISLEADING)
def test_what_only_looks_like_a_cue_is_none(text: str, kind: str) -> None:
    assert [cue for cue in cues(text) if cue.kind == kind] == []


def test_french_double_negation_counts_once() -> None:
    text = "Le contrat ne peut pas être résilié."
    assert [text[c.start : c.end] for c in cues(text) if c.kind == "negation"] == ["ne"]


def test_one_word_may_be_two_cues() -> None:
    assert {(cue.kind, cue.value) for cue in cues("It never fails.")} >= {
        ("negation", "not"),
        ("quantifier", "none"),
    }


def test_a_longer_phrase_wins_over_its_first_word() -> None:
    assert [cue.kind for cue in cues("no later than noon")] == ["order"]


@given(st.text(max_size=200))
def test_cues_lie_in_the_text_in_order(text: str) -> None:
    found = cues(text)
    assert all(0 <= cue.start < cue.end <= len(text) for cue in found)
    assert [cue.start for cue in found] == sorted(cue.start for cue in found)
