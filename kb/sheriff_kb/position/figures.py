"""The figures and tokens of a given position from its document: whose, where, and in which of its lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sheriff_kb.faults import printable
from sheriff_kb.position.document import Node
from sheriff_kb.position.entries import number
from sheriff_kb.position.places import Wrong, feature
from sheriff_kb.position.possible import Figure, Tokens
from sheriff_kb.position.tiles import Place, Tile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sheriff_kb.position.entries import TileEntry
    from sheriff_kb.position.places import Names
    from sheriff_kb.position.structure import Checked


class Figures:
    """Puts the cowboys of the entries on the tiles, and notes what stands and lies there.

    Faults are noted in `checked`, but not what is impossible: `figures` and `tokens` are what shows that. `placed` has
    the turn of each tile that a turn places; `check` notes a fault if there is no such player.
    """

    def __init__(
        self,
        entries: Mapping[str, TileEntry],
        checked: Checked,
        names: Names,
        placed: Mapping[str, int],
        players: Sequence[str],
        check: Callable[[Node, str, Node | None], object],
    ) -> None:
        self.entries = entries
        self.checked = checked
        self.names = names
        self.placed = placed
        self.players = players
        self.check = check
        self.figures: list[Figure] = []
        self.tokens: list[Tokens] = []
        self.seen: set[str] = set()

    def on(self, kind: str, tile: Tile) -> Tile:
        """The tile with the cowboys that stand on it; `kind` is its name on the drawn board."""
        if kind in self.seen:
            return tile
        self.seen.add(kind)
        entry = self.entries[kind]
        problem, turn = self._problem(kind), self._turn(kind)
        known = tile.name in self.names.tiles and not problem and not turn
        for index, segment in enumerate(entry.mountains):
            place = Place(tile.name, "mountain", index)
            if segment.tokens:
                self._tokens(kind, turn, place, segment.tokens)
            if segment.tent:
                self.check(segment.tent, segment.tent.text, None)
                self._figure(Figure("tent", segment.tent.text, place, segment.tent), problem)
        standing: list[tuple[str, Place]] = []
        for player, node in entry.cowboys:
            self.check(node, player, entry.node.entries["cowboy"] if entry.node else None)
            found = self._feature(tile, node) if known else None
            if found is not None:
                standing.append((player, found))
            if found is not None or problem or turn:  # if nothing can stand, it does not matter on which feature
                self._figure(Figure("cowboy", player, found or Place(tile.name, "prairie"), node), problem)
        in_order = sorted(standing, key=lambda one: self._order(one[0]))  # the order of keys says nothing
        return replace(tile, cowboys=tuple(in_order))

    def _order(self, player: str) -> int:
        return self.players.index(player) if player in self.players else len(self.players)

    def _turn(self, kind: str) -> int:
        """The turn in which a tile of that kind is placed first, or 0."""
        return min((self.placed[n] for n in self.names.kinds[kind] if n in self.placed), default=0)

    def _problem(self, kind: str) -> tuple[str, str] | None:
        """Why no figure can stand on that kind of tile, and what would be right."""
        if (cells := len(self.names.kinds[kind])) > 1:
            message = f"tile `{printable(kind)}` is on {cells} cells of the board, so no figure can be put on it"
            return message, "give this tile a name of its own on the board"
        return None

    def _figure(self, figure: Figure, problem: tuple[str, str] | None) -> None:
        if problem and figure.node:
            self.checked.say(figure.node, *problem)
        else:
            self.figures.append(figure)

    def _tokens(self, kind: str, turn: int, place: Place, tokens: Node) -> None:
        if turn:
            message = f"tile `{printable(kind)}` is placed in turn {turn} and gets a token for each nugget then"
            self.checked.say(tokens, message, "leave `tokens` out")
        else:
            self.tokens.append(Tokens(place, number(tokens, 0), node=tokens))

    def _feature(self, tile: Tile, node: Node) -> Place | None:
        try:
            return feature(tile, node.text)
        except Wrong as wrong:
            self.checked.say(node, wrong.message, wrong.hint)
            return None
