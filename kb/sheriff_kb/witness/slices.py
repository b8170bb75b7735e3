"""The slice of a program on which what is asked for can rest; all else can be left out before it is ground."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from clingo.ast import AST, ASTType

from sheriff_kb.solving.syntax import Signature, Statement
from sheriff_kb.witness.lift import shown

Form = str | tuple[str, tuple["Form", ...]] | None
"""What is known of a term: a constant, a function's name with the forms of its arguments, or nothing."""
Goal = tuple[str, tuple[Form, ...]]
"""Atoms of a predicate whose arguments have these forms."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A variable among terms."""

    name: str


_Term = _Named | str | tuple[str, tuple["_Term", ...]] | None
"""A term as far as its form goes: a variable, a constant, a function of terms, or something to be computed."""
_Atom = tuple[str, tuple[_Term, ...]]
"""An atom in plain terms, which are quicker to look at than syntax trees."""


def relevant(
    statements: Iterable[Statement],
    goals: Iterable[Goal] = (),
    asking: Iterable[str] = (),
    dispensable: frozenset[Signature] = frozenset(),
) -> list[Statement]:
    """The statements on which atoms of these forms can rest, in their order; all others can be left out.

    With them comes that in which answers to the questions in `asking` first show. What rests on a variable of a
    rule's head is followed only for the form that is asked for. A constraint stays with all on which it rests, unless
    it reads a dispensable predicate that nothing else needs: so there may be answer sets that the whole program does
    not have, but none is lost.
    """
    rules = list(statements)
    by_name: dict[str, list[tuple[int, tuple[_Term, ...]]]] = {}
    for number, rule in enumerate(rules):
        for name, terms in _heads(rule):
            by_name.setdefault(name, []).append((number, terms))
    kept = {number for number, rule in enumerate(rules) if not rule.heads and not rule.below}
    left = {number for number, rule in enumerate(rules) if not rule.heads and rule.below}
    todo = [*goals, *(_goal(_atom(atom), {}) for question in asking for atom in shown(rules, question))]
    seen = set[Goal]()
    while todo:
        while todo:
            goal = todo.pop()
            if goal in seen:
                continue
            seen.add(goal)
            for number, terms in by_name.get(goal[0], ()):
                bound: dict[str, Form] = {}
                if _match(terms, goal[1], bound):
                    kept.add(number)
                    todo += [_goal(atom, bound) for atom in _body(rules[number])]
        known = frozenset().union(*(rules[number].heads for number in kept))
        fitting = {number for number in left if rules[number].below & dispensable <= known}
        left -= fitting
        kept |= fitting
        todo = [_goal(atom, {}) for number in fitting for atom in _body(rules[number])]
    return [rule for number, rule in enumerate(rules) if number in kept]


@cache
def _heads(rule: Statement) -> tuple[_Atom, ...]:
    """The atoms that a rule derives or chooses."""
    return tuple(map(_atom, rule.head_atoms))


@cache
def _body(rule: Statement) -> tuple[_Atom, ...]:
    """The atoms on which it rests."""
    return tuple(map(_atom, rule.body_atoms))


def _atom(atom: AST) -> _Atom:
    """A symbolic atom in plain terms."""
    return atom.symbol.name, tuple(map(_term, atom.symbol.arguments))


def _term(term: AST) -> _Term:
    if term.ast_type == ASTType.Variable:
        return _Named(term.name)
    if term.ast_type == ASTType.SymbolicTerm:
        return str(term)
    if term.ast_type == ASTType.Function:
        return term.name, tuple(map(_term, term.arguments))
    return None


def _form(term: _Term, bound: Mapping[str, Form]) -> Form:
    """What is known of a term, where the forms of some variables are."""
    if isinstance(term, _Named):
        return bound.get(term.name)
    if isinstance(term, tuple):
        return term[0], tuple(_form(argument, bound) for argument in term[1])
    return term


def _goal(atom: _Atom, bound: Mapping[str, Form]) -> Goal:
    """What is known of an atom."""
    return atom[0], tuple(_form(term, bound) for term in atom[1])


def _match(terms: Sequence[_Term], forms: Sequence[Form], bound: dict[str, Form]) -> bool:
    """Whether terms can have these forms; notes those of the variables."""
    return len(terms) == len(forms) and all(
        _match_one(term, form, bound) for term, form in zip(terms, forms, strict=True)
    )


def _match_one(term: _Term, form: Form, bound: dict[str, Form]) -> bool:
    if isinstance(term, _Named):
        bound[term.name] = form
        return True
    if term is None or form is None:
        return True
    if isinstance(term, str) or isinstance(form, str):
        return term == form
    return term[0] == form[0] and _match(term[1], form[1], bound)
