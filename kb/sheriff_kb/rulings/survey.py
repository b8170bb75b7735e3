"""Many positions side by side: what happens in each of them as functions of the same forty questions.

A position is ruled on with every question open, the settled ones too, and its diagrams are taken over into one family
of diagrams that all positions share. So what several positions have to do with one another can be computed exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from sheriff_kb.law import Question, path_of, questions
from sheriff_kb.position import Matter, Position
from sheriff_kb.rulings.judge import Rulings, rulings
from sheriff_kb.solving import Diagram, Diagrams, Value, effort, paths


@dataclass(frozen=True, slots=True)
class ByUnsaid:
    """A value that also depends on what the position does not say: the value in each way in which that can be."""

    ways: tuple[tuple[Value, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A matter of a position, and its value as a function of the reading; the value may be a `ByUnsaid`."""

    source: str
    matter: Matter
    diagram: Diagram


class Survey:
    """The questions, and the diagrams over all of them."""

    def __init__(self) -> None:
        self.questions: tuple[Question, ...] = tuple(questions().values())
        self.number = {question.id: number for number, question in enumerate(self.questions)}
        self.diagrams = Diagrams([len(question.answers) for question in self.questions])
        self.never = self.diagrams.leaf(False)
        self._matters: dict[str, tuple[Position, tuple[Surveyed, ...]]] = {}
        self.readings = prod(len(question.answers) for question in self.questions)

    def rulings(self, position: Position) -> Rulings:
        """The rulings on a position with every question open: the first variables of its diagrams are those here."""
        return rulings(position, free=["all"])

    def matters(self, source: str, position: Position) -> Sequence[Surveyed]:
        """The matters of a position; `source` is its name. They are worked out once."""
        before, matters = self._matters.get(source, (None, ()))
        if before is not position:
            with effort.on(source):
                matters = tuple(
                    Surveyed(source, ruling.matter, self.diagrams.adopt(ruling.diagram, _by_unsaid))
                    for ruling in self.rulings(position)
                )
            self._matters[source] = position, matters
        return matters

    def restrict(self, diagram: Diagram, answers: Mapping[str, str]) -> Diagram:
        """What is left of a function when these questions have these answers."""
        return self.diagrams.restrict(diagram, path_of(self.questions, answers))


def _by_unsaid(node: Diagram) -> ByUnsaid:
    return ByUnsaid(tuple((value, tuple(answers.items())) for value, answers in paths(node)))
