"""Names as people may read them: no control characters, no tricks with the direction of writing, not too long."""

from __future__ import annotations

import re
import unicodedata

# Controls, surrogates, private and unassigned characters, separators of lines; and what turns the direction of writing.
_HIDDEN = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_PLAIN = re.compile(r"[ -~]*")


def visible(name: str) -> str:
    """`name` with every character that would not be seen, or would disturb what is, written as an escape."""
    if _PLAIN.fullmatch(name):
        return name
    return "".join(_escape(c) if c in _DIRECTION or unicodedata.category(c) in _HIDDEN else c for c in name)


def plain(name: str) -> str:
    """`name` in ASCII: accents are dropped, and what then remains is escaped."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", visible(name)) if not unicodedata.combining(c))
    return "".join(c if c.isascii() else _escape(c) for c in bare)


def columns(name: str) -> int:
    """How many columns `name` takes in a terminal."""
    if name.isascii():
        return len(name)
    return sum(_columns(c) for c in name)


def shorten(name: str, width: int, mark: str = "…") -> str:
    """`name`, cut so that it takes at most `width` columns."""
    if columns(name) <= width:
        return name
    room, kept = width - len(mark), 0
    for position, char in enumerate(name):
        kept += columns(char)
        if kept > room:
            return name[:position].rstrip() + mark
    return name


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
