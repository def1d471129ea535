"""One claim of a run, walked through the whole chain: marker, source, text, judge, owner.

The run directory keeps no texts. What `Texts` holds was read again from the run's own inputs; without it the
walk tells what the rows tell, and says what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, structs

from pincite.diagnose.differences import Difference, differences
from pincite.diagnose.twins import Trial, questions, trial, twins
from pincite.engine.preparation import ClaimWork, Prepared, prepare
from pincite.engine.run import Run
from pincite.engine.setting import Clock, Setting
from pincite.evidence.right_marker import right_marker
from pincite.evidence.staleness import standing
from pincite.judges.matrix import ask
from pincite.judges.protocol import Judge
from pincite.model import Answer, Chunk, EvidenceRef, Finding, Passage, Resolved
from pincite.model.result import ClaimRow, LinkRow


class Texts(Struct, frozen=True, kw_only=True):
    """One answer of the run, prepared as the run had it."""

    one: Prepared
    work: ClaimWork


class Step(Struct, frozen=True, kw_only=True):
    """One citation of the claim: how it is attached, what it resolves to, what the judge said of it.

    `attached` is "marker", "span", "explicit" or "listed"; `start` and `end` place the marker in the answer.
    `standing` says why the source is not in force, if it is not.
    """

    link: LinkRow
    marker: str | None = None
    attached: str | None = None
    start: int | None = None
    end: int | None = None
    standing: str | None = None
    text: str | None = None


class Better(Struct, frozen=True, kw_only=True):
    """A passage that decides the claim and that it does not cite; `cite` is the marker that leads to it."""

    place: EvidenceRef
    cite: str | None = None
    text: str | None = None


class Walk(Struct, frozen=True, kw_only=True):
    """A claim through the chain. `missing` says what could not be shown or asked, and why.

    `evidence` says whether `differences` and `twins` are about what the claim cites or about the better
    passage; both are None without texts. `pair` has the texts that were compared.
    """

    run_id: str
    claim: ClaimRow
    question: str | None = None
    findings: tuple[Finding, ...] = ()
    steps: tuple[Step, ...] = ()
    better: tuple[Better, ...] = ()
    evidence: Literal["cited", "better"] | None = None
    pair: tuple[str, ...] = ()
    differences: tuple[Difference, ...] | None = None
    twins: Trial | None = None
    missing: tuple[str, ...] = ()


def texts_of(row: ClaimRow, answers: Sequence[Answer], setting: Setting) -> Texts | None:
    """The claim's answer among those that were read again; None where it is not, or reads otherwise now."""
    answer = next((one for one in answers if one.answer_id == row.answer_id), None)
    if answer is None:
        return None
    one = prepare(answer, setting, Clock())
    for work in one.work:
        if (work.claim.start, work.claim.end) == (row.start, row.end):
            return Texts(one=one, work=work)
    return None


def walk(
    run: Run,
    row: ClaimRow,
    texts: Texts | None,
    judge: Judge | None,
    missing: Sequence[str] = (),
) -> Walk:
    """The walk of one claim. `judge` is asked about its twins; None asks nothing."""
    findings = tuple(
        finding
        for finding in run.findings
        if finding.answer_id == row.answer_id and finding.claim_id == row.claim_id
    )
    bare = Walk(
        run_id=run.summary.run_id,
        claim=row,
        findings=findings,
        steps=tuple(_step(link, texts) for link in row.citations),
        better=tuple(_better(row, texts)),
        missing=tuple(missing),
    )
    if texts is None:
        return bare
    which, passages = _compared(row, texts)
    reading = texts.work.claim.reading
    bodies = tuple(passage.text for passage in passages)
    seen = structs.replace(
        bare,
        question=texts.one.answer.question,
        evidence=which if passages else None,
        pair=bodies,
        differences=differences(reading, bodies) if bodies else None,
    )
    if not passages or judge is None:
        return seen
    changed = twins(reading.strip(), bodies)
    asked = questions(reading.strip(), changed, passages, texts.one.answer.question)
    verdicts = ask(judge, asked)
    return structs.replace(seen, twins=trial(changed, [verdicts[one.question_id] for one in asked]))


def _step(link: LinkRow, texts: Texts | None) -> Step:
    if texts is None:
        return Step(link=link)
    found = next((one for one in texts.work.links if one.citation_id == link.citation_id), None)
    if found is None:
        return Step(link=link)
    known = standing(texts.one.resolver, found)
    return Step(
        link=link,
        marker=found.reference.marker,
        attached=found.reference.source,
        start=found.reference.start,
        end=found.reference.end,
        standing=known.stale or known.ineffective,
        text=_text(found),
    )


def _text(found: Resolved) -> str | None:
    return "\n".join(passage.text for passage in found.passages) or None


def _better(row: ClaimRow, texts: Texts | None) -> list[Better]:
    """What the owner's evidence names, as far as the claim does not cite it already."""
    evidence = row.owner_evidence
    if evidence is None:
        return []
    cited = {(link.document_id, link.document_revision, link.chunk_id) for link in row.citations}
    found = []
    for place in evidence.passages:
        key = (place.document_id, place.document_revision, place.chunk_id)
        if key in cited:
            continue
        chunk = _chunk(place, texts)
        marker = None if chunk is None or texts is None else right_marker(texts.one.resolver, chunk)
        found.append(
            Better(place=place, cite=evidence.cite or marker, text=None if chunk is None else chunk.text)
        )
    return found


def _chunk(place: EvidenceRef, texts: Texts | None) -> Chunk | None:
    if texts is None:
        return None
    answer, corpus = texts.one.answer, texts.one.resolver.corpus
    stored = () if corpus is None else corpus.chunks_of(place.document_id, place.document_revision)
    key = (place.document_id, place.document_revision, place.chunk_id)
    every = (*(answer.prompt_chunks or ()), *(answer.retrieved_chunks or ()), *stored)
    return next((chunk for chunk in every if chunk.key == key), None)


def _compared(row: ClaimRow, texts: Texts) -> tuple[Literal["cited", "better"], tuple[Passage, ...]]:
    """What the claim is compared with: what it cites, unless it fails and there is a better passage."""
    cited = tuple(passage for link in texts.work.links for passage in link.passages)
    if row.label == "full" and cited:
        return "cited", cited
    chunks = [chunk for one in _better(row, texts) if (chunk := _chunk(one.place, texts)) is not None]
    if chunks:
        packaged = texts.one.resolver.packaged
        return "better", tuple(
            packaged(Passage(chunk=chunk, start=0, end=len(chunk.text))) for chunk in chunks
        )
    return "cited", cited
