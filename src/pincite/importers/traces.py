"""Answers out of the steps of a trace: what was asked, retrieved, shown to the model and said.

A format turns its spans into steps; what they mean together is decided here, once for all formats:

- One trace is one answer. Its text is what the outermost step gave back, else what the last model call said.
- Passages come from the outermost retrieval steps, or from the last reranking step if there is one; without
  either, from tool results.
- If the model's input holds passages word for word, those are the prompt, in the order in which they stand
  there. If it holds none (many tracers record only the question), the passages are taken as the prompt, with
  an import finding.
- Retrieval and tool steps are the record's tool calls, failed ones too, and each passage names its step.
- If the model call kept the provider's own response, and that says what the trace's answer says, its
  citations are read by the importer of that provider, with the call's input as the request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Literal

from msgspec import Struct, structs

from pincite.importers.at import At
from pincite.importers.catalogue import detect
from pincite.importers.delegation import delegated
from pincite.importers.passages import Passages, passages, recorded
from pincite.importers.payloads import canonical
from pincite.importers.protocol import Imported, ImportFinding, Sidecar
from pincite.importers.records import answer, compact
from pincite.importers.said import answer_in, listed_passages, question_in, words_in
from pincite.io.rejection import RecordError

StepKind = Literal["model", "retriever", "reranker", "tool", "aside", "other"]
"""`aside` adds nothing to an answer (embeddings, guardrails, evaluations); `other` are chains and agents."""

_NANOS_PER_MS: Final = 1_000_000


class Step(Struct, frozen=True, kw_only=True):
    """One span of a trace, whatever the format.

    `trace_id` None where the format gave none. `given` and `output` are what went in and came out, JSON texts
    already read; `found` holds the places of retrieved passages. `start` and `end` are nanoseconds, or None.
    `cut` is the length at which the exporter cut the span's texts, if it shows that it did. `native` holds
    the response of a model call as the provider sent it, if the span kept that.
    """

    at: At
    trace_id: str | None
    step_id: str
    parent_id: str | None = None
    kind: StepKind = "other"
    name: str | None = None
    start: int | None = None
    end: int | None = None
    status: Literal["ok", "error", "malformed"] = "ok"
    given: Any = None
    output: Any = None
    found: tuple[At, ...] | None = None
    model: str | None = None
    cut: int | None = None
    native: At | None = None
    request: Any = None


class _Trace(Struct):
    """The steps of one trace in the order of time."""

    trace_id: str | None
    steps: list[Step]

    def of(self, *kinds: StepKind) -> list[Step]:
        return [step for step in self.steps if step.kind in kinds]


def answers(steps: Iterable[Step], sidecar: Sidecar) -> Iterator[Imported | RecordError]:
    """One record for each trace, in the order in which the traces first appear."""
    traces: dict[str | None, list[Step]] = {}
    for step in steps:
        traces.setdefault(step.trace_id, []).append(step)
    for trace_id, own in traces.items():
        trace = _Trace(trace_id, sorted(own, key=lambda step: (step.start is None, step.start or 0)))
        try:
            yield _answer(trace, sidecar)
        except RecordError as error:
            yield error


def _answer(trace: _Trace, sidecar: Sidecar) -> Imported:
    said_by, text = _said(trace)
    findings = list(_noticed(trace))
    stages = _stages(trace)
    retrieved = _retrieved(stages, sidecar)
    findings += retrieved.findings
    call = said_by if said_by.kind == "model" else _last(trace.of("model"))
    prompt, chunks, more = _prompt(retrieved.chunks if stages else None, call)
    findings += more
    models = [step.model for step in trace.steps if step.model]
    record = answer(
        text,
        answer_id=trace.trace_id,
        question=_question(trace),
        prompt_chunks=prompt,
        retrieved_chunks=chunks,
        tool_calls=_tool_calls(trace, retrieved.chunks) or None,
        metadata={"trace_id": trace.trace_id, "model": models[-1] if models else None, **_timings(trace)},
    )
    cited = _cited(call, text, sidecar)
    if cited is not None:
        findings += cited.findings
        _join(record, cited.record)
    return Imported(record, tuple(findings))


def _cited(call: Step | None, text: str, sidecar: Sidecar) -> Imported | None:
    """The provider's response of a model call as a record, if it gives the trace's answer with citations."""
    if call is None or call.native is None:
        return None
    requests = sidecar.requests if call.request is None else (call.request, *sidecar.requests)
    payload = _response(call.native)
    names = detect(payload.value).names
    if len(names) != 1:
        return None
    try:
        found = list(
            delegated(
                names[0], payload.value, structs.replace(sidecar, requests=requests), {"$": payload.path}
            )
        )
    except RecordError:
        return None
    records = [one for one in found if isinstance(one, Imported) and one.record.get("citations")]
    same = [one for one in records if one.record["text"].strip() == text.strip()]
    return same[0] if len(same) == 1 and same[0].record["text"] == text else None


def _response(native: At) -> At:
    """The response itself; LangChain's tracers keep the message of one of its generations."""
    message = native["generations"][0][0]["message"]
    return message if message else native


def _join(record: dict[str, Any], cited: dict[str, Any]) -> None:
    """Put the provider's citations into the trace's record, with the passages that they name.

    What the provider says was in the prompt is certain; what the trace retrieved stays beside it.
    """
    record["citations"] = cited["citations"]
    sources = [*(cited["prompt_chunks"] or ()), *cited.get("retrieved_chunks", ())]
    own = [*(record["prompt_chunks"] or ()), *record.get("retrieved_chunks", ())]
    held = {_key(chunk) for chunk in own}
    more = [chunk for chunk in sources if _key(chunk) not in held]
    if not more:
        return
    if cited["prompt_chunks"] is not None:
        record["prompt_chunks"] = cited["prompt_chunks"]
        record["retrieved_chunks"] = own or None
    else:
        # The citations name passages that the retrieval steps do not show, so the prompt is not known.
        record["prompt_chunks"] = None
        record["retrieved_chunks"] = [*own, *more]
    if record["retrieved_chunks"] is None:
        del record["retrieved_chunks"]


def _key(chunk: dict[str, Any]) -> tuple[Any, ...]:
    return (chunk["document_id"], chunk.get("chunk_id"), chunk["text"])


def _said(trace: _Trace) -> tuple[Step, str]:
    """The answer, and the step that gave it. Raises RecordError if no step did."""
    ids = {step.step_id for step in trace.steps}
    outer = [step for step in trace.steps if step.parent_id not in ids and step.kind == "other"]
    models = list(enumerate(trace.of("model")))
    latest = sorted(models, key=lambda pair: (pair[1].end or pair[1].start or 0, pair[0]), reverse=True)
    for step in (*reversed(outer), *(step for _, step in latest)):
        text = answer_in(step.output)
        if text is not None:
            return step, text
    first = trace.steps[0].at
    name = f"trace {trace.trace_id}" if trace.trace_id else "the trace"
    raise RecordError(
        first.path,
        expected="a step with an answer",
        got="none",
        message=f"{first.path}: {name} holds no answer, neither in its outermost step nor in a model call",
    )


def _question(trace: _Trace) -> str | None:
    outer = (step for step in trace.steps if step.parent_id is None)
    order = (*outer, *trace.of("retriever"), *trace.of("model"))
    for step in order:
        found = question_in(step.given)
        if found is not None:
            return found
    return None


def _stages(trace: _Trace) -> list[Step]:
    """The steps whose passages went on: the last reranking, else the outermost retrievals, else tools."""
    reranked = [step for step in trace.of("reranker") if step.found is not None]
    if reranked:
        return reranked[-1:]
    for kind in ("retriever", "tool"):
        steps = trace.of(kind)
        inner = {step.step_id for step in steps}
        parents = {step.step_id: step.parent_id for step in trace.steps}
        outermost = [step for step in steps if not _inside(step.parent_id, inner, parents)]
        if kind == "tool":
            outermost = [_as_found(step) for step in outermost]
        with_passages = [step for step in outermost if step.found is not None]
        if with_passages:
            return with_passages
    return []


def _inside(parent: str | None, steps: set[str], parents: dict[str, str | None]) -> bool:
    """Whether one of `steps` is among a step's ancestors."""
    seen: set[str] = set()
    while parent is not None and parent not in seen:
        if parent in steps:
            return True
        seen.add(parent)
        parent = parents.get(parent)
    return False


def _as_found(step: Step) -> Step:
    """A tool step whose result is a list of passages, or a text, as one that retrieved them."""
    place = At(step.output, step.at.path)
    found = listed_passages(place)
    if found is None and step.output is not None:
        text = step.output if isinstance(step.output, str) else canonical(step.output).decode()
        named = {"id": step.step_id, "title": step.name or "", "text": text}
        found = (At(named, step.at.path),) if text.strip() else None
    return step if found is None else structs.replace(step, found=found)


def _retrieved(stages: Sequence[Step], sidecar: Sidecar) -> Passages:
    """The passages of all stages; one that several of them found is kept once, without a step of its own."""
    chunks: dict[tuple[str, str, str], dict[str, Any]] = {}
    findings: list[ImportFinding] = []
    numbered = 0
    for step in stages:
        found = passages(step.found or (), sidecar, step_id=step.step_id, first=numbered + 1)
        findings += found.findings
        numbered += len(step.found or ())
        for chunk in found.chunks:
            key = (chunk["document_id"], str(chunk.get("chunk_id")), chunk["text"])
            if key not in chunks:
                chunks[key] = chunk
            elif chunks[key].get("step_id") != chunk["step_id"]:
                chunks[key].pop("step_id", None)
    return Passages(tuple(chunks.values()), tuple(findings))


def _prompt(
    retrieved: tuple[dict[str, Any], ...] | None, call: Step | None
) -> tuple[list[dict[str, Any]] | None, list[dict[str, Any]] | None, list[ImportFinding]]:
    """What the model saw, what was retrieved if that is not the same, and how sure this is."""
    if retrieved is None:
        return None, None, []
    shown = words_in(call.given) if call is not None else ""
    placed = [
        (shown.find(chunk["text"].strip()), number)
        for number, chunk in enumerate(retrieved)
        if recorded(chunk) and chunk["text"].strip()
    ]
    seen = sorted((at, number) for at, number in placed if at >= 0)
    if seen:
        prompt = [retrieved[number] for _, number in seen]
        return prompt, None if list(retrieved) == prompt else list(retrieved), []
    if not retrieved:
        return [], None, []
    where = call.at.path if call is not None else "$"
    finding = ImportFinding(
        "prompt_assumed",
        "the model's recorded input holds none of the retrieved passages; they are taken as what it saw",
        where,
        {"passages": len(retrieved)},
    )
    return list(retrieved), None, [finding]


def _tool_calls(trace: _Trace, chunks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    results: dict[str, list[str]] = {}
    for chunk in chunks:
        if "step_id" in chunk:
            results.setdefault(chunk["step_id"], []).append(chunk["chunk_id"])
    return [
        compact(
            step_id=step.step_id,
            name=step.name,
            status=step.status,
            result_chunk_ids=results.get(step.step_id),
        )
        for step in trace.of("retriever", "reranker", "tool")
    ]


def _noticed(trace: _Trace) -> Iterator[ImportFinding]:
    outer = [step for step in trace.steps if step.parent_id is None and step.kind == "other"]
    said = [step for step in outer if answer_in(step.output) is not None]
    if len(said) > 1:
        yield ImportFinding(
            "several_answers",
            f"{len(said)} outermost steps of the trace gave an answer; the last one is read",
            said[-1].at.path,
            {"answers": len(said)},
        )
    if trace.trace_id is None:
        yield ImportFinding(
            "no_trace_id",
            "the spans carry no trace id; all of them are read as one trace",
            trace.steps[0].at.path,
            {"spans": len(trace.steps)},
        )
    for step in trace.steps:
        if step.cut is not None:
            yield ImportFinding(
                "texts_cut",
                f"several texts of this span are exactly {step.cut} characters long: the exporter cut them",
                step.at.path,
                {"length": step.cut},
            )


def _timings(trace: _Trace) -> dict[str, Any]:
    """Milliseconds of the application's own stages, as far as the spans say."""
    timings = {}
    for name, kinds in (("retrieval_ms", ("retriever", "reranker")), ("generation_ms", ("model",))):
        spent = [
            step.end - step.start
            for step in trace.steps
            if step.kind in kinds
            and step.start is not None
            and step.end is not None
            and step.end >= step.start
        ]
        if spent:
            timings[name] = sum(spent) / _NANOS_PER_MS
    return {"timings": timings} if timings else {}


def _last(steps: Sequence[Step]) -> Step | None:
    return steps[-1] if steps else None
