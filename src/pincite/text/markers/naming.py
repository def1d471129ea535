"""What the words in a bracket name: a numbered source, a file, a stored id, a record."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, Literal, NamedTuple

from pincite.text.markers.numbers import LARGEST, read_numbers
from pincite.text.stopwords import word_set

Base = Literal[0, 1]


class Reading(NamedTuple):
    """The keys and the style that a bracket's content has."""

    keys: tuple[str, ...]
    style: str
    base: Base | None = None
    malformed: bool = False


SEE: Final = re.compile(
    r"(?:see|cf\.|vgl\.|siehe|voir|véase|ver|参见|参照)\s+(?:also\s+)?(?=\S)", re.IGNORECASE
)
LOCATOR: Final = (
    r"(?:\s*[,;:]?\s*(?:pp?\.?|pages?|s\.|seiten?|pág\.?|section|sec\.|§+|abs\.|art\.|ch\.|chapter|chunks?"
    r"|lines?|paragraphs?|para\.?|第)\s*[\w.:–-]{0,20}(?:\s*[页頁章节節条條])?)"
)
_NUMBERED: Final = re.compile(
    r"(?P<word>docs?|documents?|sources?|src|refs?|references?|passages?|chunks?|contexts?|citations?|cite|results?"
    r"|search results?|evidence|snippets?|excerpts?|notes?|footnotes?|webpages?|id|quellen?|dokumente?"
    r"|belege?|fuentes?|documentos?|extraits?|pasajes?|来源|資料|资料|文献|文档|文書|出典|参考|引用|网页|注)"
    r"[\s_.:：#№-]*(?:no\.|nr\.|n°)?\s*"
    rf"(?P<numbers>\d[\d\s,，、;&–—-]{{0,80}}?(?:(?:and|und|et|y)\s+\d{{1,3}})?)({LOCATOR})?",
    re.IGNORECASE,
)
_STYLES: Final[dict[str, tuple[str, Base]]] = {
    "doc": ("doc_n", 1),
    "docs": ("doc_n", 1),
    "document": ("doc_n", 1),
    "documents": ("doc_n", 1),
    "citation": ("citation_n", 1),
    "citations": ("citation_n", 1),
    "cite": ("citation_n", 1),
    "id": ("id_n", 0),
}
# In parentheses only words that mean a source and nothing else.
_IN_PARENTHESES: Final = word_set("""
doc docs document documents source sources src ref refs passage passages chunk chunks citation citations id
quelle quellen dokument fuente fuentes documento 来源 資料 资料 文献 出典
""")
_CHANNEL: Final = re.compile(r"(?:web|post|file|tool|kb|url|page|mem):\d{1,4}", re.IGNORECASE)
_GRAPHRAG: Final = re.compile(r"\s*Data\s*:\s*(?P<groups>.{1,280})")
_GRAPHRAG_GROUP: Final = re.compile(r"\s*[;,]?\s*(?P<name>[A-Za-z][\w ]{0,40}?)?\s*\((?P<ids>[^()]{1,200})\)")
_PREFIXED: Final = re.compile(
    r"(?:sources?|src|ref(?:erence)?|cit(?:ation|ed?)?|doc(?:ument)?|quellen?|fuentes?|fonte|来源|出典|資料)"
    r"\s*[:：]\s*(?P<rest>\S.*)",
    re.IGNORECASE,
)
_FILE: Final = re.compile(
    r"[\w][\w .\-/+&']{0,150}\.(?:pdf|md|txt|html?|docx?|xlsx?|csv|tsv|pptx?|json|ya?ml|rst|tex|epub|xml|rtf"
    r"|odt)(?:#[\w=&.,-]{1,60})?",
    re.IGNORECASE,
)
_PAGE_AT_END: Final = re.compile(
    r"\s*,\s*(?:pp?|pg|pages?|s|seiten?|pág|página|第)\.?\s*:?\s*"
    r"(?P<page>\d{1,5}(?:\s*[-–]\s*\d{1,5})?)\s*[页頁]?$",
    re.IGNORECASE,
)
_IDENTIFIER: Final = re.compile(r"[\w][\w.:/#@=+%?&~-]{0,200}")
_PANDOC: Final = re.compile(r"-?@(?P<key>[\w][\w:.#$%&+?<>~/-]{0,80})")
_SEPARATORS: Final = re.compile(r"[,;，；]")


def read_name(content: str, known: Collection[str]) -> Reading | None:
    """The reading of a bracket's content; None when it names no source."""
    return (
        stored(content, known)
        or numbered(content)
        or _records(content)
        or _prefixed(content, known)
        or _files(content)
        or _pandoc(content)
    )


def read_parenthesised(content: str, known: Collection[str]) -> Reading | None:
    """The same for parentheses, which hold much else."""
    bare = content.strip()
    if len(bare) > 1 and bare in known and not bare.isdigit():
        return Reading((bare,), "citation_id")
    if "." in bare and bare[-1:].isdigit():
        name, key = _with_page(bare)
        if name != bare and _FILE.fullmatch(name) is not None:
            return Reading((key,), "file_name")
    if bare[:1].casefold() not in _LEADS:
        return None
    match = _NUMBERED.fullmatch(SEE.sub("", bare))
    if match is not None:
        return numbered(bare) if match.group("word").casefold() in _IN_PARENTHESES else None
    return _prefixed(content, known)


_LEADS: Final = frozenset("sdrpciqfv来資资文出参")


def stored(content: str, known: Collection[str]) -> Reading | None:
    """One or several stored ids; those that are plain numbers follow the rules for numbers."""
    if not known:
        return None
    whole = content.strip()
    if whole in known and not whole.isdigit():
        return Reading((whole,), "citation_id")
    names = [name.strip() for name in _SEPARATORS.split(content)]
    if len(names) > 1 and all(name in known and not name.isdigit() for name in names):
        return Reading(tuple(dict.fromkeys(names)), "citation_id")
    return None


def numbered(content: str) -> Reading | None:
    """`Doc 1`, `citation:3`, `ID:0`, `Sources 1 and 4`, `web:2`."""
    body = SEE.sub("", content.strip())
    if _CHANNEL.fullmatch(body) is not None:
        return Reading((body,), "channel")
    if body == "cite_start":
        return Reading((), "cite_start")
    match = _NUMBERED.fullmatch(body)
    numbers = read_numbers(match.group("numbers")) if match is not None else None
    if match is None or numbers is None or numbers.largest > LARGEST:
        return None
    style, base = _STYLES.get(match.group("word").casefold(), ("source_n", 1))
    return Reading(numbers.keys, style, base, numbers.broken)


def _records(content: str) -> Reading | None:
    """GraphRAG's `Data: Sources (15, 16); Reports (1, +more)`."""
    match = _GRAPHRAG.fullmatch(content)
    if match is None:
        return None
    keys: list[str] = []
    for group in _GRAPHRAG_GROUP.finditer(match.group("groups")):
        name = group.group("name")
        ids = [piece.strip() for piece in group.group("ids").split(",") if piece.strip()]
        keys.extend(f"{name}:{piece}" if name else piece for piece in ids)
    return Reading(tuple(dict.fromkeys(keys)), "graphrag_data") if keys else None


def _prefixed(content: str, known: Collection[str]) -> Reading | None:
    """`source: loan-rules.pdf, p.3`; a source named in several words is prose unless it is stored."""
    match = _PREFIXED.fullmatch(content.strip())
    if match is None:
        return None
    if (named := numbered(match.group("rest"))) is not None:
        return named
    keys: list[str] = []
    for piece in match.group("rest").split(";"):
        bare = piece.strip()
        name, key = _with_page(bare)
        if not (name in known or _FILE.fullmatch(name) or _IDENTIFIER.fullmatch(name)):
            return None
        keys.append(bare if bare in known else key)
    return Reading(tuple(dict.fromkeys(keys)), "source_bracket")


def _files(content: str) -> Reading | None:
    if "." not in content:
        return None
    whole, key = _with_page(content.strip())
    if _FILE.fullmatch(whole) is not None and "," not in whole:
        return Reading((key,), "file_name")
    names = [piece.strip() for piece in _SEPARATORS.split(content)]
    if len(names) > 1 and all(_FILE.fullmatch(name) for name in names):
        return Reading(tuple(dict.fromkeys(names)), "file_name")
    return None


def _pandoc(content: str) -> Reading | None:
    if "@" not in content:
        return None
    keys: list[str] = []
    for piece in content.split(";"):
        match = _PANDOC.search(piece)
        # An address such as name@example.org has a word right before the sign.
        if match is None or (match.start() > 0 and piece[match.start() - 1].isalnum()):
            return None
        keys.append(match.group("key").rstrip(".:"))
    return Reading(tuple(dict.fromkeys(keys)), "pandoc")


def _with_page(piece: str) -> tuple[str, str]:
    """The name before a page, and the key `name#page=n` (the name itself when there is no page)."""
    match = _PAGE_AT_END.search(piece)
    if match is None or match.start() == 0:
        return piece, piece
    name = piece[: match.start()]
    return name, f"{name}#page={re.sub(r'[^0-9-]', '', match.group('page').replace('–', '-'))}"
