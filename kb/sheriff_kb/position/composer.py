"""The nodes of a text, built from the parser's events.

The text may come from anybody: the first event past a limit ends the reading, and what an alias stands for counts each
time that it is used, before it is copied. Tags are those of plain data alone, so that nothing is ever constructed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NoReturn

from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from sheriff_kb.faults import Fault, printable
from sheriff_kb.position.excerpt import Excerpt, Mark
from sheriff_kb.position.malformed import slip
from sheriff_kb.position.nodes import MAX_BYTES, MAX_DEPTH, MAX_VALUES, Document, Node, Path
from sheriff_kb.position.refusal import refuse
from sheriff_kb.position.spelling import Scalar, number, scalar, truth

_TAG = "tag:yaml.org,2002:"
_MERGE = "<<"


def composed(text: str, source: str, events: Iterator[Event]) -> Document:
    """The document in a text whose lines end in line feeds, from its events. Raises Faults as `document.read`."""
    return _Composer(text, source, events).document()


class _Composer:
    def __init__(self, text: str, source: str, events: Iterator[Any]) -> None:
        self.lines = text.split("\n")
        self.source = printable(source)
        self.events = events
        self.faults: list[Fault] = []
        self.count = 0
        self.copied = 0
        self.anchors: dict[str, Node] = {}

    def document(self) -> Document:
        try:
            self._next()  # the start of the stream
            if isinstance(self._next(), StreamEndEvent):
                refuse(self.source, "the file is empty", "a position has at least `players` and `board`")
            root = self._node(self._next(), ())
            self._next()  # the end of the document
            end = self._next()
            if not isinstance(end, StreamEndEvent):
                self._stop(end, "a second document begins here", "write one position per file: remove the line `---`")
        except MarkedYAMLError as error:
            # A key without a colon is noticed only where the next one begins.
            late = "could not find expected ':'" in str(error.problem)
            mark = error.context_mark if late else error.problem_mark or error.context_mark
            self._malformed(str(error.problem or error.context or ""), mark)
        except (YAMLError, ValueError, OverflowError, AssertionError) as error:
            # The parser lets Python's own errors through for a few oddities, such as `"\UFFFFFFFF"` and `%YAML 1.3`.
            self._malformed(str(error).split("\n")[0], None)
        return Document(root, self.source, tuple(self.faults))

    def _next(self) -> Any:
        return next(self.events)

    def _malformed(self, problem: str, mark: Any) -> NoReturn:
        where = _mark(mark) if mark is not None else Mark(1, 1)
        found = slip(problem, self.lines, where.line)
        refuse(self.source, found.message, found.hint, *(found.place or (where.line, where.column)))

    def _stop(self, event: Any, message: str, hint: str) -> NoReturn:
        mark = _mark(event.start_mark)
        refuse(self.source, message, hint, mark.line, mark.column)

    def _counted(self, event: Any, path: Path) -> None:
        """Count a value; refused past the limits."""
        self.count += 1
        if self.count > MAX_VALUES:
            hint = f"a position has at most {MAX_VALUES}"
            if self.copied:
                hint += "; each use of an alias counts"
            self._stop(event, "too many values", hint)
        if len(path) > MAX_DEPTH:
            self._stop(event, "the values are nested too deeply", f"at most {MAX_DEPTH} levels")

    def _charge(self, event: Any, characters: int) -> None:
        """Count what an alias stands for as if it were written there; refused past the limit for files."""
        self.copied += characters
        if self.copied > MAX_BYTES:
            hint = f"a position has at most {MAX_BYTES // 1000} kB; each use of an alias counts"
            self._stop(event, "the file is too large", hint)

    def _node(self, event: Any, path: Path) -> Node:
        if isinstance(event, AliasEvent):
            known = self._anchored(event)
            return replace(self._copied(known, event, path), mark=_mark(event.start_mark))
        self._counted(event, path)
        if isinstance(event, ScalarEvent):
            node = self._scalar(event, path)
        elif isinstance(event, SequenceStartEvent):
            node = self._list(event, path)
        else:
            node = self._group(event, path)
        if event.anchor is not None:
            self.anchors[str(event.anchor)] = node
        return node

    def _list(self, event: SequenceStartEvent, path: Path) -> Node:
        self._check_tag(event, "seq")
        mark = _mark(event.start_mark)
        items: list[Node] = []
        while not isinstance(inner := self._next(), SequenceEndEvent):
            items.append(self._node(inner, (*path, len(items))))
        return Node(items, mark, path)

    def _group(self, event: MappingStartEvent, path: Path) -> Node:
        self._check_tag(event, "map")
        mark = _mark(event.start_mark)
        entries: dict[str, Node] = {}
        keys: dict[str, Mark] = {}
        merged: list[Node] = []
        while not isinstance(inner := self._next(), MappingEndEvent):
            if _is_merge(inner):
                merged += self._merged(self._next(), path)
                continue
            if isinstance(inner, (SequenceStartEvent, MappingStartEvent)):
                self._stop(inner, "a list or group cannot be a key", "put text that begins with a bracket in quotes")
            key = self._node(inner, path)
            if not key.scalar:
                self._stop(inner, "a list or group cannot be a key", "write the key itself in place of the alias")
            told = self._next()
            if _is_empty(told) and event.flow_style and key.excerpt and key.excerpt.style is None:
                key.text = key.text.removesuffix(":")  # the parser takes `{a:, b: 1}` for a key `a:`
            value = self._node(told, (*path, key.text))
            if _is_empty(told):  # the parser gives the place of the next thing
                value.mark = key.mark
            if key.text in entries:
                shown = printable(key.text, 60)
                first = f"it is already in line {keys[key.text].line}"
                place = key.mark
                self.faults.append(Fault(self.source, place.line, place.column, f"duplicate key `{shown}`", first))
            else:
                entries[key.text], keys[key.text] = value, key.mark
        for group in merged:
            for name, node in group.entries.items():
                if name not in entries:
                    entries[name], keys[name] = self._copied(node, event, (*path, name)), group.keys[name]
        return Node(entries, mark, path, keys=keys)

    def _merged(self, event: Any, path: Path) -> list[Node]:
        """The groups that a merge key takes over, those that win first."""
        if not isinstance(event, SequenceStartEvent):
            return [self._merged_group(event, path)]
        found: list[Node] = []
        while not isinstance(inner := self._next(), SequenceEndEvent):
            found.append(self._merged_group(inner, path))
        return found

    def _merged_group(self, event: Any, path: Path) -> Node:
        self._counted(event, path)
        node = self._anchored(event) if isinstance(event, AliasEvent) else self._node(event, path)
        if not isinstance(node.value, dict):
            self._stop(event, f"`{_MERGE}` can only merge groups of keys", f'put a name in quotes: "{_MERGE}"')
        self._charge(event, 1 + len(node.value))
        return node

    def _anchored(self, event: AliasEvent) -> Node:
        """The node that an alias stands for."""
        name = str(event.anchor)
        if name not in self.anchors:
            cited = printable(name, 40)
            hint = f"no value above is marked `&{cited}`; put text that begins with `*` in quotes"
            self._stop(event, f"`*{cited}` is an unknown alias", hint)
        return self.anchors[name]

    def _copied(self, node: Node, event: Any, path: Path) -> Node:
        """The node once more, elsewhere."""
        self._charge(event, 1 + len(node.text) + sum(map(len, node.entries)))
        self._counted(event, path)
        value = node.value
        if isinstance(value, dict):
            value = {key: self._copied(entry, event, (*path, key)) for key, entry in value.items()}
        elif isinstance(value, list):
            value = [self._copied(item, event, (*path, index)) for index, item in enumerate(value)]
        return replace(node, value=value, path=path)

    def _scalar(self, event: ScalarEvent, path: Path) -> Node:
        written = event.value
        if any("\ud800" <= c <= "\udfff" for c in written):  # JSON writes characters such as emoji in two halves
            try:
                written = written.encode("utf-16", "surrogatepass").decode("utf-16")
            except UnicodeDecodeError:
                self._stop(event, "this escape is not a character", "write the character itself")
        first, last = _mark(event.start_mark), _mark(event.end_mark)
        excerpt = Excerpt(self.lines, first, last, event.style, written)
        text = unicodedata.normalize("NFC", written)
        value = self._tagged(event, text) if event.tag else text if event.style else scalar(text)
        return Node(value, first, path, text=text, excerpt=excerpt)

    def _tagged(self, event: ScalarEvent, text: str) -> Scalar:
        """The value of a scalar as its tag says."""
        kind = self._check_tag(event, *_READERS)
        try:
            value: Scalar = _READERS[kind](text)
        except (TypeError, ValueError):
            hint = f"remove the tag `!!{kind}`, or write a value of that type"
            self._stop(event, f"`{printable(text, 60)}` is no {_KINDS[kind]}", hint)
        return value

    def _check_tag(self, event: Any, *known: str) -> str:
        """The tag without what all tags of plain data begin with; refused if it is another than those."""
        if event.tag is None:
            return ""
        name = str(event.tag).removeprefix(_TAG)
        if name not in known or name == event.tag:
            kind = "a list" if "seq" in known else "a group of keys" if "map" in known else "a single value"
            tags = ", ".join(f"`!!{one}`" for one in known)
            hint = f"remove it, or put text that begins with `!` in quotes; supported for {kind}: {tags}"
            self._stop(event, f"tags such as `{printable(_shown(str(event.tag)), 60)}` are not supported", hint)
        return name


def _mark(mark: Any) -> Mark:
    return Mark(mark.line + 1, mark.column + 1)


def _is_merge(event: NodeEvent) -> bool:
    return (
        isinstance(event, ScalarEvent)
        and event.value == _MERGE
        and event.style is None
        and event.tag in (None, _TAG + "merge")
    )


def _is_empty(event: Any) -> bool:
    """Whether the node is empty."""
    return isinstance(event, ScalarEvent) and not event.value and event.style is event.tag is event.anchor is None


def _shown(tag: str) -> str:
    return "!!" + tag.removeprefix(_TAG) if tag.startswith(_TAG) else tag


def _whole(text: str) -> int:
    found = number(text)
    if found is None or found % 1:
        raise ValueError(text)
    return int(found)


def _float(text: str) -> float:
    if (found := number(text)) is None:
        raise ValueError(text)
    return float(found)


def _bool(text: str) -> bool:
    if (found := truth(text)) is None:
        raise ValueError(text)
    return found


def _null(text: str) -> None:
    if scalar(text) is not None:
        raise ValueError(text)


_READERS: Mapping[str, Any] = {"str": str, "int": _whole, "float": _float, "bool": _bool, "null": _null}
_KINDS = {"int": "whole number", "float": "number", "bool": "`true` or `false`", "null": "`null`"}
