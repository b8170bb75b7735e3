"""How much work may be done: until when, and how much at most.

A deadline is set once, around a job; whatever can take long asks now and then whether it is over. So nothing between
the command and the solver needs to hand it on.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from math import inf
from time import monotonic

from sheriff_kb.faults import Fault, Faults, SheriffError, printable

MOST_RULES = 500_000
"""So many ground rules the law has on a position at most; with them a command stays below 300 MB."""
MOST_RECORDED = 300_000
"""So many it has together with the record of their use, which explanations need."""
MOST_BRANCHES = 400_000
"""So many branches all decision diagrams together have at most."""

_deadline: ContextVar[float] = ContextVar("deadline", default=inf)


class OutOfTime(SheriffError):
    """The time is over that `within` has set."""


class TooMuch(Faults):
    """A position raises more than can be ruled on, though it keeps to the limits of what is read."""

    def __init__(self, what: str) -> None:
        hint = (
            "tell fewer turns, above all fewer steps of the sheriff and moves of tents, or a smaller part of the board"
        )
        super().__init__([Fault("the position", 0, 0, f"too much follows from it: over {what}", hint)])

    def of(self, source: str) -> Faults:
        """The same of a position that is known by a name."""
        return Faults(replace(fault, source=printable(source)) for fault in self.faults)


@contextmanager
def on(source: str) -> Iterator[None]:
    """A job on a position that is known by a name: what is too much is told with it. Raises Faults."""
    try:
        yield
    except TooMuch as error:
        raise error.of(source) from error


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """A job for which there are so many seconds; None sets no limit, and an earlier deadline stays."""
    before = _deadline.get()
    token = _deadline.set(before if seconds is None else min(before, monotonic() + seconds))
    try:
        yield
    finally:
        _deadline.reset(token)


def check() -> None:
    """Raise OutOfTime where the time is over."""
    if monotonic() > _deadline.get():
        raise OutOfTime


@contextmanager
def all_kept() -> Iterator[None]:
    """A job that makes much and throws little away, so that it is not worth looking for what can be thrown away."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
