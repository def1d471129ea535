"""Merging what several tests let pass, and what travels between processes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import pincite
from pincite.claims.policy import default_policy
from pincite.codes import CATALOGUE
from pincite.engine.pipeline import check_batch
from pincite.engine.setting import Setting
from pincite.io.answers import answers_from
from pincite.judges.rules import RulesJudge
from pincite.model import Answer
from pincite.pytest_plugin.checked import Checked, decoded, encoded, without_claims
from pincite.pytest_plugin.closing import _common

PREFIXES = st.sampled_from(sorted({code[:length] for code in CATALOGUE for length in (3, 4, 5)}))
ALLOWED = st.lists(PREFIXES, max_size=4).map(tuple)


@given(ALLOWED, ALLOWED)
def test_a_code_passes_where_both_let_it(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    both = _common(one, other)
    for code in CATALOGUE:
        assert code.startswith(both) == (code.startswith(one) and code.startswith(other))


def test_nothing_is_lost_on_the_way() -> None:
    text = "Loans run 30 days [1], and “the hall opens at nine” [2]. 5 % of 40 loans is 2 \ud800 [1]."
    (answer,) = answers_from(
        [{"text": text, "prompt_chunks": ["Loans run 21 days; 40 loans.", "The hall opens at ten."]}]
    )
    assert isinstance(answer, Answer)
    setting = Setting(policy=default_policy(), judge=RulesJudge())
    (result,) = check_batch([answer], setting)
    slim, claims = without_claims(result)
    sent = Checked(
        answer=answer, result=slim, claims=claims, judge=setting.judge.identity, state="fail", allow=("PC4",)
    )
    back = decoded(encoded(sent))
    assert back == sent
    assert back.key == sent.key
    assert [claim.figures and claim.figures[0].match for claim in back.whole.claims] == [
        claim.figures and claim.figures[0].match for claim in result.claims
    ]
    assert back.whole.findings == result.findings
    assert pincite.__version__
