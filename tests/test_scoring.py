"""What a graveyard scores: which of the rules, the example and the note can be true together, derived by hand."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from schemas import valid
from sheriff_kb.cli import cli
from sheriff_kb.evidence import Coherence, texts
from sheriff_kb.exits import ANSWERED
from sheriff_kb.law import held_answers
from sheriff_kb.report.scoring import Scoring, points, scoring, voices
from sheriff_kb.wording import wording

if TYPE_CHECKING:
    from collections.abc import Callable

SIX, SEVEN = "examples/graveyard_six_around", "examples/graveyard_seven_around"
BOTH = "examples/graveyard_by_both_rules"

NOTE = ("note_rules", "note_example", "note_repeated", "note_own_tile", "note_seven")


def end(around: int, cities: int, own: bool) -> int:
    """The points when the game ends: the tiles around, their cities, and its own tile if that counts."""
    return around + cities + own


def completed(cities: int, fixed: bool, own: bool) -> int:
    """The points of a completed graveyard: 9 and the cities, or counted as at the end."""
    return 9 + cities if fixed else end(8, cities, own)


# What each says of the graveyard of the example, with two cities and so many tiles around it, and of completed ones.
SAYS: dict[str, Callable[[int, bool, bool], bool]] = {
    "completion_rule": lambda _, fixed, own: completed(1, fixed, own) == 9 + 1,
    "end_rule": lambda _, _fixed, own: own,
    "example": lambda around, _, own: end(around, 2, own) == 9,
    "note_rules": lambda _, fixed, own: completed(1, fixed, own) != end(8, 1, own),
    "note_example": lambda around, _, own: end(around, 2, own) != 9,
    "note_repeated": lambda _, fixed, own: own and completed(1, fixed, own) == 9 + 1,
    "note_own_tile": lambda around, _, _own: end(around, 2, True) != 9,
    "note_seven": lambda around, _fixed, _own: around == 7,
}


def held_together(around: int, *chosen: str) -> bool:
    return any(all(SAYS[one](around, *answers) for one in chosen) for answers in product((True, False), repeat=2))


@pytest.fixture(scope="module")
def found() -> Scoring:
    told = scoring(Coherence([], held=held_answers()), texts())
    assert told is not None
    return told


def test_every_voice_speaks_in_sentences_of_its_own() -> None:
    said = voices([*texts(), "note"])
    assert list(said) == list(SAYS)
    assert said["end_rule"] == ("wiki.final.1", "sheet.final.1")
    assert all(passage.startswith("note.") for voice in NOTE for passage in said[voice])
    assert voices(["sheet"])["example"] == ("sheet.final.example",)


def test_the_tables_are_those_that_the_example_may_show(found: Scoring) -> None:
    assert list(found.tables) == [{"graveyard_example": SIX}, {"graveyard_example": SEVEN}]


def test_the_pairs_are_all_but_those_of_two_remarks_of_the_note(found: Scoring) -> None:
    pairs = [pair for pair in combinations(SAYS, 2) if not set(pair) <= set(NOTE)]
    assert [one.voices for one in found.pairs] == pairs
    assert len(pairs) == 18


def test_two_can_be_true_together_as_sums_have_it(found: Scoring) -> None:
    for pair in found.pairs:
        together = [needs is not None for needs in pair.needs]
        assert together == [held_together(around, *pair.voices) for around in (6, 7)], pair.voices


def test_the_rules_agree_with_each_other_and_with_the_example_where_six_tiles_lie_around(found: Scoring) -> None:
    needs = {one.voices: one.needs for one in found.pairs}
    counted, left_out = {"self_tile": "counted"}, {"completion_value": "fixed_nine", "self_tile": "not_counted"}
    assert needs["completion_rule", "end_rule"] == (counted, counted)
    assert needs["completion_rule", "example"] == (counted, left_out)
    assert needs["end_rule", "example"] == (counted, None)
    assert needs["end_rule", "note_rules"] == (None, None), "1 and 8 are 9: the note is wrong if the tile counts"
    assert needs["end_rule", "note_example"] == (None, counted)
    assert needs["completion_rule", "note_seven"] == (None, {})
    assert found.rules.voices == ("completion_rule", "end_rule", "example")
    assert found.rules.needs == (counted, None)


def test_the_points_are_those_of_the_sums() -> None:
    told = {
        (position, ruling.matter.turn, case.value, when.get("self_tile"), when.get("completion_value"))
        for position, rulings in points()
        for ruling in rulings
        for case in ruling.cases
        for when in case.when
    }
    own = {"counted": True, "not_counted": False}
    assert told == {
        *((SIX, "end", end(6, 2, own[tile]), tile, None) for tile in own),
        *((SEVEN, "end", end(7, 2, own[tile]), tile, None) for tile in own),
        *((BOTH, "end", end(8, 1, own[tile]), tile, None) for tile in own),
        *((BOTH, 1, completed(1, False, own[tile]), tile, "as_at_the_end") for tile in own),
        (BOTH, 1, completed(1, True, True), None, "fixed_nine"),
    }


def test_what_is_fixed_counts() -> None:
    shown = scoring(Coherence([], held=held_answers(), tables={"graveyard_example": SEVEN}), texts())
    assert shown is not None
    assert list(shown.tables) == [{"graveyard_example": SEVEN}]
    left_out = scoring(Coherence([], held=held_answers(fixed={"self_tile": "not_counted"})), texts())
    assert left_out is not None
    assert {one.voices: one.needs for one in left_out.pairs}["completion_rule", "end_rule"] == (None, None)
    assert scoring(Coherence([], held=held_answers()), ["analogy"]) is None


def test_the_command_leads_with_it() -> None:
    text = CliRunner().invoke(cli, ["conflicts"]).stdout
    words = wording()
    one, other = (words.evidence("scoring", voice) for voice in ("end_rule", "example"))
    row = next(line for line in text.splitlines() if words.evidence("phrases", "pair", one=one, other=other) in line)
    assert row.split()[-2:] == ["yes", "no"]
    assert text.index(row) < text.index("These cannot hold together")
    assert "six tiles around, when the game ends: 9 [self_tile: counted] or 8 [self_tile: not_counted]" in text
    assert (
        words.evidence("phrases", "together") not in CliRunner().invoke(cli, ["conflicts", "--source", "base"]).stdout
    )


def test_the_command_tells_it_to_programs() -> None:
    done = CliRunner().invoke(cli, ["conflicts", "--format", "json"])
    assert done.exit_code == ANSWERED
    data = valid("conflicts", done.stdout)["scoring"]
    assert data["tables"] == [{"graveyard_example": SIX}, {"graveyard_example": SEVEN}]
    assert {"voices": ["end_rule", "example"], "needs": [{"self_tile": "counted"}, None]} in data["together"]
    assert list(data["voices"]) == list(SAYS)
    done = CliRunner().invoke(cli, ["conflicts", "--source", "base", "--format", "json"])
    assert valid("conflicts", done.stdout)["scoring"] is None
