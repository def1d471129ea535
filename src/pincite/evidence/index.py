"""An inverted index over the passages of a corpus: built once, asked about every claim that fails.

The ranking is that of `candidates` (BM25 over content words), with document frequencies from the whole
corpus. A query touches only the passages that share a word with the claim.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from pincite.evidence.candidates import K1, B, rarity, term_counts
from pincite.model import Chunk, Document, Passage
from pincite.text.sentences import sentences
from pincite.text.words import content_words, language

WINDOW = 1000
"""A document that is stored without chunks is read in windows of about so many characters."""


_SAMPLE = 100
_COMMON = 1000
"""A word in more passages than this, and in more than one of fifty, is everywhere."""


class Hit(Struct, frozen=True, kw_only=True):
    """A passage of the corpus that shares words with a claim.

    `place` is its number in the index: neighbours in a document have neighbouring numbers. `score` is its
    BM25 score, `coverage` the share of the claim's content words that it holds, weighted by rarity (0..1).
    """

    place: int
    passage: Passage
    document: Document
    score: float
    coverage: float


class Index:
    """Passages of documents by their words; the order of the documents decides between equal scores."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._passages: list[Passage] = []
        self._documents: list[Document] = []
        self._lengths: list[int] = []
        self._postings: defaultdict[str, dict[int, int]] = defaultdict(dict)
        for document in documents:
            for passage in _passages(document):
                counts = term_counts(passage.text)
                for word, count in counts.items():
                    self._postings[word][len(self._passages)] = count
                self._passages.append(passage)
                self._documents.append(document)
                self._lengths.append(sum(counts.values()))
        self._mean = sum(self._lengths) / len(self._lengths) if self._lengths else 1.0

    def __len__(self) -> int:
        return len(self._passages)

    @cached_property
    def languages(self) -> frozenset[str]:
        """The languages of its passages, as far as a sample of them tells."""
        step = max(1, len(self._passages) // _SAMPLE)
        return frozenset(language(passage.text) for passage in self._passages[::step])

    def nearest(
        self, claim_text: str, k: int, keep: Callable[[Passage, Document], bool] = lambda _, __: True
    ) -> tuple[Hit, ...]:
        """The `k` passages that share most with the claim among those that are to be kept, best first.

        A passage without a single common word is never returned. In a large corpus one that shares only words
        that are everywhere is not either, where others share more.
        """
        # In a fixed order, so that no sum depends on how a set happens to be stored.
        words = sorted(content_words(claim_text))
        weights = {word: rarity(len(self._postings.get(word, ())), len(self._passages)) for word in words}
        total = sum(weights.values())
        scores: defaultdict[int, float] = defaultdict(float)
        shares: defaultdict[int, float] = defaultdict(float)
        seeds = self._seeds(words)
        for word in words:
            held = self._postings.get(word, {})
            # The smaller side decides how long this takes.
            for place in held if len(held) < len(seeds) else seeds:
                count = held.get(place)
                if count is None or place not in seeds:
                    continue
                length = K1 * (1 - B + B * self._lengths[place] / (self._mean or 1.0))
                scores[place] += weights[word] * count * (K1 + 1) / (count + length)
                shares[place] += weights[word]
        found: list[Hit] = []
        best = [(-score, place) for place, score in scores.items()]
        heapq.heapify(best)
        while best and len(found) < k:
            _, place = heapq.heappop(best)
            if keep(self._passages[place], self._documents[place]):
                found.append(
                    Hit(
                        place=place,
                        passage=self._passages[place],
                        document=self._documents[place],
                        score=scores[place],
                        coverage=min(1.0, shares[place] / total),
                    )
                )
        return tuple(found)

    def _seeds(self, words: Iterable[str]) -> set[int]:
        """The passages worth scoring: those with a word that is not everywhere, else all that share one."""
        held = [self._postings[word] for word in words if word in self._postings]
        telling = [some for some in held if len(some) <= max(_COMMON, len(self._passages) // 50)]
        return {place for some in telling or held for place in some}

    def neighbours(self, place: int) -> Iterator[tuple[int, Passage]]:
        """The passages directly before and after one in its document, with their numbers."""
        for other in (place - 1, place + 1):
            if 0 <= other < len(self._passages) and self._documents[other] is self._documents[place]:
                yield other, self._passages[other]


def _passages(document: Document) -> Iterator[Passage]:
    """The chunks of a document; a document that is stored as text only in windows."""
    for chunk in document.chunks:
        yield Passage(chunk=chunk, start=0, end=len(chunk.text))
    if document.chunks or document.text is None:
        return
    chunk = Chunk(
        document_id=document.document_id,
        document_revision=document.document_revision,
        chunk_id="1",
        text=document.text,
        title=document.title,
        uri=document.uri,
    )
    for start, end in _windows(document.text):
        yield Passage(chunk=chunk, start=start, end=end)


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Runs of whole sentences of about the wanted size."""
    begin = end = None
    for span in sentences(text):
        if begin is not None and end is not None and span.end - begin > WINDOW:
            yield begin, end
            begin = None
        begin = span.start if begin is None else begin
        end = span.end
    if begin is not None and end is not None:
        yield begin, end
