"""The slice of a program on which what is asked for can rest; all else can be left out before it is ground."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sheriff_kb.solving import Signature, syntax
from sheriff_kb.solving.syntax import Atom, Named, Statement
from sheriff_kb.witness.lift import shown

Form = str | tuple[str, tuple["Form", ...]] | None
"""What is known of a term: a constant, a function's name with the forms of its arguments, or nothing."""
Goal = tuple[str, tuple[Form, ...]]
"""Atoms of a predicate whose arguments have these forms."""


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
    by_name: dict[str, list[tuple[int, tuple[syntax.Form, ...]]]] = {}
    for number, rule in enumerate(rules):
        for atom in rule.head_atoms:
            by_name.setdefault(atom.name, []).append((number, atom.arguments))
    kept = {number for number, rule in enumerate(rules) if not rule.heads and not rule.below}
    left = {number for number, rule in enumerate(rules) if not rule.heads and rule.below}
    todo = [*goals, *(_goal(atom, {}) for question in asking for atom in shown(rules, question))]
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
                    todo += [_goal(atom, bound) for atom in rules[number].body_atoms]
        known = frozenset().union(*(rules[number].heads for number in kept))
        fitting = {number for number in left if rules[number].below & dispensable <= known}
        left -= fitting
        kept |= fitting
        todo = [_goal(atom, {}) for number in fitting for atom in rules[number].body_atoms]
    return [rule for number, rule in enumerate(rules) if number in kept]


def _form(term: syntax.Form, bound: Mapping[str, Form]) -> Form:
    """What is known of a term, where the forms of some variables are."""
    if isinstance(term, Named):
        return bound.get(term.name)
    if isinstance(term, tuple):
        return term[0], tuple(_form(argument, bound) for argument in term[1])
    return term


def _goal(atom: Atom, bound: Mapping[str, Form]) -> Goal:
    """What is known of an atom."""
    return atom.name, tuple(_form(term, bound) for term in atom.arguments)


def _match(terms: Sequence[syntax.Form], forms: Sequence[Form], bound: dict[str, Form]) -> bool:
    """Whether terms can have these forms; notes those of the variables."""
    return len(terms) == len(forms) and all(
        _match_one(term, form, bound) for term, form in zip(terms, forms, strict=True)
    )


def _match_one(term: syntax.Form, form: Form, bound: dict[str, Form]) -> bool:
    if isinstance(term, Named):
        bound[term.name] = form
        return True
    if term is None or form is None:
        return True
    if isinstance(term, str) or isinstance(form, str):
        return term == form
    return term[0] == form[0] and _match(term[1], form[1], bound)
