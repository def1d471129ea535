"""Metrics: counts of one answer, sums of counts, and functions of the sums."""

# Part of every signature: raise it when a definition changes so that the same rows give another number.
SCORER_VERSION = "2"
