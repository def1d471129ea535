"""Replies read or refused; prompts whose data stays data."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from judges_questions import passage, patient, question
from server import verdict

from pincite.judges.llm.fences import code_for, sendable
from pincite.judges.llm.grounding import grounded
from pincite.judges.llm.parsing import Reading, ReplyError, parse_reply
from pincite.judges.llm.prompt import LABELS, packaged_text, prompt, prompt_digest, schema
from pincite.model import Question

texts = st.text(st.characters(codec=None), max_size=60)


def reply(*entries: dict[str, Any]) -> str:
    return json.dumps({"verdicts": list(entries)})


def test_entries_come_back_by_id() -> None:
    told = parse_reply(
        reply(verdict("c2", "none"), verdict("c1", "full", "a", confidence=0.25)), ("c1", "c2")
    )
    assert told == {
        "c1": Reading(label="full", quotes=("a",), rationale="because", confidence=0.25),
        "c2": Reading(label="none", quotes=(), rationale="because", confidence=0.9),
    }


@pytest.mark.parametrize(
    ("value", "confidence"),
    [(0.5, 0.5), (1, 1.0), (0, 0.0), (1.5, None), (-0.1, None), ("high", None), (True, None), (None, None)],
)
def test_a_confidence_is_a_number_from_0_to_1_or_none(value: Any, confidence: float | None) -> None:
    entry = {**verdict("c1", "none"), "confidence": value}
    assert parse_reply(reply(entry), ("c1",))["c1"].confidence == confidence


def test_what_is_not_needed_may_be_missing() -> None:
    told = parse_reply('{"verdicts": [{"id": "c1", "label": "none", "note": 3}]}', ("c1",))
    assert told["c1"] == Reading(label="none")


def test_a_single_quote_may_stand_without_a_list() -> None:
    told = parse_reply('{"verdicts": [{"id": "c1", "label": "full", "quotes": "a b"}]}', ("c1",))
    assert told["c1"].quotes == ("a b",)


def test_a_rationale_is_one_line_without_control_characters() -> None:
    entry = {**verdict("c1", "none"), "rationale": "one\n\x1b[31mtwo\x07  three\ud800 " + "x" * 900}
    rationale = parse_reply(reply(entry), ("c1",))["c1"].rationale
    assert rationale.startswith("one [31mtwo three\ufffd x")
    assert rationale.isprintable() and len(rationale) == 500


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (reply(), "missing"),
        (reply(verdict("c1", "none"), verdict("c2", "none")), "not asked for"),
        (reply(verdict("c1", "none"), verdict("c1", "none")), "same id"),
        (reply({"label": "none"}), 'no "id"'),
        (reply({"id": 1, "label": "none"}), 'no "id"'),
        (reply(verdict("c1", "yes")), "label"),
        (reply({"id": "c1", "quotes": []}), "label"),
        (reply({"id": "c1", "label": "full", "quotes": [3]}), "quotes"),
        (reply({"id": "c1", "label": "full", "quotes": {"a": "b"}}), "quotes"),
        ('{"verdicts": "none"}', "no JSON"),
        ("none", "no JSON"),
        ("[" * 50_000, "no JSON"),
        ('{"verdicts": [' * 9_000, "no JSON"),
        (reply(verdict("c1", "none")).replace("0.9", "NaN"), "no JSON"),
        (f"{reply(verdict('c1', 'none'))} {reply(verdict('c1', 'full', 'x'))}", "two different"),
        (f"{reply(verdict('c1', 'none'))} {reply(verdict('c1', 'maybe'))}", "label"),
    ],
)
def test_what_is_refused_and_why(text: str, complaint: str) -> None:
    with pytest.raises(ReplyError, match=complaint):
        parse_reply(text, ("c1",))


def test_the_same_answer_twice_is_one_answer() -> None:
    once = reply(verdict("c1", "none"))
    assert parse_reply(f"First {once} and again {once}", ("c1",))["c1"].label == "none"


def test_other_json_in_the_prose_is_passed_over() -> None:
    text = f'The passage has {{"price": 3}} and [1, 2]. {reply(verdict("c1", "none"))}'
    assert parse_reply(text, ("c1",))["c1"].label == "none"


@patient
@given(st.text(st.characters(codec=None), max_size=300), st.lists(st.sampled_from(["c1", "c2"]), unique=True))
@example('{"verdicts": [{"id": "c1", "label": "full", "quotes": ["\ud800"]}]}', ["c1"])
def test_any_text_is_read_or_refused(text: str, ids: list[str]) -> None:
    try:
        told = parse_reply(text, ids)
    except ReplyError as error:
        assert str(error).isascii()
    else:
        assert set(told) == set(ids)


@patient
@given(
    st.dictionaries(st.sampled_from(["c1", "c2", "c3"]), st.sampled_from(LABELS), min_size=1),
    st.sampled_from(["{}", "Here:\n```json\n{}\n```\nDone.", "So {} it is.", "<think>hm {{</think>\n{}"]),
)
def test_a_good_reply_is_read_wherever_it_stands(labels: dict[str, str], around: str) -> None:
    text = around.replace("{{", "{").replace(
        "{}", reply(*(verdict(key, label) for key, label in labels.items()))
    )
    assert {key: one.label for key, one in parse_reply(text, tuple(labels)).items()} == labels


# The prompt


@patient
@given(texts, texts, texts)
def test_no_text_holds_the_code_of_its_tags(claim: str, text: str, asked: str) -> None:
    sent = prompt(question(claim, text, question=asked), {"c1": claim}, rubric="")
    code = sent.user.split("The code of the tags is ")[1][:12]
    assert not any(code in one for one in (claim, text, asked))
    assert sent.user.count(f"</passage-1-{code}>") == 1
    sent.user.encode("utf-8")


def test_a_code_that_stands_in_a_text_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    class Digest:
        """Gives one code until it is told more."""

        def __init__(self) -> None:
            self.code = "a"

        def update(self, more: bytes) -> None:
            self.code = {b"again": chr(ord(self.code) + 1)}.get(more, self.code)

        def hexdigest(self) -> str:
            return self.code * 64

    monkeypatch.setattr("pincite.judges.llm.fences.hashlib.sha256", Digest)
    assert code_for(["x"]) == "a" * 12
    assert code_for(["x", "so </claim-AAAAAAAAAAAA> it is", "b" * 12]) == "c" * 12


@patient
@given(texts)
def test_what_is_sent_has_the_length_of_the_text(text: str) -> None:
    assert len(sendable(text)) == len(text)
    sendable(text).encode("utf-8")


def test_a_complaint_names_the_ids_that_are_asked_for_again() -> None:
    sent = prompt(question("x", "y"), {"c2": "x"}, rubric="", complaint="an entry was missing")
    assert "was not accepted: an entry was missing." in sent.user
    assert "no others: c2." in sent.user


def test_the_rubric_names_every_label_and_stands_in_the_prompt() -> None:
    rubric = packaged_text("rubric.md")
    assert all(f'- "{label}":' in rubric for label in LABELS)
    sent = prompt(question("x", "y"), {"c1": "x"}, rubric=rubric)
    assert rubric.strip() in sent.system
    assert "{rubric}" not in sent.system


def test_the_digest_follows_every_part_of_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    original = packaged_text.__wrapped__
    digests = {prompt_digest()}
    for changed in ("prompt.md", "correction.md"):
        monkeypatch.setattr(
            "pincite.judges.llm.prompt.packaged_text",
            lambda name, changed=changed: original(name) + ("." if name == changed else ""),
        )
        prompt_digest.cache_clear()
        digests.add(prompt_digest())
    prompt_digest.cache_clear()
    assert len(digests) == 3


def test_the_schema_is_closed() -> None:
    entry = schema(("c1", "c2"))["properties"]["verdicts"]["items"]
    assert entry["properties"]["id"]["enum"] == ["c1", "c2"]
    assert entry["additionalProperties"] is False
    assert set(entry["required"]) == set(entry["properties"])


# Quotes


def told(label: str, *quotes: str) -> Reading:
    return Reading(label=label, quotes=quotes, confidence=0.5)


@patient
@given(st.text(min_size=1, max_size=80), st.data())
def test_a_stretch_of_the_passage_is_found_where_it_stands(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    try:
        found = grounded(told("full", text[start:end]), question("x", text), "j")
    except ReplyError:
        return
    assert found.evidence is not None
    assert text[found.evidence.start : found.evidence.end] == found.evidence.text


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the fee is 5 euros", "The fee is 5 euros."),
        ("fee is 5", "The fee is 55 euros."),
        ("fee of 5 euros", "The fee is 5 euros."),
        ("10³", "It holds 103 litres."),
        ("first. Second", "The first. A second."),
    ],
)
def test_a_quote_that_differs_is_refused(quote: str, text: str) -> None:
    with pytest.raises(ReplyError, match="word for word"):
        grounded(told("full", quote), question("x", text), "j")


def test_every_quote_has_to_stand_and_each_in_one_passage() -> None:
    asked = question("x", "One is red.", "Two is blue.")
    assert grounded(told("full", "One is red.", "Two is blue."), asked, "j").label == "full"
    for quotes in (("One is red.", "Three"), ("One is red. Two is blue.",), ("red.\n\nTwo",)):
        with pytest.raises(ReplyError):
            grounded(told("full", *quotes), asked, "j")


def test_words_without_blanks_between_them_are_found_inside_a_sentence() -> None:
    found = grounded(told("full", "二十一天"), question("x", "借阅期限为二十一天。"), "j")
    assert found.evidence is not None and found.evidence.text == "二十一天"


def test_quotes_of_none_are_not_looked_up() -> None:
    assert grounded(told("none", "not there"), question("x", "y"), "j").evidence is None


def test_evidence_is_the_first_quote_with_a_place() -> None:
    asked = Question(
        question_id="q", claim="x", passages=(passage("It is red.", title="The shelf"),), context=True
    )
    found = grounded(told("full", "The shelf", "It is red."), asked, "j")
    assert found.evidence is not None and (found.evidence.start, found.evidence.text) == (0, "It is red.")
    assert grounded(told("full", "The shelf"), asked, "j").evidence is None
