"""The dictionary forms that an inflected German, French or Spanish word may belong to.

`pincite.text.words.stem` evens out what is safe in every language at once. What is left is tried here one
after the other against the lists of the judge's vocabulary: a guess that is in no list is dropped, so that a
wrong one does no harm.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_SEPARABLE: Final = (
    "(?:ab|an|auf|aus|bei|da|dar|durch|ein|empor|entgegen|entlang|fehl|fern|fest|fort|frei|gegenuber|gut|her"
    "|heran|heraus|herein|herunter|hervor|hin|hinaus|hinein|hinzu|hoch|inne|kennen|klar|los|mit|nach|nieder"
    "|offen|richtig|sicher|statt|still|teil|uber|um|unter|vor|voran|voraus|vorbei|vorher|wahr|weg|weiter"
    "|wieder|zu|zuruck|zusammen)"
)
_PARTICIPLE: Final = re.compile(rf"({_SEPARABLE})?ge(\w{{3,}}?)(?:t|en|et)?$")
# "Aufzubauen", "einzureichen": the particle of the infinitive stands inside the verb.
_INFINITIVE: Final = re.compile(rf"({_SEPARABLE})zu(\w{{3,}}?)(?:en)?$")
# How the vowel of a strong verb changes in its participle, and in the noun made of it (abgeben, Abgabe).
_STRONG_PAIRS: Final = (
    "nomm_nehm sproch_sprech schrieb_schreib schloss_schliess zog_zieh bund_bind fund_find troff_treff"
    " worf_werf stand_steh gang_geh bracht_bring dacht_denk bot_biet schob_schieb lieh_leih trieb_treib"
    " stieg_steig schnitt_schneid griff_greif wies_weis blieb_bleib hob_heb stohl_stehl storb_sterb"
    " worb_werb goss_giess floss_fliess flog_flieg log_lug wog_wieg bog_bieg sunk_sink sprung_spring"
    " zwung_zwing trunk_trink golt_gelt holf_helf broch_brech stoch_stech nann_nenn kann_kenn brann_brenn"
    " sand_send wandt_wend ritt_reit litt_leid schied_scheid mied_meid rieb_reib rung_ring"
    " schwomm_schwimm wonn_winn noss_niess fror_frier lor_lier klung_kling drung_dring"
)
_STRONG: Final = dict(pair.split("_") for pair in _STRONG_PAIRS.split())
_NOUN_PAIRS: Final = (
    "gab_geb nahm_nehm gang_geh zug_zieh schluss_schliess spruch_sprech stand_steh fahrt_fahr sicht_seh"
    " schrift_schreib wurf_werf griff_greif bruch_brech bot_biet kunft_komm satz_setz stieg_steig"
    " flug_flieg wahl_wahl schub_schieb bund_bind fund_find ritt_reit lass_lass kehr_kehr"
)
_NOUNS: Final = dict(pair.split("_") for pair in _NOUN_PAIRS.split())
_NOUN: Final = re.compile(rf"({_SEPARABLE}|ruck|be|ent|er|miss|ver|zer)({'|'.join(_NOUNS)})$")
_NOUN_PARTICLES: Final = {"ruck": "zuruck"}
# Past forms of inseparable strong verbs: verschob, vergab, bezog.
_INSEPARABLE: Final = re.compile(rf"(be|ent|er|miss|ver|zer)({'|'.join(_STRONG)})(?:en)?$")


@lru_cache(maxsize=16384)
def german_verb(norm: str) -> str:
    """A German participle without its ge- and ending: gestellt -> stell, eingereicht -> einreich; the same
    for the long infinitive (einzureichen) and for the noun of a strong verb (Abgabe -> abgeb)."""
    match = _PARTICIPLE.match(norm) if "ge" in norm else None
    if match is None and "zu" in norm:
        match = _INFINITIVE.match(norm)
    if match is None:
        match = _INSEPARABLE.match(norm)
    if match is not None:
        verb = match.group(2)
        return (match.group(1) or "") + _STRONG.get(verb, verb)
    match = _NOUN.match(norm)
    if match is None:
        return norm
    return _NOUN_PARTICLES.get(match.group(1), match.group(1)) + _NOUNS[match.group(2)]


# Endings of French and Spanish verbs as the stemmer leaves them, and those of the infinitives.
_ROMANCE: Final = (
    ("issent", ("ir",)),
    ("issant", ("ir",)),
    ("issait", ("ir",)),
    ("eront", ("er",)),
    ("aient", ("er", "r")),
    ("ieron", ("er", "ir")),
    ("iendo", ("er", "ir")),
    ("ement", ("er",)),
    ("acion", ("ar",)),
    ("ation", ("er",)),
    ("ition", ("ir",)),
    ("aron", ("ar",)),
    ("ando", ("ar",)),
    ("aran", ("ar",)),
    ("aban", ("ar",)),
    ("iran", ("ir",)),
    ("eran", ("er",)),
    ("ront", ("r",)),
    ("ado", ("ar",)),
    ("ada", ("ar",)),
    ("ido", ("er", "ir")),
    ("ida", ("er", "ir")),
    ("ara", ("ar",)),
    ("aba", ("ar",)),
    ("era", ("er",)),
    ("ira", ("ir",)),
    ("ent", ("er", "r", "ir")),
    ("ant", ("er", "r", "ir")),
    ("ait", ("er", "r")),
    ("ez", ("er", "r")),
    ("on", ("er",)),
    ("an", ("ar",)),
    ("it", ("ir", "r")),
    ("io", ("er", "ir")),
    ("ie", ("ir",)),
    ("a", ("ar", "er")),
    ("o", ("ar", "er", "ir")),
    ("e", ("er", "r")),
    ("i", ("ir",)),
    ("u", ("r", "ir")),
    ("t", ("r",)),
    ("", ("er", "ir", "ar")),
)
_GERMAN: Final = ("ung", "et", "t")
_LEAST: Final = 3


def bases(norm: str) -> list[str]:
    """The norms of the dictionary forms that a word may belong to, the likeliest first."""
    found = []
    bare = german_verb(norm)
    if bare != norm:
        found.append(bare)
    found += [
        norm[: -len(ending)]
        for ending in _GERMAN
        if norm.endswith(ending) and len(norm) - len(ending) >= _LEAST
    ]
    for ending, infinitives in _ROMANCE:
        if norm.endswith(ending) and len(norm) - len(ending) >= _LEAST:
            stem = norm[: len(norm) - len(ending)]
            found += [stem + infinitive for infinitive in infinitives]
    return found
