"""The published families: worked examples by hand, and what holds of any statements."""

from __future__ import annotations

import pickle
from random import Random

import msgspec
import pytest
from families_statements import (
    GREETING,
    interrupted,
    metrics,
    runs,
    sentence,
    statements,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from pincite.errors import ConfigError
from pincite.metrics.families import FAMILIES, Cited, FamilyTally, Statement, families_of, summarise_families
from pincite.metrics.families import tally as tally_module
from pincite.metrics.families.alce import first_paragraph, looked_at
from pincite.metrics.families.figures import harmonic_mean
from pincite.metrics.families.tally import Means, total
from pincite.model.signature import Signature

BASE = Signature(
    seg="rules@1", scope="1", pack="1", judge="stub@00000000", rubric="00000000", policy="1" * 8, scorer="1"
)

# By hand, with the labels of each source alone, together, and without a source: (family, answers, values).
WORKED = {
    "liu: three cited statements": (
        "liu2023",
        [
            [
                sentence("1:full 2:none 3:partial"),
                sentence("1:full 2:none 4:none"),
                sentence("4:full 5:partial"),
            ]
        ],
        {"recall": 3 / 3, "precision": 3 / 8, "f1": 6 / 11},
    ),
    "liu: two halves make a whole": (
        "liu2023",
        [[sentence("1:partial 2:partial", "full"), sentence("2:none"), sentence()]],
        {"recall": 1 / 3, "precision": 2 / 3, "f1": 4 / 9},
    ),
    "liu: one cited statement of three": (
        "liu2023",
        [[sentence("1:full 2:full 3:none"), sentence(), sentence()]],
        {"recall": 1 / 3, "precision": 2 / 3, "f1": 4 / 9},
    ),
    "liu: a partial citation beside a full one earns nothing": (
        "liu2023",
        [[sentence("1:partial 2:full", "full")]],
        {"recall": 1.0, "precision": 1 / 2, "f1": 2 / 3},
    ),
    "liu: a partial union supports nothing": (
        "liu2023",
        [[sentence("1:partial 2:partial", "partial")]],
        {"recall": 0.0, "precision": 0.0, "f1": 0.0},
    ),
    "liu: what is not worth verifying is left out, unless it is cited": (
        "liu2023",
        [[GREETING, sentence("1:none", verifiable=False), sentence("2:full")]],
        {"recall": 1 / 2, "precision": 1 / 2, "f1": 1 / 2},
    ),
    "liu: contradiction, unclear and unresolved count as none": (
        "liu2023",
        [
            [
                sentence("1:contradiction"),
                sentence("2:undecided", "undecided"),
                sentence("9:unresolved 3:full"),
            ]
        ],
        {"recall": 1 / 3, "precision": 1 / 4, "f1": 2 / 7},
    ),
    "liu: an unclear citation does not keep a whole of two halves from counting": (
        "liu2023",
        [[sentence("1:partial 2:partial 3:undecided", "full")]],
        {"recall": 1.0, "precision": 2 / 3, "f1": 4 / 5},
    ),
    "liu: without citations there is no precision": (
        "liu2023",
        [[sentence(), sentence()]],
        {"recall": 0.0, "precision": None, "f1": None},
    ),
    "liu: answers are pooled": (
        "liu2023",
        [[sentence("1:full")] * 3, [sentence("1:none")]],
        {"recall": 3 / 4, "precision": 3 / 4, "f1": 3 / 4},
    ),
    "alce: out of range costs recall only": (
        "alce",
        [[sentence("1:full"), sentence("9:unresolved"), sentence("8:unresolved"), sentence("7:unresolved")]],
        {"recall": 25.0, "precision": 100.0},
    ),
    "alce_fixed: out of range costs both": (
        "alce_fixed",
        [[sentence("1:full"), sentence("9:unresolved"), sentence("8:unresolved"), sentence("7:unresolved")]],
        {"recall": 25.0, "precision": 25.0},
    ),
    "alce_fixed: one false citation spoils its sentence": (
        "alce_fixed",
        [[sentence("1:full 9:unresolved")]],
        {"recall": 0.0, "precision": 0.0},
    ),
    "alce: both halves are needed": (
        "alce",
        [[sentence("1:partial 2:none", "full", without_1="none", without_2="partial")]],
        {"recall": 100.0, "precision": 100.0},
    ),
    "alce: a third that the others can do without is irrelevant": (
        "alce",
        [
            [
                sentence(
                    "1:partial 2:partial 3:none",
                    "full",
                    without_1="partial",
                    without_2="partial",
                    without_3="full",
                )
            ]
        ],
        {"recall": 100.0, "precision": 200 / 3},
    ),
    "alce: each of two mentions counts, and neither is missed": (
        "alce",
        [[sentence("1:partial 2:partial 2:partial", "full", without_1="partial", without_2="partial")]],
        {"recall": 100.0, "precision": 100 / 3},
    ),
    "alce_fixed: a source counts once": (
        "alce_fixed",
        [[sentence("1:partial 2:partial 2:partial", "full", without_1="partial", without_2="partial")]],
        {"recall": 100.0, "precision": 100.0},
    ),
    "alce_fixed: one full source among four mentions of three": (
        "alce_fixed",
        [[sentence("1:none 2:none 2:none 3:full", "full")]],
        {"recall": 100.0, "precision": 100 / 3},
    ),
    "alce: a supporting citation more is no fault": (
        "alce",
        [[sentence("1:full 2:full")]],
        {"recall": 100.0, "precision": 100.0},
    ),
    "alce: an unsupported sentence spoils all of its citations": (
        "alce",
        [[sentence("1:partial 2:none"), sentence("3:full")]],
        {"recall": 50.0, "precision": 100 / 3},
    ),
    "alce: means over answers, an uncited one has precision 0": (
        "alce",
        [[sentence("1:full")] * 3, [sentence("1:full"), sentence("1:none")], [sentence()], []],
        {"recall": (100 + 50 + 0) / 3, "precision": (100 + 50 + 0) / 3},
    ),
    "trec: full, partial, uncited": (
        "trec_rag_2024",
        [[sentence("1:full"), sentence("2:partial"), sentence()]],
        {
            "weighted_precision": 0.75,
            "weighted_recall": 0.5,
            "strict_precision": 1 / 2,
            "strict_recall": 1 / 3,
        },
    ),
    "trec: only the first citation counts": (
        "trec_rag_2024",
        [[sentence("1:none 2:full"), sentence("9:unresolved 1:full"), sentence("3:full 1:contradiction")]],
        {
            "weighted_precision": 1 / 3,
            "weighted_recall": 1 / 3,
            "strict_precision": 1 / 3,
            "strict_recall": 1 / 3,
        },
    ),
    "longcite: full, partial, a greeting": (
        "longcite",
        [[sentence("1:full 2:none", "full"), sentence("3:partial", "partial"), GREETING]],
        {"recall": 2.5 / 3, "precision": 2 / 3, "f1": 2 * (2.5 / 3) * (2 / 3) / (2.5 / 3 + 2 / 3)},
    ),
    "longcite: uncited though it needs a citation, contradicted, unresolved": (
        "longcite",
        [[sentence(), sentence("1:contradiction", "contradiction"), sentence("9:unresolved")]],
        {"recall": 0.0, "precision": 0.0, "f1": 0.0},
    ),
    "longcite: two halves of a whole both count": (
        "longcite",
        [[sentence("1:partial 2:partial", "full")]],
        {"recall": 1.0, "precision": 1.0, "f1": 1.0},
    ),
}


@pytest.mark.parametrize(("family", "answers", "values"), WORKED.values(), ids=WORKED.keys())
def test_worked_examples(
    family: str, answers: list[list[Statement]], values: dict[str, float | None]
) -> None:
    found = metrics(family, *answers)
    assert list(found) == [number.name for number in FAMILIES[family].numbers] == list(values)
    for name, value in values.items():
        metric = found[name]
        assert metric.value == (None if value is None else pytest.approx(value, abs=1e-12)), name
        assert (metric.denominator == 0) == (value is None), name
        if metric.value is not None:
            assert metric.numerator / metric.denominator == pytest.approx(metric.value, abs=1e-12), name
            assert metric.bounds.low == metric.bounds.high == pytest.approx(metric.value, abs=1e-12), name
            assert metric.coverage == 1, name


def test_numerators_are_plain_counts_where_units_are_whole() -> None:
    found = metrics("liu2023", [sentence("1:full 2:none 3:partial"), sentence("1:full 2:none 4:none")])
    assert (found["recall"].numerator, found["recall"].denominator) == (2, 2)
    assert (found["precision"].numerator, found["precision"].denominator) == (2, 6)
    halves = metrics("trec_rag_2024", [sentence("1:full"), sentence("2:partial"), sentence()])
    assert (halves["weighted_recall"].numerator, halves["weighted_recall"].denominator) == (1.5, 3)
    assert halves["weighted_precision"].excluded == {"uncited": 1}


# Verdicts that are missing: (family, answer, number, value, low, high, excluded).
OPEN = {
    "liu: a statement of which nothing is known": (
        "liu2023",
        [sentence("1:full"), sentence("2:timeout", "timeout")],
        "recall",
        (1.0, 1 / 2, 1.0, {"timeout": 1}),
    ),
    "liu: one source is open, another carries the statement": (
        "liu2023",
        [sentence("1:full 2:timeout", "full")],
        "recall",
        (1.0, 1.0, 1.0, {}),
    ),
    "liu: what is open could have been the full one": (
        "liu2023",
        [sentence("1:partial 2:partial 3:timeout", "full")],
        "precision",
        (None, 0.0, 1.0, {"timeout": 3}),
    ),
    "liu: partial beside a full one is decided whatever the union": (
        "liu2023",
        [sentence("1:partial 2:full", "timeout")],
        "precision",
        (1 / 2, 1 / 2, 1 / 2, {}),
    ),
    "liu: a harmonic mean is bounded by those of its parts": (
        "liu2023",
        [sentence("1:full"), sentence("2:error", "error")],
        "f1",
        (1.0, 1 / 2, 1.0, {"error": 2}),
    ),
    "alce_fixed: the union is unknown": (
        "alce_fixed",
        [sentence("1:full"), sentence("2:none 3:none", "budget")],
        "precision",
        (100.0, 100 / 3, 100.0, {"budget": 2}),
    ),
    "alce_fixed: a false citation decides, whatever the others say": (
        "alce_fixed",
        [sentence("1:timeout 9:unresolved", "timeout")],
        "precision",
        (0.0, 0.0, 0.0, {}),
    ),
    "alce_fixed: the others cannot do without it": (
        "alce_fixed",
        [sentence("1:timeout 2:partial", "full", without_1="partial", without_2="timeout")],
        "precision",
        (100.0, 50.0, 100.0, {"timeout": 1}),
    ),
    "alce_fixed: an answer of which nothing is known takes no part in the mean": (
        "alce_fixed",
        [sentence("1:no_evidence_text", "no_evidence_text")],
        "recall",
        (None, 0.0, 100.0, {"no_evidence_text": 1}),
    ),
    "trec: the first citation is open": (
        "trec_rag_2024",
        [sentence("1:parse_error 2:full", "full"), sentence("3:partial")],
        "weighted_precision",
        (1 / 2, 1 / 4, 3 / 4, {"parse_error": 1}),
    ),
    "longcite: undecided is open": (
        "longcite",
        [sentence("1:undecided", "undecided"), GREETING],
        "recall",
        (1.0, 1 / 2, 1.0, {"undecided": 1}),
    ),
}


@pytest.mark.parametrize(("family", "answer", "name", "expected"), OPEN.values(), ids=OPEN.keys())
def test_what_is_open_widens_the_bounds_and_is_counted(
    family: str,
    answer: list[Statement],
    name: str,
    expected: tuple[float | None, float, float, dict[str, int]],
) -> None:
    metric = metrics(family, answer)[name]
    value, low, high, excluded = expected
    assert metric.value == (None if value is None else pytest.approx(value))
    assert metric.bounds.low == pytest.approx(low)
    assert metric.bounds.high == pytest.approx(high)
    assert metric.excluded == excluded


@pytest.mark.parametrize("family", FAMILIES)
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=50)
@given(run=runs(most=4), data=st.data())
def test_bounds_hold_whatever_the_missing_verdicts_are(
    family: str, run: list[list[Statement]], data: st.DataObject
) -> None:
    whole = metrics(family, *run)
    partly = metrics(family, *[[data.draw(interrupted(one)) for one in answer] for answer in run])
    for name, metric in partly.items():
        truth = whole[name].value
        low, high = metric.bounds.low, metric.bounds.high
        if truth is not None:
            assert low is not None and high is not None, name
            assert low - 1e-9 <= truth <= high + 1e-9, name
        if metric.value is not None:
            assert low is not None and high is not None
            assert low - 1e-9 <= metric.value <= high + 1e-9, name
        assert metric.coverage is None or 0 <= metric.coverage <= 1, name


@pytest.mark.parametrize("family", FAMILIES)
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=50)
@given(run=runs(most=4), lost=st.lists(st.integers(1, 3), max_size=3))
def test_an_outage_changes_no_value(family: str, run: list[list[Statement]], lost: list[int]) -> None:
    """Answers of which nothing could be judged: the values stand, the bounds widen, the count says so."""
    silent = [[sentence("1:timeout", "timeout") for _ in range(count)] for count in lost]
    before, after = metrics(family, *run), metrics(family, *run, *silent)
    for name, metric in after.items():
        assert metric.value == before[name].value, name
        assert (metric.numerator, metric.denominator) == (before[name].numerator, before[name].denominator)
        assert metric.excluded.get("timeout", 0) >= sum(lost), name
        assert before[name].bounds.low is None or metric.bounds.low <= before[name].bounds.low, name  # type: ignore[operator]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(answer=st.lists(statements(), min_size=1, max_size=4), data=st.data())
def test_a_citation_that_says_nothing_never_raises_precision(
    answer: list[Statement], data: st.DataObject
) -> None:
    """It says none alone, and with it the others say what they said without it; or it leads nowhere."""
    place = data.draw(st.integers(0, len(answer) - 1))
    one = answer[place]
    idle = data.draw(st.sampled_from((Cited(key="new"), Cited(key="new", resolution="unresolved"))))
    more = structs.replace(
        one, citations=(*one.citations, idle), rest={**one.rest, "new": one.union}, together=one.together
    )
    before = metrics("alce_fixed", answer)
    after = metrics("alce_fixed", [*answer[:place], more, *answer[place + 1 :]])
    for name in ("precision", "recall"):
        first, second = before[name].value, after[name].value
        assert first is not None and second is not None
        assert second <= first + 1e-9, name


# --- sums ---


def _tally(run: list[tuple[str, list[Statement]]]) -> FamilyTally:
    families = families_of(FAMILIES)
    tally = FamilyTally.of(families)
    for answer_id, answer in run:
        tally.add(answer_id, {family.name: family.measure(answer) for family in families})
    return tally


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=60)
@given(runs(most=14), st.sampled_from((5000, 4, 0)), st.randoms(use_true_random=False), st.integers(1, 4))
def test_shards_merged_are_the_whole_in_any_order(
    run: list[list[Statement]], limit: int, random: Random, shards: int
) -> None:
    answers = [(f"a{place:02}", answer) for place, answer in enumerate(run)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tally_module, "CLUSTER_LIMIT", limit)
        whole = summarise_families(_tally(answers), BASE, draws=20)
        dealt: list[list[tuple[str, list[Statement]]]] = [[] for _ in range(shards)]
        for answer in random.sample(answers, len(answers)):
            dealt[random.randrange(shards)].append(answer)
        merged = FamilyTally.of(families_of(FAMILIES))
        for shard in dealt:
            # Through JSON, as a shard on another machine would come back.
            merged.merge(msgspec.json.decode(msgspec.json.encode(_tally(shard)), type=FamilyTally))
        assert summarise_families(merged, BASE, draws=20) == whole


def test_the_order_of_the_answers_changes_no_interval() -> None:
    answers = [(f"a{place:02}", answer) for place, answer in enumerate(_varied(40))]
    forth = summarise_families(_tally(answers), BASE, draws=50)
    assert summarise_families(_tally(answers[::-1]), BASE, draws=50) == forth
    intervals = [metric.interval for figures in forth.values() for metric in figures.metrics.values()]
    assert {interval.method for interval in intervals if interval is not None} == {"cluster_bootstrap"}


def test_shards_of_different_families_do_not_merge() -> None:
    with pytest.raises(ValueError, match="different families"):
        FamilyTally.of(families_of(["alce"])).merge(FamilyTally.of(families_of(["liu2023"])))


def test_above_the_limit_no_answer_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally_module, "CLUSTER_LIMIT", 20)
    tally = _tally([(str(place), [sentence("1:full")]) for place in range(30)])
    assert all(sums.clusters is None and sums.answers == 30 for sums in tally.sums.values())


def test_means_are_exact_whatever_the_lengths_of_the_answers() -> None:
    means = Means()
    for units in range(1, 60):
        means.add(1, units, 0, 1)
    assert float(total(means.value)) == pytest.approx(sum(1 / units for units in range(1, 60)), rel=1e-15)


# --- intervals ---


def _varied(count: int) -> list[list[Statement]]:
    random = Random(3)
    words = ["1:full", "1:full", "1:none", "1:partial", "9:unresolved", "1:full 2:none", ""]
    return [[sentence(random.choice(words)) for _ in range(random.randint(1, 5))] for _ in range(count)]


def test_intervals_by_resampling_and_by_variance_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    run = _varied(300)
    drawn = {family: metrics(family, *run, draws=1500) for family in FAMILIES}
    monkeypatch.setattr(tally_module, "CLUSTER_LIMIT", 0)
    for family, numbers in drawn.items():
        for name, other in metrics(family, *run).items():
            one, two = numbers[name].interval, other.interval
            assert one is not None and two is not None
            assert (one.method, two.method) == ("cluster_bootstrap", "linearised"), (family, name)
            width = one.high - one.low
            assert abs(one.low - two.low) < 0.12 * width, (family, name)
            assert abs(one.high - two.high) < 0.12 * width, (family, name)


@pytest.mark.parametrize("limit", [5000, 0])
def test_a_handful_of_answers_or_answers_of_one_voice_have_wilsons_interval(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally_module, "CLUSTER_LIMIT", limit)
    for run in (_varied(9), [[sentence("1:full")]] * 40):
        for family, declared in FAMILIES.items():
            for name, metric in metrics(family, *run).items():
                assert metric.interval is not None and metric.value is not None
                assert metric.interval.method == "wilson", (family, name)
                assert metric.interval.low <= metric.value <= metric.interval.high, (family, name)
                assert 0 <= metric.interval.low < metric.interval.high <= declared.number(name).scale
                assert metric.flags == (("small_sample",) if len(run) < 30 else ())


def test_the_interval_is_clustered_by_answer() -> None:
    """The same sentences in fewer answers tell less."""
    sentences = [sentence("1:full" if place % 2 else "1:none") for place in range(200)]
    alone = metrics("liu2023", *[[one] for one in sentences], draws=400)["recall"]
    together = metrics("liu2023", *[sentences[1::2][:20]] * 5, *[sentences[0::2][:20]] * 5, draws=400)[
        "recall"
    ]
    assert alone.value == together.value == 0.5
    assert alone.interval is not None and together.interval is not None
    assert together.interval.high - together.interval.low > 2 * (alone.interval.high - alone.interval.low)


# --- by name ---


def test_families_by_name() -> None:
    assert [family.name for family in families_of(["longcite", "alce", "alce"])] == ["alce", "longcite"]
    assert families_of([]) == ()
    with pytest.raises(ConfigError, match="unknown family 'alce-fixed'") as caught:
        families_of(["alce-fixed"])
    assert caught.value.hint == "did you mean 'alce_fixed'?"


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_a_signature_of_its_own(family: str) -> None:
    figures = summarise_families(FamilyTally.of([FAMILIES[family]]), BASE)[family]
    signature = Signature.parse(figures.signature)
    assert signature.differs(BASE) == ("seg", "scope", "unit", "scorer")
    assert (signature.unit, signature.scorer) == ("sentence", f"{family}@1")
    assert figures.counts == {"answers": 0, "statements": 0, "cited": 0, "citations": 0, "invalid": 0}
    assert all(metric.value is None and metric.interval is None for metric in figures.metrics.values())


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_can_be_sent_to_another_process(family: str) -> None:
    assert pickle.loads(pickle.dumps(FAMILIES[family])) == FAMILIES[family]


def test_statements_are_counted() -> None:
    tally = _tally([("a", [sentence("1:full 1:full 9:malformed"), sentence()])])
    counts = summarise_families(tally, BASE)["liu2023"].counts
    assert counts == {"answers": 1, "statements": 2, "cited": 1, "citations": 3, "invalid": 1}


# --- the published scorer's reading ---


@pytest.mark.parametrize(
    ("sentence_", "documents", "expected"),
    [
        ("Cats purr [1].", 3, ((1, 0),)),
        ("Cats purr [1][3].", 3, ((1, 0), (3, 2))),
        ("Cats purr [1, 2].", 3, ((1, 0),)),
        ("Cats purr [1-3].", 3, ((1, 0),)),
        ("Fish swim [0].", 3, ((0, 2),)),
        ("Fish swim [1][2][2][3].", 3, ((1, 0), (2, 1), (2, 1))),
        ("Fish swim [1][2][3][9].", 3, ((1, None), (2, None), (3, None), (9, None))),
        ("Dogs bark [4].", 3, ((4, None),)),
        ("Dogs bark [0].", 0, ((0, None),)),
        ("Dogs bark [[2]].", 3, ((2, 1),)),
        ("Dogs bark 【1】 (1) [^1] [a].", 3, ()),
        ("Dogs bark [" + "9" * 5000 + "].", 3, ((999_999_999, None),)),
        ("Dogs bark [9].", None, ((9, 8),)),
        ("Dogs bark [0].", None, ((0, -1),)),
    ],
)
def test_what_the_published_scorer_looks_at(
    sentence_: str, documents: int | None, expected: tuple[tuple[int, int | None], ...]
) -> None:
    assert looked_at(sentence_, documents) == expected


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("One [1]. Two.\nThree.", "One [1]. Two."),
        ("\n\n  One.  \n\nTwo.", "One."),
        ("One.", "One."),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_the_first_paragraph(text: str, first: str) -> None:
    assert first_paragraph(text).of(text) == first


def test_harmonic_means() -> None:
    assert harmonic_mean(0.5, 1.0) == pytest.approx(2 / 3)
    assert harmonic_mean(0, 0) == 0
