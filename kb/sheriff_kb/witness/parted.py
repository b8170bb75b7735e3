"""Where a position's rulings differ between two readings, found by the ordinary way: reader, geometry and engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheriff_kb.law import path_of, questions
from sheriff_kb.position import Position, parse, to_yaml
from sheriff_kb.rulings import Ruling, rulings


@dataclass(frozen=True, slots=True)
class Parting:
    """A ruling and its value in each of the worlds that are compared."""

    ruling: Ruling
    values: tuple[int | str, ...]


def partings(
    position: Position, pairs: tuple[tuple[Mapping[str, str], Mapping[str, str]], ...], held: Mapping[str, str]
) -> list[Parting]:
    """The matters of a position in which the worlds of one pair differ, and if two pairs are given only those of one.

    Questions that neither a world nor `held` answers are answered as the position's `reading` has it, or by default.
    Raises Faults if the position, written to a file and read again, is refused.
    """
    position = parse(to_yaml(position), source="<witness>")
    worlds = [world for pair in pairs for world in pair]
    disputed = [q for q in questions() if len({world.get(q) for world in worlds}) > 1]
    fixed = {q.id: q.default for q in questions().values()} | {**position.reading, **held, **worlds[0]}
    ruled = rulings(position, fixed={q: a for q, a in fixed.items() if q not in disputed}, free=disputed)
    readings = [path_of(ruled.free, ruled.completed({**fixed, **world})) for world in worlds]
    found = []
    for ruling in ruled:
        values = tuple(ruling.diagram(reading) for reading in readings)
        apart = [values[first] != values[first + 1] for first in range(0, len(values), 2)]
        if any(apart) and (len(pairs) == 1 or not all(apart)):
            found.append(Parting(ruling, values))  # type: ignore[arg-type]
    return found
