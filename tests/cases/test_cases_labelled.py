"""Labelled cases through the whole pipeline: how often the label of an expected claim is right.

The floors lie a little under what was measured when they were set; they catch a loss, and are no goal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.model.result import ClaimRow

CASES = Path(__file__).parent


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def record(case: dict[str, Any]) -> dict[str, Any]:
    """The case as a native answer; documents of different cases never meet."""
    answer: dict[str, Any] = {
        "answer_id": case["id"],
        "question": case["question"],
        "text": case["answer"],
        "prompt_chunks": [chunk(case, document) for document in case["documents"]],
    }
    if case["citations"]:
        answer["citations"] = [
            {
                "citation_id": f"{number}",
                "marker": one["marker"],
                "document_id": f"{case['id']}/{one['documentId']}",
                "document_revision": one["documentRevision"],
                "chunk_id": one["chunkId"],
            }
            for number, one in enumerate(case["citations"])
        ]
    return answer


def chunk(case: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    return {
        "document_id": f"{case['id']}/{document['documentId']}",
        "document_revision": document["documentRevision"],
        "chunk_id": document["chunkId"],
        "text": document["text"],
    }


def corpus(some: list[dict[str, Any]]) -> list[dict[str, Any]]:
    stored: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for case in some:
        for document in [*case["documents"], *case.get("stored_documents", [])]:
            one = chunk(case, document)
            own = stored.setdefault((one["document_id"], one["document_revision"]), [])
            own.append({"chunk_id": one["chunk_id"], "text": one["text"]})
    return [
        {"document_id": document, "document_revision": revision, "chunks": chunks}
        for (document, revision), chunks in stored.items()
    ]


def judged(name: str) -> Iterator[tuple[bool, bool]]:
    """(is it supported, was it called full) for each expected claim that has a label."""
    some = cases(name)
    run = pincite.check([record(case) for case in some], corpus=corpus(some))
    for case, result in zip(some, run.results, strict=True):
        for expected in case["expected"]["claims"]:
            if expected["label"] in ("full", "partial", "none", "contradiction"):
                start = case["answer"].find(expected["text"])
                hit = overlapping(result.claims, start, start + len(expected["text"]))
                yield expected["label"] == "full", bool(hit) and all(claim.label == "full" for claim in hit)


def overlapping(claims: tuple[ClaimRow, ...], start: int, end: int) -> list[ClaimRow]:
    return [
        claim
        for claim in claims
        if 2 * (min(end, claim.end) - max(start, claim.start)) >= min(end - start, claim.end - claim.start)
    ]


@pytest.mark.parametrize(
    ("name", "kept_floor", "caught_floor"),
    [
        ("own.jsonl", 0.79, 0.88),
        ("phenomena.jsonl", 0.82, 0.84),
        ("own2.jsonl", 0.93, 0.93),
        ("own3.jsonl", 0.88, 0.92),
        # Least of this one was fitted: two kinds of its failures were mended, the rest not looked into.
        ("own5.jsonl", 0.65, 0.80),
    ],
)
def test_supported_claims_are_kept_and_others_caught(
    name: str, kept_floor: float, caught_floor: float
) -> None:
    told = list(judged(name))
    supported = [full for good, full in told if good]
    others = [not full for good, full in told if not good]
    kept, caught = sum(supported) / len(supported), sum(others) / len(others)
    assert kept >= kept_floor, f"kept {kept:.3f} of {len(supported)} supported claims"
    assert caught >= caught_floor, f"caught {caught:.3f} of {len(others)} others"
