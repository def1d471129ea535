"""The question in a request, as the providers' requests write it."""

from __future__ import annotations

from typing import Any

from pincite.importers.at import At

_DIRECT = ("question", "query", "message", "prompt")
_TURNS = ("messages", "contents", "input", "inputs")


def question_of(request: Any) -> str | None:
    """What the user asked last, or None if the request does not say. Never raises."""
    place = At(request)
    for key in _TURNS:
        turns = place[key].value
        if isinstance(turns, str):
            return turns or None
        if isinstance(turns, list):
            for turn in reversed(turns):
                if isinstance(turn, str) and turn:
                    return turn
                spoken = _spoken(turn) if isinstance(turn, dict) and _of_user(turn) else ""
                if spoken:
                    return spoken
    for key in (*_DIRECT, "input"):
        found = _spoken(place[key].value)
        if found:
            return found
    return None


def _of_user(turn: dict[str, Any]) -> bool:
    role = turn.get("role")
    return role is None or (isinstance(role, str) and role.lower() == "user")


def _spoken(value: Any, depth: int = 0) -> str:
    """The text of a turn: a string, `text`, or the text parts of `content` or `parts`."""
    if isinstance(value, str):
        return value
    if depth > 3:
        return ""
    if isinstance(value, list):
        return "\n".join(piece for one in value if (piece := _spoken(one, depth + 1)))
    if isinstance(value, dict):
        for key in ("text", "content", "parts"):
            found = _spoken(value.get(key), depth + 1)
            if found:
                return found
    return ""
