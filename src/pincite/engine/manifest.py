"""The run manifest: every moving part that can change a number, and where the input came from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from pincite.claims.extraction import EXTRACTOR, EXTRACTOR_VERSION, SCOPE_VERSION
from pincite.claims.policy import Policy
from pincite.diagnose.pairing import PAIRINGS, Pairing
from pincite.evidence.packaging import PACKAGING_VERSION
from pincite.metrics import SCORER_VERSION
from pincite.model import Answer, Document, JudgeIdentity
from pincite.model.signature import Signature
from pincite.version import __version__

_GENERATOR_KEYS = ("generator", "model", "system", "prompt_version", "dataset")
_RETRIEVAL_KEYS = ("retrieval", "retriever", "retriever_settings", "chunker")
_STAGES = ("retrieval_ms", "generation_ms", "citation_ms", "validation_ms")
_MOST_VALUES = 20


class InputFile(Struct, frozen=True, kw_only=True):
    """One input and the SHA-256 of its bytes."""

    path: str
    role: str
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    """`manifest.json`. `partial` marks a run that was interrupted.

    `owners` counts what a judge was asked besides, only to find failure owners: about how many `claims`, how
    many `questions` altogether, and `most` of them about one claim.
    """

    schema_version: str = "1"
    run_id: str
    created_at: str
    pincite_version: str = __version__
    signature: str
    versions: dict[str, Any]
    inputs: tuple[InputFile, ...] = ()
    timings: dict[str, Any] = field(default_factory=dict)
    application_timings: dict[str, Any] = field(default_factory=dict)
    cost: dict[str, Any] = field(default_factory=dict)
    owners: dict[str, int] = field(default_factory=dict)
    partial: bool = False


def signature(policy: Policy, judge: JudgeIdentity, seed: int) -> Signature:
    """The recipe of this run's numbers."""
    return Signature(
        seg=f"{EXTRACTOR}@{EXTRACTOR_VERSION}",
        scope=SCOPE_VERSION,
        pack=PACKAGING_VERSION,
        judge=f"{judge.name}@{judge.digest[:8]}",
        rubric=judge.rubric_digest[:8],
        seed=str(seed),
        policy=policy.digest[:8],
        scorer=SCORER_VERSION,
    )


def run_id(recipe: Signature, digests: Iterable[str], options: str = "") -> str:
    """Sixteen hex digits that name a run by what goes into it: the same input and recipe, the same id."""
    told = "\n".join([__version__, str(recipe), options, *digests])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def digest_of_file(path: str) -> str:
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest_of_values(values: Iterable[Any]) -> str:
    """SHA-256 over the JSON of values that did not come from a file."""
    sha = hashlib.sha256()
    for value in values:
        sha.update(msgspec.json.encode(value, order="sorted"))
        sha.update(b"\n")
    return sha.hexdigest()


def corpus_digest(documents: Iterable[Document]) -> str:
    """The corpus snapshot: independent of the order of its documents."""
    return digest_of_values(sorted(digest_of_values([document]) for document in documents))


class Observed:
    """What the answers themselves say about the system that gave them, gathered while they stream by."""

    def __init__(self) -> None:
        self.values: dict[str, set[str]] = {}
        self._sums: dict[str, list[float]] = {}
        self._timed_out = 0

    def see(self, answer: Answer) -> None:
        for key in (*_GENERATOR_KEYS, *_RETRIEVAL_KEYS):
            value = answer.metadata.get(key)
            known = self.values.setdefault(key, set()) if value is not None else None
            if known is not None and len(known) < _MOST_VALUES:
                known.add(value if isinstance(value, str) else msgspec.json.encode(value).decode())
        timings = answer.metadata.get("timings")
        if isinstance(timings, Mapping):
            self._see_timings(timings)

    def _see_timings(self, timings: Mapping[str, Any]) -> None:
        for stage in _STAGES:
            value = timings.get(stage)
            if isinstance(value, int | float) and not isinstance(value, bool):
                row = self._sums.setdefault(stage, [0, 0.0, 0.0])
                row[0] += 1
                row[1] += value
                row[2] = max(row[2], value)
        self._timed_out += timings.get("timed_out") is True

    def versions(self) -> dict[str, list[str]]:
        return {key: sorted(values) for key, values in sorted(self.values.items())}

    def timings(self) -> dict[str, Any]:
        """Milliseconds of the application's own stages, apart from ours."""
        stages = {
            stage: {"answers": int(count), "mean": round(total / count, 3), "max": most}
            for stage, (count, total, most) in self._sums.items()
        }
        return {**stages, "timed_out": self._timed_out} if stages or self._timed_out else {}


def versions(
    policy: Policy,
    judge: JudgeIdentity,
    corpus: str | None,
    cases: str | None,
    observed: Observed,
    *,
    pairing: Pairing = "overlap",
) -> dict[str, Any]:
    """Every moving part by name."""
    return {
        "corpus": corpus,
        "cases": cases,
        "answers": observed.versions(),
        "extractor": f"{EXTRACTOR}@{EXTRACTOR_VERSION}",
        "scope": SCOPE_VERSION,
        "packaging": PACKAGING_VERSION,
        "gold_pairing": PAIRINGS[pairing],
        "judge": judge,
        "scorer": SCORER_VERSION,
        "policy": {"version": policy.version, "digest": policy.digest},
        "pincite": __version__,
    }
