"""What is asked of a program that leaves choices: models, the best one, what is possible, and why there is none."""

from __future__ import annotations

import pytest

from sheriff_kb.solving import Solver, terms

CHOICE = "{ a; b; c }. :- a, b. #minimize { 1 : not a; 2 : not b; 3 : not c }."


def numbers(solver: Solver, *names: str) -> list[int]:
    return [solver.atoms(name, 0)[terms.function(name)] for name in names]


class TestBest:
    def test_the_best_model_comes_with_its_cost_and_those_of_the_atoms_that_hold(self) -> None:
        solver = Solver(CHOICE)
        a, b, c = numbers(solver, "a", "b", "c")
        assert solver.best([a, b, c]) == ({b, c}, [1])
        assert solver.best([a, b]) == ({b}, [1])

    def test_what_is_assumed_holds_or_does_not(self) -> None:
        solver = Solver(CHOICE)
        a, b, c = numbers(solver, "a", "b", "c")
        assert solver.best([a, b, c], [a]) == ({a, c}, [2])
        assert solver.best([a, b, c], [-b, -c]) == ({a}, [5])
        assert solver.best([a, b, c], [a, b]) is None

    def test_all_atoms_of_the_best_model_are_terms(self) -> None:
        found = Solver(CHOICE + 'p(1,"x") :- b.').best_atoms()
        assert found is not None
        assert sorted(map(str, found)) == ["b", "c", 'p(1,"x")']
        assert Solver("a. :- a.").best_atoms() is None

    def test_if_work_is_limited_a_first_model_can_be_insisted_on(self) -> None:
        pigeons = "1 { in(P,1..7) } 1 :- P = 1..7. :- in(P,H), in(Q,H), P < Q. :- not in(1,7). :- not in(2,6)."
        assert Solver(pigeons, "--solve-limit=0").best_atoms() is None
        found = Solver(pigeons, "--solve-limit=0").best_atoms(insist=True)
        assert found is not None
        assert len([atom for atom in found if atom.name == "in"]) == 7


def test_what_is_possible_holds_in_some_model_that_costs_no_more() -> None:
    solver = Solver(CHOICE)
    a, b, c = numbers(solver, "a", "b", "c")
    assert solver.possible([a, b, c], [], [1]) == {b, c}
    assert solver.possible([a, b, c], [], [2]) == {a, b, c}
    assert solver.best([a, b, c]) == ({b, c}, [1]), "the next question is asked as ever"


def test_a_core_is_what_cannot_hold_together() -> None:
    solver = Solver("{ a; b; c }. :- a, b.")
    a, b, c = numbers(solver, "a", "b", "c")
    assert solver.core([a, b, c]) == {a, b}
    assert solver.core([a, c]) is None


def test_what_is_forbidden_stays_so() -> None:
    solver = Solver(CHOICE)
    a, b, c = numbers(solver, "a", "b", "c")
    solver.forbid([b, c])
    assert solver.best([a, b, c]) == ({a, c}, [2])
    solver.forbid([-b])
    assert solver.best([a, b, c]) == ({b}, [4])


def test_atoms_that_had_rather_not_hold_do_only_if_they_have_to() -> None:
    solver = Solver("{ a; b; c }. :- not a, not b.", "--heuristic=Domain")
    a, b, c = numbers(solver, "a", "b", "c")
    solver.rather_not([b, c])
    assert solver.best([a, b, c]) == ({a}, [])
    assert solver.best([b, c], [-a]) == ({b}, [])


def test_a_faulty_program_is_refused() -> None:
    with pytest.raises(RuntimeError):
        Solver("this is no program")
