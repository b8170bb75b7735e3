"""Stacks of which only the total is known."""

from __future__ import annotations

import pytest

from sheriff_kb.faults import Faults
from sheriff_kb.position import Position
from sheriff_kb.rulings import rulings
from sheriff_kb.spreads import spread

BOARD = """
players: [blue, yellow, black]
board: |
  west mid east
tiles:
  west: {{edges: PMPP, tent: yellow{west}}}
  mid:  {{edges: MMPM, nuggets: 2{mid}}}
  east: {{edges: PPPM, tent: black{east}}}
turns:
  - {{player: blue, sheriff: mid}}
{stacks}
"""


def position(stacks: str = "", **tokens: int) -> Position:
    told = {name: f", tokens: {tokens[name]}" if name in tokens else "" for name in ("west", "mid", "east")}
    return Position.parse(BOARD.format(stacks=stacks, **told))


def test_every_way_to_spread_a_total_is_an_answer() -> None:
    ways = spread("mid", 2, [3, 5]).ways
    assert [dict(way) for way in ways] == [{3: 0, 5: 2}, {3: 1, 5: 1}, {3: 2, 5: 0}]


def test_a_total_of_none_lies_in_one_way() -> None:
    assert [dict(way) for way in spread("mid", 0, [3, 5]).ways] == [{3: 0, 5: 0}]


def test_too_many_ways_are_refused_with_what_would_be_right() -> None:
    with pytest.raises(Faults, match="more than 300 ways"):
        spread("mid", 40, [1, 2, 3, 4])


@pytest.mark.parametrize("total", range(4))
def test_each_way_gives_what_the_same_tokens_tile_by_tile_give(total: int) -> None:
    found = rulings(position(f"stacks: {{mid: {total}}}"))
    ((_, ways),) = found.stacks.values()
    (stack,) = found.stacks
    number = [question.id for question in found.free].index(stack)
    assert len(ways) == (total + 1) * (total + 2) // 2  # two tiles with tents, and the rest
    for answer, way in ways.items():
        single = rulings(position(**{"west": 0, "mid": 0, "east": 0, **way}))
        for unit in ("mountain", "tile"):
            reading = [question.answers.index(unit) if question.id == "stack_unit" else 0 for question in found.free]
            reading[number] = found.free[number].answers.index(answer)
            assert {ruling.matter: ruling.diagram(reading) for ruling in found} == {
                ruling.matter: ruling.diagram(reading) for ruling in single
            }


def test_where_the_tokens_lie_does_not_matter_to_one_stack_a_mountain() -> None:
    found = rulings(position("stacks: {mid: 2}"), fixed={"stack_unit": "mountain"})
    assert not any(question.startswith("stack_") for ruling in found for question in ruling.questions)
