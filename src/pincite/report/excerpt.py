"""Pieces of answers and sources with the stretch that matters: what the two windows of a finding show."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from pincite.model import Answer, Chunk, Finding
from pincite.model.result import AnswerResult, ClaimRow, LinkRow
from pincite.report.shown import one_line, width

Lookup = Callable[[str, str | None, str], Chunk | None]
"""Finds a stored chunk by document id, revision and chunk id."""

REACH = 2000
"""How many characters on each side of a stretch are kept for showing."""

_LABEL_COLUMNS = 40


class Excerpt(Struct, frozen=True, kw_only=True):
    """A piece of a text around a stretch, or the opening of a text with nothing marked (`start` None)."""

    text: str
    start: int | None = None
    end: int | None = None
    label: str = ""
    heading: str = ""


def lookup_in(answer: Answer, beyond: Lookup | None = None) -> Lookup:
    """Find a chunk among those stored with the answer, then `beyond` them (in the corpus)."""
    chunks = {chunk.key: chunk for chunk in (*(answer.retrieved_chunks or ()), *(answer.prompt_chunks or ()))}

    def find(document_id: str, document_revision: str | None, chunk_id: str) -> Chunk | None:
        chunk = chunks.get((document_id, document_revision, chunk_id))
        if chunk is None and beyond is not None:
            return beyond(document_id, document_revision, chunk_id)
        return chunk

    return find


def clip(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The lines that a stretch stands on, within reach of it, and where it stands in them."""
    first = max(text.rfind("\n", 0, start) + 1, start - REACH)
    last = text.find("\n", max(end - 1, start))
    last = min(len(text) if last < 0 else last, max(end, start + 1) + REACH)
    return text[first:last], start - first, min(end, last) - first


def claim_excerpt(claim: ClaimRow, result: AnswerResult) -> Excerpt:
    """The claim in the line of the answer that it stands on."""
    text, start, end = clip(result.text, claim.start, claim.end)
    return Excerpt(text=text, start=start, end=end)


def answer_excerpt(finding: Finding, claim: ClaimRow | None, result: AnswerResult) -> Excerpt:
    """What the finding points at in the answer; for a finding about the whole answer, its opening."""
    if finding.answer_span is None:
        return _opening(result.text, "") if claim is None else claim_excerpt(claim, result)
    text, start, end = clip(result.text, finding.answer_span.start, finding.answer_span.end)
    return Excerpt(text=text, start=start, end=end, label=_label("answer", finding, text[start:end]))


def source_excerpt(finding: Finding, link: LinkRow | None, lookup: Lookup) -> Excerpt | None:
    """The passage with the stretch that decides, as well as it is known."""
    ref = finding.evidence
    if ref is None:
        return None if link is None else link_excerpt(link, lookup)
    cited = link is not None and (link.document_id, link.chunk_id) == (ref.document_id, ref.chunk_id)
    chunk = lookup(ref.document_id, ref.document_revision, ref.chunk_id)
    if chunk is None:
        return link_excerpt(link, lookup) if cited and link is not None else None
    citation_id = link.citation_id if cited and link is not None else None
    if link is None:
        citation_id = finding.citation_id
    heading = passage_heading(citation_id, chunk)
    if ref.start is not None and ref.end is not None:
        text, start, end = clip(chunk.text, ref.start, ref.end)
        label = _label("source", finding, text[start:end])
        return Excerpt(text=text, start=start, end=end, label=label, heading=heading)
    marked = link_excerpt(link, lookup) if cited and link is not None else None
    return marked if marked is not None else _opening(chunk.text, heading)


def link_excerpt(link: LinkRow, lookup: Lookup) -> Excerpt | None:
    """What a link cites: the judge's evidence marked, else the opening of the passage."""
    found = link.evidence
    if found is not None:
        chunk = lookup(found.document_id, found.document_revision, found.chunk_id)
        if chunk is None:
            return Excerpt(text=found.text, heading=f"passage {bracketed(link.citation_id)}")
        text, start, end = clip(chunk.text, found.start, found.end)
        return Excerpt(text=text, start=start, end=end, heading=passage_heading(link.citation_id, chunk))
    if link.document_id is None or link.chunk_id is None:
        return None
    chunk = lookup(link.document_id, link.document_revision, link.chunk_id)
    return None if chunk is None else _opening(chunk.text, passage_heading(link.citation_id, chunk))


def bracketed(citation_id: str) -> str:
    """A citation id as it is usually displayed: `[2]`."""
    shown = one_line(citation_id)
    return shown if shown.startswith(("[", "(", "【", "［")) else f"[{shown}]"


def passage_heading(citation_id: str | None, chunk: Chunk) -> str:
    """`passage [2] "Annual report 2024", p. 4`; without a title, the document and chunk ids."""
    name = f"passage {bracketed(citation_id)}" if citation_id else "passage"
    if chunk.title:
        parts = [f'{name} "{one_line(chunk.title)}"']
    else:
        parts = [f"{name} {one_line(chunk.document_id)}"]
    if chunk.document_revision:
        parts.append(f"revision {one_line(chunk.document_revision)}")
    if chunk.page is not None:
        parts.append(f"p. {one_line(str(chunk.page))}")
    elif chunk.section:
        parts.append(f'section "{one_line(chunk.section)}"')
    elif not chunk.title:
        parts.append(f"chunk {one_line(chunk.chunk_id)}")
    return ", ".join(parts)


def _opening(text: str, heading: str) -> Excerpt:
    return Excerpt(text=text.lstrip()[: 2 * REACH], heading=heading)


def _label(side: str, finding: Finding, marked: str) -> str:
    """What stands there, repeated beside the mark where it is short enough to compare at a glance.

    A check may know better than the marked text: a table cell with the unit and scale of its header.
    """
    if not finding.code.startswith(("PC3", "PC4")) or not marked.strip():
        return ""
    told = finding.data.get(side)
    text = one_line(told if isinstance(told, str) and told else marked)
    return f"{side}: {text}" if width(text) <= _LABEL_COLUMNS else side
