"""The fewest lines: a function from readings to values, as sets of answers of which each reading has exactly one.

A line is a value with the answers to some variables under which it holds. Lines are the ends of a decision tree: it
tests one variable after the other, in each branch the one that is best there, and answers after which all is the same
go together. Combinations with the value UNCOUNTED need no line and may go with any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, permutations, repeat, starmap

from sheriff_kb.law import Line, Question
from sheriff_kb.solving import (
    CONTRARY,
    UNCOUNTED,
    Diagram,
    Diagrams,
    Value,
    effort,
    one_path_each,
    values,
    variables,
    whichever_counts,
)

Answers = Mapping[int, tuple[int, ...]]
"""To variables the answers that they may have."""

_MOST_BRANCHES = 4_000
"""Maximum number of branches of diagrams made to find a good tree, and again for the best."""
_HOPELESS = 2
"""If a good tree has this many times the lines that may be listed, no better one is sought."""
_MOST_PAIRED = 8
"""Up to this number of branches of one node, all pairs are compared."""
_MOST_WAYS = 15
"""Maximum number of ways to join branches that are tried."""


@effort.all_kept()
def lines(
    diagrams: Diagrams, diagram: Diagram, *, most: int, told: Collection[Value] | None = None
) -> list[tuple[Value, Answers]] | None:
    """The fewest lines of a diagram, first answers first; None if there are more than `most`.

    Every counted reading satisfies exactly one. With `told` only lines with these values are listed and counted. The
    paths of the diagram are the lines if there are no fewer; else the tree tests what all lines have to name, or the
    first variable that will do. Of a diagram too large to look at all its trees, the lines are those of a good one, and
    no more than its paths. Raises OutOfTime.
    """
    tree = _Tree(diagrams.fresh(), told)
    if tree.least(diagram) > most:
        return None
    if tree.cost(diagram) > tree.least(diagram):
        diagram = tree.family.adopt(diagram, id)
        tree.grow(diagram, most)
    return list(tree.listed(diagram, {})) if tree.cost(diagram) <= most else None


def one_each(diagram: Diagram) -> Iterator[tuple[Value, Answers]]:
    """A line for each counted value, the first path that leads to it."""
    for value, path in one_path_each(diagram):
        yield value, {variable: (answer,) for variable, answer in path.items()}


def deciding(diagram: Diagram) -> list[int]:
    """The variables of which another answer alone changes the value somewhere, both values being counted."""
    found = variables(diagram)
    return [variable for variable in found if _decides(diagram, variable)] if UNCOUNTED in values(diagram) else found


def named(asked: Sequence[Question], answers: Answers) -> Line:
    """The answers of a line by their ids; `asked` are the questions by variable."""
    line: dict[str, str | tuple[str, ...]] = {}
    for variable, some in answers.items():
        ids = tuple(asked[variable].answers[answer] for answer in some)
        line[asked[variable].id] = ids if len(ids) > 1 else ids[0]
    return line


# --- the tree --------------------------------------------------------------------------------------------------------

_Branch = tuple[tuple[int, ...], Diagram]
"""Answers that go together, with what is left under them."""
_Branches = Sequence[_Branch]
_Test = tuple[int, _Branches]
"""A variable, and its branches; if there is one, the variable does not matter."""


class _TooLarge(Exception):
    """There are too many trees to look at all of them."""


class _Tree:
    """Decision trees for the diagrams of a family: the test that each begins with, if a better one was found.

    If there is none the diagram itself is the tree.
    """

    def __init__(self, family: Diagrams, told: Collection[Value] | None) -> None:
        self.family = family
        self._told = told
        self._found: dict[int, tuple[int, _Test | None]] = {}
        self._paths: dict[int, int] = {}
        self._least: dict[int, int] = {}
        self._below: dict[int, tuple[frozenset[int], frozenset[Diagram]]] = {}
        self._left: dict[tuple[int, int], Sequence[Diagram]] = {}
        self._met: dict[tuple[int, int], bool] = {}
        self._made, self._limit = 0, _MOST_BRANCHES

    def grow(self, diagram: Diagram, most: int) -> None:
        """Find a tree with few lines: the fewest, unless a good one has far too many or there are too many trees."""
        few = self._descend(diagram)
        if few > _HOPELESS * most:
            return
        good, self._found = self._found, {}
        self._limit += _MOST_BRANCHES
        try:
            better = self._exhaust(diagram, min(few, most) + 1)
        except _TooLarge:
            better = False
        if not better:
            self._found = good

    def cost(self, diagram: Diagram) -> int:
        """How many lines the tree has."""
        return self._found[id(diagram)][0] if id(diagram) in self._found else self._paths_of(diagram)

    def least(self, diagram: Diagram) -> int:
        """No tree has fewer lines: one a value, and one more than there are variables that it has to test.

        If one answer leads to another value than another answer does, the lines under the one leave out the other.
        """
        if id(diagram) not in self._least:
            tested, leaves = self._reach(diagram)
            partial = self._is_partial(diagram)
            least = sum(map(self._paths_of, leaves))
            if self._told is None and least > 1:
                least = max(least, 1 + len(deciding(diagram) if partial else tested))
            if self._told is None and least < self._paths_of(diagram) and not partial:
                for one, other in permutations(diagram.branches if len(diagram.branches) <= _MOST_PAIRED else (), 2):
                    apart = self.family.combine(_where_apart, one, other)
                    least = max(least, sum(map(self._paths_of, self._reach(apart)[1])) + self.least(other))
            self._least[id(diagram)] = least
        return self._least[id(diagram)]

    def listed(self, diagram: Diagram, answers: Answers) -> Iterator[tuple[Value, Answers]]:
        """The lines below these answers, first answers first."""
        if not self._paths_of(diagram):
            return
        if diagram.variable is None:
            yield diagram.value, answers
            return
        _, test = self._found.get(id(diagram), (0, None))
        variable, branches = test or (diagram.variable, _alike(diagram.branches))
        for some, branch in branches:
            yield from self.listed(branch, {**answers, variable: some} if len(branches) > 1 else answers)

    def _descend(self, diagram: Diagram) -> int:
        """Test what leaves the fewest paths, and so on below; the lines that this tree has, no more than the paths."""
        if id(diagram) not in self._found:
            fewest, first = self._paths_of(diagram), None
            if fewest > self.least(diagram):
                with suppress(_TooLarge):
                    first = min(self._tests(diagram), key=lambda test: sum(self._paths_of(left) for _, left in test[1]))
                    fewest = sum(self._descend(left) for _, left in first[1])
            self._found[id(diagram)] = fewest, first
        return self._found[id(diagram)][0]

    def _exhaust(self, diagram: Diagram, limit: int) -> bool:
        """Look at all trees; whether one has fewer lines than the limit. Raises _TooLarge."""
        if id(diagram) in self._found or self.least(diagram) >= limit:
            return self.cost(diagram) < limit
        first, fewest = None, min(limit, self._paths_of(diagram))
        for test in self._tests(diagram) if fewest > self.least(diagram) else ():
            branches = [branch for _, branch in test[1]]
            total = 0
            for place, branch in enumerate(branches, 1):
                if not self._exhaust(branch, fewest - total - sum(map(self.least, branches[place:]))):
                    break
                total += self.cost(branch)
            else:
                first, fewest = test, total
                if fewest == self.least(diagram):
                    break
        if fewest == limit:
            self._least[id(diagram)] = limit
            return False
        self._found[id(diagram)] = fewest, first
        return True

    def _paths_of(self, diagram: Diagram) -> int:
        """How many lines the diagram has as it is, equal branches being one."""
        if id(diagram) not in self._paths:
            if diagram.variable is None:
                told = diagram.value is not UNCOUNTED and (self._told is None or diagram.value in self._told)
                self._paths[id(diagram)] = int(told)
            else:
                self._paths[id(diagram)] = sum(self._paths_of(branch) for _, branch in _alike(diagram.branches))
        return self._paths[id(diagram)]

    def _reach(self, diagram: Diagram) -> tuple[frozenset[int], frozenset[Diagram]]:
        """The variables that a diagram tests, and its leaves."""
        if diagram.variable is None:
            return frozenset(), frozenset([diagram])
        if id(diagram) not in self._below:
            tested, leaves = zip(*map(self._reach, diagram.branches), strict=True)
            self._below[id(diagram)] = frozenset([diagram.variable]).union(*tested), frozenset().union(*leaves)
        return self._below[id(diagram)]

    def _is_partial(self, diagram: Diagram) -> bool:
        """Whether some combinations are not counted."""
        return any(leaf.value is UNCOUNTED for leaf in self._reach(diagram)[1])

    def _under(self, diagram: Diagram, variable: int) -> Sequence[Diagram]:
        """What is left of a diagram under each answer to a variable. Raises _TooLarge, OutOfTime."""
        if diagram.variable == variable:
            return diagram.branches
        if diagram.variable is None or diagram.variable > variable:
            return [diagram] * self.family.answers[variable]
        key = id(diagram), variable
        if key not in self._left:
            effort.check()
            self._made += len(diagram.branches) * self.family.answers[variable]
            if self._made > self._limit:
                raise _TooLarge
            below = zip(*(self._under(branch, variable) for branch in diagram.branches), strict=True)
            self._left[key] = [self.family.node(diagram.variable, branches) for branches in below]
        return self._left[key]

    def _tests(self, diagram: Diagram) -> Sequence[_Test]:
        """What a tree can begin with, earlier variables first; only what all lines have to name, if there is such."""
        if self._is_partial(diagram):
            return [
                (variable, branches)
                for variable in sorted(self._reach(diagram)[0])
                for branches in self._joined(_alike(self._under(diagram, variable)))
            ]
        tests = [(variable, _alike(self._under(diagram, variable))) for variable in sorted(self._reach(diagram)[0])]
        return next(([test] for test in tests if self._never_meet(test[1])), tests)

    def _never_meet(self, branches: _Branches) -> bool:
        """Whether no two branches have the same value anywhere, so that every line has to name their variable."""
        pairs = combinations(branches, 2)
        return len(branches) <= _MOST_PAIRED and not any(self._meet(one, other) for (_, one), (_, other) in pairs)

    def _meet(self, one: Diagram, other: Diagram) -> bool:
        """Whether two diagrams have the same value somewhere."""
        if one is other:
            return True
        tested = [node.variable for node in (one, other) if node.variable is not None]
        if not tested:
            return False
        key = id(one), id(other)
        if key not in self._met:
            pairs = [(node.branches if node.variable == min(tested) else repeat(node)) for node in (one, other)]
            self._met[key] = any(map(self._meet, *pairs))
        return self._met[key]

    def _joined(self, branches: _Branches) -> list[_Branches]:
        """The ways to join branches that nowhere have different counted values: all in one, then the least joined."""
        if len(branches) > _MOST_PAIRED:
            whole: _Branch | None = branches[0]
            for branch in branches[1:]:
                whole = whole and self._join(whole, branch)
            return [branches] if whole is None else [[whole], branches]
        ways: list[list[_Branch]] = [[]]
        for branch in branches:
            ways = [
                [*way[:place], joined, *way[place + 1 :]]
                for way in ways
                for place, other in enumerate([*way, None])
                if (joined := self._join(other, branch)) is not None
            ]
            if len(ways) > _MOST_WAYS:
                ways = [ways[0], ways[-1]]  # each joined to the first that it may be joined to, and none at all
        return sorted(ways, key=lambda way: (len(way) > 1, -len(way)))

    def _join(self, one: _Branch | None, other: _Branch) -> _Branch | None:
        """Two branches as one; None if a combination has different counted values in them."""
        if one is None:
            return other
        together = self.family.combine(whichever_counts, one[1], other[1])
        return None if CONTRARY in values(together) else (tuple(sorted(one[0] + other[0])), together)


def _alike(branches: Sequence[Diagram]) -> _Branches:
    """Branches with their answers, equal ones as one; without those of which nothing is counted."""
    answers: dict[int, list[int]] = {}
    for answer, branch in enumerate(branches):
        if branch.value is not UNCOUNTED:
            answers.setdefault(id(branch), []).append(answer)
    return [(tuple(some), branches[some[0]]) for some in answers.values()]


def _where_apart(one: Value, other: Value) -> Value:
    """A value if it is not the other one."""
    return UNCOUNTED if one == other else one


# --- what can change the value ---------------------------------------------------------------------------------------


def _decides(diagram: Diagram, variable: int) -> bool:
    """Whether counted values under two answers to a variable differ, all other answers being the same."""
    differ: dict[tuple[int, int], bool] = {}
    decided: dict[int, bool] = {}

    def apart(one: Diagram, other: Diagram) -> bool:
        if one is other or one.value is UNCOUNTED or other.value is UNCOUNTED:
            return False
        tested = [node.variable for node in (one, other) if node.variable is not None]
        if not tested:
            return True
        key = (id(one), id(other))
        if key not in differ:
            pairs = [(node.branches if node.variable == min(tested) else repeat(node)) for node in (one, other)]
            differ[key] = any(map(apart, *pairs))
        return differ[key]

    def walk(node: Diagram) -> bool:
        if node.variable is None or node.variable > variable:
            return False
        if id(node) not in decided:
            here = combinations(node.branches, 2)
            decided[id(node)] = any(starmap(apart, here) if node.variable == variable else map(walk, node.branches))
        return decided[id(node)]

    return walk(diagram)
