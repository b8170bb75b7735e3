"""clingo such that it can be broken off: when the time is over, on Ctrl-C, or when too many ground rules come of it.

clingo has no call to stop grounding, but it reports each ground rule as it is made, and what is raised in such a
report ends it. While it solves it reports, too, and what is raised in one of those reports would end the process: so it
solves in a thread of its own, where no Ctrl-C arrives.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import clingo

from sheriff_kb.solving import effort

_MOMENT = 0.05
"""Seconds after which it is asked whether to go on solving."""


class Watch(clingo.Observer):
    """Counts the ground rules, and breaks grounding off where it should not go on; see `ground`."""

    _OFTEN = 1000
    """Number of rules between two checks whether to continue."""

    def __init__(self, most: int = effort.MOST_RULES) -> None:
        """Set the maximum number of rules."""
        self.noted = _Noted()
        self.reason: BaseException | None = None
        self._most = most
        self._count = 0

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """A plain rule was made."""
        self.counted()

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """A rule with a sum was made."""
        self.counted()

    def counted(self) -> None:
        """One more rule was made; breaks grounding off if it should not go on."""
        self._count += 1
        if self._count % self._OFTEN == 0:
            try:
                self._ask()
            except (KeyboardInterrupt, effort.OutOfTime, effort.TooMuch) as reason:
                self.reason = reason
                raise _Ended from reason

    def _ask(self) -> None:
        if self.noted.interrupted:
            raise KeyboardInterrupt
        if self._count > self._most:
            raise effort.TooMuch(f"{self._most} ground rules")
        effort.check()


class _Ended(Exception):
    """Grounding was broken off in a report; clingo makes a new exception of it, so that it carries nothing."""


def ground(control: clingo.Control, watch: Watch | None = None) -> None:
    """Ground the part `base` of a program; `watch`, or one made for it, observes each rule.

    Raises OutOfTime, TooMuch and KeyboardInterrupt, and RuntimeError if the program is faulty.
    """
    watch = watch or Watch()
    control.register_observer(watch)
    with _interrupts_noted() as watch.noted:
        try:
            control.ground([("base", [])])
        except _Ended:
            assert watch.reason is not None
            raise watch.reason from None


def solve(
    control: clingo.Control,
    assumptions: Sequence[int] = (),
    *,
    on_model: Callable[[clingo.Model], bool | None] | None = None,
    on_core: Callable[[Sequence[int]], None] | None = None,
) -> clingo.SolveResult:
    """Solve a ground program as `Control.solve` does. Raises OutOfTime, KeyboardInterrupt."""
    with _interrupts_noted() as noted, control.solve(assumptions, on_model=on_model, async_=True) as handle:
        _await(handle, noted)
        result: clingo.SolveResult = handle.get()
        if on_core is not None and result.unsatisfiable:
            on_core(handle.core())
        return result


def _await(handle: clingo.SolveHandle, noted: _Noted) -> None:
    """Wait until the solver has found something or is through."""
    while not handle.wait(_MOMENT):
        if noted.interrupted:
            raise KeyboardInterrupt
        effort.check()


class _Noted:
    """Whether there was a Ctrl-C."""

    interrupted = False


@contextmanager
def _interrupts_noted() -> Iterator[_Noted]:
    """Note a Ctrl-C, and raise it at the end of the block.

    Thrown into a report of clingo's it could be lost, and thrown between a call that starts the solver and one that
    ends it, it would leave the program useless for whoever goes on with it.
    """
    noted = _Noted()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield noted
        return

    def note(_number: int, _frame: object) -> None:
        noted.interrupted = True

    signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
        if noted.interrupted:
            raise KeyboardInterrupt
