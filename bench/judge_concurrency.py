"""How close judging by a language model comes to what the endpoint's latency allows.

    python bench/judge_concurrency.py [--questions N] [--latency MS...] [--concurrency N] [--api NAME]

Starts a model server of fixed latency in a process of its own, asks it N different questions, and prints wall
time, the ideal (the latency times the number of full rounds at that concurrency), their ratio, the CPU time a
call took here, the most calls that were open at once, and the peak memory before and after. Times on a shared
machine are noisy: the ratio says something only while a core is free for each of the two processes.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import resource
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "judges"))

from judges_questions import anthropic_judge, many, openai_judge
from server import ModelServer

from pincite.judges.llm.judge import LLMJudge
from pincite.judges.llm.transport import Limits


def serve(connection: Connection, latency: float) -> None:
    server = ModelServer(latency=latency).start()
    connection.send((server.base_url, server.address))
    connection.recv()
    connection.send((len(server.calls), server.peak))
    server.stop()


def made(api: str, base_url: str, address: str, concurrency: int) -> LLMJudge:
    limits = Limits()
    if api == "openai":
        return openai_judge(base_url, concurrency=concurrency, limits=limits)
    return anthropic_judge(address, concurrency=concurrency, limits=limits)


def peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(api: str, questions: int, latency: float, concurrency: int) -> float:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(there, latency), daemon=True)
    process.start()
    base_url, address = here.recv()
    judge = made(api, base_url, address, concurrency)
    judge.judge_batch(many(concurrency))
    asked = many(concurrency + questions)[concurrency:]
    before = peak_mib()
    cpu, started = time.process_time(), time.perf_counter()
    verdicts = judge.judge_batch(asked)
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    ideal = math.ceil(questions / concurrency) * latency
    here.send("end")
    calls, peak = here.recv()
    process.join()
    judge.close()
    judged = sum(verdict.status == "judged" for verdict in verdicts)
    print(
        f"{api}: {judged} of {questions} judged at {latency * 1000:.0f} ms and concurrency {concurrency}: "
        f"{seconds:.2f} s, ideal {ideal:.2f} s, ratio {seconds / ideal:.3f}; "
        f"{cpu / questions * 1000:.2f} ms CPU a call; {calls} calls, at most {peak} open; "
        f"peak memory {before:.0f} MiB before, {peak_mib():.0f} MiB after"
    )
    return seconds / ideal


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--latency", type=float, nargs="*", default=[200.0, 100.0], metavar="MS")
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--api", choices=("openai", "anthropic"), default="openai")
    options = parser.parse_args()
    for latency in options.latency:
        measure(options.api, options.questions, latency / 1000, options.concurrency)


if __name__ == "__main__":
    main()
