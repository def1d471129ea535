from __future__ import annotations

import hashlib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.corpus import Corpus, text_digest
from pincite.model import Chunk, Document


def chunk(chunk_id: str, revision: str | None = "r1", **more: Any) -> Chunk:
    return Chunk(
        document_id="d", document_revision=revision, chunk_id=chunk_id, text=f"{revision} {chunk_id}", **more
    )


def document(revision: str | None, *chunks: Chunk, **more: Any) -> Document:
    return Document(document_id="d", document_revision=revision, chunks=chunks, **more)


OLD, NEW = (
    document("r1", chunk("a"), chunk("b")),
    document("r2", chunk("a", "r2"), title="New", uri="https://x.test/n/"),
)
CORPUS = Corpus([OLD, NEW, Document(document_id="t", text="All of it.")])


def test_revisions_are_found_by_name() -> None:
    assert CORPUS.document("d", "r2") is NEW
    assert CORPUS.document("d", "r9") is None
    assert CORPUS.document("d", None) is None
    assert CORPUS.document("t", None) is CORPUS.documents[2]
    assert CORPUS.document("t", "r7") is CORPUS.documents[2]
    assert CORPUS.revisions("d") == (OLD, NEW)
    assert CORPUS.revisions("x") == ()
    assert "d" in CORPUS
    assert "x" not in CORPUS
    assert len(CORPUS) == 3


def test_chunks_are_found_by_key() -> None:
    assert [one.text for one in CORPUS.chunks("d", "r2", "a")] == ["r2 a"]
    assert [one.text for one in CORPUS.chunks("d", None, "a")] == ["r1 a", "r2 a"]
    assert CORPUS.chunks("d", "r2", "b") == ()
    assert [one.text for one in CORPUS.chunks_of("d", "r1")] == ["r1 a", "r1 b"]
    assert len(CORPUS.with_chunk_id("a")) == 2


def test_a_document_stored_as_text_is_one_chunk() -> None:
    (whole,) = CORPUS.chunks_of("t", None)
    assert (whole.text, whole.start, whole.end) == ("All of it.", 0, 10)
    assert not CORPUS.has_chunk_ids("t")
    assert CORPUS.has_chunk_ids("d")


def test_documents_are_found_by_address_and_title() -> None:
    assert CORPUS.at_address("http://x.test/n") == (NEW,)
    assert CORPUS.at_address("http://x.test/m") == ()
    assert CORPUS.with_title("New") == (NEW,)


def test_the_digest_is_of_the_content_and_not_of_the_order() -> None:
    assert Corpus([NEW, OLD]).digest == Corpus([OLD, NEW]).digest
    for other in (
        document("r2", chunk("a", "r2"), title="New", uri="https://x.test/n/", status="superseded"),
        document("r2", chunk("a", "r3"), title="New", uri="https://x.test/n/"),
    ):
        assert Corpus([OLD, other]).digest != Corpus([OLD, NEW]).digest
    assert Corpus().digest == Corpus([]).digest


@given(st.text(st.characters(exclude_categories=[])))
def test_any_text_has_a_digest(text: str) -> None:
    assert len(text_digest(text)) == 64
    assert len(Corpus([Document(document_id="d", text=text)]).digest) == 64


def test_the_digest_of_a_text_is_that_of_its_bytes() -> None:
    assert text_digest("Größe") == hashlib.sha256("Größe".encode()).hexdigest()
