"""Classification models as judges: what their outputs mean, long evidence, the same answer in any batch."""

from __future__ import annotations

import json
import math
import pickle
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judges_models import make_model
from judges_questions import passage, patient, question

from pincite.errors import ConfigError, DependencyError, JudgeError
from pincite.judges.naming import named_judge
from pincite.judges.nli import NliJudge
from pincite.judges.nli.mapping import mapping
from pincite.judges.nli.windows import windows
from pincite.judges.options import JudgeOptions
from pincite.judges.protocol import Judge
from pincite.model import Question, Verdict
from pincite.text.sentences import sentences

PLAIN = JudgeOptions(cache=None)
THREE = ("contradiction", "entailment", "neutral")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A three-way model: "yes" entails, "no" contradicts, otherwise neutral."""
    return make_model(
        tmp_path_factory.mktemp("models") / "three",
        {"yes": [0, 6, 0], "no": [6, 0, 0]},
        names=THREE,
        bias=[0, 0, 3],
        room=48,
    )


@pytest.fixture(scope="module")
def judge(folder: Path) -> Judge:
    return named_judge(f"nli:{folder}", PLAIN)


def one(judge: Judge, *texts: str, claim: str = "the claim") -> Verdict:
    (told,) = judge.judge_batch([question(claim, *texts)])
    return told


@pytest.mark.parametrize(
    ("text", "label", "logits"),
    [
        ("it says yes", "full", (0, 6, 3)),
        ("it says no", "contradiction", (6, 0, 3)),
        ("it says nothing", "none", (0, 0, 3)),
        ("yes and no", "none", (6, 6, 3)),
    ],
)
def test_three_ways(judge: Judge, text: str, label: str, logits: tuple[float, ...]) -> None:
    told = one(judge, text)
    total = sum(math.exp(value) for value in logits)
    full, against = math.exp(logits[1]) / total, math.exp(logits[0]) / total
    confidence = {"full": full, "contradiction": against, "none": 1 - max(full, against)}[label]
    assert (told.label, told.status) == (label, "judged")
    assert told.confidence == pytest.approx(confidence, abs=1e-4)
    assert told.support == pytest.approx(full, abs=1e-4)


def test_a_tie_at_the_threshold_is_support_first(folder: Path) -> None:
    low = named_judge(f"nli:{folder}", JudgeOptions(cache=None, nli_threshold=0.4))
    assert one(low, "yes and no").label == "full"


def test_what_it_can_label_is_said(judge: Judge) -> None:
    assert judge.identity.labels == ("full", "none", "contradiction")


def test_the_evidence_is_the_sentence_nearest_to_the_claim(judge: Judge) -> None:
    text = "Dogs bark loudly. The loan runs yes for 21 days. Cats purr."
    told = one(judge, text, claim="The loan runs for 21 days.")
    assert told.evidence is not None
    assert (
        text[told.evidence.start : told.evidence.end]
        == told.evidence.text
        == "The loan runs yes for 21 days."
    )


def test_context_is_read_only_where_it_may_be(judge: Judge) -> None:
    asked = Question(question_id="q", claim="x", passages=(passage("it says nothing", title="yes"),))
    (plain,) = judge.judge_batch([asked])
    assert plain.label == "none"
    (seen,) = judge.judge_batch([Question(question_id="q", claim="x", passages=asked.passages, context=True)])
    assert seen.label == "full"


def test_no_text_and_too_long_a_claim(judge: Judge) -> None:
    assert (one(judge, " ").label, one(judge).status) == ("none", "judged")
    told = one(judge, "yes", claim="word " * 60)
    assert (told.status, told.reason) == ("unjudged", "error")


# Long evidence


def padded(*sentences: str) -> str:
    """Each sentence made 15 words long."""
    return " ".join(f"{one} {'word ' * (14 - len(one.split()))}end." for one in sentences)


def test_one_entailing_window_is_enough(judge: Judge) -> None:
    text = padded("It", "It", "It says no", "It", "It", "It says yes", "It")
    told = one(judge, text, claim="says yes")
    assert told.label == "full"
    assert told.evidence is not None and "yes" in told.evidence.text
    assert "windows" in told.rationale


def test_a_contradicting_window_counts_when_none_entails(judge: Judge) -> None:
    told = one(judge, padded("It", "It", "It", "It", "It", "It says no", "It"), claim="says no")
    assert told.label == "contradiction"
    assert told.evidence is not None and "no" in told.evidence.text.split()


def test_long_evidence_that_says_nothing(judge: Judge) -> None:
    assert one(judge, padded(*["It"] * 9)).label == "none"


def test_two_passages_are_read_together(judge: Judge) -> None:
    told = one(judge, "nothing here", "it says yes", claim="says yes")
    assert told.label == "full"
    assert told.evidence is not None and told.evidence.chunk_id == "c1"
    assert one(judge, "nothing here", "it says yes", claim="the claim").evidence is None


def words(text: str) -> list[tuple[int, int]]:
    spans, at = [], 0
    for word in text.split(" "):
        if word:
            spans.append((at, at + len(word)))
        at += len(word) + 1
    return spans


@patient
@given(
    st.lists(st.integers(1, 40), min_size=1, max_size=12).map(
        lambda sizes: " ".join(" ".join(["Word", *["word"] * (size - 1)]) + "." for size in sizes)
    ),
    st.integers(4, 30),
)
def test_windows_cover_all_sentences_and_fit(text: str, room: int) -> None:
    tokens = words(text)
    found = windows(text, tokens, room)
    assert found[0].start == 0 and found[-1].end == len(text)
    for window in found:
        assert sum(window.start <= start < window.end for start, _ in tokens) <= room
    for before, after in pairwise(found):
        assert before.start < after.start
        assert not text[before.end : after.start].strip()
    for sentence in sentences(text):
        inside = [window for window in found if window.start <= sentence.start and sentence.end <= window.end]
        assert inside or sum(sentence.start <= start < sentence.end for start, _ in tokens) > room


# Batches


def test_the_same_answer_in_any_batch(judge: Judge) -> None:
    texts = [
        "it says yes",
        padded("It says no", "It", "It", "It"),
        "x " * 20 + "yes no",
        "no",
        "nothing " * 30,
    ]
    asked = [question(f"claim {n}", text, key=f"{n}") for n, text in enumerate(texts * 9)]
    together = judge.judge_batch(asked)
    alone = [told for each in asked for told in judge.judge_batch([each])]
    backwards = judge.judge_batch(asked[::-1])[::-1]
    assert together == alone == backwards
    assert [told.question_id for told in together] == [each.question_id for each in asked]


# What outputs mean


@pytest.mark.parametrize(
    ("names", "outputs"),
    [
        (("ENTAILMENT", "NEUTRAL", "CONTRADICTION"), ("full", "none", "contradiction")),
        (("not_entailment", "entailment"), ("none", "full")),
        (("Supported", "Refuted", "Not Enough Info"), ("full", "contradiction", "none")),
        (("unsupported", "supported"), ("none", "full")),
        (("consistent",), ("full",)),
        (("hallucinated", "consistent"), ("none", "full")),
    ],
)
def test_known_names(names: Sequence[str], outputs: tuple[str, ...]) -> None:
    assert mapping(names, where="m").outputs == outputs


@pytest.mark.parametrize(
    "names",
    [
        ("LABEL_0", "LABEL_1", "LABEL_2"),
        ("LABEL_0",),
        ("0", "1"),
        ("positive", "negative"),
        ("neutral", "contradiction"),
        ("full", "full"),
        ("relevance",),
    ],
)
def test_unknown_names_are_not_guessed_at(names: Sequence[str]) -> None:
    with pytest.raises(ConfigError, match="nli_labels"):
        mapping(names, where="m")


def test_names_can_be_given() -> None:
    assert mapping(("LABEL_0", "LABEL_1"), ("none", "full"), where="m").outputs == ("none", "full")
    with pytest.raises(ConfigError, match="2 outputs"):
        mapping(("LABEL_0", "LABEL_1"), ("none", "full", "contradiction"), where="m")


def test_a_binary_model_says_full_or_none(tmp_path: Path) -> None:
    folder = make_model(
        tmp_path / "two", {"yes": [0, 4], "no": [4, 0]}, names=("not_entailment", "entailment")
    )
    judge = named_judge(f"nli:{folder}", PLAIN)
    assert judge.identity.labels == ("full", "none")
    assert [one(judge, text).label for text in ("yes", "no")] == ["full", "none"]


def test_a_single_output_is_the_log_odds_of_support(tmp_path: Path) -> None:
    folder = make_model(tmp_path / "one", {"yes": [3], "no": [-3]}, names=("consistent",))
    judge = named_judge(f"nli:{folder}", PLAIN)
    told = one(judge, "yes")
    assert told.label == "full"
    assert told.confidence == pytest.approx(1 / (1 + math.exp(-3)), abs=1e-4)
    assert one(judge, "no").label == "none"
    assert judge.identity.labels == ("full", "none")


def test_a_model_without_names_needs_them_given(tmp_path: Path) -> None:
    folder = make_model(tmp_path / "unnamed", {"yes": [0, 4], "no": [4, 0]})
    with pytest.raises(ConfigError, match="nli_labels"):
        named_judge(f"nli:{folder}", PLAIN)
    judge = named_judge(f"nli:{folder}", JudgeOptions(cache=None, nli_labels=("none", "full")))
    assert one(judge, "yes").label == "full"


# Files


def test_a_graph_may_lie_in_a_folder_of_its_own_or_be_named(tmp_path: Path) -> None:
    folder = make_model(tmp_path / "m", {"yes": [0, 9, 0], "no": [9, 0, 0]}, names=THREE, inner="onnx")
    by_folder = named_judge(f"nli:{folder}", PLAIN)
    by_file = named_judge(f"nli:{folder}/onnx/model.onnx", PLAIN)
    assert one(by_folder, "yes").label == one(by_file, "yes").label == "full"
    assert by_folder.identity.parts["weights"] == by_file.identity.parts["weights"]


def test_the_digest_follows_the_files(tmp_path: Path) -> None:
    def digest(name: str, weight: float, names: Sequence[str] = THREE) -> str:
        folder = make_model(tmp_path / name, {"yes": [0, weight, 0], "no": [9, 0, 0]}, names=names)
        return named_judge(f"nli:{folder}", PLAIN).identity.parts["weights"]

    assert digest("a", 6) == digest("b", 6)
    assert len({digest("a", 6), digest("c", 7), digest("d", 6, names=THREE[::-1])}) == 3


def test_the_identity_says_what_decides(folder: Path, judge: Judge) -> None:
    other = named_judge(f"nli:{folder}", JudgeOptions(cache=None, nli_threshold=0.6))
    assert judge.identity.digest != other.identity.digest
    assert judge.identity == named_judge(f"nli:{folder}", PLAIN).identity
    assert judge.identity.parts["outputs"] == "contradiction,full,none"
    assert judge.identity.parts["window_tokens"] == "48"


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"auto_map": {"AutoModel": "code.Model"}}, "code of its own"),
        ({"architectures": ["T5ForConditionalGeneration"]}, "no classifier"),
    ],
)
def test_what_is_not_to_be_used(tmp_path: Path, config: dict[str, object], said: str) -> None:
    folder = make_model(tmp_path / "m", {"yes": [0, 1]}, names=("none", "full"), config=config)
    with pytest.raises(ConfigError, match=said):
        named_judge(f"nli:{folder}", PLAIN)


def test_missing_and_broken_files(tmp_path: Path) -> None:
    folder = make_model(tmp_path / "m", {"yes": [0, 1]}, names=("none", "full"))
    (folder / "tokenizer.json").unlink()
    with pytest.raises(ConfigError, match="tokenizer"):
        named_judge(f"nli:{folder}", PLAIN)
    folder = make_model(tmp_path / "m", {"yes": [0, 1]}, names=("none", "full"))
    (folder / "model.onnx").write_bytes(b"nonsense")
    with pytest.raises(JudgeError, match="cannot be loaded"):
        named_judge(f"nli:{folder}", PLAIN)
    (folder / "model.onnx").unlink()
    with pytest.raises(ConfigError, match="no weights"):
        named_judge(f"nli:{folder}", PLAIN)
    (folder / "config.json").write_text("{")
    with pytest.raises(ConfigError, match="not JSON"):
        named_judge(f"nli:{folder}", PLAIN)


def test_a_hub_model_that_is_not_here_offline() -> None:
    with pytest.raises(JudgeError, match="offline"):
        named_judge("nli:nobody/no-such-model", JudgeOptions(cache=None, offline=True))


@pytest.mark.parametrize(("module", "extra"), [("onnxruntime", "nli"), ("tokenizers", "nli")])
def test_a_missing_runtime(folder: Path, monkeypatch: pytest.MonkeyPatch, module: str, extra: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(DependencyError) as error:
        named_judge(f"nli:{folder}", PLAIN)
    assert error.value.hint == f"pip install 'pincite[{extra}]'"


def test_weights_without_a_graph_need_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_model(tmp_path / "m", {"yes": [0, 1]}, names=("none", "full"))
    (folder / "model.onnx").unlink()
    (folder / "model.safetensors").write_bytes(b"weights")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(DependencyError) as error:
        named_judge(f"nli:{folder}", PLAIN)
    assert error.value.hint == "pip install 'pincite[nli-torch]'"


def test_a_torch_model(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    folder = make_model(tmp_path / "m", {"yes": [0, 1]}, names=THREE)
    (folder / "model.onnx").unlink()
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=8,
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=1,
        intermediate_size=8,
        num_labels=3,
    )
    config.id2label = dict(enumerate(THREE))
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    judge = named_judge(f"nli:{folder}", PLAIN)
    assert one(judge, "yes").status == "judged"
    assert judge.judge_batch([question("a", "yes")]) == judge.judge_batch([question("a", "yes")])


def test_a_judge_goes_to_a_worker_by_its_name(folder: Path, judge: Judge) -> None:
    copy = pickle.loads(pickle.dumps(judge))
    assert copy.identity == judge.identity
    assert one(copy, "it says yes") == one(judge, "it says yes")


def test_offline_it_runs_and_is_kept(folder: Path, tmp_path: Path) -> None:
    options = JudgeOptions(cache=tmp_path / "v.sqlite", offline=True)
    for hits in (0, 1):
        judge = named_judge(f"nli:{folder}", options)
        assert one(judge, "it says yes").label == "full"
        assert judge.usage.cache_hits == hits  # type: ignore[attr-defined]
        judge.close()  # type: ignore[attr-defined]


# A scorer of another runtime


class Fixed:
    """A scorer without any library: one token a character, logits by the evidence's first letter."""

    name = "fixed"
    digest = "f" * 64
    outputs: tuple[str, ...] = THREE
    room = 64
    overhead = 3

    def tokens(self, text: str) -> list[tuple[int, int]]:
        return [(place, place + 1) for place in range(len(text))]

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        return [
            {"y": [0.0, 9.0, 0.0], "n": [9.0, 0.0, 0.0]}.get(text[0], [0.0, 0.0, 9.0]) for text, _ in pairs
        ]


def test_any_scorer_makes_a_judge() -> None:
    judge = NliJudge(Fixed())
    assert [one(judge, text).label for text in ("y", "n", "z")] == ["full", "contradiction", "none"]
    assert json.dumps(judge.identity.parts)
    assert pickle.loads(pickle.dumps(judge)).identity == judge.identity
