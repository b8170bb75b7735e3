"""The gallery: its positions together distinguish all answers. `test_corpus.py` judges each of them."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from sheriff_kb.faults import Faults
from sheriff_kb.gallery import Entry, differences, entries, entry
from sheriff_kb.law import UnknownAnswer, allowed, questions
from sheriff_kb.position import parse, to_yaml
from sheriff_kb.rulings import rulings
from sheriff_kb.solving import nodes
from test_fault_rules import ACTS

if TYPE_CHECKING:
    from collections.abc import Iterator

ENTRIES = list(entries())
TOPICS = {"refusals", "sheriff", "tax", "freeze", "end", "graveyard", "mountain", "tents", "stories", "examples"}


def test_there_is_something_on_every_topic() -> None:
    assert {found.name.partition("/")[0] for found in ENTRIES} >= TOPICS
    assert len(ENTRIES) > 100


def test_entries_come_by_name_and_are_found_by_it() -> None:
    names = [found.name for found in ENTRIES]
    assert names == sorted(names)
    assert entry(names[5]) == ENTRIES[5]
    with pytest.raises(KeyError):
        entry("tax/no_such_position")


# --- every answer decides something ----------------------------------------------------------------------------------


@cache
def decided() -> frozenset[tuple[str, str, str]]:
    """Pairs of answers to a question between which the value of some expected matter is different.

    All else equal: a test of the question in the diagram of the matter parts the two answers.
    """
    found = set()
    for one in ENTRIES:
        ruled = rulings(one.position, free=["all"])
        expected = [dict(item["matter"]) for item in one.position.expected]
        for ruling in ruled:
            if ruling.matter.as_json() in expected:
                for node in nodes(ruling.diagram):
                    if node.variable is not None:
                        question = ruled.free[node.variable]
                        assert question.id in ruling.questions
                        found.update(
                            (question.id, answer, other)
                            for answer, branch in zip(question.answers, node.branches, strict=True)
                            for other, another in zip(question.answers, node.branches, strict=True)
                            if branch is not another
                        )
    return frozenset(found)


@pytest.mark.cases(quick=0)
@pytest.mark.parametrize("question", questions().values(), ids=lambda question: question.id)
def test_every_two_answers_lead_to_different_rulings_somewhere(question: Any) -> None:
    for number, answer in enumerate(question.answers):
        for other in question.answers[:number]:
            told = (question.id, answer, other) in decided()
            assert told, f"{question.id}: {answer} and {other} differ nowhere"


@pytest.mark.parametrize("question", questions().values(), ids=lambda question: question.id)
def test_every_answer_to_a_question_is_named_in_a_document(question: Any) -> None:
    named = {
        answer
        for one in ENTRIES
        for expected in one.position.expected
        for case in expected.get("cases", ())
        for cube in cubes(case)
        for asked, some in cube.items()
        if asked == question.id
        for answer in allowed(some)
    }
    assert named == set(question.answers)


def cubes(case: dict[str, Any]) -> list[dict[str, str]]:
    when = case["when"]
    return when if isinstance(when, list) else [when]


# --- the comparison can fail -----------------------------------------------------------------------------------------


def altered(found: Entry) -> Iterator[Entry]:
    """The entry with one expected value after the other replaced by another one."""
    expected = found.position.expected
    for number, item in enumerate(expected):
        others: list[dict[str, Any]] = []
        if "value" in item:
            others.append({**item, "value": other_value(item["value"])})
        for place, case in enumerate(item.get("cases", ())):
            changed = {**case, "value": other_value(case["value"])}
            others.append({**item, "cases": [*item["cases"][:place], changed, *item["cases"][place + 1 :]]})
            others.append({**item, "cases": [*item["cases"][:place], *item["cases"][place + 1 :]]})
        for other in others:
            changed_entry = Entry(found.name, found.text)
            position = replace(found.position, expected=(*expected[:number], other, *expected[number + 1 :]))
            changed_entry.__dict__["position"] = position
            yield changed_entry


def other_value(value: Any) -> Any:
    return value + 1 if isinstance(value, int) else {"yes": "no", "no": "yes", "none": 0}.get(value, "elsewhere")


@pytest.mark.parametrize(
    "name", ["examples/star_tile_with_two_tents", "graveyard/city_finished_later", "end/three_tokens_two_owners"]
)
def test_a_value_altered_or_a_case_left_out_is_found(name: str) -> None:
    variants = list(altered(entry(name)))
    assert len(variants) > 3
    for variant in variants:
        assert len(differences(variant)) == 1


SMALL = """
players: [red, blue]
board: |
  + + +
  + G +
tiles:
  G: {edges: PPPP, graveyard: true, cowboy: {red: graveyard}}
end: true
expected:
  - matter: {kind: points, turn: end, player: red, for: graveyard, at: G}
"""


def compared(expectation: str) -> list[str]:
    return [str(difference) for difference in differences(Entry("small", SMALL + expectation))]


class TestComparison:
    def test_complete_cases_agree(self) -> None:
        assert (
            compared(
                """    cases:
      - {value: 6, when: {self_tile: counted}}
      - {value: 5, when: {self_tile: not_counted}}
"""
            )
            == []
        )

    def test_a_case_may_be_split_and_overlap_itself(self) -> None:
        assert (
            compared(
                """    cases:
      - {value: 6, when: [{self_tile: counted, tax_unit: per_tile}, {self_tile: counted}]}
      - {value: 5, when: [{self_tile: not_counted}]}
"""
            )
            == []
        )

    def test_a_case_may_list_answers_of_which_any_will_do(self) -> None:
        listed = "    cases: [{value: 6, when: {self_tile: [counted, not_counted]}}]\n"
        assert [line.partition("expected ")[2] for line in compared(listed)] == [
            "6, found 5, under self_tile: not_counted",
        ]
        any_first = "{self_tile: counted, end_first: [last_player, next_player, start_player]}"
        either = f"    cases:\n      - {{value: 6, when: {any_first}}}\n"
        assert compared(either + "      - {value: 5, when: {self_tile: [not_counted]}}\n") == []

    def test_a_held_question_may_be_among_the_answers_listed(self) -> None:
        case = "      - {value: 6, when: {self_tile: counted, surround: [four, eight]}}\n"
        assert compared("    cases:\n" + case + "      - {value: 5, when: {self_tile: not_counted}}\n") == []

    def test_a_difference_names_the_matter_both_values_and_the_answers(self) -> None:
        (line,) = compared("    value: 6\n")
        assert "kind: points" in line
        assert "player: red" in line
        assert "expected 6, found 5" in line
        assert "self_tile: not_counted" in line

    def test_a_reading_that_no_case_covers_is_found(self) -> None:
        (line,) = compared("    cases:\n      - {value: 6, when: {self_tile: counted}}\n")
        assert "expected not said, found 5" in line

    def test_a_reading_to_which_two_cases_give_different_values_is_found(self) -> None:
        (line,) = compared(
            """    cases:
      - {value: 6, when: {}}
      - {value: 5, when: {self_tile: not_counted}}
"""
        )
        assert "6 and 5" in line

    def test_an_answer_to_a_held_question_makes_a_case_of_no_effect(self) -> None:
        assert (
            compared(
                """    cases:
      - {value: 6, when: {self_tile: counted, surround: eight}}
      - {value: 5, when: {self_tile: not_counted}}
      - {value: 4, when: {surround: four}}
"""
            )
            == []
        )

    def test_a_matter_that_nothing_raises_is_none(self) -> None:
        blue = SMALL.replace("player: red, for", "player: blue, for")
        assert differences(Entry("small", blue + "    value: none\n")) == []
        (difference,) = differences(Entry("small", blue + "    value: 6\n"))
        assert difference.found == "none"

    def test_an_answer_that_does_not_exist_is_refused(self) -> None:
        with pytest.raises((UnknownAnswer, Faults), match="counting"):
            compared("    cases:\n      - {value: 6, when: {self_tile: counting}}\n")


@pytest.mark.cases(quick=0)
def test_every_document_is_written_and_read_back_the_same() -> None:
    for one in ENTRIES:
        assert parse(to_yaml(one.position)) == one.position, one.name


@pytest.mark.cases(quick=0)
def test_every_reason_for_a_refusal_is_shown() -> None:
    wording = tomllib.loads((files("sheriff_kb.wording") / "en.toml").read_text("utf-8"))
    known = {(act, reason) for act, reasons in wording["reasons"].items() for reason in reasons}
    shown = {
        (ruling.matter.act, reason)
        for found in ENTRIES
        for ruling in rulings(found.position)
        for case in ruling.cases
        for reason in (*case.reasons, *case.reasons_in_some)
    }
    # What the reader of files refuses only facts can express; there each is shown.
    by_facts = {refused.rpartition(",")[2].removesuffix(")") for _, refused in ACTS} - {reason for _, reason in shown}
    assert known - shown == {(act, reason) for act, reason in known if reason in by_facts}
    assert by_facts == {"one_act", "not_in_turn", "not_just_placed", "no_mountain", "not_on_table"}
    assert shown <= known
