"""PC105 and PC2xx: whether the sources that an answer points at are there, and are the right ones."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from pincite.checks.context import check_context
from pincite.checks.digests import check_digests
from pincite.checks.duplicates import check_duplicates
from pincite.checks.identity import check_identity
from pincite.checks.revision import check_revision
from pincite.checks.stream import check_stream
from pincite.checks.target import check_target
from pincite.checks.transport import check_transport
from pincite.evidence.corpus import Corpus
from pincite.evidence.resolution import Resolver
from pincite.model import Answer, Chunk, Citation, Document, Finding, Reference, Resolved, Span, ToolCall


def chunk(
    document_id: str, chunk_id: str = "c1", text: str = "", revision: str | None = "r1", **more: Any
) -> Chunk:
    text = text or f"Text of {document_id} {chunk_id}."
    return Chunk(document_id=document_id, document_revision=revision, chunk_id=chunk_id, text=text, **more)


def stored(*chunks: Chunk, **more: Any) -> Document:
    return Document(
        document_id=chunks[0].document_id,
        document_revision=chunks[0].document_revision,
        chunks=chunks,
        **more,
    )


A, B = chunk("a"), chunk("b")
TO_A = Citation(citation_id="1", marker="[1]", document_id="a", document_revision="r1", chunk_id="c1")


def scene(
    *keys: str | Reference,
    prompt: tuple[Chunk, ...] | None = (A, B),
    citations: tuple[Citation, ...] = (),
    corpus: tuple[Document, ...] | None = None,
    **more: Any,
) -> tuple[Resolver, tuple[Resolved, ...]]:
    answer = Answer(answer_id="a", text="x" * 40, prompt_chunks=prompt, citations=citations, **more)
    resolver = Resolver(answer, None if corpus is None else Corpus(corpus))
    references = [
        Reference(key=key, marker=f"[{key}]", start=10, end=12 + len(key)) if isinstance(key, str) else key
        for key in keys
    ]
    return resolver, resolver.resolve_all(references)


def said(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.code, finding.message) for finding in findings]


# PC201 and PC212


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("9", "citation [9] resolves to nothing: the prompt holds 2 chunks"),
        ("0", "citation [0] resolves to nothing: sources are counted from 1"),
        ("kb-9", "citation [kb-9] resolves to nothing: no prompt chunk has this id, title or address"),
    ],
)
def test_markers_that_name_nothing(key: str, message: str) -> None:
    (finding,) = check_identity(*scene(key))
    assert said([finding]) == [("PC201", message)]
    assert finding.severity == "error"
    assert finding.answer_span == Span(10, 12 + len(key))
    assert finding.citation_id == key


@pytest.mark.parametrize(
    ("citation", "message"),
    [
        (
            Citation(citation_id="1", document_id="a", document_revision="r1", chunk_id="c9"),
            "citation [1] resolves to nothing: a r1 has no chunk c9, the prompt holds c1",
        ),
        (
            Citation(citation_id="1", document_id="a", document_revision="r9", chunk_id="c1"),
            "citation [1] resolves to nothing: a has no revision r9, only r1",
        ),
        (
            Citation(citation_id="1", snippet="x"),
            "citation [1] resolves to nothing: the stored citation names no document, chunk or address",
        ),
        (
            Citation(citation_id="1", chunk_id="c1"),
            "citation [1] resolves to nothing: c1 fits more than one document",
        ),
        (
            Citation(citation_id="2", marker="[2]", document_id="a"),
            "citation [1] resolves to nothing: no stored citation has this marker or id, only 2",
        ),
    ],
)
def test_citations_that_name_nothing(citation: Citation, message: str) -> None:
    findings = check_identity(*scene("1", citations=(citation,), corpus=(stored(A), stored(B))))
    assert said(findings) == [("PC201", message)]


@pytest.mark.parametrize(
    ("citation", "name"),
    [
        (Citation(citation_id="1", document_id="ghost", chunk_id="c1"), "ghost"),
        (Citation(citation_id="1", uri="https://x.test/ghost"), "https://x.test/ghost"),
    ],
)
def test_an_invented_source_can_be_told_only_with_a_corpus(citation: Citation, name: str) -> None:
    (without,) = check_identity(*scene("1", citations=(citation,)))
    assert without.code == "PC201"
    (finding,) = check_identity(*scene("1", citations=(citation,), corpus=(stored(A),)))
    assert finding.code == "PC212"
    assert finding.message == f"citation [1] names {name}, which is in no prompt, retrieved chunk or corpus"


def test_an_id_in_the_text_can_be_invented_but_a_number_only_unresolved() -> None:
    findings = check_identity(*scene("kb-9", "9", "Smith, 2020", corpus=(stored(A),)))
    assert [finding.code for finding in findings] == ["PC212", "PC201", "PC201"]


def test_nothing_is_invented_where_the_prompt_is_unknown() -> None:
    citation = Citation(citation_id="1", document_id="ghost", chunk_id="c1")
    assert check_identity(*scene("1", prompt=None, citations=(citation,), corpus=(stored(A),))) == []


def test_each_occurrence_is_one_finding_and_sound_references_are_none() -> None:
    assert len(check_identity(*scene("9", "1", "9", "2"))) == 2


# PC204


def test_two_texts_under_one_chunk_id() -> None:
    twins = (chunk("lease", "c4", "Rent is due."), A, chunk("lease", "c4", "A late fee."))
    (finding,) = check_duplicates(*scene("1", prompt=twins))
    assert said([finding]) == [
        ("PC204", "lease r1 chunk c4 names different texts in the prompt, at positions 1 and 3")
    ]
    assert finding.data == {"kind": "chunk", "id": "c4", "positions": [1, 3]}


@pytest.mark.parametrize(
    "prompt",
    [
        (A, A),
        (chunk("a", "c1"), chunk("b", "c1")),
        (chunk("a", text="x", revision="r1"), chunk("a", text="y", revision="r2")),
    ],
)
def test_ids_that_are_used_well(prompt: tuple[Chunk, ...]) -> None:
    assert check_duplicates(*scene("1", prompt=prompt)) == []


def test_a_duplicate_among_the_retrieved_is_said_once() -> None:
    twins = (chunk("lease", text="One."), chunk("lease", text="Two."))
    assert len(check_duplicates(*scene("1", prompt=twins, retrieved_chunks=twins))) == 1
    (finding,) = check_duplicates(*scene("1", retrieved_chunks=twins))
    assert "in the retrieved chunks" in finding.message


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Other words.", 1),
        ("Text of a c1.", 0),
        ("Text of\na  c1.", 0),
        ("Text of a c1. And more.", 0),
        ("Text", 0),
    ],
)
def test_the_corpus_stores_another_text_under_the_cited_id(text: str, count: int) -> None:
    findings = check_duplicates(*scene("1", corpus=(stored(chunk("a", text=text)),)))
    assert len(findings) == count


def test_two_citations_under_one_id() -> None:
    citations = (TO_A, Citation(citation_id="1", marker="[1]", document_id="b"), TO_A)
    (finding,) = check_duplicates(*scene("1", citations=citations))
    assert (finding.message, finding.data["kind"]) == ("citation id 1 names different citations", "citation")
    assert check_duplicates(*scene("1", citations=(TO_A, TO_A))) == []


# PC205

GOOD = hashlib.sha256(b"Text of a c1.").hexdigest()


@pytest.mark.parametrize(
    ("digest", "count"),
    [
        (GOOD, 0),
        (GOOD.upper(), 0),
        (f"sha256:{GOOD}", 0),
        ("0" * 64, 1),
        ("sha256:" + "0" * 64, 1),
        ("md5:" + "0" * 64, 0),
        ("0" * 32, 0),
        ("not a digest", 0),
        (None, 0),
    ],
)
def test_digests(digest: str | None, count: int) -> None:
    findings = check_digests(*scene("1", prompt=(chunk("a", digest=digest), B)))
    assert len(findings) == count
    if findings:
        assert findings[0].message == "the text of a r1 chunk c1, cited by [1], does not match its digest"
        assert findings[0].data["computed"] == GOOD


def test_chunks_that_nothing_cites_are_checked_too() -> None:
    (finding,) = check_digests(*scene("2", prompt=(chunk("a", digest="0" * 64), B)))
    assert (finding.citation_id, finding.answer_span) == (None, None)


def test_the_digest_of_a_cited_document() -> None:
    document = stored(chunk("a"), text="The whole.", digest="0" * 64)
    (finding,) = check_digests(*scene("1", corpus=(document,)))
    assert finding.message == "the text of a r1, cited by [1], does not match its digest"


# PC202

FAR = Citation(citation_id="1", document_id="far", document_revision="r1", chunk_id="c1")
LATE = Citation(citation_id="1", document_id="far", document_revision="r1", chunk_id="c1", origin="post_hoc")


@pytest.mark.parametrize(
    ("citation", "required", "severities"),
    [(FAR, True, ["error"]), (LATE, True, ["warning"]), (FAR, False, ["warning"]), (LATE, False, [])],
)
def test_a_source_outside_the_prompt(citation: Citation, required: bool, severities: list[str]) -> None:
    resolver, resolved = scene("1", citations=(citation,), corpus=(stored(chunk("far")),))
    findings = check_context(resolver, resolved, required=required)
    assert [finding.severity for finding in findings] == severities
    if findings:
        assert findings[0].message == "citation [1] points to far r1 chunk c1, which was not in the prompt"


def test_sources_in_the_prompt_and_prompts_not_recorded_are_fine() -> None:
    assert check_context(*scene("1", "2")) == []
    assert check_context(*scene("1", prompt=None)) == []


# PC203 and PC207


def test_another_revision_in_the_prompt_is_stale_and_not_out_of_context() -> None:
    old, new = chunk("a", revision="r1"), chunk("a", revision="r2")
    both = (stored(old, status="superseded", superseded_by="r2"), stored(new))
    for corpus, message in (
        (both, "citation [1] points to a r1, which has been superseded by r2"),
        ((stored(old), stored(new)), "citation [1] points to a r1, but the prompt held r2"),
        (None, "citation [1] points to a r1, but the prompt held r2"),
    ):
        found = scene("1", prompt=(new,), citations=(TO_A,), corpus=corpus)
        assert said(check_revision(*found)) == [("PC203", message)]
        assert check_context(*found) == []


def test_a_stale_source_outside_the_prompt_is_both() -> None:
    corpus = (stored(chunk("far"), status="withdrawn"),)
    found = scene("1", citations=(FAR,), corpus=corpus)
    assert said(check_revision(*found)) == [
        ("PC203", "citation [1] points to far r1, which has been withdrawn")
    ]
    assert len(check_context(*found)) == 1


@pytest.mark.parametrize(
    ("dates", "message"),
    [
        (
            {"effective_from": "2024-07-01"},
            "citation [1] points to a r1, which takes effect on 2024-07-01, after 2024-06-01",
        ),
        (
            {"effective_until": "2024-05-01"},
            "citation [1] points to a r1, which ended on 2024-05-01, before 2024-06-01",
        ),
    ],
)
def test_a_source_that_is_not_in_effect(dates: dict[str, str], message: str) -> None:
    findings = check_revision(*scene("1", prompt=(chunk("a", **dates),), as_of="2024-06-01"))
    assert said(findings) == [("PC207", message)]
    assert check_revision(*scene("1", prompt=(chunk("a", **dates),))) == []


# PC206 and PC208


def test_evidence_that_never_arrived() -> None:
    broken = ToolCall(step_id="s1", name="search", status="error")
    cases: list[tuple[Chunk, tuple[ToolCall, ...], str]] = [
        (chunk("a", step_id="s1"), (broken,), "comes from step s1 (search), which ended in an error"),
        (
            chunk("a", step_id="s2"),
            (ToolCall(step_id="s2", status="malformed"),),
            "comes from step s2, whose result is malformed",
        ),
        (chunk("a", text='{"content": [], "isError": true}'), (), "is the error message of a tool call"),
        (
            chunk("a", step_id="s3", text="HTTP 503 Service Unavailable"),
            (ToolCall(step_id="s3"),),
            "is the error message of step s3",
        ),
    ]
    for held, calls, message in cases:
        found = scene("1", prompt=(held,), tool_calls=calls)
        (finding,) = check_transport(*found)
        assert said([finding]) == [("PC206", f"the evidence of citation [1] {message}")]
        assert finding.evidence is not None
        # It is no evidence, so nothing can be said to be unsupported by it.
        assert found[1][0].passages == ()


def test_a_citation_of_another_step() -> None:
    calls = (ToolCall(step_id="s1", result_chunk_ids=("c1",)), ToolCall(step_id="s2"))
    citation = Citation(citation_id="1", document_id="a", chunk_id="c1", step_id="s2")
    findings = check_transport(*scene("1", citations=(citation,), tool_calls=calls))
    assert said(findings) == [("PC208", "citation [1] names step s2, but a r1 chunk c1 came from step s1")]


def test_a_citation_of_a_step_that_never_ran() -> None:
    citation = Citation(citation_id="1", document_id="a", chunk_id="c1", step_id="s9")
    findings = check_transport(*scene("1", citations=(citation,), tool_calls=(ToolCall(step_id="s1"),)))
    assert said(findings) == [
        ("PC208", "citation [1] names step s9, which is not among the recorded tool calls")
    ]


@pytest.mark.parametrize("step", ["s1", None])
def test_a_citation_of_the_right_step(step: str | None) -> None:
    calls = (ToolCall(step_id="s1", result_chunk_ids=("c1",)),)
    citation = Citation(citation_id="1", document_id="a", chunk_id="c1", step_id=step)
    assert check_transport(*scene("1", citations=(citation,), tool_calls=calls)) == []


# PC210 and PC211


@pytest.mark.parametrize(
    ("cited", "held", "message"),
    [
        ({"page": 4}, {"page": 5}, "citation [1] names page 4, but a r1 chunk c1 is on page 5"),
        (
            {"section": "3.2"},
            {"section": "4.1"},
            "citation [1] names section 3.2, but a r1 chunk c1 is in section 4.1",
        ),
    ],
)
def test_the_right_page_and_section_are_named(
    cited: dict[str, Any], held: dict[str, Any], message: str
) -> None:
    citation = Citation(citation_id="1", document_id="a", chunk_id="c1", **cited)
    (finding,) = check_target(*scene("1", prompt=(chunk("a", **held),), citations=(citation,)))
    assert said([finding]) == [("PC210", message)]
    assert finding.data["kind"] in cited


@pytest.mark.parametrize(("cited", "held"), [(4, 4), ("4", 4), ("3-5", 4), (None, 4), (4, None), ("iv", 4)])
def test_pages_that_do_not_differ(cited: Any, held: Any) -> None:
    citation = Citation(citation_id="1", document_id="a", chunk_id="c1", page=cited)
    assert check_target(*scene("1", prompt=(chunk("a", page=held),), citations=(citation,))) == []


HERE, THERE = chunk("a", uri="https://x.test/a"), chunk("b", uri="https://x.test/b")


def link(marker: str) -> Reference:
    return Reference(key="1", marker=marker, start=0, end=len(marker))


@pytest.mark.parametrize(
    ("marker", "message"),
    [
        ("([b](https://x.test/b))", "leads to b, not to a at https://x.test/a"),
        ("[[1]](https://other.test/)", "leads to https://other.test/, not to a at https://x.test/a"),
        ("[1](<https://x.test/b>)", "leads to b, not to a at https://x.test/a"),
    ],
)
def test_a_link_that_leads_elsewhere(marker: str, message: str) -> None:
    citation = Citation(citation_id="1", marker=marker, document_id="a", chunk_id="c1")
    (finding,) = check_target(*scene(link(marker), prompt=(HERE, THERE), citations=(citation,)))
    assert finding.code == "PC211"
    assert finding.message.endswith(message)


@pytest.mark.parametrize(
    "marker",
    [
        "([a](https://x.test/a?utm_source=openai))",
        "[[1]](http://www.x.test/a/#part)",
        "[1]",
        "[1](mailto:a@x.test)",
        "([a](https://x.test/a))",
    ],
)
def test_links_that_lead_to_the_cited_document(marker: str) -> None:
    citation = Citation(citation_id="1", marker=marker, document_id="a", chunk_id="c1")
    assert check_target(*scene(link(marker), prompt=(HERE, THERE), citations=(citation,))) == []


@pytest.mark.parametrize(
    ("uri", "codes"),
    [
        ("https://x.test/a", []),
        ("https://x.test/b", ["PC211"]),
        ("file:///a", []),
        ("https://x.test/wiki/A_(b)", ["PC211"]),
    ],
)
def test_the_address_of_the_citation(uri: str, codes: list[str]) -> None:
    citation = Citation(citation_id="1", document_id="a", chunk_id="c1", uri=uri)
    findings = check_target(*scene("1", prompt=(HERE, THERE), citations=(citation,)))
    assert [finding.code for finding in findings] == codes


def test_an_address_cannot_differ_from_one_that_was_never_stored() -> None:
    citation = Citation(citation_id="1", document_id="a", chunk_id="c1", uri="https://x.test/a")
    assert check_target(*scene("1", citations=(citation,))) == []
    known = Citation(citation_id="1", document_id="a", chunk_id="c1", uri="https://x.test/b")
    (finding,) = check_target(*scene("1", prompt=(A, THERE), citations=(known,)))
    assert finding.data["leads_to"] == "b"


# PC105


def streamed(text: str, *deltas: str) -> list[Finding]:
    return check_stream(Answer(answer_id="a", text=text, stream=deltas))


@pytest.mark.parametrize(
    ("text", "deltas"),
    [
        ("The cap is 40 GB [1].", ("The cap is 40 ", "GB [", "1", "].")),
        ("Done.", ("Done.", "\n\n")),
        ("Done.\n", ("Done.",)),
        ("Done.", ("\n\n", "Done.")),
        ("", ()),
        ("", ("", " ")),
    ],
)
def test_pieces_that_add_up(text: str, deltas: tuple[str, ...]) -> None:
    assert streamed(text, *deltas) == []


@pytest.mark.parametrize(
    ("text", "deltas", "offset", "delta", "message"),
    [
        (
            "Port 443 is open [2].",
            ("Port 443 is open ", "[1]."),
            18,
            1,
            "from character 18: the stream says '1].' where the answer says '2].'",
        ),
        ("All of it.", ("All of",), 6, None, "from character 6: the stream ends before ' it.'"),
        (
            "All",
            ("All", " of it."),
            3,
            1,
            "from character 3: the stream goes on after the answer's end with ' of it.'",
        ),
        ("x", (), 0, None, "from character 0: the stream ends before 'x'"),
        ("a b", ("ab",), 1, 0, "from character 1: the stream says 'b' where the answer says ' b'"),
    ],
)
def test_the_first_difference_is_named(
    text: str, deltas: tuple[str, ...], offset: int, delta: int | None, message: str
) -> None:
    (finding,) = streamed(text, *deltas)
    assert finding.code == "PC105"
    assert finding.message == f"the streamed text and the answer differ {message}"
    assert (finding.data["offset"], finding.data["delta"]) == (offset, delta)


def test_answers_without_a_stream_are_not_compared() -> None:
    assert check_stream(Answer(answer_id="a", text="x")) == []
