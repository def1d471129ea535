"""The files of the model's package: graph, tokenizer, combiner, and a manifest with the digest of each."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec

from pincite.judges.local.combiner import Combiner
from pincite.judges.local.files import MANIFEST, Manifest
from training.encoding import LABELS, ROOM

NAME = "pincite-local"


def slim(tokenizer: bytes) -> bytes:
    """The tokenizer without settings of other uses (padding, truncation), in a fixed form."""
    told = json.loads(tokenizer)
    told["padding"] = told["truncation"] = None
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def graph_of(checkpoint: Path, base: Path, *, eight_bit: bool = True) -> bytes:
    """The checkpoint's weights as an ONNX file."""
    import torch

    from training.export import exported

    told = json.loads((base / "config.json").read_text(encoding="utf-8"))
    kept: dict[str, Any] = torch.load(checkpoint, map_location="cpu", weights_only=True)
    state = {name: value.numpy() for name, value in kept["model"].items()}
    model = exported(
        state, heads=told["num_attention_heads"], epsilon=told["layer_norm_eps"], eight_bit=eight_bit
    )
    return bytes(model.SerializeToString(deterministic=True))


def write(folder: Path, files: dict[str, bytes], *, version: str, base: str) -> Manifest:
    """Write the files and the manifest that names them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    manifest = Manifest(
        name=NAME,
        version=version,
        base=base,
        room=ROOM,
        outputs=LABELS,
        files={name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())},
    )
    (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
    return manifest


def encoded(combiner: Combiner) -> bytes:
    return msgspec.json.format(msgspec.json.encode(combiner), indent=1) + b"\n"
