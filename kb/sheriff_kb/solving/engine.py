"""The engine: grounds a program whose readings are choices, and computes under which answers each atom holds.

The law is deterministic: once every question is answered, each ground atom is settled by its rules, and no atom depends
on itself. So an atom is a function of the answers, and that function is the disjunction of its rules, each the
conjunction of its body. From the ground rules the engine builds the decision diagrams of the atoms it is asked for, and
of those that they rest on; nothing is sampled, and no question is paid for that does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import add, and_, or_
from typing import Protocol

from sheriff_kb.faults import SheriffError
from sheriff_kb.solving import effort
from sheriff_kb.solving.diagram import Diagram, Diagrams, Value
from sheriff_kb.solving.grounding import ground
from sheriff_kb.solving.terms import Term


class Choice(Protocol):
    """A question as the program has it: its name, and the names of its answers in their order."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def answers(self) -> Sequence[str]:
        """The names of its answers."""


class Circular(SheriffError):
    """An atom of the ground program depends on itself, so that no answers settle it."""


class Engine:
    """A ground program over free questions, and the diagrams of its atoms."""

    def __init__(self, program: str, free: Sequence[Choice]) -> None:
        """Ground `program`, in which each question in `free` is a choice of `reading/2` atoms.

        Raises RuntimeError if the program is faulty, TooMuch if it is too large, OutOfTime.
        """
        self.free = tuple(free)
        self.diagrams = Diagrams([len(question.answers) for question in self.free])
        self._ground = ground(program)
        self._rules = self._ground.rules
        self._always, self._never = self.diagrams.leaf(True), self.diagrams.leaf(False)
        self._known: list[Diagram | None] = [None] * (self._rules.last_atom + 1)
        self._known[0] = self._always
        readings = dict(self._ground.texts("reading", 2))
        for variable, question in enumerate(self.free):
            for number, answer in enumerate(question.answers):
                branches = [self._never] * len(question.answers)
                branches[number] = self._always
                self._known[readings[f"reading({question.id},{answer})"]] = self.diagrams.node(variable, branches)

    def atoms(self, name: str, arity: int) -> Iterable[tuple[Term, int]]:
        """The ground atoms of a predicate, with the numbers by which `truth` knows them."""
        return self._ground.atoms(name, arity).items()

    def atom(self, term: Term) -> int | None:
        """The number of a ground atom; None if the program has none such."""
        return self._ground.atom(term)

    def truth(self, atom: int) -> Diagram:
        """The diagram of an atom: True if it holds, else False. Raises Circular, TooMuch, OutOfTime."""
        stack = [atom]
        entered = set[int]()
        while stack:
            effort.check()
            current = stack[-1]
            if self._known[current] is not None:
                stack.pop()
                continue
            missing = [other for other in self._rules.needs(current) if self._known[other] is None]
            if not missing:
                self._known[stack.pop()] = self._settle(current)
            elif current in entered or entered.intersection(missing):
                raise Circular(f"ground atom {current} depends on itself")
            else:
                entered.add(current)
                stack.extend(missing)
        return self._truth(atom)

    def _truth(self, atom: int) -> Diagram:
        """The diagram of an atom that is known."""
        known = self._known[atom]
        assert known is not None
        return known

    def _settle(self, atom: int) -> Diagram:
        """The disjunction of an atom's rules, whose bodies are known."""
        total = self._never
        for rule in self._rules.of(atom):
            holds = self._all(rule.body) if rule.bound is None else self._reaches(rule.bound, rule.weights)
            total = self._either(total, holds)
        return total

    def _all(self, body: Sequence[int]) -> Diagram:
        total = self._always
        for literal in body:
            if total is self._never:
                break
            diagram = self._literal(literal)
            if total is self._always:
                total = diagram
            elif diagram is not self._always:
                total = self.diagrams.combine(and_, total, diagram)
        return total

    def _either(self, left: Diagram, right: Diagram) -> Diagram:
        if left is self._never or right is self._always:
            return right
        if right is self._never or left is self._always:
            return left
        return self.diagrams.combine(or_, left, right)

    def _reaches(self, bound: int, weights: Sequence[tuple[int, int]]) -> Diagram:
        """Whether the weights of the literals that hold add up to the bound."""
        return self.diagrams.combine(_at_least, self._sum(weights), self.diagrams.leaf(bound))

    def _sum(self, weights: Sequence[tuple[int, int]]) -> Diagram:
        """The sum of the weights of the literals that hold; what is certain is added up first."""
        certain = 0
        total = self.diagrams.leaf(0)
        for literal, weight in weights:
            diagram = self._literal(literal)
            if diagram is self._always:
                certain += weight
            elif diagram is not self._never:
                total = self.diagrams.combine(
                    add, total, self.diagrams.combine(_weigh, diagram, self.diagrams.leaf(weight))
                )
        return self.diagrams.combine(add, total, self.diagrams.leaf(certain))

    def _literal(self, literal: int) -> Diagram:
        diagram = self._truth(abs(literal))
        return diagram if literal > 0 else self.diagrams.combine(_differs, diagram, self._always)

    def amount(self, parts: Sequence[tuple[int, int]]) -> Diagram:
        """The diagram of the sum of the weights of the atoms that hold, given as pairs of atom and weight."""
        for atom, _ in parts:
            self.truth(atom)
        return self._sum(parts)

    def none_of(self, atoms: Iterable[int]) -> Diagram:
        """Whether none of these atoms holds."""
        total = self._always
        for atom in atoms:
            total = self.diagrams.combine(_and_not, total, self.truth(atom))
        return total

    def choice(self, atoms: Mapping[int | str, int]) -> Diagram:
        """The diagram of which of these atoms holds, of which exactly one does in every reading."""
        total = self.diagrams.leaf(None)
        for value, atom in atoms.items():
            total = self.diagrams.combine(
                _first, total, self.diagrams.combine(_name, self.truth(atom), self.diagrams.leaf(value))
            )
        return total


def _and_not(left: bool, right: bool) -> bool:
    return left and not right


def _differs(left: bool, right: bool) -> bool:
    return left is not right


def _weigh(holds: bool, weight: int) -> int:
    return weight if holds else 0


def _at_least(total: int, bound: int) -> bool:
    return total >= bound


def _first(one: Value, other: Value) -> Value:
    return other if one is None else one


def _name(holds: bool, name: Value) -> Value:
    return name if holds else None
