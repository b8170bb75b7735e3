"""Ground programs: rules as numbers, and the atoms for which these stand, whatever made them.

A *grounder* turns the text of a program into these. It is clingo in this process (`by_clingo`), unless `grounded_by`
sets another, such as one that reads what clingo printed (`by_aspif`). Set once, around a job, it is used by all that is
ground there.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain
from typing import NamedTuple, Protocol

from sheriff_kb.solving import effort
from sheriff_kb.solving.terms import Signature, Term, parse


class GroundRule(NamedTuple):
    """A rule for an atom: the literals of its body, or a bound that the weights of some literals have to reach.

    A literal is the number of an atom, negative if the atom must not hold.
    """

    body: Sequence[int] = ()
    bound: int | None = None
    weights: Sequence[tuple[int, int]] = ()


class GroundRules:
    """The rules of a ground program by the atom in their head; choices are left out, they are the readings.

    There may be hundreds of thousands, so they are kept as numbers one after another: where the rule before of the same
    atom begins, how many literals there are, and these; or the same with the number negative, a bound, and literals and
    weights in turn.
    """

    def __init__(self) -> None:
        self._numbers = array("i", [0])
        self._latest = array("i", [0])

    @property
    def last_atom(self) -> int:
        """The greatest number of an atom in any rule."""
        return len(self._latest) - 1

    def of(self, atom: int) -> Iterator[GroundRule]:
        """The rules for an atom."""
        numbers, start = self._numbers, self._latest[atom]
        while start:
            count = numbers[start + 1]
            if count >= 0:
                yield GroundRule(numbers[start + 2 : start + 2 + count])
            else:
                pairs = numbers[start + 3 : start + 3 - 2 * count]
                yield GroundRule(bound=numbers[start + 2], weights=tuple(zip(pairs[::2], pairs[1::2], strict=True)))
            start = numbers[start]

    def needs(self, atom: int) -> Iterator[int]:
        """The atoms on which an atom's rules rest."""
        for rule in self.of(atom):
            yield from map(abs, rule.body)
            yield from (abs(literal) for literal, _ in rule.weights)

    def add(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Note a rule for each atom in the head; of a `choice` only that there are such atoms."""
        self._note(() if choice else head, (len(body), *body), max(*head, *map(abs, body), 0, 0))

    def add_sum(self, choice: bool, head: Sequence[int], bound: int, body: Sequence[tuple[int, int]]) -> None:
        """The same of a rule whose literals, given with their weights, have to reach a bound."""
        told = (-len(body), bound, *chain.from_iterable(body))
        self._note(() if choice else head, told, max(*head, *(abs(literal) for literal, _ in body), 0, 0))

    def _note(self, head: Sequence[int], told: Sequence[int], last: int) -> None:
        """Keep a rule for each atom in the head; `last` is the greatest number of an atom in it."""
        beyond = last - self.last_atom
        if beyond > 0:
            self._latest.extend([0] * beyond)
        for atom in head:
            start = len(self._numbers)
            self._numbers.append(self._latest[atom])
            self._numbers.extend(told)
            self._latest[atom] = start


class Listed(Protocol):
    """The atoms of a ground program as texts, with their numbers, as a grounder lists them."""

    def texts(self, name: str, arity: int) -> Iterable[tuple[str, int]]:
        """Those of a predicate, by name and arity, in the order of the program."""

    def number(self, atom: str) -> int | None:
        """That of one; None if there is none such."""


class Ground:
    """A ground program: its rules, and its atoms by predicate.

    There may be very many atoms, of which few are looked at; so they are texts until then.
    """

    def __init__(self, rules: GroundRules, listed: Listed) -> None:
        """Take the rules and the atoms."""
        self.rules = rules
        self._listed = listed
        self._known: dict[Signature, dict[Term, int]] = {}
        self._numbers: dict[Term, int | None] = {}

    def texts(self, name: str, arity: int) -> Iterable[tuple[str, int]]:
        """The atoms of a predicate as texts, with their numbers, in the order of the program."""
        return self._listed.texts(name, arity)

    def atoms(self, name: str, arity: int) -> Mapping[Term, int]:
        """The atoms of a predicate with their numbers, in the order of the program."""
        if (name, arity) not in self._known:
            self._known[name, arity] = {parse(text): number for text, number in self.texts(name, arity)}
        return self._known[name, arity]

    def atom(self, term: Term) -> int | None:
        """The number of an atom; None if the program has none such."""
        if term not in self._numbers:
            self._numbers[term] = self._listed.number(str(term))
        return self._numbers[term]


Grounder = Callable[[str, int], Ground]
"""From a program, and how many ground rules may come of it at most, to what comes of it.

Raises RuntimeError if the program is faulty, TooMuch, OutOfTime, KeyboardInterrupt.
"""

_grounder: ContextVar[Grounder | None] = ContextVar("grounder", default=None)


@contextmanager
def grounded_by(grounder: Grounder) -> Iterator[None]:
    """A context in which this grounds all programs."""
    token = _grounder.set(grounder)
    try:
        yield
    finally:
        _grounder.reset(token)


def ground(program: str, most: int = effort.MOST_RULES) -> Ground:
    """Ground a program. Raises RuntimeError if it is faulty, TooMuch, OutOfTime, KeyboardInterrupt."""
    return (_grounder.get() or _by_clingo())(program, most)


def _by_clingo() -> Grounder:
    from sheriff_kb.solving import by_clingo

    return by_clingo.ground


Atoms = Callable[[str, int], Sequence[Sequence[Term]]]
"""From a predicate, by name and arity, to the arguments of each of its atoms, in the order of the program."""


def atoms_of(program: str) -> Atoms:
    """Look up the atoms of a program, which is grounded at once."""
    found = ground(program)
    return lambda name, arity: [atom.arguments for atom in found.atoms(name, arity)]
