"""Recording around a function: what ends up in the record, and that the function never notices."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pincite
from pincite.errors import ConfigError, InputError
from pincite.io.answers import decode_answer
from pincite.trace import Recorder, current

FOUND = ["Each loan runs for 21 days.", "A loan may be renewed twice.", "The cellar is cold."]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "answers.jsonl"


def rows(path: Path) -> list[dict[str, Any]]:
    return (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    )


def test_importing_it_loads_msgspec_and_nothing_else() -> None:
    code = (
        "import sys; before = set(sys.modules); import pincite.trace;"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}"
        " - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"msgspec", "pincite", "typing_extensions"}, "msgspec imports the last"


def test_a_recorded_answer_is_checked_as_it_is(path: Path) -> None:
    recorder = Recorder(path, metadata={"system": "library"}, strict=True)
    with recorder.answer("How long?", case_id="q-1", as_of=date(2026, 3, 31)) as t:
        with t.stage("retrieval"):
            t.retrieved(FOUND)
        t.prompt(FOUND[:2], messages=[{"role": "user", "content": "How long?"}])
        with t.stage("generation"):
            t.stream("A loan runs for 21 days [1]")
            t.stream(".")
        t.cost("generation", usd=0.5, input_tokens=10)
        t.cost("generation", usd=0.25)
        t.timing(validation_ms=3.5)
        t.note(model="m-1")
        t.answer("A loan runs for 21 days [1].")
    (row,) = rows(path)
    assert (row["question"], row["case_id"], row["as_of"]) == ("How long?", "q-1", "2026-03-31")
    assert row["answer_id"] == t.answer_id
    assert row["stream"] == [{"delta": "A loan runs for 21 days [1]"}, {"delta": "."}]
    assert row["prompt"] == [{"role": "user", "content": "How long?"}]
    assert row["retrieved_chunks"][:2] == row["prompt_chunks"], "a passage has one name in both lists"
    assert len({chunk["document_id"] for chunk in row["retrieved_chunks"]}) == 3
    metadata = row["metadata"]
    assert (metadata["system"], metadata["model"]) == ("library", "m-1")
    assert metadata["costs"] == {"generation": {"usd": 0.75, "input_tokens": 10}}
    assert set(metadata["timings"]) == {"retrieval_ms", "generation_ms", "validation_ms", "total_ms"}
    run = pincite.check(path)
    assert [claim.label for claim in run.results[0].claims] == ["full"]
    assert run.manifest.application_timings["validation_ms"]
    assert (recorder.recorded, recorder.problems) == (1, 0)


@pytest.mark.parametrize(
    ("deltas", "codes"),
    [
        (["Loans run for 21 days [", "1].\n"], []),
        (["Loans run for 21 days", "."], ["PC105"]),  # the marker never reached the reader
    ],
)
def test_a_stream_that_says_something_else_is_found_by_the_check(
    deltas: list[str], codes: list[str], path: Path
) -> None:
    with Recorder(path, strict=True).answer("q") as t:
        t.prompt(FOUND)
        for delta in deltas:
            t.stream(delta)
        t.answer("Loans run for 21 days [1].")
    (result,) = pincite.check(path).results
    assert [finding.code for finding in result.findings if finding.code == "PC105"] == codes


@pytest.mark.parametrize(
    ("tell", "prompt", "retrieved"),
    [
        (lambda t: None, None, None),
        (lambda t: t.prompt([]), [], None),
        (lambda t: (t.retrieved(["a"]), t.retrieved(["b"])), None, ["a", "b"]),
        (lambda t: (t.prompt(["a"]), t.prompt(["b"])), ["b"], None),
    ],
)
def test_what_was_not_told_is_not_invented(
    tell: Callable[[Any], object], prompt: list[str] | None, retrieved: list[str] | None, path: Path
) -> None:
    with Recorder(path, strict=True).answer("q") as t:
        tell(t)
        t.answer("x")
    (row,) = rows(path)

    def texts(chunks: list[dict[str, Any]] | None) -> list[str] | None:
        return None if chunks is None else [chunk["text"] for chunk in chunks]

    assert texts(row["prompt_chunks"]) == prompt
    assert texts(row.get("retrieved_chunks")) == retrieved


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        (
            {"documentId": "d", "chunkId": "c", "text": "t"},
            {"document_id": "d", "chunk_id": "c", "text": "t"},
        ),
        ({"page_content": "t", "metadata": {"page": 3}}, {"text": "t", "metadata": {"page": 3}}),
        (
            SimpleNamespace(page_content="t", id="c", metadata={"source": "u", "document_id": "d"}),
            {"text": "t", "chunk_id": "c", "document_id": "d", "uri": "u"},
        ),
        (
            SimpleNamespace(
                score=0.5, node=SimpleNamespace(text="t", node_id="c", ref_doc_id="d", metadata={"k": [1]})
            ),
            {"text": "t", "chunk_id": "c", "document_id": "d", "score": 0.5, "metadata": {"k": [1]}},
        ),
        (
            {
                "text": "t",
                "chunk_id": "c",
                "document_id": "d",
                "rank": "first",
                "effective_from": date(2026, 1, 2),
            },
            {
                "text": "t",
                "chunk_id": "c",
                "document_id": "d",
                "metadata": {"rank": "first"},
                "effective_from": "2026-01-02",
            },
        ),
    ],
)
def test_passages_come_in_many_forms(passage: Any, expected: dict[str, Any], path: Path) -> None:
    with Recorder(path, strict=True).answer("q") as t:
        t.prompt([passage])
        t.answer("x")
    (chunk,) = rows(path)[0]["prompt_chunks"]
    assert expected.items() <= chunk.items()
    assert chunk["document_id"]
    assert chunk["chunk_id"]


def test_a_citation_may_name_its_passage_by_the_passage(path: Path) -> None:
    with Recorder(path, strict=True).answer("q") as t:
        t.prompt(FOUND)
        t.answer("A loan may be renewed twice [b].", citations=[{"marker": "[b]", "chunk": FOUND[1]}])
    (result,) = pincite.check(path).results
    assert [claim.label for claim in result.claims] == ["full"]


def test_tool_calls_keep_their_failures_and_let_them_pass(path: Path) -> None:
    with Recorder(path, strict=True).answer("q") as t:
        with t.tool_call("search") as call:
            call.result(FOUND[:1])
        with pytest.raises(OSError, match="down"), t.tool_call("mail", step_id="m"):
            raise OSError("down")
        with t.tool_call("sum") as call:
            call.malformed()
        t.tool_call("old", status="error")
        t.prompt(FOUND[:1])
        t.answer("x")
    (row,) = rows(path)
    calls = row["tool_calls"]
    assert [(one["step_id"], one["name"], one["status"]) for one in calls] == [
        ("step-1", "search", "ok"),
        ("m", "mail", "error"),
        ("step-3", "sum", "malformed"),
        ("step-4", "old", "error"),
    ]
    assert calls[0]["result_chunk_ids"] == [row["prompt_chunks"][0]["chunk_id"]]
    assert [(one["step_id"], one.get("error")) for one in row["metadata"]["steps"]] == [
        ("step-1", None),
        ("m", "OSError"),
        ("step-3", None),
    ]


@pytest.mark.parametrize(
    ("error", "status", "timed_out"),
    [
        (ValueError("secret"), "error", False),
        (TimeoutError(), "error", True),
        (KeyboardInterrupt(), "cancelled", False),
        (asyncio.CancelledError(), "cancelled", False),
    ],
)
def test_an_answer_that_fails_is_recorded_and_fails(
    error: BaseException, status: str, timed_out: bool, path: Path
) -> None:
    with pytest.raises(type(error)), Recorder(path, strict=True).answer("q") as t:
        t.stream("half of ")
        raise error
    (row,) = rows(path)
    assert (row["text"], row["metadata"]["status"]) == ("half of ", status)
    assert row["metadata"]["error"] == type(error).__name__
    assert row["metadata"]["timings"].get("timed_out", False) is timed_out
    assert "secret" not in path.read_text()


def test_a_block_that_gives_no_answer_says_so(path: Path) -> None:
    with Recorder(path, strict=True).answer("q"):
        pass
    assert rows(path)[0]["metadata"]["status"] == "unanswered"


@pytest.mark.parametrize(
    "mistake",
    [
        lambda t: t.prompt("one text"),
        lambda t: t.retrieved([object()]),
        lambda t: t.answer(None),
        lambda t: t.stream(3),
        lambda t: t.answer("x", citations=["[1]"]),
        lambda t: t.cost("generation", usd="many") or t.cost("generation", usd=1),
        lambda t: t.tool_call("x", chunks=[4]),
        lambda t: t.answer("x", citations=[{"span": {"start": 5, "end": 90}}]),
        lambda t: t.nothing_like_this if False else t.prompt(),
    ],
)
def test_mistakes_are_counted_and_break_nothing(
    mistake: Callable[[Any], object], path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def answered(recorder: Recorder) -> str:
        with recorder.answer("q") as t:
            mistake(t)
            if not t.answered:
                t.answer("x")
        return "given"

    recorder = Recorder(path)
    with caplog.at_level(logging.WARNING, logger="pincite.trace"):
        assert [answered(recorder), answered(recorder)] == ["given", "given"]
    assert recorder.problems >= 2
    assert len(caplog.records) == 1
    with pytest.raises((TypeError, InputError)):
        answered(Recorder(path, strict=True))


def test_a_file_that_cannot_be_written_breaks_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    recorder = Recorder(folder / "answers.jsonl")
    folder.rmdir()
    with recorder.answer("q") as t:
        t.answer("x")
    assert (recorder.problems, recorder.recorded) == (1, 0)


def test_strictness_never_hides_the_programs_own_error(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    recorder = Recorder(folder / "answers.jsonl", strict=True)
    folder.rmdir()
    with pytest.raises(ZeroDivisionError), recorder.answer("q"):
        raise ZeroDivisionError
    assert recorder.problems == 1


def test_wrong_settings_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="needs a file"):
        Recorder()
    with pytest.raises(ConfigError, match="no such folder"):
        Recorder(tmp_path / "none" / "answers.jsonl")


def test_late_calls_are_problems_and_change_nothing(path: Path) -> None:
    recorder = Recorder(path)
    with recorder.answer("q") as t:
        t.answer("x")
    t.answer("y")
    t.finish()
    assert recorder.problems == 1
    assert [row["text"] for row in rows(path)] == ["x"]


def test_the_decorator_takes_functions_of_every_kind(path: Path) -> None:
    recorder = Recorder(path, strict=True)

    @recorder.record
    def plain(question: str) -> str:
        current().prompt(["p"])
        return f"{question}!"

    @recorder.record(question="asked", answer=lambda result: result[1])
    def odd(number: int, asked: str) -> tuple[int, str]:
        return number, f"{asked}!"

    @recorder.record
    async def awaited(query: str) -> dict[str, Any]:
        await asyncio.sleep(0)
        current().prompt(["p"])
        return {"answer": f"{query}!", "citations": [{"marker": "[1]", "document_id": "d"}]}

    @recorder.record
    def streamed(question: str) -> Iterator[str]:
        current().prompt(["p"])
        yield question
        yield "!"

    @recorder.record
    async def astreamed(question: str) -> AsyncIterator[str]:
        current().prompt(["p"])
        yield question
        await asyncio.sleep(0)
        yield "!"

    async def all_async() -> list[str]:
        await awaited("c")
        return [delta async for delta in astreamed("e")]

    assert plain("a") == "a!"
    assert odd(3, asked="b") == (3, "b!")
    assert [*streamed("d")] == ["d", "!"]
    assert asyncio.run(all_async()) == ["e", "!"]
    found = {row["question"]: row for row in rows(path)}
    assert {question: row["text"] for question, row in found.items()} == {
        question: f"{question}!" for question in "abcde"
    }
    assert all(found[question]["prompt_chunks"] for question in "acde")
    assert [event["delta"] for event in found["e"]["stream"]] == ["e", "!"]
    assert plain.__name__ == "plain"


def test_a_stream_that_its_reader_leaves_is_kept_as_far_as_it_came(path: Path) -> None:
    @Recorder(path, strict=True).record
    def streamed(question: str) -> Iterator[str]:
        yield "first "
        assert current().sink is not None
        yield "second"

    source = streamed("q")
    assert next(source) == "first "
    assert current().sink is None, "between two pieces the caller's own code runs"
    source.close()  # type: ignore[attr-defined]
    (row,) = rows(path)
    assert (row["text"], row["metadata"]["status"]) == ("first ", "cancelled")


def test_results_that_are_no_answer_are_counted(path: Path) -> None:
    recorder = Recorder(path)

    @recorder.record
    def odd(question: str) -> int:
        return 7

    assert odd("q") == 7
    assert recorder.problems == 1
    with pytest.raises(TypeError, match="no parameter 'q'"):
        recorder.record(question="q")(odd)


def test_tasks_and_nested_answers_each_have_their_own(path: Path) -> None:
    recorder = Recorder(path, strict=True)

    async def ask(name: str) -> None:
        async with recorder.answer(name) as t:
            await asyncio.sleep(0.001)
            assert current() is t
            current().prompt([name])
            t.answer(name)

    async def both() -> None:
        await asyncio.gather(*(ask(f"q{n}") for n in range(20)))

    asyncio.run(both())
    with recorder.answer("outer") as outer:
        with recorder.answer("inner") as inner:
            assert current() is inner
            inner.answer("inner")
        assert current() is outer
        outer.answer("outer")
    assert current().sink is None
    assert all(row["question"] == row["text"] for row in rows(path))
    assert all(row["prompt_chunks"][0]["text"] == row["text"] for row in rows(path)[:20])


def test_tools_may_run_in_threads(path: Path) -> None:
    with Recorder(path, strict=True).answer("q") as t, ThreadPoolExecutor(8) as pool:

        def call(number: int) -> None:
            with t.tool_call("f") as step:
                step.result([f"text {number}"])

        list(pool.map(call, range(40)))
        t.answer("x")
    calls = rows(path)[0]["tool_calls"]
    assert len({one["step_id"] for one in calls}) == 40
    assert len({one["result_chunk_ids"][0] for one in calls}) == 40


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(ANYTHING, ANYTHING, st.text(st.characters(), max_size=20))
def test_whatever_is_told_the_block_ends_well_and_the_line_is_json(
    tmp_path_factory: pytest.TempPathFactory, told: Any, more: Any, text: str
) -> None:
    path = tmp_path_factory.mktemp("any") / "answers.jsonl"
    recorder = Recorder(path)
    with recorder.answer(told, case_id=more) as t:
        t.retrieved(told)
        t.prompt([more], messages=told)
        t.stream(more)
        t.note(told=more)
        t.answer(text, citations=told)
    lines = path.read_bytes().splitlines() if path.exists() else []
    assert len(lines) + (recorder.recorded == 0) == 1
    for line in lines:
        json.loads(line)
    if recorder.problems == 0:
        decode_answer(lines[0])
