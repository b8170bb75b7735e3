"""How long the law takes to ground on a long story, and how large the ground program is.

python tests/benchmarks/grounding.py [--tiles 80] [--turns 80]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time

import clingo
from boards import story

from sheriff_kb.law import held_answers, program
from sheriff_kb.rulings import facts


def main() -> None:
    """Print a row of figures for the story, and for half and double its length."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiles", type=int, default=80)
    parser.add_argument("--turns", type=int, default=80)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    print(" tiles  turns  segments   facts    rules    atoms  facts s  ground s     MB")
    for turns in (arguments.turns // 2, arguments.turns, arguments.turns * 2):
        position = story(arguments.tiles, turns)
        start = time.perf_counter()
        told = facts(position)
        fact_seconds = time.perf_counter() - start
        seconds = []
        for _ in range(arguments.runs):
            control = clingo.Control(["--warn=none", "--stats"])
            control.add("base", [], program("parts") + told.program(held_answers()))
            start = time.perf_counter()
            control.ground([("base", [])])
            seconds.append(time.perf_counter() - start)
        control.solve()
        size = control.statistics["problem"]["lp"]
        segments = sum(len(tile.mountains) for tile in position.tiles)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{len(position.tiles):>6} {turns:>6} {segments:>9} {len(told.lines):>7} {size['rules']:>8.0f}"
            f" {size['atoms']:>8.0f} {fact_seconds:>8.3f} {statistics.median(seconds):>9.3f} {memory:>6.0f}"
        )


if __name__ == "__main__":
    main()
