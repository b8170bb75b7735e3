"""The law against the oracle: every matter of random positions under random readings.

    python tests/comparison.py --positions 20000 --readings 5 --seed 1

plays so many positions, each under so many total readings, and prints every disagreement with the position. Ctrl-C
stops it after the position at hand; the count so far is printed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import repeat

from oracle import boards, play_with_reasons
from oracle.board import Board
from oracle.strategies import random_position, random_reading
from sheriff_kb.diagram import Value
from sheriff_kb.drawing import text
from sheriff_kb.matter import Matter
from sheriff_kb.position import Position
from sheriff_kb.rulings import Ruling, Rulings, rulings


@dataclass(frozen=True)
class Disagreement:
    """A matter on which the law and the oracle differ under a reading."""

    position: Position
    matter: Matter
    law: int | str
    oracle: int | str
    reading: Mapping[str, str]

    def __str__(self) -> str:
        answers = ", ".join(f"{question}={answer}" for question, answer in self.reading.items())
        return f"{text(self.position)}\n{self.matter}\nlaw: {self.law}\noracle: {self.oracle}\nunder: {answers}"


@dataclass(frozen=True)
class Played:
    """A position that asks for everything, and what the oracle says of it under each of some total readings.

    What is refused has the value `no` with all its reasons, as in `no: frozen, no_tent`.
    """

    position: Position
    outcomes: Sequence[tuple[Mapping[str, str], Mapping[Matter, int | str]]]


def played(position: Position, readings: Iterable[Mapping[str, str]]) -> Played:
    """What the oracle says of a position under these readings."""
    position = replace(position, filters=(*position.filters, {}))
    tables = boards(position)
    return Played(position, [(reading, _outcome(position, reading, tables)) for reading in readings])


def _outcome(position: Position, reading: Mapping[str, str], tables: Sequence[Board]) -> dict[Matter, int | str]:
    found, refusals = play_with_reasons(position, reading, tables)
    return found | {matter: refused(reasons) for matter, reasons in refusals.items() if reasons}


def refused(reasons: Iterable[str]) -> str:
    """The value of an act that is refused for these reasons."""
    return f"no: {', '.join(sorted(reasons))}"


def compared(found: Rulings, told: Played) -> Iterator[Disagreement]:
    """All disagreements of rulings, in which every question is open, with the oracle.

    What happens under no reading is not to be ruled on.
    """
    for ruling in found:
        if not ruling.varies and ruling.cases[0].value == "none":
            yield Disagreement(told.position, ruling.matter, "none", "left out", {})
    for reading, outcome in told.outcomes:
        for matter, law, oracle in _compare(found, outcome, reading):
            yield Disagreement(told.position, matter, law, oracle, reading)


def disagreements(position: Position, readings: Sequence[Mapping[str, str]]) -> list[Disagreement]:
    """All disagreements on a position under these total readings."""
    told = played(position, readings)
    return list(compared(rulings(told.position, free=("all",)), told))


def _compare(
    found: Rulings, outcome: Mapping[Matter, int | str], reading: Mapping[str, str]
) -> list[tuple[Matter, int | str, int | str]]:
    answers = [question.answers.index(reading[question.id]) for question in found.free]
    law = {ruling.matter: _value(ruling, answers) for ruling in found}
    apart = [(matter, value, outcome.get(matter, "none")) for matter, value in law.items()]
    missing = [
        (matter, "none", value)
        for matter, value in outcome.items()
        if matter not in law and must_be_raised(matter, value)
    ]
    return [(matter, one, other) for matter, one, other in (*apart, *missing) if one != other]  # type: ignore[misc]


def _value(ruling: Ruling, answers: Sequence[int]) -> Value:
    value = ruling.diagram(answers)
    return refused(name for name, holds in ruling.reasons.items() if holds(answers)) if value == "no" else value


def must_be_raised(matter: Matter, value: int | str) -> bool:
    """Whether a value that the oracle gives may not be left out of the rulings.

    The oracle gives more than is asked in three kinds: collections and scores that nothing changed in any reading, and
    destinations that nobody named and no reading allows.
    """
    return matter.kind not in ("collected", "score") and not (matter.act == "sheriff" and str(value).startswith("no"))


def grown(seed: int, readings: int) -> tuple[Position, list[dict[str, str]]]:
    """The position that grows from a seed, and so many random readings."""
    source = random.Random(seed)
    position = random_position(source, sees=seed % 4 == 0)
    return position, [random_reading(source) for _ in range(readings)]


def compare_seed(seed: int, readings: int) -> list[Disagreement]:
    """Compare the position that grows from a seed under so many random readings."""
    return disagreements(*grown(seed, readings))


def main() -> None:
    """Compare many positions, on all processors, and tell how many disagreed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=20000)
    parser.add_argument("--readings", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0, help="the first of as many seeds")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.positions)
    start, done, apart = time.monotonic(), 0, 0
    with ProcessPoolExecutor() as pool:
        try:
            jobs = pool.map(compare_seed, seeds, repeat(arguments.readings), chunksize=20)
            for seed, found in zip(seeds, jobs, strict=True):
                done += 1
                apart += bool(found)
                for disagreement in found[:1]:
                    print(f"seed {seed}\n{disagreement}\n", flush=True)
                if done % 500 == 0:
                    print(
                        f"{done} positions, {apart} with a disagreement, {time.monotonic() - start:.0f} s",
                        file=sys.stderr,
                    )
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    print(f"{done} positions under {arguments.readings} readings each: {apart} with a disagreement")
    sys.exit(1 if apart else 0)


if __name__ == "__main__":
    main()
