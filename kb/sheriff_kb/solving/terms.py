"""Terms: what stands in the atoms of a program, as values of our own, which need no solver.

clingo has the same values as `clingo.Symbol`. Terms are equal, are ordered and are printed as these are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Signature = tuple[str, int]
"""A predicate: its name and the number of its arguments."""

_NUMBER, _CONSTANT, _STRING, _FUNCTION = range(4)
"""The kinds of terms in their order."""
_TOKEN = re.compile(r"""(-?\d+)|([_']*[a-z][\w']*)|("(?:[^"\\]|\\["\\n])*")|(\S)""", re.ASCII)
"""A number, a name, a string, or any other mark."""
_MARK = re.compile(r"""[(),]|"(?:[^"\\]|\\.)*\"""")
"""What stands between terms, or a string, in which these signs are none."""
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}
_MEANT = {escaped[1]: meant for meant, escaped in _ESCAPED.items()}


class Term(tuple[Any, ...]):
    """A number, a constant, a string, or a function of terms; a constant or a function without a name is a tuple.

    It is the tuple by which terms are compared: the kind and the value or, of a function, the number of its arguments,
    its name, and these. So comparing and hashing need no code of their own. `number`, `string`, `function` and `parse`
    make terms.
    """

    __slots__ = ()

    @property
    def is_number(self) -> bool:
        """Whether it is a number."""
        return bool(self[0] == _NUMBER)

    @property
    def is_string(self) -> bool:
        """Whether it is a string."""
        return bool(self[0] == _STRING)

    @property
    def number(self) -> int:
        """The number that it is; ValueError if it is none."""
        if self[0] != _NUMBER:
            raise ValueError(f"{self} is no number")
        return self[1]  # type: ignore[no-any-return]

    @property
    def string(self) -> str:
        """The string that it is; ValueError if it is none."""
        if self[0] != _STRING:
            raise ValueError(f"{self} is no string")
        return self[1]  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """The name of a constant or a function, empty of a tuple; ValueError if it is anything else."""
        kind = self[0]
        if kind == _FUNCTION:
            return self[2]  # type: ignore[no-any-return]
        if kind == _CONSTANT:
            return self[1]  # type: ignore[no-any-return]
        raise ValueError(f"{self} has no name")

    @property
    def arguments(self) -> tuple[Term, ...]:
        """The arguments of a function; anything else has none."""
        return self[3:]

    @property
    def signature(self) -> Signature:
        """The predicate of an atom; ValueError if the term has no name."""
        return self.name, len(self) - 3 if self[0] == _FUNCTION else 0

    def __str__(self) -> str:
        kind = self[0]
        if kind == _FUNCTION:
            inside = ",".join(map(str, self[3:]))
            return f"({inside},)" if self[1:3] == (1, "") else f"{self[2]}({inside})"
        if kind == _STRING:
            return f'"{"".join(_ESCAPED.get(letter, letter) for letter in self[1])}"'
        return str(self[1]) if self[1] != "" else "()"

    __repr__ = __str__


def number(value: int) -> Term:
    """The number."""
    return Term((_NUMBER, value))


def string(value: str) -> Term:
    """The string."""
    return Term((_STRING, value))


def function(name: str, arguments: Iterable[Term] = ()) -> Term:
    """The function of these terms; a constant if there are none, a tuple if the name is empty."""
    inside = tuple(arguments)
    return Term((_FUNCTION, len(inside), name, *inside)) if inside else Term((_CONSTANT, name))


def parse(text: str) -> Term:
    """The term that a text is, as clingo writes it; nothing in it is computed. Raises ValueError if it is no term."""
    tokens = _TOKEN.findall(text)
    try:
        found, end = _term(tokens, 0)
    except (ValueError, IndexError):
        end = None
    if end != len(tokens):
        raise ValueError(f"no term: {text}")
    return found


def arguments(atom: str) -> Iterator[str]:
    """The texts of the arguments of an atom, one after another, of its text as clingo writes it."""
    start = atom.find("(") + 1
    depth = 0
    for mark in _MARK.finditer(atom, start) if start else ():
        if mark[0] == "(":
            depth += 1
        elif mark[0] == ")" and depth:
            depth -= 1
        elif mark[0] in ",)" and not depth:
            yield atom[start : mark.start()]
            start = mark.end()


def _term(tokens: Sequence[tuple[str, ...]], place: int) -> tuple[Term, int]:
    """The term that begins at a place, and the place after it. Raises ValueError or IndexError if there is none."""
    digits, name, quoted, mark = tokens[place]
    place += 1
    if digits:
        return number(int(digits)), place
    if quoted:
        return string(_ESCAPE.sub(lambda escape: _MEANT[escape[1]], quoted[1:-1])), place
    if name and (place == len(tokens) or tokens[place][3] != "("):
        return function(name), place
    if not name and mark != "(":
        raise ValueError
    place += bool(name)
    arguments: list[Term] = []
    while tokens[place][3] != ")":
        if arguments:
            if tokens[place][3] != ",":
                raise ValueError
            place += 1
            if tokens[place][3] == ")" and len(arguments) == 1 and not name:
                return function("", arguments), place + 1
        argument, place = _term(tokens, place)
        arguments.append(argument)
    return arguments[0] if len(arguments) == 1 and not name else function(name, arguments), place + 1
