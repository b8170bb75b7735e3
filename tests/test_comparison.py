"""The law and the oracle agree on random positions, each under a random reading.

Some of the positions leave things unsaid. Most come from the fast generator; some from Hypothesis, which makes the same
positions and shrinks what it finds. For many more see `comparison.py`; `oracle.reduction` makes a failing one small.
"""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from comparison import Played, Values, compare_seed, compared, disagreements, grown, law_says, listed_often, played
from oracle import completions
from oracle.strategies import positions, readings
from said import ruled_on, unlike_said
from sheriff_kb.position import Matter, Position
from sheriff_kb.rulings import rulings

BATCHES, A_BATCH = 14, 100
UNSAID_BATCHES = 6
SHRINKING = 3
READINGS = 1
FEW_WAYS = 8
SAID = 50
OPEN = 60


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_law_and_the_oracle_agree_on_random_positions(batch: int) -> None:
    for number in range(batch * A_BATCH, (batch + 1) * A_BATCH):
        for disagreement in compare_seed(number, READINGS):
            pytest.fail(f"seed {number}\n{disagreement}")


@pytest.mark.parametrize("batch", range(UNSAID_BATCHES))
def test_the_law_and_the_oracle_agree_on_random_positions_that_leave_things_unsaid(batch: int) -> None:
    for number in range(batch * A_BATCH, (batch + 1) * A_BATCH):
        for disagreement in compare_seed(number, READINGS, unsaid=True):
            pytest.fail(f"seed {number}\n{disagreement}")


def test_they_agree_as_well_where_all_questions_are_open() -> None:
    for number in range(OPEN):
        position, chosen = grown(number, 5, unsaid=True)
        told = played(position, chosen)
        found = rulings(told.position, free=("all",))
        assert not list(listed_often(found, told)), f"seed {number}"
        for disagreement in compared(found, told):
            pytest.fail(f"seed {number}\n{disagreement}")


@pytest.mark.parametrize("batch", range(SHRINKING))
def test_the_law_and_the_oracle_agree_on_whatever_hypothesis_thinks_of(batch: int) -> None:
    @seed(batch)
    @settings(max_examples=A_BATCH, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(
        st.booleans().flatmap(lambda sees: positions(sees=sees)),
        st.lists(readings(), min_size=READINGS, max_size=READINGS),
    )
    def agree(position: Position, chosen: list[dict[str, str]]) -> None:
        for disagreement in disagreements(position, chosen):
            pytest.fail(str(disagreement))

    agree()


def test_what_the_oracle_says_of_an_unsaid_position_is_what_the_law_says_of_all_positions_that_say_it() -> None:
    for number, told, found in few_ways():
        ((reading, outcome),) = told.outcomes
        for disagreement in unlike_said(told, reading, outcome.values, found):
            pytest.fail(f"seed {number}\n{disagreement}")


def test_what_the_law_says_of_an_unsaid_position_is_what_it_says_of_all_positions_that_say_it() -> None:
    for number, told, found in few_ways():
        ((reading, _),) = told.outcomes
        values = law_says(rulings(told.position, fixed=reading), told.position, reading)
        for disagreement in unlike_said(told, reading, values, found):
            pytest.fail(f"seed {number}\n{disagreement}")


@cache
def few_ways() -> list[tuple[int, Played, list[dict[Matter, Values]]]]:
    """Seeds of positions in which everything can have been in a few ways; what the oracle and the law say of these."""
    found = []
    for number in range(SAID):
        position, (reading,) = grown(number, 1, unsaid=True)
        if 1 < len(list(completions(position, reading))) <= FEW_WAYS:
            told = played(position, [reading])
            found.append((number, told, ruled_on(told.position, reading)))
    return found
