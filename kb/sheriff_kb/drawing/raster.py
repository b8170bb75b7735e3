"""A position as a PNG picture, for wikis, forums and chats that take no SVG.

resvg renders it, a library of its own that the extra `png` brings: `pip install 'sheriff-kb[png]'`. It comes as a wheel
for every common system, needs no other program, and writes texts with the fonts of the system.
"""

from __future__ import annotations

import re
from math import sqrt
from typing import TYPE_CHECKING

from sheriff_kb.drawing.focus import NOTHING, Focus
from sheriff_kb.drawing.symbols import Scheme
from sheriff_kb.drawing.vector import svg
from sheriff_kb.wording import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from sheriff_kb.position import Position

ZOOM = 2
"""Pixels per unit of the drawing, since most screens are dense."""
MOST_PIXELS = 40_000_000
"""Maximum number of pixels of a picture: very large tables are drawn smaller."""

_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')


def png(
    position: Position,
    *,
    turn: int | None = None,
    title: bool = True,
    focus: Focus = NOTHING,
    scheme: Scheme = "light",
    zoom: float = ZOOM,
    language: str = DEFAULT_LANGUAGE,
) -> bytes:
    """The drawing of `svg` as the bytes of a PNG file; it has no page around it, so its colours are light or dark.

    Raises ModuleNotFoundError if resvg is not installed.
    """
    import resvg_py

    fixed: Scheme = "dark" if scheme == "dark" else "light"
    drawn = svg(position, turn=turn, title=title, focus=focus, scheme=fixed, language=language)
    fitting = sqrt(MOST_PIXELS / _area(drawn))
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, zoom=min(zoom, fitting)))


def _area(drawn: str) -> int:
    width, height = (int(number) for number in _SIZE.search(drawn).groups())  # type: ignore[union-attr]
    return width * height
