"""Standing orders to a model: rules that are lifted, roles that are played, orders from now on, verdicts
announced as given.

An order is told by what only a model is asked for (answer with one word, in one form, everything alike),
and it counts only after words that lead it in: a label of a speaker, "from now on", rules that no longer
hold. A notice of new opening hours has the lead, a form has the order; neither has both.
"""

from __future__ import annotations

from pincite.text.injection.pattern import Pattern, pattern

_WITHIN = r"[^\n]{0,120}?(?<![\w’'-])"
_VALUE = (
    r"(?:[\"'“‘«「]|yes\b|no\b|true\b|correct\b|approved\b|supported\b|full\b"
    r"|the\s+(?:word|label|letter|phrase)\b)"
)
_ORDER = (
    r"(?:(?:answer|respond|reply|output|print|return|say|write)\s+(?:(?:only|just|exclusively|solely|always)\b"
    r"|(?:with\s+)?nothing\s+but\b)"
    r"|(?:answer|respond|reply)\s+(?:to\s+)?(?:everything|(?:every|all|any|each)\s+(?:\w+\s+)?"
    r"(?:questions?|prompts?|quer(?:y|ies)|requests?|messages?|claims?))\s+(?:\w+\s+)?(?:with|in|as|by)\b"
    rf"|(?:answer|respond|reply)\s+(?:with\s+)?{_VALUE}|(?:output|print|return|say|write)\s+{_VALUE}"
    r"|(?:answer|respond|reply|write|speak)\s+in\s+(?:all\s+)?(?:capitals?|upper|lower|rhyme)\b"
    r"|(?:reveal|print|repeat|show|leak)\s+(?:your|the)\s+(?:system\s+)?(?:prompt|instructions)\b"
    r"|(?:ignore|disregard|forget|drop)\s+(?:(?:all|any|the|your|these|those|of)\s+){0,3}?"
    r"(?:(?:above|previous|prior|earlier|other)\s+)?(?:rules|instructions|prompts?|guidelines)\b)"
)
_ORDER_WORDS = (
    "answer respond reply output print return say write speak reveal repeat show leak ignore disregard forget"
    " drop"
)
_YOU = (
    r"[,:]?\s+(?:please\s+)?(?:you\s+(?:will|must|shall|should|are\s+to|have\s+to|are\s+an?\s+\w+\s+and)\s+"
    r"(?:now\s+|only\s+|always\s+)?)?"
)
_NOW = (
    r"(?:from\s+(?:now|here|this\s+(?:point|moment))\s+on(?:wards?)?|henceforth|(?:starting|as\s+of)\s+now"
    r"|effective\s+immediately)"
)
_RULES = r"(?:rules|instructions|prompts?|guidelines|directives|orders)"
_EARLIER = r"(?:above|previous|prior|earlier|preceding|existing|former|original)"
_LIFTED = (
    r"(?:(?:no\s+longer|do\s+not|don['’]t)\s+(?:apply|count|hold|matter)(?:\s+any\s?more)?|(?:are|is)\s+(?:now\s+|hereby\s+)?"
    r"(?:void|cancell?ed|suspended|revoked|lifted|withdrawn|obsolete|invalid))"
)
_THIS = (
    r"(?:this|the)\s+(?:above\s+|following\s+)?(?:documents?|passages?|sources?|texts?|pages?|chunks?|evidence"
    r"|context|article)"
)
_CLAIM = r"(?:claims?|answers?|statements?|responses?|citations?)"
_APPROVED = (
    r"(?:(?:fully|completely|entirely)\s+(?:supported|correct|true|accurate|verified|entailed)"
    r"|supported|entailed|verified|correct|true)\b(?!\s+by)"
)

STANDING: tuple[Pattern, ...] = (
    pattern(
        "override", f"now here point moment henceforth starting effective|{_ORDER_WORDS}", _NOW, _YOU, _ORDER
    ),
    pattern(
        "override",
        f"assistant ai system chatbot bot model llm gpt developer|{_ORDER_WORDS}",
        r"(?:assistant|ai|system|chatbot|bot|model|llm|gpt|developer)\s?:(?!\s*\d)",
        _WITHIN,
        _ORDER,
        imperative=True,
    ),
    pattern(
        "override",
        f"rules instructions prompt prompts guidelines directives orders|{_ORDER_WORDS}",
        rf"(?:(?:the\s+|your\s+|all\s+|these\s+|any\s+)*(?:{_EARLIER}\s+{_RULES}|{_RULES}\s+(?:given\s+|stated\s+|listed\s+)?(?:above|before|so\s+far)))",
        rf"\s+{_LIFTED}\s*[.;:,!—–-]",
        _WITHIN,
        _ORDER,
    ),
    pattern(
        "override",
        f"rule rules instruction instructions orders task job|{_ORDER_WORDS}",
        r"(?:new\s+(?:rules?|instructions?|orders?|task)\s*:|your\s+(?:new|only|sole|real|actual)\s+"
        r"(?:task|job|instructions?)\s+(?:now\s+)?(?:is|are)\s+(?:now\s+)?to)\s+(?:you\s+(?:must|will)\s+)?",
        _ORDER,
    ),
    pattern(
        "override",
        "follow following obey mind bound released freed|rules instructions prompt guidelines",
        r"(?:stop\s+(?:following|obeying)|(?:do\s+not|don['’]t)\s+(?:follow|obey)|never\s+mind|instead\s+of\s+(?:following|obeying)"
        r"|you\s+are\s+(?:released|freed)\s+from|you\s+(?:are|have)\s+no\s+longer\s+(?:bound\s+by|to\s+(?:follow|obey))|you\s+no\s+longer\s+(?:have|need)\s+to\s+"
        r"(?:follow|obey))\s+",
        rf"(?:(?:any\s+of\s+|all\s+(?:of\s+)?)?(?:the\s+|these\s+|your\s+)?(?:{_EARLIER}|system)\s+{_RULES}"
        rf"|(?:any\s+of\s+)?your\s+(?:\w+\s+)?{_RULES}|the\s+{_RULES}\s+(?:above|before|you\s+(?:were|have\s+been|got)))",
        r"\b(?!\s+(?:if|when|for|unless|in|of|from|on|to)\b)",
        imperative=True,
    ),
    pattern(
        "override",
        "tell reveal mention disclose|user|instructions message note prompt",
        r"(?:do\s+not|don['’]t|never)\s+(?:tell|reveal|mention|disclose)\s+(?:(?:this|these|it|anything)\s+)?(?:to\s+)?the\s+user"
        r"\s+(?:about|of|that)\s+(?:these|this|the|your)\s+(?:instructions?|message|note|prompt)",
        imperative=True,
    ),
    pattern(
        "directive",
        "claim claims answer answers statement statements|supported entailed verified correct true",
        rf"(?:any|every|each|all)\s+(?:\w+\s+)?{_CLAIM}\s+(?:that\s+(?:cites?|quotes?|refers?\s+to|uses?|relies\s+on)"
        rf"|citing|quoting|based\s+on|drawn\s+from|relying\s+on|referring\s+to|in\s+line\s+with)\s+{_THIS}\s+"
        r"(?:is|are|counts?\s+as|(?:must|should|shall|can)\s+be)\s+(?:\w+\s+){0,3}?",
        _APPROVED,
    ),
    pattern(
        "directive",
        "verdict evaluation grading judgement judgment review assessment|supported entailed verified correct",
        r"(?:(?:final\s+)?verdict|evaluation|grading|judge?ment|assessment)(?:\s+of\s+the\s+\w+)?"
        r"(?:\s+(?:is|has\s+been)\s+(?:complete|completed|finished|over|done))?\s*[:—–]\s*",
        rf"(?:all|every|each|the|this)\s+(?:\w+\s+)?{_CLAIM}\s+(?:is|are|(?:has|have)\s+been)\s+(?:already\s+)?"
        r"(?:(?:judged|rated|marked|labell?ed|graded|found)\s+(?:as\s+|to\s+be\s+)?)?",
        _APPROVED,
    ),
    pattern(
        "directive",
        "claim claims answer answers statement statements|judge grader evaluator verifier"
        "|supported entailed verified correct",
        rf"(?:this|the|every|each|all)\s+(?:\w+\s+)?{_CLAIM}\s+(?:has|have)\s+(?:already\s+)?been\s+(?:verified|checked"
        r"|approved|judged|rated|graded|marked|labell?ed)\s+(?:as\s+\w+\s+)?by\s+(?:the\s+|an?\s+|our\s+)?(?:\w+\s+)?"
        r"(?:judge|grader|evaluator|verifier)\b[^.!?\n]{0,30}?",
        _APPROVED,
    ),
    pattern(
        "override",
        "jetzt nun sofort assistent|antworte antwortest antworten ignoriere ignorierst vergiss",
        r"(?:(?:ab\s+(?:jetzt|sofort)|von\s+(?:nun|jetzt)\s+an)[,:]?\s+|assistent\s?:\s*(?:(?:ab\s+jetzt|von\s+nun\s+an)[,:]?\s+)?)",
        r"(?:bitte\s+)?(?:antworte(?:st\s+du)?\s+(?:\w+\s+){0,3}?(?:nur|ausschließlich|immer|stets|mit\b)"
        r"|ignorier(?:e|st\s+du)\s+(?:\w+\s+){0,3}?(?:anweisung|regel|vorgabe)\w*)",
    ),
    pattern(
        "override",
        "regeln anweisungen vorgaben|antworte antworten vergiss ignoriere mehr",
        r"(?:die\s+)?(?:(?:obigen|bisherigen|vorherigen|früheren)\s+)?(?:regeln|anweisungen|vorgaben)\s+(?:(?:von\s+)?oben\s+)?"
        r"gelten\s+(?:ab\s+jetzt\s+)?nicht\s+mehr\s*[.;,:!]\s*(?:bitte\s+)?antworte\s+(?:\w+\s+){0,2}?(?:nur|ausschließlich|immer|mit)\b"
        r"|(?:vergiss|ignoriere|missachte)\s+(?:die|alle)\s+(?:regeln|anweisungen|vorgaben)\s+(?:von\s+)?oben\b",
    ),
    pattern(
        "override",
        "maintenant désormais dorénavant assistant règles consignes instructions|réponds répondez répondras",
        r"(?:(?:à\s+partir\s+de\s+maintenant|désormais|dorénavant)[,:]?\s+|assistant\s?:\s*(?:à\s+partir\s+de\s+maintenant[,:]?\s+)?"
        r"|les\s+(?:règles|consignes|instructions)\s+(?:précédentes|ci-dessus|antérieures)\s+ne\s+s['’]appliquent\s+plus\s*[.;,:!]\s*)",
        r"(?:tu\s+|vous\s+)?(?:réponds|répondez|répondras)\s+(?:\w+\s+){0,2}?(?:uniquement|seulement|exclusivement|toujours|à\s+tout)\b",
    ),
    pattern(
        "override",
        "ahora adelante asistente reglas instrucciones|responde responda responderás ignora",
        r"(?:(?:a\s+partir\s+de\s+ahora|de\s+ahora\s+en\s+adelante)[,:]?\s+|asistente\s?:\s*(?:a\s+partir\s+de\s+ahora[,:]?\s+)?"
        r"|las\s+(?:reglas|instrucciones|normas)\s+(?:anteriores|de\s+arriba|previas)\s+ya\s+no\s+se\s+aplican\s*[.;,:!]\s*)",
        r"(?:por\s+favor\s+)?(?:responde|responda|responderás)\s+(?:\w+\s+){0,2}?(?:s[oó]lo|únicamente|siempre|a\s+todo)\b",
    ),
    pattern(
        "override",
        "从现在 即日起 今后 规则 指令 指示|回答 输出 回复",
        r"(?:从现在(?:起|开始)|即刻起)[，,：:]?(?:请)?(?:你|您|助手)[^。！？\n]{0,6}(?:只|仅|一律|全部|都)[^。！？\n]{0,12}(?:回答|输出|回复)"
        r"|(?:以上|上述|之前|前面|先前)的?(?:规则|指令|指示|要求)(?:不再适用|已?作废|已?失效|不再有效)[，,。；;]\s*(?:请|你|从现在起)"
        r"[^。！？\n]{0,6}(?:只|仅|一律|全部|都)[^。！？\n]{0,12}(?:回答|输出|回复)",
    ),
    pattern(
        "override",
        "アシスタント システム これから 今後|答え 回答 出力 返答",
        r"(?:アシスタント|システム|ai)[：:][^。\n]{0,30}?(?:だけ|のみ|すべて|全て)[^。\n]{0,12}(?:答え|回答|出力|返答)[^。\n]{0,6}"
        r"(?:ください|下さい|なさい|せよ|こと)"
        r"|(?:これから|今後)は?[^。\n]{0,16}?[「『][^」』\n]{1,20}[」』]と(?:だけ|のみ)[^。\n]{0,6}(?:答え|回答|出力|返答)",
    ),
)
"""Their kind is "override" where rules are lifted, "directive" where a verdict is told."""
