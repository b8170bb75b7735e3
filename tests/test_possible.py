"""What makes a position possible: the reader of files refuses exactly what the list in the encoding names."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

import clingo
import pytest

from oracle.strategies import random_position
from sheriff_kb.faults import Faults
from sheriff_kb.gallery import entries
from sheriff_kb.law import checks, text
from sheriff_kb.position import Place, Position, Tile, from_data, problems, to_data, to_yaml
from sheriff_kb.position.possible import Why
from sheriff_kb.rulings import KINDS, facts
from test_fault_rules import IMPOSSIBLE, why_of

if TYPE_CHECKING:
    from collections.abc import Iterator

# --- the same list twice ---------------------------------------------------------------------------------------------


@cache
def rules() -> str:
    """The checks with what they read; the law in between is not asked."""
    return "\n".join([text("vocabulary.lp"), text("questions.lp"), text("law/tents.lp"), checks("parts")])


def listed(position: Position) -> set[str]:
    """The reasons why a position is impossible, as the encoding has them."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], rules() + facts(position).program({}))
    control.ground([("base", [])])
    return {why_of(str(atom.symbol)) for atom in control.symbolic_atoms.by_signature("fault", 2)}


def found(position: Position) -> set[str]:
    """The same as the package works it out."""
    return {problem.why for problem in problems(position)}


def refused(position: Position) -> bool:
    """Whether the reader refuses the position, written as a document."""
    try:
        read = from_data(to_data(position))
    except (Faults, ValueError):  # two cowboys of one player on a tile cannot even be written
        return True
    assert read == position
    return False


def places(tile: Tile) -> list[Place]:
    return [Place(tile.name, kind, index) for kind in KINDS for index in range(tile.count(kind))]


def changed(position: Position, source: random.Random) -> Position:
    """The position with figures and tokens put anywhere, on tiles that are placed later as well."""
    for _ in range(source.randint(1, 4)):
        number = source.randrange(len(position.tiles))
        tile = position.tiles[number]
        player = source.choice(position.players)
        later = position.placed_in(tile.name) > 0
        change = source.choice(("tent", "cowboy", "cowboy", "sheriff", "tokens", "total"))
        mountains = list(tile.mountains)
        index = source.randrange(len(mountains)) if mountains else 0
        if change == "cowboy" and places(tile):
            others = tuple(one for one in tile.cowboys if one[0] != player)
            tile = replace(tile, cowboys=(*others, (player, source.choice(places(tile)))))
        elif change == "tent" and mountains:
            mountains[index] = replace(mountains[index], tent=player)
        elif change == "tokens" and mountains and not later:
            mountains[index] = replace(mountains[index], tokens=source.randint(0, mountains[index].nuggets + 1))
        elif change == "total" and mountains and not later:
            position = replace(position, stacks=((Place(tile.name, "mountain", index), source.randint(0, 6)),))
        elif change == "sheriff" and mountains and not later:
            position = replace(position, sheriff=Place(tile.name, "mountain", index))
        tile = replace(tile, mountains=tuple(mountains))
        position = replace(
            position, tiles=tuple(tile if at == number else other for at, other in enumerate(position.tiles))
        )
    return position


def laid(position: Position) -> Position:
    """The position with no more tokens than were ever laid."""
    tiles = [
        replace(tile, mountains=tuple(replace(part, tokens=min(part.tokens, part.nuggets)) for part in tile.mountains))
        for tile in position.tiles
    ]
    return replace(position, tiles=tuple(tiles))


def random_positions(seeds: range) -> Iterator[Position]:
    for seed in seeds:
        source = random.Random(seed)
        position = laid(random_position(source))
        yield position
        yield changed(position, source)


@pytest.mark.cases(quick=0, full=1)
@pytest.mark.parametrize("batch", range(6))
def test_reader_and_encoding_refuse_the_same_random_positions(batch: int) -> None:
    for position in random_positions(range(60 * batch, 60 * batch + 60)):
        told = listed(position)
        assert told == found(position), to_yaml(position)
        assert bool(told) == refused(position), to_yaml(position)


def test_the_random_positions_are_of_every_kind() -> None:
    """Possible ones are among them, and ones that are impossible for each reason."""
    seen = [found(position) for position in random_positions(range(150))]
    assert set().union(*seen) == IMPOSSIBLE
    assert sum(not reasons for reasons in seen) > 30


@pytest.mark.cases(quick=0)
def test_the_positions_of_the_gallery_are_possible_by_both() -> None:
    for entry in entries():
        assert listed(entry.position) == found(entry.position) == set(), entry.name


def test_the_reasons_have_the_same_names_in_both() -> None:
    assert set(get_args(Why)) == IMPOSSIBLE


# --- what the rules exclude, case by case ----------------------------------------------------------------------------


def told(board: str, tiles: dict[str, Any], **keys: Any) -> list[str]:
    """What the reader says of a position; nothing if it takes it. The encoding has to say whether it does."""
    data = {"players": ["red", "blue"], "board": board, "tiles": tiles, **keys}
    try:
        position = from_data(data)
    except Faults as faults:
        return [str(fault).removeprefix("<data>/") for fault in faults.faults]
    assert listed(position) == set()
    return []


GONE = "is finished: it was scored before, and the figures went home"


def test_a_cowboy_has_gone_home_from_a_railroad_that_ends_on_both_sides_or_runs_in_a_loop() -> None:
    ended = {"a": {"edges": "PRPP", "cowboy": {"red": "railroad"}}, "b": {"edges": "PPPR"}}
    assert told("a b", ended) == [
        f"tiles/a/cowboy/red: the railroad at `a` {GONE} (leave the figure out, or leave an edge of the railroad open)"
    ]
    loop = {
        "a": {"edges": "PRRP", "cowboy": {"red": "railroad"}},
        **{name: {"edges": edges} for name, edges in zip("bcd", ("PPRR", "RRPP", "RPPR"), strict=True)},
    }
    assert len(told("a b\nc d", loop)) == 1
    assert told("a b", ended | {"b": {"edges": "PRPR"}}) == []  # it goes on
    assert told("a b", ended, turns=[{"player": "red", "place": "b"}]) == []  # that end comes later


def test_a_cowboy_has_gone_home_from_a_city_whose_railroads_are_all_finished() -> None:
    tiles = {
        "c": {"edges": "PRPR", "railroads": ["e", "w"], "city": "Dodge", "cowboy": {"red": "city"}},
        "w": {"edges": "PRPP"},
        "e": {"edges": "PPPR"},
    }
    assert told("w c e", tiles) == [
        (
            "tiles/c/cowboy/red: the city at `c` is complete: it was scored before, and the figures went home "
            "(leave the figure out, or leave a railroad of the city unfinished)"
        )
    ]
    assert told("w c e", tiles | {"e": {"edges": "PRPR"}}) == []
    assert len(told("c", {"c": {"edges": "PPPP", "city": True, "cowboy": {"red": "city"}}})) == 1
    # The city goes on on another tile, where one of its railroads is unfinished.
    more = tiles | {"more": {"edges": "PPPR", "city": "Dodge"}}
    assert told("w c e\nmore + +", more) == []


def test_a_cowboy_may_still_stand_in_a_graveyard_that_is_surrounded() -> None:
    tiles = {"G": {"edges": "PPPP", "graveyard": True, "cowboy": {"red": "graveyard"}}}
    assert told("+ + +\n+ G +\n+ + +", tiles) == []


def test_a_tile_never_has_two_cowboys() -> None:
    tiles = {"a": {"edges": "PPPR", "cowboy": {"red": "railroad", "blue": "prairie"}}, "b": {"edges": "PPPP"}}
    assert told("a b", tiles) == [
        (
            "tiles/a/cowboy/blue: blue's cowboy stands on tile `a`, where red's cowboy stands already "
            "(a tile never has two: a cowboy is set only on the tile just placed, one a turn)"
        )
    ]


def test_a_tile_may_have_a_cowboy_and_a_tent() -> None:
    """The tent may come to the mountain's part in any later turn."""
    tiles = {"a": {"edges": "PMPP", "tent": "red", "cowboy": {"red": "prairie"}}, "b": {"edges": "MPPM"}}
    assert told("a b", tiles) == []


def test_mountains_that_were_joined_may_have_several_cowboys_of_one_player() -> None:
    tiles = {
        "a": {"edges": "PMPP", "cowboy": {"red": "mountain"}},
        "b": {"edges": "MMPM"},
        "c": {"edges": "PPPM", "cowboy": {"red": "mountain"}},
    }
    assert told("a b c", tiles) == []


def test_no_more_tokens_lie_on_a_tile_than_nuggets_are_printed() -> None:
    tiles = {"a": {"edges": "PMPP", "tokens": 3}, "b": {"edges": "MPPM", "nuggets": 2}}
    assert told("a b", tiles) == [
        (
            "tiles/a/tokens: 3 tokens cannot lie on `a`, which shows 1 nugget "
            "(a token is laid for each nugget, and none comes later)"
        )
    ]
    tiles["b"]["tokens"] = 0
    assert told("a b", tiles) == [
        (
            "tiles/a/tokens: 3 tokens cannot lie on `a`, which shows 1 nugget "
            "(a token is laid for each nugget, and none comes later; if it is unknown on which tile they lie, "
            "give the mountain's total: `stacks: {a: 3}`)"
        )
    ]
    assert told("a b", {"a": {"edges": "PMPP"}, "b": tiles["b"] | {"tokens": 2}}, stacks={"a": 3}) == []


def test_no_more_tokens_lie_on_a_mountain_than_nuggets_are_printed() -> None:
    tiles = {"a": {"edges": "PMPP"}, "b": {"edges": "MPPM", "nuggets": 2}}
    assert told("a b", tiles, stacks={"b": 4}) == [
        (
            "stacks/b: 4 tokens cannot lie on the mountain of `b`, which shows 3 nuggets "
            "(a token is laid for each nugget, and none comes later)"
        )
    ]


def test_tokens_may_lie_on_a_finished_mountain() -> None:
    """If nobody owned it, they may have been left."""
    assert told("a b", {"a": {"edges": "PMPP"}, "b": {"edges": "PPPM", "tokens": 0}}) == []


def test_what_stands_on_a_tile_that_comes_later_is_told_once() -> None:
    tiles = {"a": {"edges": "PPPP"}, "b": {"edges": "PPPP", "cowboy": {"red": "prairie", "blue": "prairie"}}}
    faults = told("a b", tiles, turns=[{"player": "red", "place": "b"}])
    assert [fault.partition(": ")[0] for fault in faults] == ["tiles/b/cowboy/red", "tiles/b/cowboy/blue"]
