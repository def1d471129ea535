"""The units of measure that are read, with every spelling and the factor to the base unit.

Spellings are folded (lower case, without accents) and parted by `|`; a row is a factor and its spellings.
"""

from __future__ import annotations

from typing import Final

MEASURES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "m": (
        ("1", "m|metre|metres|meter|meters|metern|metro|metros|mtr|mtrs"),
        ("1000", "km|kms|kilometre|kilometres|kilometer|kilometers|kilometern|kilometro|kilometros"),
        ("1/100", "cm|centimetre|centimetres|centimeter|centimeters|zentimeter|zentimetern|"
                  "centimetro|centimetros"),
        ("1/1000", "mm|millimetre|millimetres|millimeter|millimeters|millimetern|milimetro|"
                   "milimetros"),
        ("1/10", "dm|decimetre|dezimeter"),
        ("1/1000000", "μm|um|micrometre|micrometres|micrometer|micrometers|mikrometer|micron|"
                      "microns"),
        ("1/1000000000", "nm|nanometre|nanometres|nanometer|nanometers"),
        ("1609.344", "mile|miles|mi|meile|meilen|milla|millas"),
        ("0.3048", "foot|feet|ft|fuss|fuß|pied|pieds|pies"),
        ("0.0254", "inch|inches|zoll|pouce|pouces|pulgada|pulgadas"),
        ("0.9144", "yard|yards|yd|yds"),
        ("1852", "nautical mile|nautical miles|nmi|seemeile|seemeilen"),
        ("9460730472580800", "light year|light years|light-year|light-years|lightyear|lightyears|"
                             "lichtjahre|ly"),
    ),
    "m2": (
        ("1", "m2|m²|sqm|square metre|square metres|square meter|square meters|sq m|quadratmeter|"
              "quadratmetern|qm|metre carre|metres carres|metro cuadrado|metros cuadrados"),
        ("1000000", "km2|km²|sq km|sq. km|square kilometre|square kilometres|square kilometer|"
                    "square kilometers|square kms|quadratkilometer|quadratkilometern|qkm|"
                    "kilometres carres|kilometre carre|kilometros cuadrados"),
        ("1/10000", "cm2|cm²|square centimetres|square centimeters|quadratzentimeter"),
        ("1/1000000", "mm2|mm²"),
        ("10000", "ha|hectare|hectares|hektar|hectarea|hectareas"),
        ("4046.8564224", "acre|acres"),
        ("0.09290304", "sq ft|sq. ft|sqft|square foot|square feet|ft2|ft²"),
        ("2589988.110336", "sq mi|square mile|square miles|mi2|mi²"),
    ),
    "l": (
        ("1", "l|litre|litres|liter|liters|litern|litro|litros|lt|ltr"),
        ("1/10", "dl|deciliter|decilitre|deziliter"),
        ("1/100", "cl|centilitre|centiliter|zentiliter"),
        ("1/1000", "ml|millilitre|millilitres|milliliter|milliliters|millilitern|mililitro|"
                   "mililitros|cc|cm3|cm³"),
        ("1/1000000", "μl|ul|microlitre|microlitres|microliter|microliters|mikroliter"),
        ("100", "hl|hectolitre|hectolitres|hektoliter"),
        ("1000", "m3|m³|cubic metre|cubic metres|cubic meter|cubic meters|kubikmeter|kubikmetern|"
                 "metres cubes|metro cubico|metros cubicos"),
        ("1000000000000", "km3|km³|cubic kilometre|cubic kilometres|cubic kilometer|"
                          "cubic kilometers"),
        ("3.785411784", "gallon|gallons|gal|us gallons"),
        ("0.946352946", "quart|quarts"),
        ("0.473176473", "pint|pints"),
        ("0.0295735295625", "fl oz|fluid ounce|fluid ounces"),
        ("28.316846592", "cubic foot|cubic feet|cu ft|ft3|ft³"),
        ("158.987294928", "barrel|barrels|bbl"),
    ),
    "kg": (
        ("1", "kg|kgs|kilo|kilos|kilogram|kilograms|kilogramme|kilogrammes|kilogramm|kilogramo|"
              "kilogramos"),
        ("1/1000", "g|gr|gram|grams|gramme|grammes|gramm|gramo|gramos"),
        ("1/1000000", "mg|mgs|milligram|milligrams|milligramme|milligrammes|milligramm|miligramo|"
                      "miligramos"),
        ("1/1000000000", "μg|ug|mcg|microgram|micrograms|microgramme|microgrammes|mikrogramm|"
                         "microgramo|microgramos"),
        ("1/1000000000000", "ng|nanogram|nanograms|nanogramme|nanogrammes|nanogramm"),
        ("1000", "t|tonne|tonnes|ton|tons|tonnen|tonelada|toneladas|metric ton|metric tons|"
                 "metric tonne|metric tonnes"),
        ("1000000000", "mt|megatonne|megatonnes|megaton|megatons"),
        ("1000000000000", "gt|gigatonne|gigatonnes|gigaton|gigatons"),
        ("0.45359237", "lb|lbs|pfund|libra|libras"),
        ("0.028349523125", "oz|ounce|ounces|unze|unzen|onza|onzas"),
        ("6.35029318", "stone"),
        ("100", "quintal|quintals|quintaux|doppelzentner"),
    ),
    "s": (
        ("1", "s|sec|secs|second|seconds|sekunde|sekunden|seconde|secondes|segundo|segundos"),
        ("1/1000", "ms|msec|millisecond|milliseconds|millisekunde|millisekunden|milliseconde|"
                   "millisecondes|milisegundo|milisegundos"),
        ("1/1000000", "μs|microsecond|microseconds"),
        ("60", "min|mins|minute|minutes|minuten|minuto|minutos"),
        ("900", "viertelstunde|viertelstunden"),
        ("1800", "half-hour|half-hours"),
        ("2700", "dreiviertelstunde|dreiviertelstunden"),
        ("3600", "h|hr|hrs|hour|hours|stunde|stunden|heure|heures|hora|horas|std"),
        ("86400", "d|day|days|tag|tage|tagen|jour|jours|journee|dia|dias|werktag|werktage|werktagen|"
                  "arbeitstag|arbeitstage|arbeitstagen|kalendertag|kalendertage|kalendertagen|"
                  "weekday|weekdays|nights"),
        ("604800", "week|weeks|wk|wks|woche|wochen|semaine|semaines|semana|semanas"),
        ("1209600", "fortnight|fortnights|quinzaine|quinzaines|quincena|quincenas"),
    ),
    "month": (
        ("1", "month|months|mo|mos|monat|monate|monaten|mois|mes|meses"),
        ("12", "year|years|yr|yrs|an|jahr|jahre|jahren|ans|annee|annees|ano|anos|year-old|years-old|"
               "year - old|years - old|year old|years old|years of age|year olds|year-olds|yo|"
               "jahrige|jahriger|jahrigen|jahriges|jahrig|jahren alt|jahre alt"),
        ("120", "decade|decades|jahrzehnt|jahrzehnte|jahrzehnten|jahrzehnts|decennie|decennies|"
                "decada|decadas"),
        ("1200", "century|centuries|jahrhundert|jahrhunderte|jahrhunderten|siecles|siglos"),
        ("3", "quarters|quartale|quartalen|vierteljahr|vierteljahre|vierteljahren|vierteljahrs|"
              "vierteljahres|trimestre|trimestres|四半期|个季度"),
        ("6", "halbjahr|halbjahre|halbjahren|halbjahrs|halbjahres|semestre|semestres|half-year|half-years"),
        ("9", "dreivierteljahr|dreivierteljahre|dreivierteljahres|dreivierteljahren"),
        ("60", "lustro|lustros"),
    ),
    "byte": (
        ("1", "byte|bytes|octet|octets"),
        ("1000", "kb|kilobyte|kilobytes"),
        ("1000000", "mb|megabyte|megabytes"),
        ("1000000000", "gb|gigabyte|gigabytes|gig|gigs"),
        ("1000000000000", "tb|terabyte|terabytes"),
        ("1000000000000000", "pb|petabyte|petabytes"),
        ("1024", "kib|kibibyte|kibibytes"),
        ("1048576", "mib|mebibyte|mebibytes"),
        ("1073741824", "gib|gibibyte|gibibytes"),
        ("1099511627776", "tib|tebibyte|tebibytes"),
        ("1/8", "bit|bits"),
    ),
    "byte/s": (
        ("125", "kbps|kbit/s|kb/s"),
        ("125000", "mbps|mbit/s|megabit per second|megabits per second"),
        ("125000000", "gbps|gbit/s|gigabit per second|gigabits per second"),
        ("1000000", "mb/s|megabytes per second"),
        ("1000000000", "gb/s|gigabytes per second"),
    ),
    "J": (
        ("1", "j|joule|joules"),
        ("1000", "kj|kilojoule|kilojoules"),
        ("1000000", "mj|megajoule|megajoules"),
        ("1000000000", "gj|gigajoule|gigajoules"),
        ("4.184", "cal"),
        ("4184", "kcal|kilocalorie|kilocalories|kilokalorien|calorie|calories|kalorien|calorias"),
        ("3600", "wh|watt hour|watt hours|wattstunden"),
        ("3600000", "kwh|kilowatt hour|kilowatt hours|kilowatt-hour|kilowatt-hours|kilowattstunde|"
                    "kilowattstunden|kilowattheure|kilowattheures"),
        ("3600000000", "mwh|megawatt hour|megawatt hours|megawatt-hours|megawattstunden"),
        ("3600000000000", "gwh|gigawatt hour|gigawatt hours|gigawatt-hours|gigawattstunden"),
        ("3600000000000000", "twh|terawatt hour|terawatt hours|terawatt-hours|terawattstunden"),
    ),
    "W": (
        ("1", "w|watt|watts"),
        ("1000", "kw|kilowatt|kilowatts"),
        ("1000000", "mw|megawatt|megawatts"),
        ("1000000000", "gw|gigawatt|gigawatts"),
        ("1000000000000", "tw|terawatt|terawatts"),
        ("735.49875", "pferdestarken|cv"),
        ("745.69987158227022", "hp|horsepower"),
    ),
    "m/s": (
        ("1", "m/s|m per second|metres per second|meters per second|meter pro sekunde"),
        ("1000", "km/s|km per second|kilometres per second|kilometers per second"),
        ("5/18", "km/h|kmh|km per hour|kms per hour|kilometres an hour|kilometers an hour|"
                 "km an hour|kph|km/hr|kilometres per hour|kilometers per hour|kilometre per hour|"
                 "kilometer per hour|kilometer pro stunde|stundenkilometer|kilometres par heure|"
                 "kilometros por hora"),
        ("0.44704", "mph|mi/h|miles per hour|mile per hour|miles an hour"),
        ("1852/3600", "knot|knots|kn|knoten"),
    ),
    "Pa": (
        ("1", "pascal|pascals"),
        ("100", "hpa|mbar|millibar|millibars"),
        ("1000", "kpa|kilopascal|kilopascals"),
        ("1000000", "mpa|megapascal|megapascals"),
        ("1000000000", "gpa|gigapascal"),
        ("100000", "bar"),
        ("101325", "atm|atmospheres"),
        ("133.322387415", "mmhg|mm hg"),
        ("6894.757293168", "psi"),
    ),
    "V": (
        ("1", "v|volt|volts|voltios"),
        ("1000", "kv|kilovolt|kilovolts"),
        ("1/1000", "mv|millivolt|millivolts"),
    ),
    "A": (
        ("1", "amp|amps|ampere|amperes"),
        ("1/1000", "milliamp|milliamps|milliampere"),
    ),
    "Ah": (
        ("1", "ah|amp hours|ampere hours"),
        ("1/1000", "mah|milliamp hours"),
    ),
    "Hz": (
        ("1", "hz|hertz"),
        ("1000", "khz|kilohertz"),
        ("1000000", "mhz|megahertz"),
        ("1000000000", "ghz|gigahertz"),
    ),
    "°C": (
        ("1", "°c|° c|℃|degrees celsius|degree celsius|degrees centigrade|degrees c|grad celsius|"
              "celsius|degres celsius|grados celsius|deg c|ºc|º c"),
    ),
    "°": (
        ("1", "°|º|degree|degrees|grad|degre|degres|grado|grados|deg"),
    ),
    "mol": (
        ("1", "mol|moles"),
        ("1/1000", "mmol|millimoles"),
        ("1/1000000", "μmol|umol"),
        ("1/1000000000", "nmol"),
    ),
    "N": (
        ("1", "newton|newtons"),
        ("1000", "kilonewton|kilonewtons"),
    ),
    "dB": (
        ("1", "db|decibel|decibels|dezibel"),
    ),
    "Ω": (
        ("1", "ω|ohm|ohms"),
        ("1000", "kω|kohm"),
    ),
    "lm": (
        ("1", "lm|lumen|lumens"),
    ),
    "IU": (
        ("1", "iu|i.u.|international units"),
    ),
    "px": (
        ("1", "px|pixel|pixels"),
        ("1000000", "megapixel|megapixels"),
    ),
    "rpm": (
        ("1", "rpm|u/min|revolutions per minute"),
    ),
    "tsp": (
        ("1", "tsp|tsps|teaspoon|teaspoons|teeloffel|teeloffeln|cucharadita|cucharaditas|小さじ|茶匙|"
              "cuillere a cafe|cuilleres a cafe"),
        ("3", "tbsp|tbsps|tablespoon|tablespoons|essloffel|essloffeln|cucharada|cucharadas|大さじ|汤匙|"
              "cuillere a soupe|cuilleres a soupe"),
    ),
    "ppm": (
        ("1", "ppm|parts per million"),
        ("1/1000", "ppb|parts per billion"),
    ),
    "×": (
        ("1", "x|×|times|fold|-fold|fach|fache|fachen|facher|faches|mal|fois|veces"),
    ),
}  # fmt: skip
PERCENT: Final = (
    "%|percent|per cent|per-cent|pct|prozent|vh|pour cent|pour-cent|por ciento|por cien|パーセント|％|"
    "percents|p. c."
)
PER_THOUSAND: Final = "‰|per mille|promille|per mil|per thousand|pour mille|por mil"
POINTS: Final = (
    "percentage point|percentage points|percentage-point|percentage-points|percent point|"
    "percent points|pp|ppt|pps|ppts|p.p.|%-points|% points|prozentpunkt|prozentpunkte|prozentpunkten|"
    "point de pourcentage|points de pourcentage|puntos porcentuales|punto porcentual|个百分点|百分点|"
    "パーセントポイント|%ポイント|ポイント"
)
BASIS_POINTS: Final = (
    "basis point|basis points|bp|bps|bip|bips|basispunkt|basispunkte|basispunkten|个基点|基点"
)
CJK: Final[tuple[tuple[str, str, str], ...]] = (
    ("m", "1", "米|メートル|公尺"),
    ("m", "1000", "公里|千米|キロメートル|キロ"),
    ("m", "1/100", "厘米|センチメートル|センチ|公分"),
    ("m", "1/1000", "毫米|ミリメートル|ミリ"),
    ("m2", "1", "平方米|平方メートル|平米"),
    ("m2", "1000000", "平方公里|平方千米|平方キロメートル|平方キロ"),
    ("m2", "10000", "公顷|ヘクタール"),
    ("m2", "2000/3", "亩"),
    ("l", "1", "升|リットル|公升"),
    ("l", "1/1000", "毫升|ミリリットル"),
    ("l", "1000", "立方米|立方メートル"),
    ("kg", "1", "公斤|千克|キログラム"),
    ("kg", "1/1000", "克|グラム"),
    ("kg", "1/1000000", "毫克|ミリグラム"),
    ("kg", "1/1000000000", "微克|マイクログラム"),
    ("kg", "1000", "吨|トン|噸"),
    ("kg", "1/2", "斤"),
    ("s", "1", "秒|秒钟|秒間"),
    ("s", "60", "分钟|分鐘|分間"),
    ("s", "3600", "小时|小時|時間|个小时"),
    ("s", "86400", "天|日間|日以内|日内|个工作日|工作日|営業日|天内"),
    ("s", "604800", "周|週間|个星期|星期|週"),
    ("month", "1", "个月|個月|ヶ月|か月|カ月|ヵ月|箇月|ヶ月間|か月間"),
    ("month", "12", "年|年間|か年|カ年|ヶ年|周年|岁|歳|周岁|才"),
    ("°C", "1", "摄氏度|度|℃|°c"),
    ("V", "1", "伏|伏特|ボルト"),
    ("W", "1", "瓦|瓦特|ワット"),
    ("W", "1000", "千瓦|キロワット"),
    ("J", "3600000", "千瓦时|キロワット時|度电"),
    ("m/s", "5/18", "公里/小时|キロメートル毎時|公里每小时"),
    ("×", "1", "倍"),
)
