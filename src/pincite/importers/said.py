"""Answer, question, words and passages in what applications log as input and output of a step: any JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.literals import parsed
from pincite.importers.passages import is_passage

_DEEPEST: Final = 12
_ANSWERS: Final = (
    "answer", "final_answer", "response", "output_text", "output", "outputs", "result", "replies",
    "generations", "choices", "candidates", "message", "messages", "content", "parts", "text", "completion",
    "generated_text", "kwargs", "data",
)  # fmt: skip
_QUESTIONS: Final = (
    "question", "query", "user_input", "user_query", "query_str", "input", "inputs", "input_text", "q",
    "prompt", "messages", "message", "content", "parts", "text", "kwargs", "args",
)  # fmt: skip
_PASSAGES: Final = (
    "documents", "context", "contexts", "source_documents", "retrieved_documents", "retrieved_contexts",
    "source_nodes", "nodes", "chunks", "passages", "results", "matches", "hits", "output", "result",
    "response",
)  # fmt: skip
_ASSISTANT: Final = ("assistant", "ai", "aimessage", "aimessagechunk", "model")
_USER: Final = ("user", "human", "humanmessage")
_OTHERS: Final = ("system", "tool", "function", "developer", "systemmessage", "toolmessage")
_TEXT_PARTS: Final = ("text", "output_text", "input_text")


def answer_in(value: Any) -> str | None:
    """The text that the assistant says in a value, or None."""
    return _spoken(value, _ANSWERS, _ASSISTANT, (*_USER, *_OTHERS), _DEEPEST)


def question_in(value: Any) -> str | None:
    """The text that the user asks in a value, or None."""
    return _spoken(value, _QUESTIONS, _USER, (*_ASSISTANT, *_OTHERS), _DEEPEST)


def _spoken(
    value: Any, keys: tuple[str, ...], wanted: tuple[str, ...], others: tuple[str, ...], depth: int
) -> str | None:
    if isinstance(value, str):
        inner = parsed(value)
        if isinstance(inner, str):
            return value if value.strip() else None
        value = inner
    if depth == 0:
        return None
    if isinstance(value, list):
        return _of_list(value, keys, wanted, others, depth)
    if not isinstance(value, dict) or role_of(value) in others:
        return None
    for key in keys:
        found = _spoken(value.get(key), keys, wanted, others, depth - 1)
        if found is not None:
            return found
    return None


def _of_list(
    values: list[Any], keys: tuple[str, ...], wanted: tuple[str, ...], others: tuple[str, ...], depth: int
) -> str | None:
    """Of messages the last by the wanted speaker; of parts all texts; else the first item that speaks."""
    parts = [item for item in values if isinstance(item, dict) and item.get("type") in _TEXT_PARTS]
    if parts:
        texts = [item.get("text", item.get("content")) for item in parts]
        return "".join(text for text in texts if isinstance(text, str)) or None
    messages = [item for item in values if isinstance(item, dict) and role_of(item) in wanted]
    for item in (*reversed(messages), *(values if not messages else ())):
        found = _spoken(item, keys, wanted, others, depth - 1)
        if found is not None:
            return found
    return None


def role_of(message: dict[str, Any]) -> str | None:
    """Who speaks in a message, in lower case, or None. LangChain writes it as `type` or as the last part of
    the class path `id`.
    """
    path = message.get("id")
    for value in (
        message.get("role"),
        path[-1] if isinstance(path, list) and path else None,
        message.get("type"),
    ):
        if isinstance(value, str) and value.lower() in (*_ASSISTANT, *_USER, *_OTHERS):
            return value.lower()
    return None


def words_in(value: Any) -> str:
    """Every text in a value, one after the other; a text that is JSON also in its parts."""
    return "\n".join(_words(value, _DEEPEST))


def _words(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        if depth:
            inner = parsed(value)
            if not isinstance(inner, str):
                yield from _words(inner, depth - 1)
    elif depth and isinstance(value, dict):
        for item in value.values():
            yield from _words(item, depth - 1)
    elif depth and isinstance(value, list):
        for item in value:
            yield from _words(item, depth - 1)


def listed_passages(place: At, *, strings: bool = False) -> tuple[At, ...] | None:
    """The places of the passages that a step gave back, or None if it gave back something else.

    With `strings`, a list of texts is a list of passages too. An empty list is one without passages.
    """
    return _listed(place, strings, _DEEPEST)


def _listed(place: At, strings: bool, depth: int) -> tuple[At, ...] | None:
    if isinstance(place.value, str):
        place = At(parsed(place.value), place.path)
    if depth == 0:
        return None
    if isinstance(place.value, list):
        items = tuple(place.each())
        if all(_one(item, strings) for item in items):
            return items
        if len(items) == 1:
            # Vector stores answer each of several queries with a list of its own.
            return _listed(items[0], strings, depth - 1)
        return None
    if not isinstance(place.value, dict):
        return None
    columns = _columns(place)
    if columns is not None:
        return columns
    for key in _PASSAGES:
        if place[key]:
            found = _listed(place[key], strings, depth - 1)
            if found is not None:
                return found
    return None


def _one(item: At, strings: bool) -> bool:
    if isinstance(item.value, str):
        return strings
    if isinstance(item.value, list):
        return len(item.value) == 2 and is_passage(item.value[0])
    return is_passage(item.value)


def _columns(place: At) -> tuple[At, ...] | None:
    """Texts, ids and metadata in lists beside each other, as Chroma gives them; None for anything else."""
    texts, ids, metas = (_row(place[key].value) for key in ("documents", "ids", "metadatas"))
    if (
        texts is None
        or ids is None
        or len(texts) != len(ids)
        or not all(isinstance(one, str) for one in texts)
    ):
        return None
    metas = metas if metas is not None and len(metas) == len(texts) else [None] * len(texts)
    return tuple(
        At({"text": text, "id": own, "metadata": meta}, f"{place.path}.documents[{number}]")
        for number, (text, own, meta) in enumerate(zip(texts, ids, metas, strict=True))
    )


def _row(value: Any) -> list[Any] | None:
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0]
    return value if isinstance(value, list) else None
