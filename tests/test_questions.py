"""The questions are those of the design, in its order, and readings answer them."""

from __future__ import annotations

import pytest

from sheriff_kb.law import (
    UnknownAnswer,
    allowed,
    answers_on,
    check_answers,
    check_question,
    held_answers,
    line_as_json,
    named_readings,
    path_of,
    questions,
    tag,
)

QUESTIONS = """
star_trigger          live     placed drawn
graveyard_trigger     live     move_and_activate activate_only
star_nuggets          gap      before_sheriff after_sheriff
another_mountain      settled  region tile
no_target             settled  returned stays
return_then_replace   settled  stays_beside placed_again
reentry               settled  any_open not_previous
new_tile_target       settled  allowed excluded
just_completed_target live     not_target target_until_scored
own_mountain_completed live    moves_on skips_move
merged_mountain       settled  whole_is_current other_part_is_another
sheriff_blocks_spot   gap      shares blocks
tax_unit              live     per_player per_tile
tax_exemption         live     mover movers_tile
tax_source            live     stack collection
stack_unit            live     mountain tile
tax_shortage          gap      as_many_as_there_are none_unless_all
tax_drawer            live     mover owners
tax_return            live     mixed unmixed
tax_tent_place        settled  region sheriffs_tile
freeze_tents          live     all_moves out_only
freeze_end            live     at_completion at_distribution
mine_completed        gap      allowed refused
freeze_adds           settled  added suspended
freeze_extent         settled  whole_region original_part
owner                 gap      majority any_cowboy tents_too
end_split             live     round_robin even_rest_lost
end_first             gap      last_player next_player start_player
unfinished_tokens     gap      lost to_owner
unowned_stack         gap      removed supply left
graveyard_cowboy      gap      returns stays
surrounded_claim      gap      allowed refused
surround              settled  eight four
completion_value      live     fixed_nine as_at_the_end
city_near             live     eight four
city_unit             gap      city tile
own_city              settled  not_counted counted
city_state            settled  any completed_only
self_tile             live     counted not_counted
final_scope           live     unfinished_only every_owned
"""
SETTLED = [line.split()[0] for line in QUESTIONS.split("\n") if " settled " in line]


def test_the_questions_are_those_of_the_design_in_its_order() -> None:
    found = [(question.id, question.status, *question.answers) for question in questions().values()]
    assert found == [tuple(line.split()) for line in QUESTIONS.strip().splitlines()]
    assert list(questions()) == [row[0] for row in found]


def test_the_first_answer_is_the_default() -> None:
    assert questions()["owner"].default == "majority"
    assert questions()["surround"].default == "eight"


@pytest.mark.parametrize("name", sorted(named_readings()))
def test_a_named_reading_answers_every_question(name: str) -> None:
    reading = named_readings()[name]
    assert list(reading) == list(questions())
    check_answers(reading)


class TestHeldAnswers:
    def test_settled_questions_are_held_at_their_first_answer(self) -> None:
        assert held_answers() == {question: questions()[question].answers[0] for question in SETTLED}
        assert len(SETTLED) == 12

    def test_freeing_the_settled_ones_leaves_what_is_fixed(self) -> None:
        assert held_answers(["settled"]) == {}
        assert held_answers(["settled"], {"self_tile": "not_counted"}) == {"self_tile": "not_counted"}
        assert held_answers(["settled"], {"surround": "four"}) == {"surround": "four"}

    def test_freeing_all_frees_what_is_fixed_too(self) -> None:
        assert held_answers(["all"], {"self_tile": "counted", "surround": "four"}) == {}

    def test_freeing_one_question_frees_no_other(self) -> None:
        assert set(held_answers(["surround"])) == set(SETTLED) - {"surround"}
        assert "self_tile" not in held_answers(["self_tile"], {"self_tile": "counted"})

    def test_what_is_fixed_wins_over_the_default(self) -> None:
        assert held_answers((), {"surround": "four"})["surround"] == "four"

    def test_held_answers_come_in_the_order_of_the_questions(self) -> None:
        held = held_answers((), {"final_scope": "every_owned", "star_trigger": "drawn"})
        assert list(held) == [question for question in questions() if question in held]


class TestUnknownAnswers:
    def test_an_answer_that_a_question_lacks_is_refused_with_those_that_it_has(self) -> None:
        with pytest.raises(UnknownAnswer, match=r"six.* is no answer to surround.*eight.*four"):
            check_answers({"surround": "six"})

    def test_a_question_nearly_known_is_suggested(self) -> None:
        with pytest.raises(UnknownAnswer, match=r"did you mean .?tax_unit"):
            check_question("tax_units")

    def test_a_question_quite_unknown_is_pointed_to_the_list(self) -> None:
        with pytest.raises(UnknownAnswer, match="sheriff questions"):
            check_question("xyzzy")

    @pytest.mark.parametrize(
        ("free", "fixed"), [(["nonsense"], {}), ([], {"nonsense": "x"}), ([], {"owner": "nobody"})]
    )
    def test_nothing_unknown_is_held_or_freed(self, free: list[str], fixed: dict[str, str]) -> None:
        with pytest.raises(UnknownAnswer):
            held_answers(free, fixed)

    def test_what_is_unknown_is_told_even_where_all_is_free(self) -> None:
        with pytest.raises(UnknownAnswer):
            held_answers(["all", "nonsense"])
        with pytest.raises(UnknownAnswer):
            held_answers(["all"], {"surround": "six"})


def test_several_answers_to_a_question_are_told_and_checked_like_one() -> None:
    line = {"tax_source": "stack", "end_first": ("last_player", "start_player")}
    check_answers(line)
    assert tag(line) == "[tax_source: stack, end_first: last_player or start_player]"
    assert [allowed(some) for some in line.values()] == [("stack",), ("last_player", "start_player")]
    assert line_as_json(line) == {"tax_source": "stack", "end_first": ["last_player", "start_player"]}
    with pytest.raises(UnknownAnswer, match="`nobody` is no answer to end_first"):
        check_answers({"end_first": ("last_player", "nobody")})


def test_a_path_of_a_diagram_and_its_answers_are_the_same_said_in_two_ways() -> None:
    asked = [questions()["tax_source"], questions()["owner"], questions()["self_tile"]]
    assert answers_on(asked, {0: 1, 2: 0}) == {"tax_source": "collection", "self_tile": "counted"}
    assert path_of(asked, {"self_tile": "counted", "tax_source": "collection"}) == {0: 1, 2: 0}
    assert path_of(asked, {"stack_unit": "tile"}) == {}
