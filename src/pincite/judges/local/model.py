"""The encoder at work: pairs of evidence and claim to probabilities.

Pairs of like length are scored together, the longest first. Weights come back from eight bits when the
session is made, and all arithmetic is in float, so that a pair's score does not depend on its neighbours
beyond the last bits, which rounding takes away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing import parent_process
from typing import Any, Final

from pincite.errors import JudgeError
from pincite.judges.local.files import LocalModel
from pincite.judges.local.selection import selected
from pincite.judges.nli.mapping import Probabilities, mapping
from pincite.judges.optional import require

_NEEDED_BY: Final = "the judge local"
_TOKENS: Final = 4096
"""Tokens of a batch: large enough to fill the cores, small enough for their caches."""
_DIGITS: Final = 4


class Encoder:
    """Scores pairs of evidence and claim."""

    def __init__(self, model: LocalModel) -> None:
        self._numpy = require("numpy", extra="local", needed_by=_NEEDED_BY)
        tokenizers = require("tokenizers", extra="local", needed_by=_NEEDED_BY)
        self._tokenizer = tokenizers.Tokenizer.from_str(model.tokenizer)
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._room = model.manifest.room
        self._forward = _session(model.graph)
        self._mapping = mapping(model.manifest.outputs, where="local")
        self._open, self._close = (self._tokenizer.token_to_id(mark) for mark in ("[CLS]", "[SEP]"))

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[Probabilities]:
        """The probabilities of each (evidence, claim), in order. A claim that does not fit is cut."""
        encoded = [self._encoded(evidence, claim) for evidence, claim in pairs]
        scores: list[Probabilities | None] = [None] * len(pairs)
        for batch in _batches([len(ids) for ids, _ in encoded]):
            logits = self._forward(self._arrays([encoded[n] for n in batch]))
            for n, row in zip(batch, logits, strict=True):
                told = self._mapping.probabilities([float(value) for value in row])
                scores[n] = Probabilities(round(told.full, _DIGITS), round(told.contradiction, _DIGITS))
        return [score for score in scores if score is not None]

    def fits(self, claim: str) -> bool:
        """Whether a claim can be read whole, with as much room again for evidence."""
        return len(self._ids(claim)) <= self._room // 2

    def sizes(self, pairs: Sequence[tuple[str, str]]) -> list[int]:
        """The tokens that each pair comes to, as it is read."""
        return [len(self._encoded(evidence, claim)[0]) for evidence, claim in pairs]

    def _encoded(self, evidence: str, claim: str) -> tuple[list[int], int]:
        said = self._ids(claim)[: self._room // 2]
        read = self._read(claim, evidence, self._room - 3 - len(said))
        return [self._open, *read, self._close, *said, self._close], len(read) + 2

    def _read(self, claim: str, evidence: str, room: int) -> list[int]:
        encoding = self._tokenizer.encode(evidence, add_special_tokens=False)
        if len(encoding.ids) <= room:
            return list(encoding.ids)
        starts = [start for start, _ in encoding.offsets]
        kept: list[int] = []
        for span in selected(claim, evidence, starts, room):
            kept += self._ids(evidence[span.start : span.end])
        return kept[:room]

    def _ids(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def _arrays(self, some: Sequence[tuple[list[int], int]]) -> dict[str, Any]:
        width = max(len(ids) for ids, _ in some)
        arrays = {
            name: self._numpy.zeros((len(some), width), dtype=self._numpy.int64)
            for name in ("input_ids", "token_type_ids", "attention_mask")
        }
        for row, (ids, split) in enumerate(some):
            arrays["input_ids"][row, : len(ids)] = ids
            arrays["token_type_ids"][row, split : len(ids)] = 1
            arrays["attention_mask"][row, : len(ids)] = 1
        return arrays


def _batches(sizes: Sequence[int]) -> list[list[int]]:
    """Indices of pairs of like length, at most `_TOKENS` tokens with padding; long ones first."""
    made: list[list[int]] = []
    widest = 0
    for n in sorted(range(len(sizes)), key=lambda n: (-sizes[n], n)):
        if not made or (len(made[-1]) + 1) * widest > _TOKENS:
            made.append([])
            widest = sizes[n]
        made[-1].append(n)
    return made


def _session(graph: bytes) -> Callable[[dict[str, Any]], Any]:
    runtime = require("onnxruntime", extra="local", needed_by=_NEEDED_BY)
    settings = runtime.SessionOptions()
    settings.use_deterministic_compute = True
    if parent_process() is not None:
        # One of several workers: each takes a core, and together they take all.
        settings.intra_op_num_threads = 1
    settings.log_severity_level = 3
    # The eight-bit weights become floats once, when the session is made, instead of in every run.
    settings.add_session_config_entry("session.disable_quant_qdq", "1")
    try:
        session = runtime.InferenceSession(graph, sess_options=settings, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise JudgeError(
            f"the local model cannot be loaded: {type(error).__name__}", where="local"
        ) from error

    def forward(arrays: dict[str, Any]) -> Any:
        return session.run(["logits"], arrays)[0]

    return forward
