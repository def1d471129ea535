from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pincite.evidence.corpus import Corpus
from pincite.evidence.resolution import Resolver, resolve, resolve_all
from pincite.model import Answer, Chunk, Citation, Document, Reference, Resolved, Span, ToolCall
from pincite.model.document import TEXT_RECORDED


def chunk(
    document_id: str, chunk_id: str = "c1", text: str = "", revision: str | None = "r1", **more: Any
) -> Chunk:
    text = text or f"Text of {document_id} {revision} {chunk_id}."
    return Chunk(document_id=document_id, document_revision=revision, chunk_id=chunk_id, text=text, **more)


def document(document_id: str, *chunks: Chunk, revision: str | None = "r1", **more: Any) -> Document:
    return Document(document_id=document_id, document_revision=revision, chunks=chunks, **more)


def answer(prompt: tuple[Chunk, ...] | None, *citations: Citation, **more: Any) -> Answer:
    return Answer(answer_id="a", text="", prompt_chunks=prompt, citations=citations, **more)


def ref(key: str, marker: str | None = "", **more: Any) -> Reference:
    return Reference(key=key, marker=f"[{key}]" if marker == "" else marker, **more)


def texts(found: tuple[Resolved, ...]) -> list[str]:
    return [passage.text for one in found for passage in one.passages]


A, B = chunk("a"), chunk("b")
NO_MAP = answer((A, B))


@pytest.mark.parametrize(
    ("key", "marker", "resolution", "text"),
    [
        ("1", "[1]", "resolved", A.text),
        ("2", "[2]", "resolved", B.text),
        ("3", "[3]", "unresolved", None),
        ("0", "[0]", "unresolved", None),
        ("0", "[ID:0]", "resolved", A.text),
        ("2", "[ID:2]", "unresolved", None),
        ("doc2", "[doc2]", "resolved", B.text),
        ("b", "<cite id='b'>", "resolved", B.text),
        ("nothing", "[nothing]", "unresolved", None),
        ("4:0†source", "【4:0†source】", "unresolved", None),
    ],
)
def test_without_stored_citations_a_number_is_a_position(
    key: str, marker: str, resolution: str, text: str | None
) -> None:
    (found,) = resolve(NO_MAP, ref(key, marker))
    assert found.resolution == resolution
    assert found.citation_id == key
    assert [passage.text for passage in found.passages] == ([] if text is None else [text])
    assert found.in_context is (True if text is not None else None)


def test_a_malformed_marker_stays_malformed() -> None:
    (found,) = resolve(NO_MAP, ref("1", malformed=True))
    assert (found.resolution, found.passages) == ("malformed", ())


def test_the_literal_marker_wins_over_the_id() -> None:
    held = answer(
        (A, B),
        Citation(citation_id="2", marker="[1]", document_id="a", document_revision="r1", chunk_id="c1"),
        Citation(citation_id="1", marker="[2]", document_id="b", document_revision="r1", chunk_id="c1"),
    )
    assert texts(resolve(held, ref("1"))) == [A.text]
    assert texts(resolve(held, ref("2"))) == [B.text]
    # Inside a list, the number that is displayed counts as the marker of its own.
    assert texts(resolve(held, ref("2", "[1, 2]"))) == [B.text]


def test_an_id_stands_in_for_a_marker() -> None:
    held = answer((A, B), Citation(citation_id="x7", document_id="b", chunk_id="c1"))
    assert texts(resolve(held, ref("x7"))) == [B.text]


def test_stored_citations_leave_no_positions() -> None:
    held = answer((A, B), Citation(citation_id="1", marker="【1†source】", document_id="a", chunk_id="c1"))
    (dangling,) = resolve(held, ref("2", "【2†source】"))
    assert (dangling.resolution, dangling.reason, dangling.citation) == ("unresolved", "no_citation", None)
    (positional,) = resolve(held, ref("2", "[2]"))
    assert positional.resolution == "unresolved"


def test_a_shared_marker_gives_every_citation() -> None:
    held = answer(
        (A, B),
        Citation(citation_id="1", marker="[1]", document_id="a", chunk_id="c1"),
        Citation(citation_id="1#2", marker="[1]", document_id="b", chunk_id="c1"),
    )
    found = resolve(held, ref("1"))
    assert [one.citation_id for one in found] == ["1", "1#2"]
    assert texts(found) == [A.text, B.text]


def test_a_stored_group_marker_is_parted_by_its_keys() -> None:
    held = answer(
        (A, B),
        Citation(citation_id="1", marker="[1, 2]", document_id="a", chunk_id="c1"),
        Citation(citation_id="2", marker="[1, 2]", document_id="b", chunk_id="c1"),
    )
    assert texts(resolve(held, ref("1", "[1, 2]"))) == [A.text]
    assert texts(resolve(held, ref("2", "[1, 2]"))) == [B.text]


def test_pages_are_never_matched_by_likeness() -> None:
    held = chunk("ice2018", "pages 5-7")
    cited = Citation(citation_id="k", document_id="ice2018", document_revision="r1", chunk_id="pages 3-5")
    (found,) = resolve(answer((held,), cited), ref("k", None, source="listed"))
    assert (found.resolution, found.reason) == ("unresolved", "no_such_chunk")


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("rules.pdf#page=3", None),
        ("rules.pdf, p. 3", None),
        ("rules.pdf#page=9", "other_page"),
        ("rules.pdf", None),
    ],
)
def test_a_page_in_the_key_must_be_the_stored_one(key: str, reason: str | None) -> None:
    (found,) = resolve(answer((chunk("rules.pdf", page=3),)), ref(key))
    assert found.reason == reason
    assert found.resolution == ("resolved" if reason is None else "unresolved")


@pytest.mark.parametrize(
    ("stored", "outcome"),
    [
        ((3, 4), (["Text of d1 r1 c1."], None)),
        ((4, 5), ([], "other_page")),
        ((3, 3), ([], "ambiguous_id")),
        ((4, None), ([], "no_evidence_text")),
    ],
)
def test_a_page_without_a_document(
    stored: tuple[int | None, int | None], outcome: tuple[list[str], str | None]
) -> None:
    held = answer((chunk("d1", page=stored[0]), chunk("d2", page=stored[1])))
    (found,) = resolve(held, ref("#page=3", "(p. 3)"))
    assert (texts((found,)), found.reason) == outcome
    assert found.in_context is (True if found.passages else None)


def test_a_page_alone_picks_the_stored_citation_of_that_page() -> None:
    held = answer((A, B), Citation(citation_id="x", document_id="b", chunk_id="c1", page=3))
    assert texts(resolve(held, ref("#page=3", "(p. 3)"))) == [B.text]
    assert resolve(held, ref("#page=4", "(p. 4)"))[0].reason == "no_citation"


def test_a_session_marker_needs_a_stored_map() -> None:
    assert resolve(NO_MAP, ref("1", "【1†source】"))[0].reason == "no_map"
    assert resolve(NO_MAP, ref("turn0search1", None))[0].reason == "no_map"


def test_a_name_can_be_a_title_or_an_address() -> None:
    held = answer((chunk("d1", title="Loan rules", uri="https://x.test/loans"), B))
    for key in ("Loan rules", "https://www.x.test/loans/?utm_source=chat", "d1"):
        (found,) = resolve(held, ref(key))
        assert texts((found,)) == ["Text of d1 r1 c1."], key


def test_a_name_that_fits_two_documents_is_unresolved() -> None:
    held = answer((chunk("d1", title="Rules"), chunk("d2", title="Rules")))
    (found,) = resolve(held, ref("Rules"))
    assert (found.resolution, found.reason) == ("unresolved", "ambiguous_id")


def test_a_document_name_means_all_its_chunks_in_the_prompt() -> None:
    held = answer((chunk("d1", "c1"), B, chunk("d1", "c2")))
    assert len(texts(resolve(held, ref("d1")))) == 2


def test_text_is_taken_from_the_prompt_then_the_retrieved_then_the_corpus() -> None:
    cited = Citation(citation_id="1", document_id="d", document_revision="r1", chunk_id="c1")
    corpus = Corpus([document("d", chunk("d", text="stored"))])
    levels: list[tuple[tuple[Chunk, ...], tuple[Chunk, ...], str, bool]] = [
        ((chunk("d", text="shown"),), (chunk("d", text="ranked"),), "shown", True),
        ((A,), (chunk("d", text="ranked"),), "ranked", False),
        ((A,), (), "stored", False),
    ]
    for prompt, retrieved, text, in_context in levels:
        held = answer(prompt, cited, retrieved_chunks=retrieved)
        (found,) = resolve(held, ref("1"), corpus)
        assert (texts((found,)), found.in_context) == ([text], in_context)


@pytest.mark.parametrize(
    ("cited", "reason"),
    [
        (Citation(citation_id="1", document_id="x", chunk_id="c1"), "no_such_document"),
        (
            Citation(citation_id="1", document_id="a", document_revision="r9", chunk_id="c1"),
            "no_such_revision",
        ),
        (Citation(citation_id="1", document_id="a", document_revision="r1", chunk_id="c9"), "no_such_chunk"),
        (Citation(citation_id="1", chunk_id="c9"), "no_such_chunk"),
        (Citation(citation_id="1", chunk_id="c1"), "ambiguous_id"),
        (Citation(citation_id="1", uri="https://x.test/none"), "no_such_document"),
        (Citation(citation_id="1", snippet="words"), "names_nothing"),
    ],
)
def test_citations_that_name_nothing_stored(cited: Citation, reason: str) -> None:
    corpus = Corpus([document("a", A), document("b", B)])
    (found,) = resolve(answer((A, B), cited), ref("1"), corpus)
    assert (found.resolution, found.reason, found.citation) == ("unresolved", reason, cited)


def test_a_prompt_that_was_not_recorded_leaves_no_text() -> None:
    for held in (answer(None), answer(None, Citation(citation_id="1", document_id="d", chunk_id="c"))):
        (found,) = resolve(held, ref("1"))
        assert (found.resolution, found.reason) == ("resolved", "no_evidence_text")
        assert found.passages == ()
        assert found.in_context is None
    (zero,) = resolve(answer(None), ref("0"))
    assert zero.resolution == "unresolved"


def test_another_revision_of_a_document_that_was_seen_has_no_text() -> None:
    held = answer(
        (chunk("d", revision="r4"),), Citation(citation_id="1", document_id="d", document_revision="r3")
    )
    (found,) = resolve(held, ref("1"))
    assert (found.resolution, found.reason, found.in_context) == ("resolved", "no_evidence_text", False)


@pytest.mark.parametrize(("stored", "cited"), [("r1", None), (None, "r1"), (None, None), ("r1", "r1")])
def test_a_missing_revision_contradicts_nothing(stored: str | None, cited: str | None) -> None:
    held = answer(
        (chunk("d", revision=stored),),
        Citation(citation_id="1", document_id="d", document_revision=cited, chunk_id="c1"),
    )
    (found,) = resolve(held, ref("1"))
    assert found.in_context is True


def test_without_a_revision_the_current_one_of_the_corpus_is_meant() -> None:
    corpus = Corpus(
        [
            document("d", chunk("d", revision="r1"), revision="r1", status="superseded"),
            document("d", chunk("d", revision="r2"), revision="r2", status="current"),
        ]
    )
    found = resolve(answer((A,), Citation(citation_id="1", document_id="d", chunk_id="c1")), ref("1"), corpus)
    assert texts(found) == ["Text of d r2 c1."]


def test_a_document_stored_as_text_cannot_refute_a_chunk_id_alone() -> None:
    corpus = Corpus([Document(document_id="d", document_revision="r1", text="All of it.")])
    cited = Citation(citation_id="1", document_id="d", document_revision="r1", chunk_id="c7")
    (elsewhere,) = resolve(answer((A,), cited), ref("1"), corpus)
    assert (texts((elsewhere,)), elsewhere.in_context) == (["All of it."], False)
    # The prompt shows that chunks of this document have other ids.
    (invented,) = resolve(answer((chunk("d", "c1"),), cited), ref("1"), corpus)
    assert invented.reason == "no_such_chunk"


def test_one_id_for_two_texts() -> None:
    first, second = chunk("lease", "c4", "Rent is due."), chunk("lease", "c4", "A late fee of 5 %.")
    by_id = Citation(citation_id="x", marker="[x]", document_id="lease", chunk_id="c4")
    assert texts(resolve(answer((first, second), by_id), ref("x"))) == [first.text, second.text]
    by_place = Citation(citation_id="2", marker="[2]", document_id="lease", chunk_id="c4")
    assert texts(resolve(answer((first, second), by_place), ref("2"))) == [second.text]
    assert texts(resolve(answer((first, second)), ref("1"))) == [first.text]
    # A citation of the whole document means all of it, whatever its number.
    whole = Citation(citation_id="2", marker="[2]", document_id="lease")
    assert len(texts(resolve(answer((first, chunk("lease", "c5")), whole), ref("2")))) == 2
    # Position 1 holds another chunk, so the number is no position.
    elsewhere = Citation(citation_id="1", marker="[1]", document_id="lease", chunk_id="c4")
    assert len(texts(resolve(answer((A, first, second), elsewhere), ref("1")))) == 2


def test_the_evidence_span_then_the_quotation_then_the_chunk() -> None:
    held = chunk("d", text="Rent is due. A late fee of 5 % is charged.")
    base: dict[str, Any] = {"citation_id": "1", "document_id": "d", "chunk_id": "c1"}
    cases: list[tuple[dict[str, Any], str]] = [
        ({"evidence_span": Span(0, 12), "quoted_span": "late fee of 5 %"}, "Rent is due."),
        ({"quoted_span": "late fee of 5 %"}, "late fee of 5 %"),
        ({"quoted_span": "no such words here"}, held.text),
        ({"evidence_span": Span(0, 999)}, held.text),
        ({}, held.text),
    ]
    for extra, expected in cases:
        assert texts(resolve(answer((held,), Citation(**base, **extra)), ref("1"))) == [expected]


def test_an_evidence_span_in_another_unit_is_converted_at_the_chunk() -> None:
    corpus = Corpus([document("d", chunk("d", text="\U0001f3e0 Rent is due."))])
    cited = Citation(
        citation_id="1",
        document_id="d",
        chunk_id="c1",
        evidence_span=Span(3, 7),
        metadata={"evidence_span_unit": "utf16"},
    )
    assert texts(resolve(answer((A,), cited), ref("1"), corpus)) == ["Rent"]


@pytest.mark.parametrize("source", ["span", "explicit", "listed"])
def test_references_without_a_marker_go_by_id(source: Any) -> None:
    held = answer((A,), Citation(citation_id="k", document_id="a", chunk_id="c1"))
    assert texts(resolve(held, Reference(key="k", source=source))) == [A.text]
    (unknown,) = resolve(held, Reference(key="z", source=source))
    assert unknown.resolution == "unresolved"


def test_failed_tool_results_are_no_evidence() -> None:
    held = answer((chunk("d", step_id="s1"),), tool_calls=(ToolCall(step_id="s1", status="error"),))
    (found,) = resolve(held, ref("1"))
    assert (found.resolution, found.passages, found.reason) == ("resolved", (), "no_evidence_text")


def test_the_record_of_the_document_is_found() -> None:
    one, two = document("d", revision="r1"), document("d", chunk("d", revision="r2"), revision="r2")
    corpus = Corpus([one, two])
    cited = Citation(citation_id="1", document_id="d", document_revision="r2", chunk_id="c1")
    (found,) = resolve(answer((A,), cited), ref("1"), corpus)
    assert found.document is two


def test_one_resolver_gives_what_single_calls_give() -> None:
    references = [ref("1"), ref("2"), ref("9"), ref("b")]
    together = resolve_all(NO_MAP, references)
    assert together == tuple(found for one in references for found in resolve(NO_MAP, one))


_IDS = st.sampled_from(["a", "b", "1", "2", "", "r1", "https://x.test/a"]) | st.text(max_size=4)
_MAYBE = st.none() | _IDS
_CHUNKS = st.lists(
    st.builds(
        Chunk,
        document_id=_IDS,
        document_revision=_MAYBE,
        chunk_id=_IDS,
        text=st.text(max_size=10),
        uri=_MAYBE,
        title=_MAYBE,
        page=st.none() | st.integers(0, 3),
    ),
    max_size=4,
)
_CITATIONS = st.lists(
    st.builds(
        Citation,
        citation_id=_IDS,
        document_id=_MAYBE,
        document_revision=_MAYBE,
        chunk_id=_MAYBE,
        marker=_MAYBE,
        uri=_MAYBE,
        quoted_span=_MAYBE,
        page=st.none() | st.integers(0, 3),
    ),
    max_size=3,
)


@given(st.none() | _CHUNKS, _CITATIONS, st.none() | _CHUNKS, _IDS, _MAYBE)
def test_whatever_is_recorded_every_reference_gets_an_outcome(
    prompt: list[Chunk] | None,
    citations: list[Citation],
    stored: list[Chunk] | None,
    key: str,
    marker: str | None,
) -> None:
    held = answer(None if prompt is None else tuple(prompt), *citations)
    corpus = None
    if stored is not None:
        corpus = Corpus(
            document(one.document_id, one, revision=one.document_revision, title=one.title, uri=one.uri)
            for one in stored
        )
    resolver = Resolver(held, corpus)
    found = resolver.resolve(Reference(key=key, marker=marker))
    assert found
    for one in found:
        if one.resolution == "unresolved":
            assert (one.passages, one.in_context) == ((), None)
            assert one.reason
        else:
            assert (one.reason is None) == bool(one.passages)
            assert (one.in_context is None) == (prompt is None)
        for passage in one.passages:
            assert passage.text == passage.chunk.text[passage.start : passage.end]
            packaged = resolver.packaged(passage)
            assert (packaged.start, packaged.end) == (passage.start, passage.end)


def lost(document_id: str, chunk_id: str = "1", **more: Any) -> Chunk:
    """A chunk that was shown and whose text nobody recorded."""
    found = chunk(document_id, chunk_id, **{"revision": None, **more})
    return structs.replace(found, text="", metadata={TEXT_RECORDED: False})


STORED = Corpus(
    [
        Document(document_id="plain", text="The whole text."),
        document("parts", chunk("parts", "1", "Part one."), chunk("parts", "k2", "Part two.", page=4)),
        document("twice", chunk("twice", "1", "Old."), revision="r1"),
        document("twice", chunk("twice", "1", "New.", "r2"), revision="r2"),
    ]
)


@pytest.mark.parametrize(
    ("shown", "named", "found"),
    [
        (lost("plain"), {}, ["The whole text."]),
        (lost("plain", "77"), {"chunk_id": "77"}, ["The whole text."]),
        # A number that counts one answer's results is no chunk of the corpus, unless the citation says so.
        (lost("parts"), {}, ["Part one.", "Part two."]),
        (lost("parts"), {"chunk_id": "1"}, ["Part one."]),
        (lost("parts"), {"page": 4}, ["Part one.", "Part two."]),
        (lost("parts", "k9"), {"chunk_id": "k9"}, []),
        # Which revision it was, nobody knows.
        (lost("twice"), {}, []),
        (lost("twice", revision="r2"), {}, ["New."]),
        # Offsets count in a text that nobody has.
        (lost("plain"), {"evidence_span": Span(0, 3)}, []),
        (lost("parts"), {"chunk_id": "1", "evidence_span": Span(0, 4)}, ["Part"]),
        (lost("nowhere"), {}, []),
    ],
)
def test_a_text_that_was_not_recorded_is_read_from_the_corpus(
    shown: Chunk, named: dict[str, Any], found: list[str]
) -> None:
    held = answer((shown, B), Citation(citation_id="1", document_id=shown.document_id, **named))
    (one,) = resolve(held, ref("1"), STORED)
    assert texts((one,)) == found
    assert (one.resolution, one.in_context) == ("resolved", True)
    assert one.reason == (None if found else "no_evidence_text")


def test_a_position_finds_the_text_too() -> None:
    assert texts(resolve(answer((lost("plain"),)), ref("1"), STORED)) == ["The whole text."]
    assert texts(resolve(answer((lost("parts", "k2"),)), ref("1"), STORED)) == ["Part two."]
    # The record of the answer itself comes first.
    held = answer((lost("parts", "k2"),), retrieved_chunks=(chunk("parts", "k2", "As retrieved.", None),))
    assert texts(resolve(held, ref("1"), STORED)) == ["As retrieved."]


def test_what_is_recorded_as_empty_stays_empty() -> None:
    shown = structs.replace(chunk("plain", revision=None), text="")
    assert texts(resolve(answer((shown,)), ref("1"), STORED)) == [""]


def test_a_failed_tool_is_not_mended_by_the_corpus() -> None:
    call = ToolCall(step_id="s1", name="search", status="error", result_chunk_ids=())
    held = answer((lost("plain", step_id="s1"),), tool_calls=(call,))
    resolver = Resolver(held, STORED)
    (one,) = resolver.resolve(ref("1"))
    assert texts((one,)) == []
    assert resolver.failure(one) is not None
