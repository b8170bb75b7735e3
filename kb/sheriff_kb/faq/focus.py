"""What an answer is about on the board: the mountain that is spoken of, and the tiles that may be counted."""

from __future__ import annotations

from sheriff_kb.drawing import Focus
from sheriff_kb.position import Matter, Place, Position
from sheriff_kb.rulings import Numbering, Table


def focus(position: Position, matter: Matter) -> Focus:
    """The mountain of a matter, as of its turn; for a graveyard's points its own tile and those around it."""
    table = _table(position, matter)
    if matter.purpose == "graveyard" and matter.at is not None:
        tile = position.tile(matter.at)
        around = table.around(tile.cell)
        return Focus(counted=frozenset([tile.name, *(near.name for near in around)]))
    label = matter.mountain or matter.at or matter.place
    mountain = next((place for place in table.numbering.places if _is(position, place, label)), None)
    if mountain is None or table.numbering.segment(mountain) not in table:
        return Focus()
    region = table.region(table.numbering.segment(mountain))
    return Focus(region=frozenset(table.numbering.place(segment) for segment in region))


def _is(position: Position, place: Place, label: str | None) -> bool:
    return place.kind == "mountain" and position.label(place) == label


def _table(position: Position, matter: Matter) -> Table:
    """The table when the matter's turn has placed its tile."""
    last = matter.turn if isinstance(matter.turn, int) else len(position.turns)
    table = Table(Numbering(position.tiles))
    for tile in position.tiles:
        if position.placed_in(tile.name) <= last:
            table.place(tile)
    return table
