"""Whether a document has the structure that `position.schema.json` describes; faults in plain words.

The schema is the single place of structure. Its `errorMessage` keywords, which editors show too, say what would be
right.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from sheriff_kb.faults import closest, printable
from sheriff_kb.law import schema_of
from sheriff_kb.position.document import Document, Node, Path
from sheriff_kb.position.likeness import apart, looks
from sheriff_kb.position.spelling import Scalar, number, truth
from sheriff_kb.position.wellformed import keeps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

    from sheriff_kb.faults import Fault

MAX_FAULTS = 100

_LISTED = 20
_COUNTS = ("minItems", "maxItems")
_IGNORED = ("$schema",)
_PARTS = (
    ("`{key}` belongs in the entry of its tile, such as `mid: {{edges: MMPM{rest}}}`", "tile"),
    ("`{key}` belongs in a turn, such as `- {{player: blue{rest}}}`", "turn"),
    ("`{key}` belongs in an entry of `asks`, such as `- {{kind: points, player: blue}}`", "ask"),
    ("`{key}:` belongs on a line of its own, without indentation", None),
)
"""Where a misplaced key belongs, and what has it."""
_HARMLESS = ("required", "additionalProperties", *_COUNTS)
"""What leaves the rest of a value usable."""


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a position."""
    return schema_of("sheriff_kb.position", "position")


class Checked:
    """A document whose structure was checked: values that are well formed, and the faults found so far.

    Values that are not are as good as absent to `get`, so that nothing else is said of them; so are keys without a
    value. A value of another type than the schema's is read where its meaning is plain, such as `"2"` for a number.
    `readable` says whether the rest of the document can be read at all.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.root = document.root
        self.faults: list[Fault] = list(document.faults)
        self._bad: set[Path] = set()
        errors = _errors(document)
        # Past the limit it is not known which values are well formed, so that nothing more can be said.
        self.readable = isinstance(document.root.value, dict) and len(errors) <= MAX_FAULTS
        for error in errors:
            path: Path = tuple(error.absolute_path)
            if error.validator not in _HARMLESS and not _of_key(error):
                self._bad.add(path)
            self.faults.extend(islice(_explained(document, error, path), MAX_FAULTS))
        self._leave_out_nulls(document.root)

    def _leave_out_nulls(self, node: Node) -> None:
        """Remove the keys without a value, but those that need one, of which that was said."""
        if isinstance(node.value, dict):
            node.value = {key: one for key, one in node.value.items() if one.value is not None or not self.good(one)}
        for inner in (*node.entries.values(), *node.items):
            self._leave_out_nulls(inner)

    def get(self, node: Node | None, key: str) -> Node | None:
        """The value of that key; None if there is none, or none that is well formed."""
        found = node.entries.get(key) if node else None
        return found if found and self.good(found) else None

    def items(self, node: Node | None) -> list[Node]:
        """The well-formed entries of a list."""
        return [item for item in node.items if self.good(item)] if node else []

    def entries(self, node: Node | None) -> list[tuple[str, Node]]:
        """The keys of a group with their well-formed values."""
        return [(key, value) for key, value in node.entries.items() if self.good(value)] if node else []

    def good(self, node: Node) -> bool:
        """Whether the value itself (not all that it holds) is well formed."""
        return node.path not in self._bad

    def nearest(self, name: str, known: Iterable[str]) -> str:
        """A hint as `nearest` gives it; empty once so much is wrong that nobody will read it."""
        return nearest(name, known) if len(self.faults) < MAX_FAULTS else ""

    def say(self, where: Node, message: str, hint: str = "") -> None:
        """Note a fault of a value."""
        self.faults.append(self.document.fault(where, message, hint))

    def say_key(self, node: Node, key: str, message: str, hint: str = "") -> None:
        """Note a fault of a key of a group."""
        self.faults.append(self.document.fault(node.keys[key], message, hint, (*node.path, key)))


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known name, or the known ones; empty if there is none."""
    names = list(known)
    if hint := alike(name, names):
        return hint
    if (close := closest(name, names)) is not None:
        return f"did you mean `{printable(close, 60)}`?"
    if not names:
        return ""
    listed = ", ".join(f"`{printable(n, 60)}`" for n in names[:_LISTED])
    return f"known here: {listed}" + (", …" if len(names) > _LISTED else "")


def alike(name: str, known: Iterable[str]) -> str:
    """A hint that names the known name that looks the same, and what sets it apart; empty if there is none."""
    same = next((other for other in known if looks(other) == looks(name)), None)
    return f"did you mean `{printable(same, 60)}`? {apart(name, same)}" if same is not None else ""


def known_key(key: str, missing: Sequence[str], known: Sequence[str]) -> str:
    """A hint on an unknown key beside the `known` ones, some of them `missing`: which is meant, or where it belongs."""
    before, colon, after = key.partition(":")
    if colon and after and before in known:
        return f"write a space after the colon: `{printable(f'{before}: {after}', 60)}`"
    if same := _same_but_for_number(key, missing):
        return f"did you mean `{same}`?"
    return _elsewhere(key, known) or nearest(key, missing or known)


def _elsewhere(key: str, known: Sequence[str]) -> str:
    """A hint on a key that has its place in another part than that with the `known` ones; empty for others."""
    parts = [(where, schema()["$defs"][part] if part else schema()) for where, part in _PARTS]
    found = [(where, part["properties"]) for where, part in parts if [*part["properties"]] != [*known]]
    for where, properties in sorted(found, key=lambda one: key not in one[1]):
        if same := _same_but_for_number(key, properties):
            example = _flow(properties[same].get("examples", [""])[0])
            rest = "" if same == next(iter(properties)) else f", {same}: {example}"
            return where.format(key=same, rest=rest)
    return ""


def _same_but_for_number(key: str, known: Iterable[str]) -> str | None:
    """The known key that is the same word, in the plural or not."""

    def singular(word: str) -> str:
        return "city" if word == "cities" else word.removesuffix("s")

    return next((name for name in known if singular(name) == singular(key)), None)


def _flow(value: Any) -> str:
    """A short value as it is written in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    return json.dumps(value) if isinstance(value, (bool, int)) else str(value)


def shown(node: Node) -> str:
    """A value as it is cited in a message."""
    if node.scalar:
        return f"`{printable(node.text, 60)}`" if node.text.strip() else "empty"
    if not node.value:
        return "an empty list" if isinstance(node.value, list) else "an empty group of keys"
    few = 3
    if node.entries and len(node.entries) <= few and all(value.scalar for value in node.entries.values()):
        inside = ", ".join(f"{key}: {value.text}" for key, value in node.entries.items())
        return f"`{{{printable(inside, 60)}}}`"
    return "a list" if isinstance(node.value, list) else "a group of keys"


@cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema())


def _explained(document: Document, error: ValidationError, path: Path) -> Iterator[Fault]:
    node = _at(document.root, path)
    here = error.schema if isinstance(error.schema, dict) else {}
    right = _right(here)
    subject = _subject(path)
    of = f" of {subject}" if path else ""
    if _of_key(error):
        key = str(error.instance)
        message = f"`{printable(key, 60)}` cannot be a key{of}"
        yield document.fault(node.keys[key], message, right, (*path, key))
    elif error.validator == "additionalProperties":
        known = list(here["properties"])
        for key in node.keys:
            if key not in known:
                message = f"unknown key `{printable(key, 60)}`{of}"
                missing = [name for name in known if name not in node.keys and name not in _IGNORED]
                yield document.fault(node.keys[key], message, known_key(key, missing, known), (*path, key))
    elif error.validator == "required":
        # One error comes for each missing key; its message begins with the key in quotes.
        absent = next(key for key in here["required"] if error.message.startswith(f"'{key}'"))
        yield document.fault(node, f"{subject} has no `{absent}`", _right(here["properties"][absent]))
    elif error.validator in _COUNTS:
        count = len(node.items) or len(node.entries)
        message = f"{subject} has {count or 'no'} {'entry' if count == 1 else 'entries'}"
        yield document.fault(node, message, right)
    else:
        yield document.fault(node, f"{subject} cannot be {shown(node)}", right)


def _of_key(error: ValidationError) -> bool:
    return "propertyNames" in error.absolute_schema_path


def _errors(document: Document) -> list[ValidationError]:
    """What is not as the schema wants it, once all values are read as they can only be meant."""
    if keeps(document.root.plain(), schema(), schema()):
        return []
    errors: list[ValidationError] = []
    meant = False
    for error in _validator().iter_errors(document.root.plain()):
        if _read_as_meant(document, error):
            meant = True
        elif len(errors) <= MAX_FAULTS:
            errors.append(error)
        else:
            break
    if meant and errors:  # what holds a value that is read as another one may be well formed now
        return list(islice(_validator().iter_errors(document.root.plain()), MAX_FAULTS + 1))
    return errors


def _read_as_meant(document: Document, error: ValidationError) -> bool:
    """Give a value of another type than the schema's the one that can only be meant; whether there is one."""
    node = _at(document.root, tuple(error.absolute_path))
    if not node.scalar or _of_key(error):
        return False
    valid = _validator().evolve(schema=error.schema).is_valid
    meant = next(filter(valid, _other_types(node, error.schema)), None)
    if meant is None:
        return False
    node.value = meant
    node.text = meant if isinstance(meant, str) else node.text
    return True


def _other_types(node: Node, schema: Any) -> Iterator[Scalar]:
    """What a value means if another type is expected.

    A text can be a number or `true` in quotes, or a word that YAML 1.1 takes for true; a number or `true` can be a
    text without quotes; and `false` the letter n, which YAML 1.1 takes for it.
    """
    if isinstance(node.value, str):
        yield from (value for value in (number(node.text), truth(node.text)) if value is not None)
    elif node.value is not None and isinstance(schema, dict) and schema.get("type") in ("string", ["string", "null"]):
        yield node.text
        if node.value is False:
            yield "n"


def _right(described: dict[str, Any]) -> str:
    """The `errorMessage` of a part of the schema, its own or that of the definition it refers to."""
    if "errorMessage" in described or "$ref" not in described:
        return str(described.get("errorMessage", ""))
    target: Any = schema()
    for step in str(described["$ref"]).removeprefix("#/").split("/"):
        target = target[step]
    return _right(target)


def _at(node: Node, path: Path) -> Node:
    for step in path:
        node = node.entries[step] if isinstance(step, str) else node.items[step]
    return node


def _subject(path: Path) -> str:
    """The value in words, such as `turn 2`, or the `tent` of tile `mid`."""
    match path:
        case ():
            return "the document"
        case ("tiles", name):
            return f"tile `{printable(str(name), 60)}`"
        case ("board", int() as row):
            return f"row {row + 1} of `board`"
        case ("board", int() as row, int() as column):
            return f"cell {column + 1} in row {row + 1} of `board`"
        case ("turns", int() as index):
            return f"turn {index + 1}"
        case (*outer, str() as key, int() as index):
            within = f" of {_subject(tuple(outer))}" if outer else ""
            return f"entry {index + 1} of `{printable(key, 60)}`{within}"
        case (*outer, last):
            within = f" of {_subject(tuple(outer))}" if outer else ""
            return f"`{printable(str(last), 60)}`{within}"
    return ""
