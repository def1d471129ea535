"""LlamaIndex, Haystack, DSPy and the Vercel AI SDK: what their numbers and sources mean."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from framework_samples import (
    FEES,
    LOANS,
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

import pincite
from pincite.importers.protocol import Imported


def evidence(imported: Imported) -> list[list[str]]:
    """For each claim that `check` finds, the texts of the passages that it cites."""
    record = imported.record
    chunks = [*(record["prompt_chunks"] or ()), *record.get("retrieved_chunks", ())]
    by_id = {(chunk["document_id"], chunk["chunk_id"]): chunk["text"] for chunk in chunks}
    run = pincite.check([record])
    return [[by_id[link.document_id, link.chunk_id] for link in row.citations] for row in run.claims]


# LlamaIndex


def test_citation_nodes_are_numbered_anew() -> None:
    """`[4]` is the fourth citation node, of the second retrieved document, and no label is evidence."""
    found = one("llamaindex", payload("llamaindex_citation_response.json"))
    first, second = evidence(found)
    assert first == ["Members may hold twelve items at once. Each loan runs for 21 days."]
    assert second == ["A lost item is billed at replacement cost plus a €5 handling charge."]
    assert not any("Source" in text for text in texts(found.record["prompt_chunks"]))
    assert [chunk["document_id"] for chunk in found.record["prompt_chunks"]] == [
        "kb-loans", "kb-loans", "kb-fees", "kb-fees", "kb-cafe",
    ]  # fmt: skip


def test_nodes_that_a_postprocessor_dropped_keep_their_numbers() -> None:
    given = payload("llamaindex_citation_response.json")
    del given["source_nodes"][1]
    found = one("llamaindex", given)
    assert evidence(found)[1] == ["A lost item is billed at replacement cost plus a €5 handling charge."]


def test_pieces_under_one_id_are_kept_apart() -> None:
    """Older versions gave every piece of a node the node's own id."""
    given = payload("llamaindex_citation_response.json")
    for node in given["source_nodes"]:
        node["node"]["id_"] = "node-1"
    found = one("llamaindex", given)
    ids = [(chunk["document_id"], chunk["chunk_id"]) for chunk in found.record["prompt_chunks"]]
    assert len(set(ids)) == 5
    assert evidence(found)[1] == ["A lost item is billed at replacement cost plus a €5 handling charge."]


def test_a_plain_query_engine_has_no_numbers() -> None:
    given = payload("llamaindex_citation_response.json")
    for node in given["source_nodes"]:
        node["node"]["text"] = node["node"]["text"].partition("\n")[2]
    assert slugs(one("llamaindex", given)) == ["numbering_assumed"]


def test_newer_nodes_keep_their_text_one_level_down() -> None:
    given = payload("llamaindex_citation_response.json")
    for node in given["source_nodes"]:
        node["node"]["text_resource"] = {"text": node["node"].pop("text")}
    assert (
        one("llamaindex", given).record
        == one("llamaindex", payload("llamaindex_citation_response.json")).record
    )


def test_chat_message_blocks() -> None:
    found = one("llamaindex-chat", {"message": payload("llamaindex_chat_message.json"), "raw": {}})
    assert covered(found)[0] == found.record["text"].partition(".")[0]
    before = payload("llamaindex_chat_message.json")
    before["blocks"].insert(0, before["blocks"].pop(1))
    assert covered(one("llamaindex-chat", before)) == [None]


# Haystack


def haystack() -> Any:
    return payload("haystack_generated_answer.json")


def test_numbers_are_source_indexes_not_places() -> None:
    """With unreferenced documents left out, the list's second document is number 3."""
    given = haystack()
    given["data"] = "Loans run for 21 days [1]. The kiosk opens at 09:30 [3]."
    del given["documents"][1]
    found = one("haystack", given)
    assert evidence(found) == [[LOANS], ["The Café Müller kiosk opens at 09:30 on weekdays."]]
    assert slugs(found) == ["documents_left_out"]
    assert found.record["prompt_chunks"] is None


def test_a_document_that_was_left_out_is_unjudged_not_wrong() -> None:
    given = haystack()
    given["data"] = "Late fees ended [2, 3]."
    del given["documents"][1]
    run = pincite.check([one("haystack", given).record])
    (row,) = run.claims
    by_id = {link.citation_id: link for link in row.citations}
    assert (by_id["2"].resolution, by_id["2"].reason) == ("resolved", "no_evidence_text")
    assert by_id["3"].status == "judged"


def test_a_number_beyond_all_documents_is_unresolved() -> None:
    given = haystack()
    given["data"] = "Loans run for 21 days [9]."
    run = pincite.check([one("haystack", given).record])
    assert [finding.code for finding in run.findings if finding.code.startswith("PC2")] == ["PC201"]


def test_all_documents_listed_is_the_prompt() -> None:
    given = haystack()
    given["documents"][2]["meta"]["referenced"] = False
    found = one("haystack", given)
    assert len(found.record["prompt_chunks"]) == 3
    assert slugs(found) == []


def test_no_documents_do_not_mean_that_none_were_shown() -> None:
    given = haystack() | {"documents": [], "data": "I cannot say."}
    assert one("haystack", given).record["prompt_chunks"] is None


def test_serialised_and_built_answers() -> None:
    plain = haystack()
    expected = one("haystack", plain).record
    wrapped = {"type": "haystack.dataclasses.answer.GeneratedAnswer", "init_parameters": plain}
    assert one("haystack", wrapped).record == expected
    assert one("haystack", {"answer_builder": {"answers": [wrapped]}}).record == expected
    assert len(read("haystack", {"answers": [plain, copy.deepcopy(plain)]})) == 2


# DSPy


def test_supported_text_is_the_scope() -> None:
    found = one("dspy", payload("dspy_citations.json"))
    assert covered(found) == [found.record["text"].partition(". Late")[0] + "."]
    assert slugs(found) == []


def test_supported_text_that_is_not_in_the_answer() -> None:
    given = payload("dspy_citations.json")
    given["citations"][0]["supported_text"] = "Members may hold thirteen items."
    found = one("dspy", given)
    assert covered(found) == [None]
    assert slugs(found) == ["unknown_span"]


def test_dumped_type_and_documents() -> None:
    given = payload("dspy_citations.json")
    given["citations"] = {"citations": given["citations"]}
    found = one("dspy", given, documents(**{"Loan rules": LOANS}))
    assert found.record["citations"][0]["evidence_span"] == {"start": 0, "end": 38}


def test_without_supported_text_the_citation_covers_the_answer() -> None:
    given = payload("dspy_citations.json")
    del given["citations"][0]["supported_text"]
    found = one("dspy", given)
    assert covered(found) == [None]
    assert slugs(found) == ["no_scope"]
    assert "PC103" in {finding.code for finding in pincite.check([found.record]).findings}


# Vercel AI SDK


def ui() -> Any:
    return payload("vercel_ai_ui_message.json")


def test_markers_name_sources_by_their_order() -> None:
    found = one("vercel-ai", ui())
    assert [(one["marker"], one["document_id"]) for one in found.record["citations"]] == [
        ("[1]", "https://library.example/rules/loans"),
        ("[2]", "fees.pdf"),
    ]
    assert "numbering_assumed" in slugs(found)


def test_without_markers_sources_cover_the_answer() -> None:
    given = ui()
    given["parts"][1]["text"] = "Late fees no longer apply."
    run = pincite.check([one("vercel-ai", given).record])
    assert "PC103" in {finding.code for finding in run.findings}
    assert len(run.claims[0].citations) == 2


def test_a_source_that_no_marker_names_is_not_cited() -> None:
    given = ui()
    given["parts"][1]["text"] = "Late fees no longer apply [2]."
    assert [one["citation_id"] for one in one("vercel-ai", given).record["citations"]] == ["2"]


def test_openai_insertion_point() -> None:
    given = ui()
    given["parts"] = [
        {"type": "text", "text": "🦊 Loans run for 30 days. Late fees ended."},
        {"type": "source-document", "sourceId": "s", "mediaType": "text/plain", "title": "loans.txt",
         "providerMetadata": {"openai": {"fileId": "file-1", "index": 24}}},
    ]  # fmt: skip
    found = one("vercel-ai", given, documents(**{"file-1": LOANS}))
    assert covered(found) == ["Loans run for 30 days"]
    assert texts(found.record["retrieved_chunks"]) == [LOANS]


def test_result_of_generate_text() -> None:
    source = {
        "type": "source",
        "sourceType": "url",
        "id": "s1",
        "url": "https://library.example/a",
        "title": "A",
    }
    given = {"text": "Loans run for 21 days [1].", "sources": [source]}
    (citation,) = one("vercel-ai", given).record["citations"]
    assert (citation["uri" if "uri" in citation else "document_id"], citation["marker"]) == (
        source["url"],
        "[1]",
    )


def test_texts_of_one_step_belong_together() -> None:
    parts: list[dict[str, Any]] = [
        {"type": "text", "text": "Loans run"},
        {"type": "text", "text": " for 21 days."},
        {"type": "step-start"},
        {"type": "text", "text": "Done."},
    ]
    assert one("vercel-ai", ui() | {"parts": parts}).record["text"] == "Loans run for 21 days.\n\nDone."


def test_a_chat_of_ui_messages(tmp_path: Path) -> None:
    import json

    user = {"id": "u", "role": "user", "parts": [{"type": "text", "text": "How many?"}]}
    file = tmp_path / "chat.json"
    file.write_text(json.dumps([user, ui()]), encoding="utf-8")
    (found,) = from_file("auto", file)
    assert found.record["question"] == "How many?"


@pytest.mark.parametrize(
    "name", ["llamaindex", "llamaindex-chat", "haystack", "dspy", "vercel-ai", "langchain"]
)
@pytest.mark.parametrize("value", [None, 3, "x", [], {}, [[]], {"response": 3}, {"parts": []}, {"data": 5}])
def test_what_is_something_else_is_told(name: str, value: Any) -> None:
    error = fault(name, value)
    assert error.path.startswith("$")
    assert error.expected


def test_the_vercel_page_of_a_source() -> None:
    found = one("vercel-ai", ui())
    assert found.record["citations"][1]["page"] == 1
    assert texts(found.record["retrieved_chunks"])[1] == FEES
