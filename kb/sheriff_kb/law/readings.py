"""The named readings: each is the one that leaves least amiss, as `encoding/preferences.lp` has it.

Finding them takes the solver some milliseconds, which every ruling would pay. So what it found for the program as it is
lies in `readings.json`; for any other program, it is asked again. After a change of questions, evidence or preferences:

    python -m sheriff_dev readings > kb/sheriff_kb/law/readings.json
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from sheriff_kb.law import encoding
from sheriff_kb.solving import Term, terms

RECOMMENDED = "recommended"
"""The named reading that is used if no other is named."""


@dataclass(frozen=True, slots=True)
class Preference:
    """What a named reading follows on a level, the highest first: whose word, of which sort, and what it weighs."""

    level: int
    speaker: str
    sort: str
    strength: str
    weight: int


@cache
def named_readings() -> Mapping[str, Mapping[str, str]]:
    """The named readings: an answer to every question each, in the order of the questions."""
    kept = json.loads((files("sheriff_kb.law") / "readings.json").read_text("utf-8"))
    readings: dict[str, dict[str, str]] = kept["readings"]
    return readings if kept["program"] == digest() else found_readings()


def found_readings() -> dict[str, dict[str, str]]:
    """The same, asked of the solver."""
    solver = _solver()
    return {name: solver.best(name)[0] for name in solver.names}


def digest() -> str:
    """A digest that identifies the program of the readings."""
    return hashlib.sha256(encoding.program("readings").encode()).hexdigest()


def ties(name: str) -> Mapping[str, tuple[str, ...]]:
    """The questions that a named reading answers by default only: the answers that its order leaves equal."""
    equal = _solver().equal(name)
    return {question: answers for question, answers in equal.items() if len(answers) > 1}


def preferences(name: str) -> tuple[Preference, ...]:
    """What a named reading follows, from the highest level down."""
    return _solver().preferences(name)


@cache
def _solver() -> _Solver:
    return _Solver(encoding.program("readings"))


class _Solver:
    """The ground program of the named readings, which one assumption selects."""

    def __init__(self, program: str) -> None:
        from sheriff_kb.solving import Solver  # which rulings do not need, as long as what it found is kept

        self._solver = Solver(program, "--opt-strategy=usc")
        answers = sorted((q.name, number.number, answer.name) for q, number, answer in self._facts("answer", 3))
        self._literal = {
            question.name: {
                answer: self._atom("reading", question.name, answer)
                for name, _, answer in answers
                if name == question.name
            }
            for question, _ in self._facts("question", 2)
        }
        self._atoms = [atom for answers in self._literal.values() for atom in answers.values()]
        self.names = [name.name for (name,) in self._facts("named_reading", 1)]

    def best(self, name: str) -> tuple[dict[str, str], list[int]]:
        """The reading that leaves least amiss, and how much, level by level; default answers come last."""
        found = self._solver.best(self._atoms, [self._atom("follow", name)])
        assert found is not None
        return {
            q: a for q, answers in self._literal.items() for a, atom in answers.items() if atom in found.holding
        }, list(found.cost)

    def equal(self, name: str) -> dict[str, tuple[str, ...]]:
        """To each question all answers of the readings that leave as little amiss, whatever the defaults are."""
        *cost, _ = self.best(name)[1]
        most = [*cost, len(self._literal) * 9]
        possible = self._solver.possible(self._atoms, [self._atom("follow", name)], most)
        return {
            question: tuple(answer for answer, atom in answers.items() if atom in possible)
            for question, answers in self._literal.items()
        }

    def preferences(self, name: str) -> tuple[Preference, ...]:
        """What a named reading follows, from the highest level down."""
        found = [
            Preference(level.number, word(speaker), sort.name, strength.name, weight.number)
            for reading, level, speaker, sort, strength, weight in self._facts("follows", 6)
            if reading.name == name
        ]
        return tuple(sorted(found, key=lambda one: (-one.level, -one.weight, one.speaker, one.sort, one.strength)))

    def _facts(self, name: str, arity: int) -> list[Sequence[Term]]:
        return [atom.arguments for atom in self._solver.atoms(name, arity)]

    def _atom(self, name: str, *words: str) -> int:
        return self._solver.atoms(name, len(words))[terms.function(name, map(terms.function, words))]


def word(term: Term) -> str:
    """A constant or a string of the program."""
    return term.string if term.is_string else term.name
