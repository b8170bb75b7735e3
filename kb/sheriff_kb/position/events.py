"""A text as the events of a YAML parser: the starts and ends of lists and groups, and the scalars in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.events import (
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

_TOKEN = re.compile(r'[ \t\n]*("[^"\\]*(?:\\.[^"\\]*)*"|[^ \t\n"{}\[\],:]+|[{}\[\],:])')


class _Spot(NamedTuple):
    """A line and a column, counted from 0 as the parser's own marks."""

    line: int
    column: int


def is_json(text: str) -> bool:
    """Whether the text is a JSON object. Some of them are no YAML, such as those indented with tabs."""
    if not text.lstrip().startswith("{"):
        return False
    try:
        json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return False
    return True


def yaml_events(text: str) -> Iterator[Event]:
    """The events of a YAML 1.2 text."""
    yield from YAML(typ="safe", pure=True, plug_ins=[]).parse(text)


def json_events(text: str) -> Iterator[Event]:
    """The events of a text that is JSON, as those of the same text in YAML."""
    line = begins = counted = 0
    yield StreamStartEvent()
    yield DocumentStartEvent()
    for token in _TOKEN.finditer(text):
        written, at = token[1], token.start(1)
        if written in ",:":
            continue
        if breaks := text.count("\n", counted, at):
            line += breaks
            begins = text.rfind("\n", counted, at) + 1
        counted = at
        yield _event(written, _Spot(line, at - begins), _Spot(line, at - begins + len(written)))
    yield DocumentEndEvent()
    yield StreamEndEvent()


def _event(written: str, first: Any, last: Any) -> Event:
    match written:
        case "{":
            return MappingStartEvent(None, None, True, first, last, flow_style=True)
        case "}":
            return MappingEndEvent(first, last)
        case "[":
            return SequenceStartEvent(None, None, True, first, last, flow_style=True)
        case "]":
            return SequenceEndEvent(first, last)
    if written.startswith('"'):
        return ScalarEvent(None, None, (False, True), json.loads(written), first, last, style='"')
    return ScalarEvent(None, None, (True, False), written, first, last)
