"""The loop: every pair once a pass, and the same weights whether or not it was interrupted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs torch (training/requirements.txt)")
pytest.importorskip("safetensors", reason="training needs safetensors (training/requirements.txt)")

from training.encoder import Encoder, Shape  # noqa: E402 - only where torch is
from training.encoding import Encoded  # noqa: E402
from training.train import Plan, Trainer, batches, loss_of, rate_at  # noqa: E402

CONFIG = {
    "num_hidden_layers": 2,
    "hidden_size": 8,
    "num_attention_heads": 2,
    "intermediate_size": 16,
    "vocab_size": 30,
    "max_position_embeddings": 40,
    "layer_norm_eps": 1e-12,
}
PLAN = Plan(epochs=2, tokens=48, save_every=3, seed=7)
PAIRS = [Encoded(tuple(4 + (n * k) % 26 for k in range(1, 5 + n % 9)), 3, n % 4 - 1) for n in range(40)]


def trainer(folder: Path) -> Trainer:
    (folder / "config.json").write_text(json.dumps(CONFIG))
    torch.set_num_threads(1)
    torch.manual_seed(7)
    return Trainer(Encoder(Shape(folder)), PAIRS, PLAN, folder, "cpu")


def test_a_pass_reads_every_pair_once() -> None:
    sizes = [len(one.ids) for one in PAIRS]
    for epoch in (0, 1):
        made = batches(sizes, PLAN, epoch)
        assert sorted(n for batch in made for n in batch) == list(range(len(PAIRS)))
        assert all(len(batch) * max(sizes[n] for n in batch) <= PLAN.tokens for batch in made)
    assert batches(sizes, PLAN, 0) == batches(sizes, PLAN, 0) != batches(sizes, PLAN, 1)


def test_an_interrupted_run_ends_in_the_same_weights(tmp_path: Path) -> None:
    for name in ("whole", "parts"):
        (tmp_path / name).mkdir()
    whole = trainer(tmp_path / "whole")
    assert whole.run(lambda line: None)
    rounds = 0
    while not trainer(tmp_path / "parts").run(lambda line: None, until=0):
        rounds += 1
    assert rounds > 5
    parts = trainer(tmp_path / "parts")
    assert parts.step == whole.step == len(whole.order)
    for name, value in whole.model.state_dict().items():
        assert torch.equal(value, parts.model.state_dict()[name]), name


def test_a_run_that_breaks_off_unsaved_goes_back_to_its_checkpoint(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    first = trainer(tmp_path / "one")
    first.run(lambda line: None, until=0)
    assert trainer(tmp_path / "one").step == first.step == 1


def test_only_not_full_is_asked_where_no_more_is_known() -> None:
    logits = torch.tensor([[0.0, 5.0, -5.0], [0.0, -5.0, 5.0]])
    unknown = torch.tensor([-1, -1])
    assert float(loss_of(logits[:1], unknown[:1])) == pytest.approx(float(loss_of(logits[1:], unknown[1:])))
    assert float(loss_of(logits[:1], torch.tensor([1]))) < float(loss_of(logits[:1], torch.tensor([2])))


def test_the_rate_goes_up_stays_and_comes_down() -> None:
    rates = [rate_at(step, 100, PLAN) for step in range(100)]
    assert rates[0] < rates[2] == PLAN.rate == rates[50]
    assert rates[-1] < rates[85] < PLAN.rate
