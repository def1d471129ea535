from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.metrics.copying import copied_tokens


def _words(text: str) -> list[str]:
    return text.split()


SOURCE = "the bank lends up to ninety days to firms with two years of accounts"


@pytest.mark.parametrize(
    ("claim", "copied"),
    [
        ("the bank lends up to ninety days to", 8),
        ("the bank lends up to ninety days", 0),  # seven in a row
        (SOURCE, 14),
        ("we read that the bank lends up to ninety days to firms today", 9),
        ("the bank lends up to sixty days to firms with two years of accounts", 8),
        ("nothing of the kind stands in any of the sources we have seen", 0),
        ("", 0),
    ],
)
def test_runs_of_eight_or_more_count_whole(claim: str, copied: int) -> None:
    assert copied_tokens([_words(claim)], [_words(SOURCE)]) == (copied, len(_words(claim)))


def test_a_run_stands_in_one_claim_and_one_source() -> None:
    halves = [_words("a b c d"), _words("e f g h")]
    whole = _words("a b c d e f g h")
    assert copied_tokens(halves, [whole]) == (0, 8)
    assert copied_tokens([whole], halves) == (0, 8)
    assert copied_tokens([whole], [whole]) == (8, 8)


_TOKENS = st.lists(st.sampled_from("abc"), max_size=25)


@given(st.lists(_TOKENS, max_size=3), st.lists(_TOKENS, max_size=3), st.integers(1, 4))
def test_it_is_the_plain_definition(claims: list[list[str]], sources: list[list[str]], run: int) -> None:
    stretches = [source[at : at + run] for source in sources for at in range(len(source) - run + 1)]
    plain = 0
    for claim in claims:
        plain += len(
            {
                place
                for at in range(len(claim) - run + 1)
                if claim[at : at + run] in stretches
                for place in range(at, at + run)
            }
        )
    assert copied_tokens(claims, sources, run=run) == (plain, sum(map(len, claims)))
