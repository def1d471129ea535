"""The currencies that are read: their signs, codes and names in six languages, and their small change.

Spellings are folded (lower case, without accents) and parted by `|`. A row is the currency, the factor to
one of it, the spellings, and whether several countries use the name.
"""

from __future__ import annotations

from typing import Final

Money = tuple[str, str, str, bool]

_PLAIN: Final[tuple[Money, ...]] = (
    ("EUR", "1", "€|eur|euro|euros|欧元|ユーロ", False),
    ("EUR", "1/100", "eurocent|eurocents|euro cent|euro cents|欧分", False),
    ("EUR", "1000", "t€|teur|k€|keur|tsd. €|tsd. euro", False),
    ("EUR", "1000000", "m€|meur|mio. €|mio €|mio. eur", False),
    ("USD", "1", "us$|usd|美元|米ドル|u.s. dollar|u.s. dollars|us dollar|us dollars|"
                 "us-dollar|dollars us", False),
    ("USD", "1", "$|dollar|dollars|ドル|dolar|dolares|buck|bucks", True),
    ("USD", "1000", "k$|tusd", False),
    ("USD", "1000000", "m$|musd", False),
    ("USD", "1/100", "美分", False),
    ("USD", "1/100", "¢|cent|cents|cts|centime|centimes|centimo|centimos|centavo|centavos|セント", True),
    ("USD", "1/100", "ct/kwh|ct/min|ct/l|ct/km|ct/sms", True),  # a lone "ct" may be a carat
    ("CAD", "1", "cad|c$|ca$|can$|加元|カナダドル", False),
    ("AUD", "1", "aud|a$|au$|澳元|豪ドル", False),
    ("NZD", "1", "nzd|nz$|新西兰元|ニュージーランドドル", False),
    ("HKD", "1", "hkd|hk$|港元|港币|香港ドル", False),
    ("SGD", "1", "sgd|s$|新加坡元|シンガポールドル", False),
    ("TWD", "1", "twd|nt$|新台币|新台幣|台湾ドル|nt dollars", False),
    ("MXN", "1", "mxn|mx$|mex$", False),
    ("BRL", "1", "brl|r$|reais|巴西雷亚尔|レアル", False),
    ("GBP", "1", "£|gbp|英镑|英鎊|ポンド|pounds sterling|pound sterling|sterling|quid|livres sterling|"
                 "livre sterling|libras esterlinas|libra esterlina|pfund sterling", False),
    ("GBP", "1", "pound|pounds", True),
    ("GBP", "1/100", "pence|penny|pennies|便士|ペンス", False),
    ("JPY", "1", "jpy|yen|yenes|円|日元|日圆|日圓", False),
    ("JPY", "1", "¥", True),
    ("CNY", "1", "cny|rmb|yuan|yuans|yuanes|renminbi|人民币|人民元|元|块", False),
    ("CNY", "1/10", "角", False),
    ("CHF", "1", "chf|瑞士法郎|スイスフラン|franken|schweizerfranken|sfr|sfr.|fr.", False),
    ("CHF", "1/100", "rappen", False),
    ("FRF", "1", "franc|francs", True),
    ("INR", "1", "₹|inr|rs|rs.|rupee|rupees|rupie|rupien|roupie|roupies|rupia|rupias|卢比|ルピー", False),
    ("INR", "1/100", "paise|paisa", False),
    ("KRW", "1", "₩|krw|韩元|韓元|ウォン", False),
    ("RUB", "1", "₽|rub|rouble|roubles|ruble|rubles|rubel|rublo|rublos|卢布|ルーブル", False),
    ("RUB", "1/100", "kopek|kopeks|kopeck|kopecks|kopeke|kopeken|copeca|copecas", False),
    ("SEK", "1", "sek", False),
    ("NOK", "1", "nok", False),
    ("DKK", "1", "dkk", False),
    ("SEK", "1", "kr|kronor|krona|kroner|krone|克朗|クローナ|クローネ", True),
    ("SEK", "1/100", "øre", True),
    ("PLN", "1", "pln|zł|zloty|zlotys|złoty|złotych|zlotych|złote|slotys|esloti|eslotis", False),
    ("PLN", "1/100", "grosz|groszy|grosze", False),
    ("CZK", "1", "czk|kc|koruna|korunas|korun|koruny", False),
    ("CZK", "1/100", "haleru|halere", False),
    ("HUF", "1", "huf|forint|forints", False),
    ("TRY", "1", "₺|turkish lira|turkish liras|turkische lira|livres turques|liras turcas", False),
    ("ZAR", "1", "zar|rand|rands", False),
    ("ILS", "1", "₪|ils|shekel|shekels|schekel", False),
    ("AED", "1", "aed|dirham|dirhams", False),
    ("SAR", "1", "sar|riyal|riyals", False),
    ("THB", "1", "฿|thb|baht|bahts", False),
    ("VND", "1", "₫|vnd", False),
    ("NGN", "1", "₦|ngn|naira", False),
    ("KES", "1", "kes|ksh", False),
    ("PHP", "1", "₱", False),
    ("UAH", "1", "₴|uah|hryvnia|hryvnias|hrywnja", False),
    ("DEM", "1", "dm|d-mark|deutsche mark|deutschmark|deutschmarks", False),
    ("DEM", "1/100", "pfennig|pfennige|pfennigs", False),
    ("ARS", "1", "peso|pesos", True),
    ("BTC", "1", "btc|bitcoin|bitcoins", False),
)  # fmt: skip

# A currency whose name is a country's adjective and a noun that others share: the adjective in English and
# German stands before the noun, in French and Spanish behind it.
_NATIONAL: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    ("USD", "dollar", "us american", "amerikanisch", "americain|estadounidense americano"),
    ("CAD", "dollar", "canadian", "kanadisch", "canadien|canadiense"),
    ("AUD", "dollar", "australian", "australisch", "australien|australiano"),
    ("NZD", "dollar", "new_zealand", "neuseelandisch", "neo-zelandais|neozelandes"),
    ("HKD", "dollar", "hong_kong", "", "de_hong_kong|"),
    ("SGD", "dollar", "singapore", "", "de_singapour|"),
    ("TWD", "dollar", "taiwan taiwanese new_taiwan", "taiwanesisch", "taiwanais|taiwanes"),
    ("GBP", "pound", "british uk", "britisch", "|"),
    ("CHF", "franc", "swiss", "schweizer", "suisse|suizo"),
    ("SEK", "krona", "swedish", "schwedisch", "suedois|sueco"),
    ("NOK", "krona", "norwegian", "norwegisch", "norvegien|noruego"),
    ("DKK", "krona", "danish", "danisch", "danois|danes"),
    ("CZK", "krona", "czech", "tschechisch", "tcheque|checo"),
    ("MXN", "peso", "mexican", "mexikanisch", "mexicain|mexicano"),
    ("ARS", "peso", "argentine", "argentinisch", "argentin|argentino"),
    ("CLP", "peso", "chilean", "chilenisch", "chilien|chileno"),
    ("COP", "peso", "colombian", "kolumbianisch", "colombien|colombiano"),
    ("PHP", "peso", "philippine", "philippinisch", "philippin|filipino"),
    ("BRL", "real", "brazilian", "brasilianisch", "bresilien|brasileno"),
    ("JPY", "yen", "japanese", "japanisch", "japonais|japones"),
    ("CNY", "yuan", "chinese", "chinesisch", "chinois|chino"),
    ("KRW", "won", "korean south_korean", "koreanisch sudkoreanisch", "coreen|coreano surcoreano"),
    ("INR", "rupee", "indian", "indisch", "indien|indio"),
    ("PKR", "rupee", "pakistani", "pakistanisch", "pakistanais|pakistani"),
    ("RUB", "rouble", "russian", "russisch", "russe|ruso"),
)  # fmt: skip
_NOUNS: Final[dict[str, tuple[str, str, str, str]]] = {  # English, German, French, Spanish
    "dollar": ("dollar dollars", "dollar", "dollar dollars", "dolar dolares"),
    "pound": ("pound pounds", "pfund", "", ""),
    "franc": ("franc francs", "franken", "franc francs", "franco francos"),
    "krona": ("krona kronor krone kroner koruna korunas crowns", "krone kronen", "couronne couronnes",
              "corona coronas"),
    "peso": ("peso pesos", "peso pesos", "peso pesos", "peso pesos"),
    "real": ("real reais reals", "real", "real reais", "real reales"),
    "yen": ("yen", "yen", "yen yens", "yen yenes"),
    "yuan": ("yuan", "yuan", "yuan yuans", "yuan yuanes"),
    "won": ("won", "won", "won wons", "won wones"),
    "rupee": ("rupee rupees", "rupie rupien", "roupie roupies", "rupia rupias"),
    "rouble": ("rouble roubles ruble rubles", "rubel", "rouble roubles", "rublo rublos"),
}  # fmt: skip


def _national() -> list[Money]:
    """Australian dollars, australische Dollar, dollars australiens, dólares australianos."""
    made: list[Money] = []
    for code, noun, english, german, romance in _NATIONAL:
        en, de, fr, es = (names.split() for names in _NOUNS[noun])
        french, _, spanish = romance.partition("|")
        spelled = [f"{word} {name}" for word in english.split() for name in en]
        endings = ("",) if german == "schweizer" else ("e", "en", "er")
        spelled += [f"{word}{end} {name}" for word in german.split() for end in endings for name in de]
        spelled += [
            f"{name} {word}{end}" for word in french.split() for end in ("", "s", "e", "es") for name in fr
        ]
        spelled += [f"{name} {form}" for word in spanish.split() for form in _spanish(word) for name in es]
        made.append((code, "1", "|".join(spelled).replace("_", " "), False))
    return made


def _spanish(word: str) -> tuple[str, ...]:
    """The forms of an adjective: suizo, suizos, suiza, suizas; danés, danesa; canadiense, canadienses."""
    if word.endswith("o"):
        return word, word + "s", word[:-1] + "a", word[:-1] + "as"
    return (word, word + "s") if word[-1] in "ei" else (word, word + "es", word + "a", word + "as")


MONEY: Final[tuple[Money, ...]] = (*_PLAIN, *_national())
