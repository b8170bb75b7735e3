"""What other answers change in a ruling: one answer alone, or several together.

A ruling lists every line of answers that leads to a value. A table of players first wants less: the value under the
reading that they use, and what is otherwise if they read one rule in another way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheriff_kb.law import Line, named_readings, path_of
from sheriff_kb.rulings.judge import Ruling, Rulings
from sheriff_kb.rulings.lines import named
from sheriff_kb.solving import UNCOUNTED, Diagram, one_path_each

Possible = tuple[int | str, ...]
"""The values that a reading leaves possible: several only if they depend on what the position does not say."""


@dataclass(frozen=True, slots=True)
class Change:
    """Other answers, by question, and the values that they lead to; several answers to a question are a tuple."""

    values: Possible
    answers: Line


@dataclass(frozen=True, slots=True)
class Changes:
    """The values of a ruling under a reading, and what other answers change.

    `alone` are the answers of which one is enough, `together` the fewest for each value that no answer alone leads to.
    """

    values: Possible
    alone: tuple[Change, ...]
    together: tuple[Change, ...]


def reading_of(found: Rulings, name: str) -> Mapping[str, str]:
    """The answers of a named reading to the open questions; KeyError if there is no reading of that name."""
    reading = named_readings()[name]
    return {question.id: reading[question.id] for question in found.free if question.id not in found.unsaid}


def changes(found: Rulings, ruling: Ruling, reading: Mapping[str, str]) -> Changes:
    """What other answers than those of a reading change in a ruling; `reading` answers all open questions."""
    return _Changes(found, ruling, reading).found()


_Steps = tuple[tuple[int, int], ...]
"""Answers that are otherwise, by variable."""


class _Changes:
    def __init__(self, found: Rulings, ruling: Ruling, reading: Mapping[str, str]) -> None:
        self._free = found.free
        self._diagrams = found.diagrams
        self._diagram = ruling.diagram
        self._base = path_of(found.free, {q: answer for q, answer in reading.items() if q not in found.unsaid})
        self._tested = [number for number, question in enumerate(found.free) if question.id in ruling.questions]

    def found(self) -> Changes:
        values = self._possible(self._base)
        alone = (*self._alone(values),)
        known = {*values, *(value for change in alone for value in change.values)}
        fewest: Mapping[Any, _Steps] = self._fewest(self._diagram, {})
        together = (
            Change((value,), named(self._free, {number: (answer,) for number, answer in steps}))
            for value, steps in fewest.items()
            if value not in known
        )
        return Changes(values, alone, tuple(together))

    def _possible(self, answers: Mapping[int, int]) -> Possible:
        """The values that are left with these answers, first answers first."""
        left = self._diagrams.restrict(self._diagram, answers)
        return tuple(dict.fromkeys(value for value, _ in one_path_each(left)))  # type: ignore[misc]

    def _alone(self, values: Possible) -> Iterator[Change]:
        """What one answer changes; answers to one question that lead to the same go together."""
        for number in self._tested:
            ways: dict[Possible, list[int]] = {}
            for answer in range(len(self._free[number].answers)):
                if answer != self._base.get(number):
                    led = self._possible({**self._base, number: answer})
                    ways.setdefault(led, []).append(answer)
            for led, answers in ways.items():
                if led and led != values:
                    yield Change(led, named(self._free, {number: tuple(answers)}))

    def _fewest(self, node: Diagram, known: dict[int, dict[object, _Steps]]) -> dict[object, _Steps]:
        """To each counted value the fewest answers that have to be otherwise; what is not said costs nothing."""
        if node.variable is None:
            return {} if node.value is UNCOUNTED else {node.value: ()}
        if id(node) not in known:
            best: dict[object, _Steps] = {}
            for answer in self._first_base(node):
                step = () if answer == self._base.get(node.variable) else ((node.variable, answer),)
                for value, below in self._fewest(node.branches[answer], known).items():
                    steps = (*step, *below)
                    if value not in best or self._cost(steps) < self._cost(best[value]):
                        best[value] = steps
            known[id(node)] = best
        return known[id(node)]

    def _cost(self, steps: _Steps) -> int:
        return sum(variable in self._base for variable, _ in steps)

    def _first_base(self, node: Diagram) -> Sequence[int]:
        assert node.variable is not None
        base = self._base.get(node.variable, 0)
        return [base, *(answer for answer in range(len(node.branches)) if answer != base)]
