"""Names: does the claim put another name where the source has one? (PC406)

Said only when the claim's name is nowhere in the cited evidence, the closest sentence of it says
otherwise the same, and exactly one other name of the same kind stands in its place. In every doubtful
case it is silent: a name that is merely missing is a matter for the judge.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.model import Claim, EvidenceRef, Finding, Passage, Resolved, Span, found
from pincite.text.names import Name, names, same_name
from pincite.text.sentences import sentences
from pincite.text.words import content_words, fold, language, tokens

LEAST_WORDS = 3
"""The claim has to say so many content words beside the name."""
LEAST_SHARED = 0.8
"""So much of them the sentence has to share."""


def check_names(claim: Claim, cited: Sequence[Resolved]) -> list[Finding]:
    """PC406 for each name of the claim that takes the place of another name of the evidence."""
    mine = names(claim.statement)
    if not mine:
        return []
    passages = [(resolved.citation_id, passage) for resolved in cited for passage in resolved.passages]
    missing = [name for name in mine if not any(name.text in passage.text for _, passage in passages)]
    if not missing or not passages:
        return []
    rest = content_words(_without(claim.statement, mine))
    if len(rest) < LEAST_WORDS:
        return []
    findings: list[Finding] = []
    for name in missing:
        for citation_id, passage in passages:
            rival = _rival(name, mine, claim.statement, rest, passage)
            if rival is not None and not any(_occurs(name, one) for _, one in passages):
                findings.append(_finding(claim, name, rival, citation_id, passage))
                break
    return findings


def _occurs(name: Name, passage: Passage) -> bool:
    """Whether the passage or its stated context has the name, or one that could be it."""
    for text in (
        passage.text,
        passage.title,
        passage.section,
        passage.table_header,
        passage.before,
        passage.after,
    ):
        if not text:
            continue
        if name.text in text or fold(name.text) in fold(text):
            return True
        if any(same_name(name.text, other.text) is not False for other in names(text)):
            return True
    return False


def _rival(
    name: Name, mine: Sequence[Name], statement: str, rest: frozenset[str], passage: Passage
) -> Name | None:
    """The one name that stands in the place of `name` in the sentence that says otherwise the same.

    `rest` are the content words of the claim beside its names.
    """
    enough = LEAST_SHARED * len(rest)
    folded = fold(passage.text)
    if sum(word[:4] in folded for word in rest) < enough:  # far cheaper than the words of a long passage
        return None
    if len(rest & content_words(passage.text)) < enough or language(statement) != language(passage.text):
        return None
    best: tuple[int, Span] | None = None
    for span in sentences(passage.text):
        words = content_words(span.of(passage.text))
        shared = len(rest & words)
        if best is None or shared > best[0]:
            best = (shared, span)
    if best is None or best[0] < enough:
        return None
    sentence = best[1].of(passage.text)
    theirs = names(sentence)
    others = [
        other
        for other in theirs
        if other.kind == name.kind and all(same_name(one.text, other.text) is False for one in mine)
    ]
    if len(others) != 1 or not _same_place(name, statement, others[0], sentence):
        return None
    other = others[0]
    start = best[1].start + other.start
    return Name(other.text, start, start + len(other.text), other.kind)


def _without(text: str, spans: Sequence[Name]) -> str:
    pieces: list[str] = []
    at = 0
    for name in spans:
        pieces.append(text[at : name.start])
        at = name.end
    pieces.append(text[at:])
    return " ".join(pieces)


def _same_place(name: Name, statement: str, other: Name, sentence: str) -> bool:
    """Whether the words next to both names are the same on both sides (an edge of the sentence agrees
    with any).
    """
    one = _neighbours(statement, name)
    two = _neighbours(sentence, other)
    agreeing = [mine == theirs for mine, theirs in zip(one, two, strict=True) if mine and theirs]
    return bool(agreeing) and all(agreeing)


def _neighbours(text: str, name: Name) -> tuple[str, str]:
    before, after = "", ""
    for token in tokens(text):
        if token.end <= name.start:
            before = token.norm
        elif token.start >= name.end:
            after = token.norm
            break
    return before, after


def _finding(claim: Claim, name: Name, rival: Name, citation_id: str, passage: Passage) -> Finding:
    chunk = passage.chunk
    return found(
        "PC406",
        f"the claim says “{name.text}” where the cited passage says “{rival.text}”",
        claim_id=claim.claim_id,
        citation_id=citation_id,
        span=Span(claim.start + name.start, claim.start + name.end),
        evidence=EvidenceRef(
            document_id=chunk.document_id,
            document_revision=chunk.document_revision,
            chunk_id=chunk.chunk_id,
            start=passage.start + rival.start,
            end=passage.start + rival.end,
        ),
        claimed=name.text,
        cited=rival.text,
        kind=name.kind,
    )
