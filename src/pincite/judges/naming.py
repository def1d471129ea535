"""Judges by name, as they are written after `--judge`.

    rules                       no model, no network
    local                       the rules joined with the small model of the extra `local`; no network
    overlap                     the share of shared words: a baseline to beat, not a judge to trust
    nli:PATH or nli:HUB-ID      an NLI or fact-checking cross-encoder (nli:HUB-ID@REVISION)
    openai:MODEL                any OpenAI-compatible endpoint
    anthropic:MODEL             any Anthropic-compatible endpoint
    cascade:A,B,...             cheap ones first
    NAME or NAME:ARGUMENT       a third party's

A third party registers a judge as an entry point of the group `pincite.judges`:

    [project.entry-points."pincite.judges"]
    mine = "my_package:make_judge"

The entry point is called as `make_judge(argument, options)` with what stands after the colon ("" without one)
and the JudgeOptions, and gives back a `pincite.judges.protocol.Judge`. A judge with an attribute `network =
False` is taken to need none and is not cached; all others are cached as `options.cache` says.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import ConfigError, PinciteError
from pincite.judges.protocol import Judge

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from pincite.judges.llm.budget import Budget
    from pincite.judges.options import JudgeOptions

GROUP: Final = "pincite.judges"
KNOWN: Final = ("rules", "local", "overlap", "nli:", "openai:", "anthropic:", "cascade:")
"""The kinds that ship; a colon at the end asks for an argument."""

_ARGUMENTS: Final = {
    "nli": "nli:PATH or nli:HUB-ID",
    "openai": "openai:MODEL",
    "anthropic": "anthropic:MODEL",
    "cascade": "cascade:rules,NAME",
}


def named_judge(name: str, options: JudgeOptions | None = None) -> Judge:
    """The judge of this name.

    Raises ConfigError for a name that is none or lacks its argument, and for a missing key or model;
    DependencyError where a package is missing; JudgeError where stored verdicts cannot be used. No call is
    made.
    """
    kind, colon, argument = name.strip().partition(":")
    if kind == "rules" and not colon:
        from pincite.judges.rules import RulesJudge

        return RulesJudge()
    if kind in _ARGUMENTS and not argument.strip():
        raise ConfigError(f"the judge {name!r} says no more", where="judge", hint=f"use {_ARGUMENTS[kind]}")
    if (
        any(letter.isspace() or letter == "|" or not letter.isprintable() for letter in argument)
        and kind != "nli"
    ):
        raise ConfigError(
            f"{argument!r} cannot be in a judge's name", where="judge", hint="take out the blanks"
        )
    from pincite.judges.options import JudgeOptions

    chosen = options if options is not None else JudgeOptions()
    return _made(kind, colon + argument, chosen, _budget(chosen))


def _budget(options: JudgeOptions) -> Callable[[], Budget]:
    """One budget for all judges of a name, made when the first of them needs it."""
    made: list[Budget] = []

    def budget() -> Budget:
        if not made:
            from pincite.judges.llm.budget import Budget

            made.append(
                Budget(calls=options.budget_calls, tokens=options.budget_tokens, usd=options.budget_usd)
            )
        return made[0]

    return budget


def _made(kind: str, rest: str, options: JudgeOptions, budget: Callable[[], Budget]) -> Judge:
    argument = rest[1:].strip()
    match kind:
        case "overlap" if not rest:
            from pincite.judges.overlap import OverlapJudge

            return OverlapJudge()
        case "rules" if not rest:
            from pincite.judges.rules import RulesJudge

            return RulesJudge()
        case "local" if not rest:
            from pincite.judges.local.judge import local_judge

            return local_judge()
        case "openai" | "anthropic" if argument:
            return _cached(_llm(kind, argument, options, budget()), options)
        case "nli" if argument:
            from pincite.judges.nli import load_nli

            return _cached(load_nli(argument, options), options, local=True)
        case "cascade" if argument:
            from pincite.judges.cascade import CascadeJudge

            members = [_member(one.strip(), options, budget) for one in argument.split(",")]
            return CascadeJudge(members, escalate_below=options.escalate_below)
    return _third_party(kind, rest, options)


def _member(name: str, options: JudgeOptions, budget: Callable[[], Budget]) -> Judge:
    kind, colon, argument = name.partition(":")
    if kind == "cascade":
        raise ConfigError("a cascade cannot hold another one", where="judge", hint="list its judges instead")
    if not kind or (kind in _ARGUMENTS and not argument):
        raise ConfigError(
            f"{name!r} in a cascade is no judge", where="judge", hint="cascade:rules,openai:MODEL"
        )
    return _made(kind, colon + argument, options, budget)


def _llm(kind: str, model: str, options: JudgeOptions, budget: Budget) -> Judge:
    from pincite.judges.llm.budget import Prices
    from pincite.judges.llm.judge import LLMJudge
    from pincite.judges.llm.provider import Provider
    from pincite.judges.llm.transport import Limits

    provider: Provider
    if kind == "openai":
        from pincite.judges.llm.openai import OpenAIProvider

        provider = OpenAIProvider(
            model, base_url=options.base_url, max_output_tokens=options.max_output_tokens
        )
    else:
        from pincite.judges.llm.anthropic import AnthropicProvider

        provider = AnthropicProvider(
            model, base_url=options.base_url, max_output_tokens=options.max_output_tokens
        )
    prices = None
    if options.price_input is not None and options.price_output is not None:
        prices = Prices(input=options.price_input, output=options.price_output)
    judge = LLMJudge(
        provider,
        concurrency=options.concurrency,
        claims_per_call=options.claims_per_call,
        limits=Limits(timeout=options.timeout, max_output_tokens=options.max_output_tokens),
        budget=budget,
        prices=prices,
    )
    if not options.offline:
        judge.check()
    return judge


def _cached(judge: Judge, options: JudgeOptions, *, local: bool = False) -> Judge:
    """The judge with its verdicts kept. Offline, only a local one may be asked."""
    offline = options.offline and not local
    if options.cache is None:
        if offline:
            raise ConfigError(
                f"{judge.identity.name} needs the network, or stored verdicts",
                where="offline",
                hint="name the file of stored verdicts with cache",
            )
        return judge
    from pincite.judges.cache import CachedJudge

    return CachedJudge(judge, options.cache, offline=offline)


def _third_party(kind: str, rest: str, options: JudgeOptions) -> Judge:
    from importlib.metadata import entry_points

    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if kind not in found:
        raise _unknown(kind + rest, [*KNOWN, *sorted(found)])
    judge = _called(found[kind], rest[1:], options)
    if not isinstance(judge, Judge):
        raise ConfigError(
            f"the plugin {found[kind].value} gave no judge for {kind + rest!r}",
            where="judge",
            hint="a judge has an identity and judge_batch",
        )
    return judge if getattr(judge, "network", True) is False else _cached(judge, options)


def _called(entry: EntryPoint, argument: str, options: JudgeOptions) -> Any:
    try:
        return entry.load()(argument, options)
    except PinciteError:
        raise
    except Exception as error:
        raise ConfigError(
            f"the plugin {entry.value} failed: {type(error).__name__}: {error}", where="judge"
        ) from error


def _unknown(name: str, known: list[str]) -> ConfigError:
    kind = name.partition(":")[0]
    plain = {one.rstrip(":"): one for one in known}
    close = difflib.get_close_matches(kind.lower(), plain, n=1, cutoff=0.6)
    if close:
        one = close[0]
        hint = f"did you mean {_ARGUMENTS.get(one, one)}?"
    else:
        hint = "use " + ", ".join(_ARGUMENTS.get(one, one) for one in plain)
    return ConfigError(f"there is no judge {name!r}", where="judge", hint=hint)
