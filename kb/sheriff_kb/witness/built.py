"""A position that the solver has chosen, as a `Position` with names that people can read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from sheriff_kb.law import questions
from sheriff_kb.position import EDGES, Mountain, Place, Position, Tile, Turn
from sheriff_kb.position.entries import default_railroads
from sheriff_kb.solving import Term
from sheriff_kb.witness.shapes import Shape

PLAYERS = ("blue", "yellow", "black", "red", "green")
_HILLS = ("hill", "ridge", "peak", "cliff", "crest", "slope", "bluff", "mesa", "butte")
_GRAVEYARD = 9
"""The slot of a tile's graveyard among its segments; its mountains have 1 and 2."""


def built(shape: Shape, atoms: Iterable[Term], disputed: Iterable[str] = ()) -> Position:
    """The position that atoms of `encoding/tasks/board.lp` describe on a board of this shape.

    Its `reading` has the answers that are not the first of their question, those to the disputed questions left out;
    settled ones among the disputed are freed.
    """
    told: dict[str, list[Any]] = defaultdict(list)
    for atom in atoms:
        if atom.signature != ("reading", 3):  # the answers of a world
            told[atom.name].append(tuple(map(_plain, atom.arguments)))
    return _Builder(shape, told).position(tuple(disputed))


def _plain(term: Term) -> Any:
    return term.number if term.is_number else str(term)


class _Builder:
    def __init__(self, shape: Shape, told: Mapping[str, list[Any]]) -> None:
        self.shape = shape
        self.told = told
        self.placed: dict[int, int] = {cell: turn for turn, cell in told["placed"]}
        self.stars = {cell for (cell,) in told["star"]}
        self.graves = {cell for _, cell in told["graveyard"]}
        self.cities: dict[int, list[int]] = defaultdict(list)
        for cell, city in sorted(told["city"]):
            self.cities[cell].append(city)
        self.mountain_edges: dict[int, dict[int, str]] = {}
        for number in range(1, len(shape) + 1):
            slots: dict[int, str] = {}
            for slot in (1, 2):
                edges = {edge for cell, edge, own in told["edge"] if (cell, own) == (number, slot)}
                if edges:
                    slots[slot] = "".join(edge for edge in EDGES if edge in edges)
            self.mountain_edges[number] = slots
        self.names = self._names()

    def position(self, disputed: tuple[str, ...]) -> Position:
        told = self.told
        reading = {q: a for q, a in told["reading"] if q not in disputed and a != questions()[q].default}
        turns = tuple(self._turn(number) for number in range(1, len(told["turn"]) + 1))
        return Position(
            players=PLAYERS[: len(told["player"])],
            tiles=tuple(self._tile(number) for number in range(1, len(self.shape) + 1)),
            turns=turns,
            end=bool(told["game_end"]),
            sheriff=self._place(told["sheriff"][0][0]) if told["sheriff"] else None,
            collected={self._player(player): held for player, held in sorted(told["collected"])},
            supply=told["supply"][0][0] if told["supply"] else None,
            last=self._player(told["last"][0][0]) if told["last"] else "",
            filters=tuple({"kind": kind} for (kind,) in sorted(told["wants"])),
            free=tuple(q for q in disputed if questions()[q].status == "settled"),
            reading={q: reading[q] for q in questions() if q in reading},
        )

    def _player(self, number: int) -> str:
        """The name of a player; those of a position are listed clockwise from the one who starts."""
        ((start,),) = self.told["start"]
        return PLAYERS[(number - start) % len(self.told["player"])]

    def _names(self) -> dict[int, str]:
        """A name for each tile that says what it is; plain prairie is `+`."""
        names: dict[int, str] = {}
        plain = [number for number in range(1, len(self.shape) + 1) if self._is_plain(number)]
        count: dict[str, int] = defaultdict(int)
        for number, (column, row) in enumerate(self.shape, 1):
            if number in plain:
                names[number] = "+" if len(plain) == 1 else f"+@{column},{row}"
                continue
            if number in self.graves:
                kind = "grave"
            elif number in self.stars:
                kind = "star"
            elif number in self.placed:
                kind = "new"
            elif self.mountain_edges[number]:
                kind = _HILLS[count["hill"] % len(_HILLS)]
                count["hill"] += 1
                names[number] = kind
                continue
            else:
                kind = "town" if self.cities[number] else "rail"
            count[kind] += 1
            names[number] = kind if count[kind] == 1 else f"{kind}{count[kind]}"
        return names

    def _is_plain(self, number: int) -> bool:
        rails = any(cell == number for cell, _ in self.told["rail"])
        shown = number in self.stars or number in self.graves or self.cities[number] or self.mountain_edges[number]
        return not (rails or shown or number in self.placed)

    def _tile(self, number: int) -> Tile:
        told = self.told
        letters = dict.fromkeys(EDGES, "P")
        letters |= {edge: "R" for cell, edge in told["rail"] if cell == number}
        letters |= {edge: "M" for edges in self.mountain_edges[number].values() for edge in edges}
        rails = "".join(edge for edge in EDGES if letters[edge] == "R")
        mountains = tuple(self._mountain(number, slot, edges) for slot, edges in self.mountain_edges[number].items())
        cowboys = tuple(
            (self._player(player), self._place(segment))
            for player, segment in sorted(told["cowboy"])
            if segment // 10 == number
        )
        return Tile(
            self.names[number],
            self.shape[number - 1],
            "".join(letters.values()),
            mountains,
            tuple(default_railroads(rails)),
            self._cities(number),
            number in self.stars,
            number in self.graves,
            cowboys,
        )

    def _cities(self, number: int) -> tuple[str, ...]:
        """The names of the tile's cities; a city of one tile alone, the only one there, bears the tile's name."""
        tiles = {city: [n for n, own in self.cities.items() if city in own] for city in self.cities[number]}
        if len(tiles) == 1 and all(len(on) == 1 for on in tiles.values()):
            return (self.names[number],)
        return tuple(("Laramie", "Dodge", "Abilene", "Tombstone")[city - 1] for city in tiles)

    def _mountain(self, number: int, slot: int, edges: str) -> Mountain:
        segment = 10 * number + slot
        nuggets = next(count for at, count in self.told["nuggets"] if at == segment)
        tokens = next((count for at, count in self.told["tokens"] if at == segment), 0)
        tent = next((self._player(player) for player, at in self.told["tent"] if at == segment), None)
        return Mountain(edges, nuggets, nuggets if number in self.placed else tokens, tent)

    def _place(self, segment: int) -> Place:
        number, slot = divmod(segment, 10)
        if slot == _GRAVEYARD:
            return Place(self.names[number], "graveyard")
        return Place(self.names[number], "mountain", list(self.mountain_edges[number]).index(slot))

    def _turn(self, number: int) -> Turn:
        told = self.told
        player = next(player for turn, player in told["mover"] if turn == number)
        placed = next((self.names[cell] for cell, turn in self.placed.items() if turn == number), None)
        kinds = [kind for turn, fate, kind in told["star_tile"] if turn == number and fate == "discarded"]
        discard: Literal["star", "graveyard"] | None = None
        if kinds:
            discard = "graveyard" if kinds[0] == "graveyard" else "star"
        named = next((place for turn, _, place in told["named"] if turn == number), None)
        act, at = next(((kind, at) for turn, _, kind, at in told["act"] if turn == number), (None, None))
        return Turn(
            self._player(player),
            placed,
            discard,
            None if named is None else "beside" if named == "beside" else self._place(named),
            act,
            None if at is None else self._place(at),
        )
