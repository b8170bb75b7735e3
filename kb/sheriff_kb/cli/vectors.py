"""The command `sheriff vectors`: positions and outcomes for programs that play the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from sheriff_kb.cli.names import POSITION, READING, matches
from sheriff_kb.cli.progress import progress
from sheriff_kb.cli.shared import fixed_answers, language_option, set_option
from sheriff_kb.files import write
from sheriff_kb.law import named_readings
from sheriff_kb.output import enveloped, printed
from sheriff_kb.wording import wording

OWN = "own"
"""The name of the reading given by --set."""


@click.command(short_help="Print test vectors as JSON.")
@click.argument("names", nargs=-1, metavar="[NAME...]", type=POSITION)
@click.option(
    "--reading",
    "readings",
    metavar="NAME",
    type=READING,
    multiple=True,
    help="Include only this named reading. Repeatable.",
)
@set_option
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write to FILE.")
@language_option
def vectors(
    names: Sequence[str], readings: Sequence[str], answers: Mapping[str, str], output: str | None, language: str
) -> None:
    """Print test vectors as JSON: positions as plain data, with the outcome of each under every named reading.

    \b
    sheriff vectors -o vectors.json
    sheriff vectors tax --reading wiki --reading sheet
    sheriff vectors --set self_tile=not_counted --set city_near=four

    NAME is a position of the gallery or a folder. Use --set to describe the rules that your program plays: it defines
    the reading 'own', which is the recommended one with these answers. 'sheriff schema vectors' prints the JSON Schema.
    """  # noqa: D301
    from sheriff_kb.gallery import entries
    from sheriff_kb.vectors import head, is_told, vector

    known = named_readings()
    chosen = {name: known[name] for name in known if name in readings or not (readings or answers)}
    if answers:
        chosen[OWN] = fixed_answers(answers, "recommended")
    positions = list(filter(is_told, entries()))
    for name in names:
        if not any(matches(entry.name, name) for entry in positions):
            raise click.BadParameter(f"there are no vectors of '{name}': something in it is left unsaid")
    wanted = [entry for entry in positions if not names or any(matches(entry.name, name) for name in names)]
    whole = len(chosen) == len(known)
    found = [vector(entry, chosen, cases=whole) for entry in progress(wanted, "Ruling")]
    text = printed(enveloped({**head(chosen, wording(language)), "vectors": found}))
    if output is None or output == "-":
        click.echo(text, nl=False)
    else:
        write(Path(output), text)
