"""Make a position small while something that one wants to see in it remains to be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from oracle.validity import is_valid
from sheriff_kb.position import EDGES, OPPOSITE, STEP, Mountain, Position, Tile


def reduced(found: Position, interesting: Callable[[Position], bool]) -> Position:
    """The smallest position to which this one can be reduced step by step, staying valid and interesting."""
    waiting = True
    while waiting:
        waiting = False
        for simpler in simplifications(found):
            tidy = at_the_top_left(simpler)
            if is_valid(tidy) and interesting(tidy):
                found = tidy
                waiting = True
                break
    return found


def simplifications(found: Position) -> Iterator[Position]:
    """Every position that has one thing less, great things first; some of them are not valid."""
    for number, turn in enumerate(found.turns):
        turns = found.turns[:number] + found.turns[number + 1 :]
        rest = tuple(tile for tile in found.tiles if tile.name != turn.place)
        yield replace(found, tiles=rest, turns=turns)
        if turn.place is not None:
            yield replace(found, turns=turns)
    placed = {turn.place for turn in found.turns}
    for tile in found.tiles:
        if tile.name not in placed and len(found.tiles) > 1:
            yield replace(found, tiles=tuple(other for other in found.tiles if other != tile))
    for player in found.players:
        yield replace(found, players=tuple(other for other in found.players if other != player))
    yield from plainer_stories(found)
    for tile in found.tiles:
        for plainer in plainer_tiles(tile):
            yield replace(found, tiles=tuple(plainer if other == tile else other for other in found.tiles))
        for edge in EDGES:
            if tile.edges[EDGES.index(edge)] != "P":
                yield with_prairie(found, tile, edge)


def plainer_stories(found: Position) -> Iterator[Position]:
    """The position with less said about turns and players."""
    for number, turn in enumerate(found.turns):
        for plainer in (
            replace(turn, act=None, at=None),
            replace(turn, sheriff=None),
            replace(turn, discard=None),
            replace(turn, place=None),
        ):
            if plainer != turn:
                tiles = tuple(tile for tile in found.tiles if plainer.place == turn.place or tile.name != turn.place)
                yield replace(found, tiles=tiles, turns=(*found.turns[:number], plainer, *found.turns[number + 1 :]))
    for number in range(len(found.asks)):
        yield replace(found, asks=found.asks[:number] + found.asks[number + 1 :])
    for number in range(len(found.stacks)):
        yield replace(found, stacks=found.stacks[:number] + found.stacks[number + 1 :])
    for plainer_position in (
        replace(found, end=False),
        replace(found, sheriff=None),
        replace(found, supply=None),
        replace(found, start=""),
        replace(found, last=""),
        replace(found, filters=()),
        *(replace(found, collected={p: n for p, n in found.collected.items() if p != q}) for q in found.collected),
    ):
        if plainer_position != found:
            yield plainer_position


def plainer_tiles(tile: Tile) -> Iterator[Tile]:
    """The tile with one figure, symbol or number less."""
    for number in range(len(tile.cowboys)):
        yield replace(tile, cowboys=tile.cowboys[:number] + tile.cowboys[number + 1 :])
    if tile.graveyard:
        yield replace(tile, graveyard=False)
    elif tile.star:
        yield replace(tile, star=False)
    if tile.cities:
        yield replace(tile, cities=())
    for number, mountain in enumerate(tile.mountains):
        for plainer in (
            replace(mountain, tent=None),
            replace(mountain, nuggets=1, tokens=min(mountain.tokens, 1)),
            replace(mountain, tokens=mountain.nuggets),
        ):
            if plainer != mountain:
                yield replace(tile, mountains=(*tile.mountains[:number], plainer, *tile.mountains[number + 1 :]))


def with_prairie(found: Position, tile: Tile, edge: str) -> Position:
    """The position with prairie along this edge of the tile, and on the other side of it."""
    beyond = (tile.cell[0] + STEP[edge][0], tile.cell[1] + STEP[edge][1])
    tiles = []
    for other in found.tiles:
        if other == tile:
            tiles.append(without_edge(other, edge))
        elif other.cell == beyond:
            tiles.append(without_edge(other, OPPOSITE[edge]))
        else:
            tiles.append(other)
    return replace(found, tiles=tuple(tiles))


def without_edge(tile: Tile, edge: str) -> Tile:
    """The tile with prairie on that edge; a segment that loses its last edge is gone."""
    number = EDGES.index(edge)
    mountains: list[Mountain] = [replace(m, edges=m.edges.replace(edge, "")) for m in tile.mountains]
    railroads = [rails.replace(edge, "") for rails in tile.railroads]
    return replace(
        tile,
        edges=tile.edges[:number] + "P" + tile.edges[number + 1 :],
        mountains=tuple(mountain for mountain in mountains if mountain.edges),
        railroads=tuple(rails for rails in railroads if rails),
    )


def at_the_top_left(found: Position) -> Position:
    """The position with its board moved so that columns and rows count from 1."""
    left = min((tile.cell[0] for tile in found.tiles), default=1) - 1
    top = min((tile.cell[1] for tile in found.tiles), default=1) - 1
    tiles = tuple(replace(tile, cell=(tile.cell[0] - left, tile.cell[1] - top)) for tile in found.tiles)
    return replace(found, tiles=tiles)
