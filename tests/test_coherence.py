"""Conflicts and repairs of clauses: the expected ones, all of them, smallest first, and they follow the law."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from sheriff_dev import claims
from sheriff_kb import gallery
from sheriff_kb.evidence import Coherence, Unit, Unknown, all_units, passages, stated_by, units_of
from sheriff_kb.evidence.smallest import smallest_of_all, smallest_sums
from sheriff_kb.law import encoding, held_answers, questions
from sheriff_kb.rulings import judge as rulings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SIX, SEVEN = "examples/graveyard_six_around", "examples/graveyard_seven_around"


def program(*sources: str, suggestions: bool = False, **options: object) -> Coherence:
    return Coherence(
        units_of(sources, suggestions=suggestions),
        **{"held": held_answers(), **options},  # type: ignore[arg-type]
    )


def names(units: Iterable[Unit]) -> frozenset[str]:
    return frozenset(f"{unit.passage} {unit.point}" + ("" if unit.strength == "stated" else "~") for unit in units)


def conflicts(found: Coherence) -> set[frozenset[str]]:
    return set(map(names, found.conflicts()))


class TestExpectedConflicts:
    """Derived from the two texts: what their sentences say on one point each, and what of it cannot all be true."""

    def test_neither_text_contradicts_itself(self) -> None:
        assert conflicts(program("sheet")) == set()
        assert conflicts(program("wiki")) == set()

    def test_the_two_texts_conflict_on_how_many_tokens_go_and_on_whom_the_movers_tent_exempts(self) -> None:
        assert conflicts(program("wiki", "sheet")) == {
            frozenset({"wiki.tax.1 tax_unit", "sheet.tax.1 tax_unit"}),
            frozenset({"wiki.tax.1 tax_exemption", "sheet.tax.3 tax_exemption"}),
        }

    def test_a_sentence_can_be_given_up_in_one_point_and_kept_in_another(self) -> None:
        repairs = set(map(names, program("wiki", "sheet").repairs()))
        assert frozenset({"wiki.tax.1 tax_unit", "sheet.tax.3 tax_exemption"}) in repairs
        assert frozenset({"wiki.tax.1 tax_unit", "wiki.tax.1 tax_exemption"}) in repairs
        assert len(repairs) == 4

    def test_who_draws_and_an_even_split_are_suggested_only(self) -> None:
        found = conflicts(program("wiki", "sheet", suggestions=True))
        assert frozenset({"wiki.end.2 end_split~", "sheet.end.2 end_split"}) in found
        assert frozenset({"sheet.tax.1 tax_drawer~", "sheet.tax.example.2 each_draws"}) in found

    def test_an_exemption_that_is_suggested_conflicts_with_one_that_is_stated(self) -> None:
        found = conflicts(program("wiki", "sheet", suggestions=True))
        assert frozenset({"wiki.tax.4 tax_exemption~", "sheet.tax.3 tax_exemption"}) in found
        assert frozenset({"sheet.tax.example.3 tax_exemption~", "sheet.tax.3 tax_exemption"}) in found

    def test_the_note_against_the_sheet(self) -> None:
        seven = ("note.3 left_out", "note.5 graveyard_example")
        assert conflicts(program("sheet", "note")) == {
            frozenset({"sheet.final.1 self_tile", "note.1a disagree"}),
            frozenset({"note.2 self_tile", "note.1a disagree"}),
            frozenset({"sheet.final.example nine", "note.1b not_nine"}),
            *(
                frozenset({counted, "sheet.final.example nine", said})
                for counted in ("sheet.final.1 self_tile", "note.2 self_tile")
                for said in seven
            ),
            *(frozenset({"note.1a disagree", "note.1b not_nine", said}) for said in seven),
        }

    def test_completion_and_end_do_not_conflict_by_themselves(self) -> None:
        rules = ("sheet.complete.1", "sheet.complete.2", "sheet.final.1", "sheet.final.example")
        units = [unit for passage in rules for unit in stated_by(passage)]
        assert len(units) > len(rules)
        assert list(Coherence(units, held=held_answers()).conflicts()) == []

    def test_with_the_tile_counted_and_six_around_there_is_no_conflict(self) -> None:
        held = {**held_answers(), "self_tile": "counted"}
        units = units_of(["sheet"])
        assert list(Coherence(units, held=held, tables={"graveyard_example": SIX}).conflicts()) == []
        seven = Coherence(units, held=held, tables={"graveyard_example": SEVEN})
        assert conflicts(seven) == {frozenset({"sheet.final.example nine"})}

    def test_a_reading_that_agrees_breaks_nothing(self) -> None:
        found = program("sheet", "note", keep=[])
        units = [unit for unit in found.units if unit.passage not in ("note.1a", "note.1b", "note.3", "note.5")]
        agreement = found.agreement(units)
        assert agreement is not None
        assert {"note.1a disagree", "note.1b not_nine"} <= names(agreement.broken)
        assert (agreement.reading["self_tile"], agreement.tables["graveyard_example"]) == ("counted", SIX)
        assert (agreement.reading["tax_unit"], agreement.reading["end_split"]) == ("per_tile", "round_robin")


def test_what_a_conflict_is_over() -> None:
    found = program("wiki", "sheet", "note")
    over = {names(conflict): set(found.disputed(conflict)) for conflict in found.conflicts()}
    table = {"self_tile", "graveyard_example"}
    assert over[frozenset({"wiki.tax.1 tax_unit", "sheet.tax.1 tax_unit"})] == {"tax_unit"}
    assert over[frozenset({"wiki.tax.1 tax_exemption", "sheet.tax.3 tax_exemption"})] == {"tax_exemption"}
    assert over[frozenset({"sheet.final.1 self_tile", "note.1a disagree"})] == {"self_tile"}
    assert over[frozenset({"sheet.final.1 self_tile", "sheet.final.example nine", "note.5 graveyard_example"})] == table
    assert over[frozenset({"sheet.final.example nine", "note.1b not_nine"})] == table


def test_what_all_readings_need_that_keep_some_clauses() -> None:
    found = program("sheet")
    end, example = stated_by("sheet.final.1"), stated_by("sheet.final.example")
    assert found.needed([*end, *example], {"graveyard_example": SIX}) == {"self_tile": "counted"}
    assert found.needed([*end, *example], {"graveyard_example": SEVEN}) is None
    assert found.needed(example, {}) == {}, "either answer will do, with its own table"
    with pytest.raises(Unknown):
        found.needed(end, {"graveyard_example": "graveyard/nine_points"})


class TestFixedThings:
    def test_if_the_fixed_rules_alone_conflict_the_one_conflict_is_empty(self) -> None:
        keep = [*stated_by("sheet.final.1"), *stated_by("sheet.final.example")]
        found = program("note", keep=keep, tables={"graveyard_example": SEVEN})
        assert list(found.conflicts()) == [()]
        assert list(found.repairs()) == []
        assert found.agreement() is None

    def test_what_is_kept_is_in_no_conflict(self) -> None:
        found = program("wiki", "sheet", keep=[Unit("wiki.tax.1", "tax_unit")])
        assert conflicts(found) == {
            frozenset({"sheet.tax.1 tax_unit"}),
            frozenset({"wiki.tax.1 tax_exemption", "sheet.tax.3 tax_exemption"}),
        }

    def test_a_settled_rule_that_is_set_otherwise_conflicts_with_the_sentences(self) -> None:
        found = program("sheet", held={**held_answers(), "surround": "four"})
        assert frozenset({"sheet.complete.1 surround"}) in conflicts(found)

    def test_unknown_tables_are_refused(self) -> None:
        with pytest.raises(Unknown):
            program("sheet", tables={"graveyard_example": "graveyard/nine_points"})


class TestThatTheLawDecides:
    """The examples are evidence for what the law makes of them; a change of the law changes the conflicts."""

    @pytest.fixture
    def mutated(self, monkeypatch: pytest.MonkeyPatch) -> str:
        """The coherence program if a law in which the graveyard never counts itself made the claims."""
        law = encoding.program("parts")
        rule = re.compile(
            r"^part\(points\(\w+,P,graveyard,G\),tile\(C\),1\) :- [^\n]*reading\(self_tile,counted\)\.$", re.MULTILINE
        )
        without, count = rule.subn("", law)
        assert count == 2  # at the end, and on completion as at the end
        monkeypatch.setattr(rulings, "program", lambda task: without if task == "parts" else encoding.program(task))
        made = claims.program(claims.cases())
        whole = encoding.program("coherence")
        assert encoding.text("claims.lp") in whole and made != encoding.text("claims.lp")
        return whole.replace(encoding.text("claims.lp"), made)

    def test_without_the_self_tile_rule_the_conflicts_are_others(self, mutated: str) -> None:
        found = conflicts(program("sheet", "note", program=mutated))
        seven = frozenset({"sheet.final.1 self_tile", "sheet.final.example nine", "note.5 graveyard_example"})
        assert seven not in found
        assert frozenset({"sheet.final.1 self_tile", "note.1a disagree"}) not in found
        assert found != conflicts(program("sheet", "note"))


def brute_force(found: Coherence) -> tuple[set[frozenset[Unit]], set[frozenset[Unit]]]:
    """The minimal conflicts and repairs by asking for every subset."""
    units = found.units
    subsets = [frozenset(some) for size in range(len(units) + 1) for some in combinations(units, size)]
    holds = {some: found.agreement(some) is not None for some in subsets}
    bad = [some for some in subsets if not holds[some]]
    mended = [some for some in subsets if holds[frozenset(units) - some]]
    return (
        {some for some in bad if not any(other < some for other in bad)},
        {some for some in mended if not any(other < some for other in mended)},
    )


@pytest.mark.cases(quick=3, full=30)
@pytest.mark.parametrize("seed", range(48))
def test_conflicts_and_repairs_are_those_of_brute_force_smallest_first(seed: int) -> None:
    chance = random.Random(seed)
    # Half of the time among the units on few questions, so that there are conflicts; sometimes with settled ones open.
    pool = [u for u in all_units() if seed % 2 or re.search(r"self|nine|disagree|left_out|tax_|graveyard_ex", u.point)]
    units = chance.sample(pool, chance.randint(3, 9 if seed % 4 else 12))
    free = ["settled"] if seed % 3 == 0 else []
    fixed = {} if seed % 5 else {"self_tile": "not_counted"}
    found = Coherence(units, held=held_answers(free, fixed))
    expected_conflicts, expected_repairs = brute_force(found)
    got_conflicts, got_repairs = list(found.conflicts()), list(found.repairs())
    assert set(map(frozenset, got_conflicts)) == expected_conflicts
    assert set(map(frozenset, got_repairs)) == expected_repairs
    for got in (got_conflicts, got_repairs):
        assert len(set(got)) == len(got)
        assert list(map(len, got)) == sorted(map(len, got))


@pytest.mark.cases(quick=0)
def test_of_the_two_texts_no_conflict_of_up_to_three_clauses_is_missed() -> None:
    found = program("wiki", "sheet", "note")
    bad = set[frozenset[Unit]]()
    for size in (1, 2, 3):
        for some in map(frozenset, combinations(found.units, size)):
            if not any(other <= some for other in bad) and found.agreement(some) is None:
                bad.add(some)
    assert {frozenset(conflict) for conflict in found.conflicts()} == bad


@cache
def everything() -> Coherence:
    return Coherence(all_units())


@pytest.mark.cases(quick=4, full=20)
@pytest.mark.parametrize("question", questions())
def test_what_speaks_to_one_question_conflicts_as_brute_force_has_it(question: str) -> None:
    units = [unit for unit in all_units() if question in everything().touched([unit])][:12]
    found = Coherence(units)
    expected_conflicts, expected_repairs = brute_force(found)
    assert set(map(frozenset, found.conflicts())) == expected_conflicts
    assert set(map(frozenset, found.repairs())) == expected_repairs


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("rank", ["rules", "examples"])
@pytest.mark.parametrize("seed", range(4))
def test_preferred_repairs_keep_as_much_as_can_be_of_each_rank_from_the_top(seed: int, rank: str) -> None:
    chance = random.Random(seed)
    units = chance.sample([u for u in all_units() if re.search(r"tax_unit|tax_ex|nine|self|disagree", u.point)], 9)
    found = Coherence(units, held=held_answers())

    def height(unit: Unit) -> int:
        return int((passages()[unit.passage].kind == "example") == (rank == "examples"))

    _, repairs = brute_force(found)
    kept = {
        repair: [sum(1 for unit in units if height(unit) == h and unit not in repair) for h in (1, 0)]
        for repair in repairs
    }
    for repair in repairs:
        # No other repair keeps strictly more, as a set, of the top.
        top = {unit for unit in units if height(unit) == 1} - repair
        better = any(top < {unit for unit in units if height(unit) == 1} - other for other in kept)
        assert found.preferred(sorted(repair), height) == (not better)


def test_streams_begin_before_everything_is_found() -> None:
    found = program("wiki", "sheet", "note", "base", "analogy", suggestions=True, held={})
    first = next(found.conflicts())
    assert len(first) == 2
    assert len(next(found.repairs())) > 0


def test_parts_are_begun_only_when_they_could_come_next() -> None:
    def part(name: str, *sizes: int) -> Iterator[tuple[str, ...]]:
        begun.append(name)
        for size in sizes:
            yield (name,) * size

    begun: list[str] = []
    found = smallest_of_all((part(*one) for one in (("a", 2, 2, 4), ("b",), ("c", 3, 3), ("d", 2))), 2)
    assert [next(found), next(found)] == [("a", "a"), ("a", "a")]
    assert begun == ["a"]
    assert [(one[0], len(one)) for one in found] == [("d", 2), ("c", 3), ("c", 3), ("a", 4)]
    assert list(smallest_of_all([], 1)) == []


def test_sums_take_no_more_than_they_need() -> None:
    def part(*items: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        for item in items:
            taken.append(item)
            yield item

    taken: list[tuple[int, ...]] = []
    ways = smallest_sums([iter(part((1,), (1, 2, 3))), iter(part((4,), (4, 5)))])
    assert next(ways) == [(1,), (4,)]
    assert len(taken) == 2
    assert [sum(map(len, way)) for way in ways] == [3, 4, 5]
    assert list(smallest_sums([])) == [[]]
    assert list(smallest_sums([iter([(1,)]), iter(())])) == []


def test_every_unit_is_of_a_passage_and_held_questions_are_no_links() -> None:
    assert {unit.passage for unit in all_units()} <= set(passages())
    held = {question.id: question.default for question in questions().values()}
    found = Coherence(all_units(), held=held, tables={"graveyard_example": SIX})
    assert all(len(conflict) == 1 for conflict in found.conflicts())


def test_the_positions_of_tables_are_in_the_gallery() -> None:
    assert {SIX, SEVEN} <= {entry.name for entry in gallery.entries()}
