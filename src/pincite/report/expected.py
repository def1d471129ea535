"""What the gold cases say of the answers: expected claims that no answer makes, and what is right or wrong.

Whether a claim is right stands apart from whether its citations support it: both are shown side by side.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator

from msgspec import Struct

from pincite.model.claim import Severity
from pincite.model.result import AnswerResult, ClaimRow, ExpectedRow
from pincite.report.shown import markdown, one_line

CAP = 50
TERMINAL_CAP = 5
_WIDE = 90

_RANK: dict[Severity, int] = {"critical": 0, "high": 1, "medium": 2, "low": 3}


class Unsaid(Struct, frozen=True, kw_only=True):
    """One expected claim that the answer does not make in full."""

    name: str
    where: str
    expected: ExpectedRow

    @property
    def why(self) -> str:
        """What the answer does instead."""
        row = self.expected
        said = {
            "partial": "said in part",
            "contradiction": "the answer says otherwise",
            "none": "not said",
        }.get(row.label or "", "the judge cannot tell")
        if row.claim is None:
            return said
        by = "by the judge" if row.by == "judge" else f"by words, {row.overlap:.0%} in common"
        return f"{said}; matched with claim {row.claim} {by}"


class Gold(Struct, frozen=True, kw_only=True):
    """The gold cases' part of a report.

    `expected` claims in all, `said` of them, `open_` where the judge could not tell; `unsaid` lists the worst
    of the others, critical ones first. `by_words` and `by_judge` count the matched ones. Of the answers'
    claims, `right` and `wrong` are decided by the cases, `undecided` are left open by them; `right_supported`
    and `wrong_supported` count those of them that their citations support.
    """

    expected: int
    said: int
    open_: int
    unsaid: tuple[Unsaid, ...]
    by_words: int
    by_judge: int
    right: int
    right_supported: int
    wrong: int
    wrong_supported: int
    undecided: int

    @property
    def not_said(self) -> int:
        return self.expected - self.said - self.open_


class GoldCollector:
    """Takes results one by one and keeps the worst of what is not said."""

    def __init__(self, cap: int = CAP) -> None:
        self._cap = cap
        self._unsaid: list[tuple[int, str, int, Unsaid]] = []
        self._counts: dict[str, int] = {}
        self._arrived = 0

    def add(self, result: AnswerResult) -> None:
        for row in result.facts.expected:
            self._count("expected")
            if row.by is not None:
                self._count("by_judge" if row.by == "judge" else "by_words")
            if row.label == "full":
                self._count("said")
            elif row.label is None:
                self._count("open_")
            else:
                self._keep(row, result)
        for claim in result.claims:
            if claim.gold is not None and claim.verifiability == "verifiable":
                self._claim(claim)

    def _count(self, name: str) -> None:
        self._counts[name] = self._counts.get(name, 0) + 1

    def _keep(self, row: ExpectedRow, result: AnswerResult) -> None:
        name = result.case_id or result.answer_id
        one = Unsaid(name=name, where=result.where or result.answer_id, expected=row)
        self._arrived += 1
        insort(self._unsaid, (_RANK[row.severity], name, self._arrived, one))
        if len(self._unsaid) > self._cap:
            self._unsaid.pop()

    def _claim(self, claim: ClaimRow) -> None:
        label = claim.gold.label if claim.gold is not None else None
        if label not in ("full", "contradiction"):
            self._count("undecided")
            return
        word = "right" if label == "full" else "wrong"
        self._count(word)
        if claim.status == "judged" and claim.label == "full":
            self._count(f"{word}_supported")

    def gold(self) -> Gold | None:
        """What was collected; None when no case expected a claim."""
        if not self._counts.get("expected"):
            return None
        names = [name for name in Gold.__struct_fields__ if name != "unsaid"]
        return Gold(
            unsaid=tuple(one for *_, one in self._unsaid),
            **{name: self._counts.get(name, 0) for name in names},
        )


def terminal_lines(gold: Gold | None) -> Iterator[str]:
    """A few lines under the findings."""
    if gold is None:
        return
    yield f"expected claims  {_said(gold)}"
    for one in gold.unsaid[:TERMINAL_CAP]:
        row = one.expected
        told = one_line(f"{one.name} {row.claim_id}: {_short(row.text)} ({one.why})")
        yield f"  {row.severity:<8}  {told}"
    left = gold.not_said - min(len(gold.unsaid), TERMINAL_CAP)
    if left > 0:
        yield f"  + {left:,} more in report.md and facts.jsonl (-o DIR)"
    yield f"claims by case   {_right(gold)}"
    yield ""


def markdown_lines(gold: Gold | None) -> Iterator[str]:
    """The section of `report.md`."""
    if gold is None:
        return
    yield "## Expected claims"
    yield ""
    yield f"{_said(gold)[0].upper()}{_said(gold)[1:]}."
    if gold.by_words or gold.by_judge:
        yield (
            f"{_several(gold.by_words + gold.by_judge, 'is', 'are')} matched with a claim of the answer,"
            f" {gold.by_words} by words and {gold.by_judge} by the judge; `facts.jsonl` has each pair."
        )
    yield ""
    if gold.unsaid:
        yield "| severity | case | expected claim | answer |"
        yield "|---|---|---|---|"
        for one in gold.unsaid:
            row = one.expected
            cells = (row.severity, one.name, f"{row.claim_id}: {row.text}", one.why)
            yield f"| {' | '.join(markdown(cell) for cell in cells)} |"
        left = gold.not_said - len(gold.unsaid)
        if left > 0:
            yield ""
            yield f"+ {left:,} more in `facts.jsonl`."
        yield ""
    yield "Whether a claim is right, and whether what it cites supports it, are two questions:"
    yield ""
    yield "| by the case | supported | not supported |"
    yield "|---|---:|---:|"
    yield f"| right | {gold.right_supported} | {gold.right - gold.right_supported} |"
    yield f"| wrong | {gold.wrong_supported} | {gold.wrong - gold.wrong_supported} |"
    yield ""
    if gold.undecided:
        yield f"The expected claims leave {_several(gold.undecided, 'claim', 'claims')} open."
        yield ""


def _said(gold: Gold) -> str:
    told = f"{gold.said:,} of {_several(gold.expected, 'expected claim', 'expected claims')} said"
    return told + (f", for {gold.open_:,} the judge cannot tell" if gold.open_ else "")


def _right(gold: Gold) -> str:
    return (
        f"{gold.right:,} right ({gold.right_supported:,} supported by what they cite),"
        f" {gold.wrong:,} wrong ({gold.wrong_supported:,} supported), {gold.undecided:,} left open"
    )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDE else line[: _WIDE - 1].rstrip() + "…"


def _several(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
