"""Runs made up for the tests of comparisons, short to write, and a strategy for whole ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from random import Random
from typing import Any, get_args

from hypothesis import strategies as st
from msgspec import structs

from pincite.engine.manifest import Manifest
from pincite.engine.run import Run
from pincite.metrics.summary import summarise
from pincite.metrics.tally import Tally
from pincite.model.claim import Severity
from pincite.model.credit import DEFAULT_CREDIT
from pincite.model.result import (
    AnswerFacts,
    AnswerResult,
    AnswerRow,
    ClaimIdentity,
    ClaimRow,
    ContextRow,
    GroupRow,
    LinkRow,
    ReferenceRow,
)
from pincite.model.signature import Signature
from pincite.model.summary import Summary
from pincite.model.verdict import Label
from pincite.text.fingerprint import fingerprint

LABELS: tuple[Label, ...] = get_args(Label)
SEVERITIES: tuple[Severity, ...] = get_args(Severity)

SIGNATURE = Signature(
    seg="rules@1",
    scope="1",
    pack="1",
    judge="rules@00000000",
    rubric="00000000",
    policy="11111111",
    scorer="1",
)

_OPEN = {"undecided": ("undecided", "two readings"), "timeout": ("unjudged", "timeout")}


def claim(words: str, state: str = "full", **more: Any) -> ClaimRow:
    """A claim with one citation, both in a state: a label, "undecided" or "timeout"."""
    status, reason = _OPEN.get(state, ("judged", None))
    label = None if state in _OPEN else state
    told: dict[str, Any] = {"label": label, "status": status, "reason": reason}
    chunk = more.pop("chunk", "c1")
    link = LinkRow(citation_id="1", in_context=True, document_id="d", chunk_id=chunk, judge="rules", **told)
    owner = None if label in ("full", None) else "generation"
    settings: dict[str, Any] = {
        "answer_id": "",
        "claim_id": words,
        "start": 0,
        "end": len(words),
        "text": words,
        "citations": (link,),
        "group": GroupRow(citation_ids=("1",), **told),
        "context": ContextRow(**{key: told[key] for key in ("label", "status")}),
        "failure_owner": owner,
    }
    return ClaimRow(**(settings | told | more))


def answer(case: str, *claims: ClaimRow, gold: dict[str, str] | None = None, **facts: Any) -> AnswerResult:
    """An answer whose text is what its claims say. `gold` maps claim ids to gold claims."""
    rows = []
    at = 0
    for row in claims:
        start = row.start or at
        rows.append(
            structs.replace(row, answer_id=case, case_id=case, start=start, end=start + len(row.text))
        )
        at = start + len(row.text) + 2
    text = facts.pop("text", ". ".join(row.text for row in rows))
    given: dict[str, Any] = {
        "text_digest": hashlib.sha256(text.encode()).hexdigest(),
        "claims": tuple(
            ClaimIdentity(
                claim_id=row.claim_id,
                fingerprint=fingerprint(row.text),
                gold_claim=(gold or {}).get(row.claim_id),
            )
            for row in rows
        ),
        "references": tuple(
            ReferenceRow(citation_id="1", source="marker", resolution="resolved", in_context=True)
            for _ in rows
        ),
        "words": max(1, len(text.split())),
        "verifiable_characters": sum(len(row.text) for row in rows),
        "claimed_characters": sum(len(row.text) for row in rows),
        "answered": bool(rows),
    }
    return AnswerResult(
        answer_id=case, case_id=case, text=text, claims=tuple(rows), facts=AnswerFacts(**(given | facts))
    )


def run(results: Iterable[AnswerResult], *, run_id: str = "r", **manifest: Any) -> Run:
    """A run of these results, added up as the engine does it."""
    some = list(results)
    tally = Tally()
    for one in some:
        tally.add(one)
    figures = summarise(tally, draws=20)
    signature = str(manifest.pop("signature", SIGNATURE))
    return Run(
        summary=Summary(
            run_id=run_id,
            signature=signature,
            thresholds={"credit": str(DEFAULT_CREDIT)},
            counts=figures.counts,
            metrics=figures.metrics,
        ),
        manifest=Manifest(
            run_id=run_id,
            created_at="2025-01-01T00:00:00+00:00",
            signature=signature,
            versions=manifest.pop(
                "versions", {"corpus": None, "judge": {"name": "rules", "digest": "0" * 64}}
            ),
            **manifest,
        ),
        claims=tuple(row for one in some for row in one.claims),
        findings=tuple(finding for one in some for finding in one.findings),
        answers=tuple(
            AnswerRow(run_id=run_id, answer_id=one.answer_id, case_id=one.case_id, facts=one.facts)
            for one in some
        ),
    )


def sample(
    states: Iterable[str], *, per_answer: int = 2, severity: Severity = "medium", prefix: str = "claim"
) -> list[AnswerResult]:
    """Answers of so many claims each, with these states in order."""
    rows = [
        claim(f"{prefix} number {place} says it", state, severity=severity)
        for place, state in enumerate(states)
    ]
    return [
        answer(f"q-{at // per_answer:03d}", *rows[at : at + per_answer])
        for at in range(0, len(rows), per_answer)
    ]


def flipped(states: list[str], share: float, random: Random) -> list[str]:
    """The states with this share of them, drawn without replacement, replaced by another label."""
    changed = list(states)
    for place in random.sample(range(len(states)), round(share * len(states))):
        changed[place] = random.choice([label for label in LABELS if label != states[place]])
    return changed


# The claims of each answer in short: the number of its words, its state, its severity, its chunk.
Short = tuple[tuple[tuple[int, str, Severity, str], ...], ...]


def made(short: Short, **more: Any) -> Run:
    """The run that stands for these claims; two of them share the words of many claims."""
    return run(
        [
            answer(
                f"q{case:02d}",
                *(
                    claim(f"statement {number}", state, severity=severity, chunk=chunk)
                    for number, state, severity, chunk in rows
                ),
            )
            for case, rows in enumerate(short)
        ],
        **more,
    )


def shorts(*, least: int = 1, most: int = 14) -> st.SearchStrategy[Short]:
    """Whole runs in short."""
    one = st.tuples(
        st.integers(0, 5),
        st.sampled_from((*LABELS, "undecided", "timeout")),
        st.sampled_from(SEVERITIES),
        st.sampled_from(("c1", "c2")),
    )
    rows = st.lists(one, max_size=4, unique_by=lambda claim: claim[0]).map(tuple)
    return st.lists(rows, min_size=least, max_size=most).map(tuple)
