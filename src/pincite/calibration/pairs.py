"""Labelled pairs: a claim, its evidence, and what people said about the two."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from pincite.io.codec import decode
from pincite.io.fields import text_id
from pincite.io.jsonl import RawRecord, Source, read_records
from pincite.io.rejection import Notices, RecordError, Rejection
from pincite.model import Chunk, Passage, Question

GoldLabel = Literal["full", "partial", "none", "contradiction", "unsupported"]
"""`unsupported` is not full, where the source does not tell the other three apart."""

Id = str | int


class PairRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a pairs file. `claim`, `evidence` and `label` are required."""

    claim: str
    evidence: str | list[str]
    label: GoldLabel
    id: Id | None = None
    dataset: Annotated[str | None, Meta(description="default: the file's name")] = None
    split: str | None = None
    group: Annotated[
        Id | None, Meta(description="family; pairs of one group are never parted. Default: the id")
    ] = None
    question: str | None = None
    raw_label: Any = None
    raters: Annotated[dict[str, str] | None, Meta(description="rater: label")] = None
    ratings: Annotated[list[Any] | None, Meta(description="labels without names of raters")] = None
    category: str | list[str] | None = None
    metadata: dict[str, Any] | None = None


class Pair(Struct, frozen=True, kw_only=True):
    """One claim with its evidence texts and its label.

    `group` names a family of pairs that resemble each other; `raters` holds the labels of several people,
    by rater. `categories` are those that the file names.
    """

    pair_id: str
    dataset: str
    group: str
    claim: str
    evidence: tuple[str, ...]
    label: GoldLabel
    question: str | None = None
    raters: dict[str, str] = field(default_factory=dict)
    categories: tuple[str, ...] = ()

    def as_question(self) -> Question:
        """What a judge is asked."""
        return Question(
            question_id=f"{self.dataset}/{self.pair_id}",
            claim=self.claim,
            passages=tuple(
                Passage(
                    chunk=Chunk(document_id=self.pair_id, chunk_id=str(number), text=text),
                    start=0,
                    end=len(text),
                )
                for number, text in enumerate(self.evidence, 1)
            ),
            question=self.question,
        )


def read_pairs(
    sources: Source | Iterable[Source], *, notices: Notices | None = None
) -> Iterator[Pair | Rejection]:
    """Every pair of every source, and a rejection in the place of each record that is none.

    A pair whose set already has its id is rejected. Raises InputError when a source cannot be opened.
    """
    seen: set[tuple[str, str]] = set()
    for raw in read_records(sources):
        if isinstance(raw, Rejection):
            yield raw
            continue
        try:
            pair = _pair(decode(raw.data, PairRecord, "pair", notices), raw)
            if (pair.dataset, pair.pair_id) in seen:
                raise RecordError(
                    "$.id",
                    message=f"$.id: {pair.pair_id[:60]!r} is the id of an earlier pair of this set",
                    hint="the earlier one is kept",
                )
        except RecordError as error:
            yield error.rejection(raw.where, prefix=raw.prefix)
            continue
        seen.add((pair.dataset, pair.pair_id))
        yield pair


def _pair(record: PairRecord, raw: RawRecord) -> Pair:
    if not record.claim.strip():
        raise RecordError("$.claim", expected="a claim", got="an empty string")
    pair_id = text_id(record.id) or f"line-{raw.line}"
    raters = dict(record.raters or {})
    for number, rating in enumerate(record.ratings or (), 1):
        if rating is not None and not isinstance(rating, list | dict):
            raters.setdefault(f"rater-{number}", str(rating))
    return Pair(
        pair_id=pair_id,
        dataset=record.dataset or _stem(raw.file),
        group=text_id(record.group) or pair_id,
        claim=record.claim,
        evidence=(record.evidence,) if isinstance(record.evidence, str) else tuple(record.evidence),
        label=record.label,
        question=record.question,
        raters=raters,
        categories=_categories(record.category),
    )


def _categories(value: str | list[str] | None) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value or []
    return tuple(dict.fromkeys(name for name in names if name))


def _stem(file: str) -> str:
    return PurePath(file).name.split(".")[0] or "pairs"


def fraction(seed: int, name: str) -> float:
    """A number in 0..1 that depends on the seed and the name alone."""
    digest = hashlib.blake2b(f"{seed}\0{name}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def is_development(group: str, share: float, seed: int) -> bool:
    """Whether a group belongs to the development part.

    A group falls to the same part whatever else is in the file, in whatever order, under whatever limit.
    """
    return fraction(seed, group) < share


def limited(pairs: Sequence[Pair], limit: int | None, seed: int) -> list[Pair]:
    """At most so many pairs of each set: whole groups, drawn by the seed. The order of the file is kept."""
    if limit is None:
        return list(pairs)
    sets: dict[str, dict[str, list[Pair]]] = {}
    for pair in pairs:
        sets.setdefault(pair.dataset, {}).setdefault(pair.group, []).append(pair)
    kept: set[tuple[str, str]] = set()
    for name, groups in sets.items():
        room = limit
        # A second draw, apart from the one that parts development from the rest.
        for group in sorted(groups, key=lambda group: (fraction(seed, f"limit\0{group}"), group)):
            if room <= 0:
                break
            taken = groups[group][:room]
            kept.update((name, pair.pair_id) for pair in taken)
            room -= len(taken)
    return [pair for pair in pairs if (pair.dataset, pair.pair_id) in kept]
