"""The providers' own types accept the samples, and the importers accept what those types write."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from native_samples import payload, read

from pincite.importers.catalogue import detect

Written = Callable[[str], Any]


def _openai(sample: str) -> Any:
    response = pytest.importorskip("openai.types.responses", reason="openai is not installed")
    types = {
        "openai_responses_file_search": response.Response,
        "openai_responses_web_search": response.Response,
        "openai_responses_container_file": response.Response,
        "openai_chat_url_citation": pytest.importorskip("openai.types.chat").ChatCompletion,
        "openai_assistants_message": pytest.importorskip("openai.types.beta.threads").Message,
    }
    if sample == "openai_responses_stream":
        return _each(response.ResponseStreamEvent, sample)
    return types[sample].model_validate(payload(sample)).model_dump(mode="json")


def _anthropic(sample: str) -> Any:
    types = pytest.importorskip("anthropic.types", reason="anthropic is not installed")
    if sample == "anthropic_stream":
        return _each(types.RawMessageStreamEvent, sample)
    return types.Message.model_validate(payload(sample)).model_dump(mode="json")


def _each(event: Any, sample: str) -> list[Any]:
    adapter = pytest.importorskip("pydantic").TypeAdapter(event)
    return [adapter.validate_python(one).model_dump(mode="json") for one in payload(sample)]


def _perplexity(sample: str) -> Any:
    types = pytest.importorskip("perplexity.generated.api", reason="perplexityai is not installed")
    names = {
        "perplexity_sonar_chat": "CompletionResponseOutput",
        "perplexity_responses": "ResponsesResponseOutput",
    }
    return getattr(types, names[sample]).model_validate(payload(sample)).model_dump(mode="json")


def _mistral(sample: str) -> Any:
    types = pytest.importorskip("mistralai.client.models", reason="mistralai is not installed")
    names = {
        "mistral_chat_reference": "ChatCompletionResponse",
        "mistral_conversation_tool_reference": "MessageOutputEntry",
    }
    return getattr(types, names[sample]).model_validate(payload(sample)).model_dump(mode="json")


CASES: list[tuple[Written, str, str]] = [
    (_openai, "openai_responses_file_search", "openai-responses"),
    (_openai, "openai_responses_web_search", "openai-responses"),
    (_openai, "openai_responses_container_file", "openai-responses"),
    (_openai, "openai_responses_stream", "openai-responses"),
    (_openai, "openai_chat_url_citation", "openai-chat"),
    (_openai, "openai_assistants_message", "openai-assistants"),
    (_anthropic, "anthropic_documents", "anthropic-messages"),
    (_anthropic, "anthropic_search_results", "anthropic-messages"),
    (_anthropic, "anthropic_stream", "anthropic-messages"),
    (_perplexity, "perplexity_sonar_chat", "perplexity-chat"),
    (_perplexity, "perplexity_responses", "perplexity-responses"),
    (_mistral, "mistral_chat_reference", "mistral-chat"),
    (_mistral, "mistral_conversation_tool_reference", "mistral-conversations"),
]


@pytest.mark.parametrize(("written", "sample", "name"), CASES, ids=[sample for _, sample, _ in CASES])
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_what_the_sdk_writes_is_read_as_the_sample_is(written: Written, sample: str, name: str) -> None:
    value = json.loads(json.dumps(written(sample)))
    assert detect(value).names == (name,)
    ours, theirs = read(name, payload(sample)), read(name, value)
    assert [_plain(one.record) for one in theirs] == [_plain(one.record) for one in ours]
    assert [one.findings for one in theirs] == [one.findings for one in ours]


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    """The record without the raw annotations, in which an SDK writes out every key that is null."""
    citations = [
        {**one, "metadata": {key: item for key, item in one.get("metadata", {}).items() if key != "raw"}}
        for one in record.get("citations", ())
    ]
    return {**record, "citations": citations}
