"""`pincite calibrate` from end to end: pairs, and a run that people labelled."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pincite.calibration.card import read_card
from pincite.cli import run

TOPICS = ("bats", "owls", "foxes", "moles", "hares", "wolves", "storks", "herons", "otters", "badgers")


@pytest.fixture(autouse=True)
def _outside_of_any_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith("PINCITE_"):
            monkeypatch.delenv(name)


def write(path: str, *records: Any) -> str:
    lines = [one if isinstance(one, str) else json.dumps(one) for one in records]
    Path(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def pairs(n: int = 120) -> list[dict[str, Any]]:
    """Half of the claims stand in the evidence, half are about something else."""
    records = []
    for place in range(n):
        topic, other = TOPICS[place % 10], TOPICS[(place + 3) % 10]
        full = place % 2 == 0
        records.append(
            {
                "id": str(place),
                "group": f"g{place}",
                "evidence": f"The {topic if full else other} of the valley hunt at dusk number {place}.",
                "claim": f"The {topic} of the valley hunt at dusk number {place}.",
                "label": "full" if full else "none",
            }
        )
    return records


def test_pairs_end_in_a_card_and_reports(capsys: pytest.CaptureFixture[str]) -> None:
    file = write("valley.jsonl", *pairs())
    assert run(["calibrate", "--pairs", file, "--judge", "overlap", "-o", "out", "-q"]) == 0
    seen = capsys.readouterr()
    assert seen.out.startswith("calibration of overlap: ") and seen.err == ""
    names = sorted(path.name for path in Path("out").iterdir())
    assert names == ["card-overlap.json", "decisions.jsonl", "report.html", "report.md"]
    card = read_card("out/card-overlap.json")
    assert card.pairs == 120 and card.data[0].path == file and list(card.sets) == ["valley"]
    rows = [json.loads(line) for line in Path("out/decisions.jsonl").read_text().splitlines()]
    assert len(rows) == 120 and not any("dusk" in json.dumps(row) for row in rows)
    assert sum(row["development"] for row in rows) == card.development


def test_several_files_and_judges_with_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = write("a.jsonl", *pairs(40)), write("b.jsonl", *pairs(40))
    argv = ["calibrate", "--pairs", one, other, "--judge", "rules", "--judge", "overlap"]
    assert run([*argv, "--limit", "20", "--format", "json", "-q"]) == 0
    cards = json.loads(capsys.readouterr().out)
    assert [card["judge"]["name"] for card in cards] == ["rules", "overlap"]
    assert all(card["pairs"] == 40 and set(card["sets"]) == {"a", "b"} for card in cards)
    assert run([*argv, "--format", "markdown", "-q"]) == 0
    assert capsys.readouterr().out.startswith("# The judges compared\n\n- ")


def test_two_runs_differ_in_nothing_but_the_date(capsys: pytest.CaptureFixture[str]) -> None:
    file = write("a.jsonl", *pairs(60))
    told = []
    for _ in range(2):
        assert run(["calibrate", "--pairs", file, "--judge", "overlap", "--format", "json"]) == 0
        card = json.loads(capsys.readouterr().out)
        told.append({key: value for key, value in card.items() if key not in ("created_at", "digest")})
    assert told[0] == told[1]


def test_rejected_lines_are_told_and_the_rest_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    file = write("a.jsonl", *pairs(40), "{", {"claim": "x"})
    argv = ["calibrate", "--pairs", file, "--judge", "overlap"]
    assert run(argv) == 2
    seen = capsys.readouterr()
    assert "2 of 42 lines rejected" in seen.err and "calibration of overlap" in seen.out
    assert run([*argv, "--skip-invalid"]) == 0


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["calibrate"], "nothing to calibrate on"),
        (["calibrate", "a", "b", "--labels", "l.jsonl"], "nothing to calibrate on"),
        (["calibrate", "run", "--labels", "l.jsonl", "--judge", "rules"], "a run has its judge"),
        (["calibrate", "--pairs", "none.jsonl"], "no such file: none.jsonl"),
        (["calibrate", "--pairs", "none.jsonl", "--judge", "ruls"], "'ruls'"),
        (["calibrate", "--pairs", "none.jsonl", "--development", "1"], "the development share lies from 0"),
        (["calibrate", "nowhere", "--labels", "l.jsonl"], "cannot read the run"),
    ],
)
def test_what_cannot_be_done_is_said(
    argv: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(argv) == 2
    seen = capsys.readouterr()
    assert message in seen.err and seen.out == ""


def test_nothing_to_measure_is_exit_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "--pairs", write("a.jsonl"), "--judge", "overlap"]) == 3
    assert "nothing was measured" in capsys.readouterr().out


def labelled_run(n: int = 40) -> tuple[str, str]:
    answers = [
        {
            "answer_id": f"a{place}",
            "text": f"The {TOPICS[place % 10]} of the valley hunt at dusk [1].",
            "prompt_chunks": [
                f"The {TOPICS[place % 10] if place % 4 else 'weather'} of the valley "
                f"{'hunt at dusk' if place % 4 else 'is mild'}."
            ],
        }
        for place in range(n)
    ]
    file = write("answers.jsonl", *answers)
    run(["check", file, "-o", "run", "-q", "--fail-on", "never"])
    claims = [json.loads(line) for line in Path("run/claims.jsonl").read_text().splitlines()]
    labels = [
        {
            **{key: claim[key] for key in ("answer_id", "claim_id", "start", "end", "text")},
            "label": "full" if int(claim["answer_id"][1:]) % 4 else "none",
            "rater": "anna",
        }
        for claim in claims
    ]
    return "run", write("labels.jsonl", *labels)


def test_a_labelled_run_gives_corrected_rates(capsys: pytest.CaptureFixture[str]) -> None:
    directory, labels = labelled_run()
    capsys.readouterr()
    assert run(["calibrate", directory, "--labels", labels, "-o", "out", "--development", "0"]) == 0
    seen = capsys.readouterr()
    assert "Rates corrected for the judge's errors" in seen.out
    card = read_card("out/card-rules.json")
    assert card.run is not None and card.pairs == 40
    assert set(card.run.corrected) == {"citation_precision", "citation_completeness"}
    precision = card.run.corrected["citation_precision"].prediction_powered
    assert precision.estimate.value == pytest.approx(0.75) and precision.labelled == 40
    assert card.overall.numbers.baseline is not None


def test_changed_inputs_give_no_baseline(capsys: pytest.CaptureFixture[str]) -> None:
    directory, labels = labelled_run()
    capsys.readouterr()
    with Path("answers.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert run(["calibrate", directory, "--labels", labels, "--development", "0"]) == 0
    seen = capsys.readouterr()
    assert "changed since the run" in seen.err
    assert "word overlap could not be measured beside it" in seen.out
