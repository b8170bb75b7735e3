"""A tile's segments: what mountains and railroads leave of the prairie."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from sheriff_kb.position import EDGES, OPPOSITE, STEP, HalfEdge, Mountain, Place, Tile, facing

if TYPE_CHECKING:
    from collections.abc import Iterator

CLOCKWISE: tuple[HalfEdge, ...] = (
    ("n", "nw"),
    ("n", "ne"),
    ("e", "ne"),
    ("e", "se"),
    ("s", "se"),
    ("s", "sw"),
    ("w", "sw"),
    ("w", "nw"),
)


def a_tile(edges: str, mountains: str = "", railroads: str = "", cities: int = 0) -> Tile:
    """A tile with mountain segments and railroads given by their edges, such as `ns e`."""
    return Tile(
        "t",
        (1, 1),
        edges,
        tuple(Mountain(segment) for segment in mountains.split()),
        tuple(railroads.split()),
        tuple(f"City{number}" for number in range(cities)),
    )


def prairies(edges: str, mountains: str = "", railroads: str = "") -> set[str]:
    """The prairie segments, each as its half-edges clockwise in words such as `n.ne e.ne`."""
    return {
        " ".join(".".join(half) for half in CLOCKWISE if half in segment)
        for segment in a_tile(edges, mountains, railroads).prairies
    }


class TestPrairies:
    def test_without_mountain_and_railroad_all_is_one_prairie(self) -> None:
        assert prairies("PPPP") == {"n.nw n.ne e.ne e.se s.se s.sw w.sw w.nw"}

    def test_a_straight_railroad_has_a_prairie_on_each_side(self) -> None:
        assert prairies("RPRP", railroads="ns") == {"n.ne e.ne e.se s.se", "n.nw s.sw w.sw w.nw"}

    def test_a_curved_railroad_cuts_off_a_corner(self) -> None:
        assert prairies("RRPP", railroads="ne") == {"n.ne e.ne", "n.nw e.se s.se s.sw w.sw w.nw"}

    def test_a_dead_end_parts_nothing(self) -> None:
        assert prairies("PRPP", railroads="e") == {"n.nw n.ne e.ne e.se s.se s.sw w.sw w.nw"}

    def test_two_railroads_that_end_in_the_middle_part_the_prairie_between_them(self) -> None:
        assert prairies("RPRP", railroads="n s") == {"n.ne e.ne e.se s.se", "n.nw s.sw w.sw w.nw"}

    def test_three_rails_meeting_leave_two_corners_and_a_side(self) -> None:
        assert prairies("RRRP", railroads="n e s") == {"n.ne e.ne", "e.se s.se", "n.nw s.sw w.sw w.nw"}

    def test_four_rails_meeting_leave_four_corners(self) -> None:
        assert prairies("RRRR", railroads="n e s w") == {"n.ne e.ne", "e.se s.se", "s.sw w.sw", "n.nw w.nw"}

    def test_a_dead_end_beside_a_railroad_that_runs_through_parts_nothing_more(self) -> None:
        assert prairies("RRRP", railroads="ns e") == {"n.ne e.ne e.se s.se", "n.nw s.sw w.sw w.nw"}

    def test_a_mountain_takes_its_edge_whole(self) -> None:
        assert prairies("MPPP", mountains="n") == {"e.ne e.se s.se s.sw w.sw w.nw"}

    def test_a_mountain_that_runs_through_parts_the_prairie(self) -> None:
        assert prairies("MPMP", mountains="ns") == {"e.ne e.se", "w.sw w.nw"}

    def test_two_mountain_segments_face_to_face_leave_the_prairie_whole(self) -> None:
        assert prairies("MPMP", mountains="n s") == {"e.ne e.se w.sw w.nw"}

    def test_a_railroad_ending_at_a_mountain_leaves_the_prairie_whole(self) -> None:
        assert prairies("MPRP", mountains="n", railroads="s") == {"e.ne e.se s.se s.sw w.sw w.nw"}

    def test_a_mountain_and_a_railroad_around_opposite_corners_leave_two_prairies(self) -> None:
        assert prairies("MMRR", mountains="ne", railroads="sw") == {"s.sw w.sw", "s.se w.nw"}

    def test_a_mountain_on_all_edges_leaves_none(self) -> None:
        assert prairies("MMMM", mountains="nesw") == set()

    @pytest.mark.parametrize("letters", sorted("".join(letters) for letters in product("MRP", repeat=4)))
    def test_on_every_tile_two_half_edges_lie_together_unless_something_runs_between_them(self, letters: str) -> None:
        hills = "".join(edge for edge, letter in zip(EDGES, letters, strict=True) if letter == "M")
        rails = "".join(edge for edge, letter in zip(EDGES, letters, strict=True) if letter == "R")
        for mountains, railroads in product(groupings(hills), groupings(rails)):
            dead_ends = "".join(rail for rail in railroads if len(rail) == 1)
            walls = [*mountains, *(rail for rail in railroads if len(rail) > 1), dead_ends]
            found = a_tile(letters, " ".join(mountains), " ".join(railroads)).prairies
            halves = [half for half in CLOCKWISE if half[0] not in hills]
            assert sorted(half for segment in found for half in segment) == sorted(halves)
            for one, other in product(halves, repeat=2):
                together = any({one, other} <= segment for segment in found)
                assert together == (not any(runs_between(wall, one, other) for wall in walls)), (mountains, railroads)

    def test_they_are_told_clockwise_from_north_west(self) -> None:
        assert [min(segment) for segment in a_tile("RRRR", railroads="n e s w").prairies] == [
            ("n", "nw"),
            ("e", "ne"),
            ("e", "se"),
            ("s", "sw"),
        ]


def groupings(edges: str) -> Iterator[list[str]]:
    """Every way to make segments of these edges."""
    if not edges:
        yield []
        return
    first, rest = edges[0], edges[1:]
    for others in groupings(rest):
        yield [first, *others]
        for place, segment in enumerate(others):
            yield [*others[:place], first + segment, *others[place + 1 :]]


def runs_between(wall: str, one: HalfEdge, other: HalfEdge) -> bool:
    """Whether the wall leaves the tile on both ways round from one half-edge to the other."""
    stations: list[HalfEdge | str] = []
    for half in CLOCKWISE:
        stations += [half] if half[0] in stations else [half, half[0]]
    start, end = sorted((stations.index(one), stations.index(other)))
    between = {station for station in stations[start:end] if isinstance(station, str)}
    return any(edge in between for edge in wall) and any(edge not in between for edge in wall)


@pytest.mark.parametrize(
    ("half", "opposite"),
    [
        (("n", "nw"), ("s", "sw")),
        (("n", "ne"), ("s", "se")),
        (("e", "ne"), ("w", "nw")),
        (("w", "sw"), ("e", "se")),
        (("s", "se"), ("n", "ne")),
    ],
)
def test_a_half_edge_faces_the_one_beyond_the_same_corner(half: HalfEdge, opposite: HalfEdge) -> None:
    assert facing(half) == opposite


def test_two_steps_back_and_forth_end_where_they_began() -> None:
    for edge in EDGES:
        there, back = STEP[edge], STEP[OPPOSITE[edge]]
        assert (there[0] + back[0], there[1] + back[1]) == (0, 0)


def test_north_is_up_on_the_drawn_board() -> None:
    assert STEP == {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def test_segments_are_counted_by_kind() -> None:
    tile = Tile(
        "t", (1, 1), "MRMR", (Mountain("n"), Mountain("s")), ("e", "w"), ("One", "Two"), star=True, graveyard=True
    )
    counts = {kind: tile.count(kind) for kind in ("mountain", "railroad", "prairie", "city", "graveyard")}
    assert counts == {"mountain": 2, "railroad": 2, "prairie": 2, "city": 2, "graveyard": 1}
    assert a_tile("PPPP").count("graveyard") == 0


def test_places_are_ordered_by_tile_first() -> None:
    assert Place("a", "railroad", 1) < Place("b", "mountain") < Place("b", "mountain", 1)
