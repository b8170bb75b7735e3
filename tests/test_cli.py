"""The command, as people and programs use it: what goes where, exit codes, and nothing but messages for bad input."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import click
import pytest
from click.testing import CliRunner, Result

from schemas import valid
from sheriff_kb import output
from sheriff_kb.cli import GROUPS, cli
from sheriff_kb.evidence import Coherence
from sheriff_kb.exits import ANSWERED, FAULT, INCOMPLETE, MISUSE
from sheriff_kb.explain import Explainer
from sheriff_kb.gallery import entries, entry
from sheriff_kb.law import allowed, law_version, named_readings, questions, tasks
from sheriff_kb.position import Matter, parse, to_data
from sheriff_kb.rulings import Judge, facts, held_in, rulings
from sheriff_kb.solving import OutOfTime, Term, effort, terms

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = entry("examples/star_tile_with_two_tents").text
GOOD = SAMPLE[: SAMPLE.index("about:")]
FAULTY = GOOD.replace("tent: black", "tent: blak")


def sheriff(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(cli, arguments, input=stdin, prog_name="sheriff")


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own."""
    options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run(
        [sys.executable, "-c", "from sheriff_kb.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,
    )


def shell(script: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which `sheriff` is the command."""
    python = shlex.quote(sys.executable)
    function = f"sheriff() {{ {python} -c 'from sheriff_kb.cli import main; main()' \"$@\"; }}\n"
    return subprocess.run(
        ["bash", "-c", "set -o pipefail\n" + function + script],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.yaml"
    path.write_text(GOOD, "utf-8")
    return str(path)


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY, "utf-8")
    return str(path)


# --- exit codes and streams ------------------------------------------------------------------------------------------


class TestExitCodes:
    @pytest.mark.parametrize(
        "arguments",
        [
            ["rulings", "GAME"],
            ["GAME"],
            ["--format", "json", "GAME"],
            ["check", "GAME"],
            ["facts", "GAME"],
            ["check", "--format", "json", "GAME"],
            ["draw", "GAME"],
            ["explain", "GAME", "1"],
            ["gallery"],
            ["questions"],
            ["evidence", "owner"],
            ["readings"],
            ["faq", "--list"],
            ["ask", "mine on his mountain"],
            ["program"],
            ["schema"],
            ["vectors", "graveyard/tile_itself"],
            ["--help"],
            ["--version"],
        ],
    )
    def test_what_is_answered_ends_with_0_and_says_nothing_on_stderr(self, arguments: list[str], game: str) -> None:
        result = sheriff(*(game if word == "GAME" else word for word in arguments))
        assert result.exit_code == ANSWERED == 0
        assert result.stderr == ""
        assert result.stdout

    @pytest.mark.parametrize("command", ["rulings", "check", "facts", "draw", "explain", "readings --fit"])
    def test_a_faulty_position_ends_with_1_and_is_told_on_stderr_with_its_line(self, command: str, faulty: str) -> None:
        result = sheriff(*command.split(), faulty)
        assert result.exit_code == FAULT == 1
        assert result.stdout == ""
        # Line 9, where the tent stands.
        assert result.stderr.startswith(f"{faulty}:9:")
        assert "blak" in result.stderr

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--set", "tax_source", "GAME"], "question=answer"),
            (["--set", "tax_sorce=stack", "GAME"], "tax_source"),
            (["--set", "tax_source=bank", "GAME"], "stack, collection"),
            (["--reading", "mine", "GAME"], "default"),
            (["--free", "surounds", "GAME"], "surround"),
            (["--free", "everything", "GAME"], "everything"),
            (["facts", "GAME", "--free", "surounds"], "surround"),
            (["facts", "GAME", "--set", "x=y"], "x"),
            (["--format", "xml", "GAME"], "json"),
            (["--language", "tlh", "GAME"], "en"),
            (["draw", "GAME", "--turn", "2"], "last turn of the position is 1"),
            (["draw", "GAME", "--turn", "-1"], "-1"),
            (["rulings"], "FILE"),
            (["frobnicate"], "frobnicate"),
            (["rulings", "--frobnicate", "GAME"], "--frobnicate"),
            (["program", "ruling"], "rulings"),
            (["questions", "tax_units"], "tax_unit"),
            (["readings", "defautl"], "default"),
            (["gallery", "examples/star_tile"], "star_tile"),
        ],
    )
    def test_a_command_used_wrongly_ends_with_2_and_tells_what_would_be_right(
        self, arguments: list[str], message: str, game: str
    ) -> None:
        result = sheriff(*(game if word == "GAME" else word for word in arguments))
        assert result.exit_code == MISUSE == 2
        assert result.stdout == ""
        assert "Usage: sheriff" in result.stderr
        assert message in result.stderr

    def test_one_faulty_file_among_several_ends_with_1_and_does_not_stop_the_others(
        self, game: str, faulty: str
    ) -> None:
        result = sheriff("check", faulty, game)
        assert result.exit_code == FAULT
        assert "4 tiles, 1 turn" in result.stdout
        assert faulty in result.stderr
        assert game not in result.stderr

    def test_all_faults_of_a_file_are_told_in_one_pass(self, tmp_path: Path) -> None:
        path = tmp_path / "game.yaml"
        path.write_text(FAULTY.replace("MMPM", "MMPP").replace("sheriff: beside", "sherif: beside"), "utf-8")
        result = sheriff("check", str(path))
        assert len(result.stderr.splitlines()) >= 3


class TestStandardInput:
    def test_a_dash_reads_it(self) -> None:
        result = sheriff("-", stdin=GOOD)
        assert result.exit_code == ANSWERED
        assert "depends on 2 disputed rules" in " ".join(result.stdout.split())

    def test_faults_in_it_are_told_with_their_line(self) -> None:
        result = sheriff("rulings", "-", stdin=FAULTY)
        assert result.exit_code == FAULT
        assert result.stderr.startswith("<stdin>:9:")

    def test_json_is_read_as_well(self) -> None:
        text = json.dumps(to_data(parse(GOOD)))
        assert sheriff("-", stdin=text).stdout == sheriff("-", stdin=GOOD).stdout

    def test_an_empty_input_is_a_fault(self) -> None:
        result = sheriff("-", stdin="")
        assert result.exit_code == FAULT
        assert "empty" in result.stderr


# --- rulings ---------------------------------------------------------------------------------------------------------

MATTER_KEYS = {
    "may": {"turn", "player", "act", "place"},
    "sheriff": {"turn"},
    "tax": {"turn", "mountain"},
    "pays": {"turn", "player"},
    "stack": {"turn", "mountain"},
    "received": {"turn", "player", "mountain"},
    "points": {"turn", "player", "for", "at"},
    "collected": {"turn", "player"},
    "score": {"player"},
    "sees": {"turn", "player", "what"},
}


def ruled(result: Result) -> dict[str, Any]:
    """What is printed of the one position that is ruled on."""
    (found,) = valid("rulings", result.stdout)["positions"]
    return dict(found)


def check_shape(data: dict[str, Any]) -> None:
    """The JSON form of the rulings on a position as the design has it."""
    assert set(data["held"]) <= set(questions())
    for ruling in data["rulings"]:
        matter = ruling["matter"]
        assert set(matter) == {"kind"} | MATTER_KEYS[matter["kind"]]
        assert ruling["text"][0].isupper()
        assert ruling["varies"] is (len(ruling["cases"]) > 1)
        assert set(ruling["under"]) == set(named_readings())
        values = [json.dumps(case["value"]) for case in ruling["cases"]]
        assert len(set(values)) == len(values)
        assert {json.dumps(value) for value in ruling["under"].values()} <= set(values)
        for case in ruling["cases"]:
            for cube in case["when"]:
                assert set(cube) <= set(ruling["questions"])
                assert not set(cube) & set(data["held"])
                assert all({*allowed(some)} < {*questions()[question].answers} for question, some in cube.items())
            if matter["kind"] == "sheriff":
                assert case["value"] == "beside" or set(case["value"]) == {"place", "mountain"}
            elif matter["kind"] == "may":
                assert case["value"] in ("yes", "no", "none")
            else:
                assert case["value"] == "none" or isinstance(case["value"], int)


class TestRulings:
    def test_the_text_shows_the_sample_of_the_design(self, game: str) -> None:
        lines = sheriff(game).stdout.splitlines()
        assert lines[0] == "A star tile sends the sheriff to a mountain with two tents"
        (stands,) = [line for line in lines if "the sheriff's place" in line]
        assert stands.split()[1] == "="
        assert stands.split()[-1] == "mid"
        (tax,) = [line for line in lines if "tokens taken from mountain west" in line]
        assert " ".join(tax.split()[1:]) == "?2 tokens taken from mountain west 2 0 if A; 1 if B"
        assert lines[-1].startswith(("Held: 12 settled rules", "open)"))

    def test_a_file_instead_of_a_command_asks_for_its_rulings(self, game: str) -> None:
        expected = sheriff("rulings", game, "--free", "settled").stdout
        assert sheriff(game, "--free", "settled").stdout == expected
        assert sheriff("--free", "settled", game).stdout == expected

    def test_the_json_form_is_as_the_design_has_it(self, game: str) -> None:
        whole = valid("rulings", sheriff(game, "--format", "json").stdout)
        assert (whole["format"], whole["law"], whole["complete"]) == (1, law_version(), True)
        (data,) = whole["positions"]
        assert data["file"] == game
        check_shape(data)
        tax = next(ruling for ruling in data["rulings"] if ruling["matter"]["kind"] == "tax")
        assert tax["matter"] == {"kind": "tax", "turn": 1, "mountain": "star"}
        assert tax["tiles"] == ["star", "west", "mid", "east"]
        assert tax["questions"] == ["tax_source", "stack_unit"]
        assert tax["under"]["default"] == 2
        assert tax["cases"] == [
            {"value": 2, "when": [{"tax_source": "stack", "stack_unit": "mountain"}]},
            {"value": 1, "when": [{"tax_source": "stack", "stack_unit": "tile"}]},
            {"value": 0, "when": [{"tax_source": "collection"}]},
        ]

    @pytest.mark.cases(quick=0)
    def test_the_json_form_holds_for_the_whole_gallery(self, tmp_path: Path) -> None:
        files = []
        for number, found in enumerate(entries()):
            if number % 6 == 0:
                path = tmp_path / f"{number}.yaml"
                path.write_text(found.text, "utf-8")
                files.append(str(path))
        result = sheriff("rulings", *files, "--format", "json", "--free", "all")
        assert result.exit_code == ANSWERED
        found = valid("rulings", result.stdout)["positions"]
        assert [one["file"] for one in found] == files
        for one in found:
            check_shape(one)

    def test_several_files_are_a_list_even_if_one_is_faulty(self, game: str, faulty: str) -> None:
        result = sheriff(game, faulty, game, "--format", "json")
        assert result.exit_code == FAULT
        first, second, third = valid("rulings", result.stdout)["positions"]
        assert first == third
        check_shape(first)
        assert second == {"file": faulty, "faults": result.stderr.splitlines()}

    @pytest.mark.parametrize("command", ["rulings", "check"])
    def test_one_file_is_a_list_of_one_even_if_it_is_faulty(self, command: str, faulty: str) -> None:
        result = sheriff(command, faulty, "--format", "json")
        assert result.exit_code == FAULT
        assert valid(command, result.stdout)["positions"] == [{"file": faulty, "faults": result.stderr.splitlines()}]

    def test_several_files_are_told_apart_in_text(self, game: str, faulty: str) -> None:
        result = sheriff(game, faulty, game)
        assert [line for line in result.stdout.splitlines() if line.startswith("== ")] == [f"== {game}"] * 2

    def test_a_fixed_answer_leaves_no_choice(self, game: str) -> None:
        data = ruled(sheriff(game, "--format", "json", "--set", "tax_source=stack"))
        (tax,) = [ruling for ruling in data["rulings"] if ruling["matter"]["kind"] == "tax"]
        assert tax["questions"] == ["stack_unit"]
        assert data["held"]["tax_source"] == "stack"

    def test_a_question_answered_in_two_ways_is_misuse(self, game: str) -> None:
        result = sheriff(game, "--set", "stack_unit=mountain", "--set", "stack_unit: tile")
        assert result.exit_code == MISUSE
        assert "stack_unit is answered twice, by mountain and by tile" in result.stderr

    def test_a_named_reading_is_the_one_whose_values_are_shown(self, game: str) -> None:
        for name in ("default", "sheet"):
            data = ruled(sheriff(game, "--format", "json", "--reading", name))
            (tax,) = [ruling for ruling in data["rulings"] if ruling["matter"]["kind"] == "tax"]
            assert (data["reading"], len(data["held"])) == (name, 12)
            answers = named_readings()[name]
            assert all({**answers, **one["when"]} != answers for one in tax["changes"]["alone"])
            (row,) = [row for row in sheriff(game, "--reading", name).stdout.splitlines() if "tokens taken" in row]
            assert row.split()[7] == str(tax["under"][name])

    def test_an_answer_that_is_set_takes_the_form_that_rulings_print(self, game: str) -> None:
        options = ["--set", "tax_source=stack", "--set", "stack_unit: tile"]
        data = ruled(sheriff(game, "--format", "json", *options))
        (tax,) = [ruling for ruling in data["rulings"] if ruling["matter"]["kind"] == "tax"]
        assert tax["cases"] == [{"value": 1, "when": [{}]}]

    def test_the_command_line_wins_over_the_file(self, tmp_path: Path) -> None:
        path = tmp_path / "game.yaml"
        path.write_text(GOOD + "reading: {tax_source: collection}\nfree: [stack_unit]\n", "utf-8")
        data = ruled(sheriff(str(path), "--format", "json", "--set", "tax_source=stack", "--set", "stack_unit=tile"))
        (tax,) = [ruling for ruling in data["rulings"] if ruling["matter"]["kind"] == "tax"]
        assert tax["cases"] == [{"value": 1, "when": [{}]}]

    def test_freed_questions_are_not_held(self, game: str) -> None:
        def held(*options: str) -> set[str]:
            return set(ruled(sheriff(game, "--format", "json", *options))["held"])

        assert len(held()) == 12
        assert held() - held("--free", "surround") == {"surround"}
        assert held("--free", "settled") == set()
        assert held("--set", "tax_unit=per_tile", "--free", "settled") == {"tax_unit"}
        assert held("--set", "tax_unit=per_tile", "--free", "all") == set()

    def test_a_position_in_which_nothing_happens_is_answered(self) -> None:
        result = sheriff("-", stdin="players: [a, b]\nboard: x\ntiles: {x: {edges: MPPP}}\n")
        assert result.exit_code == ANSWERED
        assert "Nothing happens" in result.stdout

    def test_colours_are_left_out_where_no_terminal_reads(self, game: str) -> None:
        assert "\x1b" not in process(game).stdout

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
    @pytest.mark.parametrize(("chosen", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
    def test_a_terminal_gets_colours_unless_no_color_is_set(
        self, chosen: dict[str, str], coloured: bool, game: str
    ) -> None:
        import pty

        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        reader, terminal = pty.openpty()
        command = [sys.executable, "-m", "sheriff_kb", game]
        subprocess.run(command, stdout=terminal, env={**environment, **chosen}, check=True)
        os.close(terminal)
        text = os.read(reader, 100_000).decode()
        os.close(reader)
        assert "Turn 1" in text
        assert ("\x1b" in text) is coloured


# --- draw ------------------------------------------------------------------------------------------------------------


class TestDraw:
    def test_a_picture_goes_to_standard_output_where_no_terminal_reads(self, game: str) -> None:
        result = sheriff("draw", game)
        assert result.stdout.startswith("<svg")
        assert result.stdout.rstrip().endswith("</svg>")

    def test_text_can_be_asked_for(self, game: str) -> None:
        result = sheriff("draw", game, "--format", "text")
        assert "<svg" not in result.stdout
        assert "star" in result.stdout

    @pytest.mark.parametrize(("name", "is_svg"), [("game.svg", True), ("game.txt", False)])
    def test_the_ending_of_a_file_picks_the_format(self, name: str, is_svg: bool, game: str, tmp_path: Path) -> None:
        result = sheriff("draw", game, "-o", str(tmp_path / name))
        assert (result.exit_code, result.stdout) == (ANSWERED, "")
        assert (tmp_path / name).read_text("utf-8").startswith("<svg") == is_svg

    def test_a_file_is_replaced_and_can_be_read_like_any_other(self, game: str, tmp_path: Path) -> None:
        target = tmp_path / "game.svg"
        target.write_text("old")
        plain = tmp_path / "plain"
        plain.write_text("")
        assert sheriff("draw", game, "-o", str(target)).exit_code == ANSWERED
        assert target.read_text("utf-8") == sheriff("draw", game).stdout.removesuffix("\n")
        assert target.stat().st_mode == plain.stat().st_mode
        assert sorted(path.name for path in tmp_path.iterdir()) == ["game.svg", "game.yaml", "plain"]

    def test_a_dash_is_standard_output(self, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        assert sheriff("draw", game, "-o", "-").stdout == sheriff("draw", game).stdout
        assert not (tmp_path / "-").exists()

    def test_a_link_is_written_through(self, game: str, tmp_path: Path) -> None:
        (tmp_path / "real.svg").write_text("old")
        (tmp_path / "link.svg").symlink_to(tmp_path / "real.svg")
        sheriff("draw", game, "-o", str(tmp_path / "link.svg"))
        assert (tmp_path / "link.svg").is_symlink()
        assert (tmp_path / "real.svg").read_text("utf-8").startswith("<svg")

    @pytest.mark.parametrize("name", ["no/such/folder.svg", "game.yaml/below.svg"])
    def test_a_file_that_cannot_be_written_is_told(self, name: str, game: str, tmp_path: Path) -> None:
        result = sheriff("draw", game, "-o", str(tmp_path / name))
        assert result.exit_code == FAULT
        assert name in result.stderr

    def test_tiles_of_later_turns_are_marked(self, game: str) -> None:
        def drawn(*options: str) -> str:
            return sheriff("draw", game, "--format", "text", *options).stdout

        assert drawn("--turn", "0") == drawn()
        assert drawn("--turn", "1") != drawn()


# --- program and facts -----------------------------------------------------------------------------------------------


def by_plain_clingo(law: str, told: str, *options: str, cwd: Path) -> list[list[str]]:
    """The answer sets that `python -m clingo` prints."""
    (cwd / "law.lp").write_text(law, "utf-8")
    (cwd / "game.lp").write_text(told, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "clingo", "law.lp", "game.lp", "--outf=2", *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=cwd,
    )
    assert "error" not in done.stderr, done.stderr
    assert "warning" not in done.stderr, done.stderr
    return [witness["Value"] for call in json.loads(done.stdout)["Call"] for witness in call.get("Witnesses", [])]


class TestForPlainClingo:
    @pytest.mark.parametrize(
        "name", ["examples/star_tile_with_two_tents", "graveyard/city_finished_later", "end/three_tokens_two_owners"]
    )
    def test_law_and_facts_give_plain_clingo_the_same_findings(self, name: str, tmp_path: Path) -> None:
        (tmp_path / "game.yaml").write_text(entry(name).text, "utf-8")
        law, told = sheriff("program", "rulings"), sheriff("facts", str(tmp_path / "game.yaml"))
        assert (law.exit_code, told.exit_code) == (ANSWERED, ANSWERED)
        *_, union = by_plain_clingo(law.stdout, told.stdout, "--enum-mode=brave", "-n0", cwd=tmp_path)
        position = entry(name).position
        judge = Judge(facts(position), held_in(position))
        brave: dict[Matter, set[Any]] = {}
        for atom in map(terms.parse, union):
            if atom.name == "finding":
                matter, value = atom.arguments
                brave.setdefault(judge.naming.matter(matter), set()).add(judge.naming.value(matter, value))
        found = rulings(position)
        assert len(list(found)) > 1
        for ruling in found:
            assert brave[ruling.matter] == {case.value for case in ruling.cases}, ruling.matter

    def test_one_reading_has_one_answer_set(self, game: str, tmp_path: Path) -> None:
        told = sheriff("facts", game, "--reading", "default")
        models = by_plain_clingo(sheriff("program", "rulings").stdout, told.stdout, "-n0", cwd=tmp_path)
        assert len(models) == 1
        assert "reading(tax_source,stack)" in models[0]
        # Two of four tokens are taken. Segment 1 is the star tile's mountain; after its two prairies come the mountain
        # and the prairie of `west`, then the mountain of `mid`.
        assert {"finding(tax(1,1),2)", "finding(stack(1,1),2)", "finding(sheriff(1),6)"} <= set(models[0])

    def test_the_numbers_in_the_facts_are_explained(self, game: str) -> None:
        lines = sheriff("facts", game).stdout.splitlines()
        assert "% player 2: yellow" in lines
        assert "% tile 1: star" in lines
        assert "% segment 1: mountain, star" in lines
        assert "held(surround,eight)." in lines

    def test_held_answers_follow_the_options(self, game: str) -> None:
        def held(*options: str) -> list[str]:
            return re.findall(r"^held\((\w+,\w+)\)\.$", sheriff("facts", game, *options).stdout, re.MULTILINE)

        assert len(held()) == 12
        assert held("--free", "settled", "--set", "surround=four") == ["surround,four"]
        assert held("--free", "all") == []

    def test_a_program_of_several_worlds_is_printed_for_the_questions_that_are_named(self) -> None:
        told = sheriff("program", "search", "self_tile").stdout
        assert "reading(World,self_tile,counted)" in told
        assert "reading(World,owner" not in told
        assert "reading(World,owner" in sheriff("program", "search").stdout

    def test_questions_that_do_not_exist_or_that_a_program_does_not_take_are_misuse(self) -> None:
        unknown = sheriff("program", "bound", "self_tle")
        assert unknown.exit_code == MISUSE
        assert "did you mean self_tile?" in unknown.stderr
        needless = sheriff("program", "rulings", "self_tile")
        assert needless.exit_code == MISUSE
        assert "the task 'rulings' takes no questions" in needless.stderr

    def test_tasks_are_listed(self) -> None:
        lines = sheriff("program").stdout.splitlines()
        assert [line.split()[0] for line in lines] == list(tasks())


# --- lists -----------------------------------------------------------------------------------------------------------


class TestLists:
    def test_questions_are_listed_with_their_answers(self) -> None:
        text = sheriff("questions").stdout
        for question in questions().values():
            assert f"{question.id} ({question.status}): " in text
            assert all(f"    {answer} " in text for answer in question.answers)

    def test_chosen_questions_alone_are_listed(self) -> None:
        data = valid("questions", sheriff("questions", "tax_source", "owner", "--format", "json").stdout)["questions"]
        assert [(question["id"], list(question["answers"])) for question in data] == [
            ("tax_source", ["stack", "collection"]),
            ("owner", ["majority", "any_cowboy", "tents_too"]),
        ]

    def test_readings_are_listed(self) -> None:
        assert [line.split()[0] for line in sheriff("readings").stdout.splitlines()] == list(named_readings())
        data = valid("readings", sheriff("readings", "--format", "json").stdout)
        assert data["readings"] == named_readings()
        assert "self_tile" in sheriff("readings", "default").stdout

    def test_the_gallery_is_listed_by_name_and_title(self) -> None:
        lines = sheriff("gallery").stdout.splitlines()
        assert [line.split()[0] for line in lines] == [found.name for found in entries()]

    def test_a_position_of_the_gallery_can_be_printed_and_ruled_on(self) -> None:
        name = "examples/star_tile_with_two_tents"
        assert sheriff("gallery", name, "--yaml").stdout == entry(name).text
        assert sheriff("gallery", name).stdout.splitlines()[0] == f"== {name}"

    def test_a_folder_of_the_gallery_is_compared_with_what_is_expected(self) -> None:
        result = sheriff("gallery", "examples", "--check")
        assert (result.exit_code, result.stdout) == (ANSWERED, "")
        number = sum(found.name.startswith("examples/") for found in entries())
        assert result.stderr == f"{number} positions, 0 with a difference\n"

    def test_the_schema_is_json(self) -> None:
        schema = json.loads(sheriff("schema").stdout)
        assert {"players", "board", "tiles", "turns"} <= set(schema["properties"])

    @pytest.mark.parametrize("name", output.NAMES)
    def test_the_schema_of_each_output_has_the_envelope_and_its_version(self, name: str) -> None:
        schema = json.loads(sheriff("schema", name).stdout)
        assert schema["$id"] == f"urn:sheriff-kb:{name}:1"
        assert {"format", "law", "complete"} <= set(schema["required"]) <= set(schema["properties"])

    def test_every_command_that_prints_json_has_a_schema(self) -> None:
        printing = {
            name
            for name, command in cli.commands.items()
            for option in command.params
            if isinstance(option.type, click.Choice) and "json" in option.type.choices
        }
        assert printing - {"ask"} | {"vectors"} == {name for name in output.NAMES if "-" not in name}

    def test_a_check_lists_the_files_with_their_errors(self, game: str, faulty: str) -> None:
        result = sheriff("check", game, faulty, "--format", "json")
        assert result.exit_code == FAULT
        assert valid("check", result.stdout)["positions"] == [
            {"file": game, "tiles": 4, "turns": 1},
            {"file": faulty, "faults": result.stderr.splitlines()},
        ]


# --- help ------------------------------------------------------------------------------------------------------------


class TestHelp:
    def test_every_command_stands_in_one_group(self) -> None:
        listed = [name for names in GROUPS.values() for name in names]
        assert sorted(listed) == sorted(cli.commands)
        text = sheriff("--help").stdout
        assert all(f"{title}:" in text for title in GROUPS)

    @pytest.mark.parametrize("name", sorted(cli.commands))
    def test_the_help_of_every_command_has_an_example(self, name: str) -> None:
        for option in ("--help", "-h"):
            result = sheriff(name, option)
            assert result.exit_code == ANSWERED
            assert re.search(rf"^  .*sheriff {name}\b", result.stdout.partition("\n")[2], re.MULTILINE)

    def test_positions_named_in_a_help_text_are_in_the_gallery(self) -> None:
        known = {found.name for found in entries()}
        texts = [sheriff("--help").stdout, *(sheriff(name, "--help").stdout for name in cli.commands)]
        named = {name for text in texts for name in re.findall(r"\b[a-z]+/[a-z_]{4,}", text)}
        assert named
        assert named - {"dev/stdout"} <= known

    def test_options_shown_in_examples_exist(self) -> None:
        for name, command in cli.commands.items():
            below = command.commands.values() if isinstance(command, click.Group) else [command]
            known = {option for one in below for parameter in one.params for option in parameter.opts}
            text = sheriff(name, "--help").stdout.partition("Options:")[0]
            for line in re.findall(rf"^  sheriff {name}\b.*", text, re.MULTILINE):
                assert set(re.findall(r" (--?[a-z][a-z-]*)", line)) <= known, line


# --- hostile input ---------------------------------------------------------------------------------------------------

HOSTILE = {
    "a rule as a player": GOOD.replace("yellow", '"x). p(1"').replace("blue", '"#script(python)"'),
    "a script as a title": 'title: "#script (python) import os #end."\n' + GOOD.partition("\n")[2],
    "an include as a tile": GOOD.replace("west  mid ", "west  #include ").replace(" mid", ' "#include"'),
    "a city that is a rule": GOOD.replace("star: true}", 'star: true, city: "a.b:-c"}'),
}
WRONG = {
    "no text": b"\x00\x01\x02\xff" * 100,
    "no utf-8": b"players: [\xff\xfe]\n",
    "a list": b"- a\n- b\n",
    "a word": b"hello",
    "another language": b"#script(python)\nprint(1)\n#end.\n",
    "python tags": b"players: !!python/object/apply:os.system ['true']\n",
    "anchors": b"a: &a [x, x]\nb: &b [*a, *a]\nplayers: *b\n",
    "nesting": b"[" * 5000,
    "braces": b"{" * 5000,
    "huge": b"players: [" + b"a, " * 400_000 + b"a]\n",
    "many faults": b"players: [a, b]\nboard: x\ntiles:\n"
    + b"".join(b"  t%d: {edges: XXXX}\n" % n for n in range(3000)),
    "a huge number": b"players: [a]\nboard: x\ntiles: {x: {edges: MPPP, nuggets: 9" + b"9" * 5000 + b"}}\n",
    "escapes": b'players: ["a\\e[31m"]\nboard: x\ntiles: {x: {edges: PPPP}}\n',
    "unknown answers": GOOD.encode() + b"reading: {surround: six}\nfree: [nothing]\n",
}


class TestHostileInput:
    @pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
    def test_names_that_look_like_programs_are_names(self, text: str, tmp_path: Path) -> None:
        result = sheriff("-", "--format", "json", stdin=text)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert result.exit_code == ANSWERED, result.stderr
        tax = next(r for r in ruled(result)["rulings"] if r["matter"]["kind"] == "tax")
        assert [case["value"] for case in tax["cases"]] == [2, 1, 0]
        told = sheriff("facts", "-", stdin=text).stdout
        assert all(re.fullmatch(r"% .*|[a-z_]+(\([a-z0-9_,]+\))?\.", line) for line in told.splitlines())
        assert by_plain_clingo(sheriff("program", "rulings").stdout, told, "-n1", cwd=tmp_path)

    @pytest.mark.cases(quick=3)
    @pytest.mark.parametrize("raw", WRONG.values(), ids=WRONG)
    @pytest.mark.parametrize("command", ["rulings", "check", "facts", "draw"])
    def test_what_is_no_position_is_a_fault_and_no_crash(self, command: str, raw: bytes) -> None:
        result = sheriff(command, "-", stdin=raw)
        assert isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code == FAULT
        assert result.stdout == ""
        assert result.stderr.startswith("<stdin>")
        assert "Traceback" not in result.stderr
        assert result.stderr.replace("\n", "").isprintable()
        assert len(result.stderr) < 20_000

    @pytest.mark.parametrize("command", ["rulings", "check", "facts", "draw"])
    def test_folders_missing_files_and_endless_ones_are_told(self, command: str, tmp_path: Path) -> None:
        for path in (str(tmp_path), str(tmp_path / "missing.yaml"), "/dev/zero"):
            result = sheriff(command, path)
            assert result.exit_code == FAULT
            assert result.stdout == ""
            assert path in result.stderr
            assert result.stderr.count("\n") == 1

    def test_a_file_called_like_a_command_is_read_by_its_path(self, tmp_path: Path) -> None:
        (tmp_path / "check").write_text(GOOD, "utf-8")
        assert sheriff(str(tmp_path / "check")).exit_code == ANSWERED


# --- processes -------------------------------------------------------------------------------------------------------


class TestProcesses:
    def test_the_command_is_installed(self) -> None:
        done = subprocess.run(
            [sys.executable, "-c", "from importlib.metadata import entry_points as e; print(e(name='sheriff'))"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert "sheriff_kb.__main__:main" in done.stdout

    @pytest.mark.cases(quick=1)
    @pytest.mark.parametrize("command", ["gallery --yaml", "rulings game.yaml", "program rulings", "schema"])
    def test_a_closed_pipe_is_quiet(self, command: str, game: str, tmp_path: Path) -> None:
        assert game.startswith(str(tmp_path))
        for reader in ("head -1", "true"):
            done = shell(f"sheriff {command} | {reader}", tmp_path)
            assert (done.returncode, done.stderr) == (ANSWERED, "")

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
    @pytest.mark.parametrize("command", ["rulings game.yaml", "gallery --yaml", "--help"])
    def test_a_full_disk_is_told_without_a_traceback(self, command: str, game: str, tmp_path: Path) -> None:
        assert game.startswith(str(tmp_path))
        done = shell(f"sheriff {command} > /dev/full", tmp_path)
        assert done.returncode == FAULT
        assert done.stderr.count("\n") == 1
        assert done.stderr.startswith("Error: ")

    def test_exit_codes_reach_the_shell(self, game: str, faulty: str) -> None:
        assert process(game).returncode == ANSWERED
        assert process(faulty).returncode == FAULT
        assert process("--free", "x", game).returncode == MISUSE

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
    @pytest.mark.parametrize("arguments", [["gallery", "--check"], ["rulings", "-"]])
    def test_ctrl_c_ends_a_long_job_with_one_clean_line(self, arguments: list[str]) -> None:
        # The first line on standard error shows that the command itself has begun.
        code = "import sys; from sheriff_kb.cli import main; print('begun', file=sys.stderr, flush=True); main()"
        with subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as job:
            assert job.stderr is not None
            assert job.stderr.readline() == "begun\n"
            time.sleep(0.7)
            job.send_signal(signal.SIGINT)
            _, messages = job.communicate(timeout=30)
        assert job.returncode == 130
        assert "Traceback" not in messages
        assert messages.split() == ["Interrupted."]


class TestStreams:
    """Whatever standard streams, files and names are like, there is no traceback and nothing raw."""

    def test_a_closed_output_is_no_traceback(self, game: str) -> None:
        done = subprocess.run(
            f"{shlex.quote(sys.executable)} -c 'from sheriff_kb.__main__ import main; main()' {shlex.quote(game)} >&-",
            shell=True,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (ANSWERED, "")

    def test_a_pipe_gets_utf_8_whatever_the_locale(self, tmp_path: Path) -> None:
        path = tmp_path / "game.yaml"
        path.write_text("title: caf\u00e9 \U0001f600\n" + GOOD.split("\n", 1)[1], "utf-8")
        done = subprocess.run(
            [sys.executable, "-c", "from sheriff_kb.__main__ import main; main()", str(path), "--format", "json"],
            env={**os.environ, "PYTHONIOENCODING": "cp1252"},
            capture_output=True,
            check=True,
        )
        (told,) = valid("rulings", done.stdout.decode("utf-8"))["positions"]
        assert told["position"] == "caf\u00e9 \U0001f600"

    def test_control_characters_of_a_file_name_are_made_visible(self, tmp_path: Path) -> None:
        path = tmp_path / "a\x1b[31m.yaml"
        path.write_text(GOOD, "utf-8")
        for result in (
            sheriff("check", str(path)),
            sheriff(str(path), str(path)),
            sheriff("--set", "\x1b=y", str(path)),
        ):
            assert "\x1b" not in result.stdout + result.stderr

    def test_a_picture_keeps_the_rights_of_the_file_that_it_takes_the_place_of(self, game: str, tmp_path: Path) -> None:
        picture = tmp_path / "game.svg"
        picture.write_text("old", "utf-8")
        picture.chmod(0o640)
        assert sheriff("draw", game, "-o", str(picture)).exit_code == ANSWERED
        assert picture.stat().st_mode & 0o777 == 0o640
        assert picture.read_text("utf-8").startswith("<svg")

    @pytest.mark.parametrize(
        "command",
        [["draw", "GAME", "-o", "TARGET.svg"], ["vectors", "examples", "-o", "TARGET"]],
        ids=["draw", "vectors"],
    )
    def test_every_file_that_cannot_be_written_is_named_with_what_to_do(
        self, command: list[str], game: str, tmp_path: Path
    ) -> None:
        target = str(tmp_path / "game.yaml" / "below")
        result = sheriff(*(word.replace("TARGET", target).replace("GAME", game) for word in command))
        assert (result.exit_code, result.stdout) == (FAULT, "")
        assert result.stderr.startswith(target)
        assert "cannot write: " in result.stderr
        assert "(a file is in the place of a folder; choose another place)" in result.stderr


# --- when the time is over -------------------------------------------------------------------------------------------


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time be over once three rulings are made."""
    made = 0
    ruling = Judge._ruling

    def count(judge: Judge, symbol: Term) -> Any:
        nonlocal made
        made += 1
        if made > 3:
            raise OutOfTime
        return ruling(judge, symbol)

    monkeypatch.setattr(Judge, "_ruling", count)


class TestTimeout:
    def test_with_time_enough_nothing_is_different(self, game: str) -> None:
        for form in ("text", "json"):
            plain = sheriff(game, "--format", form)
            assert sheriff(game, "--format", form, "--timeout", "1000").stdout == plain.stdout

    @pytest.mark.parametrize("option", ["--timeout=nan", "--timeout=-1", "--timeout=0"])
    def test_what_is_no_time_is_refused(self, game: str, option: str) -> None:
        result = sheriff(game, option)
        assert result.exit_code == 2
        assert "--timeout" in result.stderr

    @pytest.mark.usefixtures("hasty")
    def test_what_is_known_by_then_is_told_and_marked_incomplete(self, game: str) -> None:
        result = sheriff(game, "--timeout", "1000")
        assert result.exit_code == INCOMPLETE == 3
        lines = result.stdout.splitlines()
        assert [line.split()[0] for line in lines if re.match(r"  \d  [=?]", line)] == ["1", "2", "3"]
        assert any(line.startswith("Incomplete: timeout reached. 3 rulings found;") for line in lines)

    @pytest.mark.usefixtures("hasty")
    def test_json_says_that_it_is_incomplete(self, game: str) -> None:
        result = sheriff(game, "--format", "json", "--timeout", "1000")
        data = valid("rulings", result.stdout)
        (told,) = data["positions"]
        assert (result.exit_code, data["complete"], told["complete"]) == (INCOMPLETE, False, False)
        assert len(told["rulings"]) == 3

    @pytest.mark.usefixtures("hasty")
    def test_of_several_files_each_says_whether_it_is_complete(self, game: str, faulty: str) -> None:
        result = sheriff(game, faulty, game, "--format", "json", "--timeout", "1000")
        told = valid("rulings", result.stdout)["positions"]
        assert [set(one) & {"complete", "faults"} for one in told] == [{"complete"}, {"faults"}, {"complete"}]
        assert result.exit_code == FAULT

    @pytest.mark.parametrize("form", ["text", "json"])
    def test_where_the_time_is_over_at_once_nothing_is_claimed(self, form: str, tmp_path: Path) -> None:
        path = tmp_path / "game.yaml"
        path.write_text(GOOD + "observed: [{kind: tax, turn: 1, value: 2}]\n", "utf-8")
        result = sheriff(str(path), "--format", form, "--timeout", "0.000001")
        assert result.exit_code == INCOMPLETE
        if form == "json":
            data = ruled(result)
            assert (data["complete"], data["rulings"], "observed" in data) == (False, [], False)
        else:
            assert "Incomplete: timeout reached. 0 rulings found;" in result.stdout
            assert "observed" not in result.stdout
            assert "nothing" not in result.stdout.lower()

    @pytest.mark.parametrize("form", ["text", "json", "md", "mermaid"])
    def test_explanations_that_are_made_by_then_are_whole(
        self, form: str, game: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = 0
        explain = Explainer.explain

        def count(explainer: Explainer, *arguments: Any, **keys: Any) -> Any:
            nonlocal made
            made += 1
            if made % 3 == 0:
                raise OutOfTime
            return explain(explainer, *arguments, **keys)

        whole = sheriff("explain", game, "1", "2", "--format", form).stdout
        monkeypatch.setattr(Explainer, "explain", count)
        result = sheriff("explain", game, "--format", form, "--timeout", "1000")
        assert result.exit_code == INCOMPLETE
        if form == "json":
            assert valid("explain", result.stdout) == {**valid("explain", whole), "complete": False}
        else:
            told = "Incomplete: timeout reached. 2 explanations printed; the others are left out.\n"
            assert whole + told == result.stdout or (result.stdout, result.stderr) == (whole, told)

    def test_explanations_for_which_there_is_no_time_are_told_to_be_missing(self, game: str) -> None:
        result = sheriff("explain", game, "--timeout", "0.000001")
        assert (result.exit_code, result.stdout.count("\n")) == (INCOMPLETE, 1)
        assert result.stdout.startswith("Incomplete: timeout reached. 0 explanations printed;")

    @pytest.mark.parametrize("form", ["text", "json"])
    def test_conflicts_that_are_found_by_then_are_told(self, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
        found = Coherence.conflicts

        def first(program: Coherence) -> Any:
            yield next(found(program))
            raise OutOfTime

        whole = sheriff("conflicts", "--format", form).stdout
        monkeypatch.setattr(Coherence, "conflicts", first)
        result = sheriff("conflicts", "--format", form, "--timeout", "1000")
        assert result.exit_code == INCOMPLETE
        if form == "json":
            data = valid("conflicts", result.stdout)
            assert (data["complete"], data["conflicts"]) == (False, valid("conflicts", whole)["conflicts"][:1])
        else:
            *lines, last = result.stdout.splitlines()
            assert last == "Incomplete: timeout reached. There may be more."
            assert lines
            assert whole.splitlines()[: len(lines)] == lines

    @pytest.mark.parametrize("seconds", ["0", "-1", "soon"])
    def test_a_time_that_is_none_is_misuse(self, seconds: str, game: str) -> None:
        assert sheriff(game, "--timeout", seconds).exit_code == MISUSE


# --- too much --------------------------------------------------------------------------------------------------------


class TestTooMuch:
    @pytest.mark.parametrize("command", [["rulings"], ["explain"], ["rulings", "--free", "all"]])
    def test_what_too_much_follows_from_is_refused_with_the_file_and_what_would_be_right(
        self, command: list[str], game: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(effort, "MOST_BRANCHES", 40)
        result = sheriff(*command, game)
        assert (result.exit_code, result.stdout) == (FAULT, "")
        assert result.stderr == (
            f"{game}: the position is too complex: over 40 branches of decision diagrams (use fewer turns, above all "
            "fewer moves of the sheriff and of tents, or a smaller part of the board)\n"
        )

    def test_of_several_positions_that_are_fitted_the_one_is_named(
        self, game: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(effort, "MOST_BRANCHES", 40)
        result = sheriff("readings", "--fit", game)
        assert result.exit_code == FAULT
        assert result.stderr.startswith(f"{game}: the position is too complex")

    def test_the_next_file_has_its_turn(self, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(effort, "MOST_BRANCHES", 40)
        result = sheriff(game, game, "--format", "json")
        assert result.exit_code == FAULT
        assert [list(one) for one in valid("rulings", result.stdout)["positions"]] == [["file", "faults"]] * 2


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_the_help_of_each_command_begins_with_two_examples(name: str) -> None:
    _usage, _summary, examples, *_ = sheriff(name, "--help").stdout.split("\n\n")
    assert sum(line.strip().startswith("sheriff ") for line in examples.splitlines()) >= 2


def test_alone_it_shows_the_three_commands_of_the_table() -> None:
    result = sheriff()
    assert (result.exit_code, result.stderr) == (ANSWERED, "")
    begun = [line.split("  ")[0] for line in result.stdout.splitlines()[:3]]
    assert begun == ["sheriff FILE", 'sheriff ask "WORDS"', "sheriff explain FILE N"]
