"""Reading YAML and JSON into plain data with marks, and refusing what is hostile or no text."""

from __future__ import annotations

import io
import json
import sys
import time
import unicodedata
from collections import ChainMap, OrderedDict, UserDict, deque
from datetime import date, datetime
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheriff_kb.faults import Fault, Faults
from sheriff_kb.position.document import MAX_BYTES, Mark, Node, from_data, load, read

if TYPE_CHECKING:
    from pathlib import Path

ENOUGH = 20.0
"""Seconds of the processor: each refusal takes about one, even on a busy machine; what runs away takes minutes."""


def refused(text: str | bytes) -> str:
    """The one fault of a text that cannot be read."""
    with pytest.raises(Faults) as caught:
        read(text, "file")
    (fault,) = caught.value.faults
    return str(fault)


def test_a_fault_prints_file_line_column_message_and_hint() -> None:
    assert str(Fault("a.yaml", 3, 9, "wrong", "right")) == "a.yaml:3:9: wrong (right)"
    assert str(Fault("<data>/tiles", 0, 0, "wrong")) == "<data>/tiles: wrong"
    assert str(Faults([Fault("a", 1, 1, "b"), Fault("a", 2, 1, "c")])) == "a:1:1: b\na:2:1: c"


def test_keys_and_values_know_their_line_and_column() -> None:
    root = read("a: 1\nb:\n  - {c: x}\n").root
    assert root.keys == {"a": Mark(1, 1), "b": Mark(2, 1)}
    inner = root.entries["b"].items[0]
    assert (inner.mark, inner.keys["c"], inner.entries["c"].mark) == (Mark(3, 5), Mark(3, 6), Mark(3, 9))
    assert inner.entries["c"].path == ("b", 0, "c")


def words(text: str) -> tuple[list[Mark], list[list[str]]]:
    """Where the words of the value of `a` stand, and the words line by line as they are written."""
    excerpt = read(text).root.entries["a"].excerpt
    assert excerpt
    return excerpt.marks(), excerpt.rows()


@pytest.mark.parametrize(
    ("text", "marks", "rows"),
    [
        ("a: |\n\n   b cc\n    d\nend: x\n", [(3, 4), (3, 6), (4, 5)], [["b", "cc"], ["d"]]),
        ("a: |2- # b cc\n   b cc\n  d\n", [(2, 4), (2, 6), (3, 3)], [["b", "cc"], ["d"]]),
        ("a: >\n  b\n  cc\n\n  d", [(2, 3), (3, 3), (5, 3)], [["b"], ["cc"], ["d"]]),
        ("a: b  cc\n   d\n", [(1, 4), (1, 7), (2, 4)], [["b", "cc"], ["d"]]),
        ("a: 'b''s cc\n\n  d'\n", [(1, 5), (1, 10), (3, 3)], [["b's", "cc"], ["d"]]),
        ('a: "b cc\n\n  d"\n', [(1, 5), (1, 7), (3, 3)], [["b", "cc"], ["d"]]),
        ('a: "b\\ncc\\td"\n', [(1, 5), (1, 8), (1, 12)], [["b", "cc", "d"]]),
        ('a: "n\\nn \\\n  n"\n', [(1, 5), (1, 8), (2, 3)], [["n", "n", "n"]]),
        ("a: !!str &b b cc\n", [(1, 13), (1, 15)], [["b", "cc"]]),
        ('{"a": "b cc",\n"b": 1}', [(1, 8), (1, 10)], [["b", "cc"]]),
        ("a: &x u\u0308 b\nb: 1\n", [(1, 7), (1, 10)], [["u\u0308", "b"]]),
    ],
)
def test_every_word_of_a_text_knows_its_line_and_column(
    text: str, marks: list[tuple[int, int]], rows: list[list[str]]
) -> None:
    assert words(text) == ([Mark(*mark) for mark in marks], rows)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ('a: "b m\\u00fcd c"\n', [5, 7, 16]),
        ('a: "\\xe9 \\U0001f600\\n\\"x"\n', [5, 10, 22]),
        ('{"a": "\\ud83d\\ude00 b \\\\ \\/"}', [8, 21, 23, 26]),
        ('a: "\\_b\\Nc\\Ld\\te"\n', [7, 10, 13, 16]),
    ],
)
def test_a_word_with_escapes_stands_where_it_is_written(text: str, columns: list[int]) -> None:
    assert words(text)[0] == [Mark(1, column) for column in columns]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("yes", "yes"),
        ("no", "no"),
        ("off", "off"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("007", 7),
        ("0o17", "0o17"),
        ("1_000", "1_000"),
        ("-3", -3),
        ("1.5", 1.5),
        ("'7'", "7"),
        ("12:30", "12:30"),
        ("2020-01-02", "2020-01-02"),
        (".inf", ".inf"),
        ("9" * 5000, "9" * 5000),
    ],
)
def test_plain_words_are_read_by_yaml_1_2(written: str, value: object) -> None:
    node = read(f"a: {written}\n").root.entries["a"]
    assert node.value == value
    assert type(node.value) is type(value)


def test_a_number_keeps_the_text_that_was_written() -> None:
    assert read("a: 007").root.entries["a"].text == "007"


def test_json_with_tabs_and_surrogate_pairs_is_read() -> None:
    root = read('{\n\t"a": "\\ud83d\\ude00 \\/",\n\t"b": [1, true, null]}').root
    assert root.plain() == {"a": "😀 /", "b": [1, True, None]}
    assert root.keys["a"] == Mark(2, 2)


composed = st.text(max_size=20).map(lambda text: unicodedata.normalize("NFC", text))


@given(
    st.dictionaries(
        composed,
        st.recursive(
            st.none() | st.booleans() | st.integers(-(10**9), 10**9) | composed,
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(composed, inner, max_size=3),
            max_leaves=9,
        ),
        max_size=4,
    ),
    st.sampled_from([None, 2, "\t"]),
)
def test_json_is_read_as_the_json_library_reads_it(data: dict[str, Any], indent: Any) -> None:
    for ascii_alone in (True, False):
        assert read(json.dumps(data, ensure_ascii=ascii_alone, indent=indent)).root.plain() == data
    assert read(json.dumps(data, separators=(",\n", "\n:"))).root.plain() == data
    assert from_data(data).root.plain() == data


def test_letters_are_composed_wherever_they_come_from() -> None:
    for text in ("blu\u0308: blu\u0308", '{"blu\\u0308": "blu\u0308"}'):
        assert read(text).root.plain() == {"bl\u00fc": "bl\u00fc"}
    assert from_data({"blu\u0308": "blu\u0308"}).root.plain() == {"bl\u00fc": "bl\u00fc"}
    assert "duplicate key" in str(read("blu\u0308: 1\nbl\u00fc: 2\n").faults[0])
    with pytest.raises(Faults, match="duplicate key"):
        from_data({"blu\u0308": 1, "bl\u00fc": 2})


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('!!int "2"', 2),
        ("!!int 0x1F", 31),
        ("!!str 2", "2"),
        ("!!str", ""),
        ("!!str null", "null"),
        ("!!str yes", "yes"),
        ('!!bool "true"', True),
        ("!!bool no", False),
        ("!!float 2", 2.0),
        ('!!float "1e1"', 10.0),
        ("!!null ''", None),
        ("!!null null", None),
        ("!!map {b: !!seq [1]}", {"b": [1]}),
        ("!<tag:yaml.org,2002:int> '3'", 3),
    ],
)
def test_tags_of_plain_data_are_read(written: str, value: object) -> None:
    node = read(f"a: {written}\n").root.entries["a"]
    assert node.plain() == value
    assert type(node.plain()) is type(value)


def test_what_an_anchor_marks_stands_wherever_an_alias_names_it() -> None:
    text = "a: &x {b: &y 1}\nc: *x\nd: [*y, *x]\n*y : e\n"
    root = read(text).root
    assert root.plain() == {"a": {"b": 1}, "c": {"b": 1}, "d": [1, {"b": 1}], "1": "e"}
    assert root.entries["c"].mark == Mark(2, 4)
    assert root.entries["d"].items[1].entries["b"].path == ("d", 1, "b")


def test_a_merge_key_takes_over_what_a_group_does_not_say_itself() -> None:
    base = "x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\n"
    for written, value in [
        ("z: {<<: *x, b: 5}", {"a": 1, "b": 5}),
        ("z:\n  b: 5\n  <<: *x\n", {"a": 1, "b": 5}),
        ("z: {<<: [*x, *y]}", {"a": 1, "b": 2, "c": 4}),
        ("z: {<<: [*y, *x]}", {"a": 1, "b": 3, "c": 4}),
        ("z: {!!merge <<: *x}", {"a": 1, "b": 2}),
        ("z: {<<: {d: 6}}", {"d": 6}),
        ("z: {'<<': 7}", {"<<": 7}),
    ]:
        assert read(base + written).root.entries["z"].plain() == value
    taken = read(base + "z: {<<: *x}").root.entries["z"]
    assert (taken.keys["a"], taken.entries["a"].path) == (Mark(1, 8), ("z", "a"))


def test_a_key_given_twice_is_told_and_the_first_counts() -> None:
    document = read("a: 1\nb: 2\na: 3\n", "file")
    assert [str(fault) for fault in document.faults] == ["file:3:1: duplicate key `a` (it is already in line 1)"]
    assert document.root.plain() == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "file: the file is empty"),
        ("# nothing\n", "file: the file is empty"),
        (b"\x00\x01", "file: not a text file"),
        (b"a: b\nc: \xff\n", "file:2:4: this is no UTF-8 text"),
        ("a: \x1b[2J", "file:1:4: the character U+001B is not allowed"),
        ("a: b\u2028c", "file:1:5: the character U+2028 is not allowed in a text file (write a line break instead)"),
        ("a: *x\n", "file:1:4: `*x` is an unknown alias (no value above is marked `&x`"),
        ("a: *x\nb: &x 1\n", "file:1:4: `*x` is an unknown alias"),
        ("a: &x [*x]\n", "file:1:8: `*x` is an unknown alias"),
        ("a: &x [1]\n*x : 2\n", "file:2:1: a list or group cannot be a key"),
        ("a: &x 1\nb: {<<: *x}\n", "file:2:9: `<<` can only merge groups of keys"),
        ("<<: 1\n", "file:1:5: `<<` can only merge groups of keys"),
        ("a: !!int two\n", "file:1:4: `two` is no whole number (remove the tag `!!int`, or"),
        ("a: !!int 2.5\n", "file:1:4: `2.5` is no whole number"),
        ("a: !!bool 2\n", "file:1:4: `2` is no `true` or `false`"),
        ("a: !!null 2\n", "file:1:4: `2` is no `null`"),
        ("a: !!float x\n", "file:1:4: `x` is no number"),
        ("a: !!map [b]\n", "file:1:4: tags such as `!!map` are not supported"),
        ("a: !!set {b}\n", "file:1:4: tags such as `!!set` are not supported"),
        ("a: !ruby/object:B {b: 1}\n", "file:1:4: tags such as `!ruby/object:B` are not supported"),
        ("a: 1\n...\n---\nb: 1\n", "file:3:1: a second document"),
        ('{"a": 1}\n{"a": 1}\n', "file:2:1: invalid YAML (write one position per file"),
        ("a: !!python/object/apply:os.system [ls]\n", "file:1:4: tags"),
        ("a: ! x\n", "file:1:4: tags"),
        ("a: 1\n---\nb: 1\n", "file:2:1: a second document"),
        ("? [a]\n: b\n", "file:1:3: a list or group cannot be a key"),
        ("a: b: c\n", "file:1:5: invalid YAML (a `:` too many"),
        ("a:\n\t- b\n", "file:2:1: invalid YAML (indent with spaces"),
        ("a: [b, c\nd: e\n", "file:2:2: invalid YAML (a `,` or the closing `]`"),
        ('a: "b\n', "file:"),
        ('a: "\\q"\n', "file:1:6: invalid YAML (in double quotes a backslash"),
        ('a: "\\ud83d"\n', "file:1:4: this escape is not a character"),
        ('a: "\\UFFFFFFFF"\n', "file:"),
        ("a: @b\n", "file:1:4: invalid YAML (put text that begins"),
        ("%YAML 9.9\n---\na: b\n", "file:1:1: invalid YAML (begin with `%YAML 1.2`"),
        ("%YAML 1.3\n---\na: b\n", "file:1:1: invalid YAML (begin with `%YAML 1.2`"),
    ],
)
def test_what_is_no_plain_yaml_is_refused_in_plain_words(text: str | bytes, told: str) -> None:
    assert refused(text).startswith(told)


def laughs(form: str) -> str:
    """A few lines that stand for billions of values."""
    lines = ["a0: &a0 [1, 1]"]
    for level in range(1, 12):
        inside = ", ".join(f"k{n}: *a{level - 1}" if "{{" in form else f"*a{level - 1}" for n in range(10))
        lines.append(f"a{level}: &a{level} {form.format(inside)}")
    return "\n".join(lines)


def merges() -> str:
    """The same with merge keys: each of many groups takes over a group of many keys."""
    keys = ", ".join(f"k{n}: [1, 2, 3]" for n in range(500))
    return f"a: &a {{{keys}}}\n" + "".join(f"b{n}: {{<<: *a}}\n" for n in range(10_000))


@pytest.mark.cases(quick=3)
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x" * 10_000_000, "the file is too large"),
        (b"x" * 10_000_000, "the file is too large"),
        ("[" * (MAX_BYTES - 1), "nested too deeply"),
        ("{a: " * 100_000, "nested too deeply"),
        ("- " * 200_000, "nested too deeply"),
        ('{"a":' * 90_000, "nested too deeply"),
        ("? " * 200_000, "cannot be a key"),
        ("[" + "1," * 240_000 + "]", "too many values"),
        ("".join(f"k{n}: 1\n" for n in range(40_000)), "too many values"),
        (laughs("[{}]"), "each use of an alias counts"),
        (laughs("{{{}}}"), "each use of an alias counts"),
        (merges(), "each use of an alias counts"),
        (
            f"a: &a {{{', '.join(f'k{n}' for n in range(9_000))}}}\nb: {{<<: [{'*a, ' * 90_000}]}}",
            "each use of an alias counts",
        ),
        (f"a: &a {{}}\nb: {{{'<<: *a, ' * 50_000}}}", "too many values"),
        ("<<: " + "[" * 400_000, "nested too deeply"),
        ("a: &a " + "[*a, " * 90_000, "is an unknown alias"),
        (f"a: &a {'x' * 100_000}\nb: [{'*a, ' * 19_000}]", "each use of an alias counts"),
    ],
)
def test_a_hostile_text_is_refused_quickly(text: str | bytes, told: str) -> None:
    started = time.process_time()
    assert told in refused(text)
    assert time.process_time() - started < ENOUGH


@given(st.text(max_size=200) | st.text("ab:[]{}-?|>&*!%@`'\"#,\n\t \\", max_size=60))
def test_any_text_is_read_or_refused_with_faults(text: str) -> None:
    try:
        assert isinstance(read(text).root, Node)
    except Faults as faults:
        assert str(faults)  # noqa: PT017


@given(st.binary(max_size=100))
def test_any_bytes_are_read_or_refused_with_faults(raw: bytes) -> None:
    try:
        assert isinstance(read(raw).root, Node)
    except Faults as faults:
        assert str(faults)  # noqa: PT017


def test_a_file_that_is_missing_or_a_folder_is_refused(tmp_path: Path) -> None:
    for path, told in [(tmp_path / "none.yaml", "no such file"), (tmp_path, "this is a folder")]:
        with pytest.raises(Faults, match=told) as caught:
            load(path)
        assert caught.value.faults[0].source == str(path)


def test_a_file_that_may_not_be_read_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", forbidden)
    with pytest.raises(Faults, match="cannot read the file"):
        load(tmp_path / "a.yaml")


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(Faults, match="cannot read the file"):
        load("a\0b")
    with pytest.raises(Faults, match="cannot read the file"):
        load("x" * 5000)


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a: [\n")))
    with pytest.raises(Faults) as caught:
        load("-")
    assert caught.value.faults[0].source == "<stdin>"


def test_a_file_is_read_with_its_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    document = load(path)
    assert document.root.plain() == {"a": 1, "b": 2}
    assert document.root.keys["b"] == Mark(2, 1)


def test_plain_data_of_strange_types_is_refused() -> None:
    looped: dict[str, Any] = {}
    looped["a"] = looped
    for data in (
        *({"a": object()}, {None: 1}, {True: 1}, {(1, 2): 1}, {"a": b"x"}, {"a": {1}}, {"a": datetime(2001, 2, 3)}),  # noqa: DTZ001
        *(looped, {"a": [0] * 30_000}, {"a": 10**5000}, {10**20: 1}),
    ):
        with pytest.raises(Faults) as caught:
            from_data(data)  # type: ignore[arg-type]
        assert caught.value.faults[0].line == 0


class Colour(StrEnum):
    RED = "red"


class Edges(str, Enum):  # noqa: UP042 (what libraries still write)
    MID = "MMPM"


class Kind(Enum):
    TAX = "tax"


class Number(IntEnum):
    TWO = 2


class Odd(str):
    """A text that shows itself as another one."""

    __slots__ = ()

    def __str__(self) -> str:
        return "other"


class Count(int):
    """A number that shows itself as another one."""

    def __repr__(self) -> str:
        return "many"


@pytest.mark.parametrize(
    ("given", "read_as"),
    [
        (Colour.RED, "red"),
        (Edges.MID, "MMPM"),
        (Kind.TAX, "tax"),
        (Number.TWO, 2),
        (Odd("red"), "red"),
        (Count(3), 3),
        (Fraction(4, 2), 2.0),
        (date(2001, 2, 3), "2001-02-03"),
        ((1, ("a", None)), [1, ["a", None]]),
        (deque([1, 2]), [1, 2]),
        (range(2), [0, 1]),
        (MappingProxyType({"b": 1}), {"b": 1}),
        (OrderedDict(b=1), {"b": 1}),
        (ChainMap({"b": 1}, {"c": 2}), {"b": 1, "c": 2}),
        (UserDict(b=1), {"b": 1}),
        (
            {Colour.RED: 1, Edges.MID: 2, Number.TWO: 3, 1.5: 4, True: 5},
            {"red": 1, "MMPM": 2, "2": 3, "1.5": 4, "true": 5},
        ),
    ],
)
def test_plain_data_is_taken_by_its_value(given: object, read_as: object) -> None:
    plain = from_data({"a": given}).root.plain()["a"]
    assert plain == read_as
    assert type(plain) is type(read_as)
