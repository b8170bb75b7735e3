"""Refusing what cannot be read any further, and citing what came from anybody."""

from __future__ import annotations

from typing import NoReturn

from sheriff_kb.faults import Fault, Faults, printable


def refuse(source: str, message: str, hint: str = "", line: int = 0, column: int = 0) -> NoReturn:
    """Raise Faults with a single fault, for what cannot be read any further."""
    raise Faults([Fault(printable(source), line, column, message, hint)])
