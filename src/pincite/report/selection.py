"""Which findings count: `--select`, `--ignore` and suppressions with a reason."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, structs

from pincite.codes import CATALOGUE, by_name
from pincite.errors import ConfigError
from pincite.io.suggestions import nearest
from pincite.model import Finding
from pincite.model.result import AnswerResult, ClaimRow


class Suppression(Struct, frozen=True, kw_only=True):
    """Findings that somebody has looked at and accepted, and why.

    `claim` is the claim's text (whitespace aside), its id, or `ANSWER/CLAIM` with the answer's or case's id.
    """

    claim: str
    ignore: tuple[str, ...]
    reason: str


def codes(names: Iterable[str], where: str) -> tuple[str, ...]:
    """Codes, code prefixes (`PC4`) and names (`missing_figure`) as code prefixes.

    Raises ConfigError, with a suggestion, for one that selects nothing.
    """
    found = []
    for name in names:
        entry = by_name(name.lower())
        prefix = entry.code if entry is not None else name.upper()
        if not (prefix.startswith("PC") and any(code.startswith(prefix) for code in CATALOGUE)):
            hint = suggestion(name)
            raise ConfigError(f"no finding code starts with {name!r}", where=where, hint=hint)
        found.append(prefix)
    return tuple(found)


def suggestion(name: str) -> str:
    """What to say about a name that is no code and no name of one."""
    known = {code.lower(): code for code in CATALOGUE}
    known |= {entry.name: entry.code for entry in CATALOGUE.values()}
    close = nearest(name.lower(), known)
    if close is None:
        return "`pincite explain` lists all codes"
    entry = CATALOGUE[known[close]]
    return f"did you mean {entry.code} ({entry.name})?"


def names_claim(suppression: Suppression, claim: ClaimRow) -> bool:
    """Whether a suppression is about this claim: by its text, its id, or `ANSWER/CLAIM`."""
    ids = (
        claim.claim_id,
        f"{claim.answer_id}/{claim.claim_id}",
        f"{claim.case_id}/{claim.claim_id}",
    )
    return suppression.claim in ids or " ".join(suppression.claim.split()) == " ".join(claim.text.split())


class Selection:
    """Applies the choice to results and remembers which suppressions were of use.

    `select` empty means all codes. Metrics do not change: they come from verdicts, not from findings.
    """

    def __init__(
        self,
        *,
        select: tuple[str, ...] = (),
        ignore: tuple[str, ...] = (),
        suppressions: tuple[Suppression, ...] = (),
    ) -> None:
        self._select = select
        self._ignore = ignore
        self._suppressions = suppressions
        self._used: set[int] = set()

    def apply(self, result: AnswerResult) -> AnswerResult:
        """The result with the findings that count."""
        if not (self._select or self._ignore or self._suppressions):
            return result
        kept = tuple(finding for finding in result.findings if self._counts(finding, result))
        own = {(finding.claim_id, finding.code) for finding in result.findings}
        # A finding about several claims names only the first; the others carry its code while it is kept.
        left = {key for finding in kept for key in ((finding.claim_id, finding.code), finding.code)}
        claims = tuple(
            structs.replace(
                claim,
                findings=tuple(
                    code
                    for code in claim.findings
                    if ((claim.claim_id, code) if (claim.claim_id, code) in own else code) in left
                ),
            )
            if claim.findings
            else claim
            for claim in result.claims
        )
        return structs.replace(result, findings=kept, claims=claims)

    def unused(self) -> tuple[tuple[int, Suppression], ...]:
        """Suppressions that have hidden nothing so far, each with its number in the file, from 1."""
        return tuple(
            (place, one) for place, one in enumerate(self._suppressions, 1) if place - 1 not in self._used
        )

    def _counts(self, finding: Finding, result: AnswerResult) -> bool:
        if self._select and not finding.code.startswith(self._select):
            return False
        if self._ignore and finding.code.startswith(self._ignore):
            return False
        return not self._suppressed(finding, result)

    def _suppressed(self, finding: Finding, result: AnswerResult) -> bool:
        hidden = False
        for place, one in enumerate(self._suppressions):
            if finding.code.startswith(one.ignore) and _names(one.claim, finding, result):
                self._used.add(place)
                hidden = True
        return hidden


def _names(wanted: str, finding: Finding, result: AnswerResult) -> bool:
    if finding.claim_id is None:
        return wanted in (result.answer_id, result.case_id)
    if wanted in (
        finding.claim_id,
        f"{result.answer_id}/{finding.claim_id}",
        f"{result.case_id}/{finding.claim_id}",
    ):
        return True
    text = " ".join(wanted.split())
    return any(
        claim.claim_id == finding.claim_id and " ".join(claim.text.split()) == text for claim in result.claims
    )
