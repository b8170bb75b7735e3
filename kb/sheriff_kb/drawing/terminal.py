"""A position as text for the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from sheriff_kb.drawing.looks import Look, channels, looks
from sheriff_kb.drawing.names import columns, plain, shorten, visible
from sheriff_kb.drawing.scene import Scene, scene, short
from sheriff_kb.drawing.sentences import Sentences
from sheriff_kb.position import Cell, Place, Tile
from sheriff_kb.wording import DEFAULT_LANGUAGE, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sheriff_kb.position import Position

_NARROWEST, _WIDEST = 7, 15

# How each mark is written: in Unicode, and in ASCII; if that has no sign, the catalogue has a word.
_MARKS = {
    "nuggets": ("◆", "*"),
    "tokens": ("●", "o"),
    "tent": ("▲", "^"),
    "cowboy": ("☻", "&"),
    "sheriff": ("✪", ""),
    "star": ("★", ""),
    "graveyard": ("†", ""),
    "city": ("⌂", ""),
}
_TOTAL = ("Σ", "=")
# Corners by the sides that meet there: up 1, right 2, down 4, left 8.
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_SIDES = {("h", True): ("─", "-"), ("h", False): ("╌", "."), ("v", True): ("│", "|"), ("v", False): ("╎", ":")}
_FAINT, _BROWN, _BOLD, _END = "\x1b[2m", "\x1b[33m", "\x1b[1m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class _Mark:
    """A mark within a tile, such as `◆2`; `kind` as in `_MARKS`, `player` if it is a player's figure."""

    kind: str
    written: str
    player: str | None = None


@dataclass(frozen=True)
class _Hand:
    """How things are written: in ASCII or not, with colours or not."""

    drawn: Scene
    told: Sentences
    looks: dict[str, Look]
    ascii: bool
    colour: bool

    def name(self, text: str) -> str:
        """A name without anything that could disturb the terminal."""
        return plain(text) if self.ascii else visible(text)

    def short(self, text: str, width: int) -> str:
        """The same, cut to `width` columns."""
        return shorten(self.name(text), width, "~" if self.ascii else "…")

    def sign(self, pair: tuple[str, str]) -> str:
        """One of two spellings."""
        return pair[self.ascii]

    def mark(self, kind: str) -> str:
        """How a mark is written."""
        return self.sign(_MARKS[kind]) or plain(self.told.words.drawing("ascii", kind))

    def paint(self, text: str, *codes: str) -> str:
        """`text` in colour, if colours are asked for."""
        return f"{''.join(codes)}{text}{_END}" if self.colour and text.strip() else text

    def figure(self, text: str, player: str) -> str:
        """`text` in the player's colour."""
        look = self.looks[player]
        red, green, blue = channels(look.colour)
        ink = ";".join(str(c) for c in channels(look.ink))
        return self.paint(text, f"\x1b[1;48;2;{red};{green};{blue};38;2;{ink}m")


def text(
    position: Position,
    *,
    turn: int | None = None,
    colour: bool = False,
    width: int | None = None,
    ascii: bool = False,  # noqa: A002
    language: str = DEFAULT_LANGUAGE,
) -> str:
    """The board as text: tiles in boxes with a letter for each edge and marks within, and a legend below.

    Tiles that the turns place carry the number of the turn, and are dashed if it comes after `turn` (by default the
    drawing shows the table before the first turn). A board wider than `width` is drawn in several parts, one below
    another. `ascii` keeps to ASCII; `colour` adds the colours of the players. Raises KeyError if there is no
    catalogue for the language.
    """
    drawn = scene(position, turn)
    words = wording(language)
    hand = _Hand(drawn, Sentences(drawn, words), looks(position, words, ascii_only=ascii), ascii, colour)
    lines = [hand.paint(line, _BOLD) for line in _wrapped(hand.name(position.title), width)]
    marks = {tile.name: list(_marks(hand, tile)) for tile in position.tiles}
    inner = _inner(hand, marks, width)
    cells = {tile.cell: _rows(hand, tile, marks[tile.name], inner) for tile in position.tiles}
    height = max([3, *(len(rows) for rows in cells.values())])
    for first, last in _bands(hand.drawn, inner, width):
        lines += _band(hand, cells, (first, last), inner, height)
    lines += _legend(hand, {mark.kind for row in marks.values() for group in row for mark in group}, width)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _marks(hand: _Hand, tile: Tile) -> Iterator[list[_Mark]]:
    """The marks on a tile, in groups: one for each mountain, one for what else is printed, one for other figures."""

    def mark(kind: str, more: str = "", player: str | None = None) -> _Mark:
        return _Mark(kind, hand.mark(kind) + more, player)

    for index, mountain in enumerate(tile.mountains):
        group = [_Mark("edges", mountain.edges)] if len(tile.mountains) > 1 else []
        tokens, total = hand.drawn.tokens(tile, index), hand.drawn.totals.get(Place(tile.name, "mountain", index))
        group += [mark("nuggets", str(mountain.nuggets))] if mountain.nuggets else []
        group += [mark("tokens", str(tokens))] if tokens else []
        group += [mark("tokens", f"{hand.sign(_TOTAL)}{total}")] if total is not None else []
        if mountain.tent is not None:
            group.append(mark("tent", hand.looks[mountain.tent].letters, mountain.tent))
        yield group
    printed = [mark("star")] * tile.star + [mark("graveyard")] * tile.graveyard + [mark("city")] * len(tile.cities)
    figures = [mark("cowboy", hand.looks[player].letters, player) for player, _ in tile.cowboys]
    if hand.drawn.sheriff is not None and hand.drawn.sheriff.tile == tile.name:
        figures.append(mark("sheriff"))
    yield from (group for group in (printed, figures) if group)


def _inner(hand: _Hand, marks: dict[str, list[list[_Mark]]], width: int | None) -> int:
    """How wide the tiles are within their borders."""
    needs = [_NARROWEST]
    for tile in hand.drawn.position.tiles:
        number = hand.drawn.placed.get(tile.name)
        needs.append(columns(hand.name(short(tile))) + (len(str(number)) + 2 if number else 0) + 1)
        needs += [sum(columns(mark.written) + 1 for mark in group) for group in marks[tile.name]]
    room = _WIDEST if width is None else min(_WIDEST, max(_NARROWEST, width - 6))
    return min(room, max(needs)) // 2 * 2 + 1


def _rows(hand: _Hand, tile: Tile, groups: list[list[_Mark]], inner: int) -> list[str]:
    """The content within the borders of a tile, each row as wide as they leave room."""
    number = hand.drawn.placed.get(tile.name)
    turn = f"t{number}" if number else ""
    name = hand.short(short(tile), inner - len(turn) - (1 if turn else 0))
    gap = " " * (inner - columns(name) - len(turn))
    rows = [hand.paint(name, _FAINT) + gap + hand.paint(turn, _BOLD)]
    for group in groups:
        row, used = "", 0
        for mark in group:
            size = columns(mark.written)
            if used and used + 1 + size > inner - 1:
                rows.append(row + " " * (inner - used))
                row, used = "", 0
            row, used = row + " " + _painted(hand, mark), used + 1 + size
        rows.append(row + " " * (inner - used))
    return rows


def _painted(hand: _Hand, mark: _Mark) -> str:
    return hand.figure(mark.written, mark.player) if mark.player is not None else mark.written


def _bands(drawn: Scene, inner: int, width: int | None) -> list[tuple[int, int]]:
    """The columns of the board in parts that fit."""
    (left, _), (right, _) = drawn.corners
    gutter = 4 if drawn.counted else 0
    fit = right - left + 1 if width is None else max(1, (width - 1 - gutter) // (inner + 1))
    return [(first, min(first + fit - 1, right)) for first in range(left, right + 1, fit)]


def _band(hand: _Hand, cells: dict[Cell, list[str]], span: tuple[int, int], inner: int, height: int) -> list[str]:
    """Some columns of the board."""
    drawn, tiles = hand.drawn, hand.drawn.position.cells
    (_, top), (_, bottom) = drawn.corners
    across = range(span[0], span[1] + 1)
    sides = _sides(drawn, tiles, across)

    def gutter(row: int | str = "") -> str:
        return f"{row:>3} " if drawn.counted else ""

    lines = [gutter() + "".join(f" {column:^{inner}}" for column in across)] if drawn.counted else []
    for row in range(top, bottom + 2):
        line = ""
        for column in (*across, span[1] + 1):
            line += _corner(hand, sides, (column, row))
            if column <= span[1]:
                line += _across(hand, sides, tiles, (column, row), inner)
        lines.append(gutter() + line)
        for number in range(height if row <= bottom else 0):
            line, middle = "", number == height // 2
            for column in (*across, span[1] + 1):
                line += _down(hand, sides, tiles, (column, row), middle)
                if column <= span[1]:
                    rows = cells.get((column, row), [])
                    line += rows[number] if number < len(rows) else " " * inner
            lines.append(gutter(row if middle else "") + line)
    return lines


_Sides = dict[tuple[str, int, int], bool]


def _sides(drawn: Scene, tiles: dict[Cell, Tile], across: range) -> _Sides:
    """The sides of the tiles in these columns, and whether a tile that lies there already has them."""
    found: _Sides = {}
    for (column, row), tile in tiles.items():
        if column in across:
            there = not drawn.awaited(tile)
            for side in (("h", column, row), ("h", column, row + 1), ("v", column, row), ("v", column + 1, row)):
                found[side] = found.get(side, False) or there
    return found


def _corner(hand: _Hand, sides: _Sides, cell: Cell) -> str:
    column, row = cell
    meeting = (("v", column, row - 1), ("h", column, row), ("v", column, row), ("h", column - 1, row))
    number = sum(1 << bit for bit, side in enumerate(meeting) if side in sides)
    return hand.sign((_CORNERS[number], "+" if number else " "))


def _across(hand: _Hand, sides: _Sides, tiles: dict[Cell, Tile], cell: Cell, inner: int) -> str:
    """The upper side of a cell, with the letter of the edge in the middle."""
    column, row = cell
    if ("h", column, row) not in sides:
        return " " * inner
    shown = tiles[cell].letter("n") if cell in tiles else tiles[column, row - 1].letter("s")
    line = hand.sign(_SIDES["h", sides["h", column, row]])
    return line * (inner // 2) + _edge(hand, shown) + line * (inner - inner // 2 - 1)


def _down(hand: _Hand, sides: _Sides, tiles: dict[Cell, Tile], cell: Cell, middle: bool) -> str:
    """One row of the left side of a cell; the letter of the edge in its middle."""
    column, row = cell
    if ("v", column, row) not in sides:
        return " "
    if not middle:
        return hand.sign(_SIDES["v", sides["v", column, row]])
    return _edge(hand, tiles[cell].letter("w") if cell in tiles else tiles[column - 1, row].letter("e"))


def _edge(hand: _Hand, shown: str) -> str:
    return hand.paint(shown, *{"M": (_BOLD, _BROWN), "R": (_BOLD,)}.get(shown, (_FAINT,)))


def _legend(hand: _Hand, kinds: set[str], width: int | None) -> Iterator[str]:
    drawn = hand.drawn

    def name(kind: str, **names: str) -> str:
        return hand.told.words.drawing("legend", kind, **names)

    told = [f"M {name('mountain')}", f"R {name('railroad')}", f"P {name('prairie')}"]
    told += [f"{hand.mark(kind)} {name(kind)}" for kind in _MARKS if kind in kinds and hand.sign(_MARKS[kind])]
    if drawn.totals:
        told.append(f"{hand.sign(_TOTAL)} {name('total')}")
    if drawn.placed:
        told.append(f"t1 {name('turn')}")
    yield from _wrapped(hand.name(", ".join(told)), width)
    players = []
    for player, look in hand.looks.items():
        collected = drawn.position.collected.get(player, 0)
        tokens = f" ({hand.name(hand.told.words.drawing('shows', 'tokens', count=collected))})" if collected else ""
        called = hand.short(hand.told.words.player(player), 40)
        players.append((hand.figure(look.letters, player), f" {called}{tokens}"))
    yield from _flowing(players, [columns(look.letters) for look in hand.looks.values()], width)
    sentences = [
        name("figures", tile=hand.told.said(tile.name), figures=hand.told.words.listed(standing))
        for tiles in drawn.rows.values()
        for tile in tiles
        if (standing := hand.told.figures(tile))
    ]
    for sentence in [*sentences, *hand.told.beside(), *hand.told.turns()]:
        yield from _wrapped(hand.name(sentence), width)


def _flowing(parts: list[tuple[str, str]], sizes: list[int], width: int | None) -> Iterator[str]:
    """Parts in a row, as many as fit; the first half of each may carry colour codes and takes `sizes` columns."""
    line, used = "", 0
    for (painted, rest), size in zip(parts, sizes, strict=True):
        need = size + columns(rest)
        if line and width is not None and used + 2 + need > width:
            yield line
            line, used = "", 0
        line, used = line + ("  " if line else "") + painted + rest, used + (2 if line else 0) + need
    if line:
        yield line


def _wrapped(line: str, width: int | None) -> list[str]:
    if not line:
        return []
    return [line] if width is None else wrap(line, max(20, width), subsequent_indent="  ", break_on_hyphens=False)
