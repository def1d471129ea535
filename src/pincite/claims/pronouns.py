"""What a pronoun at the start of a statement stands for."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from pincite.claims.frames import Frame, frame_of, tidy
from pincite.claims.lexicon import Lexicon, word_set

_REMEMBERED: Final = 4


class Antecedent(Struct, frozen=True):
    """The last subject that was named in full: what a pronoun after it stands for. None: it cannot be
    told.
    """

    text: str
    plural: bool | None
    person: bool | None


class Memory:
    """The last statements read: looked through for a subject only when a pronoun asks for one."""

    def __init__(self) -> None:
        self._last: list[str | Antecedent] = []

    def forget(self) -> None:
        self._last.clear()

    def keep(self, statement: str | Antecedent) -> None:
        self._last.append(statement)
        del self._last[:-_REMEMBERED]

    def antecedent(self, lex: Lexicon) -> Antecedent | None:
        """The subject of the nearest statement that has one in full."""
        for statement in reversed(self._last):
            if isinstance(statement, Antecedent):
                return statement
            frame = frame_of(tidy(statement), lex)
            found = _antecedent(frame, lex) if frame is not None else None
            if found is not None:
                return found
        return None


def named(statement: str, lex: Lexicon, memory: Memory) -> Frame | None:
    """The frame of a statement that opens with a pronoun, with the name in its place; None when it cannot
    be told.
    """
    opening = _OPENING_WORD.search(statement)
    # Past a leading phrase ("In 2020, it ...") the subject is looked for only where a comma follows.
    words = {opening.group().lower()} if opening is not None else set()
    if "," in statement:
        words |= {match.group(1).lower() for match in _AFTER_COMMA.finditer(statement)}
    if not words & _POINTERS[lex.language]:
        return None
    statement = tidy(statement)
    own = frame_of(statement, lex)
    antecedent = memory.antecedent(lex)
    if own is None or antecedent is None:
        return None
    reading = _resolved(statement, own, antecedent, lex)
    if reading is None:
        return None
    memory.keep(antecedent)
    return Frame(own.lead, antecedent.text, own.verb, own.after, own.modal, own.passive, reading)


# pronoun -> (plural or None, person or None), possessives apart
_PRONOUNS: Final[dict[str, dict[str, tuple[bool | None, bool | None]]]] = {
    "en": {"it": (False, False), "they": (True, None), "he": (False, True), "she": (False, True)},
    "de": {"er": (False, None), "sie": (None, None)},
    "fr": {"il": (False, None), "elle": (False, None), "ils": (True, None), "elles": (True, None)},
    "es": {"él": (False, None), "ella": (False, None), "ellos": (True, None), "ellas": (True, None)},
}
_POSSESSIVES: Final = {"its": False, "their": True, "his": False, "her": False}
_POINTERS: Final = {
    code: frozenset(forms) | (frozenset(_POSSESSIVES) if code == "en" else frozenset())
    for code, forms in _PRONOUNS.items()
}
_OPENING_WORD: Final = re.compile(r"\w+")
_AFTER_COMMA: Final = re.compile(r",\s+(\w+)")
_EXPLETIVE: Final = re.compile(
    r"it (?:is|was|(?:will|would|can|may) be|has been|['’]s) (?:\w+ly )?(?:\w+ )?(?:that|to|clear|possible"
    r"|important|unclear|likely|said|believed|estimated|recommended|common (?:to|for))\b"
    r"|it (?:takes?|took|seems?|appears?|depends|follows|rains?|snows?|turns out)\b"
    r"|il (?:y a|est (?:\w+ )?(?:que|de|d['’])|faut|s['’]agit|existe|semble|convient|suffit|n['’]y a)"
    r"|sie (?:können|müssen|sollten|dürfen|haben|sind|erhalten|finden|möchten)\b|es\b",
    re.IGNORECASE,
)


def _resolved(statement: str, frame: Frame, antecedent: Antecedent, lex: Lexicon) -> str | None:
    """The statement with its leading pronoun replaced, or None when there is none or it cannot be told."""
    start = statement.find(frame.subject)
    words = frame.subject.lower().split()
    forms = _PRONOUNS.get(lex.language, {})
    if len(words) == 1 and words[0] in forms:
        plural, person = forms[words[0]]
        if _EXPLETIVE.match(statement, start):
            return None
        if _differ(plural, antecedent.plural) or _differ(person, antecedent.person):
            return None
        name = _placed(antecedent.text, lex, first=start == 0)
        return statement[:start] + name + statement[start + len(frame.subject) :]
    if lex.language == "en" and words and words[0] in _POSSESSIVES:
        if _differ(_POSSESSIVES[words[0]], antecedent.plural) or (
            words[0] in ("his", "her") and not _may_be_person(antecedent)
        ):
            return None
        owner = antecedent.text + ("'" if antecedent.text.endswith("s") else "'s")
        return statement[:start] + owner + statement[start + len(words[0]) :]
    return None


def _placed(name: str, lex: Lexicon, *, first: bool) -> str:
    """The name with the capital that its place asks for."""
    if first:
        return name[:1].upper() + name[1:]
    article = name.split(maxsplit=1)[0].lower() in lex.determiners
    return name[:1].lower() + name[1:] if article else name


def _differ(one: bool | None, other: bool | None) -> bool:
    return one is not None and other is not None and one != other


def _may_be_person(antecedent: Antecedent) -> bool:
    return antecedent.person is not False


_NO_NAME: Final = word_set(
    """
    it they he she this that these those there which what who some others many most all none one we you
    i his her their its er sie es dies das man wir ich il elle ils elles on ce cela nous vous él ella
    ellos ellas esto eso
    """
)


_BRACKETS: Final = re.compile(r"\s*\([^()]*\)")
_OWNER: Final = re.compile(r"([^,]+?)['’]s?\s")
_RELATION: Final = re.compile(
    r"\b(?:wife|husband|father|mother|parents?|son|daughter|child|children|brother|sister|uncle|aunt|cousin|friend|partner"
    r"|widow|successor|predecessor|manager|lawyer|doctor|teacher|colleague|boss|editor|assistant)s?\b",
    re.IGNORECASE,
)


def _antecedent(frame: Frame, lex: Lexicon) -> Antecedent | None:
    """The subject as something that a later pronoun can stand for, or None when it is itself no name."""
    subject = _BRACKETS.sub("", frame.subject).strip()
    words = subject.split()
    if not words:
        return None
    opening = words[0].lower()
    if opening in _NO_NAME or len(words) > 8 or len(subject) < 2:
        return None
    owner = _OWNER.match(subject)
    if owner is not None:  # "Diaz's influence" leaves Diaz for "he"; "Diaz's wife" leaves two people
        person = _RELATION.search(subject) is None and owner.group(1)[:1].isupper()
        return Antecedent(owner.group(1), False, True) if person else None
    last = words[-1].lower()
    verb = frame.verb.lower()
    if lex.language == "en":
        plural: bool | None = None
        if verb in ("are", "were", "have", "do") or " and " in subject or lex.roles.get(verb) == "bare":
            plural = True
        elif verb in ("is", "was", "has", "does") or lex.roles.get(verb) == "third":
            plural = False
        elif not last.endswith("s") or last.endswith(("ss", "us", "is")):
            plural = last in lex.plurals
        elif opening in lex.determiners or words[-1].islower():
            plural = True
        named = words[0][:1].isupper() and opening not in lex.determiners and words[-1][:1].isupper()
        return Antecedent(subject, plural, None if named else False)
    plural = last.endswith("s") and lex.language in ("fr", "es")
    return Antecedent(subject, plural, False)
