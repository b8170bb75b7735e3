"""Grounding by clingo, in this process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import clingo

from sheriff_kb.solving import solver
from sheriff_kb.solving.grounding import Ground, GroundRules
from sheriff_kb.solving.terms import Term, parse


def ground(program: str, most: int) -> Ground:
    """Ground a program, and note its rules; a `Grounder`."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program)
    observed = _Observed(most)
    solver.ground(control, observed)
    return Ground(observed.rules, Listed(control))


class _Observed(solver.Watch):
    """The rules, as clingo reports them."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.rules = GroundRules()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.counted()
        self.rules.add(choice, head, body)

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        self.counted()
        self.rules.add_sum(choice, head, lower_bound, body)


class Listed:
    """The atoms of a control that has grounded; they do not outlive it, so it is kept."""

    def __init__(self, control: clingo.Control) -> None:
        """List its atoms."""
        self._control = control

    def texts(self, name: str, arity: int) -> Iterator[tuple[str, int]]:
        """The atoms of a predicate as texts, with their numbers."""
        return ((str(atom.symbol), atom.literal) for atom in self._control.symbolic_atoms.by_signature(name, arity))

    def number(self, atom: str) -> int | None:
        """The number of an atom; None if there is none such."""
        found = self._control.symbolic_atoms[clingo.parse_term(atom)]
        return None if found is None else found.literal


def term(symbol: clingo.Symbol) -> Term:
    """The term of a symbol; ValueError if it is `#inf`, `#sup`, or classically negated, which no program here has."""
    return parse(str(symbol))
