"""The samples of the cloud providers' formats, and how they are read in tests."""

from __future__ import annotations

import copy
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
FIRST = "At Larkfield’s library — Café Müller desk included 🦊 — members may hold twelve items at once."
PLANTED = "Each loan runs for 30 days."
LAST = "Late fees no longer apply, but a lost item costs €5 on top of its replacement price."


class Sample(Struct, frozen=True):
    """A sample, its format, the request beside it, and the name of its gold file."""

    file: str
    format: str
    request: str | None = None

    @property
    def gold(self) -> str:
        return f"{self.file}{'.with_request' if self.request else ''}.json"

    @property
    def payload(self) -> Any:
        return json.loads((SAMPLES / f"{self.file}.json").read_text(encoding="utf-8"))

    @property
    def sidecar(self) -> Sidecar:
        if self.request is None:
            return Sidecar()
        return Sidecar(requests=(json.loads((SAMPLES / f"{self.request}.json").read_text("utf-8")),))


ALL = (
    Sample("gemini_generate_content", "gemini"),
    Sample("gemini_vertex_retrieved_context", "gemini"),
    Sample("gemini_interactions_textcontent", "gemini-interactions"),
    Sample("vertex_ai_search_answer", "vertex-ai-search"),
    Sample("cohere_v1_chat", "cohere-v1"),
    Sample("cohere_v2_chat", "cohere-v2"),
    Sample("cohere_v2_chat", "cohere-v2", "cohere_v2_chat.request"),
    Sample("cohere_v2_stream", "cohere-v2"),
    Sample("bedrock_retrieve_and_generate", "bedrock-rag"),
    Sample("bedrock_retrieve_and_generate_stream", "bedrock-rag"),
    Sample("bedrock_converse_citations", "bedrock-converse"),
    Sample("bedrock_converse_citations", "bedrock-converse", "bedrock_converse_citations.request"),
    Sample("bedrock_agentic_retrieve", "bedrock-agentic"),
    Sample("azure_openai_on_your_data", "azure-on-your-data"),
    Sample("azure_ai_search_results", "azure-ai-search"),
    Sample("azure_ai_search_results", "azure-ai-search", "azure_ai_search_results.request"),
)


def sample(file: str) -> Any:
    """A payload of one's own to change."""
    return copy.deepcopy(json.loads((SAMPLES / f"{file}.json").read_text(encoding="utf-8")))


def read(name: str, payload: Any, sidecar: Sidecar | None = None) -> list[Imported]:
    """All records; a faulty one fails the test."""
    found = []
    for one in importer(name).read(payload, sidecar or Sidecar()):
        assert isinstance(one, Imported), one
        found.append(one)
    return found


def one(name: str, payload: Any, sidecar: Sidecar | None = None) -> Imported:
    """The only record."""
    (found,) = read(name, payload, sidecar)
    return found


def fault(name: str, payload: Any, sidecar: Sidecar | None = None) -> RecordError:
    """The error that reading ends in."""
    try:
        for one in importer(name).read(payload, sidecar or Sidecar()):
            if isinstance(one, RecordError):
                return one
    except RecordError as error:
        return error
    raise AssertionError("nothing is wrong with it")


def covered(imported: Imported) -> dict[str, str | None]:
    """What each citation covers in the answer."""
    text = imported.record["text"]
    spans = {c["citation_id"]: c.get("span") for c in imported.record.get("citations", ())}
    return {name: None if span is None else text[span["start"] : span["end"]] for name, span in spans.items()}


def cited(imported: Imported) -> dict[str, list[str]]:
    """The recorded passages behind each citation."""
    record = imported.record
    chunks = [*(record["prompt_chunks"] or ()), *record.get("retrieved_chunks", ())]
    keys = ("document_id", "chunk_id")
    return {
        c["citation_id"]: list(
            dict.fromkeys(
                chunk["text"]
                for chunk in chunks
                if c.get("document_id") and all(key not in c or c[key] == chunk.get(key) for key in keys)
            )
        )
        for c in record.get("citations", ())
    }


def slugs(imported: Imported) -> list[str]:
    return [finding.slug for finding in imported.findings]


def documents(**texts: str) -> Sidecar:
    """Documents of the user, by id or address."""
    return Sidecar(documents=tuple(Document(document_id=name, text=text) for name, text in texts.items()))
