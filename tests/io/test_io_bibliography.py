"""Bibliographies as files: BibTeX, CSL-JSON and CSV, whole and broken."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import InputError
from pincite.evidence.bibliography import Work
from pincite.io.bibliography import read_works
from pincite.io.bibtex import BibEntry, read_bibtex
from pincite.io.latex import plain_text
from pincite.io.rejection import Notices, Rejection

BIB = r"""
Anything out here is a comment, a @ sign too.
@string{letters = "Library Letters", press = {Cold Press}}
@comment{@article{hidden, title = {No}}}
@preamble{"\newcommand{\x}{y}"}
@article{moore2021,
  author  = {Moore, Ada B. and Kim Okafor and Jan Nov{\'a}k},
  title   = {Why {Reading} Rooms Stay Quiet},
  journal = letters # " (new series)",
  year    = 2021, month = mar,
}
@book(mueller, author="M{\"u}ller, J{\"u}rgen and others", title = "Der Einflu{\ss} von \emph{Licht}",
  subtitle = {Ein Versuch}, date = {2015-03})
@misc{berg, author = {Pieter van der Berg and {World Paper Council}},
  title={On paper \& ink --- a {B}eginning}, year={2003}, doi={10.5555/cn.77}, url = {https://paper.example/a_b}}
@inproceedings{sahin, author = {\c{S}ahin, Elif and {\'A}lvarez, Jos\'e and \O{}ster, {\AA}se
  and Smith, Jr., Bo},
  title = {A \v{s}ort title}, year = "in press"}
@misc{edited, editor = {Dubois, Marie}, title = {Lending}, year = {c. 1998}}
"""


def works(path: Path) -> tuple[list[Work], list[Rejection]]:
    read = list(read_works(path))
    return [one for one in read if isinstance(one, Work)], [one for one in read if isinstance(one, Rejection)]


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_bibtex(tmp_path: Path) -> None:
    path = written(tmp_path, "lib.bib", BIB)
    found, rejected = works(path)
    assert not rejected
    assert {work.key: (work.authors, work.year, work.title) for work in found} == {
        "moore2021": (("Moore", "Okafor", "Novák"), 2021, "Why Reading Rooms Stay Quiet"),
        "mueller": (("Müller",), 2015, "Der Einfluß von Licht: Ein Versuch"),
        "berg": (("van der Berg", "World Paper Council"), 2003, "On paper & ink — a Beginning"),
        "sahin": (("Şahin", "Álvarez", "Øster", "Smith"), None, "A šort title"),
        "edited": (("Dubois",), 1998, "Lending"),
    }
    by_key = {work.key: work for work in found}
    assert by_key["mueller"].more_authors
    assert (by_key["berg"].doi, by_key["berg"].uri) == ("10.5555/cn.77", "https://paper.example/a_b")
    assert by_key["moore2021"].where == f"{path}:6"


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        ("@article{b, title = {No end", "'}'"),
        ('@article{b, title = "No end', "'\"'"),
        ("@article{b, title = {No comma} year = 2000 pages", "a field"),
        ("@article{b, title, year = 2000}", "a field"),
        ("@article{b, title = , year = 2000}", "a value"),
        ("@article{two words, title = {x}}", "a key and a comma"),
    ],
)
def test_a_broken_entry_takes_no_other_with_it(broken: str, expected: str, tmp_path: Path) -> None:
    good = "@misc{a, title = {First}}\n"
    path = written(tmp_path, "lib.bib", f"{good}{broken}\n@misc{{c, title = {{Last}}}}\n")
    found, rejected = works(path)
    assert [work.title for work in found] == ["First", "Last"]
    (one,) = rejected
    assert one.where in (f"{path}:2", f"{path}:3")
    assert expected in one.message
    assert "starts in line 2" in one.message


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\"{o}\"o{\"o}\"{\i}", "öööï"),
        (r"\'e \`{a} \^\i \~n \=u \.z \u{g} \H{o} \r a \k{a} \d{s}", "é à î ñ ū ż ğ ő å ą ṣ"),
        (r"\ss\ \o{} \L{}odz \ae ther", "ß ø Łodz æther"),
        (r"50\% of A\&B \_ \# \$5 \{x\}", "50% of A&B _ # $5 {x}"),
        (r"\emph{one} {\it two} \textbf{th{r}ee}", "one two three"),
        (r"The {\TeX}book, \LaTeX{} and \BibTeX\ 3", "The TeX book, LaTeX and BibTeX 3"),
        (r"$x$ a--b---c ``q'' d~e", "x a–b—c “q” d e"),
        ("plain  text\n again", "plain text again"),
    ],
)
def test_latex(latex: str, text: str) -> None:
    assert plain_text(latex) == text


CSL: list[dict[str, Any]] = [
    {
        "id": "moore2021",
        "type": "article-journal",
        "title": "Why reading rooms stay quiet",
        "author": [{"family": "Moore", "given": "Ada"}, {"literal": "World Paper Council"}],
        "issued": {"date-parts": [[2021, 3]]},
        "DOI": "10.5555/ll.3",
    },
    {
        "id": 7,
        "title": "On paper",
        "author": [{"family": "Berg", "non-dropping-particle": "van der"}],
        "issued": {"raw": "May 2003"},
    },
    {"id": "x", "title": "Undated", "issued": None, "author": "Moore", "URL": "https://paper.example/x"},
]


@pytest.mark.parametrize("wrap", [lambda items: items, lambda items: {"items": items}])
def test_csl_json(wrap: Callable[[Any], Any], tmp_path: Path) -> None:
    found, rejected = works(written(tmp_path, "lib.json", json.dumps(wrap(CSL))))
    assert not rejected
    assert [(work.key, work.authors, work.year) for work in found] == [
        ("moore2021", ("Moore", "World Paper Council"), 2021),
        ("7", ("van der Berg",), 2003),
        ("x", (), None),
    ]
    assert (found[0].doi, found[2].uri) == ("10.5555/ll.3", "https://paper.example/x")


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_csv(sign: str, tmp_path: Path) -> None:
    rows = [
        ["Title", "Authors", "Year", "DOI", "Comment"],
        ["Why reading rooms stay quiet", "Ada Moore and Kim Okafor", "2021", "10.5555/ll.3", "x"],
        ["On paper", "van der Berg" if sign == "," else "van der Berg, Pieter", "2003-05-01", "", ""],
        ["", "", "", "", "an empty row but for this"],
        ["", "", "", "", ""],
    ]
    path = written(tmp_path, "lib.csv", "\n".join(sign.join(row) for row in rows))
    found, rejected = works(path)
    assert [(work.title, work.authors, work.year) for work in found] == [
        ("Why reading rooms stay quiet", ("Moore", "Okafor"), 2021),
        ("On paper", ("van der Berg",), 2003),
    ]
    assert not rejected
    notices = Notices()
    assert len(list(read_works(path, notices=notices))) == 2
    assert notices.messages == (
        f"{path} has entries without title, author, DOI and address; they are left out",
    )


@pytest.mark.parametrize(
    ("cell", "authors"),
    [
        ("Ada Moore; Kim Okafor", ("Moore", "Okafor")),
        ("Moore, A.; Okafor, K.", ("Moore", "Okafor")),
        ("Moore, Ada", ("Moore",)),
        ("Ada Moore, Kim Okafor", ("Moore", "Okafor")),
        ("Moore", ("Moore",)),
        ("Edwin V. {Bell, II} and Harry {Baldwin, Jr.}", ("Bell", "Baldwin")),
        ("Ada {van Moore} and Jan {Novak}", ("van Moore", "Novak")),
        ("", ()),
    ],
)
def test_authors_of_a_cell(cell: str, authors: tuple[str, ...], tmp_path: Path) -> None:
    path = written(tmp_path, "lib.csv", f'title,author\nOn paper,"{cell}"\n')
    assert works(path)[0][0].authors == authors


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("lib.json", "{broken", "is not JSON"),
        ("lib.json", '"text"', "expected a list of items, got str"),
        ("lib.csv", "titel_,author\nx,y\n", "has no column 'title'"),
        ("lib.ris", "TY  - JOUR\n", "no bibliography that can be read"),
    ],
)
def test_what_is_no_bibliography_is_refused(name: str, text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        list(read_works(written(tmp_path, name, text)))


def test_files_are_known_by_what_is_in_them_where_the_name_says_nothing(tmp_path: Path) -> None:
    assert len(works(written(tmp_path, "one.txt", "@misc{a, title={A}}"))[0]) == 1
    assert len(works(written(tmp_path, "two", '[{"title": "A"}]'))[0]) == 1
    assert len(list(read_works([tmp_path / "one.txt", str(tmp_path / "two")]))) == 2
    with pytest.raises(InputError, match="no such file"):
        list(read_works(tmp_path / "none.bib"))
    (tmp_path / "latin.bib").write_bytes("@misc{a, title={Müller}}".encode("latin-1"))
    with pytest.raises(InputError, match="not UTF-8"):
        list(read_works(tmp_path / "latin.bib"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "title", "author", "family", "issued", "date-parts", "DOI", "items"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_works_rejections_or_an_error(value: Any) -> None:
    path = Path("any.json")
    from pincite.io import bibliography

    try:
        read = list(bibliography._of_csl(json.dumps(value), str(path)))
    except InputError:
        return
    assert all(isinstance(one, Work | Rejection) for one in read)


@given(st.text(alphabet='@a{}()",=# \n\\é1', max_size=60))
def test_any_text_is_read_as_bibtex(text: str) -> None:
    for one in read_bibtex(text, "any.bib"):
        assert isinstance(one, BibEntry | Rejection)
        if isinstance(one, BibEntry):
            for value in one.fields.values():
                plain_text(value)


@pytest.mark.parametrize(
    "hostile",
    [
        lambda n: "@a{" * n,
        lambda n: "@a{k, t = {" * n,
        lambda n: "\n@a{k, t = {" * n,
        lambda n: "@a{k, t = " + "{" * n,
        lambda n: "@a{k, t = a" + " # a" * n + "}",
        lambda n: "@a{k," + " " * n,
        lambda n: '@a{k, t = {\\"' * n,
        lambda n: "@ " * n,
    ],
)
def test_hostile_files_are_read_in_linear_time(hostile: Callable[[int], str]) -> None:
    start = time.process_time()
    for one in read_bibtex(hostile(40_000), "any.bib"):
        if isinstance(one, BibEntry):
            plain_text("".join(one.fields.values()))
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    ("name", "text"), [("w.jsonl", '{"title": "A"}\n'), ("w.json", '{"title"\n'), ("w", "{}\n{}\n")]
)
def test_what_is_no_bibliography_is_told_the_formats(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        works(tmp_path / name)
    assert caught.value.hint == "BibTeX (.bib), CSL-JSON (.json) or a table (.csv) is expected"
