"""Models: what clingo finds of a program that leaves choices, one question after another, each of which can be ended.

Atoms are given, and found, by their numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import clingo

from sheriff_kb.solving import solver
from sheriff_kb.solving.by_clingo import Listed, term
from sheriff_kb.solving.grounding import Ground, GroundRules
from sheriff_kb.solving.terms import Term


class Model(NamedTuple):
    """Those of the atoms asked about that hold, and what the model costs, from the highest level down."""

    holding: frozenset[int]
    cost: Sequence[int]


class Solver:
    """A program, ground once for all questions. Each question raises OutOfTime and KeyboardInterrupt."""

    def __init__(self, program: str, *options: str, limited: bool = True) -> None:
        """Ground a program for clingo with these options; `limited`, as `solving.ground` does.

        Raises RuntimeError if it is faulty, TooMuch if it is limited, OutOfTime and KeyboardInterrupt.
        """
        self._control = clingo.Control(["--warn=none", *options])
        self._control.add("base", [], program)
        if limited:
            solver.ground(self._control)
        else:
            self._control.ground([("base", [])])
        self._ground = Ground(GroundRules(), Listed(self._control))

    def atoms(self, name: str, arity: int) -> Mapping[Term, int]:
        """The atoms of a predicate with their numbers, in the order of the program."""
        return self._ground.atoms(name, arity)

    # --- what is found -----------------------------------------------------------------------------------------------

    def best(self, among: Collection[int], assumed: Sequence[int] = ()) -> Model | None:
        """The best model, which is the first if nothing is to be minimized; None if there is none.

        A literal that is `assumed` is the number of an atom, negative if it must not hold.
        """
        found: list[Model] = []

        def keep(model: clingo.Model) -> None:
            found[:] = [Model(frozenset(filter(model.is_true, among)), model.cost)]

        solver.solve(self._control, assumed, on_model=keep)
        return found[0] if found else None

    def possible(self, among: Collection[int], assumed: Sequence[int], most: Sequence[int]) -> frozenset[int]:
        """Those of these atoms that hold in some model that costs no more than this, from the highest level down."""
        options = self._control.configuration.solve
        settings = {"opt_mode": options.opt_mode, "enum_mode": options.enum_mode, "models": options.models}  # type: ignore[union-attr]
        found: list[frozenset[int]] = []

        def keep(model: clingo.Model) -> None:
            found[:] = [frozenset(atom for atom in among if model.is_consequence(atom))]

        try:
            options.opt_mode = ",".join(["enum", *map(str, most)])  # type: ignore[union-attr]
            options.enum_mode, options.models = "brave", "0"  # type: ignore[union-attr]
            solver.solve(self._control, assumed, on_model=keep)
        finally:
            for key, value in settings.items():
                setattr(options, key, value)
        return found[0]

    def core(self, assumed: Collection[int]) -> frozenset[int] | None:
        """Those of the assumed literals that the solver needed to see that there is no model; None if there is one."""
        cores: list[Sequence[int]] = []
        result = solver.solve(self._control, list(assumed), on_core=cores.append)
        return None if result.satisfiable else frozenset(cores[-1] if cores else ())

    def best_atoms(self, *, insist: bool = False) -> list[Term] | None:
        """All atoms of the best model; None if there is none.

        If an option limits the work, the best that was found with it; without one, if one is insisted on, the first.
        """
        found: list[clingo.Symbol] = []
        is_first_enough = False

        def keep(model: clingo.Model) -> bool:
            found[:] = model.symbols(atoms=True)
            return not is_first_enough

        result = solver.solve(self._control, on_model=keep)
        if insist and not found and not result.exhausted:
            self._control.configuration.solve.solve_limit = "umax"  # type: ignore[union-attr]
            is_first_enough = True
            solver.solve(self._control, on_model=keep)
        return list(map(term, found)) if found else None

    # --- what is added to the program --------------------------------------------------------------------------------

    def forbid(self, literals: Iterable[int]) -> None:
        """Leave only models in which not all of these literals hold."""
        with self._control.backend() as backend:
            backend.add_rule([], list(literals))

    def rather_not(self, atoms: Iterable[int]) -> None:
        """Try first to have these atoms not hold; this needs the option `--heuristic=Domain`."""
        with self._control.backend() as backend:
            for atom in atoms:
                backend.add_heuristic(atom, clingo.backend.HeuristicType.False_, 1, 1, [])
