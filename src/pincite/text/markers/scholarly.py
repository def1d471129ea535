"""Author and year, and pages alone: styles that prose uses as well.

They count as markers only in an answer without any plainer style, or when the answer's stored citations
name them: next to `[1]`, "(Smith, 2020)" is part of the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from pincite.text.markers.marker import Marker
from pincite.text.stopwords import word_set

_NAME: Final = r"(?:(?:van|von|de|der|den|del|la|le|di|da|al|el|ter|ten)[ -]){0,2}[A-ZÀ-ÖØ-Þ][\w'’.-]{1,40}"
_NAMES: Final = rf"{_NAME}(?:(?:, {_NAME}){{0,4}},? (?:and|&|und|et|y) {_NAME})?(?:,? et al\.?| u\. ?a\.)?"
_YEAR: Final = r"(?:(?:1[6-9]|20)\d\d[a-f]?|n\.d\.|in press|forthcoming)"
_PAGES: Final = r"(?:,? ?(?:pp?|S|ch|chap|sec|§)\.? ?[\w–-]{1,12}|: ?\d{1,5}(?:[-–]\d{1,5})?)?"
_SEE: Final = r"(?:(?:see|cf\.|e\.g\.,?|vgl\.|siehe|voir|véase)(?: also)?,? )?"
# Smith, 2020 | Smith & Lee (2019, 2020) | Smith et al. 2020, p. 4
_WORK: Final = re.compile(rf"\s*{_SEE}(?P<names>{_NAMES}),? (?P<year>{_YEAR})(?:, ?{_YEAR})*{_PAGES}\s*")
_GROUP: Final = re.compile(r"[(\[](?P<works>[^()\[\]\n]{6,300})[)\]]")
_ANY_YEAR: Final = re.compile(rf"[ (]{_YEAR}")
_YEAR_ALONE: Final = re.compile(rf"\((?P<year>{_YEAR}){_PAGES}\)")
_NAMES_BEFORE: Final = re.compile(rf"(?:^|(?<=[\s(\"“«]))(?P<names>{_NAMES})(?:['’]s?)? $")
_JOINT: Final = re.compile(r" (?:and|&|und|et|y) | et al| u\. ?a\.")
_PAGE: Final = re.compile(
    r"[(（](?:pp?\.|pages?|S\.|Seiten?|págs?\.|páginas?|第) ?"
    r"(?P<page>\d{1,5}(?: ?[-–] ?\d{1,5})?) ?[页頁]?[)）]"
)
# Capitalised words before a year that are no author.
_NO_AUTHOR: Final = word_set("""
    january february march april may june july august september october november december jan feb mar apr
    jun jul aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember janvier février mars
    avril juin juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio
    agosto septiembre octubre noviembre diciembre monday tuesday wednesday thursday friday saturday sunday
    spring summer autumn fall winter version edition volume table figure section chapter page part article
    act law regulation directive fiscal calendar year since until before after in from by as of the this q1
    q2 q3 q4 release update revision
""")


def scholarly(text: str, known: Collection[str], *, alone: bool) -> Iterator[Marker]:
    """Author-year and page markers; without `alone` only those that `known` names."""
    if not alone and not any(_MAY_NAME.search(name) is not None for name in known):
        return
    if _ANY_YEAR.search(text) is not None:
        for match in _GROUP.finditer(text):
            keys = _keys(match.group("works"))
            if keys and (alone or match.group() in known or any(key in known for key in keys)):
                yield Marker(match.start(), match.end(), match.group(), keys, "author_year")
        yield from _narrative(text, known, alone=alone)
    for match in _PAGE.finditer(text):
        if alone or match.group() in known:
            page = re.sub(r"[^0-9-]", "", match.group("page").replace("–", "-"))
            yield Marker(match.start(), match.end(), match.group(), (f"#page={page}",), "page_only")


_MAY_NAME: Final = re.compile(r"\d")


def _narrative(text: str, known: Collection[str], *, alone: bool) -> Iterator[Marker]:
    """`Smith et al. (2020)`: the marker is the year, for the names are part of the sentence.

    One name alone before a year may be anything that happened then, so it has to be known.
    """
    for match in _YEAR_ALONE.finditer(text):
        before = text[max(0, match.start() - 90) : match.start()]
        named = _NAMES_BEFORE.search(before)
        if named is None or _is_no_author(named.group("names")):
            continue
        names = named.group("names")
        key = f"{names} {match.group('year')}"
        if (
            key in known
            or f"{names} {match.group()}" in known
            or (alone and _JOINT.search(names) is not None)
        ):
            yield Marker(match.start(), match.end(), match.group(), (key,), "author_year")


def _is_no_author(names: str) -> bool:
    return names.split()[0].rstrip(",.").casefold() in _NO_AUTHOR


def _keys(works: str) -> tuple[str, ...]:
    keys: list[str] = []
    for piece in works.split(";"):
        match = _WORK.fullmatch(piece)
        if match is None or _is_no_author(match.group("names")):
            return ()
        keys.append(f"{match.group('names')} {match.group('year')}")
    return tuple(dict.fromkeys(keys))
