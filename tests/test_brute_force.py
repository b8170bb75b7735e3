"""Rulings against plain clingo: every reading of up to ten freed questions, one by one, on random positions."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from math import prod

import clingo
import pytest

from oracle.strategies import random_position, random_reading
from sheriff_kb.law import program, questions, text
from sheriff_kb.position import Position
from sheriff_kb.rulings import Facts, Judge, facts
from sheriff_kb.solving import Term
from sheriff_kb.solving.by_clingo import term
from sheriff_kb.solving.terms import parse

POSITIONS, POSITIONS_WITH_PARTS = 1000, 100
MOST_READINGS, MOST_IN_EVERY_TENTH = 256, 2048
"""Number of readings that are tested one by one in a position, which takes a while."""


def every_model(told: Facts, held: dict[str, str], task: str, **selected: bool) -> list[list[Term]]:
    """The selected symbols of every model of a printed program and facts."""
    control = clingo.Control(["--models=0", "--warn=none"])
    control.add("base", [], program(task) + text("tasks/counted.lp") + told.program(held))
    control.ground([("base", [])])
    models: list[list[Term]] = []
    control.solve(on_model=lambda model: models.append(list(map(term, model.symbols(**selected)))))
    return models


def reading_of(model: list[Term]) -> dict[str, str]:
    return {one.arguments[0].name: one.arguments[1].name for one in model if one.signature == ("reading", 2)}


def findings_of(model: list[Term]) -> dict[Term, Term]:
    pairs = [(one.arguments[0], one.arguments[1]) for one in model if one.signature == ("finding", 2)]
    findings = dict(pairs)
    assert len(findings) == len(pairs), "a matter has two values in one reading"
    return findings


def everything(position: Position) -> Position:
    """The position asking for every matter, whatever else it asks for."""
    return replace(position, filters=(*position.filters, {}))


@pytest.mark.cases(quick=4, full=25)
@pytest.mark.parametrize("seed", range(POSITIONS))
def test_rulings_agree_with_plain_clingo_in_every_reading_and_each_reading_has_one_model(seed: int) -> None:
    source = random.Random(seed)
    told = facts(everything(random_position(source, sees=seed % 4 == 0, unsaid=seed % 2 == 0)))
    unsaid = prod(len(thing.options) for thing in told.unsaid)
    freed = source.sample(sorted(questions()), source.randint(1, 10))
    most = MOST_READINGS if seed % 10 else MOST_IN_EVERY_TENTH
    while freed and unsaid * prod(len(questions()[question].answers) for question in freed) > most:
        freed.pop()
    held = {question: answer for question, answer in random_reading(source).items() if question not in freed}
    judge = Judge(told, held)
    rulings = judge.rulings()
    ruled = {ruling.matter: ruling.diagram for ruling in rulings}

    models = [(reading_of(one), findings_of(one)) for one in every_model(told, held, "rulings", shown=True)]

    readings = Counter(tuple(reading[question.id] for question in judge.free) for reading, _ in models)
    ways = product(*(range(len(question.answers)) for question in judge.free))
    counted = {way for way in ways if rulings.counted(way)}
    assert set(readings) == {
        tuple(question.answers[answer] for question, answer in zip(judge.free, way, strict=True)) for way in counted
    }
    assert set(readings.values()) <= {1}
    for reading, findings in models:
        answers = [question.answers.index(reading[question.id]) for question in judge.free]
        values = {judge.naming.matter(matter): judge.naming.value(matter, value) for matter, value in findings.items()}
        assert {matter: diagram(answers) for matter, diagram in ruled.items()} == {m: values[m] for m in ruled}
        assert not [
            matter
            for matter, value in values.items()
            if matter not in ruled
            and value != "none"
            and matter.kind not in ("collected", "score")
            and not unasked_no(matter, value)
            and not (matter.kind in ("may", "stack") and matter.turn in told.untold)  # by mountain, if at all
        ]


@pytest.mark.cases(quick=1, full=12)
@pytest.mark.parametrize("seed", range(POSITIONS_WITH_PARTS))
def test_what_can_hold_and_what_it_rests_on_agree_with_plain_clingo_in_every_reading(seed: int) -> None:
    source = random.Random(seed)
    told = facts(everything(random_position(source)))
    counting = Counter(question for ruling in Judge(told, {}).rulings() for question in ruling.questions)
    freed = [question for question, _ in counting.most_common(5)]
    held = {question: answer for question, answer in random_reading(source).items() if question not in freed}
    judge = Judge(told, held)
    models = [
        (reading_of(one), {symbol for symbol in one if symbol.signature == ("part", 3)})
        for one in every_model(told, held, "parts", atoms=True)
    ]
    parts = {part for ruling in judge.rulings() for part in judge.parts(ruling.symbol)}

    assert {part for part in parts if judge.can_hold(part)} == {part for _, true in models for part in true & parts}
    reading, true = source.choice(models)
    for part in parts:
        # An answer counts if the part comes or goes as it alone is changed.
        changed = [
            next(q for q, answer in other.items() if reading[q] != answer)
            for other, others in models
            if len(other.items() - reading.items()) == 1 and (part in others) != (part in true)
        ]
        assert judge.rests_on(part, {q: reading[q] for q in freed}) == {q: reading[q] for q in changed}


def test_an_atom_that_the_law_never_makes_cannot_hold_and_rests_on_nothing() -> None:
    judge = Judge(facts(random_position(random.Random(1))), {})
    never = parse("part(tax(99,99),99,1)")
    assert not judge.can_hold(never)
    assert judge.rests_on(never, {question.id: question.default for question in judge.free}) == {}


def unasked_no(matter: object, value: object) -> bool:
    """A destination that nobody named and that no reading allows is not ruled on."""
    return getattr(matter, "act", None) == "sheriff" and value == "no"
