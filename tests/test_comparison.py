"""The law and the oracle agree on 2,000 random positions, each under a random reading.

Most come from the fast generator; some from Hypothesis, which makes the same positions and shrinks what it finds. For
many more see `comparison.py`; `oracle.reduction` makes a failing position small.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from comparison import compare_seed, disagreements
from oracle.strategies import positions, readings
from sheriff_kb.position import Position

BATCHES, A_BATCH = 17, 100
SHRINKING = 3
READINGS = 1


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_law_and_the_oracle_agree_on_random_positions(batch: int) -> None:
    for number in range(batch * A_BATCH, (batch + 1) * A_BATCH):
        for disagreement in compare_seed(number, READINGS):
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
