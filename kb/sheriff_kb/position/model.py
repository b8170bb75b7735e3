"""A position on the table and what happens next: the typed form of a position file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sheriff_kb.position.tiles import Cell, Place, Tile

Act = Literal["sheriff", "cowboy", "tent", "mine"]
Beside = Literal["beside"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, with what its player does in the order of the game.

    `place` is the name of the tile placed; `discard` what was shown by a drawn tile that could not be placed;
    `sheriff` the destination that the player names. A turn that names one without placing or discarding a star tile
    stands for a star tile placed where it does not matter. At most one of the three acts is there.
    """

    player: str
    place: str | None = None
    discard: Literal["star", "graveyard"] | None = None
    sheriff: Place | Beside | None = None
    act: Literal["cowboy", "tent", "mine"] | None = None
    at: Place | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """An act to be judged after the last turn, as if it were that player's turn; it has no effect."""

    player: str
    act: Literal["sheriff", "tent", "mine"]
    at: Place | Beside


def default_last(players: tuple[str, ...], start: str, turns: tuple[Turn, ...]) -> str:
    """Who moved last if it is not said: the player of the last turn, or the one before the start player."""
    if turns:
        return turns[-1].player
    return players[players.index(start) - 1] if start in players else ""


@dataclass(frozen=True)
class Position:
    """A position file, checked: every name in it is known, and all edges match.

    `players` are in clockwise order. `tiles` are all tiles, placed later ones included, in board order (row by row).
    `start` is the start player, `last` the one who moved last. `filters` are the `asks` that select matters by their
    keys; `observed` are the same with a `value`. `expected` is carried along for the gallery.
    """

    players: tuple[str, ...]
    tiles: tuple[Tile, ...]
    title: str = ""
    turns: tuple[Turn, ...] = ()
    end: bool = False
    sheriff: Place | None = None
    collected: Mapping[str, int] = field(default_factory=dict)
    supply: int | None = None
    stacks: tuple[tuple[Place, int], ...] = ()
    start: str = ""
    last: str = ""
    asks: tuple[Asked, ...] = ()
    filters: tuple[Mapping[str, Any], ...] = ()
    observed: tuple[Mapping[str, Any], ...] = ()
    free: tuple[str, ...] = ()
    reading: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    expected: tuple[Mapping[str, Any], ...] = ()
    about: str = ""
    _named: Mapping[str, Tile] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Fill in who starts and who moved last: the first player, and the last turn's or the one before the start."""
        object.__setattr__(self, "_named", {tile.name: tile for tile in self.tiles})
        if self.players and not self.start:
            object.__setattr__(self, "start", self.players[0])
        if self.players and not self.last:
            object.__setattr__(self, "last", default_last(self.players, self.start, self.turns))

    def tile(self, name: str) -> Tile:
        """The tile of that name; KeyError if there is none."""
        return self._named[name]

    def placed_in(self, name: str) -> int:
        """The turn (from 1) in which the tile is placed, or 0 if it is on the table from the start."""
        return next((number for number, turn in enumerate(self.turns, 1) if turn.place == name), 0)

    @property
    def cells(self) -> dict[Cell, Tile]:
        """The tiles by cell."""
        return {tile.cell: tile for tile in self.tiles}

    def label(self, place: Place) -> str:
        """How a place is written in files and outputs: `mid`, `mid s`, `hill graveyard`, `hill prairie ne`.

        A mountain needs no kind; an edge (or, for a prairie, a corner) is given only if the tile has several segments
        of that kind.
        """
        tile = self.tile(place.tile)
        words = [place.tile] if place.kind == "mountain" else [place.tile, place.kind]
        if tile.count(place.kind) > 1:
            if place.kind == "mountain":
                words.append(tile.mountains[place.index].edges[0])
            elif place.kind == "railroad":
                words.append(tile.railroads[place.index][0])
            elif place.kind == "prairie":
                words.append(min(corner for _, corner in tile.prairies[place.index]))
            elif place.kind == "city":
                words.append(tile.cities[place.index])
        return " ".join(words)
