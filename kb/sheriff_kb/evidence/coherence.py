"""Coherence: which readings agree with which sentences, and which sentences cannot hold together.

The program (`sheriff program coherence`) has no board. A sentence has a unit, or clause, for each point on which it
states or suggests something; each can be kept or given up by itself. One ground program answers everything: a unit is
kept by assuming that it is not amiss.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sheriff_kb.evidence.smallest import smallest_first, smallest_of_all, smallest_sums
from sheriff_kb.evidence.sources import Unit, unit_of
from sheriff_kb.faults import SheriffError
from sheriff_kb.joined import parts
from sheriff_kb.law import encoding
from sheriff_kb.solving import Solver, Term

Verdict = Literal["follows", "contradicted", "open"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """A reading with the tables of the examples, and the units among those asked about that it breaks."""

    reading: Mapping[str, str]
    tables: Mapping[str, str]
    broken: tuple[Unit, ...]


class Unknown(SheriffError, ValueError):
    """A table or a position of a table that does not exist."""


class Coherence:
    """The ground program, with some units to weigh against one another.

    `held` are answers, `tables` positions of tables and `keep` units that are kept in any case.
    """

    def __init__(
        self,
        units: Iterable[Unit],
        *,
        held: Mapping[str, str] | None = None,
        tables: Mapping[str, str] | None = None,
        keep: Iterable[Unit] = (),
        program: str | None = None,
    ) -> None:
        """Ground the program; raises Unknown for tables that there are not."""
        keep = set(keep)
        self.units = tuple(unit for unit in units if unit not in keep)
        text = encoding.program("coherence") if program is None else program
        self._solver = solver = Solver(text, "--heuristic=Domain")
        self._reading = {
            (question.name, answer.name): atom for (question, answer), atom in _by_arguments(solver.atoms("reading", 2))
        }
        self._shown = {
            (table.name, position.string): atom for (table, position), atom in _by_arguments(solver.atoms("shown", 2))
        }
        # A unit that no reading breaks has no atom: it is in no conflict.
        self._broken = {unit_of(arguments): atom for arguments, atom in _by_arguments(solver.atoms("amiss", 3))}
        self._touches: dict[str, list[str]] = {}
        for (touching, point), _ in _by_arguments(solver.atoms("touches", 2)):
            self._touches.setdefault(touching.name, []).append(point.name)
        self._settled = {*(held or ()), *(tables or ())}
        self._fixed = [self._reading[item] for item in (held or {}).items()]
        self._fixed += self._shows(tables or {})
        self._fixed += self._kept(keep)
        solver.rather_not(self._broken[unit] for unit in self.units if unit in self._broken)

    # --- one question to the solver ----------------------------------------------------------------------------------

    def agreement(
        self, units: Iterable[Unit] = (), broken: Iterable[Unit] = (), tables: Mapping[str, str] | None = None
    ) -> Agreement | None:
        """A reading that keeps these units (and breaks those) on these tables, with what is fixed; None without one.

        Raises Unknown for tables that there are not.
        """
        wanted = [*self._kept(units), *self._shows(tables or {})]
        for unit in broken:
            if unit not in self._broken:
                return None
            wanted.append(self._broken[unit])
        return self._agreement(wanted)

    def _agreement(self, wanted: list[int]) -> Agreement | None:
        atoms = [*self._reading.values(), *self._shown.values(), *self._broken.values()]
        found = self._solver.best(atoms, [*self._fixed, *wanted])
        if found is None:
            return None
        return Agreement(
            {question: answer for (question, answer), atom in self._reading.items() if atom in found.holding},
            {table: position for (table, position), atom in self._shown.items() if atom in found.holding},
            tuple(unit for unit in self.units if self._broken.get(unit) in found.holding),
        )

    def fewest_broken(self, reading: Mapping[str, str]) -> Agreement:
        """What a total reading breaks, on tables that leave much whole; raises Unknown if fixed things forbid it."""
        found = self._agreement([self._reading[item] for item in reading.items()])
        if found is None:
            raise Unknown("this reading")
        return found

    def needed(self, units: Iterable[Unit], tables: Mapping[str, str]) -> dict[str, str] | None:
        """What every reading answers that keeps these units on these tables, of the open questions that they touch.

        None if no reading keeps them. Raises Unknown for tables that there are not.
        """
        units = list(units)
        wanted = [*self._kept(units), *self._shows(tables)]
        found = self._agreement(wanted)
        if found is None:
            return None
        touched = self.touched(units) - self._settled
        return {
            question: answer
            for question, answer in found.reading.items()
            if question in touched and self._agreement([*wanted, -self._reading[question, answer]]) is None
        }

    def touched(self, units: Iterable[Unit]) -> set[str]:
        """The questions and tables on which it depends whether these units are broken."""
        return {point for unit in units for point in self._touches[unit.point]}

    def disputed(self, units: Iterable[Unit]) -> list[str]:
        """The questions and tables that a minimal conflict of these units is over: the open ones that several touch."""
        touched = [point for unit in units for point in sorted(self._touches[unit.point])]
        shared = [point for point in touched if point not in self._settled and touched.count(point) > 1]
        return list(dict.fromkeys(shared or touched))

    def _kept(self, units: Iterable[Unit]) -> list[int]:
        return [-self._broken[unit] for unit in units if unit in self._broken]

    def _shows(self, tables: Mapping[str, str]) -> list[int]:
        for item in tables.items():
            if item not in self._shown:
                raise Unknown(": ".join(item))
        return [self._shown[item] for item in tables.items()]

    # --- conflicts and repairs ---------------------------------------------------------------------------------------

    def conflicts(self) -> Iterator[tuple[Unit, ...]]:
        """Every minimal set of units that cannot hold together, smallest first.

        The empty set, and nothing else, if what is fixed does not even agree with itself.
        """
        broken = self._largest([])
        if broken is None:
            yield ()
        else:
            able = [unit for unit in self.units if self._broken.get(unit) in broken]
            alone = [unit for unit in able if self._largest([self._broken[unit]]) is None]
            yield from ((unit,) for unit in alone)
            yield from smallest_of_all(map(self._conflicts, self._parts(broken, alone)), 2)

    def repairs(self) -> Iterator[tuple[Unit, ...]]:
        """Every minimal set of units after whose giving up the others hold together, smallest first.

        None if what is fixed does not agree with itself.
        """
        broken = self._largest([])
        if broken is None:
            return
        place = {unit: number for number, unit in enumerate(self.units)}
        for found in smallest_sums(map(self._repairs, self._parts(broken))):
            yield tuple(sorted((unit for part in found for unit in part), key=place.__getitem__))

    def _conflicts(self, part: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
        literals = [self._broken[unit] for unit in part]

        def missed(kept: frozenset[int]) -> Iterable[int] | None:
            found = self._largest([literals[number] for number in kept])
            return None if found is None else [n for n, literal in enumerate(literals) if literal in found]

        for found in smallest_first(len(part), missed):
            yield tuple(part[number] for number in sorted(found))

    def _repairs(self, part: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
        literals = [self._broken[unit] for unit in part]

        def missed(given_up: frozenset[int]) -> Iterable[int] | None:
            core = self._core([literal for number, literal in enumerate(literals) if number not in given_up])
            return None if core is None else [number for number, literal in enumerate(literals) if literal in core]

        for found in smallest_first(len(part), missed):
            yield tuple(part[number] for number in sorted(found))

    def _parts(self, broken: Collection[int], without: Collection[Unit] = ()) -> list[list[Unit]]:
        """The units in parts, such that no open question or table is touched from two of them.

        No conflict then reaches over two parts, and a repair is one of each part. A part none of whose units is
        `broken` by a reading has no conflict, and is left out.
        """
        able = [unit for unit in self.units if unit in self._broken and unit not in without]
        touched = {unit: [point for point in self._touches[unit.point] if point not in self._settled] for unit in able}
        first: dict[str, Unit] = {}
        pairs = ((first.setdefault(point, unit), unit) for unit in able for point in touched[unit])
        return [part for part in parts(able, pairs) if any(self._broken[unit] in broken for unit in part)]

    def preferred(self, repair: Collection[Unit], rank: Callable[[Unit], Any]) -> bool:
        """Whether a repair gives up nothing that could be kept together with everything kept of its rank and above."""
        for unit in repair:
            above = [other for other in self.units if other not in repair and rank(other) >= rank(unit)]
            if self.agreement([*above, unit]) is not None:
                return False
        return True

    def verdict(self, units: Iterable[Unit], given: Iterable[Unit]) -> Verdict:
        """Whether what units say follows from others that hold together, is contradicted by them, or neither."""
        units, given = tuple(units), tuple(given)
        if self.agreement([*given, *units]) is None:
            return "contradicted"
        return "follows" if all(self.agreement(given, [unit]) is None for unit in units) else "open"

    def _largest(self, kept: Iterable[int]) -> frozenset[int] | None:
        """The `broken` atoms of a reading that keeps these and, thanks to the heuristic, as many others as it can."""
        found = self._solver.best(self._broken.values(), [*self._fixed, *(-atom for atom in kept)])
        return None if found is None else found.holding

    def _core(self, kept: list[int]) -> set[int] | None:
        """A minimal conflict among these; None if they hold together."""
        core = self._conflicting(kept)
        if core is None:
            return None
        for atom in sorted(core):
            if atom in core and (smaller := self._conflicting([other for other in core if other != atom])) is not None:
                core = smaller
        return core

    def _conflicting(self, kept: Iterable[int]) -> set[int] | None:
        """Those among these that the solver needed to see that they do not hold together; None if they do."""
        kept = set(kept)
        core = self._solver.core([*self._fixed, *(-atom for atom in kept)])
        return None if core is None else {-literal for literal in core} & kept


def _by_arguments(atoms: Mapping[Term, int]) -> Iterator[tuple[Sequence[Term], int]]:
    return ((term.arguments, atom) for term, atom in atoms.items())
