"""Processes that judge mutants, and are ended if one of them takes too long or too much."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait

from sheriff_dev.mutants.judging import Bench, Verdict
from sheriff_dev.mutants.making import Mutant

MOST_SECONDS = 30.0
"""Time limit for a judgement on one position; the slowest takes a fraction of a second."""
MOST_BYTES = 2 * 1024**3
"""Memory limit of a process, if the system supports it."""


def judged(
    bench: Bench, mutants: Iterable[Mutant], jobs: int, most_seconds: float = MOST_SECONDS
) -> Generator[tuple[Mutant, Verdict], None, None]:
    """The mutants with their verdicts, as they are found. Closing it ends all processes."""
    waiting = iter(mutants)
    workers = [_Worker(bench, most_seconds) for _ in range(jobs)]
    try:
        for worker in workers:
            worker.take(waiting)
        while busy := [worker for worker in workers if worker.mutant is not None]:
            left = min(worker.until for worker in busy) - time.monotonic()
            ready = wait([worker.answers for worker in busy], max(left, 0))
            for worker in busy:
                verdict = worker.hear(worker.answers in ready)
                if verdict is not None:
                    assert worker.mutant is not None
                    yield worker.mutant, verdict
                    worker.take(waiting)
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A process that judges one mutant after the other, and the time until which it has to be heard of."""

    def __init__(self, bench: Bench, most_seconds: float) -> None:
        self._bench = bench
        self._most_seconds = most_seconds
        self.mutant: Mutant | None = None
        self.until = 0.0
        self._begin()

    def _begin(self) -> None:
        self.answers, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_work, args=(self._bench, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def take(self, waiting: Iterator[Mutant]) -> None:
        """Judge the next mutant, if there is one."""
        self.mutant = next(waiting, None)
        if self.mutant is not None:
            self.answers.send(self.mutant)
            self.until = time.monotonic() + self._most_seconds

    def hear(self, ready: bool) -> Verdict | None:
        """The verdict, if there is one by now; a process that died or says nothing for too long is begun anew."""
        try:
            if ready:
                verdict, final = self.answers.recv()
                self.until = time.monotonic() + self._most_seconds
                return verdict if final else None
        except EOFError:
            self.until = 0.0
        if time.monotonic() < self.until:
            return None
        self.end()
        self._begin()
        return Verdict("limit")

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.answers.close()
        self._process.kill()
        self._process.join()


def _work(bench: Bench, mutants: Connection) -> None:
    """Judge what comes until nothing more does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who began this process ends it
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # where clingo reports errors in a rule
    _limit_memory()
    with suppress(EOFError):
        while True:
            verdicts = bench.judge(mutants.recv())
            last = next(verdicts)
            for verdict in verdicts:
                mutants.send((last, False))
                last = verdict
            mutants.send((last, True))


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
