"""Where the things on a tile go: each as near as possible to where it belongs, clear of the others.

Each thing tries every place on a coarse grid. A place costs its distance from where the thing belongs, what it would
hide of other things, and how much of it would lie on terrain where it does not belong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt

from sheriff_kb.drawing.shapes import MOUNTAIN, PRAIRIE, SIZE, STEP, Point, Shape, ground

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_GRID = 6
_SMALLEST = 0.7
_PACKING = 2.1
_PEAKS = ((34, 30), (24, 21), (16, 14))
_PEAK_HIDDEN = 0.12
_TUFT = (16, 18)
_TUFTS = 5
_TUFTS_APART = 32
_HIDING = 300.0
_STRAYING = 18.0
_TRESPASSING = 50.0
_INSET = 2


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that takes a place on a tile.

    `near` are the points where it belongs, `on` the codes of the terrain (empty: any), `over` the number of an
    earlier thing that it may hide in part, since it stands on it.
    """

    width: int
    height: int
    near: tuple[Point, ...]
    on: frozenset[int] = frozenset()
    over: int | None = None

    def scaled(self, scale: float) -> Thing:
        """The same thing, smaller."""
        return replace(self, width=round(self.width * scale), height=round(self.height * scale))


@lru_cache(maxsize=4096)
def arrange(shape: Shape, taken: tuple[Box, ...], things: tuple[Thing, ...]) -> tuple[Point, ...]:
    """The middle of each thing; the boxes in `taken` are kept free if possible."""
    boxes = list(taken)
    found: list[Point] = []
    for thing in things:
        spared = -1
        if thing.over is not None:
            x, y = found[thing.over]
            thing = replace(thing, near=((x + 24, y + 4),))  # noqa: PLW2901
            spared = len(taken) + (thing.over or 0)
        others = [other for number, other in enumerate(boxes) if number != spared]
        best = _best(thing, _ranked(shape, thing), others)
        found.append(best)
        boxes.append(box(best, thing.width, thing.height))
    return tuple(found)


@lru_cache(maxsize=4096)
def peaks(shape: Shape, boxes: tuple[Box, ...]) -> tuple[tuple[Point, int], ...]:
    """The peaks of the mountains of a tile where nothing hides them, from the top, each with its size."""
    taken = list(boxes)
    found: list[tuple[Point, int]] = []
    for (x, y), width, height, area in _rocks(shape):
        bearable = _PEAK_HIDDEN * width * height
        if all(_common(area, other) <= bearable for other in taken):
            found.append(((x, y + height / 2), width))
            taken.append(area)
    return tuple(sorted(found, key=lambda peak: (peak[0][1], peak[0][0])))


def tufts(shape: Shape, boxes: tuple[Box, ...], seed: int) -> list[Point]:
    """A few places for grass on the prairie; `seed` lets tiles of one shape differ."""
    found: list[Point] = []
    for x, y in _shuffled(_meadow(shape), seed):
        area = box((x, y), *_TUFT)
        apart = all(abs(x - x1) + abs(y - y1) > _TUFTS_APART for x1, y1 in found)
        if apart and not any(_common(area, other) for other in boxes):
            found.append((x, y))
        if len(found) == _TUFTS:
            break
    return found


@lru_cache(maxsize=1024)
def _rocks(shape: Shape) -> tuple[tuple[Point, int, int, Box], ...]:
    """Where peaks could stand on a tile, large ones first: the middle, the size and the box."""
    found = []
    for width, height in _PEAKS if shape.mountains else ():
        for y in range(height // 2 + 3, SIZE - height // 2 - 1, _GRID):
            for x in range(width // 2, SIZE - width // 2 + 1, _GRID):
                area = box((x, y), width, height)
                if min(_codes(shape, area)) >= MOUNTAIN:
                    found.append(((float(x), float(y)), width, height, area))
    return tuple(found)


@lru_cache(maxsize=1024)
def _meadow(shape: Shape) -> tuple[tuple[int, int], ...]:
    """Where grass could grow on a tile."""
    steps = range(12, SIZE - 6, 9)
    return tuple((x, y) for x in steps for y in steps if set(_codes(shape, box((x, y), *_TUFT))) == {PRAIRIE})


def _shuffled(places: tuple[tuple[int, int], ...], seed: int) -> list[tuple[int, int]]:
    """The places in an order that looks like none, but is always the same."""
    return sorted(places, key=lambda place: (place[0] * 7919 + place[1] * 104729 + seed * 15485863) % 9973)


@lru_cache(maxsize=4096)
def _ranked(shape: Shape, thing: Thing) -> list[tuple[float, Point]]:
    """All places for a thing with what they cost on an otherwise empty tile, the cheapest first."""
    found = []
    for (x, y), codes in _footing(shape, thing.width, thing.height):
        cost = min([abs(x - x1) + abs(y - y1) for x1, y1 in thing.near])
        if thing.on:
            for code in codes:
                if code not in thing.on:
                    cost += _STRAYING if code < MOUNTAIN else _TRESPASSING
        found.append((cost, (x, y)))
    return sorted(found)


@lru_cache(maxsize=4096)
def _footing(shape: Shape, width: int, height: int) -> list[tuple[Point, tuple[int, ...]]]:
    """All places for things of a size, with the terrain there."""
    left, top = width / 2 + 3, height / 2 + 3
    across = [left + _GRID * step for step in range(int((SIZE - 2 * left) // _GRID) + 1)]
    down = [top + _GRID * step for step in range(int((SIZE - 2 * top) // _GRID) + 1)]
    return [((x, y), _codes(shape, box((x, y), width, height))) for y in down for x in across]


def _best(thing: Thing, ranked: list[tuple[float, Point]], others: list[Box]) -> Point:
    """The cheapest place, also counting what the thing would hide there."""
    best, least = ranked[0][1], float("inf")
    for cost, place in ranked:
        if cost >= least:
            break
        area = box(place, thing.width, thing.height)
        hiding = sum(_common(area, other) for other in others) / (thing.width * thing.height)
        if cost + _HIDING * hiding < least:
            best, least = place, cost + _HIDING * hiding
    return best


def fitting(shape: Shape, things: tuple[Thing, ...]) -> float:
    """How much smaller than usual things must be drawn, so that those on a mountain fit there; 1 if they do."""
    scale = 1.0
    for code in range(MOUNTAIN, MOUNTAIN + len(shape.mountains)):
        needed = sum(thing.width * thing.height for thing in things if code in thing.on)
        room = sum(row.count(code) for row in ground(shape)) * STEP * STEP
        scale = min(scale, sqrt(room / (_PACKING * needed))) if needed else scale
    return round(max(_SMALLEST, scale), 1)


def box(place: Point, width: float, height: float) -> Box:
    """The box of that size around `place`."""
    return place[0] - width / 2, place[1] - height / 2, place[0] + width / 2, place[1] + height / 2


def _common(one: Box, other: Box) -> float:
    if one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]:
        return 0
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))


def _codes(shape: Shape, area: Box) -> tuple[int, ...]:
    """The terrain at the corners of a box, drawn in a little, and in its middle."""
    rows = ground(shape)
    left, right = int(area[0] + _INSET) // STEP, int(area[2] - _INSET) // STEP
    upper, lower = rows[int(area[1] + _INSET) // STEP], rows[int(area[3] - _INSET) // STEP]
    middle = rows[int(area[1] + area[3]) // (2 * STEP)][int(area[0] + area[2]) // (2 * STEP)]
    return upper[left], upper[right], lower[left], lower[right], middle
