"""Where a sentence of a language with a lexicon is cut into clauses and predicates that stand alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pincite.claims.appended import appended, german_predicate, german_verb_second
from pincite.claims.lexicon import Lexicon, word_set
from pincite.claims.pieces import Join, Piece, opaque, trimmed
from pincite.claims.predicates import Words, numeral
from pincite.model import Span

_ADVERBIAL: Final = ("ally", "edly", "ently", "antly", "ously", "fully", "ively", "arily", "tely", "ctly")
_STARTERS: Final = frozenset('("“«„€$£¥%+-−~≈')  # signs that open a phrase
_RISING: Final = re.compile(
    r"(?:ris|fall|increas|decreas|grow|drop|climb|start|end|rang|total|reach|leav|mak|bring)\w*ing"
)
_ONE: Final = frozenset(("a", "an", "each", "every"))
_MOST: Final = 40  # so many places of a sentence are looked at
# English irregular forms that are participles too: "pumps made in Ohio" is no clause.
_PARTICIPLES: Final = word_set(
    """
    bought brought built burnt caught cut dealt fed felt found held hit hid kept laid led left lent let
    lost made met paid put read said sent set sold sought shot shut spent split spread taught thought
    told understood won
    """
)


class ClauseCutter:
    """Walks through one sentence of a language with a lexicon, from cut to cut."""

    def __init__(self, text: str, start: int, end: int, groups: Sequence[Span], lex: Lexicon) -> None:
        self.text, self.start, self.end, self.lex = text, start, end, lex
        self.words = Words(opaque(text[start:end]), start, lex)
        self.anchor = -1  # the last verb of a part that was complete
        self.marks = [self.words.at(group.start) for group in groups]

    def pieces(self) -> list[Piece]:
        words = self.words
        found: list[tuple[int, int, Join]] = []
        first = 0
        joined: Join = "start"
        candidates = self._candidates()
        for index, (at, kind) in enumerate(candidates):
            if at <= first:
                continue
            limit = next((a for a, k in candidates[index + 1 :] if k != "word" and a > at), len(words))
            verdict = self._verdict(first, at, limit, kind)
            if verdict is None:
                continue
            found.append((first, at, joined))
            first, joined = at, verdict
        found.append((first, len(words), joined))
        pieces = [self._piece(a, b, join) for a, b, join in found]
        return [piece for piece in pieces if piece is not None]

    def _candidates(self) -> list[tuple[int, str]]:
        """Word indices before which a cut could be: after markers, at semicolons, at conjunctions."""
        lex, words = self.lex, self.words.lower
        found = {
            index: "word" for index, w in enumerate(words) if w in lex.conjunctions or w in lex.adversatives
        }
        found.update((mark, "marker") for mark in self.marks if mark < len(words))
        found.update((index, "semicolon") for index, word in enumerate(words) if word == ";")
        return sorted(found.items())[:_MOST]

    def _piece(self, first: int, last: int, join: Join) -> Piece | None:
        lex, words = self.lex, self.words
        if join != "start":
            while first < last and (
                words.lower[first] in lex.conjunctions or not words.lower[first][0].isalnum()
            ):
                if words.lower[first] in _STARTERS:
                    break
                first += 1
            if first < last and words.lower[first] in lex.adversatives and join != "addition":
                first += 1
        if first >= last:
            return None
        # A cut before a conjunction or marker leaves what was before it whole, up to that word.
        end = self.end if last >= len(words) else words.start[last]
        return trimmed(self.text, words.start[first], end, join)

    def _verdict(self, first: int, at: int, limit: int, kind: str) -> Join | None:
        if not self._complete(first, at, opened=first > 0):
            return None
        if kind == "semicolon":
            return self._after_semicolon(first, at, limit)
        right, joined = self._right(at)
        if right >= limit:
            return None
        if kind == "marker":
            return self._after_marker(first, at, right, limit, joined)
        return self._after_word(first, at, right, limit)

    def _right(self, at: int) -> tuple[int, bool]:
        """Where the right part begins, past punctuation and conjunctions, and whether one was passed."""
        words, lex, joined = self.words, self.lex, False
        while at < len(words):
            word = words.lower[at]
            if word in lex.conjunctions or word in lex.adversatives:
                joined = True
            elif word[0].isalnum() or word in _STARTERS:
                break
            at += 1
        return at, joined

    def _complete(self, first: int, at: int, *, opened: bool) -> bool:
        """Whether the left part can stand alone: it has a predicate (or reads "label: value") and does not
        break off.
        """
        words, lex = self.words, self.lex
        last = at - 1
        while last >= first and not words.lower[last][0].isalnum():
            last -= 1
        if last < first:
            return False
        if words.lower[last] in lex.prepositions or words.lower[last] in lex.determiners:
            return words.raw[last] == "A"
        verb = self._predicate(first, at)
        if verb > first and self._describes(first, verb):
            comma = next((k for k in range(verb, at) if words.lower[k] == ","), at)
            verb = words.main_verb(comma + 1, at)
        if opened or verb >= 0 or self._order(first):
            return True
        if lex.language == "de" and german_verb_second(self.words, first, at):
            return True
        label = any(words.lower[index] == ":" for index in range(first, at))
        return label or (self._verbless() and any(numeral(word) for word in words.lower[first:at]))

    def _describes(self, first: int, verb: int) -> bool:
        """Whether a form in the past only describes the noun before it: "the tower, built in 1889,"."""
        words, lex = self.words, self.lex
        opened = words.word(verb - 1) == "," and words.lower.index(",", first) == verb - 1
        return (
            opened
            and lex.roles.get(words.lower[verb]) == "past"
            and words.lower[first] not in lex.prepositions
        )

    def _predicate(self, first: int, at: int) -> int:
        """The finite verb of words[first:at], past a leading subordinate clause, or -1."""
        words, lex = self.words, self.lex
        opening = words.lower[first]
        if opening in lex.subordinators:
            comma = next((k for k in range(first, at) if words.lower[k] == ","), at)
            if opening not in lex.prepositions or words.subordinate(first, comma):
                return words.main_verb(comma + 1, at) if comma < at else -1
        return words.main_verb(first, at)

    def _order(self, first: int) -> bool:
        """Whether the part opens with an order ("Open the lid")."""
        return self.lex.roles.get(self.words.lower[first]) == "bare" and first == 0

    def _verbless(self) -> bool:
        return self.words.main_verb(0, len(self.words)) < 0

    def _after_semicolon(self, first: int, at: int, limit: int) -> Join | None:
        right, _ = self._right(at)
        words = self.words
        if right >= limit:
            return None
        if words.lower[right] in self.lex.subordinators and not self._prepositional(right, limit):
            return None
        if self._clause(right, limit) >= 0 or self._starts_predicate(right, limit):
            return "semicolon"
        return "gap" if any(numeral(word) for word in words.lower[right:limit]) else None

    def _clause(self, right: int, limit: int) -> int:
        """The finite verb of a clause that opens at `right`: no comma or subordinate clause stands before
        it, but a leading phrase ("in 2020, costs fell") may.
        """
        words, lex = self.words, self.lex
        led = words.lower[right] in lex.prepositions
        for index in range(right, limit):
            word = words.lower[index]
            if word == "," and led:
                led = False
            elif word == "," or (
                index > right and word in lex.subordinators and self._opens_clause(index, limit)
            ):
                limit = index
                break
        return words.main_verb(right, limit)

    def _prepositional(self, index: int, limit: int) -> bool:
        return self.words.lower[index] in self.lex.prepositions and not self.words.subordinate(index, limit)

    def _after_marker(self, first: int, at: int, right: int, limit: int, joined: bool) -> Join | None:
        words, lex = self.words, self.lex
        word = words.lower[right]
        if word in lex.additions and right + 1 < limit and not self._starts_predicate(right + 1, limit):
            return "addition" if word not in lex.clitics or not joined else None
        if lex.language == "en" and _RISING.fullmatch(word) and any(map(numeral, words.lower[right:limit])):
            return "addition"  # "rising to 4% after June"
        if not joined and self._closed(right, limit) and appended(self.words, right, limit):
            return "addition"
        subordinate = word in lex.subordinators or word in lex.relatives
        if subordinate and not self._prepositional(right, limit):
            return None
        left = self._predicate(first, at)
        self.anchor = left if left >= 0 else self.anchor
        if self._starts_predicate(right, limit, self.anchor, parted=joined):
            role = lex.roles.get(words.lower[self._past_clitics(right)[0]])
            if role in ("past", "bare") and not joined and not self._in_series(right, limit):
                return None
            return "predicate"
        if joined and lex.language == "de" and german_predicate(self.words, right, limit):
            return "predicate"
        if self._own_subject(right, limit, strict=False):
            return "subject"
        return "gap" if self._gapped(first, at, right, limit) else None

    def _closed(self, right: int, limit: int) -> bool:
        """Whether the part has a marker of its own at its end."""
        return any(right < mark <= limit for mark in self.marks)

    def _in_series(self, right: int, limit: int) -> bool:
        """Whether a predicate without a conjunction is one of a series that goes on after its own marker."""
        after = (self.words.word(limit), self.words.word(limit + 1))
        return self._closed(right, limit) and any(
            word in self.lex.conjunctions or word == "," for word in after
        )

    def _gapped(self, first: int, at: int, right: int, limit: int) -> bool:
        """ "Papers are due on 2 May [1], slides on 9 May [2]": both parts hold a figure, the second no
        verb.
        """
        words = self.words
        if limit - right > 14 or words.main_verb(right, limit) >= 0:
            return False
        parting = {",", *self.lex.conjunctions}
        if not parting & {words.word(at), words.word(at - 1), words.word(right - 1)}:
            return False
        return all(any(map(numeral, part)) for part in (words.lower[right:limit], words.lower[first:at]))

    def _after_word(self, first: int, at: int, right: int, limit: int) -> Join | None:
        """A conjunction without a marker before it: the strict test."""
        words, lex = self.words, self.lex
        verb = self._predicate(first, at)
        if verb < 0 or right + 1 >= limit:
            return None
        left = words.lower[first:at]
        if any(word in lex.pairs for word in left) or words.lower[right] in lex.subordinators:
            return None
        if any(
            words.lower[index] in lex.conditions and self._opens_clause(index, limit)
            for index in range(right, limit)
        ):
            return None
        adversative = words.lower[at] in lex.adversatives
        nested = words.subordinate(verb + 1, at)
        if nested and not adversative:
            return None
        if not nested and self._starts_predicate(right, limit, verb) and self._agrees(verb, right, first):
            return "predicate"
        if words.lower[verb] in lex.embedders or not self._reliable(verb):
            return None
        if self._own_subject(right, limit, strict=True):
            return "subject"
        return None

    def _reliable(self, verb: int) -> bool:
        """Whether the verb of the left part is surely one, so that a second verb must have its own
        subject.
        """
        word, role = self.words.lower[verb], self.lex.roles.get(self.words.lower[verb], "aux")
        if role == "past" and self.lex.language == "en":
            return word in self.lex.irregular or self.words.value_after(verb) or self.words.phrase_after(verb)
        sure = self.words.value_after(verb) or self.words.phrase_after(verb)
        return word not in self.lex.noun_like or sure

    def _opens_clause(self, index: int, limit: int) -> bool:
        word = self.words.lower[index]
        return word not in self.lex.prepositions or self.words.subordinate(index, limit)

    def _past_clitics(self, index: int) -> tuple[int, bool]:
        """The first word that is no adverb or clitic, and whether a clitic that only verbs have was
        passed.
        """
        verbal = False
        words = self.words.lower
        while index < len(words) and (words[index] in self.lex.clitics or words[index].endswith(_ADVERBIAL)):
            if self.words.lower[index] in ("se", "s'", "ne", "n'"):
                verbal = True
            index += 1
        return index, verbal

    def _starts_predicate(self, index: int, limit: int, left: int = -1, *, parted: bool = False) -> bool:
        """Whether a finite verb opens words[index:limit] ("... and costs €90").

        A form that could be a noun or an adjective counts before a value, after a year ("in 1976 and studied
        law"), and where both verbs take a preposition ("lives in forests and feeds on fungi"); `left` is the
        verb of the part before; `parted` says that a marker and a conjunction stand in between.
        """
        words, lex = self.words, self.lex
        dated = numeral(words.word(index - 2) or " ")
        parallel = left >= 0 and words.word(left + 1) in lex.prepositions
        index, verbal = self._past_clitics(index)
        if index >= limit:
            return False
        if verbal:
            return True
        word = words.lower[index]
        role = lex.roles.get(word)
        if role is None or (words.raw[index][0].isupper() and index > 0):
            return False
        after = words.word(index + 1)
        if index + 1 >= limit or not (after[0].isalnum() or after in '("“«„€$£¥+-−~≈'):
            return role in ("third", "past") and word not in lex.noun_like and lex.language != "en"
        if role in ("aux", "modal"):
            return True
        if lex.language != "en":
            return role in ("third", "past")
        if role == "third":
            paired = parallel and words.word(index + 1) in lex.prepositions
            if parted and words.verb_after(index):
                return True
            return word not in lex.noun_like or words.value_after(index) or dated or paired
        if role == "past":
            return word in lex.irregular or words.value_after(index) or words.phrase_after(index) or dated
        return word not in lex.noun_like or words.value_after(index)

    def _agrees(self, verb: int, right: int, first: int) -> bool:
        """Whether the right predicate can have the left one's subject: the forms of the two verbs go
        together.
        """
        words, lex = self.words, self.lex
        index, _ = self._past_clitics(right)
        role = lex.roles.get(words.lower[index])
        left = lex.roles.get(words.lower[verb], "aux")
        negated = any(
            words.lower[k] in lex.negations or words.lower[k].endswith("n't")
            for k in range(verb, min(verb + 3, right))
        )
        if lex.language != "en":
            return role in ("aux", "modal", "third", "past") and not (
                lex.language == "de" and words.lower[first] in lex.prepositions
            )
        if role in ("aux", "modal"):
            return True
        if role == "third":
            return left != "bare" and words.lower[verb] not in ("are", "were", "have", "do")
        if role == "past":
            return (
                left in ("past", "aux")
                and not negated
                and words.lower[verb] not in ("do", "does", "did", "am")
            )
        if negated or (left not in ("bare", "modal") and words.lower[verb] != "do"):
            return False
        if "to" in words.lower[verb:right]:
            return False
        # "can help to save water and reduce costs": a second verb in the left part may own the right one.
        verbs = sum(lex.roles.get(words.lower[k]) == "bare" for k in range(verb, right))
        return verbs <= 1

    def _one_does(self, right: int, verb: int) -> bool:
        """ "a loan runs for 21 days": a form that could be a plural is none after the article of one thing.

        After another article it takes a comma before the part and a figure after the preposition.
        """
        words, lex = self.words, self.lex
        between = words.lower[right + 1 : verb]
        if lex.language != "en" or not between or not words.phrase_after(verb):
            return False
        if any(not word[0].isalnum() or word in lex.prepositions for word in between):
            return False
        if words.lower[right] in _ONE:
            return True
        parted = words.word(right - 1) == "," or words.word(right - 2) == ","
        return parted and words.lower[right] in lex.determiners and numeral(words.word(verb + 2) or " ")

    def _own_subject(self, right: int, limit: int, *, strict: bool) -> bool:
        """Whether words[right:limit] is a clause with a subject and a finite verb of its own."""
        words, lex = self.words, self.lex
        verb = self._clause(right, min(limit, right + 12) if strict else limit)
        if verb <= right:
            return False
        opening = words.lower[right]
        role = words.role(verb)
        pronoun = opening in lex.pronouns
        if words.lower[verb - 1] in lex.pronouns and not pronoun and words.word(verb - 2) != ",":
            return False  # "the fees they incur"
        if role in ("aux", "modal") or pronoun:
            sure = True
        elif role == "third":
            plain = opening in lex.determiners or not strict
            sure = words.lower[verb] not in lex.noun_like or (words.value_after(verb) and plain)
            sure = sure or (not strict and self._one_does(right, verb))
        elif role == "bare":
            sure = not strict and (words.lower[verb] not in lex.noun_like or words.value_after(verb))
        else:
            finite = words.lower[verb] in lex.irregular and words.lower[verb] not in _PARTICIPLES
            sure = finite or words.value_after(verb)
        if opening in lex.prepositions:
            told = role in ("aux", "modal", "third") or words.lower[verb - 1] in lex.pronouns
            sure = sure and not strict and told
        if lex.language != "en" and strict:
            sure = sure and (
                opening in lex.determiners or opening in lex.pronouns or words.raw[right][0].isupper()
            )
        return sure
