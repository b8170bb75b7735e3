"""The shapes of terrain on a tile of 120 by 120 units: outlines of mountains, lines of railroads, what lies where.

Everything is worked out for the north edge and turned clockwise for the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING

from sheriff_kb.position import EDGES, HalfEdge, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

Point = tuple[float, float]
Curve = tuple[Point, Point, Point]
"""Two control points and the end of a Bézier curve."""

SIZE = 120
MIDDLE = SIZE / 2
FOOT = 27
"""Where a mountain starts on an edge, from the corner."""
STUB = 44
"""How far a railroad that ends on the tile reaches."""
STEP = 4
"""The resolution of the map of the terrain."""
PRAIRIE, RAILROAD, MOUNTAIN = 0, 1, 2
"""Codes on that map; `MOUNTAIN + index` for each mountain segment."""

_RIGHT = SIZE - FOOT
_RAIL_REACH = 10


@dataclass(frozen=True, slots=True)
class Shape:
    """What decides the terrain of a tile."""

    edges: str
    mountains: tuple[str, ...]
    railroads: tuple[str, ...]

    @classmethod
    def of(cls, tile: Tile) -> Shape:
        """The shape of a tile."""
        return cls(tile.edges, tuple(m.edges for m in tile.mountains), tile.railroads)


def turned(point: Point, quarters: int) -> Point:
    """The point after clockwise quarter turns about the middle of the tile."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = SIZE - y, x
    return x, y


def outline(shape: Shape, index: int) -> list[tuple[Point, Point, tuple[Curve, ...]]]:
    """The outline of a mountain segment: for each edge both feet, and the curves from there to the next edge."""
    numbers = sorted(EDGES.index(edge) for edge in shape.mountains[index])
    found = []
    for position, number in enumerate(numbers):
        gap = (numbers[(position + 1) % len(numbers)] - number) % 4 or 4
        between = [shape.edges[(number + step) % 4] for step in range(1, gap)]
        flank = _flank(gap, crowded=any(edge != "P" for edge in between))
        curves = tuple((turned(a, number), turned(b, number), turned(c, number)) for a, b, c in flank)
        found.append((turned((FOOT, 0), number), turned((_RIGHT, 0), number), curves))
    return found


def hub(edges: str) -> Point:
    """The point of a segment where a figure stands best."""
    numbers = [EDGES.index(edge) for edge in edges]
    if len(numbers) == 1:
        return turned((MIDDLE, 30), numbers[0])
    middles = [turned((MIDDLE, 22), number) for number in numbers]
    return sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)


def rails(edges: str, offset: float = 0) -> str:
    """Path data of a railroad, or of one rail at some distance from its middle."""
    numbers = [EDGES.index(edge) for edge in edges]
    if len(numbers) == 2 and (numbers[1] - numbers[0]) % 4 != 2:
        first = numbers[0] if (numbers[1] - numbers[0]) % 4 == 1 else numbers[1]
        start, end = turned((MIDDLE + offset, 0), first), turned((SIZE, MIDDLE - offset), first)
        radius = _short(MIDDLE - offset)
        return f"M{at(start)}A{radius} {radius} 0 0 0 {at(end)}"
    reach = {1: float(STUB), 2: MIDDLE}.get(len(numbers), MIDDLE + abs(offset))
    lines = [(turned((MIDDLE + offset, 0), number), turned((MIDDLE + offset, reach), number)) for number in numbers]
    if len(numbers) == 2:
        return f"M{at(lines[0][0])}L{at(turned((MIDDLE + offset, SIZE), numbers[0]))}"
    return "".join(f"M{at(start)}L{at(end)}" for start, end in lines)


def at(point: Point) -> str:
    """A point as path data."""
    return f"{_short(point[0])} {_short(point[1])}"


def spots(halves: Iterable[HalfEdge]) -> tuple[Point, ...]:
    """Points on a prairie segment, one near each of its half-edges."""
    found = []
    for edge, corner in sorted(halves):
        number = EDGES.index(edge)
        clockwise = corner in ("ne", "se", "sw", "nw") and corner == ("ne", "se", "sw", "nw")[number]
        found.append(turned((SIZE - 22 if clockwise else 22, 22), number))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1024)
def ground(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """What lies where: rows of codes, one for each square of `STEP` units."""
    steps = range(SIZE // STEP)
    found = [[PRAIRIE] * (SIZE // STEP) for _ in steps]
    for index in range(len(shape.mountains)):
        corners = _polygon(shape, index)
        for row in steps:
            y = (row + 0.5) * STEP
            crossings = sorted(_crossings(corners, y))
            for left, right in zip(crossings[::2], crossings[1::2], strict=False):
                for column in steps:
                    if left <= (column + 0.5) * STEP <= right:
                        found[row][column] = MOUNTAIN + index
    for edges in shape.railroads:
        for row in steps:
            for column in steps:
                if _near_rails(edges, ((column + 0.5) * STEP, (row + 0.5) * STEP)):
                    found[row][column] = RAILROAD
    return tuple(tuple(row) for row in found)


def _flank(gap: int, *, crowded: bool) -> tuple[Curve, ...]:
    """The curves from the north edge's right foot to the next edge of the mountain, `gap` quarters further.

    They meet every edge at a right angle, so that the mountain runs on smoothly on the neighbouring tile.
    """
    if gap == 1:
        return (((_RIGHT, 17), (103, FOOT), (SIZE, FOOT)),)
    if gap == 2:
        waist = 70 if crowded else 86
        return ((_RIGHT, 26), (waist, 32), (waist, MIDDLE)), ((waist, 88), (_RIGHT, 94), (_RIGHT, SIZE))
    if gap == 3:
        reach = 14 if crowded else 58
        return (((_RIGHT, reach), (reach, _RIGHT), (0, _RIGHT)),)
    depth, side = (48, 28) if crowded else (72, 50)
    return ((_RIGHT, side), (82, depth), (MIDDLE, depth)), ((38, depth), (FOOT, side), (FOOT, 0))


def _polygon(shape: Shape, index: int, parts: int = 6) -> list[Point]:
    corners: list[Point] = []
    for left, right, curves in outline(shape, index):
        corners += [left, right]
        start = right
        for first, second, end in curves:
            for part in range(1, parts + 1):
                t = part / parts
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                x = a * start[0] + b * first[0] + c * second[0] + d * end[0]
                y = a * start[1] + b * first[1] + c * second[1] + d * end[1]
                corners.append((x, y))
            start = end
    return corners


def _crossings(corners: list[Point], y: float) -> Iterable[float]:
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 <= y) != (y2 <= y):
            yield x1 + (x2 - x1) * (y - y1) / (y2 - y1)


def _near_rails(edges: str, point: Point) -> bool:
    numbers = [EDGES.index(edge) for edge in edges]
    if len(numbers) == 2 and (numbers[1] - numbers[0]) % 4 != 2:
        first = numbers[0] if (numbers[1] - numbers[0]) % 4 == 1 else numbers[1]
        corner = turned((SIZE, 0), first)
        return abs(hypot(point[0] - corner[0], point[1] - corner[1]) - MIDDLE) < _RAIL_REACH
    reach = STUB if len(numbers) == 1 else MIDDLE
    for number in numbers:
        x, y = turned(point, -number)
        if abs(x - MIDDLE) < _RAIL_REACH and y < reach + 4:
            return True
    return False


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
