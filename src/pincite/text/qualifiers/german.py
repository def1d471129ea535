"""German cues, folded (no accents): one kind and value a paragraph, its phrases after the colon."""

from __future__ import annotations

from typing import Final

CUES: Final = """
skip: nicht nur, ohne ausnahme, ohne weiteres, nicht mehr als, nicht weniger als, nicht spater als, nicht
  langer als, nicht fruher als, nicht zuletzt, nicht uberschreiten, nicht ubersteigen, nicht vor, nichts
  anderes als, vor allem, nach wie vor, vor ort, nach angaben, nach hause, je nach, nach massgabe, kann
  auch, ob, nach art
negation not: nicht, kein, keine, keinen, keinem, keiner, keines, nie, niemals, niemand, nichts, weder,
  ohne, nirgends, noch nicht, nicht mehr, anstatt, statt, anstelle, keinerlei, frei von, keineswegs,
  mangels, fehlt, fehlen
modality may: kann, konnen, konnte, konnten, darf, durfen, durfte, durften, moglicherweise, vielleicht,
  eventuell
modality likely: wahrscheinlich, vermutlich, wohl, anscheinend
modality suggested: deutet, deuten, legt nahe, legen nahe, scheint, scheinen, angeblich, mutmasslich,
  hinweise auf, sprechen dafur, spricht dafur, vermutet, soll angeblich, vorlaufig, vorlaufige
modality expected: erwartet, erwarten, voraussichtlich, geplant, plant, planen, prognose, prognostiziert,
  beabsichtigt, rechnet mit, rechnen mit, angestrebt, vorgesehen, will, wollen, strebt
modality should: sollte, sollten, empfohlen, empfiehlt, empfehlen, soll, sollen, ratsam, gebeten
modality must: muss, mussen, musste, mussten, verpflichtet, zwingend, verpflichtend, ist zu, sind zu, hat
  zu, haben zu, erforderlich, pflicht, vorgeschrieben, obligatorisch, notwendig,
  notig, unerlasslich, bedarf
modality will: wird, werden
modality proven: beweist, beweisen, bewiesen, belegt, bestatigt, nachgewiesen, sicher, garantiert,
  garantieren, zweifellos
quantifier all: alle, allen, aller, alles, jede, jeder, jedes, jeden, jedem, immer, stets, samtliche,
  samtlichen, ausnahmslos, jederzeit, uberall, in jedem fall, generell, grundsatzlich alle, ohne ausnahme
quantifier whole: ganz, ganze, ganzen, vollstandig, beide, beiden
quantifier none: kein, keine, keiner, keinen, keinem, keines, niemand, nichts, nie, niemals, null
quantifier only: nur, ausschliesslich, allein, lediglich, alleinige, alleiniger, bloss, vorbehalten,
  beschrankt auf
quantifier some: einige, manche, mehrere, bestimmte, teilweise, manchmal, mindestens ein, mindestens eine,
  teils, einzelne
quantifier most: meist, meisten, mehrheit, uberwiegend, grosstenteils, in der regel, ublicherweise, mehr
  als die halfte, haufig, oft
quantifier few: wenige, kaum, selten, minderheit, weniger als die halfte
quantifier many: viele, zahlreiche, etliche, vielen, zahlreichen
quantifier exactly: genau, exakt
exception except: ausser, ausgenommen, mit ausnahme, es sei denn, abgesehen von, sofern nicht, wenn nicht,
  ausnahme, ausnahmen, bis auf
condition if: wenn, falls, sofern, soweit, vorausgesetzt, unter der bedingung, nur wenn, auf antrag,
  vorbehaltlich, im fall, im falle, nur bei
order before: vor, vorher, bevor, vorab, bis, zuvor, im voraus, ehe, spatestens
order after: nach, nachdem, danach, seit, anschliessend, nachher, im anschluss, sobald, ab
cause because: weil, wegen, aufgrund, infolge, verursacht, verursachte, verursachten, verursachen, fuhrt
  zu, fuhrte zu, fuhren zu, fuhrten zu, dank, deshalb, daher, folglich, dadurch, ursache, grund fur,
  bedingt durch, ausgelost, bewirkt, da die, da der, da das, somit
cause associated: zusammenhang, korreliert, korrelation, assoziiert, verbunden mit, einhergehend, geht
  einher
"""
