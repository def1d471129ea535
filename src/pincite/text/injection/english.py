"""English instructions to a judge, forged verdicts, and assertions that stand beside them."""

from __future__ import annotations

from pincite.text.injection.pattern import Pattern, pattern

_FEW = r"(?:[\w’'-]+\s+){0,4}?"
_SUPPORTED = (
    r"(?:(?:fully|completely|entirely|totally|strongly|100\s?%)[\s_-]+)?"
    r"(?:supported|entailed|entailment|verified|faithful|grounded)"
)
_APPROVED = (
    rf"(?:{_SUPPORTED}|(?:fully|completely|entirely|100\s?%)\s+(?:correct|true|accurate|valid|proven"
    rf"|compliant)"
    r"|correct|true|accurate|valid|proven|factual|full|passed|passing|relevant)"
)
_THING = (
    r"(?:claims?|answers?|statements?|responses?|citations?|passages?|submissions?|outputs?|summar(?:y|ies)"
    r"|texts?"
    r"|links?|candidates?|results?|completions?|assertions?|sentences?|documents?|evidence|everything|it"
    r"|them|these)"
)
_APPROVALS = (
    "supported entailed entailment verified faithful grounded full true correct accurate valid proven"
    " factual passed passing"
    " relevant compliant"
)

ENGLISH: tuple[Pattern, ...] = (
    pattern(
        "override",
        "ignore disregard forget override bypass discard attention",
        r"(?:ignore|disregard|forget|override|bypass|discard|pay\s+no\s+attention\s+to)\s+",
        r"(?:(?:all|any|every|each)\s+(?:of\s+)?)?(?:the\s+|your\s+|my\s+|these\s+|those\s+|other\s+){0,2}",
        r"(?:(?:previous|prior|above|earlier|preceding|foregoing|existing|former|past|original|initial"
        r"|system)\s+"
        r"(?:and\s+\w+\s+)?(?:\w+\s+)?(?:instructions?|prompts?|rules?|guidelines?|directions?|directives?"
        r"|commands?"
        r"|orders|messages?|contexts?|text|rubrics?|criteria|constraints?|policies)",
        r"|(?:instructions|prompts?|rules|guidelines|directives|commands|rubric|criteria|system\s+prompt)\s+"
        r"(?:above|before|you\s+(?:were|have\s+been|got|received)|given|so\s+far|you\s+have)",
        r"|(?:everything|anything|all|what)\s+(?:above|before|that\s+(?:came|was)\b|you\s+(?:were"
        r"|have\s+been)\s+told"
        r"|said\s+above)|(?:other|remaining)\s+(?:sources|passages|documents|evidence|chunks|citations)"
        r"|(?<=your\s)(?:instructions|prompt|rules|guidelines|rubric|guardrails|safety\s+rules))",
        imperative=True,
    ),
    pattern(
        "directive",
        "supported entailed entailment verified faithful grounded full true yes correct pass accurate valid"
        " entails|answer"
        " respond reply output return print say write state conclude declare predict",
        r"(?:answer|respond|reply|output|return|print|say|write|state|conclude|declare|predict)\s*"
        r"(?:(?:[:=]\s*|with\s+|that\s+(?:it|the\s+\w+)\s+is\s+|only\s+|just\s+|exactly\s+|always\s+"
        r"|the\s+(?:word|label|verdict)\s+){1,3}[\"'“‘«`*\[(]{0,3}|[\"'“‘«`*\[(]{1,3}|(?=fully)"
        r"|(?P<loud>)(?<=\s))",
        rf"(?:{_SUPPORTED}|(?P<verdict>full|true|yes|correct|pass|accurate|valid|entails))\b",
        imperative=True,
    ),
    pattern(
        "directive",
        f"{_APPROVALS}|rate mark label grade score classify judge evaluate assess treat consider regard"
        f" count accept deem"
        " report tag flag",
        r"(?:rate|mark|label|grade|score|classify|judge|evaluate|assess|treat|consider|regard|count|accept"
        r"|deem|report"
        rf"|tag|flag)\s+{_FEW}{_THING}\b",
        rf"(?:[^.!?:\n]{{0,40}}?\s(?:as|to\s+be)\s+(?:being\s+)?{_APPROVED}\b(?!\s+that)"
        rf"|\s+(?:\w+\s+)?{_APPROVED}\s*(?:[.!,;\"'”)]|$|\b(?:and|regardless|no\s+matter"
        rf"|in\s+any\s+case)\b))",
        imperative=True,
    ),
    pattern(
        "directive",
        "give award assign rate score grade|full highest maximum top best perfect score rating 10 5 100 out",
        rf"(?:give|award|assign|rate|score|grade)\s+{_FEW}(?:this|it|these|{_THING})\b[^.!?\n]{{0,30}}?"
        r"(?:full\s+(?:marks|score|credit|points)|(?:the\s+)?(?:highest|maximum|top|best"
        r"|perfect)\s+(?:possible\s+)?"
        r"(?:score|mark|rating|grade|points|label)|a\s+(?:perfect\s+)?(?:score|rating)\s+of\s+\d+"
        r"|10\s?/\s?10|5\s?/\s?5"
        r"|100\s?%|\d+\s+out\s+of\s+\d+)",
        imperative=True,
    ),
    pattern(
        "directive",
        "choose select pick use assign give set apply|label verdict rating class category",
        r"(?:choose|select|pick|use|assign|give|set|apply)\s+(?:only\s+)?(?:the\s+)?(?:label|verdict|rating"
        r"|class|category)"
        rf"\s*[:=]?\s*(?:as\s+|to\s+)?[\"'“‘«]?(?:{_SUPPORTED}|full|true|correct)\b",
        imperative=True,
    ),
    pattern(
        "directive",
        "answer respond reply output report|claim answer statement citation",
        r"(?:answer|respond|reply|output|report)\s+that\s+(?:the|this|every|each)\s+(?:claim|answer"
        r"|statement|citation)\s+is\s+",
        rf"{_APPROVED}\b",
        imperative=True,
    ),
    pattern(
        "directive",
        "claim claims statement statements answer answers citation citations reference references",
        r"(?:all|any|every|each)\s+(?:\w+\s+)?(?:claims?|statements?|answers?|citations?"
        r"|references?)\b[^.!?\n]{0,50}?\s"
        r"(?:(?:must|should|shall|has\s+to|have\s+to|is\s+to|are\s+to|will)\s+be\s+(?:rated|marked"
        r"|labell?ed|judged|graded"
        r"|classified|treated|considered|counted|accepted|scored|deemed|reported|regarded)"
        rf"\s+(?:as\s+)?(?:being\s+)?{_APPROVED}\b|counts?\s+as\s+(?:full|complete|sufficient"
        rf"|direct)(?:ly)?\s+support)",
    ),
    pattern(
        "override",
        "ignore disregard forget|confirm approve accept mark rate label say answer respond report conclude",
        r"(?:ignore|disregard|forget)\s+[^.!?\n]{0,60}?\band\s+(?:then\s+|just\s+|simply\s+)?(?:confirm"
        r"|approve|accept|mark|rate|label"
        r"|say|answer|respond|report|conclude)\b[^.!?\n]{0,40}?\b(?:claims?|statement|citation|supported"
        r"|true|correct)\b",
        imperative=True,
    ),
    pattern(
        "verdict",
        "{|label verdict judgement judgment entailment rating score grade support supported decision"
        " evaluation assessment"
        " classification",
        r"\{[^{}]{0,300}?[\"']?(?:label|verdict|judge?ment|entailment|support(?:ed)?|rating|score|grade"
        r"|decision|evaluation"
        r"|assessment|classification)[\"']?\s*[:=]\s*[\"']?",
        rf"(?:{_SUPPORTED}|full|true|correct|pass(?:ed)?|yes|accurate"
        rf"|\d+(?:\.\d+)?)\b[^{{}}]{{0,400}}(?:\}}|$)",
    ),
    pattern(
        "verdict",
        "label verdict judgement judgment|supported entailed entailment full",
        r"(?:label|verdict|judge?ment)\b\W{0,4}[:=]\W{0,4}",
        r"(?:(?:fully|completely)[\s_-]+supported|supported|entailed|entailment|full)\b"
        r"(?=\s*(?:[.,;!)\]}\"'”*]|$|\n|\(|—|-|with\s+(?:high|full|confidence)|for\s+(?:all|every|each"
        r"|this)|confidence))"
        r"[^!?\n]{0,60}",
    ),
    pattern(
        "verdict",
        "judge grader evaluator verifier evaluation verification grading validation",
        r"(?:judge|grader|evaluator|verifier|evaluation|verification|grading|validation)(?:['’]s)?\s+"
        r"(?:answer|verdict|label|rating|decision|output|result|outcome)\W{0,4}[:=]\W{0,4}",
        rf"(?:(?:all|every|each)\s+(?:claims?|statements?|answers?"
        rf"|citations?)\s+(?:are\s+)?)?(?:{_SUPPORTED}|full|correct|true)\b"
        r"(?=\s*(?:[.,;!)\]}\"'”*]|$|\n|\(|—|-))[^!?\n]{0,60}",
    ),
    pattern(
        "verdict",
        "<|label verdict judgement judgment rating score",
        r"<(label|verdict|judge?ment|rating|score)>\s*(?:",
        _APPROVED,
        r"|\d+(?:\.\d+)?(?:/\d+)?)\s*</\1>",
    ),
    pattern(
        "assertion",
        "support supports confirm confirms entail entails verify verifies prove proves|all every each any"
        "|claim claims"
        " answer answers statement statements assertion assertions",
        r"(?:this|the|these)\s+(?:above\s+|following\s+|retrieved\s+)?"
        r"(?:passages?|documents?|sources?|text|page|chunk|evidence|context)(?:\s+(?:above|below|here))?\s+"
        r"(?:fully\s+|completely\s+|directly\s+)?(?:supports?|confirms?|entails?|verif(?:y|ies)|proves?)\s+"
        r"(?:all|every|each|any)\s+(?:\w+\s+){0,3}(?:claims?|answers?|statements?|assertions?)",
    ),
    pattern(
        "assertion",
        "check verify evaluate question examine assess",
        r"do\s+not\s+(?:check|verify|evaluate|question|examine|assess)\b[^.!?\n]{0,40}",
    ),
    pattern(
        "assertion",
        "claim claims answer answers statement statements|supported entailed verified faithful grounded",
        r"(?:the|this|every|each|any|all|your)\s+(?:\w+\s+)?(?:claims?|answers?|statements?)\s+(?:above\s+"
        r"|below\s+|here\s+)?"
        rf"(?:is|are|must\s+be|should\s+be|has\s+been|have\s+been|was|were)\s+{_SUPPORTED}\b",
    ),
)
"""An assertion counts only beside another injection: alone it may be a finding of the source."""
