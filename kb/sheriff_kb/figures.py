"""The figures of a given position: which player's tent or cowboy stands where, and whether it can."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from sheriff_kb.document import Node, printable
from sheriff_kb.places import Wrong, feature
from sheriff_kb.tiles import Place, Tile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sheriff_kb.entries import Entry
    from sheriff_kb.table import Table

COWBOYS = 4
"""The cowboys that a player can use: one of the five counts the points."""


class Figures:
    """Puts the cowboys of the entries on the tiles, and notes the faults of tents, cowboys and tokens."""

    def __init__(self, table: Table, entries: Mapping[str, Entry]) -> None:
        self.table = table
        self.checked = table.checked
        self.entries = entries
        self.finished = table.finished()
        self.tents: dict[str, str] = {}
        self.cowboys: Counter[str] = Counter()
        self.seen: set[str] = set()

    def on(self, kind: str, tile: Tile) -> Tile:
        """The tile with the cowboys that stand on it; `kind` is its name on the drawn board."""
        if kind in self.seen:
            return tile
        self.seen.add(kind)
        entry = self.entries[kind]
        self._tokens(kind, entry)
        problem = self._problem(kind)
        known = tile.name in self.table.names.tiles and not problem
        occupied: dict[Place, str] = {}
        for index, segment in enumerate(entry.mountains):
            if segment.tent:
                place = Place(tile.name, "mountain", index)
                owner = self._tent(kind, segment.tent, problem)
                occupied[place] = f"{printable(owner)}'s tent"
                if known:
                    self._still_there(kind, place, segment.tent)
        standing: list[tuple[str, Place]] = []
        for player, node in entry.cowboys:
            self._cowboy(player, node, entry, problem)
            found = self._feature(tile, node) if known else None
            if found is None:
                continue
            if found in occupied:
                message = f"{printable(player)}'s cowboy stands where {occupied[found]} stands already"
                self.checked.say(node, message, "one figure a feature of a tile")
            occupied.setdefault(found, f"{printable(player)}'s cowboy")
            self._still_there(kind, found, node)
            standing.append((player, found))
        in_order = sorted(standing, key=lambda one: self._order(one[0]))  # the order of keys says nothing
        return replace(tile, cowboys=tuple(in_order))

    def _order(self, player: str) -> int:
        players = self.table.players
        return players.index(player) if player in players else len(players)

    def _turn(self, kind: str) -> int:
        """The turn in which a tile of that kind is placed first, or 0."""
        return min((self.table.placed[n] for n in self.table.names.kinds[kind] if n in self.table.placed), default=0)

    def _problem(self, kind: str) -> tuple[str, str] | None:
        """Why no figure can stand on that kind of tile, and what would be right."""
        if turn := self._turn(kind):
            message = f"tile `{printable(kind)}` is placed in turn {turn}, so that nothing stands on it before"
            return message, "let a turn put it there"
        if (cells := len(self.table.names.kinds[kind])) > 1:
            message = f"tile `{printable(kind)}` stands on {cells} cells, so that no figure can be put on it"
            return message, "draw the tile that is meant under a name of its own"
        return None

    def _tokens(self, kind: str, entry: Entry) -> None:
        turn = self._turn(kind)
        for segment in entry.mountains:
            if turn and segment.tokens:
                message = f"tile `{printable(kind)}` is placed in turn {turn} and gets its nuggets as tokens then"
                self.checked.say(segment.tokens, message, "leave `tokens` out")

    def _tent(self, kind: str, tent: Node, problem: tuple[str, str] | None) -> str:
        player = self.table.player(tent, tent.text)
        if problem:
            self.checked.say(tent, *problem)
        elif player in self.tents:
            message = f"{printable(player)} has a second tent; the first is on `{printable(self.tents[player])}`"
            self.checked.say(tent, message, "each player has one tent")
        self.tents.setdefault(player, kind)
        return player

    def _cowboy(self, player: str, node: Node, entry: Entry, problem: tuple[str, str] | None) -> None:
        self.table.player(node, player, entry.node.entries["cowboy"] if entry.node else None)
        self.cowboys[player] += 1
        if problem:
            self.checked.say(node, *problem)
        elif self.cowboys[player] == COWBOYS + 1:
            message = f"{printable(player)} has more than {COWBOYS} cowboys on the table"
            self.checked.say(node, message, "the fifth counts the points")

    def _feature(self, tile: Tile, node: Node) -> Place | None:
        try:
            return feature(tile, node.text)
        except Wrong as wrong:
            self.checked.say(node, wrong.message, wrong.hint)
            return None

    def _still_there(self, kind: str, place: Place, figure: Node) -> None:
        if place in self.finished:
            message = (
                f"the mountain at `{printable(kind)}` is finished: it was scored before, and the figures went home"
            )
            self.checked.say(figure, message, "leave the figure out, or leave an edge of the mountain open")
