from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.codes import CATALOGUE
from pincite.diagnose.owner import Owner, Support, failure_owner, judged_support
from pincite.model.result import ClaimRow, ContextRow, LinkRow
from pincite.model.verdict import Label


def _claim(label: Label | None, *codes: str, **more: Any) -> ClaimRow:
    settings: dict[str, Any] = {
        "answer_id": "a",
        "claim_id": "c",
        "start": 0,
        "end": 4,
        "text": "text",
        "label": label,
        "findings": codes,
        "citations": (LinkRow(citation_id="1", in_context=True, label=label),),
    }
    return ClaimRow(**(settings | more))


def _gold(stages: str, **more: bool) -> Support:
    """Support at the first stages of the chain, by name, and none at those after a bar."""
    seen, _, missing = stages.partition("|")
    return Support(**dict.fromkeys(seen.split(), True), **dict.fromkeys(missing.split(), False), **more)


@pytest.mark.parametrize(
    ("claim", "support", "owner"),
    [
        # Claims that do not fail have no owner.
        (_claim("full"), None, None),
        (_claim("full", "PC505", "PC210"), None, None),
        (_claim(None, status="not_applicable"), None, None),
        (_claim("none", verifiability="not_verifiable"), None, None),
        # The order of the rule: what comes first owns it whatever else is wrong.
        (_claim("none", "PC206", "PC104", "PC101"), _gold("| corpus"), "evidence_transport"),
        (_claim(None, "PC206", status="unjudged"), None, "evidence_transport"),
        (_claim("none", "PC104", "PC101"), _gold("| corpus"), "extraction"),
        (_claim("none", "PC106"), _gold("| corpus"), "extraction"),
        (_claim("none", "PC101"), _gold("| corpus"), "citation_parser"),
        (_claim("full", "PC203"), _gold("| corpus"), "stale_source"),
        (_claim("full", "PC207"), None, "stale_source"),
        (_claim("none", "PC203"), _gold("| corpus"), "corpus"),
        (_claim(None, status="undecided"), _gold("| corpus"), "judge"),
        (_claim(None, status="unjudged", reason="timeout"), None, "judge"),
        # Gold: where the required text is.
        (_claim("none"), _gold("| corpus retrieved prompt"), "corpus"),
        (_claim("none"), _gold("corpus | retrieved prompt"), "retrieval"),
        (_claim("none"), _gold("corpus retrieved document | chunk prompt"), "chunking"),
        (_claim("none"), _gold("corpus retrieved | prompt"), "truncation"),
        (_claim("none"), _gold("corpus retrieved prompt | cited"), "citation_mapping"),
        (_claim("partial"), _gold("corpus retrieved prompt cited"), "generation"),
        (_claim("contradiction"), _gold("prompt cited"), "generation"),
        # A stage without data is skipped: what later stages show decides, or nobody can say.
        (_claim("none"), _gold("retrieved | prompt"), "truncation"),
        (_claim("none"), _gold("prompt | cited"), "citation_mapping"),
        (_claim("none"), _gold("| retrieved prompt"), "unknown"),
        (_claim("none"), _gold("corpus | prompt"), "unknown"),
        (_claim("none"), Support(), "unknown"),
        # Without gold: the judgement of the prompt context, and the claim's own label.
        (_claim("none", context=ContextRow(label="full")), None, "citation_mapping"),
        (_claim("none", citations=(), context=ContextRow(label="full")), None, "citation_mapping"),
        (_claim("none", citations=(), context=ContextRow(label="none")), None, "unknown"),
        (_claim("none", context=ContextRow(status="unjudged")), None, "unknown"),
        (_claim("full", "PC301", context=ContextRow(label="full")), None, "generation"),
        (_claim("contradiction", context=ContextRow(label="none")), None, "generation"),
        (
            _claim(
                "contradiction",
                context=ContextRow(label="none"),
                citations=(LinkRow(citation_id="1", in_context=False, label="contradiction"),),
            ),
            None,
            "unknown",
        ),
    ],
)
def test_the_first_stage_that_applies(claim: ClaimRow, support: Support | None, owner: Owner | None) -> None:
    assert failure_owner(claim, support) == owner


def test_a_key_that_the_mapping_has_was_lost_by_the_parser() -> None:
    claim = _claim("none", "PC201", context=ContextRow(label="full"))
    assert failure_owner(claim) == "citation_mapping"
    assert failure_owner(claim, key_in_mapping=True) == "citation_parser"


def test_support_as_judged() -> None:
    assert judged_support(_claim("full", context=ContextRow(label="full"))) == Support(
        prompt=True, cited=True
    )
    assert judged_support(_claim("none", context=ContextRow(label="partial"))) == Support(
        prompt=False, cited=False
    )
    assert judged_support(_claim("none", context=ContextRow(status="undecided"))).prompt is None
    assert judged_support(_claim("none")).prompt is None


_MAYBE = st.sampled_from((True, False, None))


@given(
    st.sampled_from((*get_args(Label), None)),
    st.lists(st.sampled_from(sorted(CATALOGUE)), max_size=3),
    st.builds(
        Support, corpus=_MAYBE, retrieved=_MAYBE, document=_MAYBE, chunk=_MAYBE, prompt=_MAYBE, cited=_MAYBE
    ),
)
def test_every_failing_claim_has_one_owner_of_the_list(
    label: Label | None, codes: list[str], support: Support
) -> None:
    claim = _claim(label, *codes, status="judged" if label else "undecided")
    owner = failure_owner(claim, support)
    assert owner is None or owner in get_args(Owner)
    if label != "full":
        assert owner is not None
