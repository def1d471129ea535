"""What ties cases together: two that share a key must not stand on both sides of a split."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, get_args

from pincite.cases.likeness import alike
from pincite.model import Case
from pincite.text.names import names

Kind = Literal["question", "family", "document", "entity", "template", "conversation"]
KINDS: tuple[Kind, ...] = get_args(Kind)
USUAL: tuple[Kind, ...] = ("question", "family", "document", "template", "conversation")
"""What is kept apart unless told otherwise. Entities are not: where all cases are about one company, its name
ties everything to everything."""
TOLD: tuple[Kind, ...] = ("question", "family", "template", "conversation")
"""What the linter calls leakage between files: what an author declares, and the same question."""

Key = tuple[Kind, str]

_CONVERSATION = ("conversation_id", "conversation", "thread_id", "session_id")
_ENTITY = ("entities", "entity")


def keys_of(
    cases: Sequence[Case], kinds: Collection[Kind] = USUAL, *, common: Collection[Key] = ()
) -> list[frozenset[Key]]:
    """The keys of each case, of these kinds; `common` ones, which may be on both sides, are left out.

    `question`: the wording, where nearly the same counts as the same. `family` and `template`: the fields.
    `document`: the documents that support an expected claim or nearly do. `entity`: `metadata.entities`, else
    the names in the question and in the expected claims. `conversation`: `metadata.conversation_id`.
    """
    found: list[set[Key]] = [set() for _ in cases]
    for kind in KINDS:
        if kind not in kinds:
            continue
        values = _questions(cases) if kind == "question" else [_values(case, kind) for case in cases]
        for keys, some in zip(found, values, strict=True):
            keys.update((kind, value) for value in some)
    left_out = frozenset(common)
    return [frozenset(keys - left_out) for keys in found]


def plain(text: str) -> str:
    """Without differences of case, width and blanks, which make no other family or template."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _questions(cases: Sequence[Case]) -> list[tuple[str, ...]]:
    """The group of each question, named by its first wording in the order of the alphabet."""
    asked = [(plain(case.question), place) for place, case in enumerate(cases) if case.question]
    asked = sorted(pair for pair in asked if pair[0])
    found: list[tuple[str, ...]] = [()] * len(cases)
    for (_, place), first in zip(asked, alike([text for text, _ in asked]), strict=True):
        found[place] = (asked[first][0],)
    return found


def _values(case: Case, kind: Kind) -> tuple[str, ...]:
    match kind:
        case "family":
            values: Iterable[str | None] = (case.family,)
        case "template":
            values = (case.template,)
        case "document":
            return tuple(dict.fromkeys(_documents(case)))
        case "conversation":
            values = _declared(case, _CONVERSATION)
        case _:
            values = _declared(case, _ENTITY) or _named(case)
    return tuple(dict.fromkeys(text for value in values if value and (text := plain(value))))


def _documents(case: Case) -> Iterable[str]:
    for claim in case.expected_claims:
        yield from (source.document_id for source in claim.supporting_sources)
    yield from (source.document_id for source in case.near_miss_sources)


def _declared(case: Case, keys: Iterable[str]) -> list[str]:
    """What the metadata says under the first of these keys."""
    value = next((case.metadata[key] for key in keys if case.metadata.get(key) is not None), None)
    values = value if isinstance(value, list) else [value]
    return [str(one) for one in values if isinstance(one, str | int) and not isinstance(one, bool)]


def _named(case: Case) -> list[str]:
    texts = [case.question or "", *(claim.text for claim in case.expected_claims)]
    return [name.text for text in texts for name in names(text)]
