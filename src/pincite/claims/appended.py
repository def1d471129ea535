"""Parts of a sentence under a marker of their own that hold no verb of the lexicon.

Where the writer has set a part apart with a marker, less is needed to take it for a claim: a phrase that
adds to the statement before it, or a German word with a verb's ending in a verb's place.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.claims.lexicon import word_set
from pincite.claims.predicates import Words, numeral

_AMONG: Final = word_set("among darunter davon dont parmi hierunter")
_WITH: Final = word_set("with mit avec con")
_SHARES: Final = word_set("all most some many several half none both each mostly largely mainly")
_NO_PARTICIPLE: Final = word_set(
    "during regarding concerning according depending owing following pending building"
)
_SHORTEST: Final = 3  # so many words an addition has at least
_NEAR: Final = 6  # so far, in words, "of them" and the verb of a German clause are looked for
_GERMAN_VERB: Final = re.compile("[a-zäöüß]{2,}(?:[^aeiou]t|te|ten)")


def appended(words: Words, right: int, limit: int) -> bool:
    """Whether words[right:limit], after a comma, add to the statement before: "among them ...", "two thirds
    of them ...", "leaving 300 people ...", "with a limit of ...".
    """
    lex, opening, after = words.lexicon, words.lower[right], words.word(right + 1)
    if words.word(right - 1) != "," or limit - right < _SHORTEST:
        return False
    if opening in _AMONG or (opening == "entre" and after in lex.pronouns):
        return opening != "dont" or words.main_verb(right + 1, limit) < 0
    if opening in _WITH:
        return "," not in words.lower[right:limit] and (after in lex.determiners or numeral(after))
    if words.main_verb(right, limit) >= 0:
        return False
    ahead = range(right, min(right + _NEAR, limit))
    if any(words.lower[k] == "of" and words.word(k + 1) == "them" for k in ahead):
        return True
    if lex.language == "en" and opening.endswith("ing") and opening not in lex.prepositions:
        return opening not in _NO_PARTICIPLE
    return opening in _SHARES and after in lex.prepositions


def german_predicate(words: Words, right: int, limit: int) -> bool:
    """Whether a word with a verb's ending opens the part, before what can follow a verb."""
    if right + 1 >= limit or not _verb_shaped(words, right):
        return False
    lex, after = words.lexicon, words.lower[right + 1]
    follows = (lex.determiners, lex.pronouns, lex.prepositions, lex.clitics)
    return numeral(after) or words.raw[right + 1][0].isupper() or any(after in group for group in follows)


def german_verb_second(words: Words, first: int, last: int) -> bool:
    """Whether a word with a verb's ending stands after the first noun or pronoun of words[first:last]."""
    lex = words.lexicon
    for index in range(first + 1, min(first + _NEAR, last)):
        if _verb_shaped(words, index):
            return words.raw[index - 1][0].isupper() or words.lower[index - 1] in lex.pronouns
    return False


def _verb_shaped(words: Words, index: int) -> bool:
    lex, word = words.lexicon, words.lower[index]
    known = (lex.prepositions, lex.determiners, lex.pronouns, lex.clitics, lex.negations, lex.subordinators)
    return _GERMAN_VERB.fullmatch(words.raw[index]) is not None and not any(word in group for group in known)
