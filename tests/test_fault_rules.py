"""Faulty facts are reported by the solver itself: each kind of them, for every predicate that comes from outside."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import clingo
import pytest
from clingo.ast import ASTType, parse_string
from ruamel.yaml import YAML

from oracle.strategies import random_position
from sheriff_kb.gallery import Entry, entries
from sheriff_kb.law import held_answers, tasks, text
from sheriff_kb.position import parse
from sheriff_kb.report.programs import printed
from sheriff_kb.rulings import facts
from sheriff_kb.wording import wording

STORY = """
% Tiles 1 and 2 have a mountain of three nuggets, 3 a graveyard, 6 a railroad and a prairie, 7 a finished mountain, 8 a
% city, 9 a finished railroad. Tile 4, a star tile with a mountain, is placed in turn 1, tile 5, a graveyard tile, in 2.
player(1). player(2). player(3). start(1). last(2). turn(1). turn(2). mover(1,1). mover(2,2). final(3). game_end.
on(11,1). on(21,2). on(41,4). on(71,7). nuggets(11,1). nuggets(21,2). nuggets(41,1). nuggets(71,1).
graveyard(39,3). graveyard(59,5). city(8,95). on(62,6). on(63,6). on(52,9). ends(52,0). ends(71,0).
cowboy(1,63). tent(2,21). sheriff(11). tokens(11,1). tokens(21,1). collected(2,1). supply(8). wants(sees).
held(self_tile,counted).
region(0,11,11). region(0,21,11). open(0,11).
placed(1,4). star_tile(1,placed,plain). before(1,11,11). before(1,21,11). spot(1,11). spot(1,21).
region(1,11,11). region(1,21,11). open(1,11). act(1,1,cowboy,41). region(1,41,41). open(1,41).
placed(2,5). star_tile(2,placed,graveyard). named(2,2,21). spot(2,11). spot(2,21). act(2,2,mine,21).
region(2,11,11). region(2,21,11). open(2,11). surrounded(39,four,2). complete(2,95).
around(2,39,1). around(2,39,2). around(2,39,5). around(2,39,6). across(39,1). across(39,2). across(39,5). across(39,6).
region(3,11,11). region(3,21,11). region(3,41,11). open(3,11).
around(3,39,1). around(3,39,2). around(3,39,5). around(3,39,6). around(3,59,3).
"""
CASES: list[dict[str, str]] = YAML(typ="safe", pure=True).load(
    (Path(__file__).parent / "bad" / "facts.yaml").read_text("utf-8")
)


def faults(program: str, task: str = "rulings") -> set[str]:
    """What is wrong with facts, as the printed program of a task reports it."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], printed(task) + program)
    control.ground([("base", [])])
    return {str(atom.symbol) for atom in control.symbolic_atoms.by_signature("fault", 2)}


def story(without: str = "") -> str:
    told = STORY
    for fact in re.findall(r"\w+(?:\([^)]*\))?\.", without):
        assert fact in told, fact
        told = told.replace(fact, "", 1)
    return told


def derived() -> dict[str, set[str]]:
    """The reasons for faults that the encoding has, with the predicates of the inputs; `` stands for any figure."""
    found: dict[str, set[str]] = {}
    for file in {file for task in tasks().values() for file in task["checks"]}:

        def keep(node: Any) -> None:
            if node.ast_type is ASTType.Rule and str(node.head).startswith("fault("):
                given, why = node.head.atom.symbol.arguments
                name = given.name if given.ast_type is ASTType.Function else str(given)
                found.setdefault(str(why), set()).add(name if name.islower() else "")

        parse_string(text(file), keep)
    return found


# --- good input ------------------------------------------------------------------------------------------------------


def test_nothing_is_wrong_with_the_story() -> None:
    assert faults(STORY) == set()


@pytest.mark.parametrize("task", ["rulings", "parts", "reasons", "questions", "coherence", "readings", "board"])
def test_nothing_is_wrong_with_nothing(task: str) -> None:
    assert faults("", task) == set()


@pytest.mark.cases(quick=5, full=30)
@pytest.mark.parametrize("found", list(entries()), ids=lambda found: found.name)
def test_nothing_is_wrong_with_the_facts_of_the_gallery(found: Entry) -> None:
    assert faults(facts(found.position).program(held_answers())) == set()


@pytest.mark.cases(quick=0)
def test_the_facts_of_random_positions_are_well_formed() -> None:
    malformed = {why for why, inputs in derived().items() if why not in IMPOSSIBLE}
    for seed in range(150):
        found = faults(facts(random_position(random.Random(seed), sees=True)).program(held_answers()))
        assert not {fault for fault in found if why_of(fault) in malformed}, seed


def test_a_stack_of_which_only_the_total_is_known_is_well_formed() -> None:
    unknown = "players: [a, b]\nboard: x y\ntiles: {x: {edges: PMPP}, y: {edges: MPPM, tent: a}}\nstacks: {x: 2}\n"
    assert faults(facts(parse(unknown)).program({})) == set()


# --- bad input -------------------------------------------------------------------------------------------------------


def why_of(fault: str) -> str:
    return fault.rpartition(",")[2].removesuffix(")")


IMPOSSIBLE = {
    *("finished", "not_there_yet", "occupied", "second_cowboy", "too_many_cowboys", "second_tent", "too_many_tokens")
}
"""Reasons why no game leads to a position that is well formed."""


@pytest.mark.cases(quick=16, full=80)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["fault"])
def test_a_bad_input_is_told_with_its_reason(case: dict[str, str]) -> None:
    good = story(case.get("without", ""))
    assert case["fault"] in faults(f"{good}\n{case['bad']}")
    if "without" not in case:
        assert case["fault"] not in faults(good)


def test_every_predicate_of_the_vocabulary_has_a_bad_input() -> None:
    declared = set(re.findall(r"^#defined (\w+/\d)\.$", text("vocabulary.lp"), re.MULTILINE))
    tried = set()
    for case in CASES:
        symbol = clingo.parse_term(case["fault"]).arguments[0]
        tried |= {f"{symbol.name}/{arity}" for arity in [len(symbol.arguments)] if arity}
        if not symbol.arguments:
            tried |= {name for name in declared if name.startswith(f"{symbol.name}/")}
    assert declared == tried


def test_every_reason_has_a_bad_input_for_every_input_that_it_is_told_of() -> None:
    tried: dict[str, set[str]] = {}
    for case in CASES:
        tried.setdefault(why_of(case["fault"]), set()).add(clingo.parse_term(case["fault"]).arguments[0].name)
    for why, inputs in derived().items():
        assert inputs - {""} <= tried.get(why, set()), why
        if "" in inputs:
            assert {"cowboy", "tent", "sheriff"} <= tried[why], why


def test_the_page_on_plain_clingo_says_what_each_reason_means() -> None:
    page = Path(__file__).resolve().parents[1] / "docs" / "plain-clingo.md"
    told = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", page.read_text("utf-8"), re.MULTILINE))
    assert told == {reason: wording().fault(reason) for reason in derived()}


def test_a_fault_is_no_contradiction() -> None:
    """The program has models all the same, so that the fault is seen, and not only that there are none."""
    control = clingo.Control(["--warn=none", "--models=1"])
    control.add("base", [], printed("rulings") + STORY + "held(self_tile,countd).")
    control.ground([("base", [])])
    shown: list[str] = []
    control.solve(on_model=lambda model: shown.extend(map(str, model.symbols(shown=True))))
    assert "fault(held(self_tile,countd),unknown_answer)" in shown


def test_nothing_rests_on_a_fault() -> None:
    """The package leaves the rules out, since the reader of files has checked the input."""
    for name, task in tasks().items():
        if name not in ("board", "search", "bound"):
            assert not any(re.search(r"\bfault\(", text(file)) for file in task["files"]), name


# --- what a player wants is refused, and no fault --------------------------------------------------------------------

ACTS = [
    # Two acts in one turn, by rule base.turn.action: neither is done.
    ("act(2,2,tent,11).", "illegal(2,2,tent,11,one_act)"),
    ("act(2,2,tent,11).", "illegal(2,2,mine,21,one_act)"),
    # An act in another player's turn, by the same rule.
    ("act(2,3,tent,11).", "illegal(2,3,tent,11,not_in_turn)"),
    ("act(2,1,cowboy,59). region(2,59,59).", "illegal(2,1,cowboy,59,not_in_turn)"),
    ("act(2,1,mine,11).", "illegal(2,1,mine,11,not_in_turn)"),
    # A cowboy goes on the tile just placed: not on an older one, on one that comes later, or after the last turn.
    ("act(2,2,cowboy,62). region(2,62,62).", "illegal(2,2,cowboy,62,not_just_placed)"),
    ("act(2,2,cowboy,39). region(2,39,39).", "illegal(2,2,cowboy,39,not_just_placed)"),
    ("act(1,1,cowboy,59).", "illegal(1,1,cowboy,59,not_just_placed)"),
    ("act(3,1,cowboy,59). region(3,59,59).", "illegal(3,1,cowboy,59,not_just_placed)"),
    # A tent goes on a mountain that lies there; so does the sheriff.
    ("act(3,3,tent,62). region(3,62,62).", "illegal(3,3,tent,62,no_mountain)"),
    ("act(1,1,tent,88). on(88,5). nuggets(88,1).", "illegal(1,1,tent,88,not_on_table)"),
    ("named(3,3,62). star_tile(3,placed,plain).", "illegal(3,3,sheriff,62,no_mountain)"),
    ("named(1,1,88). on(88,5). nuggets(88,1).", "illegal(1,1,sheriff,88,not_on_table)"),
    # Whoever mines needs a tent of his on the mountain, so no tile that is not there can be mined.
    ("act(1,1,mine,88). on(88,5). nuggets(88,1).", "illegal(1,1,mine,88,no_tent)"),
]


@pytest.mark.parametrize(("told", "refused"), ACTS, ids=[refused for _, refused in ACTS])
def test_what_a_player_wants_against_the_rules_is_refused_and_no_fault(told: str, refused: str) -> None:
    act = clingo.parse_term(told.partition(").")[0] + ")")
    without = "act(1,1,cowboy,41)." if act.arguments[0].number == 1 else ""
    control = clingo.Control(["--warn=none", "--models=1"])
    control.add("base", [], printed("rulings") + story(without) + told)
    control.ground([("base", [])])
    atoms: set[str] = set()
    control.solve(on_model=lambda model: atoms.update(map(str, model.symbols(atoms=True))))
    assert refused in atoms
    done = {atom for atom in atoms if atom.startswith(("mined(", "claimed(", "arrives("))}
    time, player, kind, place, _ = clingo.parse_term(refused).arguments
    assert (
        not {f"mined({time},{player},{place})", f"claimed({time},{player},{place})", f"arrives({time},{place})"} & done
    )
    assert f"finding(may({time},{player},{kind},{place}),no)" in atoms
    assert not {atom for atom in atoms if atom.startswith("fault(")}


def test_of_two_acts_in_a_turn_none_has_an_effect() -> None:
    control = clingo.Control(["--warn=none", "--models=0", "--enum-mode=brave"])
    control.add("base", [], printed("rulings") + story() + "act(2,2,tent,11).")
    control.ground([("base", [])])
    atoms: set[str] = set()
    control.solve(on_model=lambda model: atoms.update(map(str, model.symbols(atoms=True))))
    assert not {atom for atom in atoms if atom.startswith("mined(2,")}
    assert {atom for atom in atoms if atom.startswith("pitched(2,2,")} == {"pitched(2,2,21)"}  # where it stood before
