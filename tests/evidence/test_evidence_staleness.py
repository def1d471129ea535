from __future__ import annotations

from typing import Any

import pytest

from pincite.evidence.corpus import Corpus
from pincite.evidence.resolution import Resolver
from pincite.evidence.staleness import Standing, standing
from pincite.model import Answer, Chunk, Citation, Document, Reference


def chunk(revision: str | None = "r3", **more: Any) -> Chunk:
    return Chunk(document_id="d", document_revision=revision, chunk_id="c", text="x", **more)


def document(revision: str | None, **more: Any) -> Document:
    return Document(document_id="d", document_revision=revision, chunks=(chunk(revision),), **more)


def stand(
    *documents: Document,
    prompt: tuple[Chunk, ...] = (chunk("r3"),),
    cited: str | None = "r3",
    as_of: str | None = None,
) -> Standing:
    answer = Answer(
        answer_id="a",
        text="",
        prompt_chunks=prompt,
        citations=(Citation(citation_id="1", document_id="d", document_revision=cited, chunk_id="c"),),
        as_of=as_of,
    )
    resolver = Resolver(answer, Corpus(documents) if documents else None)
    (resolved,) = resolver.resolve(Reference(key="1"))
    return standing(resolver, resolved)


@pytest.mark.parametrize(
    ("record", "stale", "newer"),
    [
        ({"status": "superseded"}, "superseded", ()),
        ({"status": "superseded", "superseded_by": "r4"}, "superseded", ("r4",)),
        ({"superseded_by": "r4"}, "superseded", ("r4",)),
        ({"status": "withdrawn"}, "withdrawn", ()),
        ({"status": "current"}, None, ()),
        ({"status": "draft"}, None, ()),
        ({}, None, ()),
    ],
)
def test_what_the_corpus_says_of_a_revision(
    record: dict[str, Any], stale: str | None, newer: tuple[str, ...]
) -> None:
    found = stand(document("r3", **record))
    assert (found.stale, found.newer, found.versioned) == (stale, newer, True)


@pytest.mark.parametrize(
    ("as_of", "stale"),
    [("2024-06-30", None), ("2024-07-01", "later_revision"), ("2025-01-01", "later_revision"), (None, None)],
)
def test_a_later_revision_counts_from_the_day_it_takes_effect(as_of: str | None, stale: str | None) -> None:
    found = stand(
        document("r3", effective_from="2024-01-01"), document("r4", effective_from="2024-07-01"), as_of=as_of
    )
    assert found.stale == stale
    assert found.newer == (("r4",) if stale else ())


def test_names_of_revisions_are_never_compared() -> None:
    later, earlier = document("r2", effective_from="2024-07-01"), document("r10", effective_from="2024-01-01")
    assert stand(later, earlier, prompt=(chunk("r2"),), cited="r2", as_of="2025-01-01").stale is None


def test_a_later_draft_replaces_nothing() -> None:
    old = document("r3", effective_from="2024-01-01")
    draft = document("r4", effective_from="2024-07-01", status="draft")
    assert stand(old, draft, as_of="2025-01-01").stale is None


@pytest.mark.parametrize(
    ("as_of", "stale"), [("2024-06-30", None), ("2024-07-01", "superseded"), (None, "superseded")]
)
def test_a_superseded_revision_was_in_force_before_its_successor(
    as_of: str | None, stale: str | None
) -> None:
    found = stand(
        document("r3", status="superseded", superseded_by="r4"),
        document("r4", effective_from="2024-07-01"),
        as_of=as_of,
    )
    assert found.stale == stale


def test_a_superseded_revision_was_in_force_in_its_own_period() -> None:
    record = document("r3", status="superseded", effective_from="2024-01-01", effective_until="2024-06-30")
    assert stand(record, as_of="2024-03-01").stale is None
    assert stand(record, as_of="2024-08-01").stale == "superseded"


@pytest.mark.parametrize(
    ("prompt", "cited", "held"),
    [
        ((chunk("r4"),), "r3", ("r4",)),
        ((chunk("r3"), chunk("r4")), "r3", ()),
        ((chunk("r3"), chunk("r4")), "r4", ()),
        ((chunk(None),), "r3", ()),
        ((chunk("r4"),), None, ()),
    ],
)
def test_the_prompt_holds_another_revision(
    prompt: tuple[Chunk, ...], cited: str | None, held: tuple[str, ...]
) -> None:
    found = stand(prompt=prompt, cited=cited)
    assert found.prompt_held == held
    assert found.stale == ("other_revision_in_prompt" if held else None)


def test_sources_without_revisions_are_not_versioned() -> None:
    assert not stand(prompt=(chunk(None),), cited=None).versioned


@pytest.mark.parametrize(
    ("dates", "as_of", "expected"),
    [
        ({"effective_from": "2024-02-01"}, "2024-01-31", "not_yet"),
        ({"effective_from": "2024-02-01"}, "2024-02-01", None),
        ({"effective_until": "2024-02-01"}, "2024-02-01", None),
        ({"effective_until": "2024-02-01"}, "2024-02-02", "expired"),
        ({"effective_from": "2024-02-01"}, None, None),
        ({}, "2024-02-02", None),
    ],
)
def test_a_source_is_in_effect_between_its_dates(
    dates: dict[str, str], as_of: str | None, expected: str | None
) -> None:
    assert stand(document("r3", **dates), as_of=as_of).ineffective == expected
    assert stand(prompt=(chunk("r3", **dates),), as_of=as_of).ineffective == expected


def test_what_does_not_resolve_has_no_standing() -> None:
    assert stand(document("r3", status="withdrawn"), cited="r9") == Standing()
