"""Pairs of our own making: a supported claim changed in one respect, with what the change does to the label.

Most families work by replacing one expression by another of its kind. Each such change makes up to three
pairs: the changed claim against the evidence as it was (no longer supported), the changed claim against
evidence that was changed alike (supported), and the claim as it was against the changed evidence (no longer
supported). So neither the claim's wording, nor its length, nor the words it shares with the evidence give the
label away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

from pincite.text.figures import figures
from pincite.text.names import names
from training.sets import Example, fraction

HELD_OUT = frozenset(("points", "before_after", "only"))
"""Families that no model is trained on: they show whether the rest carries over."""

_MOST_EVIDENCE = 1200


class Change:
    """Replaces `old` by `new`, in words of their own; `label` is that of a claim changed alone."""

    def __init__(self, family: str, old: str, new: str, label: str) -> None:
        self.family, self.old, self.new, self.label = family, old, new, label
        self._where = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")

    def __call__(self, text: str) -> str | None:
        """The text changed everywhere, or None where there is nothing to change."""
        changed, n = self._where.subn(lambda found: self.new, text)
        return changed if n else None


# May is left out: it is a word of modality far more often.
_MONTHS = (
    "January", "February", "March", "April", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip

_WORDS: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "comparative": (
        "contradiction",
        (
            ("more than", "less than"), ("higher", "lower"), ("increased", "decreased"), ("rose", "fell"),
            ("largest", "smallest"), ("above", "below"), ("at least", "at most"), ("increase", "decrease"),
            ("greater", "smaller"), ("longer", "shorter"), ("earlier", "later"), ("better", "worse"),
            ("most", "least"), ("first", "last"), ("maximum", "minimum"), ("up to", "at least"),
            ("improved", "worsened"), ("positive", "negative"), ("high", "low"), ("older", "younger"),
            ("north", "south"), ("east", "west"), ("accepted", "rejected"), ("won", "lost"),
            ("before the", "after the"), ("inside", "outside"), ("male", "female"), ("public", "private"),
        ),
    ),
    "quantifier": (
        "unsupported",
        (
            ("some", "all"), ("many", "all"), ("most", "all"), ("several", "all"), ("sometimes", "always"),
            ("often", "always"), ("usually", "always"), ("a few", "most"), ("one of the", "the only"),
            ("typically", "invariably"), ("in part", "entirely"), ("partially", "fully"),
        ),
    ),
    "modality": (
        "unsupported",
        (
            ("may", "will"), ("might", "will"), ("could", "will"), ("can", "must"), ("suggests", "proves"),
            ("suggest", "prove"), ("likely", "certainly"), ("should", "must"), ("probably", "certainly"),
            ("planned to", "did"), ("associated with", "caused by"), ("recommended", "required"),
            ("possible", "certain"), ("reportedly", "demonstrably"),
        ),
    ),
    "unit": (
        "contradiction",
        (
            ("million", "billion"), ("billion", "million"), ("thousand", "million"), ("days", "weeks"),
            ("weeks", "months"), ("months", "years"), ("hours", "days"), ("minutes", "hours"),
            ("km", "miles"),
            ("miles", "feet"), ("mg", "g"), ("kg", "tonnes"), ("years", "decades"), ("meters", "kilometers"),
            ("feet", "metres"), ("dollars", "euros"), ("acres", "hectares"), ("percent", "per mille"),
        ),
    ),
    "points": ("contradiction", (("percent", "percentage points"), ("percentage points", "percent"))),
    "before_after": ("contradiction", (("before", "after"), ("after", "before"), ("until", "from"))),
    "only": ("unsupported", (("only", "also"), ("not only", "only"))),
    "date": (
        "contradiction",
        tuple(zip(_MONTHS, _MONTHS[4:] + _MONTHS[:4], strict=True)),
    ),
}  # fmt: skip

_AUXILIARY = re.compile(
    r"\b(is|are|was|were|has|have|had|can|could|will|would|should|must|may|might|does|do|did)\b(?! not\b)"
)
_CONDITION = re.compile(r",? (?:if|unless|provided that|only when|except|as long as) [^,.]{8,}(?=[.]?$)")
_DIGITS = re.compile(r"\d")


def changes(example: Example, random: Random) -> Iterator[Change]:
    """Every one-word change that the claim and its evidence both allow."""
    for family, (label, table) in _WORDS.items():
        for old, new in table:
            for pair in ((old, new), (new, old)) if family == "comparative" else ((old, new),):
                change = Change(family, pair[0], pair[1], label)
                if change(example.claim) and change(example.evidence):
                    yield change
    yield from _figure_changes(example, random)
    yield from _name_changes(example, random)


def _figure_changes(example: Example, random: Random) -> Iterator[Change]:
    others = [f.text for f in figures(example.evidence[:_MOST_EVIDENCE])]
    for figure in figures(example.claim):
        plain = Change("figure", figure.text, "", "")
        if not _DIGITS.search(figure.text) or plain(example.evidence) is None or plain(example.claim) is None:
            continue
        yield Change("figure", figure.text, _other_number(figure.text, random), "contradiction")
        rivals = sorted({other for other in others if _alike(other, figure.text)})
        if rivals:
            yield Change("wrong_row", figure.text, random.choice(rivals), "contradiction")


def _alike(one: str, other: str) -> bool:
    """Whether two figures are written alike, so that one can stand in the other's place."""
    return (
        one != other
        and _DIGITS.sub("0", one)[:1] == _DIGITS.sub("0", other)[:1]
        and (re.sub(r"[\d.,]+", "#", one) == re.sub(r"[\d.,]+", "#", other))
    )


def _other_number(text: str, random: Random) -> str:
    places = [found.start() for found in _DIGITS.finditer(text)]
    for _ in range(8):
        at = random.choice(places)
        digit = random.choice([d for d in "123456789" if d != text[at]])
        changed = text[:at] + digit + text[at + 1 :]
        if len(places) > 1 and random.random() < 0.3:
            one, other = random.sample(places, 2)
            letters = list(text)
            letters[one], letters[other] = letters[other], letters[one]
            changed = "".join(letters)
        if changed != text and not re.match(r"0\d", changed):
            return changed
    return changed


def _name_changes(example: Example, random: Random) -> Iterator[Change]:
    evidence = example.evidence[:_MOST_EVIDENCE]
    mine = sorted(
        {name.text for name in names(example.claim) if _in_both(name.text, example.claim, evidence)}
    )
    rivals = sorted({name.text for name in names(evidence)} - {name.text for name in names(example.claim)})
    for name in mine:
        alike = [
            other
            for other in rivals
            if other.count(" ") == name.count(" ") and other not in name and name not in other
        ]
        if alike:
            yield Change("name", name, random.choice(alike), "unsupported")


def _in_both(text: str, claim: str, evidence: str) -> bool:
    plain = Change("", text, "", "")
    return plain(claim) is not None and plain(evidence) is not None


def mutated(examples: Sequence[Example], *, seed: int, most: int) -> list[tuple[str, Example]]:
    """Up to `most` made pairs with their families, drawn from supported examples; the same for the same seed.

    Families in `HELD_OUT` are made too: whoever trains leaves them out.
    """
    supported = [one for one in examples if one.label == "full" and len(one.evidence) < _MOST_EVIDENCE]
    order = sorted(range(len(supported)), key=lambda n: fraction(seed, "order", n, supported[n].claim))
    made: list[tuple[str, Example]] = []
    counts: dict[str, int] = {}
    for n in order:
        if len(made) >= most:
            break
        example = supported[n]
        random = Random(int(fraction(seed, example.evidence, example.claim) * 2**53))
        for family, pairs in _made(example, supported, n, random):
            if counts.get(family, 0) < most // 6:
                counts[family] = counts.get(family, 0) + len(pairs)
                made += [(family, pair) for pair in pairs]
    return made


def _made(
    example: Example, supported: Sequence[Example], n: int, random: Random
) -> Iterator[tuple[str, list[Example]]]:
    found = list(changes(example, random))
    random.shuffle(found)
    taken: set[str] = set()
    for change in found:
        if change.family not in taken and len(taken) < 2:
            taken.add(change.family)
            yield change.family, _three(example, change)
    makers: tuple[tuple[str, float, Callable[[], list[Example]]], ...] = (
        ("negation", 0.35, lambda: _negated(example, random)),
        ("condition", 1.0, lambda: _unconditional(example)),
        ("half", 0.15, lambda: _half(example, supported, n, random)),
        ("joint", 0.1, lambda: _joint(example, supported, n, random)),
    )
    for family, share, make in makers:
        if random.random() < share:
            pairs = make()
            if pairs:
                yield family, pairs


def _as(example: Example, evidence: str, claim: str, label: str) -> Example:
    return Example(f"made:{example.dataset}", example.group, evidence, claim, label)


def _three(example: Example, change: Change) -> list[Example]:
    claim, evidence = change(example.claim), change(example.evidence)
    assert claim is not None
    pairs = [_as(example, example.evidence, claim, change.label)]
    if evidence is not None and change.family not in ("quantifier", "modality", "only"):
        pairs.append(_as(example, evidence, claim, "full"))
        if change.family not in ("name", "wrong_row"):
            pairs.append(_as(example, evidence, example.claim, change.label))
    elif evidence is not None:
        # Strengthened evidence still supports the weaker claim only where the words are ordered by strength.
        pairs.append(_as(example, evidence, claim, "full"))
    return pairs


def _negated(example: Example, random: Random) -> list[Example]:
    """A denial added or taken away; the auxiliary is the claim's first."""
    for pattern, new in ((r"\b(is|are|was|were|does|do|did|can|could|will|should|must) not\b", r"\1"),):
        plain, n = re.subn(pattern, new, example.claim, count=1)
        if n:
            return [_as(example, example.evidence, plain, "contradiction")]
    found = _AUXILIARY.search(example.claim)
    if not found:
        return []
    denied = f"{example.claim[: found.end()]} not{example.claim[found.end() :]}"
    pairs = [_as(example, example.evidence, denied, "contradiction")]
    where = [one for one in _AUXILIARY.finditer(example.evidence) if one.group() == found.group()]
    if len(where) == 1 and example.evidence.count(".") <= 1:
        at = where[0].end()
        changed = f"{example.evidence[:at]} not{example.evidence[at:]}"
        pairs += [
            _as(example, changed, denied, "full"),
            _as(example, changed, example.claim, "contradiction"),
        ]
    return pairs


def _unconditional(example: Example) -> list[Example]:
    claim, n = _CONDITION.subn("", example.claim)
    return [_as(example, example.evidence, claim, "unsupported")] if n and len(claim) > 20 else []


def _half(example: Example, supported: Sequence[Example], n: int, random: Random) -> list[Example]:
    """A conjunction of which the evidence says one half; and the same with both halves there."""
    other = supported[random.randrange(len(supported))]
    if other.group == example.group or not _plain(example.claim) or not _plain(other.claim):
        return []
    claim = f"{_open(example.claim)}, and {_lowered(other.claim)}"
    both = [example.evidence, other.evidence]
    random.shuffle(both)
    return [
        _as(example, example.evidence, claim, "unsupported"),
        _as(example, " ".join(both), claim, "full"),
    ]


def _joint(example: Example, supported: Sequence[Example], n: int, random: Random) -> list[Example]:
    """The evidence beside a stranger, and the stranger alone."""
    other = supported[random.randrange(len(supported))]
    if other.group == example.group:
        return []
    both = [example.evidence, other.evidence]
    random.shuffle(both)
    return [
        _as(example, " ".join(both), example.claim, "full"),
        _as(example, other.evidence, example.claim, "none"),
    ]


def _plain(claim: str) -> bool:
    return 20 < len(claim) < 120 and claim.endswith(".") and " and " not in claim


def _open(claim: str) -> str:
    return claim.rstrip(". ")


def _lowered(claim: str) -> str:
    first = claim.split(" ", 1)[0]
    return (
        claim[0].lower() + claim[1:]
        if first.lower() in ("the", "a", "an", "there", "it", "in", "this")
        else claim
    )
