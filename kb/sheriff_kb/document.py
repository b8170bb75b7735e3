"""YAML 1.2 and JSON text as plain data with a line and a column for every key and value.

The text may come from anybody, so that only the plain part of YAML is read: no anchors, no tags, one document, little
nesting. Everything is built from the parser's events, and the first event past a limit ends the reading: nothing is
expanded or constructed before it has been checked.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from sheriff_kb.faults import Fault, Faults

MAX_BYTES = 500_000
MAX_DEPTH = 12
MAX_VALUES = 20_000
MAX_DIGITS = 15

Scalar = str | int | float | bool | None
Path = tuple[str | int, ...]

# The core schema of YAML 1.2: `yes`, `no`, `on`, `off` are plain words.
_NULL = {"", "~", "null", "Null", "NULL"}
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,2})?")
_CONTROL = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")

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
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A line and a column, counted from 1; both 0 where there is no text."""

    line: int = 0
    column: int = 0


@dataclass(slots=True, eq=False)
class Node:
    """A value of a document, and where it stands.

    `value` is a scalar, a list of nodes, or a dict of nodes; `text` is a scalar as it was written (`007` is the
    number 7 and the text `007`); `keys` has the mark of each key of a dict; `rows` has the mark of each line of a text
    that was written as a block (`|`) and is empty otherwise; `folded` says that line breaks of the text were lost.
    """

    value: Scalar | list[Node] | dict[str, Node]
    mark: Mark
    path: Path = ()
    text: str = ""
    keys: dict[str, Mark] = field(default_factory=dict)
    rows: tuple[Mark, ...] = ()
    folded: bool = False

    @property
    def entries(self) -> dict[str, Node]:
        """The nodes by key; none where this is no dict."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def items(self) -> list[Node]:
        """The nodes of a list; none where this is no list."""
        return self.value if isinstance(self.value, list) else []

    @property
    def scalar(self) -> bool:
        """Whether this is a single value."""
        return not isinstance(self.value, (list, dict))

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
        """A fault at a node or mark; where the data came without a text, its path is told instead."""
        mark = where.mark if isinstance(where, Node) else where
        if path is None:
            path = where.path if isinstance(where, Node) else ()
        source = self.source if mark.line or not path else f"{self.source}/{'/'.join(map(str, path))}"
        message, hint = (printable(text, len(text)) for text in (message, hint))  # whatever is cited in them
        return Fault(printable(source), mark.line, mark.column, message, hint)


def printable(text: str, limit: int = 200) -> str:
    """The text shortened to `limit` characters, with everything that could upset a terminal written as an escape."""
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)


def load(path: str | os.PathLike[str]) -> Document:
    """The document in a file; `-` is standard input.

    Raises Faults where there is no such file, it cannot be read, is too large, is no text, or is no plain YAML.
    """
    name = os.fspath(path)
    source = "<stdin>" if name == "-" else name
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin else b""
        else:
            with pathlib.Path(name).open("rb") as file:
                raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        _refuse(source, "there is no such file", mark=Mark())
    except IsADirectoryError:
        _refuse(source, "this is a folder", "name a file in it", mark=Mark())
    except PermissionError:
        _refuse(source, "the file may not be read", "its permissions forbid it", mark=Mark())
    except (OSError, ValueError) as error:
        _refuse(
            source, f"the file cannot be read: {printable(getattr(error, 'strerror', None) or str(error))}", mark=Mark()
        )
    return read(raw, source)


def read(text: str | bytes, source: str = "<text>") -> Document:
    """The document in a YAML 1.2 or JSON text.

    Raises Faults where the text is too large, is no text, is not well formed, holds more than one document, more than
    20,000 values or more than 12 levels of nesting, or uses anchors, aliases or tags.
    """
    if len(text) > MAX_BYTES:
        _refuse(source, "the file is too large", f"a position has at most {MAX_BYTES // 1000} kB", Mark())
    if isinstance(text, bytes):
        text = _decoded(text, source)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if stray := _CONTROL.search(text):
        message = f"the character U+{ord(stray[0]):04X} has no place in a text file"
        _refuse(source, message, "delete it", _end_mark(text[: stray.start()]))
    if text.lstrip().startswith("{") and "\t" in text and _is_json(text):
        text = text.replace("\t", " ")  # between values YAML is stricter than JSON; within strings JSON has no tabs
    return _Builder(text, source).document()


def from_data(data: Mapping[str, Any], source: str = "<data>") -> Document:
    """The document of plain data (dicts, lists and scalars, as `json.loads` gives them), without marks.

    Raises Faults for anything else in it, and past the limits that hold for texts.
    """
    count = 0

    def node(value: Any, path: Path) -> Node:
        nonlocal count
        count += 1
        where = f"{source}/{'/'.join(map(str, path))}" if path else source
        if count > MAX_VALUES:
            _refuse(source, "there are too many values", f"a position has at most {MAX_VALUES}", Mark())
        if len(path) > MAX_DEPTH:
            _refuse(source, "the values are nested too deeply", f"at most {MAX_DEPTH} levels", Mark())
        if isinstance(value, Mapping):
            entries: dict[str, Node] = {}
            for key, entry in value.items():
                if not isinstance(key, (str, int)) or isinstance(key, bool):
                    _refuse(where, f"a key cannot be {printable(repr(key), 40)}", "keys are texts", Mark())
                name = _text(str(key), where)
                entries[name] = node(entry, (*path, name))
            return Node(entries, Mark(), path, keys=dict.fromkeys(entries, Mark()))
        if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray)):
            return Node([node(item, (*path, index)) for index, item in enumerate(value)], Mark(), path)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**MAX_DIGITS:
            _refuse(where, "the number is too large", "", Mark())
        if isinstance(value, str):
            text = _text(str(value), where)
            return Node(text, Mark(), path, text=text)
        if value is None or isinstance(value, bool):
            return Node(value, Mark(), path, text="" if value is None else json.dumps(value))
        if isinstance(value, (int, float)):  # their subclasses, too, which libraries make
            number = int(value) if isinstance(value, int) else float(value)
            return Node(number, Mark(), path, text=json.dumps(number))
        _refuse(where, f"this cannot be a {type(value).__name__}", "texts, numbers, lists and dicts are known", Mark())

    return Document(node(data, ()), source)


def _text(text: str, where: str) -> str:
    """A text of plain data; refused where it holds half a character."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        _refuse(where, "this text holds half a character", "write the character itself", Mark())
    return text


def _refuse(source: str, message: str, hint: str = "", mark: Mark = Mark(1, 1)) -> NoReturn:
    raise Faults([Fault(printable(source), mark.line, mark.column, message, hint)])


def _end_mark(text: str) -> Mark:
    """Where the character after `text` stands."""
    return Mark(text.count("\n") + 1, len(text) - text.rfind("\n"))


def _decoded(raw: bytes, source: str) -> str:
    if b"\0" in raw:
        _refuse(source, "this is no text file", "a position is a YAML or JSON text in UTF-8", Mark())
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        _refuse(source, "this is no UTF-8 text", "save the file as UTF-8", _end_mark(before))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _scalar(text: str) -> Scalar:
    """The value of an unquoted scalar. Absurdly long numbers stay texts."""
    if text in _NULL:
        return None
    if text in _BOOL:
        return _BOOL[text]
    if len(text) <= MAX_DIGITS:
        if _INT.fullmatch(text):
            return int(text)
        if _FLOAT.fullmatch(text):
            return float(text)
    return text


class _Builder:
    """Builds nodes from the events of ruamel.yaml's parser."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.source = printable(source)
        self.faults: list[Fault] = []
        self.count = 0

    def document(self) -> Document:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError

        self.events: Iterator[Any] = YAML(typ="safe", pure=True, plug_ins=[]).parse(self.text)
        try:
            self._next()  # the start of the stream
            start = self._next()
            if type(start).__name__ == "StreamEndEvent":
                _refuse(self.source, "the file is empty", "a position has at least `players` and `board`", Mark())
            root = self._node(self._next(), ())
            self._next()  # the end of the document
            end = self._next()
            if type(end).__name__ != "StreamEndEvent":
                self._stop(end, "a second document begins here", "one position a file: remove the line `---`")
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            self._malformed(str(error.problem or error.context or ""), mark)
        except (YAMLError, ValueError, OverflowError) as error:
            # The parser lets Python's own errors through for a few odd escapes, such as `"\UFFFFFFFF"`.
            self._malformed(str(error).split("\n")[0], None)
        return Document(root, self.source, tuple(self.faults))

    def _next(self) -> Any:
        return next(self.events)

    def _malformed(self, problem: str, mark: Any) -> NoReturn:
        where = self._mark(mark) if mark is not None else Mark(1, 1)
        hint = next((hint for sign, hint in _SLIPS if sign in problem), printable(problem))
        _refuse(self.source, "this is not well-formed YAML", hint, where)

    def _stop(self, event: Any, message: str, hint: str) -> NoReturn:
        _refuse(self.source, message, hint, self._mark(event.start_mark))

    def _mark(self, mark: Any) -> Mark:
        return Mark(mark.line + 1, mark.column + 1)

    def _node(self, event: Any, path: Path) -> Node:
        self.count += 1
        if self.count > MAX_VALUES:
            self._stop(event, "there are too many values", f"a position has at most {MAX_VALUES}")
        if len(path) > MAX_DEPTH:
            self._stop(event, "the values are nested too deeply", f"at most {MAX_DEPTH} levels")
        kind = type(event).__name__
        if kind == "AliasEvent" or event.anchor is not None:
            self._stop(event, "anchors (`&`) and aliases (`*`) are not read", "put the text in quotes")
        if event.tag is not None:
            self._stop(event, "tags (`!`) are not read", "leave the tag out, or put the text in quotes")
        if kind == "ScalarEvent":
            return self._scalar_node(event, path)
        mark = self._mark(event.start_mark)
        if kind == "SequenceStartEvent":
            items: list[Node] = []
            while type(event := self._next()).__name__ != "SequenceEndEvent":
                items.append(self._node(event, (*path, len(items))))
            return Node(items, mark, path)
        entries: dict[str, Node] = {}
        keys: dict[str, Mark] = {}
        while type(event := self._next()).__name__ != "MappingEndEvent":
            if type(event).__name__ in ("SequenceStartEvent", "MappingStartEvent"):
                self._stop(event, "a list or group cannot be a key", "put text that begins with a bracket in quotes")
            key = self._node(event, path)
            value = self._node(self._next(), (*path, key.text))
            if key.text in entries:
                shown = printable(key.text, 60)
                first = f"it was given in line {keys[key.text].line} already"
                place = key.mark
                self.faults.append(Fault(self.source, place.line, place.column, f"`{shown}` is given twice", first))
            else:
                entries[key.text], keys[key.text] = value, key.mark
        return Node(entries, mark, path, keys=keys)

    def _scalar_node(self, event: Any, path: Path) -> Node:
        text = event.value
        if any("\ud800" <= c <= "\udfff" for c in text):  # JSON writes characters such as emoji in two halves
            try:
                text = text.encode("utf-16", "surrogatepass").decode("utf-16")
            except UnicodeDecodeError:
                self._stop(event, "this escape is no character", "write the character itself")
        first, last = event.start_mark.line, event.end_mark.line
        rows: tuple[Mark, ...] = ()
        if event.style == "|":
            # A literal block keeps its lines one to one, from the one below the bar.
            found = enumerate(text.split("\n"), first + 1)
            rows = tuple(Mark(i + 1, len(self.lines[i]) - len(row) + 1) for i, row in found if i < len(self.lines))
        folded = event.style == ">" or (event.style != "|" and last > first)
        value = _scalar(text) if event.style is None else text
        return Node(value, self._mark(event.start_mark), path, text=text, rows=rows, folded=folded)
