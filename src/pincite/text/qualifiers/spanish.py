"""Spanish cues, folded (no accents): one kind and value a paragraph, its phrases after the colon."""

from __future__ import annotations

from typing import Final

CUES: Final = """
skip: no solo, no obstante, no mas de, no menos de, sin excepcion, sin embargo, sin duda, no superior, no
  exceder, no inferior, ante todo, puede tambien, no antes de, no solamente, no mas tarde
negation not: no, nunca, ni, sin, ningun, ninguna, ninguno, ningunos, tampoco, jamas, nadie, nada, en
  lugar de, en vez de, carece, carecen, libre de
modality may: puede, pueden, podria, podrian, podra, podran, posible, posiblemente, quizas, quiza, tal
  vez, eventualmente
modality likely: probablemente, probable, parece, parecen
modality suggested: sugiere, sugieren, indica que, indican que, supuestamente, presuntamente, apunta a,
  apuntan a, preliminar, preliminares
modality expected: preve, preven, previsto, prevista, espera, esperan, planea, planean, proyecta, tiene
  previsto, pretende, pretenden, se espera, estima que
modality should: deberia, deberian, recomienda, recomiendan, recomendado, aconseja, aconsejable, conviene,
  se recomienda
modality must: debe, deben, obligatorio, obligatoria, exige, exigen, obligado, obligados, hay que, tiene
  que, tienen que, debera, deberan, requiere, requieren, hace falta, hacen falta, es necesario, es preciso,
  imprescindible, preceptivo, preceptiva, ha de, han de
modality will: sera, seran, va a, van a
modality proven: demuestra, demuestran, prueba que, prueban que, confirma, confirman, garantiza,
  garantizan, ciertamente, demostrado
quantifier all: todos, todas, cada, siempre, en todo momento, sin excepcion, en todos los casos, todo el
  mundo
quantifier whole: todo, toda, cualquier, completamente, integramente, ambos, ambas
quantifier none: ningun, ninguna, ninguno, nadie, nunca, nada, cero
quantifier only: solo, solamente, unicamente, exclusivamente, unico, unica, unicos, unicas, reservado a,
  reservada a, reservados a, reservadas a
quantifier some: algunos, algunas, algun, alguna, varios, varias, ciertos, ciertas, a veces, al menos un,
  al menos una, en parte, parcialmente
quantifier most: mayoria, mayor parte, mas de la mitad, generalmente, principalmente, normalmente, por lo
  general, a menudo
quantifier few: pocos, pocas, rara vez, minoria, menos de la mitad
quantifier many: muchos, muchas, numerosos, numerosas
quantifier exactly: exactamente, precisamente
exception except: salvo, excepto, a excepcion, con excepcion, a menos que, excepcion, excepciones, fuera
  de, aparte de, exceptuando, menos los, menos las
condition if: si, siempre que, a condicion, en caso de, cuando, solo si, bajo la condicion, a peticion,
  previa solicitud, siempre y cuando, sujeto a
order before: antes, previo, previamente, previa, hasta, anterior, anteriormente, a mas tardar
order after: despues, tras, siguiente, siguientes, desde, posterior, posteriormente, una vez, a partir
cause because: porque, debido a, a causa, por culpa, causa, causo, causado, causada, causaron, gracias a,
  provoca, provoco, provocado, provocada, ocasiono, por lo tanto, como consecuencia, ya que, a raiz de,
  resultado de
cause associated: asociado, asociada, asociados, correlacion, relacionado, relacionada, vinculado,
  vinculada
"""
