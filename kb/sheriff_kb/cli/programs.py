"""Commands for programs: check files, print facts, the law and the schema, complete in shells."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from sheriff_kb.cli.names import QUESTION, TASK
from sheriff_kb.cli.shared import (
    FaultsToStderr,
    file_argument,
    files_argument,
    fixed_answers,
    format_option,
    free_option,
    load,
    print_json,
    reading_option,
    set_option,
)
from sheriff_kb.exits import FAULT
from sheriff_kb.faults import printable
from sheriff_kb.output import NAMES, printed

SCHEMAS = ("position", *NAMES)
"""What has a JSON Schema: positions, and the JSON that commands print."""


@click.command(short_help="Check position files for errors.")
@files_argument
@format_option
def check(files: Sequence[str], form: str) -> None:
    """Check position files, and print every error with its line and column; exit code 1 if there are any.

    \b
    sheriff check game.yaml
    sheriff check *.yaml
    """  # noqa: D301
    faults = 0
    positions: list[dict[str, Any]] = []
    for file in files:
        with FaultsToStderr(file) as failed:
            position = load(file)
            tiles, turns = len(position.tiles), len(position.turns)
            positions.append({"file": file, "tiles": tiles, "turns": turns})
            if form != "json":
                click.echo(f"{printable(file)}: ok: {tiles} tiles, {turns} turn{'' if turns == 1 else 's'}")
        if failed.count:
            positions.append({"file": file, "faults": failed.messages})
        faults += failed.count
    if form == "json":
        print_json({"positions": positions})
    if faults:
        sys.exit(FAULT)


@click.command(short_help="Print a position as facts for clingo.")
@file_argument
@set_option
@reading_option
@free_option
def facts(file: str, answers: Mapping[str, str], reading: str | None, free: Sequence[str]) -> None:
    """Print a position as facts, to run the law in clingo yourself.

    \b
    sheriff program rulings > law.lp
    sheriff facts game.yaml > game.lp
    python -m clingo law.lp game.lp --enum-mode=brave     print every value of every matter
    """  # noqa: D301
    from sheriff_kb.rulings import facts as tell
    from sheriff_kb.rulings import held_in

    with FaultsToStderr(file) as failed:
        position = load(file)
        told = tell(position)
        held = held_in(position, free=free, fixed=fixed_answers(answers, reading))
        for line in told.legend():
            click.echo(f"% {_printable(line)}")
        click.echo(told.program(held), nl=False)
    if failed.count:
        sys.exit(FAULT)


@click.command(short_help="Print the law as one clingo program.")
@click.argument("task", required=False, metavar="[TASK]", type=TASK)
@click.argument("disputed", nargs=-1, metavar="[QUESTION...]", type=QUESTION)
def program(task: str | None, disputed: Sequence[str]) -> None:
    """Print the law as one self-contained clingo program for a task; without a task, list the tasks.

    \b
    sheriff program                        list the tasks
    sheriff program rulings > law.lp
    sheriff program search self_tile > search.lp

    Only the tasks 'search' and 'bound' take questions: they compare readings that differ in the answers to these.
    """  # noqa: D301
    from sheriff_kb.law import tasks
    from sheriff_kb.report.programs import printed as printed_program

    if task is None:
        for name, entry in tasks().items():
            click.echo(f"{name:<10} {entry['about']}")
    elif disputed and tasks()[task].get("made") != "lifted":
        raise click.BadParameter(f"the task '{task}' takes no questions")
    else:
        click.echo(printed_program(task, disputed), nl=False)


@click.command(short_help="Print a JSON Schema.")
@click.argument("form", type=click.Choice(SCHEMAS), default="position", required=False)
def schema(form: str) -> None:
    """Print the JSON Schema of position files (the default), or that of what a command prints as JSON.

    \b
    sheriff schema > position.schema.json
    sheriff schema rulings > rulings.schema.json

    The names are those of commands; readings-check and readings-fit are 'sheriff readings' with this option, and faq is
    that of 'sheriff ask', too. Editors use the schema of position files to complete and check them.
    """  # noqa: D301
    from sheriff_kb import output
    from sheriff_kb.law import schema_text

    text = schema_text("sheriff_kb.position", form) if form == "position" else printed(output.schema(form))
    click.echo(text, nl=False)


@click.command(short_help="Print a completion script for your shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a completion script for your shell: it completes commands, questions and gallery positions.

    \b
    sheriff completion fish | source
    sheriff completion bash > ~/.sheriff; source ~/.sheriff
    """  # noqa: D301
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    command = click.get_current_context().find_root().command
    click.echo(kind(command, {}, "sheriff", "_SHERIFF_COMPLETE").source())


def _printable(line: str) -> str:
    """A line fit for a comment: names may hold anything that prints, but no line break."""
    return "".join(character if character.isprintable() else "?" for character in line)
