# ruff: noqa: T201 (a command prints)
"""Run the reader of positions and every command on inputs that nobody would write.

    python tests/fuzz.py --inputs 1000000 --jobs 2 --seed 1      a full run; Ctrl-C ends it with what it has found
    python tests/fuzz.py --seed 1 --only 4711                    one input of that run, in full

A fault is an exception that is not declared, a hang, more than 300 MB, an exit status that is not documented, or an
empty message. Each is printed with its seed and number, and its input is kept in a file of the folder `--keep`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from fuzzing import guarded, inputs, workers

MINUTE = 60


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="run only the input with this number")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-faults"), help="folder for inputs with a fault")
    options = parser.parse_args(arguments)
    if options.only is not None:
        return _only(options.seed, options.only)
    tally, told, progress = workers.Tally(options.seed), 0, _Progress()
    try:
        for tally in workers.run(options.seed, options.inputs, options.jobs):
            for found in tally.found[told:]:
                _tell(tally.seed, found, options.keep)
            told = len(tally.found)
            progress.tell(tally, options.inputs)
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
    _summary(tally)
    return int(bool(tally.found))


def _only(seed: int, number: int) -> int:
    one = inputs.make(seed, number)
    print(inputs.shown(one))
    with tempfile.TemporaryDirectory(prefix="sheriff-fuzz-") as folder:
        guarded.fresh_folder(Path(folder))
        trouble = guarded.run(one)
    print(f"{trouble.kind}: {trouble.detail}" if trouble else "no fault")
    return int(trouble is not None)


def _tell(seed: int, found: workers.Found, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{seed}-{found.number}.txt"
    file.write_text(inputs.shown(inputs.make(seed, found.number)) + "\n", encoding="utf-8", errors="backslashreplace")
    print(
        f"seed {seed}, input {found.number}: {found.trouble.kind}: {found.trouble.detail} (kept in {file})", flush=True
    )


class _Progress:
    """Shows the progress of a run: in a terminal all the time, elsewhere once a minute."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def tell(self, tally: workers.Tally, wanted: int) -> None:
        """Print it on standard error, if it is time for that."""
        terminal = sys.stderr.isatty()
        if not terminal and time.monotonic() - self._told < MINUTE:
            return
        self._told = time.monotonic()
        told = f"{tally.done.total()} of {wanted} inputs, {len(tally.found)} faults, {tally.rate:.0f} a second"
        print(f"\r{told} " if terminal else told, end="" if terminal else "\n", file=sys.stderr, flush=True)


def _summary(tally: workers.Tally) -> None:
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.done.items()))
    seconds = tally.done.total() / tally.rate if tally.rate else 0.0
    print(f"seed {tally.seed}: {tally.done.total()} inputs ({kinds}), {len(tally.found)} faults")
    print(f"{seconds:.0f} s, {tally.rate:.0f} inputs a second, at most {tally.peak:.0f} MB in a process")


if __name__ == "__main__":
    sys.exit(main())
