"""The output of `sheriff conflicts`: sentences that cannot hold together, and what to give up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

from sheriff_kb.evidence import Coherence, Unit, passages
from sheriff_kb.law import questions, tag
from sheriff_kb.report.clauses import as_json, in_words, listed
from sheriff_kb.wording import Wording

Ranking = Callable[[Unit], tuple[bool, ...]]
"""How much a clause is preferred."""
Watched = Callable[[Iterator[tuple[Unit, ...]]], Iterator[tuple[Unit, ...]]]
"""The same sets of clauses, while somebody looks on how many there are."""


def ranking(prefer: Sequence[str]) -> Ranking:
    """How much a unit is preferred: whether it is of what is preferred first, second, and so on."""

    def belongs(unit: Unit, what: str) -> bool:
        passage = passages()[unit.passage]
        if what in ("rules", "examples"):
            return (passage.kind == "example") == (what == "examples") and passage.kind in ("rule", "example")
        return passage.source == what

    return lambda unit: tuple(belongs(unit, what) for what in prefer)


def _gives_way(conflict: Sequence[Unit], rank: Ranking | None) -> list[Unit]:
    """Those of a conflict that are preferred least; none if all are preferred alike."""
    if rank is None or len({rank(unit) for unit in conflict}) < 2:
        return []
    least = min(map(rank, conflict))
    return [unit for unit in conflict if rank(unit) == least]


def _repairs(program: Coherence, rank: Ranking | None) -> Iterator[tuple[Unit, ...]]:
    """The repairs, or those that give up nothing preferred for the sake of something else."""
    return (one for one in program.repairs() if rank is None or program.preferred(one, rank))


def conflicts_as_json(
    data: dict[str, Any], program: Coherence, rank: Ranking | None, limit: int, watched: Watched
) -> None:
    """Put into `data` what is found, as it is found."""
    agreement = program.agreement(program.units)
    more = {"conflicts": False, "repairs": False}
    data |= {"passages": len({unit.passage for unit in program.units}), "clauses": len(program.units)}
    data["agree"] = agreement is not None
    data |= {"fixed_rules_conflict": False, "conflicts": [], "repairs": [], "more": more}
    if agreement is not None:
        data["reading"], data["tables"] = dict(agreement.reading), dict(agreement.tables)
    for number, conflict in enumerate(watched(program.conflicts())):
        more["conflicts"] = number >= limit
        if more["conflicts"]:
            break
        if not conflict:
            data["fixed_rules_conflict"] = True
            continue
        told = {"units": [as_json(unit) for unit in conflict], "over": program.disputed(conflict)}
        data["conflicts"].append({**told, "gives_way": [as_json(unit) for unit in _gives_way(conflict, rank)]})
    for number, way in enumerate(watched(_repairs(program, rank)) if agreement is None else ()):
        more["repairs"] = number >= limit
        if more["repairs"]:
            break
        data["repairs"].append([*map(as_json, way)])


def conflict_lines(
    program: Coherence, rank: Ranking | None, limit: int, words: Wording, watched: Watched
) -> Iterator[str]:
    """The same for the terminal, line by line as it is found."""

    def say(key: str, **names: object) -> str:
        return words.evidence("phrases", key, **names)

    count = 0
    for conflict in watched(program.conflicts()):
        if not conflict:
            yield say("no_agreement")
            return
        count += 1
        if count > limit:
            yield say("more", limit=limit)
            break
        yield say("conflict" if len(conflict) > 1 else "conflict_one", number=count)
        weakest = _gives_way(conflict, rank)
        for unit in conflict:
            mark = click.style(f" ({say('gives_way')})", fg="yellow") if unit in weakest else ""
            yield f"     {in_words(unit, words)}{mark}"
            yield click.style(f"       {words.passage(unit.passage)}", dim=True)
        yield click.style(f"     {say('over', points=', '.join(program.disputed(conflict)))}", dim=True)
    if not count:
        found = program.agreement(program.units)
        assert found is not None
        unlike = {q: a for q, a in found.reading.items() if a != questions()[q].default}
        yield say("agree", count=len(program.units))
        yield say("one_reading", answers=tag(unlike)) if unlike else say("default_reading")
        shown = ", ".join(
            say("fixed_stated", table=words.evidence("tables", table), position=position)
            for table, position in found.tables.items()
        )
        yield say("on_tables", tables=shown)
        return
    yield ""
    yield say("repairs")
    for number, way in enumerate(watched(_repairs(program, rank)), 1):
        if number > limit:
            yield say("more", limit=limit)
            break
        yield "  " + say("repair", number=number, passages=listed(way, words))
