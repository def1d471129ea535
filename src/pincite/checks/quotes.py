"""Quotations: are the words between the marks the words of the cited source?

PC301 the wording differs or is nowhere; PC302 it is real but stands in another passage; PC303 it is
joined from separate places. Only quotations of at least three words are held to their wording.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from pincite.model import Claim, EvidenceRef, Finding, Passage, QuoteMatch, Resolved, Span, found
from pincite.model.figure import QuoteState
from pincite.text.quotes import PUNCTUATION, QuoteHit, QuoteSpan, find_in, is_short, is_title, quotations
from pincite.text.words import language

_MARKS = " \"'“„«»‘‚「『"
_OTHER_LANGUAGE = "the source is in another language"

TITLE_SIMILARITY = 0.75
"""A quotation set like a title is held to its wording only if so much of it is there; else it is a name."""

_NAMED = re.compile(
    r"(?:\b(?:so[- ]called|called|known as|named|titled|entitled|nicknamed|dubbed|termed|labell?ed"
    r"|referred to as"
    r"|coined|(?:you|one|we|they) (?:could|can|might|may) (?:say|ask|tell|write|reply|answer)|try (?:saying"
    r"|asking)"
    r"|sogenannte[nrs]?|genannt|namens|betitelt|soi-disant|intitulée?s?|appelée?s?|llamad[oa]s?|titulad[oa]s?"
    r"|denominad[oa]s?)|所谓的?|いわゆる|という名の)\W{0,3}$",
    re.IGNORECASE,
)
"""Before a quotation: what follows is a name or an example, not the wording of the source."""
_DENIED = re.compile(
    r"\b(?:(?:does|do|did|is|are|was|were)(?: not|n['’]t)|never|cannot|no)\s(?:\w+\s){0,3}?"
    r"(?:say|state|mention|contain|use|include|appear|find|found|read|speak|phrase|wording|passage|term)"
    r"|\b(?:nicht|kein\w*|nirgends)\b.{0,40}\b(?:steh|vorkomm|erwähn|enth[aä]lt|Wort)"
    r"|\b(?:ne|n['’])\s?(?:figure|dit|mentionne|contient|apparaît|parle)"
    r"|\bno (?:aparece|dice|menciona|contiene|figura)"
    r"|没有(?:提到|出现|说)|未(?:提及|出现)|(?:記載|記述|書かれて)(?:は|が)?(?:ない|いない|なく|ありません)",
    re.IGNORECASE,
)
"""Around a quotation: the claim itself says that the words are not there."""


def match_quotes(
    claim: Claim,
    cited: Sequence[Resolved],
    others: Sequence[Passage] = (),
    *,
    question: str | None = None,
    answer_quotes: Sequence[QuoteSpan] = (),
) -> tuple[QuoteMatch, ...]:
    """Each quotation of the claim and where its words stand.

    `start` and `end` are offsets into `claim.text`, without the marks. `passage` counts the passages of
    `cited` in order and then `others`; `evidence_start` and `evidence_end` are offsets into the text of
    that passage's chunk. `answer_quotes` are the quotations of the whole (masked) answer, which also
    gives the part of one that runs over several claims. "short" are quotations that are never findings:
    too short, titles and names, terms of the question.
    """
    spans = _spans(claim, answer_quotes)
    if not spans:
        return ()
    sources = [passage for resolved in cited for passage in resolved.passages]
    return tuple(_match(span, claim, sources, others, question) for span in spans)


def check_quotes(
    claim: Claim,
    matches: Sequence[QuoteMatch],
    cited: Sequence[Resolved],
    others: Sequence[Passage] = (),
) -> list[Finding]:
    """The findings that follow from `match_quotes` with the same arguments.

    None for a claim without usable evidence: that is another finding.
    """
    sources = [passage for resolved in cited for passage in resolved.passages]
    if not sources:
        return []
    citation_of = [resolved.citation_id for resolved in cited for _ in resolved.passages]
    places = [*sources, *others]
    findings: list[Finding] = []
    for match in matches:
        if match.state in ("verbatim", "short"):
            continue
        if match.difference == _OTHER_LANGUAGE or (match.state != "elsewhere" and _denied(claim, match)):
            continue
        index = match.passage
        citation = citation_of[index] if index is not None and index < len(sources) else None
        findings.append(
            _finding(
                match,
                places[index] if index is not None and index < len(places) else None,
                citation=citation or (citation_of[0] if len(set(citation_of)) == 1 else None),
                claim_id=claim.claim_id,
                span=Span(claim.start + match.start, claim.start + match.end),
            )
        )
    return findings


def check_quoted_spans(
    cited: Sequence[Resolved], others: Sequence[Passage] = (), *, claim: Claim | None = None
) -> list[Finding]:
    """Citations whose `quoted_span` does not stand in their chunk word for word, each citation once."""
    findings: list[Finding] = []
    seen: set[str] = set()
    for resolved in cited:
        quoted = resolved.citation.quoted_span if resolved.citation is not None else None
        if not quoted or not quoted.strip() or not resolved.passages or resolved.citation_id in seen:
            continue
        seen.add(resolved.citation_id)
        match, _ = _locate(quoted, 0, len(quoted), resolved.passages, others)
        if match.state == "verbatim":
            continue
        places = [*resolved.passages, *others]
        findings.append(
            _finding(
                match,
                places[match.passage] if match.passage is not None else None,
                citation=resolved.citation_id,
                claim_id=claim.claim_id if claim is not None else None,
                span=_reference_span(resolved),
            )
        )
    return findings


def _spans(claim: Claim, answer_quotes: Sequence[QuoteSpan]) -> list[tuple[int, int]]:
    """The outermost quotations of the claim, trimmed, as offsets into it."""
    if answer_quotes:
        found = [
            (max(quote.inner_start, claim.start) - claim.start, min(quote.inner_end, claim.end) - claim.start)
            for quote in answer_quotes
            if quote.depth == 0 and quote.inner_start < claim.end and claim.start < quote.inner_end
        ]
    else:
        found = [
            (quote.inner_start, quote.inner_end) for quote in quotations(claim.statement) if quote.depth == 0
        ]
    spans: list[tuple[int, int]] = []
    for start, end in found:
        text = claim.statement[start:end]
        inner = text.strip()
        if inner:
            start += len(text) - len(text.lstrip())
            spans.append((start, start + len(inner)))
    return spans


def _match(
    span: tuple[int, int],
    claim: Claim,
    sources: Sequence[Passage],
    others: Sequence[Passage],
    question: str | None,
) -> QuoteMatch:
    start, end = span
    quote = claim.statement[start:end]
    if is_short(quote):
        match, _ = _locate(quote, start, end, sources, ())
        return _unheld(match, placed=match.state == "verbatim")
    match, similarity = _locate(quote, start, end, sources, others)
    named = match.state == "absent" or match.difference == PUNCTUATION or similarity < TITLE_SIMILARITY
    if match.state in ("altered", "absent") and named and is_title(quote):
        return _unheld(match)
    if match.state in ("verbatim", "elsewhere", "stitched"):
        return match
    if _NAMED.search(claim.statement[max(0, start - 40) : start].rstrip(_MARKS)):
        return _unheld(match)
    if question is not None and find_in((question,), quote)[1].state == "verbatim":
        return _unheld(match)
    if match.state == "absent" and _in_another_language(quote, sources):
        return replace(match, difference=_OTHER_LANGUAGE)
    return match


def _unheld(match: QuoteMatch, *, placed: bool = False) -> QuoteMatch:
    """A quotation that is not held to its wording, with its place if it has one."""
    if placed:
        return replace(match, state="short")
    return QuoteMatch(text=match.text, start=match.start, end=match.end, state="short")


def _in_another_language(quote: str, sources: Sequence[Passage]) -> bool:
    """A quotation in translation: its wording cannot be checked."""
    own = _script(language(quote))
    theirs = {_script(language(passage.text)) for passage in sources}
    return bool(own) and bool(theirs) and own not in theirs and "" not in theirs


def _script(code: str) -> str:
    # a Japanese title in ideographs alone looks Chinese
    return "zh" if code == "ja" else code


def _locate(
    quote: str, start: int, end: int, sources: Sequence[Passage], others: Sequence[Passage]
) -> tuple[QuoteMatch, float]:
    """The quotation in the cited spans, else in their chunks, else word for word in the other passages.

    With the similarity of the place.
    """
    index, hit = find_in([passage.text for passage in sources], quote)
    shift = sources[index].start if index is not None else 0
    if hit.state != "verbatim" and any(passage.text is not passage.chunk.text for passage in sources):
        wider, outside = find_in([passage.chunk.text for passage in sources], quote)
        if outside.state == "verbatim" or hit.state == "absent":
            index, hit, shift = wider, outside, 0
    if hit.state != "verbatim" and not hit.slight and others and not is_short(quote):
        place, elsewhere = find_in([passage.chunk.text for passage in others], quote)
        if elsewhere.state == "verbatim" and place is not None:
            return _placed(quote, start, end, elsewhere, len(sources) + place, 0, "elsewhere"), 1.0
    return _placed(quote, start, end, hit, index, shift, hit.state), hit.similarity


def _placed(
    quote: str, start: int, end: int, hit: QuoteHit, index: int | None, shift: int, state: QuoteState
) -> QuoteMatch:
    return QuoteMatch(
        text=quote,
        start=start,
        end=end,
        state=state,
        passage=index,
        evidence_start=None if hit.start is None else hit.start + shift,
        evidence_end=None if hit.end is None else hit.end + shift,
        difference=hit.difference,
    )


def _denied(claim: Claim, match: QuoteMatch) -> bool:
    """The claim says itself that the words are not there."""
    around = (
        claim.statement[max(0, match.start - 120) : match.start] + claim.statement[match.end : match.end + 80]
    )
    return _DENIED.search(around) is not None


def _finding(
    match: QuoteMatch, place: Passage | None, *, citation: str | None, claim_id: str | None, span: Span | None
) -> Finding:
    chunk = place.chunk if place is not None else None
    evidence = None
    right_place = None
    if chunk is not None:
        evidence = EvidenceRef(
            document_id=chunk.document_id,
            document_revision=chunk.document_revision,
            chunk_id=chunk.chunk_id,
            start=match.evidence_start,
            end=match.evidence_end,
        )
        if match.state == "elsewhere":
            right_place = {
                "document_id": chunk.document_id,
                "document_revision": chunk.document_revision,
                "chunk_id": chunk.chunk_id,
                "page": chunk.page,
            }
    code = {"elsewhere": "PC302", "stitched": "PC303"}.get(match.state, "PC301")
    return found(
        code,
        _message(match, place),
        claim_id=claim_id,
        citation_id=citation,
        span=span,
        evidence=evidence,
        severity="warning" if match.difference == PUNCTUATION else None,
        difference=match.difference,
        right_place=right_place,
    )


def _message(match: QuoteMatch, place: Passage | None) -> str:
    text = " ".join(match.text.split())
    quote = f"the quotation “{text if len(text) <= 80 else text[:77].rstrip() + '...'}”"
    if match.state == "elsewhere" and place is not None:
        chunk = place.chunk
        return f"{quote} is in chunk {chunk.chunk_id} of {chunk.document_id}, not in the cited passage"
    if match.state == "stitched":
        return f"{quote} is {match.difference}, which stand apart in the source"
    if match.state == "altered":
        return f"{quote} is not word for word in the cited passage: {match.difference}"
    return f"{quote} is not in the cited passage"


def _reference_span(resolved: Resolved) -> Span | None:
    reference = resolved.reference
    if reference.start is None or reference.end is None:
        return None
    return Span(reference.start, reference.end)
