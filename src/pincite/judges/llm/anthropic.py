"""Models behind the Anthropic messages API."""

from __future__ import annotations

import json
from typing import Any, Final

from pincite.judges.llm.endpoint import Endpoint
from pincite.judges.llm.prompt import Prompt
from pincite.judges.llm.provider import CallError, Finish, Reply

_DEFAULT_URL: Final = "https://api.anthropic.com"
_FINISHES: Final[dict[str, Finish]] = {
    "max_tokens": "truncated",
    "model_context_window_exceeded": "truncated",
    "refusal": "refusal",
}
_REFUSABLE: Final = {
    "json_schema": ("output_config", "output_format", "json_schema", "structured output"),
    "temperature": ("temperature",),
}


class AnthropicProvider:
    """One model at Anthropic or at a compatible `base_url` (or ANTHROPIC_BASE_URL); the key is
    ANTHROPIC_API_KEY.

    Temperature is 0; the API has no seed. The reply is asked for by JSON Schema where the server accepts
    that, else in words.
    """

    def __init__(self, model: str, *, base_url: str | None = None, max_output_tokens: int = 1024) -> None:
        self._endpoint = Endpoint(
            sdk="anthropic",
            model=model,
            base_url=base_url,
            default_url=_DEFAULT_URL,
            url_variable="ANTHROPIC_BASE_URL",
            key_variable="ANTHROPIC_API_KEY",
            refusable=_REFUSABLE,
        )
        self._max_output_tokens = max_output_tokens
        self._client: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_client": None}

    @property
    def name(self) -> str:
        return f"anthropic:{self._endpoint.model}"

    @property
    def parts(self) -> dict[str, str]:
        return {
            "model": self._endpoint.model,
            "endpoint": self._endpoint.address,
            "temperature": "0",
            "max_output_tokens": str(self._max_output_tokens),
        }

    @property
    def left_out(self) -> tuple[str, ...]:
        return self._endpoint.left_out

    def check(self) -> None:
        self._endpoint.check()

    async def start(self) -> None:
        module = self._endpoint.module()
        self._client = module.AsyncAnthropic(
            api_key=self._endpoint.key(), base_url=self._endpoint.base_url, max_retries=0, timeout=None
        )

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def send(self, prompt: Prompt) -> Reply:
        body: dict[str, Any] = {
            "system": prompt.system,
            "messages": [{"role": "user", "content": prompt.user}],
        }
        if self._endpoint.accepts("json_schema"):
            body["output_config"] = {"format": {"type": "json_schema", "schema": prompt.schema}}
        if self._endpoint.accepts("temperature"):
            body["temperature"] = 0
        sent = [name for name in _REFUSABLE if self._endpoint.accepts(name)]
        try:
            # As extra_body the request goes out as it is: not every version of the SDK knows every parameter.
            raw = await self._client.messages.with_raw_response.create(
                model=self._endpoint.model,
                max_tokens=self._max_output_tokens,
                messages=[],
                extra_body=body,
            )
            content = raw.http_response.content
        except Exception as error:
            raise self._endpoint.trouble(error, sent) from None
        self._endpoint.accepted(sent)
        return _reply(content)


def _reply(content: bytes) -> Reply:
    """The parts of a message that matter here."""
    try:
        told = json.loads(content)
        text = "".join(block.get("text") or "" for block in told["content"] if block.get("type") == "text")
        usage = told.get("usage") or {}
        sent = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        input_tokens = sum(int(usage.get(name) or 0) for name in sent)
        output_tokens = int(usage.get("output_tokens") or 0)
        finish = _FINISHES.get(told.get("stop_reason") or "", "complete")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise CallError("malformed", "the endpoint's reply was not a message") from None
    return Reply(text=text, finish=finish, input_tokens=input_tokens, output_tokens=output_tokens)
