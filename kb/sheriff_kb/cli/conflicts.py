"""The command `sheriff conflicts`: sentences that contradict each other, and what to give up."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from sheriff_kb.cli.names import FREED, PASSAGE, Named, Type
from sheriff_kb.cli.shared import (
    format_option,
    language_option,
    limit_option,
    print_json,
    set_option,
    timeout_option,
)
from sheriff_kb.exits import INCOMPLETE
from sheriff_kb.law import held_answers
from sheriff_kb.solving import OutOfTime, within
from sheriff_kb.wording import Wording, wording

if TYPE_CHECKING:
    from sheriff_kb.evidence import Coherence, Unit
    from sheriff_kb.report.conflicts import Ranking


class Sources(click.Choice[str]):
    """A choice of sources, or of some other words; sources are read when one asks for them, not whenever one starts."""

    def __init__(self, *others: str) -> None:
        self.case_sensitive = True
        self._others = others

    @cached_property
    def choices(self) -> Sequence[str]:  # type: ignore[override]
        """What can be chosen."""
        from sheriff_kb.evidence import sources

        return (*self._others, *sources())


class Clauses(Type):
    """All that a passage states, or what it states on one point."""

    name = "clauses"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Unit, ...]:
        """The clauses."""
        from sheriff_kb.evidence import stated_by

        name, _, point = value.partition(":")
        passage = PASSAGE.convert(name, param, ctx)
        stated = {unit.point: unit for unit in stated_by(passage)}
        if not point:
            return tuple(stated.values())
        if point not in stated:
            there = f"only on {', '.join(stated)}" if stated else "nor on any other point"
            self.fail(f"{passage} states nothing on '{point}', {there}", param, ctx)
        return (stated[point],)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The passages that begin so."""
        return PASSAGE.shell_complete(ctx, param, incomplete)


def _shown() -> dict[str, str]:
    """The positions that examples may show, each with the table that it then is."""
    from sheriff_kb.evidence import evidence_facts

    return {position.string: table.name for table, position in evidence_facts()("may_show", 2)}


SHOWN = Named("position that an example can show", _shown)


@click.command(short_help="Find sentences that contradict each other.")
@click.option(
    "--source",
    "sources",
    type=Sources(),
    multiple=True,
    help="Use the sentences of this source. Repeatable.  [default: the texts]",
)
@click.option("--note", is_flag=True, help="Also use the transcriber's note.")
@click.option("--suggestions", is_flag=True, help="Also use what sentences only suggest, not just what they state.")
@click.option(
    "--prefer",
    type=Sources("rules", "examples"),
    multiple=True,
    help="Prefer to keep rules, examples or the sentences of a source. Repeatable; the first weighs most.",
)
@click.option(
    "--keep",
    metavar="PASSAGE[:POINT]",
    type=Clauses(),
    multiple=True,
    help="Always keep this sentence, or what it says on one point. Repeatable.",
)
@click.option(
    "--shows",
    metavar="POSITION",
    type=SHOWN,
    multiple=True,
    help="Assume that an example shows this position. Repeatable.",
)
@set_option
@click.option(
    "--free",
    metavar="QUESTION",
    multiple=True,
    type=FREED,
    help="Leave a settled rule open: its id, or 'settled' for all of them. Repeatable.",
)
@limit_option("conflicts, and at most N ways to resolve them")
@timeout_option
@format_option
@language_option
def conflicts(
    sources: Sequence[str],
    note: bool,
    suggestions: bool,
    prefer: Sequence[str],
    keep: Sequence[Sequence[Unit]],
    shows: Sequence[str],
    answers: Mapping[str, str],
    free: Sequence[str],
    limit: int,
    timeout: float | None,
    form: str,
    language: str,
) -> None:
    """Find sentences that contradict each other, and what to give up so that the rest agree; smallest sets first.

    \b
    sheriff conflicts                              compare the two texts
    sheriff conflicts --source sheet --note        compare the sheet and the note on it
    sheriff conflicts --prefer rules               give up examples rather than rules

    A sentence is kept or given up point by point, such as wiki.tax.1 on tax_unit. The output begins with a comparison
    of the rules on graveyards, their example and the note, in pairs. Settled rules keep their answers; an example may
    show any position that fits its words.
    """  # noqa: D301
    from sheriff_kb.evidence import Coherence, remarks, texts, units_of
    from sheriff_kb.report.conflicts import ranking

    chosen = [*(sources or texts()), *(remarks() if note else [])]
    held = held_answers(free, answers)
    program = Coherence(
        units_of(chosen, suggestions=suggestions),
        held=held,
        tables={_shown()[position]: position for position in shows},
        keep=[*chain.from_iterable(keep)],
    )
    rank = ranking(prefer) if prefer else None
    with within(timeout):
        if form == "json":
            complete = _print_json(program, chosen, rank, limit)
        else:
            complete = _print_lines(program, chosen, rank, limit, wording(language))
    if not complete:
        sys.exit(INCOMPLETE)


def _print_json(program: Coherence, sources: Sequence[str], rank: Ranking | None, limit: int) -> bool:
    """Print the results as one object; returns whether they are complete, that is, found before the timeout."""
    from sheriff_kb.report.conflicts import conflicts_as_json
    from sheriff_kb.report.scoring import scoring_as_json

    data: dict[str, Any] = {}
    complete = True
    try:
        data["scoring"] = scoring_as_json(program, sources)
        conflicts_as_json(data, program, rank, limit, _watched)
    except OutOfTime:
        complete = False
    print_json(data, complete=complete)
    return complete


def _print_lines(program: Coherence, sources: Sequence[str], rank: Ranking | None, limit: int, words: Wording) -> bool:
    """Print each result once it is found; returns whether they are complete, that is, found before the timeout."""
    from sheriff_kb.report.conflicts import conflict_lines
    from sheriff_kb.report.scoring import scoring_lines

    try:
        for line in chain(
            scoring_lines(program, sources, words), conflict_lines(program, rank, limit, words, _watched)
        ):
            click.echo(line)
    except OutOfTime:
        click.echo(words.evidence("phrases", "unfinished"))
        return False
    return True


def _watched(found: Iterator[tuple[Unit, ...]]) -> Iterator[tuple[Unit, ...]]:
    """The same items; in a terminal, after one second, with a count on standard error."""
    if not sys.stderr.isatty():
        yield from found
        return
    start, shown = time.monotonic(), False
    for number, one in enumerate(found, 1):
        yield one
        if time.monotonic() - start > 1:
            click.echo(f"\r{number}", nl=False, err=True)
            shown = True
    if shown:
        click.echo("\r", nl=False, err=True)
