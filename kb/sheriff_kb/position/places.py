"""Places as they are written: `mid`, `mid s`, `hill graveyard`, and within a tile `mountain s`, `prairie ne`."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from sheriff_kb.faults import printable
from sheriff_kb.position.spelling import Meant
from sheriff_kb.position.structure import alike, nearest
from sheriff_kb.position.tiles import Kind, Place, Tile

if TYPE_CHECKING:
    from collections.abc import Mapping

_MAX_HINTS = 20
_LISTED = 4

KINDS: tuple[Kind, ...] = get_args(Kind)


class Wrong(Exception):
    """A place or name that cannot be; the arguments are what is wrong and what would be right."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint


class Names:
    """The tiles of a board by what they are called.

    `tiles` are those that could be read; `kinds` has for each name on the board the names of the tiles that bear it.
    """

    def __init__(self, tiles: Mapping[str, Tile], kinds: Mapping[str, list[str]]) -> None:
        self.tiles = tiles
        self.kinds = kinds
        self.misses = 0
        self.known = {name for names in kinds.values() for name in names}
        self._meant = Meant({*self.known, *kinds})

    def called(self, name: str) -> str:
        """The name on the board that is meant: another one if YAML 1.1 takes that for the value written here."""
        return name if name in self.known or name in self.kinds else self._meant.by(name)

    def tile(self, name: str) -> Tile | None:
        """The tile of that name, or None if it is on the board but was not well described (reported elsewhere).

        Raises Wrong if the board has no such tile, or several.
        """
        name = self.called(name)
        if name in self.known:
            return self.tiles.get(name)
        cited = printable(name, 60)
        if names := self.kinds.get(name):
            which = ", ".join(f"`{printable(n, 60)}`" for n in names[:_LISTED]) + (
                ", …" if len(names) > _LISTED else ""
            )
            raise Wrong(f"`{cited}` is on {len(names)} cells of the board", f"choose one: {which}")
        self.misses += 1  # comparing names is slow, and after this number of faults no help
        hint = nearest(name, sorted(self.known)) if self.misses <= _MAX_HINTS else ""
        raise Wrong(f"there is no tile `{cited}` on the board", hint)

    def place(self, text: str) -> Place | None:
        """The segment that is meant; None if its tile was not well described. A mountain needs no kind.

        Raises Wrong if there is no such segment, or if it could be one of several.
        """
        name, *words = text.split() or [""]
        tile = self.tile(name)
        if tile is None:
            return None
        kind: Kind = "mountain"
        if words and words[0] in KINDS:
            kind, *words = words  # type: ignore[assignment]
        return segment(tile, kind, words)

    def mountain(self, text: str) -> Place | None:
        """As `place`, but only mountains are accepted."""
        place = self.place(text)
        if place and place.kind != "mountain":
            raise Wrong(
                f"`{printable(text, 90)}` is not a mountain", "only mountains can have tokens, tents and the sheriff"
            )
        return place


def feature(tile: Tile, text: str) -> Place:
    """The feature of the tile that is meant by `graveyard`, `mountain s`, ...

    Raises Wrong if the tile lacks it, or if it could be one of several.
    """
    kind, *words = text.split() or [""]
    if kind not in KINDS:
        raise Wrong(f"there is no feature `{printable(kind, 60)}`", nearest(kind, KINDS))
    return segment(tile, kind, words)


def written(tile: Tile, place: Place) -> str:
    """A feature as `feature` reads it: the kind, with an edge if the tile has several."""
    return " ".join([place.kind] + ([_apart(tile, place)] if tile.count(place.kind) > 1 else []))


def segment(tile: Tile, kind: Kind, words: list[str]) -> Place:
    """The segment of that kind, selected by an edge, a corner or a city's name if the tile has several.

    Raises Wrong if there is none or more than one.
    """
    name = printable(tile.name, 60)
    count = tile.count(kind)
    if not count:
        has = ", ".join(k for k in KINDS if tile.count(k)) or "nothing"
        raise Wrong(f"tile `{name}` has no {kind}", f"it has: {has}")
    if len(words) > 1:
        raise Wrong(f"`{printable(' '.join(words), 60)}` is too much after a {kind}", "one word is enough to choose")
    if not words:
        if count == 1:
            return Place(tile.name, kind)
        raise Wrong(f"tile `{name}` has {count} {_plural(kind)}", _choices(tile, kind))
    found = [index for index in range(count) if words[0] in _selectors(tile, kind, index)]
    if len(found) == 1:
        return Place(tile.name, kind, found[0])
    cited = printable(words[0], 60)
    if found:
        raise Wrong(f"the {cited} edge of `{name}` has more than one {kind}", _choices(tile, kind))
    hint = alike(words[0], tile.cities if kind == "city" else ()) or _choices(tile, kind)
    raise Wrong(f"tile `{name}` has no {kind} `{cited}`", hint)


def _selectors(tile: Tile, kind: Kind, index: int) -> set[str]:
    """The words that can stand for a segment."""
    if kind == "mountain":
        edges = tile.mountains[index].edges
        return {edges, *edges}
    if kind == "railroad":
        edges = tile.railroads[index]
        return {edges, *edges}
    if kind == "prairie":
        return {word for half in tile.prairies[index] for word in half}
    return {tile.cities[index]} if kind == "city" else set()


def _apart(tile: Tile, place: Place) -> str:
    """The shortest word for the segment, as `Position.label` has it."""
    if place.kind == "mountain":
        return tile.mountains[place.index].edges[0]
    if place.kind == "railroad":
        return tile.railroads[place.index][0]
    if place.kind == "prairie":
        return min(corner for _, corner in tile.prairies[place.index])
    return tile.cities[place.index]


def _choices(tile: Tile, kind: Kind) -> str:
    count = tile.count(kind)
    if count == 1:
        return f"it has one {kind}; leave the word out"
    words = [_apart(tile, Place(tile.name, kind, index)) for index in range(count)]
    return "say which: " + ", ".join(f"`{printable(word, 60)}`" for word in words)


def _plural(kind: Kind) -> str:
    return {"city": "cities"}.get(kind, kind + "s")
