"""What is said of a text that is no YAML: what is wrong there, and what would be right."""

from __future__ import annotations

import pytest

from sheriff_kb.faults import Faults
from sheriff_kb.position import parse

BASE = """\
players: [blue, yellow]
board: |
  west  mid
tiles:
  west: {edges: PMPP}
  mid:  {edges: MPPM}
asks:
  - {player: blue, mine: mid}
"""
ALIKE = "(begin all rows in one column, and write `.` for every empty cell)"
NO_YAML = "invalid YAML"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "|\n  west  mid",
            "|\n     top\n  west  mid",
            f"3:6: the first line below `board:` is indented further than line 4 {ALIKE}",
        ),
        (
            "|\n  west  mid",
            ">-\n\n    . top\n\n   west  mid",
            f"4:5: the first line below `board:` is indented further than line 6 {ALIKE}",
        ),
        (
            "board: |",
            "about: |\n     a story\n  of two lines\nboard: |",
            "3:6: the first line below `about:` is indented further than line 4 (indent them alike)",
        ),
        (
            "|\n  west  mid",
            "| # drawn\n.  top\nwest  mid",
            "3:1: line 3 below `board:` is not indented (indent each line of the text by two more spaces)",
        ),
        (
            "|\n  west  mid",
            "|\n  .  top\nwest  mid",
            "4:1: line 4 below `board:` is not indented (indent each line of the text by two more spaces)",
        ),
        ("board: |\n", "board: | .  top\n", f"2:10: {NO_YAML} (begin the text on the line below, indented)"),
        ("players: [", "players:[", "1:9: there is no blank after `players:` (write `players: `)"),
        ("board: |", "title:Two\nboard: |", "2:7: there is no blank after `title:` (write `title: `)"),
        ("board: |", "board |", f"2:1: {NO_YAML} (a `:` is missing after the key)"),
        ("board: |", "board: |x", f"2:9: {NO_YAML} (begin the text on the line below, indented)"),
        ("{edges: MPPM}", "{edges: MPPM}}", f"6:22: {NO_YAML} (there is a `}}` too many)"),
        ("{edges: MPPM}", "{edges: MPPM},", f"6:22: {NO_YAML} (there is a `,` too many)"),
        ("yellow]", "yellow]]", f"1:24: {NO_YAML} (there is a `]` too many)"),
        ("yellow]", "yellow", f"2:6: {NO_YAML} (a `,` or the closing `]` is missing)"),
        ("  - {", "  * {", f"8:4: {NO_YAML} (put text that begins with `*` or `&` in quotes; entries of a list begin"),
        ("  - {", "\t- {", f"8:1: {NO_YAML} (indent with spaces, not with tabs)"),
        ("tiles:", "title: a: b\ntiles:", f"4:9: {NO_YAML} (a `:` too many, or wrong indentation; put text"),
        ("  mid:  {", "   mid:  {", f"6:4: {NO_YAML} ("),
    ],
)
def test_a_slip_is_told_where_it_is_with_what_would_be_right(old: str, new: str, told: str) -> None:
    assert old in BASE and parse(BASE)
    with pytest.raises(Faults) as caught:
        parse(BASE.replace(old, new, 1), "f")
    (fault,) = map(str, caught.value.faults)
    assert fault.removeprefix("f:").startswith(told)


def test_a_bar_above_does_not_hide_what_is_wrong_below() -> None:
    with pytest.raises(Faults, match="8:29: invalid YAML"):
        parse(BASE.replace("mid}\n", "mid: x}\n"), "f")
    with pytest.raises(Faults, match="4:7: there is no blank after `tiles:`"):
        parse("players: [a]\nboard: |\n\ntiles:{x: @}\n", "f")
