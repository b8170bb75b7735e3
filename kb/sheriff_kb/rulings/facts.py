"""Facts: a position and its geometry as the input predicates of `encoding/vocabulary.lp`.

Players, tiles, segments and cities are numbers; no name of a position ever becomes program text. Geometry is given turn
by turn, and a mountain's segments only in the turns that touch it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sheriff_kb.law import cells, interface
from sheriff_kb.position import Asked, Beside, Place, Position, Tile, Turn
from sheriff_kb.rulings.geometry import Numbering, Table
from sheriff_kb.rulings.unsaid import Unsaid, stack, step


@dataclass(frozen=True)
class Facts:
    """The facts of a position and what their numbers stand for.

    `lines` are facts, one each; `mountains` maps a turn (the time after the last one included) and a region's number to
    the region's segments, for the mountains that the turn touches; `unsaid` is what the position does not say, each
    thing one more question, and `untold` are the turns that do not say where the sheriff is sent.
    """

    position: Position
    numbering: Numbering
    lines: tuple[str, ...]
    mountains: Mapping[tuple[int, int], frozenset[int]]
    unsaid: tuple[Unsaid, ...] = ()
    untold: frozenset[int] = frozenset()

    @property
    def final(self) -> int:
        """The time after the last turn."""
        return len(self.position.turns) + 1

    def predicates(self, turn: int | None) -> frozenset[str]:
        """The predicates with facts by a turn, or when the game ends if it is None; a star tile brings the sheriff."""
        facts = [line.rstrip(").").partition("(") for line in self.lines]
        found = {name for name, _, _ in facts if name != "star_tile" and not (name == "game_end" and turn is not None)}
        if any(name == "star_tile" and (turn is None or int(of.split(",")[0]) <= turn) for name, _, of in facts):
            found |= {"star_tile", "sheriff"}
        return frozenset(found)

    def program(self, held: Mapping[str, str]) -> str:
        """All facts, and the answers that are held, as a logic program."""
        return "\n".join([*self.lines, *(f"held({question},{answer})." for question, answer in held.items()), ""])

    def legend(self) -> Iterator[str]:
        """What the numbers stand for, one line each."""
        for number, player in enumerate(self.position.players, 1):
            yield f"player {number}: {player}"
        for number, tile in enumerate(self.position.tiles, 1):
            yield f"tile {number}: {tile.name}"
        for number, place in enumerate(self.numbering.places, 1):
            yield f"segment {number}: {place.kind}, {self.position.label(place)}"


def facts(position: Position) -> Facts:
    """The facts of a position."""
    teller = _Teller(position)
    teller.tell()
    untold = frozenset(teller.untold)
    return Facts(position, teller.numbering, tuple(teller.lines), teller.mountains, tuple(teller.unsaid), untold)


class _Teller:
    """Plays the tile placements of a position and notes the facts on the way.

    `figures` are the segments on which a figure may ever stand, `apart` those that can differ for the sheriff from
    others of their mountain, `haunts` those where he may stand now, `ended` those of figures whose feature is finished,
    `filled` the surroundings of graveyards that are full.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.numbering = Numbering(position.tiles)
        self.table = Table(self.numbering)
        self.lines: list[str] = []
        self.mountains: dict[tuple[int, int], frozenset[int]] = {}
        self.unsaid: list[Unsaid] = []
        self.untold: list[int] = []
        self.figures = self._figures()
        self.apart = self._apart()
        self.last_step = self._last_step()
        self.haunts: set[int] = set()
        self.ended: set[int] = set()
        self.filled: set[tuple[int, str]] = set()
        self._player = {name: number for number, name in enumerate(position.players, 1)}

    def tell(self) -> None:
        position = self.position
        later = {turn.place for turn in position.turns}
        for tile in position.tiles:
            self._tile(tile)
            if tile.name not in later:
                self.table.place(tile)
        self._places()
        self._players()
        self._tokens(later)
        self._graveyards(0)
        self._ends(0, {segment for segment in self.figures if self._is_finished(segment)})
        if position.sheriff is not None:
            self._fact("sheriff", self.numbering.segment(position.sheriff))
            self.haunts.add(self.numbering.segment(position.sheriff))
        self._mountains(0, self.haunts)
        for number, turn in enumerate(position.turns, 1):
            self._turn(number, turn)
        self._end(len(position.turns) + 1)

    # --- the position ------------------------------------------------------------------------------------------------

    def _players(self) -> None:
        position = self.position
        for player, number in self._player.items():
            self._fact("player", number)
            if position.collected.get(player):
                self._fact("collected", number, position.collected[player])
        self._fact("start", self._player[position.start])
        self._fact("last", self._player[position.last])
        if position.supply is not None:
            self._fact("supply", position.supply)
        named = {asked.get("kind") for asked in (*position.filters, *position.observed)}
        for kind in interface().kinds.values():
            if kind.told_if == "wanted" and kind.name in named:
                self._fact("wants", kind.name)

    def _tile(self, tile: Tile) -> None:
        numbering, number = self.numbering, self.numbering.tile(tile.name)
        for segment, mountain in zip(numbering.of_kind(tile, "mountain"), tile.mountains, strict=True):
            self._fact("on", segment, number)
            self._fact("nuggets", segment, mountain.nuggets)
            if mountain.tent is not None:
                self._fact("tent", self._player[mountain.tent], segment)
        for segment in numbering.of_kind(tile, "graveyard"):
            self._fact("graveyard", segment, number)
        for name in tile.cities:
            self._fact("city", number, self._city(name))
        for player, place in tile.cowboys:
            self._fact("cowboy", self._player[player], numbering.segment(place))

    def _places(self) -> None:
        """Write facts: the tiles of the features that are neither mountains nor graveyards, where figures may stand."""
        for segment in sorted(self.figures):
            place = self.numbering.place(segment)
            if place.kind not in ("mountain", "graveyard"):
                self._fact("on", segment, self.numbering.tile(place.tile))

    def _tokens(self, later: set[str | None]) -> None:
        """Write facts: the tokens on the table, or the ways in which they may lie."""
        numbering, position = self.numbering, self.position
        totalled = set[int]()
        for place, total in position.stacks:
            region = self.table.region(numbering.segment(place))
            totalled |= region
            self._stack(total, sorted(region))
        for tile in position.tiles:
            for segment, mountain in zip(numbering.of_kind(tile, "mountain"), tile.mountains, strict=True):
                if mountain.tokens and tile.name not in later and segment not in totalled:
                    self._fact("tokens", segment, mountain.tokens)

    def _stack(self, total: int, mountain: list[int]) -> None:
        """Write facts: what may lie on the tiles where a tent may ever stand, and on the others together."""
        tented = {turn.at.tile for turn in self.position.turns if turn.act == "tent" and turn.at is not None}
        tented |= {tile.name for tile in self.position.tiles if any(part.tent for part in tile.mountains)}
        most: dict[str, tuple[int, int]] = {}
        for segment in mountain:
            place = self.numbering.place(segment)
            first, room = most.get(place.tile, (segment, 0))
            most[place.tile] = first, room + self.position.tile(place.tile).mountains[place.index].nuggets
        tiles = [part for tile, part in most.items() if tile in tented]
        told = stack(total, tiles, [part for tile, part in most.items() if tile not in tented])
        region = min(mountain)
        self._fact("total", region, total)
        for segment, room in told.most.items():
            self._fact("room", region, segment, room)
        self._fact("rest", region, told.rest)
        for thing in told.unsaid:
            self._leave_open(thing)
            for answer, tokens in thing.answers():
                self._fact("spread", thing.question.id, answer, thing.segment, tokens)

    def _leave_open(self, thing: Unsaid) -> None:
        """Ask for what is not said; what can only be one way is no question."""
        question = thing.question
        self._fact("question", question.id, question.status)
        for number, answer in enumerate(question.answers, 1):
            self._fact("answer", question.id, number, answer)
        if len(question.answers) > 1:
            self.unsaid.append(thing)
        else:
            self._fact("held", question.id, question.default)

    def _city(self, name: str) -> int:
        """The number of a city: its least segment on the whole board."""
        return next(
            self.numbering.segment(Place(tile.name, "city", tile.cities.index(name)))
            for tile in self.position.tiles
            if name in tile.cities
        )

    def _figures(self) -> set[int]:
        position, found = self.position, set[Place]()
        for tile in position.tiles:
            found.update(place for _, place in tile.cowboys)
            found.update(Place(tile.name, "mountain", i) for i, m in enumerate(tile.mountains) if m.tent is not None)
        for turn in position.turns:
            found.update(place for place in (turn.at, turn.sheriff) if isinstance(place, Place))
        if position.sheriff is not None:
            found.add(position.sheriff)
        return set(map(self.numbering.segment, found))

    def _last_step(self) -> int:
        """The last time at which the sheriff may be sent somewhere; 0 if there is none."""
        stars = {tile.name for tile in self.position.tiles if tile.star}
        times = [0]
        for number, turn in enumerate(self.position.turns, 1):
            if turn.sheriff is not None or turn.discard is not None or turn.place in stars:
                times.append(number)
        if any(asked.act == "sheriff" for asked in self.position.asks):
            times.append(len(self.position.turns) + 1)
        return times[-1]

    def _apart(self) -> set[int]:
        """The segments that can differ from others of their mountain for the sheriff.

        Figures may share a spot with him or a tile, and whoever sends or asks names one.
        """
        asked = {self.numbering.segment(asked.at) for asked in self.position.asks if isinstance(asked.at, Place)}
        tiles = {self.numbering.place(segment).tile for segment in self.figures}
        near = (Place(tile.name, "mountain", i) for tile in self.position.tiles for i in range(len(tile.mountains)))
        return self.figures | asked | {self.numbering.segment(place) for place in near if place.tile in tiles}

    # --- turns -------------------------------------------------------------------------------------------------------

    def _turn(self, number: int, turn: Turn) -> None:
        tile = self.position.tile(turn.place) if turn.place is not None else None
        self._fact("turn", number)
        self._fact("mover", number, self._player[turn.player])
        star = self._star_tiles(number, turn, tile)
        touched = set[int]()
        finished = set[int]()
        before: list[frozenset[int]] = []
        if tile is not None:
            self._fact("placed", number, self.numbering.tile(tile.name))
            if star:
                before = self._before(number, tile)
            self.table.place(tile)
            finished = self._finished(number, tile)
            self._graveyards(number, tile)
            touched.update(self.numbering.of_kind(tile, "mountain"))
        if turn.act is not None and turn.at is not None:
            touched.update(self._act(number, turn.player, turn.act, turn.at))
        if star:
            named = self._named(number, turn.player, turn.sheriff)
            untold = turn.sheriff is None
            spots = self._spots(number, named, finished, before, untold=untold)
            if untold:
                named = self._untold(number, spots)
            touched.update(spots)
        if star or self.haunts & self.ended:  # his place is written when he may go, or go home
            touched.update(self.haunts)
        self._mountains(number, touched)
        self.haunts -= self.ended
        if star:
            self.haunts |= named - self.ended

    def _star_tiles(self, number: int, turn: Turn, tile: Tile | None) -> bool:
        """Write facts: the star tiles of the turn; returns whether there are any.

        A destination named without one stands for a star tile placed where it does not matter.
        """
        stars = []
        if turn.discard is not None:
            stars.append(("discarded", "graveyard" if turn.discard == "graveyard" else "plain"))
        if tile is not None and tile.star:
            stars.append(("placed", "graveyard" if tile.graveyard else "plain"))
        if not stars and tile is None and turn.sheriff is not None:
            stars.append(("placed", "plain"))
        for fate, kind in stars:
            self._fact("star_tile", number, fate, kind)
        return bool(stars)

    def _named(self, time: int, player: str, destination: Place | Beside | None) -> set[int]:
        if destination is None:
            return set()
        place = self.numbering.segment(destination) if isinstance(destination, Place) else destination
        self._fact("named", time, self._player[player], place)
        return {place} if isinstance(place, int) else set()

    def _act(self, time: int, player: str, act: str, at: Place) -> list[int]:
        """Write an act; a mountain is left to be handed over whole, of another region only what may hold figures."""
        segment = self.numbering.segment(at)
        self._fact("act", time, self._player[player], act, segment)
        if at.kind == "mountain":
            return [segment]
        region = self.table.region(segment)
        for member in sorted(region & self.figures):
            self._fact("region", time, member, min(region))
        return []

    def _end(self, final: int) -> None:
        self._fact("final", final)
        touched = set(self.haunts)
        for asked in self.position.asks:
            touched.update(self._asked(final, asked))
        if self.position.end:
            self._fact("game_end")
            touched.update(min(mountain) for mountain in self.table.mountains() if not self.table.is_finished(mountain))
            for tile in self.table.cells.values():
                self._surroundings(final, tile)
        self._mountains(final, touched)

    def _asked(self, final: int, asked: Asked) -> Iterable[int]:
        if asked.act != "sheriff":
            return self._act(final, asked.player, asked.act, asked.at) if isinstance(asked.at, Place) else []
        self._fact("star_tile", final, "placed", "plain")
        return self._spots(final, self._named(final, asked.player, asked.at), set())

    # --- geometry ----------------------------------------------------------------------------------------------------

    def _mountains(self, time: int, segments: Iterable[int]) -> None:
        """Hand over the mountains of these segments: all their segments, and whether they are open."""
        done = set[int]()
        for segment in sorted(segments):
            if segment in done:
                continue
            mountain = self.table.region(segment)
            done |= mountain
            self.mountains[time, min(mountain)] = mountain
            for member in sorted(mountain):
                self._fact("region", time, member, min(mountain))
            if not self.table.is_finished(mountain):
                self._fact("open", time, min(mountain))

    def _before(self, turn: int, tile: Tile) -> list[frozenset[int]]:
        """Write and return the mountains that the tile is about to join, if the sheriff may stand on one of them."""
        parts = self.table.neighbouring_mountains(tile)
        if len(parts) < 2 or not any(part & self.haunts for part in parts):
            return []
        for part in parts:
            for member in sorted(part):
                self._fact("before", turn, member, min(part))
        return parts

    def _spots(
        self,
        time: int,
        named: set[int],
        finished: set[int],
        before: Iterable[frozenset[int]] = (),
        *,
        untold: bool = False,
    ) -> dict[int, int]:
        """Write facts: where the sheriff might go; returns these segments with their mountains.

        On a mountain where he may stand each segment is one, on others the least. If it is `untold` where he is sent,
        they are those that can differ for him from others of the mountain, and the least of the others, where he may
        stand also of each mountain that was joined `before`. If he may have to move on later, each can differ.
        """
        spots: dict[int, int] = {}
        for mountain in self.table.mountains():
            if min(mountain) in finished or not self.table.is_finished(mountain):
                haunted = bool(mountain & self.haunts)
                if not untold:
                    chosen = mountain if haunted else frozenset([min(mountain)])
                elif time < self.last_step:
                    chosen = mountain
                else:
                    single = mountain & (self.apart | self.haunts)
                    parts = [part & mountain for part in before] if haunted else []
                    alike = [*parts, mountain.difference(*parts)]
                    chosen = single | {min(left) for part in alike if (left := part - single)}
                spots |= dict.fromkeys(chosen, min(mountain))
        spots |= {segment: min(self.table.region(segment)) for segment in named}
        for spot in sorted(spots):
            self._fact("spot", time, spot)
        return spots

    def _untold(self, turn: int, spots: Mapping[int, int]) -> set[int]:
        """Write facts: where the sheriff may have been sent in a turn that leaves it open; returns the spots."""
        self.untold.append(turn)
        mountains: dict[int, list[int]] = {}
        for spot, mountain in spots.items():
            mountains.setdefault(mountain, []).append(spot)
        for thing in step(turn, mountains.items()):
            self._leave_open(thing)
            for answer, segment in thing.answers():
                self._fact("sends" if thing.kind == "sent" else "puts", thing.question.id, answer, turn, segment)
        self.figures |= spots.keys()
        self._ends(turn, {spot for spot in spots if self._is_finished(spot)})
        return set(spots)

    def _finished(self, turn: int, tile: Tile) -> set[int]:
        """Write what the tile finishes: mountains, which are returned, and all features that may hold figures."""
        finished = set[int]()
        for segment in self.numbering.of_kind(tile, "mountain"):
            mountain = self.table.region(segment)
            if self.table.is_finished(mountain) and min(mountain) not in finished:
                finished.add(min(mountain))
                self._fact("closes", turn, min(mountain))
                self._ends(turn, mountain & self.figures)
        for segment in self.numbering.of_kind(tile, "railroad"):
            if self.table.is_finished(railroad := self.table.region(segment)):
                self._ends(turn, railroad & self.figures)
        cities = {segment for segment in self.figures if self.numbering.place(segment).kind == "city"}
        self._ends(turn, {city for city in cities if self._is_finished(city)})
        return finished

    def _is_finished(self, segment: int) -> bool:
        """Whether the segment lies on the table and its feature is finished; graveyards are not spoken of here."""
        if segment not in self.table:
            return False
        kind = self.numbering.place(segment).kind
        if kind == "city":
            return self.table.is_city_complete(segment)
        return kind in ("mountain", "railroad") and self.table.is_finished(self.table.region(segment))

    def _ends(self, turn: int, segments: Iterable[int]) -> None:
        for segment in sorted(set(segments) - self.ended):
            self.ended.add(segment)
            self._fact("ends", segment, turn)

    def _graveyards(self, turn: int, placed: Tile | None = None) -> None:
        """Write facts: which graveyards are surrounded since this turn, and what lies around those."""
        near = self.table.cells.values() if placed is None else [placed, *self.table.around(placed.cell)]
        for tile in (tile for tile in near if tile.graveyard):
            (graveyard,) = self.numbering.of_kind(tile, "graveyard")
            full = {8: len(self.table.around(tile.cell)) == 8, 4: len(self.table.across(tile.cell)) == 4}
            new = {(graveyard, way) for number, way in cells().items() if full[number]} - self.filled
            self.filled |= new
            for _, way in sorted(new):
                self._fact("surrounded", graveyard, way, turn)
            if new and turn:
                self._surroundings(turn, tile)

    def _surroundings(self, time: int, tile: Tile) -> None:
        """Write facts: what lies around a graveyard when it may be scored."""
        for graveyard in self.numbering.of_kind(tile, "graveyard"):
            around = self.table.around(tile.cell)
            for near in around:
                self._fact("around", time, graveyard, self.numbering.tile(near.name))
            for near in self.table.across(tile.cell):
                self._fact("across", graveyard, self.numbering.tile(near.name))
            for near in (tile, *around):
                for city, segment in zip(near.cities, self.numbering.of_kind(near, "city"), strict=True):
                    if self.table.is_city_complete(segment):
                        self._fact("complete", time, self._city(city))

    def _fact(self, predicate: str, *arguments: int | str) -> None:
        self.lines.append(f"{predicate}({','.join(map(str, arguments))})." if arguments else f"{predicate}.")
