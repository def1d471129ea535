"""Numbers that name instead of count: section 4, HRB 40718, room 214, COVID-19, version 1.2.3."""

from __future__ import annotations

import re
from typing import Final

from pincite.text.figures.spelling import spelled

CUES: Final = spelled(
    "section sections sec article articles art clause clauses chapter chapters part level levels room",
    "floor volume vol issue no nos number numbers num page pages pp p line lines port ports version",
    "versions ver release figure fig table appendix annex exhibit schedule step steps phase stage grade",
    "class type category route highway interstate flight channel season series episode round week group",
    "team rule paragraph para item question note act order regulation directive resolution iso din rfc",
    "model tier zone district ward gate platform track lane bus tram train unit block suite box form",
    "substation reactor building apartment plot lot batch serial invoice case file docket registration",
    "register phone tel telephone fax postcode zip code extension ext hrb hra isbn issn doi protocol",
    "amendment proposition formula area station division size mark generation chromosome vitamin omega",
    "cohort study trial experiment scenario option plan bracket band sheet book canto verse psalm",
    "abschnitt artikel kapitel absatz abs satz nummer nr ziffer ziff seite seiten zeile linie gleis raum",
    "zimmer etage stufe bd heft tabelle tab abbildung abb anhang anlage klasse kategorie gruppe typ teil",
    "punkt buchstabe paragraf hausnummer aktenzeichen az tor bahnsteig stock kammer chapitre alinea",
    "niveau numero salle bureau ligne quai voie tome tableau annexe categorie classe groupe etape partie",
    "chambre porte seccion articulo capitulo parrafo nivel sala habitacion piso pagina paginas linea tomo",
    "volumen tabla anexo categoria clase grupo etapa fase parte puerta anden n° § §§ #",
)
# Cues that are just as often plain nouns before a count of something else.
_SOFT: Final = spelled(
    "series week team group act order train bus unit lot number numbers note area station size mark study",
    "trial part plan option box book case file form issue round season line lines satz punkt ligne linea",
    "parte class type",
)
_NUMBER_WORDS: Final = spelled("no nr number numero nummer num")
_SKIPPED: Final = " \u00a0.("
_ALNUM: Final = re.compile(r"[^\W_]+(?:[-/.,][^\W_]*[0-9][^\W_]*){0,6}")
_NAMES_WITH_NUMBERS: Final = ("covid ", "sars cov ", "coronavirus ", "coronavirus disease ", "disease-")
_HYPHEN_PREFIXES: Final = spelled("mid post pre late early since under over aged age sub and or to bis")
_MARKER: Final = re.compile(r"[\[【]\^?[0-9]{1,3}(?:[ ]?[,;-][ ]?\^?[0-9]{1,3}){0,30}[\]】]")
_DAGGER: Final = re.compile(r"【[0-9]{1,3}[^】\n]{0,40}】")
_UNBROKEN: Final = re.compile(r"\S*")
_PHONE: Final = re.compile(r"\+?[0-9]{1,4}\)?(?:[ ./-]{0,2}\(?[0-9]{1,5}\)?){2,7}")
PHONE_CUES: Final = spelled("phone tel telephone fax call hotline telefon telefono telephon mobile ring")


def citation_marker(folded: str, start: int) -> int:
    """The end of a citation marker ([3], [1, 2], 【4:0†】) whose first digit is at `start`; 0 if none."""
    opening = folded[start - 1 : start]
    if opening == "^":
        start -= 1
        opening = folded[start - 1 : start]
    if not opening or opening not in "[【":
        return 0
    match = _MARKER.match(folded, start - 1) or _DAGGER.match(folded, start - 1)
    return 0 if match is None else match.end()


def code_end(text: str, folded: str, start: int, end: int) -> int:
    """Where a name (COVID-19, H1N1, an address) ends that the digits at `start` are a part of; 0 if none."""
    before = folded[start - 1 : start]
    if not before:
        return 0
    if before == "_" or _latin(before):
        return _alnum_end(folded, start)
    if before == "-" and start > 1 and _latin(folded[start - 2]) and text[start - 1] in "-‐‑":
        prefix = _last_word(folded[max(0, start - 16) : start - 1])
        return 0 if prefix in _HYPHEN_PREFIXES else _alnum_end(folded, start)
    if folded[max(0, start - 20) : start].endswith(_NAMES_WITH_NUMBERS):
        return _alnum_end(folded, start)
    if before in "/=@":
        left = folded[max(0, start - 120) : start]
        piece = left[max(left.rfind(" "), left.rfind("\n")) + 1 :]
        if "://" in piece or piece.startswith(("www.", "doi")):
            stop = _UNBROKEN.match(folded, start)
            return end if stop is None else stop.end()
    return 0


def _latin(char: str) -> bool:
    return char.isalpha() and char < "\u2e80"


def _alnum_end(folded: str, start: int) -> int:
    match = _ALNUM.match(folded, start)
    return start + 1 if match is None else match.end()


def cue_before(folded: str, start: int) -> str:
    """The word that makes the number at `start` an identifier ("section", "room"), or ""."""
    left = folded[max(0, start - 24) : start].rstrip(" \u00a0(")
    pointed = left.endswith(".")
    left = left.rstrip(_SKIPPED)
    if not left:
        return ""
    if left[-1] in "§#":
        return left[-1]
    if left.endswith("n°"):
        return "n°"
    word = _last_word(left)
    if pointed and len(word) > 4:
        return ""  # the end of a sentence, no abbreviation
    if word in _NUMBER_WORDS:  # "room no. 214" is a room
        outer = _last_word(left[: len(left) - len(word)].rstrip(_SKIPPED))
        if outer in CUES:
            return outer
    return word if word in CUES else ""


def _last_word(text: str) -> str:
    at = len(text)
    while at and text[at - 1].isalpha():
        at -= 1
    return text[at:]


def soft(cue: str) -> bool:
    """Whether the cue is also a common noun that may stand before a count by chance."""
    return cue in _SOFT


def phone_end(folded: str, start: int, end: int) -> int:
    """The end of a telephone or register number in several groups that starts at `start`; 0 if none."""
    match = _PHONE.match(folded, start)
    if match is None:
        return 0
    written = match.group()
    groups = re.findall(r"[0-9]+", written)
    signs = sum(written.count(sign) for sign in "-/.)")
    if len(groups) >= 3 and sum(map(len, groups)) >= 7 and (signs >= len(groups) - 1 or written[0] == "+"):
        return match.end()
    return 0
