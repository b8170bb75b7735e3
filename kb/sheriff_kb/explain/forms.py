"""Forms of atoms: atoms in which strings stand for variables, `"_"` for an anonymous one."""

from __future__ import annotations

from collections.abc import Sequence

import clingo

ANONYMOUS = "_"


class Form:
    """A form, taken apart once, since many atoms are held against it."""

    def __init__(self, pattern: clingo.Symbol) -> None:
        self.name = pattern.name
        self.arity = len(pattern.arguments)
        self._variables: list[tuple[int, str]] = []
        self._terms: list[tuple[int, clingo.Symbol]] = []
        self._nested: list[tuple[int, Form]] = []
        for place, term in enumerate(pattern.arguments):
            if term.type is clingo.SymbolType.String:
                self._variables.append((place, term.string))
            elif '"' in str(term):
                self._nested.append((place, Form(term)))
            else:
                self._terms.append((place, term))

    def bind(self, arguments: Sequence[clingo.Symbol]) -> dict[str, clingo.Symbol] | None:
        """What the variables stand for in an atom with these arguments; None if it is not of the form."""
        found: dict[str, clingo.Symbol] = {}
        return found if self.bind_into(arguments, found) else None

    def fits(self, arguments: Sequence[clingo.Symbol]) -> bool:
        """Whether an atom with these arguments is of the form; strings among them stand for variables, too."""
        for place, term in self._terms:
            other = arguments[place]
            if other != term and '"' not in str(other):
                return False
        return all(self._fits_nested(form, arguments[place]) for place, form in self._nested)

    def bind_into(self, arguments: Sequence[clingo.Symbol], found: dict[str, clingo.Symbol]) -> bool:
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

    def _fits_nested(self, form: Form, term: clingo.Symbol) -> bool:
        if term.type is clingo.SymbolType.String:
            return True
        inside = form.inside(term)
        return inside is not None and form.fits(inside)

    def inside(self, term: clingo.Symbol) -> list[clingo.Symbol] | None:
        """The arguments of a term with the name and the number of arguments of the form; None if it has others."""
        if term.type is not clingo.SymbolType.Function or term.name != self.name:
            return None
        arguments = term.arguments
        return arguments if len(arguments) == self.arity else None
