"""A calibration card as titled tables of text, which every format lays out in its own way."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from pincite.calibration.card import Card, Part
from pincite.calibration.corrected import CorrectedRate
from pincite.calibration.measures import Block, Measures
from pincite.calibration.threshold import Threshold
from pincite.calibration.words import shown
from pincite.labels.agreement import AgreementReport
from pincite.metrics.summary import Figures
from pincite.model.summary import Summary
from pincite.report.numbers import all_rows
from pincite.stats.agreement import Agreement
from pincite.stats.estimate import Estimate

NONE = "–"
OVERALL = "all pairs"


class Table(Struct, frozen=True, kw_only=True):
    """A table of plain text. The first column names the row; the others are numbers."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def tables(card: Card) -> Iterator[Table]:
    """All tables of a card, the most telling first; empty ones are left out."""
    named = {name: part.numbers for name, part in card.sets.items()}
    everything = {**named, OVERALL: card.overall.numbers} if len(named) > 1 else named
    yield Table(
        title="Full or not, by set",
        header=(
            "set",
            "n",
            "decided",
            "balanced accuracy",
            "open wrong, right",
            "at its threshold",
            "word overlap",
            "beyond overlap",
            "macro-F1",
            "AUROC",
        ),
        rows=tuple(_set_row(name, block) for name, block in everything.items()) + _means(card),
        note="Balanced accuracy in percent with a 95 % interval by group. Beyond overlap: the paired"
        " difference in points, on the pairs that both decided. Open wrong, right: the balanced accuracy if"
        " every pair that was left open were decided wrong, or right. The development part is in no row.",
    )
    yield Table(
        title="Agreement with the labels, by set",
        header=("set", "kappa", "alpha", "kappa of four labels", "macro-F1 of four labels", "people"),
        rows=tuple(_agreement_row(name, block) for name, block in everything.items()),
        note="Kappa and alpha are about full or not. Four labels are compared only where the labels tell at"
        " least three apart. People: Krippendorff's alpha among them, where several labelled.",
    )
    yield Table(
        title="Errors by label, by set",
        header=(
            "set",
            "found full",
            "accepted partial",
            "accepted none",
            "accepted contradiction",
            "accepted unsupported",
        ),
        rows=tuple(_accept_row(name, block.judge) for name, block in everything.items()),
        note="Of the decided pairs with this label, the percentage that the judge called full: high is right"
        " in the first column and wrong in the others.",
    )
    yield confusion(card.overall.numbers.judge)
    if card.overall.categories:
        yield Table(
            title="By category",
            header=(
                "category",
                "n",
                "decided",
                "balanced accuracy",
                "word overlap",
                "beyond overlap",
                "found full",
                "accepted others",
            ),
            rows=tuple(_category_row(name, block) for name, block in card.overall.categories.items()),
            note="A pair can be in several categories or in none.",
        )
    yield Table(
        title="Scores, by set",
        header=(
            "set",
            "scored",
            "AUROC of the judge",
            "AUROC of overlap",
            "calibration error",
            "risk",
            "risk at half coverage",
        ),
        rows=tuple(_score_row(name, block) for name, block in everything.items()),
        note="The score is the judge's support for full. Risk is the share of wrong decisions, over all"
        " decided pairs and over the most confident half of all pairs.",
    )
    yield thresholds(card)
    if card.run is not None and card.run.corrected:
        yield corrected(tuple(card.run.corrected.values()))


def confusion(measures: Measures) -> Table:
    """What the judge said, by gold label; all pairs are in it, decided or not."""
    said = ["full", "partial", "none", "contradiction"]
    extra = sorted({name for row in measures.confusion.values() for name in row} - set(said))
    columns = (*said, *extra)
    return Table(
        title="What was said, by label",
        header=("label", *columns, "exactly right"),
        rows=tuple(
            (
                gold,
                *(str(row.get(name, 0)) for name in columns),
                percent(measures.right.get(gold)),
            )
            for gold, row in measures.confusion.items()
        ),
        note="Over all pairs outside the development part. `unsupported` is not full, where the data does not"
        " tell the other three apart. Exactly right: of the decided ones.",
    )


def thresholds(card: Card) -> Table:
    return Table(
        title="Thresholds",
        header=("decider", "threshold", "development pairs", "groups", "balanced accuracy there"),
        rows=tuple(
            (
                name,
                NONE if one.value is None else f"{one.value:.3f}",
                str(one.pairs),
                str(one.groups),
                percent(one.balanced_accuracy),
            )
            for name, one in (("judge", card.threshold), ("word overlap", card.baseline_threshold))
        ),
        note=_why(card.threshold, card.development_share),
    )


def _why(threshold: Threshold, share: float) -> str:
    note = (
        f"Chosen on {100 * share:g} % of the groups, which are in no other number. What it reaches there is"
        " optimistic; the tables above have what it reaches elsewhere."
    )
    return note if threshold.reason is None else f"None for the judge: {threshold.reason}."


def corrected(rates: tuple[CorrectedRate, ...]) -> Table:
    """The judge's rates, the human sample alone, and both together."""
    rows = []
    for rate in rates:
        powered, gladen = rate.prediction_powered, rate.rogan_gladen
        rows.append(
            (
                rate.metric,
                percent(powered.raw),
                interval(powered.human),
                interval(powered.estimate),
                interval(gladen.estimate) if gladen.reason is None else NONE,
                f"{powered.labelled} of {powered.units} in {powered.clusters} answers",
                NONE if powered.tuning is None else f"{powered.tuning:.2f}",
            )
        )
    reasons = [
        f"Rogan-Gladen of {r.metric}: {r.rogan_gladen.reason}." for r in rates if r.rogan_gladen.reason
    ]
    partly = sum(rate.unlabelled_links for rate in rates)
    if partly:
        reasons.append(
            f"{partly} links of labelled claims have no label of their own, so that precision is about claims"
            " with one citation more than it should be."
        )
    return Table(
        title="Rates corrected for the judge's errors",
        header=(
            "rate",
            "judge alone",
            "people alone",
            "prediction-powered",
            "Rogan-Gladen",
            "labelled",
            "weight of the judge",
        ),
        rows=tuple(rows),
        note=" ".join(
            ("Percent with 95 % intervals by answer; what the judge left open is in them.", *reasons)
        ),
    )


def people(report: AgreementReport) -> Iterator[Table]:
    """The agreement of the raters of a labels file."""
    yield Table(
        title="Agreement of the raters",
        header=("compared", "units", "raters", "percent", "kappa", "alpha"),
        rows=tuple(
            _people_row(name, one)
            for name, one in (("labels as given", report.labels), ("full or not", report.full_or_not))
        ),
        note="95 % intervals by answer. Labels given with a verdict in sight and adjudications are left out.",
    )
    yield Table(
        title="Raters",
        header=("rater", "labels", "labelled again", "with the same label"),
        rows=tuple((one.rater, str(one.labels), str(one.repeated), str(one.same)) for one in report.raters),
    )
    for title, name, counts in (
        ("Disagreements", "labels", report.disagreements),
        ("Causes", "cause", report.causes),
        ("Guideline versions", "version", report.guidelines),
    ):
        if counts:
            yield Table(
                title=title,
                header=(name, "count"),
                rows=tuple((key, str(count)) for key, count in counts.items()),
            )


def human_metrics(figures: Figures) -> Table:
    """The metrics of a run that people labelled; those without any data are left out."""
    summary = Summary(run_id="", signature="", counts=figures.counts, metrics=figures.metrics)
    return Table(
        title="Metrics from human labels alone",
        header=("metric", "value", "95 % interval", "n", "coverage", "notes"),
        rows=tuple(
            (
                row.title,
                row.value,
                row.interval or NONE,
                row.n.removeprefix("n="),
                row.coverage.removeprefix("coverage ") or NONE,
                row.notes,
            )
            for row in all_rows(summary)
            if row.value != "no data"
        ),
        note="What nobody labelled is open: it lowers the coverage and widens the bounds.",
    )


def _people_row(name: str, one: Agreement) -> tuple[str, ...]:
    return (
        name,
        str(one.units),
        str(one.raters),
        interval(one.percent),
        NONE if one.kappa is None else shown(one.kappa),
        shown(one.alpha),
    )


def percent(share: float | None) -> str:
    return NONE if share is None else f"{100 * share:.1f}"


def interval(estimate: Estimate) -> str:
    """In percent: `71.2 (68.0 to 74.3)`."""
    if estimate.value is None:
        return NONE
    if estimate.low is None or estimate.high is None:
        return percent(estimate.value)
    return f"{percent(estimate.value)} ({percent(estimate.low)} to {percent(estimate.high)})"


def _points(estimate: Estimate) -> str:
    if estimate.value is None:
        return NONE
    if estimate.low is None or estimate.high is None:
        return f"{100 * estimate.value:+.1f}"
    return f"{100 * estimate.value:+.1f} ({100 * estimate.low:+.1f} to {100 * estimate.high:+.1f})"


def _accuracy(measures: Measures | None) -> str:
    return NONE if measures is None else interval(measures.balanced_accuracy)


def _bounds(measures: Measures) -> str:
    """What the open pairs could do: nothing to show where there are none."""
    if measures.decided == measures.n or measures.bounds.low is None:
        return NONE
    return f"{percent(measures.bounds.low)}, {percent(measures.bounds.high)}"


def _set_row(name: str, block: Block) -> tuple[str, ...]:
    judge = block.judge
    return (
        name,
        str(judge.n),
        str(judge.decided),
        _accuracy(judge),
        _bounds(judge),
        _accuracy(block.at_threshold),
        _accuracy(block.baseline),
        NONE if block.versus is None else _points(block.versus.difference),
        interval(judge.macro_f1),
        NONE if block.scores is None else shown(block.scores.auroc),
    )


def _means(card: Card) -> tuple[tuple[str, ...], ...]:
    means = card.means
    if means.sets < 2:
        return ()
    values = (percent(means.judge), percent(means.at_threshold), percent(means.baseline))
    return ((f"mean over {means.sets} sets", "", "", values[0], "", *values[1:], "", "", ""),)


def _agreement_row(name: str, block: Block) -> tuple[str, ...]:
    four = block.four_way
    return (
        name,
        shown(block.judge.kappa),
        shown(block.judge.alpha),
        NONE if four is None else f"{shown(four.kappa)}, n={four.n}",
        NONE if four is None else interval(four.macro_f1),
        NONE if block.people is None else f"{shown(block.people.alpha)}, n={block.people.units}",
    )


def _accept_row(name: str, measures: Measures) -> tuple[str, ...]:
    labels = ("full", "partial", "none", "contradiction", "unsupported")
    return (name, *(percent(measures.accepted.get(label)) for label in labels))


def _category_row(name: str, block: Block) -> tuple[str, ...]:
    binary = block.judge.binary
    specificity = binary.specificity
    return (
        name,
        str(block.judge.n),
        str(block.judge.decided),
        _accuracy(block.judge),
        _accuracy(block.baseline),
        NONE if block.versus is None else _points(block.versus.difference),
        percent(binary.recall),
        percent(None if specificity is None else 1 - specificity),
    )


def _score_row(name: str, block: Block) -> tuple[str, ...]:
    scores = block.scores
    if scores is None:
        return (name, *(NONE,) * 6)
    half = [point.risk for point in scores.curve if point.coverage >= 0.5]
    accuracy = block.judge.binary.accuracy
    return (
        name,
        str(scores.scored),
        shown(scores.auroc),
        NONE if block.baseline_scores is None else shown(block.baseline_scores.auroc),
        NONE if scores.calibration_error is None else f"{scores.calibration_error:.3f}",
        percent(None if accuracy is None else 1 - accuracy),
        percent(half[0] if half else None),
    )


def headings(card: Card) -> Iterator[tuple[str, str]]:
    """What the card is about, as named facts."""
    judge = card.judge
    yield "judge", f"{judge.name} {judge.version} ({judge.digest[:8]})"
    yield "date", card.created_at
    yield "pairs", f"{card.pairs}, of which {card.development} in the development part"
    yield "data", ", ".join(f"{file.path} ({file.sha256[:8]})" for file in card.data) or "none named"
    if card.run is not None:
        yield "run", card.run.run_id
    yield "signature", card.signature
    yield "card", card.digest


def held_out(part: Part) -> str:
    return f"{part.pairs} pairs, {part.development} more in the development part"
