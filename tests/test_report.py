"""Rulings at a glance, in cases and in notebooks, and what is said if there is nothing to rule on."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from click import unstyle

from schemas import faults
from sheriff_kb.drawing import svg
from sheriff_kb.gallery import Entry, entries, entry
from sheriff_kb.law import allowed, named_readings
from sheriff_kb.position import parse
from sheriff_kb.report import as_html, as_json, at_a_glance, cases, rulings_as_json, tree
from sheriff_kb.report.asked import asked_for
from sheriff_kb.rulings import Ruling, rulings
from sheriff_kb.rulings.changes import changes, reading_of
from sheriff_kb.rulings.tables import CaseTable, case_tables
from sheriff_kb.wording import wording

POSITION = """
title: "<b>Who</b> & what"
players: [blue, "<i>"]
board: |
  hill side
tiles:
  hill: {edges: PMPP, tent: "<i>"}
  side: {edges: MPPM}
turns: [{player: blue, sheriff: hill}]
"""


def test_a_notebook_shows_rulings_as_a_table_in_which_names_are_only_text() -> None:
    table = ET.fromstring(as_html(rulings(parse(POSITION)), wording()).replace("<br>", "<br/>"))
    text = "".join(table.itertext())
    assert "<b>Who</b> & what" in text
    assert "tokens <i> pays" in text


def test_a_notebook_shows_a_position_as_a_picture() -> None:
    assert ET.fromstring(svg(parse(POSITION))).tag.endswith("svg")


def said(more: str) -> str:
    tile = "players: [blue]\nboard: |\n  hill +\ntiles: {hill: {edges: PPPP}}\n"
    return "\n".join(at_a_glance(rulings(parse(tile + more)), wording()))


def test_it_is_said_why_there_is_nothing_to_rule_on() -> None:
    assert "write `turns`" in said("")
    assert "in these turns" in said("turns: [{player: blue, place: hill}]")
    assert "leave `asks` out" in said("turns: [{player: blue, place: hill}]\nasks: [{kind: score}]")


def test_what_the_file_leaves_unsaid_and_the_rulings_take_for_granted_is_said() -> None:
    position = parse("""
players: [Anna, Ben, Carla]
board: |
  w m
tiles:
  w: {edges: PMPP, cowboy: {Anna: mountain}}
  m: {edges: MPPM, cowboy: {Ben: mountain}}
sheriff: m
end: true
""")
    assert "Carla moved last" in "\n".join(at_a_glance(rulings(position), wording()))


def test_a_mountain_is_named_by_its_tiles_and_asked_for_by_any_of_them() -> None:
    asked = POSITION + "asks: [{kind: tax, mountain: side}]\n"
    (tax,) = rulings(parse(asked))
    assert tax.matter.mountain == "hill"
    assert "tokens taken from mountain hill" in "\n".join(at_a_glance(rulings(parse(asked)), wording()))


NOBODY = "mountain/nobody_there_when_finished"
"""Two of three answers come to the same: tokens that nobody owns leave the mountain, one way or another."""


@pytest.mark.parametrize(("language", "either"), [("en", " or "), ("de", " oder "), ("fr", " ou ")])
def test_answers_that_lead_to_the_same_are_joined_in_every_language(language: str, either: str) -> None:
    # The usual one is `left`, with 3 tokens; by the two others there are none.
    found = rulings(entry(NOBODY).position, fixed={})
    (row,) = rows(map(unstyle, at_a_glance(found, wording(language), reading="recommended", width=200)))
    told = found.rulings[0].under["recommended"]
    assert row.endswith(f"A{either}B" if told == 3 else "A")


def test_rulings_as_json_are_what_the_command_prints_without_the_file() -> None:
    data = rulings_as_json(rulings(entry(NOBODY).position))
    assert faults("rulings", data) == []
    assert data["complete"] is True
    assert "file" not in data["positions"][0]


def test_several_answers_are_a_list_in_json() -> None:
    (ruling,) = as_json(rulings(entry(NOBODY).position), wording())["rulings"]
    assert ruling["cases"] == [
        {"value": 0, "when": [{"unowned_stack": ["removed", "supply"]}]},
        {"value": 3, "when": [{"unowned_stack": "left"}]},
    ]


# --- at a glance -----------------------------------------------------------------------------------------------------

TAXED = """
title: A star tile sends the sheriff to a mountain with two tents
players: [blue, red, black]
board: |
  west mid east
  sta  .   .
tiles:
  west: {edges: PMPP, nuggets: 3, tent: red}
  mid: {edges: PMPM}
  east: {edges: PMPM, tent: black}
  sta: {edges: PPPP, star: true}
turns:
  - {player: blue, place: sta, sheriff: mid}
"""


def glance(text: str, **how: Any) -> list[str]:
    return [unstyle(line) for line in at_a_glance(rulings(parse(text)), wording(), **how)]


def rows(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if line[:3].strip().isdecimal()]


def test_a_turn_is_told_as_it_happens_the_step_before_the_tax_before_what_is_left() -> None:
    # Both texts: he is moved, and then activated where he arrives (wiki.move.1, wiki.tax.1).
    told = [row[9:].partition("  ")[0] for row in rows(glance(TAXED))]
    steps = [
        "blue may send the sheriff to mid",
        "the sheriff's place",
        "tokens taken from mountain west",
        "tokens on mountain west",
    ]
    assert [one for one in told if one in steps] == steps


def test_a_row_says_what_one_other_answer_alone_changes() -> None:
    # One token for each rival with a tent: 2 from one stack (wiki.tax.1), none if they come from collections.
    (row,) = [row for row in rows(glance(TAXED)) if "tokens taken from mountain west" in row]
    assert row.split()[2:8] == ["tokens", "taken", "from", "mountain", "west", "2"]
    assert "0 if " in row


def test_what_is_the_same_in_every_reading_is_marked_in_its_row() -> None:
    (row,) = [row for row in rows(glance(TAXED)) if "the sheriff's place" in row]
    assert row.split()[1] == "="


def test_a_ruling_that_depends_on_many_questions_keeps_its_mark_whole() -> None:
    found = rulings(parse(TAXED))
    (tax,) = [one for one in found if one.matter.kind == "tax"]
    many = replace(tax, questions=tuple(f"q{n}" for n in range(12)))
    everything = replace(found, rulings=(many,) * 1200)
    told = [unstyle(line) for line in at_a_glance(everything, wording())]
    assert told[-1]
    assert any(line.startswith("1200  ?12  tokens taken from mountain west") for line in told)


def test_each_answer_has_one_letter_which_its_first_row_explains() -> None:
    lines = glance(TAXED)
    explained = [line.split()[0] for line in lines if re.match(r" {9}[A-Z]\b", line)]
    used = {word.strip(";") for row in rows(lines) for word in row.partition(" if ")[2].split() if word[:1].isupper()}
    assert explained == sorted(set(explained))
    assert {letter for one in used for letter in one.split("+")} == set(explained)


def test_what_is_nothing_under_every_reading_is_left_to_all() -> None:
    position = TAXED.replace(", tent: red", "").replace(", tent: black", "")
    assert not [row for row in rows(glance(position)) if "pays" in row]
    assert len(rows(glance(position, everything=True))) >= len(rows(glance(position)))


def test_values_are_those_of_the_reading_that_is_named() -> None:
    for name in ("wiki", "sheet"):
        found = rulings(parse(TAXED))
        shown = [row for row in rows(glance(TAXED, reading=name)) if "tokens taken from mountain west" in row]
        (ruling,) = [one for one in found if one.matter.kind == "tax"]
        assert shown[0].split()[7] == str(ruling.under[name])


GROWN = """
players: [blue, red]
board: |
  new old
tiles:
  old: {edges: PPPM, nuggets: 2}
  new: {edges: PMPM, nuggets: 1}
sheriff: old
turns:
  - {player: blue, mine: old}
  - {player: red, place: new}
"""


def test_a_mountain_keeps_its_name_when_it_grows() -> None:
    assert {row.split()[5] for row in rows(glance(GROWN)) if "tokens on" in row} <= {"old"}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.cases(quick=6, full=24)
@pytest.mark.parametrize(
    "one", [one for one in entries() if one.name.startswith(("stories", "examples"))], ids=lambda one: one.name
)
def test_no_line_is_wider_than_the_page(one: Entry, width: int, language: str) -> None:
    found = rulings(one.position)
    words = wording(language)
    assert all(len(unstyle(line)) <= width for line in at_a_glance(found, words, width=width))
    assert all(len(unstyle(line)) <= width for line in cases(found, words, width=width))
    for ruling in found:
        assert all(len(unstyle(line)) <= width for line in tree(ruling, found, words, width=width))


# --- cases -----------------------------------------------------------------------------------------------------------


def values_in(table: CaseTable, place: int, reading: Mapping[str, str]) -> list[int | str]:
    return [values[place] for values, line in table.rows if all(reading[q] in allowed(a) for q, a in line.items())]


@pytest.mark.cases(quick=6, full=40)
@pytest.mark.parametrize("one", list(entries()), ids=lambda one: one.name)
def test_a_table_has_under_each_reading_one_row_with_the_value_of_each_of_its_rulings(one: Entry) -> None:
    found = rulings(one.position)
    tabled = [number for table in case_tables(found) for number, _ in table.rulings]
    assert sorted(tabled) == [number for number, ruling in enumerate(found, 1) if ruling.varies]
    for name, reading in named_readings().items():
        complete = found.completed({q.id: reading[q.id] for q in found.free if q.id in reading})
        answers = [question.answers.index(complete[question.id]) for question in found.free]
        for table in case_tables(found):
            for place, (_, ruling) in enumerate(table.rulings):
                if not table.partial:
                    assert values_in(table, place, complete) == [ruling.diagram(answers)], (name, ruling.matter)


def test_a_ruling_is_asked_for_by_number_or_in_words() -> None:
    found = rulings(parse(TAXED))
    words = wording()
    (tax,) = asked_for(found.rulings, found.position, "how many tokens are taken from the mountain west?", words)
    assert tax.matter.kind == "tax"
    (step,) = asked_for(found.rulings, found.position, "may blue send the sherif to mid", words)
    assert (step.matter.kind, step.matter.act) == ("may", "sheriff")
    assert asked_for(found.rulings, found.position, "1", words) == [found.rulings[0]]
    assert (
        asked_for(found.rulings, found.position, "0", words)
        == asked_for(found.rulings, found.position, "1" * 5000, words)
        == asked_for(found.rulings, found.position, "xyzzy", words)
        == []
    )


# --- changes ---------------------------------------------------------------------------------------------------------


@pytest.mark.cases(quick=6, full=40)
@pytest.mark.parametrize("one", list(entries()), ids=lambda one: one.name)
def test_changes_are_those_that_trying_each_answer_finds(one: Entry) -> None:
    found = rulings(one.position)
    if found.unsaid:
        return
    reading = found.completed(reading_of(found, "recommended"))

    def value(changed: Mapping[str, str], ruling: Ruling) -> Any:
        answers = {**reading, **changed}
        return ruling.diagram([question.answers.index(answers[question.id]) for question in found.free])

    for ruling in found:
        told = changes(found, ruling, reading)
        usual = value({}, ruling)
        tried = {
            (question.id, answer): value({question.id: answer}, ruling)
            for question in found.free
            for answer in question.answers
        }
        alone = {
            (question, answer): change.values[0]
            for change in told.alone
            for question, answers in change.answers.items()
            for answer in allowed(answers)
        }
        assert told.values == (usual,)
        assert alone == {key: found for key, found in tried.items() if found != usual}
        for change in told.together:
            assert len(change.answers) > 1
            assert value({q: str(a) for q, a in change.answers.items()}, ruling) == change.values[0]
        reached = {usual, *alone.values(), *(change.values[0] for change in told.together)}
        assert reached == {case.value for case in ruling.cases}
