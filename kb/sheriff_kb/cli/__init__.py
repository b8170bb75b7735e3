"""The command `sheriff`."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

import click

from sheriff_kb.cli import dev, evidence, programs, rules, table
from sheriff_kb.cli.shared import ANSWERED, FAULT, INTERRUPTED

GROUPS = {
    "At the table": ("rulings", "draw", "gallery"),
    "The rules": ("questions", "evidence", "conflicts", "readings"),
    "For programs": ("check", "facts", "program", "schema", "completion", "dev"),
}


class Commands(click.Group):
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

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a closed pipe is quiet, Ctrl-C ends it cleanly."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            _hush()
            ctx.exit(ANSWERED)
        except KeyboardInterrupt:
            click.echo("\nInterrupted.", err=True)
            ctx.exit(INTERRUPTED)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what people come for."""
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(90)) for name in names])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="sheriff-kb", prog_name="sheriff")
def cli() -> None:
    """What happens in a position of Carcassonne: Gold Rush - The Sheriff, however you read its rules.

    \b
    sheriff FILE                           rule on a position; the same as: sheriff rulings FILE
    sheriff gallery                        positions to look at and to start from
    sheriff gallery examples/star_tile_with_two_tents --yaml > mine.yaml
    sheriff questions                      the disputed rules

    Data goes to standard output, messages to standard error. Exit code 0: answered; 1: a fault in the input;
    2: the command was used wrongly; 130: it was interrupted.
    """  # noqa: D301


for _command in (
    table.rulings,
    table.draw,
    table.gallery,
    rules.list_questions,
    evidence.evidence,
    evidence.conflicts,
    rules.readings,
    programs.check,
    programs.facts,
    programs.program,
    programs.schema,
    programs.completion,
    dev.dev,
):
    cli.add_command(_command)


def _hush() -> None:
    """Drop what is still to be written to standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the command; characters that the terminal cannot show are written as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        cli.main()
    except OSError as error:  # such as a full disk
        click.echo(f"Error: the output cannot be written: {error.strerror or error}", err=True)
        _hush()
        sys.exit(FAULT)
