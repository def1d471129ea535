"""Data sets: Ragas, DeepEval, TruLens, RAGChecker, open-rag-eval, ALCE, TREC RAG, LongCite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from framework_samples import (
    FEES,
    LOANS,
    SAMPLES,
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
from pincite.importers.protocol import Imported, Sidecar


def first(file: str) -> Any:
    """The first item of a sample that is a list."""
    return payload(file)[0]


# Ragas


def ragas(**changes: Any) -> Any:
    return first("ragas_evaluation_dataset.json") | changes


def test_ragas_ids_stand_beside_the_contexts() -> None:
    chunks = one("ragas", ragas()).record["prompt_chunks"]
    assert [chunk["document_id"] for chunk in chunks] == ["kb-loans", "kb-fees", "kb-cafe"]


def test_ragas_ids_that_do_not_fit_are_not_used() -> None:
    found = one("ragas", ragas(retrieved_context_ids=["a", 2]))
    assert found.record["prompt_chunks"][0]["document_id"] == "doc-1"
    assert slugs(found) == ["ids_do_not_match", "prompt_assumed"]


def test_ragas_contexts_not_recorded_and_none_retrieved_differ() -> None:
    assert one("ragas", ragas(retrieved_contexts=None)).record["prompt_chunks"] is None
    assert (
        one("ragas", ragas(retrieved_contexts=[], retrieved_context_ids=None)).record["prompt_chunks"] == []
    )


def test_ragas_names_of_before() -> None:
    old = {"question": "Q?", "answer": "A [1].", "contexts": [LOANS], "ground_truth": "G"}
    found = one("ragas", old)
    assert (found.record["question"], found.record["metadata"]["reference"]) == ("Q?", "G")
    assert texts(found.record["prompt_chunks"]) == [LOANS]


def test_ragas_turns() -> None:
    turns = [
        {"type": "human", "content": "How long?"},
        {"type": "ai", "content": "Let me look."},
        {"type": "tool", "content": LOANS},
        {"type": "ai", "content": "21 days."},
    ]
    found = one("ragas", {"user_input": turns, "reference": "21 days"})
    assert (found.record["question"], found.record["text"]) == ("How long?", "21 days.")
    assert found.record["prompt_chunks"] is None


# DeepEval


def deepeval(**changes: Any) -> Any:
    return first("deepeval_llm_test_cases.json") | changes


def test_deepeval_a_source_is_split_off_only_when_asked_for() -> None:
    kept = one("deepeval", deepeval()).record["prompt_chunks"][1]
    assert (kept["document_id"], kept["text"]) == ("doc-2", f"fees.pdf: {FEES}")
    split = one("deepeval", deepeval(), Sidecar(options={"source": "split"})).record["prompt_chunks"]
    assert [(chunk["document_id"], chunk["text"]) for chunk in split] == [
        ("doc-1", LOANS),
        ("fees.pdf", FEES),
    ]


def test_deepeval_setting_is_checked() -> None:
    assert (
        "expected keep or split" in fault("deepeval", deepeval(), Sidecar(options={"source": "yes"})).message
    )


def test_deepeval_camel_case_and_runs() -> None:
    case = deepeval()
    camel = {"input": case["input"], "actualOutput": case["actual_output"], "name": case["name"],
             "retrievalContext": case["retrieval_context"]}  # fmt: skip
    found = read("deepeval", {"testCases": [camel, camel]})
    assert len(found) == 2
    assert found[0].record["prompt_chunks"] == one("deepeval", case).record["prompt_chunks"]


def test_deepeval_ideal_context_is_not_what_the_model_saw() -> None:
    found = one("deepeval", deepeval(retrieval_context=None))
    assert found.record["prompt_chunks"] is None
    assert found.record["metadata"]["ideal_context"] == [LOANS]


# TruLens, RAGChecker


def test_trulens_records_and_attributes_as_text() -> None:
    import json

    events = payload("trulens_otel_events.json")
    other = json.loads(json.dumps(events).replace("rec-1", "rec-2"))
    for event in other:
        event["record_attributes"] = json.dumps(event["record_attributes"])
    one_, two = read("trulens", [*events, *other])
    assert (one_.record["answer_id"], two.record["answer_id"]) == ("rec-1", "rec-2")
    assert one_.record["prompt_chunks"] == [
        chunk | {"step_id": "event-1"} for chunk in two.record["prompt_chunks"]
    ]


def test_trulens_records_of_before() -> None:
    call = {
        "stack": [{"path": "app", "method": {"name": "retrieve"}}],
        "args": {"query": "Q"},
        "rets": [LOANS, FEES],
    }
    old = {"record_id": "r", "main_input": "How long?", "main_output": "21 days [1].", "calls": [call]}
    found = one("trulens", old)
    assert (found.record["question"], texts(found.record["prompt_chunks"])) == ("How long?", [LOANS, FEES])


def test_ragchecker_claims_without_a_place_are_told() -> None:
    given = payload("ragchecker_input.json")
    given["results"][0]["response_claims"] = [["members", "may hold", "twelve items"]]
    found = one("ragchecker", given)
    assert "claims_without_place" in slugs(found)
    assert "claims" not in found.record
    assert one("ragchecker", given["results"][0]).record == found.record


# open-rag-eval


def test_open_rag_eval_groups_rows(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text(
        "query_id,query,query_run,passage_id,passage,generated_answer\n"
        "q1,Q?,1,[1],Dogs bark.,Cats purr [2]. Dogs bark [1].\n"
        "q1,Q?,1,[2],Cats purr.,\n"
        "q1,Q?,2,[7],Fish swim.,Fish swim [7].\n"
        "q2,R?,1,[1],Bees hum.,\n",
        encoding="utf-8",
    )
    from pincite.importers.reading import import_files

    found = list(import_files("open-rag-eval", [file]))
    answers = [one for one in found if isinstance(one, Imported)]
    assert [one.record["answer_id"] for one in answers] == ["q1/1", "q1/2"]
    assert texts(answers[0].record["prompt_chunks"]) == ["Dogs bark.", "Cats purr."]
    assert "citations" not in answers[0].record
    (citation,) = answers[1].record["citations"]
    assert (citation["citation_id"], citation["chunk_id"]) == ("7", "7")
    (rejected,) = [one for one in found if not isinstance(one, Imported)]
    assert "an answer on one of the rows of a query" in str(rejected)


def test_open_rag_eval_an_answer_without_markers_cites_nothing(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text(
        "query_id,query,query_run,passage_id,passage,generated_answer\nq1,Q?,1,[7],Cats purr.,Cats purr.\n",
        encoding="utf-8",
    )
    (found,) = from_file("auto", file)
    assert "citations" not in found.record


def test_open_rag_eval_parts_are_spans() -> None:
    """The full stop that opens the second part is no part of its claim."""
    found = one("open-rag-eval-json", payload("open_rag_eval_ragresult.json"))
    spans = covered(found)
    assert spans[1] == "Late fees no longer apply, but a lost item costs €5 on top of its replacement price"
    assert spans[1] == spans[2]
    assert slugs(found) == ["text_rebuilt"]


def test_open_rag_eval_dangling_part() -> None:
    given = payload("open_rag_eval_ragresult.json")
    given["rag_results"][0]["generation_result"]["generated_answer"][0]["citations"] = ["[9]"]
    found = one("open-rag-eval-json", given)
    assert "dangling_reference" in slugs(found)
    assert "PC201" in {finding.code for finding in pincite.check([found.record]).findings}


# ALCE


def test_alce_markers_are_read_by_our_rules() -> None:
    """ALCE reads `[2, 3]` as 2 only, and `arr[1]` as a citation."""
    item = payload("alce_result.json")["data"][0] | {
        "output": "Late fees ended [2, 3]. See arr[1] for the array."
    }
    run = pincite.check([one("alce", {"data": [item]}).record])
    assert [[link.citation_id for link in row.citations] for row in run.claims] == [["2", "3"], []]


def test_alce_several_outputs_and_a_closed_book() -> None:
    item = payload("alce_result.json")["data"][0] | {"output": ["First [1].", "Second."], "id": 7, "docs": []}
    first_, second = read("alce", {"args": {"use_shorter": "summary"}, "data": [item]})
    assert (first_.record["answer_id"], second.record["answer_id"]) == ("7", "7#2")
    assert first_.record["prompt_chunks"] == []
    assert slugs(first_) == ["prompt_shortened"]


def test_alce_one_sentence_of_a_document() -> None:
    item = payload("alce_result.json")["data"][0]
    item["docs"][0]["sent"] = "Each loan runs for 21 days."
    assert texts(one("alce", item).record["prompt_chunks"])[0] == "Each loan runs for 21 days."


# TREC RAG


@pytest.mark.parametrize("file", ["trec_rag24_answer.json", "trec_rag25_answer.json"])
def test_trec_citations_count_from_zero(file: str) -> None:
    found = one("trec-rag", payload(file))
    references = payload(file)["references"]
    assert [one["document_id"] for one in found.record["citations"]] == [
        references[0],
        references[1],
        references[0],
    ]
    assert (
        covered(found)[1]
        == "Late fees no longer apply, but a lost item costs €5 on top of its replacement price."
    )
    assert found.record["prompt_chunks"] is None


def test_trec_segments_come_from_the_documents() -> None:
    given = payload("trec_rag24_answer.json")
    given["answer"][0]["text"] = "Members may hold fifteen items at once."
    found = one("trec-rag", given, documents(**{given["references"][0]: LOANS, given["references"][1]: FEES}))
    assert texts(found.record["retrieved_chunks"]) == [LOANS, FEES]
    assert slugs(found) == ["text_rebuilt"]
    assert pincite.check([found.record]).claims[0].label == "contradiction"


def test_trec_flat_variant_of_2025() -> None:
    given = payload("trec_rag25_answer.json")
    flat = {**given.pop("metadata"), **given}
    assert one("trec-rag", flat).record["case_id"] == "1"


def test_trec_position_outside_the_references() -> None:
    given = payload("trec_rag24_answer.json")
    given["answer"][0]["citations"] = [2]
    found = one("trec-rag", given)
    assert "dangling_reference" in slugs(found)
    codes = {finding.code for finding in pincite.check([found.record]).findings}
    assert "PC201" in codes


# LongCite


def longcite() -> Any:
    return payload("longcite_result.json")


def cited_words(found: Imported) -> list[str]:
    (context,) = texts(found.record["prompt_chunks"])
    spans = [one["evidence_span"] for one in found.record["citations"]]
    return [context[span["start"] : span["end"]] for span in spans]


def by_elements(given: Any) -> None:
    del given["statements_with_citations"]


def by_sentences(given: Any) -> None:
    for statement in given["statements_with_citations"]:
        for citation in statement["citation"]:
            del citation["start_char_idx"], citation["end_char_idx"]


def without_answer(given: Any) -> None:
    del given["answer"]


@pytest.mark.parametrize("change", [lambda given: None, by_elements, by_sentences, without_answer])
def test_longcite_sentences_are_inclusive_and_characters_exclusive(change: Callable[[Any], None]) -> None:
    given = longcite()
    change(given)
    found = one("longcite", given)
    assert cited_words(found) == ["Members may hold twelve items at once. ", FEES]
    assert (
        covered(found)[1]
        == "Late fees no longer apply, but a lost item costs €5 on top of its replacement price."
    )


def test_longcite_an_opening_sign_in_the_place_of_a_closing_one() -> None:
    given = longcite()
    by_elements(given)
    given["answer"] = given["answer"].replace("</statement>", "<statement>")
    assert cited_words(one("longcite", given)) == ["Members may hold twelve items at once. ", FEES]


def test_longcite_a_range_outside_the_context() -> None:
    given = longcite()
    by_elements(given)
    given["answer"] = given["answer"].replace("[3-4]", "[3-9]")
    found = one("longcite", given)
    assert slugs(found) == ["dangling_reference"]
    assert "PC201" in {finding.code for finding in pincite.check([found.record]).findings}


def test_longcite_offsets_that_do_not_fit_are_found_by_the_words() -> None:
    given = longcite()
    given["statements_with_citations"][1]["citation"][0]["start_char_idx"] = 9
    found = one("longcite", given)
    assert cited_words(found)[1] == FEES
    assert slugs(found) == ["located_by_text"]


def test_longcite_without_its_context_keeps_the_cited_words() -> None:
    given = longcite()
    del given["splited_context"]
    found = one("longcite", given)
    assert found.record["prompt_chunks"] is None
    assert texts(found.record["retrieved_chunks"]) == ["Members may hold twelve items at once.", FEES]


def test_longcite_white_space_and_uncited_statements() -> None:
    given = longcite()
    given["statements_with_citations"].insert(1, {"statement": "\n", "citation": None})
    found = one("longcite", given)
    assert [one["citation_id"] for one in found.record["citations"]] == ["s1.0-0", "s3.3-4"]


@pytest.mark.parametrize(
    "name",
    [
        "ragas",
        "deepeval",
        "ragchecker",
        "open-rag-eval",
        "open-rag-eval-json",
        "alce",
        "trec-rag",
        "longcite",
    ],
)
@pytest.mark.parametrize("value", [None, 3, "x", [3], {}, {"data": 3}, {"results": [3]}, {"answer": [{}]}])
def test_what_is_something_else_is_told(name: str, value: Any) -> None:
    error = fault(name, value)
    assert error.path.startswith("$")
    assert error.expected


def test_every_sample_here_is_small() -> None:
    assert all(path.stat().st_size < 100_000 for path in SAMPLES.iterdir())
