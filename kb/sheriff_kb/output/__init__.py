"""The JSON that commands print: the envelope that all of it has, one way to write it, and a schema for each command.

`NAME.schema.json` describes what the command adds to the envelope; `shared.schema.json` has the envelope and what
several commands print, such as matters.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sheriff_kb.law import law_version, schema_of

FORMAT = 1
"""Version of the JSON of all commands."""

NAMES = (
    "rulings",
    "explain",
    "check",
    "questions",
    "evidence",
    "conflicts",
    "readings",
    "readings-check",
    "readings-fit",
    "diff",
    "faq",
    "vectors",
)
"""What has a schema: commands, and those options of `readings` that make it print something else."""


def enveloped(body: Mapping[str, Any], *, complete: bool = True) -> dict[str, Any]:
    """What a command found, in the envelope; `complete` is false if the time was over before everything was found."""
    return {"format": FORMAT, "law": law_version(), "complete": complete, **body}


def printed(data: Mapping[str, Any]) -> str:
    """Plain data as the text that commands print."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of what a command prints; `name` is one of `NAMES`."""
    body, shared = schema_of(__name__, name), schema_of(__name__, "shared")
    whole: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:sheriff-kb:{name}:{FORMAT}",
        **body,
        "type": "object",
        "required": [*shared["required"], *body["required"]],
        "properties": {**shared["properties"], **body["properties"]},
        "additionalProperties": False,
        "$defs": dict(body.get("$defs", {})),
    }
    while missing := dict.fromkeys(name for name in _referred(whole) if name not in whole["$defs"]):
        whole["$defs"].update((name, shared["$defs"][name]) for name in missing)
    return whole


def _referred(part: object) -> Iterator[str]:
    """The names of the definitions to which a part of a schema refers."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"].removeprefix("#/$defs/")
        for below in part.values():
            yield from _referred(below)
    elif isinstance(part, list):
        for below in part:
            yield from _referred(below)
