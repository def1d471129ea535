"""What recording an answer costs the request that is recorded.

    python bench/recording.py [--requests N] [--passages N] [--kept N]

A toy RAG (word overlap over passages in memory, an answer put together from the best ones) answers the same
questions twice in turn, plain and recorded, in one process: the order changes with every request, so that
both see the same machine. Prints the medians and their ratio, by the clock and in CPU time (the clock means
little while the machine is busy), and of recording alone the median, the first and the last tenth of the
requests (does it grow with the file?) and the 99th percentile. With redaction, a pattern is applied to every
text besides.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pincite.trace import Recorder

WORDS = [
    f"{start}{middle}{end}"
    for start in ("lo", "ri", "sta", "ke")
    for middle in ("na", "ret", "vo", "sul", "bi")
    for end in ("n", "ral", "tic", "ment", "s", "der", "ly", "on")
]


class Toy:
    """A RAG without a model: what it does beside answering is nothing."""

    def __init__(self, passages: int, kept: int) -> None:
        chance = random.Random(7)
        texts = [" ".join(chance.choices(WORDS, k=120)) + "." for _ in range(passages)]
        self.passages = [
            {"document_id": f"d{n // 4}", "document_revision": "1", "chunk_id": f"c{n % 4}", "text": text}
            for n, text in enumerate(texts)
        ]
        self._words = [frozenset(text.split()) for text in texts]
        self.kept = kept

    def retrieve(self, question: str) -> list[dict[str, str]]:
        asked = frozenset(question.split())
        order = sorted(range(len(self._words)), key=lambda n: -len(asked & self._words[n]))
        return [self.passages[n] for n in order[: 4 * self.kept]]

    def generate(self, prompt: list[dict[str, str]]) -> str:
        return " ".join(f"{' '.join(one['text'].split()[:12])} [{n}]." for n, one in enumerate(prompt, 1))

    def ask(self, question: str) -> str:
        return self.generate(self.retrieve(question)[: self.kept])

    def recorded(self, question: str, recorder: Recorder) -> str:
        with recorder.answer(question) as t:
            with t.stage("retrieval"):
                found = self.retrieve(question)
            prompt = found[: self.kept]
            t.retrieved(found)
            t.prompt(prompt)
            with t.stage("generation"):
                text = self.generate(prompt)
            t.answer(text)
            return text


class Spent(NamedTuple):
    """Milliseconds of a call: by the clock, and of one core."""

    wall: float
    cpu: float


def spent(call: Callable[[], object]) -> Spent:
    wall, cpu = time.perf_counter_ns(), time.thread_time_ns()
    call()
    return Spent((time.perf_counter_ns() - wall) / 1e6, (time.thread_time_ns() - cpu) / 1e6)


def alone(toy: Toy, recorder: Recorder, question: str) -> Spent:
    """Recording by itself, with everything else done before."""
    found = toy.retrieve(question)
    prompt = found[: toy.kept]
    text = toy.generate(prompt)

    def record() -> None:
        with recorder.answer(question) as t:
            with t.stage("retrieval"):
                pass
            t.retrieved(found)
            t.prompt(prompt)
            with t.stage("generation"):
                pass
            t.answer(text)

    return spent(record)


def compare(toy: Toy, recorder: Recorder, requests: int, said: str) -> None:
    chance = random.Random(11)
    plain: list[Spent] = []
    recorded: list[Spent] = []
    apart: list[Spent] = []
    for number in range(requests):
        question = " ".join(chance.choices(WORDS, k=9))
        ways = [
            lambda question=question: plain.append(spent(lambda: toy.ask(question))),
            lambda question=question: recorded.append(spent(lambda: toy.recorded(question, recorder))),
        ]
        for way in ways if number % 2 else reversed(ways):
            way()
        apart.append(alone(toy, recorder, question))
    tenth = max(requests // 10, 1)
    print(said)
    for unit in ("wall", "cpu"):
        base, full, own = ([getattr(one, unit) for one in many] for many in (plain, recorded, apart))
        before, after = statistics.median(base), statistics.median(full)
        print(
            f"  {unit:<4}  plain {before:.3f} ms, recorded {after:.3f} ms ({after / before - 1:+.2%});"
            f" recording alone {statistics.median(own):.3f} ms,"
            f" first tenth {statistics.median(own[:tenth]):.3f}, last {statistics.median(own[-tenth:]):.3f},"
            f" 99 % under {sorted(own)[int(len(own) * 0.99)]:.3f}"
        )
    print(f"  {recorder.recorded} records, {recorder.problems} problems")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--requests", type=int, default=400)
    parser.add_argument("--passages", type=int, default=4000)
    parser.add_argument(
        "--kept", type=int, default=5, help="passages in the prompt; four times as many found"
    )
    options = parser.parse_args()
    toy = Toy(options.passages, options.kept)
    digits = re.compile(r"\b[\w.]+@[\w.]+\b|\b\d{6,}\b")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        compare(toy, Recorder(place / "plain.jsonl"), options.requests, "to a file")
        inside: list[float] = []

        def redact(text: str) -> str:
            start = time.thread_time_ns()
            result = digits.sub("[hidden]", text)
            inside.append((time.thread_time_ns() - start) / 1e6)
            return result

        redacting = Recorder(place / "redacted.jsonl", redact=redact)
        compare(toy, redacting, options.requests, "to a file, with redaction")
        print(f"  of it in the pattern itself: {sum(inside) / redacting.recorded:.3f} ms of CPU a record")
        size = (place / "plain.jsonl").stat().st_size
        print(f"{size / 1e6:.1f} MB written, {size / options.requests / 2 / 1000:.1f} kB a record")


if __name__ == "__main__":
    main()
