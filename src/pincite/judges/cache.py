"""Verdicts kept in SQLite, so that the same question to the same judge is asked once.

The key is the judge's whole identity (name, evaluator revision, digest of model, endpoint, prompt, sampling
and packaging, rubric digest) and everything that the judge may read: claim, question, the text of each
passage and, where it may be read, its stated context. The ids of documents and chunks are no part of it:
renaming a chunk asks nothing again. The endpoint's address is a part, because the same model name elsewhere
may be other weights.

Only what a judge said is kept, "undecided" included. What was not judged is asked again next time.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import structs

from pincite.evidence.packaging import PACKAGING_VERSION
from pincite.judges.protocol import Judge
from pincite.judges.store import FORMAT, Row, StoredSpan, VerdictStore
from pincite.judges.usage import Usage, usage_of
from pincite.model import EvidenceSpan, JudgeIdentity, Passage, Question, Verdict


def default_cache() -> Path:
    """Where verdicts are kept unless something else is said: below the user's cache directory."""
    root = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(root) if root else Path.home() / ".cache") / "pincite" / "verdicts.sqlite"


def cache_key(identity: JudgeIdentity, question: Question, *, severity: bool = False) -> bytes:
    """SHA-256 over all that a verdict depends on. `severity` adds the claim's, for a judge that routes by
    it."""
    told: list[Any] = [
        FORMAT,
        [identity.name, identity.version, identity.digest, identity.rubric_digest],
        PACKAGING_VERSION,
        question.claim,
        question.question,
        question.context,
        [_read(passage, question.context) for passage in question.passages],
    ]
    if severity:
        told.append(question.severity)
    return hashlib.sha256(json.dumps(told).encode()).digest()


def _read(passage: Passage, context: bool) -> list[str]:
    if not context:
        return [passage.text]
    around = [passage.title, passage.section, passage.table_header, passage.before, passage.after]
    return [passage.text, *around]


def _row(verdict: Verdict, question: Question) -> Row | None:
    """What is stored for a verdict; None if it is not to be kept, or could not be given back as it is."""
    if verdict.status not in ("judged", "undecided"):
        return None
    evidence = None
    if verdict.evidence is not None:
        for number, passage in enumerate(question.passages):
            chunk, span = passage.chunk, verdict.evidence
            if chunk.key == (span.document_id, span.document_revision, span.chunk_id):
                evidence = StoredSpan(number, span.start - passage.start, span.end - passage.start)
                break
    row = Row(structs.replace(verdict, question_id="", evidence=None), evidence)
    return row if _verdict(row, question) == verdict else None


def _verdict(row: Row, question: Question) -> Verdict | None:
    evidence = None
    if row.evidence is not None:
        if row.evidence.passage >= len(question.passages):
            return None
        passage = question.passages[row.evidence.passage]
        start, end = passage.start + row.evidence.start, passage.start + row.evidence.end
        chunk = passage.chunk
        if not 0 <= start <= end <= len(chunk.text):
            return None
        evidence = EvidenceSpan(
            document_id=chunk.document_id,
            document_revision=chunk.document_revision,
            chunk_id=chunk.chunk_id,
            start=start,
            end=end,
            text=chunk.text[start:end],
        )
    return structs.replace(row.verdict, question_id=question.question_id, evidence=evidence)


class CachedJudge:
    """A judge whose verdicts are kept at `path`.

    A judge with `judge_each` has each verdict kept as soon as it is known, so that an interrupted run asks
    nothing twice. With `offline` the judge is never asked: a verdict that is not there is unjudged, reason
    "offline". If the file fails on the way, judging goes on without it and `usage.cache_trouble` says so.

    Raises JudgeError when the file is damaged or not one of ours, ConfigError when there is none to replay.
    """

    def __init__(self, inner: Judge, path: Path | str, *, offline: bool = False) -> None:
        self._inner = inner
        self._path = Path(path)
        self._offline = offline
        self._by_severity = bool(getattr(inner, "reads_severity", False))
        self._hits = self._misses = 0
        self._cache_trouble: str | None = None
        self._store = VerdictStore(self._path, read_only=offline)
        self._process = os.getpid()

    def __reduce__(self) -> tuple[Callable[..., CachedJudge], tuple[Any, ...]]:
        return _reopened, (self._inner, self._path, self._offline)

    @property
    def network(self) -> bool:
        return not self._offline and bool(getattr(self._inner, "network", True))

    @property
    def identity(self) -> JudgeIdentity:
        return self._inner.identity

    @property
    def usage(self) -> Usage:
        inner = usage_of(self._inner).get(self._inner.identity.name, Usage())
        return structs.replace(
            inner,
            cache_hits=self._hits,
            cache_misses=self._misses,
            cache_trouble=self._cache_trouble,
        )

    def close(self) -> None:
        """Close the file, and the judge behind it."""
        self._store.close()
        close = getattr(self._inner, "close", None)
        if close is not None:
            close()

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        verdicts: dict[int, Verdict] = {}
        self.judge_each(questions, verdicts.__setitem__)
        return [verdicts[place] for place in range(len(questions))]

    def judge_each(self, questions: Sequence[Question], told: Callable[[int, Verdict], None]) -> None:
        """`told(place, verdict)` for each question, stored ones first."""
        keys = [cache_key(self.identity, one, severity=self._by_severity) for one in questions]
        stored = self._stored(keys)
        open_: dict[bytes, list[int]] = {}
        for place, (key, question) in enumerate(zip(keys, questions, strict=True)):
            row = stored.get(key)
            verdict = _verdict(row, question) if row is not None else None
            if verdict is not None:
                self._hits += 1
                told(place, verdict)
            else:
                self._misses += 1
                open_.setdefault(key, []).append(place)
        if self._offline:
            for places in open_.values():
                for place in places:
                    told(place, self._not_there(questions[place]))
        elif open_:
            self._ask(questions, open_, told)

    def _ask(
        self,
        questions: Sequence[Question],
        open_: dict[bytes, list[int]],
        told: Callable[[int, Verdict], None],
    ) -> None:
        """Ask about each key once, keep what was said, and pass it on to every place of the key."""
        keys = list(open_)
        asked = [questions[open_[key][0]] for key in keys]

        def keep(some: Sequence[tuple[int, Verdict]]) -> None:
            rows = [(keys[number], _row(verdict, asked[number])) for number, verdict in some]
            self._keep([(key, row) for key, row in rows if row is not None])
            for (_, verdict), (key, row) in zip(some, rows, strict=True):
                for place in open_[key]:
                    again = _verdict(row, questions[place]) if row is not None else None
                    if again is None:
                        again = structs.replace(verdict, question_id=questions[place].question_id)
                    told(place, again)

        each = getattr(self._inner, "judge_each", None)
        if each is not None:
            each(asked, lambda number, verdict: keep([(number, verdict)]))
        else:
            keep(_by_number(asked, self._inner.judge_batch(asked)))

    def _stored(self, keys: Sequence[bytes]) -> dict[bytes, Row]:
        if self._cache_trouble is not None:
            return {}
        if self._process != os.getpid():
            # A connection must not be used on both sides of a fork.
            self._store.close.detach()
            self._store = VerdictStore(self._path, read_only=self._offline)
            self._process = os.getpid()
        try:
            return self._store.get(list(dict.fromkeys(keys)))
        except sqlite3.Error as error:
            self._cache_trouble = str(error)
            return {}

    def _keep(self, rows: Sequence[tuple[bytes, Row]]) -> None:
        if not rows or self._cache_trouble is not None:
            return
        try:
            self._store.put(rows)
        except (sqlite3.Error, UnicodeEncodeError) as error:
            self._cache_trouble = str(error)

    def _not_there(self, question: Question) -> Verdict:
        return Verdict(
            question_id=question.question_id,
            status="unjudged",
            reason="offline",
            rationale="no stored verdict, and offline",
            judge=self.identity.name,
        )


def _reopened(inner: Judge, path: Path, offline: bool) -> CachedJudge:
    return CachedJudge(inner, path, offline=offline)


def _by_number(asked: Sequence[Question], verdicts: Sequence[Verdict]) -> list[tuple[int, Verdict]]:
    """The verdicts in the order of the questions, matched by id; what is missing is a parse error."""
    given = {verdict.question_id: verdict for verdict in verdicts}
    return [
        (
            number,
            given.get(question.question_id)
            or Verdict(
                question_id=question.question_id,
                status="unjudged",
                reason="parse_error",
                rationale="the judge gave no verdict",
            ),
        )
        for number, question in enumerate(asked)
    ]
