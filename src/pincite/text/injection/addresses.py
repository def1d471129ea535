"""Fake turns of a conversation with a model, and words that turn to a judge."""

from __future__ import annotations

import re

from pincite.text.injection.pattern import Pattern, pattern

ROLE_TOKENS = re.compile(
    r"<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|eot_id|start_header_id"
    r"|end_header_id)\|>(?:\s?(?:system|user|assistant))?"
    r"|\[/?(?:INST|SYS)\]|<</?SYS>>|\bBEGIN\s+(?:SYSTEM|HIDDEN|NEW)\s+(?:PROMPT|INSTRUCTIONS?|MESSAGE)\b"
)
"""Control tokens of chat models, which no document holds by chance."""

ROLE_TAG = re.compile(
    r"(<|&lt;|\[)\s?(system|assistant|developer|admin|instructions?|prompt|judge|important"
    r"|hidden)(?:[ _-](?:message|prompt|note|instructions?))?\s?(?:>|&gt;|\])",
    re.IGNORECASE,
)
ROLE_LINE = re.compile(
    r"(?:^|\n)[ \t>*]*(?:#{1,4}[ \t]*)?(?:system|assistant|developer|new instructions?|system (?:message"
    r"|prompt|note|override)"
    r"|instructions? (?:to|for) (?:the )?(?:judge|grader|evaluator|model|ai|llm|assistant)"
    r"|important instructions?)[ \t]*\**[ \t]*(?::|\n)",
    re.IGNORECASE,
)
DIALOGUE = re.compile(r"\b(?:Human|User)\s?:[^\n]{1,300}?\bAssistant\s?:", re.IGNORECASE)
_ROLE = (
    r"(?:judges?|graders?|evaluators?|assistants?|models?|systems?|reviewers?|verifiers?"
    r"|fact[-\s]?checkers?|agents?"
    r"|assistent\w*|richter|prüfer|bewerter)"
)
_ROLES = (
    "judge judges grader graders grading evaluator evaluators evaluation fact assistant assistants model"
    " models system systems reviewer reviewers"
    " verifier verifiers checker checkers agent agents ai llm ki ia language automated"
)
ADDRESSES: tuple[Pattern, ...] = (
    pattern(
        "directive",
        "ai llm ki ia gpt language sprachmodell chatbot automated",
        r"(?:ai|llm|ki|ia|gpt(?:-\d)?|language\s+model|sprachmodell|chatbot|automated)"
        rf"(?:[\s-]{{0,3}}{_ROLE}\s*[:,!—–]|\s*[:!—–])",
    ),
    pattern(
        "directive",
        f"note message attention instruction instructions notice hinweis anweisung nota mensaje atención"
        f"|{_ROLES}",
        r"(?:note|message|attention|instructions?|notice|hinweis|anweisung|nota|mensaje|atención)\s+"
        r"(?:to|for|an|für|pour|à|aux?|para|al?)\s+(?:the\s+|all\s+|any\s+|die\s+|den\s+|alle\s+|les?\s+"
        r"|los\s+|el\s+|la\s+)*"
        rf"(?:(?:ai|llm|ki|ia|language|automated)\b|{_ROLE}\b)",
    ),
    pattern(
        "directive",
        f"you|{_ROLES}",
        r"(?:act|behave|respond|pretend\s+to\s+be)\s+(?:as\s+|like\s+)?(?:an?\s+|the\s+)(?:\w+\s+)?(?:judge"
        r"|grader|evaluator|verifier)\b"
        r"|if\s+you\s+are\s+(?:an?\s+|the\s+)?(?:ai|llm|language\s+model|judge|grader|evaluator|automated"
        r"|assistant)\b"
        r"|you\s+are\s+(?:now\s+)?(?:an?\s+|the\s+)?"
        r"(?:(?:ai|grading|evaluation|lenient|fact[-\s]?checking|judging)\s+)?(?:judge|grader|evaluator"
        r"|fact[-\s]?checker|verifier"
        r"|(?<=grading\s)assistant|(?<=evaluation\s)(?:assistant|model)|(?<=judging\s)(?:assistant|model))\b",
    ),
    pattern(
        "directive",
        f"instruction instructions note notes message guidance task update|{_ROLES}",
        rf"(?:ai|llm|{_ROLE})\s+(?:prompt\s+)?(?:instructions?|notes?|message|guidance|task|update)\s*[:—–-]",
    ),
    pattern(
        "directive",
        "致 告 给 提示 へ 注意",
        r"(?:致|告|给|提示)(?:所有)?(?:ai|人工智能|大?语言模型|模型|评审|评判|评估)[^。\n]{0,4}[:：，,]"
        r"|(?:评审|评委|评判|评估者?|模型|ai)(?:注意|请注意)[:：，,]|(?:ai|言語モデル|評価者|審査)[^。\n]{0,6}(?:へ|に告ぐ)",
    ),
)
"""Words that turn to a model or a judge; they count where an order follows."""
