"""The samples of OpenAI, Anthropic, Perplexity and Mistral, and how tests read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from msgspec import Struct

from pincite.importers.catalogue import importer
from pincite.importers.protocol import Imported, Sidecar
from pincite.io.rejection import RecordError
from pincite.model import Document

HERE = Path(__file__).parent
SAMPLES = HERE / "samples"
GOLD = HERE / "gold"

LOANS = (
    "Members may hold twelve items at once. Each loan runs for 21 days. A loan can be renewed twice unless"
    " another member has reserved the item."
)
FEES = "Late fees ended on 1 July 2024. A lost item is billed at replacement cost plus a €5 handling charge."
FIRST = "At Larkfield’s library — Café Müller desk included 🦊 — members may hold twelve items at once"
PLANTED = "Each loan runs for 30 days"
LAST = "Late fees no longer apply, but a lost item costs €5 on top of its replacement price"


class Sample(Struct, frozen=True):
    """A sample, its format, the request that belongs to it, and whether the user's documents are given."""

    file: str
    format: str
    request: str | None = None
    documents: bool = False

    @property
    def gold(self) -> str:
        given = ".with_request" if self.request else ".with_documents" if self.documents else ""
        return f"{self.file}{given}.json"

    @property
    def path(self) -> Path:
        return SAMPLES / f"{self.file}.json"

    @property
    def request_path(self) -> Path | None:
        return None if self.request is None else SAMPLES / f"{self.request}.json"


ALL = (
    Sample("openai_responses_file_search", "openai-responses"),
    Sample("openai_responses_web_search", "openai-responses"),
    Sample("openai_responses_web_search", "openai-responses", documents=True),
    Sample("openai_responses_container_file", "openai-responses"),
    Sample("openai_responses_stream", "openai-responses"),
    Sample("openai_responses_stream", "openai-responses", documents=True),
    Sample("openai_chat_url_citation", "openai-chat"),
    Sample("openai_chat_url_citation", "openai-chat", documents=True),
    Sample("openai_assistants_message", "openai-assistants"),
    Sample("openai_assistants_message", "openai-assistants", documents=True),
    Sample("anthropic_documents", "anthropic-messages"),
    Sample("anthropic_documents", "anthropic-messages", "anthropic_documents.request"),
    Sample("anthropic_documents", "anthropic-messages", documents=True),
    Sample("anthropic_search_results", "anthropic-messages"),
    Sample("anthropic_stream", "anthropic-messages"),
    Sample("perplexity_sonar_chat", "perplexity-chat"),
    Sample("perplexity_sonar_chat", "perplexity-chat", documents=True),
    Sample("perplexity_responses", "perplexity-responses"),
    Sample("mistral_chat_reference", "mistral-chat"),
    Sample("mistral_chat_reference", "mistral-chat", "mistral_chat_reference.request_tool_result"),
    Sample("mistral_conversation_tool_reference", "mistral-conversations"),
    Sample("mistral_conversation_tool_reference", "mistral-conversations", documents=True),
)

DOCUMENTS = (
    {
        "document_id": "file-loans01",
        "document_revision": "2025-03-01",
        "title": "Loan rules",
        "uri": "https://library.example/rules/loans",
        "text": LOANS,
    },
    {
        "document_id": "file-fees02",
        "document_revision": "2024-07-01",
        "title": "fees.pdf",
        "uri": "https://library.example/rules/fees",
        "text": FEES,
    },
)


def payload(file: str) -> Any:
    """A payload of one's own to change."""
    return json.loads((SAMPLES / f"{file}.json").read_text(encoding="utf-8"))


def stored(**texts: str) -> Sidecar:
    """Documents of the user by id or address."""
    return Sidecar(documents=tuple(Document(document_id=name, text=text) for name, text in texts.items()))


def read(name: str, value: Any, sidecar: Sidecar | None = None) -> list[Imported]:
    """All records; a faulty one fails the test."""
    found = []
    for one in importer(name).read(value, sidecar or Sidecar()):
        assert isinstance(one, Imported), one
        found.append(one)
    return found


def only(name: str, value: Any, sidecar: Sidecar | None = None) -> Imported:
    """The only record."""
    (found,) = read(name, value, sidecar)
    return found


def fault(name: str, value: Any) -> RecordError:
    """The error that reading ends in."""
    try:
        for one in importer(name).read(value, Sidecar()):
            if isinstance(one, RecordError):
                return one
    except RecordError as error:
        return error
    raise AssertionError("nothing is wrong with it")


def slugs(imported: Imported) -> list[str]:
    return [finding.slug for finding in imported.findings]


def covered(imported: Imported) -> list[str | None]:
    """What each citation covers: its span, else its marker."""
    text = imported.record["text"]
    found: list[str | None] = []
    for one in imported.record.get("citations") or ():
        span = one.get("span")
        found.append(text[span["start"] : span["end"]] if span else one.get("marker"))
    return found


def evidence(imported: Imported) -> list[list[str]]:
    """The recorded words behind each citation: its evidence span, else the whole passage."""
    record = imported.record
    chunks = [*(record["prompt_chunks"] or ()), *(record.get("retrieved_chunks") or ())]
    found = []
    for one in record.get("citations") or ():
        texts = []
        for chunk in chunks:
            same = all(one.get(key) in (None, chunk.get(key)) for key in ("document_id", "chunk_id"))
            if same and chunk.get("metadata", {}).get("text_recorded") is not False:
                span = one.get("evidence_span")
                texts.append(chunk["text"][span["start"] : span["end"]] if span else chunk["text"])
        found.append(texts)
    return found
