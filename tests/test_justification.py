"""Justifications: every statement is true, those below it suffice for it, and none stands on itself.

All is held against plain clingo on the printed law, which knows nothing of records of use.
"""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cached_property
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING

import clingo
import pytest

from oracle.strategies import random_position, random_reading
from sheriff_kb.explain import Explainer
from sheriff_kb.explain.instrument import rules
from sheriff_kb.explain.justification import Justifier, Statement, Step
from sheriff_kb.gallery import Entry, entries, entry
from sheriff_kb.law import program
from sheriff_kb.rulings import facts
from sheriff_kb.solving import Term
from sheriff_kb.solving.by_clingo import term
from sheriff_kb.solving.terms import string

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sheriff_kb.rulings import Ruling

RANDOM_POSITIONS = 500
RULINGS_EACH = 6

Atoms = list[Term]


class Heads(clingo.Observer):
    """Notes which atoms of a ground program have a rule."""

    def __init__(self) -> None:
        self.found: set[int] = set()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.found.update(head)


class Plain:
    """The printed law on a position: what can hold, what does under a reading, and what follows from what."""

    def __init__(self, explainer: Explainer) -> None:
        heads = Heads()
        self.text = program("parts") + facts(explainer.position).program(explainer.rulings.held)
        self._control = clingo.Control(["--warn=none"])
        self._control.register_observer(heads)
        self._control.add("base", [], self.text)
        self._control.ground([("base", [])])
        self.possible: dict[str, Atoms] = defaultdict(list)
        for atom in self._control.symbolic_atoms:
            if atom.is_fact or atom.literal in heads.found:
                self.possible[atom.symbol.name].append(term(atom.symbol))

    def model(self, reading: Mapping[str, str]) -> dict[str, Atoms]:
        """What holds under a reading, by predicate."""
        answers = [(clingo.parse_term(f"reading({q},{answer})"), True) for q, answer in reading.items()]
        found = defaultdict(list)
        with self._control.solve(assumptions=answers, yield_=True) as handle:
            (model,) = ([*map(term, model.symbols(atoms=True))] for model in handle)
        for atom in model:
            found[atom.name].append(atom)
        return found

    @cached_property
    def _unlinked(self) -> clingo.Control:
        """Every rule by itself: rule N gives `head(N,A)` for its head A, and all that can hold is free to hold."""
        control = clingo.Control(["--warn=none"])
        parts = ((rule.number, *rule.text.removesuffix(".").partition(":-")) for rule in rules())
        wrapped = (f"head({number},{head}) {':-' if body else ''} {body}." for number, head, _, body in parts)
        free = (f"{{{atom}}}." for atoms in self.possible.values() for atom in atoms)
        control.add("base", [], "\n".join([*wrapped, *free, ":- reading(Q,A), reading(Q,B), A < B."]))
        control.ground([("base", [])])
        return control

    @cached_property
    def _heads(self) -> Mapping[str, Atoms]:
        found = defaultdict(list)
        for atom in self._unlinked.symbolic_atoms.by_signature("head", 2):
            found[atom.symbol.arguments[1].name].append(term(atom.symbol))
        return found

    def follows(self, statement: Statement, step: Step) -> bool:
        """Whether what stands below suffices for a statement, by its rule or against all rules, whatever else is so."""
        below = [
            (atom, one.holds)
            for one in step.because
            for atom in (self.possible[one.atom.name] if not one.holds else [one.atom])
            if fits(one.atom, atom)
        ]
        heads = [head for head in self._heads[statement.atom.name] if fits(statement.atom, head.arguments[1])]
        if statement.holds:
            (rule,) = step.rules
            heads = [head for head in heads if head.arguments[0].number == rule.number]
            assert heads
        return not any(self._can_be([*below, (head, not statement.holds)]) for head in heads)

    def _can_be(self, atoms: Iterable[tuple[Term, bool]]) -> bool:
        """Whether these atoms can hold together, or not hold."""
        assumptions = [(clingo.parse_term(str(atom)), holds) for atom, holds in atoms]
        return bool(self._unlinked.solve(assumptions=assumptions).satisfiable)


def fits(pattern: Term, atom: Term) -> bool:
    """Whether an atom is of a form in which `"_"` stands for any term."""
    if pattern == atom or pattern == string("_"):
        return True
    return (
        bool(pattern.arguments)
        and bool(atom.arguments)
        and pattern.signature == atom.signature
        and all(map(fits, pattern.arguments, atom.arguments))
    )


def faults(explainer: Explainer, rulings: Iterable[Ruling], answers: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with the justifications of rulings under these answers."""
    plain = Plain(explainer)
    model = plain.model(explainer.reading(answers))
    graph: dict[Statement, Step] = {}
    for ruling in rulings:
        found = explainer.explain(ruling, answers, full=True)
        assert set(found.roots) <= found.graph.keys()
        graph |= found.graph
    for statement, step in graph.items():
        if any(fits(statement.atom, atom) for atom in model[statement.atom.name]) is not statement.holds:
            yield f"untrue: {statement}"
        elif statement.holds and not step.rules:
            if statement.atom.name != "reading" and f"{statement.atom}." not in plain.text:
                yield f"neither given nor explained: {statement}"
        elif not plain.follows(statement, step):
            yield f"does not follow: {statement} from {', '.join(map(str, step.because))}"
    # Raises CycleError.
    TopologicalSorter({statement: step.because for statement, step in graph.items()}).prepare()


@pytest.mark.cases(quick=6, full=25)
@pytest.mark.parametrize("found", list(entries()), ids=lambda found: found.name)
def test_each_statement_is_true_and_follows_from_those_below_it_in_the_gallery(found: Entry) -> None:
    explainer = Explainer(found.position)
    assert list(faults(explainer, explainer.rulings, {})) == []


@pytest.mark.cases(quick=2, full=15)
@pytest.mark.parametrize("seed", range(RANDOM_POSITIONS))
def test_each_statement_is_true_and_follows_from_those_below_it_on_random_positions_and_readings(seed: int) -> None:
    source = random.Random(seed)
    position, reading = random_position(source, sees=seed % 4 == 0), random_reading(source)
    explainer = Explainer(position, free=["all"])
    some = source.sample(explainer.rulings.rulings, min(RULINGS_EACH, len(explainer.rulings.rulings)))
    assert list(faults(explainer, some, reading)) == []


def test_the_check_finds_a_statement_left_out_and_one_that_is_untrue() -> None:
    explainer = Explainer(entry("graveyard/tile_itself").position)
    plain = Plain(explainer)
    found = explainer.explain(explainer.rulings.on(kind="points"))
    for root in found.roots:
        step = found.graph[root]
        assert plain.follows(root, step)
        for left_out in step.because:
            fewer = tuple(one for one in step.because if one != left_out)
            assert root.holds is not plain.follows(root, Step(fewer, step.rules))


def test_a_reading_that_answers_a_held_question_otherwise_has_no_model() -> None:
    told = facts(entry("graveyard/tile_itself").position)
    with pytest.raises(ValueError, match="no model"):
        Justifier(told.program({"surround": "eight"})).justify({"surround": "four"}, lambda _holds: [])
