"""The limits listed in docs/trust.md are the actual ones, and input beyond one is rejected with the limit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sheriff_kb.faults import Faults
from sheriff_kb.position import board, document, from_data, reader, structure
from sheriff_kb.position.structure import schema
from sheriff_kb.rulings import judge as rulings
from sheriff_kb.solving import effort

PAGE = Path(__file__).parents[1] / "docs" / "trust.md"


def table() -> dict[str, str]:
    """The rows of the table of limits: what, and the limit."""
    text = PAGE.read_text("utf-8").partition("## Limits\n")[2]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| [^|]*\|$", text, re.MULTILINE)
    return {what: most for what, most in rows if any(map(str.isdigit, most))}


def of_schema(path: str) -> Any:
    found: Any = schema()
    for step in path.split("/"):
        found = found[step]
    return found


def told(*numbers: int) -> str:
    """Numbers as the page writes them."""
    return ", ".join(f"{number:,}" for number in numbers)


def test_the_page_tells_the_limits_that_hold() -> None:
    properties = "properties/{}".format
    assert table() == {
        "size of a file, with all aliases expanded": f"{told(document.MAX_BYTES)} bytes",
        "values in it, counted in the same way; levels of nesting": told(document.MAX_VALUES, document.MAX_DEPTH),
        "digits of a number": told(document.MAX_DIGITS),
        "columns, rows": told(board.MAX_SIDE, board.MAX_SIDE),
        "tiles": told(board.MAX_TILES),
        "turns": told(of_schema(properties("turns/maxItems"))),
        "tiles times turns": told(reader.MAX_WORK),
        "players": told(of_schema(properties("players/maxItems"))),
        "names of tiles and cities, of players": told(board.MAX_NAME, of_schema("$defs/player/maxLength"))
        + " characters",
        "title, `about`, `because`": told(
            of_schema(properties("title/maxLength")),
            of_schema(properties("about/maxLength")),
            of_schema("$defs/expectation/properties/because/maxLength"),
        )
        + " characters",
        "nuggets of a mountain, tokens on a tile, tokens collected": told(
            of_schema("$defs/nuggets/maximum"),
            of_schema("$defs/tokens/maximum"),
            of_schema(properties("collected/additionalProperties/maximum")),
        ),
        "`supply`": told(of_schema(properties("supply/maximum"))),
        "tokens of a stack that nobody has counted": told(of_schema(properties("stacks/additionalProperties/maximum"))),
        "entries in `asks`, in `observed`, in `expected`": f"{of_schema(properties('asks/maxItems')):,} each",
        "errors listed": told(structure.MAX_FAULTS),
        "ground rules of the law on a position": told(effort.MOST_RULES),
        "the same with the record that explanations need": told(effort.MOST_RECORDED),
        "branches of all decision diagrams of a position": told(effort.MOST_BRANCHES),
        "cases listed for a ruling": told(rulings.MOST_CASES),
    }
    lists = ("asks", "observed", "expected")
    assert len({of_schema(properties(f"{key}/maxItems")) for key in lists}) == 1
    assert of_schema("$defs/name/maxLength") == board.MAX_NAME == of_schema("$defs/tile/properties/city/maxLength")


SMALL: dict[str, Any] = {"players": ["red", "blue"], "board": "a +", "tiles": {"a": {"edges": "MPPP"}}}


@pytest.mark.parametrize(
    ("keys", "limit"),
    [
        ({"players": ["1", "2", "3", "4", "5", "6"]}, "five"),
        ({"players": ["x" * 31]}, "30"),
        ({"title": "x" * 201}, "200"),
        ({"about": "x" * 4001}, "4000"),
        ({"turns": [{"player": "red"}] * 201}, "200"),
        ({"supply": 1000}, "999"),
        ({"collected": {"red": 100}}, "99"),
        ({"stacks": {"a": 100}}, "99"),
        ({"tiles": {"a": {"edges": "MPPP", "tokens": 100}}}, "99"),
        ({"tiles": {"a": {"edges": "MPPP", "nuggets": 10}}}, "9"),
        ({"asks": [{"kind": "tax"}] * 1001}, "1000"),
        ({"observed": [{"kind": "tax", "value": 1}] * 1001}, "1000"),
        ({"board": "+ " * 201}, "200"),
        ({"board": "\n".join(["+ " * 31] * 30)}, "900"),
        ({"board": f"a {'x' * 41}"}, "40"),
        ({"about": ["x"] * 20_001}, "20000"),
    ],
    ids=lambda value: value if isinstance(value, str) else next(iter(value)),
)
def test_what_passes_a_limit_is_refused_with_the_limit(keys: dict[str, Any], limit: str) -> None:
    assert from_data(SMALL)
    with pytest.raises(Faults) as caught:
        from_data({**SMALL, **keys})
    assert any(limit in fault.told for fault in caught.value.faults), str(caught.value)
