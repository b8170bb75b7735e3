"""What a graveyard scores: which of the rules, the example and the note can be true together, on which table.

The two texts have a rule for a completed graveyard, one for the end of the game, and an example; the transcriber's note
says that these do not agree. `encoding/evidence.lp` says which passages belong to which of these voices. The coherence
program finds out whether voices can be true together, and the law what a graveyard scores.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from typing import Any

import click

from sheriff_kb.evidence import Coherence, Unit, evidence_facts, passages, remarks, stated_by, texts
from sheriff_kb.evidence.claimed import claimed, keys
from sheriff_kb.gallery import entry
from sheriff_kb.law import tag
from sheriff_kb.rulings import Ruling, Rulings, rulings
from sheriff_kb.wording import Wording


@dataclass(frozen=True, slots=True)
class Together:
    """Whether voices can be true together: for each way that the tables can be, the open answers that all of it takes.

    None if they cannot.
    """

    voices: tuple[str, ...]
    needs: tuple[Mapping[str, str] | None, ...]


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the voices on scoring come to: by two, and all together but for the note.

    `voices` are the passages of each voice, `tables` the ways that the tables of the examples can be.
    """

    voices: Mapping[str, tuple[str, ...]]
    tables: tuple[Mapping[str, str], ...]
    pairs: tuple[Together, ...]
    rules: Together


def scoring(program: Coherence, sources: Collection[str]) -> Scoring | None:
    """Hold the voices that speak in these sources, and the note, against one another; None if no rule speaks."""
    heard = voices([*sources, *remarks()])
    rules = [voice for voice, said in heard.items() if not _is_remark(said)]
    if not rules:
        return None
    tables = tuple(_tables(program))

    def together(*chosen: str) -> Together:
        units = list(_stated(heard[voice] for voice in chosen))
        return Together(chosen, tuple(program.needed(units, table) for table in tables))

    pairs = (pair for pair in combinations(heard, 2) if any(voice in rules for voice in pair))
    return Scoring(heard, tables, tuple(together(*pair) for pair in pairs), together(*rules))


def _every() -> tuple[str, ...]:
    """The sources in which somebody says what a graveyard scores."""
    return (*texts(), *remarks())


def voices(sources: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The voices on what a graveyard scores, each with its passages in these sources; those that have any."""
    found: dict[str, list[str]] = {}
    for voice, passage in evidence_facts()("scoring", 2):
        if passages()[passage.string].source in sources:
            found.setdefault(voice.name, []).append(passage.string)
    return {voice: tuple(said) for voice, said in found.items()}


@cache
def points() -> tuple[tuple[str, Rulings], ...]:
    """The points that the law gives for the graveyards of which the voices claim something, position by position."""
    claimed = {name.name for name, _ in evidence_facts()("in", 2)}
    return tuple(ruled_on(unit.point for unit in _stated(voices(_every()).values()) if unit.point in claimed))


def ruled_on(claims: Iterable[str]) -> Iterator[tuple[str, Rulings]]:
    """What the law rules on the matters of which these claims speak, position by position that their tables may be.

    Settled questions are held.
    """
    tests, tables = claimed()
    wanted: dict[str, list[Mapping[str, Any]]] = {}
    for claim in claims:
        for position in tables[claim]:
            wanted.setdefault(position, []).extend(keys(m) for test in tests.get(claim, ()) for m in test.matters)
    for position, matters in wanted.items():
        yield position, rulings(replace(entry(position).position, asks=(), filters=tuple(matters)))


def _stated(spoken: Iterable[tuple[str, ...]]) -> Iterator[Unit]:
    """What the passages of these voices state."""
    return (unit for said in spoken for passage in said for unit in stated_by(passage))


def _is_remark(said: tuple[str, ...]) -> bool:
    """Whether a voice is a remark and no rule."""
    return all(passages()[passage].authority == "commentary" for passage in said)


def _tables(program: Coherence) -> Iterator[dict[str, str]]:
    """Every way that those tables can be of which the voices speak and which may be several positions, if not fixed."""
    touched = program.touched(_stated(voices(_every()).values()))
    shown: dict[str, list[str]] = {}
    for table, position in evidence_facts()("may_show", 2):
        if table.name in touched:
            shown.setdefault(table.name, []).append(position.string)
    unsure = {table: positions for table, positions in shown.items() if len(positions) > 1}
    for chosen in product(*unsure.values()):
        tables = dict(zip(unsure, chosen, strict=True))
        if program.agreement(tables=tables) is not None:
            yield tables


# --- the output ------------------------------------------------------------------------------------------------------


def scoring_lines(program: Coherence, sources: Sequence[str], words: Wording) -> Iterator[str]:
    """What the law gives for the graveyards spoken of, and what can be true together; nothing if no rule is."""

    def say(key: str, **names: object) -> str:
        return words.evidence("phrases", key, **names)

    found = scoring(program, sources)
    if found is None:
        return
    yield click.style(say("scoring"), bold=True)
    for position, found_there in points():
        for ruling in found_there:
            matter = f"{words.evidence('shown', position)}, {words.when(ruling.matter.turn or 'after')}"
            yield f"  {words.leading(matter)} {_values(ruling, words)}"
    yield ""
    yield click.style(say("together"), bold=True)
    rows = [["", *(words.parted(words.evidence("shown", at) for at in table.values()) for table in found.tables)]]
    rows += [[_voices(pair, words), *_cells(pair, words)] for pair in found.pairs]
    rows.append([say("all_rules"), *_cells(found.rules, words)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield ""


def _values(ruling: Ruling, words: Wording) -> str:
    return words.either(
        f"{case.value} {words.either(tag(when) for when in case.when)}" if ruling.varies else str(case.value)
        for case in ruling.cases
    )


def _voices(pair: Together, words: Wording) -> str:
    one, other = (words.evidence("scoring", voice) for voice in pair.voices)
    return words.evidence("phrases", "pair", one=one, other=other)


def _cells(found: Together, words: Wording) -> Iterator[str]:
    return (words.values["no" if needs is None else "yes"] for needs in found.needs)


def scoring_as_json(program: Coherence, sources: Sequence[str]) -> dict[str, Any] | None:
    """The same for programs; None without rules."""
    found = scoring(program, sources)
    if found is None:
        return None
    return {
        "voices": {voice: list(passages) for voice, passages in found.voices.items()},
        "points": [
            {
                "position": position,
                "matter": ruling.matter.as_json(),
                "cases": [{"value": case.value, "when": [dict(when) for when in case.when]} for case in ruling.cases],
            }
            for position, found_there in points()
            for ruling in found_there
        ],
        "tables": [dict(table) for table in found.tables],
        "together": [
            {"voices": list(one.voices), "needs": [None if needs is None else dict(needs) for needs in one.needs]}
            for one in (*found.pairs, found.rules)
        ],
    }
