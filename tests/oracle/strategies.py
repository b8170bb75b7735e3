"""Possible random positions, for Hypothesis and, in great numbers, from a plain random generator.

Asked for, they leave things unsaid: where the sheriff was sent, and on which tiles the tokens of a mountain lie. Both
generators make the same choices through a `Chooser`; its first choices are the simplest ones, so that what Hypothesis
finds shrinks to few tiles, short stories and plain prairies.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from hypothesis import strategies as st

from oracle.board import Board, segments
from oracle.readings import READINGS
from oracle.unsaid import ways_to_lie
from sheriff_kb.position import EDGES, OPPOSITE, STEP, Asked, Cell, Mountain, Place, Position, Tile, Turn

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from oracle.board import Region

T = TypeVar("T")

PLAYERS = ("blue", "yellow", "black", "red")
NAMES = "abcdefghijklmnopqrstuvwxyz"
MIDDLE: Cell = (0, 0)
CAMP = tuple((column, row) for row in (-1, 0, 1) for column in (-1, 0, 1))
"""The three by three cells where compact boards grow first."""


SIZES = ((9, 6), (6, 3))
"""Maximum numbers of tiles before the first turn and of turns."""
SIZES_UNSAID = ((4, 2), (3, 2), (4, 3), (5, 3), (6, 4))
"""The same if things are unsaid: mostly small, since all that can have happened is played."""
MOST_WAYS = 120
"""Maximum number of ways for what is unsaid, under the reading that allows most."""
MOST_WAYS_TO_LIE = 24
MOST_TILES_OF_A_STACK = 5
MOST_ASKED = 2
USABLE_COWBOYS = 4
EIGHTHS = 8
LANDSCAPES = ("PMRMPMMM", "PRMPMPMP", "PMMMRMMM")
"""What an open edge shows, simple things first; each is one mood of a board."""

SPARSE = ("PPPPPPMP", "PMPPRPPP")
"""The same with so few mountains that the sheriff can have one way to go, or none."""


class Chooser(Protocol):
    """Where the choices come from."""

    def number(self, low: int, high: int) -> int:
        """A number from `low` to `high`; the low ones are simple."""


class RandomChooser:
    """Choices of a plain random generator."""

    def __init__(self, source: random.Random) -> None:
        """Choices of this generator."""
        self._source = source

    def number(self, low: int, high: int) -> int:
        """A number from `low` to `high`."""
        return self._source.randint(low, high)


class DrawnChooser:
    """Choices drawn by Hypothesis."""

    def __init__(self, draw: st.DrawFn) -> None:
        """Choices drawn with this function."""
        self._draw = draw

    def number(self, low: int, high: int) -> int:
        """A number from `low` to `high`."""
        return self._draw(st.integers(low, high))


@st.composite
def positions(draw: st.DrawFn, *, sees: bool = False, unsaid: bool = False) -> Position:
    """Possible positions; with `sees` they ask what players look at, with `unsaid` they may leave things unsaid."""
    return Construction(DrawnChooser(draw), unsaid).position(sees=sees)


def random_position(source: random.Random, *, sees: bool = False, unsaid: bool = False) -> Position:
    """A possible position, quickly."""
    return Construction(RandomChooser(source), unsaid).position(sees=sees)


def readings() -> st.SearchStrategy[dict[str, str]]:
    """Total readings; the default answers are the simple ones."""
    return st.fixed_dictionaries({question: st.sampled_from(answers) for question, answers in READINGS.items()})


def random_reading(source: random.Random) -> dict[str, str]:
    """A total reading; often most answers are the default ones, so that single rivals show their effect."""
    rivals = source.choice((0.1, 0.3, 0.5, 0.7))
    return {
        question: source.choice(answers[1:]) if source.random() < rivals else answers[0]
        for question, answers in READINGS.items()
    }


@dataclass
class Construction:
    """One position in the making: the table before the story first, then turn by turn."""

    chooser: Chooser
    unsaid: bool = False
    players: tuple[str, ...] = PLAYERS
    tiles: dict[Cell, Tile] = field(default_factory=dict)
    cities: list[str] = field(default_factory=list)
    sheriff: Place | None = None
    tents: dict[str, Place] = field(default_factory=dict)
    compact: bool = False
    hole: bool = False
    poor: bool = False
    landscape: str = LANDSCAPES[0]
    ways: int = 1
    counted: tuple[Place, ...] = ()
    pitched: str = ""
    size: tuple[int, int] = SIZES[0]

    def position(self, *, sees: bool) -> Position:
        """Lay the table, put figures on it, choose the turns."""
        self.players = PLAYERS[: 2 + self.number(0, 2)]
        self.compact = self.chance(60)
        self.hole = self.compact and self.chance(30)
        self.poor = self.chance(25)
        self.landscape = self.choice(LANDSCAPES)
        self.size = self.choice(SIZES_UNSAID if self.unsaid else SIZES)
        if self.unsaid:
            self.landscape = self.choice(SPARSE) if self.chance(50) else self.landscape
        self.lay(in_turn=False)
        while len(self.tiles) < self.size[0] and (self.chance(85) or (self.compact and self.chance(60))):
            self.lay(in_turn=False)
        self.set_up_figures()
        stacks = self.stacks() if self.unsaid and self.chance(50) else ()
        turns = self.story()
        return Position(
            self.players,
            self.tiles_in_board_order(),
            turns=turns,
            end=self.chance(50),
            sheriff=self.sheriff,
            collected={player: self.number(1, 3) for player in self.players if self.chance(40)},
            supply=self.number(0, 6) if self.chance(20) else None,
            stacks=stacks,
            start=self.choice(self.players) if self.chance(20) else "",
            last=self.choice(self.players) if self.chance(20) else "",
            asks=self.asks(),
            filters=({"kind": "sees"},) if sees else (),
        )

    # Choices

    def number(self, low: int, high: int) -> int:
        """Choose a number from `low` to `high`."""
        return self.chooser.number(low, high)

    def chance(self, percent: int) -> bool:
        """Whether something happens that happens about so often; coarse, so that shrinking is quick."""
        often = min(max(round(percent * EIGHTHS / 100), 1), EIGHTHS - 1)
        return 1 <= self.number(0, EIGHTHS - 1) <= often

    def choice(self, options: Sequence[T]) -> T:
        """One of several, the first being the simplest."""
        return options[self.number(0, len(options) - 1)] if len(options) > 1 else options[0]

    # Tiles

    def lay(self, *, in_turn: bool) -> Tile:
        """Lay one more tile somewhere it touches the table."""
        cell = self.free_cell()
        edges = "".join(self.edge(cell, edge) for edge in EDGES)
        mountains = self.mountains(edges, in_turn=in_turn)
        cities = self.new_cities()
        graveyard = self.chance(80 if cell == MIDDLE and self.compact else 12)
        tile = Tile(
            NAMES[len(self.tiles)],
            cell,
            edges,
            mountains=mountains,
            railroads=self.railroads(edges, mountains, city=bool(cities)),
            cities=cities,
            star=graveyard or (in_turn and self.chance(65)),
            graveyard=graveyard,
        )
        self.tiles[cell] = tile
        return tile

    def free_cell(self) -> Cell:
        """Choose a cell that touches the table.

        Compact boards fill three by three cells first, perhaps the middle last.
        """
        if not self.tiles:
            return (-1, 0) if self.hole else MIDDLE
        free: list[Cell] = []
        for column, row in self.tiles:
            for right, down in STEP.values():
                cell = (column + right, row + down)
                if cell not in self.tiles and cell not in free:
                    free.append(cell)
        if self.compact:
            camp = [cell for cell in free if cell in CAMP]
            ring = [cell for cell in camp if cell != MIDDLE]
            free = (self.hole and ring) or camp or free
        return self.choice(free)

    def edge(self, cell: Cell, edge: str) -> str:
        """What the neighbour shows there, or anything."""
        right, down = STEP[edge]
        other = self.tiles.get((cell[0] + right, cell[1] + down))
        if other is not None:
            return other.edges[EDGES.index(OPPOSITE[edge])]
        return self.choice(self.landscape)

    def mountains(self, edges: str, *, in_turn: bool) -> tuple[Mountain, ...]:
        """One segment for all mountain edges, or several that do not cross."""
        hills = "".join(edge for edge, letter in zip(EDGES, edges, strict=True) if letter == "M")
        groups = [hills] if hills else []
        if len(hills) > 1 and self.chance(35):
            cut = self.number(1, len(hills) - 1)
            groups = [hills[:cut], hills[cut:]]
            if len(groups[1]) > 1 and self.chance(30):
                groups = [groups[0], groups[1][:1], groups[1][1:]]
        return tuple(self.mountain(group, in_turn=in_turn) for group in groups)

    def mountain(self, edges: str, *, in_turn: bool) -> Mountain:
        """A segment with one to three nuggets; a new one has as many tokens, on others some may be gone."""
        nuggets = self.choice((1, 1, 1, 2, 2, 3))
        if in_turn:
            return Mountain(edges, nuggets, nuggets)
        tokens = self.choice((nuggets, 0, 0, 1, 0, 0, 1) if self.poor else (nuggets, nuggets, 0, 2, 3))
        return Mountain(edges, nuggets, min(tokens, nuggets))

    def railroads(self, edges: str, mountains: tuple[Mountain, ...], *, city: bool) -> tuple[str, ...]:
        """Two railroad edges run through if no city and no mountain is in the way, others end on the tile."""
        rails = "".join(edge for edge, letter in zip(EDGES, edges, strict=True) if letter == "R")
        if len(rails) == 2 and not city and not any(crosses(rails, m.edges) for m in mountains):
            return tuple(rails) if self.chance(20) else (rails,)
        if len(rails) == 3 and not city and not mountains and self.chance(20):
            return (rails[:2], rails[2:])
        return tuple(rails)

    def new_cities(self) -> tuple[str, ...]:
        """Mostly none, sometimes one, rarely two; sometimes a city that is on another tile too."""
        names: list[str] = []
        for _ in range(self.choice((0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2))):
            shared = [name for name in self.cities if name not in names]
            if shared and self.chance(15):
                names.append(self.choice(shared))
            else:
                names.append(f"C{len(self.cities) + 1}")
                self.cities.append(names[-1])
        return tuple(names)

    def board(self) -> Board:
        """The table as it is now."""
        return Board(Position(self.players, tuple(self.tiles.values())), 0)

    def tiles_in_board_order(self) -> tuple[Tile, ...]:
        """All tiles row by row, on cells counted from 1."""
        left = min(column for column, _ in self.tiles) - 1
        top = min(row for _, row in self.tiles) - 1
        moved = [replace(tile, cell=(tile.cell[0] - left, tile.cell[1] - top)) for tile in self.tiles.values()]
        return tuple(sorted(moved, key=lambda tile: (tile.cell[1], tile.cell[0])))

    # The table before the story

    def set_up_figures(self) -> None:
        """Tents, cowboys and the sheriff; of finished mountains the tokens are gone, but for a few that were left."""
        board = self.board()
        still_open = [place for place in board.mountain_segments() if not board.finished(place)]
        if still_open and self.chance(60):
            crowded = [place for place in still_open if len(board.region(place)) > 1]
            self.sheriff = self.choice(crowded if crowded and self.chance(60) else still_open)
        self.set_up_tents(board, still_open)
        cowboys = self.set_up_cowboys(board)
        for cell, tile in self.tiles.items():
            hills = [self.given_mountain(board, place, tile) for place in board.mountain_segments(tile)]
            riders = tuple((player, place) for player, place in cowboys if place.tile == tile.name)
            self.tiles[cell] = replace(tile, mountains=tuple(hills), cowboys=riders)

    def given_mountain(self, board: Board, place: Place, tile: Tile) -> Mountain:
        """Give a segment its tent and, if the mountain is finished, mostly no tokens."""
        mountain = tile.mountains[place.index]
        if board.finished(place):
            return replace(mountain, tokens=mountain.nuggets if self.chance(10) else 0)
        return replace(mountain, tent=next((player for player, at in self.tents.items() if at == place), None))

    def set_up_tents(self, board: Board, still_open: Sequence[Place]) -> None:
        """Put tents near the sheriff, near each other, side by side on one tile of one mountain."""
        twins = {p for p in still_open if any(q != p and q.tile == p.tile for q in board.region(p))}
        for player in self.players:
            free = [place for place in still_open if place not in self.tents.values()]
            if not free or not self.chance(75):
                continue
            near = [place for place in free if self.sheriff is not None and place in board.region(self.sheriff)]
            company = [place for place in free if any(tent in board.region(place) for tent in self.tents.values())]
            side_by_side = [place for place in free if place in twins]
            self.tents[player] = self.choice(self.choice((free, near, side_by_side, company, side_by_side)) or free)

    def set_up_cowboys(self, board: Board) -> list[tuple[str, Place]]:
        """Put cowboys anywhere but on finished features, one a tile, gladly on graveyards and mountains."""
        free = [place for place in self.features(board) if place not in self.tents.values()]
        cowboys: list[tuple[str, Place]] = []
        for player in self.players:
            for _ in range(USABLE_COWBOYS):
                if not free or not self.chance(55):
                    break
                graves = [place for place in free if place.kind == "graveyard"]
                hills = [place for place in free if place.kind == "mountain"]
                place = self.choice(self.choice((free, hills, graves, hills)) or free)
                free = [other for other in free if other.tile != place.tile]
                cowboys.append((player, place))
        return cowboys

    def features(self, board: Board) -> list[Place]:
        """Where cowboys may stand before the first turn: not on what is finished, seldom on a surrounded graveyard."""
        found = []
        for tile in board.tiles.values():
            for place in segments(tile):
                if place.kind == "graveyard" and board.surrounded(tile.name, "four") and not self.chance(40):
                    continue
                if not board.finished(place):
                    found.append(place)
        return found

    def stacks(self) -> tuple[tuple[Place, int], ...]:
        """Of one or two mountains, gladly those with several tents, only the total is known."""
        board = self.board()
        found: list[tuple[Place, int]] = []
        small = [m for m in board.mountains() if len({place.tile for place in m}) <= MOST_TILES_OF_A_STACK]
        for _ in range(self.number(1, 2)):
            free = [mountain for mountain in small if not any(place in mountain for place, _ in found)]
            camps = [m for m in free if sum(tent in m for tent in self.tents.values()) > 1]
            ranges = [m for m in free if len(m) > 1]
            if not free:
                break
            mountain = self.choice(self.choice((camps, ranges, camps)) or ranges or free)
            nuggets = sum(board.tiles[place.tile].mountains[place.index].nuggets for place in mountain)
            ways = [len(ways_to_lie(board, mountain, total)) for total in range(nuggets + 1)]
            totals = [total for total in range(nuggets + 1) if ways[total] <= MOST_WAYS_TO_LIE // self.ways]
            several = [total for total in totals if ways[total] > 1]
            total = self.choice(several if several and self.chance(85) else totals)
            self.ways *= ways[total]
            self.forget_tokens(mountain)
            self.counted += mountain
            found.append((self.choice(mountain), total))
        return tuple(found)

    def forget_tokens(self, mountain: Region) -> None:
        """Say nothing of the tokens on single tiles of the mountain."""
        for cell, tile in self.tiles.items():
            hills = tuple(
                replace(hill, tokens=hill.nuggets) if Place(tile.name, "mountain", index) in mountain else hill
                for index, hill in enumerate(tile.mountains)
            )
            self.tiles[cell] = replace(tile, mountains=hills)

    # The story

    def story(self) -> tuple[Turn, ...]:
        """What the players do; much of it is interesting, some of it is not allowed."""
        turns: list[Turn] = []
        clockwise = self.number(0, len(self.players) - 1)
        while len(turns) < self.size[1] and self.chance(85):
            player = self.players[(clockwise + len(turns)) % len(self.players)]
            if self.chance(15):
                player = self.choice(self.players)
            if self.pitched and self.chance(60):
                player = self.pitched
            tile = self.lay(in_turn=True) if self.chance(80) else None
            turns.append(self.turn(player, tile))
        return tuple(turns)

    def turn(self, player: str, tile: Tile | None) -> Turn:
        """One turn, its tile being laid."""
        board = self.board()
        discard: Literal["star", "graveyard"] | None = None
        if self.chance(10):
            discard = self.choice(("star", "graveyard"))
        sheriff: Place | Literal["beside"] | None = None
        star = (tile is not None and tile.star) or discard is not None
        if not (star and self.untold(board)) and (star or (tile is None and self.chance(55))):
            sheriff = self.destination(board)
        tent = self.tents.get(player)
        act, at = self.act_on_counted(board, player, tent) or self.act(board, tile, tent)
        if act == "tent" and at is not None:
            self.tents[player] = at
            self.pitched = player if at in self.counted else ""
        return Turn(player, None if tile is None else tile.name, discard, sheriff, act, at)

    def untold(self, board: Board) -> bool:
        """Choose to leave a destination untold, if that does not lead to too many ways."""
        spots = len([place for place in board.mountain_segments() if not board.finished(place)])
        if not self.unsaid or self.ways * max(spots, 1) > MOST_WAYS or not self.chance(70):
            return False
        self.ways *= max(spots, 1)
        return True

    def destination(self, board: Board) -> Place | Literal["beside"]:
        """Where the sheriff is sent: mostly to an unfinished mountain, gladly to one with several tents."""
        every = board.mountain_segments()
        still_open = [place for place in every if not board.finished(place)]
        camps = [place for place in still_open if sum(tent in board.region(place) for tent in self.tents.values()) > 1]
        spots = self.choice((still_open, camps, camps, every, camps, still_open, camps)) or still_open or every
        return self.choice(spots) if spots and not self.chance(5) else "beside"

    def act(
        self, board: Board, tile: Tile | None, tent: Place | None
    ) -> tuple[Literal["cowboy", "tent", "mine"] | None, Place | None]:
        """Choose an act that is often allowed."""
        kind: Literal["cowboy", "tent", "mine"] | None = self.choice((None, "mine", "cowboy", "tent", "mine", "cowboy"))
        mountains = board.mountain_segments()
        if tent is not None and board.finished(tent) and self.chance(60):
            return "mine", tent
        if tile is not None and tile.graveyard and self.chance(50):
            return "cowboy", Place(tile.name, "graveyard")
        if kind == "cowboy" and tile is not None:
            spots = segments(tile)
            dear = [place for place in spots if place.kind in ("mountain", "graveyard")]
            return "cowboy", self.choice(dear if dear and self.chance(75) else spots)
        if kind == "mine" and mountains:
            return "mine", tent if tent is not None and self.chance(85) else self.choice(mountains)
        if kind == "tent" and mountains:
            still_open = [place for place in mountains if not board.finished(place)]
            return "tent", self.choice(still_open if still_open and self.chance(85) else mountains)
        return None, None

    def act_on_counted(
        self, board: Board, player: str, tent: Place | None
    ) -> tuple[Literal["tent", "mine"], Place] | None:
        """Choose to mine on a mountain of which only the total is known, or first to move the tent there."""
        if tent is not None and tent in self.counted and self.chance(75 if player == self.pitched else 50):
            return "mine", tent
        spots = [p for p in self.counted if p not in self.tents.values() and not board.finished(p)]
        return ("tent", self.choice(spots)) if spots and self.chance(50) else None

    def asks(self) -> tuple[Asked, ...]:
        """What is asked about after the last turn."""
        asked: list[Asked] = []
        mountains = self.board().mountain_segments()
        while len(asked) < MOST_ASKED and self.chance(20):
            player = self.choice(self.players)
            act: Literal["sheriff", "tent", "mine"] = self.choice(("sheriff", "tent", "mine"))
            if not mountains or (act == "sheriff" and self.chance(15)):
                asked.append(Asked(player, "sheriff", "beside"))
            else:
                asked.append(Asked(player, act, self.choice(mountains)))
        return tuple(asked)


def crosses(rails: str, hills: str) -> bool:
    """Whether a railroad between these two edges would run through a mountain segment with those."""
    first, second = (EDGES.index(edge) for edge in rails)
    between = {EDGES[number % 4] for number in range(first + 1, second)}
    return any(edge in between for edge in hills) and any(edge not in between for edge in hills)
