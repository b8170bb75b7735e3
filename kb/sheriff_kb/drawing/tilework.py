"""One tile as SVG: its terrain, what is printed on it, what lies and stands there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sheriff_kb.drawing.focus import NOTHING, Focus
from sheriff_kb.drawing.layout import Box, Thing, arrange, box, fitting, peaks, tufts
from sheriff_kb.drawing.markup import element, escape, use
from sheriff_kb.drawing.names import columns, shorten, visible
from sheriff_kb.drawing.scene import Scene, short
from sheriff_kb.drawing.sentences import Sentences
from sheriff_kb.drawing.shapes import (
    MOUNTAIN,
    PRAIRIE,
    SIZE,
    STUB,
    Point,
    Shape,
    at,
    hub,
    outline,
    rails,
    spots,
    turned,
)
from sheriff_kb.position import EDGES, Kind, Place, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sheriff_kb.drawing.looks import Look

_LONGEST_NAME = 16
_MOST_NUGGETS = 6
_CENTRE: tuple[Point, ...] = ((60, 60),)
_CORNERS: tuple[Point, ...] = ((22, 98), (98, 98), (98, 22), (22, 40))


@dataclass(frozen=True, slots=True)
class Pen:
    """What drawing a tile needs to know beyond it: scene, sentences, players' looks, prefix of ids, what is marked."""

    drawn: Scene
    told: Sentences
    looks: Mapping[str, Look]
    prefix: str
    focus: Focus = NOTHING


@dataclass(frozen=True, slots=True)
class _Mark:
    """A thing to be laid out, with what is drawn there."""

    thing: Thing
    symbol: str
    player: str = ""
    count: int = 0
    sure: bool = True


def tile_art(pen: Pen, tile: Tile) -> str:
    """The tile as a group, with its upper left corner at the origin."""
    shape = Shape.of(tile)
    marks = list(_marks(pen.drawn, tile))
    name = shorten(visible(short(tile)), _LONGEST_NAME)
    number = pen.drawn.placed.get(tile.name, 0)
    taken: tuple[Box, ...] = ((2, 2, 8 + 4 * ((7 * columns(name)) // 4), 16),)
    if number:
        taken += ((90, 2, 118, 24),)
    scale = fitting(shape, tuple(mark.thing for mark in marks))
    things = tuple(mark.thing.scaled(scale) for mark in marks)
    middles = arrange(shape, taken, things)
    boxes = taken + tuple(box(middle, thing.width, thing.height) for thing, middle in zip(things, middles, strict=True))
    parts = [element("title", escape(pen.told.tile(tile))), _terrain(pen, tile, shape, boxes)]
    if tile.name in pen.focus.counted:
        parts.append(f'<rect class="sheriff-counted" x="4" y="4" width="{SIZE - 8}" height="{SIZE - 8}" rx="7"/>')
    parts += [
        f'<path class="sheriff-region" d="{_rock(shape, index)[1]}"/>'
        for index in range(len(tile.mountains))
        if Place(tile.name, "mountain", index) in pen.focus.region
    ]
    parts += [_placed(_drawn(pen, mark), middle, scale) for mark, middle in zip(marks, middles, strict=True)]
    parts.append(element("text", escape(name), "name", x=6, y=14, font_size=11))
    art = "".join(parts)
    if not number:
        return art
    if pen.drawn.awaited(tile):
        art = (
            f'<g opacity="0.72">{art}</g><rect class="sheriff-later" x="2.5" y="2.5" width="115" height="115" rx="5"/>'
        )
    return (
        art
        + '<rect class="sheriff-badge" x="93" y="5" width="22" height="17" rx="8"/>'
        + element("text", str(number), "number", x=104, y=18, font_size=13 if number < 100 else 10)
    )


def figure(pen: Pen, symbol: str, player: str) -> str:
    """A tent or cowboy in the player's colour with the player's letters, around the origin."""
    look = pen.looks[player]
    size = 14 if len(look.letters) == 1 else 11
    lettering = element("text", escape(look.letters), "letter", y=11.5, font_size=size, fill=look.ink)
    return f'<g fill="{look.colour}">{use(f"{pen.prefix}-{symbol}")}{lettering}</g>'


def stack(pen: Pen, count: int, *, sure: bool = True) -> str:
    """Tokens as a stack with their number; with a sum sign where they may lie anywhere on the mountain."""
    said = str(count) if sure else f"Σ{count}"
    return use(f"{pen.prefix}-stack") + element("text", said, "count", y=2.5, font_size=13 if len(said) < 3 else 10)


def _marks(drawn: Scene, tile: Tile) -> Iterator[_Mark]:
    prairie = frozenset({PRAIRIE})
    rocks = [frozenset({MOUNTAIN + index}) for index in range(len(tile.mountains))]
    hubs = [(hub(mountain.edges),) for mountain in tile.mountains]
    order: dict[Kind, int] = {}
    ending = any(len(edges) == 1 for edges in tile.railroads)
    for number, _ in enumerate(tile.cities):
        if number == 0:
            order["city"] = 0
        yield _Mark(Thing(44, 36, _CENTRE, frozenset() if ending else prairie), "city")
    if tile.graveyard:
        order["graveyard"] = len(tile.cities)
        yield _Mark(Thing(46, 32, _CENTRE, prairie), "graveyard")
    if tile.star:
        yield _Mark(Thing(30, 30, _CORNERS, prairie), "star")
    for index, mountain in enumerate(tile.mountains):
        if mountain.tent is not None:
            yield _Mark(Thing(34, 32, hubs[index], rocks[index]), "tent", mountain.tent)
    figures = [(place, "cowboy", player) for player, place in tile.cowboys]
    if drawn.sheriff is not None and drawn.sheriff.tile == tile.name:
        figures.append((drawn.sheriff, "sheriff", ""))
    for place, symbol, player in figures:
        near, on, over = _ground(tile, place, order)
        yield _Mark(Thing(34 if player else 36, 36 if player else 44, near, on, over), symbol, player)
    for index, mountain in enumerate(tile.mountains):
        tokens = drawn.tokens(tile, index)
        total = drawn.totals.get(Place(tile.name, "mountain", index))
        if tokens or total is not None:
            mark = Thing(26, 26, hubs[index], rocks[index])
            yield _Mark(mark, "stack", count=tokens or total or 0, sure=total is None)
        if mountain.nuggets > 0:
            many = mountain.nuggets > _MOST_NUGGETS
            wide, high = (2.2, 1) if many else (min(3, mountain.nuggets), (mountain.nuggets + 2) // 3)
            thing = Thing(round(14 * wide), 12 * high, hubs[index], rocks[index])
            yield _Mark(thing, "nugget", count=mountain.nuggets)


def _ground(
    tile: Tile, place: Place, order: Mapping[Kind, int]
) -> tuple[tuple[Point, ...], frozenset[int], int | None]:
    """Where a figure belongs: points, terrain, and the number of the thing that it stands on."""
    if place.kind == "mountain":
        return (hub(tile.mountains[place.index].edges),), frozenset({MOUNTAIN + place.index}), None
    if place.kind == "prairie":
        return spots(tile.prairies[place.index]), frozenset({PRAIRIE}), None
    if place.kind == "railroad":
        edges = tile.railroads[place.index]
        middle = turned((60, STUB - 10), EDGES.index(edges)) if len(edges) == 1 else hub(edges)
        return (middle,), frozenset(), None
    over = order.get(place.kind)
    return _CENTRE, frozenset(), None if over is None else over + place.index


def _terrain(pen: Pen, tile: Tile, shape: Shape, boxes: tuple[Box, ...]) -> str:
    parts = [f'<path class="sheriff-grass" d="M0 0H{SIZE}V{SIZE}H0Z"/>']
    seed = (tile.cell[0] * 7 + tile.cell[1] * 13) % 10
    for number, place in enumerate(tufts(shape, boxes, seed)):
        parts.append(use(f"{pen.prefix}-{'cactus' if (number + seed) % 11 == 0 else 'tuft'}", place))
    for index in range(len(shape.mountains)):
        fill, edge = _rock(shape, index)
        parts.append(f'<path class="sheriff-rock" d="{fill}"/><path class="sheriff-foot" d="{edge}"/>')
    parts += [use(f"{pen.prefix}-peak{size}", place) for place, size in peaks(shape, boxes)]
    parts += [_track(edges, bool(tile.cities)) for edges in shape.railroads]
    return "".join(parts)


def _rock(shape: Shape, index: int) -> tuple[str, str]:
    """The outline of a mountain segment to fill, and the part of it that does not lie on edges."""
    fill, edge = "", ""
    for left, right, curves in outline(shape, index):
        flank = "C" + " ".join(at(point) for curve in curves for point in curve)
        fill += f"{'L' if fill else 'M'}{at(left)}L{at(right)}{flank}"
        edge += f"M{at(right)}{flank}"
    return fill + "Z", edge


def _track(edges: str, city: bool) -> str:
    middle = rails(edges)
    parts = [f'<path class="sheriff-bed" d="{middle}"/><path class="sheriff-sleeper" d="{middle}"/>']
    parts += [f'<path class="sheriff-rail" d="{rails(edges, offset)}"/>' for offset in (-4.5, 4.5)]
    if len(edges) == 1 and not city:
        number = EDGES.index(edges)
        ends = at(turned((50, STUB), number)), at(turned((70, STUB), number))
        parts.append(f'<path class="sheriff-buffer" d="M{ends[0]}L{ends[1]}"/>')
    return "".join(parts)


def _drawn(pen: Pen, mark: _Mark) -> str:
    """What is drawn for a mark, around the origin."""
    if mark.player:
        return figure(pen, mark.symbol, mark.player)
    if mark.symbol == "stack":
        return stack(pen, mark.count, sure=mark.sure)
    if mark.symbol != "nugget":
        return use(f"{pen.prefix}-{mark.symbol}")
    if mark.count > _MOST_NUGGETS:
        return use(f"{pen.prefix}-nugget", (-9, 0)) + element(
            "text", f"\u00d7{mark.count}", "count", x=6, y=4.5, font_size=12
        )
    rows = (mark.count + 2) // 3
    parts = []
    for number in range(mark.count):
        row, column = divmod(number, 3)
        length = min(3, mark.count - 3 * row)
        parts.append(use(f"{pen.prefix}-nugget", (14 * (column - (length - 1) / 2), 12 * (row - (rows - 1) / 2))))
    return "".join(parts)


def _placed(art: str, middle: Point, scale: float) -> str:
    grown = "" if scale == 1 else f" scale({scale})"
    return f'<g transform="translate({at(middle)}){grown}">{art}</g>'
