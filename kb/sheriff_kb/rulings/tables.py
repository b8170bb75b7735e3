"""Case tables: the rulings that depend on the same questions together, so that a reader compares them once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheriff_kb.law import Line
from sheriff_kb.rulings.judge import MOST_CASES, Ruling, Rulings
from sheriff_kb.rulings.lines import lines, named, one_each
from sheriff_kb.solving import UNCOUNTED, Diagram

Row = tuple[tuple[int | str, ...], Line]
"""A value for each ruling, and the answers that lead to all of them."""


@dataclass(frozen=True, slots=True)
class CaseTable:
    """The values of several rulings, with their numbers; a `partial` one has one row for each of their values."""

    rulings: tuple[tuple[int, Ruling], ...]
    rows: tuple[Row, ...]
    partial: bool = False


def case_tables(found: Rulings) -> Iterator[CaseTable]:
    """A table for all rulings that depend on the same questions, in their order, with the fewest rows.

    If it would have too many rows, each of its rulings has a table of its own. Raises OutOfTime.
    """
    alike: dict[tuple[str, ...], list[tuple[int, Ruling]]] = {}
    for number, ruling in enumerate(found, 1):
        if ruling.varies:
            alike.setdefault(ruling.questions, []).append((number, ruling))
    for some in alike.values():
        joined = _rows(found, some)
        if joined is not None:
            yield CaseTable(tuple(some), joined)
        else:
            yield from (_alone(found, *one) for one in some)


def _alone(found: Rulings, number: int, ruling: Ruling) -> CaseTable:
    rows = _rows(found, [(number, ruling)])
    if rows is None:
        each = one_each(ruling.diagram)
        some = tuple(((value,), named(found.free, answers)) for value, answers in each)
        return CaseTable(((number, ruling),), some, partial=True)  # type: ignore[arg-type]
    return CaseTable(((number, ruling),), rows)


def _rows(found: Rulings, some: list[tuple[int, Ruling]]) -> tuple[Row, ...] | None:
    """The fewest lines that say the values of all rulings; None if there are too many."""
    joint: Diagram = found.diagrams.leaf(())
    for _, ruling in some:
        joint = found.diagrams.combine(_with, joint, ruling.diagram)
    told = lines(found.diagrams, joint, most=MOST_CASES)
    if told is None:
        return None
    return tuple((values, named(found.free, answers)) for values, answers in told)  # type: ignore[misc]


def _with(values: object, value: object) -> object:
    return UNCOUNTED if UNCOUNTED in (values, value) else (*values, value)  # type: ignore[misc]
