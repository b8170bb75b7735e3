"""Ground programs: clingo in this process and the text that it prints give the same, and so does what follows."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest

from sheriff_kb.explain import Explainer
from sheriff_kb.gallery import Entry, entries, entry
from sheriff_kb.law import program
from sheriff_kb.report.explanations import as_json
from sheriff_kb.report.rulings import rulings_as_json
from sheriff_kb.rulings import rulings
from sheriff_kb.solving import OutOfTime, TooMuch, atoms_of, by_clingo, ground, grounded_by, terms, within
from sheriff_kb.solving.by_aspif import by_aspif, read
from sheriff_kb.wording import wording

SMALL = """
    a. f("x y \\"é\\n", 1). { r; q }. c :- r. d(X) :- f(_,X). e :- c, not q. s(N) :- N = #sum { 1 : r; 2 : q }.
    m :- -1 <= #sum { 3 : q; -1 : r }. #minimize { 1 : r }. #defined z/1.
#show c/0.
"""


@cache
def gringo(text: str) -> str:
    """The ground program that clingo prints."""
    command = [sys.executable, "-m", "clingo", "--mode=gringo", "--warn=none", "-"]
    return subprocess.run(command, input=text, capture_output=True, check=True, encoding="utf-8").stdout


class TestAspif:
    def test_every_atom_is_found_whatever_the_program_shows(self) -> None:
        found = by_aspif(gringo)(SMALL, 100)
        assert list(map(str, found.atoms("f", 2))) == ['f("x y \\"é\\n",1)']
        assert {str(atom) for atom in found.atoms("s", 1)} == {"s(0)", "s(1)", "s(2)", "s(3)"}
        assert not found.atoms("f", 1)
        assert found.atom(terms.parse("d(1)")) is not None
        assert found.atom(terms.parse("d(2)")) is None

    def test_facts_are_one_atom_that_always_holds(self) -> None:
        found = by_aspif(gringo)(SMALL, 100)
        facts = {found.atom(terms.parse(fact)) for fact in ("a", "d(1)")}
        assert len(facts) == 1
        (fact,) = facts
        assert fact is not None
        assert [list(rule.body) for rule in found.rules.of(fact)] == [[]]

    def test_what_is_shown_if_an_atom_does_not_hold_has_a_rule(self) -> None:
        found = read(gringo("{ b }. #show without : not b."))
        (without,), (b,) = (found.atoms(name, 0).values() for name in ("without", "b"))
        assert [list(rule.body) for rule in found.rules.of(without)] == [[-b]]

    def test_it_ends_after_so_many_rules(self) -> None:
        text = gringo("{ a(1..30) }.")
        with pytest.raises(TooMuch, match="over 29 ground rules"):
            read(text, 29)
        assert len(read(text, 30).atoms("a", 1)) == 30

    def test_it_ends_when_the_time_is_over(self) -> None:
        with within(1e-9), pytest.raises(OutOfTime):
            read("asp 1 0 0\n0")

    def test_another_text_is_refused(self) -> None:
        with pytest.raises(ValueError, match="no aspif"):
            read("a. b.")


def test_both_list_the_atoms_of_a_program_without_choices_in_the_same_order() -> None:
    """So what is read from the interface of the law, in its order, is the same."""
    text = program("interface")
    predicates = {("kind", 2), ("event", 2), ("topic", 2), ("besides", 4), ("understood", 1)}
    with grounded_by(by_aspif(gringo)):
        theirs = atoms_of(text)
    for predicate in predicates:
        assert atoms_of(text)(*predicate) == theirs(*predicate) != []


def test_clingo_in_this_process_grounds_unless_another_is_set() -> None:
    with grounded_by(lambda _program, _most: by_clingo.ground("b.", 1)):
        assert ground("a.").atoms("b", 0)
    assert ground("a.").atoms("a", 0)


WITHOUT_CLINGO = """
import json, subprocess, sys
sys.modules["clingo"] = None  # so that importing it fails
from sheriff_kb.gallery import entry
from sheriff_kb.report.rulings import rulings_as_json
from sheriff_kb.rulings import rulings
from sheriff_kb.solving import grounded_by
from sheriff_kb.solving.by_aspif import by_aspif

def gringo(text):
    command = [sys.executable, "-m", "clingo", "--mode=gringo", "--warn=none", "-"]
    return subprocess.run(command, input=text, capture_output=True, check=True, encoding="utf-8").stdout

with grounded_by(by_aspif(gringo)):
    print(json.dumps(rulings_as_json(rulings(entry(sys.argv[1]).position))))
"""


def test_rulings_need_no_clingo_in_their_process() -> None:
    name = "examples/graveyard_six_around"
    done = subprocess.run([sys.executable, "-c", WITHOUT_CLINGO, name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(rulings_as_json(rulings(entry(name).position))))


@pytest.mark.cases(quick=3, full=40)
@pytest.mark.parametrize("found", list(entries()), ids=lambda found: found.name)
def test_rulings_and_reasons_are_the_same_from_the_text_of_a_ground_program(found: Entry) -> None:
    def told() -> tuple[object, list[object]]:
        explainer = Explainer(found.position)
        reasons = [as_json(explainer.explain(ruling), wording()) for ruling in explainer.rulings]
        return rulings_as_json(rulings(found.position)), reasons

    with grounded_by(by_aspif(gringo)):
        theirs = told()
    assert told() == theirs
