"""Commands at the table: rule on positions, draw them, show the gallery."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheriff_kb.cli.names import POSITION, READING, matches
from sheriff_kb.cli.pictures import png
from sheriff_kb.cli.shared import (
    FaultsToStderr,
    file_argument,
    files_argument,
    format_option,
    free_option,
    language_option,
    load,
    print_json,
    rule_on,
    set_option,
    timeout_option,
)
from sheriff_kb.exits import ANSWERED, FAULT, INCOMPLETE
from sheriff_kb.faults import printable
from sheriff_kb.files import write
from sheriff_kb.law import RECOMMENDED
from sheriff_kb.solving import within
from sheriff_kb.wording import Wording, wording

if TYPE_CHECKING:
    from sheriff_kb.drawing.symbols import Scheme
    from sheriff_kb.rulings import Ruling, Rulings


@click.command(short_help="Show what happens in a position, and what it depends on.")
@files_argument
@format_option
@language_option
@set_option
@click.option(
    "--reading",
    metavar="NAME",
    type=READING,
    default=RECOMMENDED,
    show_default=True,
    help="Show the values under this named reading (see 'sheriff readings').",
)
@free_option
@click.option("--all", "everything", is_flag=True, help="Show also what is nothing under every reading.")
@click.option("--cases", is_flag=True, help="Show for every value exactly which answers lead to it, as tables.")
@click.option("--tree", metavar="N|WORDS", help="Show one ruling as a decision tree: by its number, or in words.")
@click.option("--ask", metavar="WORDS", help="Show only the ruling that these words ask for.")
@timeout_option
def rulings(
    files: Sequence[str],
    form: str,
    language: str,
    answers: dict[str, str],
    reading: str,
    free: Sequence[str],
    everything: bool,
    cases: bool,
    tree: str | None,
    ask: str | None,
    timeout: float | None,
) -> None:
    """Show what happens in a position, turn by turn, and what one other answer to a disputed rule would change.

    \b
    sheriff rulings game.yaml
    sheriff rulings game.yaml --ask "may yellow mine at the ridge?"
    sheriff rulings game.yaml --reading wiki              show the values under another named reading
    sheriff rulings game.yaml --cases                     show for every value which answers lead to it
    sheriff rulings game.yaml --tree 4                    show ruling 4 as a decision tree
    sheriff rulings game.yaml --set tax_source=stack      answer one disputed rule
    sheriff rulings game.yaml --free settled              leave the settled rules open, too
    sheriff rulings *.yaml --format json
    sheriff rulings huge.yaml --timeout 5                 stop after 5 seconds

    FILE is a position in YAML or JSON; '-' reads standard input. --format json lists the files, each with its rulings
    or its errors.
    """  # noqa: D301
    shown = Shown(reading, everything, cases, tree, ask)
    with within(timeout):
        _rule(files, form, wording(language), answers, free, shown)


@dataclass(frozen=True, slots=True)
class Shown:
    """What of the rulings is shown: values under a reading, and which rulings in which form."""

    reading: str
    everything: bool = False
    cases: bool = False
    tree: str | None = None
    ask: str | None = None

    def lines(self, found: Rulings, words: Wording) -> Iterator[str]:
        """The report; a usage error if no ruling is asked for by the words."""
        from sheriff_kb import report

        width = report.page_width()
        if self.tree is not None:
            for number, ruling in enumerate(_asked(found, self.tree, words, "--tree")):
                yield from [""] if number else []
                yield from report.tree(ruling, found, words, width=width)
        elif self.cases:
            yield from report.cases(found, words, width=width)
        else:
            only = () if self.ask is None else _asked(found, self.ask, words, "--ask")
            yield from report.at_a_glance(
                found, words, reading=self.reading, everything=self.everything, only=only, width=width
            )


def _asked(found: Rulings, asked: str, words: Wording, option: str) -> Sequence[Ruling]:
    """The rulings that are asked for by number or in words; a usage error if there is none."""
    from sheriff_kb.report.asked import asked_for

    chosen = asked_for(found.rulings, found.position, asked, words)
    if not chosen:
        raise click.BadParameter(
            f"no ruling is asked for by '{asked}'; give a number from 1 to {len(found.rulings)}, or words of a ruling",
            param_hint=option,
        )
    return chosen


def _rule(
    files: Sequence[str], form: str, words: Wording, fixed: dict[str, str], free: Sequence[str], shown: Shown
) -> None:
    """Print the rulings on the files one after another; ends the command with an exit code if there was an error."""
    from sheriff_kb import report

    faults, complete = 0, True
    positions: list[dict[str, Any]] = []
    for number, file in enumerate(files):
        with FaultsToStderr(file) as failed:
            found = rule_on(load(file, words.language), fixed, free, in_time=True)
            complete = complete and found.complete
            if form == "json":
                positions.append({"file": file, **report.as_json(found, words, shown.reading)})
            else:
                if len(files) > 1:
                    click.echo(f"{'' if number == 0 else chr(10)}== {printable(file)}")
                for line in shown.lines(found, words):
                    click.echo(line)
        if failed.count:
            positions.append({"file": file, "faults": failed.messages})
        faults += failed.count
    if form == "json":
        print_json({"positions": positions}, complete=complete)
    if faults or not complete:
        sys.exit(FAULT if faults else INCOMPLETE)


@click.command(short_help="Draw a position as SVG, PNG or text.")
@file_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "png", "text"]),
    help="Output format.  [default: by the name of the output file; text in a terminal, else svg]",
)
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    metavar="N",
    help="Draw the tiles of the first N turns as already placed; figures and tokens stay as in the file.",
    default=0,
    show_default=True,
)
@click.option(
    "--colours",
    type=click.Choice(["page", "light", "dark"]),
    default="page",
    show_default=True,
    help="Colours: light, dark, or those of the page that shows the picture (SVG only).",
)
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False), help="Write to FILE; .svg, .png or .txt selects the format."
)
@language_option
def draw(file: str, form: str | None, turn: int, colours: Scheme, output: str | None, language: str) -> None:
    """Draw a position as SVG, PNG or text.

    \b
    sheriff draw game.yaml                    draw in the terminal
    sheriff draw game.yaml -o game.svg
    sheriff draw game.yaml -o game.png --colours dark

    PNG needs an optional library: pip install 'sheriff-kb[png]'.
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
            raise click.BadParameter("cannot write PNG to a terminal; name a file", param_hint="--output")
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
    """The format by the extension of the output file; without a file, text in a terminal, else SVG."""
    if output is None:
        return "text" if sys.stdout.isatty() else "svg"
    forms = {".svg": "svg", ".png": "png", ".txt": "text"}
    ending = Path(output).suffix.lower()
    if ending not in forms:
        raise click.BadParameter(f"'{output}' does not end in .svg, .png or .txt; use --format", param_hint="--output")
    return forms[ending]


@click.command(short_help="List, rule on or print the positions of the package.")
@click.argument("names", nargs=-1, metavar="[NAME...]", type=POSITION)
@click.option("--yaml", "as_yaml", is_flag=True, help="Print the position files instead of their rulings.")
@click.option(
    "--check",
    "compare",
    is_flag=True,
    help="Compare the rulings with those that the files expect; exit code 1 if any differ.",
)
@language_option
def gallery(names: Sequence[str], as_yaml: bool, compare: bool, language: str) -> None:
    """List the positions that come with the package; with NAMEs, show their rulings or print their files.

    \b
    sheriff gallery
    sheriff gallery examples/star_tile_with_two_tents
    sheriff gallery examples/star_tile_with_two_tents --yaml > mine.yaml
    sheriff gallery --check                   find rulings that are not as expected

    NAME is a position, such as tax/two_rival_tents_on_one_tile, or a folder, such as tax.
    """  # noqa: D301
    from sheriff_kb import gallery as collection
    from sheriff_kb import report

    words = wording(language)
    entries = list(collection.entries())
    chosen = [entry for entry in entries if not names or any(matches(entry.name, name) for name in names)]
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
            for line in report.at_a_glance(rule_on(entry.worded(words), {}, ()), words, width=report.page_width()):
                click.echo(line)
        else:
            click.echo(f"{entry.name:<50} {entry.title(words)}")
    if compare:
        click.echo(f"{len(chosen)} positions, {failed} with a difference", err=True)
        sys.exit(FAULT if failed else ANSWERED)
