"""Invented works, and references to them in the styles that answers use."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from pincite.evidence.bibliography import Work


class Person(Struct, frozen=True):
    given: str
    family: str

    @property
    def initials(self) -> str:
        return " ".join(f"{part[0]}." for part in self.given.replace("-", " ").split())


class Sample(Struct, frozen=True, kw_only=True):
    people: tuple[Person, ...]
    year: int
    title: str
    journal: str
    doi: str | None = None

    @property
    def work(self) -> Work:
        return Work(
            title=self.title,
            key=f"{self.people[0].family.split()[-1].lower()}{self.year}",
            authors=tuple(person.family for person in self.people),
            year=self.year,
            doi=self.doi,
        )


def _sample(people: str, year: int, title: str, journal: str, doi: str | None = None) -> Sample:
    parts = [name.partition("|") for name in people.split(";")]
    return Sample(
        people=tuple(Person(given.strip(), family.strip()) for given, _, family in parts),
        year=year,
        title=title,
        journal=journal,
        doi=doi,
    )


SAMPLES: tuple[Sample, ...] = (
    _sample(
        "Mara|Vasko",
        2018,
        "Ice loss on three eastern glaciers",
        "Journal of Slow Water",
        "10.5555/jsw.2018.17",
    ),
    _sample("Mara|Vasko; Tom|Lee", 2019, "Meltwater under ice: a second look", "Journal of Slow Water"),
    _sample("Ada B.|Moore; Kim|Okafor; Jan|Novák", 2021, "Why reading rooms stay quiet", "Library Letters"),
    _sample(
        "Jürgen|Müller; Ana|García Ruiz",
        2015,
        "Der Einfluss von Licht auf alte Einbände",
        "Zeitschrift für Bücherkunde",
    ),
    _sample(
        "Pieter|van der Berg",
        2003,
        "On the drying of paper after floods",
        "Conservation Notes",
        "10.5555/cn.77",
    ),
    _sample(
        "Li|Wei; Chen|Hao; Zoe|Adams; Bo|Lund; Ivo|Petrov",
        2022,
        "Retrieval with very small indexes",
        "Proceedings of Finding",
    ),
    _sample("Sean|O'Neil; Marie|Dubois", 2010, "Counting what nobody borrowed", "Annals of Lending"),
    _sample("Hana|Sato", 1998, "Do catalogues age?", "Library Letters"),
    _sample(
        "Elif|Şahin; Omar|Haddad",
        2020,
        "Machine reading of handwritten cards: errors and remedies",
        "Digits and Shelves",
        "10.5555/ds.2020.4",
    ),
    _sample("Nora|Smith-Jones", 2017, "Heating costs in public buildings", "Energy and Halls"),
    _sample(
        "Ravi|Patel; Lucía|Fernández", 2016, "Staff turnover and opening hours", "Public Services Quarterly"
    ),
    _sample("Anna|Kowalska", 2012, "The price of silence", "Annals of Lending"),
    _sample(
        "Grace|Mbeki; Olu|Adeyemi",
        2023,
        "Late fees do not bring books back",
        "Public Services Quarterly",
        "10.5555/psq.99",
    ),
    _sample("Paul|Smith", 2014, "Shelving by colour", "Digits and Shelves"),
    _sample("Paul|Smith; Rita|Gold", 2016, "Shelving by size", "Digits and Shelves"),
    _sample("Ian|Smith", 2016, "Wind and old roofs", "Energy and Halls"),
)


def _joined(names: Sequence[str], last: str, most: int = 20) -> str:
    if len(names) > most:
        return f"{names[0]} et al."
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])}{last}{names[-1]}"


def apa(s: Sample) -> str:
    names = _joined([f"{p.family}, {p.initials}" for p in s.people], ", & ")
    end = "" if s.title.endswith("?") else "."
    doi = f" https://doi.org/{s.doi}" if s.doi else ""
    return f"{names} ({s.year}). {s.title}{end} *{s.journal}*, 12(3), 45–67.{doi}"


def mla(s: Sample) -> str:
    first = f"{s.people[0].family}, {s.people[0].given}"
    names = [first, *(f"{p.given} {p.family}" for p in s.people[1:])]
    who = _joined(names, ", and ", 2).removesuffix(".")
    return f"{who}. “{s.title}.” {s.journal}, vol. 12, no. 3, {s.year}, pp. 45-67."


def chicago(s: Sample) -> str:
    first = f"{s.people[0].family}, {s.people[0].given}"
    who = _joined([first, *(f"{p.given} {p.family}" for p in s.people[1:])], ", and ").removesuffix(".")
    return f'{who}. {s.year}. "{s.title}." *{s.journal}* 12 (3): 45–67.'


def ieee(s: Sample) -> str:
    who = _joined([f"{p.initials} {p.family}" for p in s.people], " and ", 3)
    return f'{who}, "{s.title}," {s.journal}, vol. 12, no. 3, pp. 45–67, {s.year}.'


def vancouver(s: Sample) -> str:
    names = [f"{p.family} {p.initials.replace('. ', '').replace('.', '')}" for p in s.people]
    end = "" if s.title.endswith("?") else "."
    return f"{', '.join(names)}. {s.title}{end} {s.journal}. {s.year};12(3):45-67."


def harvard(s: Sample) -> str:
    who = _joined([f"{p.family}, {p.initials}" for p in s.people], " and ")
    end = "" if s.title.endswith("?") else "."
    return f"{who}, {s.year}. {s.title}{end} {s.journal}, 12(3), pp.45-67. Accessed 4 May 2025."


def short(s: Sample) -> str:
    others = " et al." if len(s.people) > 1 else ""
    return f"{s.people[0].family}{others}, “{s.title}” ({s.year})"


def linked(s: Sample) -> str:
    return f"[{s.title}](https://shelf.example/{s.year}), {s.people[0].family} {s.year}"


STYLES: dict[str, Callable[[Sample], str]] = {
    "apa": apa,
    "mla": mla,
    "chicago": chicago,
    "ieee": ieee,
    "vancouver": vancouver,
    "harvard": harvard,
    "short": short,
    "linked": linked,
}


def author_year(s: Sample) -> str:
    families = [p.family for p in s.people]
    if len(families) > 2:
        return f"{families[0]} et al. {s.year}"
    return f"{' & '.join(families)} {s.year}"
