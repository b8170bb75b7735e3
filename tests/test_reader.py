"""Reading positions: the defaults, the meaning of each key, and every fault with its line, column and remedy."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from sheriff_kb.faults import Faults
from sheriff_kb.position import Asked, Mountain, Place, Tile, Turn, from_data, parse, to_data, to_yaml
from sheriff_kb.position.board import finished
from sheriff_kb.position.structure import schema

BASE = """\
players: [blue, yellow, black]
board: |
  .     star  .
  west  mid   east
tiles:
  west: {edges: PMPP, nuggets: 1, tent: yellow}
  mid:  {edges: MMPM, nuggets: 2}
  east: {edges: PPPM, nuggets: 1, tent: black, tokens: 0}
  star: {edges: MPMP, nuggets: 1, star: true}
turns:
  - {player: blue, place: star, sheriff: mid}
"""


def told(text: str) -> list[str]:
    """The faults of a text as `line:column: message (hint)`."""
    with pytest.raises(Faults) as caught:
        parse(text, "f")
    return [str(fault).removeprefix("f:") for fault in caught.value.faults]


def data(board: str, tiles: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {"players": ["red", "blue"], "board": board, "tiles": tiles, **keys}


def messages(board: str, tiles: dict[str, Any], **keys: Any) -> list[str]:
    """The faults of plain data."""
    with pytest.raises(Faults) as caught:
        from_data(data(board, tiles, **keys))
    return [str(fault) for fault in caught.value.faults]


CASES = YAML(typ="safe", pure=True).load((Path(__file__).parent / "bad" / "faults.yaml").read_text("utf-8"))


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [pytest.param(case["old"], case["new"], case["faults"], id=case["case"]) for case in CASES],
)
def test_each_fault_is_told_with_its_line_its_column_and_what_would_be_right(
    old: str, new: str, faults: list[str]
) -> None:
    """`new` takes the place of `old` in the position above, or is added to its end."""
    assert old in BASE
    assert told(BASE.replace(old, new, 1) if old else BASE + new) == faults


def test_a_position_is_read_with_its_defaults() -> None:
    position = parse(BASE)
    assert position.players == ("blue", "yellow", "black")
    assert [tile.name for tile in position.tiles] == ["star", "west", "mid", "east"]
    assert position.tile("star").cell == (2, 1)
    assert position.tile("mid").mountains == (Mountain("new", 2, 2),)
    assert position.tile("east").mountains == (Mountain("w", 1, 0, "black"),)
    assert position.tile("star").star
    assert position.turns == (Turn("blue", "star", sheriff=Place("mid", "mountain")),)
    assert (position.sheriff, position.supply, position.end, position.collected) == (None, None, False, {})
    assert (position.start, position.last) == ("blue", "blue")


def test_without_turns_the_one_before_the_start_player_moved_last() -> None:
    text = "players: [a, b, c]\nboard: +\n"
    assert (parse(text).start, parse(text).last) == ("a", "c")
    assert parse(text + "start: b\n").last == "a"
    assert parse(text + "last: b\n").last == "b"


def test_names_may_be_numbers_words_of_yaml_and_the_language_of_a_solver() -> None:
    text = """\
players: [1, 2.50, 'x). :- a(', "#script"]
board: |
  007  yes  x).:-a(  #script
tiles:
  007: {edges: PMPP, tent: 1}
  yes: {edges: PPPM}
  "x).:-a(": {edges: PPPP, city: 5}
  "#script": {edges: PPPP, graveyard: true, cowboy: {2.50: graveyard}}
collected: {1: 3}
asks: [{player: 1, tent: 007}]
"""
    with pytest.raises(Faults, match="007` is finished"):
        parse(text)
    position = parse(text.replace("PMPP", "MMPP"))
    assert position.players == ("1", "2.50", "x). :- a(", "#script")
    assert [tile.name for tile in position.tiles] == ["007", "yes", "x).:-a(", "#script"]
    assert position.tile("#script").cowboys == (("2.50", Place("#script", "graveyard")),)
    assert position.tile("#script").star
    assert position.tile("x).:-a(").cities == ("5",)
    assert position.collected == {"1": 3}
    assert position.asks == (Asked("1", "tent", Place("007", "mountain")),)


def test_json_is_read_as_yaml_is() -> None:
    position = parse(BASE)
    assert parse(json.dumps(to_data(position))) == position


def test_railroads_run_through_or_end_as_their_number_says() -> None:
    tiles = {
        "a": {"edges": "RPRP"},
        "b": {"edges": "RPPP"},
        "c": {"edges": "RRPR"},
        "d": {"edges": "RPPR", "railroads": ["w", "n"]},
    }
    found = {name: from_data(data(name, {name: tiles[name]})).tile(name).railroads for name in tiles}
    assert found == {"a": ("ns",), "b": ("n",), "c": ("n", "e", "w"), "d": ("w", "n")}


def test_a_tile_can_show_several_mountains() -> None:
    entry = {
        "edges": "MMMP",
        "mountains": [{"edges": "n", "nuggets": 2, "tent": "red"}, {"edges": "se", "tent": "blue"}],
    }
    position = from_data(data("a", {"a": entry}, sheriff="a e", stacks={"a n": 2}))
    assert position.tile("a").mountains == (Mountain("n", 2, 2, "red"), Mountain("es", 1, 1, "blue"))
    assert position.sheriff == Place("a", "mountain", 1)
    assert position.stacks == ((Place("a", "mountain", 0), 2),)
    assert messages("a", {"a": entry}, sheriff="a") == [
        "<data>/sheriff: tile `a` has 2 mountains (say which: `n`, `e`)"
    ]


def test_a_kind_of_tile_on_several_cells_is_told_apart_by_column_and_row() -> None:
    position = from_data(data("k k\n. +", {"k": {"edges": "MPPP"}}, sheriff="k@2,1"))
    assert [(tile.name, tile.cell) for tile in position.tiles] == [("k@1,1", (1, 1)), ("k@2,1", (2, 1)), ("+", (2, 2))]
    assert position.sheriff == Place("k@2,1", "mountain")


def test_a_kind_of_tile_on_several_cells_carries_no_figure_and_is_no_place() -> None:
    entry = {"edges": "MPPP", "tent": "red", "cowboy": {"blue": "prairie"}}
    right = "(give this tile a name of its own on the board)"
    assert messages("k k", {"k": entry}, sheriff="k") == [
        f"<data>/tiles/k/tent: tile `k` is on 2 cells of the board, so no figure can be put on it {right}",
        f"<data>/tiles/k/cowboy/blue: tile `k` is on 2 cells of the board, so no figure can be put on it {right}",
        "<data>/sheriff: `k` is on 2 cells of the board (choose one: `k@1,1`, `k@2,1`)",
    ]


def test_a_name_that_looks_like_one_of_a_kind_cannot_be_its_name_too() -> None:
    tiles = {"k": {"edges": "PPPP"}, "k@1,1": {"edges": "PPPP"}}
    assert messages("k k k@1,1", tiles) == [
        "<data>/board: two tiles are called `k@1,1` (give one of them another name)"
    ]


def test_cities_of_one_name_are_one_city_and_nameless_ones_are_not() -> None:
    tiles = {
        "a": {"edges": "PPPP", "city": "x"},
        "b": {"edges": "PPPP", "city": ["x", "y"]},
        "c": {"edges": "PPPP", "city": True},
    }
    position = from_data(data("a b c", tiles))
    assert [tile.cities for tile in position.tiles] == [("x",), ("x", "y"), ("c",)]
    assert from_data(data("a", {"a": {"edges": "PPPP", "city": False}})).tile("a").cities == ()


def test_features_are_named_by_edges_corners_and_names() -> None:
    entry = {"edges": "RMRM", "mountains": [{"edges": "e"}, {"edges": "w"}], "city": ["x", "y"]}
    for text, place in [
        ("mountain w", Place("a", "mountain", 1)),
        ("railroad", Place("a", "railroad", 0)),
        ("railroad ns", Place("a", "railroad", 0)),
        ("prairie ne", Place("a", "prairie", 1)),
        ("prairie sw", Place("a", "prairie", 0)),
        ("city y", Place("a", "city", 1)),
    ]:
        position = from_data(data("a", {"a": entry | {"cowboy": {"red": text}}}))
        assert position.tile("a").cowboys == (("red", place),)
    for text, told_there in [
        ("prairie n", "the n edge of `a` has more than one prairie (say which: `nw`, `ne`)"),
        ("mountain", "tile `a` has 2 mountains (say which: `e`, `w`)"),
        ("city", "tile `a` has 2 cities (say which: `x`, `y`)"),
        ("city z", "tile `a` has no city `z` (say which: `x`, `y`)"),
        (
            "city \u0445",
            "tile `a` has no city `\u0445` (did you mean `x`? here it has U+0445 (cyrillic small letter ha))",
        ),
        ("graveyard", "tile `a` has no graveyard (it has: mountain, railroad, prairie, city)"),
    ]:
        (fault,) = messages("a", {"a": entry | {"cowboy": {"red": text}}})
        assert fault == f"<data>/tiles/a/cowboy/red: {told_there}"


def test_a_mountain_joined_of_tiles_may_hold_two_cowboys() -> None:
    tiles = {
        "a": {"edges": "MMPP", "cowboy": {"red": "mountain"}},
        "b": {"edges": "PPPM", "cowboy": {"blue": "mountain"}},
    }
    assert [len(tile.cowboys) for tile in from_data(data("a b", tiles)).tiles] == [1, 1]


def test_a_player_has_four_cowboys() -> None:
    tiles = {str(n): {"edges": "PPPP", "cowboy": {"red": "prairie"}} for n in range(6)}
    assert messages("0 1 2 3 4 5", tiles) == [
        "<data>/tiles/4/cowboy/red: red has more than 4 cowboys on the table (the fifth counts the points)"
    ]


def test_figures_and_sheriff_left_a_finished_mountain_long_ago() -> None:
    tiles = {
        "a": {"edges": "PMPP", "tent": "red"},
        "b": {"edges": "PMPM", "cowboy": {"red": "mountain"}},
        "c": {"edges": "PPPM", "nuggets": 2},
    }
    gone = "is finished: it was scored before, and the figures went home"
    hint = "(leave the figure out, or leave an edge of the mountain open)"
    sheriff = (
        "the mountain at `c` is finished: it was scored before, and the sheriff went home "
        "(write `beside`, or a mountain with an open edge)"
    )
    assert messages("a b c", tiles, sheriff="c") == [
        f"<data>/tiles/a/tent: the mountain at `a` {gone} {hint}",
        f"<data>/tiles/b/cowboy/red: the mountain at `b` {gone} {hint}",
        f"<data>/sheriff: {sheriff}",
    ]
    open_end = tiles | {"c": {"edges": "MPPM"}}
    assert from_data(data("a b c", open_end, sheriff="c")).sheriff == Place("c", "mountain")
    placed_later = from_data(data("a b c", tiles, turns=[{"player": "red", "place": "c"}], sheriff="b"))
    assert placed_later.sheriff == Place("b", "mountain")


def test_a_mountain_is_finished_when_all_its_edges_lie_against_mountains() -> None:
    left = Tile("a", (1, 1), "PMPP", (Mountain("e"),))
    right = Tile("b", (2, 1), "PMPM", (Mountain("w"), Mountain("e")))
    assert finished([left]) == frozenset()
    assert finished([left, right]) == {Place("a", "mountain"), Place("b", "mountain", 0)}


def test_a_sheriff_step_may_come_from_a_tile_out_of_sight_or_a_discarded_one() -> None:
    turns = [
        {"player": "red", "sheriff": "a"},
        {"player": "blue", "discard": {"star": True}, "sheriff": "beside"},
        {"player": "blue", "discard": {"graveyard": True}, "place": "b", "sheriff": "a"},
        {"player": "blue", "discard": "star"},
    ]
    position = from_data(data("a b", {"a": {"edges": "MPPP"}, "b": {"edges": "PPPP"}}, turns=turns))
    assert position.turns == (
        Turn("red", sheriff=Place("a", "mountain")),
        Turn("blue", discard="star", sheriff="beside"),
        Turn("blue", "b", "graveyard", Place("a", "mountain")),
        Turn("blue", discard="star"),
    )


def test_a_turn_has_one_act_of_three() -> None:
    tiles = {"a": {"edges": "MPPP"}, "g": {"edges": "PPPP", "graveyard": True}}
    turns = [
        {"player": "red", "place": "g", "cowboy": "graveyard"},
        {"player": "red", "tent": "a"},
        {"player": "red", "mine": "a"},
    ]
    acts = [(turn.act, turn.at) for turn in from_data(data("a g", tiles, turns=turns)).turns]
    mountain = Place("a", "mountain")
    assert acts == [("cowboy", Place("g", "graveyard")), ("tent", mountain), ("mine", mountain)]


def test_asks_are_acts_or_filters_and_places_in_them_are_written_as_outputs_write_them() -> None:
    tiles = {
        "a": {"edges": "MPMP", "mountains": [{"edges": "n"}, {"edges": "s"}]},
        "g": {"edges": "PPPP", "graveyard": True},
    }
    asks = [
        {"player": "red", "sheriff": "beside"},
        {"kind": "stack", "turn": 1, "mountain": "a mountain s"},
        {"kind": "points", "turn": "end", "for": "graveyard", "at": "g", "player": "blue"},
        {"place": "beside"},
    ]
    position = from_data(data("a g", tiles, asks=asks, end=True))
    assert position.asks == (Asked("red", "sheriff", "beside"),)
    assert position.filters == (
        {"kind": "stack", "turn": 1, "mountain": "a s"},
        {"kind": "points", "turn": "end", "player": "blue", "for": "graveyard", "at": "g"},
        {"place": "beside"},
    )


def test_what_is_expected_and_why_is_carried_along() -> None:
    expected = [
        {"matter": {"kind": "sheriff", "turn": 1}, "value": "a", "passages": ["wiki.move.1"], "because": "so"},
        {
            "matter": {"kind": "tax", "turn": 1},
            "cases": [{"value": 1, "when": {"x": "y"}}, {"value": "none", "when": []}],
        },
    ]
    keys = {"about": "why\nnot", "expected": expected, "turns": [{"player": "red", "sheriff": "a"}]}
    position = from_data(data("a", {"a": {"edges": "MPPP"}}, **keys))
    assert position.about == "why\nnot"
    assert list(position.expected) == expected


def test_everything_has_a_limit_that_is_told() -> None:
    wide = " ".join(["+"] * 201)
    assert messages(wide, {}) == ["<data>/board: the board is too large (at most 200 columns and rows)"]
    many = "\n".join([" ".join(["+"] * 40)] * 40)
    assert messages(many, {}) == ["<data>/board: the board shows 1600 tiles (at most 900)"]
    turns = [{"player": "red"}] * 201
    (fault,) = messages("+", {}, turns=turns)
    assert fault.startswith("<data>/turns: `turns` has 201 entries (a list of at most 200 turns")
    (fault,) = messages("x" * 41, {"x" * 41: {"edges": "PPPP"}})[:1]
    assert "x" * 41 in fault


def test_more_faults_than_anybody_reads_are_cut_short() -> None:
    tiles = {f"k{number}": {"edges": "PPPP"} for number in range(300)}
    faults = messages("+", tiles)
    assert len(faults) == 101
    assert faults[-1].endswith("more errors follow that are not listed")


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize(
    "text",
    [
        "players: [a]\nboard: +\nasks: [" + "{kind: taxx}," * 4900 + "]",
        "players: [a]\nboard: +\ntiles: {" + ",".join(f"{n}: {{edges: PPPP}}" for n in range(4900)) + "}",
        "".join(f"k{n}: 1\n" for n in range(9000)),
        "players: [a]\nboard: |\n"
        + "".join(" " + " ".join(f"n{n}_{m}" for m in range(30)) + "\n" for n in range(30))
        + "tiles:\n"
        + "".join(f"  m{n}_{m}: {{edges: PPPP}}\n" for n in range(30) for m in range(30))
        + "asks: ["
        + "{place: zzzz}," * 1000
        + "]",
    ],
    ids=["asks", "tiles", "keys", "names"],
)
def test_a_document_full_of_faults_is_refused_quickly(text: str) -> None:
    started = time.process_time()
    assert len(told(text)) == 101
    assert time.process_time() - started < 30


@pytest.mark.parametrize("text", ["[]", "5", "null", "a", "''"])
def test_what_is_no_group_of_keys_is_no_position(text: str) -> None:
    assert told(text)[0].startswith("1:1: the document cannot be ")


def test_plain_data_has_paths_in_place_of_lines() -> None:
    (fault,) = messages("a", {"a": {"edges": "x"}})
    assert fault.startswith("<data>/tiles/a/edges: `edges` of tile `a` cannot be `x` (four letters clockwise")
    with pytest.raises(Faults, match="the document has no `players`"):
        from_data({"board": "+"})


def test_what_a_terminal_could_obey_is_escaped_in_messages() -> None:
    with pytest.raises(Faults) as caught:
        from_data(data("+", {"\x1b[2J": {"edges": "PPPP"}}, sheriff="a\u202eb"))
    assert all(character.isprintable() or character == "\n" for character in str(caught.value))


def test_a_key_that_a_terminal_could_obey_is_escaped_beside_an_act() -> None:
    asks = [{"player": "red", "tent": "a", "\x1b[2J": "a"}]
    (fault, *_) = messages("a", {"a": {"edges": "MPPP"}}, asks=asks)
    assert fault.isprintable()
    beside = [one for one in messages("a", {"a": {"edges": "MPPP"}}, asks=asks) if "cannot be given together" in one]
    assert beside
    assert "`\\x1b[2J` cannot be given together with `tent`" in beside[0]


def test_the_schema_is_a_schema_with_a_description_and_a_remedy_for_every_key() -> None:
    Draft202012Validator.check_schema(schema())
    for key, described in schema()["properties"].items():
        assert described["description"], key
        assert "errorMessage" in described or "$ref" in described, key


VALUES = st.one_of(
    st.sampled_from(
        [None, True, False, 0, -1, 10**14, 1.5, float("nan"), float("inf"), "", " ", "mid", "star", "beside"]
    ),
    st.sampled_from(["blue", "mountain", "end", "n", "nesw", "MMMM", "a\nb", "MRPP\n", "\u202e", ". .\n. +", "x" * 99]),
    st.builds(list),
    st.builds(dict),
    st.lists(st.sampled_from(["n", "mid", 3, None, {}, []]), max_size=3),
    st.dictionaries(st.sampled_from(["edges", "player", "tent", "blue", "kind", "", "+"]), st.just("mid"), max_size=3),
)


@given(st.data())
@settings(deadline=None, max_examples=150)
def test_a_position_with_anything_put_anywhere_is_read_or_refused_with_faults(draw: st.DataObject) -> None:
    whole = to_data(parse(BASE))
    whole |= {"asks": [{"player": "blue", "tent": "mid"}, {"kind": "tax", "turn": 1, "mountain": "mid"}]}
    whole |= {"expected": [{"matter": {"kind": "sheriff", "turn": 1}, "value": "mid"}], "stacks": {"mid": 1}}
    for _ in range(draw.draw(st.integers(1, 3))):
        spot: Any = whole
        while True:
            keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
            if isinstance(spot, dict):
                keys += ["city", "cowboy", "mountains", "railroads", "discard", "free", "colours", "title", "zzz"]
            if not keys:
                break
            key = draw.draw(st.sampled_from(keys))
            inner = spot.get(key) if isinstance(spot, dict) else spot[key]
            if isinstance(inner, (dict, list)) and draw.draw(st.booleans()):
                spot = inner
                continue
            spot[key] = draw.draw(VALUES)
            break
    try:
        position = from_data(whole)
    except Faults as faults:
        assert str(faults)  # noqa: PT017
    else:
        assert parse(to_yaml(position)) == position


def test_a_fault_below_a_key_that_is_a_number_or_empty_is_told_at_its_place() -> None:
    tiles = '  0: {edges: PPPP, bogus: 1}\n  007: {edges: {x: 1}}\n  "": {y: 1}\n'
    text = f"players: [1, 2]\nboard: |\n  0 007\ntiles:\n{tiles}"
    faults = told(text)
    assert any(fault.startswith("5:20: unknown key `bogus` of tile `0`") for fault in faults)
    assert any(fault.startswith("6:16: `edges` of tile `007`") for fault in faults)
    assert any(fault.startswith("7:3: `` cannot be a key of `tiles`") or "7:3: tile ``" in fault for fault in faults)


def test_a_case_that_is_no_group_is_told_and_the_others_are_read() -> None:
    text = BASE + "expected:\n  - {matter: {kind: sheriff, turn: 1}, cases: [ab, {value: mid, when: {}}]}\n"
    (fault,) = told(text)
    assert "entry 1 of `cases`" in fault


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("nuggets: 2", 'nuggets: "2"'),
        ("nuggets: 2", "nuggets: 2.0"),
        ("nuggets: 2", "nuggets: '2.0'"),
        ("nuggets: 2", "nuggets: 0x2"),
        ("nuggets: 2", "nuggets: 2, tokens: '2'"),
        ("nuggets: 2", "mountains: [{edges: new, nuggets: '2', tokens: ~, tent: null}]"),
        ("nuggets: 2", "nuggets: 2, mountains: null, railroads: [], city: [], cowboy: {}"),
        ("nuggets: 2", "nuggets: 2, city: false, cowboy: {blue: null}, graveyard: no, star: 'FALSE'"),
        ("star: true", 'star: "true"'),
        ("star: true", "star: yes"),
        ("star: true", "star: 'On'"),
        ("star: true", "star: true, graveyard: off, tent: ~"),
        ("sheriff: mid}", "sheriff: mid, tent: ~, mine: null, cowboy: null, discard: null}"),
        ("place: star", "place: star, discard:"),
        ("tiles:", "title: ~\nabout:\nsheriff: ~\nsupply: null\nend: null\nstart: ~\nlast: ~\ncolours: ~\ntiles:"),
        ("tiles:", "collected: {blue: ~}\nstacks: ~\nasks: ~\nobserved: ~\nfree: ~\nreading: ~\nexpected: ~\ntiles:"),
        ("tiles:", "reading: {self_tile: ~}\nstacks: {mid: null}\ncolours: {blue: ~}\nend: 'no'\ntiles:"),
        ("tiles:", "$schema: https://example.org/position.schema.json\ntiles:"),
        ("tiles:", "$schema: ~\ntiles:"),
        ("players: [blue, yellow, black]", "%YAML 1.1\n---\nplayers: [blue, yellow, black]"),
        ("players: [blue, yellow, black]", "# a comment\n--- # another one\nplayers: &p [blue, yellow, black]"),
        ("- {player: blue, place: star, sheriff: mid}\n", "- {player: blue, place: star, sheriff: mid}\n...\n# end\n"),
    ],
)
def test_what_can_only_mean_the_same_is_the_same_position(old: str, new: str) -> None:
    assert old in BASE
    assert parse(BASE.replace(old, new, 1)) == parse(BASE)


@pytest.mark.parametrize(
    ("key", "written", "read_as"),
    [
        ("supply", '"9"', 9),
        ("supply", "1_0", 10),
        ("supply", "9.0", 9),
        ("collected", '{blue: "3"}', {"blue": 3}),
        ("stacks", "{west: '4'}", ((Place("west", "mountain"), 4),)),
        ("end", '"true"', True),
        ("end", "on", True),
        ("title", "2001", "2001"),
        ("title", "1.50", "1.50"),
        ("title", "no", "no"),
        ("title", "false", "false"),
        ("about", "12", "12"),
        ("about", '"a\\r\\nb\\rc\\u2028d"', "a\nb\nc\nd"),
        ("asks", "[{kind: tax, turn: '1'}]", ()),
        ("observed", "[{kind: tax, turn: '1', value: '2'}]", ({"kind": "tax", "turn": 1, "value": 2},)),
        ("observed", "[{kind: tax, turn: 1.0, value: 2.0, act: ~}]", ({"kind": "tax", "turn": 1, "value": 2},)),
        ("observed", "[{kind: may, value: true}]", ({"kind": "may", "value": "yes"},)),
        ("observed", "[{kind: may, value: 'False'}]", ({"kind": "may", "value": "no"},)),
        ("observed", "[{kind: may, value: off}]", ({"kind": "may", "value": "no"},)),
        ("observed", "[{kind: may, value: none}]", ({"kind": "may", "value": "none"},)),
        (
            "expected",
            "[{matter: {kind: may}, cases: [{value: false, when: {}}, {value: y, when: []}], because: 3}]",
            (
                {
                    "matter": {"kind": "may"},
                    "cases": [{"value": "no", "when": {}}, {"value": "yes", "when": []}],
                    "because": "3",
                },
            ),
        ),
        (
            "expected",
            "[{matter: {kind: tax, player: ~}, value: '2', cases: ~, passages: ~, because: ~}]",
            ({"matter": {"kind": "tax"}, "value": 2},),
        ),
    ],
)
def test_a_value_of_another_type_is_read_where_its_meaning_is_plain(key: str, written: str, read_as: object) -> None:
    position = parse(BASE + f"{key}: {written}\n")
    if key == "asks":
        assert position.filters == ({"kind": "tax", "turn": 1},)
    assert getattr(position, key) == read_as


@pytest.mark.parametrize(
    ("discard", "read_as"),
    [
        ("{star: true, graveyard: false}", "star"),
        ("{star: true, graveyard: null}", "star"),
        ("{star: 'true'}", "star"),
        ("{star: true, graveyard: true}", "graveyard"),
        ("{star: ~, graveyard: yes}", "graveyard"),
        ("star", "star"),
        ("graveyard", "graveyard"),
        ("~", None),
    ],
)
def test_a_discard_says_what_the_tile_showed(discard: str, read_as: object) -> None:
    position = parse(BASE + f"  - {{player: yellow, discard: {discard}}}\n")
    assert position.turns[1].discard == read_as


def test_a_discarded_graveyard_shows_a_star_whatever_is_said() -> None:
    (fault,) = told(BASE + "  - {player: yellow, discard: {star: false, graveyard: true}}\n")
    assert fault.startswith("12:31: `discard` of turn 2 cannot be `{star: false, graveyard: true}`")


SPELLED = """\
players: [blue]
board: |
  on  017  1_0  1:30
  z   0x1F 2.0  null
tiles:
  on:   {edges: MPPP}
  017:  {edges: PPPP}
  1_0:  {edges: PPPP}
  1:30: {edges: MPPP}
  z:    {edges: PPPP}
  0x1F: {edges: PPPP}
  2.0:  {edges: PPMP}
  null: {edges: PPPP, star: true}
turns:
  - {player: blue, place: z, mine: on}
sheriff: on
asks:
  - {player: blue, mine: 1:30}
  - {player: blue, mine: 2.0}
  - {kind: stack, mountain: on}
stacks: {on: 1, 1:30: 1}
observed:
  - {kind: sheriff, value: on}
"""


def test_any_number_of_values_may_be_of_another_type() -> None:
    names = [[f"t{row}_{column}" for column in range(30)] for row in range(10)]

    def position(**entry: object) -> dict[str, Any]:
        tiles = {name: {"edges": "PPPP", **entry} for row in names for name in row}
        return {"players": ["a"], "board": names, "tiles": tiles}

    assert from_data(position(star="no")) == from_data(position(star=False))
    with pytest.raises(Faults) as caught:
        from_data(position(star="no", x=1))
    assert len(caught.value.faults) == 101


def test_names_that_a_program_has_taken_for_values_are_known_again() -> None:
    """The entries change in a program that reads YAML 1.1, while the board is a text and stays as it is."""
    data = yaml.safe_load(SPELLED)
    assert [*data["tiles"]] == [True, 15, 10, 90, "z", 31, 2.0, None]
    data["tiles"]["null"] = data["tiles"].pop(None)
    again = yaml.safe_dump(data)
    assert "true:" in again and "90:" in again
    assert parse(again) == parse(SPELLED)
    assert from_data(data) == parse(SPELLED)


def test_a_truth_that_several_tiles_can_be_is_none() -> None:
    text = "players: [a]\nboard: on yes\ntiles: {on: {edges: PPPP}, true: {edges: PPPP}}\n"
    assert [tile.name for tile in parse(text).tiles] == ["on", "yes"]
    faults = told(text.replace("on: {", "off: {"))
    assert any("tile `on` has no entry in `tiles`" in fault for fault in faults)
    assert any("tile `true` is not on the board" in fault for fault in faults)


def test_edges_that_a_program_has_taken_for_false_are_north() -> None:
    entry = {"edges": "MPMR", "mountains": [{"edges": False, "nuggets": 2}, {"edges": "s"}], "railroads": ["w"]}
    assert [m.edges for m in from_data(data("a", {"a": entry})).tile("a").mountains] == ["n", "s"]
    rails = {"edges": "RPRP", "railroads": [False, "s"]}
    assert from_data(data("a", {"a": rails})).tile("a").railroads == ("n", "s")
    assert any("cannot be `true`" in told for told in messages("a", {"a": {"edges": "RPRP", "railroads": [True]}}))


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\v", "\f", "\x85", "\u2028", "\u2029"])
def test_whatever_ends_a_line_ends_a_row(end: str) -> None:
    tiles = {"a": {"edges": "PPPP"}, "b": {"edges": "PPPP"}}
    position = data(f"a{end}b{end}", tiles)
    for read_from in (from_data(position), parse(json.dumps(position))):
        assert [(tile.name, tile.cell) for tile in read_from.tiles] == [("a", (1, 1)), ("b", (1, 2))]
    assert parse(json.dumps(position, ensure_ascii=False)) == from_data(position)


@pytest.mark.parametrize("blank", [" ", "\t", "\xa0", "\u2003", "\u3000", " \t "])
def test_blanks_part_the_names_of_a_row(blank: str) -> None:
    tiles = {"a": {"edges": "PPPP"}, "b": {"edges": "PPPP"}}
    assert [tile.cell for tile in from_data(data(f"a{blank}b", tiles)).tiles] == [(1, 1), (2, 1)]


@pytest.mark.parametrize("sign", ["\x1c", "\x1d", "\x1e", "\x1f", "\x00", "\x07", "\u200b", "\ufeff"])
def test_what_is_neither_blank_nor_line_end_parts_nothing_in_secret(sign: str) -> None:
    tiles = {"a": {"edges": "PPPP"}, "b": {"edges": "PPPP"}}
    assert any("contains spaces or invisible characters" in told for told in messages(f"a{sign}b", tiles))


def test_a_board_may_be_a_list_of_rows_or_of_names_in_python_and_json() -> None:
    tiles = {"a": {"edges": "PPPP"}, "1": {"edges": "PPPP"}, "c": {"edges": "PPPP"}}
    drawn = from_data(data("a 1\nc .", tiles))
    for board in (
        ["a 1", "c ."],
        ("a 1\n", "c ."),
        [["a", "1"], ["c", None]],
        [("a", 1), ("c", "")],
        [["a", 1], "c ."],
        ["a 1\nc ."],
        ["", "a 1", [], "c .", ""],
    ):
        assert from_data({**data("", tiles), "board": board}) == drawn
        assert parse(json.dumps({**data("", tiles), "board": board})) == drawn
    assert from_data(to_data(drawn)) == drawn


def test_the_schema_takes_what_programs_write() -> None:
    """Editors and programs that check with the published schema find what the reader finds."""
    valid = Draft202012Validator(schema()).is_valid
    whole = to_data(parse(BASE))
    nulls = dict.fromkeys(set(schema()["properties"]) - set(whole))
    tile = dict.fromkeys(schema()["$defs"]["tile"]["properties"]) | {"edges": "PPPP"}
    turn = dict.fromkeys(schema()["$defs"]["turn"]["properties"]) | {"player": "blue"}
    asked = dict.fromkeys(schema()["$defs"]["ask"]["properties"]) | {"kind": "tax"}
    seen = dict.fromkeys(schema()["$defs"]["observation"]["properties"]) | {"kind": "tax", "value": 1}
    want = dict.fromkeys(schema()["$defs"]["expectation"]["properties"]) | {"matter": {"kind": "tax"}, "value": 1}
    for more in (
        {},
        nulls,
        {"$schema": "x"},
        {"board": [[None, "star", "."], "west mid east"]},
        {"tiles": {**whole["tiles"], "star": {**whole["tiles"]["star"], "tent": None, "graveyard": None}}},
        {
            "board": ". star . z\nwest mid east +",
            "tiles": {**whole["tiles"], "z": tile},
            "turns": [*whole["turns"], turn],
        },
        {"asks": [asked], "observed": [seen], "expected": [want]},
    ):
        assert valid(whole | more), more
        assert from_data(whole | more)
    for key in ("players", "board"):
        assert not valid({**whole, key: None})
    for less in (
        {"turns": [{"player": None}]},
        {"asks": [{"kind": None}]},
        {"observed": [{"kind": "tax", "value": None}]},
    ):
        assert not valid(whole | less), less


class Text(str):
    """What libraries make of a quoted text."""

    __slots__ = ()


def test_plain_data_may_have_the_subclasses_of_text_and_number_that_libraries_make() -> None:
    position = from_data(data("x", {Text("x"): {"edges": Text("PPPP")}}, title=Text("a")))
    assert type(position.title) is str


def test_half_a_character_in_plain_data_is_refused() -> None:
    with pytest.raises(Faults, match="half a character"):
        from_data(data("x", {"x": {"edges": "PPPP"}}, title="\ud800"))


def test_a_long_story_on_a_large_board_is_refused() -> None:
    names = [[f"t{row}_{column}" for column in range(15)] for row in range(10)]
    board = "\n".join(" ".join(row) for row in names)
    tiles = {name: {"edges": "PPPP"} for row in names for name in row}
    turns = [{"player": "red", "place": name} for row in names[5:] for name in row]
    (fault,) = messages(board, tiles, turns=turns)
    assert "75 turns on 150 tiles are too many" in fault


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2.5, True])
def test_a_value_that_is_no_whole_number_is_refused_also_where_none_is_asked_for(value: object) -> None:
    told = messages("a", {"a": {"edges": "PPPP"}}, asks=[{"kind": "tax", "value": value}])
    assert any("unknown key `value`" in fault for fault in told)
    assert any("the value of `tax` cannot be" in fault for fault in told)


def test_a_turn_with_hundreds_of_digits_is_not_told_in_full() -> None:
    (told,) = messages("a", {"a": {"edges": "PPPP"}}, asks=[{"kind": "tax", "turn": 10.0**300}])
    assert "there is no turn" in told and len(told) < 200
