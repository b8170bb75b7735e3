"""Every program that the package solves can be printed, and a solver that runs alone finds the same with it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from sheriff_dev.amend import fewest
from sheriff_dev.claims import cases
from sheriff_kb.evidence import passages
from sheriff_kb.evidence.smallest import smallest_first
from sheriff_kb.law import UnknownAnswer, encoding, held_answers, named_readings, questions, tasks
from sheriff_kb.position import parse
from sheriff_kb.report.programs import printed
from sheriff_kb.rulings import Survey, facts, rulings
from sheriff_kb.witness import Bounds, Contrast, Size, find
from sheriff_kb.witness.posed import SMALL, Ask
from sheriff_kb.witness.shapes import shapes

POSITION = parse(
    """
players: [red, blue]
board: |
  + + +
  + G +
tiles:
  G: {edges: PPPP, graveyard: true, cowboy: {red: graveyard}}
end: true
"""
)
PAIR = Contrast((({"self_tile": "counted"}, {"self_tile": "not_counted"}),))
ONE_TILE = Ask(PAIR, shapes(1)[0], 0, Bounds(tiles=1, turns=0), 1, {"figures": 1})
WEIGHTS = "".join(f"weighs({kind},{9 - level})." for level, kind in enumerate(SMALL))


def clingo(program: str, *options: str) -> list[list[str]]:
    """The shown atoms of each model that clingo, run alone, finds; nothing else is said."""
    command = [sys.executable, "-m", "clingo", "--outf=2", *options, "-"]
    run = subprocess.run(command, input=program, capture_output=True, text=True, check=False, timeout=120)
    assert run.stderr == ""
    (call,) = json.loads(run.stdout)["Call"]
    witnesses = (witness for witness in call.get("Witnesses", []) if "Lower" not in witness)  # those are bounds
    return [witness.get("Value", []) for witness in witnesses]


def points(atoms: list[str]) -> set[str]:
    return {atom for atom in atoms if atom.startswith("finding(points(end,1,")}


# --- each program, with its input, alone -----------------------------------------------------------------------------


def test_every_program_is_tried_here() -> None:
    tried = {name.removeprefix("test_program_") for name in globals() if name.startswith("test_program_")}
    assert tried == set(tasks())


def test_program_rulings() -> None:
    held = {**held_answers(), **{q.id: q.default for q in questions().values() if q.id != "self_tile"}}
    models = clingo(printed("rulings") + facts(POSITION).program(held), "--models=0")
    values = {case.value for case in rulings(POSITION).on(kind="points", player="red").cases}
    assert set().union(*map(points, models)) == {f"finding(points(end,1,graveyard,6),{value})" for value in values}
    assert len(models) == len(questions()["self_tile"].answers)


def defaults() -> dict[str, str]:
    return {question.id: question.default for question in questions().values()}


def test_program_parts() -> None:
    (atoms,) = clingo(printed("parts") + facts(POSITION).program(defaults()))
    parts = [atom for atom in atoms if atom.startswith("part(points(end,1,graveyard,6),")]
    assert len(parts) == rulings(POSITION, fixed=defaults()).on(kind="points", player="red").cases[0].value


def test_program_reasons() -> None:
    """The same, and every rule that is used leaves its record."""
    told = facts(POSITION).program(defaults())
    assert clingo(printed("reasons") + told) == clingo(printed("parts") + told)
    (atoms,) = clingo(printed("reasons") + told + "#show used(N) : _use_scored(_,N,_).")
    assert sum(atom.startswith("used(") for atom in atoms) == 1


def board() -> str:
    amounts = "allotted((mountains;cities;nuggets;tokens;collected;supply;figures),1). allotted(cowboys,4)."
    return f"cell(1,1,1). player(1). {amounts}"


def test_program_board() -> None:
    shown = "#show. #show cowboy/2. #show tent/2. #show graveyard/2. #show game_end/0. #show part/3."
    owned = f":- not cowboy(1,19), not game_end. {shown}"
    models = clingo(printed("board") + board() + owned, "--models=20")
    assert len(models) == 20
    assert clingo(printed("board") + board() + ":- not cowboy(1,19). :- not tent(1,19).", "--models=1") == []


def size(atoms: list[str]) -> Size:
    counted = dict.fromkeys(SMALL, 0)
    for atom in atoms:
        kind, _, rest = atom.removeprefix("measure(").partition(",")
        if atom.startswith("measure(") and kind in counted:
            counted[kind] += int(rest.rpartition(",")[2].removesuffix(")"))
    return Size(1, counted["figures"], 0, counted["tokens"], counted["off"])


def test_program_search() -> None:
    """The smallest position that the solver finds alone is as small as the one that the package finds."""
    program = printed("search", ["self_tile"]) + "".join(ONE_TILE.facts()) + WEIGHTS
    *_, best = clingo(program + "#show. #show measure/3.", "--models=0")
    witness = find(PAIR, Bounds(tiles=1, turns=0))
    assert witness is not None
    assert size(best) == witness.size


def test_program_bound() -> None:
    """No smaller position can show the answer at all."""
    program = printed("bound", ["self_tile"]) + "".join(ONE_TILE.facts()) + WEIGHTS
    *_, best = clingo(program + "#show. #show measure/3.", "--models=0")
    witness = find(PAIR, Bounds(tiles=1, turns=0))
    assert witness is not None
    assert size(best) <= witness.size
    assert size(best).figures == 1


def test_program_interface() -> None:
    (atoms,) = clingo(printed("interface"))
    assert "kind(tax(turn,mountain),amount)" in atoms


def test_program_questions() -> None:
    held = "".join(f"held({q},{a})." for q, a in {**defaults(), "self_tile": "not_counted"}.items())
    (atoms,) = clingo(printed("questions") + held + "#show reading/2.", "--models=0")
    assert len(atoms) == len(questions())
    assert "reading(self_tile,not_counted)" in atoms


def test_program_coherence() -> None:
    held = "".join(f"held({q},{a})." for q, a in {**defaults(), "self_tile": "not_counted"}.items())
    (atoms,) = clingo(printed("coherence") + held + "#show amiss/3.", "--models=1")
    assert 'amiss("wiki.final.1",stated,self_tile)' in atoms


def test_program_readings() -> None:
    """The named reading that leaves least amiss is the one that the package names."""
    *_, best = clingo(printed("readings") + ":- not follow(wiki). #show reading/2.", "--models=0", "--opt-strategy=usc")
    assert {f"reading({question},{answer})" for question, answer in named_readings()["wiki"].items()} == set(best)


def test_program_sources() -> None:
    (atoms,) = clingo(printed("sources"))
    assert {atom for atom in atoms if atom.startswith("passage(")} == {
        f'passage("{one.id}","{one.source}",{one.kind})' for one in passages().values()
    }


def test_program_evidence() -> None:
    (atoms,) = clingo(printed("evidence"))
    shown = {atom.rpartition('"')[0].rpartition('"')[2] for atom in atoms if atom.startswith("may_show(")}
    assert shown >= {case.position for case in cases()}


SETS = [{0, 1}, {1, 2}, {3}]


def test_program_smallest() -> None:
    """A smallest set that meets others."""
    told = "thing(0..4)." + "".join(f"meet({n}). member({n},{i})." for n, one in enumerate(SETS) for i in one)
    *_, best = clingo(printed("smallest") + told, "--models=0")
    ours = next(smallest_first(5, lambda chosen: next((one for one in SETS if chosen.isdisjoint(one)), None)))
    assert set(best) == {f"chosen({number})" for number in ours} == {"chosen(1)", "chosen(3)"}


def test_program_fewest() -> None:
    """The diagram of one ruling that depends on one question: to fix its first answer is enough."""
    told = (
        "root(0). test(0,self_tile). branch(0,counted,1). branch(0,not_counted,2). leaf(1). leaf(2)."
        "candidate(self_tile,counted). candidate(owner,majority). default(self_tile,counted). default(owner,majority)."
    )
    *_, best = clingo(printed("fewest") + told, "--models=0")
    survey = Survey()
    diagram = next(r.diagram for r in rulings(POSITION, free=["all"]) if r.matter.kind == "points")
    assert best == ["fix(self_tile,counted)"]
    assert "self_tile" in fewest(survey, [diagram], [(q.id, q.default) for q in questions().values()])


# --- what is printed -------------------------------------------------------------------------------------------------


def test_an_unknown_question_cannot_be_disputed() -> None:
    with pytest.raises(UnknownAnswer, match="did you mean `self_tile`"):
        printed("search", ["self_tle"])


def test_what_the_package_solves_is_what_is_printed_without_the_checks() -> None:
    for task, entry in tasks().items():
        told: Any = entry.get("made")
        if told is None:
            assert printed(task) == encoding.program(task) + "\n" + encoding.checks(task)
