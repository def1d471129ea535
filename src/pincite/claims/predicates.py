"""Where the predicate of a clause stands: enough grammar to tell a proposition from a phrase.

There is no parser here. A verb is found by its form and its neighbours, and what cannot be told stays uncut.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.claims.lexicon import Lexicon, Role, word_set

_WORD: Final = re.compile(
    r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’](?=[^\W\d_])"  # elided words, French
    r"|\d+(?:[.,:·'’]\d+)*"
    r"|[^\W\d_](?:[\w\u0300-\u036f\u00ad]|['’.-](?=\w))*"
    r"|[^\w\s]",
    re.IGNORECASE,
)
_DIGIT: Final = re.compile(r"\d")
_NUMBER_NEXT: Final = word_set("€ $ £ ¥ % + - − ~ ≈")
_ADVERB: Final = re.compile(r"[^\W\d_]{2,}ly\Z")
_LOOKAHEAD: Final = 8
_REACH: Final = 40  # so far, in words, a clause is followed to its verb
_PREPOSITIONAL: Final = word_set(
    """
    before after since until till as for than once despite until avant après depuis desde hasta antes
    después seit bis
    """
)
_REFLEXIVE: Final = frozenset(("se", "s'", "ne", "n'"))  # only a verb follows
_AFTER_VERB: Final = frozenset(("to", "up", "in", "on", "at", "with", "for", "by", "from"))
_PUNCTUATION: Final = frozenset(',;:()[]{}–—-…"“”«»„/|')


class Words:
    """The words and signs of a stretch of text: in lower case, as written, and with their offsets."""

    __slots__ = ("end", "lexicon", "lower", "raw", "start")

    def __init__(self, body: str, offset: int, lexicon: Lexicon) -> None:
        """The words of `body`, which stands at `offset` in its text."""
        self.lexicon = lexicon
        matches = list(_WORD.finditer(body))
        self.raw = [match.group() for match in matches]
        self.start = [match.start() + offset for match in matches]
        self.end = [match.end() + offset for match in matches]
        self.lower = [word.lower().replace("’", "'") for word in self.raw]

    def __len__(self) -> int:
        return len(self.raw)

    def at(self, offset: int) -> int:
        """The index of the first word that starts at or after the offset."""
        low, high = 0, len(self.start)
        while low < high:
            middle = (low + high) // 2
            if self.start[middle] < offset:
                low = middle + 1
            else:
                high = middle
        return low

    def word(self, index: int) -> str:
        return self.lower[index] if 0 <= index < len(self.lower) else ""

    def role(self, index: int) -> Role | None:
        """What the word does as a verb in this place, or None."""
        word = self.lower[index]
        lexicon = self.lexicon
        role = lexicon.roles.get(word)
        if role is None:
            return _contracted(word) if lexicon.language == "en" else None
        before = self.word(index - 1)
        if before in lexicon.determiners and self.raw[index - 1] != "A":
            pointing = before in lexicon.pronouns and role in ("aux", "modal")  # "this can help"
            return role if pointing else None
        if lexicon.language == "en":
            return self._english(index, word, role, before)
        if lexicon.language == "de" and (self.raw[index][0].isupper() or before == "zu"):
            return None
        return None if before in lexicon.prepositions and role != "aux" else role

    def _english(self, index: int, word: str, role: Role, before: str) -> Role | None:
        raw = self.raw[index]
        if raw[0].isupper() and index > 0 and raw not in ("Is", "Are"):
            return None  # a month, a name, a title
        if before == "to" or (before in self.lexicon.prepositions and role != "aux"):
            return None
        if role == "bare":
            return role if self._plural_before(index) and self._object_after(index, word) else None
        if word in self.lexicon.noun_like and role == "third":
            return role if self.verb_after(index) and before not in ("", ",", "and", "or") else None
        if role == "past" and self._adjectival(index, before):
            return None
        after = self.word(index + 1)
        if role == "third" and after in self.lexicon.relatives and word not in self.lexicon.embedders:
            return None  # "constructs that ..."
        return role

    def _plural_before(self, index: int) -> bool:
        before = self.word(index - 1)
        if _ADVERB.match(before) or before in self.lexicon.clitics:
            before = self.word(index - 2)
        if before in self.lexicon.plurals:
            return True
        return len(before) > 3 and before.endswith("s") and not before.endswith(("ss", "us", "is"))

    def _object_after(self, index: int, word: str) -> bool:
        after, noun_like = self.word(index + 1), self.lexicon.noun_like
        if after in ("of", "'s", "or", ")"):
            return False
        if after in (",", "and"):
            return word not in noun_like
        role = self.lexicon.roles.get(after)
        if role in ("aux", "modal") or (role in ("third", "past") and after not in noun_like):
            return False  # "the plans are": the next word is the verb
        return word not in noun_like or self.value_after(index) or after in _AFTER_VERB

    def value_after(self, index: int) -> bool:
        after = self.word(index + 1)
        return (
            after in self.lexicon.determiners
            or after in self.lexicon.pronouns
            or after in _NUMBER_NEXT
            or bool(_DIGIT.match(after))
            or after in _NUMBERS
            or after
            in ("up", "about", "around", "roughly", "approximately", "nearly", "over", "more", "less", "only")
        )

    def phrase_after(self, index: int) -> bool:
        """Whether a preposition or adverb follows ("expanded in 2020"), not the noun that a participle
        describes.
        """
        after = self.word(index + 1)
        return (
            after in self.lexicon.prepositions
            or bool(_ADVERB.match(after))
            or after in ("that", "to", "his", "her")
        )

    def verb_after(self, index: int) -> bool:
        """After a form like "costs", does a phrase follow that makes it a verb?"""
        after = self.word(index + 1)
        if after in ("", "of", "and", "or", "'s") or (after in _PUNCTUATION and after not in '"“«„('):
            return False
        return self.lexicon.roles.get(after) not in ("aux", "modal")

    def _adjectival(self, index: int, before: str) -> bool:
        """A form in -ed that describes a noun, or opens a reduced relative clause before the real
        predicate.
        """
        if before in self.lexicon.roles and self.lexicon.roles[before] in ("aux", "modal"):
            return False
        word, after = self.lower[index], self.word(index + 1)
        if word in self.lexicon.irregular and after != "by":
            return False
        for ahead in range(index + 1, min(index + _LOOKAHEAD, len(self.lower))):
            other = self.lower[ahead]
            if (
                other in self.lexicon.pronouns
                or other in self.lexicon.subordinators
                or other in (",", "and", ";")
            ):
                if other not in _PREPOSITIONAL:
                    return False
                continue
            role = self.lexicon.roles.get(other)
            if role in ("aux", "modal"):
                return True
            if role == "third" and other not in self.lexicon.noun_like:
                return True
        return False

    def main_verb(self, first: int, last: int) -> int:
        """The index of the finite verb of the clause in words[first:last], or -1. Relative clauses are
        passed over.
        """
        relatives, skip = self.lexicon.relatives, 0
        index = first
        while index < last:
            word = self.lower[index]
            if word in relatives and index > first:
                skip += 1
            elif word in _REFLEXIVE and self.lexicon.language in ("fr", "es") and index + 1 < last:
                if not skip:
                    return index + 1
                skip -= 1
                index += 1
            elif self.role(index) is not None:
                if not skip:
                    return index
                skip -= 1
                index = self._after_verbs(index, last)
                continue
            index += 1
        return -1

    def _after_verbs(self, index: int, last: int) -> int:
        index += 1
        while index < last and (self.lower[index] in self.lexicon.roles or _ADVERB.match(self.lower[index])):
            index += 1
        return index

    def subordinate(self, first: int, last: int) -> bool:
        """Whether a subordinate clause with its own verb opens in words[first:last]."""
        for index in range(first, last):
            word = self.lower[index]
            if word not in self.lexicon.subordinators:
                continue
            if word not in _PREPOSITIONAL and word not in self.lexicon.prepositions:
                return True
            if any(self.role(ahead) is not None for ahead in range(index + 1, min(last, index + _REACH))):
                return True
        return False


def numeral(word: str) -> bool:
    """Whether a word is written with digits, or is a number word of the first dozen."""
    return word[0].isdigit() or word in _NUMBERS


_NUMBERS: Final = word_set(
    """
    one two three four five six seven eight nine ten eleven twelve twenty thirty hundred thousand
    million eins zwei drei vier fünf sechs sieben acht neun zehn zwölf deux trois quatre cinq six sept
    huit neuf dix douze dos tres cuatro cinco seis siete ocho nueve diez doce
    """
)


def _contracted(word: str) -> Role | None:
    if word.endswith(("n't", "'re", "'ve")):
        return "aux"
    if word.endswith("'ll"):
        return "modal"
    return "aux" if word in ("it's", "that's", "there's", "he's", "she's", "what's", "here's") else None
