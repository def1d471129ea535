"""References of one answer that name their source in free text, looked up in a supplied bibliography.

Where they come from: author-year markers, numbers that a reference list at the end of the answer explains,
and stored citations that have a title or an address but no id. What the answer's own passages or the corpus
are known by (title, address) comes first; only what is not there is looked up in the bibliography.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pincite.evidence.bibliography import Bibliography, Match, Work
from pincite.evidence.corpus import Corpus
from pincite.evidence.keys import bare, position
from pincite.evidence.mention import Mention, mention_of_entry, mention_of_key, spellings, stated
from pincite.model import Answer, Chunk, Citation, Reference
from pincite.text.markers.definitions import definitions
from pincite.text.markers.marker import Marker


class LookedUp(Struct, frozen=True, kw_only=True):
    """What was found about one reference: `document_ids` are those of own sources that it names."""

    mention: Mention
    match: Match
    document_ids: tuple[str, ...] = ()
    text: str = ""

    @property
    def outcome(self) -> str:
        return self.match.outcome


class FreeReferences:
    """Looks the free-text references of one answer up, each once."""

    def __init__(self, answer: Answer, bibliography: Bibliography, corpus: Corpus | None) -> None:
        self._answer = answer
        self._bibliography = bibliography
        self._own = [_of_chunks((*(answer.prompt_chunks or ()), *(answer.retrieved_chunks or ())))]
        if corpus is not None:
            self._own.append(corpus.titles)
        self._entries = [
            (marker, mention_of_entry(marker.text)) for marker in definitions(answer.text) if marker.keys
        ]
        self._known: dict[Mention, LookedUp | None] = {}

    def look_up(self, reference: Reference, citation: Citation | None) -> LookedUp | None:
        """What a reference names; None when it is no reference to a work."""
        if reference.malformed:
            return None
        mention, text = self._mention(reference, citation)
        return None if mention is None else self._looked_up(mention, text)

    def uncited(self, references: Iterable[Reference]) -> Iterator[tuple[Marker, LookedUp]]:
        """The entries of the answer's reference list that no displayed reference leads to."""
        cited = {marker.start for one in references for marker in self._leads_to(one.key)}
        for marker, mention in self._entries:
            found = None if marker.start in cited else self._looked_up(mention, marker.text)
            if found is not None:
                yield marker, found

    def _mention(self, reference: Reference, citation: Citation | None) -> tuple[Mention | None, str]:
        if citation is not None:
            own = _of_citation(citation)
            if own is not None:
                return own, own.title or own.doi or own.uri or own.key or ""
        entries = self._leads_to(reference.key)
        if len(entries) > 1:
            return None, ""
        if entries:
            text = entries[0].text
            return mention_of_entry(text), text
        key = bare(reference.key)
        # A number that nothing explains is a place in a list and no key of an entry.
        return (None if position(key, reference.marker) is not None else mention_of_key(key)), key

    def _leads_to(self, key: str) -> list[Marker]:
        """The entries of the reference list that a key stands for."""
        plain = bare(key)
        labelled = [marker for marker, _ in self._entries if plain and plain in marker.keys]
        if labelled:
            return labelled
        asked = mention_of_key(plain)
        if not asked.names:
            return []
        first = spellings(asked.names[0])
        return [
            marker
            for marker, mention in self._entries
            if mention.names and spellings(mention.names[0]) & first and asked.years <= mention.years
        ]

    def _looked_up(self, mention: Mention, text: str) -> LookedUp | None:
        if mention not in self._known:
            self._known[mention] = self._search(mention, text)
        return self._known[mention]

    def _search(self, mention: Mention, text: str) -> LookedUp | None:
        for own in self._own:
            found = own.look_up(mention)
            if found is not None and found.outcome == "found":
                return LookedUp(mention=mention, match=found, document_ids=_ids(found.works), text=text)
        match = self._bibliography.look_up(mention)
        if match is None:
            return None
        ids: dict[str, None] = {}
        for work in match.works if match.outcome in ("found", "different") else ():
            again = stated(title=work.title or None, doi=work.doi, uri=work.uri, key=work.key)
            for own in self._own:
                found = own.look_up(again)
                if found is not None and found.outcome == "found":
                    ids |= dict.fromkeys(_ids(found.works))
        return LookedUp(mention=mention, match=match, document_ids=tuple(ids), text=text)


def _of_chunks(chunks: Sequence[Chunk]) -> Bibliography:
    """The sources of an answer as far as their passages say what they are called."""
    known = {(chunk.document_id, chunk.title, chunk.uri): None for chunk in chunks}
    return Bibliography(
        Work(title=title or "", key=document_id, uri=uri) for document_id, title, uri in known
    )


def _ids(works: Iterable[Work]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(work.key for work in works if work.key))


def _of_citation(citation: Citation) -> Mention | None:
    """What a stored citation says of its source apart from ids; None when it says nothing."""
    if citation.document_id is not None:
        return Mention(key=citation.document_id)
    if citation.chunk_id is not None:
        return None
    fields = citation.metadata
    title, doi = _text(fields, "title"), _text(fields, "doi") or _text(fields, "DOI")
    if title is None and doi is None and citation.uri is None:
        return None
    return stated(
        title=title,
        authors=_people(fields.get("authors") or fields.get("author")),
        year=_year(fields.get("year") or fields.get("date")),
        doi=doi,
        uri=citation.uri,
    )


def _text(fields: Mapping[str, Any], key: str) -> str | None:
    value = fields.get(key)
    return value.strip() or None if isinstance(value, str) else None


def _people(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return mention_of_entry(f"{value}. “-- --”").names
    if isinstance(value, list):
        return tuple(name for one in value if isinstance(one, str) for name in _people(one)[:1])
    return ()


def _year(value: Any) -> int | None:
    text = str(value)[:4]
    return int(text) if text.isascii() and text.isdigit() and len(text) == 4 else None
