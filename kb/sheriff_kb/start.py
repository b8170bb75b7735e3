"""Where the command `sheriff` starts: so little that Ctrl-C is answered cleanly while the rest is being imported."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command."""
    try:
        from sheriff_kb.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted.\n")
        sys.exit(INTERRUPTED)
