"""What there is to draw: the tiles with what lies on them at the start, and when each of them is placed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sheriff_kb.position import Cell, Place, Tile
from sheriff_kb.position.board import regions

if TYPE_CHECKING:
    from sheriff_kb.position import Position


@dataclass(frozen=True)
class Scene:
    """A position as it is drawn when the first `turn` turns have placed their tiles."""

    position: Position
    turn: int = 0

    @cached_property
    def placed(self) -> dict[str, int]:
        """The turn that places a tile, for tiles that are not on the table from the start."""
        found: dict[str, int] = {}
        for number, turn in enumerate(self.position.turns, 1):
            if turn.place is not None:
                found.setdefault(turn.place, number)
        return found

    def awaited(self, tile: Tile) -> bool:
        """Whether the tile is not yet on the table."""
        return self.placed.get(tile.name, 0) > self.turn

    @cached_property
    def rows(self) -> dict[int, list[Tile]]:
        """The tiles by row, from the top, each from the left."""
        found: dict[int, list[Tile]] = {}
        for tile in sorted(self.position.tiles, key=lambda tile: (tile.cell[1], tile.cell[0])):
            found.setdefault(tile.cell[1], []).append(tile)
        return found

    @cached_property
    def corners(self) -> tuple[Cell, Cell]:
        """The least and the greatest column and row."""
        cells = [tile.cell for tile in self.position.tiles] or [(1, 1)]
        across, down = [c for c, _ in cells], [r for _, r in cells]
        return (min(across), min(down)), (max(across), max(down))

    @cached_property
    def counted(self) -> bool:
        """Whether tiles are distinguished by column and row, so that these must be shown."""
        return any(short(tile) != tile.name for tile in self.position.tiles)

    @cached_property
    def sheriff(self) -> Place | None:
        """Where the sheriff stands, if on a tile of the board."""
        place = self.position.sheriff
        return place if place is not None and any(tile.name == place.tile for tile in self.position.tiles) else None

    @cached_property
    def totals(self) -> dict[Place, int]:
        """The stacks of mountains of which only the total is known."""
        return dict(self.position.stacks)

    def tokens(self, tile: Tile, index: int) -> int | None:
        """The tokens that lie on the mountain segment at the start; None if that is not known."""
        if tile.name in self.placed:
            return 0
        return None if Place(tile.name, "mountain", index) in self._undivided else tile.mountains[index].tokens

    @cached_property
    def _undivided(self) -> frozenset[Place]:
        """All segments of the mountains of which only the total is known."""
        region = regions(tile for tile in self.position.tiles if tile.name not in self.placed)
        told = {region[place] for place in self.totals if place in region}
        return frozenset(place for place, mountain in region.items() if mountain in told)


def scene(position: Position, turn: int | None) -> Scene:
    """The scene after `turn` turns; without it none of the turns has been taken."""
    return Scene(position, turn or 0)


def short(tile: Tile) -> str:
    """The name shown on the tile: that of the kind, if the full name adds the cell."""
    return tile.name.removesuffix(f"@{tile.cell[0]},{tile.cell[1]}") or tile.name


def bare(tile: Tile) -> bool:
    """Whether the tile shows prairie and nothing else, with no figure on it."""
    features = tile.mountains or tile.railroads or tile.cities or tile.cowboys
    return not (features or tile.star or tile.graveyard)
