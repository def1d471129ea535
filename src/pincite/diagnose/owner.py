"""The failure owner: the earliest stage that explains why a claim fails.

The stages are asked in the order of the chain, and the first that applies owns the failure. Support that is
seen at a later stage proves that the earlier ones let it through. A stage without data is skipped; if the
failure could then belong to it as well as to a later one, the owner is unknown.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pincite.metrics.failure import fails, is_open
from pincite.model.result import ClaimRow

Owner = Literal[
    "evidence_transport",
    "extraction",
    "citation_parser",
    "stale_source",
    "judge",
    "corpus",
    "retrieval",
    "chunking",
    "truncation",
    "citation_mapping",
    "generation",
    "unknown",
]


class Support(Struct, frozen=True, kw_only=True):
    """Where the support of a claim was found; None where a stage was not recorded or not looked at.

    With a gold case support is the required text of its sources, else what the judge says of the prompt
    context. `document` and `chunk`: a document of the corpus supports the claim, a single chunk of it does.
    `cited`: the cited passages do.
    """

    corpus: bool | None = None
    retrieved: bool | None = None
    document: bool | None = None
    chunk: bool | None = None
    prompt: bool | None = None
    cited: bool | None = None


def judged_support(claim: ClaimRow) -> Support:
    """The support of a claim without a gold case: its context judgement, and its label for what it cites."""
    context = claim.context
    prompt = None
    if context is not None and context.status == "judged" and context.label is not None:
        prompt = context.label == "full"
    return Support(prompt=prompt, cited=_cited(claim))


def failure_owner(
    claim: ClaimRow, support: Support | None = None, *, key_in_mapping: bool = False
) -> Owner | None:
    """The stage that owns the failure of a claim; None for a claim that does not fail.

    `support` is `judged_support` when not given. `key_in_mapping`: one of the claim's markers did not resolve
    although the stored citation mapping has its key.
    """
    undecided = is_open(claim)
    if not undecided and not fails(claim):
        return None
    codes = frozenset(claim.findings)
    if "PC206" in codes:
        return "evidence_transport"
    if codes & {"PC104", "PC106"}:
        return "extraction"
    if "PC101" in codes or key_in_mapping:
        return "citation_parser"
    if claim.label == "full" and codes & {"PC203", "PC207"}:
        return "stale_source"
    if undecided:
        return "judge"
    return _stage(claim, judged_support(claim) if support is None else support)


def _stage(claim: ClaimRow, support: Support) -> Owner:
    if not support.prompt:
        return _before_the_prompt(claim, support)
    cited = _cited(claim) if support.cited is None else support.cited
    return "generation" if cited else "citation_mapping"


def _before_the_prompt(claim: ClaimRow, support: Support) -> Owner:
    """The owner when the prompt is not known to support the claim."""
    if support.corpus is False:
        return "corpus"
    if support.corpus and support.retrieved is False:
        return "retrieval"
    if support.document and support.chunk is False:
        return "chunking"
    if support.retrieved and support.prompt is False:
        return "truncation"
    # A passage in the prompt that says something else was there to be read, whatever else was missing.
    if claim.label == "contradiction" and any(link.in_context for link in claim.citations):
        return "generation"
    return "unknown"


def _cited(claim: ClaimRow) -> bool:
    return claim.status == "judged" and claim.label == "full"
