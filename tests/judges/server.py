"""A model server on loopback that does what a test says: OpenAI chat completions and Anthropic messages.

It speaks HTTP/1.1 over real sockets with keep-alive, and reads the prompts as a model would.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct, field

_PASSAGE = re.compile(r"<(passage-\d+-[0-9a-f]{12})>\n(.*?)\n</\1>", re.DOTALL)
_CLAIM = re.compile(r"<claim-(c\d+)-([0-9a-f]{12})>\n(.*?)\n</claim-\1-\2>", re.DOTALL)


class Call(Struct, frozen=True, kw_only=True):
    """One request: its place in the order of arrival, and what it asks."""

    number: int
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    at: float

    @property
    def anthropic(self) -> bool:
        return self.path.endswith("/messages")

    @property
    def user(self) -> str:
        return str(self.body["messages"][-1]["content"])

    @property
    def system(self) -> str:
        return str(self.body["system"] if self.anthropic else self.body["messages"][0]["content"])

    @property
    def claims(self) -> dict[str, str]:
        return {key: text for key, _, text in _CLAIM.findall(self.user)}

    @property
    def passages(self) -> list[str]:
        return [text for _, text in _PASSAGE.findall(self.user)]

    @property
    def corrected(self) -> bool:
        """Whether it says that an earlier reply was not accepted."""
        return "An earlier reply to this task was not accepted" in self.user


class Answer(Struct, frozen=True, kw_only=True):
    """What to send: the model's text, or a whole body with its status."""

    text: str = ""
    finish: str | None = None
    refusal: str | None = None
    status: int = 200
    body: str | dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    hang_up: bool = False
    tokens: tuple[int, int] = (100, 20)


Behaviour = Callable[[Call], Answer]


def verdict(
    key: str, label: str, *quotes: str, confidence: float = 0.9, rationale: str = "because"
) -> dict[str, Any]:
    return {
        "id": key,
        "quotes": list(quotes),
        "rationale": rationale,
        "label": label,
        "confidence": confidence,
    }


def said(*verdicts: dict[str, Any], **changes: Any) -> Answer:
    """A model's reply with these verdicts."""
    return Answer(text=json.dumps({"verdicts": list(verdicts)}), **changes)


def sensible(call: Call) -> Answer:
    """A tiny model: full if a passage holds the claim word for word, else none."""
    return said(
        *(
            verdict(key, "full", claim)
            if any(claim in passage for passage in call.passages)
            else verdict(key, "none")
            for key, claim in call.claims.items()
        )
    )


def failing(status: int, message: str = "no", **changes: Any) -> Answer:
    body = {"error": {"message": message, "type": "error", "param": None, "code": None}}
    return Answer(status=status, body=body, **changes)


class ModelServer:
    """Every call goes to `behaviour`; `calls` and `peak` tell what came."""

    def __init__(self, behaviour: Behaviour = sensible, *, latency: float = 0.0) -> None:
        self.behaviour = behaviour
        self.latency = latency
        self.calls: list[Call] = []
        self.in_flight = 0
        self.peak = 0
        self.address = ""
        self._loop = asyncio.new_event_loop()
        self._writers: set[asyncio.StreamWriter] = set()
        self._started = threading.Event()
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def base_url(self) -> str:
        """For the OpenAI judge; the Anthropic one takes `address`."""
        return f"{self.address}/v1"

    def start(self) -> ModelServer:
        self._thread.start()
        assert self._started.wait(10)
        return self

    def stop(self) -> None:
        if self._stop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(10)
            self._stop = None

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()[:2]
        self.address = f"http://{host}:{port}"
        self._started.set()
        await self._stop.wait()
        server.close()
        for writer in list(self._writers):
            writer.transport.abort()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except asyncio.IncompleteReadError:
            return False
        first, *lines = head.split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        call = Call(
            number=len(self.calls),
            path=first.split(" ")[1],
            headers=headers,
            body=json.loads(body),
            at=time.monotonic(),
        )
        self.calls.append(call)
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            answer = self.behaviour(call)
            if self.latency or answer.delay:
                await asyncio.sleep(self.latency + answer.delay)
        finally:
            self.in_flight -= 1
        if answer.hang_up:
            return False
        payload = self._payload(call, answer)
        told = {"content-type": "application/json", "content-length": str(len(payload)), **answer.headers}
        lines = [f"HTTP/1.1 {answer.status} Said", *(f"{name}: {value}" for name, value in told.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + payload)
        await writer.drain()
        return True

    @staticmethod
    def _payload(call: Call, answer: Answer) -> bytes:
        if isinstance(answer.body, str):
            return answer.body.encode()
        if answer.body is not None:
            return json.dumps(answer.body).encode()
        sent, got = answer.tokens
        body: dict[str, Any]
        if call.anthropic:
            body = {
                "id": "msg_1",
                "type": "message",
                "role": "assistant",
                "model": call.body["model"],
                "content": [{"type": "text", "text": answer.text}],
                "stop_reason": answer.finish or "end_turn",
                "stop_sequence": None,
                "usage": {"input_tokens": sent, "output_tokens": got},
            }
        else:
            message = {"role": "assistant", "content": answer.text, "refusal": answer.refusal}
            body = {
                "id": "chatcmpl-1",
                "object": "chat.completion",
                "created": 1,
                "model": call.body["model"],
                "choices": [{"index": 0, "message": message, "finish_reason": answer.finish or "stop"}],
                "usage": {"prompt_tokens": sent, "completion_tokens": got, "total_tokens": sent + got},
            }
        return json.dumps(body).encode()


@contextmanager
def serving(behaviour: Behaviour = sensible, *, latency: float = 0.0) -> Iterator[ModelServer]:
    server = ModelServer(behaviour, latency=latency).start()
    try:
        yield server
    finally:
        server.stop()
