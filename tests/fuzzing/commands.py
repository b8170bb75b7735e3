"""Command lines at random: every command and option that the tree of commands has, with values good, odd and bad."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click

from fuzzing.mutation import ODD_TEXTS, changed
from sheriff_kb.cli import cli
from sheriff_kb.gallery import entries
from sheriff_kb.law import named_readings, questions

LONG = ("gallery", "faq", "vectors", "diff", "conflicts", "readings", "evidence")
"""Commands that look through much, as their pages say; they are broken off after a while, as by Ctrl-C."""
RARE = dict.fromkeys(LONG, 1) | {"ask": 4, "explain": 4, "draw": 10}
"""How often commands that cost more than others are tried; all others are 20 times."""

WORDS = ("may my tent go there", "1", "2", "blue", "mine", "mid", "yes", "no", "none", "wiki.tax.1", "-1", "1e9", "nan")


class Line(NamedTuple):
    """A command line, what comes on standard input (None: it is closed), and whether it may take long."""

    arguments: tuple[str, ...]
    stdin: bytes | None
    long: bool


@cache
def leaves() -> Mapping[str, click.Command]:
    """The commands by their names, those of groups included."""

    def walk(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
        if isinstance(command, click.Group):
            for below, one in command.commands.items():
                yield from walk(one, f"{name} {below}".strip())
        else:
            yield name, command

    return dict(walk(cli, ""))


@cache
def sandbox() -> Mapping[str, bytes]:
    """The files that command lines may name, by their names in the folder of the run."""
    known = {entry.name: entry.text.encode() for entry in entries()}
    good = known["examples/star_tile_with_two_tents"]
    return {
        "good.yaml": good,
        "end.yaml": known["end/three_tokens_two_owners"],
        "bad.yaml": good.replace(b"tent: black", b"tent: blak"),
        "empty.yaml": b"",
        "binary.yaml": bytes(range(256)),
        "many.yaml": b"players: [a]\nboard: +\nasks: [" + b"{kind: taxx}," * 300 + b"]",
        "observed.yaml": good + b"observed: [{kind: tax, turn: 1, value: 2}]\n",
        "stacks.yaml": good + b"stacks: {west: 3}\n",
        "odd \x1b[31m\xc3\xa9.yaml": good,
        "-dash.yaml": good,
        "rulings": good,
    }


FOLDER = "folder"
PATHS = (*(name for name in sandbox()), FOLDER, "missing.yaml", "missing/x.yaml", "good.yaml/x", "-", ".", "/dev/null")
OUTPUTS = (
    "out.svg",
    "out.txt",
    "out.png",
    "out",
    "out.json",
    FOLDER,
    "missing/x.svg",
    "good.yaml/x.svg",
    "-",
    "/dev/full",
)
ARGUMENTS = {
    "answers": lambda: [f"{q.id}={a}" for q in questions().values() for a in (*q.answers, "x", "")],
    "free": lambda: [*questions(), "settled", "all"],
    "ids": lambda: [*questions()],
    "reading": lambda: [*named_readings()],
    "readings": lambda: [*named_readings()],
    "between": lambda: [*named_readings(), "tax_unit=per_tile", "tax_unit=per_player,x=y"],
    "other": lambda: [*questions()],
    "names": lambda: [*questions(), *named_readings(), "examples", "tax", "end/only_a_tent", *PATHS],
    "shows": lambda: ["examples/graveyard_six_around"],
    "keep": lambda: ["wiki.tax.1", "sheet.final.1"],
}
"""Good values of arguments that are plain texts for click."""


def line(chance: Random) -> Line:
    """A command line: mostly a command with some of its own options, sometimes anything."""
    names = [*leaves()]
    (name,) = chance.choices(names, [RARE.get(name, 20) for name in names])
    command = leaves()[name]
    words = name.split() if chance.random() < 0.97 else [chance.choice((*ODD_TEXTS, *PATHS)) for _ in range(2)]
    found: list[str] = []
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            if chance.random() < 1.2 / max(len(command.params), 2):
                found += _option(chance, parameter)
        elif parameter.required or chance.random() < 0.6:
            found += [_value(chance, parameter) for _ in range(_count(chance, parameter))]
    if chance.random() < 0.1:
        odd = (
            "--",
            "-",
            "--help",
            "-h",
            "--version",
            "--no-such",
            "--set",
            "-o",
            "--=",
            "--format=",
            "-ooo",
            _odd(chance),
        )
        found.insert(chance.randint(0, len(found)), chance.choice(odd))
    if chance.random() < 0.1:
        chance.shuffle(found)
    if name == "rulings" and chance.random() < 0.5:
        words = []
    arguments = tuple(_argument(word) for word in (*words, *found))
    return Line(arguments, _stdin(chance), name in LONG)


def _option(chance: Random, option: click.Option) -> list[str]:
    told: list[str] = []
    for _ in range(chance.choice((1, 1, 1, 2)) if option.multiple else 1):
        name = chance.choice([*option.opts, *option.secondary_opts])
        values = [] if option.is_flag else [_value(chance, option) for _ in range(option.nargs)]
        told += (
            [f"{name}={values[0]}"] if values and chance.random() < 0.2 and name.startswith("--") else [name, *values]
        )
    return told


def _count(chance: Random, parameter: click.Parameter) -> int:
    return chance.choice((1, 1, 2, 3)) if parameter.nargs == -1 else parameter.nargs


def _value(chance: Random, parameter: click.Parameter) -> str:
    if chance.random() < 0.15:
        return _odd(chance)
    kind: Any = parameter.type
    if isinstance(kind, click.Choice):
        return str(chance.choice(list(kind.choices)))
    if isinstance(kind, click.IntRange | click.FloatRange) or kind in (click.INT, click.FLOAT):
        return chance.choice(("0", "1", "2", "3", "5", "-1", "0.001", "1e-9", "1e300", "nan", "inf", "9" * 30, "", "x"))
    if isinstance(kind, click.Path):
        return chance.choice(OUTPUTS if parameter.name in ("output", "target", "drawings") else PATHS)
    known = ARGUMENTS.get(parameter.name or "")
    return chance.choice([*known()] if known and chance.random() < 0.8 else WORDS)


def _odd(chance: Random) -> str:
    """An odd text that leads to no file outside the folder of the run."""
    return chance.choice(ODD_TEXTS).replace("..", "").lstrip("/")


def _argument(word: str) -> str:
    """The word as the system would hand it over: no NUL, and of halves of characters those that stand for bytes."""
    return word.replace("\0", "").encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")


def _stdin(chance: Random) -> bytes | None:
    good = sandbox()["good.yaml"]
    return chance.choice((None, b"", b"", good, good, b"\xff\0", changed(chance, good, [good])))


def put(folder: Path) -> None:
    """Make the folder of a run as it is to be, whatever the last command made of it."""
    (folder / FOLDER).mkdir(exist_ok=True)
    for name, content in sandbox().items():
        file = folder / name
        try:
            same = file.stat().st_size == len(content) and file.stat().st_mtime_ns == _STAMP
        except OSError:
            same = False
        if not same:
            file.write_bytes(content)
            _stamp(file)


_STAMP = 10**18


def _stamp(file: Path) -> None:
    os.utime(file, ns=(_STAMP, _STAMP))
