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
"""Maximum number of ground rules of the law on a position; up to it a command needs less than 300 MB."""
MOST_RECORDED = 300_000
"""Maximum number of ground rules together with the record of their use, which explanations need."""
MOST_BRANCHES = 400_000
"""Maximum number of branches of all decision diagrams together."""

_deadline: ContextVar[float] = ContextVar("deadline", default=inf)


class OutOfTime(SheriffError):
    """The timeout set by `within` is reached."""


class TooMuch(Faults):
    """A position within the limits of the reader is still too complex to rule on."""

    def __init__(self, what: str) -> None:
        hint = "use fewer turns, above all fewer moves of the sheriff and of tents, or a smaller part of the board"
        super().__init__([Fault("the position", 0, 0, f"the position is too complex: over {what}", hint)])

    def of(self, source: str) -> Faults:
        """The same with the name of the position."""
        return Faults(replace(fault, source=printable(source)) for fault in self.faults)


@contextmanager
def on(source: str) -> Iterator[None]:
    """A context for work on a named position: TooMuch is reported with that name. Raises Faults."""
    try:
        yield
    except TooMuch as error:
        raise error.of(source) from error


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """A context with a timeout in seconds; None sets no limit, and an earlier deadline stays."""
    before = _deadline.get()
    token = _deadline.set(before if seconds is None else min(before, monotonic() + seconds))
    try:
        yield
    finally:
        _deadline.reset(token)


def check() -> None:
    """Raise OutOfTime if the time is over."""
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
