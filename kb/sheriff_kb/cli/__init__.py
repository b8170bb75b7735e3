"""The command `sheriff`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from sheriff_kb.cli import conflicts, diff, evidence, explain, faq, programs, rules, table, vectors
from sheriff_kb.exits import ANSWERED, FAULT, INTERRUPTED
from sheriff_kb.faults import Faults, printable

MOST_SAID = 1000
"""So many characters of a line are shown when the command line is wrong."""

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
"""How help is asked for, and how wide it is."""

GROUPS = {
    "At the table": ("rulings", "explain", "draw", "ask", "gallery"),
    "The rules": ("questions", "evidence", "conflicts", "readings", "diff", "faq"),
    "For programs": ("check", "facts", "program", "schema", "vectors", "completion"),
}


class Careful(click.Group):
    """Commands that tell cleanly what goes wrong, whoever wrote what they read."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse the command line; what it says wrong is told without control characters."""
        with _printable_messages():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a closed pipe is quiet, Ctrl-C ends it cleanly, faults that are left are told."""
        with _printable_messages():
            return self._invoke(ctx)

    def _invoke(self, ctx: click.Context) -> object:
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            _hush()
            ctx.exit(ANSWERED)
        except Faults as faults:
            click.echo(str(faults), err=True)
            ctx.exit(FAULT)
        except KeyboardInterrupt:
            click.echo("\nInterrupted.", err=True)
            ctx.exit(INTERRUPTED)


class Commands(Careful):
    """The commands in groups; a file instead of a command asks for its rulings."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Take what is no command for a file, where it is one or looks like one."""
        first = args[0]
        if first not in self.commands and (first == "-" or os.path.exists(first) or "." in first or "/" in first):  # noqa: PTH110
            args = ["rulings", *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Let the options of `rulings` stand before the file when no command is named."""
        if args and args[0].startswith("--") and args[0] not in ("--help", "--version"):
            args = ["rulings", *args]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what people come for."""
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(90)) for name in names])


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(package_name="sheriff-kb", prog_name="sheriff")
def cli() -> None:
    """What happens in a position of Carcassonne: Gold Rush - The Sheriff, however you read its rules.

    \b
    sheriff FILE                           rule on a position; the same as: sheriff rulings FILE
    sheriff gallery                        positions to look at and to start from
    sheriff gallery examples/star_tile_with_two_tents --yaml > mine.yaml
    sheriff questions                      the disputed rules

    Data goes to standard output, messages to standard error. Exit code 0: answered; 1: a fault in the input;
    2: the command was used wrongly; 3: the time given by --timeout was over; 130: it was interrupted.
    """  # noqa: D301


for _command in (
    table.rulings,
    explain.explain,
    table.draw,
    table.gallery,
    rules.list_questions,
    evidence.evidence,
    conflicts.conflicts,
    rules.readings,
    diff.diff,
    faq.faq,
    faq.ask,
    programs.check,
    programs.facts,
    programs.program,
    programs.schema,
    vectors.vectors,
    programs.completion,
):
    cli.add_command(_command)


@contextmanager
def _printable_messages() -> Iterator[None]:
    """Make control characters of the command line visible in what is said of it."""
    try:
        yield
    except click.ClickException as error:
        error.message = "\n".join(printable(line, MOST_SAID) for line in error.message.splitlines())  # type: ignore[misc]
        raise


def _hush() -> None:
    """Drop what is still to be written to standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the command `sheriff`."""
    run(cli)


def run(command: click.Command, name: str | None = None) -> None:
    """Run a command, by the name under which it was called if none is given.

    What goes to a file or a pipe is UTF-8 everywhere; what a terminal cannot show is written as escapes there. A stream
    that is closed swallows what is written to it.
    """
    for output in ("stdout", "stderr"):
        stream = getattr(sys, output)
        if stream is None:
            setattr(sys, output, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
    try:
        command.main(prog_name=name)
    except OSError as error:  # such as a full disk
        click.echo(f"Error: the output cannot be written: {error.strerror or error}", err=True)
        _hush()
        sys.exit(FAULT)
