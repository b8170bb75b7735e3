"""Positions for tests, written as one would draw them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from oracle.board import segments
from sheriff_kb.position import EDGES, Asked, Cell, Matter, Mountain, Place, Position, Tile, Turn

Spec = Mapping[str, Any]
"""What `tile` takes, still without name and cell."""


def tile(
    edges: str,
    *,
    nuggets: int = 1,
    tokens: int | None = None,
    tent: str | None = None,
    mountains: Sequence[Mountain] | None = None,
    railroads: Sequence[str] | None = None,
    cities: Sequence[str] = (),
    star: bool = False,
    graveyard: bool = False,
    cowboys: Mapping[str, str] | None = None,
) -> Spec:
    """A tile: its mountain edges are one segment unless `mountains` says otherwise, tokens as many as nuggets.

    `cowboys` says who stands where on it: `{"red": "graveyard"}`, `{"red": "mountain"}`, `{"red": "mountain s"}`.
    """
    if mountains is None:
        hills = "".join(edge for edge, letter in zip(EDGES, edges, strict=True) if letter == "M")
        mountains = [hill(hills, nuggets, tokens, tent)] if hills else []
    if railroads is None:
        rails = "".join(edge for edge, letter in zip(EDGES, edges, strict=True) if letter == "R")
        railroads = ([rails] if len(rails) == 2 else list(rails)) if not cities else list(rails)
    return {
        "edges": edges,
        "mountains": tuple(mountains),
        "railroads": tuple(railroads),
        "cities": tuple(cities),
        "star": star or graveyard,
        "graveyard": graveyard,
        "cowboys": dict(cowboys or {}),
    }


def hill(edges: str, nuggets: int = 1, tokens: int | None = None, tent: str | None = None) -> Mountain:
    """One mountain segment."""
    return Mountain(edges, nuggets, nuggets if tokens is None else tokens, tent)


def turn(
    player: str,
    place: str | None = None,
    *,
    sheriff: str | None = None,
    discard: Literal["star", "graveyard"] | None = None,
    cowboy: str | None = None,
    tent: str | None = None,
    mine: str | None = None,
) -> Spec:
    """A turn; places are written as in outputs (`mid`, `mid s`, `hill graveyard`)."""
    return {
        "player": player,
        "place": place,
        "sheriff": sheriff,
        "discard": discard,
        "acts": {"cowboy": cowboy, "tent": tent, "mine": mine},
    }


def position(
    drawing: str,
    *,
    players: str = "blue yellow black",
    turns: Sequence[Spec] = (),
    sheriff: str | None = None,
    end: bool = False,
    collected: Mapping[str, int] | None = None,
    supply: int | None = None,
    stacks: Mapping[str, int] | None = None,
    start: str = "",
    last: str = "",
    asks: Sequence[tuple[str, Literal["sheriff", "tent", "mine"], str]] = (),
    filters: Sequence[Mapping[str, Any]] = (),
    tiles: Mapping[str, Spec] | None = None,
    **specs: Spec,
) -> Position:
    """A position from its drawn board; `.` is an empty cell, `+` a plain prairie tile.

    Tiles are given by name as keywords, or in `tiles`.
    """
    known = {**(tiles or {}), **specs}
    laid = []
    for cell, name in _cells(drawing):
        unique = f"+@{cell[0]},{cell[1]}" if name == "+" else name
        laid.append(_tile(unique, cell, tile("PPPP") if name == "+" else known[name]))
    found = Position(tuple(players.split()), tuple(laid))
    places = {found.label(place): place for one in laid for place in segments(one)}
    return Position(
        players=found.players,
        tiles=found.tiles,
        turns=tuple(_turn(one, places) for one in turns),
        end=end,
        sheriff=None if sheriff is None else places[sheriff],
        collected=dict(collected or {}),
        supply=supply,
        stacks=tuple((places[at], total) for at, total in (stacks or {}).items()),
        start=start,
        last=last,
        asks=tuple(Asked(who, act, "beside" if at == "beside" else places[at]) for who, act, at in asks),
        filters=tuple(filters),
    )


def matter(kind: Any, turn: int | Literal["end"] | None = None, player: str | None = None, **keys: Any) -> Matter:
    """A matter by its keys."""
    return Matter(kind, turn=turn, player=player, **keys)


def told(found: Position) -> str:
    """The position as text that a person can read: the drawn board, the tiles, the turns."""
    cells = found.cells
    columns = range(min(c for c, _ in cells), max(c for c, _ in cells) + 1)
    rows = range(min(r for _, r in cells), max(r for _, r in cells) + 1)
    width = max(len(one.name) for one in found.tiles)
    lines = [
        " ".join((cells[column, row].name if (column, row) in cells else ".").ljust(width) for column in columns)
        for row in rows
    ]
    for one in found.tiles:
        hills = [f"{m.edges}:{m.nuggets}/{m.tokens}{' tent ' + m.tent if m.tent else ''}" for m in one.mountains]
        signs = [sign for sign, shown in (("star", one.star), ("graveyard", one.graveyard)) if shown]
        riders = [f"{player} on {found.label(place)}" for player, place in one.cowboys]
        lines.append(" ".join([one.name, one.edges, *hills, *one.railroads, *one.cities, *signs, *riders]))
    lines.append(f"players {' '.join(found.players)}; sheriff {_written(found, found.sheriff or 'beside')}")
    lines.append(f"collected {dict(found.collected)}; supply {found.supply}; end {found.end}")
    lines += [f"{total} tokens on the mountain of {found.label(at)}" for at, total in found.stacks]
    lines.append(f"start {found.start or 'the first'}; last {found.last or 'the last to move'}")
    for number, one_turn in enumerate(found.turns, 1):
        words = [one_turn.player]
        words += [f"discards {one_turn.discard}"] if one_turn.discard is not None else []
        words += [f"places {one_turn.place}"] if one_turn.place is not None else []
        words += [f"sheriff {_written(found, one_turn.sheriff)}"] if one_turn.sheriff is not None else []
        words += [f"{one_turn.act} {_written(found, one_turn.at)}"] if one_turn.at is not None else []
        lines.append(f"{number}: {', '.join(words)}")
    lines += [f"asks {asked.player} {asked.act} {_written(found, asked.at)}" for asked in found.asks]
    return "\n".join(lines)


def _written(found: Position, place: Place | str) -> str:
    return place if isinstance(place, str) else found.label(place)


def _cells(drawing: str) -> list[tuple[Cell, str]]:
    rows = [line.split() for line in drawing.strip().splitlines()]
    return [
        ((column, row), name)
        for row, names in enumerate(rows, 1)
        for column, name in enumerate(names, 1)
        if name != "."
    ]


def _tile(name: str, cell: Cell, spec: Spec) -> Tile:
    shown = {key: value for key, value in spec.items() if key != "cowboys"}
    bare = Tile(name, cell, **shown)
    alone = Position(("nobody",), (bare,))
    places = {alone.label(place): place for place in segments(bare)}
    cowboys = tuple((player, _feature(name, words, places)) for player, words in spec["cowboys"].items())
    return Tile(name, cell, **shown, cowboys=cowboys)


def _feature(name: str, words: str, places: Mapping[str, Place]) -> Place:
    """`mountain` is left out in labels, `graveyard` and the others are not."""
    kind, *which = words.split()
    return places[" ".join([name, *which] if kind == "mountain" else [name, kind, *which])]


def _turn(spec: Spec, places: Mapping[str, Place]) -> Turn:
    acts = [(act, places[at]) for act, at in spec["acts"].items() if at is not None]
    act, at = acts[0] if acts else (None, None)
    named = spec["sheriff"]
    return Turn(
        player=spec["player"],
        place=spec["place"],
        discard=spec["discard"],
        sheriff=named if named in (None, "beside") else places[named],
        act=act,
        at=at,
    )
