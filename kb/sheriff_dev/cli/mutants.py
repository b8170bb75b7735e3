"""The command that mutates the law and checks whether the tests notice."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheriff_kb.cli.shared import format_option, print_json
from sheriff_kb.exits import FAULT
from sheriff_kb.output import printed

if TYPE_CHECKING:
    from sheriff_dev.mutants.judging import Bench, Verdict
    from sheriff_dev.mutants.making import Mutant
    from sheriff_dev.mutants.results import Kept, Results

MANY = 100
"""Above this number of mutants nearly all positions are used, so it pays to ground the law on all of them first."""
SEED = 1
"""Seed of the sample, so that it is the same for everybody."""


@click.command(short_help="Find changes of the law that no test notices.")
@click.argument("rules", nargs=-1, metavar="[RULE|FILE...]")
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", default=1, help="Number of processes.", show_default=True
)
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Judge a fixed sample of N mutants.")
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    default=200,
    metavar="N",
    help="Use at most N positions of the gallery, and N random ones.",
    show_default=True,
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Store verdicts in FILE, and continue from those in it.",
)
@click.option("--list", "only_list", is_flag=True, help="List the mutants without judging them.")
@click.option(
    "--write",
    is_flag=True,
    help="Write the results of all mutants to the file from which the page on mutants is generated.",
)
@format_option
def mutants(
    rules: Sequence[str],
    jobs: int,
    sample: int | None,
    positions: int,
    keep: Path | None,
    only_list: bool,
    write: bool,
    form: str,
) -> None:
    """Change the law in one small way at a time, and show which changes no test notices.

    A mutant is killed if the law can no longer be grounded, or if a ruling differs from what a gallery position or, for
    a random position, the oracle expects. Mutants known to be equivalent to the law are listed with the reason. Exits
    with 1 if an unlisted mutant survives or a listed one is killed. Needs a source checkout (for tests/oracle).

    \b
    python -m sheriff_dev mutants --jobs 2 --keep verdicts.jsonl
    python -m sheriff_dev mutants tokens.claim law/end.lp
    python -m sheriff_dev mutants --sample 50
    """  # noqa: D301
    from sheriff_dev.mutants import making
    from sheriff_dev.mutants.results import Kept, results

    every = list(making.mutants())
    chosen = [mutant for mutant in every if _matches(mutant, rules)] if rules else every
    if not chosen:
        raise click.BadParameter(f"no mutants of {', '.join(rules)}", param_hint="RULE")
    if sample is not None:
        # Which these are is no secret.
        chosen = random.Random(SEED).sample(chosen, min(sample, len(chosen)))  # noqa: S311
    if write and len(chosen) < len(every):
        raise click.UsageError("--write needs all mutants; leave out RULE, FILE and --sample.")
    if only_list:
        if form == "json":
            print_json({"mutants": [*map(_as_json, chosen)]})
        else:
            click.echo("\n".join(f"{mutant.id}: {mutant.was}" for mutant in chosen))
        return
    kept = Kept(keep) if keep is not None else None
    judged = []
    for mutant, verdict in _judged(chosen, positions, jobs, kept):
        judged.append((mutant, verdict))
        _say(mutant, verdict, len(judged), len(chosen))
    found = results(judged, positions, every)
    if write:
        _write(found)
    click.echo(printed(found.as_json()) if form == "json" else "\n".join([*_as_text(found, chosen), ""]), nl=False)
    if found.alive or found.stale:
        sys.exit(FAULT)


def _matches(mutant: Mutant, rules: Sequence[str]) -> bool:
    """Whether a mutant is of one of these rules, paragraphs or files."""
    return any(name in (mutant.file, mutant.rule, mutant.paragraph, mutant.id) for name in rules)


def _bench(positions: int) -> Bench:
    from sheriff_dev.mutants.judging import Bench, gallery_trial
    from sheriff_dev.mutants.oracle import NoOracle, oracle_trials
    from sheriff_kb.gallery import entries

    try:
        others = oracle_trials(positions)
    except NoOracle as error:
        raise click.ClickException(f"{error}.") from error
    return Bench([gallery_trial(one.name, one.position) for one in entries()], others, positions)


def _judged(chosen: Sequence[Mutant], positions: int, jobs: int, kept: Kept | None) -> Iterator[tuple[Mutant, Verdict]]:
    """The mutants with their verdicts, stored verdicts first."""
    from sheriff_dev.mutants.workers import judged

    left = []
    for mutant in chosen:
        verdict = kept.verdict(mutant) if kept is not None else None
        if verdict is None:
            left.append(mutant)
        else:
            yield mutant, verdict
    if left:
        click.echo("Preparing the positions", err=True)
        bench = _bench(positions)
        if len(left) > MANY:
            bench.prepare()
        with closing(judged(bench, left, jobs)) as verdicts:
            for mutant, verdict in verdicts:
                if kept is not None:
                    kept.keep(mutant, verdict)
                yield mutant, verdict


def _say(mutant: Mutant, verdict: Verdict, done: int, count: int) -> None:
    """Print unlisted survivors at once, and in a terminal the number of mutants judged."""
    from sheriff_dev.mutants.listed import listed

    if not verdict.killed and mutant.id not in listed():
        click.echo(f"\ralive: {mutant.id}: {mutant.was}", err=True)
    if sys.stderr.isatty():
        click.echo(f"\r{done} of {count}", nl=done == count, err=True)


def _write(found: Results) -> None:
    from sheriff_dev.mutants.results import FILE
    from sheriff_kb.files import write

    write(Path(__file__).resolve().parents[1] / "mutants" / FILE, printed(found.as_json()))


def _as_text(found: Results, chosen: Sequence[Mutant]) -> Iterator[str]:
    by_id = {mutant.id: mutant for mutant in chosen}
    killed = sum(found.killed.values())
    ways = ", ".join(f"{count} by {name}" for name, count in found.killed.items())
    yield f"made        {found.made}"
    yield f"killed      {killed}" + (f": {ways}" if ways else "")
    yield f"equivalent  {len(found.equivalent)}"
    yield f"alive       {len(found.alive)}"
    for id_ in found.alive:
        mutant = by_id[id_]
        yield f"\n  {id_}: {mutant.was}\n    {mutant.before}\n    {mutant.after or '(left out)'}"
    if found.stale:
        yield "\nListed as equivalent, but killed or no longer generated:"
        yield from (f"  {id_}" for id_ in found.stale)


def _as_json(mutant: Mutant) -> dict[str, str]:
    return {
        "id": mutant.id,
        "file": mutant.file,
        "was": mutant.was,
        "before": mutant.before,
        "after": mutant.after,
    }
