"""Tags around untrusted text that the text itself cannot close."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

_LONE_SURROGATES = re.compile("[\ud800-\udfff]")


def sendable(text: str) -> str:
    """The text as it can be sent: same length, with code points that UTF-8 has no form for replaced."""
    return _LONE_SURROGATES.sub("\ufffd", text)


def code_for(texts: Sequence[str]) -> str:
    """Twelve hex digits that stand in none of the texts.

    They depend on all of the texts and on nothing else, so that the same question gets the same prompt.
    """
    sha = hashlib.sha256()
    for text in texts:
        sha.update(text.encode("utf-8", "surrogatepass"))
        sha.update(b"\0")
    lowered = [text.lower() for text in texts]
    while any(sha.hexdigest()[:12] in text for text in lowered):
        sha.update(b"again")
    return sha.hexdigest()[:12]


def fenced(tag: str, code: str, text: str) -> str:
    return f"<{tag}-{code}>\n{text}\n</{tag}-{code}>"
