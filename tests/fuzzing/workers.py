"""Many inputs in processes of their own, which may hang, die, or eat up memory without hurting the run."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple

from fuzzing import guarded, inputs
from fuzzing.guarded import SECONDS, Trouble

STUCK = 3 * SECONDS
"""Time limit for one input after which a worker that no alarm reaches is taken for stuck, and ended."""
REPORT = 0.5
"""Seconds between the reports of a worker."""
ROOM = 3000
"""Megabytes of address space of a worker."""


class Found(NamedTuple):
    """A fault, with the number of its input."""

    number: int
    trouble: Trouble


class _Report(NamedTuple):
    """What a worker has done since the last report: how many inputs of each kind, its peak memory, what it found."""

    done: Counter[str]
    peak: float
    found: list[Found]


@dataclass
class Tally:
    """What a run has come to so far."""

    seed: int
    started: float = field(default_factory=time.monotonic)
    done: Counter[str] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)
    peak: float = 0.0

    @property
    def rate(self) -> float:
        """Inputs in a second."""
        return self.done.total() / max(time.monotonic() - self.started, 1e-9)


def work(seed: int, numbers: range, at: Any, pipe: Connection, folder: Path) -> None:
    """Run the inputs of these numbers, and report through the pipe; ends early after a fault that leaves traces.

    `at` is shared: it holds the number of the input that is being run, at the end that of the next one.
    """
    guarded.limit_memory(ROOM)
    guarded.fresh_folder(folder)
    done, found, reported = Counter[str](), list[Found](), time.monotonic()
    for number in numbers:
        at.value = number
        if time.monotonic() - reported > REPORT:
            pipe.send(_Report(done, guarded.megabytes(), found))
            done, found, reported = Counter[str](), [], time.monotonic()
        one = inputs.make(seed, number)
        trouble = guarded.run(one)
        done[one.kind + (" in depth" if one.deep else "")] += 1
        if trouble is not None:
            found.append(Found(number, trouble))
            if trouble.kind in ("memory", "hang"):
                break
    at.value += numbers.step
    pipe.send(_Report(done, guarded.megabytes(), found))


class _Worker:
    """A process that runs the numbers of a share."""

    def __init__(self, seed: int, numbers: range, folder: Path) -> None:
        self.numbers, self.folder = numbers, folder
        context = multiprocessing.get_context("fork")  # so that what a test has put in place is there, too
        self.at = context.RawValue("q", numbers.start)
        self.pipe, theirs = context.Pipe(duplex=False)
        self.process = context.Process(target=work, args=(seed, numbers, self.at, theirs, folder), daemon=True)
        self.process.start()
        theirs.close()
        self.told = 0
        self._seen, self._since = numbers.start, time.monotonic()

    def stuck(self) -> bool:
        """Whether it has been at the same input for too long."""
        if self.at.value != self._seen:
            self._seen, self._since = self.at.value, time.monotonic()
        return time.monotonic() - self._since > STUCK

    def rest(self, number: int) -> range:
        """What is left of the share from a number on."""
        return range(number, self.numbers.stop, self.numbers.step)


def run(seed: int, count: int, jobs: int) -> Iterator[Tally]:
    """Run a number of inputs in a number of processes; the tally is yielded about twice a second, and at the end."""
    tally = Tally(seed)
    inputs.prepare()
    with tempfile.TemporaryDirectory(prefix="sheriff-fuzz-") as top:
        shares = [range(job, count, jobs) for job in range(min(jobs, count))]
        workers = [_Worker(seed, share, Path(top) / str(job)) for job, share in enumerate(shares)]
        try:
            while workers:
                wait([worker.pipe for worker in workers], REPORT)
                workers = [after for worker in workers if (after := _looked_after(worker, tally)) is not None]
                yield tally
        finally:
            for worker in workers:
                worker.process.kill()
                worker.process.join()


def _looked_after(worker: _Worker, tally: Tally) -> _Worker | None:
    """The worker, or the one that goes on with its share; None if that is done."""
    stuck = worker.process.is_alive() and worker.stuck()
    if stuck:
        worker.process.kill()
        worker.process.join()
    ended = not worker.process.is_alive()  # asked before the last reports are read
    _hear(worker, tally)
    if not ended:
        return worker
    worker.process.join()
    number = worker.at.value
    if worker.process.exitcode != 0:
        told = f"more than {STUCK} s, where no alarm reaches it" if stuck else f"ended with {worker.process.exitcode}"
        tally.found.append(Found(number, Trouble("hang" if stuck else "death", told)))
        number += worker.numbers.step
        tally.done["untold"] += len(range(worker.numbers.start, number, worker.numbers.step)) - worker.told
    rest = worker.rest(number)
    return _Worker(tally.seed, rest, worker.folder) if rest else None


def _hear(worker: _Worker, tally: Tally) -> None:
    """Add what the worker reports to the tally."""
    try:
        while worker.pipe.poll():
            report: _Report = worker.pipe.recv()
            worker.told += report.done.total()
            tally.done += report.done
            tally.found += report.found
            tally.peak = max(tally.peak, report.peak)
    except (EOFError, OSError):  # it has ended, perhaps in the middle of a report
        pass
