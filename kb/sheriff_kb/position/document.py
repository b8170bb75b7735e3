"""YAML 1.2 and JSON text, and plain data, as a document: data with a line and a column for every key and value.

What the text says counts, not how it is styled: quotes, blocks, anchors, merge keys and the tags of plain data make no
difference, nor do the order of bytes and the way in which a letter is composed. The text may come from anybody, so
that everything is checked before it is expanded (`composer`).
"""

from __future__ import annotations

import datetime
import json
import numbers
import os
import pathlib
import re
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from sheriff_kb.faults import printable
from sheriff_kb.position.decoding import decoded
from sheriff_kb.position.excerpt import Mark
from sheriff_kb.position.nodes import MAX_BYTES, MAX_DEPTH, MAX_DIGITS, MAX_VALUES, Document, Node, Path
from sheriff_kb.position.refusal import refuse

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_DIGITS",
    "MAX_VALUES",
    "Document",
    "Mark",
    "Node",
    "Path",
    "from_data",
    "load",
    "read",
]

_CONTROL = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_LINE_ENDS = "\v\f\x85\u2028\u2029"


def load(path: str | os.PathLike[str]) -> Document:
    """The document in a file; `-` is standard input.

    Raises Faults if there is no such file, it cannot be read, is too large, is no text, or is no plain YAML.
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
        refuse(source, "no such file")
    except IsADirectoryError:
        refuse(source, "this is a folder", "name a file in it")
    except PermissionError:
        refuse(source, "cannot read the file", "its permissions forbid it")
    except (OSError, ValueError) as error:
        refuse(source, f"cannot read the file: {printable(getattr(error, 'strerror', None) or str(error))}")
    return read(raw, source)


def read(text: str | bytes, source: str = "<text>") -> Document:
    """The document in a YAML 1.2 or JSON text; bytes are UTF-8, or UTF-16 or UTF-32 in either order.

    Raises Faults if the text is too large, is no text, is not well formed, holds more than one document, more than
    20,000 values (what an alias stands for counts each time) or more than 12 levels of nesting, or has a tag that is
    none of plain data.
    """
    from sheriff_kb.position.composer import composed
    from sheriff_kb.position.events import is_json, json_events, yaml_events

    if len(text) > MAX_BYTES:
        refuse(source, "the file is too large", f"a position has at most {MAX_BYTES // 1000} kB")
    if isinstance(text, bytes):
        text = decoded(text, source)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if is_json(text):
        return composed(text, source, json_events(text))
    if stray := _CONTROL.search(text):
        message = f"the character U+{ord(stray[0]):04X} is not allowed in a text file"
        hint = "write a line break instead" if stray[0] in _LINE_ENDS else "delete it"
        before = text[: stray.start()]
        refuse(source, message, hint, before.count("\n") + 1, len(before) - before.rfind("\n"))
    return composed(text, source, yaml_events(text))


def from_data(data: Mapping[str, Any], source: str = "<data>") -> Document:
    """The document of plain data (dicts, lists and scalars, as `json.loads` gives them), without marks.

    Whatever is a mapping or a sequence counts as one, members of an enumeration by their value, and a number of any
    library as a number. Raises Faults for anything else in it, and past the limits that hold for texts.
    """
    count = 0

    def node(value: Any, path: Path) -> Node:
        nonlocal count
        count += 1
        where = f"{source}/{'/'.join(map(str, path))}" if path else source
        if count > MAX_VALUES:
            refuse(source, "too many values", f"a position has at most {MAX_VALUES}")
        if len(path) > MAX_DEPTH:
            refuse(source, "the values are nested too deeply", f"at most {MAX_DEPTH} levels")
        value = _simple(value)
        if isinstance(value, Mapping):
            entries: dict[str, Node] = {}
            for key, entry in value.items():
                name = _simple(key)
                truth_at_the_top = isinstance(name, bool) and not path  # further down it can be a tile called `on`
                if truth_at_the_top or not isinstance(name, (str, int, float)):
                    refuse(where, f"a key cannot be {printable(repr(key), 40)}", "keys must be text")
                name = _text(name, where)
                if name in entries:
                    refuse(
                        where, f"duplicate key `{printable(name, 60)}`", "keys are compared after Unicode normalisation"
                    )
                entries[name] = node(entry, (*path, name))
            return Node(entries, Mark(), path, keys=dict.fromkeys(entries, Mark()))
        if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray)):
            return Node([node(item, (*path, index)) for index, item in enumerate(value)], Mark(), path)
        if value is None:
            return Node(None, Mark(), path)
        if not isinstance(value, (str, int, float)):
            refuse(where, f"unsupported type `{type(value).__name__}`", "use texts, numbers, lists and dicts")
        text = _text(value, where)
        return Node(text if isinstance(value, str) else value, Mark(), path, text=text)

    return Document(node(data, ()), source)


def _simple(value: Any) -> Any:
    """The plain value of what libraries make of one: members of an enumeration, subclasses, and dates."""
    if isinstance(value, Enum):
        return _simple(value.value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value.isoformat()  # a name such as 2001-02-03, which YAML 1.1 takes for a date
    return value


def _text(value: str | float, where: str) -> str:
    """A text, or a number or truth as it would be written; refused if it holds half a character, or far too much."""
    if not isinstance(value, str):
        if isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
            refuse(where, "the number is too large")
        return json.dumps(value)
    if any("\ud800" <= character <= "\udfff" for character in value):
        refuse(where, "this text contains half a character (a lone surrogate)", "write the character itself")
    return unicodedata.normalize("NFC", value)
