"""With what the command `sheriff` exits."""

from __future__ import annotations

ANSWERED, FAULT, MISUSE, INCOMPLETE = 0, 1, 2, 3
INTERRUPTED = 130
