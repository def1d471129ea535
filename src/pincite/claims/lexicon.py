"""Function words and common verbs of the languages that join clauses with words (en, de, fr, es).

The words stand in `lexicon.toml`; here regular verbs are inflected to the forms that can head a statement.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal

from msgspec import Struct

# What a word can do as a verb: "aux" and "modal" are finite auxiliaries, "third" and "past" finite forms of
# full verbs, "bare" an English base form, which is finite only beside a plural, after a modal, or as an
# order.
Role = Literal["aux", "modal", "third", "past", "bare"]


class Lexicon(Struct, frozen=True, kw_only=True):
    """What a language needs for cutting sentences; see `lexicon.toml` for the meaning of each list."""

    language: str
    roles: dict[str, Role]
    irregular: frozenset[str]
    noun_like: frozenset[str]
    conjunctions: frozenset[str]
    adversatives: frozenset[str]
    clitics: frozenset[str]
    subordinators: frozenset[str]
    relatives: frozenset[str]
    embedders: frozenset[str]
    conditions: frozenset[str]
    prepositions: frozenset[str]
    determiners: frozenset[str]
    pronouns: frozenset[str]
    plurals: frozenset[str]
    additions: frozenset[str]
    pairs: frozenset[str]
    negations: frozenset[str]


def word_set(words: str) -> frozenset[str]:
    """The words of a text, parted by blanks."""
    return frozenset(words.split())


LANGUAGES: Final = ("en", "de", "fr", "es")


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, str]]:
    source = files("pincite.claims").joinpath("lexicon.toml").read_text(encoding="utf-8")
    return tomllib.loads(source)


@lru_cache(maxsize=8)
def lexicon(language: str) -> Lexicon | None:
    """The lexicon of a language, or None when there is none: its sentences are cut only at semicolons."""
    if language not in LANGUAGES:
        return None
    table = {name: frozenset(words.split()) for name, words in _tables()[language].items()}
    roles: dict[str, Role] = {form: role for role, form in _inflected(language, table)}
    for form in table["forms"]:
        roles[form] = "past" if language == "en" else "third"
    for form in table["auxiliary"]:
        roles[form] = "modal" if form in table["modal"] else "aux"
    names = ("noun_like", "plurals", "relatives", "embedders")
    optional: dict[str, Any] = {name: table.get(name, frozenset()) for name in names}
    if language == "en":  # "costs" and "cost"
        optional["noun_like"] |= {form[:-1] for form in optional["noun_like"]}
    return Lexicon(
        language=language,
        roles=roles,
        irregular=table["forms"],
        **optional,
        **{
            name: table[name]
            for name in (
                "conjunctions",
                "adversatives",
                "clitics",
                "subordinators",
                "conditions",
                "prepositions",
                "determiners",
                "pronouns",
                "additions",
                "pairs",
                "negations",
            )
        },
    )


def _inflected(language: str, table: dict[str, frozenset[str]]) -> list[tuple[Role, str]]:
    found: list[tuple[Role, str]] = []
    for verb in sorted(table["verbs"]):
        if language == "en":
            found += [("bare", verb), ("past", _english_past(verb, table["doubled"]))]
            found.append(("third", _english_third(verb)))
        elif language == "de":
            link = "e" if verb.endswith(("t", "d", "n")) else ""
            found += [("third", verb + link + "t"), ("third", verb + "en")]
            found += [("past", verb + link + "te"), ("past", verb + link + "ten")]
        elif language == "fr":
            found += [("third", verb + "e"), ("third", verb + "ent")]
            found += [("past", verb + ending) for ending in ("a", "èrent", "ait", "aient")]
        else:
            found += [("third", verb + "a"), ("third", verb + "an")]
            found += [("past", verb + "ó"), ("past", verb + "aron"), ("past", verb + "aba")]
    for verb in sorted(table.get("verbs_er", frozenset())):
        found += [
            ("third", verb + "e"),
            ("third", verb + "en"),
            ("past", verb + "ió"),
            ("past", verb + "ieron"),
        ]
    return found


def _english_third(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def _english_past(verb: str, doubled: frozenset[str]) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + verb[-1] * (verb in doubled) + "ed"
