"""Judges by name: the ones that ship, third parties', and names that are none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import ConfigError, DependencyError
from pincite.judges import naming
from pincite.judges.cache import CachedJudge
from pincite.judges.cascade import CascadeJudge
from pincite.judges.llm.judge import LLMJudge
from pincite.judges.naming import named_judge
from pincite.judges.optional import require
from pincite.judges.options import JudgeOptions
from pincite.judges.protocol import Judge
from pincite.model import JudgeIdentity, Question, Verdict

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_BASE_URL")
PLAIN = JudgeOptions(cache=None, base_url="http://127.0.0.1:1")


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield


class Third:
    """A third party's judge."""

    def __init__(self, argument: str = "", options: JudgeOptions | None = None) -> None:
        self.argument, self.options = argument, options
        self.identity = JudgeIdentity(name=f"third:{argument}", version="1", digest="d", rubric_digest="r")

    def judge_batch(self, questions: Sequence[Question]) -> list[Verdict]:
        return [Verdict(question_id=one.question_id, label="none") for one in questions]


class Local(Third):
    network = False


def no_judge(argument: str, options: JudgeOptions) -> Any:
    return object()


def bad_argument(argument: str, options: JudgeOptions) -> Any:
    raise ConfigError("no such flavour", where="judge")


def broken(argument: str, options: JudgeOptions) -> Any:
    raise ValueError("broken inside")


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {
        "third": "Third",
        "nearby": "Local",
        "nothing": "no_judge",
        "picky": "bad_argument",
        "broken": "broken",
    }
    points = [EntryPoint(name, f"{__name__}:{attr}", naming.GROUP) for name, attr in names.items()]
    points.append(EntryPoint("gone", "no_such_module:x", naming.GROUP))
    points.append(EntryPoint("rules", f"{__name__}:Third", naming.GROUP))
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: EntryPoints(points).select(group=group)
    )


def test_rules() -> None:
    assert named_judge("rules").identity.name == "rules"


@pytest.mark.parametrize("name", ["openai:gpt-5", "anthropic:claude", "openai:org/model:8b"])
def test_a_model_by_name(name: str) -> None:
    judge = named_judge(name, PLAIN)
    assert isinstance(judge, LLMJudge) and isinstance(judge, Judge)
    assert judge.identity.name == name


def test_verdicts_are_kept_unless_told_otherwise(tmp_path: Path) -> None:
    judge = named_judge("openai:m", JudgeOptions(base_url="http://127.0.0.1:1"))
    assert isinstance(judge, CachedJudge)
    assert (tmp_path / "pincite" / "verdicts.sqlite").is_file()
    judge.close()


def test_a_cascade_by_name() -> None:
    judge = named_judge("cascade:rules,openai:m", PLAIN)
    assert isinstance(judge, CascadeJudge)
    assert judge.identity.name == "cascade:rules,openai:m"


def test_members_of_a_cascade_share_the_budget() -> None:
    options = JudgeOptions(cache=None, base_url="http://127.0.0.1:1", budget_calls=3)
    cascade = named_judge("cascade:rules,openai:m,anthropic:n", options)
    assert isinstance(cascade, CascadeJudge)
    _, one, other = cascade._judges
    assert isinstance(one, LLMJudge) and isinstance(other, LLMJudge)
    assert one._budget is other._budget


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("rule", "did you mean rules?"),
        ("opnai:gpt", "did you mean openai:MODEL?"),
        ("antropic:x", "did you mean anthropic:MODEL?"),
        ("cascades:rules,x", "did you mean cascade:"),
        ("gpt-5", "openai:MODEL"),
        ("", "rules"),
        ("rules:strict", "rules"),
        ("openai", "openai:MODEL"),
        ("openai: ", "openai:MODEL"),
        ("nli:", "nli:PATH"),
        ("openai:a b", "blanks"),
        ("openai:a|b", "blanks"),
        ("cascade:rules", "cascade:rules,NAME"),
        ("cascade:rules,,rules", "cascade:rules,openai:MODEL"),
        ("cascade:rules,openai:", "cascade:rules,openai:MODEL"),
        ("cascade:rules,cascade:rules", "list its judges"),
        ("nli:./no/such/model", "config.json"),
    ],
)
def test_a_name_that_is_none_is_told_with_a_way_out(name: str, said: str) -> None:
    with pytest.raises(ConfigError) as error:
        named_judge(name, PLAIN)
    assert said in str(error.value)


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_a_missing_key_is_told_before_anything_is_judged(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    variable = f"{kind.upper()}_API_KEY"
    with pytest.raises(ConfigError) as error:
        named_judge(f"{kind}:m", JudgeOptions(cache=None))
    assert variable in str(error.value.hint)
    monkeypatch.setenv(variable, "sk-test")
    assert named_judge(f"{kind}:m", JudgeOptions(cache=None)).identity.name == f"{kind}:m"


def test_the_address_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1/")
    judge = named_judge("openai:m", JudgeOptions(cache=None))
    assert judge.identity.parts["endpoint"] == "http://127.0.0.1:9/v1"


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://127.0.0.1/v1", "http://", "/v1"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(ConfigError, match="no address") as error:
        named_judge("openai:m", JudgeOptions(cache=None, base_url=url))
    assert error.value.where == "base_url"


def test_offline_needs_stored_verdicts_but_no_key(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="offline"):
        named_judge("openai:m", JudgeOptions(cache=None, offline=True))
    path = tmp_path / "v.sqlite"
    CachedJudge(Third("x"), path).close()
    judge = named_judge("openai:m", JudgeOptions(cache=path, offline=True))
    (told,) = judge.judge_batch([Question(question_id="q", claim="a", passages=())])
    assert (told.status, told.reason) == ("unjudged", "offline")


def test_a_missing_package_is_told_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(DependencyError) as error:
        named_judge("openai:m", PLAIN)
    assert error.value.hint == "pip install 'pincite[llm]'"


def test_a_missing_package_of_a_package_is_named() -> None:
    with pytest.raises(DependencyError, match="'no_such_module_at_all'"):
        require("no_such_module_at_all.inner", extra="nli", needed_by="the judge x")


@pytest.mark.parametrize(
    "changes",
    [
        {"timeout": 0},
        {"concurrency": -1},
        {"budget_calls": -1},
        {"price_input": 1.0},
        {"escalate_below": 1.5},
        {"nli_threshold": -0.1},
    ],
)
def test_options_are_checked(changes: dict[str, Any]) -> None:
    with pytest.raises(ConfigError) as error:
        JudgeOptions(**changes)
    assert next(iter(changes)) in str(error.value.where)


# Third parties


@pytest.mark.usefixtures("plugins")
class TestPlugins:
    def test_a_plugin_gets_what_stands_after_the_colon_and_the_options(self) -> None:
        judge = named_judge("third:some:thing", PLAIN)
        assert isinstance(judge, Third)
        assert (judge.argument, judge.options) == ("some:thing", PLAIN)

    def test_a_plugin_without_argument(self) -> None:
        judge = named_judge("third", PLAIN)
        assert isinstance(judge, Third) and judge.argument == ""

    def test_a_plugin_is_cached_unless_it_needs_no_network(self, tmp_path: Path) -> None:
        options = JudgeOptions(cache=tmp_path / "v.sqlite")
        judge = named_judge("third:x", options)
        assert isinstance(judge, CachedJudge)
        judge.close()
        assert isinstance(named_judge("nearby", options), Local)

    def test_a_plugin_may_stand_in_a_cascade(self) -> None:
        assert named_judge("cascade:rules,third:x", PLAIN).identity.name == "cascade:rules,third:x"

    def test_what_ships_comes_first(self) -> None:
        assert named_judge("rules", PLAIN).identity.name == "rules"

    def test_a_plugin_is_suggested_too(self) -> None:
        with pytest.raises(ConfigError, match="did you mean third"):
            named_judge("thrid:x", PLAIN)

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("nothing", "gave no judge"),
            ("picky:x", "no such flavour"),
            ("broken", "broken inside"),
            ("gone", "no_such_module"),
        ],
    )
    def test_a_plugin_that_fails_is_named(self, name: str, said: str) -> None:
        with pytest.raises(ConfigError, match=said):
            named_judge(name, PLAIN)


def test_naming_loads_no_sdk_and_no_database() -> None:
    heavy = [
        "openai",
        "anthropic",
        "onnxruntime",
        "tokenizers",
        "numpy",
        "torch",
        "sqlite3",
        "asyncio",
        "httpx2",
    ]
    script = (
        "import sys, pincite.judges.naming as n; n.named_judge('rules');"
        f"print(*sorted(set({heavy}) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
