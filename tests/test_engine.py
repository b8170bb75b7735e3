"""The engine against plain clingo: small programs, every reading of their questions."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheriff_kb.law import Question
from sheriff_kb.solving import Circular, Engine, values, variables

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TEA = Question("tea", "live", ("green", "black"))
SUGAR = Question("sugar", "gap", ("none", "one", "two"))
MILK = Question("milk", "live", ("yes", "no"))
CUP = Question("cup", "settled", ("small", "large"))

Answers = tuple[str, ...]


def choices(questions: Iterable[Question]) -> str:
    """A program that answers each question in one way."""
    return "\n".join(
        f"1 {{ {' ; '.join(f'reading({question.id},{answer})' for answer in question.answers)} }} 1."
        for question in questions
    )


def models(program: str, questions: Sequence[Question]) -> dict[Answers, set[str]]:
    """The atoms of each answer set by the answers in it, as clingo enumerates them."""
    control = clingo.Control(["--models=0", "--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    found: dict[Answers, set[str]] = {}

    def keep(model: clingo.Model) -> None:
        atoms = {str(atom) for atom in model.symbols(atoms=True)}
        answers = tuple(
            next(answer for answer in question.answers if f"reading({question.id},{answer})" in atoms)
            for question in questions
        )
        assert answers not in found
        found[answers] = atoms

    control.solve(on_model=keep)
    return found


def as_indices(questions: Sequence[Question], answers: Answers) -> list[int]:
    return [question.answers.index(answer) for question, answer in zip(questions, answers, strict=True)]


def agree(program: str, questions: Sequence[Question], atoms: Iterable[str]) -> None:
    """Each of these atoms holds by its diagram exactly where it is in the answer set."""
    whole = choices(questions) + program
    engine = Engine(whole, questions)
    found = models(whole, questions)
    assert set(found) == set(product(*(question.answers for question in questions)))
    known = {str(symbol): number for atom in atoms for symbol, number in engine.atoms(atom, 0)}
    for atom in atoms:
        if atom not in known:
            assert not any(atom in model for model in found.values())
            continue
        diagram = engine.truth(known[atom])
        for answers, model in found.items():
            assert diagram(as_indices(questions, answers)) is (atom in model), (atom, answers)


# --- by hand ---------------------------------------------------------------------------------------------------------


class TestTruth:
    def test_an_atom_holds_where_its_rule_does(self) -> None:
        engine = Engine(choices([TEA, MILK]) + "english :- reading(tea,black), reading(milk,yes).", [TEA, MILK])
        ((_, atom),) = engine.atoms("english", 0)
        diagram = engine.truth(atom)
        assert [diagram(reading) for reading in ([0, 0], [0, 1], [1, 0], [1, 1])] == [False, False, True, False]

    def test_a_fact_always_holds(self) -> None:
        engine = Engine(choices([TEA]) + "hot.", [TEA])
        ((_, atom),) = engine.atoms("hot", 0)
        assert values(engine.truth(atom)) == {True}

    def test_what_holds_under_every_answer_always_holds(self) -> None:
        program = "drunk :- reading(tea,green). drunk :- reading(tea,black)."
        engine = Engine(choices([TEA, MILK]) + program, [TEA, MILK])
        ((_, atom),) = engine.atoms("drunk", 0)
        diagram = engine.truth(atom)
        assert values(diagram) == {True}
        assert variables(diagram) == []

    def test_a_question_without_effect_is_not_named(self) -> None:
        program = """
        sweet :- reading(sugar,two), reading(milk,yes).
        sweet :- reading(sugar,two), reading(milk,no).
        """
        engine = Engine(choices([SUGAR, MILK]) + program, [SUGAR, MILK])
        ((_, atom),) = engine.atoms("sweet", 0)
        assert variables(engine.truth(atom)) == [0]

    def test_negation_and_a_long_chain(self) -> None:
        chain = "step(0) :- reading(tea,black). step(N+1) :- step(N), N < 3000. end :- not step(3000)."
        engine = Engine(choices([TEA]) + chain, [TEA])
        ((_, atom),) = engine.atoms("end", 0)
        diagram = engine.truth(atom)
        assert (diagram([0]), diagram([1])) == (True, False)

    def test_a_held_question_is_no_variable(self) -> None:
        engine = Engine(
            choices([MILK]) + "reading(tea,black). english :- reading(tea,black), reading(milk,yes).", [MILK]
        )
        ((_, atom),) = engine.atoms("english", 0)
        diagram = engine.truth(atom)
        assert (diagram([0]), diagram([1])) == (True, False)


class TestSums:
    WEIGHTS = """
    spoon(1) :- reading(sugar,one).
    spoon(1..2) :- reading(sugar,two).
    drop :- reading(milk,yes).
    """

    def test_a_bound_is_reached_where_the_weights_add_up(self) -> None:
        program = self.WEIGHTS + "rich :- 3 <= #sum { 1,N : spoon(N) ; 2,milk : drop }."
        engine = Engine(choices([SUGAR, MILK]) + program, [SUGAR, MILK])
        ((_, atom),) = engine.atoms("rich", 0)
        diagram = engine.truth(atom)
        rich = {(s, m) for s in range(3) for m in range(2) if diagram([s, m])}
        assert rich == {(1, 0), (2, 0)}

    def test_the_same_entry_on_two_accounts_counts_once(self) -> None:
        program = """
        one :- reading(tea,black).  other :- reading(milk,yes).
        both :- 2 <= #sum { 1,same : one ; 1,same : other }.
        two :- 2 <= #sum { 1,one : one ; 1,other : other }.
        """
        engine = Engine(choices([TEA, MILK]) + program, [TEA, MILK])
        assert list(engine.atoms("both", 0)) == [] or all(
            values(engine.truth(atom)) == {False} for _, atom in engine.atoms("both", 0)
        )
        ((_, atom),) = engine.atoms("two", 0)
        assert engine.truth(atom)([1, 0]) is True
        assert engine.truth(atom)([0, 0]) is False

    def test_a_negative_weight_that_does_not_recurse_is_understood(self) -> None:
        program = self.WEIGHTS + "sweeter :- 1 <= #sum { 1,N : spoon(N) ; -1,milk : drop }."
        engine = Engine(choices([SUGAR, MILK]) + program, [SUGAR, MILK])
        ((_, atom),) = engine.atoms("sweeter", 0)
        diagram = engine.truth(atom)
        assert {(s, m) for s in range(3) for m in range(2) if diagram([s, m])} == {(1, 1), (2, 0), (2, 1)}

    def test_an_amount_is_the_sum_of_the_atoms_that_hold(self) -> None:
        engine = Engine(choices([SUGAR, MILK]) + self.WEIGHTS, [SUGAR, MILK])
        parts = [(atom, 10) for _, atom in engine.atoms("spoon", 1)] + [
            (atom, -1) for _, atom in engine.atoms("drop", 0)
        ]
        diagram = engine.amount(parts)
        assert [[diagram([s, m]) for m in range(2)] for s in range(3)] == [[-1, 0], [9, 10], [19, 20]]

    def test_an_amount_of_nothing_is_zero(self) -> None:
        assert values(Engine(choices([TEA]), [TEA]).amount([])) == {0}


class TestChoice:
    def test_it_names_the_atom_that_holds(self) -> None:
        program = "cup(small) :- reading(tea,black). cup(large) :- not cup(small)."
        engine = Engine(choices([TEA]) + program, [TEA])
        diagram = engine.choice({str(symbol.arguments[0]): atom for symbol, atom in engine.atoms("cup", 1)})
        assert (diagram([0]), diagram([1])) == ("large", "small")

    def test_one_that_always_holds_needs_no_question(self) -> None:
        engine = Engine(choices([TEA]) + "cup(small).", [TEA])
        diagram = engine.choice({str(symbol.arguments[0]): atom for symbol, atom in engine.atoms("cup", 1)})
        assert values(diagram) == {"small"}


class TestFaultyPrograms:
    @pytest.mark.parametrize(
        "program",
        [
            "hen :- egg, reading(tea,black). egg :- hen. egg :- reading(milk,yes).",
            "hen :- not egg. egg :- not hen.",
            "hen :- not hen, reading(tea,black).",
            "hen :- 2 <= #sum { 1,a : egg ; 1,b : reading(tea,black) }. egg :- hen. egg :- reading(milk,yes).",
        ],
    )
    def test_an_atom_that_depends_on_itself_is_refused(self, program: str) -> None:
        engine = Engine(choices([TEA, MILK]) + program, [TEA, MILK])
        ((_, atom),) = engine.atoms("hen", 0)
        with pytest.raises(Circular):
            engine.truth(atom)

    def test_what_does_not_rest_on_the_circle_is_told_all_the_same(self) -> None:
        program = "hen :- not egg. egg :- not hen. fox :- reading(tea,black)."
        engine = Engine(choices([TEA]) + program, [TEA])
        ((_, atom),) = engine.atoms("fox", 0)
        assert engine.truth(atom)([1]) is True

    def test_two_atoms_that_share_a_condition_are_no_circle(self) -> None:
        program = """
        base :- reading(tea,black).
        left :- base.  right :- base.  top :- left, right, base.
        """
        engine = Engine(choices([TEA]) + program, [TEA])
        ((_, atom),) = engine.atoms("top", 0)
        assert engine.truth(atom)([1]) is True

    def test_a_faulty_program_is_refused(self) -> None:
        with pytest.raises(RuntimeError):
            Engine("this is no program", [])


# --- random programs -------------------------------------------------------------------------------------------------


@st.composite
def programs(draw: st.DrawFn) -> tuple[list[Question], str, list[str]]:
    """Two to four questions, and rules each of which rests on earlier atoms only."""
    questions = [TEA, SUGAR, MILK, CUP][: draw(st.integers(2, 4))]
    known = [f"reading({question.id},{answer})" for question in questions for answer in question.answers]
    atoms: list[str] = []
    rules = []
    for number in range(draw(st.integers(2, 7))):
        head = f"p{number}"
        literal = st.builds(str.__add__, st.sampled_from(["", "not "]), st.sampled_from([*known, *atoms * 2]))
        for _ in range(draw(st.integers(1, 3))):
            body = draw(st.lists(literal, max_size=3))
            if draw(st.booleans()):
                element = st.builds("{},{} : {}".format, st.integers(1, 3), st.sampled_from("xyz"), literal)
                elements = draw(st.lists(element, min_size=1, max_size=4))
                negated = draw(st.sampled_from(["", "not "]))
                bound = draw(st.sampled_from(["{} <= #sum {{ {} }}", "#sum {{ {1} }} < {0}", "{} = #sum {{ {} }}"]))
                body.append(negated + bound.format(draw(st.integers(0, 5)), " ; ".join(elements)))
            rules.append(f"{head} :- {', '.join(body)}." if body else f"{head}.")
        atoms.append(head)
    return questions, "\n".join(rules), atoms


@pytest.mark.cases(quick=0)
@settings(max_examples=150, deadline=None)
@given(programs())
def test_on_random_programs_the_engine_agrees_with_plain_clingo(found: tuple[list[Question], str, list[str]]) -> None:
    questions, program, atoms = found
    agree(program, questions, atoms)


@settings(max_examples=40, deadline=None)
@given(programs(), st.data())
def test_on_random_programs_amounts_add_up_what_plain_clingo_finds(
    found: tuple[list[Question], str, list[str]], data: st.DataObject
) -> None:
    questions, program, atoms = found
    whole = choices(questions) + program
    weights = {atom: data.draw(st.integers(-3, 5)) for atom in atoms}
    engine = Engine(whole, questions)
    diagram = engine.amount([(number, weights[atom]) for atom in atoms for _, number in engine.atoms(atom, 0)])
    for answers, model in models(whole, questions).items():
        assert diagram(as_indices(questions, answers)) == sum(weights[atom] for atom in atoms if atom in model)
