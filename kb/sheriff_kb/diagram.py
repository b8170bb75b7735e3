"""Decision diagrams: functions from readings to values, reduced and ordered.

A diagram tests questions in their fixed order. It is reduced: no test whose branches are all alike, no two nodes that
are alike. So two functions are equal exactly where their diagrams are the same object, whatever built them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

Value = Hashable


class Diagram:
    """A node: a leaf with a value, or a test of the variable `variable` with one branch an answer."""

    __slots__ = ("branches", "value", "variable")

    def __init__(self, variable: int | None, branches: tuple[Diagram, ...], value: Value = None) -> None:
        self.variable = variable
        self.branches = branches
        self.value = value

    def __call__(self, reading: Sequence[int]) -> Value:
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

    def leaf(self, value: Value) -> Diagram:
        """The function that always has this value."""
        return self._leaves.setdefault((type(value), value), Diagram(None, (), value))

    def node(self, variable: int, branches: Sequence[Diagram]) -> Diagram:
        """The test of a variable that comes before all those that the branches test."""
        if all(branch is branches[0] for branch in branches):
            return branches[0]
        key = (variable, *map(id, branches))
        return self._nodes.setdefault(key, Diagram(variable, tuple(branches)))

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
            self._memo[key] = self.node(
                first,
                [
                    self.case(variable, [self._branch(b, first, a) for b in branches])
                    for a in range(self._answers[first])
                ],
            )
        return self._memo[key]

    def combine(self, operation: Callable[[Any, Any], Value], left: Diagram, right: Diagram) -> Diagram:
        """The diagram of `operation` applied to the values of two diagrams."""
        if left.variable is None and right.variable is None:
            return self.leaf(operation(left.value, right.value))
        key = (operation, id(left), id(right))
        if key not in self._memo:
            first = min(node.variable for node in (left, right) if node.variable is not None)
            self._memo[key] = self.node(
                first,
                [
                    self.combine(operation, self._branch(left, first, answer), self._branch(right, first, answer))
                    for answer in range(self._answers[first])
                ],
            )
        return self._memo[key]

    @staticmethod
    def _branch(node: Diagram, variable: int, answer: int) -> Diagram:
        return node.branches[answer] if node.variable == variable else node


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
