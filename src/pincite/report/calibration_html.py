"""A calibration card as one HTML file: no script, no request, plots as inline SVG.

Everything that comes from data is escaped; the policy in the head lets the page load nothing, and allows the
one style sheet by its digest.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from pincite.calibration.card import Card
from pincite.calibration.measures import Block
from pincite.report.calibration_plots import confusion_plot, reliability_plot, risk_plot
from pincite.report.calibration_view import Table, headings, held_out, tables
from pincite.report.shown import one_line

STYLE = """
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--paper:#fff;--shade:#f6f8fa;
--judge:#0550ae;--other:#8250df;--bar:#54aeff}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b1;--line:#3d444d;--paper:#0d1117;
--shade:#161b22;--judge:#79c0ff;--other:#d2a8ff;--bar:#1f6feb}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;
max-width:76rem;padding:1.5rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}
.verdict{border-left:.3rem solid var(--judge);padding:.2rem 0 .2rem 1rem;background:var(--shade)}
.verdict li:first-child{font-weight:600}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{border-bottom:1px solid var(--line);padding:.25rem .7rem;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
thead th{border-bottom:2px solid var(--line)}
.note,dt,figcaption{color:var(--soft);font-size:.9rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0;overflow-wrap:anywhere}
.plots{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0}
svg{max-width:100%;height:auto}svg text{fill:var(--ink);font:12px system-ui,sans-serif}
.axis{stroke:var(--soft);fill:none}.grid{stroke:var(--line);fill:none}
.judge{stroke:var(--judge);fill:none;stroke-width:2}.other{stroke:var(--other);fill:none;stroke-width:2;
stroke-dasharray:6 3}
.bar{fill:var(--bar)}.ideal{stroke:var(--soft);stroke-dasharray:2 3;fill:none}
.cell{fill:var(--bar);stroke:var(--line)}
:focus-visible{outline:3px solid var(--judge)}
@media print{details{display:block}}
"""


def page(cards: Sequence[Card], rankings: Sequence[str] = ()) -> str:
    """The whole page, for one judge, or for several and how they rank."""
    return "\n".join(_page(cards, rankings)) + "\n"


def text(value: str) -> str:
    """Untrusted text on one line, escaped for an element or a quoted attribute."""
    return escape(one_line(value), quote=True)


def _page(cards: Sequence[Card], rankings: Sequence[str]) -> Iterator[str]:
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    title = "Calibration of " + ", ".join(card.judge.name for card in cards)
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield (
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        f" style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'\">"
    )
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{text(title)}</title><style>{STYLE}</style></head><body>"
    yield "<main>"
    if rankings:
        yield "<h1>The judges compared</h1>"
        yield from _sentences(rankings)
    for place, card in enumerate(cards):
        yield from _card(card, f"j{place}")
    yield "</main></body></html>"


def _sentences(some: Iterable[str]) -> Iterator[str]:
    yield '<ul class="verdict">'
    for sentence in some:
        told = text(sentence)
        yield f"<li>{told[:1].upper()}{told[1:]}.</li>"
    yield "</ul>"


def _card(card: Card, name: str) -> Iterator[str]:
    yield f'<section aria-labelledby="{name}">'
    yield f'<h1 id="{name}">Calibration of {text(card.judge.name)}</h1>'
    yield from _sentences(card.words)
    yield from _plots(card.overall.numbers, f"{name}-all", "all pairs")
    for table in tables(card):
        yield from _table(table)
    if len(card.sets) > 1:
        yield "<h2>Set by set</h2>"
        for place, (set_name, part) in enumerate(card.sets.items()):
            yield f"<details><summary>{text(set_name)}: {text(held_out(part))}</summary>"
            yield from _plots(part.numbers, f"{name}-{place}", set_name)
            yield "</details>"
    yield "<h2>Where the numbers come from</h2><dl>"
    for key, value in headings(card):
        yield f"<dt>{text(key)}</dt><dd>{text(value)}</dd>"
    yield "</dl></section>"


def _table(table: Table) -> Iterator[str]:
    yield f'<div class="scroll"><table><caption>{text(table.title)}</caption><thead><tr>'
    yield "".join(f'<th scope="col">{text(cell)}</th>' for cell in table.header)
    yield "</tr></thead><tbody>"
    for row in table.rows:
        cells = "".join(f"<td>{text(cell)}</td>" for cell in row[1:])
        yield f'<tr><th scope="row">{text(row[0])}</th>{cells}</tr>'
    yield "</tbody></table></div>"
    if table.note:
        yield f'<p class="note">{text(table.note.replace("`", ""))}</p>'


def _plots(block: Block, name: str, about: str) -> Iterator[str]:
    yield '<div class="plots">'
    for kind, picture, caption in (
        (
            "risk",
            risk_plot(block.scores, block.baseline_scores, f"{name}-risk", about),
            "Risk and coverage: the judge (solid) and word overlap (dashed), the surest decisions first.",
        ),
        (
            "reliability",
            reliability_plot(block.scores, f"{name}-rel", about),
            "Reliability: bars on the diagonal mean that the score can be read as a probability.",
        ),
        ("confusion", confusion_plot(block.judge, f"{name}-conf", about), "What was said, by label."),
    ):
        if picture:
            yield f'<figure class="{kind}">{picture}<figcaption>{caption}</figcaption></figure>'
    yield "</div>"
