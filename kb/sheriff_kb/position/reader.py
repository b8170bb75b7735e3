"""A document as a `Position`: everything in it is checked, and all its faults are reported in one pass."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from sheriff_kb.faults import Fault, Faults, printable
from sheriff_kb.law import UnknownAnswer, check_answers, check_question
from sheriff_kb.position import board, document
from sheriff_kb.position.document import Document, Node
from sheriff_kb.position.entries import number
from sheriff_kb.position.filters import Filters
from sheriff_kb.position.model import Asked, Position, Turn
from sheriff_kb.position.places import Wrong, feature
from sheriff_kb.position.possible import Figure, Tokens
from sheriff_kb.position.structure import MAX_FAULTS, Checked
from sheriff_kb.position.table import TableReader

if TYPE_CHECKING:
    from sheriff_kb.position.tiles import Place, Tile

MAX_WORK = 10_000
"""Maximum of tiles times turns; up to it rulings take seconds, even if all tiles are one mountain."""

_ACTS: tuple[Literal["cowboy", "tent", "mine"], ...] = ("cowboy", "tent", "mine")
_ASKED: tuple[Literal["sheriff", "tent", "mine"], ...] = ("sheriff", "tent", "mine")


def load(path: str | os.PathLike[str]) -> Position:
    """The position in a YAML or JSON file; `-` is standard input. Raises Faults with all that is wrong with it."""
    return position_of(document.load(path))


def parse(text: str, source: str = "<text>") -> Position:
    """The position in a YAML or JSON text; `source` names it in faults. Raises Faults."""
    return position_of(document.read(text, source))


def from_data(data: Mapping[str, Any]) -> Position:
    """The position in plain data with the keys of a position file. Raises Faults, without lines."""
    return position_of(document.from_data(data))


def position_of(document: Document) -> Position:
    """The position that the document describes.

    Raises Faults with everything that is wrong with it, in the order of its lines.
    """
    position, faults = _read(document)
    if _ran_together(document, len(faults)):
        position, faults = _read(document)
    if faults or position is None:
        if len(faults) > MAX_FAULTS:
            last = faults[MAX_FAULTS - 1]
            faults[MAX_FAULTS:] = [Fault(last.source, last.line, last.column, "more errors follow that are not listed")]
        raise Faults(faults)
    return position


def _read(document: Document) -> tuple[Position | None, list[Fault]]:
    """The position as far as it could be read, and all faults in the order of their lines."""
    checked = Checked(document)
    position = _Reader(checked).position() if checked.readable else None
    return position, sorted(dict.fromkeys(checked.faults), key=lambda fault: (fault.line, fault.column))


def _ran_together(document: Document, faults: int) -> bool:
    """Whether the rows of the board ran together in one: they are at least as good as in the file."""
    node = document.root.entries.get("board")
    written = board.as_written(node) if node else None
    if node is None or written is None:
        return False
    document.root.entries["board"] = written
    node.folded = len(_read(document)[1]) <= faults
    document.root.entries["board"] = node
    return node.folded


class _Reader:
    """Reads the parts in an order in which each can rely on the earlier ones; faulty parts are left out."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.root = checked.root
        self.table = TableReader(checked)

    def position(self) -> Position:
        root, get = self.root, self.checked.get
        tiles = self.table.tiles
        turns = tuple(self._turn(number, node) for number, node in self.table.turn_nodes())
        if len(tiles) * len(turns) > MAX_WORK:
            node = root.entries["turns"]
            message = f"{len(turns)} turns on {len(tiles)} tiles are too many"
            self.checked.say(node, message, f"the limit for tiles times turns is {MAX_WORK}")
        acts, selections = self._asks()
        asks = tuple(filter(None, map(self._asked, acts)))
        end = get(root, "end")
        ends = end is not None and end.value is True
        filters = Filters(self.checked, self.table, turns=len(turns) + bool(acts), ends=ends)
        supply = get(root, "supply")
        sheriff, stacks = self._sheriff(), self._stacks()
        on_table = sheriff is not None and sheriff.tile not in self.table.placed
        posted = [Figure("sheriff", "", sheriff, get(root, "sheriff"))] if sheriff and on_table else []
        self.table.check_possible(posted, stacks)
        return Position(
            players=self.table.players,
            tiles=tiles,
            title=self._text("title"),
            about=self._text("about"),
            turns=turns,
            end=ends,
            sheriff=sheriff,
            collected=self._by_player("collected"),
            supply=number(supply, 0) if supply else None,
            stacks=tuple((total.place, total.number) for total in stacks),
            start=self._mover("start"),
            last=self._mover("last"),
            asks=asks,
            filters=tuple(map(filters.read, selections)),
            observed=tuple(map(filters.read, self.checked.items(get(root, "observed")))),
            free=self._free(),
            reading=self._reading(),
            colours=self._by_player("colours"),
            expected=tuple(map(filters.expectation, self.checked.items(get(root, "expected")))),
        )

    def _text(self, key: str) -> str:
        node = self.checked.get(self.root, key)
        text = "\n".join(node.lines).strip() if node else ""
        if node and key == "title" and "\n" in text:
            self.checked.say(node, "`title` has line breaks", "one line of text; `about` can have more")
        elif node and not text.replace("\n", " ").isprintable():
            invisible = next(c for c in text if c != "\n" and not c.isprintable())
            message = f"`{key}` has the invisible character U+{ord(invisible):04X}"
            self.checked.say(node, message, "use visible characters only")
        return text

    def _by_player(self, key: str) -> dict[str, Any]:
        """A group of values by player."""
        node = self.checked.get(self.root, key)
        found: dict[str, Any] = {}
        for player, value in self.checked.entries(node):
            self.table.player(value, player, node)
            found[player] = number(value, 0) if key == "collected" else value.text.strip()
        return found

    def _turn(self, turn: int, node: Node) -> Turn:
        get = self.checked.get
        player, place, sheriff = get(node, "player"), get(node, "place"), get(node, "sheriff")
        placed = self.table.names.called(place.text) if place else None
        tile = self.table.names.tiles.get(placed) if placed else None
        discard: Literal["star", "graveyard"] | None = None
        if shown := get(node, "discard"):
            told = {key for key, value in self.checked.entries(shown) if value.value is True}
            discard = "graveyard" if "graveyard" in {shown.text, *told} else "star"
        if sheriff and tile and not tile.star and not discard:
            message = f"tile `{printable(tile.name)}` shows no star, so the sheriff does not move in turn {turn}"
            hint = "leave `sheriff` out, or write `star: true` in the tile's entry"
            self.checked.say_key(node, "sheriff", message, hint)
        acts = [key for key in node.entries if key in _ACTS]
        if len(acts) > 1:
            message = f"turn {turn} has {len(acts)} acts: {', '.join(f'`{key}`' for key in acts)}"
            self.checked.say_key(node, acts[1], message, "one act a turn: a cowboy, the tent, or mining")
        act = next((key for key in _ACTS if acts and key == acts[0]), None)
        at = get(node, act) if act else None
        where: Place | None = None
        if at and act == "cowboy":
            where = self._cowboy(turn, node, at, place is not None, tile)
        elif at:
            where = self.table.mountain(at, turn)
        return Turn(
            player=self.table.player(player, player.text) if player else "",
            place=placed,
            discard=discard,
            sheriff=self.table.destination(sheriff, turn),
            act=act,
            at=where,
        )

    def _cowboy(self, turn: int, node: Node, at: Node, placed: bool, tile: Tile | None) -> Place | None:
        if not placed and "place" not in node.entries:
            message = f"turn {turn} sets a cowboy but places no tile"
            self.checked.say_key(
                node, "cowboy", message, "a cowboy is set on the tile just placed; name this tile by `place`"
            )
        if tile is None:
            return None
        try:
            return feature(tile, at.text)
        except Wrong as wrong:
            self.checked.say(at, wrong.message, wrong.hint)
            return None

    def _asks(self) -> tuple[list[Node], list[Node]]:
        """What is asked, parted into acts to be judged and filters."""
        acts: list[Node] = []
        selections: list[Node] = []
        for node in self.checked.items(self.checked.get(self.root, "asks")):
            (acts if any(act in node.entries for act in _ASKED) else selections).append(node)
        return acts, selections

    def _asked(self, node: Node) -> Asked | None:
        acts = [act for act in _ASKED if act in node.entries]
        for key in node.entries:
            if key not in ("player", acts[0]):
                message = f"`{printable(key, 60)}` cannot be given together with `{acts[0]}`"
                self.checked.say_key(node, key, message, "ask for an act by `player` and one of sheriff, tent, mine")
        player, at = self.checked.get(node, "player"), self.checked.get(node, acts[0])
        if player is None:
            if "player" not in node.entries:
                self.checked.say(node, "`player` is missing", f"such as {{player: blue, {acts[0]}: mid}}")
            return None
        self.table.player(player, player.text)
        last = len(self.table.turn_nodes())
        where = self.table.destination(at, last) if acts[0] == "sheriff" else self.table.mountain(at, last)
        return Asked(player.text, acts[0], where) if where else None

    def _sheriff(self) -> Place | None:
        node = self.checked.get(self.root, "sheriff")
        place = self.table.destination(node, 0)
        return None if place == "beside" else place

    def _stacks(self) -> list[Tokens]:
        """The mountains of which only the total is given."""
        node = self.checked.get(self.root, "stacks")
        regions = board.regions(t for t in self.table.tiles if t.name not in self.table.placed)
        found: list[Tokens] = []
        told: dict[Place, str] = {}
        for key, value in self.checked.entries(node):
            if node is None or not self.table.cells:
                continue
            try:
                place = self.table.names.mountain(key)
            except Wrong as wrong:
                self.checked.say_key(node, key, wrong.message, wrong.hint)
                continue
            if place is None:
                continue
            if turn := self.table.placed.get(place.tile):
                message = f"tile `{printable(place.tile)}` is not on the table before turn {turn}"
                self.checked.say_key(node, key, message, "it gets a token for each nugget in that turn")
            elif (region := regions.get(place, place)) in told:
                message = f"`{printable(key)}` and `{printable(told[region])}` are one mountain"
                self.checked.say_key(node, key, message, "a mountain has one total")
            else:
                told[region] = key
                found.append(Tokens(place, number(value, 0), total=True, node=value))
        order = [tile.name for tile in self.table.tiles]  # that of the keys says nothing
        return sorted(found, key=lambda one: (order.index(one.place.tile), one.place.index))

    def _mover(self, key: str) -> str:
        """The player named under `start` or `last`; empty if none is."""
        node = self.checked.get(self.root, key)
        return self.table.player(node, node.text) if node else ""

    def _free(self) -> tuple[str, ...]:
        """The questions to free, or `settled` or `all`."""
        nodes = self.checked.items(self.checked.get(self.root, "free"))
        for node in nodes:
            if node.text.strip() not in ("settled", "all"):
                self._say_unknown(node, check_question, node.text.strip())
        return tuple(node.text.strip() for node in nodes)

    def _reading(self) -> dict[str, str]:
        """The answers that the position fixes."""
        entries = {key.strip(): node for key, node in self.checked.entries(self.checked.get(self.root, "reading"))}
        for question, node in entries.items():
            if question.isidentifier():  # else the key itself was found faulty
                self._say_unknown(node, check_answers, {question: node.text.strip()})
        return {question: node.text.strip() for question, node in entries.items()}

    def _say_unknown(self, node: Node, check: Callable[[Any], None], named: object) -> None:
        try:
            check(named)
        except UnknownAnswer as error:
            self.checked.say(node, error.message, error.hint)
