"""Files in, records out: log lines, requests, detection, audit, the commands."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from native_samples import DOCUMENTS, FIRST, SAMPLES, payload

from pincite.cli import run
from pincite.importers.payloads import canonical
from pincite.importers.protocol import Imported
from pincite.importers.reading import Evidence, foreign_answers, import_files
from pincite.io.rejection import Rejection
from pincite.model import Answer

SEARCH = payload("openai_responses_file_search")
MESSAGE = payload("anthropic_documents")
REQUEST = payload("anthropic_documents.request")


def lines(path: Path, *values: Any) -> Path:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


def imported(path: Path, name: str = "auto", evidence: Evidence | None = None) -> list[Imported]:
    found = []
    for one in import_files(name, [path], evidence):
        assert isinstance(one, Imported), one
        found.append(one)
    return found


def test_every_record_can_be_traced_to_its_payload(tmp_path: Path) -> None:
    path = lines(tmp_path / "log.jsonl", SEARCH, {"request": REQUEST, "response": MESSAGE})
    first, second = imported(path)
    stamp = first.record["metadata"]["import"]
    assert stamp["format"] == "openai-responses"
    assert stamp["where"] == f"{path}:1"
    assert stamp["sha256"] == hashlib.sha256(canonical(SEARCH)).hexdigest()
    other = second.record["metadata"]["import"]
    assert (other["where"], other["path"]) == (f"{path}:2", "$.response")
    assert other["sha256"] == hashlib.sha256(canonical(MESSAGE)).hexdigest()
    assert second.record["question"].startswith("How many things")


def test_lines_of_batch_files(tmp_path: Path) -> None:
    openai = {"id": "b", "custom_id": "case-1", "response": {"status_code": 200, "body": SEARCH}}
    anthropic = {"custom_id": "case-2", "result": {"type": "succeeded", "message": MESSAGE}}
    found = imported(lines(tmp_path / "log.jsonl", openai, anthropic))
    assert [one.record["case_id"] for one in found] == ["case-1", "case-2"]
    assert [one.record["metadata"]["import"]["path"] for one in found] == [
        "$.response.body",
        "$.result.message",
    ]


def test_one_request_for_all_or_one_for_each(tmp_path: Path) -> None:
    path = lines(tmp_path / "log.jsonl", MESSAGE, MESSAGE)
    other = json.loads(json.dumps(REQUEST).replace("How many things", "Which things"))
    one = imported(path, evidence=Evidence(requests=(REQUEST,)))
    assert len({each.record["question"] for each in one}) == 1
    two = imported(path, evidence=Evidence(requests=(REQUEST, other)))
    assert [each.record["question"].split()[0] for each in two] == ["How", "Which"]
    *_, fault = import_files("auto", [path], Evidence(requests=(REQUEST,) * 3))
    assert isinstance(fault, Rejection)
    assert "3 requests for 2 payloads" in fault.message


def test_an_id_that_comes_twice_gets_a_number(tmp_path: Path) -> None:
    found = imported(lines(tmp_path / "log.jsonl", SEARCH, SEARCH, SEARCH))
    assert [one.record["answer_id"] for one in found] == ["resp_syn1", "resp_syn1#2", "resp_syn1#3"]
    assert [finding.slug for finding in found[1].findings] == ["duplicate_answer_id"]


def test_faults_are_set_aside_with_line_and_path(tmp_path: Path) -> None:
    broken = json.loads(json.dumps(SEARCH))
    broken["output"][1]["content"][0]["annotations"][0]["index"] = "first"
    path = lines(tmp_path / "log.jsonl", SEARCH, {"response": broken, "request": {}}, {"what": 1}, [], SEARCH)
    found = list(import_files("auto", [path]))
    assert [type(one) for one in found] == [Imported, Rejection, Rejection, Rejection, Imported]
    faults = [one for one in found if isinstance(one, Rejection)]
    assert [one.where for one in faults] == [f"{path}:{line}" for line in (2, 3, 4)]
    assert faults[0].path == "$.response.output[1].content[0].annotations[0].index"
    assert (faults[0].expected, faults[0].got) == ("integer", "string")
    assert "an object with what" in faults[1].message


def test_what_two_formats_claim_is_not_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pincite.importers.catalogue import MODULES

    monkeypatch.setitem(MODULES, "twin", MODULES["openai-responses"])
    (fault,) = import_files("auto", [lines(tmp_path / "log.json", SEARCH)])
    assert isinstance(fault, Rejection)
    assert "openai-responses and twin may all be meant" in fault.message


def test_streams_as_array_lines_and_events_are_one_record(tmp_path: Path) -> None:
    events = payload("anthropic_stream")
    array, log, sse = tmp_path / "a.json", tmp_path / "b.jsonl", tmp_path / "c.txt"
    array.write_text(json.dumps(events, indent=1), encoding="utf-8")
    lines(log, *events)
    sse.write_text(
        "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events), encoding="utf-8"
    )
    packed = tmp_path / "d.jsonl.gz"
    packed.write_bytes(gzip.compress(log.read_bytes()))
    found = [imported(path) for path in (array, log, sse, packed)]
    assert [[one.record["text"] for one in each] for each in found] == [[f"{FIRST}."]] * 4
    digests = {each[0].record["metadata"]["import"]["sha256"] for each in found}
    assert len(digests) == 1


def test_joined_documents_keep_the_user_s_ids(tmp_path: Path) -> None:
    documents = tmp_path / "documents.jsonl"
    lines(documents, *DOCUMENTS)
    out = tmp_path / "answers.jsonl"
    sample = SAMPLES / "openai_responses_web_search.json"
    assert run(["import", "auto", str(sample), "-o", str(out), "--documents", str(documents), "-q"]) == 0
    record = json.loads(out.read_text(encoding="utf-8"))
    ids = ["file-loans01", "file-fees02"]
    assert [one["document_id"] for one in record["citations"]] == ids
    assert [one["document_id"] for one in record["retrieved_chunks"]] == ids
    assert "joined_id" not in out.read_text(encoding="utf-8")


def test_records_become_answers_with_the_place_of_their_payload(tmp_path: Path) -> None:
    path = lines(tmp_path / "log.jsonl", SEARCH, {"what": 1})
    good, bad = foreign_answers(import_files("auto", [path]))
    assert isinstance(good, Answer)
    assert good.where == f"{path}:1"
    assert isinstance(bad, Rejection)
    wrong = Imported({"text": 3, "prompt_chunks": [], "metadata": {"import": {"where": "x:1"}}})
    (fault,) = foreign_answers([wrong])
    assert isinstance(fault, Rejection)
    assert (fault.where, fault.path) == ("x:1", "$.text")


# --- the commands ---


def test_import_writes_answers_and_says_what_it_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = lines(tmp_path / "log.jsonl", SEARCH, MESSAGE)
    out, notes = tmp_path / "answers.jsonl", tmp_path / "notes.jsonl"
    assert run(["import", "auto", str(path), "-o", str(out), "--findings", str(notes)]) == 0
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "2 answers imported" in shown.err
    assert "1 x excerpt_evidence:" in shown.err
    (note,) = map(json.loads, notes.read_text(encoding="utf-8").splitlines())
    assert (note["slug"], note["answer_id"], note["where"]) == ("excerpt_evidence", "msg_syn", f"{path}:2")
    assert run(["check", str(out), "-q", "--format", "json"]) == 1
    first = out.read_bytes()
    assert run(["import", "auto", str(path), "-o", str(out), "-q"]) == 0
    assert out.read_bytes() == first


def test_rejected_payloads_end_in_2_and_the_rest_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = lines(tmp_path / "log.jsonl", SEARCH, {"object": "response", "output": 3})
    assert run(["import", "openai-responses", str(path)]) == 2
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 1
    assert f"{path}:2: $.output: expected array, got integer" in shown.err
    assert "1 of 2 lines rejected" in shown.err
    assert run(["import", "openai-responses", str(path), "--skip-invalid", "-q"]) == 0


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["import"], "missing argument 'FORMAT'"),
        (["import", "auto"], "missing argument 'FILE...'"),
        (["import", "openai-respons", "x"], "did you mean openai-responses?"),
        (["import", "auto", "none.json"], "no such file: none.json"),
        (["import", "auto", "log.json", "-o", "log.json"], "log.json is also read"),
        (["import", "auto", "log.json", "--map", "x"], "expected KEY=NAME"),
        (["import", "auto", "log.json", "--request", "bad.json"], "a request cannot be read"),
        (["import", "auto", "log.json", "-o", "none/out.jsonl"], "cannot write none/out.jsonl"),
        (["check", "log.json", "--request", "log.json"], "--request needs --from"),
        (["check", "log.json", "--map", "a=b"], "--map needs --from"),
        (["check", "log.json", "--from", "openai-respons"], "did you mean openai-responses?"),
    ],
)
def test_errors_have_one_form_and_exit_2(
    argv: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    lines(Path("log.json"), SEARCH)
    Path("bad.json").write_text("{", encoding="utf-8")
    assert run(argv) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert "Traceback" not in shown.err
    assert not list(tmp_path.glob(".*"))


def test_the_list_names_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    from pincite.importers.catalogue import MODULES

    assert run(["import", "--list"]) == 0
    shown = capsys.readouterr().out
    assert all(f"{name} " in shown for name in MODULES)


def test_check_reads_a_foreign_file_in_one_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = lines(tmp_path / "log.jsonl", MESSAGE)
    request = lines(tmp_path / "request.json", REQUEST)
    argv = ["check", str(path), "--from", "auto", "--request", str(request), "--format", "concise"]
    assert run(argv) == 1
    shown = capsys.readouterr()
    assert f"{path}:1: PC502" in shown.out
    assert "1 x excerpt_evidence" in shown.err
    web = lines(tmp_path / "web.jsonl", payload("openai_responses_web_search"))
    corpus = lines(tmp_path / "corpus.jsonl", *DOCUMENTS)
    assert run(["check", str(web), "--from", "auto"]) == 3
    assert run(["check", str(web), "--from", "auto", "--corpus", str(corpus)]) in (0, 1)
