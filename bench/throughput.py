"""How fast the deterministic tier is, and whether memory stays flat.

    python bench/throughput.py ANSWERS.jsonl... [--answers N]

Repeats and renumbers the given answers (the packaged demo without any) up to N and streams them through the
whole pipeline in one process. Prints answers and claims a second, time per stage, and the peak memory after
the first tenth and at the end. Times on a shared machine are noisy: compare runs side by side.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Iterator
from importlib.resources import files
from itertools import cycle

from msgspec import structs

from pincite.claims.policy import load_policy
from pincite.engine.run import Bookkeeping
from pincite.engine.setting import Setting
from pincite.engine.stream import check_answers
from pincite.io.answers import read_answers
from pincite.judges.naming import named_judge
from pincite.model import Answer


def repeated(sources: list[str], count: int) -> Iterator[Answer]:
    """The same answers again and again under new ids, with fresh ids so that nothing is a repeat by name."""
    known = [one for one in read_answers(sources) if isinstance(one, Answer)]
    for number, answer in zip(range(count), cycle(known), strict=False):
        yield structs.replace(answer, answer_id=f"{number}", case_id=None)


def peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", nargs="*", help="answers in the native format")
    parser.add_argument("--answers", type=int, default=3000)
    options = parser.parse_args()
    sources = options.sources or [str(files("pincite.demo") / "answers.jsonl")]
    setting = Setting(policy=load_policy(), judge=named_judge("rules"))
    books = Bookkeeping(setting)
    started, worked = time.perf_counter(), time.process_time()
    early = 0.0
    for number, (answer, result) in enumerate(
        check_answers(repeated(sources, options.answers), setting, clock=books.clock), 1
    ):
        books.add(answer, result)
        if number == max(1, options.answers // 10):
            early = peak_mib()
    seconds, busy = time.perf_counter() - started, time.process_time() - worked
    counts = books.summary().counts
    print(f"{counts.answers} answers, {counts.claims} claims in {seconds:.2f} s, {busy:.2f} s of one core")
    print(f"{counts.answers / busy:.0f} answers and {counts.claims / busy:.0f} claims a second of one core")
    for stage, spent in sorted(books.clock.seconds.items(), key=lambda row: -row[1]):
        print(f"  {stage:8} {spent:7.2f} s  {spent / seconds:5.1%}")
    print(f"peak memory {early:.0f} MiB after a tenth, {peak_mib():.0f} MiB at the end")


if __name__ == "__main__":
    main()
