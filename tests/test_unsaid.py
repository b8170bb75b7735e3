"""What a position leaves unsaid: where the tokens of a stack lie, and where an untold step led."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from oracle.strategies import random_position
from sheriff_kb.explain import Explainer
from sheriff_kb.law import Line
from sheriff_kb.position import Position, from_data, parse
from sheriff_kb.rulings import Rulings, rulings
from sheriff_kb.rulings.unsaid import stack, step
from sheriff_kb.solving import UNCOUNTED

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

TWO_WAYS = """
players: [blue, red]
board: |
  h  s  k
  m  +  +
tiles:
  h: {edges: PPPM, tent: red}
  k: {edges: PMPP, tent: blue}
  m: {edges: PPPM}
  s: {edges: PPPP, star: true}
sheriff: h
turns:
  - {player: red, place: s}
  - {player: red, mine: h}
"""

LONG = """
players: [red, blue]
board: |
  a b c d s
  + + + + +
tiles:
  a: {edges: MMPP}
  b: {edges: PMPM}
  c: {edges: PMPM}
  d: {edges: PPPM}
  s: {edges: PPPP, star: true}
turns:
  - {player: red, place: s}
"""


def position(stacks: str = "", **tokens: int) -> Position:
    told = {name: f", tokens: {tokens[name]}" if name in tokens else "" for name in ("west", "mid", "east")}
    return parse(BOARD.format(stacks=stacks, **told))


def values(found: Rulings, **keys: Any) -> set[int | str]:
    return {case.value for case in found.on(**keys).cases}


def by_lines(found: Rulings, **keys: Any) -> dict[int | str, list[dict[str, Any]]]:
    """Each value with what is not said in its lines, by name."""

    def unsaid(line: Line) -> dict[str, Any]:
        return {q: found.unsaid[q].answers[str(answer)] for q, answer in line.items() if q in found.unsaid}

    return {case.value: [unsaid(line) for line in case.when] for case in found.on(**keys).cases}


class TestStacks:
    def test_no_part_holds_more_than_its_nuggets_and_the_last_one_takes_the_others(self) -> None:
        told = stack(3, [(1, 1), (4, 2)], [(2, 1), (3, 1)])
        assert told.rest == 2
        assert told.most == {1: 1, 4: 2, 2: 2}
        assert [(thing.segment, thing.options) for thing in told.unsaid] == [(1, (0, 1)), (4, (0, 1, 2))]

    def test_a_part_holds_at_least_what_the_others_have_no_room_for(self) -> None:
        told = stack(4, [(1, 1), (4, 2)], [(2, 2)])  # one token is missing somewhere
        assert [(thing.segment, thing.options) for thing in told.unsaid] == [(1, (0, 1)), (4, (1, 2))]

    def test_what_can_only_be_one_way_is_no_question(self) -> None:
        assert not rulings(position("stacks: {mid: 4}")).unsaid
        assert not rulings(position("stacks: {mid: 0}")).unsaid
        assert rulings(position("stacks: {mid: 2}")).unsaid

    @pytest.mark.parametrize("total", range(5))
    def test_each_way_gives_what_the_same_tokens_tile_by_tile_give(self, total: int) -> None:
        """West and east show one nugget each, the middle two."""
        found = rulings(position(f"stacks: {{mid: {total}}}"))
        ways = [way for way in product(range(2), range(3), range(2)) if sum(way) == total]
        assert ways
        for west, mid, east in ways:
            single = rulings(position(west=west, mid=mid, east=east))
            for unit in ("mountain", "tile"):
                lying = {"west": west, "mid": mid, "east": east}
                chosen = {q: one.named(lying[one.place or ""]) for q, one in found.unsaid.items()}
                reading = found.completed({**chosen, "stack_unit": unit})
                assert chosen.items() <= reading.items()
                index = [question.answers.index(reading[question.id]) for question in found.free]
                alone = single.completed({"stack_unit": unit})
                other = [question.answers.index(alone[question.id]) for question in single.free]
                assert {ruling.matter: ruling.diagram(index) for ruling in found} == {
                    ruling.matter: ruling.diagram(other) for ruling in single
                }

    def test_where_the_tokens_lie_does_not_matter_to_one_stack_a_mountain(self) -> None:
        found = rulings(position("stacks: {mid: 2}"), fixed={"stack_unit": "mountain"})
        assert not any(question in found.unsaid for ruling in found for question in ruling.questions)

    def test_the_value_under_a_reading_is_a_choice_if_it_rests_on_where_the_tokens_lie(self) -> None:
        # With two tokens on four nuggets, each tented tile has a token or not: none, one, or both (two at most).
        ruling = rulings(position("stacks: {mid: 2}")).on(kind="tax")
        assert set(ruling.under["sheet"]) == {0, 1, 2}  # type: ignore[arg-type]
        assert ruling.under["wiki"] == 2

    def test_many_ways_are_ruled_on_by_what_matters(self) -> None:
        """12 of 24 tokens on twelve tiles of two nuggets: 73,789 ways, of which four tiles with tents matter.

        One stack a mountain loses four tokens; a stack a tile one for each tented tile with a token: any number, since
        the eight others have room for all twelve.
        """
        edges = ["MMMP", "PMMM", "PMMM", "PPMM", "MMMM", "MMMM", "MMMM", "MPMM", "MMPP", "MMPM", "MMPM", "MPPM"]
        names = "abcdefghijkl"
        tents = dict(zip("abcd", ("red", "green", "black", "yellow"), strict=True))
        tiles = {
            name: {"edges": shown, "nuggets": 2} | ({"tent": tents[name]} if name in tents else {})
            for name, shown in zip(names, edges, strict=True)
        }
        board = "\n".join(" ".join(names[row : row + 4]) for row in (0, 4, 8))
        data = {
            "players": ["blue", *tents.values()],
            "board": board,
            "tiles": tiles,
            "stacks": {"a": 12},
            "turns": [{"player": "blue", "sheriff": "e"}],
        }
        found = rulings(from_data(data))
        assert values(found, kind="tax") == {0, 1, 2, 3, 4}
        assert found.on(kind="tax").under["wiki"] == 4
        assert set(found.on(kind="tax").under["sheet"]) == {0, 1, 2, 3, 4}  # type: ignore[arg-type]


class TestSteps:
    def test_a_single_mountain_is_no_question_and_a_single_spot_is_none(self) -> None:
        assert not list(step(1, [(3, [3])]))
        assert [(one.kind, one.options) for one in step(1, [(3, [3, 5])])] == [("spot", (3, 5))]
        assert [(one.kind, one.options) for one in step(1, [(3, [3]), (7, [7])])] == [("sent", (3, 7))]

    def test_where_he_was_sent_is_open_where_several_mountains_are_legal(self) -> None:
        """Two ways to go: he stands on k or on m; blue's tent on k costs a token if he was sent there."""
        found = rulings(parse(TWO_WAYS))
        assert by_lines(found, kind="sheriff", turn=1) == {
            "k": [{"sent_1": ("k",)}],
            "m": [{"sent_1": ("m",)}],
        }
        assert values(found, kind="tax", mountain="k") == {1, 0, "none"}
        assert by_lines(found, kind="tax", mountain="k")["none"] == [{"sent_1": ("m",)}]
        assert values(found, kind="may", act="mine") == {"yes"}  # wherever he went, he left h

    def test_he_goes_where_he_must_without_a_question(self) -> None:
        found = rulings(parse(TWO_WAYS.replace("m: {edges: PPPM}", "m: {edges: PPPP}")))
        assert not any(question in found.unsaid for ruling in found for question in ruling.questions)
        assert values(found, kind="sheriff", turn=1) == {"k"}

    def test_a_mountain_is_one_destination_whatever_its_tiles(self) -> None:
        found = rulings(parse(LONG))
        (listed,) = [ruling for ruling in found if ruling.matter.kind == "may"]
        assert listed.tiles == ("a", "b", "c", "d")
        assert values(found, kind="sheriff", turn=1) == {"a"}  # the mountain, by its first tile

    def test_the_tile_on_which_he_stands_is_open_where_it_matters(self) -> None:
        """Read so that he blocks his spot, red may pitch on b unless he was put there."""
        asked = LONG + "asks: [{player: red, tent: b}]\n"
        lines = by_lines(rulings(parse(asked), fixed={"freeze_tents": "all_moves"}), kind="may", act="tent")
        assert set(lines) == {"yes", "no"}
        assert lines["no"] == [{"spot_1_1": "b"}]

    def test_a_destination_that_no_reading_counts_has_no_line(self) -> None:
        """Read so that the star tile's own mountain is no target, he can only have been sent to k or to m."""
        board = TWO_WAYS.replace("s: {edges: PPPP, star: true}", "s: {edges: PPMP, star: true}")
        board = board.replace("  m  +  +\n", "  m  n  +\n").replace("  h: {edges", "  n: {edges: MPMP}\n  h: {edges")
        found = rulings(parse(board), free=["new_tile_target"])
        lines = found.on(kind="sheriff", turn=1).cases
        assert {case.value for case in lines} == {"k", "m", "s"}
        assert all("excluded" not in str(line) for case in lines if case.value == "s" for line in case.when)

    def test_where_he_stands_is_told_when_another_mountain_to_which_he_may_have_gone_is_finished(self) -> None:
        """The star tile f has two mountains of its own; g finishes the southern one, from which he would go home."""
        text = """
players: [blue, yellow]
board: |
  e  f
  .  g
tiles:
  e: {edges: PPPP}
  f: {edges: MPMP, mountains: [{edges: n}, {edges: s}], star: true}
  g: {edges: MPPP}
turns: [{player: yellow, place: f}, {player: blue, place: g}]
"""
        found = rulings(parse(text))
        assert by_lines(found, kind="sheriff", turn=2) == {
            "f n": [{"sent_1": "f n"}],
            "beside": [{"sent_1": "f s"}],
        }

    def test_a_later_step_opens_the_spot_of_an_earlier_one(self) -> None:
        """Read so that another tile's part is another mountain, he may go to b unless he stands there, and so to a."""
        text = """
players: [red, blue]
board: |
  a  b  s
  +  +  t
tiles:
  a: {edges: MMPP}
  b: {edges: PPPM}
  s: {edges: PPPP, star: true}
  t: {edges: PPPP, star: true}
turns: [{player: red, place: s}, {player: blue, place: t}]
"""
        found = rulings(parse(text), fixed={"another_mountain": "tile"})
        for tile in "ab":
            lines = by_lines(found, kind="may", turn=2, place=tile)
            assert lines["no"] == [{"spot_1_1": tile}]
            assert set(lines) == {"yes", "no"}

    @pytest.mark.cases(quick=6)
    @pytest.mark.parametrize("seed", range(20))
    def test_every_reading_of_the_sources_leaves_something_that_counts(self, seed: int) -> None:
        found = rulings(random_position(random.Random(seed)), free=["all"])
        source = random.Random(seed)
        for _ in range(5):
            reading = {q.id: source.choice(q.answers) for q in found.free if q.id not in found.unsaid}
            whole = found.completed(reading)
            assert reading.items() <= whole.items()
            index = [question.answers.index(whole[question.id]) for question in found.free]
            assert found.counted(index) is True
            assert not any(ruling.diagram(index) is UNCOUNTED for ruling in found)


class TestExplanations:
    def test_an_explanation_names_in_words_what_is_not_said(self) -> None:
        from click import unstyle

        from sheriff_kb.report.explanations import as_text
        from sheriff_kb.wording import wording

        explainer = Explainer(parse(TWO_WAYS))
        ruling = explainer.rulings.on(kind="sheriff", turn=1)
        told = unstyle("\n".join(as_text(explainer.explain(ruling, ruling.cases[1].when[0]), wording())))
        assert "red sends him to the mountain m in turn 1" in told
