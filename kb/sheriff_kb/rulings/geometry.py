"""Geometry: which segments make one region, and whether it is finished.

Nothing here depends on a reading of the rules: where tiles lie is input. Segments are numbered in board order (row by
row; on a tile mountains, railroads, prairies, cities, graveyard), and a region is known by its least segment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sheriff_kb.position import EDGES, OPPOSITE, Cell, Kind, Place, Tile, beyond, facing

if TYPE_CHECKING:
    import networkx

KINDS: tuple[Kind, ...] = ("mountain", "railroad", "prairie", "city", "graveyard")


class Numbering:
    """Numbers for the tiles and segments of a position, from 1 in board order."""

    def __init__(self, tiles: Iterable[Tile]) -> None:
        self.tiles = tuple(tiles)
        self.places = tuple(
            Place(tile.name, kind, index) for tile in self.tiles for kind in KINDS for index in range(tile.count(kind))
        )
        self._tile = {tile.name: number for number, tile in enumerate(self.tiles, 1)}
        self._segment = {place: number for number, place in enumerate(self.places, 1)}

    def tile(self, name: str) -> int:
        """The number of the tile of that name."""
        return self._tile[name]

    def segment(self, place: Place) -> int:
        """The number of that segment."""
        return self._segment[place]

    def place(self, segment: int) -> Place:
        """The segment of that number."""
        return self.places[segment - 1]

    def of_kind(self, tile: Tile, kind: Kind) -> list[int]:
        """The numbers of a tile's segments of one kind."""
        return [self._segment[Place(tile.name, kind, index)] for index in range(tile.count(kind))]


class Table:
    """The tiles on the table at one time; `place` adds one.

    Two graphs have the segments as nodes and an edge if two of them join: one of mountains, one of everything else.
    """

    def __init__(self, numbering: Numbering) -> None:
        import networkx  # a tenth of a second, so only if a board is looked at

        self.numbering = numbering
        self.cells: dict[Cell, Tile] = {}
        self._mountains: networkx.Graph[int] = networkx.Graph()
        self._others: networkx.Graph[int] = networkx.Graph()
        self._component = networkx.node_connected_component
        self._components = networkx.connected_components
        self._open_edges: dict[int, int] = {}
        self._cities: dict[str, int] = {}

    def __contains__(self, segment: int) -> bool:
        """Whether the segment's tile lies on the table."""
        return segment in self._mountains or segment in self._others

    def place(self, tile: Tile) -> None:
        """Put a tile on its cell and join its segments with those of its neighbours."""
        self.cells[tile.cell] = tile
        for kind in KINDS:
            graph = self._mountains if kind == "mountain" else self._others
            graph.add_nodes_from(self.numbering.of_kind(tile, kind))
        for segment, edges in self._edged(tile):
            self._open_edges[segment] = len(edges)
        for edge in EDGES:
            neighbour = self.cells.get(beyond(tile.cell, edge))
            if neighbour is not None:
                self._join(tile, edge, neighbour)
        for segment, name in zip(self.numbering.of_kind(tile, "city"), tile.cities, strict=True):
            self._others.add_edge(segment, self._cities.setdefault(name, segment))

    def neighbouring_mountains(self, tile: Tile) -> list[frozenset[int]]:
        """The mountains on the table that `tile`, not yet placed, is going to touch."""
        found = {
            frozenset(self._component(self._mountains, theirs))
            for edge in EDGES
            if (neighbour := self.cells.get(beyond(tile.cell, edge))) is not None
            for theirs, edges in self._edged(neighbour)
            if OPPOSITE[edge] in edges and theirs in self._mountains
        }
        return sorted(found, key=min)

    def region(self, segment: int) -> frozenset[int]:
        """All segments of the region that a segment on the table belongs to."""
        return frozenset(self._component(self._mountains if segment in self._mountains else self._others, segment))

    def mountains(self) -> Iterator[frozenset[int]]:
        """All mountains on the table."""
        return (frozenset(component) for component in self._components(self._mountains))

    def is_finished(self, region: Iterable[int]) -> bool:
        """Whether a mountain or railroad has no open edge."""
        return not any(self._open_edges[segment] for segment in region)

    def is_city_complete(self, segment: int) -> bool:
        """Whether all railroads on the tiles of the city are finished; a city without railroads is complete."""
        names = {self.numbering.place(part).tile for part in self.region(segment)}
        tiles = [tile for tile in self.cells.values() if tile.name in names]
        rails = (rail for tile in tiles for rail in self.numbering.of_kind(tile, "railroad"))
        return all(self.is_finished(self.region(rail)) for rail in rails)

    def around(self, cell: Cell) -> list[Tile]:
        """The tiles on the eight cells around a cell."""
        column, row = cell
        cells = ((column + x, row + y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
        return [self.cells[near] for near in cells if near in self.cells]

    def across(self, cell: Cell) -> list[Tile]:
        """The tiles on the four cells that share a side with a cell."""
        return [self.cells[near] for edge in EDGES if (near := beyond(cell, edge)) in self.cells]

    def _edged(self, tile: Tile) -> list[tuple[int, str]]:
        """The mountain and railroad segments of a tile, each with its edges."""
        mountains = zip(self.numbering.of_kind(tile, "mountain"), (m.edges for m in tile.mountains), strict=True)
        railroads = zip(self.numbering.of_kind(tile, "railroad"), tile.railroads, strict=True)
        return [*mountains, *railroads]

    def _join(self, tile: Tile, edge: str, neighbour: Tile) -> None:
        for mine, edges in self._edged(tile):
            for theirs, their_edges in self._edged(neighbour):
                if edge in edges and OPPOSITE[edge] in their_edges:
                    (self._mountains if mine in self._mountains else self._others).add_edge(mine, theirs)
                    self._open_edges[mine] -= 1
                    self._open_edges[theirs] -= 1
        their_halves = {
            half: segment
            for segment, halves in zip(self.numbering.of_kind(neighbour, "prairie"), neighbour.prairies, strict=True)
            for half in halves
        }
        for segment, halves in zip(self.numbering.of_kind(tile, "prairie"), tile.prairies, strict=True):
            for half in halves:
                if half[0] == edge and facing(half) in their_halves:
                    self._others.add_edge(segment, their_halves[facing(half)])
