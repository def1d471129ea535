"""A bibliography that the user supplies: is a reference in free text in it, and does it say the same?

A work is found by its DOI, its address, its key, its title, or by author and year. What the reference says
besides (title, first author, year, DOI) is then compared. Two works that fit equally well, of which at least
one says something else, leave it undecided: nothing is guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct
from rapidfuzz.fuzz import ratio

from pincite.evidence.addresses import same_address
from pincite.evidence.mention import Mention, spellings, words

Outcome = Literal["found", "different", "missing", "undecided"]

SAME: Final = 92.0
"""Likeness of two titles (0 to 100, share of letters in common) from which they differ by a slip only."""

ALIKE: Final = 75.0
"""Likeness from which two titles with a common author or year are one work that was named wrongly."""

NEAR_YEARS: Final = 2
"""How far a year may be off for an author-year reference to be a slip and not another work."""

_STOPS: Final = re.compile(r"[.:?!*,;]")
_FIRM_WORDS, _FIRM_LETTERS = 3, 12
"""A title of at least as many words and letters is no accident where it stands in a reference."""


class Work(Struct, frozen=True, kw_only=True):
    """One entry of a bibliography.

    `authors` are family names, or whole names of bodies; `more_authors` says that the entry leaves some out
    ("and others"). `where` is the entry's file and line.
    """

    title: str
    key: str | None = None
    authors: tuple[str, ...] = ()
    more_authors: bool = False
    year: int | None = None
    doi: str | None = None
    uri: str | None = None
    where: str | None = None

    @property
    def name(self) -> str:
        """The work as a message names it."""
        author = self.authors[0] if self.authors else ""
        more = " et al." if len(self.authors) > 2 else f" and {self.authors[1]}" if self.authors[1:] else ""
        year = "" if self.year is None else f" {self.year}"
        return f"{author}{more}{year}, {self.title!r}".strip(" ,")


class Difference(Struct, frozen=True):
    """One thing that a reference says otherwise than the entry."""

    field: Literal["title", "author", "year", "doi"]
    stated: str
    stored: str


class Match(Struct, frozen=True, kw_only=True):
    """What looking a reference up came to. `works` are those that fit; more than one may be found."""

    outcome: Outcome
    works: tuple[Work, ...] = ()
    differences: tuple[Difference, ...] = ()


class _Entry(Struct, frozen=True, kw_only=True):
    """A work with the forms in which it is compared."""

    work: Work
    title: tuple[str, ...]
    main: tuple[str, ...]
    authors: tuple[frozenset[str], ...]


class Bibliography:
    """An index over works. Looking a reference up takes a time that does not grow with their number."""

    def __init__(self, works: Iterable[Work] = ()) -> None:
        self._entries = [_entry(work) for work in works]
        self._by_key: dict[str, list[_Entry]] = {}
        self._by_doi: dict[str, list[_Entry]] = {}
        self._by_address: dict[str, list[_Entry]] = {}
        self._by_author: dict[str, list[_Entry]] = {}
        self._by_word: dict[str, list[_Entry]] = {}
        counts = Counter(word for entry in self._entries for word in set(entry.title))
        for entry in self._entries:
            work = entry.work
            for table, key in (
                (self._by_key, work.key),
                (self._by_doi, work.doi and _doi(work.doi)),
                (self._by_address, work.uri and same_address(work.uri)),
            ):
                if key:
                    table.setdefault(key, []).append(entry)
            for spelling in entry.authors[0] if entry.authors else ():
                self._by_author.setdefault(spelling, []).append(entry)
            # Two words each: one of them may be misspelt in the reference.
            rarest = sorted(set(entry.title), key=lambda word: (counts[word], word))[:2]
            rarest += sorted(set(entry.main), key=lambda word: (counts[word], word))[:1]
            for word in dict.fromkeys(rarest):
                self._by_word.setdefault(word, []).append(entry)

    def __len__(self) -> int:
        return len(self._entries)

    def look_up(self, mention: Mention) -> Match | None:
        """The work that a reference names; None when it is no reference to a work at all."""
        if mention.key is not None:
            named = self._by_key.get(mention.key)
            if named:
                return Match(outcome="found", works=_works(named))
        if mention.doi is not None and _doi(mention.doi) in self._by_doi:
            return _compared(mention, self._by_doi[_doi(mention.doi)])
        if mention.uri is not None and same_address(mention.uri) in self._by_address:
            return _compared(mention, self._by_address[same_address(mention.uri)])
        if mention.title is None and mention.names and not mention.entry:
            return self._by_names(mention)
        titled = self._titled(mention)
        if titled:
            return _compared(mention, titled)
        if not mention.bibliographic:
            return None
        return self._near(mention)

    def _titled(self, mention: Mention) -> list[_Entry]:
        """The works whose title stands in the reference, the longest title first."""
        text = f" {' '.join(mention.words)} "
        found: list[tuple[int, _Entry]] = []
        for entry in self._candidates(mention.words):
            for form in (entry.title, entry.main):
                if form and f" {' '.join(form)} " in text and _is_firm(form, entry, mention):
                    found.append((len(form), entry))
                    break
        longest = max((size for size, _ in found), default=0)
        return [entry for size, entry in found if size == longest]

    def _candidates(self, among: Sequence[str]) -> list[_Entry]:
        found = {id(entry): entry for word in dict.fromkeys(among) for entry in self._by_word.get(word, ())}
        return list(found.values())

    def _near(self, mention: Mention) -> Match:
        """The work whose title is like the stated one, or that has its authors and year."""
        stated = " ".join(words(mention.title or ""))
        same_authors = [
            entry
            for spelling in (spellings(mention.names[0]) if mention.names else ())
            for entry in self._by_author.get(spelling, ())
        ]
        pool = {id(one): one for one in (*self._candidates(stated.split()), *same_authors)}
        scored = sorted(
            ((_likeness(stated, entry), entry) for entry in pool.values()), key=lambda pair: -pair[0]
        )
        best = [entry for score, entry in scored if score >= max(ALIKE, scored[0][0] - 3)]
        if best and scored[0][0] >= SAME:
            return _compared(mention, [entry for score, entry in scored if score >= SAME])
        best = [one for one in best if _by_author(one, mention) is True or _by_year(one, mention) is True]
        if not best:
            best = [one for one in pool.values() if _is_authored_so(one, mention)]
        if len(best) > 1:
            return Match(outcome="undecided", works=_works(best))
        return _compared(mention, best) if best else Match(outcome="missing")

    def _by_names(self, mention: Mention) -> Match:
        """An author-year reference: every stated name among the authors, and the year."""
        entries = {
            id(entry): entry
            for spelling in spellings(mention.names[0])
            for entry in self._by_author.get(spelling, ())
        }.values()
        whole = [entry for entry in entries if _has_all(entry, mention.names)]
        if mention.year is None:
            return Match(outcome="found", works=_works(whole)) if whole else Match(outcome="missing")
        exact = [entry for entry in whole if entry.work.year in (mention.year, None)]
        if exact:
            return Match(outcome="found", works=_works(exact))
        year = mention.year
        near = [one for one in whole if one.work.year and abs(one.work.year - year) <= NEAR_YEARS]
        near = near or [entry for entry in entries if entry.work.year == year]
        if len(near) > 1:
            return Match(outcome="undecided", works=_works(near))
        return _compared(mention, near) if near else Match(outcome="missing")


def _entry(work: Work) -> _Entry:
    main = work.title
    for sign in (":", "?", " – ", " — ", " - "):
        main = main.partition(sign)[0]
    return _Entry(
        work=work,
        title=words(work.title),
        main=words(main),
        authors=tuple(spellings(author) for author in work.authors),
    )


def _works(entries: Iterable[_Entry]) -> tuple[Work, ...]:
    return tuple(entry.work for entry in entries)


def _doi(text: str) -> str:
    return text.casefold().rpartition("doi.org/")[2].removeprefix("doi:").strip()


def _is_firm(form: tuple[str, ...], entry: _Entry, mention: Mention) -> bool:
    """Whether a title that stands in a reference is its title: a short one needs author or year besides."""
    if len(form) >= _FIRM_WORDS and sum(map(len, form)) >= _FIRM_LETTERS:
        return True
    author, year = _by_author(entry, mention), _by_year(entry, mention)
    return False not in (author, year) and True in (author, year)


def _compared(mention: Mention, entries: Sequence[_Entry]) -> Match:
    """The entries that say what the reference says; else what the only one says otherwise."""
    told = [(entry, _differences(mention, entry)) for entry in entries]
    same = [entry for entry, differences in told if not differences]
    if same:
        return Match(outcome="found", works=_works(same))
    fewest = min(len(differences) for _, differences in told)
    nearest = [(entry, differences) for entry, differences in told if len(differences) == fewest]
    if len(nearest) > 1:
        return Match(outcome="undecided", works=_works(entry for entry, _ in nearest))
    ((entry, differences),) = nearest
    return Match(outcome="different", works=(entry.work,), differences=differences)


def _differences(mention: Mention, entry: _Entry) -> tuple[Difference, ...]:
    work = entry.work
    found = []
    if mention.title is not None and not _same_title(mention, entry):
        found.append(Difference("title", mention.title, work.title))
    if _by_author(entry, mention) is False:
        found.append(Difference("author", ", ".join(mention.names), ", ".join(work.authors)))
    if _by_year(entry, mention) is False:
        found.append(Difference("year", ", ".join(map(str, sorted(mention.years))), str(work.year)))
    if mention.doi and work.doi and _doi(mention.doi) != _doi(work.doi):
        found.append(Difference("doi", mention.doi, work.doi))
    return tuple(found)


def _same_title(mention: Mention, entry: _Entry) -> bool:
    """Equal titles, apart from slips; a subtitle may be missing on either side."""
    stated = words(mention.title or "")
    if not stated or not entry.title:
        return True
    if _likeness(" ".join(stated), entry) >= SAME:
        return True
    title = mention.title or ""
    # Where the stated title ends is not always told by form: it may have been read too far, ...
    if any(words(title[: stop.start()]) in (entry.title, entry.main) for stop in _STOPS.finditer(title)):
        return True
    # ... or only in part, as it holds a quotation or a full stop.
    part = f" {' '.join(stated)} " in f" {' '.join(entry.title)} "
    return part and f" {' '.join(entry.title)} " in f" {' '.join(mention.words)} "


def _likeness(stated: str, entry: _Entry) -> float:
    return max(ratio(stated, " ".join(form)) if form else 0.0 for form in (entry.title, entry.main))


def _by_author(entry: _Entry, mention: Mention) -> bool | None:
    """Whether an author of the work is named; None where one side names nobody."""
    if not entry.authors:
        return None
    if not mention.entry:
        return _has_all(entry, mention.names) if mention.names else None
    text = f" {' '.join(mention.words)} "
    for author in entry.authors:
        if any(f" {name} " in text for name in author):
            return True
    if entry.work.more_authors or not mention.names:
        return None
    return False


def _by_year(entry: _Entry, mention: Mention) -> bool | None:
    if entry.work.year is None or not mention.years:
        return None
    return entry.work.year in mention.years


def _has_all(entry: _Entry, names: Sequence[str]) -> bool:
    """Whether every stated name is that of an author."""
    known = frozenset(spelling for author in entry.authors for spelling in author)
    if entry.work.more_authors:
        return bool(spellings(names[0]) & known)
    return all(spellings(name) & known for name in names)


def _is_authored_so(entry: _Entry, mention: Mention) -> bool:
    """At least two authors and the year agree: no accident, whatever the title."""
    return len(mention.names) > 1 and _has_all(entry, mention.names) and _by_year(entry, mention) is True
