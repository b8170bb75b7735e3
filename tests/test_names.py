"""Names on the command line: what is accepted, what a shell offers, and which name is said to be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner

from sheriff_kb.cli import cli
from sheriff_kb.cli.names import ANSWER, FREED, PASSAGE, POSITION, QUESTION, READING, Reading, together
from sheriff_kb.exits import MISUSE
from sheriff_kb.faults import closest
from sheriff_kb.law import named_readings, questions

if TYPE_CHECKING:
    from sheriff_kb.cli.names import Type


def offered(kind: Type, begun: str) -> list[str]:
    command = click.Command("any", params=[click.Argument(["name"], type=kind)])
    context = click.Context(command)
    return [item.value for item in kind.shell_complete(context, command.params[0], begun)]


def refused(kind: Type, text: str) -> str:
    with pytest.raises(click.BadParameter) as error:
        kind.convert(text, None, None)
    return error.value.message


def test_a_name_that_is_known_is_taken() -> None:
    assert QUESTION.convert("owner", None, None) == "owner"
    assert FREED.convert("settled", None, None) == "settled"
    assert PASSAGE.convert("note.1a", None, None) == "note.1a"
    assert POSITION.convert("tents", None, None) == "tents"
    assert POSITION.convert("graveyard/tile_itself", None, None) == "graveyard/tile_itself"


def test_of_a_name_that_is_unknown_the_closest_is_named() -> None:
    assert refused(QUESTION, "ownr") == "no such question: 'ownr'; did you mean owner?"
    assert refused(PASSAGE, "OWNER") == "no such passage: 'OWNER'"
    assert refused(POSITION, "tent") == "no such position in the gallery: 'tent'"


def test_if_none_is_close_a_few_are_listed_and_many_are_not() -> None:
    assert refused(READING, "mine") == f"no such reading: 'mine'; choose from {', '.join(named_readings())}"
    assert refused(QUESTION, "zzz") == "no such question: 'zzz'"


def test_a_shell_is_offered_what_begins_so() -> None:
    assert offered(QUESTION, "self") == ["self_tile"]
    assert offered(FREED, "sett") == ["settled"]
    assert offered(ANSWER, "self_tile=") == ["self_tile=counted", "self_tile=not_counted"]
    assert offered(READING, "w") == ["wiki"]
    assert offered(Reading(), "w") == ["wiki"]
    assert "graveyard/tile_itself" in offered(POSITION, "graveyard/")


def test_an_answer_is_a_pair_and_has_to_exist() -> None:
    assert ANSWER.convert("self_tile: counted", None, None) == ("self_tile", "counted")
    assert "is not of the form question=answer" in refused(ANSWER, "self_tile")
    assert "its answers are counted, not_counted" in refused(ANSWER, "self_tile=yes")


def test_a_reading_is_a_name_or_answers() -> None:
    assert Reading().convert("wiki", None, None) == named_readings()["wiki"]
    assert Reading().convert("self_tile=counted,owner=majority", None, None) == {
        "self_tile": "counted",
        "owner": "majority",
    }
    assert "answered twice" in refused(Reading(), "self_tile=counted,self_tile=not_counted")


def test_a_question_is_answered_once() -> None:
    assert together([("owner", "majority"), ("owner", "majority")]) == {"owner": "majority"}
    with pytest.raises(click.BadParameter, match="owner is answered twice, by majority and by tents_too"):
        together([("owner", "majority"), ("owner", "tents_too")])


def test_a_very_long_name_is_compared_in_part() -> None:
    assert closest("self_tile" + "x" * 10_000, questions()) is None
    assert closest("SELF_TILE", questions()) == "self_tile"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["diff", "wiki"], "after wiki, give one other reading"),
        (["diff", "self_til"], "did you mean self_tile?"),
        (["faq", "graveyrds"], "did you mean graveyards?"),
        (["conflicts", "--keep", "wiki.tx.1"], "did you mean wiki.tax.1?"),
        (["conflicts", "--shows", "tax"], "no such position that an example can show: 'tax'"),
        (["vectors", "--reading", "wikki"], "did you mean wiki?"),
        (["program", "rullings"], "did you mean rulings?"),
    ],
)
def test_commands_say_which_name_is_meant(arguments: list[str], told: str) -> None:
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == MISUSE
    assert told in " ".join(result.stderr.split())
