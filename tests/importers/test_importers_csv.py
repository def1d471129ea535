"""CSV of any origin, through the real command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pincite.cli
from pincite.importers.literals import parsed


def imported(folder: Path, text: str, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit code of the import and its records."""
    file, out = folder / "answers.csv", folder / "out.jsonl"
    file.write_text(text, encoding="utf-8", newline="")
    code = pincite.cli.run(["import", "csv", str(file), "-o", str(out), *arguments])
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    return code, [json.loads(line) for line in lines]


def one(folder: Path, text: str, *arguments: str) -> dict[str, Any]:
    code, (record,) = imported(folder, text, *arguments)
    assert code == 0
    return record


@pytest.mark.parametrize(
    "cell",
    [
        '"[""Cats purr."", ""Dogs bark.""]"',
        "\"['Cats purr.', 'Dogs bark.']\"",
        '"[{""id"": 1, ""text"": ""Cats purr.""}, {""page_content"": ""Dogs bark.""}]"',
    ],
)
def test_lists_in_a_cell(tmp_path: Path, cell: str) -> None:
    record = one(tmp_path, f"answer,contexts\nCats purr [1].,{cell}\n")
    assert [chunk["text"] for chunk in record["prompt_chunks"]] == ["Cats purr.", "Dogs bark."]


def test_mapped_columns(tmp_path: Path) -> None:
    record = one(
        tmp_path,
        "frage,reply,c1,c2,key,note\nQ?,Cats purr [1].,Cats purr.,Dogs bark.,k7,n\n",
        "--map", "text=reply", "--map", "question=frage",
        "--map", "prompt_chunks=c1,c2", "--map", "answer_id=key",
    )  # fmt: skip
    assert (record["text"], record["question"], record["answer_id"]) == ("Cats purr [1].", "Q?", "k7")
    assert [chunk["text"] for chunk in record["prompt_chunks"]] == ["Cats purr.", "Dogs bark."]
    assert record["metadata"]["note"] == "n"


def test_separator_and_ids(tmp_path: Path) -> None:
    text = "answer,contexts,doc_ids\nCats purr [1].,Cats purr. | Dogs bark.,a|b\n"
    record = one(tmp_path, text, "--map", "separator=|")
    assert [(chunk["document_id"], chunk["text"]) for chunk in record["prompt_chunks"]] == [
        ("a", "Cats purr."),
        ("b", "Dogs bark."),
    ]


def test_an_empty_cell_is_not_recorded_and_an_empty_list_is_none(tmp_path: Path) -> None:
    _, (first, second) = imported(tmp_path, "answer,contexts\nCats purr.,\nDogs bark.,[]\n")
    assert first["prompt_chunks"] is None
    assert second["prompt_chunks"] == []


def test_quoted_line_breaks_and_other_delimiters(tmp_path: Path) -> None:
    record = one(tmp_path, 'answer;contexts\n"Cats\npurr [1].";"Cats purr; dogs bark."\n')
    assert record["text"] == "Cats\npurr [1]."
    assert record["prompt_chunks"][0]["text"] == "Cats purr; dogs bark."


def test_citations_in_a_cell(tmp_path: Path) -> None:
    cell = json.dumps([{"citation_id": "s", "marker": "[a]", "document_id": "doc-1"}]).replace('"', '""')
    record = one(tmp_path, f'answer,contexts,citations\nCats purr [a].,Cats purr.,"{cell}"\n')
    assert record["citations"][0]["marker"] == "[a]"


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("a,b\n1,2\n", (), "--map text=COLUMN"),
        ("answer,contexts\nx,y\n", ("--map", "text=anser"), "did you mean 'answer'"),
        ("answer,contexts\nx,y\n", ("--map", "txt=answer"), "did you mean 'text'"),
        ("answer,contexts\n", (), "rows under a line with the names of the columns"),
    ],
)
def test_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, arguments: tuple[str, ...], said: str
) -> None:
    code, records = imported(tmp_path, text, *arguments)
    assert code == 2
    assert not records
    assert said in capsys.readouterr().err


def test_a_faulty_row_leaves_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, records = imported(tmp_path, 'answer,contexts\nx,"[{}]"\ny,[]\n')
    assert code == 2
    assert [record["text"] for record in records] == ["y"]
    assert "$[0].contexts[0]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("['a', \"b\"]", ["a", "b"]),
        ("[None, True, (1, 2)]", [None, True, [1, 2]]),
        ("{'a': {1: 'b'}}", {"a": {"1": "b"}}),
        ("[1] says that [2]", "[1] says that [2]"),
        ("[__import__('os')]", "[__import__('os')]"),
        ("{1, 2}", "{1, 2}"),
        ("['\\d']", ["\\d"]),
        ("[" * 5000 + "]" * 5000, "[" * 5000 + "]" * 5000),
        ("[b'a']", "[b'a']"),
        ("", ""),
    ],
)
def test_literals(text: str, value: Any) -> None:
    assert parsed(text) == value
