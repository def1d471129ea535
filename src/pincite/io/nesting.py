"""How deep values are nested, told without recursion."""

from __future__ import annotations

from typing import Any


def too_deep(value: Any, deepest: int) -> bool:
    """Whether objects and arrays are nested more than `deepest` levels deep."""
    level = [value]
    for _ in range(deepest):
        level = [
            inner
            for item in level
            for inner in (item.values() if isinstance(item, dict) else item if isinstance(item, list) else ())
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True
