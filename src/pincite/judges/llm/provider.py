"""What an endpoint has to offer to the LLM judge, whoever runs it."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from pincite.judges.llm.prompt import Prompt

Finish = Literal["complete", "truncated", "refusal"]
Trouble = Literal[
    "overload",  # 429 or 529: wait, and ask for less at once
    "server",  # 5xx or no connection: may pass
    "timeout",
    "malformed",  # a reply that is no reply
    "refusal",
    "too_long",  # the evidence does not fit the model's window
    "unsupported",  # a parameter was refused and is left out from now on: ask again
    "rejected",  # 4xx that concerns this call
    "fatal",  # wrong key, no such model, no money: no call will do better
]


class Reply(Struct, frozen=True, kw_only=True):
    """What the model wrote, how it ended, and the tokens that the endpoint counted."""

    text: str
    finish: Finish = "complete"
    input_tokens: int = 0
    output_tokens: int = 0


class CallError(Exception):
    """A call that brought no reply. The message is one line and holds no text of the data."""

    def __init__(self, trouble: Trouble, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.trouble: Trouble = trouble
        self.message = message
        self.retry_after = retry_after


class Provider(Protocol):
    """One model at one endpoint. Picklable before `start` and after `close`."""

    @property
    def name(self) -> str:
        """`openai:MODEL`: the judge's name."""

    @property
    def parts(self) -> dict[str, str]:
        """What decides the verdicts on this side: model, endpoint, sampling."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """Parameters that the endpoint refused."""

    def check(self) -> None:
        """Raise DependencyError without the SDK, ConfigError without a key."""

    async def start(self) -> None:
        """Open the client; called once in each event loop."""

    async def send(self, prompt: Prompt) -> Reply:
        """One call, without retries. Raises CallError."""

    async def close(self) -> None: ...
