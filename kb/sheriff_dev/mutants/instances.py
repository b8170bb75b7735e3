"""Whether a mutant makes any difference to the ground program of a position; if it makes none, no judge is needed.

Only the changed rule is grounded, before and after the change, over the atoms that the whole law gives there. If its
instances are the same, so are the programs. Atoms that rest on what the rule derives are taken as open, so that it
cannot be its own reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import clingo
import networkx as nx
from clingo.ast import AST, ASTType, Sign

from sheriff_kb.solving import Signature
from sheriff_kb.solving.syntax import Statement, signature, statements


class Instances:
    """The instances of rules over the atoms of a law on one position; those of a rule are worked out once."""

    def __init__(self, law: str, facts: str) -> None:
        """Ground the law. Raises RuntimeError if it is faulty."""
        self._law = law
        self._atoms: dict[Signature, list[tuple[str, bool]]] = defaultdict(list)
        self._arguments: dict[tuple[Signature, int], set[str]] = defaultdict(set)
        self._known: dict[tuple[str, str], object] = {}
        control = clingo.Control(["--warn=none"])
        control.add("base", [], law + facts)
        control.ground([("base", [])])
        for atom in control.symbolic_atoms:
            symbol = atom.symbol
            name = (symbol.name, len(symbol.arguments))
            self._atoms[name].append((str(symbol), atom.is_fact))
            for number, argument in enumerate(symbol.arguments):
                self._arguments[name, number].add(str(argument))

    def differ(self, before: str, after: str) -> bool:
        """Whether two rules, either of which may be missing, have other instances than one another."""
        told = [*statements(before), *statements(after)]
        if all(self._idle(one) for one in told):
            return False
        resting = {name for one in told for head in one.heads for name in _resting(self._law, head)}
        lines = []
        for name in sorted({below for one in told for below in one.below}):
            for atom, fact in self._atoms.get(name, ()):
                lines.append(f"{atom}." if fact and name not in resting else f"{{{atom}}}.")
        context = "\n".join(lines) + "\n"
        if (context, before) not in self._known:
            self._known = {(context, before): _instances(context, before)}
        return self._known[context, before] != _instances(context, after)

    def _idle(self, rule: Statement) -> bool:
        """Whether it is seen at once that a rule has no instances, because nothing fits one of its literals."""
        return any(
            literal.sign == Sign.NoSign
            and literal.atom.ast_type == ASTType.SymbolicAtom
            and not self._fits(literal.atom)
            for literal in rule.tree.body
        )

    def _fits(self, atom: AST) -> bool:
        name = signature(atom)
        words = ((n, str(a)) for n, a in enumerate(atom.symbol.arguments) if a.ast_type == ASTType.SymbolicTerm)
        return bool(self._atoms.get(name)) and all(word in self._arguments[name, number] for number, word in words)


def _instances(context: str, rule: str) -> object:
    """The ground rules by the atoms that they speak of; None if the rule does not ground."""
    control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
    ground = _Ground()
    control.register_observer(ground)
    try:
        control.add("base", [], context + rule)
        control.ground([("base", [])])
    except RuntimeError:
        return None
    if not ground.rules:
        return frozenset[object]()
    # The numbers of atoms depend on the order in which clingo comes to them; those of its own aggregates stay numbers.
    names = {atom.literal: str(atom.symbol) for atom in control.symbolic_atoms}
    return frozenset(ground.told(names))


class _Ground(clingo.Observer):
    """The content of a ground program, without the choices of what is open."""

    def __init__(self) -> None:
        self.rules: list[tuple[bool, Sequence[int], int, Sequence[tuple[int, int]]]] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        if body or not choice:
            self.rules.append((choice, head, len(body), [(literal, 1) for literal in body]))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        self.rules.append((choice, head, lower_bound, body))

    def told(self, names: Mapping[int, str]) -> Iterator[object]:
        """The rules with atoms by name."""
        for choice, head, bound, body in self.rules:
            told = sorted((names.get(abs(atom), str(abs(atom))), atom > 0, weight) for atom, weight in body)
            yield choice, tuple(names.get(atom, str(atom)) for atom in head), bound, tuple(told)


@cache
def _rests(law: str) -> nx.DiGraph[Signature]:
    """Which predicate rests on which: an edge leads to what rests on it."""
    return nx.DiGraph([(below, head) for one in statements(law) for head in one.heads for below in one.below])


@cache
def _resting(law: str, head: Signature) -> frozenset[Signature]:
    """The predicates that rest on one, itself included."""
    graph = _rests(law)
    return frozenset({head, *nx.descendants(graph, head)}) if head in graph else frozenset({head})
