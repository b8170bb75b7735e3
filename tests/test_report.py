"""Rulings for notebooks, and what is said if there is nothing to rule on."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from click import unstyle

from sheriff_kb.drawing import svg
from sheriff_kb.gallery import entry
from sheriff_kb.position import parse
from sheriff_kb.report import as_html, as_json, as_text
from sheriff_kb.rulings import rulings
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
    return "\n".join(as_text(rulings(parse(tile + more)), wording()))


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
    assert "Carla moved last" in "\n".join(as_text(rulings(position), wording()))


def test_a_mountain_is_named_by_its_tiles_and_asked_for_by_any_of_them() -> None:
    asked = POSITION + "asks: [{kind: tax, mountain: side}]\n"
    (tax,) = rulings(parse(asked))
    assert tax.matter.mountain == "hill"
    assert "the mountain hill-side" in "\n".join(as_text(rulings(parse(asked)), wording()))


NOBODY = "mountain/nobody_there_when_finished"
"""Two of three answers come to the same: tokens that nobody owns leave the mountain, one way or another."""


@pytest.mark.parametrize(("language", "either"), [("en", " or "), ("de", " oder "), ("fr", " ou ")])
def test_answers_that_lead_to_the_same_stand_in_one_line_in_every_language(language: str, either: str) -> None:
    words = wording(language)
    lines = [unstyle(line) for line in as_text(rulings(entry(NOBODY).position), words)]
    (line,) = [line for line in lines if "[unowned_stack: removed or supply]" in line]
    told = [words.answer("unowned_stack", answer) for answer in ("removed", "supply")]
    assert f"  {told[0]}{either}{told[1]}  [" in line


def test_several_answers_are_a_list_in_json() -> None:
    (ruling,) = as_json(rulings(entry(NOBODY).position), wording())["rulings"]
    assert ruling["cases"] == [
        {"value": 0, "when": [{"unowned_stack": ["removed", "supply"]}]},
        {"value": 3, "when": [{"unowned_stack": "left"}]},
    ]
