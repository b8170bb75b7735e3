"""Which readings give all that was observed in several positions, and where to look next.

Observations are functions from readings to true or false over one family of diagrams; what fits all of them is their
conjunction. Nothing is sampled: the readings that are left are counted on the diagram.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from sheriff_kb.law import Line
from sheriff_kb.position import Matter, Position
from sheriff_kb.rulings.judge import MOST_CASES
from sheriff_kb.rulings.lines import lines, named, one_each
from sheriff_kb.rulings.observed import agrees
from sheriff_kb.rulings.survey import ByUnsaid, Survey, Surveyed
from sheriff_kb.solving import UNCOUNTED, Diagram, Value, effort, values


@dataclass(frozen=True, slots=True)
class Told:
    """One statement of a position: what was observed there, or an answer (a `reading`) that is known to hold."""

    source: str
    observed: Mapping[str, Any] | None = None
    reading: Mapping[str, str] | None = None


class _Group:
    """The statements of one position, each as a diagram over the questions and what it does not say."""

    def __init__(self, name: str, position: Position, survey: Survey) -> None:
        with effort.on(name):
            found = survey.rulings(position)
        self._survey = survey
        self._diagrams = found.diagrams
        self._fitting: dict[frozenset[int], Diagram] = {}
        self._told = [(Told(name, observed=observed), agrees(observed, found)) for observed in position.observed]
        for question, answer in position.reading.items():
            if question not in position.free and "all" not in position.free:
                variable = survey.number[question]
                branches = [found.diagrams.leaf(other == answer) for other in survey.questions[variable].answers]
                node = found.diagrams.node(variable, branches)
                self._told.append((Told(name, reading={question: answer}), node))

    def told(self) -> list[Told]:
        return [told for told, _ in self._told]

    def fitting(self, told: set[int]) -> Diagram:
        """The readings that agree with the statements of these ids; what is not said may be any one way."""
        key = frozenset(number for number, (one, _) in enumerate(self._told) if id(one) in told)
        if key not in self._fitting:
            total = self._diagrams.all_of(self._told[number][1] for number in key)
            self._fitting[key] = self._survey.diagrams.adopt(total, _in_some_way)
        return self._fitting[key]


class Fit:
    """The readings that agree with all statements of some positions.

    `told` has their statements, one by one; `remaining` is true for the readings that give all of it, and `count` is
    their number.
    """

    def __init__(self, positions: Iterable[tuple[str, Position]], survey: Survey | None = None) -> None:
        """Take what is observed in the positions, each with its name, and the answers in their `reading`."""
        self.survey = survey or Survey()
        self._groups = [_Group(name, position, self.survey) for name, position in positions]
        self.told = tuple(told for group in self._groups for told in group.told())
        self.remaining = self._together(self.told)

    @property
    def count(self) -> int:
        """How many readings remain."""
        return self.survey.diagrams.count(self.remaining).get(True, 0)

    def possible(self) -> dict[str, tuple[str, ...]]:
        """The answers to each question that some remaining reading gives."""
        return possible(self.survey, self.remaining)

    def certain(self) -> dict[str, str]:
        """The answers that all remaining readings give; empty if none remains."""
        return {question: answers[0] for question, answers in self.possible().items() if len(answers) == 1}

    def independent(self) -> bool:
        """Whether the answers that are possible go together in every combination."""
        return self.count == prod(map(len, self.possible().values()))

    def cases(self) -> tuple[list[Line], bool]:
        """The remaining readings as groups of answers, and whether only the first is given as there are too many."""
        return _groups(self.survey, self.remaining)

    def conflicts(self) -> list[list[Told]]:
        """Minimal sets of statements that conflict, none sharing anything with another; the smallest first.

        Each is minimal: without any one of them, some reading gives the others.
        """
        left = list(self.told)
        found = []
        while self._together(left) is self.survey.never:
            conflict = list(left)
            for told in left:
                without = [other for other in conflict if other is not told]
                if self._together(without) is self.survey.never:
                    conflict = without
            found.append(conflict)
            left = [told for told in left if not any(told is other for other in conflict)]
        return sorted(found, key=len)

    def _together(self, told: Iterable[Told]) -> Diagram:
        """The readings that give these."""
        wanted = {id(one) for one in told}
        return self.survey.diagrams.all_of(group.fitting(wanted) for group in self._groups)


def possible(survey: Survey, remaining: Diagram) -> dict[str, tuple[str, ...]]:
    """The answers to each question that some of the readings gives for which a function is true."""
    return {
        question.id: tuple(
            answer
            for number, answer in enumerate(question.answers)
            if survey.diagrams.restrict(remaining, {variable: number}) is not survey.never
        )
        for variable, question in enumerate(survey.questions)
    }


# --- where to look next ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """The consequence of observing a value: the number of readings left, and their groups of answers.

    The groups leave out what is certain already. `partial` if there are too many to list: then there is one.
    `certain` are the answers that would become certain.
    """

    value: int | str
    count: int
    certain: Mapping[str, str]
    when: tuple[Line, ...]
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A matter that distinguishes remaining readings. `expected` readings would be left on average, all being alike."""

    source: str
    matter: Matter
    expected: Fraction
    outcomes: tuple[Outcome, ...]


def suggestions(fit: Fit, tried: Iterable[Surveyed], most: int = 1) -> list[Suggestion]:
    """The matters that would narrow down the remaining readings most, best first, none twice.

    Of two that would leave as many readings the one that is tried first comes first. Empty if no matter separates any
    two remaining readings apart. A matter that depends on what its position does not say is passed over: to see
    its value would not determine the reading.
    """
    survey = fit.survey
    ranked: list[tuple[Fraction, int, Surveyed, dict[Value, int]]] = []
    seen = set[int]()
    for number, one in enumerate(tried):
        left = survey.diagrams.combine(_where, fit.remaining, one.diagram)
        if id(left) in seen:
            continue
        seen.add(id(left))
        if any(isinstance(value, ByUnsaid) for value in values(left)):
            continue
        counts = {value: times for value, times in survey.diagrams.count(left).items() if value is not UNCOUNTED}
        if len(counts) > 1:
            expected = Fraction(sum(times * times for times in counts.values()), sum(counts.values()))
            ranked.append((expected, number, one, counts))
    ranked.sort(key=lambda entry: entry[:2])
    certain = fit.certain()
    return [
        Suggestion(
            one.source,
            one.matter,
            expected,
            tuple(
                _outcome(fit, one, value, count, certain)
                for value, count in sorted(counts.items(), key=lambda entry: -entry[1])
            ),
        )
        for expected, _, one, counts in ranked[:most]
    ]


def _outcome(fit: Fit, one: Surveyed, value: Value, count: int, certain: Mapping[str, str]) -> Outcome:
    survey = fit.survey
    agrees_with = survey.diagrams.has(one.diagram, value)
    left = possible(survey, survey.diagrams.all_of([fit.remaining, agrees_with]))
    then = {question: answers[0] for question, answers in left.items() if len(answers) == 1 and question not in certain}
    shown = survey.diagrams.combine(_where, fit.remaining, agrees_with)
    groups, partial = _groups(survey, survey.restrict(shown, certain))
    assert isinstance(value, int | str)
    return Outcome(value, count, then, tuple(groups), partial)


def _groups(survey: Survey, diagram: Diagram) -> tuple[list[Line], bool]:
    """The groups of answers for which a function is true, and whether there are too many: then it is the first one."""
    told = lines(survey.diagrams, diagram, most=MOST_CASES, told=[True])
    groups = [line for holds, line in (one_each(diagram) if told is None else told) if holds]
    return [named(survey.questions, line) for line in groups], told is None


def _where(holds: bool, value: Value) -> Value:
    return value if holds else UNCOUNTED


def _in_some_way(node: Diagram) -> bool:
    return True in values(node)
