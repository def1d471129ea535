"""What a linter says about a case file, and its rules."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from pincite.cases.line import CaseLine

Level = Literal["error", "warning"]


class Rule(Struct, frozen=True):
    """One rule: how grave a breach is, and what it says."""

    level: Level
    title: str


RULES: MappingProxyType[str, Rule] = MappingProxyType(
    {
        "no_cases": Rule("error", "the file holds no case"),
        "unreadable": Rule("error", "the record cannot be read as a case"),
        "unknown_key": Rule("warning", "a key that the format does not name, perhaps misspelt"),
        "duplicate_case_id": Rule("error", "two cases have one id"),
        "duplicate_claim_id": Rule("error", "two expected claims of a case have one id"),
        "question_missing": Rule("error", "the case asks nothing"),
        "as_of_not_a_date": Rule("error", "the as-of date is no ISO date"),
        "criticality_missing": Rule("warning", "nothing says how much is at stake"),
        "unanswerable_with_claims": Rule("error", "an unanswerable case expects claims"),
        "answerable_without_claims": Rule("warning", "an answerable case expects no claim"),
        "claim_empty": Rule("error", "an expected claim says nothing"),
        "claim_not_atomic": Rule("warning", "an expected claim is several claims"),
        "claim_not_verifiable": Rule("warning", "an expected claim states nothing that could be checked"),
        "source_missing": Rule("warning", "an expected claim that needs a citation names no source"),
        "required_text_missing": Rule("warning", "a supporting source does not say which text supports"),
        "unknown_document": Rule("error", "the document is in no corpus and no recorded chunk"),
        "unknown_revision": Rule("error", "the document has no such revision"),
        "text_not_in_revision": Rule("error", "the required text does not stand in the named revision"),
        "source_not_in_force": Rule("warning", "the source was not in force on the as-of date"),
        "near_miss_supports": Rule("error", "a near miss is also a supporting source"),
        "same_question": Rule("warning", "two cases of one file ask the same"),
        "leak_question": Rule("error", "two files ask nearly the same"),
        "leak_family": Rule("error", "two files share a family"),
        "leak_template": Rule("error", "two files share a template"),
        "leak_conversation": Rule("error", "two files share a conversation"),
        "leak_document": Rule("error", "two files share a source document"),
        "leak_entity": Rule("error", "two files are about the same name"),
        "mixed_revisions": Rule("warning", "the cases of one file name several dataset revisions"),
        "revision_changed": Rule("error", "the file is not what was recorded under its dataset revision"),
        "promoted_case_back": Rule("error", "a case that was promoted away stands in the file again"),
    }
)
"""Every rule by its name, in the order in which a case is read."""


class Issue(Struct, frozen=True, kw_only=True):
    """One breach of a rule, with its place and the edit that mends it.

    `message` is lower case and without a final stop; `fix` is empty where the message says enough.
    """

    rule: str
    level: Level
    file: str
    line: int
    path: str = "$"
    message: str
    fix: str = ""
    case_id: str | None = None

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}"

    def __str__(self) -> str:
        fix = f" (fix: {self.fix})" if self.fix else ""
        return f"{self.where}: {self.level}[{self.rule}]: {self.path}: {self.message}{fix}"


def issue(
    line: CaseLine, rule: str, path: str, message: str, fix: str = "", *, level: Level | None = None
) -> Issue:
    """A breach in one case; `path` begins after the record's own (`.question`)."""
    return Issue(
        rule=rule,
        level=level or RULES[rule].level,
        file=line.file,
        line=line.line,
        path=line.prefix + path,
        message=message,
        fix=fix,
        case_id=line.case_id,
    )


def shown(text: str, limit: int = 60) -> str:
    """Text of a case as it stands in a message: on one line, quoted, cut."""
    line = " ".join(text.split())
    return repr(line if len(line) <= limit else line[: limit - 1].rstrip() + "…")
