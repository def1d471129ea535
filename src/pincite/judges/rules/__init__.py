"""The rules judge: aligns a claim with its evidence and compares figures, negation, modality, quantity,
order, roles.
"""

from pincite.judges.rules.judge import RulesJudge, judge, weigh

__all__ = ["RulesJudge", "judge", "weigh"]
