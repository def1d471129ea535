"""A local model in miniature: the real graph with random weights, a vocabulary of a few words."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import msgspec
import numpy
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
from training.export import Array, exported

from pincite.judges.local.combiner import Combiner
from pincite.judges.local.features import FEATURES_VERSION, NAMES
from pincite.judges.local.files import LocalModel, Manifest, load_files

MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
WORDS = (*MARKS, "the", "museum", "opens", "at", "nine", "ten", "closed", "on", "monday", ".", "and")
WIDTH, HEADS, LAYERS, PLACES = 8, 2, 2, 64


def weights(seed: int = 7) -> dict[str, Array]:
    """Random weights by the names that the exported encoder expects."""
    random = numpy.random.default_rng(seed)

    def made(*shape: int) -> Array:
        return random.normal(0, 0.5, shape).astype(numpy.float32)

    state = {
        "words.weight": made(len(WORDS), WIDTH),
        "places.weight": made(PLACES, WIDTH),
        "kinds.weight": made(2, WIDTH),
        "pool.weight": made(WIDTH, WIDTH),
        "pool.bias": made(WIDTH),
        "head.weight": made(3, WIDTH),
        "head.bias": made(3),
    }
    norms = ["norm"] + [f"layers.{n}.{name}" for n in range(LAYERS) for name in ("norm1", "norm2")]
    for name in norms:
        state[f"{name}.weight"], state[f"{name}.bias"] = 1 + made(WIDTH) / 10, made(WIDTH)
    for n in range(LAYERS):
        for name, out, wide in (
            ("attend", 3 * WIDTH, WIDTH),
            ("attended", WIDTH, WIDTH),
            ("widen", 2 * WIDTH, WIDTH),
            ("narrow", WIDTH, 2 * WIDTH),
        ):
            state[f"layers.{n}.{name}.weight"] = made(out, wide)
            state[f"layers.{n}.{name}.bias"] = made(out)
    return state


def tokenizer() -> bytes:
    made = Tokenizer(models.WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    return made.to_str().encode()


def write_model(folder: Path, combiner: Combiner | None = None, *, room: int = 48) -> Path:
    """A model folder as the package has it."""
    graph = exported(weights(), heads=HEADS, epsilon=1e-12)
    files = {
        "model.onnx": graph.SerializeToString(deterministic=True),
        "tokenizer.json": tokenizer(),
        "combiner.json": msgspec.json.encode(combiner or Combiner.flat(FEATURES_VERSION, NAMES)),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    manifest = Manifest(
        name="tiny",
        version="0",
        base="random",
        room=room,
        outputs=("full", "none", "contradiction"),
        files={name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
    )
    (folder / "manifest.json").write_text(json.dumps(msgspec.to_builtins(manifest)))
    return folder


def tiny(folder: Path, combiner: Combiner | None = None, *, room: int = 48) -> LocalModel:
    return load_files(write_model(folder, combiner, room=room))
