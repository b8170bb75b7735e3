"""The gallery as other programs write it: whatever the style, the same position is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import product
from typing import Any

import pytest
import yaml
from ruamel.yaml import YAML

from sheriff_kb.faults import Faults
from sheriff_kb.gallery import entries
from sheriff_kb.position import from_data, parse, to_data, to_yaml
from sheriff_kb.rulings import rulings

GALLERY = list(entries())
PYYAML = [
    {"default_flow_style": flow, "width": width, "allow_unicode": unicode, "sort_keys": sort, "default_style": style}
    for flow, width, unicode, sort, style in product(
        (True, False, None), (20, 80, 1000), (True, False), (True, False), (None, "'", '"', "|", ">")
    )
]
EACH = 4
"""Number of PyYAML's styles for each position, so that every style is tried on several."""

each_position = pytest.mark.parametrize("number", range(len(GALLERY)), ids=[entry.name for entry in GALLERY])


def plain(text: str) -> Any:
    """What a program that reads YAML 1.2 makes of a file."""
    return YAML(typ="safe", pure=True).load(text)


class Block:
    """Writes plain data as programs of other languages do: everything in rows, with their ways to indent and quote."""

    def __init__(
        self,
        *,
        head: str,
        indent: int,
        offset: int,
        null: str,
        lines: Callable[[str, str], str],
        quoted: Callable[[str], str],
    ) -> None:
        self.head, self.indent, self.offset, self.null = head, indent, offset, null
        self.lines, self.quoted = lines, quoted

    def dump(self, data: Any) -> str:
        return self.head + "".join(f"{row}\n" for row in self._rows(data, 0))

    def _rows(self, value: Any, level: int) -> Iterator[str]:
        blanks = " " * level
        if isinstance(value, dict):
            for key, inner in value.items():
                inside = level + (self.offset if isinstance(inner, list) else self.indent)
                yield from self._told(f"{blanks}{self._scalar(key, level)}:", inner, inside)
            return
        for inner in value:
            first, *rest = self._told(f"{blanks}-", inner, level + 2)
            if isinstance(inner, (dict, list)) and inner:  # the first of its rows is behind the dash
                first, rest = f"{first} {rest[0].lstrip()}", rest[1:]
            yield from (first, *rest)

    def _told(self, before: str, value: Any, level: int) -> Iterator[str]:
        if isinstance(value, (dict, list)) and value:
            yield before
            yield from self._rows(value, level)
        elif value is None:
            yield f"{before} {self.null}".rstrip()
        else:
            yield f"{before} {self._scalar(value, level)}"

    def _scalar(self, value: Any, level: int) -> str:
        if isinstance(value, str):
            return self.lines(value, " " * level) if "\n" in value else self.quoted(value)
        return json.dumps(value)


def chomped(text: str) -> tuple[list[str], str]:
    """The lines of a text, and the sign behind the bar that says how it ends."""
    end = text.rstrip("\n")
    return end.split("\n"), {0: "-", 1: ""}.get(len(text) - len(end), "+")


def literal(text: str, blanks: str, hint: str = "") -> str:
    rows, sign = chomped(text)
    if text.startswith(" "):
        sign = hint + sign
    return "\n".join([f"|{sign}", *(blanks + row if row else "" for row in rows)])


def folded(text: str, blanks: str) -> str:
    """Every line break is written as two, but for those beside a line that begins with a blank."""
    rows, sign = chomped(text)
    told = [f">{sign}"]
    for before, row in zip(["", *rows], rows, strict=False):
        told += [""] if len(told) > 1 and not (before[:1] + row[:1]).count(" ") else []
        told.append(blanks + row if row else "")
    return "\n".join(told)


WORDS = {"yes", "no", "on", "off", "y", "n", "true", "false", "null", "~"}


def if_needed(quote: Callable[[str], str]) -> Callable[[str], str]:
    def quoted(text: str) -> str:
        words = text.replace(" ", "").replace("_", "")
        return text if words.isalpha() and text == text.strip() and text.lower() not in WORDS else quote(text)

    return quoted


def single(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


GO = Block(
    head="",
    indent=4,
    offset=4,
    null="null",
    lines=lambda text, blanks: literal(text, blanks, hint="4"),
    quoted=if_needed(json.dumps),
)
JAVASCRIPT = Block(head="", indent=2, offset=2, null="null", lines=folded, quoted=if_needed(single))
RUBY = Block(head="---\n", indent=2, offset=0, null="", lines=literal, quoted=if_needed(single))


@pytest.mark.cases(quick=15, full=120)
@each_position
def test_a_position_written_by_pyyaml_in_any_style_is_the_same(number: int) -> None:
    entry = GALLERY[number]
    data = yaml.safe_load(entry.text)
    assert from_data(data) == entry.position
    for turn in range(EACH):
        options = PYYAML[(number * EACH + turn) % len(PYYAML)]
        text = yaml.safe_dump(data, explicit_start=bool(turn % 2), explicit_end=bool(turn % 3), **options)
        assert parse(text) == entry.position, options


@pytest.mark.cases(quick=15, full=120)
@each_position
def test_a_position_written_by_ruamel_or_as_json_is_the_same(number: int) -> None:
    entry = GALLERY[number]
    data = plain(entry.text)
    for flow in (True, False):
        writer, out = YAML(typ="safe", pure=True), StringIO()
        writer.default_flow_style, writer.width = flow, (20, 80, 1000)[number % 3]
        writer.dump(data, out)
        assert parse(out.getvalue()) == entry.position
    for indent, ascii_alone in product((None, 2, "\t"), (True, False)):
        assert parse(json.dumps(data, indent=indent, ensure_ascii=ascii_alone)) == entry.position
    assert parse(json.dumps(data, separators=(",", ":"))) == entry.position


@pytest.mark.cases(quick=30, full=150)
@each_position
@pytest.mark.parametrize("dumper", [GO, JAVASCRIPT, RUBY], ids=["go", "javascript", "ruby"])
def test_a_position_written_in_the_style_of_another_language_is_the_same(dumper: Block, number: int) -> None:
    entry = GALLERY[number]
    data = plain(entry.text)
    text = dumper.dump(data)
    assert plain(text) == data, "the style is that of the language"
    assert parse(text) == entry.position


@pytest.mark.cases(quick=15, full=120)
@each_position
def test_what_we_write_is_the_same_in_yaml_1_1_and_1_2(number: int) -> None:
    position = GALLERY[number].position
    text, data = to_yaml(position), to_data(position)
    assert yaml.safe_load(text) == data
    assert plain(text) == data
    old = YAML(typ="safe", pure=True)
    old.version = (1, 1)
    assert old.load(text) == data


@pytest.mark.parametrize("number", range(0, len(GALLERY), 60), ids=lambda number: GALLERY[number].name)
def test_a_position_that_went_through_a_dumper_is_ruled_on_alike(number: int) -> None:
    entry = GALLERY[number]
    again = parse(yaml.safe_dump(yaml.safe_load(entry.text), width=20))
    assert [(one.matter, one.cases) for one in rulings(again)] == [
        (one.matter, one.cases) for one in rulings(entry.position)
    ]


ROWS = [[".", "star", "."], ["west", "mid", "east"]]
POSITION = """\
players: [blue, yellow, black]
board: BOARD
tiles:
  west: {edges: PMPP, nuggets: 1, tent: yellow}
  mid:  {edges: MMPM, nuggets: 2}
  east: {edges: PPPM, nuggets: 1, tent: black, tokens: 0}
  star: {edges: MPMP, nuggets: 1, star: true}
turns:
  - {player: blue, place: star, sheriff: mid}
"""


@pytest.mark.parametrize(
    "board",
    [
        "|\n  . star .\n  west mid east",
        "|2+\n\n  . star .\n\n  west mid east\n\n",
        "|4-\n     . star .\n    west mid east",
        "|2\n      .     star  .\n  west  mid   east",
        "| # a comment with a name: mid\n  . star .\n  west mid east",
        ">\n  . star .\n\n  west mid east",
        ">-\n\n  . star .\n\n\n  west mid east\n",
        ">\n  .\n  star\n  .\n\n  west mid\n  east",
        ". star .\n\n  west mid east",
        "'. star .\n\n  west mid east\n\n  '",
        "'\n\n  . star\n  .\n\n  west\n  mid east'",
        '". star .\\nwest mid east"',
        '". star .\\r\\nwest mid east\\r\\n"',
        '". star .\\n\\\n  west mid \\\n  east\\n"',
        '"\\\n  . star .\\n\\\n  \\  west mid east"',
        '". star .\n\n  west mid east"',
        '". star .\\Lwest mid east"',
        '". star .\\Nwest\\tmid\\_east"',
        "!!str |\n  . star .\n  west mid east",
        "&drawing !!str\n  . star .\n\n  west mid east",
        "[. star ., west mid east]",
        "['. star .', '', west mid east, '']",
        "[[., star, .], [west, mid, east]]",
        "[[~, star, null], west mid east]",
        "[['', ' star ', '.'], [west, mid, east]]",
        "\n- - null\n  - star\n  -\n- [west, mid, east]",
        "!!seq [!!seq [~, !!str star, ~], !!seq [west, mid, east]]",
    ],
)
def test_the_board_is_what_the_value_says(board: str) -> None:
    expected = parse(POSITION.replace("BOARD", "|\n  . star .\n  west mid east"))
    assert parse(POSITION.replace("BOARD", board)) == expected


def long_row(edges: str) -> dict[str, Any]:
    """A position whose board is one row of 15 tiles, which a program that keeps its lines short breaks."""
    names = [f"t{number}" for number in range(10, 25)]
    return {"players": ["a"], "board": " ".join(names) + "\n", "tiles": {name: {"edges": edges} for name in names}}


@pytest.mark.parametrize("style", [None, "'", '"', "|"])
@pytest.mark.parametrize("edges", ["PPPP", "PMPM", "MMPM"])
def test_a_row_that_a_program_has_broken_is_one_row(edges: str, style: str | None) -> None:
    data = long_row(edges)
    assert parse(yaml.safe_dump(data, width=20, default_style=style)) == from_data(data)


def test_a_folded_row_is_one_row_where_its_lines_cannot_be_rows() -> None:
    """Nobody can distinguish a broken row from rows that ran together, unless the edges do."""
    data = long_row("MMPM")  # prairie in the south of one line would touch mountains in the north of the next
    text = yaml.safe_dump(data, width=20, default_style=">")
    assert ">\n  t10 t11 t12 t13 t14\n  t15 t16" in text
    assert parse(text) == from_data(data)
    with pytest.raises(Faults, match="the rows of the board ran together in one line"):
        parse(yaml.safe_dump(long_row("PPPP"), width=20, default_style=">"))
