"""French cues, folded (no accents): one kind and value a paragraph, its phrases after the colon."""

from __future__ import annotations

from typing import Final

CUES: Final = """
skip: non seulement, sans exception, pas seulement, ne pas depasser, sans doute, pas plus de, pas moins
  de, pas plus tard que, avant tout, d' apres, apres tout, n' importe, peut aussi, pas avant, sans delai,
  si bien que
negation not: n', ne, pas, non, aucun, aucune, jamais, ni, sans, rien, personne ne, nullement, depourvu,
  depourvue, au lieu de, plutot que, nul, nulle
modality may: peut, peuvent, pourrait, pourraient, possible, possiblement, peut etre, eventuellement,
  susceptible, pouvait, pouvaient
modality likely: probablement, probable, vraisemblablement, semble, semblent
modality suggested: suggere, suggerent, indique que, indiquent que, laisse penser, laissent penser,
  serait, seraient, aurait, auraient, pretendument, parait, preliminaire, preliminaires
modality expected: prevoit, prevoient, prevu, prevue, prevus, attendu, attendue, attend, envisage,
  envisagent, devrait, devraient, projette, objectif de, vise a, visent a
modality should: recommande, recommandee, recommandent, conseille, conseillee, devrait, devraient, il
  convient, il est conseille, conseilles, conseillees, conseillent, recommandes, recommandees, preconise,
  est prie de, est priee de, sont pries de, sont priees de, priere de, invite a, invites a
modality must: doit, doivent, obligatoire, exige, exigee, exigent, oblige, obliges, tenu de, tenus de,
  tenue de, faut, requis, requise, devra, devront, necessaire, indispensable, imperatif, imperativement
modality will: sera, seront, va, vont
modality proven: prouve, prouvent, demontre, demontrent, confirme, confirment, garantit, garantissent,
  certainement, etabli que
quantifier all: tous, toutes, chaque, toujours, en tout temps, a tout moment, sans exception, partout,
  tout le monde, en toutes circonstances
quantifier whole: tout, toute, entierement, integralement, integralite, quel que soit, les deux
quantifier none: aucun, aucune, nul, nulle, jamais, rien, zero
quantifier only: seulement, uniquement, seul, seule, seuls, seules, exclusivement, reserve a, reservee a,
  reserves a, reservees a, reserve aux, reservee aux
quantifier some: certains, certaines, quelques, plusieurs, parfois, au moins un, au moins une, en partie,
  partiellement, divers, diverses
quantifier most: plupart, majorite, plus de la moitie, generalement, principalement, surtout,
  habituellement, en general, souvent
quantifier few: peu de, rarement, minorite, moins de la moitie
quantifier many: beaucoup, nombreux, nombreuses
quantifier exactly: exactement, precisement
exception except: sauf, excepte, a l' exception, hormis, hors, a moins que, a moins de, exception,
  exceptions, a l' exclusion, en dehors de
condition if: si, s' il, s' ils, a condition, pourvu que, sous reserve, en cas de, lorsque, uniquement
  si, sur demande, dans le cas, des lors que
order before: avant, precede, precedait, prealablement, au prealable, jusqu', jusque, anterieur,
  anterieurement, au plus tard
order after: apres, suivant, suivants, depuis, ensuite, a l' issue, posterieur, ulterieurement, a
  compter, a partir
cause because: parce que, parce qu', a cause, en raison, cause, causee, causes, grace a, provoque,
  provoquee, entraine, donc, du a, due a, dues a, suite a, par consequent, resulte, car, faute de
cause associated: associe, associee, associes, correlation, lie a, liee a, lien entre, lies a
"""
