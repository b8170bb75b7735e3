"""How many lines a function needs, by trying everything on its truth table; and how many the gallery's rulings have.

    python tests/needed.py

counts the rulings of the gallery that vary, and those with more lines than the best order of questions needs: as
the paths in the fixed order of the questions, and as they are listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from math import prod

from sheriff_kb.gallery import entries
from sheriff_kb.rulings import Ruling, Rulings, rulings
from sheriff_kb.solving import UNCOUNTED, Value, count_paths

Table = tuple[Value, ...]
"""The values under all answers, those to the first variable changing last."""
Sizes = tuple[int, ...]
"""How many answers each variable has."""


def in_best_order(table: Table, sizes: Sizes) -> int:
    """The fewest lines in which every line tests the variables in one order, answers that lead to the same as one."""
    return min(_in_order(table, sizes, order) for order in permutations(range(len(sizes))))


@cache
def _in_order(table: Table, sizes: Sizes, order: tuple[int, ...]) -> int:
    if len(set(table)) == 1:
        return int(table[0] is not UNCOUNTED)
    first, *rest = order
    left = tuple(place - (place > first) for place in rest)
    return sum(_in_order(branch, _without(sizes, first), left) for branch in set(_under(table, sizes, first)))


@cache
def in_best_tree(table: Table, sizes: Sizes) -> int:
    """The fewest lines in which each branch tests the variable that is best there."""
    if len(set(table)) == 1:
        return int(table[0] is not UNCOUNTED)
    return min(
        sum(in_best_tree(branch, _without(sizes, place)) for branch in set(_under(table, sizes, place)))
        for place in range(len(sizes))
    )


def completed(table: Table) -> Iterator[Table]:
    """The table with every choice of values for the combinations that are not counted, which may also stay so."""
    return product(*(sorted(set(table), key=str) if value is UNCOUNTED else [value] for value in table))


def _under(table: Table, sizes: Sizes, place: int) -> list[Table]:
    """The table under each answer to a variable."""
    below = prod(sizes[place + 1 :])
    return [
        tuple(value for number, value in enumerate(table) if number // below % sizes[place] == answer)
        for answer in range(sizes[place])
    ]


def _without(sizes: Sizes, place: int) -> Sizes:
    return (*sizes[:place], *sizes[place + 1 :])


def table_of(ruling: Ruling, found: Rulings) -> tuple[Table, Sizes]:
    """The values of a ruling under all answers to the questions that it names."""
    named = [number for number, question in enumerate(found.free) if question.id in ruling.questions]
    sizes = tuple(len(found.free[number].answers) for number in named)

    def value(answers: Sequence[int]) -> Value:
        reading = [0] * len(found.free)
        for number, answer in zip(named, answers, strict=True):
            reading[number] = answer
        return ruling.diagram(reading)

    return tuple(map(value, product(*map(range, sizes)))), sizes


def lines_of(ruling: Ruling) -> int:
    """How many lines a ruling has."""
    return sum(len(case.when) for case in ruling.cases)


def main() -> None:
    """Count the rulings of the gallery, and those with more lines than needed."""
    paths = joined = now = varying = 0
    for entry in entries():
        found = rulings(entry.position)
        for ruling in found:
            if ruling.varies:
                table, sizes = table_of(ruling, found)
                needed = in_best_order(table, sizes)
                varying += 1
                paths += count_paths(ruling.diagram) > needed
                joined += _in_order(table, sizes, tuple(range(len(sizes)))) > needed
                now += lines_of(ruling) > needed
    print(f"{varying} rulings vary; so many would have more lines than the best order of questions needs:")
    print(f"{paths:>4} as the paths of their diagrams")
    print(f"{joined:>4} as these, answers that lead to the same being one")
    print(f"{now:>4} as they are told")


if __name__ == "__main__":
    main()
