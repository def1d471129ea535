"""From records through the engine to the published families, with a judge that compares words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.claims.policy import load_policy
from pincite.engine.families import family_cells, family_statements
from pincite.engine.manifest import signature
from pincite.engine.preparation import Prepared, prepare
from pincite.engine.setting import Clock, Setting
from pincite.io.answers import answers_from
from pincite.judges.matrix import Judgement, judge_claims
from pincite.judges.naming import named_judge
from pincite.metrics.families import FAMILIES, FamilyFigures, FamilyTally, families_of, summarise_families
from pincite.model import Answer, JudgeIdentity, Question, Verdict
from pincite.model.summary import Metric

DOCUMENTS = ["cats purr loudly", "dogs bark", "fish swim"]
_WORD = re.compile(r"\w+")


class Words:
    """Full when the passages have all words of the claim, partial when they have some, else none.

    `asked` has the claim and the texts of every question, `rounds` their number in every batch. `answers`
    replaces the verdict on a question by another.
    """

    identity = JudgeIdentity(name="words", version="1", digest="0" * 64, rubric_digest="0" * 64)

    def __init__(self, answers: Callable[[Question], Verdict | None] = lambda _: None) -> None:
        self.answers = answers
        self.asked: list[tuple[str, tuple[str, ...]]] = []
        self.rounds: list[int] = []

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        self.rounds.append(len(questions))
        return [self.answers(question) or self.verdict(question) for question in questions]

    def verdict(self, question: Question) -> Verdict:
        texts = tuple(passage.text for passage in question.passages)
        self.asked.append((question.claim, texts))
        stated = set(_WORD.findall(question.claim.lower()))
        found = stated & set(_WORD.findall(" ".join(texts).lower()))
        return Verdict(
            question_id=question.question_id,
            label="full" if found == stated else "partial" if found else "none",
        )


def read(*records: dict[str, Any]) -> list[Answer]:
    found = list(answers_from({"answer_id": f"a{n:03}", **record} for n, record in enumerate(records)))
    assert all(isinstance(one, Answer) for one in found), found
    return [one for one in found if isinstance(one, Answer)]


def checked(answers: Sequence[Answer], setting: Setting) -> tuple[list[Prepared], list[list[Judgement]]]:
    """What the pipeline has of a batch once its claims are judged."""
    prepared = [prepare(answer, setting, Clock()) for answer in answers]
    judged = iter(judge_claims([m for one in prepared for m in one.matters], setting.judge))
    return prepared, [[next(judged) for _ in one.matters] for one in prepared]


def tally(
    answers: Sequence[Answer], judge: Any, names: Sequence[str] = tuple(FAMILIES), batch: int = 64
) -> FamilyTally:
    families = families_of(names)
    setting = Setting(policy=load_policy(), judge=judge)
    sums = FamilyTally.of(families)
    for start in range(0, len(answers), batch):
        some = answers[start : start + batch]
        for answer, cells in zip(some, family_cells(families, *checked(some, setting), setting), strict=True):
            sums.add(answer.answer_id, cells)
    return sums


def figures(sums: FamilyTally, draws: int = 20) -> dict[str, FamilyFigures]:
    return summarise_families(sums, signature(load_policy(), Words.identity, 7), draws=draws)


def metrics(
    text: str, family: str, judge: Any = None, documents: list[str] | None = None, **more: Any
) -> dict[str, Metric]:
    record = {"text": text, "prompt_chunks": DOCUMENTS if documents is None else documents, **more}
    return figures(tally(read(record), judge or Words(), [family]))[family].metrics


def values(text: str, family: str, **more: Any) -> list[float | None]:
    return [metric.value for metric in metrics(text, family, **more).values()]


def shown(record: dict[str, Any], family: str = "liu2023", judge: Any = None) -> list[str]:
    """The statements of an answer as their citations."""
    setting = Setting(policy=load_policy(), judge=judge or Words())
    (read_,) = family_statements(
        families_of([family]),
        *checked(read({"prompt_chunks": DOCUMENTS, **record}), setting),
        setting,
    )
    (statements,) = read_.values()
    return [
        " ".join(f"{one.key}:{one.said.label if one.valid else one.resolution}" for one in each.citations)
        for each in statements
    ]


# --- the probes of the published scorer: recall and precision by both families ---

PROBES = {
    "Cats purr [1]. Dogs bark [2].": ((100, 100), (100, 100)),
    "Cats purr [1]. Dogs bark [9]. Birds sing [8]. Cows moo [7].": ((25, 100), (25, 25)),
    "Fish swim [0].": ((100, 100), (0, 0)),
    "Cats purr dogs bark [1, 2].": ((0, 0), (100, 100)),
    "Cats purr dogs bark [1][2].": ((100, 100), (100, 100)),
    "Fish swim [1][2][2][3].": ((0, 0), (100, 100 / 3)),
    "Cats purr loudly [1][1].": ((100, 100), (100, 100)),
    "Cats purr [1][2][3].": ((100, 100 / 3), (100, 100 / 3)),
    "Cats purr [1].\n\nDogs bark [9].": ((100, 100), (50, 50)),
    "Cats purr.": ((0, 0), (0, 0)),
    "Cats purr [1][9].": ((0, 0), (0, 0)),
    "Cats purr [2]. Dogs bark [1].": ((0, 0), (0, 0)),
    "Cats purr dogs bark fish swim [1-3].": ((0, 0), (100, 100)),
    "Cats purr [1]. Thanks for asking.": ((50, 100), (50, 100)),
}


@pytest.mark.parametrize(("text", "expected"), PROBES.items(), ids=PROBES.keys())
def test_the_published_scorer_and_what_it_should_say(
    text: str, expected: tuple[tuple[float, float], tuple[float, float]]
) -> None:
    assert values(text, "alce") == pytest.approx(expected[0])
    assert values(text, "alce_fixed") == pytest.approx(expected[1])


def test_the_published_scorer_reads_positions_and_not_the_stored_map() -> None:
    mapped = {
        "citations": [
            {"citation_id": "x", "document_id": "doc-3", "chunk_id": "3", "marker": "[1]"},
            {"citation_id": "y", "document_id": "doc-1", "chunk_id": "1", "marker": "[2]"},
        ]
    }
    assert values("Fish swim [1]. Cats purr [2].", "alce", **mapped) == [0, 0]
    assert values("Fish swim [1]. Cats purr [2].", "alce_fixed", **mapped) == [100, 100]


def test_the_published_scorer_takes_over_verdicts_under_other_ids() -> None:
    """The same chunks are 1 and 2 for the scorer, and x and y for the claim."""
    mapped = {
        "citations": [
            {"citation_id": "x", "document_id": "doc-1", "chunk_id": "1", "marker": "[1]"},
            {"citation_id": "y", "document_id": "doc-2", "chunk_id": "2", "marker": "[2]"},
        ]
    }
    for family in ("alce", "alce_fixed"):
        assert values("Cats purr dogs bark [1][2].", family, **mapped) == [100, 100]


# --- the worked examples, through the whole pipeline ---

FOUR = ["cats purr loudly fish swim", "dogs bark", "cats", "birds sing", "birds"]


def test_liu_three_cited_statements() -> None:
    found = metrics(
        "Cats purr loudly [1][2][3]. Fish swim [1][2][4]. Birds sing [4][5].", "liu2023", None, FOUR
    )
    assert (found["recall"].numerator, found["recall"].denominator) == (3, 3)
    assert (found["precision"].numerator, found["precision"].denominator) == (3, 8)


def test_liu_two_halves_make_a_whole() -> None:
    text = "Cats purr loudly [1][2]. Fish swim [2]. Birds sing."
    found = metrics(text, "liu2023", None, ["cats purr", "loudly"])
    assert (found["recall"].numerator, found["recall"].denominator) == (1, 3)
    assert (found["precision"].numerator, found["precision"].denominator) == (2, 3)


def test_liu_one_cited_statement_of_three() -> None:
    text = "Cats purr [1][2][3]. Fish swim. Birds sing."
    found = metrics(text, "liu2023", None, ["cats purr", "cats purr loudly", "dogs bark"])
    assert (found["recall"].numerator, found["recall"].denominator) == (1, 3)
    assert (found["precision"].numerator, found["precision"].denominator) == (2, 3)


def test_trec_full_partial_uncited() -> None:
    text = "Cats purr [1]. Dogs bark loudly [2][1]. Fish swim."
    assert values(text, "trec_rag_2024") == pytest.approx([0.75, 0.5, 1 / 2, 1 / 3])


def test_longcite_full_partial_greeting() -> None:
    found = metrics("Cats purr [1][2]. Fish swim slowly [3]. Thanks for asking.", "longcite")
    assert (found["recall"].numerator, found["recall"].denominator) == (2.5, 3)
    assert (found["precision"].numerator, found["precision"].denominator) == (2, 3)


# --- what a statement is ---

SHAPES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a marker covers its own sentence only": (
        {"text": "Cats purr. Dogs bark [2]."},
        ["", "2:full"],
    ),
    "headings, lead-ins and labels state nothing": (
        {"text": "# Pets\n\nThe list includes:\n\n- Cats purr [1].\n- Dogs bark [2]."},
        ["1:partial", "2:partial"],  # an item is read with what introduces it
    ),
    "a marker in the header stands in every row": (
        {"text": "| who | what [3] |\n|---|---|\n| fish | swim |\n| dogs | bark [2] |"},
        ["3:partial", "3:none 2:partial"],
    ),
    "two clauses are one statement": (
        {"text": "Cats purr [1] and dogs bark [2]."},
        ["1:partial 2:partial"],
    ),
    "a lead-in that cites is one": (
        {"text": "The animals include [1]:\n\n- dogs [2]"},
        ["1:none", "2:partial"],
    ),
    "a marker with no words beside it is no statement": (
        {"text": "Cats purr [1].\n\n[2]"},
        ["1:full"],
    ),
    "code cites nothing": (
        {"text": "Cats purr [1].\n\n```\ndogs bark [2]\n```"},
        ["1:full"],
    ),
    "a citation with a span covers the sentences that it names": (
        {
            "text": "Cats purr. Dogs bark. Fish swim.",
            "citations": [
                {"citation_id": "x", "document_id": "doc-1", "chunk_id": "1", "span": {"start": 0, "end": 20}}
            ],
        },
        ["x:full", "x:none", ""],
    ),
    "its marker then covers nothing more": (
        {
            "text": "Cats purr. Fish swim [1].",
            "citations": [
                {
                    "citation_id": "x",
                    "document_id": "doc-1",
                    "chunk_id": "1",
                    "marker": "[1]",
                    "span": {"start": 0, "end": 10},
                }
            ],
        },
        ["x:full", ""],
    ),
    "explicit claims win over markers, and what they leave out is still said": (
        {
            "text": "Dogs bark [1]. Cats purr [1].",
            "citations": [
                {"citation_id": "x", "document_id": "doc-1", "chunk_id": "1", "marker": "[1]"},
                {"citation_id": "y", "document_id": "doc-2", "chunk_id": "2"},
            ],
            "claims": [{"start": 0, "end": 9, "citation_ids": ["y"]}],
        },
        ["y:full", ""],
    ),
    "two explicit claims of one sentence with one citation show it once": (
        {
            "text": "Cats purr; dogs bark.",
            "citations": [{"citation_id": "y", "document_id": "doc-2", "chunk_id": "2"}],
            "claims": [
                {"start": 0, "end": 9, "citation_ids": ["y"]},
                {"start": 11, "end": 20, "citation_ids": ["y"]},
            ],
        },
        ["y:partial"],
    ),
    "two ids of one source are shown twice and are one source": (
        {
            "text": "Cats purr [1][2].",
            "citations": [
                {"citation_id": "1", "document_id": "doc-1", "chunk_id": "1"},
                {"citation_id": "2", "document_id": "doc-1", "chunk_id": "1"},
            ],
        },
        ["1:full 1:full"],
    ),
    "two spans of one chunk are two sources": (
        {
            "text": "Cats purr loudly [1][2].",
            "citations": [
                {
                    "citation_id": "1",
                    "document_id": "doc-1",
                    "chunk_id": "1",
                    "evidence_span": {"start": 0, "end": 9},
                },
                {
                    "citation_id": "2",
                    "document_id": "doc-1",
                    "chunk_id": "1",
                    "evidence_span": {"start": 10, "end": 16},
                },
            ],
        },
        ["1:partial 2:partial"],
    ),
    "unresolved and malformed citations are there": (
        {"text": "Cats purr [1][9]. Dogs bark [ ]."},
        ["1:full 9:unresolved", "[ ]:malformed"],
    ),
    "other scripts": (
        {"text": "cats purr【1】。dogs bark【2】【9】。"},
        ["1:full", "2:full 9:unresolved"],
    ),
}


@pytest.mark.parametrize(("record", "expected"), SHAPES.values(), ids=SHAPES.keys())
def test_statements(record: dict[str, Any], expected: list[str]) -> None:
    assert shown(record) == expected


def test_a_cited_greeting_is_worth_verifying_and_is_judged() -> None:
    found = metrics("Thanks for asking [1]. Hello!", "liu2023")
    assert (found["recall"].numerator, found["recall"].denominator) == (0, 1)
    assert found["recall"].excluded == {"not_verification_worthy": 1}


# --- questions ---


def test_verdicts_are_reused_where_a_sentence_is_a_claim() -> None:
    judge = Words()
    text = (
        "In short, cats purr [1]. Dogs bark [2][3]. Fish swim [9]. Birds sing.\n\n- However, dogs bark [2]."
    )
    setting = Setting(policy=load_policy(), judge=judge)
    prepared, judgements = checked(read({"text": text, "prompt_chunks": DOCUMENTS}), setting)
    before = len(judge.asked)
    family_cells(families_of(FAMILIES), prepared, judgements, setting)
    assert judge.asked[before:] == []


OPENING = ["The museum opens at nine.", "The cafe closes at five."]
BOTH = "The museum opens at nine; the cafe closes at five."


def test_a_sentence_of_two_claims_is_one_more_question() -> None:
    judge = Words()
    text = f"{BOTH[:-1]} [1][2]. The cafe closes at five [2]."
    setting = Setting(policy=load_policy(), judge=judge)
    prepared, judgements = checked(read({"text": text, "prompt_chunks": OPENING}), setting)
    assert len(prepared[0].work) == 3
    before = len(judge.asked)
    cells = family_cells(families_of(FAMILIES), prepared, judgements, setting)
    assert judge.asked[before:] == [(BOTH, (OPENING[0],)), (BOTH, (OPENING[1],)), (BOTH, tuple(OPENING))]
    assert cells[0]["liu2023"]["precision.earned"] == cells[0]["liu2023"]["precision.decided"] == 3


def test_only_what_a_sentence_cites_is_asked_about() -> None:
    judge = Words()
    setting = Setting(policy=load_policy(), judge=judge)
    prepared, judgements = checked(read({"text": f"{BOTH[:-1]} [1].", "prompt_chunks": OPENING}), setting)
    before = len(judge.asked)
    family_cells(families_of(FAMILIES), prepared, judgements, setting)
    assert judge.asked[before:] == [(BOTH, (OPENING[0],))]


def test_the_sentences_of_a_batch_share_the_rounds() -> None:
    text = f"{BOTH[:-1]} [1][2]."
    judge = Words()
    setting = Setting(policy=load_policy(), judge=judge)
    prepared, judgements = checked(read(*[{"text": text, "prompt_chunks": OPENING}] * 6), setting)
    before = len(judge.rounds)
    family_cells(families_of(["liu2023"]), prepared, judgements, setting)
    assert judge.rounds[before:] == [12, 6]


def test_a_sentence_is_as_severe_as_its_most_severe_claim() -> None:
    seen: list[str] = []

    def see(question: Question) -> None:
        seen.append(question.severity)

    claims = [{"start": 0, "end": 24, "severity": "critical"}, {"start": 26, "end": 53, "severity": "low"}]
    metrics(f"{BOTH[:-1]} [1].", "liu2023", Words(see), OPENING, claims=claims)
    assert seen[-1] == "critical"


def test_nothing_is_asked_for_no_family() -> None:
    setting = Setting(policy=load_policy(), judge=Words())
    prepared, judgements = checked(read({"text": "Cats purr [1].", "prompt_chunks": DOCUMENTS}), setting)
    assert family_cells((), prepared, judgements, setting) == [{}]


# --- what could not be judged ---


class Silent:
    """A judge whose every call fails."""

    identity = Words.identity

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        raise ConnectionError("no route to host")


@pytest.mark.parametrize("family", FAMILIES)
def test_an_outage_is_no_miss(family: str) -> None:
    found = metrics("Cats purr, but dogs bark [1][2]. Cats purr [1].", family, Silent())
    for name, metric in found.items():
        assert (metric.value, metric.denominator, metric.coverage) == (None, 0, 0), name
        assert metric.interval is None
        assert metric.excluded["error"] >= 2
        assert metric.bounds.low == 0
        assert metric.bounds.high in (1, 100)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_needs_no_judge_is_decided_without_one(family: str) -> None:
    found = metrics("Cats purr [9].", family, Silent())
    assert {metric.value for metric in found.values()} <= {0, None}
    assert all(metric.coverage in (1, None) for metric in found.values())
    assert 0 in {metric.value for metric in found.values()}


def test_an_outage_in_other_answers_changes_no_value() -> None:
    good = [
        {"text": "Cats purr [1]. Dogs bark [3].", "prompt_chunks": DOCUMENTS},
        {"text": "Fish swim [3][2]. Birds sing [1].", "prompt_chunks": DOCUMENTS},
    ]
    lost = {"text": "Zebras bark [2][1]. Zebras swim [3].", "prompt_chunks": DOCUMENTS}

    def fails(question: Question) -> Verdict | None:
        if "Zebras" in question.claim:
            return Verdict(question_id=question.question_id, status="unjudged", reason="timeout")
        return None

    before, after = figures(tally(read(*good), Words())), figures(tally(read(*good, lost), Words(fails)))
    for family in FAMILIES:
        for name, metric in after[family].metrics.items():
            earlier = before[family].metrics[name]
            assert metric.value == earlier.value, (family, name)
            assert metric.excluded["timeout"] > 0
            low, high = metric.bounds.low, metric.bounds.high
            assert low is not None and high is not None and metric.value is not None
            assert low < metric.value <= high or low <= metric.value < high


def test_a_prompt_that_was_not_recorded_decides_nothing() -> None:
    for family in FAMILIES:
        for metric in metrics("Cats purr [1].", family, documents=None, prompt_chunks=None).values():
            assert metric.value is None
            assert metric.excluded["no_evidence_text"] >= 1


def test_an_unclear_verdict_is_open_except_where_the_family_says_none() -> None:
    def unclear(question: Question) -> Verdict | None:
        return Verdict(question_id=question.question_id, status="undecided", reason="two readings")

    found = metrics("Cats purr [1].", "longcite", Words(unclear))
    assert found["recall"].excluded == {"undecided": 1}
    assert values("Cats purr [1].", "liu2023", judge=Words(unclear)) == [0, 0, 0]


# --- any text ---

OPEN = {"undecided", "unjudged", "error", "parse_error", "timeout", "budget", "no_evidence_text"}

PIECES = st.sampled_from(
    [
        *("[1]", "[2]", "[0]", "[9]", "[1, 2]", "[1-3]", "[1", "1]", "【1】", "[^1]", "¹", "(p. 4)", "[١]"),
        *(
            "<cite>[0-1]</cite>",
            "```\nx[1]\n```",
            "| a | b [1] |\n|---|---|\n| cats | 2 [2] |\n",
            "- cats purr",
        ),
        *("\n", "\n\n", "Cats purr.", "Dogs bark, but fish swim", "Hello!", "I could not find it.", "。"),
        *("\U0001f600", "\u202e", "\x00", "# Pets", "pets:\n"),
    ]
)
WORDS = st.text(st.characters(codec="utf-8"), max_size=8)
TEXTS = st.lists(st.one_of(PIECES, WORDS), max_size=10).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(TEXTS, min_size=1, max_size=4),
    documents=st.lists(TEXTS, max_size=3),
    cut=st.integers(0, 4),
    batch=st.integers(1, 4),
)
def test_any_text_is_counted_and_neither_batches_nor_shards_matter(
    texts: list[str], documents: list[str], cut: int, batch: int
) -> None:
    answers = read(*({"text": text, "prompt_chunks": documents} for text in texts))
    whole = tally(answers, Words())
    left, right = tally(answers[:cut], Words(), batch=batch), tally(answers[cut:], Words(), batch=batch)
    right.merge(left)
    assert figures(right) == figures(whole)
    for family in figures(whole).values():
        for metric in family.metrics.values():
            # A chunk without text has nothing to be judged; everything else is decided.
            assert set(metric.excluded) & OPEN <= {"no_evidence_text"}
            assert (metric.denominator == 0) == (metric.value is None)


def test_the_rules_judge_does_as_well() -> None:
    found = metrics(
        "Each loan runs for 21 days [1]. Members may hold twelve items [2].",
        "alce_fixed",
        named_judge("rules"),
        ["Each loan runs for 21 days.", "Members may hold nine items."],
    )
    assert [metric.value for metric in found.values()] == [50, 50]
