"""Every sample of a cloud provider becomes the expected record, and goes through `pincite check`.

The gold files hold records and findings as they are read, reviewed by eye; PINCITE_WRITE_GOLD=1 writes them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cloud_samples import ALL, GOLD, LOANS, PLANTED, Sample, one, read, sample

import pincite.cli
from pincite.importers.catalogue import detect
from pincite.importers.protocol import Imported, Sidecar
from pincite.io.codec import encode_row

WRITE = "PINCITE_WRITE_GOLD"


def name(one: Sample) -> str:
    return one.gold.removesuffix(".json")


def shown(imported: list[Imported]) -> str:
    rows = [
        {
            "record": one.record,
            "findings": [{"slug": f.slug, "where": f.where, "message": f.message} for f in one.findings],
        }
        for one in imported
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


@pytest.mark.parametrize("given", ALL, ids=name)
def test_gold(given: Sample) -> None:
    actual = shown(read(given.format, given.payload, given.sidecar))
    path = GOLD / given.gold
    if os.environ.get(WRITE):
        path.write_text(actual, encoding="utf-8")
    assert actual == path.read_text(encoding="utf-8"), f"{given.gold} changed; read it, then set {WRITE}=1"


@pytest.mark.parametrize("given", ALL, ids=name)
def test_detected(given: Sample) -> None:
    assert detect(given.payload).names == (given.format,)


@pytest.mark.parametrize("given", ALL, ids=name)
def test_reading_changes_nothing(given: Sample) -> None:
    payload = given.payload
    first = shown(read(given.format, payload, given.sidecar))
    assert payload == given.payload
    assert shown(read(given.format, payload, given.sidecar)) == first


@pytest.mark.parametrize("given", ALL, ids=name)
def test_spans_hold_what_the_payload_repeats(given: Sample) -> None:
    for imported in read(given.format, given.payload, given.sidecar):
        text = imported.record["text"]
        for citation in imported.record.get("citations", ()):
            repeated = citation.get("metadata", {}).get("raw", {}).get("text")
            if "span" in citation and repeated is not None:
                assert text[citation["span"]["start"] : citation["span"]["end"]] == repeated


def checked(imported: list[Imported], folder: Path) -> tuple[int, list[dict[str, Any]]]:
    """The exit code of `check` and its claims."""
    answers = folder / "answers.jsonl"
    answers.write_bytes(b"\n".join(encode_row(one.record) for one in imported))
    code = pincite.cli.run(["check", str(answers), "-o", str(folder / "run"), "-q"])
    rows = (folder / "run" / "claims.jsonl").read_text(encoding="utf-8").splitlines()
    return code, [json.loads(row) for row in rows]


# What `check` says of every claim of every sample, and of each of its links.
VERDICTS: dict[str, list[str]] = {
    "gemini_generate_content": ["unjudged", "unjudged", "unjudged"],
    "gemini_vertex_retrieved_context": ["none", "uncited", "full"],
    "gemini_interactions_textcontent": ["unjudged", "uncited", "unjudged"],
    "vertex_ai_search_answer": ["none", "uncited", "full"],
    "cohere_v1_chat": ["none", "contradiction", "full"],
    "cohere_v2_chat": ["none", "contradiction", "full"],
    "cohere_v2_chat.with_request": ["none", "contradiction", "full"],
    "cohere_v2_stream": ["none", "uncited", "uncited"],
    "bedrock_retrieve_and_generate": ["none", "full", "uncited"],
    "bedrock_retrieve_and_generate_stream": ["none", "uncited", "uncited"],
    "bedrock_converse_citations": ["none", "full"],
    "bedrock_converse_citations.with_request": ["none", "full"],
    "bedrock_agentic_retrieve": ["none", "full", "uncited"],
    "azure_openai_on_your_data": ["none", "contradiction", "full"],
    "azure_ai_search_results": ["full"],
    "azure_ai_search_results.with_request": ["full", "contradiction", "full"],
}


def verdict(row: dict[str, Any]) -> str:
    if row["status"] != "judged":
        assert row["reason"] == "no_evidence_text"
        return str(row["status"])
    return "uncited" if row["reason"] == "uncited" else str(row["label"])


@pytest.mark.parametrize("given", ALL, ids=name)
def test_check(given: Sample, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, rows = checked(read(given.format, given.payload, given.sidecar), tmp_path)
    assert code in (0, 1, 3), capsys.readouterr().err
    assert [verdict(row) for row in rows] == VERDICTS[name(given)]
    assert not [row for row in rows if "PC202" in row["findings"] or "PC201" in row["findings"]]


# Samples that do not cite the planted contradiction, with a citation of it put in as the format writes it.


def vertex_context() -> Any:
    payload = sample("gemini_vertex_retrieved_context")
    support = {"segment": {"startIndex": 105, "endIndex": 132, "text": PLANTED}, "groundingChunkIndices": [0]}
    payload["candidates"][0]["groundingMetadata"]["groundingSupports"].append(support)
    return payload


def vertex_search() -> Any:
    payload = sample("vertex_ai_search_answer")
    payload["answer"]["citations"].append(
        {"startIndex": "105", "endIndex": "132", "sources": [{"referenceId": "0"}]}
    )
    return payload


def bedrock_rag() -> Any:
    payload = sample("bedrock_retrieve_and_generate")
    text = payload["output"]["text"] + " " + PLANTED
    payload["output"]["text"] = text
    part = {"text": PLANTED, "span": {"start": len(text) - len(PLANTED), "end": len(text) - 1}}
    references = payload["citations"][0]["retrievedReferences"]
    payload["citations"].append(
        {"generatedResponsePart": {"textResponsePart": part}, "retrievedReferences": references}
    )
    return payload


def bedrock_stream() -> Any:
    payload = sample("bedrock_retrieve_and_generate_stream")
    whole = bedrock_rag()
    payload.insert(2, {"output": {"text": " " + PLANTED}})
    payload.append({"citation": whole["citations"][-1]})
    return payload


def bedrock_converse() -> Any:
    payload = sample("bedrock_converse_citations")
    source = {"title": "Loan rules", "sourceContent": [{"text": "Each loan runs for 21 days. "}]}
    location = {"documentChar": {"documentIndex": 0, "start": 39, "end": 67}}
    block = {"content": [{"text": " " + PLANTED}], "citations": [source | {"location": location}]}
    payload["output"]["message"]["content"].append({"citationsContent": block})
    return payload


def bedrock_agentic() -> Any:
    payload = sample("bedrock_agentic_retrieve")
    text = payload["generatedResponse"]["answer"] + " " + PLANTED
    payload["generatedResponse"]["answer"] = text
    payload["generatedResponse"]["citations"].append(
        {"startIndex": len(text) - len(PLANTED), "endIndex": len(text), "references": [{"resultIndex": 0}]}
    )
    return payload


def cohere_stream() -> Any:
    payload = sample("cohere_v2_stream")
    citation = json.loads(json.dumps(payload[3]["delta"]["message"]["citations"]))
    citation |= {"start": 113, "end": 120, "text": "30 days"}
    payload.insert(5, {"type": "citation-start", "index": 1, "delta": {"message": {"citations": citation}}})
    return payload


def gemini_web() -> Any:
    return sample("gemini_generate_content")


def interactions() -> Any:
    payload = sample("gemini_interactions_textcontent")
    note = payload["annotations"][0] | {"start_index": 105, "end_index": 132}
    payload["annotations"].append(note)
    return payload


PLANTINGS: dict[str, tuple[str, Callable[[], Any]]] = {
    "vertex_context": ("gemini", vertex_context),
    "vertex_search": ("vertex-ai-search", vertex_search),
    "bedrock_rag": ("bedrock-rag", bedrock_rag),
    "bedrock_stream": ("bedrock-rag", bedrock_stream),
    "bedrock_converse": ("bedrock-converse", bedrock_converse),
    "bedrock_agentic": ("bedrock-agentic", bedrock_agentic),
    "cohere_stream": ("cohere-v2", cohere_stream),
    "gemini_web": ("gemini", gemini_web),
    "interactions": ("gemini-interactions", interactions),
}


def library() -> Sidecar:
    """The user's own copy of the loan rules, under the names by which payloads know it."""
    from pincite.model import Document

    web = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC1"
    return Sidecar(
        documents=(
            Document(document_id="kb-loans", document_revision="2025-03-01", text=LOANS),
            Document(document_id="rules", uri=web, text=LOANS),
        )
    )


@pytest.mark.parametrize("planting", PLANTINGS)
def test_planted_contradiction(planting: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wherever the evidence is in the payload, or among the user's documents, the contradiction is found."""
    format_name, payload = PLANTINGS[planting]
    code, rows = checked([one(format_name, payload(), library())], tmp_path)
    (row,) = [row for row in rows if PLANTED.rstrip(".") in row["text"]]
    assert row["label"] == "contradiction"
    assert "PC502" in row["findings"]
    assert code == 1, capsys.readouterr().err
