"""References in free text: what an entry of a reference list, or an author with a year, says of a work.

Nothing is understood beyond what can be told by form: a DOI, an address, years, a title in quotation marks or
after the year, and family names before it. What cannot be told stays empty and is not compared.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from msgspec import Struct

_WORD: Final = re.compile(r"[^\W_]+")
_DOI: Final = re.compile(r"\b10\.\d{4,9}/[^\s\"<>\]}]+", re.IGNORECASE)
_URL: Final = re.compile(r"https?://[^\s<>\"\]]+")
_YEAR: Final = re.compile(r"(?<![\d./–-])(?:1[5-9]|20)\d\d(?![\d/])")
_LABEL: Final = re.compile(
    r"\s*(?:[-*+•]\s+)?(?:[*_]{0,2}[\[【［]\^?[\w.:-]{1,60}[\]】］][*_]{0,2}:?|\d{1,3}[.):、]|\^\d{1,3}:?)?\s*"
)
_VISITED: Final = re.compile(
    r"\(?(?:last )?(?:accessed|retrieved|visited|viewed|abgerufen|zugriff|zugegriffen|stand"
    r"|consulté|consultado|accesso|acesso)\b[^\d\n]{0,20}[\d./ \w,-]{4,24}?(?:1[5-9]|20)\d\d\)?",
    re.IGNORECASE,
)
_LINK: Final = re.compile(r"\[(?P<title>[^\[\]\n]{8,300})\]\(")
_QUOTED: Final = re.compile(r"[\"“„«‹「『《](?P<title>[^\"“”„«»‹›「」『』《》\n]{4,300})[\"”“»›」』》]")
_SLANTED: Final = re.compile(r"(?<![\w*])[*_](?P<title>[^*_\n]{8,300})[*_](?![\w*])")
# Smith, J. (2019). Title. | Smith, J., 2019. Title. | Smith. 2019. Title.
_AFTER_YEAR: Final = re.compile(
    r"(?:\((?:1[5-9]|20)\d\d[a-f]?(?:, [^()]{1,30})?\)|[.,] (?:1[5-9]|20)\d\d[a-f]?)[.,:]? +(?P<title>[^\n]+)"
)
_STOP: Final = re.compile(r"(?<![A-Z])[.?!](?=\s|$)|\s\[(?:[A-Z]|[a-z]{3,})|(?<=\w{3})\. ")
_INITIALS: Final = r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž]\.?-?\s?){1,4}"
_FAMILY: Final = (
    r"(?:(?:van|von|de|der|den|del|la|le|di|da|al|el|ter|ten|zu)[ -]){0,3}[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]+"
    r"(?:[ -][A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]+)?"
)
# Smith, J. | Smith, John | Smith J | J. Smith | John Smith
_INVERTED: Final = re.compile(rf"(?P<family>{_FAMILY}), (?:{_INITIALS}(?![\w])|[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]+)")
_VANCOUVER: Final = re.compile(rf"(?P<family>{_FAMILY}) [A-Z]{{1,3}}(?=[,.;]|$)")
_FORWARD: Final = re.compile(rf"(?:{_INITIALS}|[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]+ (?:[A-Z]\. ?)?)(?P<family>{_FAMILY})")
_ALONE: Final = re.compile(rf"(?P<family>{_FAMILY})(?=,? (?:et al|and|&|und|u\. ?a\.)|,? *$)")
_HEAD_CUT: Final = re.compile(
    r"\((?=(?:1[5-9]|20)\d\d|n\.d)|[\"“„«「《]|(?<=[.,]) (?=(?:1[5-9]|20)\d\d\b)|(?<!\w)[*_]|\["
)
_AUTHOR_YEAR: Final = re.compile(
    r"(?P<names>.+?),? (?P<year>(?:1[5-9]|20)\d\d|n\.d\.|in press|forthcoming)[a-f]?"
)
_ET_AL: Final = re.compile(r",? et al\.?|,? u\. ?a\.")
_JOINTS: Final = re.compile(r",? (?:and|&|und|et|y) |, ")
_UMLAUTS: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"}
_PARTICLES: Final = frozenset(
    ("van", "von", "de", "der", "den", "del", "la", "le", "di", "da", "al", "el", "ter", "ten", "zu", "dos")
)
_SMALL: Final = ("of", "the", "and", "for", "fur", "und", "des", "et", "y")
_MOST: Final = 2000


class Mention(Struct, frozen=True, kw_only=True):
    """What a reference says. `entry` is True for a whole entry, False for author and year or a key alone."""

    words: tuple[str, ...] = ()
    title: str | None = None
    names: tuple[str, ...] = ()
    years: frozenset[int] = frozenset()
    doi: str | None = None
    uri: str | None = None
    key: str | None = None
    entry: bool = False

    @property
    def year(self) -> int | None:
        """The stated year, if it is only one."""
        return next(iter(self.years)) if len(self.years) == 1 else None

    @property
    def bibliographic(self) -> bool:
        """Whether this can be missing from a bibliography: it names a work and not just a page or a file."""
        if not self.entry:
            return bool(self.names)
        if self.doi is not None:
            return True
        return self.title is not None and len(words(self.title)) > 1 and bool(self.names) and bool(self.years)


def mention_of_entry(text: str) -> Mention:
    """What an entry of a reference list says, in any of the usual styles."""
    text = text[:_MOST]
    label = _LABEL.match(text)
    body = " ".join(text[label.end() if label else 0 :].split())
    doi = _DOI.search(body)
    url = _URL.search(body)
    bare = _DOI.sub(" ", _URL.sub(" ", _VISITED.sub(" ", body)))
    title = _title(body)
    outside = bare.replace(title, " ", 1) if title else bare
    return Mention(
        words=words(body),
        title=title,
        names=_names(body, title),
        years=frozenset(int(year[0]) for year in _YEAR.finditer(outside)),
        doi=doi[0].rstrip(".,;:)") if doi else None,
        uri=url[0].rstrip(".,;:)") if url else None,
        entry=True,
    )


def mention_of_key(key: str) -> Mention:
    """What a marker's key says: `Smith & Lee 2019`, or the key of an entry."""
    match = _AUTHOR_YEAR.fullmatch(key.strip())
    if match is None:
        return Mention(key=key.strip())
    names = _JOINTS.split(_ET_AL.sub("", match["names"]))
    year = match["year"]
    return Mention(
        words=words(key),
        names=tuple(name.strip() for name in names if name.strip()),
        years=frozenset({int(year)}) if year.isdigit() else frozenset(),
        key=key.strip(),
    )


def stated(
    *,
    title: str | None = None,
    authors: tuple[str, ...] = (),
    year: int | None = None,
    doi: str | None = None,
    uri: str | None = None,
    key: str | None = None,
) -> Mention:
    """A reference whose parts are stored apart."""
    in_uri = _DOI.search(uri or "")
    found = doi or (in_uri[0] if in_uri else None)
    return Mention(
        words=words(" ".join((title or "", *authors))),
        title=title,
        names=authors,
        years=frozenset() if year is None else frozenset({year}),
        doi=found,
        uri=uri,
        key=key,
        entry=title is not None or found is not None,
    )


def _title(body: str) -> str | None:
    """What is a link or stands in quotation marks, else what follows the year or the names, else italics."""
    for pattern in (_LINK, _QUOTED):
        for match in pattern.finditer(body):
            if len(words(match["title"])) > 1:
                return match["title"].strip(" .,;:")
    after = _AFTER_YEAR.search(body)
    rest = after["title"] if after is not None else _after_names(body)
    if rest is not None:
        stop = _STOP.search(rest)
        found = _URL.sub("", rest[: stop.start()] if stop else rest).strip(" .,;:*_")
        return found if len(words(found)) > 1 else None
    slanted = _SLANTED.search(body)
    return slanted["title"].strip(" .,;:") if slanted is not None else None


def _after_names(body: str) -> str | None:
    """Vancouver style: names, full stop, title, full stop, journal and year."""
    names, sign, rest = body.partition(". ")
    listed = [_VANCOUVER.fullmatch(f"{name.strip()}") for name in names.split(",")]
    known = [one for one, name in zip(listed, names.split(","), strict=True) if "et al" not in name]
    return rest if sign and known and all(known) else None


def _names(body: str, title: str | None) -> tuple[str, ...]:
    """Family names in front of the year or the title, in order."""
    cut = _HEAD_CUT.search(body)
    ends = [cut.start()] if cut else []
    if title is not None and title in body:
        ends.append(body.index(title))
    head = body[: min(ends)] if ends else ""
    if not head.strip() or len(head) > 1000:
        return ()
    head = _ET_AL.sub("", head).strip(" .,;:&(")
    for pattern in (_INVERTED, _VANCOUVER, _FORWARD, _ALONE):
        found = tuple(match["family"] for match in pattern.finditer(head))
        if found:
            return found
    return (head,) if len(head.split()) <= 8 else ()


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The words of a text in folded case and without accents."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(sign for sign in folded if not unicodedata.combining(sign))
    return tuple(_WORD.findall(plain.replace("'", "").replace("’", "")))


@lru_cache(maxsize=4096)
def spellings(name: str) -> frozenset[str]:
    """The ways in which a family name or a body is written: without particles, ü as u or ue, by initials."""
    found = set()
    lower = name.casefold()
    for form in (lower, "".join(_UMLAUTS.get(sign, sign) for sign in lower)):
        every = words(form)
        bare = tuple(word for word in every if word not in _PARTICLES)
        found |= {" ".join(every), " ".join(bare)}
        if len(bare) > 2:
            found.add(
                "".join(word[0] for word in bare if word not in ("of", "the", "and", "for", "fur", "und"))
            )
    return frozenset(found - {""})
