from __future__ import annotations

import pytest
from msgspec import structs
from report_samples import DIVIDEND, revenue_result, uncited_result

from pincite.errors import ConfigError
from pincite.report.selection import Selection, Suppression, codes


def kept(selection: Selection) -> list[str]:
    return [finding.code for finding in selection.apply(revenue_result()).findings]


@pytest.mark.parametrize(
    ("names", "prefixes"),
    [
        (["PC401"], ("PC401",)),
        (["pc4", "PC502"], ("PC4", "PC502")),
        (["missing_figure"], ("PC401",)),
        ([], ()),
    ],
)
def test_codes_are_codes_prefixes_or_names(names: list[str], prefixes: tuple[str, ...]) -> None:
    assert codes(names, "--select") == prefixes


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("missing_figures", "PC401 (missing_figure)"),
        ("PC410", "did you mean PC"),
        ("XX", "lists all codes"),
        ("", "lists"),
    ],
)
def test_an_unknown_code_is_an_error_with_a_suggestion(name: str, hint: str) -> None:
    with pytest.raises(ConfigError) as caught:
        codes([name], "--select")
    assert caught.value.where == "--select"
    assert hint in (caught.value.hint or "")


def test_select_and_ignore() -> None:
    assert kept(Selection()) == ["PC502", "PC401", "PC501"]
    assert kept(Selection(select=("PC5",))) == ["PC502", "PC501"]
    assert kept(Selection(ignore=("PC5",))) == ["PC401"]
    assert kept(Selection(select=("PC5",), ignore=("PC501",))) == ["PC502"]


def test_the_codes_of_a_claim_follow() -> None:
    result = Selection(ignore=("PC502",)).apply(revenue_result())
    assert [claim.findings for claim in result.claims] == [("PC401",), ("PC501",)]


@pytest.mark.parametrize("claim", ["c2", "a14/c2", "q-0142/c2", f"  {DIVIDEND[:11]}\n {DIVIDEND[12:20]} "])
def test_a_suppression_hides_its_claim_only(claim: str) -> None:
    selection = Selection(suppressions=(Suppression(claim=claim, ignore=("PC501",), reason="known"),))
    if claim.startswith(" "):
        # The text has to be the whole claim: a part of it suppresses nothing.
        assert kept(selection) == ["PC502", "PC401", "PC501"]
        assert len(selection.unused()) == 1
    else:
        assert kept(selection) == ["PC502", "PC401"]
        assert selection.unused() == ()


def test_a_suppression_by_text_ignores_spacing() -> None:
    text = "The  dividend\ndoubled"
    selection = Selection(suppressions=(Suppression(claim=text, ignore=("PC5",), reason="known"),))
    assert kept(selection) == ["PC502", "PC401"]


def test_a_finding_about_the_answer_is_suppressed_by_the_answer() -> None:
    selection = Selection(suppressions=(Suppression(claim="q-7", ignore=("PC601",), reason="known"),))
    assert [finding.code for finding in selection.apply(uncited_result()).findings] == ["PC901"]


def test_a_finding_about_several_claims_stays_with_each_of_them() -> None:
    result = revenue_result()
    first, second = (structs.replace(claim, findings=("PC203",)) for claim in result.claims)
    stale = structs.replace(result.findings[0], code="PC203", claim_id=first.claim_id)
    shared = structs.replace(result, claims=(first, second), findings=(stale,))
    shown = Selection(ignore=("PC1",)).apply(shared)
    assert [claim.findings for claim in shown.claims] == [("PC203",), ("PC203",)]
    hidden = Selection(ignore=("PC2",)).apply(shared)
    assert [claim.findings for claim in hidden.claims] == [(), ()]
