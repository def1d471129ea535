"""The claims of an answer, with the citations that cover them and an account of every other character."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pincite.claims import scope
from pincite.claims.explicit import Placed, distinct_ids, place, unclaimed
from pincite.claims.kinds import EXPRESSIONS, Recognition, has_figure, recognise
from pincite.claims.outline import Outline, Page, Statement, list_sign, outline
from pincite.claims.policy import Policy
from pincite.claims.references import Group, explicit, grouped, listed, names, of_spans
from pincite.claims.scope import Doubt, Layout
from pincite.claims.segments import Canvas, Segment, SegmentKind
from pincite.model import (
    Answer,
    Case,
    Citation,
    Claim,
    ExplicitClaim,
    Finding,
    Kind,
    Reference,
    Severity,
    Span,
    found,
)
from pincite.text.blocks import blocks, code_spans
from pincite.text.markers import MarkerScan, scan_markers
from pincite.text.words import language, mask

__all__ = [
    "EXTRACTOR",
    "EXTRACTOR_VERSION",
    "SCOPE_VERSION",
    "Extraction",
    "Segment",
    "SegmentKind",
    "extract",
]

EXTRACTOR: Final = "rules"
EXTRACTOR_VERSION: Final = "3"
SCOPE_VERSION: Final = scope.VERSION


class Extraction(Struct, frozen=True, kw_only=True):
    """The claims of one answer, in order, and an account of all its other characters.

    `references` are all displayed references of the answer, per occurrence, whether they cover a claim
    or not. `findings` are PC101 to PC104 and PC106.
    """

    claims: tuple[Claim, ...] = ()
    segments: tuple[Segment, ...] = ()
    references: tuple[Reference, ...] = ()
    findings: tuple[Finding, ...] = ()
    abstained: bool = False
    abstention_spans: tuple[Span, ...] = ()


def extract(answer: Answer, policy: Policy, *, case: Case | None = None) -> Extraction:
    """Cut the answer into claims and attach its citations.

    Explicit claims win over the rules; what they leave out is "unclaimed". Severity comes from the
    policy, else from the case's criticality (a gold claim's own severity is set where claims are paired
    with it).
    """
    return _Extractor(answer, policy, case).extraction()


_UNATTACHED: Final = "the citations are attached to no place in the answer and are read as covering all of it"
_INLINE_SIGN: Final = re.compile(
    r"\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}|(?<![^\W_])_{1,3}(?=[^\W_])|(?<=[^\W_])_{1,3}(?![^\W_])|~~|`+"
)
_LINK: Final = re.compile(
    r"(!?\[)([^\[\]\n]{0,300})(\]\([^()\s]{0,800}(?:\([^()\s]{0,80}\)[^()\s]{0,80})?\))"
)
_QUOTE_SIGN: Final = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_SIGNS: Final = re.compile(r"[*_`~]|\]\(")


def plain_text(text: str, signs: Sequence[Span]) -> str:
    """The text with markers and inline Markdown signs blanked; same length, same offsets."""
    spans = list(signs)
    if _SIGNS.search(text):
        for link in _LINK.finditer(text):
            spans += [Span(*link.span(1)), Span(*link.span(3))]
        text_ = mask(text, spans) if spans else text
        spans += [
            Span(*match.span())
            for match in _INLINE_SIGN.finditer(text_)
            if not _between_digits(text_, match.start(), match.end())
        ]
    if ">" in text:
        spans += [Span(*match.span()) for match in _QUOTE_SIGN.finditer(text)]
    return mask(text, spans) if spans else text


def _between_digits(text: str, start: int, end: int) -> bool:
    """A star between digits multiplies."""
    return text[start - 1 : start].isdigit() and text[end : end + 1].isdigit()


class _Extractor:
    def __init__(self, answer: Answer, policy: Policy, case: Case | None) -> None:
        self.answer, self.policy, self.case = answer, policy, case
        self.text = answer.text
        known = {c.marker for c in answer.citations if c.marker} | {c.citation_id for c in answer.citations}
        self.scan: MarkerScan = scan_markers(self.text, known=known)
        self.groups: tuple[Group, ...] = grouped(self.text, self.scan.markers)
        signs = tuple(span for marker in self.scan.markers for span in marker.signs)
        self.plain = plain_text(self.text, signs)
        self.blocks = blocks(self.text)
        self.speech = language(self.plain) or language(answer.question or "")
        self.language = self.speech or "en"
        self.page = Page(
            text=self.text,
            plain=self.plain,
            blocks=self.blocks,
            groups=self.groups,
            signs=tuple(sorted(signs)),
            quiet=tuple(marker.span for marker in self.scan.definitions),
            language=self.language,
            speech=self.speech,
            question=answer.question,
            cited=tuple(sorted({c.span for c in answer.citations if c.span is not None})),
        )
        self.silent: set[Reference] = set()
        self.findings: list[Finding] = []

    def extraction(self) -> Extraction:
        shown = outline(self.page)
        layout = Layout(
            self.text, [s.unit for s in shown.statements], shown.sentences, self.groups, self.blocks
        )
        covering = layout.within_sentences()
        spanned = self._spanned(layout, covering)
        recognised = self._recognised(shown, covering, spanned)
        checkable = [self._verifiable(one) for one in recognised]
        attachment = layout.across_sentences(covering, checkable)
        references = [
            self._references(groups, spans) for groups, spans in zip(attachment.groups, spanned, strict=True)
        ]
        displayed = self._displayed()
        self._marker_findings(attachment.doubts)
        if not displayed and self.answer.citations:
            displayed = listed(self.answer)
            references = [displayed if fits else () for fits in checkable]
            if any(checkable):
                self.findings.append(found("PC103", _UNATTACHED))
        rules = self._claims(shown.statements, recognised, references)
        declined = tuple(Span(claim.start, claim.end) for claim in rules if claim.kind == "abstention")
        given = self._given(rules) if self.answer.claims else None
        return Extraction(
            claims=rules if given is None else given,
            segments=self._segments(shown, rules, given),
            references=displayed,
            findings=tuple(self.findings),
            abstained=bool(declined),
            abstention_spans=declined,
        )

    # --- attaching ---

    def _spanned(self, layout: Layout, covering: list[list[int]]) -> list[list[Reference]]:
        """Citations that name what they cover; one that only spans a marker is attached as that marker is."""
        spanned: list[list[Reference]] = [[] for _ in layout.units]
        for citation, reference in of_spans(self.answer):
            span = Span(reference.start or 0, reference.end or 0)
            covered = layout.overlapped(span)
            if not covered or not self.plain[span.start : span.end].strip():
                near = layout.inside(span.start, max(span.end, span.start + 1))
                covered = [k for k, groups in enumerate(covering) if any(n in near for n in groups)]
            for k in covered:
                spanned[k].append(reference)
            if covered:
                self._span_wins(citation)
        return spanned

    def _span_wins(self, citation: Citation) -> None:
        """The markers of a citation that names its span attach nothing: the span wins."""
        for group in self.groups:
            self.silent.update(reference for reference in group.references if names(citation, reference))

    def _references(self, groups: Sequence[int], spanned: Sequence[Reference]) -> tuple[Reference, ...]:
        marked = [ref for n in groups for ref in self.groups[n].references if ref not in self.silent]
        return (*spanned, *marked)

    def _displayed(self) -> tuple[Reference, ...]:
        marked = [reference for group in self.groups for reference in group.references]
        marked.sort(key=lambda reference: reference.start or 0)
        spans = [reference for _, reference in of_spans(self.answer)]
        given = dict.fromkeys(key for claim in self.answer.claims or () for key in claim.citation_ids)
        return (*marked, *spans, *(explicit(key) for key in given))

    # --- claims ---

    def _recognised(
        self, shown: Outline, covering: Sequence[Sequence[int]], spanned: Sequence[Sequence[Reference]]
    ) -> list[Recognition]:
        found = []
        several = len(shown.statements) > 1
        for statement, groups, spans in zip(shown.statements, covering, spanned, strict=True):
            text = self.plain[statement.unit.start : statement.unit.end]
            cited = bool(groups or spans)
            if several and not cited and text.strip().lower() in EXPRESSIONS:
                found.append(Recognition("acknowledgement"))
                continue
            found.append(
                recognise(text, cited=cited, language=self.speech, question=statement.question)
                if statement.structure != "table_row"
                else Recognition("figure" if has_figure(text) else "fact")
            )
        return found

    def _verifiable(self, one: Recognition) -> bool:
        return one.checkable and self.policy.kinds[one.kind].verifiable

    def _claims(
        self,
        statements: Sequence[Statement],
        recognised: Sequence[Recognition],
        references: Sequence[tuple[Reference, ...]],
    ) -> tuple[Claim, ...]:
        claims = []
        for index, (statement, one) in enumerate(zip(statements, recognised, strict=True)):
            start, end = statement.unit.start, statement.unit.end
            verifiable = self._verifiable(one)
            claims.append(
                Claim(
                    claim_id=f"c{index + 1}",
                    start=start,
                    end=end,
                    text=self.text[start:end],
                    statement=self.plain[start:end],
                    proposition=statement.reading,
                    kind=one.kind,
                    verifiability="verifiable" if verifiable else "not_verifiable",
                    citation_required=verifiable and self.policy.kinds[one.kind].citation_required,
                    severity=self._severity(one.kind, self.plain[start:end]),
                    structure=statement.structure,
                    references=references[index],
                )
            )
        return tuple(claims)

    def _severity(self, kind: Kind, text: str) -> Severity:
        criticality = self.case.criticality if self.case is not None else None
        return self.policy.severity_of(kind, text) or criticality or "medium"

    def _given(self, rules: Sequence[Claim]) -> tuple[Claim, ...]:
        """The claims that came with the answer; PC104 for those whose span is not what they say."""
        placed, mismatches = place(self.answer)
        self.findings += mismatches
        mapped = any(one.citation_ids for one in self.answer.claims or ())
        by_place = Placed(rules)
        names = distinct_ids([one.claim_id for one, _ in placed])
        claims = [
            self._given_claim(name, one, span, by_place.sharing(span), mapped)
            for name, (one, span) in zip(names, placed, strict=True)
        ]
        claims.sort(key=lambda claim: (claim.start, claim.end))
        self.findings += unclaimed(self.plain, rules, [Span(claim.start, claim.end) for claim in claims])
        return tuple(claims)

    def _given_claim(
        self, name: str, one: ExplicitClaim, span: Span, inner: Sequence[Claim], mapped: bool
    ) -> Claim:
        statement = self.plain[span.start : span.end]
        references: tuple[Reference, ...] = tuple(explicit(key) for key in one.citation_ids)
        if not mapped:
            references = tuple(dict.fromkeys(ref for rule in inner for ref in rule.references))
        kind = one.kind
        checkable = True
        if kind is None:
            recognition = self._kind_of(statement, inner, cited=bool(references))
            kind, checkable = recognition.kind, recognition.checkable
        verifiable = one.verifiable
        if verifiable is None:
            verifiable = checkable and self.policy.kinds[kind].verifiable
        required = one.citation_required
        if required is None:
            required = verifiable and (self.policy.kinds[kind].citation_required or one.verifiable is True)
        same = [rule for rule in inner if rule.start >= span.start and rule.end <= span.end]
        return Claim(
            claim_id=name,
            start=span.start,
            end=span.end,
            text=self.text[span.start : span.end],
            statement=statement,
            proposition=same[0].proposition if len(same) == 1 == len(inner) else None,
            kind=kind,
            verifiability="verifiable" if verifiable else "not_verifiable",
            citation_required=required,
            severity=one.severity or self._severity(kind, statement),
            structure="explicit",
            references=references,
        )

    def _kind_of(self, statement: str, inner: Sequence[Claim], *, cited: bool) -> Recognition:
        """A given claim of several statements is a claim if one of them is."""
        if len(inner) <= 1:
            return recognise(statement, cited=cited, language=self.speech)
        kinds = [rule.kind for rule in inner if rule.verifiability == "verifiable"]
        return Recognition(kinds[0] if kinds else inner[0].kind)

    # --- the account ---

    def _segments(
        self, shown: Outline, rules: Sequence[Claim], given: Sequence[Claim] | None
    ) -> tuple[Segment, ...]:
        canvas = Canvas(self.text)
        canvas.paint("not_verifiable", (block.span for block in self.blocks if block.kind != "rule"))
        canvas.paint("code", code_spans(self.text))
        canvas.paint("code", (block.span for block in self.blocks if block.kind == "code"))
        canvas.paint(
            "blank", (list_sign(self.text, block) for block in self.blocks if block.kind == "list_item")
        )
        # A quiet sentence or heading may hold inline code; a claim keeps the code it is about.
        verifiable: SegmentKind = "claim" if given is None else "unclaimed"
        for claim in rules:
            canvas.paint(
                verifiable if claim.verifiability == "verifiable" else "not_verifiable", [claim.span]
            )
        for claim in given or ():
            canvas.paint("claim" if claim.verifiability == "verifiable" else "not_verifiable", [claim.span])
        canvas.paint("marker", self.page.signs)
        return canvas.segments()

    def _marker_findings(self, doubts: Sequence[Doubt]) -> None:
        told: set[tuple[int | None, int | None]] = set()  # a broken range has two references in one place
        for group in self.groups:
            for reference in group.references:
                where = reference.start, reference.end
                if reference.malformed and where not in told:
                    told.add(where)
                    self.findings.append(
                        found(
                            "PC101",
                            f"the marker {reference.marker!r} is broken and names no source",
                            span=Span(reference.start or 0, reference.end or 0),
                        )
                    )
        coded = self.scan.in_code
        if coded:
            self.findings.append(
                found(
                    "PC102",
                    f"{coded[0].text} stands in code and is not read as a citation",
                    span=coded[0].span,
                    markers=[{"text": m.text, "start": m.start, "end": m.end} for m in coded],
                )
            )
        self.findings += [found("PC103", doubt.reading, span=doubt.span) for doubt in doubts]
