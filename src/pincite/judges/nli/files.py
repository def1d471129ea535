"""The files of a model: found in a folder or on the hub, and digested."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from pincite.errors import ConfigError, JudgeError
from pincite.judges.optional import require

_HUB_ID: Final = re.compile(r"(?P<id>[\w.-]+/[\w.-]+)(?:@(?P<revision>[\w./-]+))?")
_SMALL: Final = ("config.json", "tokenizer*", "special_tokens_map.json", "vocab*", "merges.txt", "*.model")
_ONNX: Final = ("model.onnx", "onnx/model.onnx")
_TORCH: Final = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin")


class ModelFiles(Struct, frozen=True, kw_only=True):
    """Where a model lies. `weights` are all files that hold its numbers."""

    name: str
    folder: Path
    runtime: Literal["onnx", "torch"]
    weights: tuple[Path, ...]
    config: Mapping[str, Any]
    settings: Mapping[str, Any]

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the outputs in their order; none if the model has none."""
        names = self.config.get("id2label")
        if not isinstance(names, Mapping):
            return ()
        try:
            return tuple(str(names[key]) for key in sorted(names, key=int))
        except ValueError:
            return ()

    @property
    def room(self) -> int:
        """How many tokens a pair may hold."""
        stated = self.settings.get("model_max_length")
        if isinstance(stated, int) and 0 < stated < 1_000_000:
            return stated
        positions = self.config.get("max_position_embeddings")
        if not isinstance(positions, int) or positions <= 0:
            return 512
        # This family counts its positions from the padding index.
        return positions - 2 if "roberta" in str(self.config.get("model_type", "")) else positions

    def digest(self) -> str:
        """SHA-256 over the weights, the tokenizer and the configuration, each by name and content."""
        small = [self.folder / name for name in ("config.json", "tokenizer.json", "tokenizer_config.json")]
        sha = hashlib.sha256()
        for path in sorted({*self.weights, *small}):
            if path.is_file():
                with path.open("rb") as file:
                    sha.update(f"{path.name}\0{hashlib.file_digest(file, 'sha256').hexdigest()}\0".encode())
        return sha.hexdigest()


def find_model(argument: str, *, offline: bool) -> ModelFiles:
    """A model by path (a folder, or its .onnx file) or by hub id (`owner/name`, `owner/name@revision`).

    Raises ConfigError when there is none, or when it is not a classifier; JudgeError when the hub fails.
    """
    path = Path(argument).expanduser()
    if path.is_file():
        folder = path.parent if (path.parent / "tokenizer.json").is_file() else path.parent.parent
        return _files(argument, folder, path)
    if path.is_dir():
        return _files(argument, path, None)
    match = _HUB_ID.fullmatch(argument)
    if match is None:
        raise ConfigError(
            "there is no such file or folder, and it is no hub id",
            where=f"nli:{argument}",
            hint="give a folder with config.json, tokenizer.json and weights, or owner/name",
        )
    folder = _download(match["id"], match["revision"], (*_SMALL, *_ONNX, "*.onnx_data"), offline)
    if not any((folder / name).is_file() for name in _ONNX):
        folder = _download(
            match["id"], match["revision"], (*_SMALL, "*.safetensors*", "pytorch_model*.bin"), offline
        )
    return _files(argument, folder, None)


def _download(hub_id: str, revision: str | None, patterns: tuple[str, ...], offline: bool) -> Path:
    hub = require("huggingface_hub", extra="nli", needed_by=f"the judge nli:{hub_id}")
    try:
        return Path(
            hub.snapshot_download(
                hub_id, revision=revision, allow_patterns=list(patterns), local_files_only=offline
            )
        )
    except Exception as error:
        where = "is not on this machine, and offline" if offline else "cannot be fetched"
        raise JudgeError(
            f"the model {where}: {type(error).__name__}",
            where=f"nli:{hub_id}",
            hint="check the name and the network, or download the model and give its folder",
        ) from error


def _files(name: str, folder: Path, onnx: Path | None) -> ModelFiles:
    config = _json(folder / "config.json")
    _refuse(name, config)
    if onnx is None:
        onnx = next((folder / one for one in _ONNX if (folder / one).is_file()), None)
    if onnx is not None:
        weights = (onnx, *sorted(onnx.parent.glob(f"{onnx.name}[_.]data*")))
    else:
        found = [folder / one for one in _TORCH if (folder / one).is_file()]
        if not found:
            raise ConfigError(
                "the folder holds no weights",
                where=f"nli:{name}",
                hint=f"one of {', '.join((*_ONNX, *_TORCH))} has to be there",
            )
        weights = (found[0], *sorted(folder.glob("model-*.safetensors")))
    return ModelFiles(
        name=name,
        folder=folder,
        runtime="onnx" if onnx is not None else "torch",
        weights=weights,
        config=config,
        settings=_json(folder / "tokenizer_config.json"),
    )


def _refuse(name: str, config: Mapping[str, Any]) -> None:
    if config.get("auto_map"):
        raise ConfigError(
            "the model comes with code of its own, which is not run",
            where=f"nli:{name}",
            hint="use another model",
        )
    kinds = config.get("architectures")
    if isinstance(kinds, list) and kinds and not any("SequenceClassification" in str(kind) for kind in kinds):
        raise ConfigError(
            f"the model is no classifier of text pairs but {', '.join(map(str, kinds))}", where=f"nli:{name}"
        )


def _json(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"not JSON: {error}", where=str(path)) from error
    return told if isinstance(told, dict) else {}
