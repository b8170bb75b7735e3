"""The law and the oracle agree on random positions, each under a random reading.

Some of the positions leave things unsaid. Most come from the fast generator; some from Hypothesis, which makes the same
positions and shrinks what it finds. For many more see `comparison.py`; `oracle.reduction` makes a failing one small.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from comparison import Played, Values, compare_seed, compared, disagreements, grown, law_says, listed_often, played
from oracle import completions
from oracle.strategies import positions, readings
from said import ruled_on, unlike_said
from sheriff_kb.position import Matter, Position
from sheriff_kb.rulings import rulings

if TYPE_CHECKING:
    from collections.abc import Iterator

A_BATCH = 25
BATCHES, UNSAID_BATCHES, SHRINKING = 800, 200, 40
READINGS = 1
A_FEW = 10
FEW_BATCHES = 50
"""Batches of a few positions, if each takes long."""
FEW_WAYS = 8


@pytest.mark.cases(quick=1, full=4)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_law_and_the_oracle_agree_on_random_positions(batch: int) -> None:
    for number in range(batch * A_BATCH, (batch + 1) * A_BATCH):
        for disagreement in compare_seed(number, READINGS):
            pytest.fail(f"seed {number}\n{disagreement}")


@pytest.mark.cases(quick=1, full=4)
@pytest.mark.parametrize("batch", range(UNSAID_BATCHES))
def test_the_law_and_the_oracle_agree_on_random_positions_that_leave_things_unsaid(batch: int) -> None:
    for number in range(batch * A_BATCH, (batch + 1) * A_BATCH):
        for disagreement in compare_seed(number, READINGS, unsaid=True):
            pytest.fail(f"seed {number}\n{disagreement}")


@pytest.mark.cases(quick=0, full=3)
@pytest.mark.parametrize("batch", range(FEW_BATCHES))
def test_they_agree_as_well_where_all_questions_are_open(batch: int) -> None:
    for number in range(batch * A_FEW, (batch + 1) * A_FEW):
        position, chosen = grown(number, 5, unsaid=True)
        told = played(position, chosen)
        found = rulings(told.position, free=("all",))
        assert not list(listed_often(found, told)), f"seed {number}"
        for disagreement in compared(found, told):
            pytest.fail(f"seed {number}\n{disagreement}")


@pytest.mark.cases(quick=0, full=1)
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


@pytest.mark.cases(quick=0, full=2)
@pytest.mark.parametrize("batch", range(FEW_BATCHES))
def test_oracle_and_law_say_of_an_unsaid_position_what_the_law_says_of_all_positions_that_say_it(batch: int) -> None:
    for number, told, found in few_ways(batch):
        ((reading, outcome),) = told.outcomes
        for disagreement in unlike_said(told, reading, outcome.values, found):
            pytest.fail(f"seed {number}, oracle\n{disagreement}")
        values = law_says(rulings(told.position, fixed=reading), told.position, reading)
        for disagreement in unlike_said(told, reading, values, found):
            pytest.fail(f"seed {number}, law\n{disagreement}")


def few_ways(batch: int) -> Iterator[tuple[int, Played, list[dict[Matter, Values]]]]:
    """Seeds of positions in which everything can have been in a few ways; what the oracle and the law say of these."""
    for number in range(batch * A_FEW, (batch + 1) * A_FEW):
        position, (reading,) = grown(number, 1, unsaid=True)
        if 1 < len(list(completions(position, reading))) <= FEW_WAYS:
            told = played(position, [reading])
            yield number, told, ruled_on(told.position, reading)
