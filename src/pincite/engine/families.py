"""From checked answers to the statements of the published families.

A statement is a sentence, list item or table row with the citations that stand in it, and those that a
stored span or an explicit claim gives to it; the scope rule, which also covers what a marker only implies, is
for claims. Where a sentence is one claim with the same citations, the claim's verdicts are its verdicts.
Otherwise the sentence is one more question to the judge; the questions of a whole batch share the judge's
rounds.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar, get_args

from msgspec import Struct, structs

from pincite.claims.extraction import extract, plain_text
from pincite.claims.frames import tidy
from pincite.claims.outline import list_sign
from pincite.claims.policy import Policy
from pincite.claims.references import names
from pincite.engine.preparation import Prepared
from pincite.engine.setting import Setting
from pincite.judges.matrix import Judgement, Matter, judge_claims
from pincite.metrics.families.alce import first_paragraph, looked_at, signs
from pincite.metrics.families.family import Family, Reading
from pincite.metrics.families.statements import NOTHING, Cited, Said, Statement
from pincite.model import Answer, Claim, Label, Passage, Reference, Resolved, Span
from pincite.model.claim import Severity
from pincite.model.verdict import Status
from pincite.text.blocks import blocks
from pincite.text.markers import scan_markers
from pincite.text.sentences import sentences
from pincite.text.words import mask

# A claim of one of these structures is its sentence, apart from an opening such as "In short,".
_WHOLE: Final = ("sentence", "list_item", "table_row", "heading")
_SILENT: Final = ("code", "rule", "definition", "table_header")
_SEVERITIES: Final[tuple[Severity, ...]] = get_args(Severity)
_REASONS: Final = frozenset(("error", "parse_error", "timeout", "budget", "no_evidence_text"))

Cells = dict[str, dict[str, int]]

_Item = TypeVar("_Item")
# What makes two questions one: the words, and the cited texts in their order.
_Key = tuple[str, tuple[Hashable, ...]]


def family_cells(
    families: Sequence[Family],
    prepared: Sequence[Prepared],
    judgements: Sequence[Sequence[Judgement]],
    setting: Setting,
) -> list[Cells]:
    """For each answer of a batch the counts of each family by its name.

    `judgements` has one entry a matter of each answer. How answers are batched changes nothing.
    """
    read = family_statements(families, prepared, judgements, setting)
    return [
        {family.name: family.measure(statements[family.reading]) for family in families}
        for statements in read
    ]


def family_statements(
    families: Sequence[Family],
    prepared: Sequence[Prepared],
    judgements: Sequence[Sequence[Judgement]],
    setting: Setting,
) -> list[dict[Reading, tuple[Statement, ...]]]:
    """For each answer of a batch its statements, in every reading that one of the families wants."""
    readings = tuple(dict.fromkeys(family.reading for family in families))
    dockets = [Docket(one, told) for one, told in zip(prepared, judgements, strict=True)]
    drafts = [
        {reading: tuple(_drafts(reading, one, setting.policy)) for reading in readings} for one in prepared
    ]
    for docket, by_reading in zip(dockets, drafts, strict=True):
        for some in by_reading.values():
            for draft in some:
                docket.enter(draft)
    judged = iter(judge_claims([matter for docket in dockets for matter in docket.matters], setting.judge))
    for docket in dockets:
        docket.close([next(judged) for _ in docket.matters])
    return [
        {reading: tuple(docket.statement(draft) for draft in some) for reading, some in by_reading.items()}
        for docket, by_reading in zip(dockets, drafts, strict=True)
    ]


# --- drafts: sentences with their citations, before the judge ---


class Draft(Struct, frozen=True, kw_only=True):
    """A sentence and what it displays, before anything is judged.

    `links` has one entry a source, with a citation id of its own; `shown` names them in the order in which
    they are displayed, one an occurrence.
    """

    span: Span
    reading: str
    statement: str
    links: tuple[Resolved, ...] = ()
    shown: tuple[str, ...] = ()
    verifiable: bool = False
    needs_citation: bool = False
    severity: Severity = "medium"


def _drafts(reading: Reading, one: Prepared, policy: Policy) -> Iterator[Draft]:
    return _every_sentence(one, policy) if reading == "sentences" else _first_paragraph(one)


def _every_sentence(one: Prepared, policy: Policy) -> Iterator[Draft]:
    """Every sentence that states or cites something; not a heading, label or lead-in that does neither."""
    answer = one.answer
    markers = _markers(answer)
    plain = plain_text(answer.text, markers)
    spans, headers = _sentence_spans(answer.text, markers)
    given = _overlapping(spans, ((claim.start, claim.end, claim) for claim in one.extraction.claims))
    stated = given
    if answer.claims:
        # What was not given as a claim is still said.
        rules = extract(structs.replace(answer, claims=None), policy, case=one.case).claims
        stated = _overlapping(spans, ((claim.start, claim.end, claim) for claim in rules))
    shown = _displayed(one, spans, headers)
    for place, span in enumerate(spans):
        attached = (ref for claim in given[place] for ref in claim.references if ref.source != "marker")
        references = (*dict.fromkeys(attached), *shown[place])
        links = [link for reference in references for link in one.resolver.resolve(reference)]
        about = given[place] or stated[place]
        if (about or links) and _has_words(span.of(plain)):
            yield _draft(span, plain, about, links)


def _markers(answer: Answer) -> tuple[Span, ...]:
    """The signs of all markers, in order."""
    known = {c.marker for c in answer.citations if c.marker} | {c.citation_id for c in answer.citations}
    return tuple(
        sorted(span for marker in scan_markers(answer.text, known=known).markers for span in marker.signs)
    )


def _sentence_spans(text: str, markers: Sequence[Span]) -> tuple[list[Span], dict[int, Span]]:
    """The sentences, items and rows in order, and for each row, by its place, the header of its table."""
    starts = [span.start for span in markers]
    found: list[Span] = []
    headers: dict[int, Span] = {}
    every = blocks(text)
    for block in every:
        if block.kind in _SILENT:
            continue
        if block.kind == "table_row" and block.header:
            if block.parent is not None:
                headers[len(found)] = every[block.parent].span
            found.append(block.span)
            continue
        start = list_sign(text, block).end if block.kind == "list_item" else block.start
        inside = markers[bisect_left(starts, start) : bisect_left(starts, block.end)]
        found += sentences(text, start, block.end, masked=inside)
    return found, headers


def _overlapping(spans: Sequence[Span], items: Iterable[tuple[int, int, _Item]]) -> list[list[_Item]]:
    """For each of the ordered spans the items that share a character with it, in their order."""
    found: list[list[_Item]] = [[] for _ in spans]
    starts = [span.start for span in spans]
    ends = [span.end for span in spans]
    for start, end, item in items:
        for place in range(bisect_right(ends, start), bisect_left(starts, end)):
            found[place].append(item)
    return found


def _displayed(one: Prepared, spans: Sequence[Span], headers: Mapping[int, Span]) -> list[list[Reference]]:
    """The markers of each sentence. Those in the header of a table stand in all of its rows.

    Explicit claims that name their citations, and a citation that names what it covers, win over markers.
    """
    if any(claim.citation_ids for claim in one.answer.claims or ()):
        return [[] for _ in spans]
    covering = {
        reference.key
        for claim in one.extraction.claims
        for reference in claim.references
        if reference.source == "span"
    }
    silent = [citation for citation in one.answer.citations if citation.citation_id in covering]
    placed = [
        (reference.start, reference.end, reference)
        for reference in one.extraction.references
        if reference.source == "marker" and reference.start is not None and reference.end is not None
        if not any(names(citation, reference) for citation in silent)
    ]
    found = _overlapping(spans, placed)
    tops = sorted(set(headers.values()))
    above = dict(zip(tops, _overlapping(tops, placed), strict=True))
    for place, header in headers.items():
        found[place] = above[header] + found[place]
    return found


def _draft(span: Span, plain: str, claims: Sequence[Claim], links: Sequence[Resolved]) -> Draft:
    body = span.of(plain)
    whole = claims[0] if len(claims) == 1 and _is_whole(claims[0], span, plain) else None
    sources, shown = _sources(links)
    return Draft(
        span=span,
        reading=whole.reading if whole is not None else tidy(body),
        statement=body,
        links=sources,
        shown=shown,
        verifiable=any(claim.verifiability == "verifiable" for claim in claims),
        needs_citation=any(claim.citation_required for claim in claims),
        severity=min((claim.severity for claim in claims), key=_SEVERITIES.index, default="medium"),
    )


def _is_whole(claim: Claim, span: Span, plain: str) -> bool:
    """Whether a claim says all that its sentence says."""
    if span.start <= claim.start and claim.end <= span.end and claim.structure in _WHOLE:
        return True
    outside = (plain[span.start : claim.start], plain[claim.end : span.end])
    beyond = (plain[claim.start : span.start], plain[span.end : claim.end])
    return not any(_has_words(piece) for piece in (*outside, *beyond))


def _has_words(text: str) -> bool:
    return any(letter.isalnum() for letter in text)


def _sources(links: Sequence[Resolved]) -> tuple[tuple[Resolved, ...], tuple[str, ...]]:
    """Each source once, under a citation id of its own, and those ids in the order of the citations."""
    ids: dict[Hashable, str] = {}
    taken: set[str] = set()
    kept: list[Resolved] = []
    shown: list[str] = []
    for link in links:
        source = _source(link)
        if source not in ids:
            name = link.citation_id
            while name in taken:
                name += "'"
            taken.add(name)
            ids[source] = name
            kept.append(structs.replace(link, citation_id=name))
        shown.append(ids[source])
    return tuple(kept), tuple(shown)


def _source(link: Resolved) -> Hashable:
    """What a citation shows to the judge; without a text, what it is called."""
    if link.passages:
        return tuple((p.chunk.key, p.chunk.text, p.start, p.end) for p in link.passages)
    return (link.resolution, link.citation_id)


def _first_paragraph(one: Prepared) -> Iterator[Draft]:
    """The sentences of the first paragraph, with their bracketed numbers as positions in the prompt."""
    text = one.answer.text
    paragraph = first_paragraph(text)
    numbers = signs(text, paragraph)
    plain = mask(plain_text(text, _markers(one.answer)), numbers)
    spans = sentences(text, paragraph.start, paragraph.end, masked=numbers)
    about = _overlapping(spans, ((claim.start, claim.end, claim) for claim in one.extraction.claims))
    chunks = one.answer.prompt_chunks
    for span, claims in zip(spans, about, strict=True):
        if _has_words(span.of(plain)):
            found = looked_at(span.of(text), None if chunks is None else len(chunks))
            yield _draft(span, plain, claims, [_at_position(one, *number) for number in found])


def _at_position(one: Prepared, number: int, index: int | None) -> Resolved:
    """The prompt's chunk at an index; without one the number leads nowhere."""
    reference = Reference(key=str(number), marker=f"[{number}]")
    if index is None:
        return Resolved(reference=reference, citation_id=reference.key, resolution="unresolved")
    chunks = one.answer.prompt_chunks
    if chunks is None:
        return Resolved(reference=reference, citation_id=reference.key, reason="no_evidence_text")
    chunk = chunks[index]
    return Resolved(
        reference=reference,
        citation_id=reference.key,
        in_context=True,
        passages=(Passage(chunk=chunk, start=0, end=len(chunk.text)),),
    )


# --- verdicts ---


class Docket:
    """The statements of one answer before the judge: those that claims have answered, and those to ask."""

    def __init__(self, one: Prepared, judgements: Sequence[Judgement]) -> None:
        self._answer = one.answer
        self._packaged = one.resolver.packaged
        self._told: dict[_Key, tuple[Judgement, tuple[str, ...]]] = {}
        self._asked: dict[_Key, Matter] = {}
        for work, judgement in zip(one.work, judgements, strict=True):
            if work.claim.verifiability == "verifiable":
                key = work.claim.reading, tuple(_source(link) for link in work.links)
                self._told.setdefault(key, (judgement, tuple(link.citation_id for link in work.links)))

    @property
    def matters(self) -> tuple[Matter, ...]:
        """What is to be asked, in the order in which it was entered."""
        return tuple(self._asked.values())

    def enter(self, draft: Draft) -> None:
        """Ask about a sentence, unless a claim or an earlier sentence asks the same."""
        key = _key(draft)
        if draft.links and key not in self._told and key not in self._asked:
            name = f"s{len(self._asked) + 1}"
            self._asked[key] = self._matter(draft, name)

    def _matter(self, draft: Draft, name: str) -> Matter:
        return Matter(
            key=f"{self._answer.answer_id}/{name}",
            claim=Claim(
                claim_id=name,
                start=draft.span.start,
                end=draft.span.end,
                text=draft.span.of(self._answer.text),
                statement=draft.statement,
                proposition=draft.reading,
                citation_required=draft.needs_citation,
                severity=draft.severity,
                references=tuple(link.reference for link in draft.links),
            ),
            links=draft.links,
            uncited=tuple,
            packaged=self._packaged,
            # Whether the rest of the prompt supports the sentence is no question of any family.
            recorded=False,
            question=self._answer.question,
        )

    def close(self, judgements: Sequence[Judgement]) -> None:
        """Take the verdicts on `matters`."""
        for (key, matter), judgement in zip(self._asked.items(), judgements, strict=True):
            self._told[key] = (judgement, tuple(link.citation_id for link in matter.links))

    def statement(self, draft: Draft) -> Statement:
        """A sentence with what was said of its citations."""
        if not draft.links:
            return Statement(verifiable=draft.verifiable, needs_citation=draft.needs_citation)
        judgement, ids = self._told[_key(draft)]
        cited = {
            link.citation_id: Cited(
                key=link.citation_id,
                said=_said(judged.label, judged.status, judged.reason),
                resolution=link.resolution,
            )
            for link, judged in zip(draft.links, judgement.links, strict=True)
        }
        group = judgement.group
        own = dict(zip(ids, cited, strict=True))
        return Statement(
            citations=tuple(cited[name] for name in draft.shown),
            together=NOTHING if group is None else _said(group.label, group.status, group.reason),
            rest={
                own[name]: Said() if label is None else Said(label, "")
                for name, label in (group.leave_one_out if group is not None else {}).items()
            },
            verifiable=draft.verifiable,
            needs_citation=draft.needs_citation,
        )


def _key(draft: Draft) -> _Key:
    return draft.reading, tuple(_source(link) for link in draft.links)


def _said(label: Label | None, status: Status, reason: str | None) -> Said:
    """A verdict's label, or why there is none: from a closed set, because reasons are counted."""
    if status == "judged" and label is not None:
        return Said(label, "")
    if status == "undecided":
        return Said(None, "undecided")
    return Said(None, reason if reason in _REASONS else "unjudged")
