"""The official SDKs read the samples, and what they write of them is imported to the same record.

Install the `sdk` extra to run these; each is skipped where its SDK is absent.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from cloud_samples import one, sample

from pincite.importers.protocol import Imported


def same(found: Imported, sample_found: Imported) -> None:
    """One record, but for the raw annotation and what an SDK adds to it."""
    assert spoken(found) == spoken(sample_found)
    assert found.findings == sample_found.findings or [f.slug for f in found.findings] == [
        f.slug for f in sample_found.findings
    ]


def spoken(found: Imported) -> dict[str, Any]:
    record = json.loads(json.dumps(found.record))
    record.get("metadata", {}).pop("state", None)
    for citation in record.get("citations", ()):
        citation.get("metadata", {}).pop("raw", None)
        if not citation.get("metadata"):
            citation.pop("metadata", None)
    return record  # type: ignore[no-any-return]


@pytest.mark.parametrize("file", ["gemini_generate_content", "gemini_vertex_retrieved_context"])
def test_google_genai(file: str) -> None:
    types = pytest.importorskip("google.genai.types", reason="google-genai is not installed")
    response = types.GenerateContentResponse.model_validate(sample(file))
    expected = one("gemini", sample(file))
    for dumped in (
        response.model_dump(mode="json"),
        response.model_dump(mode="json", exclude_none=True),
        response.model_dump(mode="json", by_alias=True),
        response.to_json_dict(),
    ):
        same(one("gemini", dumped), expected)


def test_google_genai_refuses_another_shape() -> None:
    types = pytest.importorskip("google.genai.types", reason="google-genai is not installed")
    payload = sample("gemini_generate_content")
    payload["candidates"][0]["groundingMetadata"]["groundingSupports"][0]["segment"]["endIndex"] = "many"
    with pytest.raises(ValueError, match="endIndex"):
        types.GenerateContentResponse.model_validate(payload)


def test_google_interactions() -> None:
    interactions = pytest.importorskip(
        "google.genai._gaos.types.interactions",
        reason="google-genai with the Interactions API is not installed",
    )
    file = "gemini_interactions_textcontent"
    content = interactions.TextContent.model_validate(sample(file))
    same(
        one("gemini-interactions", content.model_dump(mode="json", exclude_none=True)),
        one("gemini-interactions", sample(file)),
    )
    whole = {
        "id": "i1",
        "status": "completed",
        "steps": [{"type": "model_output", "content": [sample(file)]}],
    }
    interaction = interactions.Interaction.model_validate(whole)
    assert interaction.output_text == sample(file)["text"]
    dumped = interaction.model_dump(mode="json", exclude_none=True)
    same(one("gemini-interactions", dumped), one("gemini-interactions", whole))


def test_discovery_engine() -> None:
    engine = pytest.importorskip(
        "google.cloud.discoveryengine_v1", reason="google-cloud-discoveryengine is not installed"
    )
    file = "vertex_ai_search_answer"
    response = engine.AnswerQueryResponse.from_json(json.dumps(sample(file)))
    expected = one("vertex-ai-search", sample(file))
    for dumped in (
        engine.AnswerQueryResponse.to_dict(response),
        json.loads(engine.AnswerQueryResponse.to_json(response)),
    ):
        same(one("vertex-ai-search", dumped), expected)
    with pytest.raises(Exception, match="answerTxt"):
        engine.AnswerQueryResponse.from_json('{"answer": {"answerTxt": "x"}}')


def test_cohere_v2() -> None:
    types = pytest.importorskip("cohere.v2.types.v2chat_response", reason="cohere is not installed")
    response = types.V2ChatResponse.model_validate(sample("cohere_v2_chat"))
    expected = one("cohere-v2", sample("cohere_v2_chat"))
    for dumped in (json.loads(response.json()), response.dict(), response.model_dump(mode="json")):
        same(one("cohere-v2", dumped), expected)


def test_cohere_v1() -> None:
    types = pytest.importorskip("cohere.types.non_streamed_chat_response", reason="cohere is not installed")
    response = types.NonStreamedChatResponse.model_validate(sample("cohere_v1_chat"))
    expected = one("cohere-v1", sample("cohere_v1_chat"))
    for dumped in (json.loads(response.json()), response.dict(), response.model_dump(mode="json")):
        same(one("cohere-v1", dumped), expected)


def test_cohere_v2_stream() -> None:
    types = pytest.importorskip("cohere.v2.types.v2chat_stream_response", reason="cohere is not installed")
    adapter: Any = pytest.importorskip("pydantic").TypeAdapter(types.V2ChatStreamResponse)
    events = [adapter.validate_python(event) for event in sample("cohere_v2_stream")]
    expected = one("cohere-v2", sample("cohere_v2_stream"))
    same(one("cohere-v2", [json.loads(event.json()) for event in events]), expected)
    same(one("cohere-v2", [event.model_dump(mode="json") for event in events]), expected)


def botocore_shape(service: str, name: str) -> Any:
    session = pytest.importorskip("botocore.session", reason="botocore is not installed")
    model = session.get_session().get_service_model(service)
    if name not in model.shape_names:
        pytest.skip(f"this botocore does not know {name}")
    return model.shape_for(name)


def validated(value: Any, shape: Any) -> Any:
    return pytest.importorskip("botocore.validate").ParamValidator().validate(value, shape)


BEDROCK = [
    ("bedrock_retrieve_and_generate", "bedrock-rag", "bedrock-agent-runtime", "RetrieveAndGenerateResponse"),
    ("bedrock_agentic_retrieve", "bedrock-agentic", "bedrock-agent-runtime", "AgenticRetrieveResultEvent"),
    ("bedrock_converse_citations", "bedrock-converse", "bedrock-runtime", "ConverseResponse"),
]


@pytest.mark.parametrize(("file", "name", "service", "shape"), BEDROCK, ids=[row[0] for row in BEDROCK])
def test_boto3(file: str, name: str, service: str, shape: str) -> None:
    """What the client's own parser makes of the bytes on the wire."""
    model = botocore_shape(service, shape)
    parsers = pytest.importorskip("botocore.parsers")
    report = validated(sample(file), model)
    assert not report.has_errors(), report.generate_report()
    answered = {"body": json.dumps(sample(file)).encode(), "headers": {}, "status_code": 200}
    parsed = parsers.create_parser("rest-json").parse(answered, model)
    parsed["ResponseMetadata"]["RequestId"] = "r-1"
    same(one(name, json.loads(json.dumps(parsed, default=str))), one(name, sample(file)))


def test_boto3_stream_events() -> None:
    model = botocore_shape("bedrock-agent-runtime", "RetrieveAndGenerateStreamResponseOutput")
    for event in sample("bedrock_retrieve_and_generate_stream"):
        ((kind, value),) = event.items()
        report = validated(value, model.members[kind])
        assert not report.has_errors(), report.generate_report()


def test_boto3_requests() -> None:
    model = botocore_shape("bedrock-runtime", "ConverseRequest")
    request = sample("bedrock_converse_citations.request")
    for message in request["messages"]:
        for part in message["content"]:
            source = part.get("document", {}).get("source", {})
            if "bytes" in source:
                source["bytes"] = source["bytes"].encode()
    report = validated(request, model)
    assert not report.has_errors(), report.generate_report()


def test_azure_on_your_data_survives_the_openai_type() -> None:
    """`context` is no part of the type: it is kept as an extra."""
    chat = pytest.importorskip("openai.types.chat", reason="openai is not installed")
    file = "azure_openai_on_your_data"
    completion = chat.ChatCompletion.model_validate(sample(file))
    same(
        one("azure-on-your-data", completion.model_dump(mode="json")), one("azure-on-your-data", sample(file))
    )
