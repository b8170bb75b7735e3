"""How long rulings take, side by side with what they are measured against, in one run.

    python tests/benchmarks/speed.py [--runs 5]

Every figure is a median of the runs. Ratios are taken run by run, so that they hold when the machine's speed drifts.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from math import log, prod
from pathlib import Path

import clingo
from boards import story

from sheriff_kb.gallery import entries
from sheriff_kb.law import Question, held_answers, program, questions
from sheriff_kb.position import Position
from sheriff_kb.rulings import Judge, facts, rulings
from sheriff_kb.rulings import judge as module


def seconds(job: Callable[[], object]) -> float:
    """How long a job takes."""
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def median(job: Callable[[], object], runs: int) -> float:
    """The median time of a job over a number of runs, after one that is not counted."""
    job()
    return statistics.median(seconds(job) for _ in range(runs))


def ground_and_solve(position: Position) -> None:
    """One bare model of the program that rulings are read from."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program("parts") + facts(position).program(held_answers(position.free, position.reading)))
    control.ground([("base", [])])
    control.solve()


def gallery(runs: int) -> None:
    """All rulings of each gallery position against one bare ground-and-solve of the same program."""
    ratios, times = [], []
    for entry in entries():
        position = entry.position
        rulings(position)
        ours = [seconds(partial(rulings, position)) for _ in range(runs)]
        bare = [seconds(partial(ground_and_solve, position)) for _ in range(runs)]
        ratios.append(statistics.median(a / b for a, b in zip(ours, bare, strict=True)))
        times.append(statistics.median(ours))
    print(f"gallery: {len(ratios)} positions, all rulings in {statistics.median(times) * 1000:.1f} ms (median)")
    print(f"    against a bare ground-and-solve: median {statistics.median(ratios):.2f}, most {max(ratios):.2f} times")


def tiles(runs: int) -> None:
    """Growth with the board, at six turns."""
    sizes = (10, 80, 800)
    times = [median(partial(rulings, story(size, 6)), runs) for size in sizes]
    for size, took in zip(sizes, times, strict=True):
        print(f"tiles {size:>4}: {took * 1000:7.1f} ms")
    print(
        f"    exponent from {sizes[1]} to {sizes[2]} tiles: {log(times[2] / times[1]) / log(sizes[2] / sizes[1]):.2f}"
    )


def turns() -> None:
    """Growth with the story, on a board of 80 tiles."""
    for number in (20, 40, 80, 160):
        position = story(80, number)
        took = seconds(partial(rulings, position))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        segments = sum(len(tile.mountains) for tile in position.tiles)
        print(f"turns {number:>4} on {segments} segments: all rulings {took:6.2f} s, {memory:.0f} MB so far")


def idle(runs: int) -> None:
    """What further questions cost that do not matter; the three programs are run in turn."""
    position = next(entry for entry in entries() if entry.name == "stories/there_and_back").position
    told, held, sizes = facts(position), held_answers(), (0, 20, 40)
    times: dict[int, list[float]] = {number: [] for number in sizes}
    for _ in range(runs * 6):
        for number in sizes:
            extra = {f"idle_{i}": Question(f"idle_{i}", "gap", ("yes", "no")) for i in range(number)}
            lines = "\n".join(f"question({q},gap). answer({q},1,yes). answer({q},2,no)." for q in extra)
            module.questions = lambda extra=extra: {**questions(), **extra}  # type: ignore[assignment]
            module.program = lambda task, lines=lines: program(task) + lines  # type: ignore[assignment]
            times[number].append(seconds(lambda: Judge(told, held).rulings()))
    module.questions, module.program = questions, program  # type: ignore[assignment]
    for number in sizes:
        ratio = statistics.median(more / none for more, none in zip(times[number], times[0], strict=True))
        print(f"idle questions {number:>2}: {ratio:.3f} times")


def cold(runs: int) -> None:
    """A whole process for one position, against the import of its two large libraries."""
    root = Path(__file__).resolve().parents[2]
    file = root / "kb/sheriff_kb/positions/examples/star_tile_with_two_tents.yaml"
    main = [sys.executable, "-c", "from sheriff_kb.cli import main; main()", str(file)]
    bare = [sys.executable, "-c", "import clingo, networkx"]

    def run(command: list[str]) -> float:
        return seconds(lambda: subprocess.run(command, check=True, capture_output=True))

    pairs = [(run(main), run(bare)) for _ in range(runs * 2)][1:]
    ours, imports = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"cold start: {ours * 1000:.0f} ms; importing clingo and networkx {imports * 1000:.0f} ms; {ratio:.2f} times")


def enumeration() -> None:
    """Plain clingo going through all readings of ten questions, against rulings."""
    position = next(entry for entry in entries() if entry.name == "stories/there_and_back").position
    free = [q for q in questions().values() if q.status != "settled"][:10]
    held = {q.id: q.default for q in questions().values() if q not in free}
    told = facts(position)

    def enumerate_all() -> None:
        control = clingo.Control(["--models=0", "--warn=none"])
        control.add("base", [], program("rulings") + told.program(held))
        control.ground([("base", [])])
        control.solve(on_model=lambda model: found.append(model.symbols(shown=True)))

    found: list[object] = []
    plain = seconds(enumerate_all)
    ours = seconds(lambda: Judge(told, held).rulings())
    readings = prod(len(question.answers) for question in free)
    print(f"ten questions: plain clingo goes through {len(found)} of {readings} readings in {plain * 1000:.0f} ms;")
    print(f"    rulings take {ours * 1000:.0f} ms, {ours / plain:.1f} times as long, whatever the number of readings")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    gallery(runs)
    tiles(runs)
    turns()
    idle(runs)
    enumeration()
    cold(runs)


if __name__ == "__main__":
    main()
