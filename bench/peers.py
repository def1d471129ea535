"""The same links judged by pincite, ragas and deepeval against the same model server on loopback.

    python bench/peers.py [--peers-python PATH] [--links N] [--latency MS] [--concurrency N] [--failing SHARE]

The server answers every call after a fixed time. Three rounds: it never fails; HTTP 500 for a share of the
calls, evenly spread, so that a second try gets through; HTTP 500 for every call about a share of the links.
Printed: wall time, the ideal (one call a link, `concurrency` of them always open) and the ratio to it, the
ratio to the ideal for as many calls as the tool made, CPU time here, calls made, and what became of each
link. Everything about a tool but its concurrency and endpoint is the tool's default, the retries too.

ragas and deepeval run in a Python of their own, given by --peers-python; one that is not there is skipped
with the reason. They are held to loopback: an attempt to reach any other address fails and is counted.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "judges"))

from judges_questions import openai_judge, question
from server import Answer, Call, ModelServer, failing, sensible

from pincite.judges.llm.transport import Limits

Failing = Literal["nothing", "calls", "links"]
_ITEM: Final = re.compile(r"Item (\d+) weighs")
_MARK: Final = "RESULT "

# Runs in the peers' Python. Reads the task as JSON on stdin, writes the outcome on its last marked line.
_DRIVER: Final = r"""
import json, sys, time, warnings
from importlib.metadata import version

task = json.load(sys.stdin)
strangers = []

def only_loopback(event, args):
    if event == "socket.connect":
        host = args[1][0] if isinstance(args[1], tuple) else "127.0.0.1"
    elif event == "socket.getaddrinfo":
        host = args[0]
    else:
        return
    host = host.decode() if isinstance(host, bytes) else host
    if host not in (None, "127.0.0.1", "::1", "localhost"):
        strangers.append(host)
        raise OSError("this run is held to loopback")

sys.addaudithook(only_loopback)
warnings.simplefilter("ignore")


def described(value):
    return "NaN" if value != value else f"score {value:g}"


def ragas(items):
    from openai import AsyncOpenAI
    from ragas import EvaluationDataset, RunConfig, evaluate
    from ragas.llms import llm_factory
    from ragas.metrics import Faithfulness

    client = AsyncOpenAI(base_url=task["base_url"], api_key="none")
    rows = [
        {"user_input": "What does it weigh?", "response": claim, "retrieved_contexts": [passage]}
        for claim, passage in items
    ]
    told = evaluate(
        EvaluationDataset.from_list(rows),
        metrics=[Faithfulness()],
        llm=llm_factory("gpt-4o", client=client),
        run_config=RunConfig(max_workers=task["concurrency"]),
        show_progress=False,
    )
    return [described(row["faithfulness"]) for row in told.scores], f"result {told}"


def deepeval(items):
    from deepeval import evaluate
    from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig, ErrorConfig
    from deepeval.metrics import FaithfulnessMetric
    from deepeval.models import GPTModel
    from deepeval.test_case import LLMTestCase

    model = GPTModel(model="gpt-4o", base_url=task["base_url"], api_key="none")
    cases = [
        LLMTestCase(input="What does it weigh?", actual_output=claim, retrieval_context=[passage])
        for claim, passage in items
    ]
    told = evaluate(
        cases,
        metrics=[FaithfulnessMetric(model=model, include_reason=False)],
        async_config=AsyncConfig(max_concurrent=task["concurrency"]),
        cache_config=CacheConfig(write_cache=False, use_cache=False),
        display_config=DisplayConfig(show_indicator=False, print_results=False, inspect_after_run=False),
        error_config=ErrorConfig(ignore_errors=task["ignore_errors"]),
    )
    outcomes = []
    for result in told.test_results:
        for one in result.metrics_data:
            passed = "success" if one.success else "failure"
            score = "no score" if one.score is None else described(one.score)
            outcomes.append(f"{score}, {passed}" + (", with an error" if one.error else ""))
    passing = sum(result.success for result in told.test_results)
    return outcomes, f"{passing} of {len(told.test_results)} test cases a success"


run = {"ragas": ragas, "deepeval": deepeval}[task["tool"]]
told = {"version": version(task["tool"])}
try:
    run(task["warm"])
    started, cpu = time.perf_counter(), time.process_time()
    try:
        told["outcomes"], told["summary"] = run(task["items"])
    finally:
        told["seconds"], told["cpu"] = time.perf_counter() - started, time.process_time() - cpu
except Exception as error:
    told["error"] = f"{type(error).__name__}: {error}"[:200]
told["strangers"] = sorted(set(map(str, strangers)))
print("\nRESULT " + json.dumps(told), flush=True)
"""


class Setting(Struct, frozen=True, kw_only=True):
    links: int
    latency: float
    concurrency: int
    share: float
    limit: float
    python: str | None

    @property
    def items(self) -> list[tuple[str, str]]:
        """Claims and their passages."""
        return _items(range(self.links))

    @property
    def warm(self) -> list[tuple[str, str]]:
        """Other links, judged before time is taken: imports, connections, first calls."""
        return _items(range(self.links, self.links + self.concurrency))


class Told(Struct, frozen=True, kw_only=True):
    """What a tool said: how long it took, what became of each link, and its own summary."""

    version: str
    seconds: float = 0.0
    cpu: float = 0.0
    outcomes: list[str] = []
    summary: str = ""
    error: str = ""
    strangers: list[str] = []


def _items(numbers: range) -> list[tuple[str, str]]:
    return [(f"Item {n} weighs {n} kg.", f"Item {n} weighs {n} kg. It is red.") for n in numbers]


class Model:
    """The server's behaviour: supports everything, in whatever shape it is asked for, and fails as told."""

    def __init__(self, links: int, share: float, failing_what: Failing) -> None:
        self._links = links
        self._share = share
        self._failing = failing_what
        self.calls = self.failed = 0

    def __call__(self, call: Call) -> Answer:
        text = "\n".join(str(message["content"]) for message in call.body["messages"])
        numbers = _ITEM.findall(text)
        number = int(numbers[-1]) if numbers else -1
        if number < self._links:
            self.calls += 1
            place = {"nothing": None, "calls": self.calls - 1, "links": number}[self._failing]
            if place is not None and math.floor((place + 1) * self._share) > math.floor(place * self._share):
                self.failed += 1
                return failing(500)
        if call.claims:
            return sensible(call)
        schema = _schema(call, text)
        return Answer(text=json.dumps(_filled(schema, schema, f"Item {number} weighs {number} kg.")))


def _schema(call: Call, text: str) -> dict[str, Any]:
    """The JSON schema of the reply, from the request's own field or out of the prompt."""
    stated = call.body.get("response_format", {}).get("json_schema", {}).get("schema")
    found = [stated] if stated else [one for one in _objects(text) if "properties" in one]
    if not found:
        raise ValueError("a prompt without a schema")
    return dict(found[-1])


def _objects(text: str) -> Iterator[dict[str, Any]]:
    decoder, at = json.JSONDecoder(), text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            end = at + 1
        else:
            if isinstance(value, dict):
                yield value
        at = text.find("{", end)


def _filled(schema: dict[str, Any], root: dict[str, Any], sentence: str) -> Any:
    """A value of the schema: one element a list, the first value of an enumeration, 1 for a number."""
    if "$ref" in schema:
        return _filled(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, sentence)
    for choices in ("anyOf", "allOf", "oneOf"):
        if choices in schema:
            return _filled(schema[choices][0], root, sentence)
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: _filled(one, root, sentence) for name, one in schema.get("properties", {}).items()}
        case "array":
            return [_filled(schema["items"], root, sentence)]
        case "integer" | "number":
            return 1
        case "boolean":
            return True
        case _:
            return sentence


def serve(connection: Connection, links: int, latency: float, share: float, failing_what: Failing) -> None:
    model = Model(links, share, failing_what)
    server = ModelServer(model, latency=latency).start()
    connection.send(server.base_url)
    connection.recv()
    connection.send((model.calls, model.failed, server.peak))
    server.stop()


def pincite(setting: Setting, base_url: str) -> Told:
    judge = openai_judge(base_url, concurrency=setting.concurrency, limits=Limits())
    judge.judge_batch([question(*item, key=item[0]) for item in setting.warm])
    asked = [question(*item, key=item[0]) for item in setting.items]
    started, cpu = time.perf_counter(), time.process_time()
    verdicts = judge.judge_batch(asked)
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    judge.close()
    outcomes = [
        f"judged {one.label}" if one.status == "judged" else f"{one.status} ({one.reason}), no label"
        for one in verdicts
    ]
    judged = [one for one in verdicts if one.status == "judged"]
    supported = sum(one.label == "full" for one in judged)
    summary = f"{supported} of {len(judged)} judged supported, {len(verdicts) - len(judged)} unjudged"
    return Told(version="", seconds=seconds, cpu=cpu, outcomes=outcomes, summary=summary)


def peer(tool: str, setting: Setting, base_url: str, ignore_errors: bool) -> Told:
    assert setting.python is not None
    task = {
        "tool": tool,
        "base_url": base_url,
        "items": setting.items,
        "warm": setting.warm,
        "concurrency": setting.concurrency,
        "ignore_errors": ignore_errors,
    }
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                [setting.python, "-c", _DRIVER],
                input=json.dumps(task),
                capture_output=True,
                text=True,
                timeout=setting.limit,
                cwd=folder,
                env=_environment(folder),
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Told(version="", error=f"not done within {setting.limit:g} s")
    lines = [line for line in done.stdout.splitlines() if line.startswith(_MARK)]
    if not lines:
        last = (done.stderr.strip().splitlines() or ["nothing on stderr"])[-1]
        return Told(version="", error=f"ended with {done.returncode}: {last[:200]}")
    return Told(**json.loads(lines[-1].removeprefix(_MARK)))


def _environment(folder: str) -> dict[str, str]:
    """No settings of the user, and no telemetry; the guard in the driver is the second lock."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": folder,
        "PYTHONWARNINGS": "ignore",
        "OPENAI_API_KEY": "none",
        "RAGAS_DO_NOT_TRACK": "true",
        "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
        "DEEPEVAL_DISABLE_DOTENV": "1",
        "DEEPEVAL_NO_INSPECT_PROMPT": "1",
    }


def installed(tool: str, python: str | None) -> tuple[str, str]:
    """The version of a peer, or why there is none."""
    if python is None:
        return "", "no --peers-python"
    code = f"from importlib.metadata import version; print(version({tool!r}))"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", f"that Python does not run: {type(error).__name__}"
    return (done.stdout.strip(), "") if done.returncode == 0 else ("", "not installed in that Python")


def measure(tool: str, setting: Setting, failing_what: Failing, ignore_errors: bool = True) -> None:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=serve,
        args=(there, setting.links, setting.latency, setting.share, failing_what),
        daemon=True,
    )
    process.start()
    base_url = here.recv()
    told = pincite(setting, base_url) if tool == "pincite" else peer(tool, setting, base_url, ignore_errors)
    here.send("end")
    calls, failed, peak = here.recv()
    process.join()
    show(tool, setting, told, calls, failed, peak)


def show(tool: str, setting: Setting, told: Told, calls: int, failed: int, peak: int) -> None:
    ideal = math.ceil(setting.links / setting.concurrency) * setting.latency
    own = math.ceil(calls / setting.concurrency) * setting.latency
    print(
        f"  {tool:9}{told.seconds:7.2f} s, {told.seconds / ideal:.2f} x the ideal of {ideal:.2f} s"
        + (f", {told.seconds / own:.2f} x that of its own calls" if own else "")
        + f"; {told.cpu:.2f} s CPU"
        + f"; {calls} calls ({calls / setting.links:.2f} a link), {failed} failed, at most {peak} open"
    )
    for outcome, count in Counter(told.outcomes).most_common():
        print(f"           {count:5} links: {outcome}")
    if told.summary:
        print(f"           says: {told.summary}")
    if told.error:
        print(f"           the run ended without a result: {told.error}")
    if told.strangers:
        print(f"           tried to reach {len(told.strangers)} other addresses, held back")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peers-python", metavar="PATH", help="a Python that has ragas and deepeval")
    parser.add_argument("--links", type=int, default=200)
    parser.add_argument("--latency", type=float, default=200.0, metavar="MS")
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--failing", type=float, default=0.05, metavar="SHARE")
    parser.add_argument("--limit", type=float, default=300.0, metavar="SECONDS", help="for one run of a peer")
    options = parser.parse_args()
    setting = Setting(
        links=options.links,
        latency=options.latency / 1000,
        concurrency=options.concurrency,
        share=options.failing,
        limit=options.limit,
        python=options.peers_python,
    )
    print(f"{setting.links} links, {options.latency:g} ms a call, concurrency {setting.concurrency}")
    tools = ["pincite"]
    for tool in ("ragas", "deepeval"):
        found, reason = installed(tool, setting.python)
        print(f"{tool} {found}" if found else f"{tool} skipped: {reason}")
        tools += [tool] if found else []
    rounds: dict[Failing, str] = {
        "nothing": "no call fails",
        "calls": f"HTTP 500 for {setting.share:.0%} of the calls",
        "links": f"HTTP 500 for every call about {setting.share:.0%} of the links",
    }
    for failing_what, title in rounds.items():
        print(f"\n{title}")
        for tool in tools:
            measure(tool, setting, failing_what)
    if "deepeval" in tools:
        print("\nthe last round again, deepeval without ignore_errors, which is its default")
        measure("deepeval", setting, "links", ignore_errors=False)


if __name__ == "__main__":
    main()
