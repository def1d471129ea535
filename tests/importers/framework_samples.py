"""The samples of frameworks, traces and data sets, and how they are read in tests."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from pincite.importers.catalogue import importer
from pincite.importers.protocol import Imported, Sidecar
from pincite.importers.reading import Evidence, import_files
from pincite.io.rejection import RecordError, Rejection
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
PLANTED = "Members may hold fifteen items at once"


class Sample(Struct, frozen=True):
    """A sample file and its format; `judged` says whether it carries the evidence of its first citation."""

    file: str
    format: str
    judged: bool = True

    @property
    def path(self) -> Path:
        return SAMPLES / self.file

    @property
    def gold(self) -> Path:
        return GOLD / f"{self.file.partition('.')[0]}.json"


ALL = (
    Sample("langchain_aimessage_v1.json", "langchain"),
    Sample("langchain_rag_result.json", "langchain-rag"),
    Sample("langchain_conversation.json", "langchain"),
    Sample("llamaindex_citation_response.json", "llamaindex"),
    Sample("llamaindex_chat_message.json", "llamaindex-chat"),
    Sample("haystack_generated_answer.json", "haystack"),
    Sample("dspy_citations.json", "dspy"),
    Sample("vercel_ai_ui_message.json", "vercel-ai", judged=False),
    Sample("openinference_otel_sdk_spans.json", "openinference"),
    Sample("openinference_otlp.json", "openinference"),
    Sample("phoenix_spans.json", "phoenix"),
    Sample("otel_genai_spans.json", "otel-genai"),
    Sample("langfuse_observations.json", "langfuse"),
    Sample("mlflow_trace.json", "mlflow"),
    Sample("ragas_evaluation_dataset.json", "ragas"),
    Sample("deepeval_llm_test_cases.json", "deepeval"),
    Sample("trulens_otel_events.json", "trulens"),
    Sample("ragchecker_input.json", "ragchecker"),
    Sample("open_rag_eval.csv", "open-rag-eval"),
    Sample("open_rag_eval_ragresult.json", "open-rag-eval-json"),
    Sample("alce_result.json", "alce"),
    Sample("trec_rag24_answer.json", "trec-rag", judged=False),
    Sample("trec_rag25_answer.json", "trec-rag", judged=False),
    Sample("longcite_result.json", "longcite"),
    Sample("answers_with_contexts.csv", "csv"),
)


def payload(file: str) -> Any:
    """A payload of one's own to change."""
    return json.loads((SAMPLES / file).read_text(encoding="utf-8"))


def read(name: str, value: Any, sidecar: Sidecar | None = None) -> list[Imported]:
    """All records of a payload; a faulty one fails the test."""
    found = []
    for one in importer(name).read(value, sidecar or Sidecar()):
        assert isinstance(one, Imported), one
        found.append(one)
    return found


def one(name: str, value: Any, sidecar: Sidecar | None = None) -> Imported:
    """The only record."""
    (found,) = read(name, value, sidecar)
    return found


def fault(name: str, value: Any, sidecar: Sidecar | None = None) -> RecordError:
    """The error that reading ends in."""
    try:
        for found in importer(name).read(value, sidecar or Sidecar()):
            if isinstance(found, RecordError):
                return found
    except RecordError as error:
        return error
    raise AssertionError("nothing is wrong with it")


def from_file(name: str, path: Path, evidence: Evidence | None = None) -> list[Imported]:
    """All records of a file, as the command reads it; a rejection fails the test."""
    return accepted(import_files(name, [path], evidence))


def accepted(found: Iterable[Imported | Rejection]) -> list[Imported]:
    records = []
    for one in found:
        assert isinstance(one, Imported), one
        records.append(one)
    return records


def covered(imported: Imported) -> list[str | None]:
    """What each citation covers in the answer."""
    text = imported.record["text"]
    spans = [one.get("span") for one in imported.record.get("citations", ())]
    return [None if span is None else text[span["start"] : span["end"]] for span in spans]


def slugs(imported: Imported) -> list[str]:
    return [finding.slug for finding in imported.findings]


def texts(chunks: Iterable[dict[str, Any]] | None) -> list[str]:
    return [chunk["text"] for chunk in chunks or ()]


def documents(**given: str) -> Sidecar:
    """Documents of the user, by id."""
    return Sidecar(documents=tuple(Document(document_id=name, text=text) for name, text in given.items()))
