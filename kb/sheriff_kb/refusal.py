"""Refusing what cannot be read any further, and citing what came from anybody."""

from __future__ import annotations

from typing import NoReturn

from sheriff_kb.faults import Fault, Faults


def refuse(source: str, message: str, hint: str = "", line: int = 0, column: int = 0) -> NoReturn:
    """Raise Faults with a single fault, for what cannot be read any further."""
    raise Faults([Fault(printable(source), line, column, message, hint)])


def printable(text: str, limit: int = 200) -> str:
    """The text shortened to `limit` characters, with everything that could upset a terminal written as an escape."""
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)
