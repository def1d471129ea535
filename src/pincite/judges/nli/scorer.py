"""The model behind an NLI judge, as the judge needs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

_MULTIPLE: Final = 32
_MOST_TOKENS: Final = 512


class Scorer(Protocol):
    """Scores pairs of evidence and claim.

    This is the seam for a model of another runtime: anything with these members makes an `NliJudge`. `digest`
    is the SHA-256 of everything that decides a score, `outputs` the names of the outputs in their order
    (empty if the model gives none), `room` how many tokens a pair may hold, markers between the two included,
    and `overhead` how many of them are markers.
    """

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    @property
    def outputs(self) -> tuple[str, ...]: ...

    @property
    def room(self) -> int: ...

    @property
    def overhead(self) -> int: ...

    def tokens(self, text: str) -> Sequence[tuple[int, int]]:
        """The offsets of the tokens of a text."""

    def score(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Sequence[float]]:
        """The logits of each (evidence, claim)."""


class PairEncoder:
    """Texts to arrays, by a `tokenizers` tokenizer. Pairs are padded to a multiple of 32 tokens, so that how
    pairs are batched changes the shape of a computation as little as possible.
    """

    def __init__(self, tokenizer: Any, *, room: int, pad_id: int) -> None:
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self._tokenizer = tokenizer
        self._pad_id = pad_id
        self.room = min(room, _MOST_TOKENS)
        self.overhead = int(tokenizer.num_special_tokens_to_add(True))

    def tokens(self, text: str) -> list[tuple[int, int]]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).offsets)

    def arrays(self, pairs: Sequence[tuple[str, str]], numpy: Any) -> dict[str, Any]:
        # A text cut out of its surroundings may come to a token more than it had there.
        self._tokenizer.enable_truncation(self.room, strategy="only_first")
        try:
            encodings = self._tokenizer.encode_batch(list(pairs))
        finally:
            self._tokenizer.no_truncation()
        longest = max(len(encoding.ids) for encoding in encodings)
        width = min(self.room, -(-longest // _MULTIPLE) * _MULTIPLE)
        shape = (len(encodings), width)
        ids = numpy.full(shape, self._pad_id, dtype=numpy.int64)
        mask = numpy.zeros(shape, dtype=numpy.int64)
        types = numpy.zeros(shape, dtype=numpy.int64)
        for row, encoding in enumerate(encodings):
            size = len(encoding.ids)
            ids[row, :size] = encoding.ids
            mask[row, :size] = 1
            types[row, :size] = encoding.type_ids
        return {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}


class ModelScorer:
    """A scorer from an encoder and a function from its arrays to logits."""

    def __init__(
        self,
        *,
        name: str,
        digest: str,
        outputs: tuple[str, ...],
        encoder: PairEncoder,
        forward: Callable[[dict[str, Any]], Any],
        numpy: Any,
    ) -> None:
        self.name = name
        self.digest = digest
        self.outputs = outputs
        self.room = encoder.room
        self.overhead = encoder.overhead
        self._encoder = encoder
        self._forward = forward
        self._numpy = numpy

    def tokens(self, text: str) -> Sequence[tuple[int, int]]:
        return self._encoder.tokens(text)

    def score(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Sequence[float]]:
        logits = self._forward(self._encoder.arrays(pairs, self._numpy))
        return [[float(value) for value in row] for row in logits]
