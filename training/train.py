"""The training loop: fixed order, checkpoints, and the same result whether or not it was interrupted."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import torch
from msgspec import Struct
from torch import Tensor
from torch.nn import functional

from training.encoder import Encoder
from training.encoding import Encoded

Batch = tuple[Tensor, Tensor, Tensor, Tensor]


class Plan(Struct, frozen=True, kw_only=True):
    """Everything that decides the result besides data and base weights."""

    epochs: float = 2
    tokens: int = 4096
    rate: float = 1e-4
    warm_up: float = 0.03
    cool_down: float = 0.2
    decay: float = 0.01
    clip: float = 1.0
    pool: int = 64
    seed: int = 7
    save_every: int = 100


def batches(sizes: Sequence[int], plan: Plan, epoch: int) -> list[list[int]]:
    """Indices in batches of about `tokens` tokens, alike in length within a batch, in a seeded order."""
    random = Random(f"{plan.seed}/{epoch}")
    order = list(range(len(sizes)))
    random.shuffle(order)
    # Lengths are sorted within pools, so that a batch mixes sets and epochs differ.
    mean = sum(sizes) / max(1, len(sizes))
    pool = max(1, int(plan.pool * plan.tokens / mean))
    made: list[list[int]] = []
    for start in range(0, len(order), pool):
        some = sorted(order[start : start + pool], key=lambda n: (sizes[n], n))
        batch: list[int] = []
        for n in some:
            if batch and (len(batch) + 1) * sizes[n] > plan.tokens:
                made.append(batch)
                batch = []
            batch.append(n)
        if batch:
            made.append(batch)
    random.shuffle(made)
    return made


def tensors(some: Sequence[Encoded]) -> Batch:
    width = max(len(one.ids) for one in some)
    ids = torch.zeros(len(some), width, dtype=torch.long)
    kinds = torch.zeros(len(some), width, dtype=torch.long)
    mask = torch.zeros(len(some), width, dtype=torch.bool)
    for row, one in enumerate(some):
        size = len(one.ids)
        ids[row, :size] = torch.tensor(one.ids)
        kinds[row, one.split : size] = 1
        mask[row, :size] = True
    return ids, kinds, mask, torch.tensor([one.label for one in some])


def loss_of(logits: Tensor, labels: Tensor) -> Tensor:
    """Cross-entropy; where only "not full" is known, the log of the probability of not full."""
    told = functional.log_softmax(logits, dim=1)
    not_full = torch.logsumexp(told[:, 1:], dim=1)
    exact = told.gather(1, labels.clamp(min=0)[:, None])[:, 0]
    return -torch.where(labels >= 0, exact, not_full).mean()


def rate_at(step: int, steps: int, plan: Plan) -> float:
    """Up, level, and down at the end: from the level part a run can be prolonged without waste."""
    warm, cool = max(1, int(plan.warm_up * steps)), max(1, int(plan.cool_down * steps))
    return plan.rate * min(1.0, (step + 1) / warm, (steps - step) / cool)


class Trainer:
    """Holds model and optimiser, and goes on from the last checkpoint in `folder`."""

    def __init__(
        self, model: Encoder, data: Sequence[Encoded], plan: Plan, folder: Path, device: str
    ) -> None:
        self.model, self.data, self.plan, self.folder, self.device = (
            model.to(device),
            data,
            plan,
            folder,
            device,
        )
        # The word vectors stay as they came: the data are too few to move thirty thousand of them.
        model.words.weight.requires_grad_(False)
        apart = [p for name, p in model.named_parameters() if p.requires_grad and p.ndim < 2]
        matrices = [p for name, p in model.named_parameters() if p.requires_grad and p.ndim >= 2]
        self.optimiser = torch.optim.AdamW(
            [{"params": matrices, "weight_decay": plan.decay}, {"params": apart, "weight_decay": 0.0}],
            lr=plan.rate,
        )
        sizes = [len(one.ids) for one in data]
        passes = [batches(sizes, plan, epoch) for epoch in range(math.ceil(plan.epochs))]
        steps = round(plan.epochs * len(passes[0]))
        self.order = [batch for one in passes for batch in one][:steps]
        self.step = 0
        self._resume()

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def _resume(self) -> None:
        if not self._checkpoint.exists():
            return
        kept: dict[str, Any] = torch.load(self._checkpoint, map_location=self.device, weights_only=True)
        self.model.load_state_dict(kept["model"])
        self.optimiser.load_state_dict(kept["optimiser"])
        self.step = kept["step"]

    def save(self) -> None:
        """Write the checkpoint; one that breaks off in writing never replaces a whole one."""
        part = self._checkpoint.with_suffix(".part")
        torch.save(
            {"model": self.model.state_dict(), "optimiser": self.optimiser.state_dict(), "step": self.step},
            part,
        )
        part.replace(self._checkpoint)

    def run(self, say: Callable[[str], None], *, until: float = float("inf")) -> bool:
        """Train to the end of the plan; False if the clock passed `until` (seconds of `time.time`) first."""
        steps = len(self.order)
        self.model.train()
        started, first, total = time.time(), self.step, 0.0
        while self.step < steps:
            for group in self.optimiser.param_groups:
                group["lr"] = rate_at(self.step, steps, self.plan)
            total += self._learn(self.order[self.step])
            self.step += 1
            if self.step % 50 == 0:
                left = (time.time() - started) / (self.step - first) * (steps - self.step) / 60
                say(f"step {self.step}/{steps}  loss {total / 50:.4f}  {left:.0f} min left")
                total = 0.0
            if self.step % self.plan.save_every == 0:
                self.save()
            if time.time() > until:
                self.save()
                return False
        self.save()
        return True

    def _learn(self, batch: Sequence[int]) -> float:
        ids, kinds, mask, labels = (one.to(self.device) for one in tensors([self.data[n] for n in batch]))
        loss = loss_of(self.model(ids, kinds, mask), labels)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.plan.clip)
        self.optimiser.step()
        return float(loss.detach())
