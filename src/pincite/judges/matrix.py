"""The judgement matrix: each citation alone, the union, and the rest without a member where that decides.

One claim's deliberation is a generator that yields the questions it needs next and is sent their verdicts, so
that its logic reads from top to bottom while a whole batch of claims shares each round of judging.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, structs

from pincite.judges.protocol import Judge
from pincite.model import Claim, Label, Passage, Question, Resolved, Verdict
from pincite.model.result import ContextRow, GroupRow
from pincite.model.verdict import Status

CANDIDATES = 3
"""How many uncited passages of the prompt are asked about, at most, for one claim."""
LEFT_OUT = 24
"""Of a group of more citations it is not asked what the rest says without each: there would be as many
questions as citations, each about all the others. Those that say a part count as necessary."""

_End = TypeVar("_End")
Talk = Generator[list[Question], Mapping[str, Verdict], _End]
"""A deliberation: it yields the questions that it needs next, and is sent their verdicts."""


class Matter(Struct, frozen=True, kw_only=True):
    """One claim before the judge: its citations (one a citation id) and a way to the uncited passages.

    `uncited` gives the prompt's other passages that are worth a look, best first; it is called only for a
    claim that its own citations do not carry. `recorded` says that the prompt was recorded, so that "nothing
    in the context supports it" can be said at all. `packaged` adds a passage's stated context.
    """

    key: str
    claim: Claim
    links: tuple[Resolved, ...] = ()
    uncited: Callable[[], tuple[Passage, ...]]
    packaged: Callable[[Passage], Passage]
    recorded: bool = True
    question: str | None = None


class LinkJudgement(Struct, frozen=True, kw_only=True):
    """The verdict on one link; `context` is True when only the stated context made it full.

    `beyond` is True when what made it full is the text beside a cited span: not its title and headings, and
    nothing that the other citations of the claim cite.
    """

    label: Label | None
    status: Status
    reason: str | None = None
    verdict: Verdict | None = None
    context: bool = False
    beyond: bool = False


class Judgement(Struct, frozen=True, kw_only=True):
    """Everything the judge said about one claim, and the label that follows.

    `better` lists the verdicts on the uncited chunks that support the claim on their own, `supporting` the
    passages of the prompt that say it: all of it, together or each alone, or else a part of it.
    """

    label: Label | None
    status: Status
    reason: str | None = None
    links: tuple[LinkJudgement, ...] = ()
    group: GroupRow | None = None
    context: ContextRow | None = None
    better: tuple[Verdict, ...] = ()
    supporting: tuple[Passage, ...] = ()


def judge_claims(matters: Sequence[Matter], judge: Judge) -> list[Judgement]:
    """Judge a batch of claims, one round of questions at a time; the order is kept."""
    return in_rounds([_deliberate(matter) for matter in matters], judge)


def in_rounds(talks: Sequence[Talk[_End]], judge: Judge) -> list[_End]:
    """Let deliberations run side by side, so that each round of judging serves all of them."""
    done: dict[int, _End] = {}
    waiting: dict[int, tuple[Talk[_End], list[Question]]] = {}
    for index, talk in enumerate(talks):
        _advance(index, talk, None, waiting, done)
    while waiting:
        verdicts = ask(judge, [question for _, questions in waiting.values() for question in questions])
        for index, (talk, _) in list(waiting.items()):
            _advance(index, talk, verdicts, waiting, done)
    return [done[index] for index in range(len(talks))]


def _advance(
    index: int,
    talk: Talk[_End],
    verdicts: Mapping[str, Verdict] | None,
    waiting: dict[int, tuple[Talk[_End], list[Question]]],
    done: dict[int, _End],
) -> None:
    """Run one deliberation up to its next questions, or to its end."""
    try:
        questions = next(talk) if verdicts is None else talk.send(verdicts)
        waiting[index] = (talk, questions)
    except StopIteration as end:
        waiting.pop(index, None)
        done[index] = end.value


def ask(judge: Judge, questions: Sequence[Question]) -> dict[str, Verdict]:
    """The verdicts by question id. What a judge fails on, or answers beside the point, stays unjudged."""
    if not questions:
        return {}
    try:
        verdicts = {verdict.question_id: verdict for verdict in judge.judge_batch(questions)}
    except Exception as error:  # a judge is third-party code: whatever it raises is judge trouble, not ours
        return {q.question_id: _unjudged(q, "error", f"{type(error).__name__}: {error}") for q in questions}
    asked = {question.question_id for question in questions}
    if verdicts.keys() != asked:
        verdicts = {key: verdict for key, verdict in verdicts.items() if key in asked}
        for question in questions:
            if question.question_id not in verdicts:
                verdicts[question.question_id] = _unjudged(
                    question, "parse_error", "the judge gave no verdict"
                )
    return verdicts


def _unjudged(question: Question, reason: str, rationale: str) -> Verdict:
    return Verdict(question_id=question.question_id, status="unjudged", reason=reason, rationale=rationale)


def _deliberate(matter: Matter) -> Talk[Judgement]:
    claim = matter.claim
    if claim.verifiability == "not_verifiable":
        idle = LinkJudgement(label=None, status="not_applicable", reason="not_verifiable")
        return Judgement(
            label=None, status="not_applicable", reason="not_verifiable", links=(idle,) * len(matter.links)
        )
    links = yield from _members(matter)
    links = yield from _placed(matter, links)
    group = yield from _union(matter, links)
    label, status, reason = _claim_label(claim, links, group)
    seen = _Seen()
    if matter.recorded:
        seen = yield from _in_context(matter, links, label, status)
    return Judgement(
        label=label,
        status=status,
        reason=reason,
        links=links,
        group=group,
        context=seen.context,
        better=seen.better,
        supporting=seen.passages,
    )


def _question(matter: Matter, tag: str, passages: Iterable[Passage], *, context: bool = False) -> Question:
    return Question(
        question_id=f"{matter.key}/{tag}",
        claim=matter.claim.reading,
        passages=tuple(passages),
        question=matter.question,
        context=context,
        severity=matter.claim.severity,
    )


def _has_context(passages: Iterable[Passage]) -> bool:
    return any(p.title or p.section or p.table_header or p.before or p.after for p in passages)


def _ask_twice(
    matter: Matter, tagged: Sequence[tuple[str, tuple[Passage, ...]]], *, neighbours: bool = True
) -> Talk[list[tuple[Verdict, bool]]]:
    """Judge each set of passages as cited and, where that is not full, once more with its stated context.

    Context can only win a `full`; otherwise the first verdict stands. Without `neighbours` the sentences
    beside a passage are no part of its context: what stands in the corpus was not therefore in the prompt.
    """
    if not tagged:
        return []
    verdicts = yield [_question(matter, tag, passages) for tag, passages in tagged]
    first = [verdicts[f"{matter.key}/{tag}"] for tag, _ in tagged]
    again = [
        (tag, wider)
        for (tag, passages), verdict in zip(tagged, first, strict=True)
        if verdict.label != "full" and verdict.status != "unjudged"
        if _has_context(wider := tuple(_widened(matter, passage, neighbours) for passage in passages))
    ]
    if not again:
        return [(verdict, False) for verdict in first]
    verdicts = yield [_question(matter, f"{tag}+context", passages, context=True) for tag, passages in again]
    won = {tag: verdicts[f"{matter.key}/{tag}+context"] for tag, _ in again}
    return [
        (won[tag], True) if tag in won and won[tag].label == "full" else (verdict, False)
        for (tag, _), verdict in zip(tagged, first, strict=True)
    ]


def _widened(matter: Matter, passage: Passage, neighbours: bool) -> Passage:
    wider = matter.packaged(passage)
    return wider if neighbours else structs.replace(wider, before="", after="")


def _members(matter: Matter) -> Talk[tuple[LinkJudgement, ...]]:
    """Each citation on its own."""
    usable = [(index, link) for index, link in enumerate(matter.links) if link.passages]
    told = yield from _ask_twice(matter, [(f"{index}", link.passages) for index, link in usable])
    verdicts = {index: verdict for (index, _), verdict in zip(usable, told, strict=True)}
    links = []
    for index, link in enumerate(matter.links):
        if link.resolution != "resolved":
            links.append(LinkJudgement(label="none", status="judged", reason=link.resolution))
        elif index not in verdicts:
            links.append(
                LinkJudgement(label=None, status="unjudged", reason=link.reason or "no_evidence_text")
            )
        else:
            verdict, context = verdicts[index]
            links.append(
                LinkJudgement(
                    label=verdict.label,
                    status=verdict.status,
                    reason=verdict.reason,
                    verdict=verdict,
                    context=context,
                )
            )
    return tuple(links)


def _placed(matter: Matter, links: tuple[LinkJudgement, ...]) -> Talk[tuple[LinkJudgement, ...]]:
    """Whether the links that their context made full rest on text that nobody cited.

    A judge can name a place only in the cited span, because the context has no offsets there. So it is asked
    for the cited spans together, and for each with its title and headings but without its neighbours.
    """
    won = {n for n, link in enumerate(links) if link.context and _narrower(matter.links[n])}
    if not won:
        return links
    usable = [link.passages for link in matter.links if link.passages]
    if len(usable) > 1 and not any(link.label == "full" and not link.context for link in links):
        cited = tuple(passage for passages in usable for passage in passages)
        verdicts = yield [_question(matter, "cited", cited)]
        if verdicts[f"{matter.key}/cited"].label == "full":
            return links
    headed = {n: tuple(_widened(matter, p, False) for p in matter.links[n].passages) for n in won}
    asked = [n for n in sorted(won) if _has_context(headed[n])]
    if asked:
        verdicts = yield [_question(matter, f"{n}+heading", headed[n], context=True) for n in asked]
        won -= {n for n in asked if verdicts[f"{matter.key}/{n}+heading"].label == "full"}
    return tuple(structs.replace(link, beyond=n in won) for n, link in enumerate(links))


def _narrower(link: Resolved) -> bool:
    """A span inside the chunk had been cited."""
    return any(p.start > 0 or p.end < len(p.chunk.text) for p in link.passages)


def _union(matter: Matter, links: tuple[LinkJudgement, ...]) -> Talk[GroupRow | None]:
    """The citations jointly; a single one, or one that is full alone, needs no further question."""
    ids = tuple(link.citation_id for link in matter.links)
    usable = [index for index, link in enumerate(matter.links) if link.passages]
    if not ids:
        return None
    if any(link.label == "full" for link in links):
        best = next(link for link in links if link.label == "full")
        return GroupRow(
            citation_ids=ids, label="full", rationale=best.verdict.rationale if best.verdict else ""
        )
    if len(usable) < 2:
        if not usable:
            missing = any(link.status == "unjudged" for link in links)
            return GroupRow(
                citation_ids=ids,
                label=None if missing else "none",
                status="unjudged" if missing else "judged",
                reason="no_evidence_text" if missing else None,
            )
        only = links[usable[0]]
        return GroupRow(
            citation_ids=ids,
            label=only.label,
            status=only.status,
            reason=only.reason,
            rationale=only.verdict.rationale if only.verdict else "",
        )
    passages = tuple(p for index in usable for p in matter.links[index].passages)
    ((verdict, _),) = yield from _ask_twice(matter, [("union", passages)])
    necessary: tuple[str, ...] = ()
    rest: dict[str, Label | None] = {}
    if verdict.label == "full":
        rest = yield from _leave_one_out(matter, links, usable)
        necessary = tuple(
            ids[index]
            for index in usable
            if links[index].label == "partial" or (rest and rest.get(ids[index]) != "full")
        )
    return GroupRow(
        citation_ids=ids,
        label=verdict.label,
        status=verdict.status,
        reason=verdict.reason,
        rationale=verdict.rationale,
        necessary=necessary,
        leave_one_out=rest,
    )


def _leave_one_out(
    matter: Matter, links: tuple[LinkJudgement, ...], usable: list[int]
) -> Talk[dict[str, Label | None]]:
    """The label of the others without each member. Of two, the other's own label is the answer."""
    if len(usable) > LEFT_OUT:
        return {}
    if len(usable) == 2:
        one, two = usable
        return {
            matter.links[one].citation_id: links[two].label,
            matter.links[two].citation_id: links[one].label,
        }
    tagged = [
        (f"without-{out}", tuple(p for index in usable if index != out for p in matter.links[index].passages))
        for out in usable
    ]
    told = yield from _ask_twice(matter, tagged)
    return {
        matter.links[out].citation_id: verdict.label for out, (verdict, _) in zip(usable, told, strict=True)
    }


def _claim_label(
    claim: Claim, links: tuple[LinkJudgement, ...], group: GroupRow | None
) -> tuple[Label | None, Status, str | None]:
    """The first that applies: a full member, a full union, a contradicting member, the joint verdict."""
    if group is None:
        if claim.citation_required:
            return "none", "judged", "uncited"
        return None, "not_applicable", "citation_not_required"
    if group.label == "full":
        return "full", "judged", None
    if any(link.label == "contradiction" for link in links):
        return "contradiction", "judged", None
    for status in ("unjudged", "undecided"):
        # A member that could not be judged might have carried the claim: without it "none" would be a guess.
        waiting = next((link for link in links if link.status == status), None)
        if waiting is not None and group.status != "undecided":
            return None, waiting.status, waiting.reason
    return group.label, group.status, group.reason


def _in_context(
    matter: Matter, links: tuple[LinkJudgement, ...], label: Label | None, status: Status
) -> Talk[_Seen]:
    """Does anything in the prompt support the claim: its own citations, another chunk, or the best two?"""
    inside = [link for link in matter.links if link.in_context and link.passages]
    outside = any(link.in_context is False for link in matter.links)
    if label == "full" and not outside:
        return _supported([link.passages for link in inside])
    others = matter.uncited()[:CANDIDATES]
    told = yield from _ask_twice(
        matter, [(f"context-{n}", (passage,)) for n, passage in enumerate(others)], neighbours=False
    )
    better = tuple(verdict for verdict, _ in told if verdict.label == "full")
    if better:
        full: list[tuple[Passage, ...]] = [
            (passage,) for passage, (verdict, _) in zip(others, told, strict=True) if verdict.label == "full"
        ]
        return _supported(full, better)
    halves: list[tuple[Passage, ...]] = [
        (passage,) for passage, (verdict, _) in zip(others, told, strict=True) if verdict.label == "partial"
    ]
    halves += [
        link.passages
        for link, judged in zip(matter.links, links, strict=True)
        if judged.label == "partial" and link.in_context
    ]
    if len(halves) >= 2:
        ((joint, _),) = yield from _ask_twice(matter, [("context-pair", halves[0] + halves[1])])
        if joint.label == "full":
            return _supported(halves[:2])
    open_ = [verdict.status for verdict, _ in told if verdict.status != "judged"]
    if status in ("undecided", "unjudged") or open_:
        return _Seen(
            context=ContextRow(label=None, status="unjudged" if "unjudged" in open_ else "undecided")
        )
    if halves:
        return _Seen(context=ContextRow(label="partial"), passages=tuple(p for half in halves for p in half))
    return _Seen(context=ContextRow(label=label if label == "contradiction" and not outside else "none"))


def _supported(groups: Sequence[tuple[Passage, ...]], better: tuple[Verdict, ...] = ()) -> _Seen:
    passages = tuple(passage for group in groups for passage in group)
    return _Seen(
        context=ContextRow(label="full", supporting_chunks=tuple(p.chunk.chunk_id for p in passages)),
        better=better,
        passages=passages,
    )


class _Seen(Struct, frozen=True, kw_only=True):
    """What the prompt says of a claim, and the passages that say it: all of it, else a part."""

    context: ContextRow | None = None
    better: tuple[Verdict, ...] = ()
    passages: tuple[Passage, ...] = ()
