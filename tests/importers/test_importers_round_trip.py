"""Native -> a product's format -> native loses nothing that the format can hold.

What is compared is what `check` sees: the claims of the answer, and for each claim the passages behind its
citations, with the keys that the format can hold.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from foreign_writers import MARKED, SPANNED, Native, Writer
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.claims.extraction import extract
from pincite.claims.policy import load_policy
from pincite.evidence.resolution import Resolver
from pincite.importers.catalogue import importer
from pincite.importers.protocol import Imported, Sidecar
from pincite.io.answers import answers_from
from pincite.io.codec import encode_row
from pincite.model import Answer

SUBJECTS = ("A member", "The café’s kiosk", "Each loan", "Frau Müller’s desk", "The 🦊 club", "Every visitor")
VERBS = ("pays", "holds", "returns", "borrows", "keeps")
THINGS = ("items", "books", "euros — at most", "maps of Zürich", "naïve sketches")


@st.composite
def sentence(draw: st.DrawFn, number: int) -> str:
    """A statement that no other one of the record repeats."""
    subject, verb, thing = (draw(st.sampled_from(words)) for words in (SUBJECTS, VERBS, THINGS))
    return f"{subject} {verb} {number + 2} {thing}."


@st.composite
def passages(draw: st.DrawFn) -> list[dict[str, Any]]:
    found = []
    for number in range(draw(st.integers(1, 4))):
        text = " ".join(draw(sentence(100 * number + part)) for part in range(draw(st.integers(1, 3))))
        chunk: dict[str, Any] = {
            "document_id": f"kb-{number}",
            "document_revision": draw(st.sampled_from(["2025-03-01", "r7", "3"])),
            "chunk_id": draw(st.sampled_from(["c1", "7", f"part-{number}"])),
            "title": f"Rules {number}",
            "page": draw(st.integers(1, 40)),
            "score": draw(st.sampled_from([0.25, 0.5, 1.0])),
            "text": text,
        }
        if draw(st.booleans()):
            chunk["uri"] = f"https://library.example/{number}"
        found.append(chunk)
    return found


@st.composite
def spanned(draw: st.DrawFn) -> Native:
    """An answer of sentences, some of which cite passages by their span."""
    chunks = draw(passages())
    sentences = [draw(sentence(1000 + number)) for number in range(draw(st.integers(1, 5)))]
    citations: list[dict[str, Any]] = []
    places = []
    at = 0
    for text in sentences:
        places.append((at, at + len(text)))
        cited = draw(st.lists(st.sampled_from(range(len(chunks))), unique=True, max_size=2))
        for place in cited:
            citations.append(
                {
                    "citation_id": f"c{len(citations)}",
                    "document_id": chunks[place]["document_id"],
                    "chunk_id": chunks[place]["chunk_id"],
                    "span": {"start": at, "end": at + len(text)},
                }
            )
        at += len(text) + 1
    return {
        "text": " ".join(sentences),
        "question": "What does a member pay?",
        "prompt_chunks": chunks,
        "citations": citations,
        "sentences": places,
    }


@st.composite
def marked(draw: st.DrawFn) -> Native:
    """An answer of sentences with `[n]` markers."""
    chunks = draw(passages())
    pieces = []
    for number in range(draw(st.integers(1, 5))):
        text = draw(sentence(1000 + number)).removesuffix(".")
        cited = draw(st.lists(st.integers(1, len(chunks)), unique=True, max_size=2))
        markers = "".join(f"[{one}]" for one in cited)
        pieces.append(f"{text} {markers}." if markers else f"{text}.")
    return {"text": " ".join(pieces), "question": "What does a member pay?", "prompt_chunks": chunks}


def answer_of(record: dict[str, Any]) -> Answer:
    (answer,) = answers_from(
        [encode_row({key: value for key, value in record.items() if key != "sentences"})]
    )
    assert isinstance(answer, Answer), answer
    return answer


def seen(record: dict[str, Any], writer: Writer) -> list[tuple[str, list[tuple[Any, ...]]]]:
    """Each claim with the passages behind its citations: their text, and the keys that the format holds."""
    answer = answer_of(record)
    resolver = Resolver(answer)
    keys = [key for key in ("document_id", "document_revision", "chunk_id", "title", "page", "uri", "score")
            if key in writer.holds]  # fmt: skip
    rows = []
    for claim in extract(answer, load_policy(None)).claims:
        behind = set()
        for reference in claim.references:
            for resolved in resolver.resolve(reference):
                assert resolved.resolution == "resolved", (writer.format, reference, resolved.reason)
                assert resolved.passages, (writer.format, reference)
                for passage in resolved.passages:
                    chunk = msgspec.to_builtins(passage.chunk)
                    values = [str(chunk[key]) if chunk[key] is not None else None for key in keys]
                    behind.add((passage.chunk.text[passage.start : passage.end].strip(), *values))
        text = claim.text.replace("[doc", "[")
        rows.append((text, sorted(behind, key=str)))
    return rows


def back(writer: Writer, native: Native) -> Imported:
    written = writer.write(native)
    requests = () if written.request is None else (written.request,)
    sidecar = Sidecar(written.documents, requests, writer.options)
    (found,) = importer(writer.format).read(written.payload, sidecar)
    assert isinstance(found, Imported), found
    return found


def same(writer: Writer, native: Native) -> None:
    found = back(writer, native).record
    assert found["text"].replace("[doc", "[") == native["text"]
    assert seen(found, writer) == seen(native, writer)
    if "question" in writer.holds:
        assert found["question"] == native["question"]
    if "prompt" in writer.holds:
        shown = [chunk["text"] for chunk in found["prompt_chunks"]]
        assert shown == [chunk["text"] for chunk in native["prompt_chunks"]]


@pytest.mark.parametrize("writer", SPANNED, ids=lambda one: one.format)
@settings(max_examples=60, deadline=None)
@given(native=spanned())
def test_spans(writer: Writer, native: Native) -> None:
    same(writer, native)


@pytest.mark.parametrize("writer", MARKED, ids=lambda one: one.format)
@settings(max_examples=60, deadline=None)
@given(native=marked())
def test_markers(writer: Writer, native: Native) -> None:
    same(writer, native)


@pytest.mark.parametrize("writer", (*SPANNED, *MARKED), ids=lambda one: one.format)
def test_what_is_written_is_recognised(writer: Writer) -> None:
    """A written payload is taken for its own format and no other one's claim stands against it."""
    chunk = {
        "document_id": "kb-0",
        "document_revision": "r7",
        "chunk_id": "c1",
        "title": "Rules",
        "page": 1,
        "score": 0.5,
        "text": "A member pays 3 euros.",
    }
    text = "Each loan keeps 2 books." if writer in SPANNED else "Each loan keeps 2 books [1]."
    cited = {"citation_id": "c0", "document_id": "kb-0", "chunk_id": "c1", "span": {"start": 0, "end": 24}}
    native = {
        "text": text,
        "question": "?",
        "prompt_chunks": [chunk],
        "citations": [cited],
        "sentences": [(0, 24)],
    }
    assert importer(writer.format).recognises(writer.write(native).payload)
