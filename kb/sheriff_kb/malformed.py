"""What a parser's complaint means to somebody who writes a file by hand: what is wrong where, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sheriff_kb.faults import printable

# What the parser says of common slips, and what a person can do about it.
_SLIPS = (
    ("mapping values are not allowed", "a `:` too many, or wrong indentation; put text that contains `: ` in quotes"),
    ("'\\t'", "indent with blanks, not with tabs"),
    ("could not find expected ':'", "a `:` is missing after the key"),
    ("expected ',' or '}'", "a `,` or the closing `}` is missing"),
    ("expected ',' or ']'", "a `,` or the closing `]` is missing"),
    ("expected the node content", "a value is missing, or a bracket is not closed"),
    ("expected <block end>", "indent entries of one group alike"),
    ("end of stream", "a quote or a bracket is not closed"),
    ("escape", "in double quotes a backslash has a meaning; write two of them, or use single quotes"),
    ("cannot start any token", "put text that begins with this character in quotes"),
    ("<document start>", "one position a file: nothing can stand after its end"),
    ("version", "begin with `%YAML 1.2`, or without such a line"),
)
_BLOCK = re.compile(r"(?P<indent> *)(?:- +)*(?P<key>[^\s#][^#]*):(?: +[&!]\S*)* +[|>][-+]?\s*(?:#.*)?")


class Slip(NamedTuple):
    """What is wrong and what would be right, and the line where it is wrong if that is another than the parser's."""

    message: str
    hint: str
    line: int | None = None


def slip(problem: str, lines: Sequence[str], line: int) -> Slip:
    """The slip behind what the parser says of a line, counted from 1."""
    if found := _first_row_further_right(lines, line):
        return found
    hint = next((hint for sign, hint in _SLIPS if sign in problem), printable(problem))
    return Slip("this is not well-formed YAML", hint)


def _first_row_further_right(lines: Sequence[str], line: int) -> Slip | None:
    """The indentation of a block is that of its first line; one that is indented less ends it."""
    rows = list[int]()
    for number in range(min(line, len(lines)) - 1, 0, -1):
        if lines[number].strip():
            rows.insert(0, number)
        header = _BLOCK.fullmatch(lines[number - 1])
        if header and len(rows) > 1:
            first, last = rows[0], rows[-1]
            if _indent(lines[first]) > _indent(lines[last]) > len(header["indent"]):
                key = printable(header["key"].strip(), 60)
                message = f"the first line below `{key}:` is indented further than line {last + 1}"
                hint = "indent them alike"
                if key == "board":
                    hint = "begin all rows in one column, and write `.` for every empty cell"
                return Slip(message, hint, first + 1)
        if header:
            return None
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
