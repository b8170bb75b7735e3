"""Where the words of a text stand in the file that it was read from, in whatever style it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

_WORD = re.compile(r"[\S\x1c-\x1f]+")  # blanks are those that people see as blanks
_PROPERTIES = re.compile(r"(?:[!&]\S*\s+)*")  # a tag and an anchor stand in front of the text
_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^\n]|(?=\n))")


@dataclass(frozen=True, slots=True)
class Mark:
    """A line and a column, counted from 1; both 0 where there is no text."""

    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Excerpt:
    """The part of a file in which a text is written.

    `lines` are those of the whole file, `first` and `last` the marks of the first character and of the one after the
    last; `style` is the quote or `|` or `>` that the text is written with, None for neither; `value` is the text.
    """

    lines: Sequence[str]
    first: Mark
    last: Mark
    style: str | None
    value: str

    def marks(self) -> list[Mark]:
        """Where each word of the text stands; where the whole text does for one that is written with escapes."""
        return [mark or self.first for _, mark in self._found()]

    def rows(self) -> list[list[str]]:
        """The words line by line as they are written, which need not be the lines of the text."""
        broken = self.style == '"' and "\\\n" in self._source()  # lines that are broken so are one
        by_line = groupby(self._found(), lambda word: 0 if broken or word[1] is None else word[1].line)
        return [[word for word, _ in found] for _, found in by_line]

    def _found(self) -> Iterator[tuple[str, Mark | None]]:
        source = self._source()
        if self.style == '"':
            source = _ESCAPE.sub(lambda escape: " " * len(escape[0]), source)
        at = len(_PROPERTIES.match(source)[0])  # type: ignore[index]
        if self.style in ("|", ">"):
            at = source.find("\n") + 1  # below the line of the bar
        line, begins = self.first.line, 1 - self.first.column
        counted = 0
        for word in words(self.value):
            written = word.replace("'", "''") if self.style == "'" else word
            found = source.find(written, at)
            if found < 0:
                yield word, None
                continue
            if breaks := source.count("\n", counted, found):
                line += breaks
                begins = source.rfind("\n", counted, found) + 1
            counted = found
            yield word, Mark(line, found - begins + 1)
            at = found + len(written)

    def _source(self) -> str:
        lines = [*self.lines[self.first.line - 1 : self.last.line]]
        lines[-1:] = [line[: self.last.column - 1] for line in lines[-1:]]
        lines[:1] = [line[self.first.column - 1 :] for line in lines[:1]]
        return "\n".join(lines)


def words(text: str) -> list[str]:
    """The words of a text, between blanks and line ends."""
    return _WORD.findall(text)
