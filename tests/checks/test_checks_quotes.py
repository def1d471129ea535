"""Quotations of a claim against its cited passages: PC301, PC302, PC303."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pincite.checks.quotes import check_quoted_spans, check_quotes, match_quotes
from pincite.model import Chunk, Citation, Claim, Finding, Passage, QuoteMatch, Reference, Resolved
from pincite.text.quotes import quotations


def claim(text: str, start: int = 0) -> Claim:
    return Claim(claim_id="c1", start=start, end=start + len(text), text=text, statement=text)


def passage(text: str, chunk_id: str = "c1", span: tuple[int, int] | None = None) -> Passage:
    start, end = span or (0, len(text))
    return Passage(
        chunk=Chunk(document_id="lease", chunk_id=chunk_id, text=text, page=3), start=start, end=end
    )


def link(*passages: Passage, key: str = "1", quoted_span: str | None = None) -> Resolved:
    return Resolved(
        reference=Reference(key=key, marker=f"[{key}]", start=40, end=43),
        citation_id=key,
        citation=Citation(citation_id=key, quoted_span=quoted_span),
        passages=passages,
    )


def checked(
    text: str, evidence: Sequence[str], others: Sequence[str] = (), question: str | None = None
) -> tuple[tuple[QuoteMatch, ...], list[Finding]]:
    one = claim(text, start=100)
    cited = [link(passage(text, f"c{place}"), key=str(place)) for place, text in enumerate(evidence)]
    rest = [passage(text, f"o{place}") for place, text in enumerate(others)]
    matches = match_quotes(one, cited, rest, question=question)
    for match in matches:
        assert one.text[match.start : match.end] == match.text
    return matches, check_quotes(one, matches, cited, rest)


QUIET = [
    (
        'It requires "prior written consent of the supplier" for this.',
        ["without the prior written consent of the supplier."],
    ),
    (
        'The clause says "the parties shall give notice … in writing".',
        ["the parties shall give notice, with reasons, in writing."],
    ),
    (
        'Per the lease, "[the tenant] shall pay in advance".',
        ["The lessee is the tenant. He shall pay in advance."],
    ),
    ('Press "Save" before leaving.', ["Press Save before you leave."]),
    ('Press "Store all" before leaving.', ["Press Save before you leave."]),
    ("The paper “A Guide to Northern Lakes” is cited.", ["The lakes of the north are deep."]),
    ('This so-called "race to the very bottom" went on.', ["Prices fell every year."]),
    ('The text does not say "refunds are always paid".', ["Refunds are paid in May."]),
    ('You could say "please come down from there".', ["Use clear requests with children."]),
    (
        "Die Regel lautet „the fee has to be paid in May of each year“.",
        ["Die Gebühr ist jedes Jahr im Mai zu zahlen, und zwar bar."],
    ),
    ('It says "nothing to look at here".', []),
    ("It has no quotation at all.", ["Something else."]),
]


@pytest.mark.parametrize(("text", "evidence"), QUIET)
def test_no_finding(text: str, evidence: list[str]) -> None:
    assert checked(text, evidence)[1] == []


def test_altered() -> None:
    text = 'It says "you may vote twice a year" now.'
    matches, (finding,) = checked(text, ["Members know that you must vote twice a year."])
    assert [match.state for match in matches] == ["altered"]
    assert (finding.code, finding.severity, finding.citation_id, finding.claim_id) == (
        "PC301",
        "error",
        "0",
        "c1",
    )
    assert finding.answer_span is not None
    assert finding.answer_span.start == 100 + text.index("you")
    assert finding.data == {"difference": "“may” is “must” in the source", "right_place": None}
    assert finding.evidence is not None
    assert (finding.evidence.chunk_id, finding.evidence.start) == ("c0", 18)
    assert "“may” is “must”" in finding.message


def test_invented() -> None:
    matches, (finding,) = checked(
        'The judge held that "penalties are void from the outset".', ["The notice lacked reasons."]
    )
    assert [match.state for match in matches] == ["absent"]
    assert (finding.code, finding.evidence) == ("PC301", None)
    assert finding.message == "the quotation “penalties are void from the outset” is not in the cited passage"


def test_an_altered_wording_is_no_translation_whatever_its_language_seems_to_be() -> None:
    text = 'It says "plus one element every single day" now.'
    assert [f.code for f in checked(text, ["It is plus one element for every single day, or none."])[1]] == [
        "PC301"
    ]


def test_punctuation_alone_is_a_warning() -> None:
    _, (finding,) = checked('It runs "by water, wind and sun".', ["It runs by water, wind, and sun."])
    assert (finding.code, finding.severity) == ("PC301", "warning")


def test_elsewhere_names_the_right_place() -> None:
    matches, (finding,) = checked(
        'It says "you must vote twice a year".',
        ["Fees are due in May."],
        ["Members know that you must vote twice a year."],
    )
    assert [match.state for match in matches] == ["elsewhere"]
    assert matches[0].passage == 1
    assert (finding.code, finding.citation_id) == ("PC302", "0")
    assert finding.data["right_place"] == {
        "document_id": "lease", "document_revision": None, "chunk_id": "o0", "page": 3,
    }  # fmt: skip
    assert finding.evidence is not None
    assert finding.evidence.chunk_id == "o0"


def test_elsewhere_without_the_other_passages_at_hand_still_speaks() -> None:
    one, cited = claim('It says "you must vote twice".'), [link(passage("Fees are due."))]
    matches = match_quotes(one, cited, [passage("you must vote twice", "o0")])
    (finding,) = check_quotes(one, matches, cited)
    assert (finding.code, finding.evidence) == ("PC302", None)


def test_stitched_over_two_cited_passages() -> None:
    _, (finding,) = checked(
        'It says "rent is due on the first day from the sixth day".',
        ["The rent is due on the first day of each month.", "A fee is charged from the sixth day."],
    )
    assert finding.code == "PC303"
    assert "joined from" in finding.message


def test_one_of_several_citations_suffices() -> None:
    matches, findings = checked(
        'It says "you must vote twice".', ["Fees are due.", "All know you must vote twice."]
    )
    assert findings == []
    assert (matches[0].state, matches[0].passage) == ("verbatim", 1)


def test_a_cited_span_does_not_hide_the_rest_of_its_chunk() -> None:
    text = "Fees are due in May. You must vote twice a year."
    one = claim('It says "you must vote twice a year".')
    (match,) = match_quotes(one, [link(passage(text, span=(0, 20)))])
    assert (match.state, match.evidence_start) == ("verbatim", 21)


def test_a_term_of_the_question_is_no_quotation() -> None:
    text, evidence = 'On "fit for purpose" the text is silent.', ["Goods are inspected."]
    assert checked(text, evidence)[1] != []
    matches, findings = checked(text, evidence, question="What is fit for purpose?")
    assert findings == []
    assert [match.state for match in matches] == ["short"]


def test_a_title_is_held_to_its_wording_where_the_source_has_it() -> None:
    evidence = ["He wrote The History of the Long Northern Lakes in May."]
    assert [
        f.code for f in checked('In "The History of the Long Southern Lakes" he said so.', evidence)[1]
    ] == ["PC301"]
    assert checked('In "Other Matters of Some Weight" he said so.', evidence)[1] == []


def test_a_quotation_over_two_claims() -> None:
    answer = 'It says "you must vote. You may not pay".'
    first, second = claim(answer[:23]), claim(answer[24:], start=24)
    cited = [link(passage("you must vote. You may pay at once."))]
    assert match_quotes(first, cited) == ()
    spans = quotations(answer)
    assert [match.text for match in match_quotes(first, cited, answer_quotes=spans)] == ["you must vote."]
    matches = match_quotes(second, cited, answer_quotes=spans)
    assert [(match.text, match.state) for match in matches] == [("You may not pay", "altered")]
    (finding,) = check_quotes(second, matches, cited)
    assert finding.answer_span is not None
    assert finding.answer_span.of(answer) == "You may not pay"


def test_quoted_spans() -> None:
    chunk = passage("8. It may not be transferred without the prior written consent of the supplier.")
    good = link(chunk, quoted_span="without the prior written consent of the supplier")
    bad = link(chunk, key="2", quoted_span="any transfer needs consent in writing")
    tiny = link(chunk, key="3", quoted_span="oral consent")
    other = link(chunk, key="4", quoted_span="a late fee is due")
    none = link(key="5", quoted_span="not recorded")
    findings = check_quoted_spans(
        [good, bad, bad, tiny, other, none], [passage("After May a late fee is due.", "o0")]
    )
    assert [(f.code, f.citation_id) for f in findings] == [("PC301", "2"), ("PC301", "3"), ("PC302", "4")]
    assert all(
        f.answer_span is not None and (f.answer_span.start, f.answer_span.end) == (40, 43) for f in findings
    )
