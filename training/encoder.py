"""The model that is trained: a BERT encoder read from its weights, with a head of three outputs.

Written out here, in the form in which it is exported, so that training needs PyTorch and nothing above it.
Architecture: Devlin et al. 2019; the head is one layer on the first token.
"""

from __future__ import annotations

import json
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional


class Shape:
    """What the weights' `config.json` says about them."""

    def __init__(self, folder: Path) -> None:
        told = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.layers: int = told["num_hidden_layers"]
        self.width: int = told["hidden_size"]
        self.heads: int = told["num_attention_heads"]
        self.inner: int = told["intermediate_size"]
        self.vocabulary: int = told["vocab_size"]
        self.positions: int = told["max_position_embeddings"]
        self.epsilon: float = told["layer_norm_eps"]


class Layer(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.attend = nn.Linear(shape.width, 3 * shape.width)
        self.attended = nn.Linear(shape.width, shape.width)
        self.norm1 = nn.LayerNorm(shape.width, shape.epsilon)
        self.widen = nn.Linear(shape.width, shape.inner)
        self.narrow = nn.Linear(shape.inner, shape.width)
        self.norm2 = nn.LayerNorm(shape.width, shape.epsilon)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        n, length, width = x.shape
        parts = self.attend(x).view(n, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        read = functional.scaled_dot_product_attention(parts[0], parts[1], parts[2], attn_mask=mask)
        return self._after(x, read.transpose(1, 2).reshape(n, length, width))

    def first(self, x: Tensor, mask: Tensor) -> Tensor:
        """The same for the first token alone: all that the head reads, at a sixth of the work."""
        n, length, width = x.shape
        size = width // self.heads
        weight, bias = self.attend.weight, self.attend.bias
        ask = functional.linear(x[:, :1], weight[:width], bias[:width])
        told = functional.linear(x, weight[width:], bias[width:])
        keys, values = told.view(n, length, 2, self.heads, size).permute(2, 0, 3, 1, 4)
        query = ask.view(n, 1, self.heads, size).transpose(1, 2)
        read = functional.scaled_dot_product_attention(query, keys, values, attn_mask=mask)
        return self._after(x[:, :1], read.transpose(1, 2).reshape(n, 1, width))[:, 0]

    def _after(self, x: Tensor, read: Tensor) -> Tensor:
        x = self.norm1(x + self.attended(read))
        out: Tensor = self.norm2(x + self.narrow(functional.gelu(self.widen(x))))
        return out


class Encoder(nn.Module):
    """Token ids, the kind of each token (0 evidence, 1 claim) and a mask of real ones to three logits."""

    def __init__(self, shape: Shape, outputs: int = 3) -> None:
        super().__init__()
        self.words = nn.Embedding(shape.vocabulary, shape.width)
        self.places = nn.Embedding(shape.positions, shape.width)
        self.kinds = nn.Embedding(2, shape.width)
        self.norm = nn.LayerNorm(shape.width, shape.epsilon)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.pool = nn.Linear(shape.width, shape.width)
        self.head = nn.Linear(shape.width, outputs)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        place = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.places(place) + self.kinds(kinds))
        wide = mask[:, None, None, :]
        for layer in self.layers[:-1]:
            x = layer(x, wide)
        last = self.layers[-1]
        assert isinstance(last, Layer)
        logits: Tensor = self.head(torch.tanh(self.pool(last.first(x, wide))))
        return logits


def load_base(folder: Path) -> Encoder:
    """An encoder with the base weights; the head is fresh (seed it before)."""
    model = Encoder(Shape(folder))
    given = {
        name.removeprefix("bert."): value for name, value in load_file(folder / "model.safetensors").items()
    }
    state = model.state_dict()
    e = "embeddings"
    _copy(state, "words.weight", given[f"{e}.word_embeddings.weight"])
    _copy(state, "places.weight", given[f"{e}.position_embeddings.weight"])
    _copy(state, "kinds.weight", given[f"{e}.token_type_embeddings.weight"])
    for part in ("weight", "bias"):
        _copy(state, f"norm.{part}", given[f"{e}.LayerNorm.{part}"])
        if f"pooler.dense.{part}" in given:
            _copy(state, f"pool.{part}", given[f"pooler.dense.{part}"])
        for n in range(len(model.layers)):
            old = f"encoder.layer.{n}"
            joined = [given[f"{old}.attention.self.{one}.{part}"] for one in ("query", "key", "value")]
            _copy(state, f"layers.{n}.attend.{part}", torch.cat(joined))
            for new, name in (
                ("attended", "attention.output.dense"),
                ("norm1", "attention.output.LayerNorm"),
                ("widen", "intermediate.dense"),
                ("narrow", "output.dense"),
                ("norm2", "output.LayerNorm"),
            ):
                _copy(state, f"layers.{n}.{new}.{part}", given[f"{old}.{name}.{part}"])
    model.load_state_dict(state)
    return model


def _copy(state: dict[str, Tensor], name: str, value: Tensor) -> None:
    if state[name].shape != value.shape:
        raise ValueError(f"the base weights do not fit: {name} is {tuple(value.shape)}")
    state[name] = value.to(torch.float32)
