"""The policy: what ships, what a user may change, and how mistakes are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.claims.policy import KINDS, default_policy, load_policy, parse_policy
from pincite.errors import ConfigError
from pincite.model.credit import DEFAULT_CREDIT


def test_default_policy_decides_every_kind() -> None:
    policy = default_policy()
    assert set(policy.kinds) == set(KINDS)
    required = {kind for kind, rule in policy.kinds.items() if rule.citation_required}
    assert required == {
        "fact",
        "figure",
        "date",
        "quote",
        "policy",
        "eligibility",
        "causal",
        "comparison",
        "instruction",
        "user_state",
        "safety",
    }
    assert policy.prompt_context_required
    assert policy.credit == DEFAULT_CREDIT


def test_user_file_changes_only_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(
        'version = "7"\n[kinds]\nopinion = { verifiable = true, citation_required = false }\n'
        "[citations]\nprompt_context_required = false\n[credit.critical]\npartial = 0.25\n",
        encoding="utf-8",
    )
    policy = load_policy(path)
    assert policy.version == "7"
    assert policy.kinds["opinion"].verifiable
    assert policy.kinds["fact"] == default_policy().kinds["fact"]
    assert not policy.prompt_context_required
    critical = policy.credit.of("critical")
    assert 4 * critical.partial == critical.full > 0
    assert policy.credit.of("low").partial == 0
    assert policy.digest != default_policy().digest


def test_digest_depends_on_content_not_on_layout() -> None:
    base = default_policy()
    same = parse_policy("# nothing changes\n[sources]\naccepted_authorities = []\n", base=base)
    assert same.digest == base.digest
    assert len(base.digest) == 64
    other = parse_policy('version = "2"', base=base)
    assert other.digest != base.digest


@pytest.mark.parametrize(
    ("source", "where", "hint"),
    [
        ("[kinds.fakt]\nverifiable = true", "kinds.fakt", "fact"),
        ("[citation]\nprompt_context_required = true", "citation", "citations"),
        ("[kinds.fact]\nverifiabel = true", "kinds.fact.verifiabel", "verifiable"),
        ('[[severity]]\nkind = "safety"\nlevel = "hihg"', "severity[0].level", "high"),
        ('[[severity]]\nkind = "savety"\nlevel = "high"', "severity[0].kind", "safety"),
        ('[sources]\ninvalid_statuses = ["widthdrawn"]', "sources.invalid_statuses", "withdrawn"),
        ("[credit]\nfulll = 1", "credit.fulll", "full"),
    ],
)
def test_unknown_keys_and_values_name_the_close_one(source: str, where: str, hint: str) -> None:
    with pytest.raises(ConfigError) as error:
        parse_policy(source, where="mine.toml", base=default_policy())
    assert error.value.where == f"mine.toml: {where}"
    assert hint in (error.value.hint or "")


@pytest.mark.parametrize(
    "source",
    [
        "not toml at all =",
        "version = 3",
        "kinds = 1",
        'severity = "high"',
        '[[severity]]\nlevel = "high"',
        '[[severity]]\nlevel = "high"\npattern = "("',
        "[citations]\nprompt_context_required = 1",
        '[credit]\nfull = "one"',
        "[credit]\nfull = nan",
        "[credit]\ncontradiction = 1",
        "[kinds.fact]\nverifiable = false\ncitation_required = true",
        "[sources]\naccepted_authorities = [1]",
    ],
)
def test_wrong_values_are_config_errors(source: str) -> None:
    with pytest.raises(ConfigError):
        parse_policy(source, base=default_policy())


def test_missing_file_is_a_config_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot read the policy"):
        load_policy(tmp_path / "absent.toml")


def test_first_fitting_severity_rule_decides() -> None:
    policy = parse_policy(
        '[[severity]]\nkind = "instruction"\npattern = "\\\\bmg\\\\b"\nlevel = "critical"\n'
        '[[severity]]\npattern = "dose"\nlevel = "high"\n',
        base=default_policy(),
    )
    assert policy.severity_of("instruction", "Take 5 MG of the dose") == "critical"
    assert policy.severity_of("fact", "a dose of 5 mg") == "high"
    assert policy.severity_of("fact", "5 mg") is None


@pytest.mark.parametrize(
    ("status", "authority", "valid"),
    [
        ("current", None, True),
        (None, None, True),
        ("superseded", None, False),
        ("withdrawn", "ministry", False),
        (None, "blog", False),
        (None, "forum", False),
        (None, "ministry", True),
    ],
)
def test_source_validity(status: str | None, authority: str | None, valid: bool) -> None:
    policy = parse_policy(
        '[sources]\naccepted_authorities = ["ministry"]\nrejected_authorities = ["blog"]',
        base=default_policy(),
    )
    assert policy.source_is_valid(status=status, authority=authority) is valid
