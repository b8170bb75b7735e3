"""The geometry that the solver derives on a chosen board is that which the package works out in Python."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import clingo
import pytest

from sheriff_kb.law import text
from sheriff_kb.position import EDGES, OPPOSITE, STEP, Cell, Mountain, Place, Position, Tile, Turn
from sheriff_kb.position.entries import default_railroads
from sheriff_kb.rulings import Facts, facts
from sheriff_kb.solving.syntax import statements
from sheriff_kb.witness.shapes import shapes

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARDS = 1000
BATCHES = 10


# --- random boards ---------------------------------------------------------------------------------------------------


class Board:
    """A random position of the kind that the search chooses: at most two mountains on a tile, usual railroads."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.cells = self._cells(source.randint(1, 10))
        self.letters = self._letters()
        order = self._order()
        first = source.randint(1, len(order))
        self.later = order[first:][:4]
        self.cells = sorted((*order[:first], *self.later), key=lambda cell: (cell[1], cell[0]))

    def _cells(self, number: int) -> list[Cell]:
        cells = [(0, 0)]
        while len(cells) < number:
            column, row = self.source.choice(cells)
            right, down = self.source.choice(list(STEP.values()))
            if (column + right, row + down) not in cells:
                cells.append((column + right, row + down))
        left, top = min(c for c, _ in cells), min(r for _, r in cells)
        return [(column - left + 1, row - top + 1) for column, row in cells]

    def _letters(self) -> dict[tuple[Cell, str], str]:
        letters: dict[tuple[Cell, str], str] = {}
        mood = self.source.choice(("MMMP", "MMRP", "MRP", "RRRP"))
        for cell in self.cells:
            for edge in EDGES:
                beyond = (cell[0] + STEP[edge][0], cell[1] + STEP[edge][1])
                letters[cell, edge] = letters.get((beyond, OPPOSITE[edge])) or self.source.choice(mood)
        return letters

    def _order(self) -> list[Cell]:
        """The cells in an order in which each lies beside an earlier one."""
        order = [self.source.choice(self.cells)]
        while len(order) < len(self.cells):
            beside = [
                cell
                for cell in self.cells
                if cell not in order and any((cell[0] + x, cell[1] + y) in order for x, y in STEP.values())
            ]
            order.append(self.source.choice(beside))
        return order

    def position(self) -> Position:
        source = self.source
        tiles = tuple(self._tile(cell) for cell in self.cells)
        turns: list[Turn] = []
        on_table = [tile for tile in tiles if tile.cell not in self.later]
        for cell in self.later:
            (tile,) = (tile for tile in tiles if tile.cell == cell)
            on_table.append(tile)
            places = [Place(t.name, "mountain", i) for t in on_table for i in range(len(t.mountains))]
            named = source.choice([*places, None]) if tile.star else None
            mine = source.choice([*places, None])
            turns.append(Turn("a", tile.name, None, named, "mine" if mine else None, mine))
        draft = Position(("a", "b"), tiles, turns=tuple(turns), end=True)
        open_places = [place for place in draft_places(draft) if place.tile not in {turn.place for turn in turns}]
        sheriff = source.choice([*open_places, None])
        return Position(("a", "b"), tiles, turns=tuple(turns), end=True, sheriff=sheriff)

    def _tile(self, cell: Cell) -> Tile:
        letters = "".join(self.letters[cell, edge] for edge in EDGES)
        slots = {edge: self.source.randint(0, 1) for edge in EDGES}
        parts = ["".join(e for e in EDGES if self.letters[cell, e] == "M" and slots[e] == slot) for slot in (0, 1)]
        mountains = tuple(Mountain(part) for part in sorted(filter(None, parts), key=lambda p: EDGES.index(p[0])))
        rails = default_railroads("".join(e for e in EDGES if self.letters[cell, e] == "R"))
        graveyard = self.source.random() < 0.4
        star = graveyard or self.source.random() < 0.5
        cities = tuple(name for name in ("x", "y") if self.source.random() < 0.25)
        return Tile(f"t{cell[0]}-{cell[1]}", cell, letters, mountains, tuple(rails), cities, star, graveyard)


def draft_places(position: Position) -> list[Place]:
    """Mountain places that are unfinished in the given position."""
    told = facts(position)
    found = []
    from sheriff_kb.rulings import Table

    table = Table(told.numbering)
    later = {turn.place for turn in position.turns}
    for tile in position.tiles:
        if tile.name not in later:
            table.place(tile)
    for tile in position.tiles:
        for index in range(len(tile.mountains)):
            place = Place(tile.name, "mountain", index)
            segment = told.numbering.segment(place)
            if segment in table and not table.is_finished(table.region(segment)):
                found.append(place)
    return found


# --- what the solver derives -----------------------------------------------------------------------------------------


class Numbers:
    """The solver's numbers for tiles, segments and cities, as the facts of the position number them."""

    def __init__(self, told: Facts) -> None:
        position, numbering = told.position, told.numbering
        self.tile = {number: number for number in range(1, len(position.tiles) + 1)}
        self.segment: dict[int, int] = {}
        for number, tile in enumerate(position.tiles, 1):
            for index in range(len(tile.mountains)):
                self.segment[10 * number + 1 + index] = numbering.segment(Place(tile.name, "mountain", index))
            if tile.graveyard:
                self.segment[10 * number + 9] = numbering.segment(Place(tile.name, "graveyard"))
        self.named = sorted({city for tile in position.tiles for city in tile.cities})
        self.city = {
            1 + self.named.index(city): min(
                numbering.segment(Place(t.name, "city", t.cities.index(city)))
                for t in position.tiles
                if city in t.cities
            )
            for tile in position.tiles
            for city in tile.cities
        }
        self.back = {segment: own for own, segment in self.segment.items()}


def chosen(told: Facts, numbers: Numbers) -> Iterator[str]:
    """The choices that make the board this position."""
    position = told.position
    for number, tile in enumerate(position.tiles, 1):
        yield f"cell({number},{tile.cell[0]},{tile.cell[1]})."
        for slot, mountain in enumerate(tile.mountains, 1):
            yield from (f"edge({number},{edge},{slot})." for edge in mountain.edges)
            yield f"nuggets({10 * number + slot},{mountain.nuggets})."
        yield from (f"rail({number},{edge})." for edge, letter in zip(EDGES, tile.edges, strict=True) if letter == "R")
        yield from (f"city({number},{1 + numbers.named.index(city)})." for city in tile.cities)
        if tile.star:
            yield f"star({number})."
        if tile.graveyard:
            yield f"graveyard({10 * number + 9},{number})."
    yield f"final({len(position.turns) + 1})."
    if position.sheriff is not None:
        yield f"sheriff({numbers.back[told.numbering.segment(position.sheriff)]})."
    for turn, played in enumerate(position.turns, 1):
        yield f"turn({turn})."
        (number,) = (n for n, tile in enumerate(position.tiles, 1) if tile.name == played.place)
        yield f"placed({turn},{number})."
        tile = position.tiles[number - 1]
        if tile.star:
            yield f"star_tile({turn},placed,{'graveyard' if tile.graveyard else 'plain'})."
        if isinstance(played.sheriff, Place):
            yield f"named({turn},1,{numbers.back[told.numbering.segment(played.sheriff)]})."


COMPARED = ("region/3", "open/2", "closes/2", "before/3", "ends/2", "spot/2", "surrounded/3", "around/3", "across/2")
COMPARED += ("complete/2", "city/2", "graveyard/2")
NO_CHOICES = {"next", "facing", "aside", "tile", "on", "ridge", "linked", "side"}


def geometry() -> str:
    """The rules for the geometry, and everything that the search forbids, without its choices."""
    board = statements(text("tasks/board.lp"))
    rules = [rule.text for rule in board if {name for name, _ in rule.heads} <= NO_CHOICES]
    shows = "".join(f"#show {predicate}." for predicate in COMPARED)
    return "\n".join(rules) + text("tasks/connect.lp") + shows


Atoms = dict[str, set[tuple[Any, ...]]]


def derived(program: str, told: Facts, numbers: Numbers) -> Atoms:
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program + "\n".join(chosen(told, numbers)))
    control.ground([("base", [])])
    found: Atoms = defaultdict(set)

    def keep(model: clingo.Model) -> None:
        for atom in model.symbols(shown=True):
            found[atom.name].add(tuple(plain(term) for term in atom.arguments))

    assert control.solve(on_model=keep).satisfiable, "the search forbids a position that there is"
    return found


def plain(term: clingo.Symbol) -> Any:
    return term.number if term.type is clingo.SymbolType.Number else str(term)


def parsed(told: Facts) -> Atoms:
    found: Atoms = defaultdict(set)
    for line in told.lines:
        atom = clingo.parse_term(line.removesuffix("."))
        found[atom.name].add(tuple(plain(term) for term in atom.arguments))
    return found


def check(program: str, position: Position) -> None:
    told = facts(position)
    numbers = Numbers(told)
    solver, ours = derived(program, told, numbers), parsed(told)
    segment, city = numbers.segment, numbers.city

    regions = {(t, segment[s], segment[r]) for t, s, r in solver["region"]}
    graves = {numbers.segment[g] for g, _ in solver["graveyard"]}
    told_regions = {(t, s, r) for t, s, r in ours["region"] if s not in graves}
    assert told_regions <= regions
    for time, region in {(t, r) for t, _, r in told_regions}:
        assert {s for t, s, r in told_regions if (t, r) == (time, region)} == {
            s for t, s, r in regions if (t, r) == (time, region)
        }
        is_open = (time, region) in {(t, segment[r]) for t, r in solver["open"]}
        assert is_open == ((time, region) in ours["open"])
    assert {(t, segment[r]) for t, r in solver["closes"]} == ours["closes"]
    assert ours["before"] <= {(t, segment[s], segment[r]) for t, s, r in solver["before"]}
    ends = {(segment[s], t) for s, t in solver["ends"]}
    assert {(s, t) for s, t in ours["ends"] if s in segment.values()} <= ends
    # If nobody names a destination, and after it, the package distinguishes spots that the search has no use for.
    untold = {t for t, _, _ in ours["star_tile"]} - {t for t, _, _ in ours["named"]}
    told = {t for t, _, _ in ours["named"] if t < min(untold, default=t + 1)}
    assert {(t, segment[s]) for t, s in solver["spot"] if t in told} == {(t, s) for t, s in ours["spot"] if t in told}
    assert {(segment[g], w, t) for g, w, t in solver["surrounded"]} == ours["surrounded"]
    around = {(t, segment[g], c) for t, g, c in solver["around"]}
    for time, grave in {(t, g) for t, g, _ in ours["around"]}:
        assert {c for t, g, c in ours["around"] if (t, g) == (time, grave)} == {
            c for t, g, c in around if (t, g) == (time, grave)
        }
    across = {(segment[g], c) for g, c in solver["across"]}
    assert ours["across"] <= across
    assert {(g, c) for g, c in across if (len(position.turns) + 1, g, c) in around} <= ours["across"]
    complete = {(t, city[k]) for t, k in solver["complete"]}
    assert ours["complete"] <= complete
    final = len(position.turns) + 1
    near = {city[k] for c, k in solver["city"] if any(t == final and c == n for t, _, n in around)}
    assert {k for t, k in complete if t == final and k in near} <= {k for t, k in ours["complete"] if t == final}


@pytest.mark.cases(quick=1, full=5)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_on_random_boards_both_find_the_same_geometry(batch: int) -> None:
    program = geometry()
    for seed in range(BOARDS // BATCHES):
        check(program, Board(random.Random(f"{batch}-{seed}")).position())


def test_the_random_boards_have_what_could_go_wrong() -> None:
    """Rings of mountains, finished ones, surrounded graveyards and complete cities occur among them."""
    seen: set[str] = set()
    for seed in range(BOARDS // BATCHES):
        ours = parsed(facts(Board(random.Random(f"0-{seed}")).position()))
        seen |= {name for name in ours if ours[name]}
    assert {"before", "closes", "ends", "spot", "surrounded", "around", "across", "complete", "open"} <= seen


# --- shapes ----------------------------------------------------------------------------------------------------------


def test_there_are_as_many_shapes_as_free_polyominoes() -> None:
    """The numbers are known: 1, 1, 2, 5, 12, 35, 108."""
    assert [len(shapes(tiles)) for tiles in range(1, 8)] == [1, 1, 2, 5, 12, 35, 108]


def test_a_shape_begins_at_the_top_left_and_is_in_board_order() -> None:
    for shape in shapes(5):
        assert min(column for column, _ in shape) == min(row for _, row in shape) == 1
        assert list(shape) == sorted(shape, key=lambda cell: (cell[1], cell[0]))
        assert len(set(shape)) == 5
