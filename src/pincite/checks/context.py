"""The cited passage was shown to the model (PC202)."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.evidence.naming import answer_span, chunk_name, document_name, evidence_of, shown
from pincite.evidence.resolution import Resolver
from pincite.evidence.staleness import standing
from pincite.model import Finding, Resolved, found


def check_context(
    resolver: Resolver, resolved: Sequence[Resolved], *, required: bool = True
) -> list[Finding]:
    """PC202 for every reference to a source outside the recorded prompt.

    `required` is the policy. If prompt context is required, it is an error for a citation of the generator
    and a warning for one that was added afterwards (`origin` "post_hoc"); if not, it is a warning for the
    generator's and nothing for the others. PC203 takes its place where the prompt holds another revision.
    """
    findings = []
    for one in resolved:
        if one.resolution != "resolved" or one.in_context is not False:
            continue
        post_hoc = one.citation is not None and one.citation.origin == "post_hoc"
        if post_hoc and not required:
            continue
        if standing(resolver, one).prompt_held:
            continue
        chunk = one.chunk
        if chunk is not None:
            name = chunk_name(chunk)
        elif one.citation is not None:
            name = document_name(one.citation.document_id or one.citation_id, one.citation.document_revision)
        else:
            name = one.citation_id
        findings.append(
            found(
                "PC202",
                f"citation {shown(one)} points to {name}, which was not in the prompt",
                citation_id=one.citation_id,
                span=answer_span(one),
                evidence=None if chunk is None else evidence_of(chunk),
                severity="error" if required and not post_hoc else "warning",
                origin="post_hoc" if post_hoc else "generation",
            )
        )
    return findings
