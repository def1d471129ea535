"""Both runs made again from their stored answers, so that what is compared was cut by one extractor.

A package holds one version of the extractor and of the scope rule. So two recorded versions cannot be run
side by side; both runs are brought to the present one, each with its own corpus, cases, policy and judge, and
what that moved in each of them is said.
"""

from __future__ import annotations

from pincite.claims.extraction import EXTRACTOR, EXTRACTOR_VERSION, SCOPE_VERSION
from pincite.engine.run import Run, check_all
from pincite.gate.comparison.attribution import moved, remade_answers, remade_setting, values
from pincite.gate.comparison.comparison import Rescored
from pincite.gate.comparison.sources import Sources


def rescore(
    base: Run, head: Run, sources: tuple[Sources, Sources], *, seed: int
) -> tuple[Run, Run, Rescored]:
    """The two runs again. Raises InputError when one of them cannot be scored again."""
    again = [
        check_all(remade_answers(source, side), remade_setting(source, side), seed=seed)
        for side, source in zip(("base", "head"), sources, strict=True)
    ]
    told = Rescored(
        extractor=f"{EXTRACTOR}@{EXTRACTOR_VERSION}",
        scope=SCOPE_VERSION,
        recorded_base=_recorded(base),
        recorded_head=_recorded(head),
        base_moved=moved(values(base.summary), values(again[0].summary)),
        head_moved=moved(values(head.summary), values(again[1].summary)),
    )
    return again[0], again[1], told


def _recorded(run: Run) -> str:
    versions = run.manifest.versions
    return f"{versions.get('extractor', 'unknown')}, scope {versions.get('scope', 'unknown')}"
