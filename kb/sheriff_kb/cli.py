"""The command `sheriff`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Self

import click

from sheriff_kb.faults import Faults
from sheriff_kb.questions import UnknownAnswer, check_answers, check_question, named_readings, questions
from sheriff_kb.wording import DEFAULT_LANGUAGE, languages, wording

if TYPE_CHECKING:
    from sheriff_kb.position import Position
    from sheriff_kb.rulings import Rulings

ANSWERED, FAULT, MISUSE, INTERRUPTED = 0, 1, 2, 130

GROUPS = {
    "At the table": ("rulings", "draw", "gallery"),
    "The rules": ("questions", "readings"),
    "For programs": ("check", "facts", "program", "schema", "completion"),
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


# --- completion ------------------------------------------------------------------------------------------------------


def _complete_questions(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return [name for name in questions() if name.startswith(begun)]


def _complete_free(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return [name for name in ("settled", "all", *questions()) if name.startswith(begun)]


def _complete_answers(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    pairs = (f"{question.id}={answer}" for question in questions().values() for answer in question.answers)
    return [pair for pair in pairs if pair.startswith(begun)]


def _complete_gallery(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    from sheriff_kb.gallery import entries

    return [entry.name for entry in entries() if entry.name.startswith(begun)]


def _check_freed(_ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    for word in words:
        if word not in ("settled", "all"):
            try:
                check_question(word)
            except UnknownAnswer as error:
                raise click.BadParameter(str(error)) from error
    return words


# --- options that several commands have ------------------------------------------------------------------------------

_language = click.option(
    "--language",
    type=click.Choice(languages()),
    default=DEFAULT_LANGUAGE,
    help="Language of sentences.",
    show_default=True,
)
_set = click.option(
    "--set",
    "answers",
    metavar="QUESTION=ANSWER",
    multiple=True,
    shell_complete=_complete_answers,
    help="Answer a question. Repeatable.",
)
_reading = click.option("--reading", metavar="NAME", help="Answer every question as a named reading does.")
_free = click.option(
    "--free",
    metavar="QUESTION",
    multiple=True,
    callback=_check_freed,
    shell_complete=_complete_free,
    help="Leave a question open that is held: its id, 'settled' (all settled ones), or 'all'. Repeatable.",
)
_json_or_text = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="Form of the output.",
    show_default=True,
)
_files = click.argument("files", nargs=-1, required=True, metavar="FILE...")
_file = click.argument("file", metavar="FILE")


@cli.command()
@_files
@_json_or_text
@_language
@_set
@_reading
@_free
def rulings(
    files: Sequence[str], form: str, language: str, answers: Sequence[str], reading: str | None, free: Sequence[str]
) -> None:
    """Rule on positions: each matter, its values, and which answers lead to them.

    FILE is a position in YAML or JSON; '-' reads standard input. Several files with --format json give one line of
    JSON each, with the file's name and the rulings or the faults.

    \b
    sheriff rulings game.yaml
    sheriff rulings game.yaml --set tax_source=stack      with one disputed rule answered
    sheriff rulings game.yaml --free settled              with the settled rules left open, too
    sheriff rulings *.yaml --format json
    """  # noqa: D301
    from sheriff_kb import report

    fixed = _answers(answers, reading)
    words = wording(language)
    faults = 0
    for number, file in enumerate(files):
        with _FaultsToStderr() as failed:
            found = _rule(_load(file), fixed, free)
            if form == "json" and len(files) > 1:
                click.echo(json.dumps({"file": file, **report.as_json(found, words)}, ensure_ascii=False))
            elif form == "json":
                click.echo(json.dumps(report.as_json(found, words), ensure_ascii=False, indent=2))
            else:
                if len(files) > 1:
                    click.echo(f"{'' if number == 0 else chr(10)}== {file}")
                for line in report.as_text(found, words):
                    click.echo(line)
        if failed.count and form == "json" and len(files) > 1:
            click.echo(json.dumps({"file": file, "faults": failed.messages}, ensure_ascii=False))
        faults += failed.count
    if faults:
        sys.exit(FAULT)


@cli.command()
@_files
def check(files: Sequence[str]) -> None:
    """Check position files, and tell every fault with its line.

    \b
    sheriff check game.yaml
    """  # noqa: D301
    faults = 0
    for file in files:
        with _FaultsToStderr() as failed:
            position = _load(file)
            turns = len(position.turns)
            click.echo(f"{file}: fine: {len(position.tiles)} tiles, {turns} turn{'' if turns == 1 else 's'}")
        faults += failed.count
    if faults:
        sys.exit(FAULT)


@cli.command()
@_file
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "text"]),
    help="SVG, or text; text where nothing is said in a terminal.",
)
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    help="How many turns have been played; tiles of later turns are marked.",
    default=0,
    show_default=True,
)
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write to a file; its ending picks the format.")
def draw(file: str, form: str | None, turn: int, output: str | None) -> None:
    """Draw a position, as SVG or in the terminal.

    \b
    sheriff draw game.yaml                    in the terminal
    sheriff draw game.yaml -o game.svg        as a picture
    """  # noqa: D301
    from sheriff_kb import drawing

    with _FaultsToStderr() as failed:
        position = _load(file)
        if turn > len(position.turns):
            raise click.BadParameter(f"the last turn of the position is {len(position.turns)}", param_hint="--turn")
        if output == "-":
            output = None
        if form is None:
            form = "svg" if (output or "").endswith(".svg") or not (output or sys.stdout.isatty()) else "text"
        picture = drawing.svg(position, turn=turn) if form == "svg" else drawing.text(position, turn=turn)
        if output is None:
            click.echo(picture)
        else:
            _write(Path(output), picture)
    if failed.count:
        sys.exit(FAULT)


@cli.command()
@click.argument("names", nargs=-1, metavar="[NAME...]", shell_complete=_complete_gallery)
@click.option("--yaml", "as_yaml", is_flag=True, help="Print the position files instead of ruling on them.")
@click.option("--check", "compare", is_flag=True, help="Compare the rulings with those that the documents expect.")
@_language
def gallery(names: Sequence[str], as_yaml: bool, compare: bool, language: str) -> None:
    """Positions that travel with the package: list them, rule on them, or start from one.

    NAME is a position, such as tax/two_rival_tents_on_one_tile, or a folder, such as tax.

    \b
    sheriff gallery
    sheriff gallery examples/star_tile_with_two_tents
    sheriff gallery examples/star_tile_with_two_tents --yaml > mine.yaml
    sheriff gallery --check                   show where a ruling is not the expected one
    """  # noqa: D301
    from sheriff_kb import gallery as collection
    from sheriff_kb import report

    entries = list(collection.entries())
    chosen = [entry for entry in entries if not names or any(_matches(entry.name, name) for name in names)]
    for name in names:
        if not any(_matches(entry.name, name) for entry in entries):
            raise click.BadParameter(
                f"there is no position '{name}' in the gallery{_near(name, (e.name for e in entries))}"
            )
    failed = 0
    for entry in chosen:
        if compare:
            found = collection.differences(entry)
            failed += bool(found)
            for difference in found:
                click.echo(f"{entry.name}: {difference}")
        elif as_yaml:
            click.echo(entry.text, nl=False)
        elif names:
            click.echo(click.style(f"== {entry.name}", dim=True))
            for line in report.as_text(_rule(entry.position, {}, ()), wording(language)):
                click.echo(line)
        else:
            click.echo(f"{entry.name:<50} {entry.position.title}")
    if compare:
        click.echo(f"{len(chosen)} positions, {failed} with a difference", err=True)
        sys.exit(FAULT if failed else ANSWERED)


@cli.command()
@_file
@_set
@_reading
@_free
def facts(file: str, answers: Sequence[str], reading: str | None, free: Sequence[str]) -> None:
    """Print a position as facts, for a solver of your own.

    \b
    sheriff program rulings > law.lp
    sheriff facts game.yaml > game.lp
    python -m clingo law.lp game.lp --enum-mode=brave     every value of every matter
    """  # noqa: D301
    from sheriff_kb.facts import facts as tell
    from sheriff_kb.rulings import held_in

    with _FaultsToStderr() as failed:
        position = _load(file)
        told = tell(position)
        held = held_in(position, free=free, fixed=_answers(answers, reading))
        for line in told.legend():
            click.echo(f"% {_printable(line)}")
        click.echo(told.program(held), nl=False)
    if failed.count:
        sys.exit(FAULT)


@cli.command()
@click.argument("task", required=False)
def program(task: str | None) -> None:
    """Print the law as one self-contained program for a task; without a task, list the tasks.

    \b
    sheriff program rulings > law.lp
    """  # noqa: D301
    from sheriff_kb.encoding import program as law
    from sheriff_kb.encoding import tasks

    if task is None:
        for name, entry in tasks().items():
            click.echo(f"{name:<10} {entry['about']}")
    elif task in tasks():
        click.echo(law(task), nl=False)
    else:
        raise click.BadParameter(f"there is no task '{task}'; there are {', '.join(tasks())}")


@cli.command()
def schema() -> None:
    """Print the JSON Schema of position files, for editors.

    \b
    sheriff schema > position.schema.json
    """  # noqa: D301
    from importlib.resources import files as package_files

    click.echo((package_files("sheriff_kb") / "position.schema.json").read_text("utf-8"), nl=False)


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes commands, questions and positions in your shell.

    \b
    source <(sheriff completion bash)
    """  # noqa: D301
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "sheriff", "_SHERIFF_COMPLETE").source())


@cli.command("questions")
@click.argument("ids", nargs=-1, metavar="[ID...]", shell_complete=_complete_questions)
@_json_or_text
@_language
def list_questions(ids: Sequence[str], form: str, language: str) -> None:
    """List the disputed rules and the ways of reading them; the first of each is the default.

    \b
    sheriff questions
    sheriff questions tax_source stack_unit
    """  # noqa: D301
    words = wording(language)
    known = questions()
    for name in ids:
        if name not in known:
            raise click.BadParameter(f"there is no question '{name}'{_near(name, known)}")
    chosen = [question for question in known.values() if not ids or question.id in ids]
    if form == "json":
        data = [
            {
                "id": question.id,
                "status": question.status,
                "title": words.title(question.id),
                "ask": words.ask(question.id),
                "answers": {answer: words.answer(question.id, answer) for answer in question.answers},
            }
            for question in chosen
        ]
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for question in chosen:
        click.echo(f"{click.style(question.id, bold=True)} ({question.status}): {words.ask(question.id)}")
        for answer in question.answers:
            click.echo(f"    {answer:<24} {words.answer(question.id, answer)}")


@cli.command()
@click.argument("names", nargs=-1, metavar="[NAME...]")
@_json_or_text
def readings(names: Sequence[str], form: str) -> None:
    """List the named readings, or show how they answer each disputed rule.

    \b
    sheriff readings
    sheriff readings default
    """  # noqa: D301
    known = named_readings()
    for name in names:
        if name not in known:
            raise click.BadParameter(f"there is no reading '{name}'{_near(name, known)}")
    if form == "json":
        click.echo(json.dumps({name: dict(known[name]) for name in names or known}, indent=2))
        return
    if not names:
        for name in known:
            click.echo(name)
    for name in names:
        click.echo(click.style(name, bold=True))
        for question, answer in known[name].items():
            click.echo(f"    {question:<24} {answer}")


# --- helpers ---------------------------------------------------------------------------------------------------------


class _FaultsToStderr:
    """Print the faults of an input on standard error and keep them, so that the next input has its turn."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    @property
    def count(self) -> int:
        """How many faulty inputs there were: one or none."""
        return int(bool(self.messages))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, (Faults, UnknownAnswer)):
            click.echo(str(error), err=True)
            self.messages = str(error).splitlines()
            return True
        return False


def _load(file: str) -> Position:
    from sheriff_kb.position import Position

    return Position.load(file)


def _rule(position: Position, fixed: dict[str, str], free: Iterable[str]) -> Rulings:
    from sheriff_kb.rulings import rulings as rule

    return rule(position, fixed=fixed, free=free)


def _answers(pairs: Iterable[str], reading: str | None) -> dict[str, str]:
    """The answers that the command line fixes; `--set` wins over `--reading`."""
    fixed = dict[str, str]()
    if reading is not None:
        if reading not in named_readings():
            raise click.BadParameter(
                f"there is no reading '{reading}'; there are {', '.join(named_readings())}", param_hint="--reading"
            )
        fixed.update(named_readings()[reading])
    for pair in pairs:
        question, equals, answer = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"'{pair}' is not of the form question=answer", param_hint="--set")
        try:
            check_answers({question: answer})
        except UnknownAnswer as error:
            raise click.BadParameter(str(error), param_hint="--set") from error
        fixed[question] = answer
    return fixed


def _matches(entry: str, name: str) -> bool:
    return entry == name or entry.startswith(f"{name.rstrip('/')}/")


def _near(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), 1, 0.5)
    return f"; did you mean {near[0]}?" if near else ""


def _printable(line: str) -> str:
    """A line fit for a comment: names may hold anything that prints, but no line break."""
    return "".join(character if character.isprintable() else "?" for character in line)


def _write(target: Path, text: str) -> None:
    """Write a file so that it is whole or not there; what is no plain file, such as a device, is written to."""
    partial = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        if target.is_symlink() or (target.exists() and not target.is_file()):
            target.write_text(text, "utf-8")
            return
        with partial.open("x", encoding="utf-8") as file:
            file.write(text)
        partial.replace(target)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise click.FileError(str(target), error.strerror or str(error)) from error


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
