"""Stop words of six languages: words that carry grammar rather than content, folded in case and accents.

They serve two ends: content words for overlap, and the evidence by which a language is recognised.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_EN: Final = """
a about above after again against all also although am an and any are aren't as at be because been before
being below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down
during each either else every few for from further had hadn't has hasn't have haven't having he her here
hers herself him himself his how however i i'm i've if in into is isn't it it's its itself just let's many
may me might more most much must my myself neither no nor not of off on once only onto or other our ours
ourselves out over own per same shall she should shouldn't so some such than that that's the their theirs
them themselves then there therefore these they they're this those through to too under until up upon us
very was wasn't we were weren't what when where whether which while who whom whose why will with within
without won't would wouldn't yet you you're your yours yourself yourselves
"""
_DE: Final = """
ab aber alle allem allen aller alles als also am an ander andere anderen anderer anderes auch auf aus
ausserdem bei beim beide beiden bin bis bist da dabei dadurch dafur dagegen daher damit dann daran darauf
darf durfen darin daruber darum das dass davon dazu dein deine dem den denen denn der deren des dessen dich
die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einige
einigen einiger er es etwa etwas euch euer eure fur gegen hab habe haben hat hatte hatten hier hierzu hinter
ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja je jede jedem jeden jeder jedes
jedoch jene jenem jenen jener kann kein keine keinem keinen keiner konnen konnte man mein meine mich mir mit
muss mussen nach nachdem neben nicht nichts noch nun nur ob obwohl oder ohne sehr sein seine seinem seinen
seiner seit selbst sich sie sind so sofern solche solchen soll sollen sollte sondern sowie sowohl uber um
und uns unser unsere unter viel vom von vor wahrend war ware waren was weder weil welche welchen welcher
welches wenn wer werde werden wie wieder will wir wird wo wollen worden wurde wurden zu zum zur zwar
zwischen
"""
_FR: Final = """
a afin ai ainsi alors apres au aucun aucune aussi autre autres aux avaient avait avant avec avoir bien c'
car ce ceci cela celle celles celui ces cet cette ceux chaque chez ci comme comment d' dans de depuis des
donc dont du elle elles en encore entre es est et etaient etait etant ete etes etre eu eux fait faut furent
fut grace il ils j' je jusqu' jusque l' la le les leur leurs lors lorsqu' lorsque lui m' ma mais me meme
memes mes mon n' ne ni non nos notre nous on ont ou par parce pas pendant peu peut peuvent plus pour
pourquoi puis puisqu' puisque qu' quand que quel quelle quelles quelqu' quelque quelques quels qui quoi s'
sa sans sauf se selon sera serait seront ses si soit sommes son sont sous souvent suis sur t' ta tandis te
tes toi ton toujours tous tout toute toutes tres tu un une vers voici voila vos votre vous
"""
_ES: Final = """
a ademas adonde al algo alguna algunas alguno algunos ante antes aquel aquella aquellas aquello aquellos
aqui asi aun aunque bajo bien cada como con contra cual cuales cualquier cuando cuanto cuya cuyo de debe
deben del desde despues donde dos durante e el ella ellas ello ellos en entonces entre era eran eres es esa
esas ese eso esos esta estaba estaban estan estar estas este esto estos fue fueron ha habia habian haber
hace hacia han hasta hay hubo incluso la las le les lo los mas me mediante mi mientras mis misma mismas
mismo mismos mucho muy nada ni ningun ninguna ninguno no nos nosotros nuestra nuestras nuestro nuestros o os
otra otras otro otros para pero poco por porque pues puede pueden que quien quienes se sea sean segun ser
sera si sido sin sino siempre sobre solamente solo somos son soy su sus suya suyo tal tales tambien tampoco
tan tanto te tener tiene tienen toda todas todavia todo todos tras tu tus u un una unas uno unos usted
ustedes vosotros y ya yo
"""
# Bigrams and single characters: Chinese and Japanese tokens are bigrams, and a bigram of function
# characters carries no content.
_ZH: Final = """
的 了 和 是 在 也 都 与 及 或 而 但 被 把 对 从 到 于 以 为 之 其 这
那 有 不 就 还 又 可以 以及 因为 所以 如果 但是 而且 或者 并且 这个 那个 这些
那些 我们 你们 他们 它们 自己 已经 没有 对于 关于 由于 为了 其中 以上 以下 就是
不是
"""
_JA: Final = """
は が を に で と も の へ や か な ね よ から まで より など です ます
した して する ある いる この その あの これ それ また ただ 場合 及び または
こと もの ため よう という について による において として
"""


def word_set(listing: str) -> frozenset[str]:
    """The words of a listing parted by blanks and line breaks."""
    return frozenset(listing.split())


STOP_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "en": word_set(_EN),
    "de": word_set(_DE),
    "fr": word_set(_FR),
    "es": word_set(_ES),
    "zh": word_set(_ZH),
    "ja": word_set(_JA),
}
"""By language code; the words are folded as `pincite.text.words.fold` folds them."""
