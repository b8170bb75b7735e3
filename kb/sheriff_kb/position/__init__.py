"""Positions: what lies on the table and what happens next, and how it is written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheriff_kb.lazily import lazily
from sheriff_kb.position.matter import MATTER_KEYS, Matter, MatterKind, mountain_name
from sheriff_kb.position.model import Act, Asked, Beside, Position, Turn, default_last
from sheriff_kb.position.tiles import (
    EDGES,
    OPPOSITE,
    STEP,
    Cell,
    Edge,
    HalfEdge,
    Kind,
    Mountain,
    Place,
    Tile,
    beyond,
    facing,
)

if TYPE_CHECKING:
    from sheriff_kb.position.possible import Problem, problems
    from sheriff_kb.position.reader import from_data, load, parse
    from sheriff_kb.position.writer import to_data, to_yaml
else:
    __getattr__ = lazily(
        __name__,
        {
            "possible": ("Problem", "problems"),
            "reader": ("from_data", "load", "parse"),
            "writer": ("to_data", "to_yaml"),
        },
    )

__all__ = [
    "EDGES",
    "MATTER_KEYS",
    "OPPOSITE",
    "STEP",
    "Act",
    "Asked",
    "Beside",
    "Cell",
    "Edge",
    "HalfEdge",
    "Kind",
    "Matter",
    "MatterKind",
    "Mountain",
    "Place",
    "Position",
    "Problem",
    "Tile",
    "Turn",
    "beyond",
    "default_last",
    "facing",
    "from_data",
    "load",
    "mountain_name",
    "parse",
    "problems",
    "to_data",
    "to_yaml",
]
