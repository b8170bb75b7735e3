"""Evaluation: which atoms of a ground program hold under one reading.

As the engine does for all readings at once, it rests on that no atom depends on itself: then the rules settle every
atom, and none has to be looked at on which nothing depends that is asked for.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from sheriff_kb.solving import effort
from sheriff_kb.solving.engine import Circular
from sheriff_kb.solving.grounding import Ground, GroundRule


class Evaluation:
    """A ground program under a reading, whose answers are the `reading/2` atoms that the program leaves to a choice."""

    def __init__(self, ground: Ground, reading: Mapping[str, str]) -> None:
        """Evaluate under this reading, which answers every question that is open.

        Raises ValueError if it leaves one open, or has an answer that the program does not.
        """
        self._rules = ground.rules
        atoms = ground.atoms("reading", 2).items()
        answers = {tuple(str(term) for term in atom.arguments): number for atom, number in atoms}
        if not answers.keys() >= reading.items():
            raise ValueError("the law has no model under this reading")
        choices = {answer: number for answer, number in answers.items() if not any(self._rules.of(number))}
        if not reading.keys() >= {question for question, _ in choices}:
            raise ValueError("the reading leaves a question open")
        self._known = {number: reading[question] == answer for (question, answer), number in choices.items()}

    def holds(self, atom: int) -> bool:
        """Whether an atom holds. Raises Circular, OutOfTime."""
        known = self._known
        if atom not in known:
            effort.check()
            begun = {atom: self._settle(atom)}
            while begun:
                current = next(reversed(begun))
                needed = next(begun[current], None)
                if needed is None:
                    del begun[current]
                elif needed in begun:
                    raise Circular(f"ground atom {needed} depends on itself")
                else:
                    begun[needed] = self._settle(needed)
        return known[atom]

    def _settle(self, atom: int) -> Iterator[int]:
        """Find out whether an atom holds; yields each atom that has to be settled before it can go on."""
        for rule in self._rules.of(atom):
            if (yield from self._applies(rule)):
                self._known[atom] = True
                return
        self._known[atom] = False

    def _applies(self, rule: GroundRule) -> Generator[int, None, bool]:
        if rule.bound is None:
            for literal in rule.body:
                if not (yield from self._is_met(literal)):
                    return False
            return True
        total = 0
        for literal, weight in rule.weights:
            if (yield from self._is_met(literal)):
                total += weight
        return total >= rule.bound

    def _is_met(self, literal: int) -> Generator[int, None, bool]:
        atom = abs(literal)
        if atom not in self._known:
            yield atom
        return self._known[atom] is (literal > 0)
