"""Positions: what lies on the table and what happens next, and how it is written down."""

from __future__ import annotations

from sheriff_kb.position.matter import MATTER_KEYS, Matter, MatterKind, mountain_name
from sheriff_kb.position.model import Act, Asked, Beside, Position, Turn, default_last
from sheriff_kb.position.tiles import EDGES, OPPOSITE, STEP, Cell, Edge, HalfEdge, Kind, Mountain, Place, Tile, facing

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
    "Tile",
    "Turn",
    "default_last",
    "facing",
    "mountain_name",
]
