"""Synthetic boards and stories for the benchmarks: any number of tiles and turns, the same at every call."""

from __future__ import annotations

import random

from sheriff_kb.position import EDGES, OPPOSITE, STEP, Cell, Mountain, Place, Position, Tile, Turn
from sheriff_kb.rulings import Numbering, Table

PLAYERS = ("blue", "yellow", "black", "red")


def story(tiles: int, turns: int, *, columns: int = 16, star_every: int = 6, seed: int = 1) -> Position:
    """A sequence of turns that begins on a board of `tiles` tiles.

    Two edges in five show mountains, so that mountains of some ten tiles arise; every sixth tile that is placed is a
    star tile, whose player sends the sheriff to some open mountain; the players mine, pitch tents and place cowboys in
    turn.
    """
    chance = random.Random(seed)
    cells = [(number % columns + 1, number // columns + 1) for number in range(tiles + turns)]
    edges: dict[tuple[Cell, str], str] = {}
    board = []
    for number, cell in enumerate(cells):
        for edge in EDGES:
            across = (cell[0] + STEP[edge][0], cell[1] + STEP[edge][1])
            edges[cell, edge] = edges.get((across, OPPOSITE[edge])) or ("M" if chance.random() < 0.4 else "P")
        letters = "".join(edges[cell, edge] for edge in EDGES)
        mountain = "".join(edge for edge in EDGES if edges[cell, edge] == "M")
        star = number >= tiles and (number - tiles) % star_every == 0
        placed_later = number >= tiles
        mountains = (Mountain(mountain, chance.randint(1, 3), 0 if placed_later else 2),) if mountain else ()
        board.append(Tile(f"t{number}", cell, letters, mountains, star=star))
    for player in PLAYERS:
        while True:
            number = chance.randrange(tiles)
            tile = board[number]
            if tile.mountains and tile.mountains[0].tent is None and _is_open(board[:tiles], tile):
                mountain = tile.mountains[0]
                tent = Mountain(mountain.edges, mountain.nuggets, mountain.tokens, player)
                board[number] = Tile(tile.name, tile.cell, tile.edges, (tent,))
                break
    numbering = Numbering(board)
    table = Table(numbering)
    for tile in board[:tiles]:
        table.place(tile)
    played = []
    for turn in range(turns):
        tile = board[tiles + turn]
        table.place(tile)
        open_places = [
            numbering.place(segment)
            for mountain in table.mountains()
            if not table.is_finished(mountain)
            for segment in mountain
        ]
        open_places.sort()
        player = PLAYERS[turn % len(PLAYERS)]
        act, at = _act(turn, tile, open_places, chance)
        sheriff = chance.choice(open_places) if tile.star and open_places else None
        played.append(Turn(player, tile.name, sheriff=sheriff, act=act, at=at))
    last = played[-1].player if played else PLAYERS[-1]
    return Position(
        PLAYERS, tuple(board), f"{tiles} tiles, {turns} turns", tuple(played), end=True, start="blue", last=last
    )


def _act(turn: int, tile: Tile, places: list[Place], chance: random.Random) -> tuple[str | None, Place | None]:
    if not places:
        return None, None
    if turn % 3 == 0 and tile.mountains:
        return "cowboy", Place(tile.name, "mountain")
    return ("mine" if turn % 3 == 1 else "tent"), chance.choice(places)


def _is_open(tiles: list[Tile], tile: Tile) -> bool:
    numbering = Numbering(tiles)
    table = Table(numbering)
    for one in tiles:
        table.place(one)
    return not table.is_finished(table.region(numbering.of_kind(tile, "mountain")[0]))
