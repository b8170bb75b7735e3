"""The fuzzer: a short run of it finds nothing, and it finds what is put in.

`python tests/fuzz.py --inputs 1000000 --jobs 2` is the long run; docs/trust.md lists what it found.
"""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from sheriff_kb.position.document import Document

pytest.importorskip("resource", reason="limits of memory and alarms are those of Unix")

import fuzz
from fuzzing import commands, guarded, inputs
from fuzzing.commands import Line
from fuzzing.guarded import Trouble
from fuzzing.inputs import Input
from sheriff_kb.cli import cli
from sheriff_kb.faults import Fault, Faults
from sheriff_kb.position import reader

SCRIPT = str(Path(fuzz.__file__))
TEXT = Input("text", inputs.SMALL[0])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that commands run in; how much memory other tests in this process took does not count."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(guarded, "MEGABYTES", math.inf)
    return tmp_path


def script(code: str, *options: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the fuzzer in a process in which `code` has run before."""
    head = (
        f"import sys; sys.path.insert(0, {str(Path(SCRIPT).parent)!r})\n"
        "import fuzz\nfrom fuzzing import inputs\nfrom sheriff_kb.position import reader\ninputs.prepare()\n"
    )
    end = f"\nsys.exit(fuzz.main({list(options)!r}))"
    return subprocess.run(
        [sys.executable, "-c", head + code + end], capture_output=True, text=True, timeout=120, check=False, cwd=cwd
    )


# --- runs ------------------------------------------------------------------------------------------------------------


@pytest.mark.cases(quick=0)
def test_a_short_run_finds_nothing_and_says_what_it_did(tmp_path: Path) -> None:
    done = script("", "--inputs", "1200", "--jobs", "2", "--seed", "5", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    counts, rate = done.stdout.splitlines()
    assert counts.startswith("seed 5: 1200 inputs (")
    assert counts.endswith(", 0 faults")
    assert "inputs a second, at most" in rate
    assert list(tmp_path.iterdir()) == []


def test_the_input_of_a_number_is_always_the_same_and_all_kinds_come_up() -> None:
    made = [inputs.make(3, number) for number in range(400)]
    assert [inputs.make(3, number) for number in (0, 17, 399)] == [made[0], made[17], made[399]]
    assert {one.kind for one in made} == {"text", "data", "command"}
    assert inputs.make(4, 0) != made[0]


def test_every_command_and_every_option_is_tried() -> None:
    from random import Random

    chance = Random(1)
    lines = [commands.line(chance).arguments for _ in range(20000)]
    said = {word.partition("=")[0] for line in lines for word in line}
    assert set(commands.leaves()) >= set(cli.commands)
    for name, command in commands.leaves().items():
        assert any(" ".join(line).startswith(name) for line in lines), name
        for parameter in command.params:
            if parameter.param_type_name == "option":
                assert said & {*parameter.opts}, (name, parameter.opts)


# --- what is put in is found -----------------------------------------------------------------------------------------


@pytest.mark.cases(quick=0)
def test_an_exception_is_found_kept_and_told_with_its_seed(tmp_path: Path) -> None:
    code = "def broken(document): raise KeyError('mid')\nreader.position_of = broken"
    done = script(code, "--inputs", "40", "--seed", "9", "--keep", "kept", cwd=tmp_path)
    assert done.returncode == 1
    found = [line for line in done.stdout.splitlines() if "exception: KeyError: 'mid'" in line]
    assert found
    number = found[0].split(",")[1].split(":")[0].removeprefix(" input ")
    assert found[0].startswith(f"seed 9, input {number}: exception: KeyError")
    kept = (tmp_path / "kept" / f"9-{number}.txt").read_text("utf-8")
    assert kept == inputs.shown(inputs.make(9, int(number))) + "\n"
    again = script(code, "--seed", "9", "--only", number, cwd=tmp_path)
    assert again.returncode == 1
    assert "exception: KeyError" in again.stdout
    assert kept in again.stdout


@pytest.mark.cases(quick=0)
def test_too_much_memory_is_found(tmp_path: Path) -> None:
    code = "def large(document): global kept; kept = bytearray(400 << 20)\nreader.position_of = large"
    done = script(code, "--inputs", "6", "--seed", "9", cwd=tmp_path)
    assert done.returncode == 1
    assert "memory: " in done.stdout


def test_a_process_that_dies_is_found_and_the_run_goes_on(tmp_path: Path) -> None:
    code = "import os\ndef deadly(document): os.kill(os.getpid(), 11)\nreader.position_of = deadly"
    done = script(code, "--inputs", "12", "--seed", "9", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.count("death: ended with -11") > 1
    assert "seed 9: 12 inputs" in done.stdout


@pytest.mark.cases(quick=0)
def test_a_hang_that_no_alarm_reaches_is_found(tmp_path: Path) -> None:
    code = (
        "import signal, time\nfrom fuzzing import workers\nworkers.STUCK = 1\n"
        "def stuck(document):\n    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM]); time.sleep(60)\n"
        "reader.position_of = stuck"
    )
    done = script(code, "--inputs", "2", "--seed", "9", cwd=tmp_path)
    assert "hang: more than 1 s, where no alarm reaches it" in done.stdout


def test_a_hang_is_found(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    import time

    assert folder
    monkeypatch.setattr(reader, "position_of", lambda _document: time.sleep(30))
    assert guarded.run(TEXT, seconds=0.2) == Trouble("hang", "more than 0.2 s")


@pytest.mark.parametrize(
    ("told", "kind"), [("", "empty message"), ("a\x1b[31m", "unprintable message")], ids=["empty", "control"]
)
def test_messages_that_say_nothing_or_too_much_are_found(
    told: str, kind: str, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    assert folder

    def refuse(_document: Document) -> None:
        raise Faults([Fault("", 0, 0, told)])

    monkeypatch.setattr(reader, "position_of", refuse)
    trouble = guarded.run(TEXT)
    assert trouble is not None
    assert trouble.kind == kind


def line(*arguments: str, long: bool = False) -> Input:
    return Input("command", Line(arguments, None, long))


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        (lambda: sys.exit(7), "exit status"),
        (lambda: sys.exit(1), "empty message"),
        (lambda: (sys.stderr.write("Traceback (most recent call last)"), sys.exit(1)), "traceback"),
        (lambda: (sys.stderr.write("\x1b]0;a\x07"), sys.exit(1)), "unprintable message"),
        (lambda: {}["mid"], "exception"),
    ],
    ids=["status", "empty", "traceback", "control", "exception"],
)
def test_what_a_command_must_not_do_is_found(
    behaviour: Any, kind: str, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    assert folder
    assert guarded.run(line("program")) is None
    monkeypatch.setattr(cli.commands["program"], "callback", lambda **_: behaviour())
    trouble = guarded.run(line("program"))
    assert trouble is not None
    assert trouble.kind == kind


def test_a_command_that_takes_long_has_to_end_when_it_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    import time

    assert folder
    monkeypatch.setattr(cli.commands["gallery"], "callback", lambda **_: time.sleep(30))
    assert guarded.run(line("gallery", long=True)) is None

    def deaf(**_: object) -> None:
        try:
            time.sleep(30)
        except KeyboardInterrupt:
            time.sleep(30)

    monkeypatch.setattr(cli.commands["gallery"], "callback", deaf)
    trouble = guarded.run(line("gallery", long=True), seconds=0.2)
    assert trouble is not None
    assert trouble.kind == "hang"
