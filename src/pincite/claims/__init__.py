"""Claims: an answer cut into propositions, each with its kind, its severity and the citations that cover
it.

`extraction.extract` is the way in. `outline` cuts blocks into sentences and `splitting` sentences into
propositions (`clauses` and `predicates` know where a verb stands); `proposition` reads each by itself;
`kinds` and `abstention` say what it is; `scope` says which markers cover it; `policy` says what follows
from its kind.
"""
