"""Web addresses compared as a reader follows them."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import parse_qsl, quote, unquote, urlsplit

_TRACKING = frozenset({"gclid", "fbclid", "msclkid", "dclid", "mc_cid", "mc_eid", "igshid"})
_WEB = ("http", "https", "")
_INDEX = ("/index.html", "/index.htm", "/index.php")


@lru_cache(maxsize=8192)
def same_address(uri: str) -> str:
    """The part of an address that decides where a reader arrives: equal for two that lead to the same page.

    What does not count: scheme (http or https), `www.`, default port, letter case of the host, trailing
    slash, index file, fragment, tracking parameters such as `utm_*`, order of parameters, percent-encoding.
    """
    text = uri.strip().strip("<>")
    try:
        parts = urlsplit(text if "://" in text else f"//{text}" if _looks_like_host(text) else text)
        host = (parts.hostname or "").removeprefix("www.")
        port = "" if parts.port in (None, 80, 443) else f":{parts.port}"
    except ValueError:
        return text.casefold()
    scheme = "" if parts.scheme in _WEB else f"{parts.scheme}:"
    path = unquote(parts.path)
    for index in _INDEX:
        path = path.removesuffix(index)
    query = sorted(
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if not name.lower().startswith("utm_") and name.lower() not in _TRACKING
    )
    tail = "&".join(f"{quote(name)}={quote(value)}" for name, value in query)
    return f"{scheme}{host}{port}{path.rstrip('/')}" + (f"?{tail}" if tail else "")


def is_web_address(text: str) -> bool:
    """Whether the text is an address that a browser would open."""
    return text.strip().lstrip("<").lower().startswith(("http://", "https://"))


def _looks_like_host(text: str) -> bool:
    head = text.partition("/")[0]
    return "." in head and " " not in text and "/" in text and not head.startswith(".")
