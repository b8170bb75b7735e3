"""What random positions leave unsaid is enough to distinguish a game with a fault from one without.

Each fault is a likely mistake about untold destinations or stacks of which only the total is known. It is found if what
can happen with it differs, under some reading, from what can happen without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import pytest

from comparison import grown
from oracle import boards
from oracle.board import Board, Region
from oracle.completions import completions, possible_values
from oracle.game import Destination, Game
from sheriff_kb.position import Matter, Place, Position, Turn

T = TypeVar("T")

READINGS = 5
ENOUGH = 300
"""Numbers of positions and of readings for each that find every fault more than once."""


class StaysUntold(Game):
    """He stays if no destination is given."""

    def untold_destination(self, legal: Sequence[Destination]) -> Place | None:
        return None


class MayStayUntold(Game):
    """He may as well not have moved."""

    def untold_destination(self, legal: Sequence[Destination]) -> Place | None:
        stays = bool(legal) and legal != ["beside"] and self.choose([False, True])
        return None if stays else super().untold_destination(legal)


class IllegalCounts(Game):
    """Every unfinished mountain counts as a destination, if there is a legal one."""

    def untold_destination(self, legal: Sequence[Destination]) -> Place | None:
        spots = [place for place in self.board.mountain_segments() if not self.board.finished(place)]
        return super().untold_destination(spots if any(isinstance(place, Place) for place in legal) else legal)

    def full_step(self, named: Destination | None, legal: Sequence[Destination]) -> None:
        every = [place for place in self.board.mountain_segments() if not self.board.finished(place)]
        super().full_step(named, legal if named is not None or not legal else [*legal, *every])


class NotPlacedAgain(Game):
    """He is returned, and nobody places him again, though he must be placed."""

    def untold_destination(self, legal: Sequence[Destination]) -> Place | None:
        returned = self.sheriff is None and self.sheriff_before is not None
        return None if returned else super().untold_destination(legal)


class FirstSpotOnly(Game):
    """He stands on the first spot of the mountain, even if another one makes a difference."""

    def spot_matters(self) -> bool:
        return False


class AnySpotOfTheMountain(Game):
    """All spots of a mountain are legal if one is."""

    def untold_destination(self, legal: Sequence[Destination]) -> Place | None:
        spots = dict.fromkeys(p for place in legal if isinstance(place, Place) for p in self.board.region(place))
        return super().untold_destination(list(spots))

    def full_step(self, named: Destination | None, legal: Sequence[Destination]) -> None:
        spots = [p for place in legal if isinstance(place, Place) for p in self.board.region(place)]
        super().full_step(named, [*legal, *spots] if named is None else legal)


class ToldByTile(Game):
    """The ruling gives his spot, which nobody knows."""

    def report_sheriff(self, turn: Turn) -> None:
        super().report_sheriff(turn)
        if self.sheriff is not None:
            self.found[self.matter("sheriff")] = self.position.label(self.sheriff)


class OneChoiceForAllTurns(Game):
    """He is sent to the same mountain again and again, if he can be."""

    def untold_destination(self, legal: Sequence[Destination]) -> Place | None:
        same = [place for place in legal if place in self.sent.values()]
        return super().untold_destination(same or legal)


class OnlyTheLastIsOpen(Game):
    """Only the last untold step is open; in those before he went to the first mountain."""

    def untold_destination(self, legal: Sequence[Destination]) -> Place | None:
        later = [turn for turn in self.position.turns[self.number :] if turn.sheriff is None and turn.place]
        star = any(self.position.tile(turn.place).star for turn in later if turn.place)
        return super().untold_destination(list(legal)[:1] if star else legal)


class NobodyIsTaxedUntold(Game):
    """He goes where he must, but he is not activated there."""

    def activate(self) -> None:
        if self.number not in self.sent:
            super().activate()


class BanStaysBehind(Game):
    """The ban lies on the part that was frozen before he went untold."""

    def full_step(self, named: Destination | None, legal: Sequence[Destination]) -> None:
        part = self.original_part
        super().full_step(named, legal)
        if self.number in self.sent:
            self.original_part = part


class DiscardedStarsSendNobody(Game):
    """An untold step needs a star tile on the table."""

    def untold_destination(self, legal: Sequence[Destination]) -> Place | None:
        star = self.placed is not None and self.placed.star
        return super().untold_destination(legal) if star else None


class WaysGame(Game):
    """Tokens lie in other ways."""

    def lay_stack(self, mountain: Region, total: int) -> None:
        if self.reading["stack_unit"] == "mountain":
            super().lay_stack(mountain, total)
            return
        way = self.choose(list(self.ways(mountain, total)))
        for segment in mountain:
            self.tokens[segment] = way.get(segment, 0)

    def ways(self, mountain: Region, total: int) -> Iterable[Mapping[Place, int]]:
        """The ways."""
        raise NotImplementedError

    def room(self, place: Place) -> int:
        """The nuggets of a segment."""
        return self.board.tiles[place.tile].mountains[place.index].nuggets

    def spread(self, spots: Sequence[Place], total: int, room: Mapping[Place, int]) -> list[dict[Place, int]]:
        """All ways to lay tokens on these segments with so much room."""
        if not spots:
            return [{}] if total == 0 else []
        first, *others = spots
        return [
            {first: number, **way}
            for number in range(min(total, room[first]) + 1)
            for way in self.spread(others, total - number, room)
        ]


class MoreTokensThanNuggets(WaysGame):
    """All tokens can lie on one tile."""

    def ways(self, mountain: Region, total: int) -> Iterable[Mapping[Place, int]]:
        return self.spread(mountain, total, dict.fromkeys(mountain, total))


class OneTooFew(WaysGame):
    """A tile is never full, if the tokens have room otherwise."""

    def ways(self, mountain: Region, total: int) -> Iterable[Mapping[Place, int]]:
        full = {place: self.room(place) for place in mountain}
        return self.spread(mountain, total, {p: n - 1 for p, n in full.items()}) or self.spread(mountain, total, full)


class LaterTentsForgotten(WaysGame):
    """Only the tiles where tents stand at first are distinguished; the others get the rest in one way."""

    def ways(self, mountain: Region, total: int) -> Iterable[Mapping[Place, int]]:
        tented = {place.tile for place in self.tents.values()}
        spots = [place for place in mountain if place.tile in tented]
        others = [place for place in mountain if place.tile not in tented]
        room = {place: self.room(place) for place in mountain}
        for number in range(total + 1):
            rest = self.spread(others, total - number, room)
            yield from ({**way, **rest[-1]} for way in self.spread(spots, number, room) if rest)


class FirstWay(WaysGame):
    """The tokens lie in the first way there is."""

    def ways(self, mountain: Region, total: int) -> Iterable[Mapping[Place, int]]:
        return self.spread(mountain, total, {place: self.room(place) for place in mountain})[:1]


FAULTS = [
    StaysUntold,
    MayStayUntold,
    IllegalCounts,
    NotPlacedAgain,
    FirstSpotOnly,
    AnySpotOfTheMountain,
    ToldByTile,
    OneChoiceForAllTurns,
    OnlyTheLastIsOpen,
    NobodyIsTaxedUntold,
    BanStaysBehind,
    DiscardedStarsSendNobody,
    MoreTokensThanNuggets,
    OneTooFew,
    LaterTentsForgotten,
    FirstWay,
]


def differs(position: Position, reading: Mapping[str, str], tables: Sequence[Board], game: type[Game]) -> set[Matter]:
    """The matters on which a game with a fault says something else."""
    right, wrong = (
        possible_values([one.values for one in completions(position, reading, tables, kind)]) for kind in (Game, game)
    )
    return {matter for matter in right | wrong if right.get(matter) != wrong.get(matter)}


@pytest.mark.cases(quick=1, full=6)
@pytest.mark.parametrize("game", FAULTS)
def test_random_positions_find_a_game_in_which(game: type[Game]) -> None:
    found = 0
    for seed in range(ENOUGH):
        position, readings = grown(seed, READINGS, unsaid=True)
        tables = boards(position)
        found += any(differs(position, reading, tables, game) for reading in readings)
        if found > 1:
            return
    pytest.fail(f"found in {found} of {ENOUGH} positions")
