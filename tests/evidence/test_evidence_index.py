from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.candidates import candidates
from pincite.evidence.corpus import Corpus
from pincite.evidence.index import WINDOW, Index
from pincite.model import Chunk, Document

_WORDS = ("tank", "pump", "harbour", "litre", "ferry", "pear", "mirror", "shift", "leave", "bin")


def document(name: str, *texts: str) -> Document:
    return Document(
        document_id=name,
        chunks=tuple(Chunk(document_id=name, chunk_id=f"c{n}", text=text) for n, text in enumerate(texts)),
    )


_TEXT = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=8).map(" ".join)


@given(_TEXT, st.lists(_TEXT, min_size=1, max_size=8))
def test_it_ranks_as_candidates_do(claim: str, texts: list[str]) -> None:
    stored = document("d", *texts)
    hits = Index([stored]).nearest(claim, 3)
    ranked = candidates(claim, stored.chunks, 3)
    assert [hit.place for hit in hits] == [one.index for one in ranked]
    assert [round(hit.score, 9) for hit in hits] == [round(one.score, 9) for one in ranked]
    assert [round(hit.coverage, 9) for hit in hits] == [round(one.coverage, 9) for one in ranked]


def test_what_is_not_to_be_kept_is_passed_over() -> None:
    index = Index([document("a", "the pump"), document("b", "the pump")])
    assert [hit.document.document_id for hit in index.nearest("the pump", 1)] == ["a"]
    assert [
        hit.document.document_id
        for hit in index.nearest("the pump", 1, lambda _, document: document.document_id == "b")
    ] == ["b"]


def test_neighbours_stay_in_the_document() -> None:
    index = Index([document("a", "tank", "pump"), document("b", "bin")])
    assert [(place, one.text) for place, one in index.neighbours(1)] == [(0, "tank")]
    assert list(index.neighbours(2)) == []


def test_a_text_without_chunks_is_read_in_windows_that_hold_all_of_it() -> None:
    text = " ".join(f"Sentence number {n} is about the {_WORDS[n % 10]}." for n in range(120))
    index = Index([Document(document_id="long", text=text)])
    hits = index.nearest("sentence", 1000)
    spans = sorted((hit.passage.start, hit.passage.end) for hit in hits)
    assert spans[0][0] == 0 and spans[-1][1] == len(text)
    assert all(end - start <= WINDOW for start, end in spans)
    assert all(not text[one[1] : other[0]].strip() for one, other in pairwise(spans))


def test_the_corpus_builds_its_index_once() -> None:
    corpus = Corpus([document("a", "tank")])
    assert corpus.index is corpus.index
    assert Index([]).nearest("tank", 3) == ()
