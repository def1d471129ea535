"""The example that ships with pincite: answers, corpus and cases of a made-up company (see README.md)."""
