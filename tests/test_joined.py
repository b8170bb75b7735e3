"""Things that hang together are sorted into parts."""

from __future__ import annotations

import networkx
from hypothesis import given
from hypothesis import strategies as st

from sheriff_kb.joined import parts

NUMBERS = st.integers(0, 12)


def test_parts_and_what_is_in_them_are_in_order() -> None:
    assert parts("abcdef", [("e", "a"), ("d", "b"), ("e", "f")]) == [["a", "e", "f"], ["b", "d"], ["c"]]
    assert parts([], []) == []


@given(st.lists(st.tuples(NUMBERS, NUMBERS)))
def test_parts_are_the_connected_components(pairs: list[tuple[int, int]]) -> None:
    graph = networkx.Graph(pairs)
    graph.add_nodes_from(range(13))
    assert [set(part) for part in parts(range(13), pairs)] == sorted(networkx.connected_components(graph), key=min)
