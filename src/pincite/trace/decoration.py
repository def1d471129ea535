"""The decorator form of a recorder: functions, coroutines, and generators of deltas."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from pincite.trace.recording import Recording

if TYPE_CHECKING:
    from pincite.trace.recorder import Recorder

_QUESTIONS: Final = ("question", "query")
_TEXTS: Final = ("text", "answer", "output", "content")

Result = Callable[[Any], Any]


def decorated(
    recorder: Recorder, function: Callable[..., Any], question: str | None, answer: Result | None
) -> Callable[..., Any]:
    """The function, with each call recorded as one answer.

    Raises TypeError when `question` is no parameter of it.
    """
    asked = _asked(function, question)

    def begun(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Recording:
        return recorder.answer(asked(args, kwargs))

    def told(recording: Recording, result: Any) -> None:
        try:
            _tell(recording, result, answer)
        except Exception as error:
            recorder.trouble("what the function gave back could not be recorded as an answer", error)

    return _wrapped(function, begun, told)


def _wrapped(
    function: Callable[..., Any],
    begun: Callable[[tuple[Any, ...], dict[str, Any]], Recording],
    told: Callable[[Recording, Any], None],
) -> Callable[..., Any]:
    if inspect.isasyncgenfunction(function):

        @wraps(function)
        def astreamed(*args: Any, **kwargs: Any) -> AsyncIterator[Any]:
            return _adeltas(function(*args, **kwargs), begun(args, kwargs))

        return astreamed
    if inspect.isgeneratorfunction(function):

        @wraps(function)
        def streamed(*args: Any, **kwargs: Any) -> Iterator[Any]:
            return _deltas(function(*args, **kwargs), begun(args, kwargs))

        return streamed
    if inspect.iscoroutinefunction(function):

        @wraps(function)
        async def acalled(*args: Any, **kwargs: Any) -> Any:
            with begun(args, kwargs) as recording:
                result = await function(*args, **kwargs)
                told(recording, result)
                return result

        return acalled

    @wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        with begun(args, kwargs) as recording:
            result = function(*args, **kwargs)
            told(recording, result)
            return result

    return called


def _deltas(source: Iterator[Any], recording: Recording) -> Iterator[Any]:
    """What a generator yields, recorded on the way; the recording is current while the generator runs."""
    from pincite.trace.recorder import enter, leave

    try:
        while True:
            token = enter(recording)
            try:
                delta = next(source)
            except StopIteration:
                break
            finally:
                leave(token)
            if isinstance(delta, str):
                recording.stream(delta)
            yield delta
    except BaseException as error:
        close = getattr(source, "close", None)
        if close is not None:
            close()
        recording.finish(error)
        raise
    recording.finish()


async def _adeltas(source: Any, recording: Recording) -> AsyncIterator[Any]:
    from pincite.trace.recorder import enter, leave

    try:
        while True:
            token = enter(recording)
            try:
                delta = await anext(source)
            except StopAsyncIteration:
                break
            finally:
                leave(token)
            if isinstance(delta, str):
                recording.stream(delta)
            yield delta
    except BaseException as error:
        await source.aclose()
        recording.finish(error)
        raise
    recording.finish()


def _tell(recording: Recording, result: Any, answer: Result | None) -> None:
    """The function's result as the answer, unless the function has told it itself."""
    if recording.answered and answer is None:
        return
    said = result if answer is None else answer(result)
    if said is None:
        return
    if isinstance(said, str):
        recording.answer(said)
        return
    fields = said if isinstance(said, Mapping) else {name: getattr(said, name, None) for name in _FIELDS}
    text = next((fields[name] for name in _TEXTS if isinstance(fields.get(name), str)), None)
    if text is None:
        kind = type(said).__name__
        raise TypeError(
            f"a {kind} is no answer: give `record(answer=...)` a function that makes a text of it"
        )
    recording.answer(text, citations=fields.get("citations"))


_FIELDS: Final = (*_TEXTS, "citations")


def _asked(
    function: Callable[..., Any], question: str | None
) -> Callable[[tuple[Any, ...], dict[str, Any]], str | None]:
    """How to find the question among the arguments of a call."""
    names = [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]
    every = list(inspect.signature(function).parameters)
    if question is not None and question not in names:
        raise TypeError(
            f"{function.__name__} has no parameter {question!r}, only {', '.join(names) or 'none'}"
        )
    name = question or next((one for one in _QUESTIONS if one in names), names[0] if names else None)
    if name is None:
        return lambda args, kwargs: None
    place = every.index(name)

    def asked(args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
        value = kwargs.get(name, args[place] if place < len(args) else None)
        return value if value is None or isinstance(value, str) else str(value)

    return asked
