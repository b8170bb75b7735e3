"""The gallery: positions that travel with the package, each with the rulings that its sources call for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from sheriff_kb.faults import NoSuch
from sheriff_kb.law import allowed, answers_on, check_answers
from sheriff_kb.position import Position, parse
from sheriff_kb.rulings import Rulings, rulings
from sheriff_kb.solving import UNCOUNTED, Diagram, paths
from sheriff_kb.wording import Wording

_ROOT = files("sheriff_kb") / "positions"


@dataclass(frozen=True)
class Entry:
    """A position of the gallery: its name, such as `tax/two_rivals`, and its text."""

    name: str
    text: str

    @cached_property
    def position(self) -> Position:
        """The position; raises Faults if the document has any."""
        return parse(self.text, source=f"{self.name}.yaml")

    def title(self, words: Wording) -> str:
        """The title in a language."""
        return words.position(self.name) or self.position.title

    def worded(self, words: Wording) -> Position:
        """The position with its title in a language."""
        return replace(self.position, title=self.title(words))


@dataclass(frozen=True, slots=True)
class Difference:
    """An expected value that is not what was ruled, under the answers in `when`."""

    matter: Mapping[str, Any]
    expected: int | str
    found: int | str
    when: Mapping[str, str]

    def __str__(self) -> str:
        """One line for a terminal."""
        keys = ", ".join(f"{key}: {value}" for key, value in self.matter.items())
        answers = ", ".join(f"{question}: {answer}" for question, answer in self.when.items()) or "any reading"
        return f"{{{keys}}}: expected {self.expected}, found {self.found}, under {answers}"


def entries() -> Iterator[Entry]:
    """All positions of the gallery, by name."""
    return iter(_entries())


@cache
def _entries() -> tuple[Entry, ...]:
    """They are read once, and so is each position."""
    return tuple(_read())


def _read() -> Iterator[Entry]:
    for folder in sorted(_ROOT.iterdir(), key=_name):
        if folder.is_dir():
            for document in sorted(folder.iterdir(), key=_name):
                if document.name.endswith(".yaml"):
                    name = f"{folder.name}/{document.name.removesuffix('.yaml')}"
                    yield Entry(name, document.read_text("utf-8"))


def entry(name: str) -> Entry:
    """The position of that name; NoSuch, a KeyError, if there is none."""
    for found in entries():
        if found.name == name:
            return found
    raise NoSuch(name)


def name_of(file: str) -> str | None:
    """The name of the position in this file of the gallery; None if it is another file."""
    path, root = Path(file).resolve(), Path(str(_ROOT)).resolve()
    return path.relative_to(root).with_suffix("").as_posix() if path.is_relative_to(root) else None


def differences(found: Entry) -> list[Difference]:
    """What the rulings on a position differ in from those that the document expects; empty if they agree."""
    return differences_in(rulings(found.position))


def differences_in(ruled: Rulings) -> list[Difference]:
    """What rulings differ in from those that their position expects."""
    return [
        difference for expected in ruled.position.expected if (difference := _difference(expected, ruled)) is not None
    ]


def _difference(expected: Mapping[str, Any], ruled: Rulings) -> Difference | None:
    matter = dict(expected["matter"])
    ruling = next((ruling for ruling in ruled if ruling.matches(matter)), None)
    diagrams = ruled.diagrams
    # A matter that no reading raises is not ruled on; to expect that is to expect `none`.
    actual = ruling.diagram if ruling is not None else diagrams.leaf("none")
    apart = diagrams.combine(_pair, _expected_diagram(expected, ruled), actual)
    for value, answers in paths(apart):
        if value is not None:
            assert isinstance(value, tuple)
            should, does = value
            return Difference(matter, should, does, answers_on(ruled.free, answers))
    return None


def _expected_diagram(expected: Mapping[str, Any], ruled: Rulings) -> Diagram:
    """What a document expects as a function of the reading; `not said` if no case applies."""
    diagrams = ruled.diagrams
    if "value" in expected:
        return diagrams.leaf(expected["value"])
    number = {question.id: index for index, question in enumerate(ruled.free)}
    total = diagrams.leaf("not said")
    for case in expected["cases"]:
        cubes = case["when"] if isinstance(case["when"], list) else [case["when"]]
        for cube in cubes:
            check_answers({question: answer for question, answer in cube.items() if question not in ruled.unsaid})
            holds = diagrams.leaf(case["value"])
            for question, answers in cube.items():
                if question in number:
                    options = ruled.free[number[question]].answers
                    some = allowed(answers)
                    if question in ruled.unsaid:
                        some = tuple(map(ruled.unsaid[question].named, some))
                    branches = [holds if option in some else diagrams.leaf(None) for option in options]
                    holds = diagrams.case(number[question], branches)
                elif ruled.held[question] not in allowed(answers):
                    holds = diagrams.leaf(None)
            total = diagrams.combine(_override, total, holds)
    return total


def _override(before: Any, case: Any) -> Any:
    """A case's value if it applies; two cases that give one reading different values are joined by 'and'."""
    if case is None or before == case:
        return before
    return case if before == "not said" else f"{before} and {case}"


def _pair(expected: Any, found: Any) -> Any:
    return None if expected == found or found is UNCOUNTED else (expected, found)


def _name(item: Traversable) -> str:
    return item.name
