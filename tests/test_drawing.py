"""Drawings of positions: as SVG, as text for the terminal, and in sentences."""

from __future__ import annotations

import itertools
import math
import re
import time
import unicodedata
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from sheriff_kb.drawing import alternative, svg, text
from sheriff_kb.drawing.looks import channels, looks
from sheriff_kb.drawing.shapes import MOUNTAIN, RAILROAD, STEP, Shape, ground
from sheriff_kb.position import EDGES, Mountain, Place, Position, Tile, Turn
from sheriff_kb.wording import wording

SVG = "{http://www.w3.org/2000/svg}"
SEPARATE = 0.1  # a distance in Oklab that nobody overlooks

HOSTILE = '"><script>alert(1)</script>&\x1b[31m\u202e\ud800\x00\uffff'


def place(tile: str, kind: str = "mountain", index: int = 0) -> Place:
    return Place(tile, kind, index)  # type: ignore[arg-type]


SAMPLE = Position(
    players=("blue", "yellow", "black"),
    title="A star tile sends the sheriff to a mountain with two tents",
    tiles=(
        Tile("star", (2, 1), "MPMP", (Mountain("ns"),), star=True),
        Tile("west", (1, 2), "PMPP", (Mountain("e", tent="yellow"),)),
        Tile("mid", (2, 2), "MMPM", (Mountain("new", 2, 2),)),
        Tile("east", (3, 2), "PPPM", (Mountain("w", 1, 0, "black"),)),
    ),
    turns=(Turn("blue", place="star", sheriff=place("mid")),),
    collected={"yellow": 2},
)

TOWN = Position(
    players=("Anna", "Bert"),
    title="A town",
    tiles=(
        Tile(
            "G",
            (1, 1),
            "PRPP",
            railroads=("e",),
            star=True,
            graveyard=True,
            cowboys=(("Anna", place("G", "graveyard")),),
        ),
        Tile("T", (2, 1), "PRPR", (), ("e", "w"), ("Dodge",), cowboys=(("Bert", place("T", "city")),)),
        Tile("+@1,2", (1, 2), "PPPP"),
        Tile("H", (2, 2), "PMPP", (Mountain("e", 3, 5, "Bert"),)),
        Tile("B", (3, 1), "RPPR", (), ("nw",), cowboys=(("Anna", place("B", "prairie", 1)),)),
    ),
    sheriff=place("H"),
    colours={"Anna": "crimson", "Bert": "url(javascript:alert(1))"},
    supply=7,
    end=True,
)


def root(position: Position, **options: int | bool | None) -> ET.Element:
    return ET.fromstring(svg(position, **options))  # type: ignore[arg-type]


def tiles(drawing: ET.Element) -> dict[str, ET.Element]:
    """The groups of the tiles by the names in their sentences."""
    found = {}
    for group in drawing.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is None:
            title = group.find(f"{SVG}g/{SVG}title")
        if title is not None and title.text and "transform" in group.attrib:
            found[title.text.split()[1]] = group
    return found


def symbols(group: ET.Element) -> list[str]:
    return [use.attrib["href"].rpartition("-")[2] for use in group.iter(f"{SVG}use")]


def words(group: ET.Element) -> list[str]:
    return [element.text or "" for element in group.iter(f"{SVG}text")]


def fills(group: ET.Element) -> set[str]:
    return {element.attrib["fill"] for element in group.iter(f"{SVG}g") if "fill" in element.attrib}


def test_it_is_an_image_with_a_title_and_a_text_alternative() -> None:
    drawing = root(SAMPLE)
    assert drawing.tag == f"{SVG}svg"
    assert drawing.attrib["role"] == "img"
    title, desc = drawing.find(f"{SVG}title"), drawing.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert title.text == SAMPLE.title
    assert desc.text == alternative(SAMPLE)
    assert drawing.attrib["aria-labelledby"] == title.attrib["id"]
    assert drawing.attrib["aria-describedby"] == desc.attrib["id"]


def test_it_is_self_contained() -> None:
    drawn = svg(TOWN)
    assert "<script" not in drawn
    assert "url(" not in drawn
    assert "@import" not in drawn
    assert set(re.findall(r"https?://[^\"']+", drawn)) == {"http://www.w3.org/2000/svg"}
    ids = {element.attrib["id"] for element in root(TOWN).iter() if "id" in element.attrib}
    assert {use.attrib["href"][1:] for use in root(TOWN).iter(f"{SVG}use")} <= ids


def test_it_has_light_and_dark_colours_and_a_fallback_for_each() -> None:
    drawn = svg(SAMPLE)
    assert "@media (prefers-color-scheme:dark)" in drawn
    for name in set(re.findall(r"var\(--sk-(\w+)\)", drawn)):
        assert len(re.findall(rf"--sk-{name}:#", drawn)) == 4
    assert not re.search(r"(?<!;)(fill|stroke):var", drawn)


def test_several_drawings_can_share_a_page() -> None:
    ids = [element.attrib["id"] for p in (SAMPLE, TOWN) for element in root(p).iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))


def test_every_feature_is_drawn() -> None:
    drawn = tiles(root(TOWN))
    assert {"star", "graveyard"} <= set(symbols(drawn["G"]))
    assert "city" in symbols(drawn["T"])
    assert symbols(drawn["H"]).count("nugget") == 3
    assert symbols(drawn["H"]).count("stack") == 1
    assert "5" in words(drawn["H"])
    assert any(symbol.startswith("peak") for symbol in symbols(drawn["H"]))
    classes = [element.get("class") for element in drawn["B"].iter()]
    assert "sheriff-rail" in classes
    assert "sheriff-sleeper" in classes


def test_every_figure_is_drawn_in_its_colour_with_its_letter() -> None:
    drawn, look = tiles(root(TOWN)), looks(TOWN, wording())
    for name, symbol, player in (("G", "cowboy", "Anna"), ("T", "cowboy", "Bert"), ("H", "tent", "Bert")):
        assert symbol in symbols(drawn[name])
        assert look[player].letters in words(drawn[name])
        assert fills(drawn[name]) == {look[player].colour}
    assert "sheriff" in symbols(drawn["H"])
    assert look["Anna"].colour == "#dc143c"


def test_a_sheriff_without_a_place_stands_beside_the_board() -> None:
    assert "beside the board" in words(root(SAMPLE))
    assert "beside the board" not in words(root(TOWN))


def test_tiles_show_their_names_and_those_of_a_kind_the_short_one() -> None:
    drawn = root(TOWN)
    assert "+" in words(tiles(drawn)["+@1,2"])
    assert {"G", "T", "H"} <= set(words(drawn))
    assert [element.text for element in drawn.iter() if element.get("class") == "sheriff-faint"] == list("12312")


@pytest.mark.parametrize(("turn", "dashed"), [(None, True), (0, True), (1, False)])
def test_tiles_placed_later_are_dashed_and_carry_the_turn(turn: int | None, dashed: bool) -> None:
    drawn = tiles(root(SAMPLE, turn=turn))
    marked = {name for name, group in drawn.items() if "sheriff-badge" in [e.get("class") for e in group.iter()]}
    outlined = {name for name, group in drawn.items() if "sheriff-later" in [e.get("class") for e in group.iter()]}
    assert marked == {"star"}
    assert outlined == ({"star"} if dashed else set())
    assert "1" in words(drawn["star"])
    assert ("╎star   t1╎" if dashed else "│star   t1│") in text(SAMPLE, turn=turn)


def test_the_title_above_the_board_can_be_left_out() -> None:
    assert any("star tile" in line for line in words(root(SAMPLE)))
    assert not any("star tile" in line for line in words(root(SAMPLE, title=False)))


def test_a_stack_that_lies_somewhere_on_a_mountain_is_drawn_once() -> None:
    position = replace(SAMPLE, stacks=((place("mid"), 4),))
    drawn = tiles(root(position))
    assert words(drawn["mid"])[0] == "Σ4"
    assert "stack" not in symbols(drawn["west"])
    assert "On the whole mountain of mid lie 4 tokens." in alternative(position)
    assert "●Σ4" in text(position)
    assert "o=4" in text(position, ascii=True)


def test_the_text_alternative_reads_as_sentences() -> None:
    assert alternative(SAMPLE) == (
        "The board has 4 tiles, 1 of them not yet placed. "
        "Tile star in column 2, row 1 shows a mountain to the north and south (1 nugget) and a star. "
        "It is placed in turn 1. "
        "Tile west in column 1, row 2 shows a mountain to the east (1 nugget, 1 token). "
        "On it stands yellow's tent. "
        "Tile mid in column 2, row 2 shows a mountain to the north, east and west (2 nuggets, 2 tokens). "
        "Tile east in column 3, row 2 shows a mountain to the west (1 nugget, no tokens). "
        "On it stands black's tent. "
        "The sheriff stands beside the board. Yellow has mined 2 tokens. "
        "In turn 1, blue places star and sends the sheriff to mid."
    )
    told = alternative(TOWN)
    assert "a railroad from the east that ends here, a star and a graveyard. On it stands Anna's cowboy" in told
    assert "the city Dodge. On it stands Bert's cowboy on the city." in told
    assert "Anna's cowboy on the prairie in the north-east." in told
    assert "On it stand Bert's tent and the sheriff." in told
    assert "In row 2, column 1 is plain prairie." in told
    assert told.endswith("7 tokens are left in the supply. The game ends now.")


@pytest.mark.parametrize("position", [SAMPLE, TOWN], ids=["sample", "town"])
def test_sentences_begin_with_a_capital_and_end_with_a_stop(position: Position) -> None:
    for sentence in alternative(position).removesuffix(".").split(". "):
        assert not sentence[0].islower()
        assert "  " not in sentence
        assert "None" not in sentence


def hostile() -> Position:
    tile = Tile(HOSTILE, (1, 1), "MPPP", (Mountain("n", tent=HOSTILE),), (), (HOSTILE,))
    return Position(
        (HOSTILE, ""), (tile,), HOSTILE, (Turn(HOSTILE, act="mine", at=place(HOSTILE)),), colours={"": HOSTILE}
    )


def test_hostile_names_are_harmless_in_svg() -> None:
    drawn = svg(hostile())
    drawing = ET.fromstring(drawn)
    assert not list(drawing.iter(f"{SVG}script"))
    assert "<script" not in drawn
    assert "\u202e" not in drawn
    drawn.encode()


@pytest.mark.parametrize("plain", [False, True])
def test_hostile_names_are_harmless_in_a_terminal(plain: bool) -> None:
    drawn = text(hostile(), ascii=plain)
    drawn.encode("ascii" if plain else "utf-8")
    assert {unicodedata.category(char) for char in drawn if char != "\n"}.isdisjoint({"Cc", "Cf", "Cs", "Cn"})


def test_every_player_has_letters_of_their_own() -> None:
    for players in (
        ("blue", "black", "brown"),
        ("Anna", "Amelie", "Ann", "A"),
        ("x", "X", "xx"),
        ("", "!", "1", "2"),
        ("Ли", "李", "ß"),
        ("red", "green"),
    ):
        letters = [look.letters for look in looks(Position(players, ()), wording()).values()]
        assert len(set(letters)) == len(players), letters
        assert all(0 < len(letter) <= 2 for letter in letters), letters
    assert [look.letters for look in looks(Position(("blue", "yellow", "black"), ()), wording()).values()] == [
        "Bu",
        "Y",
        "Ba",
    ]


def test_colours_are_what_the_position_says_or_the_name_or_the_palette() -> None:
    players = ("rot", "Jaune", "green", "Zoe", "Max", "Ida")
    position = Position(players, (), colours={"Zoe": "#ABC", "Max": "expression(1)", "Ida": "Rot", "nobody": "red"})
    colours = {player: look.colour for player, look in looks(position, wording()).items()}
    english = {
        player: look.colour for player, look in looks(Position(("red", "yellow", "green"), ()), wording()).items()
    }
    assert colours["rot"] == colours["Ida"] == english["red"]
    assert colours["Jaune"] == english["yellow"]
    assert colours["Zoe"] == "#aabbcc"
    assert re.fullmatch("#[0-9a-f]{6}", colours["Max"])


# Machado, Oliveira and Fernandes 2009: how colours look without one kind of cone, in linear RGB.
SIGHT = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def seen(colour: str, sight: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """The colour as it is seen, in Oklab."""
    linear = [(c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in channels(colour)]
    r, g, b = (min(1, max(0, sum(a * c for a, c in zip(row, linear, strict=True)))) for row in sight)
    cones = (
        0.4122 * r + 0.5363 * g + 0.0514 * b,
        0.2119 * r + 0.6807 * g + 0.1074 * b,
        0.0883 * r + 0.2817 * g + 0.6300 * b,
    )
    x, y, z = (c ** (1 / 3) for c in cones)
    return (
        0.2105 * x + 0.7936 * y - 0.0041 * z,
        1.9780 * x - 2.4286 * y + 0.4506 * z,
        0.0259 * x + 0.7828 * y - 0.8087 * z,
    )


@pytest.mark.parametrize("sight", SIGHT)
def test_colour_blind_people_can_tell_the_usual_figures_apart(sight: str) -> None:
    usual = looks(Position(("black", "white", "blue", "red", "green", "yellow"), ()), wording())
    for one, other in itertools.combinations(usual.values(), 2):
        assert math.dist(seen(one.colour, SIGHT[sight]), seen(other.colour, SIGHT[sight])) > SEPARATE


def test_drawings_are_deterministic() -> None:
    for position in (SAMPLE, TOWN):
        assert svg(position) == svg(replace(position))
        assert text(position) == text(replace(position))


MOUNTAINS = (("n",), ("ns",), ("ne",), ("new",), ("nesw",), ("n", "e"), ("ne", "sw"), ("ns", "e", "w"))
TERRAIN = [
    (mountains, railroads)
    for mountains in MOUNTAINS
    for railroads in ((), ("s",), ("ew",), ("s", "w"))
    if not set("".join(mountains)) & set("".join(railroads))
]


@pytest.mark.parametrize(("mountains", "railroads"), TERRAIN)
def test_terrain_reaches_its_edges_and_segments_stay_apart(
    mountains: tuple[str, ...], railroads: tuple[str, ...]
) -> None:
    edges = "".join("M" if edge in "".join(mountains) else "R" if edge in "".join(railroads) else "P" for edge in EDGES)
    area = ground(Shape(edges, mountains, railroads))
    last, middle = len(area) - 1, len(area) // 2
    at = {"n": (0, middle), "e": (middle, last), "s": (last, middle), "w": (middle, 0)}
    for index, segment in enumerate(mountains):
        for edge in segment:
            assert area[at[edge][0]][at[edge][1]] == MOUNTAIN + index
        cells = {(y, x) for y, row in enumerate(area) for x, code in enumerate(row) if code == MOUNTAIN + index}
        assert len(cells) * STEP * STEP > 1500
        if not railroads:
            assert len(piece(cells)) == len(cells)
    for edge in "".join(railroads):
        assert area[at[edge][0]][at[edge][1]] == RAILROAD


def piece(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The cells that hang together with one of them."""
    found = {min(cells)}
    front = list(found)
    while front:
        y, x = front.pop()
        near = {(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)} & cells - found
        found |= near
        front += near
    return found


def test_a_drawing_for_the_terminal() -> None:
    assert text(SAMPLE) == (
        "A star tile sends the sheriff to a mountain with two tents\n"
        "          ┌╌╌╌╌M╌╌╌╌┐\n"
        "          ╎star   t1╎\n"
        "          P ◆1      P\n"
        "          ╎ ★       ╎\n"
        "┌────P────┼────M────┼────P────┐\n"
        "│west     │mid      │east     │\n"
        "P ◆1 ●1   M ◆2 ●2   M ◆1 ▲Ba  P\n"
        "│ ▲Y      │         │         │\n"
        "└────P────┴────P────┴────P────┘\n"
        "M mountain, R railroad, P prairie, ◆ nuggets, ● tokens, ▲ tent, ★ star, t1 placed in turn 1\n"
        "Bu blue  Y yellow (2 tokens)  Ba black\n"
        "On west: yellow's tent.\n"
        "On east: black's tent.\n"
        "The sheriff stands beside the board.\n"
        "In turn 1, blue places star and sends the sheriff to mid.\n"
    )


def test_the_terminal_shows_every_feature_and_figure() -> None:
    drawn = text(TOWN)
    for mark in ("★", "†", "⌂", "◆3", "●5", "▲B", "☻A", "☻B", "✪"):
        assert mark in drawn
    plain = text(TOWN, ascii=True)
    assert plain.isascii()
    for mark in ("star", "grave", "city", "*3", "o5", "^B", "&A", "&B", "sheriff"):
        assert mark in plain


def test_colour_changes_nothing_but_the_colours() -> None:
    for position in (SAMPLE, TOWN):
        assert "\x1b[" not in text(position)
        assert "\x1b[" in text(position, colour=True)
        bare = re.sub(r"\x1b\[[0-9;]*m", "", text(position, colour=True))
        assert [line.rstrip() for line in bare.splitlines()] == text(position).splitlines()


@pytest.mark.parametrize("width", [24, 30, 40, 80])
def test_no_line_is_wider_than_it_may_be(width: int) -> None:
    for position in (SAMPLE, TOWN):
        assert all(len(line) <= width for line in text(position, width=width).splitlines())


def test_a_board_without_tiles_can_be_drawn() -> None:
    empty = Position((), ())
    ET.fromstring(svg(empty))
    assert "The board has no tiles." in alternative(empty)
    assert text(empty)


def test_big_boards_are_drawn_quickly() -> None:
    board = []
    for number, (row, column) in enumerate(itertools.product(range(1, 31), repeat=2)):
        edges = "".join("MRP"[(number * prime >> 3) % 3] for prime in (7, 11, 13, 17))
        mountain = "".join(edge for edge, shown in zip(EDGES, edges, strict=True) if shown == "M")
        rails = tuple(edge for edge, shown in zip(EDGES, edges, strict=True) if shown == "R")
        mountains = (Mountain(mountain, number % 4, number % 3, ("red", None)[number % 2]),) if mountain else ()
        board.append(Tile(f"t{number}", (column, row), edges, mountains, rails, star=number % 9 == 0))
    position = Position(("red", "blue"), tuple(board))
    start = time.process_time()
    assert svg(position).count("<title>") >= 900
    assert text(position, width=100)
    assert time.process_time() - start < 20  # under a second on a common machine
