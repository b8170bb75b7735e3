"""What a position can leave unsaid: where the sheriff was sent, and how the tokens of a mountain lie on its tiles."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.board import Board, Region
    from sheriff_kb.position import Place, Position, Turn

T = TypeVar("T")


class Choice(Protocol):
    """Settles what is unsaid."""

    def __call__(self, options: Sequence[T], /) -> T:
        """One of the ways in which it can be; there is at least one."""


def the_only_one(options: Sequence[T], /) -> T:
    """The one way there is; ValueError if it can be in several ways."""
    (option,) = options
    return option


def says_everything(position: Position) -> bool:
    """Whether nothing is unsaid: each star has its destination, and all tokens lie on tiles."""
    return not position.stacks and not any(untold(position, turn) for turn in position.turns)


def untold(position: Position, turn: Turn) -> bool:
    """Whether the turn has a star, in some reading, and does not say where the sheriff was sent."""
    return turn.sheriff is None and calls_in_some_reading(position, turn)


def calls_in_some_reading(position: Position, turn: Turn) -> bool:
    """Whether some reading has a step of the sheriff in this turn."""
    placed = None if turn.place is None else position.tile(turn.place)
    shown = placed is not None and (placed.star or placed.graveyard)
    return shown or turn.discard is not None or turn.sheriff is not None


def ways_to_lie(board: Board, mountain: Region, total: int) -> list[dict[Place, int]]:
    """Every way in which so many tokens can lie on the tiles of a mountain, each token where one was laid.

    A token is laid for a printed nugget and moves to no other tile (base 1.2, 1b), so no tile holds more of them than
    nuggets. Two segments of the mountain on one tile have one stack: how it lies on them makes no further ways.
    """
    nuggets = {place: board.tiles[place.tile].mountains[place.index].nuggets for place in mountain}
    tiles = list(dict.fromkeys(place.tile for place in mountain))
    room = [sum(nuggets[place] for place in mountain if place.tile == tile) for tile in tiles]
    ways = []
    for numbers in product(*(range(most + 1) for most in room)):
        if sum(numbers) != total:
            continue
        way = {}
        for tile, number in zip(tiles, numbers, strict=True):
            left = number
            for place in (place for place in mountain if place.tile == tile):
                way[place] = min(left, nuggets[place])
                left -= way[place]
        ways.append(way)
    return ways
