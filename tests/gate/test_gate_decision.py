"""Rules put to the test, and the decision that follows."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from gate_runs import SIGNATURE, answer, claim, gate, metric, part, policy, rule, summary
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pincite.gate.baseline import Baseline
from pincite.gate.policy import GatePolicy
from pincite.gate.result import GateResult
from pincite.gate.trial import held
from pincite.model import found
from pincite.model.finding import Finding
from pincite.model.result import ClaimIdentity, LinkRow
from pincite.model.summary import Metric, Summary


@pytest.mark.parametrize(
    ("rules", "value", "result"),
    [
        ("claim_support = { min = 0.85 }", metric(0.9), "pass"),
        ("claim_support = { min = 0.85 }", metric(0.85), "pass"),
        ("claim_support = { min = 0.85 }", metric(0.8), "fail"),
        # What is open could decide either way.
        ("claim_support = { min = 0.85 }", metric(0.9, bounds=(0.8, 0.92)), "undecided"),
        ("claim_support = { min = 0.85 }", metric(0.84, bounds=(0.8, 0.86)), "undecided"),
        ("claim_support = { min = 0.85 }", metric(0.8, bounds=(0.7, 0.84)), "fail"),
        ("claim_support = { min = 0.85, use = 'point' }", metric(0.9, bounds=(0.8, 0.92)), "pass"),
        # An interval across the limit.
        ("claim_support = { min = 0.85, use = 'lower-bound' }", metric(0.9, interval=(0.86, 0.93)), "pass"),
        (
            "claim_support = { min = 0.85, use = 'lower-bound' }",
            metric(0.9, interval=(0.8, 0.95)),
            "undecided",
        ),
        ("claim_support = { min = 0.85, use = 'lower-bound' }", metric(0.8, interval=(0.7, 0.84)), "fail"),
        ("claim_support = { min = 0.85, use = 'lower-bound' }", metric(0.9), "undecided"),
        ("contradiction_rate = { max = 0.05, use = 'upper-bound' }", metric(0.0, interval=(0, 0.04)), "pass"),
        (
            "contradiction_rate = { max = 0.05, use = 'upper-bound' }",
            metric(0.0, interval=(0, 0.1)),
            "undecided",
        ),
        ("contradictions = { max = 0 }", metric(0, count=True), "pass"),
        ("contradictions = { max = 0 }", metric(3, count=True, bounds=(3, 9)), "fail"),
        ("contradictions = { max = 0 }", metric(0, count=True, bounds=(0, 2)), "undecided"),
        # No data is no pass.
        ("claim_support = { min = 0.85 }", metric(None), "undecided"),
        ("quote_fidelity = { min = 0.0 }", metric(None), "undecided"),
    ],
)
def test_value_bounds_and_interval(rules: str, value: Metric, result: str) -> None:
    name = rules.split(" ")[0]
    outcome = gate(rules, summary({name: value}))
    assert rule(outcome, name).result == outcome.status == result


@pytest.mark.parametrize("missing", ["claim_support", "contradictions", "faithfulness"])
@pytest.mark.parametrize("answered", ["error", "fail", "pass"])
def test_a_gate_never_passes_when_a_metric_is_missing(missing: str, answered: str) -> None:
    limit = "max = 10" if missing == "contradictions" else "min = 0.0"
    outcome = gate(f"on_undecided = '{answered}'\n{missing} = {{ {limit} }}", summary())
    assert outcome.status != "pass"
    assert rule(outcome, missing).cause == "missing"


@pytest.mark.parametrize("answered", ["error", "pass"])
@pytest.mark.parametrize(
    "limit",
    ["claim_support = { min = 0.0, %s }", "PC502 = { max = 9, %s }", "contradicted = { max = 9, %s }"],
)
def test_a_typo_in_a_filter_is_no_pass_for_ever(limit: str, answered: str) -> None:
    """A slice that no answer names was, in a tool of this kind, a gate that nothing could close."""
    numbers = summary(
        {"claim_support": metric(1.0)}, slices={"billing": part({"claim_support": metric(1.0)})}
    )
    text = f"on_undecided = '{answered}'\n" + limit % "slice = 'biling'"
    outcome = gate(text, numbers)
    (row,) = [row for row in outcome.rules if row.slice == "biling"]
    assert (outcome.status, outcome.decision) == ("undecided", "investigate")
    assert row.cause == "unknown_slice"
    assert "did you mean 'billing'?" in row.reason
    assert gate(text.replace("biling", "billing"), numbers).status == "pass"


def test_every_slice_by_itself() -> None:
    numbers = summary(
        slices={"a": part({"claim_support": metric(0.9)}), "b": part({"claim_support": metric(0.5)})}
    )
    outcome = gate("claim_support = { min = 0.8, slice = '*' }", numbers)
    assert {row.slice: row.result for row in outcome.rules if row.metric == "claim_support"} == {
        "a": "pass",
        "b": "fail",
    }
    assert outcome.rules[0].name == "claim_support in slice 'b' >= 0.8"
    none = gate("claim_support = { min = 0.8, slice = '*' }", summary({"claim_support": metric(0.9)}))
    assert rule(none, "claim_support").cause == "unknown_slice"


@pytest.mark.parametrize(("claims", "result"), [(0, "undecided"), (3, "pass")])
def test_no_critical_claims_are_no_pass(claims: int, result: str) -> None:
    graded = {"critical": part({"contradictions": metric(0, count=True)}, claims=claims)}
    for text in (
        "contradictions = { max = 0, criticality = 'critical' }",
        "PC502 = { max = 0, criticality = 'critical' }",
    ):
        assert gate(text, summary(criticality=graded)).status == result
    assert gate("PC502 = { max = 0, criticality = 'critical' }", summary()).status == "undecided"


@pytest.mark.parametrize(
    ("text", "counts", "status"),
    [
        ("min_claims = 100", {}, "pass"),
        ("min_claims = 101", {}, "undecided"),
        ("min_claims = 100", {"undecided": 1}, "undecided"),
        ("", {"claims": 0, "verifiable": 0}, "undecided"),
        ("", {"unjudged": 5}, "pass"),
        ("", {"unjudged": 6}, "undecided"),
        ("max_unjudged_rate = 0.1", {"unjudged": 6}, "pass"),
        ("min_claims = 101\non_undecided = 'fail'", {}, "fail"),
        # A miss is never waved through.
        ("min_claims = 101\non_undecided = 'pass'", {}, "undecided"),
        ("on_undecided = 'pass'", {"unjudged": 6}, "undecided"),
        ("", {"rejected": 1}, "undecided"),
        ("on_undecided = 'pass'", {"rejected": 1}, "undecided"),
    ],
)
def test_what_holds_for_the_whole_run(text: str, counts: dict[str, Any], status: str) -> None:
    outcome = gate(
        f"{text}\nclaim_support = {{ min = 0.8 }}", summary({"claim_support": metric(0.9)}, **counts)
    )
    assert outcome.status == status


def test_rejected_lines_and_an_interrupted_run() -> None:
    numbers = summary({"claim_support": metric(0.9)}, rejected=1)
    assert gate("claim_support = { min = 0.8 }", numbers, skip_invalid=True).status == "pass"
    broken = gate("on_undecided = 'pass'\nclaim_support = { min = 0.8 }", numbers, incomplete="it was cut")
    assert (broken.status, broken.decision) == ("undecided", "investigate")


def test_too_few_claims_for_one_rule() -> None:
    numbers = summary(slices={"a": part({"claim_support": metric(0.5)}, verifiable=9)})
    assert gate("claim_support = { min = 0.8, slice = 'a', min_claims = 9 }", numbers).status == "fail"
    few = rule(gate("claim_support = { min = 0.8, slice = 'a', min_claims = 10 }", numbers), "claim_support")
    assert (few.result, few.cause, few.value) == ("undecided", "too_few_claims", 0.5)


def test_a_count_over_its_limit_fails_however_few_claims_there_are() -> None:
    numbers = summary({"contradictions": metric(2, count=True)}, verifiable=3, unjudged=1)
    assert gate("contradictions = { max = 0, min_claims = 100 }", numbers).status == "fail"


@pytest.mark.parametrize(
    ("options", "value", "result"),
    [
        ("on_undecided = 'pass'", metric(None), "pass"),
        ("on_undecided = 'fail'", metric(None), "fail"),
        ("on_undecided = 'error'", metric(None), "undecided"),
        ("use = 'lower-bound', on_undecided = 'pass'", metric(0.9, interval=(0.7, 0.95)), "pass"),
        # The value itself misses.
        ("use = 'lower-bound', on_undecided = 'pass'", metric(0.79, interval=(0.7, 0.95)), "undecided"),
    ],
)
def test_what_an_open_question_counts_as(options: str, value: Metric, result: str) -> None:
    outcome = gate(f"quote_fidelity = {{ min = 0.8, {options} }}", summary({"quote_fidelity": value}))
    row = rule(outcome, "quote_fidelity")
    assert (row.found, row.result, outcome.status) == ("undecided", result, result)
    assert outcome.decision == ("accept" if result == "pass" else "investigate")


def test_a_drop_that_is_too_large_is_no_pass_for_want_of_claims() -> None:
    text = "on_undecided = 'pass'\nclaim_support = { max_drop = 0.02, min_claims = 200 }"
    base = baseline({"claim_support": metric(0.9)})
    outcome = gate(text, summary({"claim_support": metric(0.5)}), baseline=base)
    assert (outcome.status, rule(outcome, "claim_support").cause) == ("undecided", "too_few_claims")


def test_findings_that_were_left_out_of_the_run_cannot_be_counted() -> None:
    hidden = summary(thresholds={"findings": {"select": (), "ignore": ("PC5",)}})
    for text in ("PC502 = { max = 0 }", "PC5 = { max = 0 }", "findings = { max = 0 }"):
        outcome = gate(f"on_undecided = 'pass'\n{text}", hidden)
        assert (outcome.status, outcome.decision) == ("undecided", "investigate")
    assert gate("PC4 = { max = 0 }", hidden).status == "pass"
    chosen = summary(thresholds={"findings": {"select": ("PC4",), "ignore": ()}})
    assert gate("PC401 = { max = 0 }", chosen).status == "pass"
    assert gate("PC3 = { max = 0 }", chosen).status == "undecided"


def finding(code: str, claim_id: str | None = "c1", **values: Any) -> Finding:
    return structs.replace(found(code, "told", claim_id=claim_id), answer_id="a1", case_id="q1", **values)


def test_findings_are_counted_by_code_severity_and_scope() -> None:
    row = answer(
        claim("c1", severity="critical"),
        claim("c2"),
        findings=[finding("PC502"), finding("PC401", "c2"), finding("PC601", None), finding("PC902", "c2")],
        slice="a",
    )
    graded = {"critical": part(), "medium": part()}
    numbers = summary(slices={"a": part(), "b": part()}, criticality=graded)

    def count(text: str) -> float | int | None:
        rows = gate(text, numbers, [row]).rules
        return next(one.value for one in rows if one.metric.startswith(("PC", "find")))

    assert count("PC5 = { max = 9 }") == 1
    assert count("findings = { max = 9 }") == 3, "judge trouble is no finding about an answer"
    assert count("findings = { max = 9, codes = ['PC9', 'PC4'] }") == 2
    assert count("findings = { max = 9, severity = 'error' }") == 2
    assert count("PC4 = { max = 9, slice = 'a' }") == 1
    assert count("PC4 = { max = 9, slice = 'b' }") == 0
    assert count("PC4 = { max = 9, criticality = 'critical' }") == 0
    # One about the whole answer is as grave as the gravest claim in it.
    assert count("PC601 = { max = 9, criticality = 'critical' }") == 1


@pytest.mark.parametrize(
    ("rules", "values", "answers", "decision"),
    [
        ("contradictions = { max = 0 }", {"contradictions": metric(1, count=True)}, [], "reject_semantics"),
        (
            "invalid_citation_rate = { max = 0.0 }",
            {"invalid_citation_rate": metric(0.1)},
            [],
            "reject_mapping",
        ),
        ("undecided_rate = { max = 0.0 }", {}, [], "investigate"),
        ("PC502 = { max = 0 }", {}, [answer(claim(), findings=[finding("PC502")])], "reject_semantics"),
        ("PC504 = { max = 0 }", {}, [answer(claim(), findings=[finding("PC504")])], "reject_mapping"),
        ("findings = { max = 0 }", {}, [answer(claim(), findings=[finding("PC203")])], "reject_mapping"),
        ("PC9 = { max = 0 }", {}, [answer(claim(), findings=[finding("PC902")])], "investigate"),
        (
            "findings = { max = 0 }",
            {},
            [answer(claim(), findings=[finding("PC203"), finding("PC401")])],
            "reject_semantics",
        ),
        ("claim_support = { min = 0.9 }", {"claim_support": metric(None)}, [], "investigate"),
        ("claim_support = { max_drop = 0.1 }", {"claim_support": metric(0.9)}, [], "rebaseline"),
        ("claim_support = { min = 0.9 }", {"claim_support": metric(0.9)}, [], "accept"),
    ],
)
def test_decisions(rules: str, values: dict[str, Metric], answers: list[Any], decision: str) -> None:
    status = {"accept": "pass", "investigate": "undecided", "rebaseline": "undecided"}.get(decision, "fail")
    outcome = gate(rules, summary(values, undecided=1), answers)
    assert (outcome.decision, outcome.status) == (decision, status)


def test_semantics_win_over_mapping_and_failures_over_open_questions() -> None:
    values = {
        "contradictions": metric(1, count=True),
        "invalid_citation_rate": metric(0.1),
        "claim_support": metric(None),
    }
    mapping, semantics = "invalid_citation_rate = { max = 0.0 }", "contradictions = { max = 0 }"
    open_ = "claim_support = { min = 0.5 }"
    assert gate(f"{mapping}\n{open_}", summary(values)).decision == "reject_mapping"
    assert gate(f"{mapping}\n{open_}\n{semantics}", summary(values)).decision == "reject_semantics"
    without = gate(f"{open_}\nfaithfulness = {{ max_drop = 0.1 }}", summary(values))
    assert without.decision == "investigate", "a baseline made of an open run would be none"


@pytest.mark.parametrize(
    ("owners", "decision"),
    [
        (("citation_mapping",) * 3, "reject_mapping"),
        (("citation_mapping", "citation_mapping", "generation"), "reject_mapping"),
        (("citation_mapping", "generation", "generation"), "reject_semantics"),
        (("generation",) * 3, "reject_semantics"),
    ],
)
def test_a_mixed_metric_is_a_matter_of_mapping_if_right_references_would_keep_it(
    owners: tuple[str, ...], decision: str
) -> None:
    """Seven of ten are supported and nine are needed: with two references mended, the limit is kept."""
    claims = [claim(f"c{n}", label="none", failure_owner=owner) for n, owner in enumerate(owners)]
    numbers = summary({"claim_support": metric(0.7, n=10)})
    outcome = gate("claim_support = { min = 0.9 }", numbers, [answer(*claims)])
    assert outcome.decision == decision
    assert [ref.claim_id for ref in rule(outcome, "claim_support").claims] == ["c0", "c1", "c2"]


def test_links_that_lead_nowhere_are_a_matter_of_mapping() -> None:
    lost = claim(label="none", citations=(LinkRow(citation_id="9", resolution="unresolved", label="none"),))
    numbers = summary({"citation_precision": metric(0.8, n=5)})
    outcome = gate("citation_precision = { min = 0.9 }", numbers, [answer(lost)])
    assert outcome.decision == "reject_mapping"


def contradicted(**values: Any) -> Any:
    return claim(label="contradiction", **values)


@pytest.mark.parametrize(
    ("severity", "claims", "status", "decision"),
    [
        ("critical", {"label": "contradiction"}, "fail", "reject_semantics"),
        ("critical", {"label": "none"}, "fail", "reject_semantics"),
        ("critical", {"label": "none", "failure_owner": "citation_mapping"}, "fail", "reject_mapping"),
        ("critical", {"label": None, "status": "undecided"}, "undecided", "investigate"),
        ("critical", {"label": "full"}, "pass", "accept"),
        ("high", {"label": "contradiction"}, "fail", "reject_semantics"),
        ("high", {"label": "partial"}, "undecided", "investigate"),
        ("high", {"label": None, "status": "unjudged"}, "undecided", "investigate"),
        ("medium", {"label": "contradiction"}, "pass", "accept"),
        # A second citation that contradicts counts beside one that supports.
        (
            "critical",
            {
                "citations": (
                    LinkRow(citation_id="1", label="full"),
                    LinkRow(citation_id="2", label="contradiction"),
                )
            },
            "fail",
            "reject_semantics",
        ),
    ],
)
def test_severe_claims_are_looked_at_one_by_one(
    severity: str, claims: dict[str, Any], status: str, decision: str
) -> None:
    """Whatever the averages: they hold here, by far."""
    numbers = summary({"claim_support": metric(0.99)})
    row = answer(claim(severity=severity, **claims))
    outcome = gate("claim_support = { min = 0.5 }", numbers, [row])
    assert (outcome.status, outcome.decision) == (status, decision)
    assert len(outcome.severe) == (status != "pass")


def test_routes_are_declared_and_acceptance_needs_a_reason() -> None:
    numbers, row = summary({"claim_support": metric(0.99)}), answer(contradicted(severity="high"))
    allowed = gate("claim_support = { min = 0.5 }\n[severe]\nhigh = 'allow'", numbers, [row])
    assert (allowed.status, [one.route for one in allowed.severe]) == ("pass", ["allow"])
    reviewed = "claim_support = { min = 0.5 }\non_undecided = 'pass'\n[severe]\nhigh = 'review'"
    assert gate(reviewed, numbers, [row]).status == "undecided", "a review is no matter of on_undecided"
    accepted = gate(reviewed, numbers, [row], accepted=lambda claim, state: f"{state}, seen by Ida")
    assert (accepted.status, accepted.severe[0].accepted) == ("pass", "contradicted, seen by Ida")


def baseline(values: dict[str, Metric], **options: Any) -> Baseline:
    findings = options.pop("findings", {})
    partial = options.pop("partial", False)
    return Baseline(name="main", summary=summary(values, **options), findings=findings, partial=partial)


@pytest.mark.parametrize(
    ("rules", "head", "base", "result"),
    [
        ("claim_support = { max_drop = 0.02 }", metric(0.88), metric(0.9), "pass"),
        ("claim_support = { max_drop = 0.02 }", metric(0.87), metric(0.9), "fail"),
        ("claim_support = { max_drop = 0.02 }", metric(0.95), metric(0.9), "pass"),
        ("claim_support = { max_drop = 0.02 }", metric(0.89, bounds=(0.85, 0.9)), metric(0.9), "undecided"),
        (
            "claim_support = { max_drop = 0.02, use = 'point' }",
            metric(0.89, bounds=(0.8, 0.9)),
            metric(0.9),
            "pass",
        ),
        ("contradictions = { max_rise = 1 }", metric(3, count=True), metric(2, count=True), "pass"),
        ("contradictions = { max_rise = 1 }", metric(4, count=True), metric(2, count=True), "fail"),
        ("claim_support = { max_drop = 0.02 }", metric(0.9), metric(None), "undecided"),
    ],
)
def test_against_a_baseline(rules: str, head: Metric, base: Metric, result: str) -> None:
    name = rules.split(" ")[0]
    outcome = gate(rules, summary({name: head}), baseline=baseline({name: base}))
    assert rule(outcome, name).result == result


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"signature": SIGNATURE.replace("scorer:1", "scorer:2")}, "the signature differs in scorer"),
        ({"cases": "other"}, "the gold cases differ"),
        ({"partial": True}, "the baseline is not complete"),
    ],
)
@pytest.mark.parametrize(("answered", "status"), [("error", "undecided"), ("fail", "fail"), ("pass", "pass")])
def test_a_baseline_that_does_not_fit_is_refused(
    options: dict[str, Any], reason: str, answered: str, status: str
) -> None:
    values = {"claim_support": metric(0.9)}
    text = f"on_rebaseline = '{answered}'\nclaim_support = {{ max_drop = 0.5 }}"
    outcome = gate(text, summary(values), baseline=baseline(values, **options))
    row = rule(outcome, "claim_support")
    assert (row.cause, row.reason, outcome.status) == ("other_baseline", reason, status)
    assert outcome.decision == ("accept" if status == "pass" else "rebaseline")


def test_new_findings_are_those_that_the_baseline_did_not_have() -> None:
    names = (ClaimIdentity(claim_id="c1", fingerprint="f1"), ClaimIdentity(claim_id="c2", fingerprint="f2"))
    row = answer(
        claim("c1"),
        claim("c2"),
        findings=[finding("PC502"), finding("PC502", "c2"), finding("PC401", "c2")],
        claims=names,
    )
    known = {("q1", "PC502", "f1"): 1}

    def new(text: str, **options: Any) -> GateResult:
        return gate(text, summary(), [row], baseline=baseline({}, findings=known, **options))

    outcome = rule(new("new_findings = { max = 0, codes = ['PC502', 'PC3'] }"), "new_findings")
    assert (outcome.value, outcome.result) == (1, "fail")
    assert [ref.claim_id for ref in outcome.claims] == ["c2"]
    assert rule(new("new_findings = { max = 2 }"), "new_findings").value == 2
    assert new("new_findings = { max = 2 }", cases="other").status == "pass", "findings are held one by one"
    assert gate("new_findings = { max = 9 }", summary(), [row]).decision == "rebaseline"
    again = answer(claim("c1"), findings=[finding("PC502"), finding("PC502")], claims=names[:1])
    twice = gate("new_findings = { max = 0 }", summary(), [again], baseline=baseline({}, findings=known))
    assert rule(twice, "new_findings").value == 1, "a second one of the same kind is new"


# Properties.

shares = st.integers(0, 20).map(lambda n: n / 20)
uses: st.SearchStrategy[Literal["point", "bound", "lower-bound"]] = st.sampled_from(
    ["point", "bound", "lower-bound"]
)


@st.composite
def metrics(draw: st.DrawFn) -> Metric | None:
    kind = draw(st.sampled_from(["absent", "null", "plain", "plain", "plain"]))
    if kind == "absent":
        return None
    if kind == "null":
        return metric(None)
    low, value, high = sorted(draw(st.tuples(shares, shares, shares)))
    interval = draw(st.none() | st.just((low, high)))
    return metric(value, bounds=(low, high), interval=interval)


@st.composite
def runs(draw: st.DrawFn) -> Summary:
    values = {name: draw(metrics()) for name in ("claim_support", "faithfulness")}
    present = {name: value for name, value in values.items() if value is not None}
    open_ = draw(st.sampled_from([0, 0, 3, 20]))
    return summary(present, slices={"a": part(present, unjudged=min(open_, 9))}, unjudged=open_)


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    some = []
    for name in draw(st.lists(st.sampled_from(["claim_support", "faithfulness"]), min_size=1, unique=True)):
        options = [f"min = {draw(shares)}", f"use = '{draw(uses)}'"]
        if draw(st.booleans()):
            options.append("slice = 'a'")
        if draw(st.booleans()):
            options.append(f"min_claims = {draw(st.sampled_from([1, 5, 50]))}")
        some.append(f"{name} = {{ {', '.join(options)} }}")
    some.append(f"min_claims = {draw(st.sampled_from([1, 90, 200]))}")
    some.append(f"on_undecided = '{draw(st.sampled_from(['error', 'fail', 'pass']))}'")
    return some


@given(runs(), lines(), st.randoms(use_true_random=False))
def test_the_order_of_rules_never_matters(numbers: Summary, some: list[str], random: Any) -> None:
    mixed = list(some)
    random.shuffle(mixed)
    assert gate("\n".join(some), numbers) == gate("\n".join(mixed), numbers)


@given(runs(), lines(), st.data())
def test_tightening_a_rule_never_turns_a_failure_into_a_pass(
    numbers: Summary, some: list[str], data: st.DataObject
) -> None:
    loose = policy("\n".join(some))
    tight = data.draw(st.just(loose).map(lambda one: tightened(one, data)))
    before, after = gate(loose, numbers).status, gate(tight, numbers).status
    assert not (before == "fail" and after == "pass")
    if loose.on_undecided == "error":
        assert after != "pass" or before == "pass"


def tightened(declared: GatePolicy, data: st.DataObject) -> GatePolicy:
    """The policy with one thing about it made stricter."""
    kind = data.draw(st.sampled_from(["bound", "min_claims", "rule_claims", "unjudged", "more"]))
    first, *others = declared.rules
    if kind == "bound":
        stricter = structs.replace(first, bound=data.draw(shares.filter(lambda share: share >= first.bound)))
        return structs.replace(declared, rules=(stricter, *others))
    if kind == "min_claims":
        return structs.replace(declared, min_claims=declared.min_claims + data.draw(st.integers(0, 200)))
    if kind == "rule_claims":
        least = (first.min_claims or 0) + data.draw(st.integers(0, 200))
        return structs.replace(declared, rules=(structs.replace(first, min_claims=least), *others))
    if kind == "unjudged":
        return structs.replace(declared, max_unjudged_rate=data.draw(st.sampled_from([0.0, 0.01, 0.05])))
    more = policy("contradictions = { max = 0 }").rules
    return structs.replace(declared, rules=(*declared.rules, *more))


@given(runs(), lines())
def test_a_pass_has_every_metric_of_every_rule(numbers: Summary, some: list[str]) -> None:
    outcome = gate("\n".join(some), numbers)
    if outcome.status == "pass":
        assert all(
            row.metric in numbers.metrics
            for row in outcome.rules
            if row.limit == "min" and row.metric in ("claim_support", "faithfulness")
        )
        assert outcome.decision == "accept"
    if outcome.status == "fail" and "on_undecided = 'fail'" not in some:
        assert outcome.decision in ("reject_mapping", "reject_semantics")


@given(shares, shares, shares, st.sampled_from(["min", "max"]))
def test_an_interval_is_across_a_limit_or_on_one_side(
    bound: float, one: float, other: float, limit: Literal["min", "max"]
) -> None:
    low, high = sorted((one, other))
    ends = {held(limit, bound, low, low), held(limit, bound, high, high)}
    assert held(limit, bound, low, high) == (ends.pop() if len(ends) == 1 else "undecided")
