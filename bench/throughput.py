"""How fast the deterministic tier is, and whether memory stays flat.

    python bench/throughput.py ANSWERS.jsonl... [--answers N] [--warm FILE.jsonl...]

Streams up to N of the given answers (the packaged demo without any) through the whole pipeline in one
process. Answers are only repeated, under new ids, when there are fewer than N; what is repeated is
found in caches, so the number of different answers is printed beside the rate. The clock starts after
the answers of `--warm`, and the demo where it is not what is measured, have gone through once: by then
the patterns are compiled and the common words are known, as they are in a long run. Prints answers and
claims a second, words a passage, time per stage, and the peak memory after the first tenth and at the
end. Times on a shared machine are noisy: compare runs side by side.
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


def read(sources: list[str]) -> list[Answer]:
    return [one for one in read_answers(sources) if isinstance(one, Answer)]


def repeated(known: list[Answer], count: int) -> Iterator[Answer]:
    """The same answers again and again under new ids, so that nothing is a repeat by name."""
    for number, answer in zip(range(count), cycle(known), strict=False):
        yield structs.replace(answer, answer_id=f"{number}", case_id=None)


def evidence_words(answers: list[Answer]) -> float:
    """How many words a prompt chunk has, on average."""
    chunks = [chunk for answer in answers for chunk in answer.prompt_chunks or ()]
    return sum(len(chunk.text.split()) for chunk in chunks) / max(1, len(chunks))


def peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", nargs="*", help="answers in the native format")
    parser.add_argument("--answers", type=int, help="how many; as many as there are without it")
    parser.add_argument(
        "--warm", nargs="*", default=[], help="answers that are checked before the clock starts"
    )
    options = parser.parse_args()
    demo = str(files("pincite.demo") / "answers.jsonl")
    known = read(options.sources or [demo])
    count = options.answers or len(known)
    setting = Setting(policy=load_policy(), judge=named_judge("rules"))
    first = read([*([demo] if options.sources else []), *options.warm])
    for _ in check_answers(iter(first), setting, clock=Bookkeeping(setting).clock):
        pass
    books = Bookkeeping(setting)
    started, worked = time.perf_counter(), time.process_time()
    early = 0.0
    for number, (answer, result) in enumerate(
        check_answers(repeated(known, count), setting, clock=books.clock), 1
    ):
        books.add(answer, result)
        if number == max(1, count // 10):
            early = peak_mib()
    seconds, busy = time.perf_counter() - started, time.process_time() - worked
    counts = books.summary().counts
    print(
        f"{counts.answers} answers ({min(len(known), count)} different), {counts.claims} claims, "
        f"{evidence_words(known):.0f} words a passage, in {seconds:.2f} s, {busy:.2f} s of one core"
    )
    print(f"{counts.answers / busy:.0f} answers and {counts.claims / busy:.0f} claims a second of one core")
    for stage, spent in sorted(books.clock.seconds.items(), key=lambda row: -row[1]):
        print(f"  {stage:8} {spent:7.2f} s  {spent / seconds:5.1%}")
    print(f"peak memory {early:.0f} MiB after a tenth, {peak_mib():.0f} MiB at the end")


if __name__ == "__main__":
    main()
