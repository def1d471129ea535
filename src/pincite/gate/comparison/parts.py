"""Which moving parts of two runs differ: the recipe of the numbers, and all that the manifest names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pincite.engine.manifest import Manifest
from pincite.errors import InputError
from pincite.gate.comparison.comparison import PartDifference
from pincite.model.signature import Signature

ABSENT = "none"
UNREADABLE = ("signature",)

_GROUPS = {
    "generator": "generator",
    "model": "generator",
    "system": "generator",
    "prompt_version": "generator",
    "dataset": "generator",
    "retrieval": "retrieval",
    "retriever": "retrieval",
    "retriever_settings": "retrieval",
    "chunker": "chunker",
}
_DIGITS = 12


def signature_differences(base: str, head: str) -> tuple[str, ...]:
    """The keys in which two signatures differ; `signature` itself when one cannot be read and they differ."""
    if base == head:
        return ()
    try:
        return Signature.parse(base).differs(Signature.parse(head))
    except InputError:
        return UNREADABLE


def same_extractor(differing: tuple[str, ...]) -> bool:
    """Whether both runs cut answers into claims by the same rules, as far as their signatures say."""
    return not {"seg", *UNREADABLE} & set(differing)


def part_differences(base: Manifest, head: Manifest) -> tuple[PartDifference, ...]:
    """Every named part that is not the same, in the order in which the manifest names them."""
    one, other = _parts(base), _parts(head)
    return tuple(
        PartDifference(part=name, base=one.get(name, ABSENT), head=other.get(name, ABSENT))
        for name in dict.fromkeys((*one, *other))
        if one.get(name, ABSENT) != other.get(name, ABSENT)
    )


def _parts(manifest: Manifest) -> dict[str, str]:
    """Part by part as a short text. Those of the answers themselves are named for what made them."""
    parts: dict[str, str] = {}
    for name, value in msgspec.to_builtins(manifest.versions).items():
        if name == "answers" and isinstance(value, Mapping):
            for key, values in value.items():
                group = _GROUPS.get(key, "answers")
                parts[group if group == key else f"{group}: {key}"] = _told(values)
        elif name == "judge" and isinstance(value, Mapping):
            parts |= _judge(value)
        elif name == "policy" and isinstance(value, Mapping):
            parts["policy"] = f"{value.get('version')} {str(value.get('digest'))[:_DIGITS]}"
        else:
            parts[name] = _told(value)
    for role in dict.fromkeys(one.role for one in manifest.inputs):
        digests = sorted(one.sha256[:_DIGITS] for one in manifest.inputs if one.role == role)
        parts[f"{role} files"] = ", ".join(digests)
    return parts


def _judge(identity: Mapping[str, Any]) -> dict[str, str]:
    """The judge as a whole, and the parts that its digest covers."""
    digest = str(identity.get("digest"))[:_DIGITS]
    parts = {"judge": f"{identity.get('name')}@{identity.get('version')} {digest}"}
    for name, value in (identity.get("parts") or {}).items():
        parts[f"judge: {name}"] = _told(value)
    if "rubric_digest" in identity:
        parts["judge: rubric"] = _told(identity["rubric_digest"])
    return parts


def _told(value: Any) -> str:
    """A value in one line; a digest by its first digits."""
    if value is None:
        return ABSENT
    if isinstance(value, list | tuple):
        return ", ".join(map(_told, value)) or ABSENT
    text = value if isinstance(value, str) else msgspec.json.encode(value, order="sorted").decode()
    return text[:_DIGITS] if len(text) == 64 and not set(text) - set("0123456789abcdef") else text
