"""The formats by name; a format's module is imported only when it is asked for.

Other packages add formats through the entry-point group `pincite.importers`: the name of the entry point is
the name of the format, and it leads to an `Importer`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from msgspec import Struct

from pincite.errors import ConfigError
from pincite.importers.protocol import Importer

GROUP: Final = "pincite.importers"
_FORMATS: Final = "pincite.importers.formats"

MODULES: Final[dict[str, str]] = {
    "openai-responses": f"{_FORMATS}.openai_responses",
    "openai-chat": f"{_FORMATS}.openai_chat",
    "openai-assistants": f"{_FORMATS}.openai_assistants",
    "anthropic-messages": f"{_FORMATS}.anthropic_messages",
    "perplexity-chat": f"{_FORMATS}.perplexity_chat",
    "perplexity-responses": f"{_FORMATS}.perplexity_responses",
    "mistral-chat": f"{_FORMATS}.mistral_chat",
    "mistral-conversations": f"{_FORMATS}.mistral_conversations",
    "gemini": f"{_FORMATS}.gemini",
    "gemini-interactions": f"{_FORMATS}.gemini_interactions",
    "vertex-ai-search": f"{_FORMATS}.vertex_ai_search",
    "cohere-v2": f"{_FORMATS}.cohere_v2",
    "cohere-v1": f"{_FORMATS}.cohere_v1",
    "bedrock-rag": f"{_FORMATS}.bedrock_rag",
    "bedrock-converse": f"{_FORMATS}.bedrock_converse",
    "bedrock-agentic": f"{_FORMATS}.bedrock_agentic",
    "azure-on-your-data": f"{_FORMATS}.azure_on_your_data",
    "azure-ai-search": f"{_FORMATS}.azure_ai_search",
    "langchain": f"{_FORMATS}.langchain",
    "langchain-rag": f"{_FORMATS}.langchain_rag",
    "llamaindex": f"{_FORMATS}.llamaindex",
    "llamaindex-chat": f"{_FORMATS}.llamaindex_chat",
    "haystack": f"{_FORMATS}.haystack",
    "dspy": f"{_FORMATS}.dspy",
    "vercel-ai": f"{_FORMATS}.vercel_ai",
    "openinference": f"{_FORMATS}.openinference",
    "phoenix": f"{_FORMATS}.phoenix",
    "otel-genai": f"{_FORMATS}.otel_genai",
    "langfuse": f"{_FORMATS}.langfuse",
    "mlflow": f"{_FORMATS}.mlflow",
    "ragas": f"{_FORMATS}.ragas",
    "deepeval": f"{_FORMATS}.deepeval",
    "trulens": f"{_FORMATS}.trulens",
    "ragchecker": f"{_FORMATS}.ragchecker",
    "open-rag-eval": f"{_FORMATS}.open_rag_eval",
    "open-rag-eval-json": f"{_FORMATS}.open_rag_eval_json",
    "alce": f"{_FORMATS}.alce",
    "trec-rag": f"{_FORMATS}.trec_rag",
    "longcite": f"{_FORMATS}.longcite",
    "csv": f"{_FORMATS}.columns",
}
"""Format -> module with its `IMPORTER`. The order is the order of the list that people see."""


class Detected(Struct, frozen=True):
    """The formats that claim a payload. Several are an ambiguity; none is an unknown format."""

    names: tuple[str, ...] = ()

    @property
    def name(self) -> str | None:
        """The format, if exactly one claims the payload."""
        return self.names[0] if len(self.names) == 1 else None


def names() -> tuple[str, ...]:
    """Every format, those of pincite first, then those that are plugged in."""
    return (*MODULES, *(name for name in _plugged() if name not in MODULES))


def importer(name: str) -> Importer:
    """The importer of a format.

    Raises ConfigError for a name that nobody has, or for a plugin that cannot be loaded.
    """
    if name in MODULES:
        found = import_module(MODULES[name]).IMPORTER
        assert isinstance(found, Importer)
        return found
    plugin = _plugged().get(name)
    if plugin is None:
        raise _unknown(name)
    try:
        loaded = plugin.load()
    except Exception as error:  # a plugin is foreign code: whatever it raises, we say whose it is
        raise ConfigError(
            f"the format {name!r} of {_owner(plugin)} cannot be loaded: {type(error).__name__}: {error}",
            where=f"entry point {plugin.value}",
        ) from error
    if not isinstance(loaded, Importer):
        raise ConfigError(
            f"the format {name!r} of {_owner(plugin)} is no Importer", where=f"entry point {plugin.value}"
        )
    return loaded


def check_options(name: str | None, given: Iterable[str]) -> None:
    """Raises ConfigError for a setting that the format does not take; with None, one that no format takes."""
    some = names() if name is None else (name,)
    known = tuple(dict.fromkeys(option for one in some for option in importer(one).options))
    for option in given:
        if option not in known:
            from pincite.io.suggestions import nearest

            close = nearest(option, known)
            hint = f"did you mean {close!r}?" if close else f"it takes {', '.join(known) or 'none'}"
            whose = "of any format" if name is None else f"of {name}"
            raise ConfigError(f"there is no setting {option!r} {whose}", where="--map", hint=hint)


def detect(payload: Any) -> Detected:
    """The formats that recognise a payload, in the order of the catalogue."""
    return Detected(tuple(name for name in names() if importer(name).recognises(payload)))


@cache
def _plugged() -> dict[str, EntryPoint]:
    """The entry points by name; the first of a name counts."""
    found: dict[str, EntryPoint] = {}
    for one in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        found.setdefault(one.name, one)
    return found


def _owner(plugin: EntryPoint) -> str:
    return plugin.dist.name if plugin.dist is not None else "a plugin"


def _unknown(name: str) -> ConfigError:
    from pincite.io.suggestions import nearest

    same = [one for one in names() if name and one.startswith(f"{name.lower()}-")]
    close = nearest(name, names()) or " or ".join(same)
    hint = f"did you mean {close}?" if close else "`pincite import --list` shows all formats"
    return ConfigError(f"there is no format {name!r}", where="FORMAT", hint=hint)
