"""Traces: spans of every export form, grouped, ordered and joined into answers with what the model saw."""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from framework_samples import (
    FEES,
    LOANS,
    accepted,
    covered,
    documents,
    fault,
    from_file,
    one,
    payload,
    read,
    slugs,
    texts,
)

from pincite.importers.at import At
from pincite.importers.otel_spans import cut_length, flat_attributes, nanoseconds
from pincite.importers.protocol import Sidecar
from pincite.importers.reading import import_files

TRACE = "a" * 32


def span(
    kind: str,
    number: int,
    parent: int | None = None,
    trace: str = TRACE,
    failed: bool = False,
    **attributes: Any,
) -> dict[str, Any]:
    """An OpenInference span as the SDK prints it; `number` is its id and its second."""
    return {
        "name": kind.lower(),
        "context": {"trace_id": f"0x{trace}", "span_id": f"0x{number:016x}"},
        "parent_id": None if parent is None else f"0x{parent:016x}",
        "start_time": f"2026-11-30T12:00:{number:02d}.000000Z",
        "end_time": f"2026-11-30T12:00:{number:02d}.250000Z",
        "status": {"status_code": "ERROR" if failed else "OK"},
        "attributes": {"openinference.span.kind": kind}
        | {key.replace("__", "."): value for key, value in attributes.items()},
    }  # fmt: skip


def root(text: str = "Loans run for 21 days [1].", trace: str = TRACE, number: int = 1) -> dict[str, Any]:
    return span("CHAIN", number, None, trace, input__value="How long?", output__value=text)


def retriever(
    *found: tuple[str, str], number: int = 2, parent: int | None = 1, **more: Any
) -> dict[str, Any]:
    made = span("RETRIEVER", number, parent, **more)
    for index, (name, text) in enumerate(found):
        made["attributes"][f"retrieval.documents.{index}.document.id"] = name
        made["attributes"][f"retrieval.documents.{index}.document.content"] = text
    return made


def model(
    number: int = 3, parent: int | None = 1, shown: str = "", said: str = "", **more: Any
) -> dict[str, Any]:
    made = span("LLM", number, parent, **more)
    if shown:
        made["attributes"]["llm.input_messages.0.message.role"] = "user"
        made["attributes"]["llm.input_messages.0.message.content"] = shown
    if said:
        made["attributes"]["llm.output_messages.0.message.role"] = "assistant"
        made["attributes"]["llm.output_messages.0.message.content"] = said
    return made


def test_many_traces_in_one_file() -> None:
    """Spans of two traces in any order are two answers, each with its own passages."""
    other = "b" * 32
    spans = [
        retriever(("fees", FEES), number=5, parent=4, trace=other),
        model(),
        root("No late fees [1].", trace=other, number=4),
        retriever(("loans", LOANS)),
        root(),
    ]
    first, second = read("openinference", spans)
    assert (first.record["answer_id"], texts(first.record["prompt_chunks"])) == (other, [FEES])
    assert (second.record["answer_id"], texts(second.record["prompt_chunks"])) == (TRACE, [LOANS])


def test_spans_a_line_are_one_payload(tmp_path: Path) -> None:
    file = tmp_path / "spans.jsonl.gz"
    lines = "\n".join(json.dumps(one) for one in (retriever(("loans", LOANS)), model(), root()))
    file.write_bytes(gzip.compress(lines.encode()))
    (found,) = from_file("auto", file)
    assert found.record["metadata"]["import"]["format"] == "openinference"
    assert texts(found.record["prompt_chunks"]) == [LOANS]


def test_the_prompt_is_what_the_model_was_shown() -> None:
    """Of three retrieved passages the two that stand in the model's input, in the order in which they do."""
    shown = f"Answer from these.\n[1] {FEES}\n[2] {LOANS}\nHow long?"
    found = one(
        "openinference",
        [root(), retriever(("a", LOANS), ("b", FEES), ("c", "Cats purr.")), model(shown=shown)],
    )
    assert texts(found.record["prompt_chunks"]) == [FEES, LOANS]
    assert texts(found.record["retrieved_chunks"]) == [LOANS, FEES, "Cats purr."]
    assert "prompt_assumed" not in slugs(found)


def test_a_prompt_that_cannot_be_seen_is_told() -> None:
    found = one("openinference", [root(), retriever(("a", LOANS)), model(shown="How long?")])
    assert texts(found.record["prompt_chunks"]) == [LOANS]
    assert slugs(found) == ["prompt_assumed"]


def test_nothing_retrieved_and_retrieval_not_recorded_differ() -> None:
    assert one("openinference", [root(), model()]).record["prompt_chunks"] is None
    empty = retriever() | {}
    empty["attributes"]["output.value"] = "[]"
    assert one("openinference", [root(), empty, model()]).record["prompt_chunks"] == []


def test_the_reranker_comes_after_the_retriever() -> None:
    reranker = span("RERANKER", 3, 1)
    reranker["attributes"]["reranker.output_documents.0.document.id"] = "loans"
    reranker["attributes"]["reranker.output_documents.0.document.content"] = LOANS
    found = one("openinference", [root(), retriever(("fees", FEES), ("loans", LOANS)), reranker, model(4)])
    assert texts(found.record["prompt_chunks"]) == [LOANS]


def test_only_the_outer_of_nested_retrievers_counts() -> None:
    inner = retriever(("x", "Half of a passage."), number=3, parent=2)
    found = one("openinference", [root(), retriever(("loans", LOANS)), inner, model(4)])
    assert texts(found.record["prompt_chunks"]) == [LOANS]
    assert [call["step_id"] for call in found.record["tool_calls"]] == [f"{2:016x}", f"{3:016x}"]


def test_two_retrievals_without_ids_do_not_share_names() -> None:
    first, second = span("RETRIEVER", 2, 1), span("RETRIEVER", 3, 1)
    first["attributes"]["output.value"] = json.dumps([LOANS])
    second["attributes"]["output.value"] = json.dumps([FEES, LOANS])
    chunks = one("openinference", [root(), first, second]).record["prompt_chunks"]
    assert len({(chunk["document_id"], chunk["chunk_id"]) for chunk in chunks}) == len(chunks) == 3


def test_a_passage_found_twice_is_kept_once() -> None:
    again = retriever(("loans", LOANS), number=3)
    found = one("openinference", [root(), retriever(("loans", LOANS)), again])
    (chunk,) = found.record["prompt_chunks"]
    assert "step_id" not in chunk


@pytest.mark.parametrize(
    ("failed", "output", "status"),
    [(False, '{"days": 21}', "ok"), (True, "timed out", "error"), (False, '{"days": 21', "malformed")],
)
def test_tool_calls_with_their_status(failed: bool, output: str, status: str) -> None:
    tool = span(
        "TOOL",
        2,
        1,
        failed=failed,
        tool__name="rules",
        output__value=output,
        output__mime_type="application/json",
    )
    found = one("openinference", [root("It is 21 days."), tool])
    (call,) = found.record["tool_calls"]
    assert (call["name"], call["status"]) == ("rules", status)
    assert call["result_chunk_ids"] == [f"{2:016x}"]
    assert texts(found.record["prompt_chunks"]) == [output]


def test_tool_results_stand_back_behind_retrieval() -> None:
    tool = span("TOOL", 3, 1, tool__name="clock", output__value="12:00")
    found = one("openinference", [root(), retriever(("loans", LOANS)), tool])
    assert texts(found.record["prompt_chunks"]) == [LOANS]
    assert [call["name"] for call in found.record["tool_calls"]] == ["retriever", "clock"]


def test_without_an_outer_step_the_last_model_call_answers() -> None:
    spans = [model(5, None, said="The second draft."), model(2, None, said="The first draft.")]
    assert one("openinference", spans).record["text"] == "The second draft."


def test_a_trace_without_an_answer_is_an_error_beside_the_others() -> None:
    found = list(read_all([retriever(("a", LOANS), parent=None, trace="c" * 32), root()]))
    assert [type(one).__name__ for one in found] == ["RecordError", "Imported"]
    assert found[0].path == "$[0]"
    assert "holds no answer" in found[0].message


def read_all(spans: list[dict[str, Any]]) -> Any:
    from pincite.importers.catalogue import importer

    return importer("openinference").read(spans, Sidecar())


def test_several_answers_in_one_trace_are_told() -> None:
    found = one("openinference", [root("First."), root("Second.", number=2)])
    assert found.record["text"] == "Second."
    assert "several_answers" in slugs(found)


def test_metadata_in_single_quotes() -> None:
    """The example of the specification is a Python literal, not JSON."""
    spans = [root(), retriever(("c1", LOANS))]
    spans[1]["attributes"]["retrieval.documents.0.document.metadata"] = (
        "{'source': 'loan-rules.pdf', 'revision': 3}"
    )
    (chunk,) = one("openinference", spans).record["prompt_chunks"]
    assert (chunk["document_id"], chunk["document_revision"], chunk["chunk_id"]) == (
        "loan-rules.pdf",
        "3",
        "c1",
    )


def test_the_documents_decide_which_name_is_the_documents() -> None:
    spans = payload("openinference_otel_sdk_spans.json")
    assert one("openinference", spans).record["prompt_chunks"][0]["document_id"] == "loan-rules.pdf"
    known = one("openinference", spans, documents(**{"kb-loans": LOANS}))
    assert known.record["prompt_chunks"][0]["document_id"] == "kb-loans"


def test_integer_ids_are_text() -> None:
    spans = [root(), retriever(("x", LOANS))]
    spans[1]["attributes"]["retrieval.documents.0.document.id"] = 7
    assert one("openinference", spans).record["prompt_chunks"][0]["document_id"] == "7"


def test_nested_attributes_are_read_like_flat_ones() -> None:
    flat = one("phoenix", payload("phoenix_spans.json"))
    nested = payload("phoenix_spans.json")
    for one_ in nested["data"]:
        one_["attributes"] = unflattened(one_["attributes"])
    assert one("phoenix", nested).record == flat.record


def unflattened(attributes: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in attributes.items():
        holder: Any = out
        steps = key.split(".")
        for step in steps[:-1]:
            holder = holder.setdefault(step, {})
        holder[steps[-1]] = value
    nested: dict[str, Any] = listed(out)
    return nested


def listed(value: Any) -> Any:
    """Objects whose keys are numbers as arrays."""
    if not isinstance(value, dict):
        return value
    inner = {key: listed(item) for key, item in value.items()}
    if inner and all(key.isdigit() for key in inner):
        return [inner[key] for key in sorted(inner, key=int)]
    return inner


def test_otlp_json_is_the_same_answer() -> None:
    sdk = one("openinference", payload("openinference_otel_sdk_spans.json")).record
    otlp = one("openinference", payload("openinference_otlp.json")).record
    for record in (sdk, otlp):
        record["metadata"].pop("timings")
    assert sdk == otlp


def test_an_exporter_that_cut_texts_is_told() -> None:
    long = "word " * 60
    spans = [root(), retriever(("a", long[:128]), ("b", long[7:135]))]
    assert "texts_cut" not in slugs(one("openinference", spans)), "equal passages may come from the splitter"
    spans[1]["attributes"]["output.value"] = ("[" + long)[:128]
    assert "texts_cut" in slugs(one("openinference", spans))


@pytest.mark.parametrize(
    ("attributes", "length"),
    [
        ({"a": "x" * 70, "b": "y" * 70}, 70),
        ({"a": "x" * 70, "b": "x" * 70}, None),
        ({"a": "x" * 71, "b": "y" * 70, "c": "z" * 70}, None),
        ({"d.0.t": "x" * 70, "d.1.t": "y" * 70}, None),
        ({"a": "x" * 10, "b": "y" * 10}, None),
    ],
)
def test_cut_length(attributes: dict[str, str], length: int | None) -> None:
    assert cut_length(attributes.items()) == length


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("1970-01-01T00:00:01Z", 1_000_000_000),
        ("1970-01-01T01:00:00.000000001+01:00", 0),
        ("1970-01-01T00:00:00.123456789", 123_456_000),
        ("1764000000000000001", 1_764_000_000_000_000_001),
        (5, 5),
        ("noon", None),
        (True, None),
        (None, None),
        (float("inf"), None),
    ],
)
def test_times(value: Any, expected: int | None) -> None:
    assert nanoseconds(value) == expected


def test_otlp_values() -> None:
    pairs = [
        {"key": "a", "value": {"arrayValue": {"values": [{"intValue": "7"}, {"doubleValue": 0.5}]}}},
        {"key": "b", "value": {"kvlistValue": {"values": [{"key": "c", "value": {"boolValue": True}}]}}},
    ]
    assert flat_attributes(At(pairs)) == {"a": [7, 0.5], "b": {"c": True}}


# Citations that a provider's response keeps inside a span.


def anthropic_call() -> list[dict[str, Any]]:
    """A model call whose output and input are Anthropic's own."""
    response = {
        "type": "message",
        "role": "assistant",
        "id": "msg",
        "model": "m",
        "content": [
            {"type": "text", "text": "Rules: "},
            {
                "type": "text",
                "text": "loans run for 30 days",
                "citations": [
                    {"type": "char_location", "cited_text": "Each loan runs for 21 days. ",
                     "document_index": 0, "document_title": "Loan rules",
                     "start_char_index": 39, "end_char_index": 67}
                ],
            },
        ],
    }  # fmt: skip
    request = {
        "messages": [
            {"role": "user", "content": [
                {"type": "document", "title": "Loan rules", "citations": {"enabled": True},
                 "source": {"type": "text", "media_type": "text/plain", "data": LOANS}},
                {"type": "text", "text": "How long?"},
            ]}
        ]
    }  # fmt: skip
    call = model(2, 1)
    call["attributes"] |= {
        "output.value": json.dumps(response), "output.mime_type": "application/json",
        "input.value": json.dumps(request), "input.mime_type": "application/json",
    }  # fmt: skip
    return [root("Rules: loans run for 30 days"), call]


def test_citations_inside_the_providers_response() -> None:
    found = one("openinference", anthropic_call())
    assert covered(found) == ["loans run for 30 days"]
    (citation,) = found.record["citations"]
    assert citation["evidence_span"] == {"start": 39, "end": 67}
    assert texts(found.record["prompt_chunks"]) == [LOANS]


def test_a_response_that_says_something_else_is_not_used() -> None:
    spans = anthropic_call()
    spans[0]["attributes"]["output.value"] = "Loans run for 21 days."
    assert "citations" not in one("openinference", spans).record


# Other conventions.


def test_genai_documents_without_text_are_joined_or_unjudged() -> None:
    spans = payload("otel_genai_spans.json")
    bare = [{"id": "kb-loans", "score": 0.9}, {"id": "kb-fees", "score": 0.8}]
    spans[0]["attributes"]["gen_ai.retrieval.documents"] = bare
    alone = one("otel-genai", spans)
    assert texts(alone.record["prompt_chunks"]) == ["", ""]
    assert all(chunk["metadata"]["text_recorded"] is False for chunk in alone.record["prompt_chunks"])
    assert "no_evidence_text" in slugs(alone)
    joined = one("otel-genai", spans, documents(**{"kb-loans": LOANS, "kb-fees": FEES}))
    assert texts(joined.record["prompt_chunks"]) == [LOANS, FEES]
    assert "no_evidence_text" not in slugs(joined)


def test_genai_messages_on_events() -> None:
    spans = payload("otel_genai_spans.json")
    said = json.loads(spans[1]["attributes"].pop("gen_ai.output.messages"))
    spans[1]["events"] = [{"name": "details", "attributes": {"gen_ai.output.messages": said}}]
    assert one("otel-genai", spans).record["text"].startswith("At Larkfield")


def test_genai_tool_failure() -> None:
    spans = payload("otel_genai_spans.json")
    tool = {"name": "execute_tool", "attributes": {
        "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "rules", "error.type": "timeout",
    }}  # fmt: skip
    calls = one("otel-genai", [*spans, tool]).record["tool_calls"]
    assert [(call["name"], call["status"]) for call in calls] == [("library-kb", "ok"), ("rules", "error")]


def test_langfuse_output_as_text_and_an_error() -> None:
    pages = payload("langfuse_observations.json")
    pages["data"][1]["output"] = json.dumps(pages["data"][1]["output"])
    pages["data"][1]["level"] = "ERROR"
    found = one("langfuse", pages)
    assert len(found.record["prompt_chunks"]) == 3
    assert found.record["tool_calls"][0]["status"] == "error"


def test_langfuse_trace_download() -> None:
    """The trace's own output is the answer; its observations hold the passages."""
    observations = payload("langfuse_observations.json")["data"]
    trace = {"id": "t1", "name": "rag", "input": {"question": "How long?"}, "output": "21 days [1].",
             "observations": observations[1:]}  # fmt: skip
    found = one("langfuse", trace)
    assert (found.record["text"], found.record["question"]) == ("21 days [1].", "How long?")
    assert len(found.record["prompt_chunks"]) == 3


def test_mlflow_before_version_three() -> None:
    trace = payload("mlflow_trace.json")
    spans = trace["data"]["spans"][1:]
    old = {
        "info": {"request_id": "r1"},
        "data": {"spans": spans, "request": '{"question": "Q?"}', "response": '"A [1]."'},
    }
    found = one("mlflow", old)
    assert (found.record["text"], found.record["answer_id"], found.record["question"]) == (
        "A [1].",
        "r1",
        "Q?",
    )


def test_a_list_of_mlflow_traces(tmp_path: Path) -> None:
    trace = payload("mlflow_trace.json")
    other = copy.deepcopy(trace)
    other["info"]["trace_id"] = "tr-2"
    file = tmp_path / "traces.json"
    file.write_text(json.dumps([trace, other]), encoding="utf-8")
    assert [one.record["answer_id"] for one in accepted(import_files("auto", [file]))] == [
        "tr-11111111111111111111111111111111",
        "tr-2",
    ]


@pytest.mark.parametrize("name", ["openinference", "phoenix", "otel-genai", "langfuse", "mlflow", "trulens"])
@pytest.mark.parametrize("value", [None, 3, "x", {}, [3], [{"context": 3}], {"data": 3}, {"data": [3]}])
def test_what_is_no_trace_is_told(name: str, value: Any) -> None:
    error = fault(name, value)
    assert error.path.startswith("$")
    assert error.expected or "holds no answer" in error.message
