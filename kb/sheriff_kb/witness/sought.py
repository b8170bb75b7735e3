"""What is sought: a position in which readings part, how small it is, and how far the search goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sheriff_kb.law import questions
from sheriff_kb.position import Place, Position

Answers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of the search: the maximum numbers of tiles, turns, players, figures and of things on them.

    `mountains` and `cities` are the maximum on a tile (cities also on the board), `nuggets` on a tile's mountain,
    `tokens` in all: on the table, with the players, left in a limited supply, and on tiles that are placed.
    `barred` are shapes of tiles that are left out: `two_cities` on a tile, `busy_graveyard`, one that shows more than
    prairie.
    """

    tiles: int = 8
    turns: int = 2
    players: int = 3
    figures: int = 6
    mountains: int = 2
    cities: int = 2
    nuggets: int = 1
    tokens: int = 3
    barred: frozenset[str] = frozenset()


@dataclass(frozen=True, order=True, slots=True)
class Size:
    """The size of a position: what comes first weighs most.

    `figures` are on the table or put there by a turn; `tokens` lie there, are held or come with a tile; `off` counts
    the answers, the same on both sides, that are not the first of their question.
    """

    tiles: int
    figures: int
    turns: int
    tokens: int
    off: int


def size_of(position: Position) -> Size:
    """The size of a position, whose `reading` has the answers off their default."""
    tiles, turns = position.tiles, position.turns
    placed = {turn.place for turn in turns}
    tents = {mountain.tent for tile in tiles for mountain in tile.mountains if mountain.tent}
    tents |= {turn.player for turn in turns if turn.act == "tent"}
    cowboys = sum(len(tile.cowboys) for tile in tiles) + sum(turn.act == "cowboy" for turn in turns)
    sheriff = position.sheriff is not None or any(isinstance(turn.sheriff, Place) for turn in turns)
    tokens = sum(m.nuggets if tile.name in placed else m.tokens for tile in tiles for m in tile.mountains)
    tokens += sum(position.collected.values()) + (position.supply or 0)
    off = sum(answer != questions()[question].default for question, answer in position.reading.items())
    return Size(len(tiles), len(tents) + cowboys + sheriff, len(turns), tokens, off)


@dataclass(frozen=True)
class Contrast:
    """What is compared: pairs of worlds by their answers to the disputed questions, and answers that all of them share.

    With one pair, a matter is sought in which its worlds differ; with two, one in which those of one pair only do.
    """

    pairs: tuple[tuple[Answers, Answers], ...]
    held: Answers = field(default_factory=dict)

    @property
    def disputed(self) -> tuple[str, ...]:
        """The questions on which the worlds differ, in their fixed order."""
        told = [answers for pair in self.pairs for answers in pair]
        return tuple(q for q in questions() if len({answers.get(q) for answers in told}) > 1)

    @property
    def worlds(self) -> tuple[Answers, ...]:
        """All worlds, those of a pair side by side."""
        return tuple(answers for pair in self.pairs for answers in pair)

    @property
    def all_held(self) -> bool:
        """Whether no other question is free."""
        return len(self.held) + len(self.disputed) == len(questions())
