"""Promotion: every case stays exactly once, revisions are never overwritten, ledgers only grow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cases_samples import lines
from hypothesis import given
from hypothesis import strategies as st

from pincite.cases.dataset import digest, next_revision, state_of
from pincite.cases.ledger import Entry, append, ledger_issues, ledger_path, promoted, read_ledger
from pincite.cases.line import CaseLine
from pincite.cases.promotion import Book, Promotion, Written, promote
from pincite.errors import InputError


def book(name: str, *records: Any, ledger: tuple[Entry, ...] = ()) -> Book:
    read = [line for line in lines(*records, name=name) if isinstance(line, CaseLine)]
    assert len(read) == len(records)
    return Book(file=name, lines=tuple(read), ledger=ledger)


def record(case_id: str, **more: Any) -> dict[str, Any]:
    return {"case_id": case_id, "question": f"What of {case_id}?", "dataset_revision": "t-1", **more}


def after(written: Written, ledger: tuple[Entry, ...] = ()) -> Book:
    return book(written.file, *written.data.decode().splitlines(), ledger=(*ledger, *written.entries))


def ids(some: Book) -> list[str]:
    return [line.case_id for line in some.lines]


def moved(case_ids: list[str], source: Book, target: Book, **more: Any) -> Promotion:
    return promote(case_ids, source, target, at="2026-02-03", **more)


def test_a_case_moves_and_both_ledgers_say_so() -> None:
    source = book("test", record("q-1", notes="seen in review é"), record("q-2", metadata={"n": 1.50}))
    target = book("dev", {"case_id": "d-1", "question": "D?", "datasetRevision": "d-7"})
    done = moved(["q-1"], source, target, reason="prompt tuned on it")
    test, dev = after(done.source), after(done.target)
    assert (ids(test), ids(dev), done.moved, done.left) == (["q-2"], ["d-1", "q-1"], ("q-1",), ())
    assert [line.case.dataset_revision for line in (*test.lines, *dev.lines)] == ["t-2", "d-8", "d-8"]
    assert dev.lines[1].case.notes == "seen in review é"
    assert "datasetRevision" in json.loads(dev.lines[0].data)
    first, gone, now = done.source.entries
    assert (first.event, first.dataset_revision, first.digest) == ("revision", "t-1", source.state.digest)
    assert (gone.event, gone.case_id, gone.other, gone.reason, gone.at) == (
        "promoted", "q-1", "dev", "prompt tuned on it", "2026-02-03",
    )  # fmt: skip
    assert (now.dataset_revision, now.digest, now.cases) == ("t-2", test.state.digest, 1)
    assert [one.event for one in done.target.entries] == ["revision", "received", "revision"]
    assert ledger_issues(test.state, test.lines, test.ledger) == []
    assert ledger_issues(dev.state, dev.lines, dev.ledger) == []


@given(st.data())
def test_every_case_is_kept_exactly_once(data: st.DataObject) -> None:
    names = data.draw(st.lists(st.text("abc", min_size=1, max_size=3), min_size=1, unique=True))
    cut = data.draw(st.integers(0, len(names)))
    source = book("test", *(record(name, family=name[:1]) for name in names[:cut]))
    target = book("dev", *(record(name) for name in names[cut:]))
    left = sorted(names)
    while source.lines:
        chosen = data.draw(st.lists(st.sampled_from(ids(source)), min_size=1, unique=True))
        done = moved(chosen, source, target, related=data.draw(st.booleans()))
        before = {line.case_id: line.case for line in (*source.lines, *target.lines)}
        old = (source.ledger, target.ledger)
        source, target = after(done.source, source.ledger), after(done.target, target.ledger)
        assert sorted([*ids(source), *ids(target)]) == left
        assert set(chosen) <= set(done.moved) <= set(ids(target))
        assert (source.ledger[: len(old[0])], target.ledger[: len(old[1])]) == old
        for line in (*source.lines, *target.lines):
            was = before[line.case_id]
            assert (line.case.question, line.case.family) == (was.question, was.family)
        assert set(promoted(source.ledger)) == set(left) - set(ids(source)) - set(names[cut:])
        revisions = [one.dataset_revision for one in source.ledger if one.event == "revision"]
        assert len(revisions) == len(set(revisions))


@pytest.mark.parametrize(
    ("case_ids", "source", "target", "words"),
    [
        (["q-3"], [record("q-1")], [], "there is no case 'q-3'"),
        (["q-1"], [record("q-1")], [record("q-1")], "is in both files"),
        (["q-1"], [record("q-1"), record("q-1")], [], "stands there twice"),
        (["q-1"], [record("q-1"), record("q-2", dataset_revision=None)], [], "several dataset revisions"),
        (["q-1"], [json.dumps([record("q-1")])], [], "one case a line"),
    ],
)
def test_what_cannot_be_moved_is_refused(
    case_ids: list[str], source: list[Any], target: list[Any], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        moved(case_ids, book("test", *source), book("dev", *target))


def test_a_revision_is_never_overwritten() -> None:
    source = book("test", record("q-1"), record("q-2"))
    done = moved(["q-1"], source, book("dev"))
    changed = book("test", record("q-2", notes="mended", dataset_revision="t-2"), ledger=done.source.entries)
    with pytest.raises(InputError, match="was changed since its revision 't-2' was recorded") as refused:
        moved(["q-2"], changed, book("dev"))
    assert "--record" in (refused.value.hint or "")
    (issue,) = ledger_issues(changed.state, changed.lines, changed.ledger)
    assert issue.rule == "revision_changed" and issue.path == "$.dataset_revision"


def test_a_used_case_does_not_come_back() -> None:
    source = book("test", record("q-1"), record("q-2"))
    done = moved(["q-1"], source, book("dev"))
    test, dev = after(done.source), after(done.target)
    with pytest.raises(InputError, match="left test on 2026-02-03 because it was used"):
        moved(["q-1"], dev, test)
    with pytest.raises(InputError, match="was promoted to dev on 2026-02-03"):
        moved(["q-1"], test, dev)
    back = book("test", record("q-1", dataset_revision="t-9"), ledger=test.ledger)
    (issue,) = ledger_issues(back.state, back.lines, back.ledger)
    assert issue.rule == "promoted_case_back" and "promoted to dev" in issue.message


def test_what_is_tied_to_a_moved_case_is_named_or_moves_too() -> None:
    source = book(
        "test",
        record("q-1", family="f"),
        record("q-2", family="F", template="t"),
        record("q-3", template="t"),
        record("q-4"),
    )
    assert moved(["q-1"], source, book("dev")).left == ("q-2", "q-3")
    done = moved(["q-1"], source, book("dev"), related=True)
    assert (done.moved, done.left) == (("q-1", "q-2", "q-3"), ())


@pytest.mark.parametrize(
    ("name", "taken", "following"),
    [
        (None, (), "1"),
        (None, ("1", "2"), "3"),
        ("demo-1", (), "demo-2"),
        ("demo-9", (), "demo-10"),
        ("demo-1", ("demo-2",), "demo-3"),
        ("r007", (), "r008"),
        ("spring", (), "spring-2"),
        ("2025-03-31", (), "2025-03-32"),
        ("9" * 12, (), "1" + "0" * 12),
    ],
)
def test_the_next_revision(name: str | None, taken: tuple[str, ...], following: str) -> None:
    assert next_revision(name, taken) == following


@given(st.text(max_size=20), st.sets(st.text(max_size=3)))
def test_any_revision_has_a_next_one(name: str, taken: set[str]) -> None:
    assert next_revision(name, taken) not in {*taken, name}


def test_a_digest_is_of_the_cases_and_not_of_their_order_or_spelling() -> None:
    one = book("a", record("q-1"), record("q-2"))
    other = book("b", '{"datasetRevision":"t-1","caseId":"q-2","question":"What of q-2?"}', record("q-1"))
    assert one.state.digest == other.state.digest
    assert one.state.digest != book("a", record("q-1"), record("q-2", notes="x")).state.digest
    assert digest([]) == digest(()) == state_of("x", []).digest


def test_a_ledger_grows_and_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "test.jsonl"
    assert read_ledger(file) == []
    first = Entry(event="revision", at="2026-01-01", digest="d", dataset_revision="1", cases=3)
    second = Entry(event="promoted", at="2026-01-02", digest="e", case_id="q-1", other="dev", reason="ü")
    append(file, [first])
    append(file, [second])
    append(file, [])
    assert read_ledger(file) == [first, second]
    ledger_path(file).write_bytes(ledger_path(file).read_bytes() + b"{}\n")
    with pytest.raises(InputError, match="the ledger is damaged") as damaged:
        read_ledger(file)
    assert damaged.value.where == f"{ledger_path(file)}:3"
