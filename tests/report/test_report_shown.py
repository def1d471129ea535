from __future__ import annotations

import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pincite.report.shown import CUT, block, frame, inert, inert_json, markdown, one_line, plain, width

HOSTILE = "\x1b[31mred\x1b[0m \x07bell \u202egnp.exe \u2066x\u2069 \ufeffzero\u200bwidth \x9b31m"


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("公司", 4), ("ｶﾅ", 2), ("e\u0301", 1), ("", 0), ("Ａ", 2)]
)
def test_width_counts_terminal_columns(text: str, columns: int) -> None:
    assert width(text) == columns


def test_steering_characters_are_gone() -> None:
    shown = plain(HOSTILE)
    assert shown == "[31mred[0m bell gnp.exe x zerowidth 31m"


@given(st.text())
def test_plain_text_cannot_steer_a_terminal(text: str) -> None:
    shown = plain(text)
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in shown)
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@given(st.text(), st.integers(1, 60))
def test_one_line_keeps_its_limit(text: str, limit: int) -> None:
    assert width(one_line(text, limit)) <= limit


@pytest.mark.parametrize(
    ("text", "start", "end", "limit", "line", "column", "columns"),
    [
        ("price is 32 % today", 9, 13, 80, "price is 32 % today", 9, 4),
        ("one\nprice is 32 %\nthree", 13, 17, 80, "price is 32 %", 9, 4),
        ("a\tb", 2, 3, 80, "a    b", 5, 1),
        ("注册资本五千万元", 4, 8, 80, "注册资本五千万元", 8, 8),
        ("two\nlines here", 0, 9, 80, "two↵lines here", 0, 9),
        ("\x1b[1mbold", 4, 8, 80, "[1mbold", 3, 4),
        ("nothing", 3, 3, 80, "nothing", 3, 1),
        ("x" * 100 + "32" + "y" * 100, 100, 102, 20, CUT + "x" * 8 + "32" + "y" * 8 + CUT, 9, 2),
        ("32" + "y" * 100, 0, 2, 20, "32" + "y" * 16 + CUT, 0, 2),
        ("x" * 100 + "32", 100, 102, 20, CUT + "x" * 16 + "32", 17, 2),
        ("z" * 100, 10, 90, 20, CUT + "z" * 18 + CUT, 1, 18),
        ("x" * 300, 150, 152, None, "x" * 300, 150, 2),
    ],
)
def test_frame_marks_the_stretch(
    text: str, start: int, end: int, limit: int | None, line: str, column: int, columns: int
) -> None:
    shown = frame(text, start, end, limit)
    assert (shown.line, shown.column, shown.columns) == (line, column, columns)


@given(st.text(min_size=1, max_size=300), st.data(), st.integers(20, 120))
def test_frame_stays_within_its_limit_and_over_its_stretch(
    text: str, data: st.DataObject, limit: int
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start, len(text)))
    shown = frame(text, start, end, limit)
    assert width(shown.line) <= limit
    assert shown.column + shown.columns <= max(width(shown.line), shown.column + 1)


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("**bold** _it_", r"\*\*bold\*\* \_it\_"),
        ("![x](http://evil)", r"\!\[x\](http&#58;//evil)"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("a | b", r"a \| b"),
        ("see www.example.com, @someone", "see www&#46;example.com, &#64;someone"),
        ("`code` ~~gone~~ $x$", r"\`code\` \~\~gone\~\~ \$x\$"),
        ("# heading\n- item", r"\# heading - item"),
        (r"back\slash &amp;", r"back\\slash &amp;amp;"),
    ],
)
def test_markdown_renders_as_the_text_itself(text: str, escaped: str) -> None:
    assert markdown(text) == escaped


@given(st.text(alphabet=st.sampled_from("ab <>&*_[]()`!|\\#$~:/.wht@\n-+1"), max_size=60))
def test_markdown_holds_no_html_link_or_picture(text: str) -> None:
    rendered = MarkdownIt("commonmark").enable("table").render("> answer: " + markdown(text))
    tags = {piece.split(">")[0].strip("/ ") for piece in rendered.split("<")[1:]}
    assert tags <= {"p", "blockquote"}


# As the runners read a line: GitHub's two kinds of command, and those of Azure Pipelines and TeamCity.
OBEYED = re.compile(r"^\s*::[A-Za-z]|##[A-Za-z]*\[")
COMMANDS = [
    "::error::stop",
    "  ::add-mask::x",
    "##[error]stop",
    "text ##[save-state name=a]b",
    "##vso[task.setvariable variable=a]b",
    "##teamcity[buildStop]",
    "###[group]",
    "\u2060::error::stop",
    ":\u200d:error::stop",
    "#\u2060#[error]stop",
    "##\ufe0f[error]stop",
]


def obeyed(line: str) -> bool:
    """Whether a runner would take a command from the line; GitHub's passes over what nobody sees."""
    seen = "".join(one for one in line if unicodedata.category(one) != "Cf" and one != "\ufe0f")
    return OBEYED.search(seen) is not None


@pytest.mark.parametrize("text", COMMANDS)
def test_no_runner_obeys_what_is_shown(text: str) -> None:
    assert obeyed(text)
    for shown in (plain(text), one_line(text), markdown(text), frame(text, 0, 3, None).line, inert(text)):
        assert not obeyed(shown)
    assert width(inert(text)) == width(text)
    assert not any(map(obeyed, block(f"one\n{text}\ntwo").split("\n")))


@given(st.text(alphabet="#:[]a \u2060\n\t", max_size=12))
def test_no_spelling_of_a_command_gets_through(text: str) -> None:
    assert not any(map(obeyed, block(text).split("\n")))
    told = json.dumps(text, ensure_ascii=False).encode()
    assert json.loads(inert_json(told)) == text
    assert not obeyed(inert_json(told).decode())


@pytest.mark.parametrize(
    "text", ["a::b", "std::vector", "# Heading", "## Heading", "12:30", "[1]", "::", "C#[1]"]
)
def test_what_is_no_command_stays_as_it_is(text: str) -> None:
    assert one_line(text) == text
