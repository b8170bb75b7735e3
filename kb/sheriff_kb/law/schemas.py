"""JSON Schemas as the law has them: the kinds of matters and the words of their keys are those of its interface."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from sheriff_kb.law.interface import interface


def schema_of(package: str, form: str) -> dict[str, Any]:
    """The schema of a form, such as `position`, that lies in a package."""
    filled: dict[str, Any] = json.loads(_text(package, form), object_hook=_filled)
    return filled


def schema_text(package: str, form: str) -> str:
    """The same as a text: as it is kept, if that is how the law has it."""
    text, schema = _text(package, form), schema_of(package, form)
    return text if json.loads(text) == schema else json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _text(package: str, form: str) -> str:
    return (files(package) / f"{form}.schema.json").read_text("utf-8")


def _filled(part: dict[str, Any]) -> dict[str, Any]:
    """A part of a schema, with the kinds and words of the law if it has the keys of matters."""
    if "enum" not in part.get("kind", ()) or not interface().words.keys() <= part.keys():
        return part
    words = {"kind": tuple(interface().kinds), **interface().words}
    return part | {key: _listing(part[key], some) for key, some in words.items()}


def _listing(described: dict[str, Any], words: Sequence[str]) -> dict[str, Any]:
    """What a schema says of a key, if its values are these words."""
    found = {**described, "enum": [*words, *(value for value in described["enum"] if value is None)]}
    if "errorMessage" in described:
        *first, last = words
        _, more, rest = described["errorMessage"].partition(";")
        found["errorMessage"] = (f"{', '.join(first)} or {last}" if first else last) + more + rest
    return found
