"""Rulings: values, the answers that lead to them, what is held, freed and fixed, and what a position asks for."""

from __future__ import annotations

import itertools
import os
import random
import re
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from oracle.strategies import random_position
from sheriff_kb.faults import Faults
from sheriff_kb.gallery import entry
from sheriff_kb.law import Line, UnknownAnswer, allowed, program, questions
from sheriff_kb.position import Position, parse
from sheriff_kb.rulings import MOST_CASES, Judge, Ruling, Rulings, facts, rulings, rulings_in_time
from sheriff_kb.rulings import judge as module
from sheriff_kb.solving import count_paths, effort

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SAMPLE = """
title: A star tile sends the sheriff to a mountain with two tents
players: [blue, yellow, black]
board: |
  .     star  .
  west  mid   east
tiles:
  west: {edges: PMPP, nuggets: 1, tent: yellow}
  mid:  {edges: MMPM, nuggets: 2}
  east: {edges: PPPM, nuggets: 1, tent: black, tokens: 0}
  star: {edges: MPMP, nuggets: 1, star: true}
collected: {yellow: 2}
sheriff: beside
turns:
  - {player: blue, place: star, sheriff: mid}
"""

# Two open mountains, and a star tile without a destination.
TWO_MOUNTAINS = """
players: [red, blue, black]
board: |
  left star right
  +    +    +
tiles:
  left: {edges: PPPM, tent: red, nuggets: 2}
  right: {edges: PMPP, nuggets: 1, tent: blue}
  star: {edges: PPPP, star: true}
turns:
  - {player: black, place: star}
"""

TWO_MINES = (
    TWO_MOUNTAINS.partition("turns:")[0]
    + """
turns:
  - {player: red, mine: left}
  - {player: blue, mine: right}
"""
)

GRAVEYARD = """
players: [red, blue]
board: |
  + + +
  + G +
tiles:
  G: {edges: PPPP, graveyard: true, cowboy: {red: graveyard}}
end: true
"""


def cases(ruling: Ruling) -> dict[Any, list[dict[str, str | tuple[str, ...]]]]:
    return {case.value: [dict(line) for line in case.when] for case in ruling.cases}


def holds(line: Line, reading: Mapping[str, str]) -> bool:
    """Whether a reading has the answers of a line."""
    return all(reading[question] in allowed(some) for question, some in line.items())


def one_reading(line: Line) -> dict[str, str]:
    """A reading with the answers of a line."""
    return {question: allowed(some)[-1] for question, some in line.items()}


def lines_of(ruling: Ruling) -> int:
    return sum(len(case.when) for case in ruling.cases)


def told(found: Rulings) -> dict[str, Any]:
    """All that rulings say, in a form that can be compared."""
    return {
        str(ruling.matter.as_json()): (cases(ruling), ruling.questions, dict(ruling.under), ruling.tiles)
        for ruling in found
    }


@pytest.fixture(scope="module")
def sample() -> Rulings:
    return rulings(parse(SAMPLE))


class TestTheSampleOfTheDesign:
    def test_two_tokens_are_taken_or_one_if_every_tile_has_a_stack_or_none_if_players_pay(
        self, sample: Rulings
    ) -> None:
        ruling = sample.on(kind="tax")
        assert cases(ruling) == {
            2: [{"tax_source": "stack", "stack_unit": "mountain"}],
            1: [{"tax_source": "stack", "stack_unit": "tile"}],
            0: [{"tax_source": "collection"}],
        }
        assert ruling.questions == ("tax_source", "stack_unit")
        assert ruling.varies
        assert not ruling.partial
        assert ruling.under["default"] == 2

    def test_a_mountain_goes_by_its_first_segment_and_has_its_tiles_beside_it(self, sample: Rulings) -> None:
        ruling = sample.on(kind="tax")
        assert ruling.matter.mountain == "star"
        assert ruling.tiles == ("star", "west", "mid", "east")

    def test_the_sheriff_stands_there_whatever_the_reading(self, sample: Rulings) -> None:
        ruling = sample.on(kind="sheriff")
        assert cases(ruling) == {"mid": [{}]}
        assert ruling.questions == ()
        assert not ruling.varies
        assert sample.mountains[1, "mid"] == ("star", "west", "mid", "east")

    def test_yellow_pays_one_of_two_tokens_and_black_who_has_none_pays_nothing(self, sample: Rulings) -> None:
        assert cases(sample.on(kind="pays", player="yellow")) == {
            0: [{"tax_source": "stack"}],
            1: [{"tax_source": "collection"}],
        }
        assert cases(sample.on(kind="pays", player="black")) == {0: [{}]}
        assert cases(sample.on(kind="collected", player="yellow")) == {
            2: [{"tax_source": "stack"}],
            1: [{"tax_source": "collection"}],
        }

    def test_of_four_tokens_as_many_are_left_as_were_not_taken(self, sample: Rulings) -> None:
        assert cases(sample.on(kind="stack")) == {
            2: [{"tax_source": "stack", "stack_unit": "mountain"}],
            3: [{"tax_source": "stack", "stack_unit": "tile"}],
            4: [{"tax_source": "collection"}],
        }

    def test_he_may_be_sent_there(self, sample: Rulings) -> None:
        assert cases(sample.on(kind="may", act="sheriff", place="mid", player="blue", turn=1)) == {"yes": [{}]}

    def test_nothing_else_is_raised(self, sample: Rulings) -> None:
        assert [(ruling.matter.kind, ruling.matter.player) for ruling in sample] == [
            ("may", "blue"),
            ("sheriff", None),
            ("tax", None),
            ("pays", "yellow"),
            ("pays", "black"),
            ("stack", None),
            ("collected", "yellow"),
        ]


class TestOn:
    def test_it_finds_the_one_ruling_with_these_keys(self) -> None:
        found = rulings(parse(GRAVEYARD))
        ruling = found.on(kind="points", turn="end", player="red", purpose="graveyard", at="G")
        # One for the tile itself, five for those around.
        assert cases(ruling) == {6: [{"self_tile": "counted"}], 5: [{"self_tile": "not_counted"}]}
        assert ruling.matter.as_json() == {
            "kind": "points",
            "turn": "end",
            "player": "red",
            "for": "graveyard",
            "at": "G",
        }

    def test_every_ruling_is_found_by_its_matter_as_it_is_written(self, sample: Rulings) -> None:
        for found in (sample, rulings(parse(GRAVEYARD))):
            for ruling in found:
                assert found.on(**ruling.matter.as_json()) is ruling

    def test_a_mountain_may_be_named_by_any_of_its_tiles(self, sample: Rulings) -> None:
        assert sample.on(kind="tax", mountain="west") is sample.on(kind="tax", mountain="mid")

    @pytest.mark.parametrize("key", ["tile", "For", "free", "cases"])
    def test_a_key_that_no_matter_has_is_told_with_those_that_there_are(self, sample: Rulings, key: str) -> None:
        keys = "kind, turn, player, act, place, mountain, for, at, what"
        with pytest.raises(KeyError, match=f"no matter has the key '{key}'; the keys are {keys}"):
            sample.on(**{"kind": "tax", key: 1})

    @pytest.mark.parametrize("keys", [{"kind": "pays"}, {"kind": "score"}, {"kind": "tax", "turn": 2}])
    def test_several_or_none_are_refused(self, sample: Rulings, keys: dict[str, Any]) -> None:
        with pytest.raises(KeyError):
            sample.on(**keys)

    def test_several_are_told_and_where_there_is_none_all_others(self, sample: Rulings) -> None:
        with pytest.raises(KeyError, match="2 rulings match") as several:
            sample.on(kind="pays")
        assert "'pays'" in str(several.value) and "'tax'" not in str(several.value)
        with pytest.raises(KeyError, match="0 rulings match") as none:
            sample.on(kind="score")
        assert "'pays'" in str(none.value) and "'tax'" in str(none.value)


class TestTime:
    def test_when_the_time_is_over_that_is_an_error_unless_what_there_is_will_do(self) -> None:
        judge = Judge(facts(parse(SAMPLE)), {})
        with effort.within(0):
            with pytest.raises(effort.OutOfTime):
                judge.rulings()
            assert not judge.rulings(so_far=True).complete
        assert judge.rulings().complete and judge.rulings(so_far=True).complete

    def test_nothing_is_told_where_the_time_is_over_before_there_is_anything(self) -> None:
        with effort.within(0):
            found = rulings_in_time(entry("stories/new_gold_for_an_empty_mine").position, free=["all"])
        assert (list(found), found.free, found.complete) == ([], (), False)
        assert rulings_in_time(parse(SAMPLE)).complete


class TestHeldFreeAndFixed:
    def test_settled_questions_are_held_and_listed(self, sample: Rulings) -> None:
        settled = {question.id: question.default for question in questions().values() if question.status == "settled"}
        assert sample.held == settled
        assert [question.id for question in sample.free] == [one for one in questions() if one not in settled]

    def test_a_freed_question_opens_its_rival(self) -> None:
        position = parse(GRAVEYARD)
        held = rulings(position).on(kind="points")
        freed = rulings(position, free=["surround"]).on(kind="points")
        assert "surround" not in held.questions
        # Three of the five tiles around share a side with the graveyard's.
        assert cases(freed) == {
            6: [{"surround": "eight", "self_tile": "counted"}],
            5: [{"surround": "eight", "self_tile": "not_counted"}],
            4: [{"surround": "four", "self_tile": "counted"}],
            3: [{"surround": "four", "self_tile": "not_counted"}],
        }
        assert "surround" not in rulings(position, free=["surround"]).held

    def test_freeing_all_settled_ones_leaves_only_what_is_fixed(self) -> None:
        found = rulings(parse(SAMPLE), free=["settled"], fixed={"tax_source": "collection"})
        assert found.held == {"tax_source": "collection"}
        # He may be sent there unless the star tile's own mountain is read out.
        assert cases(found.on(kind="tax")) == {
            0: [{"new_tile_target": "allowed"}],
            "none": [{"new_tile_target": "excluded"}],
        }

    def test_a_fixed_answer_is_no_question_any_more(self) -> None:
        found = rulings(parse(SAMPLE), fixed={"tax_source": "stack"})
        assert cases(found.on(kind="tax")) == {2: [{"stack_unit": "mountain"}], 1: [{"stack_unit": "tile"}]}
        assert found.held["tax_source"] == "stack"

    def test_a_settled_question_can_be_fixed_at_its_rival(self) -> None:
        found = rulings(parse(GRAVEYARD), fixed={"surround": "four", "self_tile": "counted"})
        assert cases(found.on(kind="points")) == {4: [{}]}

    def test_a_position_can_hold_and_free_questions_itself(self) -> None:
        position = parse(GRAVEYARD + "free: [surround]\nreading: {self_tile: counted}\n")
        assert cases(rulings(position).on(kind="points")) == {
            6: [{"surround": "eight"}],
            4: [{"surround": "four"}],
        }

    def test_what_is_fixed_from_outside_wins_over_the_position(self) -> None:
        position = parse(GRAVEYARD + "reading: {self_tile: counted}\n")
        assert cases(rulings(position, fixed={"self_tile": "not_counted"}).on(kind="points")) == {5: [{}]}

    @pytest.mark.parametrize("freed", ["surround", "settled", "all"])
    def test_what_is_fixed_from_outside_wins_over_what_the_position_frees(self, freed: str) -> None:
        position = parse(GRAVEYARD + f"free: [{freed}]\n")
        found = rulings(position, fixed={"surround": "four", "self_tile": "counted"})
        assert cases(found.on(kind="points")) == {4: [{}]}

    def test_what_is_freed_from_outside_wins_over_what_is_fixed(self) -> None:
        found = rulings(parse(GRAVEYARD), free=["self_tile"], fixed={"self_tile": "counted"})
        assert found.on(kind="points").questions == ("self_tile",)

    def test_freeing_all_frees_what_the_position_fixes(self) -> None:
        position = parse(GRAVEYARD + "reading: {self_tile: counted}\n")
        found = rulings(position, free=["all"])
        assert found.held == {}
        assert found.on(kind="points").questions == ("surround", "self_tile")

    def test_a_fully_fixed_reading_leaves_nothing_to_vary(self) -> None:
        reading = {question.id: question.answers[-1] for question in questions().values()}
        found = rulings(parse(SAMPLE), fixed=reading)
        assert found.free == ()
        assert all(cases(ruling) == {ruling.cases[0].value: [{}]} for ruling in found)

    @pytest.mark.parametrize("keys", [{"free": ["nothing"]}, {"fixed": {"surround": "six"}}, {"fixed": {"x": "y"}}])
    def test_what_is_no_question_or_answer_is_refused(self, keys: dict[str, Any]) -> None:
        with pytest.raises(UnknownAnswer):
            rulings(parse(SAMPLE), **keys)

    def test_an_unknown_question_in_the_position_is_refused(self) -> None:
        with pytest.raises((UnknownAnswer, Faults), match="surounds"):
            rulings(parse(SAMPLE + "free: [surounds]\n"))


# --- exactness -------------------------------------------------------------------------------------------------------


def value_under(position: Position, matter: Mapping[str, Any], reading: Mapping[str, str]) -> Any:
    """The value of a matter when every question is answered; `none` if the matter is not raised."""
    (value,) = {
        ruling.cases[0].value for ruling in rulings(position, fixed=reading) if ruling.matter.as_json() == matter
    } or {"none"}
    return value


def random_totals(source: random.Random, number: int) -> Iterable[dict[str, str]]:
    for _ in range(number):
        yield {question.id: source.choice(question.answers) for question in questions().values()}


@pytest.mark.parametrize("name", ["tax/two_rival_tents_on_one_tile", "end/three_tokens_two_owners"])
def test_the_questions_of_a_ruling_are_exactly_those_that_can_matter(name: str) -> None:
    position = entry(name).position
    found = rulings(position)
    for ruling in found:
        matter = ruling.matter.as_json()
        named = [questions()[question] for question in ruling.questions]
        values = {
            answers: value_under(
                position,
                matter,
                found.held | {q.id: a for q, a in zip(named, answers, strict=True)} | rest(found, named),
            )
            for answers in itertools.product(*(question.answers for question in named))
        }
        for number, question in enumerate(named):
            changes = [
                values[answers] != values[(*answers[:number], other, *answers[number + 1 :])]
                for answers in values
                for other in question.answers
            ]
            assert any(changes), f"{question.id} changes nothing in {matter}"


def rest(found: Rulings, named: list[Any]) -> dict[str, str]:
    """Default answers to the questions that a ruling does not name."""
    return {question.id: question.default for question in found.free if question not in named}


@pytest.mark.cases(quick=2)
@pytest.mark.parametrize("seed", range(12))
def test_every_reading_satisfies_one_case_and_has_its_value(seed: int) -> None:
    source = random.Random(seed)
    position = replace(random_position(source), asks=(), filters=())
    found = rulings(position, free=["all"])
    for reading in random_totals(source, 4):
        whole = found.completed(reading)
        ruled = {
            str(one.matter.as_json()): one.cases[0].value for one in rulings(position, fixed=reading) if not one.varies
        }
        for ruling in found:
            value = ruled.get(str(ruling.matter.as_json()))
            satisfied = [case.value for case in ruling.cases for line in case.when if holds(line, whole)]
            if not ruling.partial:
                assert len(satisfied) == 1, ruling.matter
            if value is not None and ruling.matter.kind != "score":
                assert value in satisfied or ruling.partial
            index = [question.answers.index(whole[question.id]) for question in found.free]
            assert value in (None, ruling.diagram(index)), ruling.matter


def shuffled(text: str, source: random.Random) -> str:
    """The statements of a program in another order."""
    import clingo.ast

    statements: list[str] = []
    clingo.ast.parse_string(
        text, lambda node: None if node.ast_type == clingo.ast.ASTType.Comment else statements.append(str(node))
    )
    source.shuffle(statements)
    return "\n".join(statements) + "\n"


class TestOrder:
    @pytest.mark.parametrize("name", ["stories/new_gold_for_an_empty_mine", "graveyard/city_finished_later"])
    def test_the_order_of_rules_and_facts_does_not_change_a_ruling(
        self, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        position = entry(name).position
        expected = rulings(position, free=["settled"])
        for seed in range(2):
            source = random.Random(seed)
            monkeypatch.setattr(module, "program", lambda task, source=source: shuffled(program(task), source))
            found = rulings(position, free=["settled"])
            assert list(told(found)) == list(told(expected))
            assert told(found) == told(expected)
            assert [list(case.when) for one in found for case in one.cases] == [
                list(case.when) for one in expected for case in one.cases
            ]

    @pytest.mark.cases(quick=0)
    def test_the_output_is_the_same_in_every_process(self) -> None:
        code = (
            "import sys; from sheriff_kb.gallery import entry; from sheriff_kb.rulings import rulings;"
            "print(rulings(entry('stories/new_gold_for_an_empty_mine').position, free=['all']).rulings)"
        )
        outputs = {
            subprocess.run(
                [sys.executable, "-c", code],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for seed in ("1", "2")
        }
        assert len(outputs) == 1
        assert len(outputs.pop()) > 1000

    def test_questions_are_named_in_the_order_of_the_design(self) -> None:
        order = list(questions())
        for ruling in rulings(entry("stories/new_gold_for_an_empty_mine").position, free=["all"]):
            assert list(ruling.questions) == sorted(ruling.questions, key=order.index)
            assert {question for case in ruling.cases for line in case.when for question in line} <= {*ruling.questions}

    @pytest.mark.parametrize("name", ["stories/new_gold_for_an_empty_mine", "graveyard/story_two_graveyards"])
    def test_matters_come_turn_by_turn_among_those_that_vary_and_those_that_do_not(self, name: str) -> None:
        found = rulings(entry(name).position)
        for varies in (False, True):
            turns = [ruling.matter.turn for ruling in found if ruling.varies == varies]
            number = [turn if isinstance(turn, int) else 1000 + (turn is None) for turn in turns]
            assert number == sorted(number)

    def test_what_is_asked_after_the_last_turn_comes_before_the_end(self) -> None:
        text = GRAVEYARD.replace("+ G +", "+ G hill").replace("tiles:", "tiles:\n  hill: {edges: PMPP}")
        found = rulings(
            parse(text + "asks: [{player: blue, tent: hill}, {kind: points}]\n"),
            fixed={"self_tile": "counted"},
        )
        assert [ruling.matter.kind for ruling in found] == ["may", "points"]


class TestManyCases:
    # Seen in the gallery: with every question freed, the stack of two mountains that are joined has thirty lines.
    @pytest.fixture
    def joined(self) -> Position:
        return entry("sheriff/star_tile_joins_his_mountain_to_another").position

    def on_the_stack(self, position: Position) -> Ruling:
        return rulings(position, free=["all"]).on(kind="stack", turn=1, mountain="west")

    def test_past_the_most_cases_one_reading_a_value_is_told_and_marked_partial(
        self, joined: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        whole = self.on_the_stack(joined)
        assert not whole.partial
        monkeypatch.setattr(module, "MOST_CASES", lines_of(whole) - 1)
        ruling = self.on_the_stack(joined)
        assert ruling.partial
        assert all(len(case.when) == 1 for case in ruling.cases)
        assert {case.value for case in ruling.cases} == {case.value for case in whole.cases}
        defaults = {question.id: question.default for question in questions().values()}
        for case in ruling.cases:
            assert value_under(joined, ruling.matter.as_json(), {**defaults, **one_reading(case.when[0])}) == case.value

    @pytest.mark.cases(quick=0)
    def test_no_value_is_lost_of_a_partial_ruling(self, joined: Position, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "MOST_CASES", 10)
        ruling = self.on_the_stack(joined)
        assert ruling.partial
        # Every reading of the questions that it names, the others at their defaults, without the solver's diagrams.
        source = random.Random(3)
        defaults = {question.id: question.default for question in questions().values()}
        seen = set()
        for _ in range(60):
            chosen = {question: source.choice(questions()[question].answers) for question in ruling.questions}
            seen.add(value_under(joined, ruling.matter.as_json(), {**defaults, **chosen}))
        assert seen <= {case.value for case in ruling.cases}

    def test_what_has_too_many_paths_but_not_too_many_lines_is_told_in_full(self, joined: Position) -> None:
        ruling = self.on_the_stack(joined)
        assert count_paths(ruling.diagram) > MOST_CASES >= lines_of(ruling)
        assert not ruling.partial

    def test_as_many_cases_as_are_told_are_not_too_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        position = entry("stories/new_gold_for_an_empty_mine").position
        most = max(rulings(position), key=lines_of)
        for fewer, partial in ((0, False), (1, True)):
            monkeypatch.setattr(module, "MOST_CASES", lines_of(most) - fewer)
            assert next(one for one in rulings(position) if one.matter == most.matter).partial is partial


class TestRefusals:
    def test_a_reason_for_each_refusal_is_told_as_such_though_other_readings_allow_the_act(self) -> None:
        # Whoever reads that tents only leave his mountain refuses for no other reason (wiki.freeze.2).
        position = entry("witnesses/freeze_tents").position
        (ruling,) = [one for one in rulings(position, fixed={"sheriff_blocks_spot": "shares"}) if one.varies]
        assert [(case.value, case.reasons, case.reasons_in_some) for case in ruling.cases if case.value == "no"] == [
            ("no", ("frozen",), ())
        ]

    POSITION = """
players: [red, blue]
board: |
  left mid right
tiles:
  left: {edges: PMPP, tent: red, tokens: 1}
  mid: {edges: PMPM, tokens: 1}
  right: {edges: PPPM}
sheriff: left
turns:
  - {player: red, place: right, mine: left}
"""

    def test_a_refusal_carries_its_reasons_by_reading(self) -> None:
        # The mountain is finished by the tile: frozen until its tokens are handed out, or not minable any more.
        ruling = rulings(parse(self.POSITION)).on(kind="may", act="mine")
        assert cases(ruling) == {
            "yes": [{"freeze_end": "at_completion", "mine_completed": "allowed"}],
            "no": [
                {"freeze_end": "at_completion", "mine_completed": "refused"},
                {"freeze_end": "at_distribution"},
            ],
        }
        (refused,) = [case for case in ruling.cases if case.value == "no"]
        assert refused.reasons == ()
        assert set(refused.reasons_in_some) == {"frozen", "just_finished"}

    def test_a_reason_that_always_holds_is_told_as_such(self) -> None:
        found = rulings(parse(self.POSITION), fixed={"freeze_end": "at_distribution"}).on(act="mine")
        (refused,) = found.cases
        assert refused.value == "no"
        assert refused.reasons == ("frozen",)
        assert refused.reasons_in_some == ("just_finished",)


class TestAsking:
    def test_without_a_destination_the_legal_ones_are_listed(self) -> None:
        found = rulings(parse(TWO_MOUNTAINS))
        listed = {ruling.matter.place for ruling in found if ruling.matter.kind == "may"}
        assert listed == {"left", "right"}
        assert all(cases(ruling) == {"yes": [{}]} for ruling in found if ruling.matter.kind == "may")
        # Black has to send him to one of them, and does not say to which.
        assert {case.value for case in found.on(kind="sheriff").cases} == {"left", "right"}

    def test_a_filter_picks_the_matters_with_its_keys(self) -> None:
        found = rulings(parse(SAMPLE + "asks: [{kind: pays, player: yellow}, {kind: tax}]\n"))
        assert sorted((ruling.matter.kind, ruling.matter.player) for ruling in found) == [
            ("pays", "yellow"),
            ("tax", None),
        ]
        assert cases(found.on(kind="tax")) == cases(rulings(parse(SAMPLE)).on(kind="tax"))

    def test_a_filter_without_a_kind_picks_all_with_its_keys(self) -> None:
        found = rulings(parse(SAMPLE + "asks: [{player: yellow}]\n"))
        assert {ruling.matter.kind for ruling in found} == {"pays", "collected"}

    def test_asked_acts_are_judged_after_the_last_turn_and_change_nothing(self) -> None:
        asks = "asks: [{player: yellow, mine: mid}, {player: blue, mine: mid}, {player: blue, tent: mid}]\n"
        found = rulings(parse(SAMPLE + asks))
        assert {(one.matter.turn, one.matter.player, one.matter.act) for one in found} == {
            (2, "yellow", "mine"),
            (2, "blue", "mine"),
            (2, "blue", "tent"),
        }
        frozen = found.on(player="yellow", act="mine").cases[0]
        assert (frozen.value, frozen.reasons) == ("no", ("frozen",))
        assert "no_tent" in found.on(player="blue", act="mine").cases[0].reasons
        # On `mid` stands the sheriff, who may take up the spot, and the mountain is his.
        tent = found.on(act="tent")
        assert tent.questions == ("sheriff_blocks_spot", "freeze_tents")
        assert cases(tent)["yes"] == [{"sheriff_blocks_spot": "shares", "freeze_tents": "all_moves"}]

    def test_asked_acts_and_filters_stand_side_by_side(self) -> None:
        found = rulings(parse(SAMPLE + "asks: [{player: blue, tent: west}, {kind: sheriff}]\n"))
        assert {ruling.matter.kind for ruling in found} == {"may", "sheriff"}

    def test_an_asked_destination_is_judged_as_if_a_star_tile_were_placed(self) -> None:
        found = rulings(parse(SAMPLE + "asks: [{player: yellow, sheriff: west}, {player: yellow, sheriff: beside}]\n"))
        # He stands on that mountain already, and no other one is open.
        assert cases(found.on(place="west")) == {"no": [{}]}
        assert cases(found.on(place="beside")) == {"yes": [{}]}

    def test_what_players_see_is_told_only_to_those_who_ask(self) -> None:
        assert all(ruling.matter.kind != "sees" for ruling in rulings(parse(SAMPLE)))
        found = rulings(parse(SAMPLE + "asks: [{kind: sees}]\n"), fixed={"stack_unit": "mountain"})
        assert {ruling.matter.kind for ruling in found} == {"sees"}
        drawn = found.on(player="blue", what="drawn")
        assert cases(drawn) == {
            2: [{"tax_source": "stack", "tax_drawer": "mover"}],
            0: [{"tax_source": "stack", "tax_drawer": "owners"}, {"tax_source": "collection"}],
        }

    def test_a_position_in_which_nothing_happens_raises_nothing(self) -> None:
        assert list(rulings(parse("players: [a, b]\nboard: x\ntiles: {x: {edges: MPPP}}\n"))) == []

    def test_a_filter_that_nothing_meets_leaves_nothing(self) -> None:
        assert list(rulings(parse(SAMPLE + "asks: [{kind: score}]\n"))) == []
        assert list(rulings(parse(GRAVEYARD + "asks: [{kind: score}]\n"))) == []

    def test_a_filter_by_a_place_picks_only_the_mountain_of_that_place(self) -> None:
        for place in ("left", "right"):
            asked = rulings(parse(TWO_MINES + f"asks: [{{kind: stack, mountain: {place}}}]\n"))
            assert [ruling.matter.mountain for ruling in asked] == [place]


class TestAmounts:
    def test_where_the_event_does_not_happen_the_value_is_none(self) -> None:
        text = GRAVEYARD.replace("+ G +", "+ G +\n  + + x").replace(
            "end: true", "turns: [{player: blue, place: x}]\nend: true"
        )
        found = rulings(parse(text.replace("tiles:", "tiles:\n  x: {edges: PPPP}")))
        end = found.on(kind="points", turn="end")
        assert "none" in cases(end)
        assert "graveyard_cowboy" in end.questions

    def test_a_score_is_told_only_where_several_scorings_are_added(self) -> None:
        assert all(ruling.matter.kind != "score" for ruling in rulings(parse(GRAVEYARD)))
        two = """
players: [red, blue]
board: |
  + G +
  H + +
tiles:
  G: {edges: PPPP, graveyard: true, cowboy: {red: graveyard}}
  H: {edges: PPPP, graveyard: true, cowboy: {red: graveyard}}
end: true
"""
        # Five tiles lie around G and three around H (wiki.final.1).
        score = rulings(parse(two)).on(kind="score", player="red")
        assert cases(score) == {10: [{"self_tile": "counted"}], 8: [{"self_tile": "not_counted"}]}

    def test_a_score_adds_what_is_scored_in_turns_and_at_the_end(self) -> None:
        found = rulings(entry("graveyard/story_two_graveyards").position)
        when = {ruling.matter.turn for ruling in found if ruling.matter.kind == "points"}
        assert "end" in when and len(when) > 1
        assert [ruling.matter.kind for ruling in found].count("score") == 1

    def test_what_a_player_pays_is_no_scoring(self) -> None:
        # Yellow pays or not (wiki.tax.1), and has one graveyard.
        text = SAMPLE.replace("  west  mid   east", "  west  mid   east\n  G     .     .")
        text = text.replace("tiles:", "tiles:\n  G: {edges: PPPP, graveyard: true, cowboy: {yellow: graveyard}}")
        text += "observed: [{kind: pays, turn: 1, player: black, value: 0}, {kind: sheriff, turn: 1, value: mid}]\n"
        text += "end: true\n"
        kinds = {(ruling.matter.kind, ruling.matter.player) for ruling in rulings(parse(text))}
        assert {("pays", "yellow"), ("points", "yellow"), ("collected", "yellow")} <= kinds
        assert ("score", "yellow") not in kinds


def test_names_of_a_position_never_reach_the_solver() -> None:
    text = re.sub(r"\bblue\b", '"x). #script(lua) #end."', re.sub(r"\bmid\b", "a(X):-b", SAMPLE))
    text = text.replace("a(X):-b:", '"a(X):-b":').replace("sheriff: a(X):-b", 'sheriff: "a(X):-b"')
    found = rulings(parse(text))
    assert cases(found.on(kind="tax")) == cases(rulings(parse(SAMPLE)).on(kind="tax"))
    assert cases(found.on(kind="sheriff")) == {"a(X):-b": [{}]}
