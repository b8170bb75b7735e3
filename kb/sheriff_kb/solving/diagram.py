"""Decision diagrams: functions from readings to values, reduced and ordered.

A diagram tests questions in their fixed order. It is reduced: no test whose branches are all alike, no two nodes that
are alike. So two functions are equal exactly if their diagrams are the same object, whatever built them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial, reduce
from math import prod
from operator import and_, eq
from typing import Any, Final

from sheriff_kb.solving import effort

Value = Hashable


_MOST_REMEMBERED = 100_000
"""Size of the cache of recent results of operations."""


class _Uncounted(Enum):
    UNCOUNTED = "not counted"


UNCOUNTED: Final = _Uncounted.UNCOUNTED
"""The value of combinations of answers that cannot be."""


class Diagram:
    """A node: a leaf with a value, or a test of the variable `variable` with one branch an answer."""

    __slots__ = ("branches", "value", "variable")

    def __init__(self, variable: int | None, branches: tuple[Diagram, ...], value: Value = None) -> None:
        self.variable = variable
        self.branches = branches
        self.value = value

    def __call__(self, reading: Sequence[int] | Mapping[int, int]) -> Value:
        """The value under a reading, given as the index of the answer to each variable."""
        node = self
        while node.variable is not None:
            node = node.branches[reading[node.variable]]
        return node.value


class Diagrams:
    """Makes diagrams over variables with the given numbers of answers; equal diagrams are the same object."""

    def __init__(self, answers: Sequence[int]) -> None:
        self._answers = tuple(answers)
        self._leaves: dict[tuple[type, Value], Diagram] = {}
        self._nodes: dict[tuple[int, ...], Diagram] = {}
        self._memo: dict[tuple[Any, ...], Diagram] = {}
        self._branches = 0

    @property
    def answers(self) -> tuple[int, ...]:
        """How many answers each variable has."""
        return self._answers

    def fresh(self) -> Diagrams:
        """A family of diagrams over the same variables that has none yet."""
        return Diagrams(self._answers)

    def leaf(self, value: Value) -> Diagram:
        """The function that always has this value."""
        return self._leaves.setdefault((type(value), value), Diagram(None, (), value))

    def node(self, variable: int, branches: Sequence[Diagram]) -> Diagram:
        """The test of a variable that comes before all those that the branches test. Raises TooMuch, OutOfTime."""
        if all(branch is branches[0] for branch in branches):
            return branches[0]
        key = (variable, *map(id, branches))
        if key not in self._nodes:
            self._nodes[key] = Diagram(variable, tuple(branches))
            self._branches += len(branches)
            if self._branches > effort.MOST_BRANCHES:
                raise effort.TooMuch(f"{effort.MOST_BRANCHES} branches of decision diagrams")
        return self._nodes[key]

    def case(self, variable: int, branches: Sequence[Diagram]) -> Diagram:
        """The test of a variable, whatever the branches test."""
        tested = [branch.variable for branch in branches if branch.variable is not None]
        first = min(tested, default=variable)
        if first > variable or not tested:
            return self.node(variable, branches)
        if first == variable:
            return self.node(variable, [self._branch(b, variable, answer) for answer, b in enumerate(branches)])
        key = ("case", variable, *map(id, branches))
        if key not in self._memo:
            found = self.node(
                first,
                [
                    self.case(variable, [self._branch(b, first, a) for b in branches])
                    for a in range(self._answers[first])
                ],
            )
            return self._remember(key, found)
        return self._memo[key]

    def combine(self, operation: Callable[[Any, Any], Value], left: Diagram, right: Diagram) -> Diagram:
        """The diagram of `operation` applied to the values of two diagrams."""
        if left.variable is None and right.variable is None:
            return self.leaf(operation(left.value, right.value))
        key = (operation, id(left), id(right))
        if key not in self._memo:
            first = min(node.variable for node in (left, right) if node.variable is not None)
            found = self.node(
                first,
                [
                    self.combine(operation, self._branch(left, first, answer), self._branch(right, first, answer))
                    for answer in range(self._answers[first])
                ],
            )
            return self._remember(key, found)
        return self._memo[key]

    def all_of(self, diagrams: Iterable[Diagram]) -> Diagram:
        """Whether all of some functions are true; so it is if there are none."""
        return reduce(partial(self.combine, and_), diagrams, self.leaf(True))

    def has(self, diagram: Diagram, value: Value) -> Diagram:
        """Whether a function has this value."""
        return self.combine(eq, diagram, self.leaf(value))

    def _remember(self, key: tuple[Any, ...], found: Diagram) -> Diagram:
        """Note the result of an operation; there is no end to them, so all are forgotten now and then."""
        if len(self._memo) >= _MOST_REMEMBERED:
            effort.check()
            self._memo.clear()
        self._memo[key] = found
        return found

    def restrict(self, diagram: Diagram, answers: Mapping[int, int]) -> Diagram:
        """The function that is left when these variables have these answers."""
        known: dict[int, Diagram] = {}

        def walk(node: Diagram) -> Diagram:
            if node.variable is None:
                return node
            if id(node) not in known:
                if node.variable in answers:
                    known[id(node)] = walk(node.branches[answers[node.variable]])
                else:
                    known[id(node)] = self.node(node.variable, [walk(branch) for branch in node.branches])
            return known[id(node)]

        return walk(diagram)

    def masked(self, diagram: Diagram, counts: Diagram) -> Diagram:
        """The function where `counts` is true, and `UNCOUNTED` elsewhere."""
        return diagram if counts is self.leaf(True) else self.combine(_if_counted, diagram, counts)

    def counted(self, diagram: Diagram, counts: Diagram, idle_first: Iterable[int] = ()) -> Diagram:
        """The function where `counts` is true, and `UNCOUNTED` elsewhere if the value there makes a difference.

        A variable that changes nothing where the function counts is tested no more, those in `idle_first` tried first.
        """
        found = self.masked(diagram, counts)
        if found is diagram:
            return found
        tested = variables(found)
        for variable in (*filter(set(tested).__contains__, idle_first), *tested):
            ways = (self.restrict(found, {variable: answer}) for answer in range(self._answers[variable]))
            without = reduce(partial(self.combine, whichever_counts), ways)
            if CONTRARY not in values(without):
                found = without
        return found

    def adopt(self, diagram: Diagram, beyond: Callable[[Diagram], Value]) -> Diagram:
        """The same function as a diagram made elsewhere over these variables, and perhaps more after them.

        If it tests a variable that is not known here, its value is what `beyond` makes of the test.
        """
        known: dict[int, Diagram] = {}

        def walk(node: Diagram) -> Diagram:
            if id(node) not in known:
                if node.variable is None:
                    known[id(node)] = self.leaf(node.value)
                elif node.variable >= len(self._answers):
                    known[id(node)] = self.leaf(beyond(node))
                else:
                    known[id(node)] = self.node(node.variable, [walk(branch) for branch in node.branches])
            return known[id(node)]

        return walk(diagram)

    def count(self, diagram: Diagram) -> dict[Value, int]:
        """How many readings give each value, out of all answers to all variables."""
        known: dict[int, dict[Value, int]] = {}

        def skipped(before: int, node: Diagram) -> int:
            """The ways to answer the variables from `before` on that come before the node's own."""
            return prod(self._answers[before : len(self._answers) if node.variable is None else node.variable])

        def walk(node: Diagram) -> dict[Value, int]:
            """The counts over the node's variable and those after it."""
            if node.variable is None:
                return {node.value: 1}
            if id(node) not in known:
                total: dict[Value, int] = {}
                for branch in node.branches:
                    times = skipped(node.variable + 1, branch)
                    for value, number in walk(branch).items():
                        total[value] = total.get(value, 0) + times * number
                known[id(node)] = total
            return known[id(node)]

        times = skipped(0, diagram)
        return {value: times * number for value, number in walk(diagram).items()}

    @staticmethod
    def _branch(node: Diagram, variable: int, answer: int) -> Diagram:
        return node.branches[answer] if node.variable == variable else node


CONTRARY = object()
"""What comes of two different values of one combination."""


def _if_counted(value: Value, counts: bool) -> Value:
    return value if counts else UNCOUNTED


def whichever_counts(one: Value, other: Value) -> Value:
    """The counted one of two values of a combination, or `CONTRARY`."""
    if one is UNCOUNTED or one == other:
        return other
    return one if other is UNCOUNTED else CONTRARY


def paths(diagram: Diagram) -> Iterator[tuple[Value, Mapping[int, int]]]:
    """The paths of a diagram: each value with the answers, by variable, that lead to it; first answers come first."""
    if diagram.variable is None:
        yield diagram.value, {}
        return
    for answer, branch in enumerate(diagram.branches):
        for value, rest in paths(branch):
            yield value, {diagram.variable: answer, **rest}


def count_paths(diagram: Diagram) -> int:
    """How many paths a diagram has, without walking each of them."""
    counts: dict[int, int] = {}

    def count(node: Diagram) -> int:
        if id(node) not in counts:
            counts[id(node)] = 1 if node.variable is None else sum(map(count, node.branches))
        return counts[id(node)]

    return count(diagram)


def nodes(diagram: Diagram) -> Iterator[Diagram]:
    """Every node of a diagram once."""
    seen = {id(diagram)}
    stack = [diagram]
    while stack:
        node = stack.pop()
        yield node
        for branch in node.branches:
            if id(branch) not in seen:
                seen.add(id(branch))
                stack.append(branch)


def variables(diagram: Diagram) -> list[int]:
    """The variables on which the value depends, in order."""
    return sorted({node.variable for node in nodes(diagram) if node.variable is not None})


def values(diagram: Diagram) -> set[Value]:
    """All values that the function has."""
    return {node.value for node in nodes(diagram) if node.variable is None}


def one_path_each(diagram: Diagram) -> Iterator[tuple[Value, Mapping[int, int]]]:
    """One path to each counted value, the first in order; each node is entered once a value still sought."""
    sought = values(diagram) - {UNCOUNTED}

    def walk(node: Diagram, answers: dict[int, int]) -> Iterator[tuple[Value, Mapping[int, int]]]:
        if not sought & reach[id(node)]:
            return
        if node.variable is None:
            sought.discard(node.value)
            yield node.value, answers
            return
        for answer, branch in enumerate(node.branches):
            yield from walk(branch, {**answers, node.variable: answer})

    reach: dict[int, set[Value]] = {}

    def fill(node: Diagram) -> set[Value]:
        if id(node) not in reach:
            reach[id(node)] = {node.value} if node.variable is None else set().union(*map(fill, node.branches))
        return reach[id(node)]

    fill(diagram)
    return walk(diagram, {})
