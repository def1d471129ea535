"""The long explanations: one Markdown file a finding code, and one an error slug."""

from __future__ import annotations

from importlib.resources import files

from pincite.codes import CATALOGUE, by_name

ERRORS = ("input", "config", "dependency", "judge", "usage", "internal")
"""The slugs of errors about our own run."""


def named(topic: str) -> list[str]:
    """The codes or the slug that a topic means: a code, a prefix of codes, a name, a slug; empty if none."""
    entry = by_name(topic.lower())
    if entry is not None:
        return [entry.code]
    if topic.lower() in ERRORS:
        return [topic.lower()]
    prefix = topic.upper()
    return [code for code in CATALOGUE if code.startswith(prefix)] if prefix.startswith("PC") else []


def explanation(name: str) -> str:
    """The Markdown of a code or slug as `named` gives it."""
    return (files(__name__) / f"{name}.md").read_text(encoding="utf-8")
