"""Shows how to record an answer: asks every question of the gold cases and writes answers.jsonl.

    python citations/record.py

`ask` is a toy that looks for the sentence with the most words of the question. Put your own system in its
place; keep what it returns, because nothing of it can be rebuilt later: the exact text, and exactly what the
model saw. Only the standard library is needed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
IN_PROMPT, RETRIEVED = 3, 5


def ask(question: str, documents: list[dict[str, Any]]) -> tuple[str, list[dict[str, Any]]]:
    """The answer to a question, and the passages that were found for it, best first.

    Replace it by your system. `[1]` in the answer names the first passage of the prompt.
    """
    wanted = words(question)
    passages = [passage for document in documents for passage in chunks(document)]
    passages.sort(key=lambda passage: -best(wanted, passage["text"])[0])
    found = passages[:RETRIEVED]
    shared, sentence = best(wanted, found[0]["text"])
    if shared < 2:
        return "The sources do not answer this question.", found
    return f"{sentence.removesuffix('.')} [1].", found


def main() -> None:
    documents = [row for row in lines("corpus.jsonl") if row.get("status") != "superseded"]
    asked = [case for case in lines("cases.jsonl") if case.get("question")]
    with (HERE / "answers.jsonl").open("w", encoding="utf-8", newline="\n") as file:
        for case in asked:
            text, found = ask(case["question"], documents)
            record = {
                "answer_id": case["case_id"],
                # Joins the answer with its gold case.
                "case_id": case["case_id"],
                "question": case["question"],
                "text": text,
                # What the model saw, in order; null would mean that nobody wrote it down.
                "prompt_chunks": found[:IN_PROMPT],
                # What was found before it was cut to fit: tells a bad search from a short prompt.
                "retrieved_chunks": found,
                "metadata": {"system": "toy", "model": "none", "prompt_version": "1"},
            }
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    print(f"{len(asked)} answers recorded in {HERE / 'answers.jsonl'}")


def lines(name: str) -> list[dict[str, Any]]:
    text = (HERE / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def chunks(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The passages of a document, each with the identity by which a citation finds it again."""
    for chunk in document["chunks"]:
        yield {
            "document_id": document["document_id"],
            "document_revision": document["document_revision"],
            "chunk_id": chunk["chunk_id"],
            "title": document["title"],
            "text": chunk["text"],
        }


def best(wanted: set[str], text: str) -> tuple[int, str]:
    """The first sentence with the most wanted words, after how many it has."""
    sentences = re.split(r"(?<=\.) ", text)
    return max(((len(wanted & words(one)), one) for one in sentences), key=lambda pair: pair[0])


def words(text: str) -> set[str]:
    """The longer words by their first four letters, so that `loans` and `loan` are one."""
    return {word[:4] for word in re.findall(r"[a-z]{4,}", text.lower())} - {"what", "does", "have", "when"}


if __name__ == "__main__":
    main()
