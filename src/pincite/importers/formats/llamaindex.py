"""LlamaIndex responses: the text and its source nodes, as the citation engine and other engines give them.

The citation engine numbers its own pieces of the retrieved nodes ("Source 3:\\n..."), not the nodes; `[3]` is
the piece of that number. The document is the piece's source node, not the piece, whose id is new each time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from pincite.importers.at import At
from pincite.importers.literals import parsed
from pincite.importers.numbering import numbered
from pincite.importers.passages import opened, passage, recorded, text_of, without_text
from pincite.importers.protocol import Imported, Importer, ImportFinding, Sidecar
from pincite.importers.records import answer
from pincite.io.rejection import RecordError

_LABEL: Final = re.compile(r"Source (\d{1,6}):\n")


def recognises(payload: Any) -> bool:
    """A response with source nodes."""
    if not isinstance(payload, dict) or "response" not in payload:
        return False
    nodes = payload.get("source_nodes")
    return isinstance(nodes, list) and all(isinstance(one, dict) and "node" in one for one in nodes[:20])


def read(payload: Any, sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """The one record of a response."""
    root = At(payload)
    root.object()
    text = root["response"].text()
    nodes = root["source_nodes"]
    chunks: list[dict[str, Any]] = []
    keys: dict[str, list[dict[str, Any]]] = {}
    missing: list[str] = []
    labelled = False
    for number, place in enumerate(nodes.each_or_none(), 1):
        key, found = _node(place, number, sidecar)
        labelled = labelled or key is not None
        missing += [place.path] * sum(not recorded(one) for one in found)
        chunks += found
        keys.setdefault(key or str(number), []).extend(found)
    _apart(chunks)
    findings: list[ImportFinding] = list(without_text(missing, len(chunks)))
    if chunks and not labelled:
        message = "the nodes carry no numbers of a citation engine; markers are read as places in their list"
        findings.append(ImportFinding("numbering_assumed", message, nodes.path))
    record = answer(
        text,
        question=root.first("query", "query_str", "question").text_or_none(),
        prompt_chunks=chunks if nodes else None,
        citations=numbered(text, keys),
    )
    yield Imported(record, tuple(findings))


def _node(place: At, number: int, sidecar: Sidecar) -> tuple[str | None, list[dict[str, Any]]]:
    """The number that a node's text begins with, and its chunk without that label."""
    node = place["node"]
    if isinstance(node.value, str):
        place = At({**place.object(), "node": parsed(node.value)}, place.path)
    body, score = opened(place)
    text = text_of(body)
    if text is None:
        return None, passage(place, sidecar, number)
    label = _LABEL.match(text)
    plain = text[label.end() :].removesuffix("\n") if label else text
    # The offsets of a node are those of its text without the label.
    own = {**body.object(), "text": plain, "score": score.value}
    own.pop("text_resource", None)
    return label[1] if label else None, passage(At(own, body.path), sidecar, number)


def _apart(chunks: list[dict[str, Any]]) -> None:
    """Give pieces of one node, which older versions export under the node's id, ids of their own."""
    counts = Counter((one["document_id"], one.get("chunk_id")) for one in chunks)
    for number, one in enumerate(chunks, 1):
        if counts[one["document_id"], one.get("chunk_id")] > 1:
            one["chunk_id"] = f"{one.get('chunk_id')}#{number}"


IMPORTER: Final = Importer(
    name="llamaindex",
    title="LlamaIndex responses (citation engine)",
    recognises=recognises,
    read=read,
    carries_evidence="yes",
)
