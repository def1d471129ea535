"""The failure owner: the earliest stage that explains why a claim fails.

The stages are asked in the order of the chain, and the first that applies owns the failure. Support that is
seen at a later stage proves that the earlier ones let it through. A stage without data is skipped; if the
failure could then belong to it as well as to a later one, the owner is unknown.

Without a gold case the owner follows from what decides the claim. A passage of the prompt that refutes it was
there to be read, and so was one that says a part of it where no stage has more: there the model went astray.
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
    """Where that which decides a claim was found; None where a stage was not recorded or not looked at.

    With a gold case that is the required text of its sources, else a passage that the judge says supports the
    claim (or refutes it). `document` and `chunk`: a document of the corpus decides it, a single chunk of it
    does; `retrieved` is then whether any chunk of that place was. `cited`: the cited passages do.
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
    if not is_open(claim) and not fails(claim):
        return None
    owner = recorded_owner(claim, key_in_mapping=key_in_mapping)
    return owner or owner_of(claim, judged_support(claim) if support is None else support)


def recorded_owner(claim: ClaimRow, *, key_in_mapping: bool = False) -> Owner | None:
    """The owner of a failing claim that its findings and status alone show; None where support decides."""
    codes = frozenset(claim.findings)
    if "PC206" in codes:
        return "evidence_transport"
    if codes & {"PC104", "PC106"}:
        return "extraction"
    if "PC101" in codes or key_in_mapping:
        return "citation_parser"
    if claim.label == "full" and codes & {"PC203", "PC207"}:
        return "stale_source"
    if is_open(claim):
        return "judge"
    return None


def owner_of(claim: ClaimRow, support: Support) -> Owner:
    """The stage at which that which decides a failing claim was lost."""
    if not support.prompt:
        return _before_the_prompt(claim, support)
    cited = _cited(claim) if support.cited is None else support.cited
    return "generation" if cited else "citation_mapping"


def refuted_in_prompt(claim: ClaimRow) -> bool:
    """Whether a cited passage of the prompt says something else than the claim."""
    return claim.label == "contradiction" and any(
        link.in_context and link.label == "contradiction" for link in claim.citations
    )


def said_in_part(claim: ClaimRow) -> bool:
    """Whether the prompt says a part of the claim."""
    if claim.context is not None and claim.context.label == "partial":
        return True
    return any(link.in_context and link.label == "partial" for link in claim.citations)


def _before_the_prompt(claim: ClaimRow, support: Support) -> Owner:
    """The owner when the prompt is not known to decide the claim."""
    if support.corpus is False:
        return "corpus"
    if support.corpus and support.retrieved is False:
        return "retrieval"
    # Without a record of what was retrieved, the pieces may never have been found.
    if support.document and support.chunk is False and support.retrieved is not None:
        return "chunking"
    if support.retrieved and support.prompt is False:
        return "truncation"
    # A passage in the prompt that says something else was there to be read, whatever else was missing.
    return "generation" if refuted_in_prompt(claim) else "unknown"


def _cited(claim: ClaimRow) -> bool:
    """Whether what the claim cites supports it and was in the prompt, as far as that was recorded."""
    if claim.status != "judged" or claim.label != "full":
        return False
    return not all(link.in_context is False for link in claim.citations) or not claim.citations
