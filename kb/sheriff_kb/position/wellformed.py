"""A quick answer to whether a value keeps to a JSON Schema, so that a file without faults loads no validator.

It agrees with jsonschema, which takes longer to load than to use, and alone says what is at fault. It knows the
keywords that `position.schema.json` has, and no others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: _is_number(value) and value == value // 1,
    "number": _is_number,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
_ANNOTATIONS = frozenset({"$schema", "$id", "$defs", "title", "description", "examples", "errorMessage"})


def keeps(value: Any, schema: Any, root: Mapping[str, Any]) -> bool:
    """Whether a value keeps to a schema, a part of `root`. Raises KeyError on a keyword that it does not know."""
    if isinstance(schema, bool):
        return schema
    return all(_KEYWORDS[key](value, wanted, schema, root) for key, wanted in schema.items() if key not in _ANNOTATIONS)


def _type(value: Any, wanted: Any, *_: Any) -> bool:
    return any(_TYPES[name](value) for name in ([wanted] if isinstance(wanted, str) else wanted))


def _ref(value: Any, wanted: str, _: Any, root: Mapping[str, Any]) -> bool:
    target: Any = root
    for step in wanted.removeprefix("#/").split("/"):
        target = target[step]
    return keeps(value, target, root)


def _properties(value: Any, wanted: Mapping[str, Any], _: Any, root: Mapping[str, Any]) -> bool:
    return not isinstance(value, dict) or all(
        keeps(inner, wanted[key], root) for key, inner in value.items() if key in wanted
    )


def _additional(value: Any, wanted: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    known = schema.get("properties", {})
    return not isinstance(value, dict) or all(
        keeps(inner, wanted, root) for key, inner in value.items() if key not in known
    )


def _equal(value: Any, wanted: Any) -> bool:
    return isinstance(value, bool) is isinstance(wanted, bool) and bool(value == wanted)


@cache
def _pattern(wanted: str) -> re.Pattern[str]:
    return re.compile(wanted)


def _size(kind: type[str | list[Any]], holds: Callable[[int, int], bool]) -> Callable[..., bool]:
    return lambda value, wanted, *_: not isinstance(value, kind) or holds(len(value), wanted)


def _amount(holds: Callable[[float, float], bool]) -> Callable[..., bool]:
    return lambda value, wanted, *_: not _is_number(value) or holds(value, wanted)


_KEYWORDS: Mapping[str, Callable[..., bool]] = {
    "type": _type,
    "enum": lambda value, wanted, *_: any(_equal(value, one) for one in wanted),
    "const": lambda value, wanted, *_: _equal(value, wanted),
    "not": lambda value, wanted, _, root: not keeps(value, wanted, root),
    "anyOf": lambda value, wanted, _, root: any(keeps(value, one, root) for one in wanted),
    "$ref": _ref,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": lambda value, wanted, _, root: (
        not isinstance(value, dict) or all(keeps(key, wanted, root) for key in value)
    ),
    "required": lambda value, wanted, *_: not isinstance(value, dict) or all(key in value for key in wanted),
    "items": lambda value, wanted, _, root: (
        not isinstance(value, list) or all(keeps(inner, wanted, root) for inner in value)
    ),
    "pattern": lambda value, wanted, *_: not isinstance(value, str) or _pattern(wanted).search(value) is not None,
    "minLength": _size(str, lambda size, least: size >= least),
    "maxLength": _size(str, lambda size, most: size <= most),
    "minItems": _size(list, lambda size, least: size >= least),
    "maxItems": _size(list, lambda size, most: size <= most),
    "minimum": _amount(lambda value, least: value >= least),
    "maximum": _amount(lambda value, most: value <= most),
}
