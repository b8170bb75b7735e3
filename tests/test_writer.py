"""Writing positions: nothing is lost, whatever the names."""

from __future__ import annotations

import json
from importlib import resources
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from sheriff_kb.position import (
    EDGES,
    Asked,
    Mountain,
    Place,
    Position,
    Tile,
    Turn,
    default_last,
    from_data,
    parse,
    to_data,
    to_yaml,
)
from sheriff_kb.position.board import finished
from sheriff_kb.position.places import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = """\
title: A star tile
players: [blue, yellow, black]
board: |
  .     star  +
  hill  mid   hill2
tiles:
  star: {edges: MPMP, nuggets: 1, star: true}
  hill: {edges: PMPP, nuggets: 1, tent: yellow}
  mid: {edges: MMPM, nuggets: 2}
  hill2: {edges: PPPM, nuggets: 1, tokens: 0, tent: black}
sheriff: mid
turns:
  - {player: blue, place: star, sheriff: beside, cowboy: prairie ne}
end: true
"""

printables = st.characters(codec="utf-8", exclude_categories=["C", "Z"])
names = st.one_of(
    st.text(printables, min_size=1, max_size=8),
    st.sampled_from(
        ["x). :- a(", "#script", "true", "null", "~", "007", "1.5", "yes", "a: b", "- a", "{a}", "|", "?", "*x"]
    ),
).map(lambda text: normalize("NFC", text.replace(" ", "_")))
tile_names = names.filter(lambda name: name not in (".", "+", "beside"))
texts = st.text(printables | st.just(" "), max_size=30).map(lambda text: normalize("NFC", text.strip()))


def parts(letters: str, draw: Callable[[st.SearchStrategy[Any]], Any], most: int) -> list[str]:
    """The edges given by `letters` split into segments of at most `most` edges."""
    found: list[str] = []
    for edge in letters:
        room = [i for i, part in enumerate(found) if len(part) < most]
        if room and draw(st.booleans()):
            found[room[0]] += edge
        else:
            found.append(edge)
    return found


@st.composite
def positions(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Position:  # noqa: PLR0915
    """Small positions of every kind that a file can express."""
    players = tuple(draw(st.lists(names.filter(lambda n: len(n) <= 30), min_size=1, max_size=5, unique=True)))
    player = st.sampled_from(players)
    columns, rows = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    cells = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    called = draw(st.lists(tile_names, min_size=len(cells), max_size=len(cells), unique=True))
    if draw(st.booleans()) and len(cells) > 1:  # some names as kinds of tiles have them
        called = [f"{called[0]}@{c},{r}" if draw(st.booleans()) else n for n, (c, r) in zip(called, cells, strict=True)]
    east = {cell: draw(st.sampled_from("MRP")) for cell in cells}
    south = {cell: draw(st.sampled_from("MRP")) for cell in cells}
    later = draw(st.integers(0, len(cells) - 1))  # so many of the last cells are placed in turns: each touches another
    tiles: list[Tile] = []
    tented: set[str] = set()
    for number, (name, cell) in enumerate(zip(called, cells, strict=True)):
        column, row = cell
        around = (south.get((column, row - 1)), east[cell], south[cell], east.get((column - 1, row)))
        edges = "".join(letter or draw(st.sampled_from("MRP")) for letter in around)
        shown = {kind: "".join(e for e, t in zip(EDGES, edges, strict=True) if t == kind) for kind in "MR"}
        placed = number >= len(cells) - later
        mountains = []
        for segment in parts(shown["M"], draw, 4):
            nuggets = draw(st.integers(1, 9))
            tokens = nuggets if placed or draw(st.booleans()) else draw(st.integers(0, nuggets))
            mountains.append(Mountain(segment, nuggets, tokens))
        cities = draw(st.sampled_from([(), (), (name,), ("a",), ("a", "b")]))
        graveyard = draw(st.booleans())
        star = graveyard or draw(st.booleans())
        rails = tuple(parts(shown["R"], draw, 2))
        tiles.append(Tile(name, cell, edges, tuple(mountains), rails, cities, star, graveyard))
    table = tiles[: len(tiles) - later]
    done = set(finished(table))
    rails_out = [(tile, Place(tile.name, "railroad", i)) for tile in table for i in range(len(tile.railroads))]
    open_cities = {city for tile, rail in rails_out if rail not in done for city in tile.cities}
    done |= {Place(t.name, "city", i) for t in table for i, city in enumerate(t.cities) if city not in open_cities}
    for index, tile in enumerate(table):
        owner = draw(player)
        free = [i for i in range(len(tile.mountains)) if Place(tile.name, "mountain", i) not in done]
        mountains = list(tile.mountains)
        taken: set[Place] = set()
        if free and owner not in tented and draw(st.booleans()):
            tented.add(owner)
            mountains[free[0]] = Mountain(mountains[free[0]].edges, 1, 1, owner)
            taken.add(Place(tile.name, "mountain", free[0]))
        places = [Place(tile.name, kind, i) for kind in KINDS for i in range(tile.count(kind))]
        places = [place for place in places if place not in done | taken]
        used = sum(p == owner for other in tiles for p, _ in other.cowboys)
        cowboys = ((owner, draw(st.sampled_from(places))),) if places and used < 4 and draw(st.booleans()) else ()
        tiles[index] = Tile(
            tile.name,
            tile.cell,
            tile.edges,
            tuple(mountains),
            tile.railroads,
            tile.cities,
            tile.star,
            tile.graveyard,
            cowboys,
        )
    open_places = [Place(t.name, "mountain", i) for t in table for i in range(len(t.mountains))]
    open_places = [place for place in open_places if place not in done]
    mountains_at_start = st.sampled_from(open_places) if open_places else st.none()
    turns = []
    for tile in tiles[len(table) :]:
        sheriff = draw(mountains_at_start | st.just("beside")) if tile.star else None
        act = draw(st.sampled_from([None, "tent", "mine", "cowboy"]))
        at = None
        if act == "cowboy":
            places = [Place(tile.name, kind, i) for kind in KINDS for i in range(tile.count(kind))]
            at = draw(st.sampled_from(places)) if places else None
        elif act:
            at = draw(mountains_at_start)
        discard = draw(st.sampled_from([None, "star", "graveyard"]))
        turns.append(Turn(draw(player), tile.name, discard, sheriff, act if at else None, at))
    turns += [Turn(draw(player), None, None, draw(mountains_at_start)) for _ in range(draw(st.integers(0, 2)))]
    position = Position(players, tuple(tiles))
    start = draw(player)
    last = draw(player | st.just(default_last(players, start, tuple(turns))))
    end = draw(st.booleans())
    filters = [{"kind": "points", "turn": "end" if end else 1, "player": draw(player)}] if turns else []
    labels = [position.label(place) for place in open_places]
    nuggets_at = {place: position.tile(place.tile).mountains[place.index].nuggets for place in open_places}
    asks = [Asked(draw(player), "sheriff", draw(mountains_at_start | st.just("beside")))] if open_places else []
    observed = [{"kind": "stack", "mountain": label, "value": draw(st.integers(0, 9))} for label in labels[:2]]
    about = "\n".join(draw(st.lists(texts, max_size=3))).strip()
    return Position(
        players,
        tuple(tiles),
        title=draw(texts),
        about=about,
        turns=tuple(turns),
        end=end,
        sheriff=draw(mountains_at_start),
        collected=draw(st.dictionaries(player, st.integers(0, 99))),
        supply=draw(st.none() | st.integers(0, 99)),
        stacks=tuple((place, draw(st.integers(0, nuggets_at[place]))) for place in open_places[:1]),
        start=start,
        last=last,
        asks=tuple(asks),
        filters=tuple(filters),
        observed=tuple(observed),
        free=tuple(draw(st.lists(st.sampled_from(["surround", "settled"]), max_size=2))),
        reading=draw(
            st.sampled_from([{}, {"self_tile": "counted"}, {"owner": "any_cowboy", "self_tile": "not_counted"}])
        ),
        colours=draw(st.dictionaries(player, st.sampled_from(["red", "#00ff00"]))),
        expected=({"matter": {"kind": "score", "player": players[0]}, "value": 0, "because": about},),
    )


@pytest.mark.cases(quick=0)
@given(positions())
@settings(deadline=None, max_examples=60)
def test_a_position_is_read_back_from_yaml_json_and_data_without_loss(position: Position) -> None:
    assert parse(to_yaml(position)) == position
    data = to_data(position)
    assert from_data(data) == position
    assert parse(json.dumps(data)) == position
    assert parse(json.dumps(data, ensure_ascii=False, indent="\t")) == position
    for read_by in (yaml.safe_load, YAML(typ="safe", pure=True).load, by_1_1):
        assert read_by(to_yaml(position)) == data
    assert parse(yaml.safe_dump(data, width=20)) == position


def by_1_1(text: str) -> Any:
    """What a program makes of a text that keeps to YAML 1.1 in full, where `y` and `n` are true and false, too."""
    reader = YAML(typ="safe", pure=True)
    reader.version = (1, 1)
    return reader.load(text)


NASTY = [
    *("yes", "no", "on", "off", "y", "n", "Y", "N", "Yes", "ON", "true", "False", "null", "Null", "~", "NULL"),
    *("1e3", "1.", ".5", "+1", "-1", "-", "--", "---", "0x1F", "0o7", "0b1", "012", "1_0", "1_000.5", "685_230.15"),
    *("12:30:45", "1:30", "2001-01-01", "2001-01-01T00:00:00Z", "=", "<<", ".inf", "-.inf", ".nan", "NaN", "...", "%a"),
    *(
        "a#b",
        "#a",
        "a:",
        ":a",
        "a:b",
        "a,b",
        "[a]",
        "{a}",
        "a]",
        "&a",
        "*a",
        "!a",
        "!!str",
        "|",
        ">",
        "'a'",
        '"a"',
        "a'b",
    ),
    *(
        "?",
        "?a",
        "a?",
        "a?b",
        "a::",
        "a:,b",
        "a-",
        "a.",
        "a!",
        "a%",
        "a|b",
        "a>b",
        "a&b",
        "a*b",
        "a@b",
        "a`b",
        "a=b",
        "@a",
        "`a`",
        "a\\b",
        "\\n",
        "é",
        "😀",
        "²",
        "\u0663",
        "0",
        "7",
        "e1",
        "None",
        "is",
        "end",
    ),
]


@pytest.mark.parametrize("name", NASTY)
def test_any_name_is_written_so_that_all_yaml_reads_it_alike(name: str) -> None:
    places = {
        "players": [name, "x"],
        "sheriff": name,
        "collected": {name: 1},
        "title": name,
        "about": f"{name}\n{name}",
    }
    turns = [{"player": name, "place": "s", "mine": name}]
    entries = {
        name: {"edges": "MPPP", "nuggets": 2, "tent": name, "city": [name, "c"]},
        "s": {"edges": "PPPP", "cowboy": {}},
    }
    position = from_data({**places, "board": f"{name} s", "tiles": entries, "turns": turns, "stacks": {name: 1}})
    text, data = to_yaml(position), to_data(position)
    assert name in data["tiles"] and data["players"][0] == name
    for read_by in (yaml.safe_load, YAML(typ="safe", pure=True).load, by_1_1):
        assert read_by(text) == data
    assert parse(text) == position
    assert parse(yaml.safe_dump(data)) == position


def test_edges_and_answers_that_yaml_1_1_takes_for_false_are_in_quotes() -> None:
    entry = {"edges": "MPMR", "mountains": [{"edges": "n", "nuggets": 2}, {"edges": "s"}]}
    observed = [{"kind": "may", "value": "no"}]
    position = from_data({"players": ["a"], "board": "x", "tiles": {"x": entry}, "observed": observed})
    text = to_yaml(position)
    assert '{edges: "n", nuggets: 2}' in text and 'value: "no"' in text
    assert by_1_1(text) == to_data(position)


def test_a_position_is_written_as_a_person_would_write_it() -> None:
    assert to_yaml(parse(SMALL)) == SMALL


def test_tiles_of_one_kind_share_an_entry_and_a_name_on_the_board() -> None:
    text = "players: [a]\nboard: |\n  x  x\n  +  +\ntiles:\n  x: {edges: PPPP, city: true}\n"
    position = parse(text)
    assert [tile.name for tile in position.tiles] == ["x@1,1", "x@2,1", "+@1,2", "+@2,2"]
    assert [tile.cities for tile in position.tiles[:2]] == [("x@1,1",), ("x@2,1",)]
    assert to_yaml(position) == text


def test_a_city_without_a_name_is_shared_with_no_tile() -> None:
    tiles = {name: {"edges": "PPPP", "city": city} for name, city in [("a", True), ("b", "a"), ("a'", True)]}
    position = from_data({"players": ["x"], "board": "a b a'", "tiles": tiles})
    assert len({tile.cities for tile in position.tiles}) == 3
    assert parse(to_yaml(position)) == position


def test_what_no_file_can_tell_is_refused() -> None:
    tile = Tile("a", (1, 1), "PPPP", graveyard=True, star=True)
    twice = tuple(("x", Place("a", kind)) for kind in ("prairie", "graveyard"))
    cowboys = Tile("a", (1, 1), "PPPP", graveyard=True, star=True, cowboys=twice)
    plus = Tile("+", (1, 1), "RPPP", railroads=("n",))
    assert to_data(Position(("x",), (tile,)))["tiles"] == {"a": {"edges": "PPPP", "graveyard": True}}
    for odd in (cowboys, plus):
        with pytest.raises(ValueError, match=r"cowboys|prairie"):
            to_data(Position(("x",), (odd,)))


def gallery() -> list[Any]:
    folder = resources.files("sheriff_kb") / "positions"
    topics = [topic for topic in folder.iterdir() if topic.is_dir()] if folder.is_dir() else []
    return sorted((file for topic in topics for file in topic.iterdir() if file.name.endswith(".yaml")), key=str)


@pytest.mark.cases(quick=40)
@pytest.mark.parametrize("file", gallery(), ids=lambda file: file.name)
def test_a_position_of_the_gallery_is_read_back_without_loss(file: Any) -> None:
    position = parse(file.read_text("utf-8"), file.name)
    assert parse(to_yaml(position)) == position


def test_positions_are_found_in_the_order_of_the_board() -> None:
    cells = [tile.cell for tile in parse(SMALL).tiles]
    assert all((a[1], a[0]) < (b[1], b[0]) for a, b in pairwise(cells))
