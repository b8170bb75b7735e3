"""Forms of atoms: atoms in which strings stand for variables, `"_"` for an anonymous one."""

from __future__ import annotations

from collections.abc import Sequence

from sheriff_kb.solving import Term
from sheriff_kb.solving.terms import string

ANONYMOUS = "_"
"""The string that stands for an anonymous variable."""
ANYTHING = string(ANONYMOUS)
"""What stands in statements for anything."""


def is_general(term: Term) -> bool:
    """Whether anything may stand in some place of a term."""
    return term == ANYTHING or any(map(is_general, term.arguments))


def has_string(term: Term) -> bool:
    """Whether there is a string in a term, or it is one."""
    return term.is_string or any(map(has_string, term.arguments))


class Form:
    """A form, taken apart once, since many atoms are held against it."""

    def __init__(self, pattern: Term) -> None:
        self.name = pattern.name
        self.arity = len(pattern.arguments)
        self._variables: list[tuple[int, str]] = []
        self._terms: list[tuple[int, Term]] = []
        self._nested: list[tuple[int, Form]] = []
        for place, term in enumerate(pattern.arguments):
            if term.is_string:
                self._variables.append((place, term.string))
            elif has_string(term):
                self._nested.append((place, Form(term)))
            else:
                self._terms.append((place, term))

    def bind(self, arguments: Sequence[Term]) -> dict[str, Term] | None:
        """What the variables stand for in an atom with these arguments; None if it is not of the form."""
        found: dict[str, Term] = {}
        return found if self.bind_into(arguments, found) else None

    def fits(self, arguments: Sequence[Term]) -> bool:
        """Whether an atom with these arguments is of the form; strings among them stand for variables, too."""
        for place, term in self._terms:
            other = arguments[place]
            if other != term and not has_string(other):
                return False
        return all(self._fits_nested(form, arguments[place]) for place, form in self._nested)

    def bind_into(self, arguments: Sequence[Term], found: dict[str, Term]) -> bool:
        """As `bind`, with what is found noted beside what was found before; whether the atom is of the form."""
        for place, term in self._terms:
            if arguments[place] != term:
                return False
        for place, form in self._nested:
            inside = form.inside(arguments[place])
            if inside is None or not form.bind_into(inside, found):
                return False
        for place, name in self._variables:
            if name != ANONYMOUS and found.setdefault(name, arguments[place]) != arguments[place]:
                return False
        return True

    def _fits_nested(self, form: Form, term: Term) -> bool:
        if term.is_string:
            return True
        inside = form.inside(term)
        return inside is not None and form.fits(inside)

    def inside(self, term: Term) -> tuple[Term, ...] | None:
        """The arguments of a term with the name and the number of arguments of the form; None if it has others."""
        if term.is_number or term.is_string or term.signature != (self.name, self.arity):
            return None
        return term.arguments
