"""Formats by name: all of them load, detection is exact, other packages can add their own."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pincite.cli
from pincite.errors import ConfigError
from pincite.importers import catalogue
from pincite.importers.catalogue import MODULES, detect, importer, names

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("name", MODULES)
def test_every_format_loads_under_its_own_name(name: str) -> None:
    assert importer(name).name == name
    assert importer(name).title


@pytest.mark.parametrize("name", MODULES)
@given(value=JSON)
def test_recognising_never_raises(name: str, value: object) -> None:
    assert importer(name).recognises(value) in (True, False)


def test_an_unknown_format_is_said_with_the_nearest_name() -> None:
    with pytest.raises(ConfigError, match="no format 'openai-response'") as caught:
        importer("openai-response")
    assert caught.value.hint == "did you mean openai-responses?"


def test_what_several_formats_claim_has_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    payload = {"object": "chat.completion", "choices": [{"message": {"content": "x"}}]}
    assert detect(payload).name == "openai-chat"
    monkeypatch.setitem(MODULES, "twin", MODULES["openai-chat"])
    assert detect(payload).names == ("openai-chat", "twin")
    assert detect(payload).name is None
    assert detect({"nothing": 1}).names == ()


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package that registers a format."""
    (tmp_path / "acme_format.py").write_text(
        dedent("""
            from pincite.importers.protocol import Imported, Importer

            def read(payload, sidecar):
                yield Imported({"text": payload["acme"], "prompt_chunks": payload["seen"]})

            IMPORTER = Importer(name="acme", title="Acme", recognises=lambda p: "acme" in p, read=read,
                                carries_evidence="yes")
            WRONG = 3
        """),
        encoding="utf-8",
    )
    info = tmp_path / "acme-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[pincite.importers]\nacme = acme_format:IMPORTER\nacme-wrong = acme_format:WRONG\n"
        "acme-gone = acme_nowhere:IMPORTER\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    catalogue._plugged.cache_clear()
    yield
    catalogue._plugged.cache_clear()
    sys.modules.pop("acme_format", None)


@pytest.mark.usefixtures("plugin")
def test_other_packages_add_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert {"acme", "acme-wrong", "acme-gone"} <= set(names())
    (tmp_path / "log.json").write_text(
        '{"acme": "The loan is 21 days [1].", "seen": ["The loan is 21 days."]}'
    )
    assert pincite.cli.run(["import", "acme", str(tmp_path / "log.json")]) == 0
    assert '"format":"acme"' in capsys.readouterr().out
    for name, said in (("acme-wrong", "is no Importer"), ("acme-gone", "cannot be loaded")):
        with pytest.raises(ConfigError, match=said):
            importer(name)


def test_the_first_plugin_of_a_name_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [EntryPoint("x", value, catalogue.GROUP) for value in ("b:I", "a:I")]
    monkeypatch.setattr(catalogue, "entry_points", lambda group: points)
    catalogue._plugged.cache_clear()
    try:
        assert catalogue._plugged()["x"].value == "a:I"
    finally:
        catalogue._plugged.cache_clear()


def test_every_kind_of_finding_is_explained_in_the_guide() -> None:
    root = Path(__file__).parents[2]
    told = "".join(path.read_text("utf-8") for path in (root / "docs/how-to/import").glob("*.md"))
    source = "".join(path.read_text("utf-8") for path in (root / "src/pincite/importers").rglob("*.py"))
    slugs = set(re.findall(r"(?:\bnote|\bImportFinding)\(\s*\"([a-z_]+)\"", source))
    assert len(slugs) > 30
    assert not {slug for slug in slugs if f"`{slug}`" not in told}
