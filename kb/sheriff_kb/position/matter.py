"""Matters: what one can ask of a position. Each has exactly one value under a total reading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any, Literal

MatterKind = str
"""A kind of matters, as `encoding/interface.lp` names them."""

MOST_TILES = 4
"""Maximum number of tiles that name a mountain in a sentence."""

_JSON_NAMES = {"purpose": "for"}


@dataclass(frozen=True, slots=True)
class Matter:
    """A matter, by its keys; those that its kind does not have are None.

    `kind/2` in `encoding/interface.lp` lists the keys of each kind; `purpose` is `for` there, and in files.

    `turn` is 1, 2, ... or `end`; places and mountains are labels as `Position.label` writes them, a mountain by its
    first segment in board order.
    """

    kind: MatterKind
    turn: int | Literal["end"] | None = None
    player: str | None = None
    act: str | None = None
    place: str | None = None
    mountain: str | None = None
    purpose: str | None = None
    at: str | None = None
    what: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The keys that this matter has, as in position files and JSON output."""
        found = {_JSON_NAMES.get(key.name, key.name): getattr(self, key.name) for key in fields(self)}
        return {key: value for key, value in found.items() if value is not None}


MATTER_KEYS = tuple(_JSON_NAMES.get(key.name, key.name) for key in fields(Matter))
"""The keys that a matter can have, as in position files and JSON output."""


def mountain_name(tiles: Iterable[str]) -> str:
    """A mountain by its first tiles in board order, as sentences have it."""
    first = list(islice(tiles, MOST_TILES + 1))
    return "-".join(first[:MOST_TILES]) + ("-…" if len(first) > MOST_TILES else "")
