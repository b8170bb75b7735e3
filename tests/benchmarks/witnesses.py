"""How long smallest examples take, and how small they are: for each question, and each answer beside the first.

    python tests/benchmarks/witnesses.py [--tiles 8] [--patience 120] [--jobs 2] [QUESTION...]

Times are seconds of the processor, which a busy machine leaves alone. Past its patience, in seconds of the clock, a
search is stopped, and the number of tiles that it finished is reported.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from sheriff_kb.law import questions
from sheriff_kb.solving import within
from sheriff_kb.witness import Bounds, Contrast, Size, Unfinished, find

Pair = tuple[str, str, str]
"""A question and two of its answers."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", nargs="*")
    parser.add_argument("--tiles", type=int, default=8)
    parser.add_argument("--patience", type=float, default=120)
    parser.add_argument("--jobs", type=int, default=1)
    told = parser.parse_args()
    pairs = [
        (name, questions()[name].answers[0], other)
        for name in told.questions or questions()
        for other in questions()[name].answers[1:]
    ]
    print(f"{'question':<48} tiles figures turns tokens  off  seconds")
    total, began = 0.0, time.monotonic()
    with ProcessPoolExecutor(told.jobs) as pool:
        search = partial(searched, tiles=told.tiles, patience=told.patience)
        for (name, _, other), (size, seconds) in zip(pairs, pool.map(search, pairs), strict=True):
            total += seconds
            print(f"{f'{name} {other}':<48} {size:<32} {seconds:8.1f}", flush=True)
    clock, load = time.monotonic() - began, os.getloadavg()[0]
    print(f"together {total:.0f} seconds of the processor, {clock:.0f} of the clock, {told.jobs} jobs, load {load:.1f}")


def searched(pair: Pair, tiles: int, patience: float) -> tuple[str, float]:
    """What is found for two answers, in words, and how long it took."""
    name, one, other = pair
    began = time.process_time()
    contrast = Contrast((({name: one}, {name: other}),))
    try:
        with within(patience):
            found = find(contrast, Bounds(tiles=tiles))
    except Unfinished as error:
        told = f"not found; {error.tiles} tiles done"
    else:
        told = "none" if found is None else _row(found.size)
    return told, time.process_time() - began


def _row(size: Size) -> str:
    return "".join(f"{number:>6}" for number in (size.tiles, size.figures, size.turns, size.tokens, size.off))


if __name__ == "__main__":
    main()
