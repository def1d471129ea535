"""Places: relative to the repository whatever the folder, and nothing invented where there is no file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.report.place import Places, repository_root, run_page

ROOT = Path("repo").absolute()
OUTSIDE = ROOT.parent / "a.jsonl"


@pytest.mark.parametrize(
    ("where", "folder", "path", "line", "uri"),
    [
        ("data/answers.jsonl:14", ROOT, "data/answers.jsonl", 14, "data/answers.jsonl"),
        ("answers.jsonl:2", ROOT / "data", "data/answers.jsonl", 2, "data/answers.jsonl"),
        ("../a.jsonl:2", ROOT / "data", "a.jsonl", 2, "a.jsonl"),
        (f"{ROOT / 'x' / 'a.jsonl'}:3", ROOT / "data", "x/a.jsonl", 3, "x/a.jsonl"),
        (f"{OUTSIDE}:3", ROOT, str(OUTSIDE), 3, OUTSIDE.as_uri()),
        ("über uns#1?.jsonl:3", ROOT, "über uns#1?.jsonl", 3, "%C3%BCber%20uns%231%3F.jsonl"),
        ("a:b.jsonl:3", ROOT, "a:b.jsonl", 3, "a%3Ab.jsonl"),
        ("answers.jsonl", ROOT, "answers.jsonl", 1, "answers.jsonl"),
        ("answers.jsonl:0", ROOT, "answers.jsonl", 1, "answers.jsonl"),
        ("<stdin>:7", ROOT, "<stdin>", 7, "stdin"),
        ("", ROOT, "<memory>", 1, "memory"),
    ],
)
def test_a_place(where: str, folder: Path, path: str, line: int, uri: str) -> None:
    place = Places(folder, ROOT)(where)
    assert (place.path, place.line, place.uri) == (path, line, uri)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40))
def test_any_text_is_a_place_with_a_uri(where: str) -> None:
    place = Places(ROOT, ROOT)(where.replace("\0", ""))
    assert place.line >= 1
    assert place.uri.isascii()
    assert not set(place.uri) & set(' <>"{}|\\^`')


def test_the_root_of_the_repository(tmp_path: Path) -> None:
    inside = tmp_path / "repo" / "data"
    inside.mkdir(parents=True)
    assert repository_root(inside, {"GITHUB_WORKSPACE": str(tmp_path)}) == tmp_path
    assert repository_root(inside, {"CI_PROJECT_DIR": str(tmp_path / "repo")}) == tmp_path / "repo"
    (tmp_path / "repo" / ".git").mkdir()
    assert repository_root(inside, {}) == tmp_path / "repo"
    assert repository_root(inside, {"GITHUB_WORKSPACE": "/elsewhere"}) == tmp_path / "repo"


def test_the_page_of_the_run() -> None:
    names = {"GITHUB_SERVER_URL": "https://f", "GITHUB_REPOSITORY": "o/r", "GITHUB_RUN_ID": "7"}
    assert run_page(names) == "https://f/o/r/actions/runs/7#artifacts"
    assert run_page({"CI_JOB_URL": "https://g/o/r/-/jobs/7"}) == "https://g/o/r/-/jobs/7/artifacts/browse"
    assert run_page({"GITHUB_RUN_ID": "7"}) is None
