"""Examples as token ids: evidence first, cut down to what bears on the claim, then the claim."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from pincite.judges.local.selection import selected
from training.sets import Example

ROOM = 192
"""Tokens of a pair, the three markers included."""
LABELS = ("full", "none", "contradiction")


class Encoded(Struct, frozen=True):
    """`split` is where the claim begins; `label` is an index into LABELS, -1 for `unsupported`."""

    ids: tuple[int, ...]
    split: int
    label: int


def load_tokenizer(folder: Path) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


class PairEncoder:
    def __init__(self, tokenizer: Any, room: int = ROOM) -> None:
        self._tokenizer = tokenizer
        self._room = room
        self._open, self._close = (tokenizer.token_to_id(mark) for mark in ("[CLS]", "[SEP]"))
        self._evidence: dict[str, tuple[list[int], list[int]]] = {}

    def __call__(self, example: Example) -> Encoded:
        claim = self._tokenizer.encode(example.claim, add_special_tokens=False).ids[: self._room // 2]
        evidence = self.evidence(example.claim, example.evidence, self._room - 3 - len(claim))
        ids = (self._open, *evidence, self._close, *claim, self._close)
        label = LABELS.index(example.label) if example.label in LABELS else -1
        return Encoded(ids, len(evidence) + 2, label)

    def evidence(self, claim: str, text: str, room: int) -> list[int]:
        ids, starts = self._tokens(text)
        if len(ids) <= room:
            return ids
        kept: list[int] = []
        for span in selected(claim, text, starts, room):
            kept += self._tokenizer.encode(text[span.start : span.end], add_special_tokens=False).ids
        return kept[:room]

    def _tokens(self, text: str) -> tuple[list[int], list[int]]:
        if text not in self._evidence:
            if len(self._evidence) > 512:
                self._evidence.clear()
            encoded = self._tokenizer.encode(text, add_special_tokens=False)
            self._evidence[text] = (encoded.ids, [start for start, _ in encoded.offsets])
        return self._evidence[text]


def encoded(examples: Sequence[Example], tokenizer: Any) -> list[Encoded]:
    encoder = PairEncoder(tokenizer)
    return [encoder(example) for example in examples]
