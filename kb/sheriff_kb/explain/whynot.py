"""Why not: the smallest change of answers under which a matter has another value, or else of the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from itertools import count as naturals
from time import monotonic

from sheriff_kb.explain.explainer import Explainer, Explanation
from sheriff_kb.faults import Faults
from sheriff_kb.law import answers_on
from sheriff_kb.position import Matter, Mountain, Place, Position, Tile, problems
from sheriff_kb.position.board import PLAIN
from sheriff_kb.rulings import Judge, Ruling, facts
from sheriff_kb.solving import Diagram

MOST_CHANGES = 2
"""Maximum number of changes of a position that are tried together."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a position: its kind, and the names that its sentence in the catalogue has."""

    kind: str
    names: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """The smallest changes of a position that give the value, each a set of single changes.

    `tried` is how many positions were looked at; the search is `complete` if it was not stopped by the time.
    """

    found: tuple[tuple[Change, ...], ...]
    tried: int
    complete: bool


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a matter has its value and not another one, `value`, and what would have to be otherwise for that.

    `answers` are the fewest that have to be others; if none will do, `changes` are those of the position, else None.
    """

    explanation: Explanation
    value: int | str
    answers: Mapping[str, str]
    changes: Changes | None = None


def _say_nothing(_tried: int) -> None:
    """Report no progress."""


def why_not(
    explainer: Explainer,
    ruling: Ruling,
    value: int | str,
    answers: Mapping[str, str],
    *,
    seconds: float,
    tell: Callable[[int], None] | None = None,
) -> WhyNot:
    """Why a ruling has not the value under the first answers and the given ones; see `other_positions` for the rest.

    Raises ValueError if it has.
    """
    explanation = explainer.explain(ruling, answers)
    if explanation.value == value:
        raise ValueError("the matter has this value")
    others = other_answers(explainer, ruling, value, explanation.reading)
    if not others:
        everything = Explainer(explainer.position, free=["all"])
        same = next((one for one in everything.rulings if one.matter == ruling.matter), None)
        if same is not None:
            others = other_answers(everything, same, value, everything.reading({**explainer.rulings.held, **answers}))
    if others:
        return WhyNot(explanation, value, others)
    reading = {**explainer.rulings.held, **explanation.reading}
    changes = other_positions(
        explainer.position, ruling.matter, value, reading, seconds=seconds, tell=tell or _say_nothing
    )
    return WhyNot(explanation, value, {}, changes)


def other_answers(explainer: Explainer, ruling: Ruling, value: int | str, reading: Mapping[str, str]) -> dict[str, str]:
    """The fewest answers to change in a reading so that a ruling has the value; empty if no answers give it."""
    free = explainer.rulings.free
    least: dict[int, tuple[int, dict[int, int]] | None] = {}

    def walk(node: Diagram) -> tuple[int, dict[int, int]] | None:
        """How many answers to change below a node, and which, by variable."""
        if node.variable is None:
            return (0, {}) if node.value == value else None
        if id(node) not in least:
            question = free[node.variable]
            ways = []
            for number, branch in enumerate(node.branches):
                below = walk(branch)
                if below is not None:
                    changed = question.answers[number] != reading[question.id]
                    ways.append((below[0] + changed, {**below[1], node.variable: number} if changed else below[1]))
            least[id(node)] = min(ways, key=lambda way: way[0], default=None)
        return least[id(node)]

    found = walk(ruling.diagram)
    return answers_on(free, found[1]) if found else {}


def other_positions(
    position: Position,
    matter: Matter,
    value: int | str,
    reading: Mapping[str, str],
    *,
    seconds: float,
    tell: Callable[[int], None] = _say_nothing,
) -> Changes:
    """The smallest changes of figures, tokens and cities under which a matter has the value in a reading.

    The reading answers every question. One change is tried, then two at once, within the time limit; `tell` gets the
    number of positions tried. Tiles stay where they are.
    """
    tried, deadline = 0, monotonic() + seconds
    single = list(_changes(position))
    for number in range(1, MOST_CHANGES + 1):
        found = list[tuple[Change, ...]]()
        for together in combinations(single, number):
            if monotonic() > deadline:
                return Changes(tuple(found), tried, complete=False)
            changed = position
            for _, change in together:
                changed = change(changed)
            tried += 1
            tell(tried)
            if _value(changed, matter, reading) == value:
                found.append(tuple(told for told, _ in together))
        if found:
            return Changes(tuple(found), tried, complete=True)
    return Changes((), tried, complete=True)


def _value(position: Position, matter: Matter, reading: Mapping[str, str]) -> int | str | None:
    """The value of a matter in a changed position; None if the position cannot be, or does not raise it."""
    if any(problems(position)):
        return None
    try:
        told = facts(position)
    except Faults:  # the tokens of a stack cannot lie there any more
        return None
    judged = Judge(told, reading).rulings()
    return next((ruling.cases[0].value for ruling in judged if ruling.matter == matter and not ruling.varies), None)


def _changes(position: Position) -> Iterator[tuple[Change, Callable[[Position], Position]]]:
    """Single changes of a position: the sheriff, tents, cowboys, tokens, collections, cities."""
    later = {turn.place for turn in position.turns}
    tiles = [tile for tile in position.tiles if tile.name not in later]
    mountains = [Place(tile.name, "mountain", index) for tile in tiles for index in range(len(tile.mountains))]
    graveyards = [Place(tile.name, "graveyard", 0) for tile in tiles if tile.graveyard]
    if position.sheriff is not None:
        yield Change("sheriff_beside", ()), partial(_post, None)
    for place in mountains:
        if place != position.sheriff:
            yield _told("sheriff_on", position, place=place), partial(_post, place)
    for player in position.players:
        at = next((place for place in mountains if _mountain(position, place).tent == player), None)
        if at is not None:
            yield _told("no_tent", position, player), partial(_pitch, player, None)
        for place in mountains:
            if place != at:
                yield _told("tent_on", position, player, place), partial(_pitch, player, place)
        for place in [*mountains, *graveyards]:
            there = (player, place) in position.tile(place.tile).cowboys
            yield _told("no_cowboy_on" if there else "cowboy_on", position, player, place), partial(_man, player, place)
    for place in mountains:
        tokens, most = _mountain(position, place).tokens, _mountain(position, place).nuggets
        for count in sorted({0, max(tokens - 1, 0), min(tokens + 1, most)} - {tokens}):
            names = (("place", position.label(place)), ("count", str(count)))
            yield Change("tokens_on", names), partial(_lay, place, count)
    for player in position.players:
        held = position.collected.get(player, 0)
        for count in sorted({0, held + 1} - {held}):
            yield Change("collected", (("player", player), ("count", str(count)))), partial(_hold, player, count)
    for tile in tiles:
        if any(place.kind == "city" for _, place in tile.cowboys):
            continue  # the city is there as long as somebody stands on it
        yield Change("no_city_on" if tile.cities else "city_on", (("place", tile.name),)), partial(_build, tile.name)


def _told(kind: str, position: Position, player: str = "", place: Place | None = None) -> Change:
    names = (("player", player), ("place", position.label(place) if place is not None else ""))
    return Change(kind, tuple((key, name) for key, name in names if name))


def _mountain(position: Position, place: Place) -> Mountain:
    return position.tile(place.tile).mountains[place.index]


def _on_tile(position: Position, name: str, change: Callable[[Tile], Tile]) -> Position:
    return replace(position, tiles=tuple(change(tile) if tile.name == name else tile for tile in position.tiles))


def _on_mountain(position: Position, place: Place, change: Callable[[Mountain], Mountain]) -> Position:
    def on_tile(tile: Tile) -> Tile:
        parts = list(tile.mountains)
        parts[place.index] = change(parts[place.index])
        return replace(tile, mountains=tuple(parts))

    return _on_tile(position, place.tile, on_tile)


def _post(place: Place | None, position: Position) -> Position:
    """The sheriff on a place, or beside the board."""
    return replace(position, sheriff=place)


def _pitch(player: str, place: Place | None, position: Position) -> Position:
    """The player's tent on a place, or off the board."""
    for tile in position.tiles:
        for index, mountain in enumerate(tile.mountains):
            if mountain.tent == player:
                position = _on_mountain(position, Place(tile.name, "mountain", index), lambda m: replace(m, tent=None))
    return position if place is None else _on_mountain(position, place, lambda m: replace(m, tent=player))


def _man(player: str, place: Place, position: Position) -> Position:
    """The player's cowboy on a place, or off it where it stands there."""

    def change(tile: Tile) -> Tile:
        others = tuple(one for one in tile.cowboys if one != (player, place))
        return replace(tile, cowboys=others if len(others) < len(tile.cowboys) else (*others, (player, place)))

    return _on_tile(position, place.tile, change)


def _lay(place: Place, tokens: int, position: Position) -> Position:
    """A number of tokens on a place."""
    return _on_mountain(position, place, lambda m: replace(m, tokens=tokens))


def _hold(player: str, tokens: int, position: Position) -> Position:
    """A number of tokens in a player's collection."""
    return replace(position, collected={**position.collected, player: tokens})


def _build(name: str, position: Position) -> Position:
    """A tile with a city of its own, or with none; a plain prairie tile needs a name for that."""
    taken = {tile.name for tile in position.tiles}
    free = next(other for other in (f"city{number}" for number in naturals()) if other not in taken)
    own = free if name.startswith(PLAIN) else name
    return _on_tile(position, name, lambda tile: replace(tile, name=own, cities=() if tile.cities else (own,)))
