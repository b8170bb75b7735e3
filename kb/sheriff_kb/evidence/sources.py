"""The sentences of the sources, and what each says: facts of the encoding, under whatever reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from sheriff_kb.law import program, questions
from sheriff_kb.solving import Atoms, Term, atoms_of

Strength = Literal["stated", "suggested"]


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """A clause: what a passage states, or suggests, on one point, which is a question, a claim or a table."""

    passage: str
    point: str
    strength: Strength = "stated"


def unit_of(arguments: Sequence[Term]) -> Unit:
    """The unit that the program names by these arguments."""
    passage, strength, point = arguments
    return Unit(passage.string, point.name, strength.name)  # type: ignore[arg-type]


@cache
def all_units() -> tuple[Unit, ...]:
    """Every unit that there is, in the order of the sources; of a passage first what it states."""
    facts = evidence_facts()
    points = [*questions(), *(name.name for name, _ in facts("in", 2)), *(name.name for (name,) in facts("table", 1))]
    order = {name: number for number, name in enumerate([*passages(), *points])}
    units = map(unit_of, facts("unit", 3))
    return tuple(sorted(units, key=lambda unit: (order[unit.passage], unit.strength, order[unit.point])))


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a source: its kind, by whose authority it is known, and whether it states or suggests anything.

    `supposes` are the predicates of a position without which it has nothing to say.
    """

    id: str
    source: str
    kind: str
    authority: str
    origin: str
    strengths: tuple[Strength, ...]
    supposes: frozenset[str] = frozenset()


@cache
def passages() -> Mapping[str, Passage]:
    """All passages by id, in the order of the sources."""
    atoms = evidence_facts()
    authority = {of.string: kind.name for of, kind in atoms("authority", 2)}
    origin = {source.string: where.name for source, where in atoms("origin", 2)}
    strengths: dict[str, set[Strength]] = {}
    for unit in map(unit_of, atoms("unit", 3)):
        strengths.setdefault(unit.passage, set()).add(unit.strength)
    supposes: dict[str, set[str]] = {}
    for word, what in atoms("supposes", 2):
        supposes.setdefault(word.string, set()).add(what.name)
    return {
        id_.string: Passage(
            id_.string,
            source.string,
            kind.name,
            authority.get(id_.string, authority[source.string]),
            origin[source.string],
            tuple(sorted(strengths.get(id_.string, ()))),
            frozenset(supposes.get(id_.string.split(".")[1], ())),
        )
        for id_, source, kind in atoms("passage", 3)
    }


def texts() -> tuple[str, ...]:
    """The sources that are texts of the expansion's rules, and are held against one another."""
    return tuple(source.string for (source,) in evidence_facts()("text", 1))


def sources() -> tuple[str, ...]:
    """All sources in which somebody says something, so without what is only assumed."""
    known = {source.string: kind.name for source, kind in evidence_facts()("authority", 2)}
    return tuple(source.string for (source,) in evidence_facts()("source", 1) if known[source.string] != "assumed")


def remarks() -> tuple[str, ...]:
    """The sources that make no rules, but say something of those of others."""
    known = {source.string: kind.name for source, kind in evidence_facts()("authority", 2)}
    return tuple(source for source in sources() if known[source] == "commentary")


@cache
def evidence_facts() -> Atoms:
    """What the program says without any reading."""
    return atoms_of(program("coherence"))
