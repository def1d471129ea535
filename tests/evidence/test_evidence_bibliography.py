"""References in free text against a bibliography: what is fine is found, whatever its style."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from bibliography_styles import SAMPLES, STYLES, Person, Sample, author_year
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pincite.evidence.bibliography import Bibliography, Work
from pincite.evidence.mention import mention_of_entry, mention_of_key, spellings, stated

LIBRARY = Bibliography(sample.work for sample in SAMPLES)


def told(text: str, library: Bibliography = LIBRARY) -> str:
    """The outcome, with the fields that differ."""
    match = library.look_up(mention_of_entry(text))
    if match is None:
        return "no reference"
    return " ".join((match.outcome, *(one.field for one in match.differences)))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("label", ["", "[3] ", "- ", "12. ", "^4: "])
def test_every_fine_reference_is_found(style: str, label: str) -> None:
    wrong = [sample for sample in SAMPLES if told(label + STYLES[style](sample)) != "found"]
    assert not wrong


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("off", [-7, -1, 1, 3])
def test_another_year_is_named(style: str, off: int) -> None:
    for sample in SAMPLES:
        text = STYLES[style](structs.replace(sample, year=sample.year + off))
        assert told(text) == "different year", text


@pytest.mark.parametrize("style", [style for style in STYLES if style != "linked"])
def test_another_author_is_named(style: str) -> None:
    for sample in SAMPLES:
        text = STYLES[style](structs.replace(sample, people=(Person("Quentin", "Zabriskie"),)))
        assert told(text) == "different author", text


def _elsewhere(sample: Sample) -> Sample:
    return structs.replace(
        sample,
        people=(Person("Quentin", "Zabriskie"), Person("Wim", "Toft")),
        title=f"Songs of owls in {sample.journal.split()[-1].lower()} and snow",
        year=2011,
        doi=None,
    )


@pytest.mark.parametrize("style", [style for style in STYLES if style != "linked"])
def test_an_invented_work_is_missing(style: str) -> None:
    for sample in SAMPLES:
        assert told(STYLES[style](_elsewhere(sample))) == "missing"


@pytest.mark.parametrize("style", ["apa", "mla", "ieee", "harvard", "vancouver"])
def test_a_title_that_was_changed_is_named_or_missing_but_never_found(style: str) -> None:
    for sample in SAMPLES:
        changed = f"Notes towards {sample.title[:1].lower()}{sample.title[1:].replace(' ', ' wooden ', 1)}"
        text = STYLES[style](structs.replace(sample, title=changed, doi=None))
        assert told(text).split()[0] in ("different", "missing", "undecided"), text
        with_doi = STYLES["apa"](structs.replace(sample, title="Songs of owls"))
        if sample.doi:
            assert told(with_doi) == "different title"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Muller, J., Garcia Ruiz, A. (2015). Der Einfluss von Licht auf alte Einbaende. Zs.", "found"),
        ("Mueller, J. (2015). Der Einfluß von Licht auf alte Einbände.", "found"),
        ("Berg, P. van der (2003). On the drying of paper after floods.", "found"),
        ("VASKO, M. (2018). ICE LOSS ON THREE EASTERN GLACIERS.", "found"),
        ("Vasko, M. & Lee, T. (2019). Meltwater under ice. Journal of Slow Water.", "found"),  # no subtitle
        ("Vasko, M. (2018). Ice loss on three eastern glacier. J. Slow Water.", "found"),  # a slip
        ("https://doi.org/10.5555/JSW.2018.17", "found"),
        ("Ice loss on three eastern glaciers", "found"),
        ("Smith, P. (2014). Shelving by colour.", "found"),
        ("Smith, P. (2014). Shelving by size.", "different year"),  # his other work, of 2016
        ("https://doi.org/10.5555/none.1", "missing"),
        (
            "Vasko, M. (2018). Ice loss on three eastern glaciers. https://doi.org/10.5555/other.9",
            "different doi",
        ),
        ("The opening hours page of the library", "no reference"),
        ("https://library.example/hours", "no reference"),
        ("Refund policy, section 3", "no reference"),
        ("", "no reference"),
    ],
)
def test_entries_as_people_and_models_write_them(text: str, outcome: str) -> None:
    assert told(text) == outcome


@pytest.mark.parametrize("sample", SAMPLES)
def test_author_year_references_are_found(sample: Sample) -> None:
    match = LIBRARY.look_up(mention_of_key(author_year(sample)))
    assert match is not None
    assert match.outcome == "found"
    assert sample.work in match.works


@pytest.mark.parametrize(
    ("key", "outcome"),
    [
        ("Vasko 2018", "found"),
        ("Vasko et al. 2019", "found"),
        ("Vasko and Lee, 2019a", "found"),
        ("Moore, Okafor, & Novák 2021", "found"),
        ("van der Berg 2003", "found"),
        ("Sato n.d.", "found"),
        ("Sato 1999", "different year"),
        ("Sato 1980", "missing"),  # far off: another work
        ("Moore & Zabriskie 2021", "different author"),
        ("Zabriskie 2018", "missing"),
        ("Smith 2015", "undecided"),  # three works of Smiths within two years
        ("vasko2018", "found"),  # the key of an entry
        ("vasko2017", "no reference"),
        ("doc-17", "no reference"),
    ],
)
def test_author_and_year(key: str, outcome: str) -> None:
    match = LIBRARY.look_up(mention_of_key(key))
    shown = (
        "no reference" if match is None else " ".join((match.outcome, *(d.field for d in match.differences)))
    )
    assert shown == outcome


def test_two_works_that_differ_alike_are_left_undecided() -> None:
    twins = Bibliography(
        Work(title="Reading in the cold", authors=(name,), year=2010, key=name) for name in ("Ames", "Bird")
    )
    assert told("Toft, W. (2012). Reading in the cold.", twins) == "undecided"
    assert told("Bird, W. (2010). Reading in the cold.", twins) == "found"


@pytest.mark.parametrize(
    ("title", "text"),
    [
        # the end of a title is not always told by form
        ("Moving pictures with MP", "Roe, D. (1997). Moving pictures with MP. *Boat Notes*, 12(3), 45–67."),
        ("Moving pictures with MP", "Roe D. Moving pictures with MP. Boat Notes. 1997;12(3):45-67."),
        # a quotation inside a title is not the title
        (
            "The “Five Ends”: a guide to binding",
            "Roe, D. (1997). The “Five Ends”: a guide to binding. Boat Notes.",
        ),
        ("Is it worth it? A view", "Roe, D. (1997). Is it worth it? A view. Boat Notes."),
        ("On U.S. halls", "Roe, D. (1997). On U.S. halls. Boat Notes."),
    ],
)
def test_titles_with_signs_in_them(title: str, text: str) -> None:
    library = Bibliography([Work(title=title, authors=("Roe",), year=1997)])
    assert told(text, library) == "found"


def test_bodies_are_known_by_their_initials() -> None:
    library = Bibliography([Work(title="Air in public halls", authors=("World Paper Council",), year=2020)])
    assert told("WPC (2020). Air in public halls.", library) == "found"
    assert told("World Paper Council. (2020). Air in public halls.", library) == "found"
    assert "wpc" in spellings("World Paper Council")


def test_what_the_bibliography_leaves_out_is_not_compared() -> None:
    library = Bibliography([Work(title="Air in public halls", authors=("Ames",), more_authors=True)])
    assert told("Zed, A. (1999). Air in public halls.", library) == "found"
    assert library.look_up(stated(title="Air in public halls", year=1900)).outcome == "found"  # type: ignore[union-attr]


@given(st.text(max_size=300))
def test_any_text_is_looked_up_without_trouble(text: str) -> None:
    for make in (mention_of_entry, mention_of_key):
        match = LIBRARY.look_up(make(text))
        assert match is None or match.outcome in ("found", "different", "missing", "undecided")


@pytest.mark.parametrize(
    "hostile",
    [
        lambda n: "Aa " * n,
        lambda n: "A. " * n,
        lambda n: "Aa, A., " * n,
        lambda n: "(2018). " * n,
        lambda n: "“a " * n,
        lambda n: "10.5555/" * n,
        lambda n: "accessed 1 " * n,
        lambda n: "*a_" * n,
        lambda n: "van der de " * n,
    ],
)
def test_long_hostile_entries_take_no_time(hostile: Callable[[int], str]) -> None:
    start = time.process_time()
    LIBRARY.look_up(mention_of_entry(hostile(40_000)))
    LIBRARY.look_up(mention_of_key(hostile(2_000)))
    assert time.process_time() - start < 2


def test_looking_up_does_not_grow_with_the_bibliography() -> None:
    numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    works = [
        Work(
            title=f"Report {n} on the {numbers[n % 10]} halls of town {n}", authors=(f"Author{n}",), year=2000
        )
        for n in range(20_000)
    ]
    library = Bibliography(works)
    start = time.process_time()
    for n in range(0, 20_000, 200):
        text = f"Author{n}, A. (2000). Report {n} on the {numbers[n % 10]} halls of town {n}. Halls."
        assert told(text, library) == "found"
    assert time.process_time() - start < 3
