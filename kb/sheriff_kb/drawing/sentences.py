"""A position in sentences: the text alternative of a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheriff_kb.drawing.focus import NOTHING, Focus
from sheriff_kb.drawing.names import shorten, visible
from sheriff_kb.drawing.scene import Scene, bare, scene, short
from sheriff_kb.tiles import Edge, Place, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sheriff_kb.position import Position, Turn

SIDES: dict[Edge, str] = {"n": "north", "e": "east", "s": "south", "w": "west"}
_CORNERS = {"ne": "north-east", "nw": "north-west", "se": "south-east", "sw": "south-west"}
_LONGEST = 60


def alternative(position: Position, *, turn: int | None = None, focus: Focus = NOTHING) -> str:
    """What the drawing shows, in sentences: the tiles with their figures, what stands beside them, what is marked."""
    drawn = scene(position, turn)
    sentences = [_board(drawn)]
    for row, tiles in drawn.rows.items():
        sentences += [on_tile(drawn, tile) for tile in tiles if not _plain(drawn, tile)]
        prairie = [str(tile.cell[0]) for tile in tiles if _plain(drawn, tile)]
        if prairie:
            noun, verb = ("column", "is") if len(prairie) == 1 else ("columns", "are")
            sentences.append(f"In row {row}, {noun} {listed(prairie)} {verb} plain prairie.")
    return " ".join([*sentences, *beside(drawn), *mined(drawn), *turns(drawn), *marked(drawn, focus)])


def on_tile(drawn: Scene, tile: Tile) -> str:
    """One tile in sentences: where it lies, what it shows, what stands on it."""
    shows = [_mountain(drawn, tile, index) for index in range(len(tile.mountains))]
    shows += [_railroad(rails) for rails in tile.railroads]
    shows += [f"the city {said(name)}" if name not in ("", tile.name) else "a city" for name in tile.cities]
    shows += ["a star"] * tile.star + ["a graveyard"] * tile.graveyard
    told = f"Tile {said(tile.name)} in column {tile.cell[0]}, row {tile.cell[1]} shows {listed(shows or ['prairie'])}."
    standing = figures(drawn, tile)
    if standing:
        stand = "stands" if len(standing) == 1 else "stand"
        told += f" On it {stand} {listed(standing)}."
    number = drawn.placed.get(tile.name)
    if number:
        told += f" It {'is' if drawn.awaited(tile) else 'was'} placed in turn {number}."
    return told


def figures(drawn: Scene, tile: Tile) -> list[str]:
    """The figures on a tile, each with the segment where it stands."""
    found = []
    for index, mountain in enumerate(tile.mountains):
        if mountain.tent is not None:
            found.append(f"{said(mountain.tent)}'s tent{_where(tile, Place(tile.name, 'mountain', index))}")
    for player, place in tile.cowboys:
        found.append(f"{said(player)}'s cowboy on the {place.kind}{_where(tile, place)}")
    if drawn.sheriff is not None and drawn.sheriff.tile == tile.name:
        found.append(f"the sheriff{_where(tile, drawn.sheriff)}")
    return found


def beside(drawn: Scene) -> Iterator[str]:
    """What is not told of a tile: the sheriff beside the board, totals of stacks, the supply."""
    if drawn.sheriff is None:
        yield "The sheriff stands beside the board."
    for place, total in drawn.totals.items():
        verb = "lies" if total == 1 else "lie"
        yield f"On the whole mountain of {said(place.tile)} {verb} {amount(total, 'token')}."
    if drawn.position.supply is not None:
        verb = "is" if drawn.position.supply == 1 else "are"
        yield f"{capital(amount(drawn.position.supply, 'token'))} {verb} left in the supply."


def mined(drawn: Scene) -> Iterator[str]:
    """What the players have collected."""
    for player in drawn.position.players:
        if drawn.position.collected.get(player):
            yield f"{capital(said(player))} has mined {amount(drawn.position.collected[player], 'token')}."


def turns(drawn: Scene) -> Iterator[str]:
    """What the players do in their turns, a sentence a turn."""
    for number, turn in enumerate(drawn.position.turns, 1):
        done = listed(list(_done(drawn.position, turn))) or "does nothing"
        yield f"In turn {number}, {said(turn.player)} {done}."
    if drawn.position.end:
        yield "Then the game ends." if drawn.position.turns else "The game ends now."


def marked(drawn: Scene, focus: Focus) -> Iterator[str]:
    """What the drawing points at."""
    counted = [tile for tile in drawn.position.tiles if tile.name in focus.counted]
    if counted:
        cells = listed([f"{said(short(tile))} in column {tile.cell[0]}, row {tile.cell[1]}" for tile in counted])
        yield f"Marked as what may be counted: {cells}."
    region = [tile for tile in drawn.position.tiles if any(place.tile == tile.name for place in focus.region)]
    if region:
        yield f"The mountain of {listed([said(tile.name) for tile in region])} is outlined."


def said(name: str) -> str:
    """A name as it can stand in a sentence."""
    return shorten(visible(name), _LONGEST) or "(no name)"


def capital(text: str) -> str:
    """`text` with a capital at the start, as a sentence has it."""
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str]) -> str:
    """The parts as a list in a sentence."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def amount(number: int, noun: str) -> str:
    """A number of things: `1 token`, `2 tokens`, `no tokens`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _board(drawn: Scene) -> str:
    total = len(drawn.position.tiles)
    later = sum(drawn.awaited(tile) for tile in drawn.position.tiles)
    told = f"The board has {amount(total, 'tile')}"
    return f"{told}, {later} of them not yet placed." if later else f"{told}."


def _plain(drawn: Scene, tile: Tile) -> bool:
    standing = drawn.sheriff is not None and drawn.sheriff.tile == tile.name
    return bare(tile) and tile.name not in drawn.placed and not standing and tile.name.startswith("+")


def _mountain(drawn: Scene, tile: Tile, index: int) -> str:
    mountain = tile.mountains[index]
    has = [amount(mountain.nuggets, "nugget")]
    tokens = drawn.tokens(tile, index)
    if tokens is not None and tile.name not in drawn.placed:
        has.append(amount(tokens, "token"))
    return f"a mountain to the {_sides(mountain.edges)} ({', '.join(has)})"


def _sides(edges: str) -> str:
    return listed([SIDES[edge] for edge in edges])


def _railroad(rails: str) -> str:
    if len(rails) == 1:
        return f"a railroad from the {SIDES[rails]} that ends here"
    return f"a railroad to the {_sides(rails)}"


def _where(tile: Tile, place: Place) -> str:
    """Which segment it is, where the tile has several of the kind."""
    if tile.count(place.kind) < 2:
        return ""
    if place.kind == "mountain":
        return f" to the {_sides(tile.mountains[place.index].edges)}"
    if place.kind == "railroad":
        return f" to the {_sides(tile.railroads[place.index])}"
    if place.kind == "city":
        return f" {said(tile.cities[place.index])}"
    return f" in the {_CORNERS[min(corner for _, corner in tile.prairies[place.index])]}"


def _done(position: Position, turn: Turn) -> Iterator[str]:
    if turn.discard:
        yield f"discards a drawn {turn.discard} tile"
    if turn.place is not None:
        yield f"places {said(turn.place)}"
    if isinstance(turn.sheriff, Place):
        yield f"sends the sheriff to {said(position.label(turn.sheriff))}"
    elif turn.sheriff:
        yield "puts the sheriff beside the board"
    if turn.act is not None and turn.at is not None:
        verb = {"cowboy": "puts a cowboy on", "tent": "puts a tent on", "mine": "mines at"}[turn.act]
        yield f"{verb} {said(position.label(turn.at))}"
