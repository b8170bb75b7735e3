"""Mutants of the law: all kinds are made, faults are found, and the list of those that are none is kept in order."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner

from sheriff_dev.cli import dev
from sheriff_dev.mutants import making
from sheriff_dev.mutants.instances import Instances
from sheriff_dev.mutants.judging import Bench, Verdict, gallery_trial
from sheriff_dev.mutants.listed import arguments, listed
from sheriff_dev.mutants.making import OPERATORS, Mutant, Rule, mutants
from sheriff_dev.mutants.oracle import oracle_trials
from sheriff_dev.mutants.results import Kept, results
from sheriff_dev.mutants.workers import judged
from sheriff_kb.gallery import entry
from sheriff_kb.solving.syntax import statements

SMALL = """\
low(S,N) :- tokens(S,N); not high(S); N < 2.
kept(S) :- reading(owner,majority); 1 <= #sum { 1,K: gone(S,K); 1,S': near(S,S'), side(S',west) }.
side(S,east) :- low(S,_)."""


def made(program: str = SMALL) -> dict[str, tuple[str, str]]:
    rules = [Rule(f"small/{number}", "small.lp", one) for number, one in enumerate(statements(program), 1)]
    return {one.id: (one.was, one.after) for one in mutants(rules)}


@cache
def every() -> tuple[Mutant, ...]:
    return tuple(mutants())


def mutant(id_: str) -> Mutant:
    return next(one for one in every() if one.id == id_)


@cache
def bench() -> Bench:
    names = ("graveyard/nine_points", "examples/star_tile_with_two_tents", "graveyard/corners_at_the_end")
    return Bench([gallery_trial(name, entry(name).position) for name in names], oracle_trials(3), 10)


def verdict(id_: str) -> Verdict:
    *_, last = bench().judge(mutant(id_))
    return last


class TestMaking:
    def test_a_rule_is_left_out(self) -> None:
        assert made()["small/1 drop"] == ("low(S,N) :- tokens(S,N); not high(S); N < 2.", "")

    def test_a_literal_is_left_out(self) -> None:
        assert made()["small/1 drop 2"] == ("not high(S)", "low(S,N) :- tokens(S,N); N < 2.")

    def test_elements_of_aggregates_and_their_conditions_are_left_out(self) -> None:
        body = "kept(S) :- reading(owner,majority); "
        assert made()["small/2 drop 3"] == ("1,K: gone(S,K)", f"{body}1 <= #sum {{ 1,S': near(S,S'), side(S',west) }}.")
        assert made()["small/2 drop 6"] == (
            "side(S',west)",
            f"{body}1 <= #sum {{ 1,K: gone(S,K); 1,S': near(S,S') }}.",
        )

    def test_a_literal_is_negated_and_a_negation_taken_away(self) -> None:
        assert made()["small/1 negate 1"][1] == "low(S,N) :- not tokens(S,N); not high(S); N < 2."
        assert made()["small/1 negate 2"][1] == "low(S,N) :- tokens(S,N); high(S); N < 2."

    def test_comparisons_are_made_by_each_other_operator(self) -> None:
        flipped = [after.rpartition("N ")[2] for id_, (_, after) in made().items() if id_.startswith("small/1 flip 1")]
        assert sorted(flipped) == ["!= 2.", "<= 2.", "= 2.", "> 2.", ">= 2."]

    def test_bounds_of_aggregates_are_comparisons(self) -> None:
        assert "1 < #sum" in made()["small/2 flip 1 <"][1]

    def test_numbers_are_one_less_or_one_more(self) -> None:
        assert made()["small/1 count 1 1"][1].endswith("N < 1.")
        assert made()["small/1 count 1 3"][1].endswith("N < 3.")

    def test_another_answer_to_the_same_question_is_asked_for(self) -> None:
        answers = {id_.split()[-1] for id_ in made() if id_.startswith("small/2 answer")}
        assert answers == {"any_cowboy", "tents_too"}

    def test_another_word_comes_that_stands_in_that_place_elsewhere(self) -> None:
        words = {id_: after for id_, (_, after) in made().items() if " word " in id_}
        assert list(words) == ["small/2 word 1 east"]
        assert "side(S',east)" in words["small/2 word 1 east"]

    def test_another_variable_of_the_same_role_comes(self) -> None:
        variants = [after for id_, (_, after) in made().items() if " variable " in id_]
        assert any("near(S',S')" in after for after in variants)
        assert not any("near(K,S')" in after for after in variants)

    def test_there_is_every_kind_of_mutant_and_nothing_is_made_twice(self) -> None:
        assert {id_.split()[1] for id_ in made()} == set(OPERATORS)
        assert len({after for _, after in made().values()}) == len(made()) - 2  # three rules are left out

    @pytest.mark.cases(quick=0)
    def test_all_rules_of_the_law_are_mutated(self) -> None:
        assert {one.operator for one in every()} == set(OPERATORS)
        assert len({one.id for one in every()}) == len(every())
        rules = {rule.id for file in making.files() for rule in making.rules(file)}
        assert {one.rule for one in every()} == rules
        assert {"law/turn.lp", "law/sheriff.lp", "tasks/rulings.lp", "tasks/totals.lp"} <= set(making.files())

    @pytest.mark.cases(quick=0)
    def test_the_law_without_a_mutant_is_the_law(self) -> None:
        program = making.program("parts")
        assert program.count("\n") == len(statements(program))
        dropped = mutant("graveyard.nine/1 drop")
        assert "completion_points(9)." in program
        assert "completion_points(9)." not in making.program("parts", dropped)


class TestInstances:
    """Where a change of a rule shows in the ground program."""

    LAW = "b(X) :- a(X). c(X) :- b(X), not d(X). d(X) :- c(X-1), a(X)."

    @pytest.mark.parametrize(
        ("after", "differ"),
        [
            ("b(X) :- a(X).", False),
            ("b(X) :- a(X); X > 0.", False),
            ("b(X) :- a(X); X > 1.", True),
            ("b(X) :- a(X); X != 7.", False),
            ("", True),
            # It would be its own reason.
            ("b(X) :- a(X); b(X).", True),
        ],
    )
    def test_instances_differ_or_do_not(self, after: str, differ: bool) -> None:
        instances = Instances(self.LAW, "a(1). a(2).")
        assert instances.differ("b(X) :- a(X).", after) is differ

    def test_what_does_not_ground_differs(self) -> None:
        assert Instances(self.LAW, "a(1).").differ("b(X) :- a(X).", "b(X) :- not a(X).")


class TestJudging:
    def test_a_mutant_that_does_not_ground_is_killed_by_that(self) -> None:
        assert verdict("graveyard.nine/2 negate 1").killed == "grounding"

    def test_a_sure_fault_is_killed_by_the_gallery(self) -> None:
        found = verdict("graveyard.nine/1 count 1 8")
        assert found.killed == "gallery"
        assert found.where.startswith("graveyard/nine_points")

    @pytest.mark.cases(quick=0)
    def test_what_the_positions_do_not_show_is_killed_by_the_oracle(self) -> None:
        alone = Bench([], oracle_trials(20), 20)
        *_, found = alone.judge(mutant("mining.tent/2 drop"))
        assert found.killed == "oracle"

    @pytest.mark.cases(quick=0)
    def test_a_wrong_reason_for_a_refusal_is_killed_by_the_oracle(self) -> None:
        alone = Bench([], oracle_trials(40), 40)
        *_, found = alone.judge(mutant("tents.free_area/1 drop"))
        assert found.killed == "oracle"

    def test_totals_and_readings_are_judged_by_a_solver_alone(self) -> None:
        assert verdict("totals.sum/1 negate 2").killed == "clingo alone"
        assert verdict("questions/2 flip 2 >=").killed == "clingo alone"

    def test_what_shows_nowhere_is_alive(self) -> None:
        assert verdict("questions/2 drop 2") == Verdict("")


class Stuck(Bench):
    """Judges that never come to an end."""

    def __init__(self) -> None:
        super().__init__([], [], 0)

    def judge(self, mutant: Mutant) -> Iterator[Verdict]:
        yield Verdict("")
        time.sleep(60 if mutant.operator == "drop" else 0)
        yield Verdict("gallery", "somewhere")


class TestWorkers:
    def test_verdicts_come_from_other_processes(self) -> None:
        chosen = [mutant("graveyard.nine/1 count 1 8"), mutant("graveyard.nine/2 negate 1")]
        found = {one.id: verdict.killed for one, verdict in judged(bench(), chosen, 2)}
        assert found == {"graveyard.nine/1 count 1 8": "gallery", "graveyard.nine/2 negate 1": "grounding"}

    def test_what_takes_too_long_is_killed_and_the_next_one_judged(self) -> None:
        chosen = [mutant("graveyard.nine/1 drop"), mutant("graveyard.nine/1 count 1 8")]
        found = [verdict.killed for _, verdict in judged(Stuck(), chosen, 1, most_seconds=0.5)]
        assert found == ["limit", "gallery"]


class TestList:
    def test_every_argument_says_why_and_names_mutants_that_are_made(self) -> None:
        there = {one.id: one.was for one in every()}
        for argument in arguments():
            assert argument.why.endswith(".")
            assert argument.mutants
            for id_, was in argument.mutants.items():
                assert there.get(id_) == was, id_
        assert len(listed()) == sum(len(argument.mutants) for argument in arguments())

    def test_one_that_is_killed_or_not_made_any_more_is_stale(self, monkeypatch: pytest.MonkeyPatch) -> None:
        dead, alive, other = every()[:3]
        told = {dead.id: dead.was, alive.id: alive.was, "no.such/1 drop": "", other.id: "something else"}
        monkeypatch.setattr("sheriff_dev.mutants.results.listed", lambda: told)
        found = results([(dead, Verdict("gallery", "x")), (alive, Verdict("")), (other, Verdict(""))], 7, every())
        assert found.stale == (dead.id, "no.such/1 drop", other.id)
        assert (found.equivalent, found.alive) == ((alive.id,), (other.id,))
        assert (found.made, found.killed) == (3, {"gallery": 1})

    def test_verdicts_are_kept_for_the_law_as_it_is(self, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        file = tmp_path / "kept.jsonl"
        Kept(file).keep(every()[0], Verdict("oracle", "seed 3"))
        assert Kept(file).verdict(every()[0]) == Verdict("oracle", "seed 3")
        assert Kept(file).verdict(every()[1]) is None
        monkeypatch.setattr("sheriff_dev.mutants.results.law_digest", lambda: "another")
        assert Kept(file).verdict(every()[0]) is None


class TestCommand:
    def run(self, *arguments: str) -> Any:
        return CliRunner().invoke(dev, ["mutants", *arguments])

    @pytest.mark.cases(quick=0)
    def test_mutants_are_listed(self) -> None:
        assert "graveyard.nine/1 count 1 8: 9\n" in self.run("--list", "graveyard.nine").stdout
        assert self.run("--list", "--sample", "5").stdout.count("\n") == 5

    @pytest.mark.cases(quick=0)
    def test_one_that_is_not_there_is_misuse(self) -> None:
        assert self.run("no.such").exit_code == 2
        assert self.run("--write", "graveyard.nine").exit_code == 2

    @pytest.mark.cases(quick=0, full=0)
    def test_mutants_are_judged_and_counted(self, tmp_path: Any) -> None:
        keep = str(tmp_path / "kept.jsonl")
        first = self.run("graveyard.nine/1", "--positions", "20", "--keep", keep)
        assert first.exit_code == 0
        assert first.stdout.startswith("made        3\nkilled      3: ")
        assert first.stdout.endswith("equivalent  0\nalive       0\n")
        assert self.run("graveyard.nine/1", "--keep", keep).stdout == first.stdout
