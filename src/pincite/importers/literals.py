"""Values that stand as text in a payload: JSON, or the Python literals that data frames and traces write."""

from __future__ import annotations

import ast
import warnings
from typing import Any, Final

import msgspec

from pincite.io.nesting import too_deep

_LONGEST: Final = 2_000_000
_DEEPEST: Final = 40


def parsed(text: Any) -> Any:
    """The object or array that a text holds as JSON or as a Python literal; the text itself if it holds none,
    and what is no text as it is.

    Only literals are read; nothing is evaluated.
    """
    if not isinstance(text, str):
        return text
    stripped = text.strip()
    if stripped[:1] not in ("{", "[") or stripped[-1:] not in ("}", "]"):
        return text
    try:
        value = msgspec.json.decode(stripped)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        value = _python(stripped)
    return text if value is None or too_deep(value, _DEEPEST) else value


def _python(text: str) -> Any:
    """A Python literal as JSON would hold it, or None."""
    if len(text) > _LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _as_json(ast.literal_eval(text))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError, OverflowError):
        return None


def _as_json(value: Any) -> Any:
    """Tuples as arrays and keys as text. Raises ValueError for what JSON has no form for."""
    if isinstance(value, dict):
        return {key if isinstance(key, str) else str(key): _as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise ValueError(f"a {type(value).__name__}")
