"""Recording answers where they are given, and reading what was recorded.

    from pincite.trace import Recorder

    recorder = Recorder("answers.jsonl")

    def ask(question):
        with recorder.answer(question) as t:
            with t.stage("retrieval"):
                found = search(question)
            t.retrieved(found)
            t.prompt(found[:5])
            with t.stage("generation"):
                text = generate(question, found[:5])
            t.answer(text)
            return text

Each answer becomes one line of the file that `pincite check` reads. Importing this loads nothing but msgspec.
"""

from __future__ import annotations

from pincite.trace.recorder import Recorder, current
from pincite.trace.recording import Recording, Stage, Step

__all__ = ["Recorder", "Recording", "Stage", "Step", "current"]
