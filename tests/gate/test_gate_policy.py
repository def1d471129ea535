"""What a gate's table may say, and how everything else is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from gate_runs import policy

from pincite.errors import ConfigError
from pincite.gate.policy import read_policy


@pytest.mark.parametrize(
    ("text", "where", "parts"),
    [
        ("claim_suport = { min = 0.9 }", "gate.claim_suport", ["unknown key", "did you mean claim_support?"]),
        ("precision = { min = 0.9 }", "gate.precision", ["did you mean citation_precision?"]),
        ("min_claim = 10", "gate.min_claim", ["did you mean min_claims?"]),
        ("max_unjudged = 0.1", "gate.max_unjudged", ["did you mean max_unjudged_rate?"]),
        ("on_undecide = 'pass'", "gate.on_undecide", ["did you mean on_undecided?"]),
        ("PC5O2 = { max = 0 }", "gate.PC5O2", ["did you mean PC502"]),
        ("PC999 = { max = 0 }", "gate.PC999", ["unknown key"]),
        ("contradictd = { max = 0 }", "gate.contradictd", ["did you mean contradicted?"]),
        ("claim_support = { min = 0.9, slcie = 'a' }", "gate.claim_support.slcie", ["did you mean slice?"]),
        ("claim_support = { minimum = 0.9 }", "gate.claim_support.minimum", ["unknown key"]),
        ("claim_support = { min = 0.9, criticality = 'critcal' }", None, ["did you mean critical?"]),
        ("claim_support = { min = 0.9, use = 'lower' }", "gate.claim_support.use", ["lower-bound"]),
        ("claim_support = {}", "gate.claim_support", ["without a limit", "min = 0.9"]),
        ("claim_support = []", "gate.claim_support", ["says nothing"]),
        ("claim_support = 0.9", "gate.claim_support", ["expected a table", "min = 0.9"]),
        (
            "claim_support = { min = 85 }",
            "gate.claim_support.min",
            ["between 0 and 1", "write 0.85 for 85 %"],
        ),
        ("claim_support = { min = true }", "gate.claim_support.min", ["expected a number"]),
        ("claim_support = { min = nan }", "gate.claim_support.min", ["expected a number"]),
        ("claim_support = { max = 0.9 }", "gate.claim_support.max", ["better higher", "did you mean min?"]),
        ("contradictions = { min = 0 }", "gate.contradictions.min", ["better lower", "did you mean max?"]),
        ("contradictions = { max_drop = 0 }", None, ["did you mean max_rise?"]),
        ("contradictions = { max = -1 }", None, ["expected 0 or more"]),
        ("contradictions = { max = 0, use = 'upper-bound' }", None, ["no interval"]),
        ("PC502 = { max = 0, use = 'bound' }", None, ["no bounds"]),
        ("claim_support = { min = 0.9, use = 'upper-bound' }", None, ["did you mean lower-bound?"]),
        ("claim_support = { max_drop = 0.1, use = 'lower-bound' }", None, ["pincite compare"]),
        ("claim_support = { min = 0.9, slice = 'a', criticality = 'high' }", None, ["not both"]),
        ("claim_support = { min = 0.9, slice = '' }", None, ["expected a name"]),
        ("claim_support = { min = 0.9, slice = [] }", None, ["expected a name"]),
        ("invalid_citation_rate = { max = 0, criticality = 'high' }", None, ["no value by criticality"]),
        ("rejected = { max = 0, slice = 'a' }", None, ["no value by slice"]),
        ("claim_support = { min = 0.9, codes = ['PC5'] }", None, ["findings = { codes"]),
        ("findings = { max = 0, codes = ['PC5O2'] }", None, ["did you mean PC502"]),
        ("findings = { max = 0, codes = [] }", None, ["expected a list of codes"]),
        ("findings = { max = 0, severity = 'eror' }", None, ["did you mean error?"]),
        ("claim_support = { min = 0.9, severity = 'error' }", None, ["did you mean criticality"]),
        ("findings = { max_rise = 1 }", None, ["new_findings"]),
        ("new_findings = { max = 0, baseline = 3 }", None, ["expected a run directory"]),
        ("min_claims = -1", "gate.min_claims", ["expected a whole number"]),
        ("min_claims = 1.5", "gate.min_claims", ["expected a whole number"]),
        ("max_unjudged_rate = 5", "gate.max_unjudged_rate", ["expected a share"]),
        ("on_undecided = 'ignore'", "gate.on_undecided", ["error, fail, pass"]),
        ("severe = 'block'", "gate.severe", ["expected a table"]),
        ("severe = { critcal = 'block' }", "gate.severe.critcal", ["did you mean critical?"]),
        ("severe = { high = 'blok' }", "gate.severe.high", ["did you mean block?"]),
        ("severe = { high = { contradictd = 'block' } }", None, ["did you mean contradicted?"]),
        ("severe = { high = { undecided = 'pass' } }", None, ["block, review, allow"]),
        ("severe = { critical = { contradicted = 'review' } }", None, ["always blocks"]),
    ],
)
def test_what_is_not_understood_is_refused(text: str, where: str | None, parts: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        policy(text)
    if where is not None:
        assert caught.value.where == where
    told = str(caught.value)
    assert all(part in told for part in parts), told


def test_several_rules_on_one_measure() -> None:
    rules = policy(
        """
        claim_support = [
            { min = 0.85, use = "lower-bound" },
            { min = 0.95, criticality = ["critical", "high"] },
        ]
        """
    ).rules
    assert [rule.name for rule in rules] == [
        "claim_support >= 0.85",
        "claim_support on critical claims >= 0.95",
        "claim_support on high claims >= 0.95",
    ]


def test_both_ends_of_one_measure() -> None:
    assert [rule.limit for rule in policy("answer_rate = { min = 0.5, max = 0.9 }").rules] == ["max", "min"]


@pytest.mark.parametrize(
    ("text", "use"),
    [
        ("claim_support = { min = 0.8 }", "bound"),
        ("contradictions = { max = 0 }", "bound"),
        ("claim_support = { min = 0.8, use = 'point' }", "point"),
        ("claim_support = { min = 0.8, use = 'lower_bound' }", "lower-bound"),
        ("PC502 = { max = 0 }", "point"),
        ("undecided_rate = { max = 0 }", "point"),
        ("contradicted = { max = 0 }", "point"),
    ],
)
def test_what_is_compared_by_default_is_the_worst_case(text: str, use: str) -> None:
    assert policy(text).rules[0].use == use


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("PC502", ("PC502",)),
        ("pc4", ("PC4",)),
        ("quote_mismatch", ("PC301",)),
        ("findings", ("PC",)),
    ],
)
def test_findings_by_code_prefix_and_name(name: str, codes: tuple[str, ...]) -> None:
    assert policy(f"{name} = {{ max = 0 }}").rules[0].codes == codes


def test_without_rules_those_that_ship_hold() -> None:
    shipped = read_policy(None)
    assert not shipped.declared
    assert [rule.name for rule in shipped.rules] == [
        "PC502 contradicted <= 0",
        "citation_completeness >= 0.8",
        "citation_precision >= 0.8",
        "invalid_citation_rate <= 0",
        "undecided_rate <= 0.1",
    ]
    strict = policy("min_claims = 100")
    assert (strict.rules, strict.min_claims, strict.declared) == (shipped.rules, 100, False)
    assert policy("claim_support = { min = 0.8 }").declared


def test_the_order_and_the_repetition_of_rules_change_nothing() -> None:
    lines = [
        "claim_support = { min = 0.8, slice = ['a', 'b'] }",
        "contradictions = { max = 0 }",
        "min-claims = 10",
        "[severe]\nhigh = 'review'",
    ]
    one = policy("\n".join(lines))
    table = tomllib.loads("\n".join(lines))
    other = read_policy(dict(reversed(table.items())))
    twice = policy(lines[0].replace("['a', 'b']", "['b', 'a', 'b']") + "\n" + "\n".join(lines[1:]))
    assert one == other == twice
    assert one.digest == other.digest


def test_the_example_of_the_page_is_a_policy() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "write-a-gate.md").read_text(encoding="utf-8")
    table = tomllib.loads(page.split("```toml")[1].split("```")[0])
    assert len(read_policy(table["gate"]).rules) == 8


def test_at_least_one_claim_is_always_needed() -> None:
    assert policy("min_claims = 0").min_claims == 1


def test_a_contradiction_on_a_critical_claim_blocks_whatever_the_shorthand() -> None:
    routing = policy("severe = { critical = 'allow', high = 'allow' }").severe
    assert routing.route("critical", "contradicted") == "block"
    assert routing.route("critical", "unsupported") == "allow"
    assert routing.route("high", "contradicted") == "allow"
