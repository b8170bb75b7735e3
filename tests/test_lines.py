"""The fewest lines of a diagram, against every tree and every order of the variables."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from needed import completed, in_best_order, in_best_tree, lines_of, table_of
from sheriff_kb.gallery import Entry, entries, entry
from sheriff_kb.law import Question
from sheriff_kb.position import parse
from sheriff_kb.rulings import Ruling, Rulings, rulings
from sheriff_kb.rulings import lines as module
from sheriff_kb.rulings.lines import Answers, deciding, lines, named, one_each
from sheriff_kb.solving import UNCOUNTED, Diagram, Diagrams, Value, count_paths, paths, values

Lines = list[tuple[Value, Answers]]
MOST_QUESTIONS = 6
"""A ruling on more is not tried in every order: that takes too long."""


def built(sizes: Sequence[int], table: Sequence[Value]) -> tuple[Diagrams, Diagram]:
    """The diagram of a truth table, the first variable changing last."""
    diagrams = Diagrams(sizes)
    row = [diagrams.leaf(value) for value in table]
    for variable in reversed(range(len(sizes))):
        size = sizes[variable]
        row = [diagrams.node(variable, row[start : start + size]) for start in range(0, len(row), size)]
    return diagrams, row[0]


def found_in(sizes: Sequence[int], table: Sequence[Value], **keys: Any) -> Lines:
    found = lines(*built(sizes, table), most=10**6, **keys)
    assert found is not None
    return found


def satisfied(found: Lines, reading: Sequence[int]) -> list[Value]:
    """The values of the lines that a reading satisfies."""
    return [value for value, line in found if all(reading[variable] in some for variable, some in line.items())]


def assert_they_part_the_readings(found: Lines, sizes: Sequence[int], table: Sequence[Value]) -> None:
    for reading, value in zip(product(*map(range, sizes)), table, strict=True):
        if value is not UNCOUNTED:
            assert satisfied(found, reading) == [value]


def assert_all_answers_are_never_listed(found: Lines, sizes: Sequence[int]) -> None:
    for _, line in found:
        assert all(0 < len(some) < sizes[variable] for variable, some in line.items())
        assert all(list(some) == sorted(set(some)) for some in line.values())


@st.composite
def functions(draw: st.DrawFn, *, most: int = 4, of: Sequence[Value] = (0, 1, 2)) -> tuple[tuple[int, ...], Any]:
    """How many answers each variable has, and a truth table, often with much that is alike."""
    sizes = tuple(draw(st.lists(st.integers(2, 3), min_size=1, max_size=most)))
    values = draw(st.lists(st.sampled_from(of), min_size=1, max_size=3))
    number = 1
    for size in sizes:
        number *= size
    return sizes, tuple(draw(st.lists(st.sampled_from(values), min_size=number, max_size=number)))


# --- the fewest ------------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(functions())
def test_there_are_as_many_lines_as_the_best_of_all_trees_has_and_no_order_needs_fewer(function: Any) -> None:
    sizes, table = function
    found = found_in(sizes, table)
    assert_they_part_the_readings(found, sizes, table)
    assert_all_answers_are_never_listed(found, sizes)
    assert len(found) == in_best_tree(table, sizes) <= in_best_order(table, sizes)


@settings(deadline=None, max_examples=60)
@given(functions(most=3, of=(0, 1, UNCOUNTED, UNCOUNTED)))
def test_what_is_not_counted_goes_where_it_saves_most_lines(function: Any) -> None:
    sizes, table = function
    left = table.count(UNCOUNTED)
    if left > 6:  # too many ways to complete the table
        table = tuple(0 if value is UNCOUNTED and number % 3 else value for number, value in enumerate(table))
    if table.count(UNCOUNTED) > 8:
        return
    found = found_in(sizes, table)
    assert_they_part_the_readings(found, sizes, table)
    assert_all_answers_are_never_listed(found, sizes)
    assert all(value is not UNCOUNTED for value, _ in found)
    assert len(found) == min(in_best_tree(other, sizes) for other in completed(table))


@settings(deadline=None)
@given(functions(of=(True, False)))
def test_where_some_values_only_are_told_their_lines_are_as_few_as_can_be(function: Any) -> None:
    sizes, table = function
    found = found_in(sizes, table, told=[True])
    for reading, value in zip(product(*map(range, sizes)), table, strict=True):
        assert satisfied(found, reading) == [True] * value
    as_uncounted = tuple(value or UNCOUNTED for value in table)  # costs as much as what is not given, and is not joined
    assert len(found) == in_best_tree(as_uncounted, sizes)


@settings(deadline=None)
@given(functions(most=5), st.sampled_from([0, 5, 20]))
def test_a_search_that_is_given_up_still_parts_the_readings_with_no_more_lines_than_paths(
    function: Any, limit: int
) -> None:
    sizes, table = function
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MOST_BRANCHES", limit)
        found = found_in(sizes, table)
    assert_they_part_the_readings(found, sizes, table)
    assert len(found) <= count_paths(built(sizes, table)[1])


@pytest.mark.parametrize("seed", range(160, 180))
def test_of_a_sum_that_passes_marks_there_are_as_many_lines_as_its_best_tree_has(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_BRANCHES", 10**6)
    # 166: what is known of a branch in one tree bounds it in another, and a branch below two tests counts twice.
    source = random.Random(seed)
    sizes = tuple(source.choice((2, 2, 2, 3)) for _ in range(source.randint(5, 7)))
    weights = [[source.choice((0, 0, 1, 2, 3)) for _ in range(size)] for size in sizes]
    marks = [source.randint(0, 8) for _ in range(3)]

    def value(reading: Sequence[int]) -> int:
        total = sum(weight[answer] for answer, weight in zip(reading, weights, strict=True))
        return sum(total > mark for mark in marks)

    table = tuple(map(value, product(*map(range, sizes))))
    found = found_in(sizes, table)
    assert_they_part_the_readings(found, sizes, table)
    assert len(found) == in_best_tree(table, sizes)


def test_a_line_names_a_variable_only_where_it_matters() -> None:
    # Nothing happens unless the second variable has its second answer; only then the first one matters.
    assert found_in([2, 2], ["none", 9, "none", 8]) == [
        ("none", {1: (0,)}),
        (9, {1: (1,), 0: (0,)}),
        (8, {1: (1,), 0: (1,)}),
    ]


def test_answers_that_lead_to_the_same_are_one_line() -> None:
    assert found_in([3], "aba") == [("a", {0: (0, 2)}), ("b", {0: (1,)})]


def test_where_the_paths_are_as_few_as_any_they_are_the_lines() -> None:
    diagrams, diagram = built([2, 2], "aabc")
    assert lines(diagrams, diagram, most=4) == [
        (value, {v: (a,) for v, a in path.items()}) for value, path in paths(diagram)
    ]


def test_a_constant_is_one_line_that_names_nothing_and_nothing_counted_is_none() -> None:
    diagrams = Diagrams([2, 2])
    assert lines(diagrams, diagrams.leaf("beside"), most=1) == [("beside", {})]
    assert lines(diagrams, diagrams.leaf(UNCOUNTED), most=1) == []


def test_a_variable_whose_other_answers_cannot_be_is_not_named() -> None:
    assert found_in([2, 2], ["a", "b", UNCOUNTED, UNCOUNTED]) == [("a", {1: (0,)}), ("b", {1: (1,)})]


def test_an_answer_that_cannot_be_is_not_listed_beside_others() -> None:
    assert found_in([3], ["a", UNCOUNTED, "b"]) == [("a", {0: (0,)}), ("b", {0: (2,)})]


def test_many_branches_of_which_some_may_be_joined_are_joined() -> None:
    # Eight ways for a thing to lie, each counted under one answer to the other variable.
    table = [value if one == other else UNCOUNTED for one, value in enumerate("aabbccdd") for other in range(8)]
    found = found_in([8, 8], table)
    assert_they_part_the_readings(found, [8, 8], table)
    assert len(found) == 4


def test_more_lines_than_wanted_are_none() -> None:
    diagrams, diagram = built([2, 2], "abcd")
    assert lines(diagrams, diagram, most=3) is None
    assert len(lines(diagrams, diagram, most=4) or []) == 4


def test_a_sum_of_forty_variables_is_given_up_without_walking_its_paths() -> None:
    diagrams = Diagrams([2] * 40)
    total = diagrams.leaf(0)
    for variable in range(40):
        total = diagrams.combine(added, total, diagrams.node(variable, [diagrams.leaf(0), diagrams.leaf(1)]))
    assert lines(diagrams, total, most=64) is None
    assert {value for value, _ in one_each(total)} == set(range(41))


def added(left: int, right: int) -> int:
    return left + right


# --- what is named ---------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(functions(of=(0, 1, UNCOUNTED)))
def test_a_variable_decides_if_another_answer_alone_leads_from_one_counted_value_to_another(function: Any) -> None:
    sizes, table = function
    value = dict(zip(product(*map(range, sizes)), table, strict=True))
    expected = []
    for variable, size in enumerate(sizes):
        beside = ((one, (*one[:variable], a, *one[variable + 1 :])) for one in value for a in range(size))
        pairs = ((value[one], value[other]) for one, other in beside)
        if any(UNCOUNTED not in pair and pair[0] != pair[1] for pair in pairs):
            expected.append(variable)
    assert deciding(built(sizes, table)[1]) == expected


@settings(deadline=None)
@given(functions(of=(0, 1, 2, UNCOUNTED)))
def test_one_line_for_each_counted_value_leads_to_it(function: Any) -> None:
    sizes, table = function
    diagram = built(sizes, table)[1]
    found = dict(one_each(diagram))
    assert found.keys() == values(diagram) - {UNCOUNTED}
    for value, line in found.items():
        assert diagram([line.get(variable, (0,))[0] for variable in range(len(sizes))]) == value


def test_a_line_by_its_ids_has_an_answer_or_several() -> None:
    asked = [Question("one", "gap", ("yes", "no", "both")), Question("other", "gap", ("left", "right"))]
    assert named(asked, {1: (1,), 0: (0, 2)}) == {"other": "right", "one": ("yes", "both")}


# --- the gallery -----------------------------------------------------------------------------------------------------


each_position = pytest.mark.parametrize("one", list(entries()), ids=lambda one: one.name)


def varying(one: Entry) -> list[tuple[Ruling, Rulings]]:
    found = rulings(one.position)
    return [(ruling, found) for ruling in found if ruling.varies]


@pytest.mark.cases(quick=8, full=80)
@each_position
def test_no_ruling_of_the_gallery_has_more_lines_than_needed(one: Entry) -> None:
    for ruling, found in varying(one):
        table, sizes = table_of(ruling, found)
        if len(sizes) <= MOST_QUESTIONS:
            assert lines_of(ruling) == in_best_tree(table, sizes) <= in_best_order(table, sizes), ruling.matter


@pytest.mark.cases(quick=0, full=0)
def test_most_rulings_of_the_gallery_are_small_enough_to_be_tried_in_every_order() -> None:
    small = [len(ruling.questions) <= MOST_QUESTIONS for one in entries() for ruling, _ in varying(one)]
    assert sum(small) > 500


@pytest.mark.cases(quick=8, full=80)
@each_position
def test_every_reading_satisfies_exactly_one_line_of_each_ruling_of_the_gallery(one: Entry) -> None:
    source = random.Random(1)
    for ruling, found in varying(one):
        assert not ruling.partial
        asked = [question for question in found.free if question.id in ruling.questions]
        every = [dict(zip((q.id for q in asked), way, strict=True)) for way in product(*(q.answers for q in asked))]
        for reading in every if len(every) <= 100 else source.sample(every, 100):
            index = [q.answers.index(reading.get(q.id, q.default)) for q in found.free]
            told = [
                case.value
                for case in ruling.cases
                for line in case.when
                if all(reading[question] in allowed_in(some) for question, some in line.items())
            ]
            value = ruling.diagram(index)
            assert value is UNCOUNTED or told == [value], ruling.matter


def allowed_in(some: str | tuple[str, ...]) -> tuple[str, ...]:
    return (some,) if isinstance(some, str) else some


def test_nothing_happens_is_one_line_though_another_question_matters_elsewhere() -> None:
    # Surrounded at the beginning, the graveyard was scored before: at the end it only counts if every owned one does.
    text = """
players: [red, blue]
board: |
  + + +
  + G +
  + + +
tiles:
  G: {edges: PPPP, graveyard: true, cowboy: {red: graveyard}}
end: true
"""
    ruling = rulings(parse(text)).on(kind="points")
    assert [(case.value, *case.when) for case in ruling.cases] == [
        ("none", {"final_scope": "unfinished_only"}),
        (9, {"final_scope": "every_owned", "self_tile": "counted"}),
        (8, {"final_scope": "every_owned", "self_tile": "not_counted"}),
    ]


def test_two_answers_that_lead_to_the_same_are_told_as_one() -> None:
    # Tokens that nobody owns leave the mountain, whether they leave the game or go back to the supply.
    ruling = rulings(entry("mountain/nobody_there_when_finished").position).on(kind="stack")
    assert ruling.questions == ("unowned_stack",)
    assert {case.value: case.when for case in ruling.cases} == {
        0: ({"unowned_stack": ("removed", "supply")},),
        3: ({"unowned_stack": "left"},),
    }
