"""A second, independent implementation of the rules, for comparison: it plays a position under one reading.

It is written as a program for a table of people would be: counters on tiles, figures that stand somewhere, one method
a rule step. It shares nothing with the knowledge base but the form of positions and matters.

Citations in its docstrings: *wiki* is the WikiCarpedia page of the Sheriff, *sheet* the transcribed rule sheet, *base*
the base game; letters and numbers such as T3 or M10 name the points on which the texts can be read in several ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.board import Board, boards
from oracle.completions import completions, possible
from oracle.game import Game
from oracle.readings import DEFAULT, READINGS, reading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sheriff_kb.position import Matter, Position

__all__ = ["DEFAULT", "READINGS", "boards", "completions", "play", "play_with_reasons", "possible", "reading"]


def play(
    position: Position, reading: Mapping[str, str], tables: Sequence[Board] | None = None
) -> dict[Matter, int | str]:
    """What happens in the position under this total reading: every matter with a value other than `none`.

    Matters of the kinds that are never `none` (`collected`, `score`) may be given if they are of no interest.
    `tables` saves time if one position is played under many readings: it is what `boards(position)` gives. Raises
    ValueError if the position leaves unsaid what can be in several ways; see `completions` and `possible`.
    """
    return Game(position, reading, tables if tables is not None else boards(position)).play()


def play_with_reasons(
    position: Position, reading: Mapping[str, str], tables: Sequence[Board] | None = None
) -> tuple[dict[Matter, int | str], dict[Matter, frozenset[str]]]:
    """The same, and for each act that is judged every reason why it is refused; none if it is allowed."""
    game = Game(position, reading, tables if tables is not None else boards(position))
    return game.play(), game.refusals
