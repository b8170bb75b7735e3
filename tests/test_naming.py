"""Naming: what the symbols of the law stand for in a position."""

from __future__ import annotations

import pytest

from sheriff_kb.gallery import entry
from sheriff_kb.position import Matter, Place, parse
from sheriff_kb.rulings import facts, rulings
from sheriff_kb.rulings.naming import Naming
from sheriff_kb.solving import terms

POSITION = """
players: [blue, yellow]
board: |
  west east
tiles:
  west: {edges: PMPP, tent: yellow}
  east: {edges: MPPM}
"""
TOLD = facts(parse(POSITION))
WEST = 1 + TOLD.numbering.places.index(Place("west", "mountain", 0))
EAST = 1 + TOLD.numbering.places.index(Place("east", "mountain", 0))


def test_a_number_is_a_place_only_where_it_tells_where_the_sheriff_stands() -> None:
    naming = Naming(TOLD)
    assert naming.value(terms.parse("sheriff(1)"), terms.number(EAST)) == "east"
    assert naming.value(terms.parse("sheriff(1)"), terms.parse("beside")) == "beside"
    assert naming.value(terms.parse(f"tax(1,{WEST})"), terms.number(EAST)) == EAST
    assert naming.value(terms.parse("pays(1,1)"), terms.number(EAST)) == EAST


@pytest.mark.parametrize(
    ("symbol", "matter"),
    [
        (f"may(3,2,tent,{EAST})", Matter("may", 3, "yellow", "tent", "east")),
        ("may(3,2,sheriff,beside)", Matter("may", 3, "yellow", "sheriff", "beside")),
        (f"stack(2,{WEST})", Matter("stack", 2, mountain="west")),
        ("collected(end,1)", Matter("collected", "end", "blue")),
        (f"received(2,1,{WEST})", Matter("received", 2, "blue", mountain="west")),
        ("score(2)", Matter("score", player="yellow")),
        ("sees(1,2,drawn)", Matter("sees", 1, "yellow", what="drawn")),
    ],
)
def test_matters_are_named_by_players_and_places(symbol: str, matter: Matter) -> None:
    assert Naming(TOLD).matter(terms.parse(symbol)) == matter


def test_what_is_no_matter_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown matter: weather"):
        Naming(TOLD).matter(terms.parse("weather(1)"))


def test_points_for_a_mountain_name_the_segment_where_a_tile_has_two() -> None:
    text = POSITION.replace("east: {edges: MPPM}", "east: {edges: MPPM, mountains: [{edges: w}, {edges: n}]}").replace(
        ", tent: yellow", ""
    )
    told = facts(parse(text))
    north = 1 + told.numbering.places.index(Place("east", "mountain", 1))
    assert Naming(told).matter(terms.parse(f"points(1,1,mountain,{north})")).at == "east n"


def test_only_points_for_a_mountain_have_its_tiles_and_places() -> None:
    scored = rulings(entry("stories/four_cowboys_and_a_mountain").position).on(kind="points", purpose="mountain")
    assert scored.tiles == ("hill", "end")
    assert scored.places == {"hill", "end"}
    assert scored.about.at == "hill-end"
    graveyard = rulings(entry("graveyard/tile_itself").position).on(kind="points")
    assert (graveyard.tiles, graveyard.places) == ((), frozenset())
