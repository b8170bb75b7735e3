"""The bytes of a file as text, whatever shell or editor has written it."""

from __future__ import annotations

import codecs
import io
import sys
from pathlib import Path

import pytest
import yaml

from sheriff_kb.faults import Faults
from sheriff_kb.position import load as load_position
from sheriff_kb.position import parse
from sheriff_kb.position.decoding import decoded
from sheriff_kb.position.document import load

TEXT = "players: [blü, 😀]\nboard: +\n"
MARKED = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


@pytest.mark.parametrize("encoding", MARKED)
@pytest.mark.parametrize("marked", [True, False])
def test_a_text_is_read_in_every_encoding_of_unicode(encoding: str, marked: bool) -> None:
    raw = (MARKED[encoding] if marked else b"") + TEXT.encode(encoding)
    assert decoded(raw, "f") == TEXT


@pytest.mark.parametrize("encoding", MARKED)
@pytest.mark.parametrize("name", ["file", "-"])
def test_a_position_comes_from_a_file_or_standard_input_in_every_encoding(
    encoding: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = MARKED[encoding] + TEXT.replace("\n", "\r\n").encode(encoding)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    path = tmp_path / "file"
    path.write_bytes(raw)
    assert load_position(path if name == "file" else "-").players == ("blü", "😀")


@pytest.mark.parametrize("encoding", MARKED)
def test_a_fault_stands_where_the_writer_sees_it(encoding: str) -> None:
    raw = MARKED[encoding] + "a: 1\r\nb: ü [\r\nc: @\r\n".encode(encoding)
    with pytest.raises(Faults) as caught:
        parse(decoded(raw, "f"), "f")
    assert (caught.value.faults[0].line, caught.value.faults[0].column) == (3, 4)


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (codecs.BOM_UTF16_LE + b"a\x00\n\x00b", "f:2:1: this is no UTF-16 text (save the file as UTF-8)"),
        (codecs.BOM_UTF16_BE + b"\xd8\x00\x00a", "f:1:1: this is no UTF-16 text (save the file as UTF-8)"),
        (
            codecs.BOM_UTF32_LE + b"a\x00\x00\x00\xff\xff\xff\xff",
            "f:1:2: this is no UTF-32 text (save the file as UTF-8)",
        ),
        (codecs.BOM_UTF8 + b"a\n\xff", "f:2:1: this is no UTF-8 text (save the file as UTF-8)"),
        (b"a: bl\xfc", "f:1:6: this is no UTF-8 text (save the file as UTF-8)"),
        (b"PK\x03\x04\x00\x00", "f: not a text file (a position is a YAML or JSON text in UTF-8)"),
        (bytes(range(256)), "f: not a text file (a position is a YAML or JSON text in UTF-8)"),
    ],
)
def test_what_is_no_text_is_refused_in_plain_words(raw: bytes, told: str) -> None:
    with pytest.raises(Faults) as caught:
        decoded(raw, "f")
    assert str(caught.value) == told


def test_a_mark_before_every_piece_of_a_text_is_no_part_of_it() -> None:
    data = {"players": ["blü"], "board": "+\n", "end": True}
    assert parse(decoded(yaml.safe_dump(data, encoding="utf-16", allow_unicode=True), "f")).end


def test_nothing_is_an_empty_text() -> None:
    assert [decoded(raw, "f") for raw in (b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF32_BE)] == [""] * 4


def test_a_mark_within_a_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "two"
    path.write_bytes((codecs.BOM_UTF8 + b"a: 1\n") * 2)
    with pytest.raises(Faults, match=r":2:1: the character U\+FEFF is not allowed in a text file \(delete it\)"):
        load(path)
