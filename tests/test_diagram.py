"""Decision diagrams against truth tables."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sheriff_kb.solving import Diagram, Diagrams, count_paths, nodes, paths, values, variables

Reading = tuple[int, ...]
Table = dict[Reading, Any]


def readings(answers: list[int]) -> list[Reading]:
    """Every reading of variables with so many answers each."""
    return list(product(*(range(number) for number in answers)))


@st.composite
def sizes(draw: st.DrawFn) -> list[int]:
    """One to four variables with two or three answers."""
    return draw(st.lists(st.integers(2, 3), min_size=1, max_size=4))


@st.composite
def tables(draw: st.DrawFn, answers: list[int]) -> Table:
    """A function that often does not depend on some variables."""
    kept = draw(st.lists(st.booleans(), min_size=len(answers), max_size=len(answers)))
    value = st.integers(0, 2)
    chosen: dict[Reading, int] = {}
    table = {}
    for reading in readings(answers):
        seen = tuple(answer if keep else 0 for answer, keep in zip(reading, kept, strict=True))
        if seen not in chosen:
            chosen[seen] = draw(value)
        table[reading] = chosen[seen]
    return table


def build(
    diagrams: Diagrams, answers: list[int], table: Table, order: list[int], known: dict[int, int] | None = None
) -> Diagram:
    """The diagram of a truth table, tested in the given order of variables from the top."""
    known = known or {}
    if not order:
        return diagrams.leaf(table[tuple(known[variable] for variable in range(len(answers)))])
    first, *rest = order
    return diagrams.case(
        first, [build(diagrams, answers, table, rest, {**known, first: answer}) for answer in range(answers[first])]
    )


def depends(answers: list[int], table: Table) -> list[int]:
    """The variables of which another answer alone changes the value somewhere."""
    return [
        variable
        for variable in range(len(answers))
        if any(
            table[reading] != table[(*reading[:variable], other, *reading[variable + 1 :])]
            for reading in table
            for other in range(answers[variable])
        )
    ]


def added(left: int, right: int) -> int:
    return left + right


def paired(left: int, right: int) -> tuple[int, int]:
    return left, right


def less(left: int, right: int) -> bool:
    return left < right


@settings(deadline=None)
@given(st.data())
def test_a_diagram_has_the_values_of_its_truth_table_whatever_the_order_of_its_tests(data: st.DataObject) -> None:
    answers = data.draw(sizes())
    table = data.draw(tables(answers))
    diagrams = Diagrams(answers)
    in_order = build(diagrams, answers, table, list(range(len(answers))))
    otherwise = build(diagrams, answers, table, data.draw(st.permutations(range(len(answers)))))
    assert in_order is otherwise
    assert {reading: in_order(reading) for reading in table} == table
    for node in nodes(in_order):
        assert all(branch.variable is None or branch.variable > node.variable for branch in node.branches)  # type: ignore[operator]


@settings(deadline=None)
@given(st.data())
def test_functions_are_equal_exactly_where_their_diagrams_are_the_same_object(data: st.DataObject) -> None:
    answers = data.draw(sizes())
    one, other = data.draw(tables(answers)), data.draw(tables(answers))
    diagrams = Diagrams(answers)
    order = list(range(len(answers)))
    assert (one == other) == (build(diagrams, answers, one, order) is build(diagrams, answers, other, order))


@settings(deadline=None)
@given(st.data())
def test_case_picks_for_each_answer_its_branch_whatever_the_branches_test(data: st.DataObject) -> None:
    answers = data.draw(sizes())
    variable = data.draw(st.integers(0, len(answers) - 1))
    branches = [data.draw(tables(answers)) for _ in range(answers[variable])]
    diagrams = Diagrams(answers)
    order = list(range(len(answers)))
    found = diagrams.case(variable, [build(diagrams, answers, branch, order) for branch in branches])
    expected = {reading: branches[reading[variable]][reading] for reading in readings(answers)}
    assert {reading: found(reading) for reading in expected} == expected
    assert found is build(diagrams, answers, expected, order)


@settings(deadline=None)
@given(st.data(), st.sampled_from([added, paired, less]))
def test_combine_works_value_by_value(data: st.DataObject, operation: Any) -> None:
    answers = data.draw(sizes())
    left, right = data.draw(tables(answers)), data.draw(tables(answers))
    diagrams = Diagrams(answers)
    order = list(range(len(answers)))
    found = diagrams.combine(
        operation, build(diagrams, answers, left, order), build(diagrams, answers, right, order[::-1])
    )
    expected = {reading: operation(left[reading], right[reading]) for reading in left}
    assert {reading: found(reading) for reading in expected} == expected
    assert found is build(diagrams, answers, expected, order)


@settings(deadline=None)
@given(st.data())
def test_every_reading_is_on_exactly_one_path_and_has_its_value(data: st.DataObject) -> None:
    answers = data.draw(sizes())
    table = data.draw(tables(answers))
    diagram = build(Diagrams(answers), answers, table, list(range(len(answers))))
    found = list(paths(diagram))
    for reading, value in table.items():
        (only,) = [
            told for told, cube in found if all(reading[variable] == answer for variable, answer in cube.items())
        ]
        assert only == value
    assert count_paths(diagram) == len(found)
    assert values(diagram) == set(table.values()) == {value for value, _ in found}
    assert all(list(cube) == sorted(cube) for _, cube in found)


@settings(deadline=None)
@given(st.data())
def test_a_variable_is_named_only_if_changing_it_alone_changes_the_value(data: st.DataObject) -> None:
    answers = data.draw(sizes())
    table = data.draw(tables(answers))
    diagram = build(Diagrams(answers), answers, table, list(range(len(answers))))
    assert variables(diagram) == depends(answers, table)


@settings(deadline=None)
@given(st.data())
def test_restricting_answers_some_variables(data: st.DataObject) -> None:
    answers = data.draw(sizes())
    table = data.draw(tables(answers))
    diagrams = Diagrams(answers)
    known = {
        variable: data.draw(st.integers(0, answers[variable] - 1))
        for variable in data.draw(st.sets(st.sampled_from(range(len(answers)))))
    }
    whole = build(diagrams, answers, table, list(range(len(answers))))
    found = diagrams.restrict(whole, known)
    for reading in table:
        assert found(reading) == table[tuple(known.get(variable, answer) for variable, answer in enumerate(reading))]
    assert not set(variables(found)) & set(known)


@settings(deadline=None)
@given(st.data())
def test_readings_are_counted_by_value(data: st.DataObject) -> None:
    answers = data.draw(sizes())
    table = data.draw(tables(answers))
    diagrams = Diagrams(answers)
    assert diagrams.count(build(diagrams, answers, table, list(range(len(answers))))) == Counter(table.values())


@settings(deadline=None)
@given(st.data())
def test_a_diagram_of_other_diagrams_is_taken_over_and_its_further_variables_are_summed_up(data: st.DataObject) -> None:
    answers = data.draw(sizes())
    table = data.draw(tables(answers))
    order = list(range(len(answers)))
    elsewhere = build(Diagrams(answers), answers, table, order)
    here = Diagrams(answers)
    assert here.adopt(elsewhere, id) is build(here, answers, table, order)
    fewer = data.draw(st.integers(1, len(answers)))
    found = Diagrams(answers[:fewer]).adopt(elsewhere, lambda node: frozenset(values(node)))
    for begun in readings(answers[:fewer]):
        expected = {value for reading, value in table.items() if reading[:fewer] == begun}
        told = found(begun)
        assert told == expected if isinstance(told, frozenset) else {told} == expected


def test_a_constant_has_one_path_with_nothing_to_answer() -> None:
    leaf = Diagrams([2, 2]).leaf("beside")
    assert list(paths(leaf)) == [("beside", {})]
    assert (count_paths(leaf), variables(leaf), values(leaf)) == (1, [], {"beside"})


def test_a_number_is_not_taken_for_a_truth_value() -> None:
    diagrams = Diagrams([2])
    assert diagrams.leaf(1) is not diagrams.leaf(True)
    assert diagrams.leaf(0) is not diagrams.leaf(False)
    assert diagrams.leaf(1) is diagrams.leaf(1)


def test_first_answers_come_first_in_the_paths() -> None:
    diagrams = Diagrams([2, 3])
    inner = diagrams.node(1, [diagrams.leaf(value) for value in "abc"])
    assert list(paths(diagrams.node(0, [inner, diagrams.leaf("d")]))) == [
        ("a", {0: 0, 1: 0}),
        ("b", {0: 0, 1: 1}),
        ("c", {0: 0, 1: 2}),
        ("d", {0: 1}),
    ]


def test_paths_of_a_sum_are_counted_without_walking_them() -> None:
    diagrams = Diagrams([2] * 40)
    total = diagrams.leaf(0)
    for variable in range(40):
        total = diagrams.combine(added, total, diagrams.node(variable, [diagrams.leaf(0), diagrams.leaf(1)]))
    assert count_paths(total) == 2**40
    assert len(list(nodes(total))) == 41 * 42 // 2  # one node for each sum after each variable
    assert values(total) == set(range(41))
    assert total([1] * 40) == 40


@settings(max_examples=60)
@given(st.data())
def test_all_of_some_functions_is_true_where_each_is(data: st.DataObject) -> None:
    answers = data.draw(sizes())
    diagrams = Diagrams(answers)
    tables_ = data.draw(st.lists(tables(answers), max_size=3))
    each = [diagrams.has(build(diagrams, answers, table, [*range(len(answers))]), 1) for table in tables_]
    whole = diagrams.all_of(each)
    for reading in readings(answers):
        assert whole(reading) is all(table[reading] == 1 for table in tables_)


def test_a_reading_may_be_given_by_variable() -> None:
    diagrams = Diagrams([2, 2])
    second = diagrams.node(1, [diagrams.leaf("first"), diagrams.leaf("other")])
    assert second({1: 1}) == second([0, 1]) == "other"
