"""Which positions are possible: what the format demands, and what the rules let come about.

The rules forbid what no answer to any question lets come about. A cowboy on a surrounded graveyard is possible
(graveyard_cowboy: stays), and so are tokens on a finished mountain (unowned_stack: left).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from oracle.board import Board, segments
from sheriff_kb.position import EDGES, OPPOSITE, STEP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sheriff_kb.position import Mountain, Place, Position, Turn

FEWEST_PLAYERS = 1
MOST_PLAYERS = 5
USABLE_COWBOYS = 4


def is_valid(found: Position) -> bool:
    """Whether the position is possible."""
    return not problems(found)


def problems(found: Position) -> list[str]:
    """Everything that is wrong with a position; what stands and lies on it only if its form is right."""
    malformed = list(of_tiles(found)) or list(of_names(found)) or list(of_turns(found))
    if malformed:
        return malformed
    start = Board(found, 0)
    return [*of_cowboys(found, start), *of_tents(start), *of_the_sheriff(found, start), *of_tokens(found, start)]


# The form -------------------------------------------------------------------------------------------------------------


def of_tiles(found: Position) -> Iterator[str]:
    """Each cell has one tile, in board order; edges match neighbours and segments; a graveyard comes with a star."""
    if len({tile.name for tile in found.tiles}) < len(found.tiles) or len(found.cells) < len(found.tiles):
        yield "two tiles have one name or one cell"
    if list(found.tiles) != sorted(found.tiles, key=lambda tile: (tile.cell[1], tile.cell[0])):
        yield "the tiles are not in board order"
    for tile in found.tiles:
        for edge, letter in zip(EDGES, tile.edges, strict=True):
            other = found.cells.get((tile.cell[0] + STEP[edge][0], tile.cell[1] + STEP[edge][1]))
            if other is not None and other.edges[EDGES.index(OPPOSITE[edge])] != letter:
                yield f"{tile.name} and {other.name} do not match"
        for shown, parts in (("M", [m.edges for m in tile.mountains]), ("R", tile.railroads)):
            if sorted("".join(parts)) != sorted(e for e, x in zip(EDGES, tile.edges, strict=True) if x == shown):
                yield f"the segments of {tile.name} are not those of its edges"
        if tile.graveyard and not tile.star:
            yield f"{tile.name} has a graveyard and no star"


def of_names(found: Position) -> Iterator[str]:
    """Whoever and whatever is spoken of is there."""
    if not FEWEST_PLAYERS <= len(found.players) <= MOST_PLAYERS:
        yield "too few players, or too many"
    spoken_of = {turn.player for turn in found.turns} | {asked.player for asked in found.asks} | set(found.collected)
    spoken_of |= {m.tent for tile in found.tiles for m in tile.mountains if m.tent is not None}
    spoken_of |= {player for tile in found.tiles for player, _ in tile.cowboys}
    spoken_of |= {player for player in (found.start, found.last) if player}
    yield from (f"there is no player {player}" for player in spoken_of - set(found.players))
    there = {place for tile in found.tiles for place in segments(tile)}
    places = [turn.at for turn in found.turns if turn.at is not None]
    places += [place for tile in found.tiles for _, place in tile.cowboys]
    places += [place for place, _ in found.stacks]
    sent = [found.sheriff, *(turn.sheriff for turn in found.turns), *(asked.at for asked in found.asks)]
    places += [place for place in sent if place is not None and place != "beside"]
    yield from (f"there is no {place.kind} on {place.tile}" for place in places if place not in there)
    placed = [turn.place for turn in found.turns if turn.place is not None]
    yield from (f"{name} is placed and not drawn" for name in placed if name not in {t.name for t in found.tiles})
    yield from (f"{name} is placed twice" for name, times in Counter(placed).items() if times > 1)


def of_turns(found: Position) -> Iterator[str]:
    """The table hangs together, and so does each tile that comes to it; what is spoken of lies there by then."""
    tables = [Board(found, number) for number in range(len(found.turns) + 1)]
    if not in_one_piece(tables[0]):
        yield "the table does not hang together"
    for number, turn in enumerate(found.turns, 1):
        yield from (f"turn {number}: {problem}" for problem in of_turn(found, turn, tables[number]))
    for tile in found.tiles:
        if found.placed_in(tile.name) and (
            tile.cowboys or any(m.tent is not None or m.tokens != m.nuggets for m in tile.mountains)
        ):
            yield f"{tile.name} is still to be placed, and something is on it"
    given = [found.sheriff, *(place for place, _ in found.stacks)]
    yield from (
        f"{place.tile} is not yet there" for place in given if place and place not in tables[0].mountain_segments()
    )
    for asked in found.asks:
        if asked.at != "beside" and asked.at not in tables[-1].mountain_segments():
            yield f"{asked.player} asks for what is no mountain"


def in_one_piece(board: Board) -> bool:
    """Whether all tiles hang together, and there is one at least."""
    reached = list(board.tiles)[:1]
    for name in reached:
        reached += [tile.name for tile in board.around(name, "four") if tile.name not in reached]
    return bool(reached) and len(reached) == len(board.tiles)


def of_turn(found: Position, turn: Turn, board: Board) -> Iterator[str]:
    """The tile touches the table, the places are on it, the sheriff is named only with a star."""
    placed = None if turn.place is None else found.tile(turn.place)
    if placed is not None and not board.around(placed.name, "four"):
        yield "the tile touches nothing"
    if turn.sheriff is not None:
        if placed is not None and not placed.star and turn.discard is None:
            yield "the sheriff is sent without a star"
        if turn.sheriff != "beside" and turn.sheriff not in board.mountain_segments():
            yield "the sheriff is sent to no mountain"
    if (turn.act is None) != (turn.at is None):
        yield "an act has its place"
    elif turn.act == "cowboy":
        if placed is None or turn.at not in segments(placed):
            yield "a cowboy is set on the tile just placed"
    elif turn.at is not None and turn.at not in board.mountain_segments():
        yield "a tent stands on a mountain, and one mines there"


# What stands and lies there -------------------------------------------------------------------------------------------


def of_cowboys(found: Position, start: Board) -> Iterator[str]:
    """Base 1.2 (2a) and 1.3: one on the tile just placed, of four a player, and home when its feature is scored.

    Several on one feature can come about, since a later tile joins what was apart.
    """
    riders = [rider for tile in start.tiles.values() for rider in tile.cowboys]
    for player in found.players:
        if sum(player == rider for rider, _ in riders) > USABLE_COWBOYS:
            yield f"{player} has more than {USABLE_COWBOYS} cowboys"
    for tile in start.tiles.values():
        if len(tile.cowboys) > 1:
            yield f"two cowboys on {tile.name}"
    for _, place in riders:
        if start.finished(place):
            yield f"a cowboy on a finished {place.kind} on {place.tile}"


def of_tents(start: Board) -> Iterator[str]:
    """Base 1.2 (2b) and 1.4: one a player, on a spot that nobody holds, and home when the mountain is finished."""
    tents = [(m.tent, place) for place, m in hills(start) if m.tent is not None]
    for player, times in Counter(player for player, _ in tents).items():
        if times > 1:
            yield f"{player} has two tents"
    held = {place for tile in start.tiles.values() for _, place in tile.cowboys}
    for _, place in tents:
        if place in held:
            yield f"a tent and a cowboy on one mountain of {place.tile}"
        if start.finished(place):
            yield f"a tent on a finished mountain of {place.tile}"


def of_the_sheriff(found: Position, start: Board) -> Iterator[str]:
    """Both texts: from a finished mountain he has been returned."""
    if found.sheriff is not None and start.finished(found.sheriff):
        yield "the sheriff on a finished mountain"


def of_tokens(found: Position, start: Board) -> Iterator[str]:
    """Base 1.2 (1b): a nugget brings one token to its tile, and nothing else does."""
    known: set[Place] = set()
    for at, total in found.stacks:
        mountain = start.region(at)
        if known.intersection(mountain):
            yield f"two totals for the mountain of {at.tile}"
        known.update(mountain)
        if total > sum(m.nuggets for place, m in hills(start) if place in mountain):
            yield f"more tokens than nuggets on the mountain of {at.tile}"
    for tile in start.tiles.values():
        for mountain in {start.region(place) for place in start.mountain_segments(tile)}:
            stack = [m for place, m in hills(start) if place in mountain and place.tile == tile.name]
            if mountain[0] not in known and sum(m.tokens for m in stack) > sum(m.nuggets for m in stack):
                yield f"more tokens than nuggets on {tile.name}"


def hills(board: Board) -> list[tuple[Place, Mountain]]:
    """The mountain segments on the table."""
    return [(place, board.tiles[place.tile].mountains[place.index]) for place in board.mountain_segments()]
