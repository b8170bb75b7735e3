"""What was observed, and the readings that give it."""

from __future__ import annotations

from sheriff_kb.gallery import entry
from sheriff_kb.position import parse
from sheriff_kb.rulings import Rulings, observations, rulings, together

POSITION = """
players: [blue, yellow, black]
board: |
  west mid east
tiles:
  west: {edges: PMPP, nuggets: 2, tent: yellow}
  mid:  {edges: MMPM, tokens: 1}
  east: {edges: PPPM, tent: black, tokens: 0}
turns:
  - {player: blue, sheriff: mid}
"""


def ruled(observed: str, rest: str = "") -> Rulings:
    return rulings(parse(f"{POSITION}observed: {observed}\n{rest}"))


def test_an_observation_is_given_by_the_readings_that_a_ruling_lists_for_its_value() -> None:
    # Sheet: black's tile has no token to give if each tile has its own stack (T4), so one token is taken.
    (one,) = observations(ruled("[{kind: tax, turn: 1, value: 1}]"))
    assert one.when == ({"tax_source": "stack", "stack_unit": "tile"},)


def test_what_no_reading_gives_has_no_reading() -> None:
    (one,) = observations(ruled("[{kind: tax, turn: 1, value: 3}]"))
    assert one.when == ()


def test_what_every_reading_gives_needs_no_answer() -> None:
    (one,) = observations(ruled("[{kind: sheriff, turn: 1, value: mid}]"))
    assert one.when == ({},)


def test_what_no_reading_raises_agrees_only_with_none() -> None:
    none, some = observations(
        ruled(
            "[{kind: received, turn: 1, player: blue, value: none}, {kind: received, turn: 1, player: blue, value: 1}]"
        )
    )
    assert (none.when, some.when) == (({},), ())


def test_observations_together_leave_the_readings_that_give_all_of_them() -> None:
    whole = together(ruled("[{kind: tax, turn: 1, value: 0}, {kind: stack, turn: 1, value: 3}]"))
    assert whole.when == ({"tax_source": "collection"},)


def test_an_observation_is_judged_though_the_position_asks_for_other_matters() -> None:
    found = ruled(
        "[{kind: tax, turn: 1, value: 1}, {kind: sees, turn: 1, player: blue, what: drawn, value: 0}]",
        "asks: [{kind: sheriff}]",
    )
    assert {(ruling.matter.kind, ruling.matter.what) for ruling in found} == {
        ("sheriff", None),
        ("tax", None),
        ("sees", "drawn"),
    }
    one, seen = observations(found)
    assert one.when == ({"tax_source": "stack", "stack_unit": "tile"},)
    # Blue draws nothing if the owners of the tents draw, or pay (sheet.tax.example.2, wiki.tax.4).
    assert {"tax_source": "collection"} in seen.when


def test_points_together_can_be_observed_where_there_is_one_scoring() -> None:
    seen = "observed: [{kind: score, player: red, value: 9}]\n"
    (one,) = observations(rulings(parse(entry("examples/graveyard_seven_around").text + seen)))
    assert one.when == ({"self_tile": "not_counted"},)


def test_answers_under_any_of_which_something_was_observed_are_one_line() -> None:
    text = entry("mountain/nobody_there_when_finished").text
    (one,) = observations(rulings(parse(text + "observed: [{kind: stack, value: 0}]\n")))
    assert one.when == ({"unowned_stack": ("removed", "supply")},)
