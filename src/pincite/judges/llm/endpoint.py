"""An endpoint behind one of the providers' own SDKs: address, key, and what it does not accept."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from pincite.errors import ConfigError
from pincite.judges.llm.pacing import retry_after
from pincite.judges.llm.provider import CallError
from pincite.judges.optional import require

_TOO_LONG: Final = (
    "context length",
    "context_length",
    "context window",
    "context size",
    "context_size",
    "maximum context",
    "prompt is too long",
    "too many tokens",
)
_FILTERED: Final = ("content_filter", "content_policy_violation", "content management policy")
_NO_MONEY: Final = ("insufficient_quota", "credit balance is too low")
_NO_KEY: Final = "none"


class Endpoint:
    """The part that both SDKs share: they are made by one generator and name their errors alike.

    `refusable` maps a request parameter to the words by which a server names it when it refuses it. A refused
    parameter is left out from then on, but never one that has once been accepted: the words of an error may
    be an echo of the data.
    """

    def __init__(
        self,
        *,
        sdk: str,
        model: str,
        base_url: str | None,
        default_url: str,
        url_variable: str,
        key_variable: str,
        refusable: Mapping[str, tuple[str, ...]],
    ) -> None:
        given = base_url or os.environ.get(url_variable) or default_url
        if urlsplit(given).scheme not in ("http", "https") or not urlsplit(given).hostname:
            raise ConfigError(
                f"{_public(given)!r} is no address of a server",
                where="base_url" if base_url else url_variable,
                hint="give an address like http://localhost:8000/v1",
            )
        self.sdk = sdk
        self.model = model
        self.base_url = given
        self.is_default = _public(given) == _public(default_url)
        self._key_variable = key_variable
        self._refusable = refusable
        self._left_out: dict[str, None] = {}
        self._proven: set[str] = set()

    @property
    def address(self) -> str:
        """The base URL without credentials and query: the same model name elsewhere may be another model."""
        return _public(self.base_url)

    @property
    def left_out(self) -> tuple[str, ...]:
        return tuple(self._left_out)

    def accepts(self, parameter: str) -> bool:
        return parameter not in self._left_out

    def accepted(self, sent: Iterable[str]) -> None:
        """A call with these parameters was answered."""
        self._proven.update(sent)

    def check(self) -> None:
        """Raise DependencyError without the SDK, ConfigError without the key that the provider's own address
        needs."""
        self.module()
        if self.is_default and not os.environ.get(self._key_variable):
            raise ConfigError(
                f"the judge {self.sdk}:{self.model} needs an API key",
                where=self._key_variable,
                hint=f"set {self._key_variable}, or give the base_url of a server that needs no key",
            )

    def module(self) -> Any:
        return require(self.sdk, extra="llm", needed_by=f"the judge {self.sdk}:{self.model}")

    def key(self) -> str:
        return os.environ.get(self._key_variable) or _NO_KEY

    def trouble(self, error: Exception, sent: Iterable[str]) -> CallError:
        """What an SDK's error means; `sent` are the refusable parameters of the call."""
        module: ModuleType = self.module()
        if isinstance(error, module.APITimeoutError):
            return CallError("timeout", "the endpoint did not reply in time")
        if isinstance(error, module.APIConnectionError):
            return CallError("server", "the endpoint cannot be reached")
        if not isinstance(error, module.APIStatusError):
            return CallError("malformed", "the endpoint's reply was not what the API says")
        status = error.status_code
        wait = retry_after(error.response.headers)
        told = _told(error)
        if status == 429 and any(word in told for word in _NO_MONEY):
            return CallError("fatal", "the endpoint says that the account has no quota left (HTTP 429)")
        if status in (429, 529) or (status == 503 and wait is not None):
            return CallError("overload", _asked_to_wait(status, wait), retry_after=wait)
        if (status >= 500 and status != 501) or status in (408, 409, 425):
            return CallError("server", f"the endpoint failed (HTTP {status})", retry_after=wait)
        if status in (401, 402, 404):
            return CallError("fatal", _FATAL[status])
        return self._refused(status, told, _parameter(error), tuple(sent))

    def _refused(self, status: int, told: str, parameter: str, sent: tuple[str, ...]) -> CallError:
        if any(word in told for word in _FILTERED):
            return CallError("refusal", "the endpoint's content filter refused the call")
        if any(word in told for word in _TOO_LONG) or status == 413:
            return CallError("too_long", "the evidence is too long for the model")
        if any(word in told for word in _NO_MONEY):
            return CallError("fatal", f"the endpoint says that the account has no quota left (HTTP {status})")
        open_ = [name for name in sent if name not in self._proven]
        named = [
            name
            for name in open_
            if parameter in self._refusable[name] or any(word in told for word in self._refusable[name])
        ]
        # A server that does not say what it minds most likely minds the shape of the reply.
        silent = [name for name in open_ if name.startswith("json_")] if status in (400, 422, 501) else []
        for name in (*named, *silent):
            self._left_out[name] = None
            return CallError("unsupported", f"the endpoint does not accept {name}")
        return CallError("rejected", f"the endpoint rejected the call (HTTP {status})")


_FATAL: Final = {
    401: "the endpoint does not accept the API key (HTTP 401)",
    402: "the endpoint asks for payment (HTTP 402)",
    404: "the endpoint knows no such model or path (HTTP 404)",
}


def _asked_to_wait(status: int, wait: float | None) -> str:
    return f"rate limited (HTTP {status})" + (f", to wait {wait:.0f} s" if wait is not None else "")


def _told(error: Any) -> str:
    return f"{error.body!r} {error.message}".lower()[:4000]


def _parameter(error: Any) -> str:
    value = getattr(error, "param", None)
    return value.lower() if isinstance(value, str) else ""


def _public(url: str) -> str:
    """An address without user, password, query and final slash."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2].lower()
    return urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", ""))
