"""The command `sheriff explain`: what it picks, what it prints, and what it says to odd input."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from schemas import valid
from sheriff_kb.cli import cli
from sheriff_kb.exits import ANSWERED, FAULT, MISUSE
from sheriff_kb.gallery import entry
from sheriff_kb.position import load, to_data

if TYPE_CHECKING:
    from pathlib import Path

GALLERY = files("sheriff_kb") / "positions"
TWO_TENTS = str(GALLERY / "examples" / "star_tile_with_two_tents.yaml")
GRAVEYARD = str(GALLERY / "graveyard" / "tile_itself.yaml")


def explain(*arguments: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(cli, ["explain", *arguments], input=stdin, prog_name="sheriff")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def refused(*arguments: str) -> str:
    result = explain(*arguments)
    assert result.exit_code == MISUSE
    assert result.stdout == ""
    return " ".join(result.stderr.split())


def yaml_with(file: str, **told: object) -> str:
    """A position with something changed or added, as text."""
    return json.dumps(to_data(load(file)) | told)


def data(result: Result) -> list[Any]:
    """The explanations that are printed as JSON."""
    return list(valid("explain", result.stdout)["explanations"])


class TestChoice:
    def test_a_number_is_that_of_the_table(self) -> None:
        table = CliRunner().invoke(cli, ["rulings", TWO_TENTS]).stdout
        assert "3  ?2  tokens taken from mountain west " in table
        assert explain(TWO_TENTS, "3").stdout.startswith("2 tokens are taken from the mountain star-west-mid-east")

    def test_words_pick_all_rulings_that_have_them(self) -> None:
        told = explain(TWO_TENTS, "pays").stdout
        assert "Yellow pays nothing" in told and "Black pays nothing" in told

    def test_a_question_picks_what_shares_most_with_it(self) -> None:
        told = explain(TWO_TENTS, "how many tokens are taken from that mountain?").stdout
        assert told.startswith("2 tokens are taken from the mountain")

    def test_without_words_every_ruling_is_explained(self) -> None:
        assert explain(GRAVEYARD).stdout.startswith("Red scores")

    def test_an_act_that_the_position_does_not_raise_is_asked_for(self) -> None:
        told = explain(TWO_TENTS, "blue", "mine", "mid").stdout
        assert told.startswith("Blue may not mine a token at mid in turn 2")
        assert "\n  - the player has no tent on this mountain" in told

    def test_a_number_there_is_not_is_told_with_those_there_are(self) -> None:
        assert "numbers them from 1 to 7" in refused(TWO_TENTS, "8")

    def test_a_number_of_thousands_of_digits_is_none_that_there_is(self) -> None:
        assert "no such ruling: 10000000000000…" in refused(TWO_TENTS, "1" + "0" * 5000)
        assert "choose a number, or none" in refused(TWO_TENTS, "3", "--why-not", "1" + "0" * 5000)

    def test_words_that_nothing_has_are_told_with_what_there_is(self) -> None:
        told = refused(TWO_TENTS, "railroad")
        assert "no ruling contains 'railroad'" in told
        assert "3 Tokens taken from the mountain star-west-mid-east in turn 1" in told

    def test_a_place_there_is_not_is_told_with_those_there_are(self) -> None:
        assert "no tile `moon`" in (told := refused(TWO_TENTS, "blue", "mine", "moon"))
        assert "`mid`" in told and "<data>" not in told


class TestForms:
    def test_text_ends_with_what_it_rests_on_and_the_sentences(self) -> None:
        told = explain(GRAVEYARD, "1").stdout
        assert "[self_tile: counted]" in told
        assert "This rests on\n  self_tile: counted" in told
        assert "wiki.final.1  " in told

    def test_what_a_position_chooses_is_not_told_as_settled(self) -> None:
        chosen = yaml_with(TWO_TENTS, reading={"tax_source": "collection"})
        told = explain("-", "yellow", "pays", stdin=chosen).stdout
        _, beforehand = told.split("\nand on what was chosen beforehand\n")
        chosen, settled = beforehand.split("\nand on what both texts settle\n")
        assert chosen.split(maxsplit=1)[0] == "tax_source:"
        assert "collection" in chosen
        assert settled.lstrip().startswith("tax_tent_place: region")

    def test_each_sentence_has_the_number_by_which_it_is_cited(self) -> None:
        first, *_, listed = explain(GRAVEYARD, "1").stdout.partition("Sentences\n")
        numbers = {line.split()[0] for line in listed.splitlines() if line.split()[0].isdecimal()}
        cited = {number for line in first.splitlines() for number in bracketed(line)}
        assert cited == numbers

    def test_reasons_are_listed_three_levels_deep_unless_all_are_asked_for(self) -> None:
        def levels(*more: str) -> int:
            tree = explain(TWO_TENTS, "6", *more).stdout.partition("\n\n")[0].splitlines()
            return max((len(line) - len(line.lstrip())) // 2 for line in tree if line.lstrip().startswith("- "))

        assert levels() == 3
        assert levels("--full") > 3
        assert "--full shows more" in explain(TWO_TENTS, "6").stdout

    def test_json_names_those_below_by_their_places(self) -> None:
        (told,) = data(explain(GRAVEYARD, "1", "--format", "json"))
        reasons = told["reasons"]
        assert {below for reason in reasons for below in reason["because"]} == set(range(1, len(reasons)))
        assert all(not reason["given"] or not reason["rules"] for reason in reasons)

    def test_all_in_json_are_a_list(self) -> None:
        told = data(explain(TWO_TENTS, "--format", "json"))
        assert [one["matter"]["kind"] for one in told] == [
            "may",
            "sheriff",
            "tax",
            "pays",
            "pays",
            "stack",
            "collected",
        ]

    def test_markdown_is_a_nested_list(self) -> None:
        told = explain(TWO_TENTS, "3", "--format", "md").stdout
        assert told.startswith("**2 tokens are taken")
        assert "\n    - the sheriff is sent to mid" in told

    def test_mermaid_has_an_arrow_for_each_support(self) -> None:
        (told,) = data(explain(TWO_TENTS, "3", "--format", "json"))
        drawn = explain(TWO_TENTS, "3", "--format", "mermaid").stdout
        assert drawn.startswith("flowchart BT\n")
        assert drawn.count(" --> ") == sum(len(reason["because"]) for reason in told["reasons"])

    def test_names_with_odd_characters_do_not_break_a_diagram(self, tmp_path: Path) -> None:
        game = tmp_path / "odd.yaml"
        text = entry("graveyard/tile_itself").text.partition("expected:")[0]
        game.write_text(text.replace("red", '"Zoë \\"<b>"'), "utf-8")
        for form in ("text", "json", "md", "mermaid"):
            result = explain(str(game), "1", "--format", form)
            assert result.exit_code == ANSWERED, result.stderr
        assert "<b>" not in result.stdout and "Zoë" in result.stdout


class TestReadings:
    def test_an_answer_changes_value_and_reasons(self) -> None:
        counted, not_counted = explain(GRAVEYARD, "1"), explain(GRAVEYARD, "1", "--set", "self_tile=not_counted")
        assert "for the graveyard's own tile" in counted.stdout
        assert "the tile G scores nothing" in not_counted.stdout

    def test_a_held_question_can_be_answered(self) -> None:
        assert "four" in explain(GRAVEYARD, "1", "--set", "surround=four").stdout

    def test_between_two_readings_only_what_parts_them_is_told(self) -> None:
        told = explain(TWO_TENTS, "3", "--between", "wiki", "sheet").stdout
        assert "Under [stack_unit: mountain]" in told and "Under [stack_unit: tile]" in told
        assert "a star tile is placed" not in told

    def test_between_equal_readings_the_reasons_are_the_same(self) -> None:
        told = explain(TWO_TENTS, "3", "--between", "wiki", "wiki").stdout
        assert told.endswith("\n\nThe reasons are the same under both.\n")
        assert "Under [" not in told

    @pytest.mark.parametrize("other", ["nobody", "tax_unit=per_moon", "moon=full", "tax_unit"])
    def test_an_unknown_reading_is_told_at_its_option(self, other: str) -> None:
        assert "Invalid value for '--between'" in refused(TWO_TENTS, "3", "--between", "wiki", other)


class TestWhyNot:
    def test_the_fewest_answers_are_told(self) -> None:
        told = explain(TWO_TENTS, "3", "--why-not", "1").stdout
        assert "It would be so with these ways of reading\n  stack_unit: tile" in told

    def test_an_answer_that_the_position_chose_can_be_changed(self) -> None:
        chosen = yaml_with(TWO_TENTS, reading={"stack_unit": "mountain"})
        told = explain("-", "tokens", "taken", "--why-not", "1", stdin=chosen).stdout
        assert "It would be so only with another choice than the one made beforehand\n  stack_unit: tile" in told

    def test_a_value_it_has_already_is_refused(self) -> None:
        assert "it is 2 already" in refused(TWO_TENTS, "3", "--why-not", "2")

    @pytest.mark.parametrize(
        ("number", "value", "known"),
        [
            ("3", "banana", "a number, or none"),
            ("3", "-1", "a number, or none"),
            ("1", "perhaps", "yes, no"),
            ("2", "moon", "beside, star, west, mid, east"),
        ],
    )
    def test_a_value_it_cannot_have_is_told_with_those_it_can(self, number: str, value: str, known: str) -> None:
        assert f"it cannot be '{value}'; choose {known}" in refused(TWO_TENTS, number, "--why-not", value)

    def test_when_the_time_is_up_that_is_said(self) -> None:
        assert "use --seconds to raise it" in explain(TWO_TENTS, "3", "--why-not", "9", "--seconds", "0").stdout

    def test_it_has_no_diagram(self) -> None:
        assert "--format" in refused(TWO_TENTS, "3", "--why-not", "1", "--format", "mermaid")


class TestInput:
    def test_a_faulty_file_ends_with_1_and_is_told_with_its_line(self, tmp_path: Path) -> None:
        game = tmp_path / "game.yaml"
        game.write_text("players: [red, red]\nboard: |\n  a\n", "utf-8")
        result = explain(str(game), "1")
        assert result.exit_code == FAULT
        assert result.stdout == ""
        assert result.stderr.startswith(f"{game}:1:")

    def test_standard_input_is_read(self) -> None:
        assert explain("-", "1", stdin=entry("graveyard/tile_itself").text).exit_code == ANSWERED

    def test_a_stack_of_which_only_the_total_is_known_rests_on_how_it_lies(self) -> None:
        text = entry("examples/star_tile_with_two_tents").text.partition("expected:")[0] + "stacks: {mid: 3}\n"
        told = explain("-", "tax", "--set", "stack_unit=tile", stdin=text)
        assert told.exit_code == ANSWERED, told.stderr
        assert "stack" in told.stdout

    def test_everything_can_be_left_open(self) -> None:
        assert explain(TWO_TENTS, "--free", "all").exit_code == ANSWERED

    def test_a_closed_pipe_is_no_fault(self) -> None:
        code = "from sheriff_kb.cli import main; main()"
        command = [sys.executable, "-c", code, "explain", TWO_TENTS]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None and process.stderr is not None
            process.stdout.close()
            assert b"Traceback" not in process.stderr.read()


def bracketed(line: str) -> list[str]:
    """The numbers in brackets in a line."""
    inside = [part.partition("]")[0] for part in line.split("[")[1:]]
    return [number for part in inside if part.replace(", ", "").isdecimal() for number in part.split(", ")]
