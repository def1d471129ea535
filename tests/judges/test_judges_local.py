"""The local judge: what it reads, what it says, and that neither neighbours nor threads change it."""

from __future__ import annotations

import math
import pickle
from importlib import util
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy
import onnxruntime
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judges_questions import patient, question
from local_models import WORDS, tiny, tokenizer, weights, write_model
from training.export import exported, quantised

from pincite.errors import ConfigError, DependencyError, JudgeError
from pincite.judges.local import files as local_files
from pincite.judges.local.combiner import Combiner, Weight
from pincite.judges.local.features import FEATURES_VERSION, NAMES, features, log_odds
from pincite.judges.local.files import load_files
from pincite.judges.local.judge import LocalJudge
from pincite.judges.local.model import Encoder
from pincite.judges.local.selection import selected, units
from pincite.judges.naming import named_judge
from pincite.judges.nli.mapping import Probabilities
from pincite.judges.protocol import Judge
from pincite.judges.rules import RulesJudge
from pincite.judges.rules.judge import weighed

OPENS = "The museum opens at nine."
QUESTIONS = [
    question("The museum opens at nine.", OPENS, key="a"),
    question("The museum opens at ten.", OPENS, key="b"),
    question("The museum is closed on Monday.", OPENS, "Closed on Monday.", key="c"),
    question("Nothing is cited.", "", key="d"),
    question("The museum opens at nine and the café at ten.", OPENS * 40, key="e"),
]


def starts(text: str) -> list[int]:
    """Where the words of a text begin: tokens enough for a test."""
    return [n for n, letter in enumerate(text) if not letter.isspace() and (n == 0 or text[n - 1].isspace())]


def leaning(name: str, weight: float, *, full: float = 0.6, open_: float = 0.4) -> Combiner:
    """A combiner that looks at one feature only."""
    return Combiner(
        features_version=FEATURES_VERSION,
        bias=0.0,
        weights=tuple(Weight(one, 0.0, 1.0, weight if one == name else 0.0) for one in NAMES),
        full=full,
        open=open_,
        contradiction=0.9,
    )


class TestSelection:
    def test_evidence_that_fits_is_read_whole(self) -> None:
        assert [(s.start, s.end) for s in selected("nine", OPENS, starts(OPENS), 10)] == [(0, len(OPENS))]

    def test_blank_evidence_has_nothing_to_read(self) -> None:
        assert selected("nine", "  \n", [], 10) == ()

    def test_the_sentence_that_bears_on_the_claim_is_kept(self) -> None:
        text = "Filler stands here for length. " * 20 + "The ferry leaves at dawn. " + "More filler. " * 20
        read = " ".join(
            text[s.start : s.end] for s in selected("When the ferry leaves", text, starts(text), 12)
        )
        assert "The ferry leaves at dawn." in read

    def test_a_row_brings_the_names_of_its_columns(self) -> None:
        rows = "".join(f"town {n} | {n} km\n" for n in range(60))
        text = f"place | distance\n{rows}"
        read = [text[s.start : s.end] for s in selected("town 41 is 41 km away", text, starts(text), 12)]
        assert read[0].startswith("place | distance")
        assert any("town 41 | 41 km" in piece for piece in read)

    @patient
    @given(st.text(max_size=400), st.text(max_size=80), st.integers(1, 60))
    def test_never_more_than_there_is_room_for(self, text: str, claim: str, room: int) -> None:
        places = starts(text)
        spans = selected(claim, text, places, room)
        assert all(0 <= s.start < s.end <= len(text) for s in spans)
        assert all(one.end <= other.start for one, other in pairwise(spans))
        assert sum(sum(s.start <= at < s.end for at in places) for s in spans) <= room
        assert bool(spans) == bool(text.strip())

    @patient
    @given(st.text(max_size=400))
    def test_units_lie_in_order_and_cover_every_letter(self, text: str) -> None:
        found = units(text)
        assert all(one.end <= other.start for one, other in pairwise(found))
        covered = {at for unit in found for at in range(unit.start, unit.end)}
        assert all(at in covered for at, letter in enumerate(text) if letter.isalnum())


class TestCombiner:
    def test_support_is_the_logistic_function_of_the_sum(self) -> None:
        combiner = leaning("words", 2.0)
        values = [0.0] * len(NAMES)
        values[NAMES.index("words")] = 0.75
        assert combiner.support(values) == round(1 / (1 + math.exp(-1.5)), 4)

    def test_parts_add_up(self) -> None:
        combiner = Combiner(
            features_version=FEATURES_VERSION,
            bias=0.3,
            weights=tuple(Weight(name, 1.0, 2.0, 0.5) for name in NAMES),
            full=0.5,
            open=0.5,
            contradiction=0.9,
        )
        values = [float(n) for n in range(len(NAMES))]
        total = 0.3 + sum((n - 1) / 2 * 0.5 for n in range(len(NAMES)))
        assert sum(part for _, part in combiner.parts(values)) == pytest.approx(total - 0.3)

    @pytest.mark.parametrize(("share", "told"), [(0.5, 0.0), (1.0, math.log(999)), (0.0, -math.log(999))])
    def test_log_odds(self, share: float, told: float) -> None:
        assert log_odds(share) == pytest.approx(told)


class TestFeatures:
    def told(self, claim: str, *texts: str) -> dict[str, float]:
        read = weighed(question(claim, *texts))
        assert read.basis is not None
        values = features(claim, read.texts, read.basis, Probabilities(0.5, 0.5))
        assert len(values) == len(NAMES)
        return dict(zip(NAMES, values, strict=True))

    def test_a_claim_that_stands_there(self) -> None:
        told = self.told("The museum opens at nine.", OPENS)
        assert told["words"] == told["words_in_unit"] == told["pairs"] == told["triples"] == 1.0
        assert told["figures_missing"] == told["names_missing"] == told["denial"] == 0.0
        assert told["rules_full"] == 1.0

    @pytest.mark.parametrize(
        ("claim", "text", "feature"),
        [
            ("The fee is 70 euros.", "The fee is 60 euros.", "figures_conflict"),
            ("The museum is not open.", "The museum is open.", "denial"),
            ("Lena Brandt founded the museum.", "Paul Weiss founded the museum.", "names_missing"),
        ],
    )
    def test_a_difference_is_told(self, claim: str, text: str, feature: str) -> None:
        assert self.told(claim, text)[feature] > self.told(text, text)[feature]

    @patient
    @given(st.text(max_size=80), st.text(min_size=1, max_size=200))
    def test_any_text_gives_finite_numbers(self, claim: str, text: str) -> None:
        read = weighed(question(claim, text))
        if read.basis is not None:
            values = features(claim, read.texts, read.basis, Probabilities(0.0, 1.0))
            assert all(math.isfinite(value) for value in values)


class TestGraph:
    def test_eight_bits_stay_near_the_float(self) -> None:
        feed = {
            "input_ids": numpy.array([[2, 4, 5, 6, 3, 4, 5, 3], [2, 9, 3, 8, 3, 0, 0, 0]]),
            "token_type_ids": numpy.array([[0, 0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 0, 0, 0]]),
            "attention_mask": numpy.array([[1] * 8, [1] * 5 + [0] * 3]),
        }
        told = []
        for eight_bit in (False, True):
            graph = exported(weights(), heads=2, epsilon=1e-12, eight_bit=eight_bit)
            session = onnxruntime.InferenceSession(
                graph.SerializeToString(), providers=["CPUExecutionProvider"]
            )
            told.append(session.run(None, feed)[0])
        assert told[0].shape == (2, 3)
        assert numpy.abs(told[0] - told[1]).max() < 0.2
        assert numpy.abs(told[0]).max() > 0.2

    def test_quantised_values_come_back_within_half_a_step(self) -> None:
        value = weights()["layers.0.widen.weight"]
        kept, scale = quantised(value, axis=0)
        assert kept.dtype == numpy.int8
        assert (numpy.abs(kept * scale - value) <= scale / 2 + 1e-7).all()


PAIRS = [(text, claim) for text in (OPENS, OPENS * 9, "closed") for claim in ("museum opens", "at ten .")]


class TestEncoder:
    def test_a_score_does_not_depend_on_its_neighbours(self, tmp_path: Path) -> None:
        encoder = Encoder(tiny(tmp_path))
        together = encoder.score(PAIRS)
        assert together == [encoder.score([pair])[0] for pair in PAIRS]
        assert encoder.score(PAIRS[::-1]) == together[::-1]
        assert len(set(together)) > 2

    def test_scores_are_probabilities(self, tmp_path: Path) -> None:
        for told in Encoder(tiny(tmp_path)).score(PAIRS):
            assert 0 <= told.full <= 1 and 0 <= told.contradiction <= 1
            assert told.full + told.contradiction <= 1.0001

    @patient
    @given(st.text(max_size=60), st.text(max_size=60))
    def test_any_text_is_scored(
        self, tmp_path_factory: pytest.TempPathFactory, text: str, claim: str
    ) -> None:
        encoder = Encoder(tiny(tmp_path_factory.getbasetemp() / "any"))
        assert len(encoder.score([(text, claim)])) == 1

    def test_a_claim_longer_than_the_model_is_cut_not_refused(self, tmp_path: Path) -> None:
        assert len(Encoder(tiny(tmp_path, room=20)).score([(OPENS, "museum " * 500)])) == 1


class TestJudge:
    def test_it_is_a_judge(self, tmp_path: Path) -> None:
        judge = LocalJudge(tiny(tmp_path))
        assert isinstance(judge, Judge)
        assert judge.network is False
        assert judge.identity.name == "local"

    def test_one_verdict_a_question_in_their_order(self, tmp_path: Path) -> None:
        verdicts = LocalJudge(tiny(tmp_path)).judge_batch(QUESTIONS)
        assert [one.question_id for one in verdicts] == ["a", "b", "c", "d", "e"]

    def test_verdicts_do_not_depend_on_the_batch(self, tmp_path: Path) -> None:
        judge = LocalJudge(tiny(tmp_path, leaning("model_full", 1.0)))
        together = judge.judge_batch(QUESTIONS)
        assert together == [judge.judge_batch([one])[0] for one in QUESTIONS]
        assert judge.judge_batch(QUESTIONS[::-1]) == together[::-1]

    def test_it_travels_to_another_process(self, tmp_path: Path) -> None:
        judge = LocalJudge(tiny(tmp_path, leaning("words", 3.0)))
        copy = pickle.loads(pickle.dumps(judge))
        assert copy.identity == judge.identity
        assert copy.judge_batch(QUESTIONS) == judge.judge_batch(QUESTIONS)

    def test_nothing_to_read_is_none(self, tmp_path: Path) -> None:
        verdict = LocalJudge(tiny(tmp_path)).judge_batch([QUESTIONS[3]])[0]
        assert (verdict.label, verdict.status) == ("none", "judged")

    @pytest.mark.parametrize(
        ("combiner", "label", "status"),
        [
            (leaning("rules_full", 5.0, full=0.9, open_=0.9), "full", "judged"),
            (leaning("rules_full", -5.0), "none", "judged"),
            (leaning("rules_full", 0.0), None, "undecided"),
        ],
    )
    def test_the_combiner_decides(
        self, tmp_path: Path, combiner: Combiner, label: str | None, status: str
    ) -> None:
        verdict = LocalJudge(tiny(tmp_path, combiner)).judge_batch([QUESTIONS[0]])[0]
        assert (verdict.label, verdict.status) == (label, status)

    def test_a_conflict_that_the_rules_found_keeps_its_name(self, tmp_path: Path) -> None:
        wrong = question("The fee is 70 euros.", "The fee is 60 euros.")
        verdict = LocalJudge(tiny(tmp_path, leaning("rules_contradiction", -5.0))).judge_batch([wrong])[0]
        assert verdict.label == "contradiction"
        assert "60 euros" in verdict.rationale

    @pytest.mark.parametrize(
        ("claim", "text"),
        [
            (
                "Das Museum öffnet um neun Uhr und ist am Montag geschlossen.",
                "Das Museum öffnet um neun Uhr.",
            ),
            ("The museum opens at nine.", "Le musée ouvre à neuf heures et il est fermé le lundi."),
            ("museum " * 60, OPENS),
        ],
    )
    def test_what_the_model_cannot_read_the_rules_decide(self, tmp_path: Path, claim: str, text: str) -> None:
        asked = question(claim, text)
        rules = RulesJudge().judge_batch([asked])[0]
        eager = leaning("words", 0.0, full=0.1, open_=0.05)
        verdict = LocalJudge(tiny(tmp_path, eager)).judge_batch([asked])[0]
        assert (verdict.label, verdict.status, verdict.support) == (rules.label, rules.status, None)
        assert LocalJudge(tiny(tmp_path, eager)).judge_batch([QUESTIONS[2]])[0].label == "full"

    def test_the_reason_names_what_decided(self, tmp_path: Path) -> None:
        combiner = leaning("words", 5.0, full=0.9, open_=0.9)
        verdict = LocalJudge(tiny(tmp_path, combiner)).judge_batch([QUESTIONS[0]])[0]
        assert "shared words" in verdict.rationale
        assert verdict.confidence == verdict.support

    def test_its_identity_changes_with_the_combiner(self, tmp_path: Path) -> None:
        one = LocalJudge(tiny(tmp_path / "one", leaning("words", 1.0)))
        other = LocalJudge(tiny(tmp_path / "other", leaning("words", 2.0)))
        assert one.identity.digest != other.identity.digest


class TestFiles:
    @pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "combiner.json"])
    def test_a_file_that_was_touched_is_refused(self, tmp_path: Path, name: str) -> None:
        folder = write_model(tmp_path)
        (folder / name).write_bytes((folder / name).read_bytes() + b" ")
        with pytest.raises(JudgeError, match=name):
            load_files(folder)

    @pytest.mark.parametrize("name", ["model.onnx", "manifest.json"])
    def test_a_missing_file_is_told(self, tmp_path: Path, name: str) -> None:
        folder = write_model(tmp_path)
        (folder / name).unlink()
        with pytest.raises(JudgeError, match="cannot be read"):
            load_files(folder)

    def test_a_combiner_of_other_features_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(JudgeError, match="another version"):
            tiny(tmp_path, Combiner.flat("0", NAMES))
        with pytest.raises(JudgeError, match="another version"):
            tiny(tmp_path, Combiner.flat(FEATURES_VERSION, NAMES[:-1]))

    def test_without_the_package_the_install_line_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(local_files, "PACKAGE", "no_such_package_of_ours")
        with pytest.raises(DependencyError) as caught:
            load_files()
        assert "pincite[local]" in (caught.value.hint or "")

    def test_local_takes_no_argument(self) -> None:
        with pytest.raises(ConfigError):
            named_judge("local:something")


def test_the_tiny_vocabulary_is_what_it_says() -> None:
    """The fixtures would prove little if all words were unknown ones."""
    told = msgspec.json.decode(tokenizer())
    assert set(told["model"]["vocab"]) == set(WORDS)
    assert util.find_spec("onnxruntime") is not None
