"""A document that was read: plain data with a line and a column for every key and value."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from sheriff_kb.faults import Fault, printable
from sheriff_kb.position.excerpt import Excerpt, Mark
from sheriff_kb.position.spelling import MAX_DIGITS, Scalar

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_DIGITS", "MAX_VALUES", "Document", "Node", "Path", "Scalar"]

MAX_BYTES = 500_000
MAX_DEPTH = 12
MAX_VALUES = 20_000

Path = tuple[str | int, ...]

_LINE_END = re.compile("\r\n|[\n\v\f\r\x85\u2028\u2029]")


@dataclass(slots=True, eq=False)
class Node:
    """A value of a document, and its place.

    `value` is a scalar, a list of nodes, or a dict of nodes; `text` is a scalar as it was written (`007` is the
    number 7 and the text `007`), with composed letters; `keys` has the mark of each key of a dict. `excerpt` is the
    part of the file that a scalar was written in, None if there is no file. `folded` is set if the rows of a
    board seem to have run together in one line.
    """

    value: Scalar | list[Node] | dict[str, Node]
    mark: Mark
    path: Path = ()
    text: str = ""
    keys: dict[str, Mark] = field(default_factory=dict)
    excerpt: Excerpt | None = None
    folded: bool = False

    @property
    def entries(self) -> dict[str, Node]:
        """The nodes by key; none if this is no dict."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def items(self) -> list[Node]:
        """The nodes of a list; none if this is no list."""
        return self.value if isinstance(self.value, list) else []

    @property
    def scalar(self) -> bool:
        """Whether this is a single value."""
        return not isinstance(self.value, (list, dict))

    @property
    def lines(self) -> list[str]:
        """The lines of a text, whatever ends them."""
        return _LINE_END.split(self.text)

    def plain(self) -> Any:
        """The value without marks."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A document that was read; `faults` are those that left the rest readable, such as a key given twice."""

    root: Node
    source: str
    faults: tuple[Fault, ...] = ()

    def fault(self, where: Node | Mark, message: str, hint: str = "", path: Path | None = None) -> Fault:
        """A fault at a node or mark; if the data came without a text, its path is given instead."""
        mark = where.mark if isinstance(where, Node) else where
        if path is None:
            path = where.path if isinstance(where, Node) else ()
        source = self.source if mark.line or not path else f"{self.source}/{'/'.join(map(str, path))}"
        message, hint = (printable(text, len(text)) for text in (message, hint))  # whatever is cited in them
        return Fault(printable(source), mark.line, mark.column, message, hint)
