"""PC212 and PC211 against a supplied bibliography, from the answer to the finding."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.cli import run
from pincite.model.result import AnswerResult

BIB = r"""
@article{vasko2018, author={Vasko, Mara}, title={Ice loss on three eastern glaciers}, year=2018,
  doi={10.5555/jsw.17}}
@article{moore2021, author={Moore, Ada B. and Okafor, Kim and Nov{\'a}k, Jan},
  title={Why reading rooms stay quiet}, year=2021}
@article{smith2014, author={Smith, Paul}, title={Shelving by colour}, year=2014}
@article{smith2015, author={Smith, Paul}, title={Shelving by weight}, year=2015}
"""
LOANS = {
    "document_id": "loans",
    "title": "The loan rules of the house",
    "text": "Each loan runs for 21 days.",
}
LIST = """Ice is lost [1]. Rooms are quiet [2]. Owls sing [3].

References
[1] Vasko, M. (2018). Ice loss on three eastern glaciers. Journal of Slow Water, 1.
[2] Moore, A., Okafor, K. (2019). Why reading rooms stay quiet. Library Letters.
[3] Zabriskie, Q. (2011). Songs of owls in winter. Bird Notes.
[4] Toft, W. (2001). What nobody cites in here. Notes.
"""


@pytest.fixture
def bib(tmp_path: Path) -> Path:
    path = tmp_path / "lib.bib"
    path.write_text(BIB, encoding="utf-8")
    return path


def checked(bib: Path | None, text: str, prompt: Any = (LOANS,), **more: Any) -> AnswerResult:
    record = {"text": text, "prompt_chunks": prompt if prompt is None else list(prompt), **more}
    (result,) = pincite.check([record], bibliography=bib).results
    return result


def codes(result: AnswerResult) -> list[str]:
    """The codes about sources, in the order of the answer."""
    found = [finding for finding in result.findings if finding.code.startswith("PC2")]
    placed = sorted(found, key=lambda one: (one.answer_span.start if one.answer_span else 0, one.code))
    return [finding.code for finding in placed]


def test_author_year_markers(bib: Path) -> None:
    text = (
        "Ice is lost (Vasko, 2018). Rooms are quiet (Moore et al., 2021). Owls sing (Zabriskie, 2011)."
        " Shelves are red (Smith, 2016). Snow falls (Vasko, 2019)."
    )
    assert codes(checked(None, text)) == ["PC201"] * 5
    result = checked(bib, text)
    assert codes(result) == ["PC202", "PC202", "PC212", "PC201", "PC202", "PC211"]
    said = {finding.code: finding.message for finding in result.findings}
    assert "names Zabriskie 2011, which is in no prompt, retrieved chunk or bibliography" in said["PC212"]
    assert "year '2019' for '2018'" in said["PC211"]
    assert "2 works of the bibliography come near, none fits" in said["PC201"]
    real = result.claims[0].citations[0]
    assert (real.resolution, real.in_context, real.status, real.reason) == (
        "resolved",
        False,
        "unjudged",
        "no_evidence_text",
    )
    references = result.facts.references
    assert [one.could_be_looked_up for one in references] == [True, True, True, False, True]
    assert [one.fabricated for one in references] == [False, False, True, False, False]


def test_a_reference_list_explains_numbers(bib: Path) -> None:
    result = checked(bib, LIST, prompt=[])
    assert codes(result) == ["PC202", "PC202", "PC211", "PC212", "PC212"]
    uncited = next(one for one in result.findings if "the reference list names" in one.message)
    assert uncited.answer_span is not None
    assert result.text[uncited.answer_span.start : uncited.answer_span.end].startswith("[4] Toft")
    assert sum(one.fabricated for one in result.facts.references) == 1, "an entry is no displayed reference"


@pytest.mark.parametrize("bullet", ["", "- ", "* "])
def test_a_list_without_numbers_explains_authors_and_years(bullet: str, bib: Path) -> None:
    text = (
        "Ice is lost (Vasko, 2018). Rooms are quiet (Moore et al., 2021).\n\nReferences\n\n"
        f"{bullet}Moore, A. B., & Okafor, K. (2021). Why reading rooms stay loud. *Letters*, 12(3).\n\n"
        f"{bullet}Vasko, M. (2018). Ice loss on three eastern glaciers. *Journal of Slow Water*, 1.\n"
    )
    result = checked(bib, text)
    assert len(result.claims) == 2, "entries of the list are no claims"
    (finding,) = [one for one in result.findings if one.code == "PC211"]
    assert finding.data["kind"] == "bibliography"
    assert finding.data["differences"] == [
        {"field": "title", "stated": "Why reading rooms stay loud", "stored": "Why reading rooms stay quiet"}
    ]
    assert "PC212" not in codes(result)


def test_numbers_that_lead_into_the_prompt_are_left_alone(bib: Path) -> None:
    text = "Loans run for 21 days [1].\n\nReferences\n[1] Zabriskie, Q. (2011). Songs of owls. Notes.\n"
    assert not codes(checked(bib, text))


def test_stored_citations_without_ids(bib: Path) -> None:
    result = checked(
        bib,
        "Ice is lost [a]. Owls sing [b]. Loans run for 21 days [c]. Snow falls [d].",
        citations=[
            {
                "citation_id": "a",
                "marker": "[a]",
                "title": "Ice loss on three eastern glaciers",
                "year": 2018,
            },
            {
                "citation_id": "b",
                "marker": "[b]",
                "title": "Songs of owls",
                "author": "Zabriskie, Q.",
                "year": 2011,
            },
            {"citation_id": "c", "marker": "[c]", "title": "The loan rules of the house"},
            {"citation_id": "d", "marker": "[d]", "uri": "https://doi.org/10.5555/jsw.17"},
        ],
    )
    assert codes(result) == ["PC202", "PC212", "PC202"]
    loans = result.claims[2].citations[0]
    assert (loans.document_id, loans.label) == ("loans", "full"), "a title of the prompt names its passage"


def test_a_work_that_was_shown_is_read(bib: Path) -> None:
    shown = {
        "document_id": "d9",
        "title": "Ice loss on three eastern glaciers",
        "text": "All three glaciers lose ice.",
    }
    result = checked(bib, "All three glaciers lose ice (Vasko, 2018).", prompt=[LOANS, shown])
    assert not codes(result)
    assert [claim.label for claim in result.claims] == ["full"]


def test_where_the_passages_have_no_names_nobody_can_say_that_it_was_not_shown(bib: Path) -> None:
    result = checked(bib, "Ice is lost (Vasko, 2018).", prompt=["Some passage without a name."])
    assert not codes(result)
    assert result.claims[0].citations[0].in_context is None


def test_without_a_recorded_prompt_nothing_is_called_invented(bib: Path) -> None:
    result = checked(bib, "Owls sing (Zabriskie, 2011).", prompt=None)
    assert codes(result) == ["PC201"]


def test_ids_and_addresses_are_not_looked_for_in_a_bibliography_alone(bib: Path) -> None:
    citations = [
        {"citation_id": "1", "marker": "[1]", "document_id": "nowhere-7"},
        {"citation_id": "2", "marker": "[2]", "uri": "https://library.example/none"},
    ]
    assert codes(checked(bib, "A is b [1]. C is d [2].", citations=citations)) == ["PC201", "PC201"]
    by_key = [{"citation_id": "1", "marker": "[1]", "document_id": "vasko2018"}]
    assert codes(checked(bib, "Ice is lost [1].", citations=by_key)) == ["PC202"]


def test_the_command(bib: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"text": LIST, "prompt_chunks": []}), encoding="utf-8")
    out = tmp_path / "run"
    argv = ["check", str(answers), "--bibliography", str(bib), "-q", "--format", "concise", "-o", str(out)]
    assert run(argv) == 1
    assert capsys.readouterr().out.count("PC212") == 2
    manifest = json.loads((out / "manifest.json").read_text())
    assert [one["role"] for one in manifest["inputs"]] == ["answers", "bibliography"]
    bib.write_text(BIB + "@misc{broken, title = {\n", encoding="utf-8")
    assert run(argv[:-2]) == 2
    assert f"{bib}:" in capsys.readouterr().err
    assert run([*argv[:-2], "--skip-invalid"]) == 1
