"""The plots of a calibration report, as SVG elements without style of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from pincite.calibration.measures import Measures, Scores
from pincite.report.shown import one_line
from pincite.stats.classification import RiskPoint

_WIDE, _HIGH = 340, 300
_LEFT, _TOP, _RIGHT, _BOTTOM = 52, 14, 14, 44
_ROW, _NAME = 30, 108
_LABELS = ("full", "partial", "none", "contradiction")


def risk_plot(judge: Scores | None, baseline: Scores | None, name: str, about: str) -> str:
    """The share of wrong decisions against the share of pairs decided; empty without scores."""
    curves = [
        (kind, scores.curve)
        for kind, scores in (("other", baseline), ("judge", judge))
        if scores is not None and scores.curve
    ]
    if judge is None or not judge.curve:
        return ""
    top = max((point.risk for _, curve in curves for point in curve), default=0.0)
    top = min(1.0, max(0.1, -(-top * 10 // 1) / 10))
    parts = [*_axes("coverage", "risk", top)]
    parts += [f'<polyline class="{kind}" points="{_line(curve, top)}"/>' for kind, curve in curves]
    told = f"Risk and coverage for {about}: {100 * judge.curve[-1].risk:.1f} % wrong at coverage"
    return _svg(name, f"{told} {judge.curve[-1].coverage:.2f}", parts)


def reliability_plot(scores: Scores | None, name: str, about: str) -> str:
    """The share of full pairs by score; empty without scores."""
    if scores is None or not scores.bins:
        return ""
    parts = [*_axes("score", "share full", 1.0)]
    for one in scores.bins:
        left, right = _x(one.low), _x(one.high)
        top = _y(one.positive_share, 1.0)
        parts.append(
            f'<rect class="bar" x="{left + 1:.1f}" y="{top:.1f}" width="{right - left - 2:.1f}"'
            f' height="{_y(0, 1.0) - top:.1f}"><title>{one.n} pairs, mean score {one.mean_score:.2f},'
            f" {100 * one.positive_share:.1f} % full</title></rect>"
        )
    parts.append(
        f'<line class="ideal" x1="{_x(0):.1f}" y1="{_y(0, 1.0):.1f}" x2="{_x(1):.1f}" y2="{_y(1, 1.0):.1f}"/>'
    )
    error = scores.calibration_error
    told = f"Reliability for {about}" + ("" if error is None else f": calibration error {error:.3f}")
    return _svg(name, told, parts)


def confusion_plot(measures: Measures, name: str, about: str) -> str:
    """How often each label was said, by gold label, shaded by the share of its row."""
    rows = measures.confusion
    if not rows:
        return ""
    extra = sorted({said for row in rows.values() for said in row} - set(_LABELS))
    columns = (*_LABELS, *extra)
    wide = (_WIDE - _NAME) / len(columns)
    parts = [
        f'<text x="{_NAME + (place + 0.5) * wide:.1f}" y="12" text-anchor="middle">{_short(said)}</text>'
        for place, said in enumerate(columns)
    ]
    for line, (gold, row) in enumerate(rows.items()):
        y = 20 + line * _ROW
        parts.append(f'<text x="{_NAME - 8}" y="{y + 20}" text-anchor="end">{escape(gold)}</text>')
        total = sum(row.values())
        for place, said in enumerate(columns):
            count = row.get(said, 0)
            x = _NAME + place * wide
            parts.append(
                f'<rect class="cell" x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{_ROW}"'
                f' fill-opacity="{0.7 * count / total:.2f}"><title>{escape(gold)} said to be'
                f" {escape(said)}: {count} of {total}</title></rect>"
                f'<text x="{x + wide / 2:.1f}" y="{y + 20}" text-anchor="middle">{count}</text>'
            )
    told = f"Confusion for {about}: rows are labels, columns what the judge said"
    return _svg(name, told, parts, high=24 + _ROW * len(rows))


def _short(said: str) -> str:
    return escape({"contradiction": "contra.", "undecided": "undec.", "unjudged": "unjud."}.get(said, said))


def _svg(name: str, told: str, parts: Sequence[str], *, high: int = _HIGH) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDE} {high}" width="{_WIDE}" height="{high}" role="img"'
        f' aria-labelledby="{name}"><title id="{name}">{escape(one_line(told))}</title>{"".join(parts)}</svg>'
    )


def _x(share: float) -> float:
    return _LEFT + share * (_WIDE - _LEFT - _RIGHT)


def _y(value: float, top: float) -> float:
    return _HIGH - _BOTTOM - value / top * (_HIGH - _TOP - _BOTTOM)


def _axes(across: str, up: str, top: float) -> Iterator[str]:
    for step in range(6):
        share = step / 5
        x, y = _x(share), _y(share * top, top)
        yield f'<line class="grid" x1="{_x(0):.1f}" y1="{y:.1f}" x2="{_x(1):.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{x:.1f}" y="{_HIGH - _BOTTOM + 16}" text-anchor="middle">{share:.1f}</text>'
        yield f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{share * top:.2f}</text>'
    corner = f"{_x(0):.1f},{_y(0, top):.1f}"
    ends = f"{_x(0):.1f},{_TOP} {corner} {_x(1):.1f},{_y(0, top):.1f}"
    yield f'<polyline class="axis" points="{ends}"/>'
    yield f'<text x="{(_x(0) + _x(1)) / 2:.1f}" y="{_HIGH - 6}" text-anchor="middle">{across}</text>'
    yield f'<text transform="translate(12 {_HIGH / 2 - 15:.0f}) rotate(-90)" text-anchor="middle">{up}</text>'


def _line(curve: Sequence[RiskPoint], top: float) -> str:
    return " ".join(f"{_x(point.coverage):.1f},{_y(min(point.risk, top), top):.1f}" for point in curve)
