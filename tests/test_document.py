"""Reading YAML and JSON into plain data with marks, and refusing what is hostile or no text."""

from __future__ import annotations

import io
import json
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheriff_kb.document import MAX_BYTES, Mark, Node, from_data, load, read
from sheriff_kb.faults import Fault, Faults

if TYPE_CHECKING:
    from pathlib import Path

ENOUGH = 2.0
"""Seconds of the processor: each refusal takes well below one, and a slow machine some more."""


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


def test_the_rows_of_a_block_know_their_line_and_column() -> None:
    node = read("board: |\n\n   a b\n    c\nend: x\n").root.entries["board"]
    assert node.text == "\na b\n c\n"
    assert node.rows[1] == Mark(3, 4)
    assert not node.folded


def test_text_whose_line_breaks_were_lost_says_so() -> None:
    assert read("a: >\n  b\n  c\n").root.entries["a"].folded
    assert read("a: b\n  c\n").root.entries["a"].folded
    assert not read('a: "b\\nc"\n').root.entries["a"].folded


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


@given(
    st.dictionaries(
        st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn", "Zl", "Zp"]), max_size=20),
        st.recursive(
            st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=20),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
            max_leaves=9,
        ),
        max_size=4,
    )
)
def test_json_is_read_as_the_json_library_reads_it(data: dict[str, Any]) -> None:
    assert read(json.dumps(data)).root.plain() == data
    assert from_data(data).root.plain() == data


def test_a_key_given_twice_is_told_and_the_first_counts() -> None:
    document = read("a: 1\nb: 2\na: 3\n", "file")
    assert [str(fault) for fault in document.faults] == [
        "file:3:1: `a` is given twice (it was given in line 1 already)"
    ]
    assert document.root.plain() == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "file: the file is empty"),
        ("# nothing\n", "file: the file is empty"),
        (b"\x00\x01", "file: this is no text file"),
        ("a: b\n".encode("utf-16"), "file: this is no"),
        (b"a: b\nc: \xff\n", "file:2:4: this is no UTF-8 text"),
        ("a: \x1b[2J", "file:1:4: the character U+001B has no place"),
        ("a: b\u2028c", "file:1:5: the character U+2028 has no place"),
        ("a: &x 1\nb: *x\n", "file:1:4: anchors"),
        ("a: *x\n", "file:1:4: anchors"),
        ("a: !!python/object/apply:os.system [ls]\n", "file:1:4: tags"),
        ("a: ! x\n", "file:1:4: tags"),
        ("a: 1\n---\nb: 1\n", "file:2:1: a second document"),
        ("? [a]\n: b\n", "file:1:3: a list or group cannot be a key"),
        ("a: b: c\n", "file:1:5: this is not well-formed YAML (a `:` too many"),
        ("a:\n\t- b\n", "file:2:1: this is not well-formed YAML (indent with blanks"),
        ("a: [b, c\nd: e\n", "file:2:2: this is not well-formed YAML (a `,` or the closing `]`"),
        ('a: "b\n', "file:"),
        ('a: "\\q"\n', "file:1:6: this is not well-formed YAML (in double quotes a backslash"),
        ('a: "\\ud83d"\n', "file:1:4: this escape is no character"),
        ('a: "\\UFFFFFFFF"\n', "file:"),
        ("a: @b\n", "file:1:4: this is not well-formed YAML (put text that begins"),
        ("%YAML 9.9\n---\na: b\n", "file:"),
    ],
)
def test_what_is_no_plain_yaml_is_refused_in_plain_words(text: str | bytes, told: str) -> None:
    assert refused(text).startswith(told)


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
    for path, told in [(tmp_path / "none.yaml", "there is no such file"), (tmp_path, "this is a folder")]:
        with pytest.raises(Faults, match=told) as caught:
            load(path)
        assert caught.value.faults[0].source == str(path)


def test_a_file_that_may_not_be_read_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", forbidden)
    with pytest.raises(Faults, match="may not be read"):
        load(tmp_path / "a.yaml")


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(Faults, match="cannot be read"):
        load("a\0b")
    with pytest.raises(Faults, match="cannot be read"):
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
    for data in ({"a": object()}, {None: 1}, {True: 1}, {"a": b"x"}, looped, {"a": [0] * 30_000}, {"a": 10**5000}):
        with pytest.raises(Faults) as caught:
            from_data(data)  # type: ignore[arg-type]
        assert caught.value.faults[0].line == 0
