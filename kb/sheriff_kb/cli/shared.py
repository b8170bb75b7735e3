"""What the commands share: options, completion, and how they load, rule and fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import click

from sheriff_kb.cli.names import ANSWER, FREED, READING, Seconds, all_together
from sheriff_kb.faults import Faults, printable
from sheriff_kb.law import UnknownAnswer, named_readings
from sheriff_kb.output import enveloped, printed
from sheriff_kb.solving import TooMuch
from sheriff_kb.wording import DEFAULT_LANGUAGE, languages, wording

if TYPE_CHECKING:
    from sheriff_kb.position import Position
    from sheriff_kb.rulings import Rulings

# --- options and arguments -------------------------------------------------------------------------------------------

language_option = click.option(
    "--language",
    type=click.Choice(languages()),
    default=DEFAULT_LANGUAGE,
    help="Language of the output.",
    show_default=True,
)
set_option = click.option(
    "--set",
    "answers",
    metavar="QUESTION=ANSWER",
    multiple=True,
    type=ANSWER,
    callback=all_together,
    help="Use this answer (see 'sheriff questions'). Repeatable.",
)
reading_option = click.option(
    "--reading", metavar="NAME", type=READING, help="Use the answers of a named reading (see 'sheriff readings')."
)
free_option = click.option(
    "--free",
    metavar="QUESTION",
    multiple=True,
    type=FREED,
    help="Leave a question open that is settled or answered in the file: its id, 'settled' or 'all'. Repeatable.",
)
format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="Output format.",
    show_default=True,
)


timeout_option = click.option(
    "--timeout",
    type=Seconds(min=0, min_open=True),
    metavar="SECONDS",
    help="Stop after this time, and print what was found (exit code 3 if incomplete).",
)


def limit_option(what: str) -> Callable[[Any], Any]:
    """The option `--limit`, by what it limits."""
    return click.option(
        "--limit",
        type=click.IntRange(min=1),
        metavar="N",
        default=50,
        show_default=True,
        help=f"Show at most N {what}.",
    )


files_argument = click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
file_argument = click.argument("file", metavar="FILE", type=click.Path(allow_dash=True))

# --- loading, ruling, printing, failing ------------------------------------------------------------------------------


def print_json(body: Mapping[str, Any], *, complete: bool = True) -> None:
    """Print what a command found as JSON, in the envelope of all commands."""
    click.echo(printed(enveloped(body, complete=complete)), nl=False)


class FaultsToStderr:
    """Print the faults of an input on standard error and keep them, so that the next input can follow.

    `file` names the input if a fault is not in its text.
    """

    def __init__(self, file: str = "") -> None:
        self.messages: list[str] = []
        self._file = file

    @property
    def count(self) -> int:
        """How many faulty inputs there were: one or none."""
        return int(bool(self.messages))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, TooMuch) and self._file:
            error = error.of(self._file)
        if isinstance(error, (Faults, UnknownAnswer)):
            click.echo(str(error), err=True)
            self.messages = str(error).splitlines()
            return True
        return False


def load(file: str, language: str = DEFAULT_LANGUAGE) -> Position:
    """The position in a file; `-` is standard input. Raises Faults, also if a stack can be spread in too many ways.

    A position of the gallery has its title in the language.
    """
    from sheriff_kb.position import reader
    from sheriff_kb.rulings import facts

    position = reader.load(file)
    if position.stacks:
        try:
            facts(position)
        except Faults as error:
            told = (replace(fault, source=f"{printable(file)}: {fault.source}") for fault in error.faults)
            raise Faults(told) from error
    return position if language == DEFAULT_LANGUAGE else _titled(position, file, language)


def _titled(position: Position, file: str, language: str) -> Position:
    """The position with its title in a language, if its file is one of the gallery."""
    from sheriff_kb.gallery import name_of

    name = name_of(file)
    title = wording(language).position(name) if name is not None else None
    return position if title is None else replace(position, title=title)


def rule_on(position: Position, fixed: dict[str, str], free: Iterable[str], *, in_time: bool = False) -> Rulings:
    """The rulings on a position; at the timeout, those found so far if `in_time`, else raises OutOfTime."""
    from sheriff_kb.rulings import rulings, rulings_in_time

    return (rulings_in_time if in_time else rulings)(position, fixed=fixed, free=free)


def fixed_answers(answers: Mapping[str, str], reading: str | None) -> dict[str, str]:
    """The answers that the command line fixes; `--set` wins over `--reading`."""
    return {**(named_readings()[reading] if reading is not None else {}), **answers}
