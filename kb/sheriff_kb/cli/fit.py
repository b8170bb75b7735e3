"""`sheriff readings --fit`: the readings that agree with what was observed, and what to observe next."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from sheriff_kb.cli.progress import progress
from sheriff_kb.cli.shared import FaultsToStderr, load, print_json
from sheriff_kb.exits import FAULT
from sheriff_kb.wording import wording

if TYPE_CHECKING:
    from sheriff_kb.position import Position
    from sheriff_kb.rulings import Survey, Surveyed


def show_fit(files: Sequence[str], tries: Sequence[str], most: int, form: str, language: str) -> None:
    """Print which readings agree with what is observed in the files; `tries` are searched beside the gallery."""
    from sheriff_kb.report.fit import fit_as_json, fit_as_text
    from sheriff_kb.rulings import Fit, Survey, suggestions

    words = wording(language)
    told, tried = _loaded(files), _loaded(tries)
    survey = Survey()
    with FaultsToStderr() as failed:
        fit = Fit(progress(told, "Ruling on the positions"), survey)
        found = suggestions(fit, _tried(survey, tried), most) if fit.count > 1 and most else []
        if form == "json":
            print_json(fit_as_json(fit, found, looked=bool(most)))
        else:
            for line in fit_as_text(fit, found, words, looked=bool(most)):
                click.echo(line)
    if failed.count:
        sys.exit(FAULT)


def _loaded(files: Sequence[str]) -> list[tuple[str, Position]]:
    """The positions with the names of their files; if one is faulty, prints all faults and ends the command."""
    loaded = []
    faults = 0
    for file in files:
        with FaultsToStderr() as failed:
            loaded.append((file, load(file)))
        faults += failed.count
    if faults:
        sys.exit(FAULT)
    return loaded


def _tried(survey: Survey, tried: Sequence[tuple[str, Position]]) -> Iterator[Surveyed]:
    """The matters of the positions to try, then those of the gallery."""
    from sheriff_kb.gallery import entries

    for name, position in tried:
        yield from survey.matters(name, position)
    for entry in progress(list(entries()), "Searching the gallery"):
        yield from survey.matters(entry.name, entry.position)
