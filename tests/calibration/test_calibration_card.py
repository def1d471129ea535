"""From pairs to a card: parts that do not mix, words that say it, a file that cannot be edited unseen."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from calibration_samples import IDENTITY, ScriptedJudge, case, crowd
from labels_rows import label, row
from msgspec import structs

from pincite.calibration.calibrate import calibrate
from pincite.calibration.card import Card, DataFile, RunEvidence, cited, encode_card, read_card, told
from pincite.calibration.corrected import corrected_rates, severe_false_accepts
from pincite.calibration.decision import Judged
from pincite.calibration.threshold import Thresholded
from pincite.calibration.versus import compare_judges, rankings
from pincite.errors import ConfigError, InputError
from pincite.judges.overlap import OverlapJudge

NOW = datetime(2026, 10, 3, 12, 0, tzinfo=UTC)


def card_of(cases: list[Judged], **more: Any) -> Card:
    settings: dict[str, Any] = {"created_at": NOW, "share": 0.3, "draws": 400, **more}
    return calibrate(cases, settings.pop("judge", IDENTITY), **settings)


def test_the_development_part_is_in_no_number_but_the_threshold() -> None:
    some = crowd(1, 300)
    card = card_of(some)
    assert card.threshold.value is not None and card.development == card.threshold.pairs > 60
    assert card.overall.pairs == card.overall.numbers.judge.n == 300 - card.development
    # Whatever the judge says on the development part, the numbers elsewhere are the same.
    spoilt = [case_of(one, "none 0.01") if one.development else one for one in some]
    assert card_of(spoilt).overall.numbers.judge == card.overall.numbers.judge
    assert card_of(spoilt).threshold != card.threshold


def case_of(one: Judged, word: str) -> Judged:
    return structs.replace(one, decision=case("full", word).decision)


def test_without_a_development_part_there_is_no_threshold() -> None:
    card = card_of([structs.replace(one, development=False) for one in crowd(1, 100)], share=0.0)
    assert card.threshold.value is None and card.overall.numbers.at_threshold is None
    assert "no threshold was chosen: there is no development part" in card.words
    assert (
        "word overlap was measured at its default threshold, since none could be chosen for it" in card.words
    )


@pytest.mark.parametrize(
    ("skill", "baseline", "words"),
    [
        (0.9, 0.6, "tester beats word overlap: +"),
        (0.75, 0.75, "tester does not beat word overlap: "),
        (0.6, 0.9, "tester is worse than word overlap: -"),
    ],
)
def test_the_first_sentence_says_whether_it_beats_word_overlap(
    skill: float, baseline: float, words: str
) -> None:
    card = card_of(crowd(2, 400, skill=skill, baseline_skill=baseline))
    assert card.words[0].startswith(words)


def test_sets_that_are_lost_are_named() -> None:
    card = card_of(
        [*crowd(3, 300, dataset="easy"), *crowd(4, 300, skill=0.6, baseline_skill=0.9, dataset="hard")]
    )
    assert "tester is worse than word overlap on 1 of 2 sets: hard" in card.words
    assert list(card.sets) == ["easy", "hard"]
    means = [part.numbers.judge.balanced_accuracy.value for part in card.sets.values()]
    assert card.means.judge == pytest.approx(sum(m for m in means if m is not None) / 2)
    assert card.overall.pairs == sum(part.pairs for part in card.sets.values())


def test_open_pairs_and_small_samples_are_said() -> None:
    some = [
        case("full", "timeout", key="a"),
        case("full", "full 0.9", key="b"),
        case("none", "none 0.1", key="c"),
    ]
    card = card_of(some, share=0.0)
    assert any("1 of 3 pairs were left open (1 timeout)" in words for words in card.words)
    assert any(words.startswith("only 3 pairs") for words in card.words)
    assert any("too few groups for an interval" in words for words in card.words)


def test_people_are_set_beside_the_judge_in_words() -> None:
    some = [
        case(
            "full" if n % 2 else "none",
            "full 0.9" if n % 2 else "none 0.2",
            key=str(n),
            ratings={"anna": "full" if n % 2 else "none", "ben": "full" if n % 3 else "none"},
        )
        for n in range(60)
    ]
    words = card_of(some, share=0.0).words
    assert any(one.startswith("2 people agree with alpha ") for one in words)
    assert any(one.startswith("one person taken as the judge of another reaches ") for one in words)


def test_nothing_measured_is_said() -> None:
    assert card_of([]).words == ("no pair is left outside the development part: nothing was measured",)


def test_equal_input_gives_equal_bytes() -> None:
    some = crowd(6, 200)
    assert encode_card(card_of(some)) == encode_card(card_of(some))


def test_a_card_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "card.json"
    file = DataFile(path="pairs.jsonl", role="pairs", sha256="00")
    card = card_of(crowd(7, 200), data=[file], limit=50)
    path.write_bytes(encode_card(card))
    assert read_card(path) == card
    assert card.signature.startswith(
        "pincite-calibration|judge:tester@abababab|rubric:cdcdcdcd|question:full-or-not|"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.replace(b'"seed": 7', b'"seed": 8'), "was changed after it was written"),
        (lambda data: data[:-40], "not a calibration card"),
        (lambda data: b"{}", "not a calibration card"),
        (lambda data: b"[" * 100_000, "not a calibration card"),
    ],
    ids=["edited", "cut", "empty", "deep"],
)
def test_what_is_no_card_is_refused(tmp_path: Path, change: Any, message: str) -> None:
    path = tmp_path / "card.json"
    path.write_bytes(change(encode_card(card_of(crowd(7, 60)))))
    with pytest.raises(InputError, match=message):
        read_card(path)


def test_an_absent_card_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_card(tmp_path / "none.json")


def test_a_run_cites_the_card() -> None:
    card = card_of(crowd(8, 400))
    entry = cited(card, IDENTITY)
    assert isinstance(entry, dict)
    numbers = card.overall.numbers.judge
    assert entry["kappa"] == {
        "value": numbers.kappa.value,
        "low": numbers.kappa.low,
        "high": numbers.kappa.high,
    }
    assert (entry["n"], entry["date"], entry["threshold"]) == (numbers.n, "2026-10-03", None)
    assert entry["beats_overlap"] is True and entry["card"] == card.digest[:16]
    assert told(entry).startswith("kappa 0.") and told(entry).endswith(f"n={numbers.n}, 2026-10-03)")


def test_a_run_that_people_labelled_cites_its_corrected_rates() -> None:
    rows = [row(f"a{n}", "full" if n % 3 else "none") for n in range(30)]
    labels = [label(f"a{n}", "full" if n % 2 else "none") for n in range(30)]
    evidence = RunEvidence(
        run_id="r1",
        signature="s",
        corrected={str(name): rate for name, rate in corrected_rates(rows, labels).items()},
    )
    card = card_of(crowd(8, 60), run=evidence)
    assert card.words[0].startswith("citation precision is 50.0 % (")
    assert "from 30 labels in 30 answers; the judge alone says 66.7 %" in card.words[0]
    entry = cited(card, IDENTITY, run_id="r1")
    assert isinstance(entry, dict)
    assert entry["corrected"]["citation_precision"]["value"] == pytest.approx(0.5)
    assert entry["corrected"]["citation_precision"]["labelled"] == 30
    other = cited(card, IDENTITY, run_id="r2")
    assert isinstance(other, dict) and other["corrected"] is None


def test_accepted_severe_claims_are_said_in_words() -> None:
    rows = [row(f"a{n}", "full", severity="critical") for n in range(12)]
    labels = [label(f"a{n}", "none" if n == 3 else "full") for n in range(12)]
    evidence = RunEvidence(run_id="r", signature="s", severe=severe_false_accepts(rows, labels))
    words = card_of(crowd(8, 60), run=evidence).words
    assert words[0].startswith(
        "of 12 reviewed critical and high claims that the judge called full, 1 are not: "
    )


def test_without_a_card_a_run_is_not_calibrated() -> None:
    assert cited(None, IDENTITY) == "not calibrated"
    assert told("not calibrated") == told(None) == "not calibrated"


def test_a_judge_that_does_not_beat_overlap_is_cited_with_that() -> None:
    entry = cited(card_of(crowd(9, 300, skill=0.6, baseline_skill=0.8)), IDENTITY)
    assert told(entry).endswith("; does not beat word overlap")


def test_the_judge_at_the_cards_threshold_is_cited_at_the_threshold() -> None:
    card = card_of(crowd(8, 400))
    assert card.threshold.value is not None and card.overall.numbers.at_threshold is not None
    entry = cited(card, Thresholded(ScriptedJudge(), card.threshold.value).identity)
    assert isinstance(entry, dict) and entry["threshold"] == card.threshold.value
    assert entry["kappa"]["value"] == card.overall.numbers.at_threshold.kappa.value


@pytest.mark.parametrize("judge", [OverlapJudge(), Thresholded(ScriptedJudge(), 0.123)])
def test_a_card_about_another_judge_is_refused(judge: Any) -> None:
    with pytest.raises(ConfigError, match="the calibration card is about tester"):
        cited(card_of(crowd(8, 100)), judge.identity)


def test_judges_are_ranked_by_the_paired_difference() -> None:
    good, bad = crowd(10, 300, skill=0.9), crowd(10, 300, skill=0.6)
    bad = [structs.replace(one, decision=other.decision) for one, other in zip(good, bad, strict=True)]
    found = compare_judges(good, bad)
    assert found.better == "first" and found.n == sum(not one.development for one in good)
    (sentence,) = rankings([("weak", bad), ("strong", good)])
    assert sentence.startswith("strong beats weak: +")
    (same,) = rankings([("one", good), ("other", good)])
    assert same.startswith("one does not demonstrably beat other: +0.0 points")
    with pytest.raises(ValueError, match="same pairs"):
        compare_judges(good, bad[1:])
