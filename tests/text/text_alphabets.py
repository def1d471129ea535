"""Strategies that make texts full of the signs the text room reads."""

from __future__ import annotations

from hypothesis import strategies as st

_PIECES = (
    "cite",
    "turn0search1",
    "source",
    "doc",
    "<cite>",
    "</cite>",
    "<cite id=x>",
    "<sup>",
    "</sup>",
    "<co>",
    "References\n",
    "http://x.y",
    "et al.",
    "Smith",
    "2020",
    "p. ",
    "```",
    "    ",
    "| ",
    " | ",
    "---",
    "e.g. ",
    "Dr. ",
    "。",
    "「",
    "」",
    "[1]",
    "[1, 2]",
    "【1】",
    "\n\n",
    "- ",
    "1. ",
    "> ",
    "# ",
    ". ",
    "A",
    "b",
    "é",
    "e\u0301",
    "ﬁ",
    "-\n",
    "\u00ad",
    "湖の",
)
_SIGNS = '[]【】［］()（）<>/\\^†:;,-–0123 aA.!?\n\r\t"“”«»`$*@#=|~_¹²•\u00a0\u200b\x1c\x1f\ue200\ue201\ue202'

texts = st.lists(
    st.one_of(st.sampled_from(_PIECES), st.sampled_from(_SIGNS), st.characters()), max_size=40
).map("".join)
