"""What makes a position possible: where figures can stand and tokens can lie, however the rules are read.

The list is `encoding/tasks/impossible.lp`, with the sentences on which it rests. Here the same is worked out in Python,
for the reader of files, which reports each fault at its place. Tests hold both equal on good and on bad positions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from sheriff_kb.faults import printable
from sheriff_kb.law import number
from sheriff_kb.position import board
from sheriff_kb.position.document import Node
from sheriff_kb.position.tiles import Place, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sheriff_kb.position.model import Position

Why = Literal[
    "finished", "not_there_yet", "occupied", "second_cowboy", "too_many_cowboys", "second_tent", "too_many_tokens"
]
"""The reasons for which a position is impossible, as `fault/2` has them."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the given position; the sheriff is no player's. `node` is its place in the document."""

    kind: Literal["tent", "cowboy", "sheriff"]
    player: str
    place: Place
    node: Node | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{printable(self.player)}'s {self.kind}" if self.player else f"the {self.kind}"


@dataclass(frozen=True, slots=True)
class Tokens:
    """So many tokens on a part of a mountain or, if they are a `total`, on the whole of it."""

    place: Place
    number: int
    total: bool = False
    node: Node | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that cannot be where it is, why, and in words what is wrong and what would be right."""

    what: Figure | Tokens
    why: Why
    message: str
    hint: str


def problems(position: Position) -> Iterator[Problem]:
    """All that is impossible in a position, whoever made it; none if its figures and tokens can be where they are.

    Its tiles are taken as they are: what reads or makes them sees to it that they fit together.
    """
    placed = {turn.place: number for number, turn in enumerate(position.turns, 1) if turn.place is not None}
    figures = [Figure("cowboy", player, place) for tile in position.tiles for player, place in tile.cowboys]
    figures += [
        Figure("tent", mountain.tent, Place(tile.name, "mountain", index))
        for tile in position.tiles
        for index, mountain in enumerate(tile.mountains)
        if mountain.tent is not None
    ]
    figures += [Figure("sheriff", "", position.sheriff)] if position.sheriff is not None else []
    tokens = [
        Tokens(Place(tile.name, "mountain", index), mountain.tokens)
        for tile in position.tiles
        if tile.name not in placed
        for index, mountain in enumerate(tile.mountains)
    ]
    tokens += [Tokens(place, total, total=True) for place, total in position.stacks]
    yield from impossible(position.tiles, placed, figures, tokens)


def impossible(
    tiles: Iterable[Tile], placed: Mapping[str, int], figures: Sequence[Figure], tokens: Sequence[Tokens]
) -> Iterator[Problem]:
    """All that is impossible if these figures stand and these tokens lie; `placed` has the turns of later tiles.

    If no tokens are given, there is one for each nugget. If a mountain's total is given, it alone counts.
    """
    table = {tile.name: tile for tile in tiles if tile.name not in placed}
    yield from _not_there_yet(placed, figures)
    yield from _gone(table, figures)
    yield from _crowded(figures)
    yield from _too_many(figures)
    yield from _unlaid(table, tokens)


def _not_there_yet(placed: Mapping[str, int], figures: Iterable[Figure]) -> Iterator[Problem]:
    for figure in figures:
        if turn := placed.get(figure.place.tile):
            message = f"tile `{printable(figure.place.tile)}` is placed in turn {turn}, so nothing can be on it before"
            yield Problem(figure, "not_there_yet", message, "let a turn put it there")


def _gone(table: Mapping[str, Tile], figures: Iterable[Figure]) -> Iterator[Problem]:
    """Figures that went home when what they stood on was finished."""
    finished = board.finished(table.values())
    open_cities = {
        city
        for tile in table.values()
        for index in range(len(tile.railroads))
        if Place(tile.name, "railroad", index) not in finished
        for city in tile.cities
    }
    for figure in figures:
        place, cited = figure.place, f"`{printable(figure.place.tile)}`"
        if place.kind == "city" and place.tile in table and table[place.tile].cities[place.index] not in open_cities:
            message = f"the city at {cited} is complete: it was scored before, and the figures went home"
            yield Problem(
                figure, "finished", message, "leave the figure out, or leave a railroad of the city unfinished"
            )
        elif place in finished and figure.kind == "sheriff":
            cited = f"`{printable(figure.node.text, 60)}`" if figure.node else cited
            message = f"the mountain at {cited} is finished: it was scored before, and the sheriff went home"
            yield Problem(figure, "finished", message, "write `beside`, or a mountain with an open edge")
        elif place in finished:
            message = f"the {place.kind} at {cited} is finished: it was scored before, and the figures went home"
            hint = f"leave the figure out, or leave an edge of the {place.kind} open"
            yield Problem(figure, "finished", message, hint)


def _crowded(figures: Iterable[Figure]) -> Iterator[Problem]:
    """Figures where another one stands already: the first in the file, tents before cowboys."""
    at: dict[Place, Figure] = {}
    cowboys: dict[str, Figure] = {}
    for figure in sorted(figures, key=lambda figure: figure.kind != "tent"):
        if figure.kind == "sheriff":
            continue
        there, first = at.get(figure.place), cowboys.get(figure.place.tile)
        if there is not None:
            why: Why = "second_cowboy" if there.kind == figure.kind == "cowboy" else "occupied"
            message = f"{figure} stands where {there} stands already"
            yield Problem(figure, why, message, "one figure a feature of a tile")
        if figure.kind == "cowboy" and first is not None and first is not there:
            message = f"{figure} stands on tile `{printable(figure.place.tile)}`, where {first} stands already"
            hint = "a tile never has two: a cowboy is set only on the tile just placed, one a turn"
            yield Problem(figure, "second_cowboy", message, hint)
        at.setdefault(figure.place, figure)
        if figure.kind == "cowboy":
            cowboys.setdefault(figure.place.tile, figure)


def _too_many(figures: Iterable[Figure]) -> Iterator[Problem]:
    most = number("usable_cowboys")
    cowboys = Counter[str]()
    tents: dict[str, Figure] = {}
    for figure in figures:
        player = printable(figure.player)
        if figure.kind == "cowboy":
            cowboys[figure.player] += 1
            if cowboys[figure.player] == most + 1:
                message = f"{player} has more than {most} cowboys on the table"
                yield Problem(figure, "too_many_cowboys", message, "the fifth counts the points")
        elif figure.kind == "tent":
            if figure.player in tents:
                first = printable(tents[figure.player].place.tile)
                message = f"{player} has a second tent; the first is on `{first}`"
                yield Problem(figure, "second_tent", message, "each player has one tent")
            tents.setdefault(figure.player, figure)


def _unlaid(table: Mapping[str, Tile], tokens: Sequence[Tokens]) -> Iterator[Problem]:
    """Tokens that were never laid: more than there are nuggets on the tile or, for a total, on the mountain."""
    regions = board.regions(table.values())
    nuggets = {
        Place(tile.name, "mountain", index): mountain.nuggets
        for tile in table.values()
        for index, mountain in enumerate(tile.mountains)
    }
    printed, lying = Counter[Place](), Counter[Place]()
    told = {one.place: one.number for one in tokens if not one.total}
    for place, count in nuggets.items():
        printed[regions[place]] += count
        lying[regions[place]] += told.get(place, count)
    totalled = {regions[one.place] for one in tokens if one.total and one.place in regions}
    parts: dict[str, int] = defaultdict(int)
    for place in nuggets:
        parts[place.tile] += 1
    for one in tokens:
        region = regions.get(one.place)
        if region is None:
            continue
        most = printed[region] if one.total else nuggets[one.place]
        if one.number <= most or (region in totalled and not one.total):
            continue
        tile = table[one.place.tile]
        edge = f" {tile.mountains[one.place.index].edges[0]}" if parts[tile.name] > 1 else ""
        cited = f"`{printable(tile.name)}{edge}`"
        on = f"the mountain of {cited}" if one.total else cited
        shown = f"{most} nugget" if most == 1 else f"{most} nuggets"
        message = f"{one.number} tokens cannot lie on {on}, which shows {shown}"
        hint = "a token is laid for each nugget, and none comes later"
        if not one.total and lying[region] <= printed[region]:
            total = f"{{{printable(tile.name)}{edge}: {lying[region]}}}"
            hint += f"; if it is unknown on which tile they lie, give the mountain's total: `stacks: {total}`"
        yield Problem(one, "too_many_tokens", message, hint)
