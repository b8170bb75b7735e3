"""A position in sentences: the text alternative of a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sheriff_kb.drawing.focus import NOTHING, Focus
from sheriff_kb.drawing.names import shorten, visible
from sheriff_kb.drawing.scene import Scene, bare, scene, short
from sheriff_kb.position import Place, Tile
from sheriff_kb.wording import DEFAULT_LANGUAGE, Wording, sentence_case, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sheriff_kb.position import Position, Turn

_LONGEST = 60


def alternative(
    position: Position, *, turn: int | None = None, focus: Focus = NOTHING, language: str = DEFAULT_LANGUAGE
) -> str:
    """What the drawing shows, in sentences: the tiles with their figures, what stands beside them, what is marked.

    Raises KeyError if there is no catalogue for the language.
    """
    return " ".join(Sentences(scene(position, turn), wording(language)).all(focus))


@dataclass(frozen=True, slots=True)
class Sentences:
    """What a scene shows, in the sentences of a language."""

    drawn: Scene
    words: Wording

    def all(self, focus: Focus) -> Iterator[str]:
        """All sentences, in the order in which one would look at the table."""
        yield self._board()
        for row, tiles in self.drawn.rows.items():
            yield from (self.tile(tile) for tile in tiles if not self._plain(tile))
            prairie = [str(tile.cell[0]) for tile in tiles if self._plain(tile)]
            if prairie:
                yield self._say("prairie", row=row, count=len(prairie), columns=self.words.listed(prairie))
        yield from self.beside()
        yield from self._collected()
        yield from self.turns()
        yield from self._marked(focus)

    def tile(self, tile: Tile) -> str:
        """One tile in sentences: where it lies, what it shows, what stands on it."""
        column, row = tile.cell
        things = self.words.listed(self._shown(tile) or [self.words.drawing("shows", "prairie")])
        told = [self._say("tile", tile=self.said(tile.name), column=column, row=row, things=things)]
        if standing := self.figures(tile):
            told.append(self._say("standing", count=len(standing), figures=self.words.listed(standing)))
        if number := self.drawn.placed.get(tile.name):
            told.append(self._say("awaited" if self.drawn.awaited(tile) else "placed", turn=number))
        return " ".join(told)

    def figures(self, tile: Tile) -> list[str]:
        """The figures on a tile, each with the segment where it stands."""
        found = []
        for index, mountain in enumerate(tile.mountains):
            if mountain.tent is not None:
                place = Place(tile.name, "mountain", index)
                found.append(self._figure("tent", tile, place, player=self.player(mountain.tent)))
        for player, place in tile.cowboys:
            on = self.words.drawing("on", place.kind)
            found.append(self._figure("cowboy", tile, place, player=self.player(player), on=on))
        if self.drawn.sheriff is not None and self.drawn.sheriff.tile == tile.name:
            found.append(self._figure("sheriff", tile, self.drawn.sheriff))
        return found

    def beside(self) -> Iterator[str]:
        """What belongs to no tile: the sheriff beside the board, totals of stacks, the supply."""
        if self.drawn.sheriff is None:
            yield self._say("sheriff_beside")
        for place, total in self.drawn.totals.items():
            yield self._say("total", tile=self.said(place.tile), count=total)
        if self.drawn.position.supply is not None:
            yield self._say("supply", count=self.drawn.position.supply)

    def turns(self) -> Iterator[str]:
        """What the players do in their turns, a sentence a turn."""
        for number, turn in enumerate(self.drawn.position.turns, 1):
            acts = self.words.listed(self._acts(turn)) or self.words.drawing("acts", "nothing")
            yield self._say("turn", turn=number, player=self.player(turn.player), acts=acts)
        if self.drawn.position.end:
            yield self._say("end_after" if self.drawn.position.turns else "end")

    def said(self, name: str) -> str:
        """A name for use in a sentence."""
        return shorten(visible(name), _LONGEST) or self._say("nameless")

    def player(self, name: str) -> str:
        """A player as sentences name him."""
        return self.said(self.words.player(name))

    def _say(self, key: str, **names: object) -> str:
        """A sentence, with a capital at the start even if it begins with a name."""
        told = self.words.drawing("sentences", key, **names)
        return sentence_case(told)

    def _board(self) -> str:
        tiles = self.drawn.position.tiles
        awaited = sum(map(self.drawn.awaited, tiles))
        return self._say("board_awaited" if awaited else "board", count=len(tiles), awaited=awaited)

    def _plain(self, tile: Tile) -> bool:
        standing = self.drawn.sheriff is not None and self.drawn.sheriff.tile == tile.name
        return bare(tile) and tile.name not in self.drawn.placed and not standing and tile.name.startswith("+")

    def _shown(self, tile: Tile) -> list[str]:
        """What is printed on a tile, and the tokens on its mountains."""

        def say(key: str, **names: object) -> str:
            return self.words.drawing("shows", key, **names)

        found = []
        for index, mountain in enumerate(tile.mountains):
            has = [say("nuggets", count=mountain.nuggets)]
            tokens = self.drawn.tokens(tile, index)
            if tokens is not None and tile.name not in self.drawn.placed:
                has.append(say("tokens", count=tokens))
            found.append(say("mountain", sides=self._sides(mountain.edges), has=", ".join(has)))
        found += [
            say("railroad" if len(rails) > 1 else "railroad_end", sides=self._sides(rails)) for rails in tile.railroads
        ]
        found += [
            say("city") if name in ("", tile.name) else say("named_city", name=self.said(name)) for name in tile.cities
        ]
        return found + [say("star")] * tile.star + [say("graveyard")] * tile.graveyard

    def _sides(self, edges: str) -> str:
        return self.words.listed(self.words.drawing("sides", edge) for edge in edges)

    def _figure(self, kind: str, tile: Tile, place: Place, **names: str) -> str:
        """A figure, with the segment where it stands if the tile has several of the kind."""
        if tile.count(place.kind) < 2:
            return self.words.drawing("figures", kind, **names)
        return self.words.drawing("figures", f"{kind}_at", where=self._where(tile, place), **names)

    def _where(self, tile: Tile, place: Place) -> str:
        """Which segment it is, of those that a tile may have several of."""
        if place.kind == "city":
            return self.words.drawing("where", "city", name=self.said(tile.cities[place.index]))
        if place.kind == "prairie":
            corner = min(corner for _, corner in tile.prairies[place.index])
            return self.words.drawing("where", "prairie", corner=self.words.drawing("corners", corner))
        edges = tile.mountains[place.index].edges if place.kind == "mountain" else tile.railroads[place.index]
        return self.words.drawing("where", place.kind, sides=self._sides(edges))

    def _acts(self, turn: Turn) -> Iterator[str]:
        """What the player does in a turn, act by act."""

        def say(key: str, **names: str) -> str:
            return self.words.drawing("acts", key, **names)

        def label(place: Place) -> str:
            return self.words.place(self.drawn.position.label(place))

        if turn.discard:
            yield say(f"discard_{turn.discard}")
        if turn.place is not None:
            yield say("place", tile=self.said(turn.place))
        if isinstance(turn.sheriff, Place):
            yield say("sheriff", place=self.said(label(turn.sheriff)))
        elif turn.sheriff:
            yield say("sheriff_beside")
        if turn.act is not None and turn.at is not None:
            yield say(turn.act, place=self.said(label(turn.at)))

    def _collected(self) -> Iterator[str]:
        """What the players have collected."""
        for player in self.drawn.position.players:
            if count := self.drawn.position.collected.get(player):
                yield self._say("collected", player=self.player(player), count=count)

    def _marked(self, focus: Focus) -> Iterator[str]:
        """What the drawing points at."""
        tiles = self.drawn.position.tiles
        counted = [
            self.words.drawing(
                "sentences", "counted_tile", tile=self.said(short(tile)), column=tile.cell[0], row=tile.cell[1]
            )
            for tile in tiles
            if tile.name in focus.counted
        ]
        if counted:
            yield self._say("counted", tiles=self.words.listed(counted))
        region = [self.said(tile.name) for tile in tiles if any(place.tile == tile.name for place in focus.region)]
        if region:
            yield self._say("region", tiles=self.words.listed(region))
