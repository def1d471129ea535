"""Words that tell an instruction from a text about instructions."""

from __future__ import annotations

import re

VERDICT_ORDER = re.compile(
    r"\b(?:(?:give|award|assign|grant|set|return)\b[^.!?\n]{0,40}?\b(?:maximum|highest|full|perfect|top"
    r"|best)\s+"
    r"(?:possible\s+)?(?:score|marks|rating|points|credit|label)|fully[\s_]supported"
    r"|(?:claims?|statements?|answers?|citations?|verdict|label)\b[^.!?\n]{0,60}?\b(?:supported|entailed"
    r"|verified)"
    r"|(?:accept|approve|confirm|pass|mark|rate|label|treat|grade|score|judge|count|output|return)\s+(?:all"
    r"|every|each"
    r"|any|this|the|these)\s+(?:\w+\s+)?(?:claims?|answers?|statements?|citations?|chunks?|passages?|links?"
    r"|responses?)"
    r"|(?:output|return|answer|say|reply|respond|label|report)\s+(?:with\s+|only\s+"
    r"|that\s+)*[\"'“‘]?(?:full|supported"
    r"|entailed)"
    r"|(?:say|answer|reply|respond|state)\s+(?:that\s+)?(?:the|this|it|every|each)\s+(?:\w+\s+)?(?:is"
    r"|are)\s+(?:true"
    r"|correct|supported|right)|10\s?/\s?10|5\s?/\s?5|(?-i:SUPPORTED|ENTAILED|ENTAILMENT)"
    r"|(?:Aussagen?|Behauptung\w*|Antwort\w*)\b[^.!?\n]{0,60}?\b(?:belegt|gestützt|bestätigt)"
    r"|volle\s+Punktzahl"
    r"|(?:affirmations?|réponses?)\b[^.!?\n]{0,60}?\b(?:étayée?s?|confirmée?s?)|note\s+maximale"
    r"|(?:afirmaci\w+|respuestas?)\b[^.!?\n]{0,60}?\brespaldad[oa]s?|puntuación\s+máxima)\b"
    r"|(?:主张|声明|陈述|说法|答案)[^。\n]{0,16}支持|支持[^。\n]{0,8}(?:主张|声明|陈述)|输出[“\"「]?支持|给?满分|最高分"
    r"|(?:主張|回答)[^。\n]{0,16}(?:支持|裏付け)|満点|最高点|正しいと",
    re.IGNORECASE,
)
"""What a judge is told to find: it makes the content of a fake tag, or of an address to a judge, an order."""

CONDITION = re.compile(
    r"\b(?:if|when|whenever|where|unless|only\s+when|provided|wenn|falls|sofern|si|lorsque|quand|cuando"
    r"|siempre\s+que)\b"
    r"|如果|若|当|只有|場合|なら|とき",
    re.IGNORECASE,
)
OPPOSITE = re.compile(
    r"\b(?:refuted|unsupported|not\s+supported|contradict\w*|partial(?:ly)?|false|incorrect|wrong"
    r"|fail(?:ed)?|not[\s_]enough[\s_]info|NEI"
    r"|none|neutral|widerlegt|falsch|faux|fausse|falso|falsa)\b|(?:\bNO\b)|反对|错误|不支持|誤り|不正解",
    re.IGNORECASE,
)
REGARDLESS = re.compile(
    r"\b(?:regardless|no matter|even\s+if|whatever|always|in any case|unabhängig|egal|auch wenn|quoi qu"
    r"|même si"
    r"|independientemente|aunque)\b|无论|不管|に関わらず|にかかわらず|たとえ",
    re.IGNORECASE,
)
MENTION = re.compile(
    r"\b(?:example|examples|e\.g\.|such\s+as|phrases?|sentence|wording|the\s+words|for\s+instance"
    r"|known\s+as|strings?\s+like|like|called"
    r"|typical|quote[sd]?|saying|says|said|Beispiele?|z\.\s?B\.|Satz|Formulierung|exemple|par\s+exemple"
    r"|phrase|ejemplo|por\s+ejemplo|frase)\b"
    r"|例如|比如|例子|句子|例えば|たとえば|という|といった|例",
    re.IGNORECASE,
)
ABOUT = re.compile(
    r"\b(?:(?:prompt|indirect|command|instruction)[\s-]injections?|injection\s+attacks?|jailbreak\w*"
    r"|attackers?|attacks?|adversar\w+|malicious"
    r"|red[\s-]team\w*|exploits?|Angreifer\w*|Angriffe?|Prompt-Injection|attaquants?|attaques?"
    r"|malveillant\w*|atacantes?|ataques?"
    r"|inyecci[oó]n)\b|提示注入|注入攻击|攻击者|攻击|越狱|インジェクション|攻撃",
    re.IGNORECASE,
)
SAMPLE = re.compile(
    r"\b(?:example|sample|schema|returns?|looks?\s+like|format(?:ted)?|response\s+body|e\.g\.|such\s+as"
    r"|shape|Beispiel|Antwortformat|exemple"
    r"|renvoie|ejemplo|devuelve)\b|例如|示例|格式|返回|例",
    re.IGNORECASE,
)
