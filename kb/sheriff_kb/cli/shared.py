"""What the commands share: options, completion, and how they load, rule and fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING, Any, Self

import click

from sheriff_kb.faults import Faults, printable
from sheriff_kb.law import UnknownAnswer, check_answers, check_question, named_readings, questions
from sheriff_kb.output import enveloped, printed
from sheriff_kb.solving import TooMuch
from sheriff_kb.wording import DEFAULT_LANGUAGE, languages, wording

if TYPE_CHECKING:
    from sheriff_kb.position import Position
    from sheriff_kb.rulings import Rulings

# --- completion ------------------------------------------------------------------------------------------------------


def complete_questions(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """Questions that begin with these letters."""
    return [name for name in questions() if name.startswith(begun)]


def complete_free(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """Questions that begin with these letters, and the words for several at once."""
    return [name for name in ("settled", "all", *questions()) if name.startswith(begun)]


def complete_answers(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """Pairs of question and answer that begin with these letters."""
    pairs = (f"{question.id}={answer}" for question in questions().values() for answer in question.answers)
    return [pair for pair in pairs if pair.startswith(begun)]


def complete_gallery(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """Positions of the gallery that begin with these letters."""
    from sheriff_kb.gallery import entries

    return [entry.name for entry in entries() if entry.name.startswith(begun)]


def check_freed(_ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """The questions to free; a usage error if one does not exist."""
    for word in words:
        if word not in ("settled", "all"):
            try:
                check_question(word)
            except UnknownAnswer as error:
                raise click.BadParameter(str(error)) from error
    return words


def check_reading(_ctx: click.Context, _param: click.Parameter, name: str) -> str:
    """The name of a reading; a usage error if there is none of that name."""
    if name not in named_readings():
        known = named_readings()
        raise click.BadParameter(f"no such reading: '{name}'{near(name, known)}; choose from {', '.join(known)}")
    return name


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
    shell_complete=complete_answers,
    help="Use this answer (see 'sheriff questions'). Repeatable.",
)
reading_option = click.option(
    "--reading", metavar="NAME", help="Use the answers of a named reading (see 'sheriff readings')."
)
free_option = click.option(
    "--free",
    metavar="QUESTION",
    multiple=True,
    callback=check_freed,
    shell_complete=complete_free,
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


class Seconds(click.FloatRange):
    """A number of seconds; rejects NaN, which `float()` accepts."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Convert to a number."""
        seconds: float = super().convert(value, param, ctx)
        if isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return seconds


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


def fixed_answers(pairs: Iterable[str], reading: str | None, option: str = "") -> dict[str, str]:
    """The answers that the command line fixes; `--set` wins over `--reading`. `option` names another one for both."""
    fixed = dict[str, str]()
    if reading is not None:
        if reading not in named_readings():
            raise click.BadParameter(
                f"no such reading: '{reading}'; choose from {', '.join(named_readings())}",
                param_hint=option or "--reading",
            )
        fixed.update(named_readings()[reading])
    told: dict[str, str] = {}
    for pair in pairs:
        question, equals, answer = (part.strip() for part in pair.replace(":", "=").partition("="))
        if not equals:
            raise click.BadParameter(f"'{pair}' is not of the form question=answer", param_hint=option or "--set")
        if told.setdefault(question, answer) != answer:
            message = f"{question} is answered twice, by {told[question]} and by {answer}"
            raise click.BadParameter(message, param_hint=option or "--set")
        try:
            check_answers({question: answer})
        except UnknownAnswer as error:
            raise click.BadParameter(str(error), param_hint=option or "--set") from error
        fixed[question] = answer
    return fixed


def near(name: str, known: Iterable[str]) -> str:
    """A hint at the nearest known name; empty if none is near."""
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), 1)
    return f"; did you mean {close[0]}?" if close else ""


def matches(entry: str, name: str) -> bool:
    """Whether a position of the gallery is meant by its name, or by that of its folder."""
    return entry == name or entry.startswith(f"{name.rstrip('/')}/")
