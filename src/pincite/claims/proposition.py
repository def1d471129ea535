"""Self-contained readings of claims, for the judge only.

A further predicate gets the subject it shares, a part without a verb gets the verb, a pronoun gets the
name it stands for, an item its lead-in, a row the names of its columns. What cannot be told is left as
it is written: None means that the statement is to be read as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pincite.claims.concession import concessive
from pincite.claims.frames import Frame, frame_of, tidy
from pincite.claims.headers import introduced_by
from pincite.claims.lexicon import Lexicon, lexicon, word_set
from pincite.claims.pieces import CJK, Piece
from pincite.claims.predicates import Words, numeral
from pincite.claims.pronouns import Memory, named


def readings(text: str, pieces: Sequence[Piece], language: str, memory: Memory) -> list[str | None]:
    """A reading for each piece of one sentence of `text` (markers blanked); None where it reads by itself."""
    lex = lexicon(language)
    if lex is None or CJK.search(text, pieces[0].start if pieces else 0, pieces[-1].end if pieces else 0):
        return [None] * len(pieces)
    found: list[str | None] = []
    frame: Frame | None = None
    for index, piece in enumerate(pieces):
        statement = text[piece.start : piece.end]
        if len(pieces) > 1:
            statement = tidy(statement)
        reading: str | None = None
        if piece.join == "addition" and index:
            reading = f"{_without_figure(_read(found, pieces, text, index - 1), lex)}, {statement}"
        elif piece.join == "predicate" and frame is not None:
            reading = _shared_subject(frame, statement, lex)
        elif piece.join == "gap" and frame is not None:
            reading = _shared_verb(frame, statement, lex)
        else:
            if piece.join == "subject" and frame is not None and frame.lead:
                reading = f"{frame.lead} {statement}"
            spelled = named(statement, lex, memory)
            if spelled is not None:
                reading, frame = spelled.text, spelled
            elif len(pieces) > 1:
                frame = frame_of(statement, lex) or frame
            if spelled is None:
                memory.keep(statement)
        found.append(reading)
    return found


def _without_figure(head: str, lex: Lexicon) -> str:
    """The head of an addition without a last phrase that holds a figure ("until 31 May").

    The addition widens or narrows what the head says; its figure is checked with the head itself.
    """
    words = Words(head, 0, lex)
    verb = words.main_verb(0, len(words))
    for index in range(len(words) - 1, verb + 1, -1):
        if words.lower[index] in lex.prepositions:
            inside = any(numeral(word) for word in words.lower[index + 1 :])
            return head[: words.start[index]].rstrip(" ,") if verb > 0 and inside else head
    return head


def _read(found: Sequence[str | None], pieces: Sequence[Piece], text: str, index: int) -> str:
    return found[index] or tidy(text[pieces[index].start : pieces[index].end])


def _shared_subject(frame: Frame, statement: str, lex: Lexicon) -> str:
    """ "Model A weighs 3 kg" + "costs €90" -> "Model A costs €90"."""
    words = Words(statement, 0, lex)
    verb = next((k for k in range(len(words)) if words.lower[k] in lex.roles), 0)
    role = lex.roles.get(words.word(verb))
    head = f"{frame.lead} {frame.subject}".strip()
    if lex.language == "en":
        if frame.modal and role == "bare":
            return f"{head} {frame.verb} {statement}"
        # "was built in 1889 and opened in 1890": a participle shares the auxiliary unless it takes an object.
        if frame.passive and role == "past" and not words.value_after(verb):
            word = words.word(verb)
            if word.endswith(("ed", "en", "n", "t")) or word not in lex.irregular:
                return f"{head} {frame.verb} {statement}"
    return f"{head} {statement}"


def _shared_verb(frame: Frame, statement: str, lex: Lexicon) -> str:
    """ "Papers are due on 2 May" + "slides on 9 May" -> "slides are due on 9 May"; the verb comes from the
    frame.
    """
    words = Words(statement, 0, lex)
    model = Words(frame.after, 0, lex)
    if not len(words) or not len(model):
        return f"{frame.text}, {statement}"
    if _is_value(words, 0) or words.lower[0] in lex.prepositions:
        # "6 million in 2023", "for guests €8": the subject is shared too; the model's figure gives way.
        place = next((k for k in range(1, len(model)) if _is_value(model, k)), -1)
        if place < 0 or not _parallel(words, model, place, lex):
            return f"{frame.text}, {statement}"
        return f"{frame.lead} {frame.subject} {frame.after[: model.start[place]].strip()} {statement}".strip()
    for index, word in enumerate(words.lower):
        if index and (word in lex.prepositions or numeral(word) or word in "€$£¥"):
            same = next(
                (
                    k
                    for k in range(len(model) - 1, 0, -1)
                    if model.lower[k] == word or (numeral(word) and numeral(model.lower[k]))
                ),
                -1,
            )
            if same > 0:
                subject = statement[: words.start[index]].strip()
                return (
                    f"{subject} {frame.after[: model.start[same]].strip()} {statement[words.start[index] :]}"
                )
    return f"{frame.text}, {statement}"


def _is_value(words: Words, index: int) -> bool:
    return numeral(words.lower[index]) or words.lower[index] in "€$£¥"


def _parallel(words: Words, model: Words, place: int, lex: Lexicon) -> bool:
    """Whether a part without a verb repeats the pattern of the model: the same unit, or the same
    preposition.
    """
    own = [k for k in range(len(words)) if _is_value(words, k)]
    if not own:
        return False
    unit = model.word(place + 1)
    same_unit = bool(unit) and any(words.word(k + 1) == unit for k in own)
    currency = {words.lower[own[0]], model.lower[place]} <= set("€$£¥")
    later = {word for word in model.lower[place:] if word in lex.prepositions}
    return same_unit or currency or bool(later & set(words.lower[own[0] :]))


def with_lead_in(lead: str, statement: str, language: str) -> str | None:
    """An item read with its lead-in: "The kit contains the following:" + "a charger" is "The kit contains: a
    charger". None when the item says all by itself, or the lead-in only announces a list ("Key facts:").
    """
    head = tidy(lead).rstrip(" :：")
    if not head:
        return None
    lex = lexicon(language)
    if CJK.search(statement):
        if _CJK_ANNOUNCING.search(head) and len(statement) > _SHORT_ITEM:
            return None
    elif lex is not None:
        item, introduction = Words(statement, 0, lex), Words(head, 0, lex)
        whole = item.main_verb(0, len(item)) > 0
        if whole and (introduction.main_verb(0, len(introduction)) >= 0 or _announces(introduction)):
            return None
    head = introduced_by(head)
    return f"{head}: {tidy(statement)}" if head else None


_CJK_ANNOUNCING: Final = re.compile("以下|如下|下列|下記|次の")
_SHORT_ITEM: Final = 8


def _announces(words: Words) -> bool:
    return any(
        word in ("following", "follows", "below", "here", "folgende", "folgenden", "suivants")
        for word in words.lower
    )


# What a source is said not to hold, by language: as the object of the denied verb or as the subject of the
# denied passive.
_TOPIC: Final = {
    language: tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
    for language, patterns in {
        "en": (
            r"(?:not|n['’]t) (?:\w+ly )?(?:cover|mention|address|discuss|list|name|include|contain|show"
            r"|deal with|refer to|speak of|say anything (?:about|on)) ([^,;]+)$",
            r"\b(?:says?|contains?|holds?|gives?|has|have) nothing"
            r" (?:about|on|regarding|concerning) ([^,;]+)$",
            r"\b(?:(?:al|even )?though |while |whereas )?([\w '’-]+?) (?:is|are|was|were)(?: not|n['’]t)"
            r" (?:\w+ly )?(?:covered|mentioned|listed|named|addressed|included|given|part of|among|in)"
            r"\b[^,;]*$",
        ),
        "de": (
            r"\b(?:behandel\w+|erwähn\w+|nenn\w+|gelten|gilt) (?:nicht (?:für )?|keine?[nrms]? )([^,;]+)$",
        ),
        "fr": (
            r"\bne (?:couvr|mentionn|trait|concern|cit|list|indiqu)\w+ pas (?:d['’]|des? |du )?([^,;]+)$",
        ),
        "es": (r"\bno (?:cubre|mencion|trata|incluye|se refier|enumer|list)\w* (?:a )?([^,;]+)$",),
    }.items()
}
# A statement with one of these speaks of the case that was just named.
_IN_THAT_CASE: Final = re.compile(
    r"\b(?:then|in that case|on (?:that|those) days?|at that time|dann|in diesem fall|alors|dans ce cas"
    r"|entonces|en ese caso)\b",
    re.IGNORECASE,
)
_FOR: Final = {"en": "for", "de": "für", "fr": "pour", "es": "para"}
_POINTING: Final = word_set(
    """
    it this that these them whether how what when why who which es das dies cela ce esto eso
    """
)


def with_topic(statement: str, declined: str, language: str) -> str | None:
    """The matter beside an abstention, read with what the source is said not to cover.

    "Although the leaflet does not cover cats, a dose of 5 mg is appropriate" asserts a dose for cats.
    """
    if language not in _FOR or not (concessive(declined) or _IN_THAT_CASE.search(statement)):
        return None
    match = next(filter(None, (pattern.search(declined) for pattern in _TOPIC[language])), None)
    if match is None:
        return None
    topic = match.group(1).strip()
    words = topic.lower().split()
    if not words or len(words) > 5 or words[0] in _POINTING or words[-1] in statement.lower():
        return None
    return f"{statement} {_FOR[language]} {topic}"
