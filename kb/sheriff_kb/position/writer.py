"""A `Position` as plain data with the keys of a position file, and as YAML with a drawn board."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from typing import Any

from sheriff_kb.position.board import EMPTY, PLAIN, RESERVED
from sheriff_kb.position.entries import PLAIN_EDGES, default_railroads
from sheriff_kb.position.model import Asked, Position, Turn, default_last
from sheriff_kb.position.places import written
from sheriff_kb.position.spelling import truth
from sheriff_kb.position.tiles import EDGES, Mountain, Place, Tile

# Written in one line each; everything else is written in rows.
_ENTRIES_IN_LINE = ("tiles", "turns", "asks", "observed")
_IN_LINE = ("players", "collected", "stacks", "colours", "free", "reading", "matter", "when", "passages")


def to_data(position: Position) -> dict[str, Any]:
    """The position as dicts, lists, texts and numbers; keys whose value is the default are left out.

    Raises ValueError for a position that no file can express, such as one with two cowboys of a player on one tile.
    """
    kinds = _kinds(position)
    start = position.players[0]
    last = default_last(position.players, position.start, position.turns)
    found: dict[str, Any] = {
        "title": position.title,
        "about": position.about,
        "players": list(position.players),
        "board": _drawing(position, kinds),
        "tiles": _tiles(position, kinds),
        "collected": dict(position.collected),
        "sheriff": position.label(position.sheriff) if position.sheriff else "",
        "supply": position.supply,
        "stacks": {position.label(place): total for place, total in position.stacks},
        "turns": [_turn(position, turn) for turn in position.turns],
        "end": position.end,
        "start": position.start if position.start != start else "",
        "last": position.last if position.last != last else "",
        "colours": dict(position.colours),
        "free": list(position.free),
        "reading": dict(position.reading),
        "asks": [_asked(position, asked) for asked in position.asks] + [dict(keys) for keys in position.filters],
        "observed": [dict(keys) for keys in position.observed],
        "expected": [_plain(entry) for entry in position.expected],
    }
    # A supply of 0 is worth writing; none of the other defaults is.
    return {key: value for key, value in found.items() if value or (key == "supply" and value is not None)}


def to_yaml(position: Position) -> str:
    """The position as YAML text: the board drawn, a line for each tile and turn. YAML 1.1 and 1.2 read it equally.

    Raises ValueError as `to_data`.
    """
    from ruamel.yaml import YAML

    yaml = YAML(pure=True)
    yaml.width = 4096
    yaml.indent(mapping=2, sequence=4, offset=2)
    out = StringIO()
    yaml.dump(_styled(to_data(position)), out)
    return out.getvalue()


def _kinds(position: Position) -> dict[str, str]:
    """The name on the drawn board for each tile's name.

    A tile called `name@column,row` is drawn as `name` if several are described alike; otherwise by its own name.
    """
    groups: dict[str, list[Tile]] = {}
    own = {tile.name for tile in position.tiles}
    for tile in position.tiles:
        kind, _, cell = tile.name.rpartition("@")
        if kind and cell == f"{tile.cell[0]},{tile.cell[1]}" and kind not in own and kind not in (EMPTY, *RESERVED):
            groups.setdefault(kind, []).append(tile)
    names = {tile.name: tile.name for tile in position.tiles}
    for kind, tiles in groups.items():
        plain = kind != PLAIN or all(_is_plain(tile) for tile in tiles)
        entries = [_entry(position, tile) for tile in tiles]
        bare = not any(tile.cowboys or any(m.tent for m in tile.mountains) for tile in tiles)
        if len(tiles) > 1 and plain and bare and all(entry == entries[0] for entry in entries):
            names.update({tile.name: kind for tile in tiles})
    return names


def _is_plain(tile: Tile) -> bool:
    bare = not (tile.star or tile.cities or tile.cowboys)
    return tile.edges == PLAIN_EDGES and bare


def _drawing(position: Position, kinds: Mapping[str, str]) -> str:
    names = {tile.cell: kinds[tile.name] for tile in position.tiles}
    columns, rows = max(cell[0] for cell in names), max(cell[1] for cell in names)
    grid = [[names.get((column, row), EMPTY) for column in range(1, columns + 1)] for row in range(1, rows + 1)]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    lines = ("  ".join(name.ljust(width) for name, width in zip(row, widths, strict=True)) for row in grid)
    return "".join(line.rstrip() + "\n" for line in lines)


def _tiles(position: Position, kinds: Mapping[str, str]) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for tile in position.tiles:
        kind = kinds[tile.name]
        if kind == PLAIN and not _is_plain(tile):
            raise ValueError("a tile called + can only be a plain prairie tile")
        if kind != PLAIN:
            entries.setdefault(kind, _entry(position, tile))
    return entries


def _entry(position: Position, tile: Tile) -> dict[str, Any]:
    later = position.placed_in(tile.name) > 0
    entry: dict[str, Any] = {"edges": tile.edges}
    shown = "".join(edge for edge, letter in zip(EDGES, tile.edges, strict=True) if letter == "M")
    if [mountain.edges for mountain in tile.mountains] == [shown]:
        entry |= _mountain(tile.mountains[0], later=later)
    elif tile.mountains:
        entry["mountains"] = [{"edges": m.edges} | _mountain(m, later=later) for m in tile.mountains]
    rails = "".join(edge for edge, letter in zip(EDGES, tile.edges, strict=True) if letter == "R")
    if list(tile.railroads) != default_railroads(rails):
        entry["railroads"] = list(tile.railroads)
    if tile.graveyard:
        entry["graveyard"] = True
    elif tile.star:
        entry["star"] = True
    if tile.cities:
        entry["city"] = _city(position, tile)
    if tile.cowboys:
        entry["cowboy"] = {player: written(tile, place) for player, place in tile.cowboys}
        if len(entry["cowboy"]) < len(tile.cowboys):
            raise ValueError(f"two cowboys of one player on tile {tile.name}")
    return entry


def _mountain(mountain: Mountain, *, later: bool) -> dict[str, Any]:
    """The keys of a mountain; a tile that is placed later gets its tokens then."""
    entry: dict[str, Any] = {"nuggets": mountain.nuggets}
    if mountain.tokens != mountain.nuggets and not later:
        entry["tokens"] = mountain.tokens
    if mountain.tent is not None:
        entry["tent"] = mountain.tent
    return entry


def _city(position: Position, tile: Tile) -> bool | str | list[str]:
    shared = any(city in tile.cities for other in position.tiles if other is not tile for city in other.cities)
    if tile.cities == (tile.name,) and not shared:
        return True
    return tile.cities[0] if len(tile.cities) == 1 else list(tile.cities)


def _turn(position: Position, turn: Turn) -> dict[str, Any]:
    entry: dict[str, Any] = {"player": turn.player}
    if turn.discard:
        entry["discard"] = {turn.discard: True}
    if turn.place is not None:
        entry["place"] = turn.place
    if turn.sheriff is not None:
        entry["sheriff"] = _label(position, turn.sheriff)
    if turn.act and turn.at:
        tile = position.tile(turn.at.tile)
        entry[turn.act] = written(tile, turn.at) if turn.act == "cowboy" else position.label(turn.at)
    return entry


def _asked(position: Position, asked: Asked) -> dict[str, Any]:
    return {"player": asked.player, asked.act: _label(position, asked.at)}


def _label(position: Position, place: Place | str) -> str:
    return place if isinstance(place, str) else position.label(place)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def _styled(data: Mapping[str, Any]) -> Any:
    """The data for ruamel.yaml, with the style in which each part is written."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

    def styled(value: Any, *, in_line: bool, inside: str = "") -> Any:
        if isinstance(value, Mapping):
            group = CommentedMap(
                (quoted(key, in_line=in_line), styled(item, in_line=in_line or _flat(key, inside), inside=key))
                for key, item in value.items()
            )
            if in_line:
                group.fa.set_flow_style()
            return group
        if isinstance(value, list):
            rows = CommentedSeq(styled(item, in_line=in_line or inside in _ENTRIES_IN_LINE) for item in value)
            if in_line:
                rows.fa.set_flow_style()
            return rows
        if isinstance(value, str) and "\n" in value and not in_line and not value.startswith((" ", "\n")):
            return LiteralScalarString(value)
        return quoted(value, in_line=in_line) if isinstance(value, str) else value

    def quoted(text: str, *, in_line: bool) -> str:
        # What begins with a digit or a sign can be a number or a date to other programs, if not to ours; and in a list
        # or group in one line some take `?` and `:` for signs wherever they stand.
        word = text[:1].isalpha() and truth(text) is None and text.lower() != "null"
        return text if word and not (in_line and {"?", ":"} & {*text}) else DoubleQuotedScalarString(text)

    return styled(data, in_line=False)


def _flat(key: str, inside: str) -> bool:
    return (key in _IN_LINE and not inside) or inside in _ENTRIES_IN_LINE
