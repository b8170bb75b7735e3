"""The entry of a tile in a position file: what the tile shows, and what stands on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sheriff_kb.faults import printable
from sheriff_kb.position.board import Drawn, name_problem
from sheriff_kb.position.document import Node
from sheriff_kb.position.tiles import EDGES, Mountain, Tile

if TYPE_CHECKING:
    from sheriff_kb.position.structure import Checked

PLAIN_EDGES = "PPPP"


@dataclass(slots=True)
class Segment:
    """A mountain segment as it was written; `tokens` and `tent` are None if not said."""

    edges: str
    nuggets: int
    tokens: Node | None
    tent: Node | None


@dataclass(slots=True)
class TileEntry:
    """What a file says of a kind of tile. `broken`: not all of it could be understood, and the faults were reported."""

    name: str
    edges: str
    mountains: list[Segment] = field(default_factory=list)
    railroads: list[str] = field(default_factory=list)
    cities: list[str] = field(default_factory=list)
    own_city: bool = False
    star: bool = False
    graveyard: bool = False
    cowboys: list[tuple[str, Node]] = field(default_factory=list)
    node: Node | None = None
    broken: bool = False

    def tile(self, drawn: Drawn, city: str, figures: bool) -> Tile:
        """The tile on a cell, without its cowboys.

        `city` is the name of a city that has none of its own; `figures` says whether tents can stand on the tile.
        """
        mountains = tuple(
            Mountain(
                segment.edges,
                segment.nuggets,
                number(segment.tokens, segment.nuggets),
                segment.tent.text if segment.tent and figures else None,
            )
            for segment in self.mountains
        )
        cities = (city,) if self.own_city else tuple(self.cities)
        rails = tuple(self.railroads)
        return Tile(drawn.name, drawn.cell, self.edges, mountains, rails, cities, self.star, self.graveyard)


def number(node: Node | None, default: int) -> int:
    """The whole number of a value that was checked to be one."""
    return int(node.value) if node and isinstance(node.value, (int, float)) else default


def plain_tile(name: str) -> TileEntry:
    """The entry of a plain prairie tile."""
    return TileEntry(name, PLAIN_EDGES)


def read_entry(checked: Checked, name: str, node: Node) -> TileEntry | None:
    """The entry of a tile; None if not even its edges are known. Faults are noted in `checked`."""
    edges = checked.get(node, "edges")
    if edges is None:
        return None
    entry = TileEntry(name, edges.text.strip(), node=node)
    _mountains(checked, node, entry)
    _railroads(checked, node, entry)
    _city(checked, node, entry)
    entry.broken |= any(key in node.entries and checked.get(node, key) is None for key in ("star", "graveyard"))
    entry.graveyard = _true(checked.get(node, "graveyard"))
    entry.star = entry.graveyard or _true(checked.get(node, "star"))
    if entry.graveyard and (star := checked.get(node, "star")) and not _true(star):
        checked.say(star, f"tile `{printable(name)}` shows a graveyard, and so a star", "leave `star` out")
    entry.cowboys = checked.entries(checked.get(node, "cowboy"))
    return entry


def _true(node: Node | None) -> bool:
    return node is not None and node.value is True


def _mountains(checked: Checked, node: Node, entry: TileEntry) -> None:
    shown = "".join(edge for edge, letter in zip(EDGES, entry.edges, strict=True) if letter == "M")
    own_keys = [key for key in ("nuggets", "tokens", "tent") if key in node.entries]
    cited = printable(entry.name)
    if "mountains" in node.entries:
        for key in own_keys:
            hint = f"write `{key}` in the entry of the mountain that is meant"
            checked.say_key(node, key, f"tile `{cited}` has both `{key}` and `mountains`", hint)
        listed = checked.get(node, "mountains")
        entry.broken |= listed is None
        segments = [(item, checked.get(item, "edges")) for item in listed.items] if listed else []
        for item, edges in segments:
            entry.broken |= edges is None
            if edges is not None:
                found = _in_order(edges.text)
                entry.mountains.append(_segment(checked, item, found))
        if listed is not None and not entry.broken:
            _every_edge_once(checked, entry, listed, [edges for _, edges in segments if edges], shown, "mountain")
    elif shown:
        entry.mountains.append(_segment(checked, node, shown))
    else:
        for key in own_keys:
            hint = "a mountain has an edge with the letter M"
            checked.say_key(node, key, f"tile `{cited}` has `{key}` but no mountain", hint)


def _segment(checked: Checked, node: Node, edges: str) -> Segment:
    nuggets = number(checked.get(node, "nuggets"), 1)
    return Segment(edges, nuggets, checked.get(node, "tokens"), checked.get(node, "tent"))


def _railroads(checked: Checked, node: Node, entry: TileEntry) -> None:
    shown = "".join(edge for edge, letter in zip(EDGES, entry.edges, strict=True) if letter == "R")
    if "railroads" in node.entries:
        listed = checked.get(node, "railroads")
        entry.broken |= listed is None or len(checked.items(listed)) < len(listed.items)
        if listed is not None and not entry.broken:
            entry.railroads = [_in_order(item.text) for item in listed.items]
            _every_edge_once(checked, entry, listed, listed.items, shown, "railroad")
    else:
        entry.railroads = default_railroads(shown)


def default_railroads(edges: str) -> list[str]:
    """The railroads of a tile that does not say: two edges run through; one, three or four end on the tile."""
    return [edges] if len(edges) == 2 else list(edges)


def _every_edge_once(
    checked: Checked, entry: TileEntry, listed: Node, parts: list[Node], shown: str, kind: str
) -> None:
    """Note a fault for each edge that is listed twice, is of another kind, or is missing."""
    letter = kind[0].upper()
    seen: set[str] = set()
    for part in parts:
        for edge in part.text.strip():
            if edge not in shown:
                message = f"edge {edge} of tile `{printable(entry.name)}` is no {kind}"
                checked.say(part, message, f"its edges are {entry.edges}, clockwise from north")
                entry.broken = True
            elif edge in seen:
                message = f"edge {edge} of tile `{printable(entry.name)}` is listed twice"
                checked.say(part, message, f"each edge {letter} belongs to one {kind}")
                entry.broken = True
            seen.add(edge)
    if missing := [edge for edge in shown if edge not in seen]:
        message = f"`{kind}s` of tile `{printable(entry.name)}` leaves out edge {', '.join(missing)}"
        checked.say(listed, message, f"each edge {letter} belongs to one {kind}")
        entry.broken = True


def _in_order(edges: str) -> str:
    return "".join(edge for edge in EDGES if edge in edges)


def _city(checked: Checked, node: Node, entry: TileEntry) -> None:
    city = checked.get(node, "city")
    if city is None:
        entry.broken |= "city" in node.entries
        return
    if isinstance(city.value, bool):
        entry.own_city = city.value
        return
    for item in checked.items(city) if isinstance(city.value, list) else [city]:
        name = item.text
        if problem := name_problem(name):
            checked.say(item, *problem)
        elif name in entry.cities:
            checked.say(item, f"the city `{printable(name)}` is named twice", "two cities of a tile have two names")
        else:
            entry.cities.append(name)
