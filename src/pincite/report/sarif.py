"""SARIF 2.1.0: one run, one result a finding, worst first, as code scanning reads it.

Code scanning shows the 5,000 gravest results of a run; no more are written, and a notification says so.
Judge trouble is about the tool and not about the answers: it stands among the invocation's notifications.
Alerts are matched over time by fingerprints of code, claim and passage, so that an inserted line reopens
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from pincite.codes import CATALOGUE, FindingSeverity
from pincite.explanations import explanation
from pincite.io.codec import encode_row
from pincite.model.summary import Summary
from pincite.report.excerpt import Excerpt
from pincite.report.groups import group
from pincite.report.ledger import Ledger, Located
from pincite.report.outcome import Outcome
from pincite.report.place import Place, Places
from pincite.report.shown import CUT, one_line
from pincite.version import __version__

MOST_RESULTS: Final = 5_000
MOST_NOTIFICATIONS: Final = 100
SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT: Final = "pinciteClaim/v1"

_LEVELS: Final[dict[FindingSeverity, str]] = {"error": "error", "warning": "warning", "info": "note"}
_QUOTED: Final = 300
_MESSAGE: Final = 600
_ROOT: Final = "%SRCROOT%"
_COULD_NOT_RUN: Final = (2, 130)


def document(ledger: Ledger, summary: Summary, verdict: Outcome, places: Places) -> Iterator[bytes]:
    """The log file, piece by piece."""
    total, trouble = ledger.count(), ledger.count(trouble=True)
    codes = ledger.codes()
    yield b'{"$schema":' + encode_row(SCHEMA) + b',"version":"2.1.0","runs":[{'
    yield b'"tool":' + encode_row({"driver": _driver(codes)})
    yield b',\n"columnKind":"unicodeCodePoints"'
    yield b',\n"invocations":' + encode_row([_invocation(ledger, verdict, places, total, trouble)])
    yield b',\n"properties":' + encode_row(
        {
            "runId": summary.run_id,
            "signature": summary.signature,
            "verdict": verdict.word,
            "decision": verdict.decision,
            "findings": total,
        }
    )
    yield b',\n"results":['
    seen: Counter[str] = Counter()
    index = {code: place for place, code in enumerate(codes)}
    for place, located in enumerate(ledger.findings(limit=MOST_RESULTS)):
        seen[located.identity] += 1
        yield (b",\n" if place else b"\n") + encode_row(
            _result(located, places(located.where), index, seen[located.identity])
        )
    yield b"\n]}]}\n"


def plain_message(text: str) -> str:
    """Text as a SARIF message: brackets would make a link of it."""
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")


def _driver(codes: Iterable[str]) -> dict[str, Any]:
    return {"name": "pincite", "semanticVersion": __version__, "rules": [_rule(code) for code in codes]}


def _rule(code: str) -> dict[str, Any]:
    entry = CATALOGUE[code]
    page = explanation(code)
    paragraphs = [" ".join(part.split()) for part in page.split("\n\n") if not part.startswith("#")]
    return {
        "id": code,
        "name": entry.name,
        "shortDescription": {"text": f"{entry.title[0].upper()}{entry.title[1:]}."},
        "fullDescription": {"text": " ".join(paragraphs[:2])},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": _LEVELS[entry.severity]},
        "properties": {"tags": ["citations", group(code)], "problem.severity": _problem(entry.severity)},
    }


def _problem(severity: FindingSeverity) -> str:
    return "recommendation" if severity == "info" else severity


def _invocation(ledger: Ledger, verdict: Outcome, places: Places, total: int, trouble: int) -> dict[str, Any]:
    """How the run ended, and what was in the way: judge trouble, and results that are not in the file."""
    notes: list[dict[str, Any]] = []
    if total > MOST_RESULTS:
        left = f"the {MOST_RESULTS:,} worst of {total:,} findings are in this file; findings.jsonl has all"
        notes.append({"level": "warning", "message": {"text": left}})
    for located in ledger.findings(trouble=True, limit=MOST_NOTIFICATIONS):
        finding = located.finding
        notes.append(
            {
                "level": _LEVELS[finding.severity],
                "descriptor": {"id": finding.code},
                "message": {"text": plain_message(one_line(finding.message, _MESSAGE))},
                "locations": [_location(located, places(located.where))],
            }
        )
    if trouble > MOST_NOTIFICATIONS:
        left = f"judge trouble: + {trouble - MOST_NOTIFICATIONS:,} more in findings.jsonl"
        notes.append({"level": "note", "message": {"text": left}})
    return {
        "executionSuccessful": verdict.exit_code not in _COULD_NOT_RUN,
        "exitCode": verdict.exit_code,
        "exitCodeDescription": verdict.line,
        "toolExecutionNotifications": notes,
    }


def _result(located: Located, place: Place, index: Mapping[str, int], occurrence: int) -> dict[str, Any]:
    finding, source = located.finding, located.source
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(located)},
        "locations": [_location(located, place)],
        "partialFingerprints": {
            # The one key that code scanning itself goes by; the suffix tells equal claims of one file apart.
            "primaryLocationLineHash": f"{located.identity}:{occurrence}",
            FINGERPRINT: located.identity,
        },
        "properties": _facts(located),
    }
    if source is not None:
        result["relatedLocations"] = [
            {
                "id": 1,
                "message": {"text": plain_message(f"{source.heading}: {_quoted(source)}")},
                "physicalLocation": _physical(place),
                **_passage(located),
            }
        ]
    return result


def _message(located: Located) -> str:
    """What is wrong, the claim, and what the source says, with a link to where it is recorded."""
    parts = [plain_message(one_line(located.finding.message, _MESSAGE)) + "."]
    if located.claim:
        parts.append(f"Claim: “{plain_message(one_line(located.claim, _QUOTED))}”")
    if located.source is not None:
        heading = plain_message(one_line(located.source.heading or "passage", _QUOTED))
        parts.append(f"[{heading}](1): “{plain_message(_quoted(located.source))}”")
    return "\n".join(parts)


def _quoted(excerpt: Excerpt) -> str:
    """The marked stretch in what stands around it, else the opening of the text."""
    if excerpt.start is None or excerpt.end is None:
        return one_line(excerpt.text, _QUOTED)
    low = max(excerpt.start - _QUOTED // 3, 0)
    lead = CUT if low else ""
    return lead + one_line(excerpt.text[low:], _QUOTED)


def _location(located: Located, place: Place) -> dict[str, Any]:
    finding = located.finding
    name = " ".join(
        one_line(part, _QUOTED)
        for part in (finding.case_id or finding.answer_id, finding.claim_id or "")
        if part
    )
    location: dict[str, Any] = {"physicalLocation": _physical(place)}
    if name:
        location["logicalLocations"] = [{"fullyQualifiedName": name, "kind": "claim"}]
    if located.answer.text:
        location["message"] = {"text": plain_message(_quoted(located.answer))}
    return location


def _passage(located: Located) -> dict[str, Any]:
    evidence = located.finding.evidence
    if evidence is None:
        return {}
    revision = f"@{evidence.document_revision}" if evidence.document_revision else ""
    name = one_line(f"{evidence.document_id}{revision}#{evidence.chunk_id}", _QUOTED)
    return {"logicalLocations": [{"fullyQualifiedName": name, "kind": "passage"}]}


def _physical(place: Place) -> dict[str, Any]:
    artifact = {"uri": place.uri}
    if place.inside:
        artifact["uriBaseId"] = _ROOT
    return {"artifactLocation": artifact, "region": {"startLine": place.line}}


def _facts(located: Located) -> dict[str, Any]:
    finding = located.finding
    facts = {
        "answer": finding.answer_id,
        "case": finding.case_id,
        "claim": finding.claim_id,
        "citation": finding.citation_id,
        "claimSeverity": located.claim_severity,
        "failureOwner": located.owner,
    }
    return {name: value for name, value in facts.items() if value}
