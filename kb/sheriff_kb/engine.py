"""The engine: grounds a program whose readings are choices, and tells under which answers each atom holds.

The law is deterministic: once every question is answered, each ground atom is settled by its rules, and no atom depends
on itself. So an atom is a function of the answers, and that function is the disjunction of its rules, each the
conjunction of its body. The engine reads the ground rules from clingo as they are made and builds the decision diagrams
of the atoms it is asked for, and of those that they rest on; nothing is sampled, and no question is paid for that does
not matter.
"""

from __future__ import annotations

import signal
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import add

import clingo

from sheriff_kb.diagram import Diagram, Diagrams, Value
from sheriff_kb.questions import Question


class Circular(Exception):
    """An atom of the ground program depends on itself, so that no answers settle it."""


class Engine:
    """A ground program over free questions, and the diagrams of its atoms."""

    def __init__(self, program: str, free: Sequence[Question]) -> None:
        """Ground `program`, in which each question in `free` is a choice of `reading/2` atoms.

        Raises RuntimeError where the program is faulty.
        """
        self.free = tuple(free)
        self.diagrams = Diagrams([len(question.answers) for question in self.free])
        self._rules = _GroundRules()
        self._control = control = clingo.Control(["--warn=none"])
        control.register_observer(self._rules)
        control.add("base", [], program)
        with _interrupts_held():
            control.ground([("base", [])])
        self._atoms = control.symbolic_atoms
        self._always, self._never = self.diagrams.leaf(True), self.diagrams.leaf(False)
        self._known: dict[int, Diagram] = {0: self._always}
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
        """The number of a ground atom; None where the program has none such."""
        found = self._atoms[symbol]
        return found.literal if found is not None else None

    def truth(self, atom: int) -> Diagram:
        """The diagram of an atom: True where it holds, else False. Raises Circular."""
        stack = [atom]
        entered = set[int]()
        while stack:
            current = stack[-1]
            if current in self._known:
                stack.pop()
                continue
            missing = [other for other in self._rules.needs(current) if other not in self._known]
            if not missing:
                self._known[stack.pop()] = self._settle(current)
            elif current in entered or entered.intersection(missing):
                raise Circular(f"ground atom {current} depends on itself")
            else:
                entered.add(current)
                stack.extend(missing)
        return self._known[atom]

    def _settle(self, atom: int) -> Diagram:
        """The disjunction of an atom's rules, whose bodies are known."""
        total = self._never
        for body in self._rules.bodies[atom]:
            total = self._either(total, self._all(body))
        for bound, weights in self._rules.sums[atom]:
            total = self._either(total, self._reaches(bound, weights))
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
                total = self.diagrams.combine(_and, total, diagram)
        return total

    def _either(self, left: Diagram, right: Diagram) -> Diagram:
        if left is self._never or right is self._always:
            return right
        if right is self._never or left is self._always:
            return left
        return self.diagrams.combine(_or, left, right)

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
        diagram = self._known[abs(literal)]
        return diagram if literal > 0 else self.diagrams.combine(_differs, diagram, self._always)

    def amount(self, parts: Sequence[tuple[int, int]]) -> Diagram:
        """The diagram of the sum of the weights of the atoms that hold, given as pairs of atom and weight."""
        for atom, _ in parts:
            self.truth(atom)
        return self._sum(parts)

    def choice(self, atoms: Mapping[int | str, int]) -> Diagram:
        """The diagram of which of these atoms holds, of which exactly one does in every reading."""
        total = self.diagrams.leaf(None)
        for value, atom in atoms.items():
            total = self.diagrams.combine(
                _first, total, self.diagrams.combine(_name, self.truth(atom), self.diagrams.leaf(value))
            )
        return total


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold a Ctrl-C back while clingo grounds: that cannot be broken off, and in its callbacks it would be lost."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield
        return
    caught: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _frame: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt


class _GroundRules(clingo.Observer):
    """The rules of a ground program by the atom in their head; choices are left out, they are the readings."""

    def __init__(self) -> None:
        self.bodies: dict[int, list[Sequence[int]]] = defaultdict(list)
        self.sums: dict[int, list[tuple[int, Sequence[tuple[int, int]]]]] = defaultdict(list)

    def needs(self, atom: int) -> Iterator[int]:
        """The atoms on which an atom's rules rest."""
        for body in self.bodies[atom]:
            yield from map(abs, body)
        for _, weights in self.sums[atom]:
            yield from (abs(literal) for literal, _ in weights)

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        if not choice:
            for atom in head:
                self.bodies[atom].append(body)

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        if not choice:
            for atom in head:
                self.sums[atom].append((lower_bound, body))


def _and(left: bool, right: bool) -> bool:
    return left and right


def _or(left: bool, right: bool) -> bool:
    return left or right


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
