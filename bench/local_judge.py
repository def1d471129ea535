"""The local model's pairs a second beside sentence-transformers' CrossEncoder with the same weights.

    python bench/local_judge.py PAIRS.jsonl... [--pairs N] [--threads N] [--package FOLDER]

Pairs files have one {"claim", "evidence"} a line. The installed model is written out once more as a BERT
classifier, so that CrossEncoder runs the very same weights. Both get the same pairs, by turns, and the best
of the rounds counts. Also printed: how far the probabilities are apart, and the share of the machine's peak
in matrix products (measured) that is reached. Needs sentence-transformers, in an environment of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

MARKS = {"unk_token": "[UNK]", "sep_token": "[SEP]", "pad_token": "[PAD]", "cls_token": "[CLS]"}
_PARTS = {
    "attended": "attention.output.dense",
    "norm1": "attention.output.LayerNorm",
    "widen": "intermediate.dense",
    "narrow": "output.dense",
    "norm2": "output.LayerNorm",
}


def tensors(graph: bytes) -> dict[str, Any]:
    """The weights of the graph as floats, by the names that the exporter gave them."""
    import numpy
    import onnx
    from onnx import numpy_helper

    kept = {t.name: numpy_helper.to_array(t) for t in onnx.load_from_string(graph).graph.initializer}
    found = {}
    for name, value in kept.items():
        scale = kept.get(f"{name}.scale")
        found[name] = value if scale is None else value.astype(numpy.float32) * scale
    return found


def write_bert(graph: bytes, tokenizer: str, folder: Path) -> None:
    """The same weights as a BERT classifier of the transformers library."""
    import torch
    from tokenizers import Tokenizer
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    told = tensors(graph)
    layers = 1 + max(int(name.split(".")[1]) for name in told if name.startswith("layers."))
    vocabulary, width = told["words"].shape
    inner = told["layers.0.widen.bias"].shape[0]
    config = BertConfig(
        vocab_size=vocabulary,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=int(told["heads"][2]),
        intermediate_size=inner,
        max_position_embeddings=told["places"].shape[0],
        num_labels=3,
    )
    state: dict[str, Any] = {
        "bert.embeddings.word_embeddings.weight": told["words"],
        "bert.embeddings.position_embeddings.weight": told["places"],
        "bert.embeddings.token_type_embeddings.weight": told["kinds"],
        "bert.embeddings.LayerNorm.weight": told["norm.weight"],
        "bert.embeddings.LayerNorm.bias": told["norm.bias"],
        "bert.pooler.dense.weight": told["pool"].T,
        "bert.pooler.dense.bias": told["pool.bias"],
        "classifier.weight": told["head"].T,
        "classifier.bias": told["head.bias"],
    }
    for n in range(layers):
        old, new = f"layers.{n}", f"bert.encoder.layer.{n}"
        for mine, theirs in (("ask", "query"), ("key", "key"), ("value", "value")):
            state[f"{new}.attention.self.{theirs}.weight"] = told[f"{old}.{mine}"].T
            state[f"{new}.attention.self.{theirs}.bias"] = told[f"{old}.{mine}.bias"]
        for mine, theirs in _PARTS.items():
            weight = told[f"{old}.{mine}.weight"] if mine.startswith("norm") else told[f"{old}.{mine}"].T
            state[f"{new}.{theirs}.weight"] = weight
            state[f"{new}.{theirs}.bias"] = told[f"{old}.{mine}.bias"]
    model = BertForSequenceClassification(config)
    model.load_state_dict({k: torch.from_numpy(v.copy()) for k, v in state.items()}, strict=False)
    model.save_pretrained(folder)
    fast = PreTrainedTokenizerFast(tokenizer_object=Tokenizer.from_str(tokenizer), **MARKS)
    fast.save_pretrained(folder)


def peak(threads: int) -> float:
    """Floating-point operations a second of a large matrix product, with so many threads."""
    import torch

    torch.set_num_threads(threads)
    one, other = torch.randn(2048, 2048), torch.randn(2048, 2048)
    return max(2 * 2048**3 / timed(lambda: one @ other) for _ in range(8))


def operations(graph: bytes, sizes: Sequence[int]) -> float:
    """Floating-point operations that the pairs of these sizes need, the last layer for one token alone."""
    told = tensors(graph)
    layers = 1 + max(int(name.split(".")[1]) for name in told if name.startswith("layers."))
    width, inner = told["words"].shape[1], told["layers.0.widen.bias"].shape[0]
    whole = 2 * (4 * width * width + 2 * width * inner)
    total = 0.0
    for size in sizes:
        total += (layers - 1) * (whole * size + 4 * size * size * width)
        total += 4 * width * width * size + 2 * (2 * width * width + 2 * width * inner) + 4 * size * width
    return total


def timed(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def read(files: Sequence[Path], count: int) -> list[tuple[str, str]]:
    found = []
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            found.append((row["evidence"], row["claim"]))
    random.Random(7).shuffle(found)
    return found[:count]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--package", type=Path, help="the model's folder; the installed one if none is given")
    args = parser.parse_args()
    import torch
    from sentence_transformers import CrossEncoder

    from pincite.judges.local.files import load_files
    from pincite.judges.local.model import Encoder

    model = load_files(args.package)
    pairs = read(args.files, args.pairs)
    with tempfile.TemporaryDirectory() as folder:
        write_bert(model.graph, model.tokenizer, Path(folder))
        torch.set_num_threads(args.threads)
        cross = CrossEncoder(folder, max_length=512, device="cpu")
        ours = Encoder(model)
        asked = [(evidence, claim) for evidence, claim in pairs]
        ours.score(asked[:8])
        cross.predict(asked[:8], show_progress_bar=False)
        best = {"pincite": float("inf"), "CrossEncoder": float("inf")}
        mine: Any = None
        theirs: Any = None
        for _ in range(args.rounds):
            started = time.perf_counter()
            mine = ours.score(asked)
            best["pincite"] = min(best["pincite"], time.perf_counter() - started)
            started = time.perf_counter()
            theirs = cross.predict(asked, show_progress_bar=False, apply_softmax=True)
            best["CrossEncoder"] = min(best["CrossEncoder"], time.perf_counter() - started)
    for name, seconds in best.items():
        print(f"{name:14} {len(asked) / seconds:8.1f} pairs/s")
    print(f"ratio          {best['CrossEncoder'] / best['pincite']:8.2f}")
    work, top = operations(model.graph, ours.sizes(asked)), peak(args.threads)
    print(f"of the peak    {work / best['pincite'] / top:8.0%}  ({top / 1e9:.0f} GFLOP/s measured)")
    apart = sorted(abs(a.full - float(b[0])) for a, b in zip(mine, theirs, strict=True))
    print(f"apart          {apart[len(apart) // 2]:8.4f} median, {apart[-1]:.4f} at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
