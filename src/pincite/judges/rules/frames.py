"""Words of a claim that do not state anything: who is quoted, and how exact a figure is."""

from __future__ import annotations

import re
from typing import Final

from pincite.judges.rules.lexicon import listed
from pincite.text.words import stem

# "According to the lease,", "The minutes record that", "Section 8 says": the document named, not the matter.
_DOCUMENT: Final = (
    r"(?:report|document|clause|lease|contract|agreement|leaflet|brochure|notice|minutes|guide|manual"
    r"|handbook|text|source|passage|guidelines?|guidance|instructions|rules|regulations|bylaws|statutes"
    r"|conditions|code|standard|treaty|constitution|charter|protocol|log|logbook|diary|package insert|label"
    r"|press release|release notes|changelog|newsletter|memo|memorandum|notes|email|e-mail|interview|blog"
    r"|summary|abstract|appendix|annex|footnote|caption|encyclop(?:ae|e)dia|catalogue|catalog|transcript"
    r"|study|article|paper|survey|review|statement|statute|act|law|policy|section \d+\w*|article \d+\w*"
    r"|paragraph \d+\w*|page \d+|rule \d+\w*|clause \d+\w*|table \d+\w*|annex \w|appendix \w"
    r"|chapter \d+|letter|record|records|register|table|list|website|faq|provider|authors?|excerpt|file"
    r"|documentation|specification|docs|readme|wiki|data ?sheet|terms|regulation|ordinance"
    r"|bericht|vertrag|text|dokument|studie|anleitung|gebrauchsanweisung|leitfaden|satzung|ordnung|hausordnung"
    r"|verordnung|gesetz|richtlinie|merkblatt|protokoll|handbuch|mietvertrag|tabelle|liste|quelle|norm"
    r"|rapport|contrat|bail|étude|règlement|notice|guide|mode d['’]emploi|loi|statuts|texte|document|manuel"
    r"|informe|contrato|estudio|reglamento|manual|guía|ley|estatutos|texto|documento|instrucciones|normas)"
)
# What may also do or grant something itself: "the plan provides a car" is a statement about the plan.
_RECORD: Final = (
    r"(?:plan|schedule|timetable|calendar|programme|program|invoice|receipt|offer|certificate|form|book|novel"
    r"|newspaper|magazine|inventory|audit|assessment|analysis|forecast|budget|accounts|ruling|judge?ment"
    r"|verdict|decision|order|decree|directive|bill|motion|resolution|post|page|site|entry|announcement"
    r"|speaker|company|manufacturer|operator|ministry|agency|court|researchers?|experts?|officials?"
    r"|urteil|beschluss|plan|anordnung|hersteller|behörde|verfasser|autor(?:in|en)?|fabricant|arrêt|jugement"
    r"|auteurs?|sentencia|fabricante|autor(?:es|a)?)"
)
_ARTICLE: Final = (
    r"(?:the|this|its|their|der|dem|den|des|das|die|le|la|les|l['’]|el|los|las|du|un|une|an?)?\s*"
)
_SAYS: Final = (
    r"(?:says?|states?|notes?|records?|mentions?|reports?|explains?|specif(?:y|ies)|provides?|stipulates?"
    r"|shows?|lists?|describes?|asks?|calls? for|requires?|gives?|praises?|criticises?|confirms?|makes? clear"
    r"|sets? out|lays? down|points? out|adds?|besagt|besagen|sagt|nennt|gibt an|legt fest|bestimmt|regelt"
    r"|sieht vor|schreibt vor|stipulent?|prévoi(?:t|ent)|indiquent?|précisent?|dit|disent|mentionnent?"
    r"|indican?|señalan?|dicen?|establecen?|disponen?|prevén?|estipulan?)"
)
_FRAME: Final = re.compile(
    rf"^\W*+(?:"
    rf"(?:according to|as (?:stated|set out|laid down|described|mentioned|noted) in|as per|in line with"
    rf"|in accordance with|under the terms of|laut|gemäß|zufolge|selon|d['’]après|conformément (?:à|aux?)"
    rf"|aux termes d[eu]s?|según|de acuerdo con|conforme a)\s+{_ARTICLE}(?:\w+\s+){{0,2}}?"
    rf"(?:{_DOCUMENT}|{_RECORD})\b,?"
    rf"|(?:under|per|nach)\s+{_ARTICLE}(?:\w+\s+)?{_DOCUMENT}\b,?"
    rf"|in\s+{_ARTICLE}(?:\w+\s+)?{_DOCUMENT}\s+(?:heißt es|steht|ist festgelegt)\s*,?\s*(?:dass)?"
    rf"|{_ARTICLE}(?:\w+\s+)?{_DOCUMENT}\s+(?:(?:of|on|for) the \w+ )?{_SAYS}\b\s*(?:that|dass|que|[,:])?"
    rf"|{_ARTICLE}(?:\w+\s+)?{_RECORD}\s+{_SAYS}\s*(?:that|, dass|que|:)"
    r"|(?:根据|依据|按照|依照)[^，,。]{1,20}[，,]|[^、。]{1,20}(?:によると|によれば|に従い)、?)",
    re.IGNORECASE,
)
# Words that only say how exact a figure is or on which side of it the truth lies.
BOUND_WORDS: Final = frozenset(" ".join(map(stem, entry.split("_"))) for entry in listed("bounds"))


def frame_end(claim: str) -> int:
    """Where the naming of the quoted document ends; 0 when the claim has none."""
    match = _FRAME.match(claim)
    return match.end() if match is not None else 0


_LEAD: Final = re.compile(r"[^:：|]{1,60}[:：]\s")
_SENTENCE: Final = re.compile(r"[.!?;]\s")


def lead_end(claim: str) -> int:
    """Where a heading in front of the statement ends: "Training times: ...", "Good news: ..."; 0 without."""
    match = _LEAD.match(claim)
    if match is None or match.end() >= len(claim) or _SENTENCE.search(claim, 0, match.end() - 1):
        return 0
    return match.end()
