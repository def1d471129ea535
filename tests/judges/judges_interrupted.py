"""Judges questions one call at a time, to be interrupted or killed by a test: BASE_URL, CACHE, number."""

from __future__ import annotations

import sys

from judges_questions import many, openai_judge

from pincite.judges.cache import CachedJudge


def main() -> None:
    base_url, cache, count = sys.argv[1:]
    judge = CachedJudge(openai_judge(base_url, concurrency=2), cache)
    try:
        judge.judge_batch(many(int(count)))
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        judge.close()


if __name__ == "__main__":
    main()
