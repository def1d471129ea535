"""The recorder: one file of answers, written from anywhere in a program."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from datetime import date
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

import msgspec

from pincite.errors import ConfigError, InputError
from pincite.io.answers import decode_answer
from pincite.io.codec import scrubbed
from pincite.io.rejection import RecordError
from pincite.trace.log import Log
from pincite.trace.recording import Recording, plain_form
from pincite.trace.redaction import Redact

if TYPE_CHECKING:
    from pincite.trace.spans import Spans

_LOGGER: Final = logging.getLogger("pincite.trace")
_SILENT: Final = Recording(None)
_CURRENT: ContextVar[Recording] = ContextVar("pincite_recording", default=_SILENT)

Function = TypeVar("Function", bound=Callable[..., Any])


def current() -> Recording:
    """The recording of the answer that is being given here; outside of one, a recording that keeps nothing.

    It follows `await` and tasks, as context variables do. A thread of a pool starts without one: hand the
    recording over.
    """
    return _CURRENT.get()


class Recorder:
    """Records answers as lines of a file that `pincite check` reads, as OpenTelemetry spans, or both.

    `redact` is applied to every text before anything is written. `metadata` goes into every record (system,
    version, ...). With `sync` a line is on the disk before the answer's block ends. `spans` is True for the
    global tracer provider, or a tracer (extra `otel`).

    One recorder serves any number of threads, processes and tasks. It never breaks the function that it
    records: what goes wrong is counted in `problems` and logged once, as a warning of the logger
    `pincite.trace`. With `strict` it raises instead; use that in tests.

    Raises ConfigError for a path that cannot be recorded into, DependencyError for spans without
    OpenTelemetry.
    """

    def __init__(
        self,
        path: str | PathLike[str] | None = None,
        *,
        redact: Redact | None = None,
        metadata: Mapping[str, Any] | None = None,
        spans: Any = None,
        sync: bool = False,
        strict: bool = False,
    ) -> None:
        if path is None and not spans:
            raise ConfigError("a recorder needs a file, spans, or both", where="path")
        self._log = None if path is None else Log(path, sync=sync)
        if self._log is not None and not self._log.path.parent.is_dir():
            folder = self._log.path.parent
            raise ConfigError(f"no such folder: {folder}", where="path", hint=f"mkdir -p {folder}")
        self._redact = redact
        self._metadata = dict(metadata or {})
        self._strict = strict
        self._spans = _spans(spans)
        self._counting = threading.Lock()
        self.problems = 0
        self.recorded = 0

    def answer(
        self,
        question: str | None = None,
        *,
        answer_id: str | None = None,
        case_id: str | None = None,
        as_of: str | date | None = None,
    ) -> Recording:
        """A context manager for one answer; it is written when the block ends, also by an exception.

        `answer_id` is by default a random one (`recording.answer_id`). `as_of` is the date for which the
        answer has to hold; it is never taken from the clock.
        """
        recording = Recording(self, question, answer_id=answer_id, case_id=case_id, as_of=as_of)
        if self._spans is not None:
            recording.parent = self._spans.parent()
        return recording

    @overload
    def record(self, function: Function) -> Function: ...

    @overload
    def record(
        self, *, question: str | None = None, answer: Callable[[Any], Any] | None = None
    ) -> Callable[[Function], Function]: ...

    def record(
        self,
        function: Function | None = None,
        *,
        question: str | None = None,
        answer: Callable[[Any], Any] | None = None,
    ) -> Any:
        """A decorator: each call of the function is one answer, and what it gives back is the answer.

        For functions, coroutine functions, and generators of deltas of both kinds. `question` names the
        parameter that holds the question: by default `question` or `query`, else the first one. `answer`
        makes the answer of the result: a text, or a mapping with `text` (or `answer`) and `citations`; by
        default the result has to be one of these. Inside, `current()` is the recording.
        """
        from pincite.trace.decoration import decorated

        if function is None:
            return lambda given: decorated(self, given, question, answer)
        return decorated(self, function, question, answer)

    # What recordings report.

    def opened(self, recording: Recording) -> None:
        """The recording becomes the current one."""
        recording.token = enter(recording)

    def closed(self, recording: Recording) -> None:
        """Write the record. Raises only where the recorder is strict and the answer itself did not fail."""
        if recording.token is not None:
            leave(recording.token)
        try:
            record = recording.record(self._redact, self._metadata)
            line = _encoded(record)
        except Exception as error:
            # Without redaction nothing may be written, not even a part.
            self._failed(recording, "an answer could not be recorded", error)
            return
        try:
            if self._log is not None:
                self._log.append(line)
            if self._spans is not None:
                self._spans.emit(msgspec.json.decode(line), recording)
        except Exception as error:
            self._failed(recording, "an answer could not be written", error)
            return
        with self._counting:
            self.recorded += 1
        fault = _fault(line)
        if fault is not None:
            self._failed(recording, "a record was written that `check` will reject", fault)

    def trouble(self, what: str, error: BaseException | None) -> None:
        """Count a problem and log the first one; raise it where the recorder is strict."""
        self._count(what, error)
        if self._strict:
            raise error if error is not None else InputError(what)

    def _failed(self, recording: Recording, what: str, error: BaseException) -> None:
        """As `trouble`, but the program's own exception, which is on its way, is not replaced by ours."""
        if recording.error is None:
            self.trouble(what, error)
        else:
            self._count(what, error)

    def _count(self, what: str, error: BaseException | None) -> None:
        with self._counting:
            self.problems += 1
            first = self.problems == 1
        if first:
            said = f": {type(error).__name__}: {error}" if error is not None else ""
            _LOGGER.warning("%s%s (this is logged once; see Recorder.problems)", what, said)


def enter(recording: Recording) -> Token[Recording]:
    """Make a recording the current one until `leave`."""
    return _CURRENT.set(recording)


def leave(token: Token[Recording]) -> None:
    """Make the recording current that was before."""
    try:
        _CURRENT.reset(token)
    except ValueError:
        # The block was left in another context than it was entered in (a generator that was closed by the
        # event loop): there the variable was never set.
        return


def _spans(given: Any) -> Spans | None:
    if given is None or given is False:
        return None
    from pincite.trace.spans import Spans

    return Spans(None if given is True else given)


def _encoded(record: Mapping[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(record, enc_hook=plain_form)
    except UnicodeEncodeError:
        return msgspec.json.encode(scrubbed(msgspec.to_builtins(record, enc_hook=plain_form)))


def _fault(line: bytes) -> Exception | None:
    """Why the reader would reject a line, found by the reader itself; None if it would not."""
    try:
        decode_answer(line)
    except RecordError as error:
        return InputError(str(error), hint=error.hint)
    return None
