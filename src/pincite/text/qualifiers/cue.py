"""One qualifier found in a text: what kind of word it is, what it does, and where it stands."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

CueKind = Literal["negation", "modality", "quantifier", "exception", "condition", "order", "cause"]


class Cue(Struct, frozen=True, gc=False):
    """`text[start:end]` of the scanned text qualifies what stands around it.

    `value` by kind: negation "not"; modality "may", "likely", "suggested", "expected", "should", "must",
    "will", "proven"; quantifier "all", "whole", "none", "only", "some", "most", "few", "many", "exactly";
    exception "except"; condition "if"; order "before", "after"; cause "because", "associated". One word may
    be two cues: "never" is a negation and the quantifier "none".
    """

    kind: CueKind
    value: str
    start: int
    end: int
    language: str
