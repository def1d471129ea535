"""The files of the local model: where they are installed, and whether they are those that were measured."""

from __future__ import annotations

import hashlib
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

import msgspec
from msgspec import Struct

from pincite.errors import DependencyError, JudgeError
from pincite.judges.local.combiner import Combiner
from pincite.judges.local.features import FEATURES_VERSION, NAMES

PACKAGE: Final = "pincite_local_model"
MANIFEST: Final = "manifest.json"
_HINT: Final = "install the model again: pip install --force-reinstall pincite-local-model"


class Manifest(Struct, frozen=True, kw_only=True):
    """What a model folder says about itself: the SHA-256 of each file, the most tokens of a pair (`room`)."""

    name: str
    version: str
    base: str
    room: int
    outputs: tuple[str, ...]
    files: dict[str, str]


class LocalModel(Struct, frozen=True, kw_only=True):
    manifest: Manifest
    graph: bytes
    tokenizer: str
    combiner: Combiner

    @property
    def digest(self) -> str:
        """One digest for everything that decides a verdict."""
        told = "\n".join(f"{name} {digest}" for name, digest in sorted(self.manifest.files.items()))
        return hashlib.sha256(told.encode()).hexdigest()


def installed() -> bool:
    """Whether the model's package is there, without loading anything of it."""
    from importlib.util import find_spec

    return find_spec(PACKAGE) is not None


def load_files(folder: Traversable | None = None) -> LocalModel:
    """Read and check the model's files.

    Raises DependencyError where the package is missing, JudgeError where a file is not the one that the
    manifest names, or was made for other features.
    """
    place = _packaged() if folder is None else folder
    try:
        manifest = msgspec.json.decode(place.joinpath(MANIFEST).read_bytes(), type=Manifest)
        read = {name: place.joinpath(name).read_bytes() for name in manifest.files}
    except (OSError, msgspec.DecodeError) as error:
        raise JudgeError(f"the local model cannot be read: {error}", where=str(place), hint=_HINT) from error
    for name, digest in manifest.files.items():
        if hashlib.sha256(read[name]).hexdigest() != digest:
            raise JudgeError(
                f"the file {name} of the local model is not the one it was measured with",
                where=str(place),
                hint=_HINT,
            )
    combiner = msgspec.json.decode(read["combiner.json"], type=Combiner)
    if combiner.features_version != FEATURES_VERSION or tuple(w.name for w in combiner.weights) != NAMES:
        raise JudgeError(
            "the local model was made for another version of pincite",
            where=str(place),
            hint="install the two versions that belong together: pip install --upgrade 'pincite[local]'",
        )
    return LocalModel(
        manifest=manifest,
        graph=read["model.onnx"],
        tokenizer=read["tokenizer.json"].decode("utf-8"),
        combiner=combiner,
    )


def _packaged() -> Traversable:
    if not installed():
        raise DependencyError(
            "the judge local needs its model, which is not installed",
            where="judge",
            hint="pip install 'pincite[local]'",
        )
    return resources.files(PACKAGE)
