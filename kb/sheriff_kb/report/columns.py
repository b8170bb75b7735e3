"""Text in columns: each cell is wrapped below its own column, so that no line is wider than the page."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

import click

PAGE = 80
"""The width of a page if no terminal says how wide it is."""
GAP = "  "
_START = re.compile(r" *(?:- |\d+  )?")
_BLANK = re.compile(r"(?<=\S) (?=\S)|(?<=\S)  (?=[(\[])")
"""Where a line may be broken: at single blanks, and before what stands in brackets."""


def page_width() -> int:
    """How wide the output may be: as the terminal, or as COLUMNS says, else `PAGE`."""
    shown = sys.stdout is not None and sys.stdout.isatty()
    return shutil.get_terminal_size((PAGE, 24)).columns if shown else _asked_width()


def _asked_width() -> int:
    asked = os.environ.get("COLUMNS", "")
    return int(asked) if asked.isdecimal() and int(asked) > 0 else PAGE


def row(
    cells: Sequence[str], widths: Sequence[int], indent: int = 0, colours: Sequence[str | None] = ()
) -> Iterator[str]:
    """The lines of a row; a cell wider than its column goes on below; `colours` are those of the first cells."""
    columns = [folded(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for parts in zip_longest(*columns, fillvalue=""):
        line = [
            click.style(part, fg=colour) if part and colour else part
            for part, colour in zip_longest(parts, colours[: len(parts)])
        ]
        padded = (text + " " * (width - len(part)) for text, part, width in zip(line, parts, widths, strict=True))
        yield (" " * indent + GAP.join(padded)).rstrip()


def folded(text: str, width: int) -> list[str]:
    """A text in lines of at most this width; only a word that is longer is cut."""
    return wrap(text, max(width, 1), break_on_hyphens=False) or [""]


def wrapped(line: str, width: int) -> Iterator[str]:
    """A line that may have colours, in lines of at most this width; what goes on below is indented like its text."""
    if len(click.unstyle(line)) <= width:
        yield line
        return
    start = _START.match(click.unstyle(line))
    indent = min(start.end() if start else 0, width // 2)
    words = _BLANK.split(line)
    text = words[0]
    for word in words[1:]:
        if len(click.unstyle(text)) + 1 + len(click.unstyle(word)) <= width:
            text += f" {word}"
        else:
            yield text
            text = " " * indent + word.lstrip()
    yield text


def hanging(head: str, text: str, width: int) -> Iterator[str]:
    """A text after a head, with what does not fit on the line below the text."""
    first, *rest = folded(text, max(width - len(head), 20))
    yield (head + first).rstrip()
    yield from (" " * len(head) + line for line in rest)
