"""Pictures: fixed colours, what is marked in them, and PNG."""

from __future__ import annotations

import builtins
import struct
import zlib
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from sheriff_kb.cli import cli
from sheriff_kb.drawing import Focus, alternative, png, raster, svg
from sheriff_kb.exits import ANSWERED, FAULT, MISUSE
from sheriff_kb.faq.focus import focus
from sheriff_kb.gallery import entry
from sheriff_kb.position import Matter, Place, to_yaml

if TYPE_CHECKING:
    from pathlib import Path

    from sheriff_kb.position import Position

SIGNATURE = b"\x89PNG\r\n\x1a\n"
SVG = "{http://www.w3.org/2000/svg}"


def position(name: str) -> Position:
    return entry(name).position


def size(picture: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def colours(picture: bytes) -> set[bytes]:
    """All colours of a PNG with four bytes a pixel."""
    data, at = b"", 8
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        if picture[at + 4 : at + 8] == b"IDAT":
            data += picture[at + 8 : at + 8 + length]
        at += 12 + length
    width, height = size(picture)
    rows, last, found = zlib.decompress(data), bytearray(4 * width), set[bytes]()
    for row in range(height):
        start = row * (4 * width + 1)
        line = bytearray(rows[start + 1 : start + 1 + 4 * width])
        unfilter(rows[start], line, last)
        found.update(bytes(line[i : i + 4]) for i in range(0, len(line), 4))
        last = line
    return found


def unfilter(kind: int, line: bytearray, above: bytearray) -> None:
    for i in range(len(line)):
        left = line[i - 4] if i >= 4 else 0
        corner = above[i - 4] if i >= 4 else 0
        up = above[i]
        nearest = min(
            (abs(up - corner), 0, left), (abs(left - corner), 1, up), (abs(left + up - 2 * corner), 2, corner)
        )
        line[i] = (line[i] + (0, left, up, (left + up) // 2, nearest[2])[kind]) % 256


# --- what is marked --------------------------------------------------------------------------------------------------


def test_of_a_mountain_all_segments_are_outlined_as_of_the_turn() -> None:
    sample = position("examples/star_tile_with_two_tents")
    marked = focus(sample, Matter("tax", 1, mountain="star"))
    assert {place.tile for place in marked.region} == {"star", "west", "mid", "east"}
    assert marked.counted == frozenset()
    before = focus(position("freeze/joined_mountain_is_frozen_whole"), Matter("may", 1, "blue", "mine", "east"))
    assert {place.tile for place in before.region} == {"west", "joint", "east"}


def test_of_a_graveyard_the_tiles_around_and_its_own_are_marked() -> None:
    marked = focus(
        position("examples/graveyard_seven_around"), Matter("points", "end", "red", purpose="graveyard", at="G")
    )
    assert len(marked.counted) == 8
    assert "G" in marked.counted
    assert marked.region == frozenset()


def test_what_is_neither_is_not_marked() -> None:
    sample = position("graveyard/claim_prairie_or_graveyard")
    assert focus(sample, Matter("may", 1, "blue", "cowboy", "G prairie")) == Focus()
    assert focus(sample, Matter("score", player="red")) == Focus()
    refused = position("refusals/beside_though_he_is_placed_again")
    assert focus(refused, Matter("may", 1, "blue", "sheriff", "beside")) == Focus()


def test_marks_are_drawn_and_told() -> None:
    sample = position("examples/graveyard_seven_around")
    marks = Focus(counted=frozenset({"G", "mill"}))
    drawn = ET.fromstring(svg(sample, focus=marks))
    assert len([one for one in drawn.iter(f"{SVG}rect") if one.get("class") == "sheriff-counted"]) == 2
    assert "Marked as what may be counted: mill in column 2, row 1 and G in column 2, row 2." in alternative(
        sample, focus=marks
    )
    assert 'sheriff-counted"' not in svg(sample)
    hill = position("tents/moved_onto_a_frozen_mountain")
    outline = Focus(region=frozenset({Place("left", "mountain"), Place("right", "mountain")}))
    assert svg(hill, focus=outline).count('class="sheriff-region"') == 2
    assert "The mountain of left and right is outlined." in alternative(hill, focus=outline)


# --- fixed colours ---------------------------------------------------------------------------------------------------


def test_fixed_colours_need_no_variables() -> None:
    sample = position("examples/star_tile_with_two_tents")
    light, dark, page = (svg(sample, scheme=scheme) for scheme in ("light", "dark", "page"))
    assert "var(" not in light + dark
    assert "@media" not in light + dark
    assert "prefers-color-scheme" in page
    assert len({light, dark, page}) == 3
    assert 'class="sheriff-page"' in light


# --- PNG -------------------------------------------------------------------------------------------------------------


@pytest.mark.cases(quick=0)
def test_a_png_has_the_size_of_the_drawing_and_its_colours() -> None:
    sample = position("examples/star_tile_with_two_tents")
    root = ET.fromstring(svg(sample))
    light, dark = png(sample), png(sample, scheme="dark")
    assert light.startswith(SIGNATURE)
    assert size(light) == (2 * int(root.get("width", "")), 2 * int(root.get("height", "")))
    assert len(colours(light)) > 100
    assert {b"\xfd\xfa\xf3\xff", b"\xdc\xd7\x9b\xff"} <= colours(light)
    assert b"\x1d\x1a\x16\xff" in colours(dark)


def test_texts_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = position("examples/star_tile_with_two_tents")
    with_texts, whole = png(sample), svg(sample, scheme="light")
    monkeypatch.setattr(raster, "svg", lambda *_args, **_more: whole.replace("text", "desc"))
    assert size(png(sample)) == size(with_texts)
    assert png(sample) != with_texts


def test_a_very_large_table_is_drawn_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = position("examples/graveyard_seven_around")
    monkeypatch.setattr(raster, "MOST_PIXELS", 10_000)
    width, height = size(png(sample))
    assert 5_000 < width * height <= 11_000


def draw(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["draw", *arguments], prog_name="sheriff")


@pytest.fixture
def game(tmp_path: Path) -> str:
    file = tmp_path / "game.yaml"
    file.write_text(to_yaml(position("examples/star_tile_with_two_tents")), encoding="utf-8")
    return str(file)


def test_the_ending_of_a_file_asks_for_png(game: str, tmp_path: Path) -> None:
    target = tmp_path / "game.PNG"
    assert draw(game, "-o", str(target)).exit_code == ANSWERED
    assert target.read_bytes() == png(position("examples/star_tile_with_two_tents"))
    dark = draw(game, "--format", "png", "--colours", "dark")
    assert dark.stdout_bytes == png(position("examples/star_tile_with_two_tents"), scheme="dark")
    assert draw(game, "-o", str(tmp_path / "game.gif")).exit_code == MISUSE


def test_svg_comes_in_fixed_colours(game: str) -> None:
    assert "var(" not in draw(game, "--format", "svg", "--colours", "dark").stdout
    assert "var(" in draw(game, "--format", "svg").stdout


def test_without_the_library_it_is_told_what_to_install(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def missing(name: str, *args: Any, **more: Any) -> Any:
        if name == "resvg_py":
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
        return imported(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    result = draw(game, "--format", "png")
    assert result.exit_code == FAULT
    assert result.stderr == "Error: PNG needs the library resvg-py; install it with: pip install 'sheriff-kb[png]'\n"
