"""The model as it is shipped: whole, small, and the same whatever stands beside a question."""

from __future__ import annotations

from importlib import resources

import pytest
from judges_questions import question

from pincite.judges.local import model
from pincite.judges.local.files import PACKAGE, load_files
from pincite.judges.local.judge import LocalJudge, local_judge
from pincite.judges.naming import named_judge

MOST_BYTES = 35_000_000

TEXT = (
    "The library opens at nine on weekdays. Members may borrow twelve items at once, and a loan runs for "
    "21 days. Late books cost 20 cents a day. The reading room is closed on public holidays."
)


@pytest.fixture(scope="module")
def judge() -> LocalJudge:
    return local_judge()


def test_the_files_are_those_of_the_manifest_and_small() -> None:
    shipped = load_files()
    folder = resources.files(PACKAGE)
    sizes = [len(folder.joinpath(name).read_bytes()) for name in shipped.manifest.files]
    assert sum(sizes) <= MOST_BYTES
    assert shipped.combiner.open <= shipped.combiner.full


@pytest.mark.parametrize(
    ("claim", "label"),
    [
        ("The library opens at nine on weekdays.", "full"),
        ("A loan runs for 21 days.", "full"),
        ("A loan runs for 30 days.", "contradiction"),
        ("Late books cost 20 euros a day.", "contradiction"),
        ("Dogs need a vaccination certificate.", "none"),
    ],
)
def test_plain_questions(judge: LocalJudge, claim: str, label: str) -> None:
    assert judge.judge_batch([question(claim, TEXT)])[0].label == label


def test_a_verdict_does_not_depend_on_the_batch(judge: LocalJudge) -> None:
    asked = [
        question(f"Members may borrow {n} items at once.", *[TEXT] * (1 + n % 3), key=f"q{n}")
        for n in range(40)
    ]
    together = judge.judge_batch(asked)
    assert together == [judge.judge_batch([one])[0] for one in asked]
    assert together[::-1] == judge.judge_batch(asked[::-1])


def test_a_verdict_does_not_depend_on_the_number_of_threads(
    judge: LocalJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [question(f"A loan runs for {n} days.", *[TEXT] * (1 + n % 4), key=f"q{n}") for n in range(24)]
    # A worker process has one thread, the only process of a check all cores.
    monkeypatch.setattr(model, "parent_process", lambda: object())
    alone = LocalJudge(load_files())
    assert alone.judge_batch(asked) == judge.judge_batch(asked)


def test_it_is_found_by_its_name() -> None:
    assert named_judge("local").identity.parts["weights"] == load_files().digest
