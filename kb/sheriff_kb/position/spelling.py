"""What a plain word can stand for: in YAML 1.2, in which files are read, and in YAML 1.1, which other programs write.

YAML 1.1 takes `yes`, `on` and `y` for true, `012` for ten and `1_000` for a thousand, so that a program that reads a
file by it and writes it again makes `true` of a tile called `on`. If only one thing can have been meant, it is read.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

MAX_DIGITS = 15

Scalar = str | int | float | bool | None

# The core schema of YAML 1.2: `yes`, `no`, `on`, `off` are plain words.
_NULL = {"", "~", "null", "Null", "NULL"}
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,2})?")

TRUE = ("y", "yes", "on", "true")
FALSE = ("n", "no", "off", "false")

# Numbers of YAML 1.1 and 1.2 that are written otherwise than in digits alone.
_BASES = (("0x", 16), ("0o", 8), ("0b", 2))
_GROUPED = re.compile(r"[-+]?[0-9][0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9]{1,2})?")
_OCTAL = re.compile(r"([-+]?)0([0-7_]+)")
_SIXTIES = re.compile(r"([-+]?)([0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?)")


def scalar(text: str) -> Scalar:
    """The value of an unquoted word. Absurdly long numbers stay texts."""
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


def truth(text: str) -> bool | None:
    """True or false if the word says so in some YAML, in whatever case; else None."""
    word = text.strip().lower()
    return True if word in TRUE else False if word in FALSE else None


def number(text: str) -> int | float | None:
    """The number that a word stands for if all YAML that takes it for a number agrees; else None."""
    word = text.strip()
    value = scalar(word)
    if isinstance(value, str) and len(word) <= MAX_DIGITS:
        sign, digits = (word[0], word[1:]) if word[:1] in ("+", "-") else ("", word)
        for prefix, base in _BASES:
            if digits.startswith(prefix):
                return _of_base(sign + digits[2:], base)
        if _GROUPED.fullmatch(word):
            value = scalar(word.replace("_", ""))
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


class Meant:
    """Known names by what other programs make of them if they are written without quotes."""

    def __init__(self, known: Iterable[str]) -> None:
        self._names: dict[tuple[Scalar, bool], list[str]] = defaultdict(list)
        for name in known:
            values = {_key(scalar(name)), _key(_by_1_1(name))}
            if (found := number(name)) is not None:
                values.add(_key(found))
            for value in values:
                self._names[value].append(name)

    def by(self, name: str) -> str:
        """The known name that has become `name`; `name` itself if none can have, or several."""
        value = scalar(name)
        found = [] if isinstance(value, str) else self._names.get(_key(value), [])
        return found[0] if len(found) == 1 else name


def _by_1_1(text: str) -> Scalar:
    """The value of an unquoted word in YAML 1.1."""
    if len(text) > MAX_DIGITS:
        return text
    if (found := truth(text)) is not None:
        return found
    if octal := _OCTAL.fullmatch(text):
        return _of_base(octal[1] + octal[2], 8)
    if sixties := _SIXTIES.fullmatch(text):
        total = 0.0
        for part in sixties[2].replace("_", "").split(":"):
            total = total * 60 + float(part)
        return -total if sixties[1] == "-" else total
    return scalar(text)


def _of_base(digits: str, base: int) -> int | None:
    try:
        return int(digits.replace("_", ""), base)
    except ValueError:
        return None


def _key(value: Scalar) -> tuple[Scalar, bool]:
    """A value as the key of a table, in which true is not 1."""
    return value, isinstance(value, bool)
