"""What can come about on a table: the oracle's list, worked out from the rules, and the reader's agree.

*base* is the base game. What no answer to any question lets come about is impossible.
"""

from __future__ import annotations

import random

import pytest

from oracle.builders import hill, position, tile, turn
from oracle.strategies import random_position
from oracle.thrown import thrown_position
from oracle.validity import problems
from sheriff_kb.faults import Faults
from sheriff_kb.position import Position, from_data, to_data

PLAYERS = "red blue"
FINISHED = {"left": tile("PMPP"), "right": tile("PPPM")}
OPEN = tile("PMPP")

IMPOSSIBLE = {
    "a cowboy on a finished mountain (base 1.3)": position(
        "left right", players=PLAYERS, left=tile("PMPP", cowboys={"red": "mountain"}), right=tile("PPPM")
    ),
    "a tent on a finished mountain (base 1.4)": position(
        "left right", players=PLAYERS, left=tile("PMPP", tent="red"), right=tile("PPPM")
    ),
    "the sheriff on a finished mountain (both texts)": position(
        "left right", players=PLAYERS, sheriff="left", tiles=FINISHED
    ),
    "a cowboy on a finished railroad (base 1.3)": position(
        "left right", players=PLAYERS, left=tile("PRPP", cowboys={"red": "railroad"}), right=tile("PPPR")
    ),
    "a cowboy in a city all of whose railroads are finished (base 1.3)": position(
        "town halt", players=PLAYERS, town=tile("PRPP", cities=["Ash"], cowboys={"red": "city"}), halt=tile("PPPR")
    ),
    "a cowboy in a city without railroads (base 1.3)": position(
        "town", players=PLAYERS, town=tile("PPPP", cities=["Ash"], cowboys={"red": "city"})
    ),
    "two cowboys on a tile (base 1.2, 2a)": position(
        "one +", players=PLAYERS, one=tile("RPPP", cowboys={"red": "railroad", "blue": "prairie"})
    ),
    "five cowboys of a player (base 1.1)": position(
        "a b c d e",
        players=PLAYERS,
        tiles={name: tile("MPPP", cowboys={"red": "mountain"}) for name in "abcde"},
    ),
    "two tents of a player (base 1.1)": position(
        "a b", players=PLAYERS, a=tile("MPPP", tent="red"), b=tile("MPPP", tent="red")
    ),
    "a tent and a cowboy on a mountain of a tile (base 1.2, 2a and 2b)": position(
        "a", players=PLAYERS, a=tile("MPPP", tent="red", cowboys={"blue": "mountain"})
    ),
    "more tokens than nuggets on a tile (base 1.2, 1b)": position("a", players=PLAYERS, a=tile("MPPP", tokens=2)),
    "more tokens than nuggets on a finished mountain (base 1.2, 1b)": position(
        "left right", players=PLAYERS, left=tile("PMPP", tokens=2), right=tile("PPPM", tokens=0)
    ),
    "more tokens than nuggets on a mountain of which the total is known (base 1.2, 1b)": position(
        "a b", players=PLAYERS, a=tile("PMPP"), b=tile("MPPM", nuggets=2), stacks={"b": 4}
    ),
    "two totals of one mountain": position(
        "a b", players=PLAYERS, a=tile("PMPP"), b=tile("MPPM"), stacks={"a": 1, "b": 1}
    ),
}

POSSIBLE = {
    "a cowboy on a mountain that a later turn finishes": position(
        "left right",
        players=PLAYERS,
        left=tile("PMPP", cowboys={"red": "mountain"}),
        right=tile("PPPM"),
        turns=[turn("blue", "right")],
    ),
    "a cowboy on a surrounded graveyard (graveyard_cowboy: stays)": position(
        "+ + +\n+ G +\n+ + +", players=PLAYERS, G=tile("PPPP", graveyard=True, cowboys={"red": "graveyard"})
    ),
    "tokens on a finished mountain (unowned_stack: left)": position("left right", players=PLAYERS, tiles=FINISHED),
    "two cowboys on one mountain, which the tile between joined": position(
        "+ + +\na b c",
        players=PLAYERS,
        a=tile("PMPP", cowboys={"red": "mountain"}),
        b=tile("PMMM"),
        c=tile("PPPM", cowboys={"blue": "mountain"}),
    ),
    "four cowboys of a player": position(
        "a b c d", players=PLAYERS, tiles={name: tile("MPPP", cowboys={"red": "mountain"}) for name in "abcd"}
    ),
    "two tents on a tile with two mountains": position(
        "a", players=PLAYERS, a=tile("MMPP", mountains=[hill("n", tent="red"), hill("e", tent="blue")])
    ),
    "the sheriff beside a tent and beside a cowboy (both texts)": position(
        "a", players=PLAYERS, a=tile("MPPP", tent="red"), sheriff="a"
    ),
    "a cowboy in a city with an open railroad": position(
        "town", players=PLAYERS, town=tile("PRPP", cities=["Ash"], cowboys={"red": "city"})
    ),
    "as many tokens as nuggets on a mountain of which the total is known": position(
        "a b", players=PLAYERS, a=tile("PMPP"), b=tile("MPPM", nuggets=2), stacks={"b": 3}
    ),
}

THROWN = 400
A_FEW = 50


def refused(found: Position) -> str:
    """What the reader says against the position; empty if it takes it."""
    try:
        from_data(to_data(found))
    except Faults as faults:
        return str(faults)
    return ""


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_the_oracle_knows_what_is_impossible(name: str) -> None:
    assert len(problems(IMPOSSIBLE[name])) == 1


@pytest.mark.parametrize("name", POSSIBLE)
def test_the_oracle_knows_what_is_possible(name: str) -> None:
    assert problems(POSSIBLE[name]) == []


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_the_reader_refuses_what_is_impossible(name: str) -> None:
    assert refused(IMPOSSIBLE[name])


@pytest.mark.parametrize("name", POSSIBLE)
def test_the_reader_takes_what_is_possible(name: str) -> None:
    assert not refused(POSSIBLE[name])


@pytest.mark.cases(quick=0)
def test_the_reader_takes_every_random_position() -> None:
    for seed in range(THROWN // 2):
        found = random_position(random.Random(seed), unsaid=seed % 2 == 0)
        assert problems(found) == []
        assert not refused(found), f"seed {seed}"


@pytest.mark.cases(quick=0)
def test_the_reader_takes_of_what_is_thrown_on_the_table_whatever_is_possible_and_nothing_else() -> None:
    taken = 0
    for seed in range(THROWN):
        found = thrown_position(random.Random(seed))
        wrong = problems(found)
        assert bool(refused(found)) == bool(wrong), f"seed {seed}: {wrong}"
        taken += not wrong
    assert A_FEW < taken < THROWN - A_FEW
