"""Witnesses: positions of the solver are positions of ours, they part as it says, and none is smaller."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import clingo
import pytest

from sheriff_kb.gallery import entries, entry
from sheriff_kb.law import program, questions, text
from sheriff_kb.position import Mountain, Place, Position, Tile, Turn, parse, to_yaml
from sheriff_kb.rulings import facts, rulings
from sheriff_kb.solving import Term, by_clingo, nodes
from sheriff_kb.witness import Bounds, Contrast, Size, Witness, find, partings, posed
from sheriff_kb.witness.built import built
from sheriff_kb.witness.shapes import Shape, shapes
from sheriff_kb.witness.sought import size_of

if TYPE_CHECKING:
    from collections.abc import Iterator

QUICK = [
    *("star_trigger", "graveyard_trigger", "no_target", "return_then_replace", "reentry", "sheriff_blocks_spot"),
    *("tax_source", "tax_drawer", "tax_return", "freeze_tents", "self_tile", "own_city", "city_unit", "city_state"),
]
"""Questions whose witnesses have one tile: they are found within a second or two each."""


def contrast(question: str, one: int = 0, other: int = 1) -> Contrast:
    answers = questions()[question].answers
    return Contrast((({question: answers[one]}, {question: answers[other]}),))


@cache
def smallest(question: str) -> Witness | None:
    """The witness of one tile for the first two answers, sought once."""
    return find(contrast(question), Bounds(tiles=1))


# --- what is found ---------------------------------------------------------------------------------------------------


@pytest.mark.cases(quick=3)
@pytest.mark.parametrize("question", QUICK)
def test_a_witness_parts_by_the_ordinary_way_and_has_the_size_that_is_told(question: str) -> None:
    pair = contrast(question)
    found = smallest(question)
    assert found is not None
    assert partings(found.position, pair.pairs, pair.held)
    assert size_of(found.position) == found.size
    assert parse(to_yaml(found.position)) == found.position


@pytest.mark.cases(quick=3)
@pytest.mark.parametrize("question", QUICK)
def test_the_witness_of_the_gallery_is_of_the_size_that_the_solver_finds(question: str) -> None:
    found = smallest(question)
    assert found is not None
    assert size_of(entry(f"witnesses/{question}").position) == found.size


WITNESSES = [found for found in entries() if found.name.startswith("witnesses/")]


@pytest.mark.cases(quick=10)
@pytest.mark.parametrize("found", WITNESSES, ids=lambda found: found.name)
def test_every_witness_of_the_gallery_parts_two_answers_to_its_question(found: Any) -> None:
    name = found.name.partition("/")[2]
    question = max((q for q in questions() if f"{name}_".startswith(f"{q}_")), key=len)
    answers = questions()[question].answers
    assert any(
        partings(found.position, (({question: one}, {question: other}),), {})
        for number, one in enumerate(answers)
        for other in answers[:number]
    )


@pytest.mark.cases(quick=0)
def test_the_witness_of_a_completed_graveyard_is_found_within_narrow_bounds() -> None:
    found = find(contrast("graveyard_cowboy"), Bounds(tiles=5, turns=1, players=1, figures=1, tokens=0))
    assert found is not None
    assert size_of(entry("witnesses/graveyard_cowboy").position) == found.size


def test_only_information_is_told_as_such() -> None:
    (drawer, source) = (smallest(question) for question in ("tax_drawer", "tax_source"))
    assert drawer is not None and drawer.sees
    assert source is not None and not source.sees


def test_an_answer_that_is_held_is_held_in_the_witness() -> None:
    answers = {"reentry": "any_open"}, {"reentry": "not_previous"}
    held = Contrast((answers,), {"return_then_replace": "stays_beside"})
    found = find(held, Bounds(tiles=1))
    assert found is not None
    assert found.size == Size(tiles=1, figures=1, turns=2, tokens=0, off=0)
    assert partings(found.position, held.pairs, held.held)


def test_two_answers_whose_effect_depends_on_a_third() -> None:
    """Whether he may go back at once is asked only where he may be placed again at once, or in a later turn."""
    one, two = {"reentry": "any_open"}, {"reentry": "not_previous"}
    other = "return_then_replace"
    worlds = tuple((one | {other: answer}, two | {other: answer}) for answer in questions()[other].answers)
    pair = Contrast(worlds)
    found = find(pair, Bounds(tiles=1, turns=1))
    assert found is not None
    assert found.size == Size(tiles=1, figures=1, turns=1, tokens=0, off=0)
    assert partings(found.position, pair.pairs, pair.held)


def test_tiles_with_one_mountain_never_have_two_tents() -> None:
    """So neither counting by tiles nor the exemption by tiles can matter on them."""
    for question in ("tax_unit", "tax_exemption"):
        assert find(contrast(question), Bounds(tiles=2, turns=1, mountains=1)) is None


# --- minimality, against every small position ------------------------------------------------------------------------


def small_positions() -> Iterator[Position]:
    """Every position of one tile with at most one figure, one turn and one token, up to what is listed here.

    Up to rotation, and up to the names of the players, a mountain has one edge, and there is at most one; cities and
    a railroad are beside a graveyard, and only if there is no turn. Two players. The game ends: what happened
    before is ruled on all the same.
    """
    for turns in (0, 1):
        for tile in small_tiles(cities=not turns):
            places = [Place("t", "mountain", index) for index in range(len(tile.mountains))]
            figures = len(tile.cowboys) + sum(mountain.tent is not None for mountain in tile.mountains)
            for sheriff in (None, *(places if not figures else ())):
                for played in small_turns(places, "ab" if figures else "a") if turns else [()]:
                    position = Position(("a", "b"), (tile,), turns=played, end=True, sheriff=sheriff)
                    if size_of(position).figures <= 1:
                        yield position


def small_tiles(*, cities: bool) -> Iterator[Tile]:
    for mountain, graveyard in product((False, True), repeat=2):
        edges = "MPP" if mountain else "PPP"
        spots = [Place("t", "mountain", 0)] * mountain + [Place("t", "graveyard")] * graveyard
        for tent, tokens in product((None, "a"), (0, 1)) if mountain else [(None, 0)]:
            mountains = (Mountain("n", 1, tokens, tent),) if mountain else ()
            for spot in (None, *(spots if tent is None else [])):
                cowboys = (("a", spot),) if spot else ()
                for named in [(), ("x",), ("x", "y")] if cities and graveyard else [()]:
                    for rails in [(), ("w",)] if named else [()]:
                        shown = edges + ("R" if rails else "P")
                        yield Tile("t", (1, 1), shown, mountains, rails, named, graveyard, graveyard, cowboys)


def small_turns(places: list[Place], players: str) -> Iterator[tuple[Turn, ...]]:
    acts = [(None, None), *((act, place) for act in ("tent", "mine") for place in places)]
    for player, discard, named in product(players, (None, "star", "graveyard"), (None, "beside", *places)):
        for act, at in acts:
            yield (Turn(player, None, discard, named, act, at),)  # type: ignore[arg-type]


def parted(position: Position) -> set[str]:
    """The questions whose answers make a difference there, whatever the other answers are."""
    ruled = rulings(position, free=["all"])
    return {
        ruled.free[node.variable].id for ruling in ruled for node in nodes(ruling.diagram) if node.variable is not None
    }


def says_where_to(position: Position) -> bool:
    """Whether the sheriff's destination is given wherever some reading has one: the search leaves nothing open."""
    found = rulings(position, free=["all"])
    return not any(
        ruling.matter.kind == "may" and ruling.matter.turn in found.untold and ruling.matter.place != "beside"
        for ruling in found
    )


@pytest.mark.cases(quick=0, full=0)
def test_the_least_that_the_solver_finds_is_the_least_of_all_small_positions() -> None:
    """Every one of them is ruled on by the engine, under all readings; and if none parts, the solver finds none."""
    least: dict[str, tuple[int, int, int]] = {}
    for position in filter(says_where_to, small_positions()):
        size = size_of(position)
        sized = (size.figures, size.turns, size.tokens)
        for question in parted(position):
            least[question] = min(least.get(question, sized), sized)
    bounds = Bounds(tiles=1, turns=1, players=2, figures=1, mountains=1, tokens=1)
    for question in (*least, "sheriff_blocks_spot", "tax_source", "freeze_tents"):
        pairs = combinations(range(len(questions()[question].answers)), 2)
        sizes = [found.size for pair in pairs if (found := find(contrast(question, *pair), bounds))]
        told = min(((size.figures, size.turns, size.tokens) for size in sizes), default=None)
        assert told == least.get(question), question
    assert len(least) > 10


PAIRS = [("another_mountain", 0, 1), ("end_first", 0, 1), ("end_first", 1, 2)]
"""Pairs of answers for which a witness needs two tiles; for who begins it matters who starts and who moves last."""
TWO_TILES = Bounds(tiles=2, turns=1, figures=2, tokens=1)


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_what_the_search_leaves_out_as_spare_makes_none_smaller(
    monkeypatch: pytest.MonkeyPatch, pair: tuple[str, int, int]
) -> None:
    found = find(contrast(*pair), TWO_TILES)
    monkeypatch.setattr(posed, "text", lambda name: "" if name == "tasks/spare.lp" else text(name))
    monkeypatch.setattr(posed, "posed", posed.posed.__wrapped__)
    among_all = find(contrast(*pair), TWO_TILES)
    assert found is not None and among_all is not None
    assert found.size == among_all.size


# --- positions that the solver makes up ------------------------------------------------------------------------------


def made_up(shape: Shape, turns: int, seed: int, count: int) -> Iterator[list[Term]]:
    """Random positions that the search may choose, each under a random reading, with what the law finds there."""
    control = clingo.Control(["--warn=none", "--rand-freq=1", f"--seed={seed}", "--sign-def=rnd", f"--models={count}"])
    told = [f"cell({number},{x},{y})." for number, (x, y) in enumerate(shape, 1)]
    told += [f"turn({turn})." for turn in range(1, turns + 1)] + ["player(1..3). allotted(sights,1)."]
    told += [
        "allotted((mountains;cities;nuggets;tokens;collected;supply),1). allotted(cowboys,4). allotted(figures,6)."
    ]
    control.add("base", [], program("board") + "".join(told))
    control.ground([("base", [])])
    found: list[list[Term]] = []
    control.solve(on_model=lambda model: found.append([*map(by_clingo.term, model.symbols(atoms=True))]))
    yield from found


@pytest.mark.cases(quick=2)
@pytest.mark.parametrize("seed", range(6))
def test_what_the_search_chooses_is_accepted_and_found_the_same_by_the_ordinary_way(seed: int) -> None:
    """The reader refuses none of its positions, and the rulings on each are what the law finds on the chosen board."""
    source = random.Random(seed)
    shape = source.choice(shapes(source.randint(1, 2)))
    for atoms in made_up(shape, source.randint(0, 2), seed, 3):
        position = built(shape, atoms)
        assert parse(to_yaml(position)) == position
        reading = {str(a.arguments[0]): str(a.arguments[1]) for a in atoms if a.signature == ("reading", 2)}
        ours = {str(ruling.matter.as_json()): ruling.under for ruling in rulings(position, fixed=reading)}
        theirs = findings(position, shape, atoms)
        for matter, value in theirs.items():
            if matter in ours:
                assert set(ours[matter].values()) == {value}, (matter, to_yaml(position))
        assert {m for m, under in ours.items() if set(under.values()) != {"none"}} <= set(theirs) | scores(ours)


def scores(ours: dict[str, Any]) -> set[str]:
    return {matter for matter in ours if "'score'" in matter}


def findings(position: Position, shape: Shape, atoms: list[Term]) -> dict[str, int | str]:
    """What the law finds on the chosen board, with matters as rulings give them."""
    told = facts(position)
    numbers: dict[int, int] = {}
    for number, tile in enumerate(position.tiles, 1):
        for index in range(len(tile.mountains)):
            numbers[10 * number + 1 + index] = told.numbering.segment(Place(tile.name, "mountain", index))
        if tile.graveyard:
            numbers[10 * number + 9] = told.numbering.segment(Place(tile.name, "graveyard"))
    edges = [atom.arguments for atom in atoms if atom.signature == ("edge", 3)]
    slots = {
        cell: sorted({str(slot) for place, _, slot in edges if place.number == cell})
        for cell in range(1, len(shape) + 1)
    }
    assert all(found in ([], ["1"], ["1", "2"]) for found in slots.values())

    def label(term: Term) -> str:
        if not term.is_number:
            return term.name
        return position.label(told.numbering.place(numbers[term.number]))

    ((start,),) = [atom.arguments for atom in atoms if atom.signature == ("start", 1)]

    def player(term: Term) -> str:
        return position.players[(term.number - start.number) % len(position.players)]

    def matter(symbol: Term) -> str:
        keys = [*symbol.arguments]
        turn = keys[0].number if keys[0].is_number else str(keys[0])
        found: dict[str, Any] = {"kind": symbol.name, "turn": turn}
        if symbol.name == "score":
            return str({"kind": "score", "player": player(keys[0])})
        if symbol.name in ("may", "pays", "collected", "received", "points", "sees"):
            found["player"] = player(keys[1])
        if symbol.name == "may":
            found |= {"act": keys[2].name, "place": label(keys[3])}
        elif symbol.name in ("tax", "stack", "received"):
            found["mountain"] = label(keys[-1])
        elif symbol.name == "points":
            place = label(keys[3])
            found |= {"for": keys[2].name, "at": place.removesuffix(" graveyard")}
        elif symbol.name == "sees":
            found["what"] = keys[2].name
        return str(found)

    raised = {a.arguments[0] for a in atoms if a.signature == ("raised", 1)}
    values: dict[str, int | str] = {}
    for atom in atoms:
        if atom.signature == ("finding", 2) and atom.arguments[0] in raised:
            asked, value = atom.arguments
            number = value.is_number
            values[matter(asked)] = label(value) if asked.name == "sheriff" and number else str(value)
    occurs = {a.arguments[0] for a in atoms if a.signature == ("occurs", 1)}
    for amount in raised & {a.arguments[0] for a in atoms if a.signature == ("amount", 1)}:
        parts = (a.arguments[2].number for a in atoms if a.signature == ("part", 3) and a.arguments[0] == amount)
        values[matter(amount)] = sum(parts) if amount in occurs else "none"
    return values
