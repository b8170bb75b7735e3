"""Grounding by whatever writes aspif, such as `clingo --mode=gringo`: the ground program as text, read here.

The format is described in appendix A of "A Tutorial on Hybrid Answer Set Solving with clingo". The statements that
matter here give rules, and names to atoms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from sheriff_kb.solving import effort
from sheriff_kb.solving.grounding import Ground, Grounder, GroundRules
from sheriff_kb.solving.terms import arguments

_RULE, _SHOWN = "1", "4"
"""The kinds of statements that are read."""
_SHOW = re.compile(r"^#show\b[^:\n]*\.$", re.MULTILINE)
"""What restricts the atoms that are named, which should be all; one directive a line."""
_OFTEN = 1000
"""Number of statements between two checks whether to continue."""


def by_aspif(aspif: Callable[[str], str]) -> Grounder:
    """A grounder, given what makes aspif of a program."""
    return lambda program, most: read(aspif(_SHOW.sub("", program)), most)


def read(aspif: str, most: int = effort.MOST_RULES) -> Ground:
    """Read a ground program. Raises ValueError if the text is no aspif, TooMuch, OutOfTime."""
    header, *statements = aspif.split("\n")
    if not header.startswith("asp 1 "):
        raise ValueError("no aspif: it begins otherwise")
    rules = GroundRules()
    shown: list[tuple[str, tuple[int, ...]]] = []
    count = 0
    for number, statement in enumerate(statements):
        if number % _OFTEN == 0:
            effort.check()
        kind, _, rest = statement.partition(" ")
        if kind == _RULE:
            count += 1
            if count > most:
                raise effort.TooMuch(f"{most} ground rules")
            _add(rules, [int(part) for part in rest.split()])
        elif kind == _SHOWN:
            shown.append(_named(rest))
    return Ground(rules, _Listed(rules, shown))


def _add(rules: GroundRules, numbers: Sequence[int]) -> None:
    """Note a rule: whether it is a choice, its head, whether its body has weights, and its body."""
    choice, heads = numbers[:2]
    head, (weighted, *body) = numbers[2 : 2 + heads], numbers[2 + heads :]
    if weighted:
        bound, _, *pairs = body
        rules.add_sum(bool(choice), head, bound, list(zip(pairs[::2], pairs[1::2], strict=True)))
    else:
        rules.add(bool(choice), head, body[1:])


def _named(rest: str) -> tuple[str, tuple[int, ...]]:
    """A name, before which stands its length in bytes, and the literals under which it is shown."""
    length, _, named = rest.partition(" ")
    name, literals = named.encode()[: int(length)], named.encode()[int(length) :]
    return name.decode(), tuple(map(int, literals.split()[1:]))


class _Listed:
    """The atoms that are shown."""

    def __init__(self, rules: GroundRules, shown: Sequence[tuple[str, tuple[int, ...]]]) -> None:
        self._numbers: dict[str, int] = {}
        self._by_name: dict[str, list[str]] = {}
        # A fact has no literal: all of them are one atom that always holds.
        known: dict[tuple[int, ...], int] = {}
        for text, literals in shown:
            if literals not in known:
                known[literals] = literals[0] if _is_atom(literals) else rules.last_atom + 1
                if not _is_atom(literals):
                    rules.add(False, [known[literals]], literals)
            self._numbers[text] = known[literals]
            self._by_name.setdefault(text.partition("(")[0], []).append(text)

    def texts(self, name: str, arity: int) -> Iterator[tuple[str, int]]:
        named = self._by_name.get(name, ())
        return ((text, self._numbers[text]) for text in named if len(list(arguments(text))) == arity)

    def number(self, atom: str) -> int | None:
        return self._numbers.get(atom)


def _is_atom(literals: Sequence[int]) -> bool:
    return len(literals) == 1 and literals[0] > 0
