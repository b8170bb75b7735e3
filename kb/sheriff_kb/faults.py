"""What can go wrong, above all with a document: the one form in which faulty input is reported."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


_COMPARED = 60
"""How much of a name is compared with others; comparing takes time with the square of it."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault of a document.

    `source` is a file name or `<stdin>`; `line` and `column` are counted from 1, and are 0 if the data came
    without a text (`source` then ends in the path of the value). `message` says what is wrong, `hint` what would be
    right; the hint may be empty.
    """

    source: str
    line: int
    column: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        where = f"{self.source}:{self.line}:{self.column}" if self.line else self.source
        return f"{where}: {self.told}"

    @property
    def told(self) -> str:
        """What is wrong and what would be right, without the place."""
        return self.message + (f" ({self.hint})" if self.hint else "")


class SheriffError(Exception):
    """Base of the exceptions of this package; wrong use by a program raises Python's own errors."""


class NoSuch(SheriffError, KeyError):
    """Nothing bears that name or these keys, or several things do."""


class Faults(SheriffError):
    """All faults found in a document in one pass, in the order of its lines."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most likely meant by another one; None if none is close."""
    names = list(known)
    close = get_close_matches(name[:_COMPARED], names, 1) or [one for one in names if one.lower() == name.lower()]
    return close[0] if close else None


def printable(text: str, limit: int = 200) -> str:
    """The text shortened to `limit` characters, with everything that could upset a terminal written as an escape."""
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)
