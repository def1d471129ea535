"""The run directory: the same bytes for the same input, worst first, and read back without loss."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest

import pincite
from pincite.claims.policy import load_policy
from pincite.engine.manifest import InputFile, Observed
from pincite.engine.run import Bookkeeping
from pincite.engine.run_directory import CLAIMS, FINDINGS, MANIFEST, SUMMARY, Rows
from pincite.engine.setting import Setting
from pincite.engine.stream import check_answers
from pincite.engine.worst_first import WorstFirst
from pincite.errors import ConfigError, InputError
from pincite.io.answers import answers_from
from pincite.judges.naming import named_judge
from pincite.model import Answer, Verdict, found
from pincite.model.signature import Signature

PASSAGES = ["Each loan runs for 21 days.", "Members may hold twelve items."]
ANSWERS = [
    {"answer_id": "good", "text": "Each loan runs for 21 days [1].", "prompt_chunks": PASSAGES},
    {"answer_id": "lost", "text": "Members may hold twelve items [7].", "prompt_chunks": PASSAGES},
    {"answer_id": "wrong", "text": "Each loan runs for 30 days [1].", "prompt_chunks": PASSAGES},
]


def written(directory: Path) -> Bookkeeping:
    setting = Setting(policy=load_policy(), judge=named_judge("rules"))
    books = Bookkeeping(setting, inputs=[InputFile(path="answers.jsonl", role="answers", sha256="0" * 64)])
    answers = [one for one in answers_from(ANSWERS) if isinstance(one, Answer)]
    with Rows(books.run_id, directory) as rows:
        for answer, result in check_answers(answers, setting, clock=books.clock):
            books.add(answer, result)
            rows.add(result)
        rows.finish(books.summary(), books.manifest())
    return books


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    written(tmp_path / "one")
    written(tmp_path / "two")
    for name in (CLAIMS, FINDINGS, SUMMARY):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_findings_are_written_worst_first(tmp_path: Path) -> None:
    written(tmp_path)
    rows = [json.loads(line) for line in (tmp_path / FINDINGS).read_text(encoding="utf-8").splitlines()]
    assert rows[0]["code"] == "PC502"
    assert rows[0]["answer_id"] == "wrong"
    codes = [row["code"] for row in rows]
    assert codes.index("PC502") < codes.index("PC201")


def test_claims_carry_the_run_id_and_stand_in_answer_order(tmp_path: Path) -> None:
    books = written(tmp_path)
    rows = [json.loads(line) for line in (tmp_path / CLAIMS).read_text(encoding="utf-8").splitlines()]
    assert [row["answer_id"] for row in rows] == ["good", "lost", "wrong"]
    assert {row["run_id"] for row in rows} == {books.run_id}


def test_a_run_is_read_back(tmp_path: Path) -> None:
    books = written(tmp_path)
    run = pincite.load_run(tmp_path)
    assert run.summary == msgspec.convert(msgspec.to_builtins(books.summary()), type(run.summary))
    assert [claim.answer_id for claim in run.claims] == ["good", "lost", "wrong"]
    assert run.manifest.run_id == books.run_id
    assert json.loads((tmp_path / MANIFEST).read_text(encoding="utf-8"))["signature"] == run.summary.signature


@pytest.mark.parametrize("content", [None, "{}", "not json", '{"run_id": 3}'])
def test_what_is_no_run_is_a_clear_error(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / SUMMARY).write_text(content, encoding="utf-8")
    with pytest.raises(pincite.InputError) as told:
        pincite.load_run(tmp_path)
    assert SUMMARY in str(told.value)


def test_the_run_id_follows_the_input_and_the_recipe(tmp_path: Path) -> None:
    setting = Setting(policy=load_policy(), judge=named_judge("rules"))
    sources = [InputFile(path="a", role="answers", sha256=digit * 64) for digit in "01"]
    one, same, other = (Bookkeeping(setting, inputs=[source]).run_id for source in (sources[0], *sources))
    assert one == same != other
    assert Bookkeeping(setting, inputs=[sources[0]], seed=8).run_id != one


def test_the_signature_parses_back_and_tells_what_differs() -> None:
    run = pincite.check(ANSWERS)
    recipe = Signature.parse(run.summary.signature)
    assert str(recipe) == run.summary.signature
    other = Signature.parse(run.summary.signature.replace("seed:7", "seed:8"))
    assert recipe.differs(other) == ("seed",)


@pytest.mark.parametrize("line", ["", "pincite", "pincite|seg:a", "sacre|seg:a|scope:1"])
def test_what_is_no_signature_is_refused(line: str) -> None:
    with pytest.raises(pincite.InputError):
        Signature.parse(line)


def test_sorting_on_disk_keeps_the_order_of_equals() -> None:
    store = WorstFirst()
    for number in range(50):
        store.add(found("PC501", f"number {number}"), None)
    store.add(found("PC502", "the worst"), None)
    messages = [json.loads(row)["message"] for row in store.rows()]
    assert messages == ["the worst", *(f"number {number}" for number in range(50))]
    store.close()


def test_application_timings_are_summed_apart_from_ours() -> None:
    observed = Observed()
    for milliseconds in (100, 300):
        answer = Answer(
            answer_id="a",
            text="",
            metadata={"model": "m-1", "timings": {"retrieval_ms": milliseconds, "timed_out": True}},
        )
        observed.see(answer)
    assert observed.timings() == {"retrieval_ms": {"answers": 2, "mean": 200.0, "max": 300}, "timed_out": 2}
    assert observed.versions() == {"model": ["m-1"]}


def test_a_rejected_value_names_its_place() -> None:
    with pytest.raises(pincite.InputError) as told:
        pincite.check([{"prompt_chunks": []}])
    assert "$.text" in str(told.value)


class _Ending:
    """A judge in whose process nothing is ever judged: it ends as if it had run out of memory."""

    identity = named_judge("rules").identity

    def judge_batch(self, questions: object) -> list[Verdict]:
        os._exit(9)


def test_a_process_that_was_ended_is_told() -> None:
    setting = Setting(policy=load_policy(None), judge=_Ending())
    record = {"text": "The pool is open daily [1].", "prompt_chunks": ["The pool is open daily."]}
    some = [answer for answer in answers_from([record]) if isinstance(answer, Answer)]
    with pytest.raises(ConfigError, match="was ended from outside"):
        list(check_answers(some, setting, workers=2))


@pytest.mark.parametrize("passages", [None, "Each loan runs for 21 days.", 5, {"text": "Each loan"}])
def test_passages_that_are_no_list_are_refused(passages: object) -> None:
    with pytest.raises(InputError, match="passages is a list of texts, got"):
        pincite.check_answer("Each loan runs for 21 days [1].", passages)  # type: ignore[arg-type]
