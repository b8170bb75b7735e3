"""The table at one moment: which segments belong together, what is finished, what lies around a graveyard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheriff_kb.position import OPPOSITE, STEP, Cell, Edge, Kind, Place, Tile, facing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sheriff_kb.position import Position

Region = tuple[Place, ...]
"""All segments of one feature, in board order."""

SIDES: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
CORNERS: tuple[Cell, ...] = ((1, -1), (1, 1), (-1, 1), (-1, -1))


class Board:
    """The tiles that lie on the table at one moment, and what they form together."""

    def __init__(self, position: Position, turn: int) -> None:
        """The table after the placement of turn `turn`; 0 is the table before the first turn."""
        self.position = position
        later = {played.place for played in position.turns[turn:]}
        self.tiles: dict[str, Tile] = {tile.name: tile for tile in position.tiles if tile.name not in later}
        self._at: dict[Cell, Tile] = {tile.cell: tile for tile in self.tiles.values()}
        self._order = {name: number for number, name in enumerate(self.tiles)}
        self._places = [place for tile in self.tiles.values() for place in segments(tile)]
        self._regions: dict[Place, Region] = {}
        self._finished: dict[Region, bool] = {}
        for place in self._places:
            if place not in self._regions:
                region = tuple(sorted(self._flood(place), key=self._rank))
                for member in region:
                    self._regions[member] = region

    # What belongs together

    def region(self, place: Place) -> Region:
        """The whole feature that the segment belongs to."""
        return self._regions[place]

    def mountains(self) -> list[Region]:
        """All mountains on the table, in board order."""
        return [self.region(place) for place in self.mountain_segments() if self.region(place)[0] == place]

    def mountain_segments(self, tile: Tile | None = None) -> list[Place]:
        """The mountain segments on the table, or those of one tile, in board order."""
        return [p for p in self._places if p.kind == "mountain" and (tile is None or p.tile == tile.name)]

    def mountain_label(self, place: Place) -> str:
        """How the mountain that this segment belongs to is called: by its first segment in board order."""
        return self.position.label(self.region(place)[0])

    # What is finished

    def finished(self, place: Place) -> bool:
        """Whether a mountain, railroad or city is finished (base game: no open edge; a city by its railroads)."""
        region = self.region(place)
        if region not in self._finished:
            self._finished[region] = self._is_finished(region)
        return self._finished[region]

    def _is_finished(self, region: Region) -> bool:
        kind = region[0].kind
        if kind == "city":
            return all(
                self.finished(rails) for city in region for rails in segments(self.tiles[city.tile], ["railroad"])
            )
        if kind in ("mountain", "railroad"):
            return all(self._beyond(s.tile, edge) is not None for s in region for edge in self._edges(s))
        return False

    # What lies around a tile

    def around(self, name: str, how: str) -> list[Tile]:
        """The tiles on the `eight` or `four` cells around the tile of that name."""
        column, row = self.tiles[name].cell
        steps = SIDES + CORNERS if how == "eight" else SIDES
        cells = [(column + right, row + down) for right, down in steps]
        return [self._at[cell] for cell in cells if cell in self._at]

    def surrounded(self, name: str, how: str) -> bool:
        """Whether tiles lie on all `eight` or `four` cells around the tile of that name."""
        return len(self.around(name, how)) == {"eight": 8, "four": 4}[how]

    # Inside

    def _rank(self, place: Place) -> tuple[int, int]:
        return self._order[place.tile], place.index

    def _edges(self, place: Place) -> str:
        tile = self.tiles[place.tile]
        return tile.mountains[place.index].edges if place.kind == "mountain" else tile.railroads[place.index]

    def _beyond(self, name: str, edge: Edge) -> Tile | None:
        """The tile that lies against this edge."""
        column, row = self.tiles[name].cell
        right, down = STEP[edge]
        return self._at.get((column + right, row + down))

    def _flood(self, start: Place) -> set[Place]:
        """All segments that can be reached from `start`."""
        reached = {start}
        waiting = [start]
        while waiting:
            for place in self._touching(waiting.pop()):
                if place not in reached:
                    reached.add(place)
                    waiting.append(place)
        return reached

    def _touching(self, place: Place) -> list[Place]:
        """The segments that continue this one on neighbouring tiles (a city: everywhere under its name)."""
        tile = self.tiles[place.tile]
        found: list[Place] = []
        if place.kind == "city":
            name = tile.cities[place.index]
            found = [p for p in self._places if p.kind == "city" and self.tiles[p.tile].cities[p.index] == name]
        elif place.kind == "prairie":
            for half in tile.prairies[place.index]:
                other = self._beyond(tile.name, half[0])
                if other is not None:
                    across = facing(half)
                    found += [Place(other.name, "prairie", i) for i, p in enumerate(other.prairies) if across in p]
        elif place.kind in ("mountain", "railroad"):
            for edge in self._edges(place):
                other = self._beyond(tile.name, edge)
                if other is not None:
                    across_from = OPPOSITE[edge]
                    found += [s for s in segments(other, [place.kind]) if across_from in self._edges(s)]
        return found


def segments(
    tile: Tile, kinds: Iterable[Kind] = ("mountain", "railroad", "prairie", "city", "graveyard")
) -> list[Place]:
    """The segments of these kinds that the tile shows."""
    return [Place(tile.name, kind, index) for kind in kinds for index in range(tile.count(kind))]


def boards(position: Position) -> list[Board]:
    """The table before the first turn and after the placement of each turn."""
    found = [Board(position, 0)]
    for number, turn in enumerate(position.turns, 1):
        found.append(Board(position, number) if turn.place is not None else found[-1])
    return found
