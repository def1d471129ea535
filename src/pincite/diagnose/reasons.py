"""Why an owner is the owner, in one sentence: the stage that had it and the stage that had not."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from pincite.diagnose.owner import Owner, Support
from pincite.diagnose.search import Found
from pincite.model import EvidenceRef
from pincite.model.result import ClaimRow, OwnerEvidence

Stage = Literal["corpus", "document", "retrieved", "chunk", "prompt", "citation", "answer"]

STAGES: MappingProxyType[Owner, tuple[Stage | None, Stage | None]] = MappingProxyType(
    {
        "corpus": (None, "corpus"),
        "retrieval": ("corpus", "retrieved"),
        "chunking": ("document", "chunk"),
        "truncation": ("retrieved", "prompt"),
        "citation_mapping": ("prompt", "citation"),
        "generation": ("prompt", "answer"),
    }
)
"""The last stage that had what decides the claim, and the first that had not, by owner."""


class Fix(Struct, frozen=True, kw_only=True):
    """How the right passage is cited: its marker, if it has one, and its place in the prompt."""

    marker: str | None
    position: int


class Grounds(Struct, frozen=True, kw_only=True):
    """What an owner follows from.

    `refuted`: that which decides the claim says something else than it. `partly`: it says only a part.
    """

    owner: Owner
    by: Literal["record", "gold", "judge"]
    support: Support | None = None
    refuted: bool = False
    partly: bool = False
    found: Found | None = None
    fix: Fix | None = None


def evidence(claim: ClaimRow, grounds: Grounds, places: tuple[EvidenceRef, ...]) -> OwnerEvidence:
    """The evidence for an owner as it is kept with the claim."""
    support = grounds.support
    had, lacked = STAGES.get(grounds.owner, (None, None))
    return OwnerEvidence(
        by=grounds.by,
        why=_why(claim, grounds, places),
        had=had,
        lacked=lacked,
        support={}
        if support is None
        else {name: getattr(support, name) for name in Support.__struct_fields__},
        passages=places,
        cite=None if grounds.fix is None else grounds.fix.marker,
        questions=0 if grounds.found is None else grounds.found.asked,
    )


def _why(claim: ClaimRow, grounds: Grounds, places: tuple[EvidenceRef, ...]) -> str:
    owner = grounds.owner
    if grounds.support is None:
        return _recorded(claim, owner)
    what = _what(grounds, places)
    if owner == "corpus":
        if grounds.by == "gold":
            return "the required text stands nowhere in the corpus"
        return "none of the nearest passages of the corpus supports the claim"
    if owner == "retrieval":
        return f"the corpus has {what}; it was not retrieved"
    if owner == "chunking":
        return f"the document has {what}, but no single chunk of it"
    if owner == "truncation":
        return f"{what} was retrieved, but it is not in the prompt"
    if owner == "citation_mapping":
        return f"the prompt has {what}; {_astray(claim, grounds.fix)}"
    if owner == "generation":
        return _gone_astray(claim, grounds, what)
    return _unknown(grounds, what)


def _astray(claim: ClaimRow, fix: Fix | None) -> str:
    if not claim.citations:
        how = "the claim cites nothing"
    elif all(link.resolution != "resolved" for link in claim.citations):
        how = "the citation leads nowhere"
    else:
        how = "the citation points elsewhere"
    if fix is None:
        return how
    if fix.marker is None:
        return f"{how}, it is number {fix.position} of the prompt"
    return f"{how}, {fix.marker} would be right"


def _what(grounds: Grounds, places: tuple[EvidenceRef, ...]) -> str:
    named = " and ".join(f"chunk {one.chunk_id} of {one.document_id}" for one in places[:2])
    if grounds.by == "gold":
        return f"the required text ({named})" if named else "the required text"
    what = "what supports the claim"
    if grounds.refuted or grounds.partly:
        what = "what says otherwise" if grounds.refuted else "what says a part of the claim"
    return f"{what} ({named})" if named else what


def _gone_astray(claim: ClaimRow, grounds: Grounds, what: str) -> str:
    if grounds.by == "gold":
        return f"the prompt had {what}; the answer says something else"
    if claim.label == "full":
        return "the cited passage supports the claim; the answer itself has the fault"
    if grounds.refuted:
        return "the cited passage was in the prompt and says otherwise; nothing supports the claim"
    return "the prompt says only a part of the claim, and nothing in the corpus says more"


def _unknown(grounds: Grounds, what: str) -> str:
    support = grounds.support or Support()
    if support.corpus:
        if support.chunk is None and grounds.found is not None and not grounds.found.across:
            return f"the corpus has {what}; the judge could not tell of every passage that came further"
        return f"the corpus has {what}; what was retrieved was not recorded"
    if support.prompt is None and support.corpus is None and support.retrieved is None:
        return "neither prompt nor corpus tells whether it was there"
    if grounds.found is not None and support.retrieved is None and grounds.found.asked:
        return "the judge could not tell of every passage near to the claim"
    missing = [name for name in ("corpus", "retrieved", "prompt") if getattr(support, name) is None]
    return f"the prompt does not support the claim; not recorded or open: {', '.join(missing)}"


def _recorded(claim: ClaimRow, owner: Owner) -> str:
    if owner == "judge" and claim.reason == "no_evidence_text":
        return "there was nothing to judge: the cited text was not recorded"
    codes = [code for code in _SHOWN.get(owner, ()) if code in claim.findings]
    told = f" ({', '.join(codes)})" if codes else ""
    return f"{_RECORDED[owner]}{told}"


_SHOWN: MappingProxyType[Owner, tuple[str, ...]] = MappingProxyType(
    {
        "evidence_transport": ("PC206",),
        "extraction": ("PC104", "PC106"),
        "citation_parser": ("PC101",),
        "stale_source": ("PC203", "PC207"),
    }
)
_RECORDED: MappingProxyType[Owner, str] = MappingProxyType(
    {
        "evidence_transport": "the evidence behind the citation never arrived",
        "extraction": "the given claims do not fit the answer",
        "citation_parser": "the marker could not be read, or its key is in the mapping and was not found",
        "stale_source": "the cited text supports the claim, but its revision is not in force",
        "judge": "the judge came to no label",
    }
)
