"""The places of the words of a text in its file, whatever its style."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

_WORD = re.compile(r"[\S\x1c-\x1f]+")  # blanks are those that people see as blanks
_PROPERTIES = re.compile(r"(?:[!&]\S*\s+)*")  # a tag and an anchor come before the text
_CODE = r"x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}"
_PAIR = (
    r"u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # JSON writes characters such as emoji in two halves
)
_PIECE = re.compile(
    rf"\\(?:(?P<pair>{_PAIR})|(?P<code>{_CODE})|(?P<broken>\n[ \t]*)|(?P<short>.))|(?P<plain>[^\\])", re.DOTALL
)
_SHORT = dict(zip("0abtnvfre_NLP", "\0\a\b\t\n\v\f\r\x1b\xa0\x85\u2028\u2029", strict=True))


@dataclass(frozen=True, slots=True)
class Mark:
    """A line and a column, counted from 1; both 0 if there is no text."""

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
        """The place of each word of the text."""
        return list(self._found())

    def rows(self) -> list[list[str]]:
        """The words line by line as they are written, which need not be the lines of the text."""
        broken = self.style == '"' and "\\\n" in self._source()  # lines that are broken so are one
        found = zip(words(self.value), self._found(), strict=True)
        by_line = groupby(found, lambda word: 0 if broken else word[1].line)
        return [[word for word, _ in row] for _, row in by_line]

    def _found(self) -> Iterator[Mark]:
        source = self._source()
        text, places = _unescaped(source) if self.style == '"' else (source, range(len(source)))
        at = len(_PROPERTIES.match(text)[0])  # type: ignore[index]
        if self.style in ("|", ">"):
            at = text.find("\n") + 1  # below the line of the bar
        line, begins, counted = self.first.line, 1 - self.first.column, 0
        for word in words(self.value):
            written = word.replace("'", "''") if self.style == "'" else word
            found = text.find(written, at) if at >= 0 else -1
            if found >= 0:
                place = places[found]
                if breaks := source.count("\n", counted, place):
                    line += breaks
                    begins = source.rfind("\n", counted, place) + 1
                counted = place
            at = found + len(written) if found >= 0 else -1  # a word that is written otherwise ends the search
            yield Mark(line, counted - begins + 1)

    def _source(self) -> str:
        lines = [*self.lines[self.first.line - 1 : self.last.line]]
        lines[-1:] = [line[: self.last.column - 1] for line in lines[-1:]]
        lines[:1] = [line[self.first.column - 1 :] for line in lines[:1]]
        return "\n".join(lines)


def _unescaped(source: str) -> tuple[str, list[int]]:
    """A text in double quotes with its escapes as the characters they stand for, and where each of these stands."""
    characters: list[str] = []
    places: list[int] = []
    for piece in _PIECE.finditer(source):
        kind, written = piece.lastgroup, piece[piece.lastgroup or 0]
        if kind == "broken":
            continue
        if kind == "pair":
            written = "".join(chr(int(half, 16)) for half in (written[1:5], written[7:]))
            written = written.encode("utf-16", "surrogatepass").decode("utf-16")
        elif kind == "code":
            number = int(written[1:], 16)
            written = chr(number) if number <= sys.maxunicode else " "
        elif kind == "short":
            written = _SHORT.get(written, written)
        characters.append(written)
        places.append(piece.start())
    return "".join(characters), places


def words(text: str) -> list[str]:
    """The words of a text, between blanks and line ends."""
    return _WORD.findall(text)
