"""Tiny ONNX classifiers whose every score can be worked out by hand.

A model adds up one number a word and output: "yes" and "no" have the weights that a test gives them, other
words have none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "yes", "no")


def make_model(
    folder: Path,
    weights: Mapping[str, Sequence[float]],
    *,
    names: Sequence[str] = (),
    bias: Sequence[float] | None = None,
    config: Mapping[str, Any] | None = None,
    room: int = 512,
    inner: str = "",
) -> Path:
    """Write a model folder: weights by word, one number an output."""
    width = len(next(iter(weights.values())))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / inner).mkdir(exist_ok=True)
    onnx.save(_graph(weights, bias or [0.0] * width, width), folder / inner / "model.onnx")
    _tokenizer().save(str(folder / "tokenizer.json"))
    told: dict[str, Any] = {"architectures": ["TinyForSequenceClassification"], **(config or {})}
    if names:
        told["id2label"] = {str(number): name for number, name in enumerate(names)}
    (folder / "config.json").write_text(json.dumps(told))
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": room}))
    return folder


def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(models.WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return tokenizer


def _graph(weights: Mapping[str, Sequence[float]], bias: Sequence[float], width: int) -> Any:
    table = numpy.zeros((len(WORDS), width), dtype=numpy.float32)
    for word, row in weights.items():
        table[WORDS.index(word)] = row
    # Padding would win every argument, were it not masked.
    table[0] = 1000.0
    constants = [
        numpy_helper.from_array(table, "table"),
        numpy_helper.from_array(numpy.asarray(bias, dtype=numpy.float32), "bias"),
        numpy_helper.from_array(numpy.asarray([2], dtype=numpy.int64), "last"),
        numpy_helper.from_array(numpy.asarray([1], dtype=numpy.int64), "words"),
    ]
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["each"]),
        helper.make_node("Cast", ["attention_mask"], ["seen"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["seen", "last"], ["mask"]),
        helper.make_node("Mul", ["each", "mask"], ["shown"]),
        helper.make_node("ReduceSum", ["shown", "words"], ["sum"], keepdims=0),
        helper.make_node("Add", ["sum", "bias"], ["logits"]),
    ]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["n", "length"])
        for name in ("input_ids", "attention_mask")
    ]
    outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", width])]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
