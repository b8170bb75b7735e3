"""Commands at the table: rule on positions, draw them, look at those that travel with the package."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheriff_kb.cli.pictures import png
from sheriff_kb.cli.shared import (
    FaultsToStderr,
    complete_gallery,
    file_argument,
    files_argument,
    fixed_answers,
    format_option,
    free_option,
    language_option,
    load,
    matches,
    near,
    reading_option,
    rule_on,
    set_option,
    timeout_option,
)
from sheriff_kb.exits import ANSWERED, FAULT, INCOMPLETE
from sheriff_kb.faults import printable
from sheriff_kb.files import write
from sheriff_kb.solving import within
from sheriff_kb.wording import Wording, wording

if TYPE_CHECKING:
    from sheriff_kb.drawing.symbols import Scheme


@click.command()
@files_argument
@format_option
@language_option
@set_option
@reading_option
@free_option
@timeout_option
def rulings(
    files: Sequence[str],
    form: str,
    language: str,
    answers: Sequence[str],
    reading: str | None,
    free: Sequence[str],
    timeout: float | None,
) -> None:
    """Rule on positions: each matter, its values, and which answers lead to them.

    FILE is a position in YAML or JSON; '-' reads standard input. Several files with --format json give one line of
    JSON each, with the file's name and the rulings or the faults.

    \b
    sheriff rulings game.yaml
    sheriff rulings game.yaml --set tax_source=stack      with one disputed rule answered
    sheriff rulings game.yaml --free settled              with the settled rules left open, too
    sheriff rulings *.yaml --format json
    sheriff rulings huge.yaml --timeout 5                 with what is known by then; exit code 3 if that is not all
    """  # noqa: D301
    with within(timeout):
        _rule(files, form, wording(language), fixed_answers(answers, reading), free)


def _rule(files: Sequence[str], form: str, words: Wording, fixed: dict[str, str], free: Sequence[str]) -> None:
    """Print the rulings on the files one after another; ends the command where not all went well."""
    from sheriff_kb import report

    faults, complete = 0, True
    for number, file in enumerate(files):
        with FaultsToStderr(file) as failed:
            found = rule_on(load(file, words.language), fixed, free, in_time=True)
            complete = complete and found.complete
            if form == "json" and len(files) > 1:
                click.echo(json.dumps({"file": file, **report.as_json(found, words)}, ensure_ascii=False))
            elif form == "json":
                click.echo(json.dumps(report.as_json(found, words), ensure_ascii=False, indent=2))
            else:
                if len(files) > 1:
                    click.echo(f"{'' if number == 0 else chr(10)}== {printable(file)}")
                for line in report.as_text(found, words):
                    click.echo(line)
        if failed.count and form == "json" and len(files) > 1:
            click.echo(json.dumps({"file": file, "faults": failed.messages}, ensure_ascii=False))
        faults += failed.count
    if faults or not complete:
        sys.exit(FAULT if faults else INCOMPLETE)


@click.command()
@file_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "png", "text"]),
    help="SVG, PNG, or text; text where nothing is said in a terminal.",
)
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    help="Draw the tiles of so many turns as lying on the table; figures and tokens stay as in the file.",
    default=0,
    show_default=True,
)
@click.option(
    "--colours",
    type=click.Choice(["page", "light", "dark"]),
    default="page",
    show_default=True,
    help="Colours of a picture: as the page around it has them, or always light or dark. PNG is light or dark.",
)
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write to a file; its ending picks the format.")
@language_option
def draw(file: str, form: str | None, turn: int, colours: Scheme, output: str | None, language: str) -> None:
    """Draw a position, as SVG, as PNG or in the terminal.

    PNG needs a library that is not installed with the package: pip install 'sheriff-kb[png]'.

    \b
    sheriff draw game.yaml                    in the terminal
    sheriff draw game.yaml -o game.svg        as a picture
    sheriff draw game.yaml -o game.png --colours dark
    """  # noqa: D301
    from sheriff_kb import drawing

    with FaultsToStderr(file) as failed:
        position = load(file, language)
        if turn > len(position.turns):
            raise click.BadParameter(f"the last turn of the position is {len(position.turns)}", param_hint="--turn")
        if output == "-":
            output = None
        if form is None:
            form = _form(output)
        if form == "png" and output is None and sys.stdout.isatty():
            raise click.BadParameter("PNG is not for a terminal; name a file", param_hint="--output")
        picture: str | bytes
        if form == "svg":
            picture = drawing.svg(position, turn=turn, scheme=colours, language=language)
        elif form == "png":
            picture = png(position, turn=turn, scheme=colours, language=language)
        else:
            picture = drawing.text(position, turn=turn, language=language)
        if output is None:
            click.echo(picture, nl=form != "png")
        else:
            write(Path(output), picture)
    if failed.count:
        sys.exit(FAULT)


def _form(output: str | None) -> str:
    """The format that a file's ending asks for; without a file, text in a terminal and else SVG."""
    if output is None:
        return "text" if sys.stdout.isatty() else "svg"
    forms = {".svg": "svg", ".png": "png", ".txt": "text"}
    ending = Path(output).suffix.lower()
    if ending not in forms:
        raise click.BadParameter(f"'{output}' ends in none of .svg, .png and .txt; say --format", param_hint="--output")
    return forms[ending]


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME...]", shell_complete=complete_gallery)
@click.option("--yaml", "as_yaml", is_flag=True, help="Print the position files instead of ruling on them.")
@click.option("--check", "compare", is_flag=True, help="Compare the rulings with those that the documents expect.")
@language_option
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

    words = wording(language)
    entries = list(collection.entries())
    chosen = [entry for entry in entries if not names or any(matches(entry.name, name) for name in names)]
    for name in names:
        if not any(matches(entry.name, name) for entry in entries):
            raise click.BadParameter(
                f"there is no position '{name}' in the gallery{near(name, (e.name for e in entries))}"
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
            for line in report.as_text(rule_on(entry.worded(words), {}, ()), words):
                click.echo(line)
        else:
            click.echo(f"{entry.name:<50} {entry.title(words)}")
    if compare:
        click.echo(f"{len(chosen)} positions, {failed} with a difference", err=True)
        sys.exit(FAULT if failed else ANSWERED)
