"""The labelled pairs that a model may learn from, and the guards that keep measured material out of them.

A data folder holds `pairs/NAME.jsonl` and a `README.md` whose table says which sets are for training. Of
those, `COMBINER` sets never reach the model: on them the combiner and the threshold are chosen.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from pincite.text.words import fold

COMBINER = (
    "check_covid",
    "dialfact_sample",
    "faithdial_audit",
    "propsegment",
    "q2",
    "scifact_oracle",
    "scitab",
    "summedits",
    "summhay_coverage",
    "tart_pubhealthtab",
)
"""Sets kept from the model: evidence of the kinds that users cite, none a sibling of a trained one."""

_ROW = re.compile(r"^\| (\w+) \| (train|measure only) \| [^|]*\| [^|]*\| ([^|]*)\|", re.MULTILINE)


class Example(Struct, frozen=True):
    """One pair to learn from. `label` is one of full, none, contradiction, or unsupported (not full)."""

    dataset: str
    group: str
    evidence: str
    claim: str
    label: str


class SetNote(Struct, frozen=True):
    """What the model card says about a set."""

    name: str
    use: str
    licence: str
    digest: str
    pairs: int
    kept: int


def declared(data: Path) -> dict[str, tuple[str, str]]:
    """Use (`train` or `measure only`) and licence of each set, from the folder's README."""
    text = (data / "README.md").read_text(encoding="utf-8")
    return {name: (use, licence.strip()) for name, use, licence in _ROW.findall(text)}


def rows(data: Path, name: str) -> Iterator[dict[str, Any]]:
    with (data / "pairs" / f"{name}.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def key(text: str) -> str:
    """A text without what separates copies of it: case, accents, punctuation, spacing."""
    return " ".join(re.findall(r"\w+", fold(text)))


class Guard:
    """Knows everything that is measured, and refuses its copies and siblings."""

    def __init__(self, data: Path, names: Iterable[str]) -> None:
        self._texts: set[str] = set()
        self._siblings: dict[str, list[frozenset[str]]] = defaultdict(list)
        for name in names:
            for row in rows(data, name):
                claim = key(row["claim"])
                self._texts.add(claim)
                self._texts.add(key(row["evidence"]))
                words = frozenset(claim.split())
                if len(words) >= 5:
                    for word in _anchors(words):
                        self._siblings[word].append(words)

    def refuses(self, example: Example) -> bool:
        """Whether the claim or the evidence is measured, or the claim is a light edit of a measured one."""
        claim = key(example.claim)
        if claim in self._texts or key(example.evidence) in self._texts:
            return True
        words = frozenset(claim.split())
        if len(words) < 5:
            return False
        near = {other for word in _anchors(words) for other in self._siblings.get(word, ())}
        return any(len(words & other) >= 0.8 * len(words | other) for other in near)


def _anchors(words: frozenset[str]) -> list[str]:
    """The longest words: light edits of a claim share at least one of the three."""
    return sorted(words, key=lambda word: (-len(word), word))[:3]


def trained(data: Path) -> tuple[list[Example], list[SetNote]]:
    """All examples the model may see, guarded, with a note on every set."""
    table = declared(data)
    guard = Guard(data, [name for name, (use, _) in table.items() if use != "train"])
    kept: list[Example] = []
    notes: list[SetNote] = []
    for name, (use, licence) in sorted(table.items()):
        if use != "train":
            continue
        read = [
            Example(
                name, str(row.get("group") or row["id"]), row["evidence"], row["claim"], _label(row["label"])
            )
            for row in rows(data, name)
        ]
        good = [] if name in COMBINER else [one for one in read if not guard.refuses(one)]
        kept += good
        digest = hashlib.sha256((data / "pairs" / f"{name}.jsonl").read_bytes()).hexdigest()
        part = "combiner" if name in COMBINER else "model"
        notes.append(SetNote(name, part, licence, digest, len(read), len(good)))
    return kept, notes


def _label(label: str) -> str:
    return "unsupported" if label == "partial" else label


def fraction(*parts: object) -> float:
    """A number in 0..1 that depends on the parts alone."""
    told = "\0".join(str(part) for part in parts).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(told, digest_size=8).digest(), "big") / 2**64


def capped(examples: list[Example], size: dict[int, int], most: int, seed: int) -> list[int]:
    """Indices of the examples, of each set at most so many tokens (`size`), drawn by the seed, in order."""
    by_set: dict[str, list[int]] = defaultdict(list)
    for n, example in enumerate(examples):
        by_set[example.dataset].append(n)
    kept: list[int] = []
    for name, members in by_set.items():
        room = most
        for n in sorted(members, key=lambda n: (fraction(seed, name, n), n)):
            room -= size[n]
            if room < 0:
                break
            kept.append(n)
    return sorted(kept)
