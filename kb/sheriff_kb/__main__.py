"""The entry point of the command `sheriff`: minimal, so that Ctrl-C works cleanly while the rest is imported."""

from __future__ import annotations

import signal
import sys
import threading
import time
from _thread import interrupt_main, start_new_thread
from types import FrameType
from typing import TYPE_CHECKING

from sheriff_kb.exits import INTERRUPTED

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_running, _interrupted = threading.Event(), threading.Event()


def main() -> None:
    """Run the command."""
    _running.set()
    _interrupted.clear()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = _unraisable
    try:
        from sheriff_kb.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted.\n")
        sys.exit(INTERRUPTED)
    finally:
        _running.clear()


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Answer Ctrl-C as Python does, and remember it."""
    _interrupted.set()
    signal.default_int_handler(number, frame)


def _unraisable(lost: UnraisableHookArgs) -> None:
    """Deal with what is raised where nobody can catch it: while an object is cleared away, or in a library's callback.

    A Ctrl-C would be lost there, and is sent again. After one, what half-made objects say is of no interest.
    """
    if lost.exc_type is KeyboardInterrupt:
        start_new_thread(_again, ())
    elif not _interrupted.is_set():
        sys.__unraisablehook__(lost)


def _again() -> None:
    """Send Ctrl-C once more, when the place where it was lost is left, unless the command has ended by then."""
    time.sleep(0.05)
    if _running.is_set():
        interrupt_main()


if __name__ == "__main__":
    main()
