"""Texts and plain data that nobody would write: good ones changed at random, and odd ones made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

ODD_TEXTS = (
    *(
        "",
        " ",
        "~",
        "null",
        "yes",
        "no",
        "on",
        "true",
        "True",
        "017",
        "0o17",
        "0x1f",
        "1_000",
        "1e9",
        "-0",
        "+1",
        "1.5",
    ),
    *(
        ".nan",
        ".inf",
        "-.inf",
        "NaN",
        "2026-11-30",
        "12:30:45",
        "=",
        "<<",
        "?",
        ":",
        "-",
        "|",
        ">",
        "@",
        "`",
        "%",
        "&a",
    ),
    *("*a", "!", "!!python/object/apply:os.system ['true']", "!!binary aGk=", "!!set {a}", "!!str 1", "!<tag:x> 1"),
    *(
        "9" * 15,
        "9" * 16,
        "9" * 400,
        "1" + "0" * 5000,
        "x" * 41,
        "x" * 300,
        "a b",
        "a\tb",
        "a\nb",
        "a: b",
        "a #b",
        "#b",
    ),
    *(
        '"\\ud800"',
        '"\\udc00\\ud800"',
        '"\\UFFFFFFFF"',
        '"\\xZZ"',
        '"\\0"',
        "'",
        '"',
        "\u202e",
        "\u200b",
        "\u0301",
        "é",
    ),
    *("\U0001f600", "\ufeff", "\x85", "\u2028", "\x1b[31m", "\x07", "\x7f", "\xa0", "٣", "²", "ß", "İ", "ﬀ", "\ud800"),
    *("beside", "mid", "mid n", "mid mountain", "+", ".", "graveyard", "mountain s", "end", "all", "settled", "none"),
    *("#script (python)", "x). p(1", "%*", "{}", "[]", "{a: b}", "[a, b]", "- a", "../x", "a/b", "a@1,1", "a'", "a''"),
)
ODD_VALUES: tuple[Any, ...] = (
    *ODD_TEXTS,
    *(None, True, False, 0, 1, -1, 2, 9, 10, 99, 100, 999, 1000, 10**14, 10**15, 10**400, -(10**30), 1.0, 1.5, 1e308),
    *(float("nan"), float("inf"), -0.0, [], {}, [[]], [{}], {"": ""}, {"a": {}}, {1: 2}, {None: 1}, {True: 1}, b"x"),
    *((1, 2), {1.5: 1}, ["a"] * 30, "x" * 5000, {"kind": "sees"}, {"star": True}, {"edges": "MMMM"}, set(), object),
)
PIECES = (
    *("players", "board", "tiles", "turns", "sheriff", "collected", "asks", "observed", "stacks", "supply", "free"),
    *("reading", "expected", "colours", "title", "about", "end", "start", "last", "edges", "nuggets", "tokens", "tent"),
    *(
        "cowboy",
        "star",
        "city",
        "mountains",
        "railroads",
        "player",
        "place",
        "discard",
        "mine",
        "kind",
        "turn",
        "value",
    ),
    *(
        ": ",
        ":",
        "\n",
        "\n  ",
        "- ",
        "{",
        "}",
        "[",
        "]",
        ", ",
        ",",
        "|\n  ",
        ">\n  ",
        " ",
        "  ",
        "\t",
        "---\n",
        "...\n",
    ),
    *("%YAML 1.2\n---\n", "? ", "<<: *a", "&a [", "*a", "a: &a [*a]", '"', "'", "#", "\r\n", "\r", "\0", "\ufeff"),
    *("[a, b]", "PPPP", "MMMM", "RPRP", "a", "b", "+ +", ". a", "true", "1"),
)


def soup(chance: Random) -> str:
    """Pieces of position files in any order."""
    return "".join(
        chance.choice(PIECES if chance.random() < 0.7 else ODD_TEXTS) for _ in range(chance.choice((2, 3, 4, 6, 9, 25)))
    )


def noise(chance: Random) -> bytes:
    """Any bytes."""
    return chance.randbytes(chance.randint(0, 60))


def nested(chance: Random) -> str:
    """Brackets in brackets, or a file with much too much of something."""
    many = chance.choice((5, 11, 12, 13, 14, 40, 300, 3000))
    inner = chance.choice(ODD_TEXTS)
    return chance.choice(
        (
            "[" * many + inner + "]" * chance.choice((0, many)),
            "{a: " * many + inner + "}" * chance.choice((0, many)),
            "".join(f"{' ' * level}a:\n" for level in range(min(many, 300))),
            "- " * many + inner,
            "? " * many + inner,
            f"players: [{'a, ' * many}a]\nboard: |\n  {'+ ' * many}\n",
            f"players: [a]\nboard: |\n{'  +' * 1}\n" + f"k{inner}: 1\n" * many,
            f"a: &a {inner}\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(min(many, 300))),
            f"{'k' * many}: {'v' * many}\n",
            f"title: {inner * min(many, 40)}\n",
        )
    )


def changed(chance: Random, text: bytes, others: Sequence[bytes]) -> bytes:
    """A text with some changes of bytes, lines, words and numbers."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
        text = chance.choice(_CHANGES)(chance, text, others)
    return text


def _spot(chance: Random, text: bytes) -> int:
    return chance.randint(0, len(text))


def _flip(chance: Random, text: bytes, _others: Sequence[bytes]) -> bytes:
    if not text:
        return text
    found = bytearray(text)
    found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)
    return bytes(found)


def _insert(chance: Random, text: bytes, _others: Sequence[bytes]) -> bytes:
    at = _spot(chance, text)
    return text[:at] + _encoded(chance.choice((*PIECES, *ODD_TEXTS))) + text[at:]


def _delete(chance: Random, text: bytes, _others: Sequence[bytes]) -> bytes:
    at = _spot(chance, text)
    return text[:at] + text[at + chance.choice((1, 1, 2, 5, 20, 100)) :]


def _repeat(chance: Random, text: bytes, _others: Sequence[bytes]) -> bytes:
    at = _spot(chance, text)
    end = at + chance.choice((1, 3, 10, 30))
    return text[:at] + text[at:end] * chance.choice((2, 2, 3, 20)) + text[end:]


def _shuffle_lines(chance: Random, text: bytes, _others: Sequence[bytes]) -> bytes:
    lines = text.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            lines.insert(one, lines[other])
        case 2:
            del lines[one]
        case _:
            lines[one] = b" " * chance.randrange(5) + lines[one]
    return b"\n".join(lines)


def _splice(chance: Random, text: bytes, others: Sequence[bytes]) -> bytes:
    lines, more = text.split(b"\n"), chance.choice(others).split(b"\n")
    at = chance.randrange(len(more))
    lines[chance.randrange(len(lines)) :] = more[at : at + chance.randint(1, 8)]
    return b"\n".join(lines)


def _replace_word(chance: Random, text: bytes, _others: Sequence[bytes]) -> bytes:
    words = text.split(b" ")
    place = chance.randrange(len(words))
    new = chance.choice(words) if chance.random() < 0.4 else _encoded(chance.choice((*ODD_TEXTS, *PIECES)))
    words[place] = new + words[place][-1:] if words[place][-1:] in (b",", b":", b"}", b"\n") else new
    return b" ".join(words)


def _recode(chance: Random, text: bytes, _others: Sequence[bytes]) -> bytes:
    return chance.choice(
        (
            text.replace(b"\n", b"\r\n"),
            text.replace(b"\n", b"\r"),
            b"\xef\xbb\xbf" + text,
            text.decode("utf-8", "replace").encode("utf-16"),
            text.decode("utf-8", "replace").encode("latin-1", "replace"),
            text.replace(b" ", b"\t", 3),
            text[: _spot(chance, text)],
        )
    )


_CHANGES: tuple[Callable[[Random, bytes, Sequence[bytes]], bytes], ...] = (
    *(_flip, _insert, _insert, _delete, _repeat, _shuffle_lines, _splice, _replace_word, _replace_word, _recode),
)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def changed_data(chance: Random, data: Any) -> Any:
    """Plain data with some of its values, keys and entries changed; what is given stays as it is."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        data = _changed_at(chance, data)
    return data


def _changed_at(chance: Random, data: Any) -> Any:
    if isinstance(data, dict) and data and chance.random() < 0.9:
        key = chance.choice(list(data))
        match chance.randrange(12):
            case 0:
                return {other: value for other, value in data.items() if other != key}
            case 1:
                return {**data, _key(chance): data[key]}
            case 2:
                return {**data, key: data[chance.choice(list(data))]}
            case 3:
                return {**data, _key(chance): chance.choice(ODD_VALUES)}
            case _:
                return {**data, key: _changed_at(chance, data[key])}
    if isinstance(data, list) and data and chance.random() < 0.9:
        place = chance.randrange(len(data))
        match chance.randrange(10):
            case 0:
                return [*data[:place], *data[place + 1 :]]
            case 1:
                return [*data, data[place]]
            case 2:
                return data * chance.choice((2, 7))
            case _:
                return [*data[:place], _changed_at(chance, data[place]), *data[place + 1 :]]
    if isinstance(data, str) and data and chance.random() < 0.5:
        return changed(chance, _encoded(data), [b"a b\n. +"]).decode("utf-8", "replace")
    return chance.choice(ODD_VALUES)


def _key(chance: Random) -> Any:
    return (
        chance.choice(PIECES) if chance.random() < 0.7 else chance.choice(("", 1, None, True, 1.5, "\ud800", "x" * 99))
    )
