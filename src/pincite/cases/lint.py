"""The linter: what is wrong with gold cases before an answer is ever held against them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from pincite.cases.issue import RULES, Issue, issue, shown
from pincite.cases.keys import TOLD, Kind, keys_of, plain
from pincite.cases.line import CaseLine, place_of
from pincite.cases.shelf import Shelf, source_issues
from pincite.claims.extraction import extract
from pincite.claims.policy import default_policy
from pincite.evidence.spans import quoted_place
from pincite.io.rejection import Rejection
from pincite.io.wire import ExpectedClaimRecord, SourceRecord
from pincite.model import Answer


def lint(
    lines: Iterable[CaseLine | Rejection], shelf: Shelf | None = None, *, kinds: Collection[Kind] = TOLD
) -> list[Issue]:
    """Everything that is wrong with the cases of some files, by file and line.

    With a `shelf` of documents the sources are looked up too. `kinds` are what must not be shared between
    files.
    """
    found: list[Issue] = []
    read: list[CaseLine] = []
    for line in lines:
        if isinstance(line, Rejection):
            found.append(_unreadable(line))
            continue
        read.append(line)
        found += _of_case(line)
        if shelf is not None:
            found += source_issues(line, shelf)
    found += _duplicates(read)
    found += _leakage(read, kinds)
    order = {name: place for place, name in enumerate(dict.fromkeys(line.file for line in read))}
    return sorted(found, key=lambda one: (order.get(one.file, len(order)), one.file, one.line))


def without_cases(files: Iterable[str], lines: Iterable[CaseLine | Rejection]) -> list[Issue]:
    """An issue for each of the files that holds no record at all: nothing could be wrong with it for ever."""
    held = {place_of(line.where)[0] for line in lines}
    names = dict.fromkeys("<stdin>" if file == "-" else file for file in files)
    return [
        Issue(
            rule="no_cases",
            level=RULES["no_cases"].level,
            file=name,
            line=1,
            message="there are no cases",
            fix="name the file that has them",
        )
        for name in names
        if name not in held
    ]


def _unreadable(rejection: Rejection) -> Issue:
    file, line = place_of(rejection.where)
    return Issue(
        rule="unreadable",
        level="error",
        file=file,
        line=line,
        path=rejection.path,
        message=rejection.message.removeprefix(f"{rejection.path}: "),
        fix=rejection.hint or "",
    )


def _of_case(line: CaseLine) -> Iterator[Issue]:
    record = line.record
    for notice in line.notices:
        yield issue(line, "unknown_key", "", notice)
    if not (record.question or "").strip():
        yield issue(line, "question_missing", ".question", "the case asks nothing", "add the question")
    if not line.dated:
        yield issue(
            line,
            "as_of_not_a_date",
            ".as_of",
            f"expected an ISO date, got {shown(record.as_of or '')}",
            "write it as 2024-03-31",
        )
    claims = record.expected_claims or []
    if record.answerable is False and claims:
        yield issue(
            line,
            "unanswerable_with_claims",
            ".expected_claims",
            f"the case is unanswerable and expects {_several(len(claims), 'claim')}",
            "drop the claims, or set answerable to true",
        )
    if record.answerable is not False and not claims:
        yield issue(
            line,
            "answerable_without_claims",
            ".expected_claims",
            "the case is answerable and expects no claim, so that correctness cannot be told",
            "add the claims of a right answer, or set answerable to false",
        )
    if record.criticality is None and not (claims and all(claim.severity for claim in claims)):
        yield issue(
            line,
            "criticality_missing",
            ".criticality",
            "nothing says how much is at stake; it counts as medium",
            "add critical, high, medium or low",
        )
    seen: dict[str, int] = {}
    for place, claim in enumerate(claims):
        yield from _of_claim(line, place, claim, seen)
    yield from _near_misses(line)


def _of_claim(
    line: CaseLine, place: int, claim: ExpectedClaimRecord, seen: dict[str, int]
) -> Iterator[Issue]:
    path = f".expected_claims[{place}]"
    # A claim without an id gets one by its place, which another may have been given.
    name = f"e{place + 1}" if claim.claim_id in (None, "") else str(claim.claim_id)
    if name in seen:
        yield issue(
            line,
            "duplicate_claim_id",
            f"{path}.claim_id",
            f"{shown(name)} is also the id of expected_claims[{seen[name]}]",
            "give each expected claim an id of its own",
        )
    seen.setdefault(name, place)
    yield from _of_text(line, path, claim.text)
    sources = claim.supporting_sources or []
    if not sources and claim.citation_required is not False:
        yield issue(
            line,
            "source_missing",
            f"{path}.supporting_sources",
            "the claim needs a citation and names no source, so that no stage can be blamed for its failure",
            "name the document and the text that supports it, or set citation_required to false",
        )
    for number, source in enumerate(sources):
        if not (source.required_text or "").strip():
            yield issue(
                line,
                "required_text_missing",
                f"{path}.supporting_sources[{number}].required_text",
                "without it the stages between corpus and prompt cannot be told apart",
                "copy the words of the source that support the claim",
            )


def _of_text(line: CaseLine, path: str, text: str) -> Iterator[Issue]:
    if not text.strip():
        yield issue(line, "claim_empty", f"{path}.text", "the claim is empty", "write it or drop it")
        return
    parts = claims_in(text)
    if len(parts) > 1:
        yield issue(
            line,
            "claim_not_atomic",
            f"{path}.text",
            f"these are {len(parts)} claims: {' | '.join(shown(part) for part in parts[:4])}",
            "write one expected claim for each, or half an answer counts as none",
        )
    elif not parts:
        yield issue(
            line,
            "claim_not_verifiable",
            f"{path}.text",
            f"{shown(text)} states nothing that could be checked",
            "write what a right answer says, as a statement",
        )


def claims_in(text: str) -> list[str]:
    """The verifiable claims into which the extractor cuts a text."""
    extraction = extract(Answer(answer_id="", text=text), default_policy())
    return [claim.text for claim in extraction.claims if claim.verifiability == "verifiable"]


def _near_misses(line: CaseLine) -> Iterator[Issue]:
    """A near miss that is also a source of support: a link to it would be counted against a right answer."""
    supporting = [
        (f"expected_claims[{place}]", source)
        for place, claim in enumerate(line.record.expected_claims or ())
        for source in claim.supporting_sources or ()
    ]
    for number, near in enumerate(line.record.near_miss_sources or ()):
        named = next((name for name, source in supporting if _same_source(near, source)), None)
        if named is not None:
            yield issue(
                line,
                "near_miss_supports",
                f".near_miss_sources[{number}]",
                f"the same source supports {named}",
                "drop it, or tell the two apart by their required_text",
            )


def _same_source(near: SourceRecord, source: SourceRecord) -> bool:
    """Whether a chunk could be both: one document, one revision as far as named, and texts in one another."""
    if str(near.document_id) != str(source.document_id):
        return False
    ours, theirs = near.document_revision, source.document_revision
    if ours is not None and theirs is not None and str(ours) != str(theirs):
        return False
    one, other = near.required_text, source.required_text
    if not one or not other:
        # A near miss without a text is the whole document; a source without one is found anywhere in it.
        return not one
    return quoted_place(one, other) is not None or quoted_place(other, one) is not None


def _duplicates(lines: Sequence[CaseLine]) -> Iterator[Issue]:
    ids: dict[str, CaseLine] = {}
    asked: dict[tuple[str, str, str | None], CaseLine] = {}
    for line in lines:
        first = ids.setdefault(line.case_id, line)
        if first is not line:
            yield issue(
                line,
                "duplicate_case_id",
                ".case_id",
                f"{shown(line.case_id)} is also the id of the case at {first.where}",
                "give each case an id of its own; a run takes the first",
            )
            continue
        question = plain(line.record.question or "")
        if not question:
            continue
        other = asked.setdefault((line.file, question, line.record.as_of), line)
        if other is not line:
            yield issue(
                line,
                "same_question",
                ".question",
                f"the case {shown(other.case_id)} at {other.where} asks the same",
                "drop one, or give them different as_of dates",
            )


def _leakage(lines: Sequence[CaseLine], kinds: Collection[Kind]) -> Iterator[Issue]:
    """What two files share, once a case and kind, at the case of the later file."""
    files = {name: place for place, name in enumerate(dict.fromkeys(line.file for line in lines))}
    if len(files) < 2:
        return
    first: dict[tuple[Kind, str], CaseLine] = {}
    for line, keys in zip(lines, keys_of([line.case for line in lines], kinds), strict=True):
        told: set[Kind] = set()
        for kind, value in sorted(keys):
            other = first.setdefault((kind, value), line)
            if other.file != line.file and kind not in told and other.case_id != line.case_id:
                told.add(kind)
                name = "question" if kind == "question" else f"{kind} {shown(value)}"
                yield issue(
                    line,
                    f"leak_{kind}",
                    _PATHS[kind],
                    f"the {name} is also that of case {shown(other.case_id)} at {other.where}",
                    "keep both in one file: `pincite split` parts cases so that nothing is shared",
                )


_PATHS: dict[Kind, str] = {
    "question": ".question",
    "family": ".family",
    "template": ".template",
    "document": ".expected_claims",
    "entity": ".question",
    "conversation": ".metadata",
}


def _several(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
