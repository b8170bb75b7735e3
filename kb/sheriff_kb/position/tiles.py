"""One tile: its edges, and the segments of mountain, railroad and prairie that they belong to.

Edges are written `n`, `e`, `s`, `w`. A railroad edge has prairie on both sides of the track, so prairies are
described by half-edges: `("n", "ne")` is the half of the north edge that touches the north-east corner.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

Edge = str
"""One of `n`, `e`, `s`, `w`."""
HalfEdge = tuple[str, str]
"""An edge and one of its two corners, such as `("n", "ne")`."""
Cell = tuple[int, int]
"""Column and row, counted from 1 at the top left of the drawn board."""
Kind = Literal["mountain", "railroad", "prairie", "city", "graveyard"]

EDGES = "nesw"
STEP: dict[Edge, Cell] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE: dict[Edge, Edge] = {"n": "s", "e": "w", "s": "n", "w": "e"}


def beyond(cell: Cell, edge: Edge) -> Cell:
    """The cell on the other side of an edge."""
    return cell[0] + STEP[edge][0], cell[1] + STEP[edge][1]


# The eight half-edges clockwise, from the one left of north's middle.
_HALF_EDGES: tuple[HalfEdge, ...] = (
    ("n", "nw"),
    ("n", "ne"),
    ("e", "ne"),
    ("e", "se"),
    ("s", "se"),
    ("s", "sw"),
    ("w", "sw"),
    ("w", "nw"),
)


def facing(half: HalfEdge) -> HalfEdge:
    """The half-edge of the neighbouring tile that `half` lies against."""
    edge, corner = half
    return OPPOSITE[edge], corner.replace(edge, OPPOSITE[edge])


@dataclass(frozen=True, slots=True)
class Mountain:
    """A mountain segment of a tile.

    `edges` are in the order `nesw`; `nuggets` is the number of printed symbols; `tokens` the mining tokens that lie
    on it before the first turn; `tent` the player whose tent stands on it then.
    """

    edges: str
    nuggets: int = 1
    tokens: int = 1
    tent: str | None = None


@dataclass(frozen=True)
class Tile:
    """A tile on a cell of the table.

    `name` is unique (a kind of tile on several cells is named `name@column,row`); `edges` has one letter an
    edge, clockwise from north: M mountain, R railroad, P prairie. `cities` holds the city's names, one a city on the
    tile; cities of the same name on several tiles are one city.
    """

    name: str
    cell: Cell
    edges: str
    mountains: tuple[Mountain, ...] = ()
    railroads: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    star: bool = False
    graveyard: bool = False
    cowboys: tuple[tuple[str, Place], ...] = field(default=())

    @cached_property
    def prairies(self) -> tuple[frozenset[HalfEdge], ...]:
        """The prairie segments as sets of half-edges, clockwise from north-west.

        Whatever runs from edge to edge parts the prairie: a mountain or railroad with two or more edges, and the
        railroads that end in the middle, taken together, if there are two or more of them.
        """
        ends = "".join(rails for rails in self.railroads if len(rails) == 1)
        walls = [m.edges for m in self.mountains] + [r for r in self.railroads if len(r) > 1] + [ends]
        found: dict[tuple[int, ...], list[HalfEdge]] = {}
        for position, half in enumerate(_HALF_EDGES):
            if self.letter(half[0]) != "M":
                found.setdefault(tuple(_gap(position, wall) for wall in walls), []).append(half)
        return tuple(frozenset(halves) for halves in found.values())

    def letter(self, edge: Edge) -> str:
        """What an edge shows: `M`, `R` or `P`."""
        return self.edges[EDGES.index(edge)]

    def count(self, kind: Kind) -> int:
        """How many segments of this kind the tile has."""
        return {
            "mountain": len(self.mountains),
            "railroad": len(self.railroads),
            "prairie": len(self.prairies),
            "city": len(self.cities),
            "graveyard": int(self.graveyard),
        }[kind]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A segment of a tile: the tile's name, the kind, and the segment's index among those of its kind on the tile."""

    tile: str
    kind: Kind
    index: int = 0


def _gap(position: int, wall: Iterable[Edge]) -> int:
    """The gap between the ends of `wall` in which the half-edge at `position` lies; one or no end parts nothing."""
    ends = sorted(2 * EDGES.index(edge) for edge in wall)
    return 0 if len(ends) < 2 else sum(end < position for end in ends) % len(ends)
