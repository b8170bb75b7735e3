"""What holds under one reading, against clingo's model: on small programs, random ones, and in the gallery."""

from __future__ import annotations

import clingo
import pytest
from hypothesis import given, settings

from sheriff_kb.explain import Explainer
from sheriff_kb.gallery import Entry, entries
from sheriff_kb.law import Question, program
from sheriff_kb.rulings import facts
from sheriff_kb.solving import Circular, Evaluation, OutOfTime, ground, terms, within
from test_engine import SUGAR, TEA, choices, models, programs


def holding(text: str, **reading: str) -> set[str]:
    """All atoms of a program, whatever their arguments, that hold under a reading."""
    found = ground(text)
    under = Evaluation(found, reading)
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    signatures = {(name, arity) for name, arity, _ in control.symbolic_atoms.signatures}
    return {str(atom) for one in signatures for atom, number in found.atoms(*one).items() if under.holds(number)}


class TestByHand:
    def test_answers_are_as_in_the_reading(self) -> None:
        assert holding(choices([TEA, SUGAR]), tea="black", sugar="one") == {"reading(tea,black)", "reading(sugar,one)"}

    def test_rules_apply_if_their_whole_body_is_met(self) -> None:
        text = choices([TEA]) + "hot. good :- hot, not reading(tea,green). bad :- hot, reading(tea,green)."
        assert holding(text, tea="black") == {"reading(tea,black)", "hot", "good"}
        assert holding(text, tea="green") == {"reading(tea,green)", "hot", "bad"}

    def test_weights_may_be_negative(self) -> None:
        text = choices([SUGAR]) + "q :- 1 <= #sum { 2 : reading(sugar,two); 1 : reading(sugar,one); -1 : not p }. "
        text += "p :- reading(sugar,none)."
        assert "q" not in holding(text, sugar="one")
        assert "q" in holding(text, sugar="two")

    def test_a_held_answer_need_not_be_in_the_reading(self) -> None:
        text = choices([TEA]) + "reading(sugar,one). sweet :- reading(sugar,one)."
        assert holding(text, tea="green") == {"reading(tea,green)", "reading(sugar,one)", "sweet"}
        assert holding(text, tea="green", sugar="one") == holding(text, tea="green")

    def test_a_long_chain_is_no_deep_recursion(self) -> None:
        text = choices([TEA]) + "p(0) :- reading(tea,green). p(N+1) :- p(N), N < 5000."
        found = ground(text)
        last = found.atom(terms.parse("p(5000)"))
        assert last is not None
        assert Evaluation(found, {"tea": "green"}).holds(last)
        assert not Evaluation(found, {"tea": "black"}).holds(last)


class TestRefused:
    @pytest.mark.parametrize("reading", [{"tea": "red"}, {"tea": "green", "milk": "yes"}])
    def test_an_answer_that_the_program_does_not_have(self, reading: dict[str, str]) -> None:
        with pytest.raises(ValueError, match="no model"):
            Evaluation(ground(choices([TEA])), reading)

    def test_an_open_question(self) -> None:
        with pytest.raises(ValueError, match="leaves a question open"):
            Evaluation(ground(choices([TEA, SUGAR])), {"tea": "green"})

    def test_an_atom_that_depends_on_itself(self) -> None:
        found = ground(choices([TEA]) + "a :- not b, reading(tea,green). b :- not a.")
        (atom,) = found.atoms("a", 0).values()
        with pytest.raises(Circular):
            Evaluation(found, {"tea": "green"}).holds(atom)

    def test_a_program_when_the_time_is_over(self) -> None:
        found = ground(choices([TEA]) + "a :- reading(tea,green).")
        (atom,) = found.atoms("a", 0).values()
        with within(1e-9), pytest.raises(OutOfTime):
            Evaluation(found, {"tea": "green"}).holds(atom)


@settings(max_examples=60, deadline=None)
@given(programs())
def test_on_random_programs_what_holds_is_what_is_in_the_model(found: tuple[list[Question], str, list[str]]) -> None:
    questions, text, _ = found
    for answers, model in models(choices(questions) + text, questions).items():
        reading = {question.id: answer for question, answer in zip(questions, answers, strict=True)}
        assert holding(choices(questions) + text, **reading) == model


@pytest.mark.cases(quick=4, full=40)
@pytest.mark.parametrize("found", list(entries()), ids=lambda found: found.name)
def test_in_the_gallery_what_holds_is_what_is_in_the_model(found: Entry) -> None:
    explainer = Explainer(found.position)
    reading = explainer.reading()
    text = program("reasons") + facts(found.position).program(explainer.rulings.held)
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    answers = [(clingo.parse_term(f"reading({question},{answer})"), True) for question, answer in reading.items()]
    with control.solve(assumptions=answers, yield_=True) as handle:
        (model,) = ({str(atom) for atom in one.symbols(atoms=True)} for one in handle)
    assert holding(text, **reading) == model
