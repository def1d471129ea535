"""Abbreviations with a full stop that need not end a sentence, in English, German, French and Spanish.

All are folded in case, without the last full stop; inner full stops stay (`ph.d`).
"""

from __future__ import annotations

from typing import Final

from pincite.text.stopwords import word_set

# Something always follows them: no sentence ends here.
OPEN: Final = word_set("""
    e.g i.e cf viz ca approx vs resp incl excl esp
    mr mrs ms dr prof mme mlle mm st ste mt messrs rev hon gov sen rep pres gen col capt cmdr lt sgt supt
    z.b d.h u.a a.a.o i.d.r v.a s.o s.u o.ä z.t i.e.s m.e b.z.w vgl bzw ggf evtl sog insb einschl inkl exkl
    zzgl bspw hrsg geb gest verh dipl hr fr hrn p.ex par.ex env éd éds av bd sté cie mgr me vve p.ej aprox
    sr sra srta sres dña ud uds lic ing dir avda admón
""")
# A number or a letter follows them; before anything else they are ordinary words ("no.", "art.").
NUMBERED: Final = word_set("""
    no nos nr nrn art arts fig figs tab sec secs sect vol vols p pp pg ch chap para paras cl ex app eq eqs
    ref refs ver rn rz abs abschn kap bd anm anl ziff lit satz s ss ff bl hs az bgbl bgb núm n.º nº pág págs
    cap párr apdo inc num al alin parág t jan feb mar apr jun jul aug sep sept oct nov dec okt dez janv févr
    avr juil déc ene abr ago dic mon tue wed thu fri sat sun ext tel
""")
# No sentence ends between them and a figure ("max. 8 kg"), unless a figure before makes a unit of them
# ("45 min.").
MEASURED = word_set("""
    max min máx mín mind maxi mini avg tot ed eds aufl durchschn insg rd etw tägl wöchentl monatl jährl höchst
    mindest maks moy prom mens máxim mínim circa circ est abt std temp
""")
# They may end a sentence or stand within one: what follows decides.
EITHER: Final = word_set("""
    etc al inc ltd co corp llc bros jr sr ph.d m.d b.a m.a b.sc m.sc d.c u.s u.k u.n e.u a.d b.c b.c.e c.e
    a.m p.m usw usf u.s.w n.chr v.chr str min max std sek mio mrd tsd dept univ assn est govt
    ee.uu s.a s.l s.r.l e.v i.r i.v i.a p.a
""")
# Words that open a sentence far more often than they follow an abbreviation inside one, beside the stop
# words.
OPENERS: Final = word_set("""
    additionally afterwards consequently finally first furthermore hence however instead it later likewise
    meanwhile moreover nevertheless otherwise overall second similarly nobody nothing everyone someone since
    thus today users customers please ausserdem danach dennoch ferner zudem zuerst weiterhin cependant
    ensuite enfin toutefois neanmoins asimismo ademas finalmente posteriormente
""")
# Stop words that are also names or parts of names: no evidence that a sentence opens.
NAMES: Final = word_set("""
may will de la le les los las del di du da von van der den man so do an am see son mas ser
""")
MONTHS: Final = word_set("""
    january february march april may june july august september october november december
    januar februar märz mai juni juli oktober dezember jänner
    janvier février mars avril juin juillet août septembre octobre novembre décembre
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
""")
