"""Why not: the fewest answers that give a value, or else the smallest changes of the position."""

from __future__ import annotations

from itertools import product
from math import inf, prod

import pytest

from sheriff_kb.explain import Explainer, why_not, whynot
from sheriff_kb.explain.whynot import other_answers, other_positions
from sheriff_kb.faults import Faults
from sheriff_kb.gallery import Entry, entries, entry
from sheriff_kb.law import questions
from sheriff_kb.position import from_data, parse, problems, to_data
from sheriff_kb.rulings import Ruling, rulings

MOST_READINGS = 200


def fewest(ruling: Ruling, explainer: Explainer, value: int | str) -> float:
    """How many answers must change from the first ones, counted over all readings of the questions that matter."""
    asked = [question for question in explainer.rulings.free if question.id in ruling.questions]
    ways = [
        sum(answer != question.default for question, answer in zip(asked, answers, strict=True))
        for answers in product(*(question.answers for question in asked))
        if explainer.value(ruling, explainer.reading({q.id: a for q, a in zip(asked, answers, strict=True)})) == value
    ]
    return min(ways, default=inf)


@pytest.mark.cases(quick=20)
@pytest.mark.parametrize("found", list(entries())[::3], ids=lambda found: found.name)
def test_the_fewest_answers_are_as_few_as_over_all_readings(found: Entry) -> None:
    explainer = Explainer(found.position)
    reading = explainer.reading()
    for ruling in explainer.rulings:
        if prod(len(questions()[q].answers) for q in ruling.questions if q in questions()) <= MOST_READINGS:
            for case in ruling.cases:
                others = other_answers(explainer, ruling, case.value, reading)
                assert len(others) == fewest(ruling, explainer, case.value)
                assert explainer.value(ruling, {**reading, **others}) == case.value


def test_a_value_that_no_open_question_gives_can_hang_on_a_settled_one() -> None:
    # Read so that four tiles surround a graveyard, this one scores itself and the tiles on its four sides
    # (wiki.final.1), and not all five.
    explainer = Explainer(entry("graveyard/corners_at_the_end").position)
    ruling = explainer.rulings.on(kind="points")
    value = explainer.explain(ruling).value
    settled = rulings(explainer.position, free=["surround"]).on(kind="points")
    other = next(case.value for case in settled.cases for when in case.when if when.get("surround") == "four")
    assert other != value
    found = why_not(explainer, ruling, other, {}, seconds=0)
    assert found.answers["surround"] == "four"
    assert found.changes is None


SMALL = """
players: [red, blue]
board: |
  + G
tiles:
  G: {edges: PPPP, graveyard: true, cowboy: {red: graveyard}}
end: true
"""


def test_where_no_answers_do_the_position_is_changed_as_little_as_can_be() -> None:
    # One tile around it and the tile itself; a city on the tile around it scores one more (wiki.final.1).
    position = parse(SMALL)
    explainer = Explainer(position)
    found = why_not(explainer, explainer.rulings.on(kind="points", player="red"), 3, {}, seconds=60)
    assert not found.answers
    assert found.changes is not None and found.changes.complete
    assert {change.kind for together in found.changes.found for change in together} == {"city_on"}
    assert {len(together) for together in found.changes.found} == {1}
    assert [dict(change.names) for (change,) in found.changes.found] == [{"place": "+"}]


def test_a_changed_position_has_the_value_by_its_ordinary_rulings() -> None:
    changed = parse(SMALL.replace("+ G", "t G").replace("tiles:", "tiles:\n  t: {edges: PPPP, city: true}"))
    ruling = rulings(changed).on(kind="points", player="red")
    assert {value for reading, value in ruling.under.items() if reading == "default"} == {3}


@pytest.mark.cases(quick=10, full=60)
@pytest.mark.parametrize("found", list(entries()), ids=lambda found: found.name)
def test_a_change_is_possible_exactly_if_a_file_of_it_is_read(found: Entry) -> None:
    for told, change in whynot._changes(found.position):
        changed = change(found.position)
        if any(problems(changed)):
            with pytest.raises((Faults, ValueError)):
                from_data(to_data(changed))
        else:
            assert from_data(to_data(changed)).tiles, told


def test_a_city_stays_as_long_as_somebody_stands_on_it() -> None:
    city = "edges: RPPP, city: true, cowboy: {red: city}"
    position = parse(SMALL.replace("edges: PPPP, graveyard: true, cowboy: {red: graveyard}", city))
    kinds = {(change.kind, dict(change.names).get("place")) for change, _ in whynot._changes(position)}
    assert ("no_city_on", "G") not in kinds
    assert ("city_on", "+") in kinds


def test_a_value_out_of_reach_is_found_to_be_so_and_the_search_can_be_cut_short() -> None:
    explainer = Explainer(parse(SMALL))
    ruling = explainer.rulings.on(kind="points", player="red")
    told: list[int] = []
    reading = {**explainer.rulings.held, **explainer.reading()}
    whole = other_positions(explainer.position, ruling.matter, 90, reading, seconds=120, tell=told.append)
    assert whole.complete and not whole.found and whole.tried == len(told) > 10
    cut = other_positions(explainer.position, ruling.matter, 90, reading, seconds=0)
    assert not cut.complete and cut.tried == 0


def test_no_change_is_told_that_makes_a_position_impossible() -> None:
    """One nugget on each of two tiles is two tokens; a third never lies there, nor can a second cowboy help."""
    text = """
players: [yellow]
board: |
  west end
tiles:
  west: {edges: PMPP, cowboy: {yellow: mountain}}
  end:  {edges: PPPM}
turns:
  - {player: yellow, place: end}
"""
    explainer = Explainer(parse(text))
    ruling = explainer.rulings.on(kind="received", player="yellow")
    reading = {**explainer.rulings.held, **explainer.reading()}
    fewer = other_positions(explainer.position, ruling.matter, 1, reading, seconds=60)
    assert [dict(change.names) for (change,) in fewer.found] == [{"place": "west", "count": "0"}]
    more = other_positions(explainer.position, ruling.matter, 3, reading, seconds=60)
    assert more.complete and not more.found


def test_to_ask_why_it_has_not_the_value_it_has_is_refused() -> None:
    explainer = Explainer(parse(SMALL))
    ruling = explainer.rulings.on(kind="points", player="red")
    with pytest.raises(ValueError, match="has this value"):
        why_not(explainer, ruling, 2, {}, seconds=0)
