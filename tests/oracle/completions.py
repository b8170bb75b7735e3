"""All that can have happened in a position that leaves something unsaid: it is played in every way in which it can be.

Unsaid are the destinations of the sheriff and how the tokens of some mountains lie (`unsaid`). Every way counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from oracle.board import Board, boards
from oracle.game import Game
from sheriff_kb.position import Matter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sheriff_kb.position import Place, Position

T = TypeVar("T")


@dataclass(frozen=True)
class Completion:
    """One way in which everything can have been, and what happened so.

    `sent` has by turn the spot to which the sheriff was sent untold; `lying` how many tokens lay on each segment of the
    mountains of which only the total is known. `values` has every matter with a value other than `none`; `refusals` the
    reasons for each act that is refused, none if it is allowed; `idle` are matters to which nothing happened.
    """

    sent: Mapping[int, Place]
    lying: Mapping[Place, int]
    values: Mapping[Matter, int | str]
    refusals: Mapping[Matter, frozenset[str]]
    idle: frozenset[Matter]

    def said(self, position: Position) -> Position:
        """The position that says it: each destination in its turn, each token on its tile."""
        turns = tuple(
            replace(turn, sheriff=self.sent.get(number, turn.sheriff)) for number, turn in enumerate(position.turns, 1)
        )
        return replace(with_tokens(position, self.lying), turns=turns)


def with_tokens(position: Position, lying: Mapping[Place, int]) -> Position:
    """The position in which so many tokens lie on these segments; of their mountains the totals are no longer given."""
    number = {(place.tile, place.index): tokens for place, tokens in lying.items()}
    tiles = tuple(
        replace(
            tile,
            mountains=tuple(
                replace(mountain, tokens=number.get((tile.name, index), mountain.tokens))
                for index, mountain in enumerate(tile.mountains)
            ),
        )
        for tile in position.tiles
    )
    return replace(position, tiles=tiles, stacks=tuple(stack for stack in position.stacks if stack[0] not in lying))


class Script:
    """Choices by number, in the order in which they come up; if the script ends, always the first way."""

    def __init__(self, numbers: Sequence[int]) -> None:
        """Choices by these numbers."""
        self._numbers = numbers
        self._made: list[tuple[int, int]] = []

    def __call__(self, options: Sequence[T], /) -> T:
        """The next choice."""
        number = self._numbers[len(self._made)] if len(self._made) < len(self._numbers) else 0
        self._made.append((number, len(options)))
        return options[number]

    def next(self) -> list[int] | None:
        """The script that follows: its last choice that can be another one is the next; None after the last script."""
        made = list(self._made)
        while made:
            number, options = made.pop()
            if number + 1 < options:
                return [*(one for one, _ in made), number + 1]
        return None


def completions(
    position: Position, reading: Mapping[str, str], tables: Sequence[Board] | None = None, game: type[Game] = Game
) -> Iterator[Completion]:
    """Every way in which everything can have been under this total reading; one, if nothing is unsaid.

    `game` plays it, or one with a fault on purpose.
    """
    tables = tables if tables is not None else boards(position)
    numbers: list[int] | None = []
    while numbers is not None:
        script = Script(numbers)
        played = game(position, reading, tables, script)
        values = played.play()
        yield Completion(played.sent, played.lying_as, values, played.refusals, frozenset(played.idle))
        numbers = script.next()


def possible(
    position: Position, reading: Mapping[str, str], tables: Sequence[Board] | None = None
) -> dict[Matter, frozenset[int | str]]:
    """Every value that a matter can have under this total reading; a matter that is never but `none` is left out."""
    return possible_values([one.values for one in completions(position, reading, tables)])


def possible_values(found: Sequence[Mapping[Matter, int | str]]) -> dict[Matter, frozenset[int | str]]:
    """The values of each matter in any of these outcomes; if it does not occur it is `none`."""
    matters = dict.fromkeys(matter for values in found for matter in values)
    return {matter: frozenset(values.get(matter, "none") for values in found) for matter in matters}
