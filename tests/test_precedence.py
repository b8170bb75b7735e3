"""How far the recommended reading depends on its weights: held against the solver, order by order."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

import pytest

from sheriff_kb.evidence import dependent
from sheriff_kb.law import Preference, encoding, named_readings, preferences, questions, readings

RECOMMENDED = named_readings()["recommended"]


def best(levels: Mapping[Preference, tuple[int, int]]) -> Mapping[str, str]:
    """The recommended reading if its preferences had these levels and weights, as the solver finds it."""
    others = re.sub(r"(?m)^follows\(recommended,.*\n", "", encoding.program("readings"))
    facts = "".join(
        f"follows(recommended,{level},{_term(one.speaker)},{one.sort},{one.strength},{weight}).\n"
        for one, (level, weight) in levels.items()
    )
    return readings._Solver(others + facts).best("recommended")[0]


def _term(speaker: str) -> str:
    return f'"{speaker}"' if speaker in ("wiki", "sheet") else speaker


def put_first(first: Sequence[Preference]) -> Mapping[str, str]:
    """The same with some preferences put first, one before the next, and the others weighed as ever."""
    levels = {one: (1, one.weight) for one in preferences("recommended")}
    return best({**levels, **{one: (len(first) + 1 - place, 1) for place, one in enumerate(first)}})


def changed(reading: Mapping[str, str]) -> set[str]:
    return {question for question, answer in reading.items() if answer != RECOMMENDED[question]}


def test_the_solver_finds_the_recommended_reading_by_its_own_weights() -> None:
    assert put_first([]) == RECOMMENDED


def test_what_is_found_comes_of_putting_these_first() -> None:
    for question, others in dependent().items():
        for other in others:
            assert other.answer != RECOMMENDED[question]
            assert put_first(other.first)[question] == other.answer, (question, other)


def test_fewer_preferences_put_first_do_not_do() -> None:
    changing = {one: changed(put_first([one])) for one in preferences("recommended")}
    for question, others in dependent().items():
        alone = {one for one, found in changing.items() if question in found}
        assert alone == {one for other in others if len(other.first) == 1 for one in other.first}, question


@pytest.mark.parametrize("seed", range(20))
def test_other_answers_stay_in_any_order(seed: int) -> None:
    order = list(preferences("recommended"))
    random.Random(seed).shuffle(order)
    assert changed(put_first(order)) <= set(dependent())


@pytest.mark.parametrize("seed", range(20))
def test_other_answers_stay_under_weights_of_many_sizes(seed: int) -> None:
    chance = random.Random(seed)
    weights = {one: (1, chance.choice((1, 2, 3, 5, 50, 500))) for one in preferences("recommended")}
    assert changed(best(weights)) <= set(dependent())


def test_an_answer_depends_on_the_weights_where_sentences_of_like_sorts_are_against_it() -> None:
    found = {
        question: {
            (other.answer, *(f"{one.speaker} {one.sort} {one.strength}" for one in other.first)) for other in others
        }
        for question, others in dependent().items()
    }
    # Only the sheet states the other answer, only the wiki suggests it, only a related game does.
    assert found["tax_unit"] == {("per_tile", "sheet rule stated")}
    assert found["end_split"] == {("even_rest_lost", "wiki rule suggested")}
    assert found["city_unit"] == {("tile", "analogy rule suggested")}
    assert {answer for answer, *_ in found["tax_drawer"]} == {"mover"}
    # That nine points come without its own tile takes both: that the examples count, and that seven tiles lie around.
    assert {answer for answer, *_ in found["self_tile"]} == {"not_counted"}
    assert all("sheet example suggested" in first and len(first) == 2 for _, *first in found["self_tile"])
    # Nothing that any source says is for another answer, or something of the same sort and source is for this one.
    assert found.keys().isdisjoint(["no_target", "tax_return", "surround", "city_state", "final_scope"])
    assert list(found) == [question for question in questions() if question in found]
