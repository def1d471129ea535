from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.candidates import candidates, term_counts
from pincite.evidence.packaging import evidence_text, packaged, surroundings
from pincite.evidence.tables import table_head
from pincite.model import Chunk, Document, Passage, Question

TEXT = "Loans run for 21 days. They can be renewed twice. A fee of 5 euros is due after that."


def chunk(text: str, chunk_id: str = "c1", document_id: str = "d", **more: Any) -> Chunk:
    return Chunk(document_id=document_id, chunk_id=chunk_id, text=text, **more)


def passage(text: str, piece: str | None = None, **more: Any) -> Passage:
    start = 0 if piece is None else text.index(piece)
    return Passage(chunk=chunk(text, **more), start=start, end=start + len(piece or text))


def test_the_whole_chunk_without_a_document_has_only_its_own_names() -> None:
    found = packaged(passage(TEXT, title="Rules", section="Loans"))
    assert (found.title, found.section) == ("Rules", "Loans")
    assert (found.before, found.after, found.table_header) == ("", "", "")
    assert found.text == TEXT


@pytest.mark.parametrize(
    ("piece", "before", "after"),
    [
        ("They can be renewed twice.", "Loans run for 21 days.", "A fee of 5 euros is due after that."),
        ("Loans run for 21 days.", "", "They can be renewed twice."),
        ("A fee of 5 euros is due after that.", "They can be renewed twice.", ""),
        ("renewed twice", "They can be", ". A fee of 5 euros is due after that."),
    ],
)
def test_one_sentence_on_each_side_of_a_narrow_span(piece: str, before: str, after: str) -> None:
    found = packaged(passage(TEXT, piece))
    assert (found.before, found.after) == (before, after)


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("One. Two.\n\nLoans run for 21 days.\n\nThree. Four.", "Two.", "Three."),
        ("# Loans\n\nLoans run for 21 days.\n\n# Fees", "", ""),
        ("a | b\nc | d\n\nLoans run for 21 days.\n\ne | f", "", ""),
    ],
)
def test_headings_and_rows_are_no_neighbours(text: str, before: str, after: str) -> None:
    found = packaged(passage(text, "Loans run for 21 days."))
    assert (found.before, found.after) == (before, after)


def test_the_nearest_heading_above_is_the_section() -> None:
    text = "# Library\n\nWelcome.\n\n## Loans\n\nLoans run for 21 days.\n\n## Fees\n\nFive euros."
    assert packaged(passage(text, "Loans run for 21 days.")).section == "Loans"
    assert packaged(passage(text, "Welcome.")).section == "Library"


TABLE = "Fees (EUR thousand)\nItem | 2023 | 2024\n---|---|---\nStaff | 8 | 9\nRent | 4 | 5"


def test_a_row_gets_the_header_and_caption_of_its_table() -> None:
    found = packaged(passage(TABLE, "Rent | 4 | 5"))
    assert found.table_header == "Fees (EUR thousand)\nItem | 2023 | 2024"
    # The row above is another record and would only mislead.
    assert (found.before, found.after) == ("", "")


def test_a_header_inside_the_span_is_not_repeated() -> None:
    assert packaged(passage(TABLE)).table_header == ""
    assert packaged(passage("x\n" + TABLE, TABLE)).table_header == ""


def test_a_cut_table_finds_its_header_in_the_document() -> None:
    head, tail = TABLE[: TABLE.index("Rent")], TABLE[TABLE.index("Rent") :]
    document = Document(document_id="d", text=TABLE)
    assert packaged(passage(tail), document).table_header == "Fees (EUR thousand)\nItem | 2023 | 2024"
    parts = Document(document_id="d", chunks=(chunk(head.strip(), "c0"), chunk(tail, "c1")))
    assert packaged(passage(tail), parts).table_header == "Fees (EUR thousand)\nItem | 2023 | 2024"


@pytest.mark.parametrize(
    ("text", "line", "head"),
    [
        ("a | b\nc | d", "c | d", "a | b"),
        ("Costs.\na | b\nc | d", "c | d", "a | b"),
        ("no table here", "no table", None),
        ("x\n\nc | d", "c | d", "c | d"),
    ],
)
def test_table_head(text: str, line: str, head: str | None) -> None:
    found = table_head(text, text.index(line))
    assert (None if found is None else found.of(text)) == head


def test_chunks_next_to_each_other_by_order_or_offset() -> None:
    first, second, third = TEXT[:22], TEXT[23:49], TEXT[50:]
    stored = Document(document_id="d", chunks=(chunk(first, "1"), chunk(second, "2"), chunk(third, "3")))
    middle = packaged(Passage(chunk=stored.chunks[1], start=0, end=len(second)), stored)
    assert (middle.before, middle.after) == (first, third)
    placed = [chunk(first, "1", start=0), chunk(second, "2", start=23), chunk(third, "3", start=50)]
    middle = packaged(Passage(chunk=placed[1], start=0, end=len(second)), None, placed)
    assert (middle.before, middle.after) == (first, third)


def test_overlapping_chunks_do_not_repeat_text() -> None:
    left, right = chunk(TEXT[:49], "1", start=0), chunk(TEXT[23:], "2", start=23)
    found = packaged(Passage(chunk=right, start=0, end=len(right.text)), None, [left, right])
    assert found.before == "Loans run for 21 days."


@pytest.mark.parametrize(
    "other",
    [
        chunk("Loans run for 21 days.", "1", "elsewhere", start=0),
        chunk("Loans run for 21 days.", "1", document_revision="r0", start=0),
        chunk("Loans run.", "1", start=0),
        chunk("Loans run for 21 days.", "1"),
    ],
)
def test_what_is_no_neighbour(other: Chunk) -> None:
    own = chunk(TEXT[23:], "2", start=23)
    assert packaged(Passage(chunk=own, start=0, end=len(own.text)), None, [other]).before == ""


def test_a_text_that_stands_twice_has_no_certain_neighbours() -> None:
    document = Document(document_id="d", text="One. Same words. Two. Same words. Three.")
    assert surroundings(chunk("Same words."), document) == surroundings(chunk("x"), None)
    placed = surroundings(chunk("Same words.", start=22), document)
    assert placed.after == " Three."


def test_context_that_is_set_already_is_kept() -> None:
    given = Passage(chunk=chunk(TEXT), start=23, end=49, title="T", before="B", after="A", section="S")
    found = packaged(given)
    assert (found.title, found.section, found.before, found.after) == ("T", "S", "B", "A")


def test_evidence_text_maps_back_to_the_chunks() -> None:
    first = Passage(chunk=chunk(TEXT), start=23, end=49, title="Rules", before="Loans run.", after="A fee.")
    second = passage("Closed on Sundays.")
    question = Question(question_id="q", claim="", passages=(first, second), context=True)
    whole = evidence_text(question)
    assert whole.text == "Rules\nLoans run. They can be renewed twice. A fee.\n\nClosed on Sundays."
    at = whole.text.index("renewed")
    assert whole.locate(at, at + 7) == (0, TEXT.index("renewed"), TEXT.index("renewed") + 7)
    at = whole.text.index("Sundays")
    assert whole.locate(at, at + 7) == (1, 10, 17)
    assert whole.locate(0, 5) is None
    plain = evidence_text(Question(question_id="q", claim="", passages=(first, second)))
    assert plain.text == "They can be renewed twice.\n\nClosed on Sundays."


_TEXTS = st.text(st.sampled_from("ab. |\n#-。\U0001f600"), max_size=60)


@given(_TEXTS, _TEXTS, _TEXTS, st.data())
def test_context_never_moves_the_cited_span(left: str, text: str, right: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    document = Document(document_id="d", text=left + text + right)
    given_passage = Passage(chunk=chunk(text), start=start, end=end)
    found = packaged(given_passage, document)
    assert found.text == given_passage.text
    for context in (found.before, found.after, found.table_header):
        assert context.strip() in left + text + right
    whole = evidence_text(Question(question_id="q", claim="", passages=(found,), context=True))
    piece = whole.pieces[0]
    assert whole.text[piece.start : piece.end] == found.text


CHUNKS = [
    chunk("The library closes at six on weekdays.", "1"),
    chunk("Loans run for 21 days and can be renewed twice.", "2"),
    chunk("The café serves soup.", "3"),
    chunk("图书馆的借阅期限为二十一天。", "4"),
]


@pytest.mark.parametrize(
    ("claim", "first"),
    [
        ("A loan can be renewed twice", "2"),
        ("Soup is served in the café", "3"),
        ("When does the library close?", "1"),
        ("借阅期限是多少天", "4"),
    ],
)
def test_the_passage_on_the_subject_comes_first(claim: str, first: str) -> None:
    assert candidates(claim, CHUNKS)[0].chunk.chunk_id == first


def test_candidates_are_few_ranked_and_share_words() -> None:
    found = candidates("the library renews loans", CHUNKS, 2)
    assert len(found) == 2
    assert found[0].score >= found[1].score > 0
    assert all(0 < one.coverage <= 1 for one in found)
    assert all(CHUNKS[one.index] is one.chunk for one in found)
    assert candidates("quantum physics", CHUNKS) == ()
    assert candidates("", CHUNKS) == ()
    assert candidates("library", []) == ()
    assert candidates("library", CHUNKS, 0) == ()


def test_equal_chunks_keep_their_order() -> None:
    twice = [chunk("soup of the day", "1"), chunk("soup of the day", "2")]
    assert [one.chunk.chunk_id for one in candidates("soup", twice)] == ["1", "2"]


@given(st.text(max_size=30), st.lists(st.text(max_size=30), max_size=4))
def test_any_text_can_be_ranked(claim: str, texts: list[str]) -> None:
    found = candidates(claim, [chunk(text) for text in texts])
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    for text in texts:
        assert all(count > 0 for count in term_counts(text).values())
