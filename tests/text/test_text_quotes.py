"""Quotations: where they are, and whether a passage has their words."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pincite.text.quotes import find_in, find_quote, is_short, is_title, quotations


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He said "hello big world" and left.', ["hello big world"]),
        ("He said “hello big world”.", ["hello big world"]),
        ("Er sagte „so ist es eben“.", ["so ist es eben"]),
        ("Er sagte „so ist es eben” und ging.", ["so ist es eben"]),
        ('Er sagte „so ist es eben" und ging.', ["so ist es eben"]),
        ("»So ist es eben«, sagte er.", ["So ist es eben"]),
        ("Il a dit «\u00a0c’est la vie\u00a0».", ["\u00a0c’est la vie\u00a0"]),
        ("Han sade ”så är det” och gick.", ["så är det"]),
        ("‚so ist es‘ und ‹ainsi va la vie›", ["so ist es", "ainsi va la vie"]),
        ("手册写道「请先阅读说明」。", ["请先阅读说明"]),
        ("他说“今天天气好极了”。", ["今天天气好极了"]),
        ('他说"今天天气好极了"然后走了', ["今天天气好极了"]),
        ("彼は『必ず読むこと』と書いた", ["必ず読むこと"]),
        ("It's 'clearly one quote here'.", ["clearly one quote here"]),
        ("``as the old style has it'' he wrote", ["as the old style has it"]),
        ('he said " foo bar baz " .', [" foo bar baz "]),
        ('the clause "ends before a marker    " here', ["ends before a marker    "]),
        ('the ""doubled marks here"" of a table', ["doubled marks here"]),
    ],
)
def test_styles(text: str, expected: list[str]) -> None:
    assert [quote.text for quote in quotations(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "don't, won't and can't",
        "the dogs' bones and the cats' toys",
        'a 5" disk and a 19" rack',
        "5'10\" tall and 6'2\" wide",
        "back in the '90s and the '80s",
        '"an opening mark without a partner',
        'a lonely " mark',
        "“over a\n\nparagraph break”",
        '""',
        "",
    ],
)
def test_no_quotation(text: str) -> None:
    assert quotations(text) == ()


def test_nested_quotations_follow_the_one_they_stand_in() -> None:
    outer, inner = quotations("“He said ‘the plan is void’ yesterday”")
    assert (outer.depth, inner.depth) == (0, 1)
    assert (outer.text, inner.text) == ("He said ‘the plan is void’ yesterday", "the plan is void")
    assert [quote.text for quote in quotations('"foo "bar baz" qux"')] == ['foo "bar baz" qux', "bar baz"]


def test_apostrophe_and_inch_mark_inside() -> None:
    assert [q.text for q in quotations("he said ‘the parties’ agreement is void’ today")] == [
        "the parties’ agreement is void"
    ]
    assert [q.text for q in quotations('they call it "a 19" rack in a box" here')] == ['a 19" rack in a box']


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Save", True),
        ("swift response", True),
        ("swift … response", True),
        ("the swift response", False),
        ("l’enquête interne", True),
        ("支持中心", True),
        ("请先阅读说明", False),
        ("", True),
        ("— … —", True),
    ],
)
def test_short(text: str, short: bool) -> None:
    assert is_short(text) is short


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("A Guide to the Northern Lakes", True),
        ("Kündigung und Fristen der Verträge", True),
        ("a guide to the lakes", False),
        ("The committee approved the budget", False),
        ("ALL CAPITALS HERE", False),
        ("One word", False),
        ("", False),
    ],
)
def test_title(text: str, title: bool) -> None:
    assert is_title(text) is title


VERBATIM = [
    ("prior written consent of the supplier", "without the prior written consent of the supplier."),
    ("Prior written consent of the supplier,", "without the prior written consent of the supplier."),
    ("uneven germination in both greenhouses", "uneven germi-\nnation in both green-\nhouses after"),
    ("the well-known rule applies", "the well-\nknown rule applies"),
    ("inflated figures in the final offer", "to inﬂated ﬁgures in the ﬁnal offer and"),
    ("the parties’ “joint” plan holds", "the parties' 'joint' plan holds"),
    ("paid in full — no exceptions", "paid in full - no exceptions"),
    ("a rate of 58.3% was seen", "a rate of 58·3% was seen in patients"),
    ("co\u00adopera\u00adtion between the parties", "cooperation between the parties"),
    ("the members may vote twice", "the **members** may [3] vote twice"),
    ("the members [2] may vote twice", "the members may vote twice"),
    ("notice of termination to tenants", "NOTICE OF TERMINATION TO TENANTS"),
    ("手册要求每年检查一次", "手册要求\n每年检查一次。"),
    ("the germination was uneven here", "the germi- nation was uneven here"),
    ("it costs € 5 per day", "it costs €5 per day"),
    ("the consent of the supplier", "the consent¹² of the supplier"),
]


@pytest.mark.parametrize(("quote", "passage"), VERBATIM)
def test_what_a_renderer_may_change(quote: str, passage: str) -> None:
    hit = find_quote(quote, passage)
    assert hit.state == "verbatim"
    assert hit.start is not None


ALTERED = [
    ("prior oral consent of the supplier", "the prior written consent of the supplier", "written"),
    ("members may vote", "members may not vote", "not"),
    ("la procédure était irrégulière", "la procédure était régulière dans l’ensemble", "régulière"),
    ("a fee of 3.25 percent applies", "a fee of 3,25 percent applies", ""),
    ("the fee grew by 5", "the fee grew by 5.3 points", ""),
    ("a change of -5 points", "a change of 5 points", ""),
    ("within 10² metres of it", "within 102 metres of it", ""),
    ("refundable deposit is due", "a non-refundable deposit is due", ""),
    ("the prior consents of all", "the prior consent of all", "consent"),
    ("the deposit is in valid form", "the deposit is invalid form", ""),
    ("They agreed, the plan failed", "They agreed. The plan failed", ""),
    ("grew by 5 € a year", "grew by 5 $ a year", ""),
]


@pytest.mark.parametrize(("quote", "passage", "shown"), ALTERED)
def test_a_changed_wording_is_never_accepted(quote: str, passage: str, shown: str) -> None:
    hit = find_quote(quote, passage)
    assert hit.state != "verbatim"
    if shown:
        assert hit.difference is not None and shown in hit.difference


def test_punctuation_alone_is_a_slight_alteration() -> None:
    hit = find_quote("by water, wind and sun", "by water, wind, and sun")
    assert (hit.state, hit.slight) == ("altered", True)


def test_letter_case_is_verbatim_but_said() -> None:
    hit = find_quote("the red planet Mars", "the Red Planet Mars")
    assert (hit.state, hit.difference) == ("verbatim", "only capital letters differ")
    assert find_quote("The red planet", "on the red planet").difference is None


def test_an_invented_quotation_is_absent() -> None:
    hit = find_quote("automated penalties are void", "The notice lacked reasons, so the court set it aside.")
    assert (hit.state, hit.start, hit.end) == ("absent", None, None)


ELLIPSES = [
    (
        "the parties shall give notice … in writing",
        "the parties shall give notice, with reasons, in writing.",
        True,
    ),
    (
        "the parties shall give notice ... in writing",
        "the parties shall give notice, with reasons, in writing.",
        True,
    ),
    ("shall give notice [...] in writing", "shall give notice, with reasons, in writing.", True),
    ("shall give notice (…) in writing", "shall give notice, with reasons, in writing.", True),
    ("… give notice in writing …", "shall give notice in writing today.", True),
    (
        "They met in May. … The plan was adopted",
        "They met in May. No vote took place. The plan was adopted.",
        True,
    ),
    ("members … eligible for support", "members are not eligible for support", False),
    ("refunds are paid … in full", "refunds are paid, unless the room was damaged, in full", False),
    ("Deposits … are returned", "Deposits, except those under 10 euros, are returned", False),
    ("Anträge … kostenlos für alle", "Anträge sind nicht mehr kostenlos für alle", False),
    ("La taxe … s’applique à tous", "La taxe ne s’applique pas, sauf décision, et s’applique à tous", False),
    ("该规定……适用于学生", "该规定不再适用于学生", False),
    ("Appeals … within 20 days", "Applicants hear within 20 days. Appeals take 40 days.", False),
    (
        "Applicants … are decided within 40 days",
        "Applicants hear soon. Appeals are decided within 40 days.",
        False,
    ),
    ("notice … by letter", "notice shall be given by phone", False),
]


@pytest.mark.parametrize(("quote", "passage", "verbatim"), ELLIPSES)
def test_ellipses(quote: str, passage: str, verbatim: bool) -> None:
    assert (find_quote(quote, passage).state == "verbatim") is verbatim


BRACKETS = [
    ("[t]he committee approved the budget", "The committee approved the budget.", True),
    ("and [t]he committee approved the budget", "and The committee approved the budget.", True),
    ("[the tenant] shall pay in advance", "He shall pay in advance.", True),
    ("the landlord or [the agent] shall pay", "the landlord or he shall pay", True),
    ("deliver[s] the goods on time", "they deliver the goods on time", True),
    ("the goods [sic] were delivered late", "the goods were delivered late", True),
    ("fees [Annex 2] are due in May", "fees [Annex 2] are due in May", True),
    ("[No] tenant shall pay the fee", "The tenant shall pay the fee.", False),
    ("[the tenant] shall pay the fee", "No tenant shall pay the fee.", False),
    ("within [10] days of receipt", "within 20 days of receipt", False),
    ("within [ten or 10] days of receipt", "within those days of receipt", False),
    ("the tenant shall [not] pay", "the tenant shall pay", False),
    ("the tenant [always] pays", "the tenant never pays", False),
]


@pytest.mark.parametrize(("quote", "passage", "verbatim"), BRACKETS)
def test_brackets(quote: str, passage: str, verbatim: bool) -> None:
    assert (find_quote(quote, passage).state == "verbatim") is verbatim


NOISE = [
    ("the maximum load of the shelf", "Tbe rnaxirnum l0ad of tbe sbelf 1s high", True),
    ("with the permission of the owner", "witb tbe perrnission of tbe 0wner", True),
    ("Do not exceed the limit", "D0 n0t exceed tbe lirnit", True),
    ("a stem cut in water", "a stern cut in water", False),  # both are words
    ("a load of 10 kg", "a load of l0 kg", False),  # figures are never forgiven
    ("a load of 150 kg", "a load of ■50 k9", False),
    ("the shelf may not hold it", "tbe sbelf rnay hold it", False),
    ("the hat was on the bed", "the bat was on the bed", False),
]


@pytest.mark.parametrize(("quote", "passage", "verbatim"), NOISE)
def test_optical_noise(quote: str, passage: str, verbatim: bool) -> None:
    assert (find_quote(quote, passage).state == "verbatim") is verbatim


def test_noise_is_bounded() -> None:
    assert find_quote("so so so", "50 50 50").state != "verbatim"
    assert find_quote("soso sosos lolo", "5050a 5050s l0l0").state != "verbatim"


def test_stitched_from_one_passage_and_from_two() -> None:
    one = (
        "The first chamber sits on Tuesday. The second chamber sits daily in the hall on Monday in room four."
    )
    hit = find_quote("The first chamber sits on Monday in room four", one)
    assert hit.state == "stitched"
    passages = ("Rent is due on the first day of the month.", "A late fee is charged from the sixth day.")
    index, hit = find_in(passages, "Rent is due on the first day from the sixth day")
    assert hit.state == "stitched"
    assert index == 0


def test_a_dropped_word_is_altered_not_stitched() -> None:
    hit = find_quote("may be carried over until the end", "leave may be carried over only until the end")
    assert (hit.state, hit.difference) == ("altered", "“only” is left out")


def test_the_literal_place_wins_over_a_similar_one() -> None:
    passage = "The fee is ten euros for adults. The fee is ten euros for children. The fee is low for groups."
    hit = find_quote("The fee is ten euros for children", passage)
    assert hit.state == "verbatim"
    assert hit.start == passage.index("The fee is ten euros for children")


WORDS = st.lists(st.from_regex(r"[a-z]{2,8}", fullmatch=True), min_size=8, max_size=30)
STYLES = st.sampled_from(["““”", '"""', "«««\u00a0", "„„“", "‘‘’", "「「」"])
MARKS = {
    '"': ('"', '"'),
    "“": ("“", "”"),
    "«": ("«\u00a0", "\u00a0»"),
    "„": ("„", "“"),
    "‘": ("‘", "’"),
    "「": ("「", "」"),
}


def _rendered(words: list[str], how: int) -> str:
    text = " ".join(words)
    middle = len(words[1]) // 2
    broken = words[1][:middle] + "-\n" + words[1][middle:]
    return [
        text,
        text.replace(" ", "\n", 1),
        text.replace(" ", "\u00a0"),
        text.replace(" ", "  "),
        "\u00ad".join([text[:3], text[3:]]) if text[2] != " " and text[3] != " " else text,
        text.replace("fi", "ﬁ").replace("fl", "ﬂ"),
        text[:1].upper() + text[1:],
        text + ".",
        " ".join([words[0], broken, *words[2:]]),
        f"**{words[0]}** " + " ".join(words[1:]),
    ][how]


@given(WORDS, st.integers(0, 5), st.integers(3, 10), st.sampled_from(sorted(MARKS)), st.integers(0, 9))
def test_a_verbatim_stretch_is_verbatim(
    words: list[str], first: int, count: int, style: str, how: int
) -> None:
    stretch = words[first : first + count]
    assume(len(stretch) >= 3)
    opening, closing = MARKS[style]
    claim = f"The source says {opening}{_rendered(stretch, how)}{closing} here."
    found = [quote for quote in quotations(claim) if quote.depth == 0]
    assert len(found) == 1
    passage = " ".join(words) + "."
    hit = find_quote(found[0].text, passage)
    assert hit.state == "verbatim"
    assert hit.start is not None and hit.end is not None
    assert passage[hit.start : hit.end].split() == stretch


@given(
    WORDS,
    st.integers(0, 29),
    st.from_regex(r"[a-z]{2,8}", fullmatch=True),
    st.sampled_from(["swap", "add", "drop"]),
)
@example(["not", *"abcdefgh"], 0, "now", "swap")
def test_a_changed_word_is_never_verbatim(words: list[str], at: int, other: str, how: str) -> None:
    at %= len(words)
    changed = list(words)
    if how == "swap":
        changed[at] = other
    elif how == "add":
        changed.insert(at, other)
    else:
        assume(0 < at < len(words) - 1)
        del changed[at]
    passage = " ".join(words)
    assume(f" {' '.join(changed)} " not in f" {passage} ")
    assert find_quote(" ".join(changed), passage).state != "verbatim"


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text(quote: str, passage: str) -> None:
    for found in quotations(quote):
        assert quote[found.inner_start : found.inner_end] == found.text
        assert found.start < found.inner_start <= found.inner_end < found.end
    hit = find_quote(quote, passage)
    assert (hit.start is None) == (hit.end is None)
    if hit.start is not None and hit.end is not None:
        assert 0 <= hit.start < hit.end <= len(passage)


@given(
    st.text(alphabet="ab.\n…[]()\"'“”‘’«»„ -not5", max_size=120),
    st.text(alphabet='ab.\n…[]()" -not5', max_size=120),
)
def test_any_marks_and_signs(quote: str, passage: str) -> None:
    for found in quotations(quote):
        assert quote[found.inner_start : found.inner_end] == found.text
    find_quote(quote, passage)


@given(st.text(min_size=1, max_size=80).filter(lambda text: re.search(r"[^\W_]", text) is not None))
def test_a_text_is_in_itself(text: str) -> None:
    assume(not re.search(r"[\[［【…]|\.\s?\.", text))
    assert find_quote(text, text).state == "verbatim"


@pytest.mark.parametrize(
    "text",
    [
        '"' * 20_000,
        "“" * 20_000,
        "'a " * 7_000,
        '1"' * 10_000,
        "[…]" * 7_000,
        "a-\n" * 7_000,
        "\n" * 20_000,
        "a " * 10_000,
    ],
)
def test_long_texts_come_to_an_end(text: str) -> None:
    assert all(0 <= one.start < one.end <= len(text) for one in quotations(text))
    assert find_quote("a b c … d e f [g] h", text).state != "verbatim"
    find_quote(text[:2_000], text)
