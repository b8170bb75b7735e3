"""The lifted law: each of its worlds is the law under that world's reading, and nothing else is doubled."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import clingo
import pytest

from sheriff_kb.gallery import Entry, entries
from sheriff_kb.law import program, questions
from sheriff_kb.rulings import facts
from sheriff_kb.solving.syntax import statements
from sheriff_kb.witness.lift import dependent, lifted, shown
from sheriff_kb.witness.slices import relevant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LAW = statements(program("parts"))
TEXT = "\n".join(rule.text for rule in LAW)
ALL = frozenset(questions())
ABOVE = dependent(LAW, ALL)
LIFTED = lifted(LAW, ALL)

Atoms = set[clingo.Symbol]


def model(text: str) -> Atoms:
    """The atoms of the one answer set of a program."""
    found: list[Atoms] = []
    control = clingo.Control(["--warn=none", "0"])
    control.add("base", [], text)
    control.ground([("base", [])])
    control.solve(on_model=lambda one: found.append(set(one.symbols(atoms=True))))
    (atoms,) = found
    return atoms


def named(text: str) -> set[str]:
    """The same as text."""
    return set(map(str, model(text)))


def random_reading(source: random.Random) -> dict[str, str]:
    return {question.id: source.choice(question.answers) for question in questions().values()}


def told(worlds: Iterable[Mapping[str, str]], disputed: Iterable[str]) -> str:
    return "".join(
        f"world({number})." + "".join(f"reading({number},{q},{world[q]})." for q in disputed)
        for number, world in enumerate(worlds, 1)
    )


def in_world(atoms: Atoms, number: int, above: frozenset[tuple[str, int]]) -> Atoms:
    """The atoms of one world, as the law without worlds would have them; shared ones are left as they are."""
    found = set()
    for atom in atoms:
        name, arguments = atom.name, atom.arguments
        if (name, len(arguments) - 1) in above:
            if arguments[0].number == number:
                found.add(clingo.Function(name, arguments[1:]))
        elif (name, len(arguments)) not in above:
            found.add(atom)
    return found


OWN = {"world", "roused", "touched", "held", "reading"}


def bare(atoms: Atoms) -> Atoms:
    """The atoms without those in which the two programs differ by design."""
    return {atom for atom in atoms if atom.name not in OWN}


@pytest.mark.cases(quick=12, full=60)
@pytest.mark.parametrize("found", list(entries()), ids=lambda entry: entry.name)
def test_each_world_is_the_law_under_its_reading(found: Entry) -> None:
    source = random.Random(found.name)
    worlds = [random_reading(source), random_reading(source)]
    position = facts(found.position)
    unsaid = {thing.question.id: thing.question.answers[0] for thing in position.unsaid}
    both = model(LIFTED + position.program({**worlds[0], **unsaid}) + told(worlds, questions()))
    # The other world: in the first, what is shared would have the right answers by chance.
    alone = model(TEXT + position.program({**worlds[1], **unsaid}))
    assert bare(in_world(both, 2, ABOVE)) == bare(alone)


@pytest.mark.cases(quick=2, full=10)
@pytest.mark.parametrize("question", list(questions()))
def test_only_what_rests_on_the_disputed_answer_is_doubled(question: str) -> None:
    """A few positions for each question: the worlds differ in its answer alone."""
    above = dependent(LAW, frozenset([question]))
    text = lifted(LAW, [question])
    source = random.Random(question)
    for found in source.sample(list(entries()), 3):
        position = facts(found.position)
        reading = random_reading(source) | {thing.question.id: thing.question.default for thing in position.unsaid}
        worlds = [{question: answer} for answer in questions()[question].answers]
        both = model(text + position.program(reading) + told(worlds, [question]))
        parts = [bare(in_world(both, number, above)) for number in range(1, len(worlds) + 1)]
        for world, atoms in zip(worlds, parts, strict=True):
            assert atoms == bare(model(TEXT + position.program({**reading, **world})))
        if any(atoms != parts[0] for atoms in parts):
            assert clingo.parse_term(f"roused({question})") in both


def test_geometry_is_shared_and_the_law_is_doubled() -> None:
    assert {("finding", 2), ("part", 3), ("illegal", 5), ("tent_at", 3)} <= ABOVE
    assert ABOVE.isdisjoint({("region", 3), ("open", 2), ("act", 4), ("order", 3), ("star_turn", 1)})
    assert len(LIFTED.splitlines()) < 2 * len(LAW)


def test_what_rests_on_few_answers_is_little() -> None:
    sizes = {question: len(dependent(LAW, frozenset([question]))) for question in questions()}
    assert sizes["self_tile"] < sizes["star_trigger"] < len(ABOVE) + 1


def test_no_doubled_predicate_takes_the_name_of_another() -> None:
    from sheriff_kb.law import text

    names = {
        signature
        for name in ("sought", "board", "connect", "size", "spare", "touching", "parting")
        for rule in statements(text(f"tasks/{name}.lp"))
        for signature in (*rule.heads, *rule.below)
    } | {signature for rule in LAW for signature in (*rule.heads, *rule.below)}
    given = {("finding", 3), ("occurs", 2), ("part", 4), ("raised", 2)}
    taken = {(name, arity + 1) for name, arity in ABOVE} - given
    assert taken.isdisjoint(names)


SMALL = """
reading(Q,A) :- held(Q,A).
up(X)   :- base(X), reading(q,yes).
high(X) :- up(X), not low(X).
low(X)  :- base(X), mark(X).
many    :- 2 <= #sum { 1,X : up(X) }.
quiet   :- not many.
other(X) :- base(X), reading(r,A), fine(A).
"""


class TestSmall:
    def test_what_depends_positively_negatively_or_in_an_aggregate(self) -> None:
        above = dependent(statements(SMALL), frozenset(["q"]))
        assert above == {("up", 1), ("high", 1), ("many", 0), ("quiet", 0)}

    def test_worlds_have_their_own_answers_and_share_the_rest(self) -> None:
        text = lifted(statements(SMALL), ["q"])
        atoms = named(
            text + "base(1). base(2). mark(2). held(r,a). fine(a)."
            "world(1). world(2). reading(1,q,yes). reading(2,q,no)."
        )
        assert {"up(1,1)", "up(1,2)", "high(1,1)", "many(1)", "quiet(2)", "other(1)", "touched(q)"} <= atoms
        assert not {"high(1,2)", "up(2,1)", "many(2)", "quiet(1)"} & atoms

    def test_worlds_that_nothing_parts_are_not_touched(self) -> None:
        text = lifted(statements(SMALL), ["q"])
        atoms = named(text + "held(r,a). world(1). world(2). reading(1,q,yes). reading(2,q,no).")
        assert not {"roused(q)", "touched(q)"} & atoms

    def test_an_answer_shows_first_in_what_rests_on_that_which_only_passes_it_on(self) -> None:
        assert {atom.text for atom in shown(statements(SMALL), "q")} == {"high(X)", "many"}

    def test_worlds_are_not_touched_where_the_answer_is_only_passed_on(self) -> None:
        text = lifted(statements(SMALL), ["q"])
        atoms = named(text + "base(1). mark(1). held(r,a). world(1). world(2). reading(1,q,yes). reading(2,q,no).")
        assert {"up(1,1)", "roused(q)"} <= atoms
        assert "touched(q)" not in atoms

    def test_a_first_difference_is_made_by_a_rule_that_asks(self) -> None:
        text = lifted(statements(SMALL + "up(X) :- mark(X)."), ["q"])
        atoms = named(text + "base(1). mark(1). world(1). world(2). reading(1,q,yes). reading(2,q,no).")
        assert {"up(1,1)", "up(2,1)"} <= atoms
        assert "roused(q)" not in atoms

    def test_a_shared_predicate_is_given_with_a_world_where_it_is_read_so(self) -> None:
        text = lifted(statements(SMALL), ["q"], [("other", 1), ("up", 1)])
        atoms = named(text + "base(1). held(r,a). fine(a). world(1). world(2). reading(1,q,yes). reading(2,q,no).")
        assert {"other(1,1)", "other(2,1)"} <= atoms

    def test_relevant_is_what_a_goal_rests_on(self) -> None:
        kept = relevant(statements(SMALL), [("low", (None,))])
        assert [rule.text for rule in kept if rule.heads] == ["low(X) :- base(X); mark(X)."]

    def test_a_constraint_stays_unless_it_reads_what_can_be_dispensed_with(self) -> None:
        rules = statements("{ p(1..2) }. { q }. r :- q. :- p(1). :- r, p(2).")
        whole = [rule.text for rule in relevant(rules, [("p", (None,))])]
        assert len(whole) == len(rules)
        kept = [rule.text for rule in relevant(rules, [("p", (None,))], dispensable=frozenset({("r", 0)}))]
        assert kept == ["{ p((1..2)) }.", "#false :- p(1)."]
        needed = relevant(rules, [("p", (None,)), ("r", ())], dispensable=frozenset({("r", 0)}))
        assert len(needed) == len(rules)

    def test_relevant_follows_the_shape_of_a_term(self) -> None:
        text = "value(a(X)) :- one(X). value(b(X)) :- two(X). all(M) :- value(M). one(1). two(2)."
        kept = relevant(statements(text), [("all", (("a", (None,)),))])
        assert [rule.text for rule in kept] == ["value(a(X)) :- one(X).", "all(M) :- value(M).", "one(1)."]
