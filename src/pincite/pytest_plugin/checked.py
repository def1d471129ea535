"""One checked answer as it travels from the process that checked it to the one that adds up."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec
from msgspec import Struct, structs

from pincite.io.codec import encode_row
from pincite.io.rows import ClaimLine, claim_line, claim_row
from pincite.model import Answer, Case, JudgeIdentity
from pincite.model.result import AnswerResult

State = Literal["pass", "fail", "undecided", "empty"]


class Checked(Struct, frozen=True, kw_only=True):
    """An answer with its result, and what the test made of it.

    `result` holds no claims: they stand in `claims`, as `claims.jsonl` would have them. `allow` are prefixes
    of codes that the test lets pass. `own_judge` says that the test named a judge of its own.
    """

    answer: Answer
    result: AnswerResult
    claims: tuple[ClaimLine, ...]
    judge: JudgeIdentity
    state: State
    allow: tuple[str, ...] = ()
    case: Case | None = None
    corpus: str | None = None
    own_judge: bool = False

    @property
    def whole(self) -> AnswerResult:
        """The result as it was."""
        return structs.replace(self.result, claims=tuple(map(claim_row, self.claims)))

    @property
    def key(self) -> str:
        """Equal for the same answer, checked the same way; ids and places are left out."""
        told = (
            structs.replace(self.answer, answer_id="", where=None),
            self.judge.name,
            self.judge.digest,
            self.judge.rubric_digest,
            self.corpus,
            self.case,
        )
        return hashlib.sha256(encode_row(told)).hexdigest()


def without_claims(result: AnswerResult) -> tuple[AnswerResult, tuple[ClaimLine, ...]]:
    """The two parts of a result that a `Checked` holds."""
    return structs.replace(result, claims=()), tuple(map(claim_line, result.claims))


def encoded(checked: Checked) -> str:
    return encode_row(checked).decode()


_DECODER = msgspec.json.Decoder(Checked)


def decoded(text: str) -> Checked:
    return _DECODER.decode(text)
