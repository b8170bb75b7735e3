"""Positions possible and impossible: figures and tokens thrown on a table, for whoever judges what can come about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from oracle.board import segments
from oracle.strategies import Construction, RandomChooser
from sheriff_kb.position import Place

if TYPE_CHECKING:
    import random

    from sheriff_kb.position import Position

MOST_COWBOYS = 6
TENTS = (1, 1, 1, 0, 1, 0, 2)
"""How many tents a player has."""


def thrown_position(source: random.Random) -> Position:
    """A position of the right form, which the rules let come about or not."""
    return Throw(RandomChooser(source), unsaid=True).position(sees=False)


class Throw(Construction):
    """A position whose figures and tokens are wherever they fall; its form is right, and so is its story."""

    def set_up_figures(self) -> None:
        """Throw the sheriff, tents, cowboys and tokens on the table."""
        places = [place for tile in self.tiles.values() for place in segments(tile)]
        hills = [place for place in places if place.kind == "mountain"]
        self.sheriff = self.choice(hills) if hills and self.chance(50) else None
        tents = {self.choice(hills): player for player in self.players for _ in range(self.choice(TENTS)) if hills}
        riders = {
            (player, place.tile): place
            for player in self.players
            for place in [self.choice(places) for _ in range(self.cowboys())]
        }
        for cell, tile in self.tiles.items():
            mountains = tuple(
                replace(m, tokens=self.tokens(m.nuggets), tent=tents.get(Place(tile.name, "mountain", index)))
                for index, m in enumerate(tile.mountains)
            )
            here = tuple((player, place) for (player, name), place in riders.items() if name == tile.name)
            self.tiles[cell] = replace(tile, mountains=mountains, cowboys=here)

    def cowboys(self) -> int:
        """How many cowboys a player has: mostly few, sometimes too many."""
        return self.number(4, MOST_COWBOYS) if self.chance(1) else self.choice((0, 1, 0))

    def tokens(self, nuggets: int) -> int:
        """How many tokens lie somewhere: seldom more than nuggets."""
        return nuggets + self.number(1, 2) if self.chance(1) and self.chance(40) else self.number(0, nuggets)

    def stacks(self) -> tuple[tuple[Place, int], ...]:
        """The totals of a mountain or two, seldom of one mountain twice, and seldom more than it can hold."""
        board = self.board()
        found: list[tuple[Place, int]] = []
        for _ in range(self.number(1, 2)):
            again = self.chance(1)
            free = [m for m in board.mountains() if again or not any(place in m for place, _ in found)]
            if free:
                mountain = self.choice(free)
                nuggets = sum(board.tiles[place.tile].mountains[place.index].nuggets for place in mountain)
                self.forget_tokens(mountain)
                spots = [place for place in mountain if place not in dict(found)]
                found += [(self.choice(spots), self.tokens(nuggets))] if spots else []
        return tuple(found)
