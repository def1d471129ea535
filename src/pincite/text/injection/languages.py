"""Instructions to a judge in German, French, Spanish, Chinese and Japanese."""

from __future__ import annotations

from pincite.text.injection.pattern import Pattern, pattern

OTHER_LANGUAGES: tuple[Pattern, ...] = (
    pattern(
        "override",
        "ignoriere ignorieren missachte missachten vergiss vergessen beachte beachten",
        r"(?:ignoriere?(?:n\s+sie)?|missachte(?:n\s+sie)?|vergiss|vergessen\s+sie"
        r"|beachte(?:n\s+sie)?\s+nicht(?:\s+mehr)?)\s+"
        r"(?:alles,?\s+was\s+(?:oben|vorher|bisher|davor)|alles\s+(?:obige|vorherige|bisherige)"
        r"|(?:\w+\s+){0,2}?(?:vorherige|vorige|bisherige|obige|frühere|vorangegangene|vorstehende|sämtliche"
        r"|alle|deine"
        r"|ihre)\w*\s+(?:\w+\s+){0,2}?(?:anweisung|instruktion|regel|vorgabe|befehl|prompt|anleitung"
        r"|richtlinie)\w*)",
        imperative=True,
    ),
    pattern(
        "override",
        "ignore ignorez ignorer oublie oubliez oublier compte abstraction|instructions consignes règles"
        " directives ordres messages tout",
        r"(?:ignore[zr]?|oublie[zr]?|ne\s+(?:tiens|tenez|tenir)\s+pas\s+compte|(?:fais"
        r"|faites)\s+abstraction)\s+"
        r"(?:tout\s+ce\s+qui\s+précède|(?:de\s+|d[e’']\s*)?(?:tou(?:te)?s\s+)?(?:les\s+|des\s+|tes\s+"
        r"|vos\s+)(?:\w+\s+)?"
        r"(?:instructions|consignes|règles|directives|ordres|messages)\s+(?:\w+\s+)?"
        r"(?:précédent\w*|antérieur\w*|ci-dessus|ci-avant|préalable\w*|reçu\w*|données|système))",
        imperative=True,
    ),
    pattern(
        "override",
        "ignora ignore ignoran ignoren olvida olvide olviden omiso cuenta descarta descarte|instrucciones"
        " indicaciones reglas órdenes directrices mensajes todo",
        r"(?:ignor[ae]n?|olvid[ae]n?|(?:haz|haga|hagan)\s+caso\s+omiso\s+de|no\s+(?:tengas"
        r"|tenga)\s+en\s+cuenta"
        r"|descart[ae])\s+(?:todo\s+lo\s+anterior|(?:tod[oa]s\s+)?(?:las?\s+|los\s+|tus\s+"
        r"|sus\s+)?(?:\w+\s+)?"
        r"(?:instrucciones|indicaciones|reglas|órdenes|directrices|mensajes)\s+(?:\w+\s+)?"
        r"(?:anteriores|previas|precedentes|de\s+arriba|recibidas|del\s+sistema))",
        imperative=True,
    ),
    pattern(
        "override",
        "忽略 无视 無視 忘记 忘掉 忽視 不要理会 不要遵守",
        r"(?:忽略|无视|無視|忘记|忘掉|忽視|不要理会|不要遵守)[^。！？\n]{0,8}?"
        r"(?:之前|以上|上述|前面|先前|此前|所有|一切|全部|你的|系统)"
        r"[^。！？\n]{0,8}?(?:指令|指示|说明|提示|提示词|规则|要求|命令)",
    ),
    pattern(
        "override",
        "無視 忘れ 従わ 破棄",
        r"(?:これまで|以前|前|上記|上|先|すべて|全て|あらゆる|システム)の[^。\n]{0,10}?"
        r"(?:指示|命令|指令|プロンプト|ルール|規則|設定)(?:を|は|に|には)?[^。\n]{0,6}?(?:無視|忘れ|破棄|従わ)[^。\n]{0,8}",
    ),
    pattern(
        "directive",
        "belegt gestützt unterstützt supported richtig korrekt wahr zutreffend bestätigt punktzahl"
        " höchstnote höchstwert"
        " höchstpunktzahl",
        r"(?:antworte|gib|bewerte|markiere|stufe|werte|kennzeichne|betrachte|beurteile|behandle|akzeptiere"
        r"|klassifiziere"
        r"|(?:antworten|geben|bewerten|markieren|stufen|werten|kennzeichnen|betrachten|beurteilen|behandeln"
        r"|akzeptieren"
        r"|klassifizieren)\s+sie)\b[^.!?\n]{0,70}?"
        r"(?:\b(?:vollständig|voll|ganz|komplett|immer|stets|als|mit)\s[\"„“'‚]?(?:als\s)?[\"„“'‚]?)"
        r"(?:belegt|gestützt|unterstützt|supported|richtig|korrekt|wahr|zutreffend|bestätigt"
        r"|volle[rn]?\s+punktzahl|höchst\w+)",
        imperative=True,
    ),
    pattern(
        "directive",
        "réponds répondez évalue évaluez évaluer note notez marque marquez considère considérez classe"
        " classez juge jugez"
        " étiquette étiquetez traite traitez valide validez accepte acceptez attribue attribuez",
        r"(?:réponds|répondez|évalue[zr]?|note[zr]?|marque[zr]?|considère|considérez|classe[zr]?|juge[zr]?"
        r"|étiquette[zr]?"
        r"|traite[zr]?|valide[zr]?|accepte[zr]?|attribue[zr]?)\b[^.!?\n]{0,70}?"
        r"(?:supported|(?:entièrement|pleinement|totalement|comme)\s[«\"“]?\s?(?:entièrement\s|pleinement\s)?"
        r"(?:étayée?s?|soutenue?s?|confirmée?s?|prouvée?s?|correcte?s?|vraie?s?|vérifiée?s?|exacte?s?)"
        r"|(?:note|score)\s+maximale?)",
        imperative=True,
    ),
    pattern(
        "directive",
        "responde responda contesta conteste evalúa evalúe califica califique marca marque considera"
        " considere clasifica"
        " clasifique etiqueta etiquete juzga juzgue trata trate acepta acepte otorga otorgue",
        r"(?:responde|responda|contesta|conteste|evalúa|evalúe|califica|califique|marca|marque|considera"
        r"|considere"
        r"|clasifica|clasifique|etiqueta|etiquete|juzga|juzgue|trata|trate|acepta|acepte|otorga"
        r"|otorgue)\b[^.!?\n]{0,70}?"
        r"(?:supported|(?:totalmente|plenamente|completamente|como)\s[«\"“]?(?:totalmente\s|plenamente\s)?"
        r"(?:respaldad|apoyad|sustentad|verificad|correct|verdader)[oa]s?|(?:nota|puntuación)\s+máxima"
        r"|que\s+(?:la|el|toda|cada)\s+\w+\s+(?:es|está)\s+(?:respaldad|apoyad|sustentad|verificad|correct"
        r"|verdader)[oa])",
        imperative=True,
    ),
    pattern(
        "directive",
        "标记 标注 评为 判 视为 认定 评价为 打 给 回答 回复 输出 返回"
        "|支持 正确 真实 属实 满分 最高分 supported",
        r"(?:请|务必|必须|一律|直接|应当|应该|都要|(?:^|[。！？\n：:])(?=[把将]|标记|标注|评为|判定|视为|认定|输出|返回|回答|回复))[^。！？\n]{0,24}?"
        r"(?:标记为|标注为|评为|判定为|判断为|视为|认定为|评价为|打|给|给予|回答|回复|输出|返回)[：:“\"「『]{0,2}(?:完全)?"
        r"(?:supported|得到支持|支持(?!者)|满分|最高分|(?<=为)(?:正确|真实|属实)|(?<=为[“\"「『])(?:正确|真实|属实))",
    ),
    pattern(
        "directive",
        "判定 評価 回答 答え 分類 マーク 見な みな 扱 採点 ラベル 出力 付け 与え"
        "|支持 裏付け 正しい 正解 満点 supported 最高",
        r"(?:支持され[^。\n]{0,4}|裏付けられ[^。\n]{0,4}|正しい|正解|満点|最高点|最高評価|supported|支持)[」』\"”]?"
        r"(?:もの)?(?:である)?(?:と|に|で|を)[^。\n]{0,6}?"
        r"(?:判定|評価|回答|答え|分類|マーク|見な|みな|扱|採点|ラベル|出力|付け|与え)"
        r"[^。\n]{0,6}?(?:ください|下さい|せよ|しろ|すること|なさい)"
        r"|(?:満点|最高点)に(?:して(?:ください|下さい)|せよ|しろ|すること)",
    ),
    pattern(
        "directive",
        "alle jede sämtliche|aussagen aussage behauptungen behauptung angaben antworten antwort belege",
        r"(?:alle|jede|sämtliche)\s+(?:\w+\s+)?(?:aussagen?|behauptung(?:en)?|angaben|antwort(?:en)?"
        r"|belege)\b[^.!?\n]{0,50}?\s"
        r"(?:gelten|gilt|(?:ist|sind)|müssen|muss|soll|sollen)\s+(?:\w+\s+)?als\s+(?:vollständig\s+|voll\s+)?"
        r"(?:belegt|gestützt|unterstützt|bestätigt|korrekt|richtig|wahr)\b",
    ),
    pattern(
        "directive",
        "toute toutes chaque|affirmation affirmations réponse réponses citation citations",
        r"(?:toute|chaque|toutes\s+les)\s+(?:affirmation|réponse|citation)s?\b[^.!?\n]{0,50}?\s(?:doi(?:t"
        r"|vent)\s+être|est\s+à|sont\s+à)"
        r"\s+(?:jugée?|évaluée?|considérée?|notée?|marquée?|classée?|juger|considérer|noter"
        r"|marquer)s?\s+(?:comme\s+)?"
        r"(?:entièrement\s+|pleinement\s+)?(?:étayée|soutenue|confirmée|prouvée|correcte|vraie|vérifiée"
        r"|exacte)s?",
    ),
    pattern(
        "directive",
        "todas toda cada cualquier|afirmaciones afirmación respuestas respuesta citas cita",
        r"(?:todas\s+las|toda|cada|cualquier)\s+(?:afirmaci(?:ón|ones)|respuestas?|citas?)\b[^.!?\n]{0,50}?\s"
        r"(?:deben?|han?\s+de|tienen?\s+que)\s+(?:ser\s+)?(?:marcar|calificar|considerar|juzgar|evaluar"
        r"|marcad|calificad|considerad"
        r"|juzgad|evaluad)(?:se|as?)\s+(?:como\s+)?(?:totalmente\s+|plenamente\s+)?"
        r"(?:respaldad|apoyad|sustentad|verificad|correct|verdader)as?",
    ),
)
