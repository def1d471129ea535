"""A claim inside a sentence that only affirms or denies it: "It is not the case that dogs are allowed"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

_TRUE: Final = r"(?:true|the case|correct|right|accurate|so|a fact)"
_FALSE: Final = r"(?:false|untrue|wrong|incorrect|inaccurate|a myth|mistaken)"
_DENYING: Final = (
    rf"it (?:is (?:simply |just |definitely |also )?(?:not|by no means)|isn['’]t) (?:at all )?{_TRUE} that"
    rf"|it is (?:simply |just |plainly )?{_FALSE} that"
    r"|there is no truth in the (?:claim|idea|rumou?r) that"
    r"|es (?:stimmt (?:gar |überhaupt )?nicht|trifft nicht zu|ist (?:falsch|unwahr|unzutreffend|unrichtig"
    r"|nicht (?:wahr|richtig|zutreffend|so|der fall))), dass"
    r"|il (?:n['’]est pas (?:vrai|exact|juste)|est (?:faux|inexact)) qu(?:e\b|['’])"
    r"|ce n['’]est pas vrai qu(?:e\b|['’])"
    r"|(?:no es (?:cierto|verdad|correcto|exacto)|es (?:falso|incorrecto|inexacto)) que\b"
)
_AFFIRMING: Final = (
    rf"it is (?:indeed |also |quite )?{_TRUE} that"
    r"|it is not (?:false|untrue|wrong|incorrect) that"
    r"|es (?:stimmt|trifft zu|ist (?:wahr|richtig|zutreffend|so|der fall|eine tatsache)), dass"
    r"|il est (?:vrai|exact|juste) qu(?:e\b|['’])"
    r"|es (?:cierto|verdad|correcto|exacto) que\b"
    r"|(?:yes|no|ja|nein|oui|non|sí|是的|不|はい|いいえ)[,，、](?=\s*\S+\s*\S+)"
)
_OPENING: Final = re.compile(rf"\W{{0,3}}(?:(?P<denied>{_DENYING})|(?:{_AFFIRMING}))", re.IGNORECASE)
# Chinese and Japanese put the verdict behind what it is about.
_CLOSING: Final = re.compile(
    r"(?:(?:的)?(?:这一)?(?:说法|传闻)?(?:并|是)?(?P<denied>不(?:属实|正确|准确|符合事实)|错误的|不实的)"
    r"|(?:という(?:の|こと|話|主張))?は(?P<false>事実では(?:ない|ありません)|誤り(?:だ|です|である)"
    r"|正しくない))[。.\s]*\Z"
)


class Wrapped(Struct, frozen=True):
    """The claim with its wrapping blanked out, so that offsets stay, and whether the wrapping denies it."""

    text: str
    denied: bool
    words: str


@lru_cache(maxsize=4096)
def wrapped(claim: str) -> Wrapped | None:
    """What the claim affirms or denies as a whole; None when it says something plainly."""
    match = _OPENING.match(claim)
    if match is not None:
        bare = " " * match.end() + claim[match.end() :]
        return Wrapped(bare, match["denied"] is not None, match.group().strip().casefold())
    if claim.isascii():
        return None
    match = _CLOSING.search(claim, max(0, len(claim) - 24))
    if match is None:
        return None
    bare = claim[: match.start()] + " " * (len(claim) - match.start())
    return Wrapped(bare, True, match.group().strip("。. "))
