"""The smallest sets first: minimal conflicts and minimal repairs, each found by way of the other.

Of things that can be kept or given up, a *conflict* is a set that cannot be kept together, a *repair* a set whose
giving up leaves things that can. Minimal conflicts are exactly the minimal sets that meet every minimal repair, and the
other way round. So to find conflicts, smallest first, take a smallest set that meets all repairs known so far: if it
cannot be kept together it is a minimal conflict; if it can, what is left out of a largest agreement around it is one
more repair to be met. Sets already found are blocked with everything above them. (The map of what is unexplored is the
one of MARCO; that its next point is a smallest one makes the order, and makes shrinking needless.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from sheriff_kb.law import program
from sheriff_kb.solving import Solver

Sized = TypeVar("Sized", bound=tuple[Any, ...])


def smallest_first(size: int, missed: Callable[[frozenset[int]], Iterable[int] | None]) -> Iterator[frozenset[int]]:
    """All minimal sets of a kind among the numbers below `size`, smallest first.

    `missed` is given a set: None if it is of that kind, else numbers that are not in it, without one of which no set of
    that kind does.
    """
    unexplored = _Map(size)
    while (point := unexplored.smallest()) is not None:
        numbers = missed(point)
        if numbers is not None:
            unexplored.must_meet(numbers)
            continue
        yield point
        unexplored.block(point)


def smallest_of_all(parts: Iterable[Iterator[Sized]], least: int) -> Iterator[Sized]:
    """All that the parts give, smallest first, if each part gives its own smallest first and nothing below `least`.

    A part is begun only when something of its could come next.
    """
    waiting = iter(parts)
    heads: list[tuple[int, int, Sized, Iterator[Sized]]] = []

    def draw(number: int, part: Iterator[Sized]) -> None:
        item = next(part, None)
        if item is not None:
            heappush(heads, (len(item), number, item, part))

    begun = 0
    while True:
        while not heads or heads[0][0] > least:
            part = next(waiting, None)
            if part is None:
                break
            begun += 1
            draw(begun, part)
        if not heads:
            return
        _, number, item, part = heappop(heads)
        yield item
        draw(number, part)


def smallest_sums(parts: Iterable[Iterator[Sized]]) -> Iterator[list[Sized]]:
    """Every way to take one from each part, smallest together first; each part gives its own smallest first.

    Nothing is taken from a part before it is needed.
    """
    lists = [_Lazy(part) for part in parts]
    start = (0,) * len(lists)
    if any(given.at(0) is None for given in lists):
        return
    heap = [(sum(given.size(0) for given in lists), start)]
    seen = {start}
    while heap:
        _, places = heappop(heap)
        yield [given.items[place] for given, place in zip(lists, places, strict=True)]
        for number, given in enumerate(lists):
            following = (*places[:number], places[number] + 1, *places[number + 1 :])
            if following not in seen and given.at(following[number]) is not None:
                seen.add(following)
                heappush(heap, (sum(g.size(place) for g, place in zip(lists, following, strict=True)), following))


class _Lazy(Generic[Sized]):
    """The items of an iterator by place, taken from it as they are needed."""

    def __init__(self, source: Iterator[Sized]) -> None:
        self._source = source
        self.items: list[Sized] = []

    def at(self, place: int) -> Sized | None:
        """The item at a place; None if the iterator is shorter."""
        while len(self.items) <= place:
            item = next(self._source, None)
            if item is None:
                return None
            self.items.append(item)
        return self.items[place]

    def size(self, place: int) -> int:
        """The size of an item that is there."""
        return len(self.items[place])


class _Map:
    """The sets of numbers that are not explored yet, as a program for the solver."""

    def __init__(self, size: int) -> None:
        things = "\n".join(f"thing({number})." for number in range(size))
        self._solver = Solver(program("smallest") + things, "--opt-strategy=usc")
        self._atoms = [atom for _, atom in sorted(self._solver.atoms("chosen", 1).items())]

    def smallest(self) -> frozenset[int] | None:
        """A smallest set that is unexplored; None if none is left."""
        best = self._solver.best(self._atoms)
        return None if best is None else frozenset(n for n, atom in enumerate(self._atoms) if atom in best.holding)

    def must_meet(self, numbers: Iterable[int]) -> None:
        """Leave only sets with one of these numbers."""
        self._solver.forbid(-self._atoms[number] for number in numbers)

    def block(self, numbers: Iterable[int]) -> None:
        """Leave only sets that do not have all of these numbers."""
        self._solver.forbid(self._atoms[number] for number in numbers)
