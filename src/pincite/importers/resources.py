"""Sources as Google's products name them: resource names, and metadata as lists of keys and values."""

from __future__ import annotations

from typing import Any

from pincite.importers.at import At


def document_id(resource: str | None) -> str | None:
    """The document in a resource name (`projects/p/.../documents/kb-1` is `kb-1`), which is the id that its
    owner gave it; any other name as it is.
    """
    if resource is None or "/documents/" not in resource:
        return resource
    return resource.rpartition("/documents/")[2].partition("/")[0] or resource


def attributes(place: At) -> dict[str, Any]:
    """Free metadata as an object, also where it is written as a list of `{key, stringValue}`.

    Raises RecordError for anything else.
    """
    if not isinstance(place.value, list):
        return place.object_or_empty()
    found: dict[str, Any] = {}
    for one in place.each():
        key = one["key"].id_or_none()
        value = next((one.cased(kind).value for kind in _VALUES if one.cased(kind)), None)
        if key is not None:
            found[key] = value
    return found


_VALUES = ("stringValue", "numericValue", "stringListValue", "value")
