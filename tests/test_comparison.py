"""The law and the oracle agree on whatever Hypothesis thinks of."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from comparison import disagreements
from oracle.strategies import positions, readings
from sheriff_kb.position import Position

BATCHES, POSITIONS_A_BATCH = 8, 250


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_law_and_the_oracle_agree(batch: int) -> None:
    @seed(batch)
    @settings(max_examples=POSITIONS_A_BATCH, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.booleans().flatmap(lambda sees: positions(sees=sees)), st.lists(readings(), min_size=3, max_size=3))
    def agree(position: Position, chosen: list[dict[str, str]]) -> None:
        for disagreement in disagreements(position, chosen)[:1]:
            pytest.fail(str(disagreement))

    agree()
