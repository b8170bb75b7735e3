"""What a drawing points at: tiles that may be counted, and mountains that are spoken of."""

from __future__ import annotations

from dataclasses import dataclass

from sheriff_kb.position import Place


@dataclass(frozen=True, slots=True)
class Focus:
    """The names of tiles to mark, since they may be counted, and mountain segments to outline as one region."""

    counted: frozenset[str] = frozenset()
    region: frozenset[Place] = frozenset()


NOTHING = Focus()
