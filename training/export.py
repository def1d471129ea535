"""The trained encoder as an ONNX file with eight-bit weights.

Weights are kept as int8 with one scale an output column (one a row of the word table) and come back to
float when the file is loaded; what flows between them is float. So the file is a quarter of the size, and
what a pair scores cannot depend on the pairs beside it, as it would with activations scaled by the batch.
"""

from __future__ import annotations

from typing import Any

import numpy
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Array = NDArray[Any]
OPSET = 17


class _Graph:
    """Nodes and weights as they are added; names come from what they hold."""

    def __init__(self, *, eight_bit: bool) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self._eight_bit = eight_bit
        self._count = 0

    def constant(self, value: Array, name: str) -> str:
        self.weights.append(numpy_helper.from_array(value, name))
        return name

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        self._count += 1
        out = f"{kind.lower()}_{self._count}"
        self.nodes.append(helper.make_node(kind, list(inputs), [out], name=out, **attributes))
        return out

    def table(self, value: Array, rows: str, name: str) -> str:
        """The rows of a table of vectors."""
        if not self._eight_bit:
            return self.op("Gather", self.constant(value, name), rows)
        kept, scale = quantised(value, axis=1)
        found = self.op("Cast", self.op("Gather", self.constant(kept, name), rows), to=TensorProto.FLOAT)
        return self.op("Mul", found, self.op("Gather", self.constant(scale, f"{name}.scale"), rows))

    def linear(self, x: str, weight: Array, bias: Array, name: str) -> str:
        """`x @ weight.T + bias`."""
        turned = numpy.ascontiguousarray(weight.T)
        if self._eight_bit:
            kept, scale = quantised(turned, axis=0)
            matrix = self.op(
                "DequantizeLinear",
                self.constant(kept, name),
                self.constant(scale[0], f"{name}.scale"),
                self.constant(numpy.zeros(scale.shape[1], numpy.int8), f"{name}.zero"),
                axis=1,
            )
        else:
            matrix = self.constant(turned, name)
        return self.op("Add", self.op("MatMul", x, matrix), self.constant(bias, f"{name}.bias"))


def quantised(value: Array, axis: int) -> tuple[Array, Array]:
    """Int8 values and the scales that bring them back, one for each line along `axis`; symmetric about 0."""
    scale = numpy.maximum(numpy.abs(value).max(axis=axis, keepdims=True), 1e-12) / 127
    kept = numpy.clip(numpy.rint(value / scale), -127, 127).astype(numpy.int8)
    return kept, scale.astype(numpy.float32)


def exported(
    state: dict[str, Array], *, heads: int, epsilon: float, eight_bit: bool = True
) -> onnx.ModelProto:
    """The model of these weights (`training.encoder.Encoder`), from ids, kinds and mask to three logits."""
    graph = _Graph(eight_bit=eight_bit)
    layers = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))
    width = state["norm.weight"].shape[0]
    for name, value in (
        ("zero", numpy.array([0], numpy.int64)),
        ("one", numpy.array([1], numpy.int64)),
        ("heads", numpy.array([0, 0, heads, width // heads], numpy.int64)),
        ("joined", numpy.array([0, 0, width], numpy.int64)),
        ("scale", numpy.array((width // heads) ** -0.5, numpy.float32)),
        ("unit", numpy.array(1, numpy.float32)),
        ("far", numpy.array(-1e9, numpy.float32)),
        ("half", numpy.array(0.5, numpy.float32)),
        ("root", numpy.array(2**0.5, numpy.float32)),
        ("mask_axes", numpy.array([1, 2], numpy.int64)),
    ):
        graph.constant(value, name)
    x = _embedded(graph, state, epsilon)
    real = graph.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    shade = graph.op("Unsqueeze", graph.op("Mul", graph.op("Sub", "unit", real), "far"), "mask_axes")
    for n in range(layers):
        x = _layer(graph, state, f"layers.{n}", x, shade, width, epsilon, first=n == layers - 1)
    top = graph.op("Squeeze", x, "one")
    pooled = graph.op("Tanh", graph.linear(top, state["pool.weight"], state["pool.bias"], "pool"))
    logits = graph.linear(pooled, state["head.weight"], state["head.bias"], "head")
    graph.nodes.append(helper.make_node("Identity", [logits], ["logits"]))
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["pairs", "tokens"])
        for name in ("input_ids", "token_type_ids", "attention_mask")
    ]
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["pairs", 3])
    built = helper.make_graph(graph.nodes, "pincite-local", inputs, [output], initializer=graph.weights)
    model = helper.make_model(built, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def _embedded(graph: _Graph, state: dict[str, Array], epsilon: float) -> str:
    words = graph.table(state["words.weight"], "input_ids", "words")
    kinds = graph.op("Gather", graph.constant(state["kinds.weight"], "kinds"), "token_type_ids")
    length = graph.op("Gather", graph.op("Shape", "input_ids"), "one")
    places = graph.op("Slice", graph.constant(state["places.weight"], "places"), "zero", length, "zero")
    total = graph.op("Add", graph.op("Add", words, places), kinds)
    return _norm(graph, state, "norm", total, epsilon)


def _norm(graph: _Graph, state: dict[str, Array], name: str, x: str, epsilon: float) -> str:
    weight = graph.constant(state[f"{name}.weight"], f"{name}.weight")
    bias = graph.constant(state[f"{name}.bias"], f"{name}.bias")
    return graph.op("LayerNormalization", x, weight, bias, axis=-1, epsilon=epsilon)


def _layer(
    graph: _Graph,
    state: dict[str, Array],
    name: str,
    x: str,
    shade: str,
    width: int,
    epsilon: float,
    *,
    first: bool,
) -> str:
    """One layer; the last is worked out for the first token alone, which is all that the head reads."""
    weight, bias = state[f"{name}.attend.weight"], state[f"{name}.attend.bias"]
    asking = graph.op("Slice", x, "zero", "one", "one") if first else x
    parts = []
    for n, (source, part) in enumerate(((asking, "ask"), (x, "key"), (x, "value"))):
        rows = slice(n * width, (n + 1) * width)
        told = graph.linear(source, weight[rows], bias[rows], f"{name}.{part}")
        order = [0, 2, 3, 1] if part == "key" else [0, 2, 1, 3]
        parts.append(graph.op("Transpose", graph.op("Reshape", told, "heads"), perm=order))
    likeness = graph.op("Mul", graph.op("MatMul", parts[0], parts[1]), "scale")
    weights = graph.op("Softmax", graph.op("Add", likeness, shade), axis=-1)
    read = graph.op("Transpose", graph.op("MatMul", weights, parts[2]), perm=[0, 2, 1, 3])
    read = graph.op("Reshape", read, "joined")
    said = graph.linear(
        read, state[f"{name}.attended.weight"], state[f"{name}.attended.bias"], f"{name}.attended"
    )
    x = _norm(graph, state, f"{name}.norm1", graph.op("Add", asking, said), epsilon)
    wide = graph.linear(x, state[f"{name}.widen.weight"], state[f"{name}.widen.bias"], f"{name}.widen")
    # The exact form, so that a runtime recognises and fuses it.
    share = graph.op("Add", graph.op("Erf", graph.op("Div", wide, "root")), "unit")
    wide = graph.op("Mul", graph.op("Mul", wide, share), "half")
    narrow = graph.linear(
        wide, state[f"{name}.narrow.weight"], state[f"{name}.narrow.bias"], f"{name}.narrow"
    )
    return _norm(graph, state, f"{name}.norm2", graph.op("Add", x, narrow), epsilon)
