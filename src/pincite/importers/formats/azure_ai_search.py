"""Azure AI Search results with an answer: one that the application gave, or the service's own extracts.

The fields of an index are named by its owner; usual names are found, others are given as options (`text`,
`document_id`, `chunk_id`, `title`, `uri`, `revision`: the name of the field). Search results hold no answer.
It stands beside them (`{"answer": ..., "results": {...}}`), comes as the request (a chat completion, or an
object with `answer`), or is what the service extracted itself (`@search.answers`). Whether the model saw all
results is not known, unless the option `prompt` is `results`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.draft import Draft
from pincite.importers.protocol import Imported, Importer, Sidecar
from pincite.importers.questions import question_of
from pincite.importers.records import chunk, compact
from pincite.importers.spans import Reconciled
from pincite.io.rejection import RecordError

_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "text": ("chunk", "content", "text", "chunk_text", "page_content", "snippet", "merged_content"),
    "document_id": (
        "parent_id", "document_id", "documentId", "sourcefile", "filepath", "metadata_storage_path", "url",
        "id",
    ),
    "chunk_id": ("chunk_id", "chunkId", "sourcepage", "id", "key"),
    "title": ("title", "metadata_storage_name", "sourcepage", "name"),
    "uri": ("url", "uri", "metadata_storage_path", "storageUrl"),
    "revision": ("document_revision", "revision", "version"),
}  # fmt: skip
_KEYS: Final = ("document_id", "document_revision", "chunk_id")
# Markdown links are no citations.
_MARKER: Final = re.compile(r"\[([^\[\]\n]{1,200})\](?!\()")
_PROMPT: Final = "prompt"
_ANSWERS: Final = ("answer", "text", "response", "output_text")
_RESULTS: Final = ("results", "search_results", "searchResults", "documents")


def recognises(payload: Any) -> bool:
    """A page of results, alone or beside an answer."""
    return _results(At(payload)) is not None


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The record of the given answer; without one, a record for each extract of the service."""
    root = At(payload)
    results = _results(root)
    if results is None:
        raise root["value"].fault("an array of search results")
    fields = _fields(root, sidecar.options)
    passages = [_passage(place, number, fields) for number, place in enumerate(results["value"].each(), 1)]
    request = At(sidecar.request, "$request")
    text = _answer(root) or _answer(request)
    question = question_of(root.value) or question_of(sidecar.request)
    if text:
        whole = sidecar.options.get(_PROMPT) == "results"
        draft = Draft(sidecar, passages if whole else None)
        if not whole:
            draft.found += passages
        _cite(text, passages, whole, draft)
        identity = root["id"].id_or_none() or request["id"].id_or_none()
        yield draft.imported(text, answer_id=identity, question=question)
        return
    extracts = list(results["@search.answers"].each_or_none())
    if not extracts:
        raise RecordError(
            root.path,
            expected="an answer beside the search results",
            got="none",
            message=f"{root.path}: the search results hold no answer",
            hint="put it beside them as {answer, results}, or give it as the request",
        )
    for place in extracts:
        try:
            yield _extract(place, passages, sidecar, question)
        except RecordError as error:
            yield error


def _cite(text: str, passages: list[dict[str, Any]], whole: bool, draft: Draft) -> None:
    """Citations for the markers that name a passage by its id, file or title, or by its number if the model
    saw the results in their order.
    """
    named: dict[str, dict[str, Any]] = {}
    for number, one in enumerate(passages, 1):
        names = [one["chunk_id"], one["document_id"], one.get("title"), one.get("metadata", {}).get("key")]
        for name in (*names, str(number) if whole else None):
            if name is not None:
                named.setdefault(name, one)
    for marker, key in dict.fromkeys((one[0], one[1]) for one in _MARKER.finditer(text)):
        source = named.get(key.strip())
        if source is not None:
            keys = {name: source[name] for name in _KEYS if name in source}
            draft.cite(key.strip(), marker=marker, **keys)


def _extract(
    place: At, passages: list[dict[str, Any]], sidecar: Sidecar, question: str | None
) -> Imported | RecordError:
    """An extract as an answer that cites the passage it was taken from."""
    text = place["text"].text_or_none()
    if not text:
        return place["text"].fault("a text that is not empty")
    key = place["key"].id_or_none()
    draft = Draft(sidecar)
    draft.found += passages
    named = ((one, (one["chunk_id"], one.get("metadata", {}).get("key"))) for one in passages)
    source = next((one for one, names in named if key is not None and key in names), None)
    if source is None:
        draft.note("dangling_reference", "the extract's key is that of no result", place.path, key=key)
        keys = compact(chunk_id=key)
    else:
        keys = {"document_id": source["document_id"], "chunk_id": source["chunk_id"]}
    draft.cite("c1", span=Reconciled(0, len(text)), raw=place.value, **keys)
    return draft.imported(text, answer_id=key, question=question, metadata={"extractive": True})


def _passage(place: At, number: int, fields: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """A result as a passage. Raises RecordError if none of its fields can be its text."""
    place.object()
    text = place.first(*fields["text"])
    captions = list(place["@search.captions"].each_or_none()) if not text else []
    said = text.text() if text else " ".join(one["text"].text_or_none() or "" for one in captions).strip()
    if not said:
        names = ", ".join(key for key in place.object() if not key.startswith("@"))
        raise RecordError(
            place.path,
            expected="a field with the text of the passage",
            got=f"the fields {names[:200]}" if names else "no fields",
            hint="name it with --map text=FIELD",
        )
    chunk_id = place.first(*fields["chunk_id"]).id_or_none() or str(number)
    score = place["@search.rerankerScore"]
    keys = compact(
        document_revision=place.first(*fields["revision"]).id_or_none(),
        rank=number,
        score=(score or place["@search.score"]).number_or_none(),
        title=place.first(*fields["title"]).text_or_none(),
        uri=place.first(*fields["uri"]).text_or_none(),
    )
    name = place.first(*fields["document_id"]).id_or_none() or f"doc-{number}"
    own = place.first("key", "id").id_or_none()
    found = chunk(said, name, chunk_id=chunk_id, **keys)
    return found | compact(metadata=compact(key=own, excerpt=None if text else True))


def _fields(root: At, options: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The fields by what they hold. Raises RecordError for an option that means nothing here."""
    unknown = sorted(set(options) - set(_NAMES) - {_PROMPT})
    if unknown:
        allowed = ", ".join((*_NAMES, _PROMPT))
        raise RecordError(root.path, expected=f"options among {allowed}", got=f"{unknown[0][:40]!r}")
    return {what: (options[what],) if what in options else usual for what, usual in _NAMES.items()}


def _results(root: At) -> At | None:
    """The page of results in a payload, or None."""
    for place in (root, *(root[key] for key in _RESULTS)):
        rows = place["value"].value
        if isinstance(rows, list) and isinstance(place.value, dict):
            marked = any(key.startswith(("@search.", "@odata.")) for key in place.value)
            if marked or (rows and isinstance(rows[0], dict) and "@search.score" in rows[0]):
                return place
    return None


def _answer(place: At) -> str | None:
    """The text of an answer that an application logged, in the usual places."""
    for key in _ANSWERS:
        if isinstance(place[key].value, str) and place[key].value:
            return str(place[key].value)
    content = place["choices"][0]["message"]["content"].value
    return content if isinstance(content, str) and content else None


IMPORTER = Importer(
    name="azure-ai-search",
    title="Azure AI Search results, with an answer",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
    options=(*_NAMES, _PROMPT),
)
