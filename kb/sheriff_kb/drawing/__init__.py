"""Drawings of a position: as SVG with a text alternative, as PNG, and as text for the terminal.

A drawing shows the table before the first turn, and marks the tiles that are placed later. What the turns do to
tokens and figures depends on how one reads the rules, so the rulings have it, and drawings do not.
"""

from sheriff_kb.drawing.focus import Focus
from sheriff_kb.drawing.raster import png
from sheriff_kb.drawing.sentences import alternative
from sheriff_kb.drawing.terminal import text
from sheriff_kb.drawing.vector import svg

__all__ = ["Focus", "alternative", "png", "svg", "text"]
