"""Judging by a language model: prompt and rubric are data, replies are checked against the passages."""
