"""One answer while it is being given: what the program tells about it, and the record that becomes of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from functools import wraps
from itertools import count
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, Self, TypeVar, cast
from uuid import uuid4

import msgspec
from msgspec import Struct

from pincite.trace.passages import chunk_records, identified
from pincite.trace.redaction import Redact, redacted

if TYPE_CHECKING:
    from contextvars import Token

ToolStatus = Literal["ok", "error", "malformed"]
Outcome = Literal["ok", "error", "cancelled", "unanswered"]

_Method = TypeVar("_Method", bound=Callable[..., None])
_NANOS_PER_MS: Final = 1_000_000


class Moment(Struct, frozen=True, kw_only=True):
    """A stretch of time in which a stage or a tool call ran. Times are nanoseconds since 1970."""

    kind: Literal["stage", "tool"]
    name: str
    start: int
    end: int
    step_id: str | None = None
    error: str | None = None

    @property
    def ms(self) -> float:
        return round((self.end - self.start) / _NANOS_PER_MS, 3)


class Sink(Protocol):
    """What a recording reports to: the recorder that made it."""

    def trouble(self, what: str, error: BaseException | None) -> None:
        """Something could not be recorded. Raises only where the recorder is strict."""

    def opened(self, recording: Recording) -> None:
        """The recording is now the current one."""

    def closed(self, recording: Recording) -> None:
        """The recording is complete."""


def _guarded(method: _Method) -> _Method:
    """A method that never raises, unless the recorder is strict, and does nothing on a silent recording."""

    @wraps(method)
    def guarded(self: Recording, *args: Any, **kwargs: Any) -> None:
        if self.sink is None:
            return
        if self.outcome is not None:
            self.sink.trouble(f"{method.__name__}() came after the answer had been recorded", None)
            return
        try:
            method(self, *args, **kwargs)
        except Exception as error:
            self.sink.trouble(f"{method.__name__}() could not be recorded", error)

    return cast(_Method, guarded)


class Recording:
    """One answer, from the question to the record. `Recorder.answer` makes it; use it as a context manager.

    Nothing here raises, unless the recorder is strict: what cannot be recorded is counted and logged once.
    What is passed in is copied at once. Tool calls and stages may run in other threads.
    """

    def __init__(self, sink: Sink | None, question: Any = None, **given: Any) -> None:
        self.sink = sink
        self.answer_id: str = str(given.pop("answer_id", None) or uuid4().hex)
        self.moments: list[Moment] = []
        self.outcome: Outcome | None = None
        self.error: str | None = None
        self.token: Token[Recording] | None = None
        self.parent: Any = None
        self.began = time.time_ns()
        self._counted = time.perf_counter_ns()
        self._given: dict[str, Any] = {"question": question, **given}
        self._metadata: dict[str, Any] = {}
        self._timings: dict[str, Any] = {}
        self._costs: dict[str, dict[str, Any]] = {}
        self._retrieved: list[dict[str, Any]] | None = None
        self._prompt: list[dict[str, Any]] | None = None
        self._messages: Any = None
        self._deltas: list[str] = []
        self._answer: dict[str, Any] = {}
        self._calls: list[Step] = []
        self._numbers = count(1)

    # What the program tells.

    @_guarded
    def retrieved(self, chunks: Iterable[Any]) -> None:
        """The ranked passages before anything was cut. Several calls add up."""
        self._retrieved = [*(self._retrieved or ()), *chunk_records(chunks)]

    @_guarded
    def prompt(self, chunks: Iterable[Any], *, messages: Any = None) -> None:
        """Exactly the passages that the model saw, in order, and optionally the message list around them.

        A later call replaces an earlier one: what counts is the prompt that the answer came from.
        """
        self._prompt = chunk_records(chunks)
        self._messages = None if messages is None else msgspec.to_builtins(messages, enc_hook=plain_form)

    @_guarded
    def stream(self, delta: str | None) -> None:
        """One streamed piece of the answer, as it went to the reader."""
        if delta is not None and not isinstance(delta, str):
            raise TypeError(f"expected a text, got {type(delta).__name__}")
        if delta:
            self._deltas.append(delta)

    @_guarded
    def answer(
        self,
        text: str,
        *,
        citations: Iterable[Any] | None = None,
        claims: Iterable[Any] | None = None,
        offset_unit: Literal["code_point", "utf16", "utf8"] | None = None,
    ) -> None:
        """The exact text that the reader gets, with its citations as records of the format.

        A citation may name its passage by a `chunk`, as it was retrieved, instead of by ids. A later call
        replaces an earlier one. A streamed answer needs none: its text is then the sum of the deltas.
        """
        if not isinstance(text, str):
            raise TypeError(f"expected the answer's text, got {type(text).__name__}")
        self._answer = {
            "text": text,
            "citations": None if citations is None else [_citation(one) for one in citations],
            "claims": None if claims is None else [_mapping(one) for one in claims],
            "offset_unit": offset_unit,
        }

    def tool_call(
        self,
        name: str | None = None,
        *,
        step_id: str | None = None,
        status: ToolStatus = "ok",
        chunks: Iterable[Any] = (),
    ) -> Step:
        """A tool call, recorded as it is given, or timed as a context manager.

        An exception inside makes its status `error` and goes on its way.
        """
        step = Step(self, name, step_id, status)
        self._call(step)
        step.result(chunks)
        return step

    @_guarded
    def _call(self, step: Step) -> None:
        number = next(self._numbers)
        step.step_id = step.step_id or f"step-{number}"
        self._calls.append(step)

    def stage(self, name: str) -> Stage:
        """Times a stage as a context manager: `retrieval`, `generation`, `citation`, `validation`, or any."""
        return Stage(self, name)

    @_guarded
    def timing(self, **milliseconds: float | bool) -> None:
        """Times measured elsewhere: `timing(generation_ms=812.5, timed_out=False)`."""
        # Stages add to these, and nothing may fail there.
        self._timings |= {
            name: value if isinstance(value, int | float) else float(value)
            for name, value in milliseconds.items()
        }

    @_guarded
    def cost(self, stage: str, **amounts: float) -> None:
        """What a stage cost: `cost("generation", usd=0.0021, input_tokens=1840)`. Several calls add up."""
        spent = self._costs.setdefault(stage, {})
        for unit, amount in amounts.items():
            spent[unit] = spent.get(unit, 0) + amount

    @_guarded
    def note(self, **metadata: Any) -> None:
        """Anything else worth keeping: model, prompt version, retriever settings."""
        self._metadata.update(msgspec.to_builtins(metadata, enc_hook=plain_form))

    # As a context manager.

    def __enter__(self) -> Self:
        if self.sink is not None:
            self.sink.opened(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.finish(error)

    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.finish(error)

    def finish(self, error: BaseException | None = None) -> None:
        """Write the record. The end of the `with` block does it; once is enough."""
        if self.sink is None or self.outcome is not None:
            return
        if isinstance(error, TimeoutError):
            self._timings["timed_out"] = True
        self._timings.setdefault("total_ms", self.elapsed_ms())
        self.error = None if error is None else type(error).__name__
        if error is not None:
            # A stopped generator and a cancelled task are no fault of the program.
            self.outcome = "error" if isinstance(error, Exception) else "cancelled"
        else:
            self.outcome = "ok" if self._answer or self._deltas else "unanswered"
        self.sink.closed(self)

    # What becomes of it.

    @property
    def answered(self) -> bool:
        """Whether the answer's text has been told."""
        return bool(self._answer or self._deltas)

    def elapsed_ms(self) -> float:
        return round((time.perf_counter_ns() - self._counted) / _NANOS_PER_MS, 3)

    def took(self, moment: Moment) -> None:
        """A stage or tool call has ended."""
        if self.sink is None or self.outcome is not None:
            return
        self.moments.append(moment)
        if moment.error == TimeoutError.__name__:
            self._timings["timed_out"] = True
        if moment.kind == "stage":
            key = f"{moment.name}_ms"
            self._timings[key] = round(self._timings.get(key, 0) + moment.ms, 3)

    def record(self, redact: Redact | None, standing: Mapping[str, Any]) -> dict[str, Any]:
        """The answer in the input format; `standing` is metadata that all answers of the recorder share.

        Raises whatever `redact` raises.
        """
        record = {
            "answer_id": self.answer_id,
            **self._given,
            "as_of": _iso(self._given.get("as_of")),
            "text": "".join(self._deltas),
            **self._answer,
            "prompt_chunks": self._prompt,
            "retrieved_chunks": self._retrieved,
            "prompt": self._messages,
            "stream": [{"delta": delta} for delta in self._deltas] or None,
            "tool_calls": [call.record() for call in self._calls] or None,
        }
        whole = {key: value for key, value in record.items() if value is not None}
        whole["prompt_chunks"] = self._prompt
        whole["metadata"] = self._told(standing)
        if redact is not None:
            whole = redacted(whole, redact)
        # Ids come from texts, so only now: a digest of the text before redaction would give it away.
        for key in ("prompt_chunks", "retrieved_chunks"):
            if whole.get(key):
                whole[key] = [identified(chunk) for chunk in whole[key]]
        for call in whole.get("tool_calls", ()):
            call["result_chunk_ids"] = [identified(chunk)["chunk_id"] for chunk in call["result_chunk_ids"]]
        for citation in whole.get("citations", ()):
            if "chunk" in citation:
                named = identified(citation.pop("chunk"))
                for key in ("document_id", "document_revision", "chunk_id"):
                    if key in named:
                        citation.setdefault(key, named[key])
        return whole

    def _told(self, standing: Mapping[str, Any]) -> dict[str, Any]:
        steps = [
            {"step_id": one.step_id, "ms": one.ms, **({"error": one.error} if one.error else {})}
            for one in self.moments
            if one.kind == "tool"
        ]
        more = {
            "recorded_at": datetime.fromtimestamp(self.began / 1e9, UTC).isoformat(timespec="milliseconds"),
            "timings": self._timings,
            "costs": self._costs,
            "steps": steps,
            "status": None if self.outcome == "ok" else self.outcome,
            "error": self.error,
        }
        return {**standing, **self._metadata, **{key: value for key, value in more.items() if value}}


class Stage:
    """Times one stage of an answer, as a context manager; an exception goes on its way."""

    def __init__(self, recording: Recording, name: str) -> None:
        self._recording = recording
        self._name = str(name)
        self._kind: Literal["stage", "tool"] = "stage"
        self._began = (0, 0)

    def __enter__(self) -> Self:
        self._began = (time.time_ns(), time.perf_counter_ns())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        start, counted = self._began
        self._recording.took(
            Moment(
                kind=self._kind,
                name=self._name,
                start=start,
                end=start + time.perf_counter_ns() - counted,
                step_id=self._step(),
                error=None if kind is None else kind.__name__,
            )
        )

    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.__exit__(kind, error, trace)

    def _step(self) -> str | None:
        return None


class Step(Stage):
    """One tool call: its id, how it ended, and the passages that it gave."""

    def __init__(
        self, recording: Recording, name: str | None, step_id: str | None, status: ToolStatus
    ) -> None:
        super().__init__(recording, name or "tool")
        self._kind = "tool"
        self._tool = name
        self._status: ToolStatus = status
        self._chunks: list[dict[str, Any]] = []
        self.step_id: str = step_id or ""

    def result(self, chunks: Iterable[Any]) -> None:
        """The passages that the call gave."""
        sink = self._recording.sink
        if sink is None:
            return
        try:
            self._chunks += chunk_records(chunks)
        except Exception as error:
            sink.trouble("the result of a tool call could not be recorded", error)

    def malformed(self) -> None:
        """The call came back with something that is no usable result."""
        self._status = "malformed"

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._status = "error"
        super().__exit__(kind, error, trace)

    def record(self) -> dict[str, Any]:
        """The call in the input format, with its passages in place of their ids."""
        call = {"step_id": self.step_id, "status": self._status, "result_chunk_ids": list(self._chunks)}
        return call if self._tool is None else {**call, "name": self._tool}

    def _step(self) -> str | None:
        return self.step_id


def _citation(value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping) or "chunk" not in value:
        return _mapping(value)
    (chunk,) = chunk_records([value["chunk"]])
    return {**_mapping({key: item for key, item in value.items() if key != "chunk"}), "chunk": chunk}


def _mapping(value: Any) -> dict[str, Any]:
    """A citation or claim as the record holds it. Raises TypeError when it is not a mapping or a struct."""
    plain = msgspec.to_builtins(value, enc_hook=plain_form)
    if not isinstance(plain, dict):
        raise TypeError(f"expected a mapping with the keys of the format, got {type(value).__name__}")
    return {key: item for key, item in plain.items() if item is not None}


def _iso(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def plain_form(value: Any) -> Any:
    """What JSON has no form for: numbers of other libraries as numbers, anything else in words."""
    for form in ("item", "model_dump", "dict"):
        method = getattr(value, form, None)
        if callable(method):
            try:
                return method()
            except Exception:
                continue  # somebody else's method, and there is another way
    return str(value)
