"""Words that decide how strictly a figure is read: limits and terms, approximation, change, loss."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import Final

from pincite.text.figures.spelling import spelled
from pincite.text.figures.wording import words_of

# Limits and terms: here a rounded figure is another figure.
_TERMS: Final = spelled(
    "must shall maximum minimum max min limit limits limited cap capped ceiling threshold price prices",
    "priced fee fees dose doses dosage dosing deadline covenant fare toll rent deposit fine penalty",
    "premium levy tariff tax vat duty costs charge charged surcharge salary wage allowance refund",
    "instalment interest exceed muss mussen darf durfen hochstens mindestens preis preise gebuhr gebuhren",
    "dosis dosierung frist grenzwert hochstbetrag zinssatz steuersatz miete kaution bussgeld beitrag",
    "entgelt kostet doit doivent prix frais dose tarif delai plafond seuil loyer amende taxe cotisation",
    "coute debe deben precio tarifa dosis plazo limite tope umbral alquiler multa impuesto cuota cuesta",
)
_CJK_TERMS: Final = tuple(
    spelled(
        "必须 不得 价格 费用 手续费 剂量 税率 期限 上限 下限 料金 手数料 用量 価格",
        "利率 金利 押金 租金 罚款 罰金 家賃",
    )
)
_RATE: Final = spelled("rate satz taux tasa")
_MEASURED_RATES: Final = spelled(
    "response default growth unemployment employment mortality survival infection success error failure",
    "literacy occupancy birth death fertility inflation vacancy turnout completion dropout recovery",
    "detection positivity hospitalization hospitalisation incidence conversion attack retention",
    "participation homeownership poverty crime vaccination remission approval churn fatality heart growth",
    "savings participation reproduction transmission",
)
_CHANGE_UP: Final = spelled(
    "rose rise rises risen rising grew grow grows grown growing growth increase increased increases",
    "increasing gain gained gains higher climbed jumped surged raised raise improved improve improvement",
    "boost boosted expanded stieg steigt gestiegen wuchs wachst gewachsen zunahme anstieg plus erhoht",
    "erhohte hausse augmente augmentation progresse croissance subio aumento crecio crecimiento aumenta",
    "incremento",
)
_CHANGE_DOWN: Final = spelled(
    "fell fall falls fallen falling drop drops dropped decline declined declines decrease decreased",
    "decreases lower reduced reduces reduce reduction cut cuts shrank shrunk slipped slid plunged saved",
    "saves sank gesunken gefallen ruckgang abnahme minus verringert gesenkt baisse diminue recule chute",
    "bajo cayo descenso disminuyo reduccion disminucion",
)
_CJK_CHANGE: Final = (
    "增长",
    "上升",
    "增加",
    "提高",
    "下降",
    "减少",
    "降低",
    "下跌",
    "減少",
    "上昇",
    "低下",
    "伸び",
    "减",
)
_LOSS: Final = spelled(
    "loss losses lost deficit shortfall negative decline declined decrease decreased fell drop dropped",
    "down outflow outflows shrank fall contraction contracted minus deteriorated reduction reduced",
    "verlust fehlbetrag ruckgang minus abnahme sank verringerte perte deficit baisse recul perdida",
    "deficit descenso disminucion caida impairment writedown expense expenses used cost costs outgoing",
)
# On the side of the evidence a plain number is negative only where it is called a loss.
_PLAIN_LOSS: Final = spelled(
    "loss losses deficit shortfall negative outflow outflows decrease decreased decline declined verlust",
    "fehlbetrag ruckgang perte pertes baisse perdida deficit descenso",
)
_CJK_LOSS: Final = ("亏损", "损失", "下降", "减少", "赤字", "損失", "減少", "负")
_TOTAL: Final = spelled(
    "total totals totalled totaled totalling totaling combined together altogether sum overall both all",
    "aggregate insgesamt zusammen summe gesamt gesamtzahl beide ensemble somme tous conjunto suma ambos",
    "todos",
)
_TOGETHER: Final = spelled("together combined zusammen ensemble conjunto juntos juntas jointly")
_COMPARED: Final = spelled(
    "difference gap margin more less fewer higher lower longer shorter older younger remaining remain",
    "left lead leads ahead behind apart extra additional larger smaller faster slower heavier taller",
    "lighter exceed exceeds exceeded outnumber outnumbers outnumbered versus compared unterschied mehr",
    "weniger hoher niedriger alter junger ecart plus moins diferencia mas menos superior inferior greater",
    "cheaper",
)
_AVERAGE: Final = spelled(
    "average mean averaged averages durchschnitt mittel mittelwert moyenne promedio media",
)
_COMPLEMENT: Final = spelled(
    "not no without remaining remainder rest other others never none neither nicht ohne ubrige pas sans",
    "reste sin resto",
)
_TIMES_BEFORE: Final = spelled("before prior until by vor avant antes earlier")
_TIMES_AFTER: Final = spelled("after nach apres despues later following")
_WORD: Final = re.compile(r"[a-zß]+")
_UP_BY: Final = re.compile(r"(?<![a-z])(?:up|down)(?: by)? [€$£¥]?[0-9]|%,? (?:up|down)(?! to)")


_REACH: Final = 40


class Cues:
    """What the words of a claim say about its figures; each question is answered once, at need."""

    def __init__(self, folded: str) -> None:
        self.folded = folded
        self.words = _WORD.findall(folded)
        self.set = frozenset(self.words)
        self.ascii = folded.isascii()
        self._first: dict[re.Pattern[str], re.Match[str] | None] = {}

    @cached_property
    def strict(self) -> bool:
        return _strict(self.folded)

    @cached_property
    def changes(self) -> bool:
        return bool(self.set & _CHANGE_UP or self.set & _CHANGE_DOWN) or self._cjk(_CJK_CHANGE)

    @cached_property
    def direction(self) -> int:
        """1 for growth, -1 for decline, 0 for neither or both."""
        up, down = bool(self.set & _CHANGE_UP), bool(self.set & _CHANGE_DOWN)
        return 0 if up == down else 1 if up else -1

    @cached_property
    def content(self) -> frozenset[str]:
        """The stems of the words that say what the claim is about, without numbers."""
        return frozenset(word for word in words_of(self.folded) if not word[0].isdigit())

    @cached_property
    def together(self) -> bool:
        return bool(self.set & _TOGETHER) or self._cjk(("合计", "合計", "共计"))

    def near(self, start: int, end: int) -> Cues:
        """The cues of the words close to one figure."""
        piece = self.folded[max(0, start - 130) : end + 130]
        return self if len(piece) == len(self.folded) else Cues(piece)

    @cached_property
    def loss(self) -> bool:
        return bool(self.set & _LOSS) or self._cjk(_CJK_LOSS)

    @cached_property
    def total(self) -> bool:
        return bool(self.set & _TOTAL) or self._cjk(("合计", "总", "共", "計", "合計"))

    @cached_property
    def difference(self) -> bool:
        return bool(self.set & _COMPARED) or self.changes or bool(_UP_BY.search(self.folded))

    @cached_property
    def complement(self) -> bool:
        return bool(self.set & _COMPLEMENT)

    @cached_property
    def average(self) -> bool:
        return bool(self.set & _AVERAGE) or self._cjk(("平均",))

    def says(self, pattern: re.Pattern[str], end: int) -> bool:
        """Whether a pattern that is at most `_REACH` characters long is found before `end`."""
        if pattern not in self._first:
            self._first[pattern] = pattern.search(self.folded)
        first = self._first[pattern]
        if first is not None and first.end() <= end:
            return True
        return pattern.search(self.folded, max(0, end - _REACH), end) is not None

    def _cjk(self, marks: tuple[str, ...]) -> bool:
        return not self.ascii and any(mark in self.folded for mark in marks)


@lru_cache(maxsize=4096)
def _strict(folded: str) -> bool:
    words = _WORD.findall(folded)
    if not _TERMS.isdisjoint(words):
        return True
    if not folded.isascii() and any(term in folded for term in _CJK_TERMS):
        return True
    if _RATE.isdisjoint(words):
        return False
    return any(
        word in _RATE and not (at and words[at - 1] in _MEASURED_RATES) for at, word in enumerate(words)
    )


def strict_near(folded: str, start: int, end: int) -> bool:
    """Whether the words around a figure of the evidence make it a limit or a term."""
    return _strict(folded[max(0, start - 60) : end + 40])


def negative_near(folded: str, start: int) -> bool:
    """Whether the words right before a figure on its line call it a loss or a decline."""
    left = max(folded.rfind("\n", 0, start), folded.rfind(". ", 0, start), folded.rfind(";", 0, start)) + 1
    piece = folded[max(left, start - 50) : start]
    return not _PLAIN_LOSS.isdisjoint(_WORD.findall(piece)) or (
        not piece.isascii() and any(mark in piece for mark in _CJK_LOSS)
    )


def time_cue(folded: str, start: int) -> str:
    """What the word before a date makes of it: a limit "before" or "after" it, or ""."""
    words = _WORD.findall(folded[max(0, start - 24) : start])
    while words and words[-1] in ("the", "year", "to", "in", "de", "or", "of", "end"):
        words.pop()
    if not words:
        return ""
    if words[-1] in _TIMES_BEFORE:
        return "before"
    return "after" if words[-1] in _TIMES_AFTER else ""
