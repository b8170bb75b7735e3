"""How long minimal conflicts take, side by side with the MARCO of musclingo on the same ground program.

    python tests/benchmarks/conflicts.py [--runs 5] [--patience 60]

musclingo is no requirement; if it is not installed (`pip install musclingo`) its column is left out. Times are
medians of the runs, in milliseconds, without the grounding, which both need once. Past its patience, in seconds,
musclingo is stopped between two conflicts and the number found by then is reported.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec

import clingo

from sheriff_kb.evidence import Coherence, Unit, units_of
from sheriff_kb.law import encoding, held_answers

INSTANCES = {
    "both sources, stated": (("wiki", "sheet"), False),
    "both sources and the note, stated": (("wiki", "sheet", "note"), False),
    "the sheet, with suggestions": (("sheet",), True),
    "both sources, with suggestions": (("wiki", "sheet"), True),
    "everything, with suggestions": (("wiki", "sheet", "note", "base", "analogy"), True),
}
Conflicts = set[frozenset[str]]


def _name(unit: Unit) -> str:
    """A unit as the program names it."""
    return f'{unit.strength}("{unit.passage}")'


def ours(units: list[Unit]) -> Callable[[], Iterator[frozenset[str] | None]]:
    """A run of ours, grounded."""
    program = Coherence(units, held=held_answers())
    return lambda: (frozenset(map(_name, conflict)) for conflict in program.conflicts())


def theirs(units: list[Unit]) -> Callable[[], Iterator[frozenset[str] | None]]:
    """A run of musclingo's MARCO on the same program, grounded, with the same things as assumptions."""
    from musclingo.algorithms import MARCO  # type: ignore[import-not-found,unused-ignore]
    from musclingo.lattice import AssumptionsLattice  # type: ignore[import-not-found,unused-ignore]
    from musclingo.shrink import LinearElimination  # type: ignore[import-not-found,unused-ignore]

    control = clingo.Control(["--warn=none"])
    held = "".join(f"held({question},{answer})." for question, answer in held_answers().items())
    control.add("base", [], encoding.program("coherence") + held)
    control.ground([("base", [])])
    broken = {str(atom.symbol.arguments[0]): atom.literal for atom in control.symbolic_atoms.by_signature("broken", 1)}
    names = {-broken[name]: name for name in map(_name, units) if name in broken}

    def run() -> Iterator[frozenset[str] | None]:
        for kind, found in MARCO(AssumptionsLattice(list(names), bias=True), LinearElimination(control)):
            # What holds together is reported, too, so that patience can end between two conflicts.
            yield frozenset(names[literal] for literal in found) if kind == "mus" else None

    return run


def measure(
    make: Callable[[], Callable[[], Iterator[frozenset[str] | None]]], patience: float
) -> tuple[float, float, Conflicts, bool]:
    """Seconds to the first conflict and to the last, the conflicts, and whether these are all."""
    run = make()
    start = time.perf_counter()
    first, found = 0.0, set[frozenset[str]]()
    for conflict in run():
        if conflict is not None:
            first = first or time.perf_counter() - start
            found.add(conflict)
        if time.perf_counter() - start > patience:
            return first, time.perf_counter() - start, found, False
    return first, time.perf_counter() - start, found, True


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--patience", type=float, default=60)
    arguments = parser.parse_args()
    rival = find_spec("musclingo") is not None
    if not rival:
        print("musclingo is not installed: its column is left out")
    for title, (sources, suggestions) in INSTANCES.items():
        units = units_of(sources, suggestions=suggestions)
        runs = [measure(partial(ours, units), float("inf")) for _ in range(arguments.runs)]
        first, whole = (1000 * statistics.median(run[place] for run in runs) for place in (0, 1))
        found = runs[0][2]
        print(f"{title}: {len(units)} units, {len(found)} minimal conflicts")
        print(f"  ours       first {first:8.2f} ms   all {whole:10.2f} ms")
        if rival:
            job = partial(theirs, units)
            others = [measure(job, arguments.patience)]
            quick = others[0][3]
            if quick:
                others += [measure(job, arguments.patience) for _ in range(arguments.runs - 1)]
            first, whole = (1000 * statistics.median(run[place] for run in others) for place in (0, 1))
            if quick:
                outcome = "the same conflicts" if others[0][2] == found else "OTHER CONFLICTS"
            else:
                outcome = f"stopped with {len(others[0][2])} of them"
            print(f"  musclingo  first {first:8.2f} ms   all {whole:10.2f} ms   {outcome}")


if __name__ == "__main__":
    main()
