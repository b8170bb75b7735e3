"""Geometry: which segments are one region, what is finished, what lies around a graveyard, and the facts on these."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.board import boards, segments
from oracle.builders import hill, position, tile, told, turn
from oracle.strategies import positions, random_position
from sheriff_kb.position import Place, Tile
from sheriff_kb.rulings import KINDS, Numbering, Table, facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sheriff_kb.position import Position

Point = tuple[str, float, float]
Region = frozenset[Place]


# --- a plain flood fill ----------------------------------------------------------------------------------------------


MIDDLES = {"n": (0.0, -0.5), "e": (0.5, 0.0), "s": (0.0, 0.5), "w": (-0.5, 0.0)}
CORNERS = {"nw": (-0.25, -0.25), "ne": (0.25, -0.25), "se": (0.25, 0.25), "sw": (-0.25, 0.25)}


def points(tile: Tile, place: Place) -> set[Point]:
    """Where on the table a segment leaves its tile, as coordinates that its continuation next door shares."""
    column, row = tile.cell
    if place.kind == "mountain":
        found = [MIDDLES[edge] for edge in tile.mountains[place.index].edges]
    elif place.kind == "railroad":
        found = [MIDDLES[edge] for edge in tile.railroads[place.index]]
    elif place.kind == "prairie":
        # Halfway between the middle of the edge and the corner, on the edge.
        found = [
            (CORNERS[corner][0], MIDDLES[edge][1]) if edge in "ns" else (MIDDLES[edge][0], CORNERS[corner][1])
            for edge, corner in tile.prairies[place.index]
        ]
    else:
        return {("city " + tile.cities[place.index], 0, 0)} if place.kind == "city" else {("grave", column, row)}
    return {(place.kind, column + x, row + y) for x, y in found}


def flooded(tiles: Iterable[Tile]) -> tuple[set[Region], set[Region]]:
    """The regions on the table, and those mountains and railroads among them that have no open end."""
    ends = {place: points(tile, place) for tile in tiles for place in segments(tile)}
    covered = Counter(point for found in ends.values() for point in found)
    regions = set[Region]()
    left = set(ends)
    while left:
        region, edge = set[Place](), [left.pop()]
        while edge:
            region.add(here := edge.pop())
            edge += [there for there in left if ends[there] & ends[here]]
            left.difference_update(edge)
        regions.add(frozenset(region))
    tracks = {region for region in regions if next(iter(region)).kind in ("mountain", "railroad")}
    finished = {region for region in tracks if all(covered[point] == 2 for place in region for point in ends[place])}
    return regions, finished


class Laid:
    """The tables of a position, one before the first turn and one after each placement."""

    def __init__(self, found: Position) -> None:
        self.numbering = Numbering(found.tiles)
        self.table = Table(self.numbering)
        later = [turn.place for turn in found.turns]
        for one in found.tiles:
            if one.name not in later:
                self.table.place(one)

    def regions(self) -> set[Region]:
        here = [place for one in self.table.cells.values() for place in segments(one)]
        return {self.region(place) for place in here}

    def region(self, place: Place) -> Region:
        return frozenset(map(self.numbering.place, self.table.region(self.numbering.segment(place))))

    def finished(self) -> set[Region]:
        return {
            region
            for region in self.regions()
            if next(iter(region)).kind in ("mountain", "railroad") and self.is_finished(next(iter(region)))
        }

    def is_finished(self, place: Place) -> bool:
        return self.table.is_finished(self.table.region(self.numbering.segment(place)))


def tables(found: Position) -> Iterator[Laid]:
    """The same table again and again: before the first turn, and after each."""
    laid = Laid(found)
    yield laid
    for played in found.turns:
        if played.place is not None:
            laid.table.place(found.tile(played.place))
        yield laid


def compare_with_flood_fill_and_oracle(found: Position) -> None:
    for laid, board in zip(tables(found), boards(found), strict=True):
        regions, finished = flooded(laid.table.cells.values())
        assert laid.regions() == regions, told(found)
        assert laid.regions() == {frozenset(board.region(place)) for region in regions for place in region}
        assert laid.finished() == finished, told(found)
        mountains = {frozenset(map(laid.numbering.place, mountain)) for mountain in laid.table.mountains()}
        assert mountains == {region for region in regions if next(iter(region)).kind == "mountain"}
        for one in laid.table.cells.values():
            assert set(laid.table.around(one.cell)) == set(board.around(one.name, "eight"))
            assert set(laid.table.across(one.cell)) == set(board.around(one.name, "four"))
            for city in laid.numbering.of_kind(one, "city"):
                assert laid.table.is_city_complete(city) == board.finished(laid.numbering.place(city)), told(found)


@settings(max_examples=60, deadline=None)
@given(positions())
def test_after_each_placement_the_regions_are_those_of_a_plain_flood_fill(found: Position) -> None:
    compare_with_flood_fill_and_oracle(found)


@pytest.mark.cases(quick=2)
@pytest.mark.parametrize("seed", range(10))
def test_many_random_positions_have_the_regions_of_a_plain_flood_fill(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(15):
        compare_with_flood_fill_and_oracle(random_position(source))


@settings(max_examples=30, deadline=None)
@given(positions(), st.randoms(use_true_random=False))
def test_the_order_in_which_tiles_are_laid_does_not_matter(found: Position, source: random.Random) -> None:
    numbering = Numbering(found.tiles)
    tables = []
    for _ in range(2):
        table = Table(numbering)
        for one in source.sample(found.tiles, len(found.tiles)):
            table.place(one)
        tables.append(table)
    for segment in range(1, len(numbering.places) + 1):
        assert tables[0].region(segment) == tables[1].region(segment)
    assert set(tables[0].mountains()) == set(tables[1].mountains())


# --- by hand ---------------------------------------------------------------------------------------------------------


def regions(found: Position, kind: str) -> set[str]:
    """The regions of one kind when all turns are played, as labels."""
    (*_, laid) = tables(found)
    return {
        ", ".join(found.label(place) for place in laid.numbering.places if place in region)
        for region in laid.regions()
        if next(iter(region)).kind == kind
    }


def is_finished(found: Position, place: Place) -> bool:
    (*_, laid) = tables(found)
    return laid.is_finished(place)


class TestMountains:
    def test_mountain_edges_that_touch_make_one_mountain(self) -> None:
        found = position("a b c", a=tile("PMPP"), b=tile("PMPM"), c=tile("PPPM"))
        assert regions(found, "mountain") == {"a, b, c"}
        assert is_finished(found, Place("b", "mountain"))

    def test_a_mountain_with_an_open_edge_is_unfinished(self) -> None:
        assert not is_finished(position("a b", a=tile("PMPP"), b=tile("PMPM")), Place("a", "mountain"))

    def test_two_segments_of_a_tile_are_two_mountains(self) -> None:
        found = position("a b c", a=tile("PMPP"), b=tile("PMPM", mountains=[hill("e"), hill("w")]), c=tile("PPPM"))
        assert regions(found, "mountain") == {"a, b w", "b e, c"}

    def test_two_segments_of_a_tile_can_be_joined_on_the_way_round(self) -> None:
        found = position(
            """
            a b
            c d
            """,
            a=tile("PMMP", mountains=[hill("e"), hill("s")]),
            b=tile("PPMM"),
            c=tile("MMPP"),
            d=tile("MPPM"),
        )
        assert regions(found, "mountain") == {"a e, a s, b, c, d"}
        assert is_finished(found, Place("a", "mountain", 0))

    def test_a_tile_joins_two_mountains_into_one(self) -> None:
        found = position("a b c", a=tile("PMPP"), b=tile("PMPM"), c=tile("PPPM"), turns=[turn("blue", "b")])
        before, after = (set(laid.regions()) for laid in tables(found))
        assert {frozenset({Place("a", "mountain")}), frozenset({Place("c", "mountain")})} <= before
        assert frozenset(Place(name, "mountain") for name in "abc") in after

    def test_a_tile_not_yet_placed_knows_the_mountains_that_it_is_going_to_join(self) -> None:
        found = position("a b c", a=tile("PMPP"), b=tile("PMPM"), c=tile("PPPM"), turns=[turn("blue", "b")])
        laid = next(tables(found))
        parts = laid.table.neighbouring_mountains(found.tile("b"))
        assert [list(map(laid.numbering.place, part)) for part in parts] == [
            [Place("a", "mountain")],
            [Place("c", "mountain")],
        ]

    def test_a_mountain_that_a_tile_touches_twice_is_one_neighbour(self) -> None:
        found = position(
            """
            a b
            c d
            """,
            a=tile("PMMP"),
            b=tile("PPMM"),
            c=tile("MMPP"),
            d=tile("MPPM"),
            turns=[turn("blue", "d")],
        )
        laid = next(tables(found))
        (part,) = laid.table.neighbouring_mountains(found.tile("d"))
        assert {laid.numbering.place(segment).tile for segment in part} == {"a", "b", "c"}


class TestRailroads:
    def test_rails_that_run_through_make_one_railroad(self) -> None:
        found = position("a b c", a=tile("PRPP"), b=tile("PRPR"), c=tile("PPPR"))
        assert regions(found, "railroad") == {"a railroad, b railroad, c railroad"}
        assert is_finished(found, Place("b", "railroad"))

    def test_a_dead_end_ends_a_railroad(self) -> None:
        found = position("a b c", a=tile("PRPP"), b=tile("PRPR", railroads=["e", "w"]), c=tile("PRPR"))
        assert regions(found, "railroad") == {"a railroad, b railroad w", "b railroad e, c railroad"}
        assert is_finished(found, Place("a", "railroad"))
        assert not is_finished(found, Place("c", "railroad"))

    def test_three_rails_that_meet_are_three_railroads(self) -> None:
        found = position("a x b", a=tile("PRPP"), x=tile("PRRR"), b=tile("PPPR"))
        assert regions(found, "railroad") == {"a railroad, x railroad w", "x railroad e, b railroad", "x railroad s"}

    def test_a_ring_of_rails_is_finished(self) -> None:
        found = position(
            """
            a b
            c d
            """,
            a=tile("PRRP"),
            b=tile("PPRR"),
            c=tile("RRPP"),
            d=tile("RPPR"),
        )
        assert is_finished(found, Place("a", "railroad"))


class TestPrairies:
    def test_a_railroad_parts_the_prairie_above_it_from_that_below(self) -> None:
        found = position("a b", a=tile("PRPR"), b=tile("PRPR"))
        assert regions(found, "prairie") == {"a prairie ne, b prairie ne", "a prairie se, b prairie se"}

    def test_the_prairie_goes_round_the_end_of_a_track(self) -> None:
        found = position("a b", a=tile("PRPR"), b=tile("PPPR"))
        assert regions(found, "prairie") == {"a prairie ne, a prairie se, b prairie"}

    def test_the_two_sides_of_a_track_meet_only_beyond_its_end(self) -> None:
        found = position(
            """
            c d
            a b
            """,
            a=tile("PRPR"),
            b=tile("PRPR"),
            c=tile("PPPP"),
            d=tile("PPPP"),
        )
        upper = "c prairie, d prairie, a prairie ne, b prairie ne"
        assert regions(found, "prairie") == {upper, "a prairie se, b prairie se"}

    def test_where_three_rails_meet_three_prairies_lie_apart(self) -> None:
        found = position("a x b", a=tile("PRPR"), x=tile("PRRR"), b=tile("PRPR"))
        assert regions(found, "prairie") == {
            "a prairie ne, x prairie ne, b prairie ne",
            "x prairie se, b prairie se",
            "a prairie se, x prairie sw",
        }

    def test_a_mountain_edge_joins_no_prairies(self) -> None:
        found = position("a b", a=tile("PMPP"), b=tile("PPPM"))
        assert regions(found, "prairie") == {"a prairie", "b prairie"}


class TestCities:
    def test_tiles_with_the_same_name_share_one_city(self) -> None:
        found = position("a + b", a=tile("PPPP", cities=["Rich"]), b=tile("PPPP", cities=["Rich"]))
        assert regions(found, "city") == {"a city, b city"}

    def test_two_cities_of_a_tile_are_two(self) -> None:
        found = position("a", a=tile("PPPP", cities=["Rich", "Poor"]))
        assert regions(found, "city") == {"a city Rich", "a city Poor"}

    @pytest.mark.parametrize(("last", "complete"), [("PPPR", True), ("PRPR", False)])
    def test_a_city_over_two_tiles_is_complete_when_the_railroads_of_both_are(self, last: str, complete: bool) -> None:
        found = position(
            "r a b s",
            r=tile("PRPP"),
            a=tile("PPPR", cities=["Rich"]),
            b=tile("PRPP", cities=["Rich"]),
            s=tile(last),
        )
        (laid,) = tables(found)
        for city in (Place("a", "city"), Place("b", "city")):
            assert laid.table.is_city_complete(laid.numbering.segment(city)) == complete

    def test_a_city_without_railroads_is_complete(self) -> None:
        (laid,) = tables(position("a", a=tile("PPPP", cities=["Rich"])))
        assert laid.table.is_city_complete(laid.numbering.segment(Place("a", "city")))

    def test_a_railroad_that_ends_in_a_city_is_not_joined_with_the_one_on_the_other_side(self) -> None:
        found = position("a c b", a=tile("PRPP"), c=tile("PRPR", cities=["Rich"]), b=tile("PRPR"))
        assert is_finished(found, Place("a", "railroad"))
        assert not is_finished(found, Place("b", "railroad"))


RING = """
+ + +
+ G +
+ + +
"""
GRAVE = tile("PPPP", graveyard=True)


class TestGraveyards:
    def test_eight_tiles_lie_around_the_middle_of_nine_and_four_across(self) -> None:
        (laid,) = tables(position(RING, G=GRAVE))
        assert len(laid.table.around((2, 2))) == 8
        assert {one.cell for one in laid.table.across((2, 2))} == {(2, 1), (3, 2), (2, 3), (1, 2)}

    def test_at_a_corner_of_the_board_three_tiles_lie_around(self) -> None:
        (laid,) = tables(position(RING, G=GRAVE))
        assert {one.cell for one in laid.table.around((1, 1))} == {(2, 1), (1, 2), (2, 2)}
        assert {one.cell for one in laid.table.across((1, 1))} == {(2, 1), (1, 2)}


class TestNumbering:
    def test_segments_are_numbered_in_board_order_and_by_kind_on_a_tile(self) -> None:
        found = position(
            "b a",
            b=tile("MRPP", railroads=["e"], graveyard=True),
            a=tile("PPMR", cities=["Rich"], railroads=["w"]),
        )
        assert Numbering(found.tiles).places == (
            Place("b", "mountain"),
            Place("b", "railroad"),
            Place("b", "prairie"),
            Place("b", "graveyard"),
            Place("a", "mountain"),
            Place("a", "railroad"),
            Place("a", "prairie"),
            Place("a", "city"),
        )

    def test_numbers_and_places_are_told_from_one_another(self) -> None:
        found = random_position(random.Random(7))
        numbering = Numbering(found.tiles)
        for number, place in enumerate(numbering.places, 1):
            assert (numbering.segment(place), numbering.place(number)) == (number, place)
        assert [numbering.tile(one.name) for one in found.tiles] == list(range(1, len(found.tiles) + 1))
        assert [place for one in found.tiles for kind in KINDS for place in segments(one, [kind])] == list(
            numbering.places
        )


# --- facts -----------------------------------------------------------------------------------------------------------


def tell(found: Position, *predicates: str) -> list[str]:
    """The facts of these predicates."""
    return [line for line in facts(found).lines if line.partition("(")[0].rstrip(".") in predicates]


def arguments(found: Position, predicate: str) -> list[tuple[str, ...]]:
    return [tuple(line[len(predicate) + 1 : -2].split(",")) for line in tell(found, predicate)]


class TestFacts:
    def test_players_are_numbered_clockwise_and_tokens_and_figures_told(self) -> None:
        found = position(
            "a b",
            players="Anna Bob",
            a=tile("PMPP", nuggets=2, tokens=5, tent="Bob"),
            b=tile("PPPM", tokens=0, cowboys={"Anna": "mountain"}),
            sheriff="a",
            collected={"Bob": 3, "Anna": 0},
            supply=0,
        )
        kinds = ("player", "tokens", "tent", "cowboy", "sheriff", "collected", "supply", "start", "last", "nuggets")
        # Segments: 1 and 2 are a's mountain and prairie, 3 and 4 are b's.
        assert sorted(tell(found, *kinds)) == [
            "collected(2,3).",
            "cowboy(1,3).",
            "last(2).",
            "nuggets(1,2).",
            "nuggets(3,1).",
            "player(1).",
            "player(2).",
            "sheriff(1).",
            "start(1).",
            "supply(0).",
            "tent(2,1).",
            "tokens(1,5).",
        ]

    def test_a_graveyard_is_surrounded_on_four_sides_before_it_is_on_eight(self) -> None:
        found = position(
            """
            a + +
            b G +
            + + +
            """,
            G=GRAVE,
            a=tile("PPPP"),
            b=tile("PPPP"),
            turns=[turn("blue", "b"), turn("blue", "a")],
        )
        ((number, _),) = arguments(found, "graveyard")
        assert sorted(tell(found, "surrounded")) == [
            f"surrounded({number},eight,2).",
            f"surrounded({number},four,1).",
        ]
        assert Counter(time for time, _, _ in arguments(found, "around")) == {"1": 7, "2": 8}

    def test_a_graveyard_surrounded_from_the_start_is_so_since_time_zero(self) -> None:
        found = position(RING, G=GRAVE)
        assert {line.rpartition(",")[2] for line in tell(found, "surrounded")} == {"0)."}

    def test_a_graveyard_placed_in_a_gap_is_surrounded_at_once(self) -> None:
        found = position(RING, G=GRAVE, turns=[turn("blue", "G")])
        assert {(way, time) for _, way, time in arguments(found, "surrounded")} == {("four", "1"), ("eight", "1")}

    def test_at_the_end_of_the_game_what_lies_around_an_unfinished_graveyard_is_told(self) -> None:
        found = position("+ G +", G=GRAVE, end=True)
        assert len(tell(found, "around")) == len(tell(found, "across")) == 2
        assert tell(position("+ G +", G=GRAVE), "around") == []

    def test_a_tile_closes_the_mountain_that_it_finishes_and_ends_the_places_of_figures(self) -> None:
        found = position(
            "a b c",
            a=tile("PMPP", tent="yellow"),
            b=tile("PMPM"),
            c=tile("PPPM"),
            turns=[turn("blue", "c")],
        )
        assert tell(found, "closes", "ends") == ["closes(1,1).", "ends(1,1)."]
        assert "open(1,1)." not in facts(found).lines

    def test_no_name_of_a_position_becomes_program_text(self) -> None:
        evil = "#script(python)"
        found = position("x", players=f"a). {evil}", tiles={"x": tile("MPPP", tent=evil, cities=["b(X):-"])}, end=True)
        assert all(re.fullmatch(r"[a-z_]+(\([a-z0-9_,]+\))?\.", line) for line in facts(found).lines)


@settings(max_examples=60, deadline=None)
@given(positions())
def test_facts_tell_the_regions_of_a_plain_flood_fill(found: Position) -> None:
    told_facts = facts(found)
    place = told_facts.numbering.place
    on_table = boards(found)
    final = len(found.turns) + 1
    flood = [flooded(board.tiles.values()) for board in on_table]
    flood.append(flood[-1])

    by_time: dict[tuple[int, int], set[Place]] = {}
    for time, segment, region in arguments(found, "region"):
        by_time.setdefault((int(time), int(region)), set()).add(place(int(segment)))
    for (time, region), members in by_time.items():
        home = next(whole for whole in flood[time][0] if place(region) in whole)
        assert members <= home
        if place(region).kind == "mountain":
            assert members == home, "a mountain is handed over whole"
            assert min(map(told_facts.numbering.segment, home)) == region
            assert told_facts.mountains[time, region] == set(map(told_facts.numbering.segment, home))
            is_open = f"open({time},{region})." in told_facts.lines
            assert is_open == (home not in flood[time][1]), told(found)

    for time, segment, region in arguments(found, "before"):
        home = next(whole for whole in flood[int(time) - 1][0] if place(int(region)) in whole)
        assert place(int(segment)) in home

    closed = {(int(time), int(region)) for time, region in arguments(found, "closes")}
    expected = {
        (time, min(map(told_facts.numbering.segment, region)))
        for time in range(1, final)
        for region in flood[time][1] - flood[time - 1][1]
        if next(iter(region)).kind == "mountain"
    }
    assert closed == expected, told(found)


@pytest.mark.parametrize("kind", ["mountain", "railroad", "prairie", "city", "graveyard"])
def test_a_segment_is_on_the_table_once_its_tile_lies_there(kind: str) -> None:
    shown = Tile(
        "a",
        (1, 1),
        "MRPP",
        mountains=(hill("n"),),
        railroads=("e",),
        cities=("City",),
        star=True,
        graveyard=True,
    )
    numbering = Numbering((shown,))
    table = Table(numbering)
    segments_of_kind = list(numbering.of_kind(shown, kind))  # type: ignore[arg-type]
    assert segments_of_kind
    assert not any(segment in table for segment in segments_of_kind)
    table.place(shown)
    assert all(segment in table for segment in segments_of_kind)
