from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.transport import Failure, failed_result, failed_steps, failed_transport, suppliers
from pincite.model import Answer, Chunk, Citation, ToolCall

BROKEN = ToolCall(step_id="s1", name="search", status="error", result_chunk_ids=("c1",))
FINE = ToolCall(step_id="s2", name="search", result_chunk_ids=("c1", "c2"))


def chunk(chunk_id: str, step_id: str | None = None, text: str = "Loans run for 21 days.") -> Chunk:
    return Chunk(document_id="d", chunk_id=chunk_id, text=text, step_id=step_id)


@pytest.mark.parametrize(
    ("calls", "held", "step", "expected"),
    [
        ((BROKEN,), chunk("c1"), None, Failure("error", "s1", "search")),
        ((BROKEN,), chunk("c9", "s1"), None, Failure("error", "s1", "search")),
        ((BROKEN,), chunk("c9"), "s1", Failure("error", "s1", "search")),
        ((BROKEN, FINE), chunk("c1"), None, None),
        ((BROKEN, FINE), chunk("c1"), "s1", None),
        ((BROKEN, FINE), chunk("c2"), None, None),
        ((FINE,), chunk("c1"), "s2", None),
        ((), chunk("c1"), None, None),
        ((ToolCall(step_id="s1", status="malformed"),), chunk("c1", "s1"), None, Failure("malformed", "s1")),
    ],
)
def test_failed_calls(
    calls: tuple[ToolCall, ...], held: Chunk, step: str | None, expected: Failure | None
) -> None:
    answer = Answer(answer_id="a", text="", prompt_chunks=(held,), tool_calls=calls)
    citation = Citation(citation_id="1", step_id=step)
    assert failed_transport(answer, failed_steps(calls), citation, (held,)) == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"content": [{"type": "text", "text": "timeout"}], "isError": true}', "error"),
        ('{"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "x"}}', "error"),
        ('{"jsonrpc": "2.0", "id": 1, "result": {"content": [], "isError": true}}', "error"),
        ('{"is_error": true}', "error"),
        ('{"content": "plain", "isError": false}', "malformed"),
        ('{"content": [{"text": "no type"}]}', "malformed"),
        ('{"content": null}', "malformed"),
        ('{"content": [{"type": "text", "text": "fine"}], "isError": false}', None),
        ('{"content": "an article", "title": "A"}', None),
        ('{"error_rate": 0.1, "error": "none"}', None),
        ('{"isError": tru', None),
        ("{braces} and an error in prose", None),
        ("Loans run for 21 days.", None),
    ],
)
@pytest.mark.parametrize("from_tool", [True, False])
def test_stored_payloads(text: str, kind: str | None, from_tool: bool) -> None:
    assert failed_result(text, from_tool) == kind


@pytest.mark.parametrize(
    "text",
    [
        "MCP error -32603: Internal error",
        "Error executing tool search: connection reset",
        "Traceback (most recent call last):\n  File ...",
        "HTTP 503 Service Unavailable",
        "404 Not Found",
        "ConnectionError: refused",
        "Request timed out after 30 s",
    ],
)
def test_error_messages_are_failures_only_where_a_tool_supplied_them(text: str) -> None:
    assert failed_result(text, True) == "error"
    assert failed_result(text, False) is None


@pytest.mark.parametrize(
    "text",
    [
        "The error was found in March.",
        "503 seats are available.",
        "Errors: see chapter 4 for the list of messages and what to do about each of them.",
        "Tracebacks are printed when a program fails.",
    ],
)
def test_content_about_errors_is_content(text: str) -> None:
    assert failed_result(text, True) is None


def test_who_supplied_a_chunk() -> None:
    answer = Answer(answer_id="a", text="", tool_calls=(BROKEN, FINE))
    assert suppliers(answer, chunk("c1")) == ("s1", "s2")
    assert suppliers(answer, chunk("c1", "s9")) == ("s9",)
    assert suppliers(answer, chunk("c7")) == ()


@given(st.text(), st.booleans())
def test_any_text_is_read_without_an_exception(text: str, from_tool: bool) -> None:
    failed_result(text, from_tool)
    failed_result("{" + text, from_tool)
