"""The quick check of a document's structure agrees with jsonschema."""

from __future__ import annotations

import re
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from sheriff_kb.gallery import entries
from sheriff_kb.position.structure import schema
from sheriff_kb.position.wellformed import keeps

SCHEMA = schema()
PARTS = {"the whole": SCHEMA, **{name: {**part, "$defs": SCHEMA["$defs"]} for name, part in SCHEMA["$defs"].items()}}
WORDS = st.sampled_from(
    [*["MMPP", "red", "mid", "mountain", "n", "ne", "#aabbcc", "end", "yes", "star"], "a b", "", "x" * 41]
)
KEYS = st.sampled_from(
    sorted({*SCHEMA["properties"], *["edges", "kind", "player", "turn", "at", "red", "tokens", "unknown"]})
)
NUMBERS = st.integers(-2, 99) | st.sampled_from([0.5, 1.0, float("inf"), float("nan")])
SCALARS = st.none() | st.booleans() | NUMBERS | WORDS
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=6) | st.dictionaries(KEYS, inner, max_size=4))


def agree(value: Any, part: dict[str, Any]) -> bool:
    """Whether a value keeps to a part of the schema, as both have it."""
    sure = jsonschema.Draft202012Validator(part).is_valid(value)
    assert keeps(value, part, SCHEMA) is sure, value
    return sure


@pytest.mark.cases(quick=3, full=25)
@pytest.mark.parametrize("found", list(entries()), ids=lambda found: found.name)
def test_a_position_of_the_gallery_keeps_to_it_until_something_in_it_is_another_value(found: Any) -> None:
    document = YAML(typ="safe", pure=True).load(found.text)
    assert agree(document, SCHEMA)
    for inner, key in places(document):
        kept = inner[key]
        for other in (None, True, 7, 1.0, "", "no such word", [], {}):
            inner[key] = other
            agree(document, SCHEMA)
        inner[key] = kept


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a document: the list or group, and the number or key."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


@settings(max_examples=150)
@given(st.data())
def test_they_agree_on_any_value_under_any_part_of_the_schema(data: st.DataObject) -> None:
    agree(data.draw(VALUES), data.draw(st.sampled_from([*PARTS.values()])))


def test_a_keyword_that_it_does_not_know_is_no_yes() -> None:
    with pytest.raises(KeyError, match=re.escape("multipleOf")):
        keeps(4, {"multipleOf": 2}, {})
