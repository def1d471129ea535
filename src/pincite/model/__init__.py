"""The values everything else is about: frozen, without I/O, without algorithms.

The six artefacts of the evidence chain are `Document`, `Chunk`, the ranked `retrieved_chunks`, the exact
`prompt_chunks`, the `Answer` and its `Citation` map.
"""

from pincite.model.answer import Answer, ExplicitClaim, ToolCall
from pincite.model.case import Case, ExpectedClaim, SupportingSource
from pincite.model.citation import Citation, Reference
from pincite.model.claim import Claim, Kind, Severity
from pincite.model.document import Chunk, Document
from pincite.model.evidence import Passage, Resolution, Resolved
from pincite.model.figure import Figure, FigureMatch, QuoteMatch
from pincite.model.finding import EvidenceRef, Finding, found
from pincite.model.span import Span
from pincite.model.verdict import EvidenceSpan, JudgeIdentity, Label, Question, Status, Verdict

__all__ = [
    "Answer",
    "Case",
    "Chunk",
    "Citation",
    "Claim",
    "Document",
    "EvidenceRef",
    "EvidenceSpan",
    "ExpectedClaim",
    "ExplicitClaim",
    "Figure",
    "FigureMatch",
    "Finding",
    "JudgeIdentity",
    "Kind",
    "Label",
    "Passage",
    "Question",
    "QuoteMatch",
    "Reference",
    "Resolution",
    "Resolved",
    "Severity",
    "Span",
    "Status",
    "SupportingSource",
    "ToolCall",
    "Verdict",
    "found",
]
