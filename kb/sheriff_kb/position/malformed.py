"""What a parser's complaint means to somebody who writes a file: what is wrong, where, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sheriff_kb.faults import printable

# What the parser says of common slips, and what a person can do about it.
_SLIPS = (
    ("mapping values are not allowed", "a `:` too many, or wrong indentation; put text that contains `: ` in quotes"),
    ("'\\t'", "indent with spaces, not with tabs"),
    ("could not find expected ':'", "a `:` is missing after the key"),
    ("expected ',' or '}'", "a `,` or the closing `}` is missing"),
    ("expected ',' or ']'", "a `,` or the closing `]` is missing"),
    ("expected the node content", "a value is missing, or a bracket is not closed"),
    ("but found '}'", "there is a `}` too many"),
    ("but found ']'", "there is a `]` too many"),
    ("but found ','", "there is a `,` too many"),
    ("expected <block end>", "indent entries of one group alike"),
    ("end of stream", "a quote or a bracket is not closed"),
    ("escape", "in double quotes a backslash has a meaning; write two of them, or use single quotes"),
    ("cannot start any token", "put text that begins with this character in quotes"),
    ("<document start>", "write one position per file; nothing can follow its end"),
    ("alphabetic or numeric", "put text that begins with `*` or `&` in quotes; entries of a list begin with `- `"),
    ("indentation indicators", "begin the text on the line below, indented"),
    ("a comment or a line break", "begin the text on the line below, indented"),
    ("version", "begin with `%YAML 1.2`, or without such a line"),
)
_BLOCK = re.compile(r"(?P<indent> *)(?:- +)*(?P<key>[^\s#][^#]*):(?: +[&!]\S*)* +[|>][-+]?\s*(?:#.*)?")
_KEY = re.compile(r" *[^\s:]+:")
_TIGHT = re.compile(r" *(?:- +)?(?P<key>[A-Za-z]+):(?=[^\s:/])")


class Slip(NamedTuple):
    """What is wrong, what would be right, and the line and column where it is wrong if not where the parser stopped."""

    message: str
    hint: str
    place: tuple[int, int] | None = None


def slip(problem: str, lines: Sequence[str], line: int) -> Slip:
    """The slip behind what the parser says of a line, counted from 1."""
    if found := _block(lines, line) or _tight_colon(lines, line):
        return found
    hint = next((hint for sign, hint in _SLIPS if sign in problem), printable(problem))
    return Slip("invalid YAML", hint)


def _block(lines: Sequence[str], line: int) -> Slip | None:
    """The text below a bar ends where a line is indented less than its first one, or as little as the key."""
    rows = list[int]()
    for number in range(min(line, len(lines)) - 1, 0, -1):
        if lines[number].strip():
            rows.insert(0, number)
        if header := _BLOCK.fullmatch(lines[number - 1]):
            break
    else:
        return None
    if not rows:
        return None
    key, least = printable(header["key"].strip(), 60), len(header["indent"])
    first, last = rows[0], rows[-1]
    begins, ends = _indent(lines[first]), _indent(lines[last])
    place = (first + 1, begins + 1)
    if begins > ends > least:
        alike = "begin all rows in one column, and write `.` for every empty cell"
        hint = alike if key == "board" else "indent them alike"
        return Slip(f"the first line below `{key}:` is indented further than line {last + 1}", hint, place)
    inside = all(_indent(lines[number]) > least for number in rows[:-1])
    if inside and ends <= least and not _KEY.match(lines[last]):
        message = f"line {last + 1} below `{key}:` is not indented"
        return Slip(message, "indent each line of the text by two more spaces", (last + 1, ends + 1))
    return None


def _tight_colon(lines: Sequence[str], line: int) -> Slip | None:
    """A colon makes a key only with a blank behind it; the parser stumbles in that line or in the next."""
    for number in (line - 1, line - 2):
        if 0 <= number < len(lines) and (found := _TIGHT.match(lines[number])):
            key = printable(found["key"], 60)
            return Slip(f"there is no blank after `{key}:`", f"write `{key}: `", (number + 1, found.end() + 1))
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
