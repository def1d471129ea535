"""Judging by a sequence-classification model: NLI, or fact checking by cross-encoder."""

from pincite.judges.nli.judge import NliJudge
from pincite.judges.nli.loading import load_nli

__all__ = ["NliJudge", "load_nli"]
