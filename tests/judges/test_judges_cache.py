"""Asked once, kept, and given back as it was."""

from __future__ import annotations

import multiprocessing
import pickle
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from judges_questions import many, openai_judge, passage, question
from msgspec import structs
from server import Call, failing, said, sensible, serving, verdict

import pincite
from pincite.errors import ConfigError, JudgeError
from pincite.judges.cache import CachedJudge, cache_key, default_cache
from pincite.judges.store import VerdictStore
from pincite.model import Chunk, EvidenceSpan, JudgeIdentity, Passage, Question, Verdict

HERE = Path(__file__).parent
IDENTITY = JudgeIdentity(name="counting", version="1", digest="d" * 64, rubric_digest="r" * 64)


class Counting:
    """Says what it is told to say about every question, and remembers what it was asked."""

    def __init__(self, identity: JudgeIdentity = IDENTITY, **said: Any) -> None:
        self.identity = identity
        self.said = said or {"label": "full"}
        self.asked: list[str] = []

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        self.asked += [one.claim for one in questions]
        return [Verdict(question_id=one.question_id, judge="counting", **self.said) for one in questions]


class Quoting(Counting):
    """Gives the first passage as evidence."""

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        verdicts = []
        for one, plain in zip(questions, super().judge_batch(questions), strict=True):
            first = one.passages[0]
            span = EvidenceSpan(
                document_id=first.chunk.document_id,
                document_revision=first.chunk.document_revision,
                chunk_id=first.chunk.chunk_id,
                start=first.start,
                end=first.end,
                text=first.text,
            )
            verdicts.append(structs.replace(plain, evidence=span))
        return verdicts


Open = Callable[..., CachedJudge]


@pytest.fixture
def cached(tmp_path: Path) -> Iterator[Open]:
    """Open the cache of this test around a judge; closed at its end."""
    opened: list[CachedJudge] = []

    def opening(inner: Any, **changes: Any) -> CachedJudge:
        opened.append(CachedJudge(inner, changes.pop("path", tmp_path / "cache" / "v.sqlite"), **changes))
        return opened[-1]

    yield opening
    for judge in opened:
        judge.close()


def test_the_same_question_is_asked_once(cached: Open) -> None:
    first, second = Counting(), Counting()
    asked = [question("a", "x", key="1"), question("b", "x", key="2"), question("a", "x", key="3")]
    told = cached(first).judge_batch(asked)
    again = cached(second).judge_batch(asked)
    assert first.asked == ["a", "b"]
    assert second.asked == []
    assert again == told
    assert [one.question_id for one in told] == ["1", "2", "3"]


def test_hits_and_misses_are_counted(cached: Open) -> None:
    judge = cached(Counting())
    judge.judge_batch([question("a", "x"), question("b", "x")])
    judge.judge_batch([question("a", "x"), question("c", "x")])
    assert (judge.usage.cache_hits, judge.usage.cache_misses) == (1, 3)


@pytest.mark.parametrize("part", ["name", "version", "digest", "rubric_digest"])
def test_another_identity_is_asked_again(cached: Open, part: str) -> None:
    asked = [question("a", "x"), question("b", "x")]
    cached(Counting()).judge_batch(asked)
    other = Counting(structs.replace(IDENTITY, **{part: "other"}))
    cached(other).judge_batch(asked)
    assert other.asked == ["a", "b"]


def test_only_what_changed_is_asked_again(cached: Open) -> None:
    asked = [question(f"claim {n}", f"text {n}", key=f"{n}") for n in range(5)]
    cached(Counting()).judge_batch(asked)
    changed = [
        asked[0],
        structs.replace(asked[1], claim="claim 1 differs"),
        structs.replace(asked[2], passages=(passage("text 2 differs"),)),
        structs.replace(asked[3], question="differs?"),
        structs.replace(asked[4], context=True),
    ]
    other = Counting()
    cached(other).judge_batch(changed)
    assert other.asked == ["claim 1 differs", "claim 2", "claim 3", "claim 4"]


def test_stated_context_counts_only_where_it_may_be_read() -> None:
    plain = Question(question_id="q", claim="a", passages=(passage("x"),))
    titled = structs.replace(plain, passages=(passage("x", title="T"),))
    assert cache_key(IDENTITY, plain) == cache_key(IDENTITY, titled)
    seen, seen_titled = (structs.replace(one, context=True) for one in (plain, titled))
    assert len({cache_key(IDENTITY, one) for one in (plain, seen, seen_titled)}) == 3


def test_texts_that_run_together_are_different_questions() -> None:
    keys = {
        cache_key(IDENTITY, question("a", "bc", "d")),
        cache_key(IDENTITY, question("a", "b", "cd")),
        cache_key(IDENTITY, question("a", "bcd")),
        cache_key(IDENTITY, question("ab", "c", "d")),
    }
    assert len(keys) == 4


def test_a_renamed_chunk_asks_nothing_and_gets_its_own_ids(cached: Open) -> None:
    one = question("a", "the text", key="1")
    cached(Quoting()).judge_batch([one])
    chunk = Chunk(document_id="e", document_revision="2", chunk_id="new", text="before the text after")
    moved = Question(question_id="2", claim="a", passages=(Passage(chunk=chunk, start=7, end=15),))
    other = Quoting()
    (told,) = cached(other).judge_batch([moved])
    assert other.asked == []
    assert told.evidence == EvidenceSpan(
        document_id="e", document_revision="2", chunk_id="new", start=7, end=15, text="the text"
    )


def test_what_was_not_judged_is_asked_again(cached: Open) -> None:
    asked = [question("a", "x")]
    for reason in ("error", "timeout", "budget", "parse_error"):
        judge = cached(Counting(label=None, status="unjudged", reason=reason))
        assert judge.judge_batch(asked)[0].reason == reason
    other = Counting(label=None, status="undecided", reason="cannot_tell")
    (told,) = cached(other).judge_batch(asked)
    assert other.asked == ["a"]
    again = Counting()
    assert cached(again).judge_batch(asked) == [told]
    assert again.asked == []


def test_a_missing_verdict_of_the_judge_is_a_parse_error(cached: Open) -> None:
    class Silent(Counting):
        def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
            return super().judge_batch(questions)[1:]

    told = cached(Silent()).judge_batch([question("a", "x", key="1"), question("b", "x", key="2")])
    assert [one.reason for one in told] == ["parse_error", None]


# Offline


def test_offline_gives_what_is_there_and_asks_nothing(cached: Open) -> None:
    cached(Counting()).judge_batch([question("a", "x", key="1")])
    other = Counting()
    judge = cached(other, offline=True)
    told = judge.judge_batch([question("a", "x", key="1"), question("b", "x", key="2")])
    assert [(one.label, one.status, one.reason) for one in told] == [
        ("full", "judged", None),
        (None, "unjudged", "offline"),
    ]
    assert other.asked == []
    assert (judge.usage.cache_hits, judge.usage.cache_misses) == (1, 1)


def test_offline_leaves_the_file_as_it_was(cached: Open, tmp_path: Path) -> None:
    judge = cached(Counting())
    judge.judge_batch(many(3))
    judge.close()
    copy = tmp_path / "copy.sqlite"
    shutil.copy(tmp_path / "cache" / "v.sqlite", copy)
    before = copy.read_bytes()
    assert {one.label for one in cached(Counting(), path=copy, offline=True).judge_batch(many(3))} == {"full"}
    assert copy.read_bytes() == before


def test_offline_without_a_file_says_so(cached: Open) -> None:
    with pytest.raises(ConfigError, match="no stored verdicts"):
        cached(Counting(), offline=True)


# Trouble with the file


def damaged(path: Path, kind: str) -> None:
    path.parent.mkdir(parents=True)
    if kind == "text":
        path.write_text("not a database, but long enough to have a header of its own" * 50)
    elif kind == "cut":
        judge = CachedJudge(Counting(), path)
        judge.judge_batch(many(500))
        judge.close()
        path.write_bytes(path.read_bytes()[:50_000])
    elif kind == "other":
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version=99")
        connection.close()
    elif kind == "foreign":
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.close()
    elif kind == "folder":
        path.mkdir()


@pytest.mark.parametrize("offline", [False, True])
@pytest.mark.parametrize("kind", ["text", "cut", "other", "foreign"])
def test_a_damaged_file_is_told_with_a_way_out(
    cached: Open, tmp_path: Path, kind: str, offline: bool
) -> None:
    path = tmp_path / "cache" / "v.sqlite"
    damaged(path, kind)
    with pytest.raises(JudgeError) as error:
        cached(Counting(), offline=offline)
    assert error.value.where == str(path)
    assert "name another" in str(error.value.hint)


def test_a_folder_is_no_file(cached: Open, tmp_path: Path) -> None:
    damaged(tmp_path / "cache" / "v.sqlite", "folder")
    with pytest.raises(JudgeError, match="cannot be used"):
        cached(Counting())


def test_a_file_that_breaks_on_the_way_does_not_stop_the_judging(
    cached: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = cached(Counting())

    def broken(*_: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr(VerdictStore, "put", broken)
    assert judge.judge_batch([question("a", "x")])[0].label == "full"
    monkeypatch.setattr(VerdictStore, "get", broken)
    assert judge.judge_batch([question("a", "x")])[0].label == "full"
    assert judge.usage.cache_trouble == "database disk image is malformed"


def test_a_row_that_cannot_be_read_is_asked_for_again_and_mended(cached: Open, tmp_path: Path) -> None:
    cached(Counting()).judge_batch([question("a", "x")])
    with sqlite3.connect(tmp_path / "cache" / "v.sqlite") as connection:
        connection.execute("UPDATE verdicts SET row = 'nonsense'")
    connection.close()
    first, second = Counting(), Counting()
    cached(first).judge_batch([question("a", "x")])
    cached(second).judge_batch([question("a", "x")])
    assert (first.asked, second.asked) == (["a"], [])


# Several at once


def fill(path: str, worker: int) -> None:
    judge = CachedJudge(Counting(), path)
    for n in range(40):
        judge.judge_batch([question(f"{worker}-{n}", "x"), question(f"shared-{n}", "x")])
    judge.close()


def test_several_processes_share_a_file_that_none_has_made(tmp_path: Path) -> None:
    path = str(tmp_path / "v.sqlite")
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=fill, args=(path, n)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0] * 4
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM verdicts").fetchone() == (4 * 40 + 40,)
    connection.close()


def test_several_threads_share_a_judge(cached: Open) -> None:
    judge = cached(Counting())
    threads = [threading.Thread(target=judge.judge_batch, args=(many(30),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other = Counting()
    assert {one.label for one in cached(other).judge_batch(many(30))} == {"full"}
    assert other.asked == []


def test_a_copy_opens_the_file_again(cached: Open) -> None:
    judge = cached(Counting())
    told = judge.judge_batch(many(2))
    copy = pickle.loads(pickle.dumps(judge))
    assert copy.judge_batch(many(2)) == told
    assert copy.usage.cache_hits == 2
    copy.close()


def ask_again(judge: CachedJudge, answer: Any) -> None:
    answer.send([told.label for told in judge.judge_batch(many(6))])


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_forked_process_opens_its_own_file_and_connections(cached: Open) -> None:
    with serving() as server:
        judge = cached(openai_judge(server.base_url))
        judge.judge_batch(many(3))
        here, there = multiprocessing.Pipe()
        child = multiprocessing.get_context("fork").Process(target=ask_again, args=(judge, there))
        child.start()
        assert here.poll(30)
        assert here.recv() == ["full"] * 6
        child.join(30)
        assert len(server.calls) == 6
        judge.judge_batch(many(6))
        assert len(server.calls) == 6


def test_the_usual_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache() == tmp_path / "pincite" / "verdicts.sqlite"


# With a model behind it

ANSWERS = [
    {"answer_id": f"a{n}", "text": f"{claim} [1]", "prompt_chunks": [text]}
    for n, (claim, text) in enumerate(
        [
            ("The loan runs for 21 days.", "The loan runs for 21 days."),
            ("The reading room has 40 seats.", "The garden grows roses."),
            ("The museum shows coins.", "The museum shows coins."),
        ]
    )
]


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_second_run_makes_no_call_and_gives_the_same_bytes(cached: Open) -> None:
    def checked(judge: CachedJudge) -> str:
        run = pincite.check(ANSWERS, judge=judge)
        return repr([run.claims, run.findings, run.summary])

    with serving() as server:
        first = checked(cached(openai_judge(server.base_url)))
        calls = len(server.calls)
        assert calls > 0
        second = checked(cached(openai_judge(server.base_url)))
        replayed = checked(cached(openai_judge(server.base_url), offline=True))
        assert len(server.calls) == calls
    assert first == second == replayed


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_verdicts_are_kept_while_others_are_still_open(cached: Open, tmp_path: Path) -> None:
    """One call hangs; the other verdicts are in the file before it ends."""
    kept: list[int] = []

    def last_hangs(call: Call) -> Any:
        return structs.replace(sensible(call), delay=0.5 if "Item 4 " in call.user else 0.0)

    def look() -> None:
        time.sleep(0.3)
        with sqlite3.connect(tmp_path / "cache" / "v.sqlite") as connection:
            kept.append(connection.execute("SELECT count(*) FROM verdicts").fetchone()[0])
        connection.close()

    with serving(last_hangs) as server:
        judge = cached(openai_judge(server.base_url))
        judge.judge_batch(many(1))
        looking = threading.Thread(target=look)
        looking.start()
        judge.judge_batch(many(5))
        looking.join()
    assert kept == [4]


@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_what_was_judged_before_an_end_is_not_asked_again(
    cached: Open, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    path = tmp_path / "cache" / "v.sqlite"
    with serving(latency=0.02) as server:
        script = [sys.executable, str(HERE / "judges_interrupted.py"), server.base_url, str(path), "200"]
        process = subprocess.Popen(script, cwd=HERE)
        end = time.monotonic() + 60
        while len(server.calls) < 20 and time.monotonic() < end:
            time.sleep(0.005)
        process.send_signal(number)
        assert process.wait(30) == code
        with sqlite3.connect(path) as connection:
            (kept,) = connection.execute("SELECT count(*) FROM verdicts").fetchone()
        connection.close()
        before = len(server.calls)
        # Two calls may have been open when it ended; everything before is kept.
        assert before - 2 <= kept <= before < 200
        judge = cached(openai_judge(server.base_url))
        told = judge.judge_batch(many(200))
        assert {one.label for one in told} == {"full"}
        assert len(server.calls) == before + 200 - kept


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_after_an_outage_only_the_failed_are_asked_again(cached: Open) -> None:
    with serving(lambda call: failing(401) if call.number == 2 else sensible(call)) as server:
        told = cached(openai_judge(server.base_url, concurrency=1)).judge_batch(many(6))
        assert [one.status for one in told] == ["judged"] * 2 + ["unjudged"] * 4
        server.behaviour = lambda call: said(*(verdict(key, "none") for key in call.claims))
        again = cached(openai_judge(server.base_url)).judge_batch(many(6))
        assert [one.label for one in again] == ["full"] * 2 + ["none"] * 4
