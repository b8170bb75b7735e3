"""Shapes of boards: the ways in which N tiles can be connected side by side, up to rotation and reflection."""

from __future__ import annotations

from functools import cache

from sheriff_kb.position import STEP, Cell

Shape = tuple[Cell, ...]
"""Cells in board order, row by row, the leftmost in column 1 and the topmost in row 1."""


@cache
def shapes(tiles: int) -> tuple[Shape, ...]:
    """All shapes of N tiles, compact ones first: one of each that rotation and reflection turn into another."""
    if tiles == 1:
        return (((1, 1),),)
    grown = {
        _likeness(frozenset({*shape, (column + right, row + down)}))
        for shape in shapes(tiles - 1)
        for column, row in shape
        for right, down in STEP.values()
        if (column + right, row + down) not in shape
    }
    return tuple(sorted(grown, key=lambda shape: (max(x for x, _ in shape) + max(y for _, y in shape), shape)))


def _likeness(cells: frozenset[Cell]) -> Shape:
    """The first of the shapes into which rotation and reflection turn these cells, wide ones before high ones."""
    turned = set[Shape]()
    for _ in range(4):
        cells = frozenset((-row, column) for column, row in cells)
        turned |= {_placed(cells), _placed(frozenset((-column, row) for column, row in cells))}
    return min(turned, key=lambda shape: (max(row for _, row in shape), _rows(shape)))


def _placed(cells: frozenset[Cell]) -> Shape:
    """The cells moved to the top left, in board order."""
    left, top = min(column for column, _ in cells), min(row for _, row in cells)
    return tuple(sorted(((c - left + 1, r - top + 1) for c, r in cells), key=lambda cell: (cell[1], cell[0])))


def _rows(shape: Shape) -> list[tuple[int, int]]:
    return [(row, column) for column, row in shape]
