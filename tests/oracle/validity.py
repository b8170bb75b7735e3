"""Which positions are valid: what a reader of position files would accept."""

from __future__ import annotations

from oracle.board import Board, boards, segments
from sheriff_kb.position import Position, Turn
from sheriff_kb.tiles import EDGES, OPPOSITE, STEP, Tile

FEWEST_PLAYERS = 2
USABLE_COWBOYS = 4


def is_valid(found: Position) -> bool:
    """Whether the position is valid."""
    try:
        assert_valid(found)
    except (AssertionError, KeyError):
        return False
    return True


def assert_valid(found: Position) -> None:
    """Placed tiles touch the table, edges match, figures stand where they may."""
    tables = boards(found)
    assert_players_known(found)
    assert len(found.cells) == len(found.tiles) == len({tile.name for tile in found.tiles})
    assert list(found.tiles) == sorted(found.tiles, key=lambda tile: (tile.cell[1], tile.cell[0]))
    for tile in found.tiles:
        assert_valid_tile(found, tile)
    assert_in_one_piece(tables[0])
    for turn, board in zip(found.turns, tables[1:], strict=True):
        assert_valid_turn(found, turn, board)
    assert_valid_figures(found, tables[0])
    for asked in found.asks:
        assert asked.at == "beside" or asked.at in tables[-1].mountain_segments()


def assert_players_known(found: Position) -> None:
    """At least two, and nobody else is spoken of."""
    assert len(found.players) >= FEWEST_PLAYERS
    spoken_of = {turn.player for turn in found.turns} | {asked.player for asked in found.asks} | set(found.collected)
    spoken_of |= {m.tent for tile in found.tiles for m in tile.mountains if m.tent is not None}
    spoken_of |= {player for tile in found.tiles for player, _ in tile.cowboys}
    spoken_of |= {player for player in (found.start, found.last) if player}
    assert spoken_of <= set(found.players)


def assert_valid_tile(found: Position, tile: Tile) -> None:
    """Its edges match its neighbours and its segments; nothing stands on a tile that is still to be placed."""
    for edge, letter in zip(EDGES, tile.edges, strict=True):
        other = found.cells.get((tile.cell[0] + STEP[edge][0], tile.cell[1] + STEP[edge][1]))
        if other is not None:
            assert other.edges[EDGES.index(OPPOSITE[edge])] == letter
    for shown, parts in (("M", [m.edges for m in tile.mountains]), ("R", tile.railroads)):
        assert sorted("".join(parts)) == sorted(e for e, x in zip(EDGES, tile.edges, strict=True) if x == shown)
    assert tile.star or not tile.graveyard
    if found.placed_in(tile.name):
        assert not tile.cowboys
        assert all(m.tent is None and m.tokens == m.nuggets for m in tile.mountains)


def assert_in_one_piece(board: Board) -> None:
    """All tiles hang together, and there is one at least."""
    names = list(board.tiles)
    assert names
    reached = {names[0]}
    waiting = [names[0]]
    while waiting:
        for tile in board.around(waiting.pop(), "four"):
            if tile.name not in reached:
                reached.add(tile.name)
                waiting.append(tile.name)
    assert len(reached) == len(names)


def assert_valid_turn(found: Position, turn: Turn, board: Board) -> None:
    """The tile touches the table, the places are on it, the sheriff is named only with a star."""
    placed = None if turn.place is None else found.tile(turn.place)
    if placed is not None:
        assert board.around(placed.name, "four")
    if turn.sheriff is not None:
        assert placed is None or placed.star or turn.discard is not None
        assert turn.sheriff == "beside" or turn.sheriff in board.mountain_segments()
    assert (turn.act is None) == (turn.at is None)
    if turn.act == "cowboy":
        assert placed is not None
        assert turn.at in segments(placed)
    elif turn.act is not None:
        assert turn.at in board.mountain_segments()


def assert_valid_figures(found: Position, start: Board) -> None:
    """One tent and four cowboys a player, one figure a segment, nobody on what is finished."""
    hills = [(place, found.tile(place.tile).mountains[place.index]) for place in start.mountain_segments()]
    tents = [(mountain.tent, place) for place, mountain in hills if mountain.tent is not None]
    riders = [rider for tile in found.tiles for rider in tile.cowboys]
    figures = [place for _, place in tents] + [place for _, place in riders]
    assert len({player for player, _ in tents}) == len(tents)
    assert len(set(figures)) == len(figures)
    assert all(sum(player == rider for rider, _ in riders) <= USABLE_COWBOYS for player in found.players)
    assert not any(start.finished(place) for place in figures)
    assert found.sheriff is None or not start.finished(found.sheriff)
