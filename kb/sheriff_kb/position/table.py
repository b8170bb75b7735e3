"""The table of a position file: its players, the drawn board, the tiles on it and when they are placed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sheriff_kb.faults import printable
from sheriff_kb.position import board
from sheriff_kb.position.board import PLAIN, Drawn
from sheriff_kb.position.document import Node
from sheriff_kb.position.entries import TileEntry, plain_tile, read_entry
from sheriff_kb.position.figures import Figures
from sheriff_kb.position.places import Names, Wrong
from sheriff_kb.position.possible import impossible
from sheriff_kb.position.spelling import Meant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sheriff_kb.position.model import Beside
    from sheriff_kb.position.possible import Figure, Tokens
    from sheriff_kb.position.structure import Checked
    from sheriff_kb.position.tiles import Cell, Place, Tile


_NO_PLACE = ("table", "side", "off", "none", "board", "away", "no", "false")
"""Words that people write for the sheriff when they mean that he stands beside the board."""


class TableReader:
    """The players and tiles of a document, and the names by which the rest of it refers to them.

    Faults are noted in `checked`. `tiles` are all that could be read, in board order; `placed` has the turn of each
    tile that a turn places.
    """

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.root = checked.root
        self.players: tuple[str, ...] = ()
        self.players_known = False
        self.placed: dict[str, int] = {}
        self.cells: list[Drawn] = []
        self.names = Names({}, {})
        self.standing: Figures | None = None
        self._read_players()
        self._read_board()
        self.tiles = self._read_tiles()

    def _read_players(self) -> None:
        node = self.checked.get(self.root, "players")
        if node is None:
            return
        self.players_known = 0 < len(self.checked.items(node)) == len(node.items)
        found: list[str] = []
        for item in self.checked.items(node):
            name = item.text
            if not name.isprintable() or name != name.strip() or not name:
                hint = "use a name without invisible characters and without spaces around it"
                self.checked.say(item, f"`{printable(name, 60)}` cannot be a player's name", hint)
            elif name in found:
                self.checked.say(item, f"two players are called `{printable(name)}`", "give one of them another name")
            found.append(name)
        self.players = tuple(found)

    def player(self, where: Node, name: str, key_of: Node | None = None) -> str:
        """The name, which is at `where` or a key of `key_of`; a fault if no player has it."""
        if self.players_known and name not in self.players:
            message, hint = f"there is no player `{printable(name, 60)}`", self.checked.nearest(name, self.players)
            if key_of is not None:
                self.checked.say_key(key_of, name, message, hint)
            else:
                self.checked.say(where, message, hint)
        return name

    def _read_board(self) -> None:
        node = self.checked.get(self.root, "board")
        if node is None or not all(map(self.checked.good, _below(node))):
            return
        self.cells, faults = board.drawn(self.checked.document, node)
        self.checked.faults += faults
        kinds: dict[str, list[str]] = {}
        for cell in self.cells:
            kinds.setdefault(cell.kind, []).append(cell.name)
        self.names = Names({}, kinds)
        for turn, item in self.turn_nodes():
            if place := self.checked.get(item, "place"):
                self._note_placed(turn, place)

    def turn_nodes(self) -> list[tuple[int, Node]]:
        """The turns with their numbers, without those that are not even groups of keys."""
        node = self.checked.get(self.root, "turns")
        return [(n, item) for n, item in enumerate(node.items, 1) if self.checked.good(item)] if node else []

    def _note_placed(self, turn: int, place: Node) -> None:
        name = self.names.called(place.text)
        if not self.cells:  # the board itself is faulty
            return
        try:
            self.names.tile(name)
        except Wrong as wrong:
            hint = wrong.hint or "tiles that are placed later are drawn on the board too"
            self.checked.say(place, wrong.message, hint)
            return
        if name in self.placed:
            message = f"tile `{printable(name)}` was placed in turn {self.placed[name]} already"
            self.checked.say(place, message, "each tile of the board is placed once")
        else:
            self.placed[name] = turn

    def _read_tiles(self) -> tuple[Tile, ...]:
        """The tiles that could be read, in board order."""
        board_node = self.checked.get(self.root, "board")
        if board_node is None or not self.cells:
            return ()
        entries = self._entries()
        named = {city for entry in entries.values() for city in entry.cities}
        times = Counter(cell.kind for cell in self.cells)
        tiles: dict[Cell, Tile] = {}
        for cell in self.cells:
            if entry := entries.get(cell.kind):
                city = cell.name
                while city in named or (city != cell.name and city in self.names.known):
                    city += "'"  # a city without a name of its own is shared with no other tile
                tiles[cell.cell] = entry.tile(cell, city, figures=times[cell.kind] == 1)
        document = self.checked.document
        self.checked.faults += board.mismatches(document, board_node, self.cells, tiles)
        self.checked.faults += board.loose_tiles(document, board_node, self.cells, self.placed)
        self._check_placements()
        kinds = {cell.cell: cell.kind for cell in self.cells}
        whole = {tile.name: tile for cell, tile in tiles.items() if not entries[kinds[cell]].broken}
        self.names.tiles = whole
        self.standing = Figures(entries, self.checked, self.names, self.placed, self.players, self.player)
        tiles = {cell: self.standing.on(kinds[cell], tile) for cell, tile in tiles.items()}
        self.names.tiles = {tile.name: tile for tile in tiles.values() if tile.name in whole}
        return tuple(tiles.values())

    def _entries(self) -> dict[str, TileEntry]:
        """The entries by name on the board; faults for names without an entry and entries without a name."""
        node = self.checked.get(self.root, "tiles")
        broken = node is None and "tiles" in self.root.entries
        keys = self._keys(node) if node else {}
        unused = [key for name, key in keys.items() if name not in self.names.kinds and name != PLAIN]
        found: dict[str, TileEntry] = {}
        told: set[str] = set()
        for cell in self.cells:
            if cell.kind in told:
                continue
            told.add(cell.kind)
            if cell.kind == PLAIN:
                found[PLAIN] = plain_tile(PLAIN)
            elif node and cell.kind in keys:
                value = node.entries[keys[cell.kind]]
                if self.checked.good(value) and (entry := read_entry(self.checked, cell.kind, value)):
                    found[cell.kind] = entry
            elif not broken:
                hint = self.checked.nearest(cell.kind, unused) if unused else "write an entry for it below `tiles:`"
                if "\\n" in cell.kind:
                    hint = (
                        "`\\n` is a line break in double quotes alone; write `board: |` and the rows below it, indented"
                    )
                message = f"tile `{printable(cell.kind, 60)}` has no entry in `tiles`"
                path = ("board",)
                self.checked.faults.append(self.checked.document.fault(cell.mark, message, hint, path))
        missing = [name for name in self.names.kinds if name not in keys and name != PLAIN]
        for name in unused if node else []:
            assert node is not None
            message = f"tile `{printable(name, 60)}` is not on the board"
            hint = self.checked.nearest(name, missing) if missing else "draw it, or remove the entry"
            self.checked.say_key(node, name, message, hint)
        if node and PLAIN in keys:
            self.checked.say_key(node, PLAIN, "`+` is always a plain prairie tile", "give this tile another name")
        return found

    def _keys(self, node: Node) -> dict[str, str]:
        """The keys of the entries by the names on the board that they stand for."""
        meant = Meant(name for name in self.names.kinds if name not in node.entries)
        found: dict[str, str] = {}
        for key in node.entries:
            name = key if key in self.names.kinds else meant.by(key)
            found[key if name in found else name] = key
        return found

    def _check_placements(self) -> None:
        cell_of = {cell.name: cell.cell for cell in self.cells}
        table = {cell for name, cell in cell_of.items() if name not in self.placed}
        turns = dict(self.turn_nodes())
        for name, turn in self.placed.items():
            place = self.checked.get(turns[turn], "place")
            if place and table and not board.touches(cell_of[name], table):
                message = f"tile `{printable(name)}` touches no tile that is on the table in turn {turn}"
                self.checked.say(place, message, "a tile is placed beside another; corner to corner is not enough")
            table.add(cell_of[name])

    def _on_table(self, node: Node, place: Place | None, turn: int) -> Place | None:
        """The place, with a fault if its tile is not yet on the table in that turn."""
        if place and (placed := self.placed.get(place.tile, 0)) > turn:
            message = f"tile `{printable(place.tile)}` is not on the table before turn {placed}"
            self.checked.say(node, message, "name a tile that lies there already")
        return place

    def mountain(self, node: Node | None, turn: int) -> Place | None:
        """The mountain that is named by a node; a fault if there is none at that time."""
        if node is None or not self.cells:
            return None
        try:
            return self._on_table(node, self.names.mountain(node.text), turn)
        except Wrong as wrong:
            self.checked.say(node, wrong.message, wrong.hint)
            return None

    def destination(self, node: Node | None, turn: int) -> Place | Beside | None:
        """As `mountain`; the sheriff may also go beside the board."""
        text = node.text.strip() if node is not None else ""
        if text == "beside":
            return "beside"
        if node is not None and self.cells and text in _NO_PLACE and self.names.called(text) not in self.names.known:
            self.checked.say(node, f"there is no tile `{text}` on the board", "beside the board he is `beside`")
            return None
        return self.mountain(node, turn)

    def check_possible(self, figures: Sequence[Figure], tokens: Sequence[Tokens]) -> None:
        """Note a fault for all that cannot stand or lie where it does: on the tiles, and given separately."""
        if self.standing is None:
            return
        figures = [*self.standing.figures, *figures]
        tokens = [*self.standing.tokens, *tokens]
        for problem in impossible(self.names.tiles.values(), self.placed, figures, tokens):
            what = problem.what
            if what.node is not None and (problem.why == "not_there_yet" or what.place.tile not in self.placed):
                self.checked.say(what.node, problem.message, problem.hint)


def _below(node: Node) -> list[Node]:
    """All nodes below a list."""
    return [one for item in node.items for one in (item, *_below(item))]
