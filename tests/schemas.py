"""What commands print as JSON, held against the schema of the command."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from sheriff_kb import output


@cache
def validator(name: str) -> Draft202012Validator:
    """What checks the JSON of a command, by the name of its schema."""
    schema = output.schema(name)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def faults(name: str, data: Any) -> list[str]:
    """Where data do not keep to the schema of a command."""
    return [f"{fault.json_path}: {fault.message}" for fault in validator(name).iter_errors(data)]


def valid(name: str, printed: str) -> Any:
    """The data that a command printed, which keep to its schema and are written as all commands write them."""
    data = json.loads(printed)
    assert faults(name, data) == []
    assert printed == output.printed(data)
    return data
