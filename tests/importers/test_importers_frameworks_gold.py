"""Every sample of a framework, trace or data set becomes the expected record, and goes through `check`.

The gold files hold records and findings as they are read, reviewed by eye; PINCITE_WRITE_GOLD=1 writes them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from framework_samples import ALL, FIRST, GOLD, PLANTED, SAMPLES, Sample, from_file

import pincite.cli
from pincite.importers.protocol import Imported
from pincite.importers.reading import import_files
from pincite.io.codec import encode_row
from pincite.io.rejection import Rejection

WRITE = "PINCITE_WRITE_GOLD"


def name(one: Sample) -> str:
    return one.file


def shown(imported: list[Imported]) -> str:
    """Records and findings without the digest and the place of the file, which differ from place to place."""
    rows = []
    for one in imported:
        record = json.loads(encode_row(one.record))
        record["metadata"].pop("import")
        findings = [{"slug": f.slug, "where": f.where, "message": f.message} for f in one.findings]
        rows.append({"record": record, "findings": findings})
    return json.dumps(rows, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


@pytest.mark.parametrize("given", ALL, ids=name)
def test_gold(given: Sample) -> None:
    actual = shown(from_file(given.format, given.path))
    if os.environ.get(WRITE):
        given.gold.write_text(actual, encoding="utf-8")
    expected = given.gold.read_text(encoding="utf-8")
    assert actual == expected, f"{given.gold.name} changed; read it, then set {WRITE}=1"


@pytest.mark.parametrize("given", ALL, ids=name)
def test_detected(given: Sample) -> None:
    found = from_file("auto", given.path)
    assert {one.record["metadata"]["import"]["format"] for one in found} == {given.format}


def test_every_gold_file_has_its_sample() -> None:
    own = {given.gold.name for given in ALL}
    assert own <= {path.name for path in GOLD.iterdir()}
    assert len(own) == len(ALL)


def test_a_citation_block_alone_is_told() -> None:
    (found,) = import_files("auto", [SAMPLES / "llamaindex_citation_block.json"])
    assert isinstance(found, Rejection)
    assert found.path == "$.blocks"
    assert "a citation block alone holds no answer" in found.message


def checked(imported: list[Imported], folder: Path) -> tuple[int, list[dict[str, Any]]]:
    """The exit code of `check` and its claims."""
    answers = folder / "answers.jsonl"
    answers.write_bytes(b"\n".join(encode_row(one.record) for one in imported))
    code = pincite.cli.run(["check", str(answers), "-o", str(folder / "run"), "-q"])
    rows = (folder / "run" / "claims.jsonl").read_text(encoding="utf-8").splitlines()
    return code, [json.loads(row) for row in rows]


@pytest.mark.parametrize("given", ALL, ids=name)
def test_check(given: Sample, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every sample is evaluated, no citation is dangling, and what has its evidence is judged."""
    code, rows = checked(from_file(given.format, given.path), tmp_path)
    assert code in (0, 1, 3), capsys.readouterr().err
    assert rows
    codes = {code for row in rows for code in row["findings"]}
    assert not codes & {"PC101", "PC104", "PC201", "PC202", "PC204", "PC212"}
    assert {row["reason"] for row in rows if row["status"] == "unjudged"} <= {"no_evidence_text"}
    assert (rows[0]["status"] == "judged") == given.judged


@pytest.mark.parametrize("given", [one for one in ALL if one.judged], ids=name)
def test_planted_contradiction(given: Sample, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer's first claim, made to contradict its source, is found out in every format."""
    planted = tmp_path / given.file
    raw = given.path.read_text(encoding="utf-8")
    assert FIRST in raw
    planted.write_text(raw.replace(FIRST, PLANTED), encoding="utf-8")
    code, rows = checked(from_file(given.format, planted), tmp_path)
    planted_rows = [row for row in rows if row["text"].startswith(PLANTED)]
    # Of the three LangChain messages only one has its evidence; the offsets of the others no longer fit.
    found = [row for row in planted_rows if row["status"] == "judged" and row["reason"] != "uncited"]
    assert found
    for row in found:
        assert row["label"] == "contradiction", row
        assert "PC502" in row["findings"]
    assert code == 1, capsys.readouterr().err


def test_the_contradiction_of_the_sample(tmp_path: Path) -> None:
    """The LangChain sample plants one itself, with the source's own words beside it."""
    _, rows = checked(from_file("langchain", SAMPLES / "langchain_aimessage_v1.json"), tmp_path)
    planted = [row for row in rows if "30 days" in row["text"]]
    assert [(row["answer_id"], row["label"]) for row in planted] == [
        ("a1", "contradiction"),
        ("o1", None),
        ("g1", None),
    ]
