"""How long smallest examples take, and how small they are: for each question, and each answer beside the first.

    python tests/benchmarks/witnesses.py [--tiles 8] [--patience 120] [QUESTION...]

Times are seconds of the processor, which a busy machine leaves alone. Past its patience, in seconds of the clock, a
search is broken off, and the number of tiles that it finished is told. Several processes can share the questions.
"""

from __future__ import annotations

import argparse
import time

from sheriff_kb.questions import questions
from sheriff_kb.witness import Bounds, Contrast, Size, Unfinished, find


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", nargs="*")
    parser.add_argument("--tiles", type=int, default=8)
    parser.add_argument("--patience", type=float, default=120)
    told = parser.parse_args()
    print(f"{'question':<48} tiles figures turns tokens  off  seconds")
    total = 0.0
    for name in told.questions or questions():
        answers = questions()[name].answers
        for other in answers[1:]:
            began = time.process_time()
            contrast = Contrast((({name: answers[0]}, {name: other}),))
            try:
                found = find(contrast, Bounds(tiles=told.tiles), deadline=time.monotonic() + told.patience)
            except Unfinished as error:
                size = f"not found; {error.tiles} tiles done"
            else:
                size = "none" if found is None else _row(found.size)
            seconds = time.process_time() - began
            total += seconds
            print(f"{f'{name} {other}':<48} {size:<32} {seconds:8.1f}", flush=True)
    print(f"{'together':<48} {'':<32} {total:8.1f}")


def _row(size: Size) -> str:
    return "".join(f"{number:>6}" for number in (size.tiles, size.figures, size.turns, size.tokens, size.off))


if __name__ == "__main__":
    main()
