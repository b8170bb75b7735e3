"""A position as SVG."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING
from zlib import crc32

from sheriff_kb.drawing.focus import NOTHING, Focus
from sheriff_kb.drawing.looks import looks
from sheriff_kb.drawing.markup import element, escape, use
from sheriff_kb.drawing.names import columns, shorten, visible
from sheriff_kb.drawing.scene import Scene, scene
from sheriff_kb.drawing.sentences import Sentences
from sheriff_kb.drawing.shapes import SIZE
from sheriff_kb.drawing.symbols import ROOT, Scheme, definitions, style
from sheriff_kb.drawing.tilework import Pen, figure, stack, tile_art
from sheriff_kb.wording import DEFAULT_LANGUAGE, wording

if TYPE_CHECKING:
    from sheriff_kb.position import Position

_MARGIN = 14
_NARROWEST = 320
_ROW = 40


def svg(
    position: Position,
    *,
    turn: int | None = None,
    title: bool = True,
    focus: Focus = NOTHING,
    scheme: Scheme = "page",
    language: str = DEFAULT_LANGUAGE,
) -> str:
    """The position as a self-contained SVG drawing with a text alternative.

    Tiles that the turns place are marked with the number of the turn, and dashed if it comes after `turn` (by
    default the drawing shows the table before the first turn). `title` writes the title above the board. What is in
    `focus` is marked. The colours are those of the page around it, light or dark, or those of a fixed `scheme`.
    Raises KeyError if there is no catalogue for the language.
    """
    drawn = scene(position, turn)
    sentences = Sentences(drawn, wording(language))
    told = " ".join(sentences.all(focus))
    # Several drawings may share a page: the ids differ with what is drawn.
    prefix = f"sk{crc32(repr((position.title, told, scheme)).encode('utf-8', 'replace')):08x}"
    pen = Pen(drawn, sentences, looks(position, sentences.words), prefix, focus)
    (left, top), (right, bottom) = drawn.corners
    gutter = 16 if drawn.counted else 0
    wide = (right - left + 1) * SIZE + gutter
    width = max(wide, _NARROWEST) + 2 * _MARGIN
    heading = _heading(position.title, width) if title and position.title else []
    x, y = (width - wide) // 2 + gutter, _MARGIN + 24 * len(heading) + gutter
    board = [
        element(
            "g",
            tile_art(pen, tile),
            transform=_moved(x + (tile.cell[0] - left) * SIZE, y + (tile.cell[1] - top) * SIZE),
        )
        for tiles in drawn.rows.values()
        for tile in tiles
    ]
    foot = y + (bottom - top + 1) * SIZE
    beside, height = _beside(pen, width, foot + 10)
    parts = [
        f'<rect class="sheriff-page" width="{width}" height="{height}" rx="10"/>',
        *(
            element("text", escape(line), "word", x=_MARGIN, y=_MARGIN + 15 + 24 * n, font_size=16)
            for n, line in enumerate(heading)
        ),
        *(_numbers(drawn, x, y) if drawn.counted else ()),
        *board,
        f'<path class="sheriff-line" d="{_grid(drawn, x, y)}"/>',
        *beside,
    ]
    return "\n".join(
        [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" class="{ROOT}" role="img" width="{width}" height="{height}" '
                f'viewBox="0 0 {width} {height}" aria-labelledby="{prefix}-title" aria-describedby="{prefix}-desc">'
            ),
            element(
                "title",
                escape(shorten(visible(position.title), 200) or sentences.words.drawing("sentences", "untitled")),
                id=f"{prefix}-title",
            ),
            element("desc", escape(told), id=f"{prefix}-desc"),
            element("style", style(scheme)),
            element("defs", definitions(prefix)),
            *parts,
            "</svg>\n",
        ]
    )


def _heading(title: str, width: int) -> list[str]:
    room = (width - 2 * _MARGIN) // 10
    lines = wrap(visible(title), room, break_on_hyphens=False)
    return lines if len(lines) < 4 else [*lines[:2], shorten(f"{lines[2]} {lines[3]}", room)]


def _moved(x: float, y: float) -> str:
    return f"translate({x} {y})"


def _grid(drawn: Scene, x: int, y: int) -> str:
    """The lines around all tiles, each side once."""
    left, top = drawn.corners[0]
    lines: dict[str, None] = {}
    for tiles in drawn.rows.values():
        for tile in tiles:
            a, b = x + (tile.cell[0] - left) * SIZE, y + (tile.cell[1] - top) * SIZE
            for line in (f"M{a} {b}h{SIZE}", f"M{a} {b}v{SIZE}", f"M{a + SIZE} {b}v{SIZE}", f"M{a} {b + SIZE}h{SIZE}"):
                lines[line] = None
    return "".join(lines)


def _numbers(drawn: Scene, x: int, y: int) -> list[str]:
    """The numbers of columns and rows along the board."""
    (left, top), (right, bottom) = drawn.corners
    across = [
        element(
            "text",
            str(column),
            "faint",
            x=x + (column - left + 0.5) * SIZE,
            y=y - 5,
            font_size=11,
            text_anchor="middle",
        )
        for column in range(left, right + 1)
    ]
    down = [
        element("text", str(row), "faint", x=x - 5, y=y + (row - top + 0.5) * SIZE + 4, font_size=11, text_anchor="end")
        for row in range(top, bottom + 1)
    ]
    return across + down


def _beside(pen: Pen, width: int, top: int) -> tuple[list[str], int]:
    """The players with their collections, and the sheriff where he stands beside the board; how far down it reaches."""
    drawn = pen.drawn
    entries = []
    for player in drawn.position.players:
        name = shorten(visible(pen.told.words.player(player)), 24)
        mined = drawn.position.collected.get(player, 0)
        art = element("g", figure(pen, "tent", player), transform="translate(14 18) scale(.85)")
        art += element("g", stack(pen, mined), transform="translate(44 18)") if mined else ""
        start = 62 if mined else 33
        art += element("text", escape(name), "word", x=start, y=25, font_size=14)
        entries.append((start + 9 * columns(name) + 10, art))
    if drawn.sheriff is None:
        beside = escape(pen.told.words.drawing("sentences", "beside"))
        words = element("text", beside, "faint", x=42, y=25, font_size=13)
        entries.append((160, use(f"{pen.prefix}-sheriff", (17, 20)) + words))
    placed, x, y = [], _MARGIN, top
    for room, art in entries:
        if x > _MARGIN and x + room > width - _MARGIN:
            x, y = _MARGIN, y + _ROW
        placed.append(element("g", art, transform=_moved(x, y)))
        x += room
    return placed, y + (_ROW if entries else 0) + _MARGIN // 2
