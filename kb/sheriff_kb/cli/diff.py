"""The command `sheriff diff`: the smallest position in which two answers, or two readings, differ."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from sheriff_kb.cli.names import QUESTION, QUESTION_OR_READING, READING, Seconds
from sheriff_kb.cli.shared import (
    format_option,
    language_option,
    limit_option,
    print_json,
    set_option,
)
from sheriff_kb.exits import INCOMPLETE
from sheriff_kb.law import UnknownAnswer, check_answers, named_readings, questions
from sheriff_kb.wording import wording

if TYPE_CHECKING:
    from sheriff_kb.witness import Bounds, Kind, Watch

TILES = {
    "one_mountain": {"mountains": 1},
    "one_city": {"barred": "two_cities"},
    "bare_graveyard": {"barred": "busy_graveyard"},
}


@click.command(short_help="Find the smallest position in which two readings differ.")
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=QUESTION_OR_READING.shell_complete)
@click.option(
    "--with",
    "other",
    metavar="QUESTION",
    type=QUESTION,
    help="Find a position in which the difference depends on this question, too.",
)
@click.option(
    "--tiles",
    "shapes",
    type=click.Choice(TILES),
    multiple=True,
    help="Use only tiles with at most one mountain or city, or with only prairie beside a graveyard. Repeatable.",
)
@click.option(
    "--most-tiles",
    type=click.IntRange(1, 9),
    metavar="N",
    default=8,
    show_default=True,
    help="Search boards of up to N tiles.",
)
@click.option(
    "--most-turns", type=click.IntRange(0, 4), metavar="N", default=2, show_default=True, help="Search up to N turns."
)
@click.option(
    "--most-players",
    type=click.IntRange(1, 5),
    metavar="N",
    default=3,
    show_default=True,
    help="Search up to N players.",
)
@click.option("--settled", is_flag=True, help="Answer settled rules as the texts do.")
@set_option
@click.option(
    "--timeout", type=Seconds(min=0, min_open=True), metavar="SECONDS", help="Stop the search after this time."
)
@limit_option("differences")
@format_option
@language_option
def diff(
    names: Sequence[str],
    other: str | None,
    shapes: Sequence[str],
    most_tiles: int,
    most_turns: int,
    most_players: int,
    settled: bool,
    answers: Mapping[str, str],
    timeout: float | None,
    limit: int,
    form: str,
    language: str,
) -> None:
    """Find the smallest position in which two answers to a question, or two readings, differ.

    \b
    sheriff diff self_tile > small.yaml; sheriff small.yaml
    sheriff diff owner any_cowboy tents_too        compare these two answers
    sheriff diff tax_unit --tiles one_mountain     use only such tiles
    sheriff diff wiki sheet                        compare the two texts in play
    sheriff diff tax_shortage --with stack_unit    the difference depends on stack_unit

    Give a question, optionally followed by two of its answers; or give two named readings.

    The output is a position file. It has as few tiles as possible, then as few figures, turns, tokens and non-default
    answers to other questions. If no such position exists, the command prints the bounds that it searched.
    """  # noqa: D301
    from sheriff_kb.report.differences import as_json, as_text, body, unfinished
    from sheriff_kb.witness import Bounds, Unfinished

    barred = {"one_city": "two_cities", "bare_graveyard": "busy_graveyard"}
    bounds = Bounds(
        tiles=most_tiles,
        turns=most_turns,
        players=most_players,
        mountains=1 if "one_mountain" in shapes else 2,
        barred=frozenset(barred[shape] for shape in shapes if shape in barred),
    )
    held = {q.id: q.default for q in questions().values() if settled and q.status == "settled"}
    held |= answers
    words = wording(language)
    found = _differences(names, other, bounds, held)
    data: list[dict[str, Any]] = []
    complete = True
    try:
        for number, kind in enumerate(islice(_in_time(found, timeout), limit)):
            if form == "json":
                data.append(as_json(kind, words))
            else:
                click.echo(("---\n" if number else "") + as_text(kind, words, bounds), nl=False)
    except Unfinished as error:
        complete = False
        if form != "json":
            click.echo(unfinished(error.tiles, words))
    if form == "json":
        print_json(body(data, bounds), complete=complete)
    if not complete:
        sys.exit(INCOMPLETE)


def _in_time(found: Iterator[Kind], timeout: float | None) -> Iterator[Kind]:
    """The differences found within the time; printing them may take longer. Raises Unfinished."""
    from sheriff_kb.solving import within

    end = inf if timeout is None else monotonic() + timeout
    while True:
        with within(end - monotonic()):
            kind = next(found, None)
        if kind is None:
            return
        yield kind


def _differences(names: Sequence[str], other: str | None, bounds: Bounds, held: Mapping[str, str]) -> Iterator[Kind]:
    """The differences that the names ask for, as they are found. Raises BadParameter for unknown names."""
    first = QUESTION_OR_READING.convert(names[0], None, None)
    if first not in questions():
        if other is not None:
            raise click.BadParameter("--with goes with a question, not with two readings")
        if len(names) != 2:
            raise click.BadParameter(f"after {first}, give one other reading: {', '.join(named_readings())}")
        one, two = (named_readings()[READING.convert(name, None, None)] for name in names)
        from sheriff_kb.evidence import texts
        from sheriff_kb.witness import kinds, other_words

        said = other_words(names[0], names[1], one, two) if set(names) <= set(texts()) else {}
        return kinds({**one, **held}, {**two, **held}, bounds, words=said, watch=_watch())
    pairs = _pairs(first, names[1:])
    if other is not None:
        return _depending(first, pairs[0], other, bounds)
    from sheriff_kb.witness import smallest

    return smallest(first, pairs, bounds, held, watch=_watch())


def _pairs(question: str, answers: Sequence[str]) -> list[tuple[str, str]]:
    known = questions()[question].answers
    if not answers:
        return [(known[0], answer) for answer in known[1:]]
    if len(answers) != 2 or answers[0] == answers[1]:
        raise click.BadParameter(f"after {question}, give two of its answers or none: {', '.join(known)}")
    try:
        for answer in answers:
            check_answers({question: answer})
    except UnknownAnswer as error:
        raise click.BadParameter(str(error)) from error
    return [(answers[0], answers[1])]


def _depending(question: str, pair: tuple[str, str], other: str, bounds: Bounds) -> Iterator[Kind]:
    from sheriff_kb.witness import depending

    if question == other:
        raise click.BadParameter("the two questions are the same", param_hint="--with")
    return depending(question, pair, other, bounds, watch=_watch())


def _watch() -> Watch | None:
    """In a terminal, a function that shows the progress of the search."""
    if not sys.stderr.isatty():
        return None
    return lambda tiles, turns, left: click.echo(
        f"\r{tiles} tiles, {turns} turns, {left} boards \r", nl=False, err=True
    )
