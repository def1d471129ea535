"""LangChain messages: one, a conversation, or several by name.

Citations are read as the provider's where the message keeps them in a form that tells (see
`pincite.importers.langchain`), else as LangChain's own: a block's citations cover the block, or the stretch
that they name. What tools returned is evidence: documents in a tool message's artifact, else its text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import structs

from pincite.importers.at import At
from pincite.importers.delegation import delegated
from pincite.importers.draft import Draft
from pincite.importers.excerpts import excerpt
from pincite.importers.langchain import Message, blocks_in, message_at, native_in, text_in
from pincite.importers.passages import passages
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import compact
from pincite.importers.said import listed_passages, words_in
from pincite.importers.spans import Reconciled, reconciled
from pincite.io.rejection import RecordError


def recognises(payload: Any) -> bool:
    """A message in one of LangChain's dumped forms, a list of them, or an object with nothing else."""
    place = At(payload)
    if isinstance(payload, list):
        items = list(place.each())
        return bool(items) and all(_dumped(item) for item in items)
    if not isinstance(payload, dict) or not payload:
        return False
    if _dumped(place):
        return True
    held = place["messages"]
    if isinstance(held.value, list) and payload.keys() <= {"messages", "input", "question"}:
        return bool(held.value) and all(_dumped(item) for item in held.each())
    return all(_dumped(one) for _, one in place.members())


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record for each time the assistant answers."""
    root = At(payload)
    if isinstance(payload, dict) and message_at(root) is None and not root["messages"]:
        # Messages by name, one conversation each.
        found = False
        for name, place in root.members():
            if message_at(place) is not None:
                found = True
                yield from _named(name, place, sidecar)
        if not found:
            raise root.fault("a LangChain message, or a list of them")
        return
    held = root["messages"] if isinstance(payload, dict) and root["messages"] else root
    places = list(held.each()) if isinstance(held.value, list) else [held]
    answered = False
    for one in _conversation(places, sidecar):
        answered = True
        yield one
    if not answered:
        raise held.fault("a message of the assistant that has a text")


def _named(name: str, place: At, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    try:
        for one in _conversation([place], sidecar):
            if isinstance(one, Imported):
                one = structs.replace(
                    one, record={**one.record, "answer_id": one.record.get("answer_id") or name}
                )
            yield one
    except RecordError as error:
        yield error


def _conversation(places: list[At], sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    question: str | None = None
    tools: list[Message] = []
    for place in places:
        message = message_at(place)
        if message is None:
            raise place.fault("a LangChain message")
        if message.speaker == "human":
            question, tools = text_in(message) or question, []
        elif message.speaker == "tool":
            tools.append(message)
        elif message.speaker == "ai" and not message.body["tool_calls"].value:
            try:
                if text_in(message).strip():
                    yield from _answers(message, question, tools, sidecar)
            except RecordError as error:
                yield error


def _answers(
    message: Message, question: str | None, tools: list[Message], sidecar: Sidecar
) -> Iterator[Imported | RecordError]:
    native = native_in(message)
    own: Iterator[Imported | RecordError] = iter((_own(message, sidecar),))
    if native is not None:
        own = delegated(native.name, native.payload, sidecar, native.places)
    for one in own:
        if isinstance(one, RecordError):
            yield one
            continue
        record = dict(one.record)
        answer_id = message.body["id"].id_or_none()
        if answer_id is not None:
            record["answer_id"] = answer_id
        if question is not None:
            record["question"] = question
        metadata = {
            "provider": message.provider or None,
            "model": _model(message),
            **record.get("metadata", {}),
        }
        record["metadata"] = {key: value for key, value in metadata.items() if value is not None}
        yield _with_tools(structs.replace(one, record=record), tools, sidecar)


def _model(message: Message) -> str | None:
    found = message.body["response_metadata"].first("model_name", "model").value
    return found if isinstance(found, str) else None


def _with_tools(one: Imported, tools: list[Message], sidecar: Sidecar) -> Imported:
    """The record with what its tools returned; that is the prompt if the answer cites nothing else."""
    if not tools:
        return one
    chunks: list[dict[str, Any]] = []
    calls: list[dict[str, Any]] = []
    findings = list(one.findings)
    for number, tool in enumerate(tools, 1):
        step = tool.body["tool_call_id"].id_or_none() or f"tool-{number}"
        found = passages(_returned(tool, step), sidecar, step_id=step, first=len(chunks) + 1)
        chunks += found.chunks
        findings += (*found.findings, *_unseen(tool, found.chunks))
        call = {"step_id": step, "name": tool.body["name"].text_or_none()}
        call |= {"status": "error" if tool.body["status"].value == "error" else "ok"}
        calls.append(compact(**call, result_chunk_ids=[chunk["chunk_id"] for chunk in found.chunks] or None))
    record = dict(one.record)
    if record.get("citations"):
        record["retrieved_chunks"] = [*record.get("retrieved_chunks", ()), *chunks]
    else:
        record["prompt_chunks"] = chunks
    record["tool_calls"] = [*record.get("tool_calls", ()), *calls]
    return Imported(record, tuple(findings))


def _unseen(tool: Message, chunks: tuple[dict[str, Any], ...]) -> Iterator[ImportFinding]:
    """The finding that a tool's message to the model does not hold the passages that came with it."""
    content = tool.body["content"]
    shown = words_in(content.value)
    missing = sum(chunk["text"].strip() not in shown for chunk in chunks)
    if missing:
        message = f"the tool's message lacks {missing} of its {len(chunks)} passages; they are taken as seen"
        yield ImportFinding("prompt_assumed", message, content.path, {"passages": missing, "of": len(chunks)})


def _returned(tool: Message, step: str) -> tuple[At, ...]:
    """The passages that a tool returned: in its artifact or listed in its content, else its text."""
    for held in (tool.body["artifact"], tool.body["content"]):
        found = listed_passages(held)
        if found:
            return found
    text = text_in(tool)
    named = {"id": step, "title": tool.body["name"].value, "text": text}
    return (At(named, tool.body["content"].path),) if text.strip() else ()


def _own(message: Message, sidecar: Sidecar) -> Imported:
    """A message whose citations are LangChain's own, or that has none."""
    draft = Draft(sidecar)
    text = ""
    for block in blocks_in(message):
        own = block["text"].text()
        for note in block.first("annotations", "citations").each_or_none():
            _cite(note, own, len(text), draft)
        text += own
    return draft.imported(text)


def _cite(note: At, block: str, offset: int, draft: Draft) -> None:
    name = note["id"].id_or_none() or f"a{len(draft.citations) + 1}"
    if note["type"].value not in ("citation", None):
        draft.note("unknown_annotation", "an annotation of a kind that is not LangChain's", note.path)
        return
    cited = note["cited_text"].text_or_none()
    start, end = note["start_index"].integer_or_none(), note["end_index"].integer_or_none()
    google = bool(note["extras"]["google_ai_metadata"])
    words = (cited or "").strip()
    quotes_answer = bool(words) and (google or words in block)
    if end is not None:
        repeated = cited if quotes_answer else None
        span = reconciled(block, start, end, repeated, "utf8" if google else "code_point", where=note.path)
    else:
        lead = len(block) - len(block.lstrip())
        span = Reconciled(lead, max(lead, len(block.rstrip())))
    if quotes_answer:
        draft.note(
            "cited_text_is_answer",
            "the cited text is the answer's own and no evidence for it; the source's is not recorded",
            note["cited_text"].path,
        )
    uri, title = note["url"].text_or_none(), note["title"].text_or_none()
    document_id = note["extras"]["file_id"].id_or_none() or uri or title or name
    keys = {key: value for key, value in (("uri", uri), ("title", title)) if value is not None}
    if cited and not quotes_answer:
        found = excerpt(draft, cited, document_id, where=note.path, **keys)
    else:
        found = draft.named(document_id, where=note.path, **keys)
    draft.cite(name, span=span.shift(offset), raw=note.value, **found)


def _dumped(place: At) -> bool:
    """A message with something that only LangChain writes, not merely a role and a content."""
    message = message_at(place)
    if message is None or not isinstance(message.body.value, dict):
        return False
    known = {"additional_kwargs", "response_metadata", "content_blocks", "tool_call_id"}
    return place["type"].value in (*_TYPES, "constructor") and bool(message.body.value.keys() & known)


_TYPES: Final = ("ai", "human", "system", "tool", "AIMessageChunk")

IMPORTER: Final = Importer(
    name="langchain",
    title="LangChain messages",
    recognises=recognises,
    read=read,
    carries_evidence="partly",
    options=("excerpts",),
)
