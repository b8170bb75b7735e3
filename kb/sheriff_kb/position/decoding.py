"""The bytes of a file as text: UTF-8, and UTF-16 and UTF-32 in either order."""

from __future__ import annotations

import codecs

from sheriff_kb.position.refusal import refuse

# Those of 32 bits first: the mark of one begins with that of one of 16 bits.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF8, "utf-8"),
)
_FIRST = 4  # bytes of a text without a mark that show how its characters are written


def decoded(raw: bytes, source: str) -> str:
    """The text without its mark. Raises Faults if the bytes are no text."""
    mark, encoding = next(((m, e) for m, e in _MARKS if raw.startswith(m)), (b"", _unmarked(raw)))
    if encoding == "utf-8" and b"\0" in raw:
        refuse(source, "not a text file", "a position is a YAML or JSON text in UTF-8")
    body = raw[len(mark) :]
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        before = body[: error.start].decode(encoding, "replace")
        name = encoding.upper()[:6].rstrip("-")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        refuse(source, f"this is no {name} text", "save the file as UTF-8", line, column)
    # Some libraries begin every piece that they write with the mark.
    return text if encoding == "utf-8" else text.replace("\ufeff", "")


def _unmarked(raw: bytes) -> str:
    """The encoding of a text without a mark, by the zeros around its first character, which is plain ASCII."""
    first = raw[:_FIRST]
    for encoding in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
        width = 4 if "32" in encoding else 2
        if first[:width].strip(b"\0") and b"\0" in first[:width]:
            character = first[:width].decode(encoding, "replace")
            if character.isascii() and (character.isprintable() or character in "\t\n\r"):
                return encoding
    return "utf-8"
