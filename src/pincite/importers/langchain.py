"""LangChain messages in their dumped forms, and the native payloads inside their contents.

A message keeps what the provider sent, or LangChain's own blocks (v1), or both. The native form says more:
the translation to v1 keeps no sources of Gemini's own retrieval, and puts words of the *answer* where a
citation's source text belongs. So the native form is read where it is there, and v1 blocks are translated
back where they come from a provider whose payloads Pincite reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

from msgspec import Struct

from pincite.importers.at import At
from pincite.io.keys import camel

Speaker = Literal["ai", "human", "system", "tool"]

_SPEAKERS: Final[dict[str, Speaker]] = {
    "ai": "ai",
    "aimessage": "ai",
    "aimessagechunk": "ai",
    "assistant": "ai",
    "human": "human",
    "humanmessage": "human",
    "humanmessagechunk": "human",
    "user": "human",
    "system": "system",
    "systemmessage": "system",
    "tool": "tool",
    "toolmessage": "tool",
    "toolmessagechunk": "tool",
}
_ANTHROPIC_PLACES: Final = {
    "start_char_index": "char_location",
    "start_page_number": "page_location",
    "search_result_index": "search_result_location",
    "start_block_index": "content_block_location",
    "encrypted_index": "web_search_result_location",
}


class Message(Struct, frozen=True):
    """One message: who speaks, and the place of its fields (`content`, `response_metadata`, ...)."""

    speaker: Speaker
    body: At

    @property
    def provider(self) -> str:
        """The name of the provider, as LangChain writes it, or an empty text."""
        found = self.body["response_metadata"]["model_provider"].value
        return found if isinstance(found, str) else ""


def message_at(place: At) -> Message | None:
    """The message here, in any of its dumped forms; None if there is none."""
    if not isinstance(place.value, dict):
        return None
    path = place["id"].value
    if place["lc"] and isinstance(path, list) and path and isinstance(path[-1], str):
        speaker = _SPEAKERS.get(path[-1].lower())
        return None if speaker is None else Message(speaker, place["kwargs"])
    kind = place.first("type", "role").value
    speaker = _SPEAKERS.get(kind.lower()) if isinstance(kind, str) else None
    if speaker is None:
        return None
    if isinstance(place["data"].value, dict):
        return Message(speaker, place["data"])
    return Message(speaker, place) if "content" in place.value else None


def text_in(message: Message) -> str:
    """The message's text: that of its text blocks, without anything between them."""
    return "".join(block["text"].text() for block in blocks_in(message))


def blocks_in(message: Message) -> list[At]:
    """The text blocks, those with citations if the message holds them twice.

    Raises RecordError if the content is neither a text nor a list of blocks.
    """
    content, v1 = message.body["content"], message.body["content_blocks"]
    own = list(_text_blocks(content))
    if any(block["citations"].value or block["annotations"].value for block in own):
        return own
    others = list(_text_blocks(v1)) if isinstance(v1.value, list) else []
    if any(block["annotations"].value for block in others) or not own:
        return others or own
    return own


def _text_blocks(content: At) -> Iterator[At]:
    if content.value is None:
        return
    if isinstance(content.value, str):
        yield At({"type": "text", "text": content.value}, content.path)
        return
    for block in content.each():
        if isinstance(block.value, str):
            yield At({"type": "text", "text": block.value}, block.path)
        elif block["type"].value in ("text", "output_text", None) and isinstance(block["text"].value, str):
            yield block


class Native(Struct, frozen=True):
    """A payload as the provider sends it, put together from a message; `places` lead back to the message."""

    name: str
    payload: Any
    places: dict[str, str]


def native_in(message: Message) -> Native | None:
    """The provider's payload in a message whose citations can be read as the provider's; else None."""
    body = message.body
    grounding = body["response_metadata"].first("grounding_metadata", "groundingMetadata")
    if isinstance(grounding.value, dict) and grounding.value:
        return _gemini(message, grounding)
    blocks = blocks_in(message)
    notes = [note for block in blocks for note in _notes(block)]
    if not notes:
        return None
    if all(_is_location(note) for note in notes):
        return _anthropic(message, blocks)
    if all(_is_openai(note, message.provider) for note in notes):
        return _openai(message, blocks)
    if all("source_content" in note or "sourceContent" in note for note in notes):
        return _converse(message, blocks)
    return None


def _notes(block: At) -> list[dict[str, Any]]:
    """The citations of a block, without those that are no objects."""
    found = [*block["citations"].each_or_none(), *block["annotations"].each_or_none()]
    return [note.object() for note in found]


def _gemini(message: Message, grounding: At) -> Native:
    text = text_in(message)
    parts = {"content": {"parts": [{"text": text}]}, "groundingMetadata": grounding.value}
    return Native(
        "gemini",
        {"candidates": [parts]},
        {
            "$.candidates[0].groundingMetadata": grounding.path,
            "$.candidates[0]": message.body.path,
            "$": message.body.path,
        },
    )


def _is_location(note: dict[str, Any]) -> bool:
    return str(note.get("type")).endswith("_location") or _location(note) is not None


def _location(note: dict[str, Any]) -> dict[str, Any] | None:
    """A v1 citation as Anthropic's own, by the keys that its extras keep; None if it is not Anthropic's."""
    extras = note.get("extras")
    if note.get("type") != "citation" or not isinstance(extras, dict):
        return None
    kind = next((kind for key, kind in _ANTHROPIC_PLACES.items() if key in extras), None)
    if kind is None or not isinstance(note.get("cited_text"), str):
        return None
    title = {"document_title": note.get("title"), "title": note.get("title"), "url": note.get("url")}
    return {"source": note.get("url") or note.get("title") or "", **title, **extras, "type": kind,
            "cited_text": note["cited_text"]}  # fmt: skip


def _anthropic(message: Message, blocks: list[At]) -> Native:
    content = [
        {
            "type": "text",
            "text": block["text"].text(),
            "citations": [_location(note) or note for note in _notes(block)],
        }
        for block in blocks
    ]
    places = {f"$.content[{number}]": block.path for number, block in enumerate(blocks)}
    payload = {"type": "message", "role": "assistant", "content": content}
    return Native("anthropic-messages", payload, {**places, "$": message.body.path})


def _is_openai(note: dict[str, Any], provider: str) -> bool:
    extras = note.get("extras")
    if note.get("type") in ("file_citation", "url_citation", "container_file_citation", "file_path"):
        return True
    if note.get("type") == "citation":
        has_index = isinstance(extras, dict) and {"file_id", "index"} <= extras.keys()
        return has_index or (provider == "openai" and isinstance(note.get("url"), str))
    return note.get("type") == "non_standard_annotation" and provider == "openai"


def _openai(message: Message, blocks: list[At]) -> Native:
    content = [
        {
            "type": "output_text",
            "text": block["text"].text(),
            "annotations": [_openai_note(note) for note in _notes(block)],
        }
        for block in blocks
    ]
    searches = list(_searches(message))
    output = [*(one.value for one in searches), {"type": "message", "role": "assistant", "content": content}]
    own = f"$.output[{len(searches)}]"
    places = {f"{own}.content[{number}]": block.path for number, block in enumerate(blocks)}
    places |= {f"$.output[{number}]": one.path for number, one in enumerate(searches)}
    payload = {"object": "response", "output": output}
    return Native("openai-responses", payload, {**places, own: message.body.path, "$": message.body.path})


def _searches(message: Message) -> Iterator[At]:
    """The calls of built-in tools beside the text, where the versions of the integration put them."""
    for held in (message.body["content"], message.body["additional_kwargs"]["tool_outputs"]):
        if isinstance(held.value, list):
            for item in held.each():
                if item["type"].value in ("file_search_call", "web_search_call"):
                    yield item


def _openai_note(note: dict[str, Any]) -> dict[str, Any]:
    """A v1 citation as OpenAI's own annotation."""
    found = note.get("extras")
    extras: dict[str, Any] = found if isinstance(found, dict) else {}
    value = note.get("value")
    if note.get("type") == "non_standard_annotation":
        return value if isinstance(value, dict) else note
    if note.get("type") != "citation":
        return note
    if "file_id" in extras:
        return {"type": "file_citation", "filename": note.get("title"), **extras}
    named = {key: note.get(key) for key in ("url", "title", "start_index", "end_index")}
    return {"type": "url_citation", **named}


def _converse(message: Message, blocks: list[At]) -> Native:
    content: list[dict[str, Any]] = []
    for block in blocks:
        notes = [_camel(note) for note in _notes(block)]
        text = {"text": block["text"].text()}
        content.append({"citationsContent": {"content": [text], "citations": notes}} if notes else text)
    places = {f"$.output.message.content[{number}]": block.path for number, block in enumerate(blocks)}
    payload = {"output": {"message": {"role": "assistant", "content": content}}}
    return Native("bedrock-converse", payload, {**places, "$": message.body.path})


def _camel(value: Any, depth: int = 6) -> Any:
    """The keys of a citation as Bedrock writes them; the integration has them in snake_case."""
    if isinstance(value, dict) and depth:
        return {camel(key): _camel(item, depth - 1) for key, item in value.items()}
    if isinstance(value, list) and depth:
        return [_camel(item, depth - 1) for item in value]
    return value
