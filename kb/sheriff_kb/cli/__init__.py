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
"""Maximum length of a line in an error about the command line."""

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
"""The names of the help option, and the maximum width of help texts."""

GROUPS = {
    "At the table": ("rulings", "explain", "draw", "ask", "gallery"),
    "The rules": ("questions", "evidence", "conflicts", "readings", "diff", "faq"),
    "For programs": ("check", "facts", "program", "schema", "vectors", "completion"),
}


class Careful(click.Group):
    """A group of commands that reports every error cleanly, whatever the input."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse the command line; errors show control characters as escapes."""
        with _printable_messages():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a closed pipe ends it silently, Ctrl-C cleanly, and remaining faults are printed."""
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
    """The commands in groups; a file instead of a command prints its rulings."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Take the first argument for a file if it is no command and exists or looks like a file."""
        first = args[0]
        if first not in self.commands and (first == "-" or os.path.exists(first) or "." in first or "/" in first):  # noqa: PTH110
            args = ["rulings", *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Allow the options of `rulings` before the file if no command is named."""
        if args and args[0].startswith("--") and args[0] not in ("--help", "--version"):
            args = ["rulings", *args]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by purpose."""
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, self.commands[name].get_short_help_str()) for name in names])


FIRST = """\
sheriff FILE                  what happens in a position, and what depends on a disputed rule
sheriff ask "WORDS"           the answer to a question about the rules, in your own words
sheriff explain FILE N        why ruling N of a position is so, with the sentences that say it

sheriff --help lists all commands, sheriff gallery positions to try them on."""
"""What is shown if nothing is asked for."""


@click.group(cls=Commands, context_settings=CONTEXT, invoke_without_command=True)
@click.version_option(package_name="sheriff-kb", prog_name="sheriff")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Show what happens in a position of Carcassonne: Gold Rush - The Sheriff, and on which disputed rules it depends.

    \b
    sheriff FILE                           rule on a position (short for: sheriff rulings FILE)
    sheriff ask "may he stay?"             answer a question about the rules
    sheriff explain FILE N                 show the reasons for a ruling
    sheriff gallery                        list positions to look at and to start from
    sheriff gallery examples/star_tile_with_two_tents --yaml > mine.yaml
    sheriff questions                      list the disputed rules
    sheriff COMMAND --help                 show the options of a command, with examples

    Results go to standard output, messages to standard error. Exit codes: 0 success; 1 error in the input;
    2 wrong usage; 3 timeout reached (--timeout), output incomplete; 130 interrupted.
    """  # noqa: D301
    if ctx.invoked_subcommand is None:
        click.echo(FIRST)


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
    """Show control characters of the command line as escapes in error messages."""
    try:
        yield
    except click.ClickException as error:
        error.message = "\n".join(printable(line, MOST_SAID) for line in error.message.splitlines())  # type: ignore[misc]
        raise


def _hush() -> None:
    """Discard everything that is still written to standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the command `sheriff`."""
    run(cli)


def run(command: click.Command, name: str | None = None) -> None:
    """Run a command; `name` is the program name in its messages, by default the one it was called by.

    Only a terminal gets colours, and none if NO_COLOR is set. Output to a file or a pipe is always UTF-8; characters
    that a terminal cannot show are written as escapes. Output to a closed stream is discarded.
    """
    for output in ("stdout", "stderr"):
        stream = getattr(sys, output)
        if stream is None:
            setattr(sys, output, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
    try:
        command.main(prog_name=name, color=False if os.environ.get("NO_COLOR") else None)
    except OSError as error:  # such as a full disk
        click.echo(f"Error: cannot write the output: {error.strerror or error}", err=True)
        _hush()
        sys.exit(FAULT)
