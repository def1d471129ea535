"""Spans: what is recorded as OpenTelemetry spans is what the OpenInference importer reads back."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import DependencyError
from pincite.importers.reading import Evidence, import_files
from pincite.io.rejection import Rejection
from pincite.trace import Recorder

CHUNKS = [
    {"document_id": "loans", "document_revision": "3", "chunk_id": "c1", "title": "Loans", "page": 2,
     "score": 0.75, "text": "Each loan runs for 21 days, and longer where nobody waits for the book."},
    {"document_id": "rooms", "chunk_id": "c9", "text": "The cellar is cold."},
]  # fmt: skip


@pytest.mark.parametrize("messages", [None, [{"role": "system", "content": "be brief"}], "How long?"])
@pytest.mark.parametrize("retrieved", [True, False])
def test_the_importer_reads_back_what_was_recorded(messages: Any, retrieved: bool, tmp_path: Path) -> None:
    sdk = pytest.importorskip("opentelemetry.sdk.trace", reason="opentelemetry-sdk is not installed")
    export = import_module("opentelemetry.sdk.trace.export")
    memory = import_module(f"{export.__name__}.in_memory_span_exporter").InMemorySpanExporter()
    provider = sdk.TracerProvider()
    provider.add_span_processor(export.SimpleSpanProcessor(memory))
    tracer = provider.get_tracer("test")
    recorder = Recorder(tmp_path / "answers.jsonl", spans=tracer, strict=True)
    with tracer.start_as_current_span("request") as request, recorder.answer("How long?") as t:
        if retrieved:
            t.retrieved(CHUNKS)
        t.prompt(CHUNKS[:1], messages=messages)
        with pytest.raises(OSError), t.tool_call("mail"):
            raise OSError
        t.note(model="m-1")
        t.answer("A loan runs for 21 days [1].")
    spans = [json.loads(span.to_json()) for span in memory.get_finished_spans()]
    root = next(span for span in spans if span["name"] == "answer")
    assert root["parent_id"] == f"0x{request.get_span_context().span_id:016x}"
    assert {span["name"] for span in spans} == {"answer", "retrieval", "generation", "mail", "request"}

    file = tmp_path / "spans.json"
    own = [span for span in spans if span["name"] != "request"]
    file.write_text(json.dumps(own))
    (read,) = import_files("openinference", [str(file)], Evidence())
    assert not isinstance(read, Rejection)
    row = json.loads((tmp_path / "answers.jsonl").read_text())
    kept = ("document_id", "document_revision", "chunk_id", "title", "text", "score")

    def same(chunks: list[dict[str, Any]] | None) -> list[dict[str, Any]]:
        return [{key: chunk[key] for key in kept if key in chunk} for chunk in chunks or ()]

    assert (read.record["text"], read.record["question"]) == (row["text"], row["question"])
    assert same(read.record["prompt_chunks"]) == same(row["prompt_chunks"])
    if retrieved:
        assert same(read.record["retrieved_chunks"]) == same(row["retrieved_chunks"])
    assert read.record["metadata"]["model"] == "m-1"
    assert not read.findings, "the prompt is known and not assumed"
    assert [call["status"] for call in read.record["tool_calls"] if call["name"] == "mail"] == ["error"]


def test_without_the_package_the_install_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("opentelemetry")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(DependencyError, match="opentelemetry") as caught:
        Recorder(spans=True)
    assert caught.value.hint == "pip install 'pincite[otel]'"


def test_spans_alone_need_no_file() -> None:
    pytest.importorskip("opentelemetry.trace", reason="opentelemetry-api is not installed")
    recorder = Recorder(spans=True, strict=True)
    with recorder.answer("q") as t:
        t.answer("x")
    assert recorder.recorded == 1
