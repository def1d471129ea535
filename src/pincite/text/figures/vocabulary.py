"""The words that numbers are written with in English, German, French and Spanish, in folded spelling."""

from __future__ import annotations

from typing import Final

from pincite.text.figures.spelling import numbered, spelled

_EN_TENS: Final = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}  # fmt: skip
_FR_TENS: Final = {
    "vingt": 20, "vingts": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "septante": 70,
    "huitante": 80, "octante": 80, "nonante": 90,
}  # fmt: skip
_ES_TENS: Final = {
    "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70, "ochenta": 80,
    "noventa": 90,
}  # fmt: skip
UNITS: Final[dict[str, dict[str, int]]] = {
    "en": numbered(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
        "sixteen seventeen eighteen nineteen",
    )
    | _EN_TENS,
    "fr": numbered(
        "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
    )
    | _FR_TENS
    | {"une": 1},
    "es": numbered(
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis",
        "diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco",
        "veintiseis veintisiete veintiocho veintinueve",
    )
    | _ES_TENS
    | {"un": 1, "una": 1, "veintiun": 21, "veintiuna": 21},
}
ES_HUNDREDS: Final = {
    stem + ending: value
    for stem, value in {
        "doscient": 200, "trescient": 300, "cuatrocient": 400, "quinient": 500, "seiscient": 600,
        "setecient": 700,
        "ochocient": 800, "novecient": 900,
    }.items()
    for ending in ("os", "as")
}  # fmt: skip
HUNDRED: Final = {"en": spelled("hundred"), "fr": spelled("cent cents"), "es": spelled("cien ciento")}
SCALES: Final[dict[str, dict[str, int]]] = {
    "en": {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "lakh": 5, "crore": 7},
    "fr": {"mille": 3, "million": 6, "millions": 6, "milliard": 9, "milliards": 9},
    "es": {"mil": 3, "millon": 6, "millones": 6, "billon": 12, "billones": 12},
    "de": {"million": 6, "millionen": 6, "milliarde": 9, "milliarden": 9, "billion": 12, "billionen": 12},
}
AND: Final = {"en": "and", "fr": "et", "es": "y"}
GROUPS: Final[dict[str, dict[str, int]]] = {  # collective numerals: a dozen, une centaine, una docena
    "en": {"dozen": 12},
    "fr": {
        "douzaine": 12, "quinzaine": 15, "centaine": 100, "millier": 1000, "dizaine": 10, "vingtaine": 20,
        "trentaine": 30, "quarantaine": 40, "cinquantaine": 50, "soixantaine": 60,
    },
    "es": {"docena": 12, "decena": 10, "centenar": 100, "millar": 1000, "veintena": 20},
    "de": {"dutzend": 12},
}  # fmt: skip
HALF: Final = {
    "en": spelled("half halves"),
    "fr": spelled("demi demie"),
    "es": spelled("medio media"),
    "de": spelled("halbe halben halber halbes halb"),
}
PARTS: Final[dict[str, dict[str, int]]] = {  # denominators
    "en": {
        "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
        "ninth": 9, "tenth": 10, "hundredth": 100,
    },
    "fr": {"tiers": 3, "quart": 4, "cinquieme": 5, "dixieme": 10},
    "es": {"tercio": 3, "cuarto": 4, "quinto": 5, "decimo": 10},
    "de": {"drittel": 3, "viertel": 4, "funftel": 5, "sechstel": 6, "achtel": 8, "zehntel": 10},
}  # fmt: skip
ORDINALS: Final[dict[str, dict[str, int]]] = {
    "en": numbered(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth",
        "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
        start=1,
    )
    | {"thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "hundredth": 100},
    "fr": {
        "premier": 1, "premiere": 1, "deuxieme": 2, "second": 2, "seconde": 2, "troisieme": 3, "quatrieme": 4,
        "cinquieme": 5, "sixieme": 6, "septieme": 7, "huitieme": 8, "neuvieme": 9, "dixieme": 10,
        "onzieme": 11, "douzieme": 12, "vingtieme": 20,
    },
    "es": {
        stem + ending: value
        for stem, value in numbered(
            "primer segund tercer cuart quint sext septim octav noven decim", start=1
        ).items()
        for ending in ("o", "a", "os", "as")
    }
    | {"primer": 1, "tercer": 3},
}  # fmt: skip
DE_STEMS: Final = {
    "null": 0, "ein": 1, "eins": 1, "zwei": 2, "zwo": 2, "drei": 3, "vier": 4, "funf": 5, "fuenf": 5,
    "sechs": 6,
    "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwolf": 12, "zwoelf": 12, "dreizehn": 13,
    "vierzehn": 14, "funfzehn": 15, "fuenfzehn": 15, "sechzehn": 16, "siebzehn": 17, "achtzehn": 18,
    "neunzehn": 19, "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40, "funfzig": 50,
    "fuenfzig": 50,
    "sechzig": 60, "siebzig": 70, "achtzig": 80, "neunzig": 90,
}  # fmt: skip
DE_ORDINALS: Final = {"erst": 1, "dritt": 3, "siebt": 7, "acht": 8}
DE_ARTICLES: Final = spelled("ein eine einen einem einer eines")
_DE_WHOLE: Final = spelled("hundert tausend anderthalb eineinhalb")
# Words that mean something else in a text of another language: the language of the text has to be known.
RISKY: Final = DE_ARTICLES | spelled(
    "once cent cents sept seize elf mil mille acht dix neuf media medio quart second seconde un une una",
    "uno premier premiere halb cien dos tres seis quinto cuarto primer vier drei decimo quinta cuarta",
    "octavo erste ersten viertel onze tercio primera primero segundo segunda vingt dutzend null demi",
    "tiers",
)


def _german_ordinals() -> list[str]:
    """Zweite, dritter, zwanzigsten: the ordinals up to ninety in their endings."""
    regular = [
        stem + ("te" if value < 20 else "ste")
        for stem, value in DE_STEMS.items()
        if value > 1 and stem not in ("drei", "sieben", "acht")
    ]
    endings = ("", "r", "s", "n", "m")
    return [stem + ending for stem in (*regular, *(stem + "e" for stem in DE_ORDINALS)) for ending in endings]


def _vocabulary() -> dict[str, tuple[str, ...]]:
    """Every word that can begin a number -> the languages it belongs to, English first."""
    by_language: dict[str, list[str]] = {
        "en": ["millions", "milliard", "milliards", "millon", "millones"],
        "de": [*DE_STEMS, *DE_ARTICLES, *_DE_WHOLE, *_german_ordinals()],
        "fr": [],
        "es": [*ES_HUNDREDS],
    }
    for table in (UNITS, HUNDRED, SCALES, GROUPS, HALF, PARTS, ORDINALS):
        for code in table:
            by_language[code].extend(table[code])
    found: dict[str, tuple[str, ...]] = {}
    for code, listed in by_language.items():
        for word in dict.fromkeys(listed):
            found[word] = (*found.get(word, ()), code)
    return found


VOCABULARY: Final = _vocabulary()
