"""References in free text against a supplied bibliography.

One that says something else is PC211; an entry of the answer's own reference list that nobody cites and that
exists nowhere is PC212 (a cited one is the matter of the check of identity).
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.evidence.free_references import LookedUp
from pincite.evidence.naming import answer_span, cut_short, shown
from pincite.evidence.resolution import Resolver
from pincite.model import Finding, Resolved, Span, found


def check_bibliography(resolver: Resolver, resolved: Sequence[Resolved]) -> list[Finding]:
    """What the bibliography says otherwise than the answer; nothing without a bibliography.

    A reference whose source was recorded, or that the bibliography leaves undecided, raises nothing.
    """
    if resolver.free is None:
        return []
    findings = []
    for one in resolved:
        looked_up = resolver.looked_up(one.reference, one.citation)
        # Evidence that was recorded is compared itself: its link, its page, its words.
        if one.resolution == "resolved" and looked_up is not None and not one.passages:
            findings += _different(looked_up, f"citation {shown(one)}", one.citation_id, answer_span(one))
    for marker, looked_up in resolver.free.uncited([one.reference for one in resolved]):
        key = marker.keys[0] or None
        findings += _different(looked_up, "the reference list", key, marker.span)
        if looked_up.outcome == "missing" and resolver.answer.prompt_chunks is not None:
            findings.append(
                found(
                    "PC212",
                    f"the reference list names {cut_short(looked_up.text)}, which is in no prompt, retrieved"
                    " chunk or bibliography",
                    citation_id=key,
                    span=marker.span,
                    source=cut_short(looked_up.text),
                    reason="uncited_entry",
                )
            )
    return findings


def _different(looked_up: LookedUp, what: str, citation_id: str | None, span: Span | None) -> list[Finding]:
    if looked_up.outcome != "different":
        return []
    (work,) = looked_up.match.works
    said = ", ".join(
        f"{one.field} {cut_short(one.stated, 80)!r} for {cut_short(one.stored, 80)!r}"
        for one in looked_up.match.differences
    )
    return [
        found(
            "PC211",
            f"{what} says otherwise than the bibliography: {said}",
            citation_id=citation_id,
            span=span,
            kind="bibliography",
            work=work.name,
            where=work.where,
            differences=[
                {"field": one.field, "stated": one.stated, "stored": one.stored}
                for one in looked_up.match.differences
            ],
        )
    ]
