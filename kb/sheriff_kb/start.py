"""Where the command `sheriff` starts: so little that Ctrl-C is answered cleanly while the rest is being imported."""

from __future__ import annotations

import sys
import threading
from _thread import interrupt_main
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

INTERRUPTED = 130


def main() -> None:
    """Run the command."""
    sys.unraisablehook = _unraisable
    try:
        from sheriff_kb.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted.\n")
        sys.exit(INTERRUPTED)


def _unraisable(lost: UnraisableHookArgs) -> None:
    """Send Ctrl-C again where it arrived while an object was cleared away, or in a library, and would be lost there."""
    if lost.exc_type is KeyboardInterrupt:
        threading.Timer(0.01, interrupt_main).start()
    else:
        sys.__unraisablehook__(lost)
