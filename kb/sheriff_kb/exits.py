"""With what all commands exit, in every output format."""

from __future__ import annotations

ANSWERED = 0
"""What was asked is printed, whatever the answer."""
FAULT = 1
"""An input is faulty, nothing was found, or something checked is not as expected; the other inputs are answered."""
MISUSE = 2
"""The command line is wrong; nothing is printed. click exits with it."""
INCOMPLETE = 3
"""The timeout was reached; what was found by then is printed, and marked as incomplete."""
INTERRUPTED = 130
"""Ctrl-C was pressed."""
