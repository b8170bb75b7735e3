"""What a position leaves unsaid, though it must be one way or another: each thing is one more question.

Its answers are all that may be so. If only the total of a stack is known, the questions are how many tokens lie on each
tile that matters. If a turn does not say where the sheriff is sent, they are to which mountain, and on which spot of it
he then stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sheriff_kb.law import Question

Kind = Literal["tokens", "sent", "spot"]


@dataclass(frozen=True, slots=True)
class Unsaid:
    """One thing that is not said, as a question whose answers are all that may be so.

    kind    the question                                  an answer, as a number in `options`
    tokens  how many tokens lie on the tile of a segment  so many tokens
    sent    to which mountain the sheriff was sent        the least segment of the mountain
    spot    on which tile of that mountain he stands      a segment of the tile

    `turn` is that of the step, 0 of tokens; `segment` is one of the tile on which the tokens lie, or the least one of
    the mountain with the spots.
    """

    kind: Kind
    turn: int
    segment: int
    options: tuple[int, ...]

    @property
    def question(self) -> Question:
        """The question as the law has it."""
        name = "_".join(str(part) for part in (self.kind, self.turn, self.segment) if part)
        return Question(name, "unsaid", tuple(f"{self.kind}_{option}" for option in self.options))

    def answers(self) -> Iterator[tuple[str, int]]:
        """Each answer with what it stands for."""
        return zip(self.question.answers, self.options, strict=True)


@dataclass(frozen=True, slots=True)
class Omission:
    """One thing that is not said, by the names that the position has.

    kind    place          an answer
    tokens  a tile         how many tokens lie on it
    sent    -              the mountain to which `player` sent the sheriff in `turn`: its tiles or, if another has the
                           same, its first place
    spot    the mountain   the place on it where he then stands
    """

    kind: Kind
    answers: Mapping[str, int | str | tuple[str, ...]]
    turn: int | None = None
    player: str | None = None
    place: str | None = None

    def named(self, name: int | str) -> str:
        """The answer of that name: a number of tokens, a tile of the mountain, or a place. Raises KeyError."""
        for answer, named in self.answers.items():
            if name in (answer, named) or (isinstance(named, tuple) and name in named):
                return answer
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Stack:
    """The tokens of a mountain of which only the total is known, by what may lie on its parts.

    A part is a segment for all that share its tile, or for all tiles that do not matter; `most` has for each how many
    tokens it can hold. What the `unsaid` answers leave lies on the part `rest`.
    """

    total: int
    most: Mapping[int, int]
    rest: int
    unsaid: tuple[Unsaid, ...]


def stack(total: int, tiles: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> Stack:
    """The ways in which `total` tokens can lie on a mountain.

    `tiles` are those that matter, each by a segment and the most tokens that it can hold, `others` those that do not.
    The mountain has to have room for the total.
    """
    most = dict(tiles)
    if others:
        rest = others[0][0]
        most[rest] = sum(room for _, room in others)
    else:
        rest = tiles[-1][0]
    room = sum(most.values())
    unsaid = []
    for segment, holds in most.items():
        if segment != rest:
            least = min(holds, max(0, total - (room - holds)))
            unsaid.append(Unsaid("tokens", 0, segment, tuple(range(least, min(holds, total) + 1))))
    return Stack(total, most, rest, tuple(unsaid))


def step(turn: int, mountains: Iterable[tuple[int, Sequence[int]]]) -> Iterator[Unsaid]:
    """Where the sheriff can have been sent in a turn: to which mountain, by its least segment, and to which spot."""
    spots = dict(mountains)
    if len(spots) > 1:
        yield Unsaid("sent", turn, 0, tuple(sorted(spots)))
    for mountain, segments in sorted(spots.items()):
        if len(segments) > 1:
            yield Unsaid("spot", turn, mountain, tuple(sorted(segments)))
