"""Citations that name one place in the answer, where they would be inserted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from pincite.evidence.offsets import OffsetError, OffsetUnit, code_point
from pincite.importers.protocol import ImportFinding
from pincite.importers.records import citation
from pincite.importers.scopes import covered
from pincite.importers.spans import UNITS, Reconciled


class Point(Struct, frozen=True):
    """A document cited at `index`, a code-point index; None where the place is unknown.

    `path` is the JSON path of the annotation and `raw` the annotation itself.
    """

    index: int | None
    document_id: str
    title: str | None = None
    path: str = "$"
    raw: Any = None

    def moved(self, by: int) -> Point:
        """The point in a text in front of which `by` characters were put."""
        return self if self.index is None else structs.replace(self, index=self.index + by)


def counted(text: str, points: Sequence[Point]) -> tuple[list[Point], list[ImportFinding]]:
    """Points whose raw numbers are said to count code points, in code points.

    A citation is inserted at the end of a word or sentence. If not all points are at one, and in exactly one
    other unit all are, that unit counts. A point outside the text is unknown.
    """
    raw = [point.index for point in points if point.index is not None]
    for unit in _units(text, raw):
        read = [_point_in(text, point, unit) for point in points]
        if unit == "code_point" or not raw:
            return read, []
        message = f"the insertion points count {unit.replace('utf', 'UTF-')} units, not characters"
        return read, [ImportFinding("other_offsets", message, points[0].path, {"raw": raw, "unit": unit})]
    kept: list[Point] = []
    findings: list[ImportFinding] = []
    for point in points:
        index = point.index
        if index is not None and not 0 <= index <= len(text):
            findings.append(
                ImportFinding(
                    "unknown_span",
                    f"the insertion point {index} lies outside the text; what the citation covers is unknown",
                    point.path,
                    {"raw": index},
                )
            )
            index = None
        elif index is not None and _splits_word(text, index):
            message = f"the insertion point {index} lies inside a word and is read as the end of it"
            findings.append(ImportFinding("point_in_word", message, point.path, {"raw": index}))
            while _splits_word(text, index):
                index += 1
        kept.append(structs.replace(point, index=index))
    return kept, findings


def pointed(
    text: str, points: Sequence[Point], name: str = "file"
) -> tuple[list[dict[str, Any]], list[ImportFinding]]:
    """Citations with what a marker at their point would cover; the same document at one point counts once.

    Citation ids are `name` with a number. A point before any text covers nothing: its citation has an unknown
    span.
    """
    findings: list[ImportFinding] = []
    distinct = list({(point.index, point.document_id): point for point in reversed(points)}.values())[::-1]
    places = [point.index for point in distinct if point.index is not None]
    spans = dict(zip(places, covered(text, places), strict=True))
    cited = []
    for number, point in enumerate(distinct, 1):
        span = None if point.index is None else spans[point.index]
        if span is None and point.index is not None:
            message = f"there is nothing that a citation at {point.index} could cover"
            findings.append(ImportFinding("unknown_span", message, point.path, {"raw": point.index}))
        cited.append(
            citation(
                f"{name}-{number}",
                document_id=point.document_id,
                raw=point.raw,
                metadata={"scope_source": "insertion_point"} if span else {"span": "unknown"},
                span=None if span is None else Reconciled(span.start, span.end),
            )
        )
    return cited, findings


def _units(text: str, raw: Sequence[int]) -> list[OffsetUnit]:
    """The unit in which all points are ends of words: the documented one if it fits, else the only one."""
    fitting = [unit for unit in UNITS if all(_fits(text, index, unit) for index in raw)]
    if "code_point" in fitting:
        return ["code_point"]
    return fitting if len(fitting) == 1 else []


def _fits(text: str, index: int, unit: OffsetUnit) -> bool:
    try:
        place = code_point(text, index, unit)
        return not _splits_word(text, place) and not text[place - 1 : place].isspace()
    except (OffsetError, OverflowError):
        return False


def _point_in(text: str, point: Point, unit: OffsetUnit) -> Point:
    return point if point.index is None else structs.replace(point, index=code_point(text, point.index, unit))


def _splits_word(text: str, index: int) -> bool:
    return text[index - 1 : index].isalnum() and text[index : index + 1].isalnum()
