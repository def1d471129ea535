"""Models behind the OpenAI chat completions API: OpenAI's own, vLLM, Ollama, llama.cpp, gateways."""

from __future__ import annotations

import json
from typing import Any, Final

from pincite.judges.llm.endpoint import Endpoint
from pincite.judges.llm.prompt import Prompt
from pincite.judges.llm.provider import CallError, Finish, Reply

_DEFAULT_URL: Final = "https://api.openai.com/v1"
_SEED: Final = 7
_FINISHES: Final[dict[str, Finish]] = {"length": "truncated", "content_filter": "refusal"}
_REFUSABLE: Final = {
    "json_schema": ("response_format", "json_schema", "structured output", "guided"),
    "json_object": ("response_format", "json_object"),
    "max_completion_tokens": ("max_completion_tokens",),
    "max_tokens": ("max_tokens",),
    "temperature": ("temperature",),
    "seed": ("seed",),
    "system": ("system role", "system message", "roles must alternate", "role 'system'"),
}


class OpenAIProvider:
    """One model at OpenAI or at a compatible `base_url` (or OPENAI_BASE_URL); the key is OPENAI_API_KEY.

    A server without a key needs none. Temperature is 0 and the seed 7. The reply is asked for by JSON Schema,
    else as a JSON object, else in words: the first that the server accepts.
    """

    def __init__(self, model: str, *, base_url: str | None = None, max_output_tokens: int = 1024) -> None:
        self._endpoint = Endpoint(
            sdk="openai",
            model=model,
            base_url=base_url,
            default_url=_DEFAULT_URL,
            url_variable="OPENAI_BASE_URL",
            key_variable="OPENAI_API_KEY",
            refusable=_REFUSABLE,
        )
        self._max_output_tokens = max_output_tokens
        self._client: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_client": None}

    @property
    def name(self) -> str:
        return f"openai:{self._endpoint.model}"

    @property
    def parts(self) -> dict[str, str]:
        return {
            "model": self._endpoint.model,
            "endpoint": self._endpoint.address,
            "temperature": "0",
            "seed": str(_SEED),
            "max_output_tokens": str(self._max_output_tokens),
        }

    @property
    def left_out(self) -> tuple[str, ...]:
        return self._endpoint.left_out

    def check(self) -> None:
        self._endpoint.check()

    async def start(self) -> None:
        module = self._endpoint.module()
        self._client = module.AsyncOpenAI(
            api_key=self._endpoint.key(), base_url=self._endpoint.base_url, max_retries=0, timeout=None
        )

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def send(self, prompt: Prompt) -> Reply:
        body, sent = self._body(prompt)
        try:
            # As extra_body the request goes out as it is; by name, the SDK would walk through it first.
            raw = await self._client.chat.completions.with_raw_response.create(
                model=self._endpoint.model, messages=[], extra_body=body
            )
            content = raw.http_response.content
        except Exception as error:
            raise self._endpoint.trouble(error, sent) from None
        self._endpoint.accepted(sent)
        return _reply(content)

    def _body(self, prompt: Prompt) -> tuple[dict[str, Any], list[str]]:
        """The request, and the parameters in it that a server may refuse."""
        accepts = self._endpoint.accepts
        body: dict[str, Any] = {}
        sent: list[str] = []
        if accepts("json_schema"):
            shape = {"name": "verdicts", "strict": True, "schema": prompt.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
            sent.append("json_schema")
        elif accepts("json_object"):
            body["response_format"] = {"type": "json_object"}
            sent.append("json_object")
        # OpenAI's reasoning models take only the newer name; many other servers know only the older one.
        names = ("max_completion_tokens", "max_tokens")
        for name in names if self._endpoint.is_default else reversed(names):
            if accepts(name):
                body[name] = self._max_output_tokens
                sent.append(name)
                break
        for name, value in (("temperature", 0), ("seed", _SEED)):
            if accepts(name):
                body[name] = value
                sent.append(name)
        if accepts("system"):
            body["messages"] = [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ]
            sent.append("system")
        else:
            body["messages"] = [{"role": "user", "content": f"{prompt.system}\n\n{prompt.user}"}]
        return body, sent


def _reply(content: bytes) -> Reply:
    """The parts of a chat completion that matter here; servers differ in the rest."""
    try:
        told = json.loads(content)
        choice = told["choices"][0]
        message = choice["message"]
        text = message.get("content")
        if isinstance(text, list):
            text = "".join(part.get("text") or "" for part in text)
        usage = told.get("usage") or {}
        counts = [int(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens")]
        finish = _FINISHES.get(choice.get("finish_reason") or "", "complete")
        if message.get("refusal"):
            finish = "refusal"
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise CallError("malformed", "the endpoint's reply was not a chat completion") from None
    if not isinstance(text, str):
        text = ""
    return Reply(text=text, finish=finish, input_tokens=counts[0], output_tokens=counts[1])
