"""Settings of judges that are made by name."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, field

from pincite.errors import ConfigError
from pincite.judges.cache import default_cache
from pincite.judges.cascade import ESCALATE_BELOW


class JudgeOptions(Struct, frozen=True, kw_only=True):
    """What decides how a named judge works; each judge reads what concerns it.

    base_url            an OpenAI- or Anthropic-compatible server instead of the provider's own
    timeout             seconds for one call
    concurrency         calls that may be open at once
    claims_per_call     claims that share their passages and may share a call
    max_output_tokens   room for one reply
    budget_calls, budget_tokens, budget_usd
                        what all judges of this name may cost together; None is no limit
    price_input, price_output
                        dollars per million tokens, for the cost and for budget_usd
    cache               file that keeps verdicts; None keeps none
    offline             no network: stored verdicts and local models only
    escalate_below      a cascade sends verdicts below this confidence on
    nli_labels          what the outputs of an NLI model mean, in their order (full, contradiction, none)
    nli_threshold       least probability of a label of an NLI model
    """

    base_url: str | None = None
    timeout: float = 60.0
    concurrency: int = 16
    claims_per_call: int = 1
    max_output_tokens: int = 1024
    budget_calls: int | None = None
    budget_tokens: int | None = None
    budget_usd: float | None = None
    price_input: float | None = None
    price_output: float | None = None
    cache: Path | None = field(default_factory=default_cache)
    offline: bool = False
    escalate_below: float = ESCALATE_BELOW
    nli_labels: tuple[str, ...] = ()
    nli_threshold: float = 0.5

    def __post_init__(self) -> None:
        for name in ("timeout", "concurrency", "claims_per_call", "max_output_tokens"):
            if not getattr(self, name) > 0:
                raise ConfigError(
                    f"{name} cannot be {getattr(self, name)}", where=name, hint="give more than 0"
                )
        for name in ("price_input", "price_output", "budget_calls", "budget_tokens", "budget_usd"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise ConfigError(f"{name} cannot be {value}", where=name, hint="give 0 or more")
        for name in ("escalate_below", "nli_threshold"):
            if not 0 <= getattr(self, name) <= 1:
                raise ConfigError(f"{name} cannot be {getattr(self, name)}", where=name, hint="give 0 to 1")
        if (self.price_input is None) != (self.price_output is None):
            raise ConfigError(
                "one price is missing", where="price_input, price_output", hint="give both, or neither"
            )
