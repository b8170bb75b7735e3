"""The command `sheriff diff`: what it prints can be ruled on, and wrong input is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from schemas import valid
from sheriff_kb.cli import cli
from sheriff_kb.exits import ANSWERED, INCOMPLETE, MISUSE
from sheriff_kb.position import from_data, load
from sheriff_kb.rulings import rulings
from sheriff_kb.witness import Size
from sheriff_kb.witness.sought import size_of

if TYPE_CHECKING:
    from pathlib import Path


def sheriff(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, prog_name="sheriff")


def test_what_is_printed_is_a_position_on_which_the_answers_part(tmp_path: Path) -> None:
    found = sheriff("diff", "self_tile", "--most-tiles", "1")
    assert found.exit_code == ANSWERED, found.output
    file = tmp_path / "w.yaml"
    file.write_text(found.stdout, "utf-8")
    position = load(file)
    assert size_of(position) == Size(tiles=1, figures=1, turns=0, tokens=0, off=0)
    assert "self_tile" in rulings(position).on(kind="points").questions
    assert sheriff("rulings", str(file)).exit_code == ANSWERED
    assert "1 / 0" in found.stdout
    assert "sheet.final.1" in found.stdout


def test_as_json_with_its_size_matters_and_sentences() -> None:
    found = sheriff("diff", "no_target", "--most-tiles", "1", "--format", "json")
    assert found.exit_code == ANSWERED, found.output
    data = valid("diff", found.stdout)
    assert data["complete"] is True
    assert data["bounds"]["tiles"] == 1
    (one,) = data["differences"]
    assert (one["one"], one["other"]) == ({"no_target": "returned"}, {"no_target": "stays"})
    assert one["size"] == {"tiles": 1, "figures": 1, "turns": 1, "tokens": 0, "off": 0}
    assert {"kind": "sheriff", "turn": 1} in [matter["matter"] for matter in one["matters"]]
    assert "wiki.move.5" in [sentence["passage"] for sentence in one["sentences"]]
    assert from_data(one["position"]).free == ("no_target",)


def test_two_answers_are_named() -> None:
    found = sheriff("diff", "owner", "majority", "tents_too", "--most-tiles", "1")
    assert found.exit_code == ANSWERED
    assert "tent: blue" in found.stdout


def test_answers_that_are_set_are_the_same_on_both_sides() -> None:
    found = sheriff("diff", "reentry", "--set", "return_then_replace=stays_beside", "--most-tiles", "1")
    assert found.exit_code == ANSWERED
    assert found.stdout.count("- {player") == 2


def test_where_there_is_none_the_bounds_are_told() -> None:
    found = sheriff("diff", "tax_unit", "--tiles", "one_mountain", "--most-tiles", "1", "--most-turns", "1")
    assert found.exit_code == ANSWERED
    assert "No difference on boards of up to 1 tiles" in found.stdout
    assert "no tile has two mountain segments" in found.stdout


def test_two_readings_part_smallest_first() -> None:
    found = sheriff("diff", "default", "example", "--most-tiles", "1", "--format", "json")
    assert found.exit_code == ANSWERED, found.output
    data = valid("diff", found.stdout)["differences"]
    assert [one["other"] for one in data] == [{"self_tile": "not_counted"}, {"tax_drawer": "owners"}]


def test_the_effect_that_depends_on_another_question() -> None:
    found = sheriff("diff", "reentry", "--with", "return_then_replace", "--most-tiles", "1", "--most-turns", "1")
    assert found.exit_code == ANSWERED, found.output
    assert "free: [return_then_replace, reentry]" in found.stdout


def test_when_the_time_is_over_that_is_told() -> None:
    found = sheriff("diff", "merged_mountain", "--timeout", "0.1")
    assert found.exit_code == INCOMPLETE
    assert "Timeout reached" in found.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["self_tiles"], "did you mean self_tile?"),
        (["wiky", "sheet"], "did you mean wiki?"),
        (["self_tile", "counted"], "two of its answers or none"),
        (["self_tile", "counted", "count"], "count"),
        (["self_tile", "--with", "self_tile"], "the same"),
        (["self_tile", "--with", "no_such"], "no such question"),
        (["wiki", "sheet", "--with", "owner"], "goes with a question"),
    ],
)
def test_what_does_not_exist_is_told_with_what_does(arguments: list[str], said: str) -> None:
    found = sheriff("diff", *arguments)
    assert found.exit_code == MISUSE
    assert said in found.output
