"""Everything about an answer that needs no judge: claims, resolved citations, deterministic findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field, structs

from pincite.checks.abstention import check_abstention
from pincite.checks.bibliography import check_bibliography
from pincite.checks.context import check_context
from pincite.checks.digests import check_digests
from pincite.checks.duplicates import check_duplicates
from pincite.checks.figures import check_figures
from pincite.checks.headings import check_header
from pincite.checks.identity import check_identity
from pincite.checks.injection import check_answer_injection, check_evidence_injection
from pincite.checks.names import check_names
from pincite.checks.quotes import check_quoted_spans, check_quotes, match_quotes
from pincite.checks.revision import check_revision
from pincite.checks.stream import check_stream
from pincite.checks.target import check_target
from pincite.checks.transport import check_transport
from pincite.checks.uncited import check_uncited
from pincite.claims.extraction import Extraction, extract
from pincite.claims.policy import Policy
from pincite.diagnose.pairing import Pair, pair
from pincite.engine.setting import Clock, Setting
from pincite.evidence.candidates import candidates
from pincite.evidence.resolution import Resolver
from pincite.judges.matrix import Matter
from pincite.model import (
    Answer,
    Case,
    Claim,
    ExpectedClaim,
    FigureMatch,
    Finding,
    Passage,
    QuoteMatch,
    Reference,
    Resolved,
    Span,
)
from pincite.text.figures import compare
from pincite.text.quotes import QuoteSpan, quotations
from pincite.text.words import mask

NEAR = 0.3
"""Below this weighted share of the claim's words an uncited passage is about something else."""


class ClaimWork(Struct, frozen=True, kw_only=True):
    """One claim with its citations, one a citation id, and what was found about it before judging."""

    claim: Claim
    links: tuple[Resolved, ...]
    figures: tuple[FigureMatch, ...] = ()
    quotes: tuple[QuoteMatch, ...] = ()


class Prepared(Struct, frozen=True, kw_only=True):
    """One answer, ready for the judge.

    `matched` maps a claim's id to the gold claim that it is, `pairs` to how that was found.
    """

    answer: Answer
    case: Case | None
    matched: Mapping[str, ExpectedClaim]
    extraction: Extraction
    resolver: Resolver
    resolved: tuple[Resolved, ...]
    work: tuple[ClaimWork, ...]
    findings: tuple[Finding, ...]
    matters: tuple[Matter, ...]
    pairs: Mapping[str, Pair] = field(default_factory=dict)


class Paired(Struct, frozen=True, kw_only=True):
    """The claims of one answer, matched with the expected ones by a judge before anything else was done."""

    extraction: Extraction
    pairs: tuple[Pair, ...]


def case_of(answer: Answer, setting: Setting) -> Case | None:
    """The gold case of an answer."""
    return setting.cases.get(answer.case_id) if answer.case_id else None


def prepare(answer: Answer, setting: Setting, clock: Clock, paired: Paired | None = None) -> Prepared:
    """Claims, resolved citations and deterministic findings of one answer."""
    clock.start()
    case = case_of(answer, setting)
    if paired is None:
        found = extract(answer, setting.policy, case=case)
        expected = case.expected_claims if case is not None else ()
        paired = Paired(extraction=found, pairs=pair(found.claims, expected) if expected else ())
    extraction, matched, pairs = _identified(paired, case)
    clock.stop("extract")
    resolver = Resolver(
        answer,
        setting.corpus,
        as_of=case.as_of if case else None,
        bibliography=setting.bibliography,
    )
    followed = {reference: resolver.resolve(reference) for reference in _references(extraction)}
    resolved = tuple(one for reference in extraction.references for one in followed[reference])
    clock.stop("resolve")
    quoted = _quotations(answer.text, extraction.references)
    work = tuple(_work(claim, followed, resolver, quoted) for claim in extraction.claims)
    findings = (
        *extraction.findings,
        *_reference_findings(resolver, resolved, setting.policy),
        *_claim_findings(work, resolver),
        *check_stream(answer),
        *check_answer_injection(answer),
        *check_evidence_injection(_read_passages(work)),
        *check_uncited(answer, extraction.claims),
        *check_abstention(answer, extraction, case),
    )
    clock.stop("check")
    return Prepared(
        answer=answer,
        case=case,
        matched=matched,
        extraction=extraction,
        resolver=resolver,
        resolved=resolved,
        work=work,
        findings=findings,
        matters=tuple(_matter(one, resolver) for one in work),
        pairs=pairs,
    )


def _references(extraction: Extraction) -> Iterable[Reference]:
    """Every displayed reference, and those that a claim holds besides (explicit ones)."""
    yield from extraction.references
    for claim in extraction.claims:
        yield from claim.references


def _identified(
    paired: Paired, case: Case | None
) -> tuple[Extraction, dict[str, ExpectedClaim], dict[str, Pair]]:
    """Claims that match a gold claim take its id and severity, except that an id given with the claim stays.

    Also gives the gold claim, and how it was found, by the id of the answer's claim.
    """
    extraction = paired.extraction
    if case is None or not case.expected_claims:
        return extraction, {}, {}
    claims = list(extraction.claims)
    renamed: dict[str, str] = {}
    matched: dict[str, ExpectedClaim] = {}
    pairs: dict[str, Pair] = {}
    given = {claim.claim_id for claim in claims if claim.structure == "explicit"}
    for one in paired.pairs:
        index = one.claim
        claim, gold = claims[index], case.expected_claims[one.expected]
        name = claim.claim_id if claim.claim_id in given or gold.claim_id in given else gold.claim_id
        renamed[claim.claim_id] = name
        matched[name] = gold
        pairs[name] = one
        claims[index] = structs.replace(
            claim,
            claim_id=name,
            severity=gold.severity or claim.severity,
            citation_required=claim.citation_required and gold.citation_required,
        )
    findings = tuple(
        structs.replace(finding, claim_id=renamed.get(finding.claim_id, finding.claim_id))
        if finding.claim_id is not None
        else finding
        for finding in extraction.findings
    )
    return structs.replace(extraction, claims=tuple(claims), findings=findings), matched, pairs


def _quotations(text: str, references: Iterable[Reference]) -> tuple[QuoteSpan, ...]:
    """The quotations of the whole answer: one may run over several claims."""
    markers = {
        Span(one.start, one.end) for one in references if one.start is not None and one.end is not None
    }
    return quotations(mask(text, sorted(markers)))


def _work(
    claim: Claim,
    followed: Mapping[Reference, tuple[Resolved, ...]],
    resolver: Resolver,
    quoted: tuple[QuoteSpan, ...],
) -> ClaimWork:
    """The claim beside its evidence: its figures and quotations looked up there."""
    links: dict[str, Resolved] = {}
    for reference in claim.references:
        for one in followed[reference]:
            links.setdefault(one.citation_id, one)
    cited = tuple(links.values())
    passages = _passages(cited)
    if not passages or claim.verifiability == "not_verifiable":
        return ClaimWork(claim=claim, links=cited)
    return ClaimWork(
        claim=claim,
        links=cited,
        figures=_figures(claim, passages, resolver),
        quotes=match_quotes(
            claim,
            cited,
            _others(passages, resolver),
            question=resolver.answer.question,
            answer_quotes=quoted,
        ),
    )


def _passages(links: Iterable[Resolved]) -> tuple[Passage, ...]:
    return tuple(passage for link in links for passage in link.passages)


def _figures(claim: Claim, passages: Sequence[Passage], resolver: Resolver) -> tuple[FigureMatch, ...]:
    """The claim's figures against what it cites; one that is not there may stand in the stated context."""
    matches = compare(claim.statement, tuple(passage.text for passage in passages))
    if all(match.match != "missing" for match in matches):
        return matches
    wider = [resolver.packaged(passage) for passage in passages]
    texts = tuple(
        "\n".join(filter(None, (p.title, p.section, p.table_header, p.before, p.text, p.after)))
        for p in wider
    )
    if texts == tuple(passage.text for passage in passages):
        return matches
    # More evidence may decide figures that less of it left out, so the two are paired by place.
    found = {
        match.figure.start: match for match in compare(claim.statement, texts) if match.match != "missing"
    }
    return tuple(
        found.get(match.figure.start, match) if match.match == "missing" else match for match in matches
    )


def _others(passages: Sequence[Passage], resolver: Resolver) -> tuple[Passage, ...]:
    """The prompt's passages that the claim does not cite."""
    cited = {id(passage.chunk) for passage in passages}
    return tuple(
        Passage(chunk=chunk, start=0, end=len(chunk.text))
        for chunk in resolver.answer.prompt_chunks or ()
        if id(chunk) not in cited
    )


def _reference_findings(resolver: Resolver, resolved: Sequence[Resolved], policy: Policy) -> list[Finding]:
    """What is wrong with the references themselves, whatever they are said to support."""
    return [
        *check_identity(resolver, resolved),
        *check_bibliography(resolver, resolved),
        *check_context(resolver, resolved, required=policy.prompt_context_required),
        *check_revision(resolver, resolved),
        *check_duplicates(resolver, resolved),
        *check_digests(resolver, resolved),
        *check_transport(resolver, resolved),
        *check_target(resolver, resolved),
    ]


def _claim_findings(work: Iterable[ClaimWork], resolver: Resolver) -> list[Finding]:
    """What the claims' own words show against their evidence."""
    findings = []
    for one in work:
        passages = _passages(one.links)
        if not passages or one.claim.verifiability == "not_verifiable":
            continue
        findings += check_figures(one.claim, one.figures, passages)
        findings += check_quotes(one.claim, one.quotes, one.links, _others(passages, resolver))
        findings += check_names(one.claim, one.links)
        for link in one.links:
            around = [other for link_ in one.links if link_ is not link for other in link_.passages]
            findings += check_header(one.claim, link, others=around)
    links = {id(link): link for one in work for link in one.links}.values()
    for link in links:
        if link.citation is not None and link.citation.quoted_span:
            findings += check_quoted_spans([link], _others(link.passages, resolver))
    return findings


def _read_passages(work: Iterable[ClaimWork]) -> list[Passage]:
    """Every cited passage once."""
    unique = {id(passage.chunk): passage for one in work for passage in _passages(one.links)}
    return list(unique.values())


def _matter(one: ClaimWork, resolver: Resolver) -> Matter:
    def uncited() -> tuple[Passage, ...]:
        others = _others(_passages(one.links), resolver)
        ranked = candidates(one.claim.reading, [passage.chunk for passage in others])
        # The best is asked about in any case: it may say in another language what the claim says.
        near = [candidate for candidate in ranked if candidate.coverage >= NEAR] or ranked[:1]
        return tuple(others[candidate.index] for candidate in near)

    return Matter(
        key=f"{resolver.answer.answer_id}/{one.claim.claim_id}",
        claim=one.claim,
        links=one.links,
        uncited=uncited,
        packaged=resolver.packaged,
        recorded=resolver.answer.prompt_chunks is not None,
        question=resolver.answer.question,
    )
