"""Records in memory as the files of the tests."""

from __future__ import annotations

import io
import json
from typing import Any

from pincite.io.answers import read_answers
from pincite.io.rejection import Rejection
from pincite.model import Answer


def lines(*records: Any) -> io.BytesIO:
    return io.BytesIO(b"\n".join(r if isinstance(r, bytes) else json.dumps(r).encode() for r in records))


def one(record: Any) -> Answer | Rejection:
    (result,) = read_answers(lines(record))
    return result


def accepted(record: Any) -> Answer:
    result = one(record)
    assert isinstance(result, Answer), result
    return result


def rejected(record: Any) -> Rejection:
    result = one(record)
    assert isinstance(result, Rejection), result
    return result


MINIMAL = {"text": "Lent for 21 days [1].", "prompt_chunks": ["Loans run for 21 days.", "Fees are due."]}
