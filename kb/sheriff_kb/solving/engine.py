"""The engine: grounds a program whose readings are choices, and computes under which answers each atom holds.

The law is deterministic: once every question is answered, each ground atom is settled by its rules, and no atom depends
on itself. So an atom is a function of the answers, and that function is the disjunction of its rules, each the
conjunction of its body. The engine reads the ground rules from clingo as they are made and builds the decision diagrams
of the atoms it is asked for, and of those that they rest on; nothing is sampled, and no question is paid for that does
not matter.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import add, and_, or_
from typing import NamedTuple, Protocol

import clingo

from sheriff_kb.faults import SheriffError
from sheriff_kb.solving import effort
from sheriff_kb.solving.diagram import Diagram, Diagrams, Value
from sheriff_kb.solving.solver import Watch, ground


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
        self._control = control = clingo.Control(["--warn=none"])
        control.add("base", [], program)
        self._rules = _GroundRules()
        ground(control, self._rules)
        self._atoms = control.symbolic_atoms
        self._always, self._never = self.diagrams.leaf(True), self.diagrams.leaf(False)
        self._known: list[Diagram | None] = [None] * (self._rules.last_atom + 1)
        self._known[0] = self._always
        readings = {str(atom.symbol): atom.literal for atom in self._atoms.by_signature("reading", 2)}
        for variable, question in enumerate(self.free):
            for number, answer in enumerate(question.answers):
                branches = [self._never] * len(question.answers)
                branches[number] = self._always
                self._known[readings[f"reading({question.id},{answer})"]] = self.diagrams.node(variable, branches)

    def atoms(self, name: str, arity: int) -> Iterator[tuple[clingo.Symbol, int]]:
        """The ground atoms of a predicate, with the numbers by which `truth` knows them."""
        for atom in self._atoms.by_signature(name, arity):
            yield atom.symbol, atom.literal

    def atom(self, symbol: clingo.Symbol) -> int | None:
        """The number of a ground atom; None if the program has none such."""
        found = self._atoms[symbol]
        return found.literal if found is not None else None

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


class _Rule(NamedTuple):
    """A rule for an atom: the literals of its body, or a bound that the weights of some literals have to reach."""

    body: Sequence[int] = ()
    bound: int | None = None
    weights: Sequence[tuple[int, int]] = ()


class _GroundRules(Watch):
    """The rules of a ground program by the atom in their head; choices are left out, they are the readings.

    There may be hundreds of thousands, so they are kept as numbers one after another: where the rule before of the same
    atom begins, how many literals there are, and these; or the same with the number negative, a bound, and literals and
    weights in turn.
    """

    def __init__(self) -> None:
        super().__init__()
        self._numbers = array("i", [0])
        self._latest = array("i", [0])

    @property
    def last_atom(self) -> int:
        """The greatest number of an atom in any rule."""
        return len(self._latest) - 1

    def of(self, atom: int) -> Iterator[_Rule]:
        """The rules for an atom."""
        numbers, start = self._numbers, self._latest[atom]
        while start:
            count = numbers[start + 1]
            if count >= 0:
                yield _Rule(numbers[start + 2 : start + 2 + count])
            else:
                pairs = numbers[start + 3 : start + 3 - 2 * count]
                yield _Rule(bound=numbers[start + 2], weights=tuple(zip(pairs[::2], pairs[1::2], strict=True)))
            start = numbers[start]

    def needs(self, atom: int) -> Iterator[int]:
        """The atoms on which an atom's rules rest."""
        for rule in self.of(atom):
            yield from map(abs, rule.body)
            yield from (abs(literal) for literal, _ in rule.weights)

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self._note(() if choice else head, (len(body), *body), (*head, *map(abs, body)))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        told = (-len(body), lower_bound, *chain.from_iterable(body))
        self._note(() if choice else head, told, (*head, *(abs(literal) for literal, _ in body)))

    def _note(self, head: Sequence[int], told: Sequence[int], atoms: Sequence[int]) -> None:
        """Keep a rule for each atom in the head; `atoms` are all in it."""
        self.counted()
        beyond = max(atoms, default=0) - self.last_atom
        if beyond > 0:
            self._latest.extend([0] * beyond)
        for atom in head:
            start = len(self._numbers)
            self._numbers.append(self._latest[atom])
            self._numbers.extend(told)
            self._latest[atom] = start


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
