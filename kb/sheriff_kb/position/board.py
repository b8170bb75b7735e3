"""The drawn board, and what has to hold of the tiles that lie on it: edges match, and the table hangs together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING

from sheriff_kb.faults import printable
from sheriff_kb.joined import parts
from sheriff_kb.position.document import Document, Mark, Node
from sheriff_kb.position.excerpt import words
from sheriff_kb.position.tiles import EDGES, OPPOSITE, Cell, Edge, Place, Tile, beyond

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from sheriff_kb.faults import Fault

MAX_SIDE = 200
MAX_TILES = 900
MAX_NAME = 40

EMPTY = "."
PLAIN = "+"
RESERVED = ("beside",)

_UNFOLD = "write `board: |` and the rows below it, indented"

_WORDS = {"M": "mountain", "R": "railroad", "P": "prairie"}
_SIDES = {"n": "north", "e": "east", "s": "south", "w": "west"}


@dataclass(frozen=True, slots=True)
class Drawn:
    """One cell of the drawn board: the name written there, and the tile's own name."""

    kind: str
    name: str
    cell: Cell
    mark: Mark


def drawn(document: Document, board: Node) -> tuple[list[Drawn], list[Fault]]:
    """The cells of the drawing that hold a tile, in board order, and the faults of the drawing.

    A name on several cells becomes `name@column,row`.
    """
    if board.folded:
        return [], [document.fault(board, "the rows of the board ran together in one line", _UNFOLD)]
    rows = _rows(board)
    faults: list[Fault] = []
    width = len(rows[0]) if rows else 0
    alike = all(len(row) == width for row in rows)
    ran_together = not alike and board.excerpt and len(board.excerpt.rows()) > len(rows)
    if max(len(rows), *map(len, rows), 0) > MAX_SIDE:
        return [], [document.fault(board, "the board is too large", f"at most {MAX_SIDE} columns and rows")]
    found: list[tuple[str, Cell, Mark]] = []
    for row, names in enumerate(rows, 1):
        if len(names) != width:
            message = f"row {row} of the board has {_count(len(names), 'cell')}, row 1 has {width}"
            hint = f"rows ran together in one line: {_UNFOLD}" if ran_together else "write `.` for every empty cell"
            faults.append(document.fault(names[0][1], message, hint, board.path))
        found += [(name, (column, row), at) for column, (name, at) in enumerate(names, 1) if name != EMPTY]
    if not found:
        return [], [document.fault(board, "the board shows no tile", "the start tile lies there from the beginning")]
    if len(found) > MAX_TILES:
        return [], [document.fault(board, f"the board shows {len(found)} tiles", f"at most {MAX_TILES}")]
    times = Counter(name for name, _, _ in found)
    cells = [Drawn(n, n if times[n] == 1 else f"{n}@{cell[0]},{cell[1]}", cell, at) for n, cell, at in found]
    taken: set[str] = set()
    for tile in cells:
        if problem := name_problem(tile.kind):
            faults.append(document.fault(tile.mark, *problem, board.path))
        if tile.kind in RESERVED:
            message = f"a tile cannot be called `{tile.kind}`"
            hint = "this word means the place beside the board"
            faults.append(document.fault(tile.mark, message, hint, board.path))
        if tile.name in taken:
            message = f"two tiles are called `{printable(tile.name)}`"
            faults.append(document.fault(tile.mark, message, "give one of them another name", board.path))
        taken.add(tile.name)
    return cells, faults


def as_written(board: Node) -> Node | None:
    """The board with a row for each line of the file, if these are several lines and the text is one.

    A program that keeps its lines short breaks a long row so, and YAML joins it again; but so it does with the rows of
    somebody who left out the bar of `board: |`. Whoever ends a text in quotes with a line break knows how to write one.
    """
    written = board.excerpt.rows() if board.excerpt and board.scalar else []
    knows_how = board.excerpt and board.excerpt.style in ("'", '"') and not board.lines[-1].strip()
    if knows_how or len(written) < 2 or len(_rows(board)) != 1:
        return None
    text = "\n".join(" ".join(row) for row in written)
    return Node(text, board.mark, board.path, text=text)


def _rows(board: Node) -> list[list[tuple[str, Mark]]]:
    """The names of each row with their marks; blank lines are no rows."""
    parts = board.items if isinstance(board.value, list) else [board]
    return [row for part in parts for row in _part(part) if row]


def _part(part: Node) -> Iterator[list[tuple[str, Mark]]]:
    """The rows of a text, or the one given cell by cell."""
    if isinstance(part.value, list):
        yield [(EMPTY if cell.value is None else cell.text.strip() or EMPTY, cell.mark) for cell in part.items]
        return
    marks = iter(part.excerpt.marks()) if part.excerpt else repeat(part.mark)
    for line in part.lines:
        yield [(name, next(marks)) for name in words(line)]


def name_problem(name: str) -> tuple[str, str] | None:
    """What is wrong with the name of a tile or city, and what would be right; None for a good one."""
    if len(name) > MAX_NAME:
        return f"the name `{printable(name, 60)}` is too long", f"at most {MAX_NAME} characters"
    if not name or not name.isprintable() or " " in name:
        return (
            f"the name `{printable(name, 60)}` contains spaces or invisible characters",
            "use letters, digits and signs",
        )
    return None


def finished(tiles: Iterable[Tile]) -> frozenset[Place]:
    """The segments of all mountains and railroads that are finished: all their edges lie against the same."""
    segments = _segments(tiles)
    unfinished = {place for side, place in segments.items() if _other_side(*side) not in segments}
    return frozenset(place for part in _joined(segments) if unfinished.isdisjoint(part) for place in part)


def regions(tiles: Iterable[Tile]) -> dict[Place, Place]:
    """For every mountain and railroad segment one segment that stands for the whole mountain or railroad."""
    return {place: part[0] for part in _joined(_segments(tiles)) for place in part}


def _segments(tiles: Iterable[Tile]) -> dict[tuple[Cell, Edge], Place]:
    """The mountain or railroad segment at each such edge of each cell."""
    found: dict[tuple[Cell, Edge], Place] = {}
    for tile in tiles:
        for index, mountain in enumerate(tile.mountains):
            found.update(((tile.cell, edge), Place(tile.name, "mountain", index)) for edge in mountain.edges)
        for index, railroad in enumerate(tile.railroads):
            found.update(((tile.cell, edge), Place(tile.name, "railroad", index)) for edge in railroad)
    return found


def _joined(segments: Mapping[tuple[Cell, Edge], Place]) -> list[list[Place]]:
    """The segments of each mountain and railroad."""
    sides = ((side, _other_side(*side)) for side in segments)
    return parts(segments.values(), ((segments[one], segments[other]) for one, other in sides if other in segments))


def mismatches(document: Document, board: Node, cells: list[Drawn], tiles: Mapping[Cell, Tile]) -> Iterator[Fault]:
    """A fault for each pair of neighbours whose edges differ."""
    for tile in cells:
        for edge in "nw":  # the other two are those of the neighbours
            here, there = tiles.get(tile.cell), tiles.get(beyond(tile.cell, edge))
            if here and there:
                mine, yours = here.letter(edge), there.letter(OPPOSITE[edge])
                if mine != yours:
                    ours = f"{_WORDS[mine]} ({mine}) on its {_SIDES[edge]} edge"
                    theirs = f"{_WORDS[yours]} ({yours}) on its {_SIDES[OPPOSITE[edge]]} edge"
                    neighbour = f"its neighbour `{printable(there.name)}` has {theirs}"
                    message = f"`{printable(tile.name)}` has {ours}, but {neighbour}"
                    yield document.fault(tile.mark, message, "edges that touch have the same letter", board.path)


def loose_tiles(document: Document, board: Node, cells: list[Drawn], placed: Mapping[str, int]) -> Iterator[Fault]:
    """A fault for each part of the table before the first turn that is not joined to its largest part."""
    table = {tile.cell: tile for tile in cells if tile.name not in placed}
    if not table:
        hint = "draw the start tile, and place the others beside it"
        yield document.fault(board, "no tile lies on the table before the first turn", hint)
        return
    neighbours = ((cell, beyond(cell, edge)) for cell in table for edge in "es")
    found = parts(table, (pair for pair in neighbours if pair[1] in table))
    main = max(found, key=len)
    all_cells = {tile.cell for tile in cells}
    hint = "draw it beside another tile; corner to corner is not enough"
    for part in found:
        if part is not main:
            tile = table[part[0]]
            message = f"`{printable(tile.name)}` touches no other tile"
            if len(part) > 1:
                others = _count(len(part) - 1, "tile")
                message = f"`{printable(tile.name)}` and {others} more are not joined to the rest of the table"
            elif touches(tile.cell, all_cells):
                message = f"`{printable(tile.name)}` touches no tile that is on the table before the first turn"
            yield document.fault(tile.mark, message, hint, board.path)


def touches(cell: Cell, table: Container[Cell]) -> bool:
    """Whether the cell has a neighbour, side to side, on the table."""
    return any(beyond(cell, edge) in table for edge in EDGES)


def _other_side(cell: Cell, edge: Edge) -> tuple[Cell, Edge]:
    """The same edge as the neighbour has it."""
    return beyond(cell, edge), OPPOSITE[edge]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
